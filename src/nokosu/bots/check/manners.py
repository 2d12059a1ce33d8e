"""Trials that are conversations: what a later version may add, the end, a host that is gone."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from typing import Final

from nokosu import editions
from nokosu.bots.base import BotFailure
from nokosu.bots.check.candidate import Candidate
from nokosu.bots.check.finding import Finding, advice, failure_finding
from nokosu.bots.check.talk import SEAT, Talk
from nokosu.bots.check.watched import Company
from nokosu.bots.play import bot_stream
from nokosu.core.match import Match
from nokosu.core.notation import parse_action
from nokosu.core.quoting import quoted
from nokosu.core.stream import seed_from_number
from nokosu.core.view import View, view
from nokosu.locale import t
from nokosu.record.codec import to_json
from nokosu.record.model import SeatInfo
from nokosu.record.writer import record_of

PLAYERS: Final = 4
_PATIENCE: Final = 10
_SEED: Final = seed_from_number(1, "bot-check", "manners")
_UNKNOWN: Final[dict[str, object]] = {"unknown": {"nested": [None, True, 1.5, "Zoë \u2028 🎲"]}}


def greeting(candidate: Candidate, move_ms: int) -> Iterator[Finding]:
    """Check that the program is ready in time, and silent until it is asked."""
    with closing(_talk(candidate, move_ms)) as talk:
        try:
            talk.greet()
        except BotFailure as failure:
            yield failure_finding(failure, None)
            return
        if words := talk.last_words():
            yield Finding(t("check.talks", words=words), "talks")


def additions(candidate: Candidate, move_ms: int) -> Iterator[Finding]:
    """Unknown fields, keys in another order, gaps between ids: all of these are allowed."""
    with closing(_talk(candidate, move_ms)) as talk:
        yield from _play(talk, extra=_UNKNOWN)


def no_limit(candidate: Candidate, move_ms: int) -> Iterator[Finding]:
    """`move_ms` null: as much time as it wants, within reason."""
    with closing(_talk(candidate, None, _PATIENCE * move_ms)) as talk:
        yield from _play(talk, decisions=3)


def the_end(candidate: Candidate, move_ms: int) -> Iterator[Finding]:
    """Check that the program exits without another word after receiving the record."""
    with closing(_talk(candidate, move_ms)) as talk:
        findings = [*_play(talk, end=True)]
        yield from findings
        if findings:
            return
        if not talk.goes_by_itself():
            yield Finding(t("check.stays"), "stays")
            return
        if words := talk.last_words():
            yield Finding(t("check.last-words", words=words), "last words")
        if talk.exit_code:
            yield advice(t("check.exit-code", code=talk.exit_code))


def no_record(candidate: Candidate, move_ms: int) -> Iterator[Finding]:
    """Check that the end message has `record` null where deals are played again."""
    with closing(_talk(candidate, move_ms)) as talk:
        try:
            talk.greet()
            talk.say({"type": "end", "record": None})
        except BotFailure as failure:
            yield failure_finding(failure, None)
            return
        if not talk.goes_by_itself():
            yield Finding(t("check.stays-null"), "stays null")
        elif talk.exit_code:
            yield Finding(t("check.fails-null", code=talk.exit_code), "fails null")


def lost_host(candidate: Candidate, move_ms: int) -> Iterator[Finding]:
    """Yield the host disappears: the program should exit."""
    with closing(_talk(candidate, move_ms)) as talk:
        try:
            talk.greet()
        except BotFailure as failure:
            yield failure_finding(failure, None)
            return
        talk.close_input()
        if not talk.goes_by_itself():
            yield advice(t("check.lives-on"))


def strange_lines(candidate: Candidate, move_ms: int) -> Iterator[Finding]:
    """Yield an empty line and a message of an unknown type: no host sends them today."""
    for line in (b"", b'{"type": "news", "text": "hello"}'):
        with closing(_talk(candidate, move_ms)) as talk:
            try:
                talk.greet()
                talk.say_bytes(line)
                match = _to_seat(_start())
                talk.act(match, 1)
            except BotFailure as failure:
                yield advice(t("check.strange", line=quoted(line.decode()), detail=failure))


def _talk(candidate: Candidate, move_ms: int | None, patience_ms: int | None = None) -> Talk:
    ruleset = editions.ruleset(editions.DEFAULT, PLAYERS, rounds=1)
    return Talk(list(candidate.command), ruleset, move_ms, patience_ms or move_ms, candidate.log)


def _start() -> Match:
    return Match.start(editions.ruleset(editions.DEFAULT, PLAYERS, rounds=1), _SEED)


def _play(
    talk: Talk, *, extra: dict[str, object] | None = None, decisions: int = 1000, end: bool = False
) -> Iterator[Finding]:
    """Yield a round, or its first decisions, with the program in seat 0; and the end."""
    seen: View | None = None
    number = 0
    try:
        talk.greet(extra)
        match = _to_seat(_start())
        while not match.over and decisions:
            decisions -= 1
            seen = view(match, SEAT)
            # Ids are whole numbers, another for each question; nothing says that they are counted from 1.
            number += 1 if extra is None else 1_000_003
            _, text = talk.act(match, number, extra)
            match = _to_seat(match.apply(parse_action(text, match.round.phase)))
        if end:
            names = [SeatInfo(name) for name in ("Zoë", "李", "🎲", "Ann \u2028")]
            talk.say({"type": "end", "record": to_json(record_of(match, names))})
    except BotFailure as failure:
        yield failure_finding(failure, seen)


def _to_seat(match: Match) -> Match:
    """Let the others play until the program is to act."""
    company = Company()
    while match.to_act is not None and match.to_act != SEAT:
        seen = view(match, match.to_act)
        match = match.apply(company.choose(seen, bot_stream(_SEED, seen)))
    return match
