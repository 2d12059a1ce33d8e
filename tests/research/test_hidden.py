"""Re-deal what a seat cannot know: nothing that an environment tells it may change by a byte."""

from collections.abc import Callable
from typing import Any

import pytest

from nokosu import editions
from nokosu.kernel.state import State
from nokosu.research.gymnasium import NokosuEnv
from nokosu.research.pettingzoo import NokosuAEC, Observation
from tests.hidden.redeal import redeals, states
from tests.research.pairs import PAIRS, TIMES

PER_MATCH = 5
WORLDS = 4


def told(env: NokosuAEC, state: State, seat: int) -> bytes:
    """Everything that a seat is told at this point."""
    env.reset(options={"state": state})
    agent = f"player_{seat}"
    seen = env.observe(agent)
    shown = env.render() if agent == env.agent_selection else ""
    said = (env.agent_selection, env.infos[agent], env.rewards[agent], shown)
    return seen["observation"].tobytes() + seen["action_mask"].tobytes() + repr(said).encode()


def told_the_learner(env: NokosuEnv, state: State) -> bytes:
    """Everything that the learner is told at this point."""
    seen, info = env.reset(options={"state": state})
    mask = bytes(info.pop("action_mask"))
    return seen.tobytes() + mask + repr((info, env.render())).encode()


def leak(made: Callable[..., NokosuAEC], edition: str, players: int, matches: int) -> bool:
    """Whether some seat can tell two worlds apart."""
    env = made(edition=edition, players=players, render_mode="ansi")
    for match in states(editions.ruleset(edition, players, rounds=1), matches, PER_MATCH, 0):
        for seat in range(players):
            truth = told(env, State.from_round(match.round), seat)
            for other in redeals(match, seat, WORLDS):
                if told(env, State.from_round(other.round), seat) != truth:
                    return True
    return False


def learners_leak(made: Callable[..., NokosuEnv], edition: str, players: int, matches: int) -> bool:
    """Whether the learner can tell two worlds apart."""
    envs = [made(edition, players, seat=seat, render_mode="ansi") for seat in range(players)]
    for match in states(editions.ruleset(edition, players, rounds=1), matches, 2 * PER_MATCH, 0):
        assert match.to_act is not None
        env = envs[match.to_act]
        truth = told_the_learner(env, State.from_round(match.round))
        for other in redeals(match, match.to_act, WORLDS):
            if told_the_learner(env, State.from_round(other.round)) != truth:
                return True
    return False


@pytest.mark.parametrize(("edition", "players"), PAIRS)
def test_nothing_told_depends_on_what_is_hidden(edition: str, players: int) -> None:
    assert not leak(NokosuAEC, edition, players, TIMES)


@pytest.mark.parametrize(("edition", "players"), PAIRS)
def test_nothing_told_the_learner_depends_on_what_is_hidden(edition: str, players: int) -> None:
    assert not learners_leak(NokosuEnv, edition, players, TIMES)


class TheMaskOfTheSeatToAct(NokosuAEC):
    """The mask of the seat to act for everybody, as RLCard's environments in PettingZoo have it."""

    def observe(self, agent: str) -> Observation:
        return {**super().observe(agent), "action_mask": super().observe(self.agent_selection)["action_mask"]}


class AHiddenCard(NokosuAEC):
    """One byte of what the seat may not know."""

    def observe(self, agent: str) -> Observation:
        seen = super().observe(agent)
        assert self._state is not None
        seen["observation"][0] ^= sum(self._state.observe_hidden(self._seat_of[agent])[:20]) % 2
        return seen


class TheNumberOfHighCards(NokosuAEC):
    """A harmless statistic in the info."""

    def reset(self, seed: int | None = None, options: dict[str, object] | None = None) -> None:
        super().reset(seed, options)
        assert self._state is not None
        self.infos["player_0"] = {"luck": self._state.hands[1].bit_count() + (self._state.hands[1] & 0xFF)}


class TheWholeTable(NokosuAEC):
    """A picture with every hand."""

    def render(self) -> str | None:
        assert self._state is not None
        return f"{super().render()}{self._state.hands}"


@pytest.mark.parametrize("planted", [TheMaskOfTheSeatToAct, AHiddenCard, TheNumberOfHighCards, TheWholeTable])
def test_a_planted_leak_is_found(planted: type[NokosuAEC]) -> None:
    assert leak(planted, "second", 4, 3)


class TheOpponentsHand(NokosuEnv):
    """Something about the next seat's cards in the info."""

    def reset(self, **arguments: Any) -> tuple[Any, dict[str, Any]]:
        seen, info = super().reset(**arguments)
        return seen, {**info, "threat": self._state().hands[(self.seat + 1) % self.ruleset.players] & 0xFF}


class AByteOfTheOthersHands(NokosuEnv):
    """One byte of what the learner may not know."""

    def reset(self, **arguments: Any) -> tuple[Any, dict[str, Any]]:
        seen, info = super().reset(**arguments)
        seen[0] ^= sum(self._state().observe_hidden(self.seat)[:20]) % 2
        return seen, info


@pytest.mark.parametrize("planted", [TheOpponentsHand, AByteOfTheOthersHands])
def test_a_planted_leak_to_the_learner_is_found(planted: type[NokosuEnv]) -> None:
    assert learners_leak(planted, "second", 4, 3)
