"""The round that the rule book plays through: a real one, so that every piece in it lies where the rules put it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from nokosu import editions
from nokosu.core.match import Match
from nokosu.core.notation import parse_action
from nokosu.core.round import Round
from nokosu.core.stream import seed_from_number
from tools.rulebook.blocks import Block, Cell, Heading, Paragraph, Picture, Pieces, Table, Text, texts

NAMES: Final = ("rules.name.ann", "rules.name.bea", "rules.name.cem")
SEED: Final = seed_from_number(1485, "rule book")
DRAFT: Final = "take dB5, take dY1, take dB6, take dY4, take dB3, take dR4, take dY3, zero dR3, take dR4"
PLAYS: Final = (
    "G6 G2 G5  R6 R5 dR4  Y3 dY3 dY2  R2 R1 dR4  G1 dG3 R3  G3 R0 dG5  "
    "B2 R4 dB3  B5 B3 B6  G4 dB5 B1  G0 Y5 Y2  Y4 Y1 B0  B4 Y0 dY1"
)


def whole_round() -> Round:
    """Return the round, played to its end."""
    match = Match.start(editions.ruleset(editions.DEFAULT, len(NAMES), rounds=1), SEED)
    for text in (*DRAFT.split(", "), *(f"play {piece}" for piece in PLAYS.split())):
        match = match.apply(parse_action(text, match.round.phase))
    return match.round


def played_round() -> Iterator[Block]:
    """Yield the blocks of the rule book's example."""
    round_ = whole_round()
    yield Heading(2, Text("rules.round.title"), "round")
    yield Paragraph(Text("rules.round.intro"))
    yield Heading(3, Text("rules.round.deal"))
    yield Table(
        texts("rules.round.player", "rules.round.hand", "rules.round.drawn"),
        tuple(
            (_name(seat), _drawn(round_.deal.cards[seat]), _drawn(round_.deal.drawn[seat]))
            for seat in range(len(NAMES))
        ),
    )
    yield Paragraph(Text("rules.round.aside"))
    yield from _draft(round_)
    yield Heading(3, Text("rules.round.tricks"))
    yield Paragraph(Text("rules.round.tricks-how"))
    yield _tricks(round_)
    yield Heading(3, Text("rules.round.score"))
    yield _score(round_)
    yield Paragraph(Text("rules.round.score-how"))


def _name(seat: int, *, strong: bool = False) -> Cell:
    return (Text(NAMES[seat], strong=strong),)


def _drawn(pieces: object) -> Cell:
    return (Pieces(tuple(str(piece) for piece in pieces)),)  # type: ignore[attr-defined]  # cards or dice


def _draft(round_: Round) -> Iterator[Block]:
    yield Heading(3, Text("rules.round.draft"))
    yield Paragraph(Text("rules.round.middle"))
    yield Picture((*map(str, round_.deal.pool), "zero", "zero"))
    yield Table(
        texts("rules.round.pick", "rules.round.player", "rules.round.takes", "rules.round.removes"),
        tuple(
            (
                (str(number),),
                _name(pick.seat),
                (Pieces(("zero" if pick.zero else str(pick.die),)),),
                _drawn((pick.die,)) if pick.zero else ("",),
            )
            for number, pick in enumerate(round_.draft, 1)
        ),
    )
    yield Paragraph(Text("rules.round.why-zero"))
    yield Heading(3, Text("rules.round.trump"))
    yield Paragraph(Text("rules.round.trump-is"))
    taken = [
        [*round_.deal.drawn[seat], *(pick.die for pick in round_.draft if pick.seat == seat and not pick.zero)]
        for seat in range(len(NAMES))
    ]
    zero = [("zero",) if round_.zero[seat] else () for seat in range(len(NAMES))]
    yield Table(
        texts("rules.round.player", "rules.round.dice"),
        tuple((_name(seat), (Pieces((*map(str, sorted(taken[seat])), *zero[seat])),)) for seat in range(len(NAMES))),
    )


def _tricks(round_: Round) -> Table:
    rows = []
    for number, won in enumerate(round_.tricks, 1):
        seats = [(won.trick.leader + place) % len(NAMES) for place in range(len(NAMES))]
        plays = [
            (Pieces((str(piece),)), *_name(seat, strong=seat == won.winner))
            for seat, piece in zip(seats, won.trick.plays, strict=True)
        ]
        rows.append(((str(number),), *plays, _name(won.winner), (Text(f"rules.round.{number}"),)))
    head = ("trick", "led", "then", "last", "won-by", "why")
    return Table(texts(*(f"rules.round.{column}" for column in head)), tuple(rows))


def _score(round_: Round) -> Table:
    rows = []
    for seat, (score, contract) in enumerate(zip(round_.score, round_.contracts, strict=True)):
        kept = "zero" if contract.leftover is None else str(contract.leftover)
        parts = [part for part in (score.tricks, score.bonus, score.zero_bonus) if part or part is score.tricks]
        points = " + ".join(map(str, parts)) + (f" = {score.total}" if len(parts) > 1 else "")
        made = "rules.round.made-yes" if score.made else "rules.round.made-no"
        rows.append((_name(seat), (str(round_.won[seat]),), (Pieces((kept,)),), *texts(made), (points,)))
    head = ("rules.round.player", "rules.n.tricks", "rules.round.kept", "rules.round.made", "rules.round.points")
    return Table(texts(*head), tuple(rows))
