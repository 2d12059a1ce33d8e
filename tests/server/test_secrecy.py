"""H1, H3, H4 over real sockets in every edition: matches recorded, the re-deal test on the wire, planted leaks."""

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

from nokosu import editions
from nokosu.core.deal import Pieces
from nokosu.core.errors import RulesetError
from nokosu.core.ruleset import Ruleset
from nokosu.server.tables.actor import Actor
from nokosu.table import frames as shown
from nokosu.table import state, table_state
from nokosu.wire.commands import AnyCommand
from nokosu.wire.updates import Ack, Refusal
from tests.builders import SEED, rules
from tests.hidden.redeal import played_and_redealt
from tests.server.recorded import WHOLE, Audience, DealtAs, Recording, Truth, record, truth

Plant = Callable[[pytest.MonkeyPatch], None]
# Which cards and dice are trumps follows from the trump die: all are named, wherever they are.
TRUMPS = re.compile(r'"trumps":\{[^}]*\}')
CARD = re.compile(r"(?<![A-Za-z0-9])[RBGYP][0-7](?![A-Za-z0-9])")
ABOUT = re.compile(rb'^\{"type":"update","seq":(\d+),"after":(\d+)')
# The same in both worlds but for chance: the code for joining, and the commitment to the seed.
CHANCE = (re.compile(rb'"code":"\w{8}"'), re.compile(rb'"commitment":"\w{64}"'))
LOG = logging.getLogger("nokosu.server.tables")


def possible(edition: str, players: int) -> bool:
    try:
        rules(players, edition)
    except RulesetError:
        return False
    return True


PAIRS = [(edition, players) for edition in editions.names() for players in (3, 4, 5) if possible(edition, players)]


# Whole rounds: no card that its reader may not see


def forbidden(made: Recording, known: Truth) -> list[str]:
    """Everything that somebody was told and may not know."""
    found = []
    for audience, frames in made.frames.items():
        last = max(int(about[1]) for frame in frames if (about := ABOUT.match(frame)))
        seq = 0
        for frame in frames:
            text, about = TRUMPS.sub("", frame.decode()), ABOUT.match(frame)
            seq, after = (int(about[1]), int(about[2])) if about else (seq, seq)
            tried = made.tried.get(audience, set()) if text.startswith('{"type":"refusal"') else set()
            told = set(CARD.findall(text)) - known.public(after, seq, audience) - tried
            found += [f"{audience} at {seq}: {card}" for card in told]
            if not (known.over and seq == last) and any(secret in text for secret in known.secrets):
                found.append(f"{audience} at {seq}: the secret")
    for line in (*made.lines, made.metrics):
        if CARD.search(line) or any(secret in line for secret in known.secrets):
            found.append(f"log or metric: {line}")
    return found


def told(where: str, ruleset: Ruleset, most: int = WHOLE) -> list[str]:
    """What may not be known and was told in a match, or in its first moves."""
    made = asyncio.run(asyncio.wait_for(record(where, ruleset, None, most), 60))
    known = asyncio.run(truth(where))
    assert known.over == (most == WHOLE)
    assert len(made.frames) == ruleset.players + 1
    assert all(len(frames) > min(most, 40) for frames in made.frames.values())
    assert len(known.rounds) == ruleset.rounds or not known.over
    assert "nokosu_entries" in made.metrics
    return forbidden(made, known)


def test_all_editions_and_numbers_of_players_are_looked_at() -> None:
    assert len(PAIRS) == 12
    assert {edition for edition, _ in PAIRS} == set(editions.names())


@pytest.mark.parametrize(("edition", "players"), PAIRS)
def test_H1_H3_H4_nobody_is_told_of_a_card_that_they_may_not_see(edition: str, players: int, tmp_path: Path) -> None:
    assert told(str(tmp_path / "one.db"), rules(players, edition, rounds=1)) == []


def test_H1_H3_H4_nor_in_a_whole_match(tmp_path: Path) -> None:
    """Of an earlier round nothing is hidden; of the next one its players know their own cards alone."""
    assert told(str(tmp_path / "one.db"), rules(3, "hungarian")) == []


def _hands_in_the_log(patch: pytest.MonkeyPatch) -> None:
    plain = Actor.context

    def talkative(actor: Actor) -> shown.FrameContext:
        if actor.state.match:
            LOG.debug("hands %s", [str(card) for card in actor.state.match.round.hands[0]])
        return plain(actor)

    patch.setattr(Actor, "context", talkative)


def _secret_too_early(patch: pytest.MonkeyPatch) -> None:
    plain = table_state._fairness
    patch.setattr(table_state, "_fairness", lambda state: msgspec.structs.replace(plain(state), secret=state.secret))


def _aside_for_spectators(patch: pytest.MonkeyPatch) -> None:
    plain = shown.Frames.for_seat

    def leaky(frames: shown.Frames, seat: int | None) -> bytes:
        match = frames._match
        frame = plain(frames, seat)
        if match is None or seat is not None:
            return frame
        return frame.replace(b'"Ann"', b'"%b"' % str(match.round.deal.aside[0]).encode())

    patch.setattr(shown.Frames, "for_seat", leaky)


@pytest.mark.parametrize("plant", [_hands_in_the_log, _secret_too_early, _aside_for_spectators])
def test_H4_a_leak_planted_in_a_match_is_found(plant: Plant, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    plant(monkeypatch)
    assert told(str(tmp_path / "one.db"), rules(3, rounds=1), most=5)


def test_H4_a_card_of_the_next_round_is_none_of_the_last_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """That a card was seen in one round excuses nothing in the next."""
    plain = shown.Frames.for_seat

    def leaky(frames: shown.Frames, seat: int | None) -> bytes:
        frame, match = plain(frames, seat), frames._match
        if match is None or match.round_index == 0 or seat == 0:
            return frame
        return frame.replace(b'"second"', b'"%b"' % str(match.round.deal.cards[0][0]).encode())

    monkeypatch.setattr(shown.Frames, "for_seat", leaky)
    assert told(str(tmp_path / "one.db"), rules(3, rounds=2), most=50)


# The same table with other hidden cards


def differences(
    folder: Path, ruleset: Ruleset, moment: int, audience: Audience, patch: pytest.MonkeyPatch
) -> list[tuple[object, ...]]:
    """What differs for this audience, or in logs and metrics, between tables that differ in what it cannot know."""
    match, other, script = played_and_redealt(ruleset, SEED, moment, audience)
    sent: list[list[bytes]] = []
    about: list[list[str]] = []
    for name, world in (("one", match), ("other", other)):
        patch.setattr(state, "Match", DealtAs(world))
        made = asyncio.run(asyncio.wait_for(record(str(folder / f"{name}.db"), ruleset, script), 60))
        sent.append([_without_chance(frame) for frame in made.frames[audience]])
        about.append([*made.lines, *made.counted])
    assert len(sent[0]) > moment
    assert len(about[0]) > 5
    pairs = [*zip_longest(*sent, fillvalue=b""), *zip_longest(*about, fillvalue="")]
    return [pair for pair in pairs if pair[0] != pair[1]]


def _without_chance(frame: bytes) -> bytes:
    for pattern in CHANCE:
        frame = pattern.sub(b"-", frame)
    return frame


MOMENTS = [
    # After so many actions: before the first, in the draft, among the declarations, in the tricks.
    *[("first", 3, 10, None), ("first", 4, 3, 2)],
    *[("hungarian", 3, 4, 0), ("hungarian", 4, 14, 1)],
    *[("manual", 3, 9, 2), ("manual", 4, 1, None)],
    *[("roger", 3, 0, 1), ("roger", 4, 13, 3), ("roger", 5, 6, 4)],
    *[("second", 3, 21, 1), ("second", 4, 5, 0), ("second", 5, 17, None)],
]


def test_the_re_deal_test_looks_at_all_editions_and_numbers_of_players() -> None:
    assert [(edition, players) for edition, players, _, _ in MOMENTS] == PAIRS


@pytest.mark.parametrize(("edition", "players", "moment", "audience"), MOMENTS)
def test_H4_with_other_hidden_cards_every_frame_is_the_same_to_the_byte(
    edition: str, players: int, moment: int, audience: Audience, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert differences(tmp_path, rules(players, edition, rounds=1), moment, audience, monkeypatch) == []


Leaky = Callable[[bytes, tuple[Pieces, ...]], bytes]
WATCHING = re.compile(rb'"watching":\d+')


def strength(hand: Pieces) -> int:
    return sum(card.number**2 + 9 * card.colour for card in hand)


def _fingerprint(frame: bytes, hands: tuple[Pieces, ...]) -> bytes:
    """A number made from the whole truth."""
    return WATCHING.sub(b'"watching":%d' % (int(sha256(repr(hands).encode()).hexdigest(), 16) % 10**6), frame)


def _strength(frame: bytes, hands: tuple[Pieces, ...]) -> bytes:
    """A number that looks like another and comes from a hand."""
    return WATCHING.sub(b'"watching":%d' % strength(hands[1]), frame)


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
    plain = shown.Frames.for_seat

    def leaking(frames: shown.Frames, seat: int | None) -> bytes:
        frame, match = plain(frames, seat), frames._match
        return leaky(frame, match.round.hands) if match and match.round.decisions else frame

    monkeypatch.setattr(shown.Frames, "for_seat", leaking)
    assert differences(tmp_path, rules(3, rounds=1), 3, None, monkeypatch)


def _in_the_refusals(patch: pytest.MonkeyPatch) -> None:
    plain = Actor._obey

    async def helpful(actor: Actor, person: str | None, command: AnyCommand) -> Ack | Refusal:
        answer = await plain(actor, person, command)
        if isinstance(answer, Refusal) and actor.state.match:
            hint = {"hint": str(strength(actor.state.match.round.hands[1]))}
            return msgspec.structs.replace(answer, reason=msgspec.structs.replace(answer.reason, params=hint))
        return answer

    patch.setattr(Actor, "_obey", helpful)


def _at_every_command(patch: pytest.MonkeyPatch, leak: Callable[[Actor, int], object]) -> None:
    """Let the actor do something with the strength of a hand before it decides on a command."""
    plain = Actor._obey

    async def leaking(actor: Actor, person: str | None, command: AnyCommand) -> Ack | Refusal:
        if actor.state.match:
            leak(actor, strength(actor.state.match.round.hands[1]))
        return await plain(actor, person, command)

    patch.setattr(Actor, "_obey", leaking)


def _in_the_log(patch: pytest.MonkeyPatch) -> None:
    """A line that names no card."""
    _at_every_command(patch, lambda _, strong: LOG.info("thinking for %d ms", strong))


def _in_the_metrics(patch: pytest.MonkeyPatch) -> None:
    _at_every_command(patch, lambda actor, strong: actor.deps.metrics.frames.inc(strong))


def _in_the_number_of_frames(patch: pytest.MonkeyPatch) -> None:
    """A good hand is announced more often."""

    def announce(actor: Actor, strong: int) -> None:
        for _ in range(strong % 17):
            actor.subscribers.presence_changed()

    _at_every_command(patch, announce)


def _over_plain_http(patch: pytest.MonkeyPatch) -> None:
    """In the first answer alone, and in no frame that follows."""
    plain = Actor.first_frame

    async def leaking(actor: Actor, seat: int | None, after: int | None, before: int | None = None) -> bytes:
        frame, match = await plain(actor, seat, after, before), actor.state.match
        return _strength(frame, match.round.hands) if match and match.round.decisions else frame

    patch.setattr(Actor, "first_frame", leaking)


@pytest.mark.parametrize(
    "plant", [_in_the_refusals, _in_the_log, _in_the_metrics, _in_the_number_of_frames, _over_plain_http]
)
def test_H4_a_leak_planted_beside_the_frames_is_found(
    plant: Plant, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    plant(monkeypatch)
    assert differences(tmp_path, rules(3, rounds=1), 3, 0, monkeypatch)
