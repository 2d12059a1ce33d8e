"""A view as JSON, exactly as docs/bot-protocol.md has it (H4): the same keys in the same order, and no others."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Annotated, Any, Final, Literal

from nokosu.core import view as core
from nokosu.core.notation import parse_action, parse_colour, parse_die, parse_piece, parse_trump
from nokosu.core.pieces import Colour, Piece
from nokosu.core.round import Declaration, Phase, Pick, WonTrick
from nokosu.core.ruleset import Ruleset
from nokosu.core.trick import Trick
from nokosu.editions import built_in, house_edition, house_numbers
from nokosu.editions import ruleset as resolve
from nokosu.editions.house import NUMBERS
from nokosu.wire.base import ActionText, Message, Seat
from nokosu.wire.house import HouseNumbers
from nokosu.wire.struct import UNSET, Meta, UnsetType, field

Json = dict[str, object]

Card = Annotated[str, Meta(pattern="^[RBGYP][0-7]$")]
Die = Annotated[str, Meta(pattern="^d[RBGYP][1-6]$")]
TrumpDie = Annotated[str, Meta(pattern="^d[RBGYP][1-6-]$")]
PieceText = Annotated[str, Meta(pattern="^([RBGYP][0-7]|d[RBGYP][1-6])$")]
ColourLetter = Literal["R", "B", "G", "Y", "P"]
PhaseName = Literal["draft", "declare", "play", "over"]


class RulesetRef(Message, frozen=True, kw_only=True):
    """Which rules are played by."""

    edition: str
    players: int
    rounds_override: int | None
    removed_colour: ColourLetter | None
    house: HouseNumbers | UnsetType = UNSET
    """The numbers of house rules; a built-in edition has none here."""


class DraftPick(Message, frozen=True, kw_only=True, omit_defaults=True):
    """D6: a die taken; Z1: or a zero die, and what was removed for it."""

    seat: Seat
    take: str
    """A die, or the word zero."""
    discard: Die | None = None


class DeclarationMade(Message, frozen=True, kw_only=True, omit_defaults=True):
    """Z5: zero or not; Z6: and the die returned."""

    seat: Seat
    zero: bool
    returned: Die | None = field(name="return", default=None)


class WonTrickSeen(Message, frozen=True, kw_only=True):
    """A finished trick; plays from its leader on."""

    leader: Seat
    plays: list[PieceText]
    winner: Seat


class TrickSeen(Message, frozen=True, kw_only=True):
    """The trick that lies on the table; plays from its leader on."""

    leader: Seat
    plays: list[PieceText]


class View(Message, frozen=True, kw_only=True):
    """What a seat knows. A spectator's has `seat` null and neither `hand` nor `legal`."""

    seat: Seat | None
    ruleset: RulesetRef
    round: int
    rounds: int
    dealer: Seat
    removed_colour: ColourLetter | None
    phase: PhaseName
    to_act: Seat | None
    cards_left: list[int]
    drawn: list[list[Die]]
    pool_rolled: list[Die]
    pool: list[Die]
    zero_dice_left: int | None
    trump: TrumpDie | None
    dice: list[list[Die]]
    zero: list[bool]
    draft: list[DraftPick]
    declarations: list[DeclarationMade]
    tricks: list[WonTrickSeen]
    trick: TrickSeen | None
    won: list[int]
    scores: list[list[int]]
    totals: list[int]
    hand: list[Card] | UnsetType = UNSET
    legal: list[ActionText] | UnsetType = UNSET


def view_to_json(view: core.View) -> Json:
    """Return a view as plain data. A spectator's has neither `hand` nor `legal`."""
    own = view.seat is not None
    return {name: write(getattr(view, name)) for name, write in FIELDS.items() if own or name not in OWN}


def ruleset_to_json(ruleset: Ruleset) -> Json:
    """Return what a table plays: an edition, a number of players and the table's own choices."""
    choice = ruleset.removed_choice
    return {
        "edition": ruleset.edition,
        "players": ruleset.players,
        "rounds_override": ruleset.rounds_override,
        "removed_colour": None if choice is None else choice.letter,
        **({} if built_in(ruleset.edition) else {"house": house_numbers(ruleset)}),
    }


def texts(pieces: tuple[Piece, ...]) -> list[str]:
    """Pieces in notation."""
    return [str(piece) for piece in pieces]


def text_or_null(piece: Piece | None) -> str | None:
    """Return a piece in notation, or null."""
    return None if piece is None else str(piece)


def _pick_to_json(pick: Pick) -> Json:
    if pick.zero:
        return {"seat": pick.seat, "take": "zero", "discard": str(pick.die)}
    return {"seat": pick.seat, "take": str(pick.die)}


def _declaration_to_json(said: Declaration) -> Json:
    if said.returned is None:
        return {"seat": said.seat, "zero": False}
    return {"seat": said.seat, "zero": True, "return": str(said.returned)}


def _trick_to_json(trick: Trick) -> Json:
    return {"leader": trick.leader, "plays": texts(trick.plays)}


def _same(value: object) -> object:
    return value


def _many_texts(rows: tuple[tuple[Piece, ...], ...]) -> list[list[str]]:
    return [texts(row) for row in rows]


FIELDS: Final[Mapping[str, Callable[[Any], object]]] = {
    "seat": _same,
    "ruleset": ruleset_to_json,
    "round": _same,
    "rounds": _same,
    "dealer": _same,
    "removed_colour": lambda colour: None if colour is None else colour.letter,
    "phase": lambda phase: phase.value,
    "to_act": _same,
    "hand": texts,
    "cards_left": list,
    "drawn": _many_texts,
    "pool_rolled": texts,
    "pool": texts,
    "zero_dice_left": _same,
    "trump": text_or_null,
    "dice": _many_texts,
    "zero": list,
    "draft": lambda picks: [_pick_to_json(pick) for pick in picks],
    "declarations": lambda said: [_declaration_to_json(each) for each in said],
    "tricks": lambda tricks: [{**_trick_to_json(won.trick), "winner": won.winner} for won in tricks],
    "trick": lambda trick: None if trick is None else _trick_to_json(trick),
    "won": list,
    "scores": lambda rows: [list(row) for row in rows],
    "totals": list,
    "legal": lambda actions: [str(action) for action in actions],
}
"""How each field of a view is written, in the order of docs/bot-protocol.md."""
OWN: Final = frozenset({"hand", "legal"})
"""H1: what spectators have not; all other fields but `seat` say the same to everybody."""


def view_from_json(view: View) -> core.View:
    """Read a view back. Raises NotationError or RulesetError for what no table could have sent."""
    phase = Phase(view.phase)
    return core.View(
        seat=view.seat,
        ruleset=_ruleset(view.ruleset),
        round=view.round,
        rounds=view.rounds,
        dealer=view.dealer,
        removed_colour=_colour(view.removed_colour),
        phase=phase,
        to_act=view.to_act,
        hand=None if isinstance(view.hand, UnsetType) else _pieces(view.hand),
        cards_left=tuple(view.cards_left),
        drawn=tuple(_dice(row) for row in view.drawn),
        pool_rolled=_dice(view.pool_rolled),
        pool=_dice(view.pool),
        zero_dice_left=view.zero_dice_left,
        trump=None if view.trump is None else parse_trump(view.trump),
        dice=tuple(_dice(row) for row in view.dice),
        zero=tuple(view.zero),
        draft=tuple(_pick(pick) for pick in view.draft),
        declarations=tuple(_declaration(said) for said in view.declarations),
        tricks=tuple(WonTrick(_trick(won), won.winner) for won in view.tricks),
        trick=None if view.trick is None else _trick(view.trick),
        won=tuple(view.won),
        scores=tuple(tuple(row) for row in view.scores),
        totals=tuple(view.totals),
        legal=None if isinstance(view.legal, UnsetType) else tuple(parse_action(text, phase) for text in view.legal),
    )


def _pieces(texts: list[str]) -> tuple[Piece, ...]:
    return tuple(parse_piece(text) for text in texts)


def _dice(texts: list[str]) -> tuple[Piece, ...]:
    return tuple(parse_die(text) for text in texts)


def _colour(letter: str | None) -> Colour | None:
    return None if letter is None else parse_colour(letter)


def _ruleset(chosen: RulesetRef) -> Ruleset:
    removed = _colour(chosen.removed_colour)
    if not isinstance(chosen.house, UnsetType):
        edition = house_edition(chosen.edition, chosen.players, numbers_of(chosen.house))
        return edition.ruleset(chosen.players, chosen.rounds_override, removed)
    return resolve(chosen.edition, chosen.players, rounds=chosen.rounds_override, removed_colour=removed)


def numbers_of(house: HouseNumbers) -> dict[str, Any]:
    """Return the numbers of house rules by their keys."""
    return {name: getattr(house, name) for name in NUMBERS}


def _pick(pick: DraftPick) -> Pick:
    zero = pick.take == "zero"
    return Pick(pick.seat, parse_die(pick.discard or "" if zero else pick.take), zero=zero)


def _declaration(said: DeclarationMade) -> Declaration:
    return Declaration(said.seat, parse_die(said.returned or "") if said.zero else None)


def _trick(trick: TrickSeen | WonTrickSeen) -> Trick:
    return Trick(trick.leader, _pieces(trick.plays))
