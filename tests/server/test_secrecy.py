"""H1, H3, H4 over real sockets: whole matches recorded, the re-deal test on the wire, planted leaks found."""

from __future__ import annotations

import asyncio
import logging
import re
from collections.abc import Callable
from hashlib import sha256
from itertools import zip_longest
from pathlib import Path

import msgspec
import pytest

from nokosu.core.deal import Pieces
from nokosu.core.match import Match
from nokosu.server.tables import show, state
from nokosu.server.tables.actor import Actor
from nokosu.wire.commands import AnyCommand
from nokosu.wire.updates import Ack, Refusal
from tests.builders import SEED, rules
from tests.hidden.redeal import redeals
from tests.server.recorded import Audience, DealtAs, Recording, Truth, record, truth

WHOLE = 1_000
Plant = Callable[[pytest.MonkeyPatch], None]
CARD = re.compile(r"(?<![A-Za-z0-9])[RBGYP][0-7](?![A-Za-z0-9])")
SEQ = re.compile(rb'^\{"type":"update","seq":(\d+)')
# The same in both worlds but for chance: the code for joining, and the commitment to the seed.
CHANCE = (re.compile(rb'"code":"\w{6}"'), re.compile(rb'"commitment":"\w{64}"'))


# Whole matches: no card that its reader may not see


def forbidden(made: Recording, known: Truth) -> list[str]:
    """Everything that somebody was told and may not know."""
    found = []
    dealt = [{str(card) for card in hand} for hand in known.match.round.deal.cards]
    seed = known.match.seed
    assert seed is not None
    secrets = (known.secret, seed.hex())
    for audience, frames in made.frames.items():
        own = dealt[audience] if audience is not None else set()
        seq, last = 0, max(int(seen[1]) for frame in frames if (seen := SEQ.match(frame)))
        for frame in frames:
            text, seen = frame.decode(), SEQ.match(frame)
            seq = int(seen[1]) if seen else seq
            played = {card for at, card in known.played if at <= seq}
            tried = made.tried.get(audience, set()) if text.startswith('{"type":"refusal"') else set()
            found += [f"{audience}: {card}" for card in set(CARD.findall(text)) - own - played - tried]
            if seq < last and any(secret in text for secret in secrets):
                found.append(f"{audience}: the secret")
    for line in (*made.lines, made.metrics):
        if CARD.search(line) or any(secret in line for secret in secrets):
            found.append(f"log or metric: {line}")
    return found


def told(where: str, most: int) -> list[str]:
    """What may not be known and was told in a match, or in its first moves."""
    made = asyncio.run(asyncio.wait_for(record(where, None, most), 60))
    known = asyncio.run(truth(where))
    assert known.match.over == (most == WHOLE)
    assert all(len(frames) > min(most, 40) for frames in made.frames.values())
    assert "nokosu_entries" in made.metrics
    return forbidden(made, known)


def test_H1_H3_H4_nobody_is_told_of_a_card_that_they_may_not_see(tmp_path: Path) -> None:
    assert told(str(tmp_path / "one.db"), WHOLE) == []


def _hands_in_the_log(patch: pytest.MonkeyPatch) -> None:
    plain = Actor.surroundings

    def talkative(actor: Actor) -> show.Surroundings:
        if actor.state.match:
            logging.getLogger("nokosu.server.tables").debug(
                "hands %s", [str(c) for c in actor.state.match.round.hands[0]]
            )
        return plain(actor)

    patch.setattr(Actor, "surroundings", talkative)


def _secret_too_early(patch: pytest.MonkeyPatch) -> None:
    plain = show._fairness
    patch.setattr(show, "_fairness", lambda state: msgspec.structs.replace(plain(state), secret=state.secret))


def _aside_for_spectators(patch: pytest.MonkeyPatch) -> None:
    plain = show.Frames.for_seat

    def leaky(frames: show.Frames, seat: int | None, after: int) -> bytes:
        match = frames._match
        frame = plain(frames, seat, after)
        if match is None or seat is not None:
            return frame
        return frame.replace(b'"Ann"', b'"%b"' % str(match.round.deal.aside[0]).encode())

    patch.setattr(show.Frames, "for_seat", leaky)


@pytest.mark.parametrize("plant", [_hands_in_the_log, _secret_too_early, _aside_for_spectators])
def test_H4_a_leak_planted_in_a_whole_match_is_found(
    plant: Plant, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    plant(monkeypatch)
    assert told(str(tmp_path / "one.db"), 5)


# The same table with other hidden cards


def differences(folder: Path, moment: int, audience: Audience, patch: pytest.MonkeyPatch) -> list[tuple[bytes, ...]]:
    """Frames that differ for this audience between two tables that differ in what it cannot know."""
    match, script = Match.start(rules(3, rounds=1), SEED), []
    for number in range(moment):
        action = match.legal()[number * 7 % len(match.legal())]
        match = match.apply(action)
        script.append(str(action))
    other = next(iter(redeals(match, audience, 1)))
    assert other.round.deal.cards != match.round.deal.cards
    sent = []
    for name, world in (("one", match), ("other", other)):
        patch.setattr(state, "Match", DealtAs(world))
        made = asyncio.run(asyncio.wait_for(record(str(folder / f"{name}.db"), script), 60))
        sent.append([_without_chance(frame) for frame in made.frames[audience]])
    assert len(sent[0]) > moment
    return [pair for pair in zip_longest(*sent, fillvalue=b"") if pair[0] != pair[1]]


def _without_chance(frame: bytes) -> bytes:
    for pattern in CHANCE:
        frame = pattern.sub(b"-", frame)
    return frame


@pytest.mark.parametrize(("moment", "audience"), [(0, 0), (12, None), (21, 1)])
def test_H4_with_other_hidden_cards_every_frame_is_the_same_to_the_byte(
    moment: int, audience: Audience, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert differences(tmp_path, moment, audience, monkeypatch) == []


Leaky = Callable[[bytes, tuple[Pieces, ...]], bytes]
WATCHING = re.compile(rb'"watching":\d+')


def _fingerprint(frame: bytes, hands: tuple[Pieces, ...]) -> bytes:
    """A number made from the whole truth."""
    return WATCHING.sub(b'"watching":%d' % (int(sha256(repr(hands).encode()).hexdigest(), 16) % 10**6), frame)


def _strength(frame: bytes, hands: tuple[Pieces, ...]) -> bytes:
    """A number that looks like another and comes from a hand."""
    return WATCHING.sub(b'"watching":%d' % sum(card.number**2 + 9 * card.colour for card in hands[1]), frame)


def _length(frame: bytes, hands: tuple[Pieces, ...]) -> bytes:
    """Spaces, as many as a hand is worth."""
    return frame[:-1] + b" " * sum(card.number * card.colour for card in hands[1]) + b"}"


def _order(frame: bytes, hands: tuple[Pieces, ...]) -> bytes:
    """The dice of the middle, in an order that depends on a hand."""
    dice = re.search(rb'"pool":\[([^\]]*)\]', frame)
    assert dice is not None
    pool = sorted(dice[1].split(b","), key=lambda die: sha256(die + repr(hands[1]).encode()).digest())
    return frame.replace(dice[0], b'"pool":[%b]' % b",".join(pool))


@pytest.mark.parametrize("leaky", [_fingerprint, _strength, _length, _order])
def test_H4_a_leak_planted_in_the_frames_is_found(
    leaky: Leaky, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    plain = show.Frames.for_seat

    def leaking(frames: show.Frames, seat: int | None, after: int) -> bytes:
        frame, match = plain(frames, seat, after), frames._match
        return leaky(frame, match.round.hands) if match and match.round.decisions else frame

    monkeypatch.setattr(show.Frames, "for_seat", leaking)
    assert differences(tmp_path, 3, None, monkeypatch)


def test_H4_a_leak_planted_in_the_refusals_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    plain = Actor._command

    async def helpful(actor: Actor, person: str | None, command: AnyCommand) -> Ack | Refusal:
        answer = await plain(actor, person, command)
        if isinstance(answer, Refusal) and actor.state.match:
            hint = {"hint": str(hash(actor.state.match.round.hands) % 97)}
            return msgspec.structs.replace(answer, reason=msgspec.structs.replace(answer.reason, params=hint))
        return answer

    monkeypatch.setattr(Actor, "_command", helpful)
    assert differences(tmp_path, 3, 0, monkeypatch)
