"""A whole match as text for reviewers: every action, and at chosen moments what every seat and a spectator see."""

from collections.abc import Iterator
from pathlib import Path

from nokosu import editions
from nokosu.core.events import MatchEnded, RoundDealt, RoundScored, TrickTaken
from nokosu.core.match import Match
from nokosu.core.round import Phase
from nokosu.core.stream import Stream, seed_from_number
from nokosu.locale.reasons import word
from nokosu.table import Table
from nokosu.wire.help import help_to_json
from nokosu.wire.views import view_to_json

FOLDER = Path(__file__).parent
OWN = ("seat", "hand", "legal")
"""What differs between the views of one moment; the rest is the same for everybody."""


def path(edition: str, players: int) -> Path:
    return FOLDER / f"{edition}-{players}.txt"


def playthrough(edition: str, players: int) -> str:
    """The match of a fixed seed, played at random."""
    return "\n".join(_lines(edition, players)) + "\n"


def _lines(edition: str, players: int) -> Iterator[str]:
    ruleset = editions.ruleset(edition, players)
    seed = seed_from_number(2026, edition, players)
    stream = Stream(seed, "playthrough")
    table = Table(Match.start(ruleset, seed))
    yield f"edition {edition}, {players} players, {ruleset.rounds} rounds, digest {ruleset.digest}"
    yield f"seed {seed.hex()}"
    told = 0
    while True:
        for event in table.events_for(None, told):
            told += 1
            yield from _told(event)
        if _chosen(table):
            yield from _moment(table)
        seat = table.to_act
        if seat is None:
            return
        legal = table.view(seat).legal
        assert legal
        # Who chooses at random declares zero nearly always; most contracts here shall be dice.
        passes = table.match.round.phase is Phase.DECLARE and stream.below(3) > 0
        action = legal[0] if passes else stream.choice(legal)
        yield f"seat {seat}: {action}"
        table.act(seat, action)


def _told(event: object) -> Iterator[str]:
    """What the actions themselves do not say."""
    match event:
        case RoundDealt():
            yield ""
            yield f"round {event.round}: dealer {event.dealer}"
        case TrickTaken():
            yield f"  trick to seat {event.seat}"
        case RoundScored():
            yield f"score of round {event.round}"
            for seat, line in enumerate(event.lines):
                left = "zero" if line.leftover is None else line.leftover
                made = "made" if line.made else "missed"
                points = f"{line.tricks} + {line.bonus} + {line.zero_bonus} = {line.points}"
                yield f"  seat {seat}: {left}, won {line.won}, {made}: {points}; total {line.total}"
        case MatchEnded():
            yield f"totals {list(event.totals)}, winners {list(event.winners)}"
        case _:
            return


def _chosen(table: Table) -> bool:
    """The first round: its start, the middle of the draft, each phase's first decision, a few tricks. And the end."""
    now = table.match.round
    if table.over:
        return True
    if table.match.round_index > 0:
        # Of every later round the middle of one trick, so that sums of scores are seen.
        return len(now.tricks) == 5 and now.trick is not None and len(now.trick.plays) == 1
    if now.phase is Phase.DRAFT:
        return len(now.draft) in (0, now.ruleset.players + 1, now.ruleset.players * now.ruleset.picks_each - 1)
    if now.phase is Phase.DECLARE:
        return len(now.declarations) in (0, now.ruleset.players - 1)
    lying = len(now.trick.plays) if now.trick else 0
    moments = {(0, 0), (2, 1), (6, now.ruleset.players - 1), (now.ruleset.tricks - 1, 1)}
    return (len(now.tricks), lying) in moments


def _moment(table: Table) -> Iterator[str]:
    everybody = view_to_json(table.view(None))
    yield "  ┌ everybody sees"
    for key, value in everybody.items():
        if key not in OWN:
            yield f"  │ {key}: {_text(value)}"
    yield f"  │ help: {_help(table, None)}"
    for seat in range(table.match.ruleset.players):
        own = view_to_json(table.view(seat))
        assert {key: own[key] for key in own if key not in OWN} == {
            key: everybody[key] for key in everybody if key not in OWN
        }, "what is public is the same for everybody"
        yield f"  ├ seat {seat} sees besides"
        yield f"  │ hand: {_text(own['hand'])}"
        yield f"  │ legal: {_text(own['legal'])}"
        yield f"  │ help: {_help(table, seat)}"
        for piece, why in table.help_for(seat).unplayable:
            yield f"  │ {piece}: {word(why)} ({why.clause})"
    yield "  └"


def _help(table: Table, seat: int | None) -> str:
    data = help_to_json(table.help_for(seat))
    public = ("pick", "led", "leading", "targets", "tricks_left")
    keys = public if seat is None else ("waiting", "must_follow", "gives_up", "no_zero", "order", "if_trump")
    told = {key: data[key] for key in keys if data[key] is not False and data[key] not in (None, [], {})}
    return "; ".join(f"{key} {_text(value)}" for key, value in told.items())


def _text(value: object) -> str:
    """JSON without its quotation marks."""
    match value:
        case None:
            return "-"
        case bool():
            return "yes" if value else "no"
        case list():
            flat = all(isinstance(item, str | int) for item in value)
            return (" " if flat else " | ").join(map(_text, value)) or "-"
        case dict():
            return "{" + ", ".join(f"{key} {_text(item)}" for key, item in value.items()) + "}"
        case _:
            return str(value)
