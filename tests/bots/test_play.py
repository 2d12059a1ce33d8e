"""Whole matches between bots: the same seed, the same record; a bot of this process that fails is replaced too."""

from collections.abc import Mapping

import pytest

from nokosu import editions
from nokosu.bots.play import bot_stream, play_match
from nokosu.bots.random import RandomBot
from nokosu.core.actions import Action, Pass
from nokosu.core.match import Match
from nokosu.core.ruleset import Ruleset
from nokosu.core.stream import Stream, seed_from_number
from nokosu.core.view import View, view
from nokosu.record.codec import encode
from nokosu.record.verify import verify
from tests.builders import rules

SEED = seed_from_number(7)


class Crashes(RandomBot):
    """Good for five decisions."""

    name = "crashes"

    def __init__(self) -> None:
        self.asked = 0

    def choose(self, view: View, stream: Stream) -> Action:
        self.asked += 1
        if self.asked > 5:
            raise ZeroDivisionError("five and no more")
        return super().choose(view, stream)


class Cheats(RandomBot):
    name = "cheats"

    def choose(self, view: View, stream: Stream) -> Action:  # noqa: ARG002
        return Pass()


@pytest.mark.parametrize(("edition", "players"), editions.pairs())
def test_M3_a_match_between_bots_is_true_and_the_same_every_time(edition: str, players: int) -> None:
    ruleset = editions.ruleset(edition, players, rounds=2)
    one, other = (play_match(ruleset, SEED, [RandomBot()] * players) for _ in range(2))
    assert verify(one) is None
    assert encode(one) == encode(other)
    assert encode(one) != encode(play_match(ruleset, seed_from_number(8), [RandomBot()] * players))


def test_one_bot_does_not_disturb_the_chance_of_another() -> None:
    """The third seat's first pick is drawn from the same stream, with any bots at the first two."""
    ruleset = rules(3, rounds=1)
    match = Match.start(ruleset, SEED)
    first, second = (bot_stream(SEED, view(match, seat)) for seat in (0, 1))
    assert first.seed64() != second.seed64()
    assert bot_stream(SEED, view(match, 0)).seed64() == bot_stream(SEED, view(match, 0)).seed64()


@pytest.mark.parametrize(("bot", "why"), [(Crashes, "crashed"), (Cheats, "illegal")])
def test_a_bot_of_this_process_that_fails_is_replaced(bot: type[RandomBot], why: str) -> None:
    record = play_match(rules(3, rounds=1), SEED, [RandomBot(), bot(), RandomBot()])
    assert verify(record) is None
    assert record.substitutions is not None
    assert [(entry.seat, entry.why) for entry in record.substitutions] == [(1, why)]


class FailsToStart(RandomBot):
    def start(self, seat: int, ruleset: Ruleset, move_ms: int | None) -> str:  # noqa: ARG002  (the protocol's)
        raise RuntimeError("no weights")

    def close(self, record: Mapping[str, object] | None) -> None:
        """Nothing to give back."""


class FailsToClose(RandomBot):
    def start(self, seat: int, ruleset: Ruleset, move_ms: int | None) -> str:  # noqa: ARG002  (the same)
        return self.name

    def close(self, record: Mapping[str, object] | None) -> None:  # noqa: ARG002  (the same)
        raise OSError("full")


def test_a_bot_that_fails_to_start_is_replaced_and_one_that_fails_to_close_does_no_harm() -> None:
    record = play_match(rules(3, rounds=1), SEED, [FailsToStart(), FailsToClose(), RandomBot()])
    assert verify(record) is None
    assert record.substitutions is not None
    assert [(entry.seat, entry.why) for entry in record.substitutions] == [(0, "crashed")]


def test_who_sat_there_is_recorded_by_name() -> None:
    record = play_match(rules(3, rounds=1), SEED, [RandomBot()] * 3)
    assert [(seat.name, seat.bot) for seat in record.seats] == [("random", "random")] * 3
