"""Names, faces and sentences of a table, from the messages that every client gets."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from nokosu import editions
from nokosu.bots.characters import CHARACTERS
from nokosu.bots.levels import TEXTS
from nokosu.core import errors, events
from nokosu.core.notation import parse_colour, parse_die, parse_piece
from nokosu.core.pieces import Piece
from nokosu.locale import plural, t
from nokosu.locale.reasons import NUMBERS, word
from nokosu.tui.tell import tell
from nokosu.wire import events as wire
from nokosu.wire.base import Reason
from nokosu.wire.help import Help
from nokosu.wire.tables import Highlight, SeatInfo
from nokosu.wire.views import View

_YOURS: Final = frozenset(
    {"best-round", "from-last", "no-contract", "perfect", "run", "solo", "streak", "zero"},
)
"""Highlights that are worded differently for the person whom they are about."""


def bot_name(bot: str) -> str:
    """Return what a bot is called: characters and levels have names in every language."""
    if bot in CHARACTERS:
        return t(CHARACTERS[bot].text)
    return t(TEXTS[bot]) if bot in TEXTS else bot


def edition_name(name: str) -> str:
    """Return what an edition is called; house rules have the name of their file."""
    return t(f"web.edition.{name}") if name in editions.names() else name


def seat_names(seats: Sequence[SeatInfo], own: int | None = None) -> list[str]:
    """Return what the seats are called, numbered where several have the same name; `own` is "You"."""
    plain = [_plain_name(seat) for seat in seats]
    names = []
    for seat, name in enumerate(plain):
        alike = [other for other, same in enumerate(plain) if same == name]
        numbered = f"{name} {alike.index(seat) + 1}" if len(alike) > 1 and seats[seat].kind != "open" else name
        names.append(t("play.you") if seat == own else numbered)
    return names


def _plain_name(seat: SeatInfo) -> str:
    if seat.kind == "open":
        return t("web.seat.open")
    return bot_name(seat.bot) if seat.bot and seat.kind == "bot" else seat.name or ""


def face_of(seat: SeatInfo) -> str:
    """Return the name of a seat's face."""
    if seat.kind == "bot":
        return seat.bot if seat.bot in CHARACTERS else "robot"
    return seat.face or "plain"


def worded(reason: Reason, names: Sequence[str] = ()) -> str:
    """Word a reason that came over the wire."""
    return word(errors.Reason(reason.message, reason.clause or "", tuple(reason.params.items())), names=names)


def asked(view: View, helped: Help) -> str:
    """Return what is asked of the player whose turn it is."""
    if view.phase == "draft":
        pick = helped.pick
        return t("web.turn.draft", pick=pick.number if pick else 1, picks=pick.of if pick else 1)
    if view.phase == "declare":
        return t("web.turn.declare")
    if not helped.led:
        return t("web.turn.lead")
    return t("web.turn.follow" if helped.must_follow else "web.turn.free", suit=t(f"suit.{helped.led}.object"))


def waiting(view: View, helped: Help, names: Sequence[str]) -> str:
    """Return whose turn it is, and what they do."""
    seat = view.to_act
    if seat is None:
        return ""
    if view.phase == "draft" and helped.pick:
        return t("web.draft.their-pick", name=names[seat], pick=helped.pick.number, picks=helped.pick.of)
    if view.phase == "declare":
        return t("web.declare.their-turn", name=names[seat])
    return t("web.waiting-for", name=names[seat])


def where(view: View, helped: Help) -> str:
    """Return the round, and the trick while tricks are played."""
    text = t("web.round-of", round=view.round + 1, rounds=view.rounds)
    if view.phase != "play":
        return text
    number = len(view.tricks) + 1
    return text + t("show.comma") + t("web.trick-of", trick=number, tricks=number + helped.tricks_left - 1)


def line_in_words(line: wire.ScoreLine, name: str | None) -> str:
    """Return what a seat kept and won: "You kept a 3 and won 5: 2 too many." `name` is None for the reader."""
    return result_in_words(0 if line.leftover is None else int(line.leftover[2]), line.won, name, made=line.made)


def result_in_words(target: int, won: int, name: str | None, *, made: bool) -> str:
    """Return the same from a target, which is 0 for zero."""
    zero, off = target == 0, won - target
    if made:
        said = "zero-made" if zero else "made"
    elif zero:
        said = "zero-over"
    else:
        said = "over" if off > 0 else "under"
    params = {"kept": t(NUMBERS[target]), "won": won, "n": abs(off)}
    if name is None:
        return t(f"web.words.{said}.you", **params)
    return t(f"web.words.{said}", name=name, **params)


def remark(found: Highlight, names: Sequence[str], own: int | None) -> str:
    """Return the one thing to tell about a finished match."""
    params: dict[str, object] = {}
    if found.seat is not None:
        params["name"] = names[found.seat]
    if found.round is not None:
        params["round"] = found.round + 1
    if found.n is not None:
        params["n"] = found.n
    yours = own is not None and found.seat == own and found.message.removeprefix("highlight.") in _YOURS
    return t(f"{found.message}.you" if yours else found.message, **params)


def told(event: wire.AnyEvent, names: Sequence[str], own: int | None) -> str:
    """Return what an event sounds like at the table."""
    return tell(core_event(event), names, -1 if own is None else own)


def core_event(event: wire.AnyEvent) -> events.Event:
    """Return the event of the rules that was sent."""
    match event:
        case wire.RoundDealt():
            drawn = tuple(tuple(map(parse_die, dice)) for dice in event.drawn)
            colour = None if event.removed_colour is None else parse_colour(event.removed_colour)
            pool = tuple(map(parse_die, event.pool))
            return events.RoundDealt(event.round, event.dealer, colour, drawn, pool, None)
        case wire.DieTaken():
            return events.DieTaken(event.seat, parse_die(event.die))
        case wire.ZeroDieTaken():
            return events.ZeroDieTaken(event.seat, parse_die(event.discard))
        case wire.Declared():
            return events.Declared(event.seat, _die(event.returned))
        case wire.Played():
            return events.Played(event.seat, parse_piece(event.piece))
        case wire.TrickTaken():
            return events.TrickTaken(event.seat, event.leader, tuple(map(parse_piece, event.plays)))
        case wire.RoundScored():
            return events.RoundScored(event.round, tuple(map(_line, event.lines)))
        case wire.MatchEnded():
            return events.MatchEnded(tuple(event.totals), tuple(event.winners))


def _die(text: str | None) -> Piece | None:
    return None if text is None else parse_die(text)


def _line(line: wire.ScoreLine) -> events.ScoreLine:
    fields: dict[str, Any] = {name: getattr(line, name) for name in events.ScoreLine.__dataclass_fields__}
    return events.ScoreLine(**fields | {"leftover": _die(line.leftover)})


def points(count: int) -> str:
    """Return a number of points in words."""
    return plural("web.result.points", count)


def action_in_words(action: str) -> str:
    """Return an action as advice names it: "take dR5", "play R5"."""
    verb, _, piece = action.partition(" ")
    if verb == "take":
        return t("term.take-die", die=piece)
    if verb == "play":
        return t("term.play-piece", piece=piece)
    if verb == "zero":
        return t("choice.zero", die=piece)
    return t("choice.pass")


def step_in_words(action: str, phase: str, seat: int, names: Sequence[str], own: int | None = None) -> str:
    """Return an action that a seat has taken, as the log of a table tells it."""
    verb, _, text = action.partition(" ")
    piece = parse_piece(text) if text else None
    event: events.Event
    if verb == "play" and piece:
        event = events.Played(seat, piece)
    elif verb == "take" and piece:
        event = events.DieTaken(seat, parse_die(text))
    elif phase == "draft":
        event = events.ZeroDieTaken(seat, parse_die(text))
    else:
        event = events.Declared(seat, parse_die(text) if text else None)
    return tell(event, names, -1 if own is None else own)


def trick_lines(view: View, names: Sequence[str]) -> tuple[str, ...]:
    """Return the tricks of a round in a line each, the newest last."""
    players = len(view.cards_left)
    found = []
    for number, trick in enumerate(view.tricks, 1):
        seats = [(trick.leader + step) % players for step in range(players)]
        plays = " ".join(
            f"{'›' if seat == trick.winner else ''}{piece}" for seat, piece in zip(seats, trick.plays, strict=True)
        )
        found.append(f"{number:>2} {plays} {names[trick.winner]}")
    return tuple(found)
