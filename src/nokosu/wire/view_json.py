"""Views as JSON, both ways, as docs/bot-protocol.md says: the same keys in the same order, and no others (H4)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from nokosu.core.errors import RulesetError
from nokosu.core.notation import parse_action, parse_colour, parse_die, parse_piece
from nokosu.core.pieces import Piece
from nokosu.core.round import Declaration, Phase, Pick, WonTrick
from nokosu.core.ruleset import Ruleset
from nokosu.core.trick import Trick
from nokosu.core.view import View
from nokosu.editions import ruleset as resolve
from nokosu.wire.fields import (
    Json,
    WireError,
    a_bool,
    a_number,
    a_text,
    an_object,
    many,
    maybe,
    parsed,
    shown,
    take,
)

_piece = parsed(parse_piece)
_die = parsed(parse_die)
_colour = parsed(parse_colour)


def view_to_json(view: View) -> Json:
    """A view as plain data. A spectator's has neither `hand` nor `legal`."""
    own = view.seat is not None
    return {name: write(getattr(view, name)) for name, write in FIELDS.items() if own or name not in OWN}


def ruleset_to_json(ruleset: Ruleset) -> Json:
    """What a table plays: an edition, a number of players and the table's own choices."""
    choice = ruleset.removed_choice
    return {
        "edition": ruleset.edition,
        "players": ruleset.players,
        "rounds_override": ruleset.rounds_override,
        "removed_colour": None if choice is None else choice.letter,
    }


def texts(pieces: tuple[Piece, ...]) -> list[str]:
    """Pieces in notation."""
    return [str(piece) for piece in pieces]


def text_or_null(piece: Piece | None) -> str | None:
    """A piece in notation, or null."""
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


def view_from_json(value: object) -> View:
    """Read a view back; a WireError names what is wrong. Keys that are not known are ignored."""
    data = an_object(value, "view")
    seat = take(data, "seat", maybe(a_number))
    phase = take(data, "phase", _phase)
    legal = None if seat is None else take(data, "legal", many(parsed(lambda text: parse_action(text, phase))))
    return View(
        seat=seat,
        ruleset=take(data, "ruleset", _ruleset),
        round=take(data, "round", a_number),
        rounds=take(data, "rounds", a_number),
        dealer=take(data, "dealer", a_number),
        removed_colour=take(data, "removed_colour", maybe(_colour)),
        phase=phase,
        to_act=take(data, "to_act", maybe(a_number)),
        hand=None if seat is None else take(data, "hand", many(_piece)),
        cards_left=take(data, "cards_left", many(a_number)),
        drawn=take(data, "drawn", many(many(_die))),
        pool_rolled=take(data, "pool_rolled", many(_die)),
        pool=take(data, "pool", many(_die)),
        zero_dice_left=take(data, "zero_dice_left", maybe(a_number)),
        trump=take(data, "trump", maybe(_die)),
        dice=take(data, "dice", many(many(_die))),
        zero=take(data, "zero", many(a_bool)),
        draft=take(data, "draft", many(_pick)),
        declarations=take(data, "declarations", many(_declaration)),
        tricks=take(data, "tricks", many(_won_trick)),
        trick=take(data, "trick", maybe(_trick)),
        won=take(data, "won", many(a_number)),
        scores=take(data, "scores", many(many(a_number))),
        totals=take(data, "totals", many(a_number)),
        legal=legal,
    )


def _phase(value: object, where: str) -> Phase:
    try:
        return Phase(value)
    except ValueError:
        known = ", ".join(phase.value for phase in Phase)
        raise WireError(f"{where}: one of {known} belongs here, not {shown(value)}") from None


def _ruleset(value: object, where: str) -> Ruleset:
    data = an_object(value, where)
    try:
        return resolve(
            take(data, "edition", a_text),
            take(data, "players", a_number),
            rounds=take(data, "rounds_override", maybe(a_number)),
            removed_colour=take(data, "removed_colour", maybe(_colour)),
        )
    except RulesetError as error:
        raise WireError(f"{where}: {error}") from None


def _pick(value: object, where: str) -> Pick:
    data = an_object(value, where)
    seat = take(data, "seat", a_number)
    if data.get("take") == "zero":
        return Pick(seat, take(data, "discard", _die), zero=True)
    return Pick(seat, take(data, "take", _die))


def _declaration(value: object, where: str) -> Declaration:
    data = an_object(value, where)
    zero = take(data, "zero", a_bool)
    return Declaration(take(data, "seat", a_number), take(data, "return", _die) if zero else None)


def _trick(value: object, where: str) -> Trick:
    data = an_object(value, where)
    return Trick(take(data, "leader", a_number), take(data, "plays", many(_piece)))


def _won_trick(value: object, where: str) -> WonTrick:
    return WonTrick(_trick(value, where), take(an_object(value, where), "winner", a_number))
