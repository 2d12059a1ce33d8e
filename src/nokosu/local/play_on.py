"""A known round, played on from a position: its deal, the moves up to there, then the person and bots.

The table's log holds all of it, so its record has every move from the deal on. It never counts.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import chain, repeat

from nokosu import editions
from nokosu.core.errors import RulesetError, reason
from nokosu.core.match import GivenDeals, Match
from nokosu.core.round import Round
from nokosu.core.stream import Stream
from nokosu.record.position import Position, position_of
from nokosu.table.create import NewTable
from nokosu.table.policy import HostPolicy
from nokosu.table.refusal import Refused
from nokosu.wire.entries import AnyEntry, Created, Moved, Seated, Started
from nokosu.wire.lobby import TableSettings
from nokosu.wire.struct import convert


def play_on(
    position: Position,
    seat: int | None,
    bots: Sequence[str | None],
    person: str,
    code: str,
    secret: bytes,
    policy: HostPolicy,
) -> NewTable:
    """Return the first entries of a table for one person in `seat`, or in the seat to act.

    `bots` play the other seats; where one is unknown here, or a person sat there, the usual one does. Unknown cards
    are drawn from the secret.
    """
    seen = position.seen
    if seen.to_act is None:
        raise Refused(reason("position.over"))
    own = seen.to_act if seat is None else seat
    rules = replace(seen.ruleset, rounds=1, rounds_override=1)
    try:
        editions.ruleset_by_digest(
            rules.edition, rules.players, rounds=1, removed_colour=rules.removed_choice, digest=rules.digest
        )
    except RulesetError:
        raise Refused(reason("table.no-such-rules")) from None
    now = Round.start(rules, seen.dealer, position.filled(Stream(secret, "position")).deal)
    dealt = Match(rules, GivenDeals(now.dealer, (now.deal,)), (), now, ())
    choices = {"edition": rules.edition, "players": rules.players, "rounds": 1, "hints": True}
    if rules.removed_choice is not None:
        choices["removed_colour"] = rules.removed_choice.letter
    settings = convert(choices, TableSettings)
    created = Created(
        settings=settings, code=code, secret=secret.hex(), digest=rules.digest, deal=str(position_of(dealt))
    )
    rest: list[AnyEntry] = [
        Seated(seat=each, person=person)
        if each == own
        else Seated(seat=each, bot=bot if bot in policy.bots else policy.default_bot)
        for each, bot in zip(range(rules.players), chain(bots, repeat(None)), strict=False)
    ]
    rest.append(Started())
    for action in position.actions:
        assert now.to_act is not None
        rest.append(Moved(seat=now.to_act, action=str(action), by="person" if now.to_act == own else "bot"))
        now = now.apply(action)
    return NewTable(created, rest)
