"""Matches over real sockets with everything written down that anybody was sent, and every line of log."""

from __future__ import annotations

import logging
from collections.abc import Iterator, Sequence
from contextlib import AsyncExitStack, contextmanager
from dataclasses import dataclass, field

from nokosu.core.match import Match
from nokosu.core.ruleset import Ruleset
from nokosu.server.store import open_store
from nokosu.server.tables import entries as log
from nokosu.server.tables.hub import replay
from nokosu.wire.updates import Refusal
from tests.server.people import Client, Seat, client
from tests.server.serving import HandTime, Running, serving

TABLE = "secrecy000000000"
PLAYERS = 3
Audience = int | None


@dataclass
class Recording:
    """What each audience was sent, frame by frame; what was logged and counted."""

    frames: dict[Audience, list[bytes]] = field(default_factory=dict)
    tried: dict[Audience, set[str]] = field(default_factory=dict)
    """Cards that a seat asked for though it does not hold them; the refusal may name them again."""
    lines: list[str] = field(default_factory=list)
    metrics: str = ""


class _Lines(logging.Handler):
    def __init__(self, lines: list[str]) -> None:
        super().__init__(logging.DEBUG)
        self._lines = lines

    def emit(self, record: logging.LogRecord) -> None:
        self._lines.append(self.format(record))


@contextmanager
def logged(lines: list[str]) -> Iterator[None]:
    """Every line of the server's own loggers, whatever their level."""
    handler, logger = _Lines(lines), logging.getLogger("nokosu")
    level = logger.level
    logger.addHandler(handler)
    logger.setLevel(logging.DEBUG)
    try:
        yield
    finally:
        logger.removeHandler(handler)
        logger.setLevel(level)


async def record(where: str, script: Sequence[str] | None, most: int = 1_000) -> Recording:
    """Play a match of three people, watched by a fourth: by a script of actions, or legal ones to the end.

    Before every move each seat also tries something that it may not do.
    """
    made = Recording()
    with logged(made.lines):
        async with serving(where, time=HandTime()) as running, AsyncExitStack() as stack:
            await _play(running, stack, made, script, most)
            async with client(running) as operator:
                made.metrics = (await operator.http.get("/metrics")).text
    return made


async def _play(
    running: Running, stack: AsyncExitStack, made: Recording, script: Sequence[str] | None, most: int
) -> None:
    people: list[Client] = [await stack.enter_async_context(client(running, name)) for name in ("Ann", "Bea", "Cai")]
    form = {
        "table": TABLE,
        "settings": {"edition": "second", "players": PLAYERS, "rounds": 1},
        "seats": [{"kind": "me"}, *[{"kind": "open"}] * (PLAYERS - 1)],
    }
    await people[0].post("/api/tables", form, 201)
    for person in people[1:]:
        await person.post(f"/api/tables/{TABLE}/join", {})
    watcher = await stack.enter_async_context(client(running))
    readers: dict[Audience, Seat] = {}
    for audience, person in enumerate([*people, watcher]):
        seat = await stack.enter_async_context(person.at(TABLE, after=0))
        readers[audience if audience < PLAYERS else None] = seat
        await seat.until(lambda update: update.view is not None)
        for other in readers.values():
            # Everybody hears of a newcomer before the next one comes.
            while f'"watching":{int(audience == PLAYERS)}'.encode() not in other.frames[-1]:
                await other.next()
            while other.frames[-1].count(b"true") < min(audience + 1, PLAYERS) and b"presence" in other.frames[-1][:20]:
                await other.next()
    made.frames = {audience: seat.frames for audience, seat in readers.items()}
    number = 0
    while number < (most if script is None else len(script)):
        view = readers[None].update
        assert view is not None
        assert view.view is not None
        mover = view.view.to_act
        if mover is None:
            return
        for each in range(PLAYERS):
            await _try(readers[each], each, number, made)
        seen = readers[mover].update
        assert seen is not None
        assert seen.view is not None
        assert isinstance(seen.view.legal, list)
        action = script[number] if script is not None else seen.view.legal[number % len(seen.view.legal)]
        await readers[mover].ask("move", client_id=f"m{number}", expected_seq=seen.seq, action=action)
        for reader in readers.values():
            await reader.until_seq(seen.seq + 1)
        number += 1


async def _try(reader: Seat, seat: int, number: int, made: Recording) -> None:
    """Play a card that is not in the own hand, and that may be in another's."""
    update = reader.update
    assert update is not None
    assert update.view is not None
    hand = update.view.hand
    assert isinstance(hand, list)
    others = [f"{colour}{figure}" for colour in "RBGYP" for figure in range(8) if f"{colour}{figure}" not in hand]
    card = others[number * 5 % len(others)]
    made.tried.setdefault(seat, set()).add(card)
    answer = await reader.ask("move", client_id=f"t{number}", expected_seq=update.seq, action=f"play {card}")
    assert isinstance(answer, Refusal)


@dataclass(frozen=True)
class Truth:
    """What was really dealt and played."""

    match: Match
    secret: str
    played: list[tuple[int, str]]
    """Number of the entry, and the card."""


async def truth(where: str) -> Truth:
    """From the log, which nobody sees."""
    store = await open_store(where)
    try:
        entries = await store.log.entries(TABLE)
    finally:
        await store.close()
    state = replay(TABLE, entries)
    assert state.match is not None
    bodies = [(entry.seq, log.decode(entry.body)) for entry in entries]
    plays = [(seq, body.action) for seq, body in bodies if isinstance(body, log.Did)]
    return Truth(state.match, state.secret, [(seq, action[5:]) for seq, action in plays if action.startswith("play ")])


class DealtAs:
    """In place of Match where a table begins: this deal, whatever the seed."""

    def __init__(self, match: Match) -> None:
        self._deal = match.round.deal
        self._dealer = match.round.dealer

    def start(self, ruleset: Ruleset, _seed: bytes) -> Match:
        return Match.from_deals(ruleset, self._dealer, [self._deal])
