"""A whole match between bots, from its seed: the same seed and bots give the same record."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import ExitStack
from typing import Literal

from nokosu.api import reading
from nokosu.api.match import Match as ApiMatch
from nokosu.api.view import View as ApiView
from nokosu.bots.base import Bot, BotError
from nokosu.bots.bot_seat import BotSeat
from nokosu.bots.function import bot_of
from nokosu.bots.guest import PackageBot
from nokosu.bots.player import Player, checked_time
from nokosu.core.actions import Action
from nokosu.core.match import Match
from nokosu.core.pieces import Colour
from nokosu.core.ruleset import Ruleset
from nokosu.core.stream import Stream
from nokosu.core.view import View
from nokosu.record.codec import to_json
from nokosu.record.model import Record, SeatInfo, Substitution
from nokosu.record.writer import record_of
from nokosu.table import Table


def play_match(
    ruleset: Ruleset, seed: bytes, bots: Sequence[Bot], *, move_ms: int | None = None, reveal: bool = True
) -> Record:
    """Play a match and return its record; a bot that fails is replaced and the match goes on.

    reveal: whether the bots are told the record at the end; not where the same deals will be played again.
    """
    return play_on(Match.start(ruleset, seed), seed, bots, move_ms=move_ms, reveal=reveal)[1]


def play(
    *bots: str | Player | PackageBot | Bot | Callable[[ApiView], Action | str],
    ruleset: str | Ruleset | None = None,
    players: int | None = None,
    seed: int | str | bytes | None = None,
    rounds: reading.Rounds | None = None,
    removed_colour: Colour | str | None = None,
    move_ms: int | None = None,
    on_error: Literal["replace", "raise"] = "replace",
) -> ApiMatch:
    """Play a match between bots and return it, finished. One bot plays every seat; several take one seat each.

    A bot is a name, an object from `nokosu.bots.get`, or your own function from a view to an action or its text. The
    club player takes over for a bot that fails, and the log of `nokosu.bots` says why; with `on_error="raise"` you get
    the bot's exception instead.

    >>> import nokosu
    >>> def first_legal(view):
    ...     return view.legal[0]
    >>> nokosu.play("club", "greedy", first_legal, rounds=1, seed=7).totals
    (4, 7, 1)
    """
    if on_error not in ("replace", "raise"):
        raise BotError(f"on_error: expected 'replace' or 'raise', got {on_error!r:.40}")
    if not bots:
        raise BotError("expected at least one bot, such as nokosu.play('club')")
    seats = len(bots) if players is None and len(bots) > 2 and not isinstance(ruleset, Ruleset) else players
    rules = reading.ruleset(ruleset, seats, rounds=rounds, removed_colour=removed_colour)
    if len(bots) not in {1, rules.players}:
        raise BotError(f"expected one bot for every seat, or {rules.players} bots, one per seat; got {len(bots)}")
    seated = [bot_of(each) for each in (bots * rules.players)[: rules.players]]
    secret, time = reading.seed(seed), checked_time(move_ms)
    strict = on_error == "raise"
    return ApiMatch.of(play_on(Match.start(rules, secret), secret, seated, move_ms=time, strict=strict)[0])


def play_on(
    match: Match,
    seed: bytes,
    bots: Sequence[Bot],
    *,
    move_ms: int | None = None,
    reveal: bool = True,
    strict: bool = False,
) -> tuple[Match, Record]:
    """Play a match to its end from wherever it is. The bots' chance comes from the seed.

    strict: whether an error of a bot ends the match and is raised.
    """
    table = Table(match)
    with ExitStack() as given_up:
        chairs = [BotSeat(seat, bot, strict=strict) for seat, bot in enumerate(bots)]
        for chair in chairs:
            given_up.callback(chair.close, None)
            chair.start(match.ruleset, move_ms)
        while table.to_act is not None:
            seat = table.to_act
            view = table.view(seat)
            table.act(seat, chairs[seat].choose(view, bot_stream(seed, view)))
        given_up.pop_all()
    record = record_of(table.match, seat_infos(chairs), substitutions=substitutions(chairs))
    told = to_json(record) if reveal else None
    for chair in chairs:
        chair.close(told)
    return table.match, record


def bot_stream(seed: bytes, view: View) -> Stream:
    """Return a bot's chance for one decision: named by seat, round and decision, so that no bot disturbs another's."""
    assert view.seat is not None
    return Stream(seed, "bot", view.seat, view.round, view.decisions)


def seat_infos(chairs: Sequence[BotSeat]) -> list[SeatInfo]:
    """Return the seats for a record: each bot's displayed name and its own name, never a command line."""
    return [SeatInfo(chair.title, chair.bot) for chair in chairs]


def substitutions(chairs: Sequence[BotSeat]) -> list[Substitution]:
    """Return the replacements in the order in which they happened."""
    happened = [chair.substitution for chair in chairs if chair.substitution]
    return sorted(happened, key=lambda entry: (entry.round, entry.decision))
