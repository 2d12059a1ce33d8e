"""Seats that a batch plays itself: the same bots as in Python, and the caller is asked for the other seats only."""

from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

import numpy as np
import pytest

from nokosu.bots.base import Bot
from nokosu.bots.club.club import Club
from nokosu.bots.greedy import Greedy
from nokosu.bots.random import RandomBot
from nokosu.bots.search import club_weights
from nokosu.core.actions import Action
from nokosu.core.round import Round
from nokosu.core.ruleset import Ruleset
from nokosu.core.stream import Stream
from nokosu.core.view import view_of_round
from nokosu.kernel import _kernel
from nokosu.kernel.actions import action_of
from nokosu.kernel.env import BatchEnv, choose
from nokosu.kernel.search import Settings
from nokosu.kernel.state import Refused, State
from tests.kernel.positions import NAMES, RULESETS

PYTHON: dict[str, Bot] = {"random": RandomBot(), "greedy": Greedy(), "club": Club()}


class Recorder(Stream):
    """Remembers what it was asked to choose from."""

    def __init__(self) -> None:
        super().__init__(bytes(32))
        self.asked: Sequence[Any] = ()

    def choice(self, items: Sequence[Any]) -> Any:
        self.asked = items
        return items[0]


def answers(bot: str, round_: Round) -> list[Action]:
    """Every action that the bot in Python may choose here."""
    stream = Recorder()
    seen = view_of_round(round_, 0, (), round_.to_act)
    chosen = PYTHON[bot].choose(seen, stream)
    if not stream.asked:
        return [chosen]
    pieces = {str(item) for item in stream.asked}
    return [
        action for action in seen.legal or () if str(action) in pieces or str(action).removeprefix("play ") in pieces
    ]


def played(ruleset: Ruleset, bot: str, rounds: int) -> list[tuple[State, bytes]]:
    """Finished rounds of a batch with this bot in all seats but 1: a state at their end, before the last step."""
    bots = [None if seat == 1 else bot for seat in range(ruleset.players)]
    env = BatchEnv([ruleset], rounds, seed=5, bots=bots, club=[club_weights(ruleset.players)])
    masks, seats = np.zeros((rounds, 161), np.uint8), np.zeros(rounds, np.int8)
    ends, actions = np.zeros(rounds, np.uint8), np.zeros(rounds, np.int64)
    env.bind(masks=masks, seats=seats, ends=ends)
    env.reset()
    last = [env.state(game) for game in range(rounds)]
    for step in range(60):
        assert (seats == 1).all()
        choose(masks, actions, step)
        env.step(actions)
        if ends.all():
            break
        last = [last[game] if ends[game] else env.state(game) for game in range(rounds)]
    return [(state, state.actions) for state in last]


def differences(ruleset: Ruleset, bot: str, rounds: int = 3) -> tuple[int, int]:
    """How many of the bot's actions the bot in Python would not choose, of how many."""
    wrong = looked = 0
    for state, actions in played(ruleset, bot, rounds):
        round_ = Round.start(ruleset, state.dealer, state.deal())
        for number in actions:
            if round_.to_act != 1:
                looked += 1
                wrong += action_of(number) not in answers(bot, round_)
            round_ = round_.apply(action_of(number))
    return wrong, looked


@pytest.mark.parametrize("bot", PYTHON)
@pytest.mark.parametrize("ruleset", RULESETS, ids=NAMES)
def test_a_bot_of_the_batch_is_the_one_in_python(ruleset: Ruleset, bot: str) -> None:
    wrong, looked = differences(ruleset, bot)
    assert wrong == 0
    assert looked > 60


def test_another_bot_would_be_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(PYTHON, "greedy", Club())
    assert differences(RULESETS[0], "greedy")[0] > 0


def test_the_deals_are_those_of_a_batch_without_bots() -> None:
    with_bots = BatchEnv([RULESETS[0]], 3, seed=2, bots=[None, "random", "random"])
    without = BatchEnv([RULESETS[0]], 3, seed=2)
    for env in (with_bots, without):
        env.reset()
    for game in range(3):
        assert with_bots.state(game).deal() == without.state(game).deal()
        assert with_bots.state(game).to_act == 0


def test_games_can_be_numbered_from_another_one() -> None:
    all_games, fifth = BatchEnv([RULESETS[0]], 6, seed=2), BatchEnv([RULESETS[0]], 1, seed=2, first=5)
    for env in (all_games, fifth):
        env.reset()
    assert fifth.state(0) == all_games.state(5)
    assert fifth.state(0) != all_games.state(0)
    for env in (all_games, fifth):
        env.reset(seed=9)
    assert fifth.state(0) == all_games.state(5)


def test_threads_make_no_difference() -> None:
    def rows(threads: int) -> bytes:
        env = BatchEnv(RULESETS, 36, seed=4, threads=threads, bots=["greedy", None, "random", None, "greedy"])
        masks, actions = np.zeros((36, 161), np.uint8), np.zeros(36, np.int64)
        env.bind(masks=masks)
        env.reset()
        for step in range(40):
            choose(masks, actions, step)
            env.step(actions)
        return masks.tobytes()

    assert rows(1) == rows(3)


@pytest.mark.parametrize(
    ("bots", "said"),
    [
        (["greedy"] * 5, "bots in every seat"),
        ([None, "champion", None], "expected the bot random, greedy, club or None; found 'champion'"),
        ([None, "club", None], "needs weights for every set of rules"),
        ([None] * 6, "one byte for each of five seats"),
    ],
)
def test_what_cannot_be_seated_is_refused(bots: list[str | None], said: str) -> None:
    with pytest.raises(Refused, match=said):
        BatchEnv([RULESETS[0]], 1, bots=bots)


def test_a_batch_asks_the_search_that_a_view_gets_with_these_worlds() -> None:
    ruleset, games = RULESETS[NAMES.index("second-4")], 6
    env = BatchEnv([ruleset], games, seed=5, canonical=False)
    masks, actions = np.zeros((games, 161), np.uint8), np.zeros(games, np.int64)
    env.bind(masks=masks)
    env.reset()
    club, asked = club_weights(4), np.array([1, 1, 1, 1, 1, 0], np.uint8)
    for step in range(20):
        choose(masks, actions, step)
        env.step(actions)

    def found(worlds: int) -> list[int]:
        actions[:] = -1
        env.ask_search(asked, actions, club, 50, 77, worlds)
        return list(map(int, actions))

    def alone(game: int, worlds: int) -> int:
        settings = {**asdict(Settings()), "worlds": worlds, "simulations": 50, "seconds": 0.0}
        rows = _kernel.search(env.state(game), club, 77 + game, settings)[2]
        return max(rows, key=lambda row: (row[1], row[2]))[0]

    for worlds in (4, 160):
        assert found(worlds) == [*(alone(game, worlds) for game in range(5)), -1]
    assert found(4) != found(160), "the number of worlds makes no difference"
    with pytest.raises(Refused, match="a search needs worlds"):
        found(0)
