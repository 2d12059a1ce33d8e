"""Matches over real sockets with everything written down that anybody was sent, and every line of log."""

from __future__ import annotations

import logging
import re
from collections.abc import Iterator, Sequence
from contextlib import AsyncExitStack, contextmanager
from dataclasses import dataclass, field

from nokosu.core.match import Match
from nokosu.core.ruleset import Ruleset
from nokosu.server.ids import sealed
from nokosu.server.store import open_store
from nokosu.server.store.dump import TABLES_KEY
from nokosu.table.host import replay
from nokosu.table.state import apply
from nokosu.wire import entries as log
from nokosu.wire.updates import Refusal
from tests.server.people import Client, Seat, client
from tests.server.serving import HandTime, Running, serving

KEY = "5e" * 32
TABLE = sealed(KEY, "secrecy2", HandTime().at // 3_600_000)
"""The same name in every recording, as a server with this key gives it out."""
NAMES = ("Ann", "Bea", "Cai", "Dan", "Eva")
Audience = int | None
WHOLE = 1_000
"""More moves than any match has."""
# Times and what depends on them differ from run to run; how often something happened does not.
COUNTED = re.compile(r"^nokosu_\w+_total .*$|^nokosu_(?:sockets|tables) .*$", re.MULTILINE)


@dataclass
class Recording:
    """What each audience was sent, frame by frame; what was logged and counted."""

    frames: dict[Audience, list[bytes]] = field(default_factory=dict)
    """The socket's frames, then the answers over plain HTTP."""
    tried: dict[Audience, set[str]] = field(default_factory=dict)
    """Cards that an audience asked for though it does not hold them; the refusal may name them again."""
    lines: list[str] = field(default_factory=list)
    metrics: str = ""

    @property
    def counted(self) -> list[str]:
        return COUNTED.findall(self.metrics)


class _Lines(logging.Handler):
    def __init__(self, lines: list[str]) -> None:
        super().__init__(logging.DEBUG)
        self._lines = lines

    def emit(self, record: logging.LogRecord) -> None:
        self._lines.append(self.format(record))


@contextmanager
def logged(lines: list[str]) -> Iterator[None]:
    """Every line of the server's own loggers, whatever their level, and what others find worth a warning."""
    handler, logger, root = _Lines(lines), logging.getLogger("nokosu"), logging.getLogger()
    level = logger.level
    root.addHandler(handler)
    logger.setLevel(logging.DEBUG)
    try:
        yield
    finally:
        root.removeHandler(handler)
        logger.setLevel(level)


async def record(where: str, ruleset: Ruleset, script: Sequence[str] | None, most: int = WHOLE) -> Recording:
    """Play a match of people, watched by one more: by a script of actions, or legal ones to the end.

    Before every move somebody, each in turn, also tries something that they may not do.
    """
    made = Recording()
    store = await open_store(where)
    await store.keys.get(TABLES_KEY, KEY)
    await store.close()
    with logged(made.lines):
        async with serving(where, time=HandTime()) as running, AsyncExitStack() as stack:
            people = [
                await stack.enter_async_context(client(running, name)) for name in (*NAMES[: ruleset.players], None)
            ]
            await _sit_down(people, ruleset)
            readers = await _open(stack, people)
            made.frames = {audience: seat.frames for audience, seat in readers.items()}
            await _play(readers, made, script, most)
            await _ask_over_http(people, made)
            made.metrics = await _metrics(running)
    return made


async def _sit_down(people: Sequence[Client], ruleset: Ruleset) -> None:
    form = {
        "table": TABLE,
        "settings": {"edition": ruleset.edition, "players": ruleset.players, "rounds": ruleset.rounds_override},
        "seats": [{"kind": "me"}, *[{"kind": "open"}] * (ruleset.players - 1)],
    }
    await people[0].post("/api/tables", form, 201)
    for person in people[1:-1]:
        await person.post(f"/api/tables/{TABLE}/join", {})


async def _open(stack: AsyncExitStack, people: Sequence[Client]) -> dict[Audience, Seat]:
    """A socket each; everybody hears of a newcomer before the next one comes, so that frames have one order."""
    players = len(people) - 1
    readers: dict[Audience, Seat] = {}
    for number, person in enumerate(people):
        seat = await stack.enter_async_context(person.at(TABLE, after=0))
        readers[number if number < players else None] = seat
        await seat.until(lambda update: update.view is not None)
        here = [seat <= number for seat in range(players)]
        seen = b'"presence":{"here":%b,"watching":%d}' % (
            str(here).lower().replace(" ", "").encode(),
            number == players,
        )
        for other in readers.values():
            while seen not in other.frames[-1]:
                await other.next()
    return readers


async def _play(readers: dict[Audience, Seat], made: Recording, script: Sequence[str] | None, most: int) -> None:
    for number in range(most if script is None else len(script)):
        shown = readers[None].update
        assert shown is not None
        assert shown.view is not None
        mover = shown.view.to_act
        if mover is None:
            return
        audience = list(readers)[number % len(readers)]
        await _try(readers[audience], audience, number, made)
        seen = readers[mover].update
        assert seen is not None
        assert seen.view is not None
        assert isinstance(seen.view.legal, list)
        action = script[number] if script is not None else seen.view.legal[number * 7 % len(seen.view.legal)]
        await readers[mover].ask("move", client_id=f"m{number}", expected_seq=seen.seq, action=action)
        for reader in readers.values():
            await reader.until_seq(seen.seq + 1)


async def _try(reader: Seat, audience: Audience, number: int, made: Recording) -> None:
    """Play a card that is not in the own hand, and that may be in another's."""
    update = reader.update
    assert update is not None
    assert update.view is not None
    hand = update.view.hand if isinstance(update.view.hand, list) else []
    others = [f"{colour}{figure}" for colour in "RBGYP" for figure in range(8) if f"{colour}{figure}" not in hand]
    card = others[number * 5 % len(others)]
    made.tried.setdefault(audience, set()).add(card)
    answer = await reader.ask("move", client_id=f"t{number}", expected_seq=update.seq, action=f"play {card}")
    assert isinstance(answer, Refusal)


async def _ask_over_http(people: Sequence[Client], made: Recording) -> None:
    """What everybody can read without a socket."""
    for audience, person in zip(made.frames, people, strict=True):
        for path in (f"/api/tables/{TABLE}", f"/api/tables/{TABLE}/events?after=0"):
            made.frames[audience].append((await person.http.get(path)).content)


async def _metrics(running: Running) -> str:
    async with client(running) as operator:
        return (await operator.http.get("/metrics")).text


@dataclass(frozen=True)
class Dealt:
    """A round as it was really dealt: the entries (first, last] that its cards may be known from, and the hands."""

    first: int
    last: int
    hands: list[set[str]]


@dataclass(frozen=True)
class Truth:
    """What was really dealt and played."""

    over: bool
    secrets: tuple[str, ...]
    rounds: list[Dealt]
    played: list[tuple[int, str]]
    """Number of the entry, and the card."""

    def public(self, after: int, seq: int, audience: Audience) -> set[str]:
        """The cards that an audience may be told of by a frame about the entries behind `after`, up to `seq`."""
        known: set[str] = set()
        for each in self.rounds:
            if each.first <= seq and each.last > after:
                known |= {card for at, card in self.played if each.first < at <= min(seq, each.last)}
                known |= each.hands[audience] if audience is not None else set()
        return known


async def truth(where: str) -> Truth:
    """From the log, which nobody sees."""
    store = await open_store(where)
    try:
        entries = await store.log.entries(TABLE)
    finally:
        await store.close()
    state, begun, played = replay(TABLE, entries[:1]), list[tuple[int, Match]](), list[tuple[int, str]]()
    for entry in entries[1:]:
        body = log.decode(entry.body)
        apply(state, body, entry.at)
        if state.match and len(begun) == state.match.round_index:
            begun.append((entry.seq, state.match))
        if isinstance(body, log.Moved) and body.action.startswith("play "):
            played.append((entry.seq, body.action[5:]))
    ends = [*(seq for seq, _ in begun[1:]), len(entries) + 1]
    assert state.match is not None
    assert state.match.seed is not None
    return Truth(
        over=state.match.over,
        secrets=(state.secret, state.match.seed.hex()),
        rounds=[
            Dealt(seq, end, [{str(card) for card in hand} for hand in match.round.deal.cards])
            for (seq, match), end in zip(begun, ends, strict=True)
        ],
        played=played,
    )


class DealtAs:
    """In place of Match where a table begins: this deal, whatever the seed."""

    def __init__(self, match: Match) -> None:
        self._deal = match.round.deal
        self._dealer = match.round.dealer

    def start(self, ruleset: Ruleset, _seed: bytes) -> Match:
        return Match.from_deals(ruleset, self._dealer, [self._deal])
