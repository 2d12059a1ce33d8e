"""Strings and tensors for OpenSpiel: deal again what a seat cannot know, and nothing that it is shown may change."""

import random
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

import pyspiel
import pytest

from nokosu.kernel.colours import table_observation
from nokosu.research import openspiel
from nokosu.research.openspiel import NokosuGame, NokosuState
from nokosu.research.tree import Position
from tests.night import NIGHTLY
from tests.research.spiel import QUICK, SMALL, load, walk

Channel = Callable[[NokosuState, int], object]

PUBLIC = pyspiel.IIGObservationType(public_info=True, perfect_recall=False, private_info=pyspiel.PrivateInfoType.NONE)
HISTORY = pyspiel.IIGObservationType(public_info=True, perfect_recall=True, private_info=pyspiel.PrivateInfoType.NONE)
OWN = pyspiel.IIGObservationType(
    public_info=False, perfect_recall=False, private_info=pyspiel.PrivateInfoType.SINGLE_PLAYER
)


def observed(kind: Any) -> Channel:
    return lambda state, player: state.get_game().make_py_observer(kind).string_from(state, player)


CHANNELS: dict[str, Channel] = {
    "information string": lambda state, player: state.information_state_string(player),
    "observation string": lambda state, player: state.observation_string(player),
    "observation tensor": lambda state, player: state.observation_tensor(player),
    "public string": observed(PUBLIC),
    "public history": observed(HISTORY),
    "private string": observed(OWN),
    "legal actions": lambda state, player: state.legal_actions(player) if player == state.current_player() else None,
    "returns": lambda state, _: state.returns(),
}


def redeals(state: NokosuState, player: int, chance: random.Random) -> Iterator[NokosuState]:
    """States that the player cannot tell from this one."""
    game, position = state.get_game(), state.position
    if position.state is not None:
        for world in position.worlds(player, chance.getrandbits(32), 4):
            yield game.state_at(world)
        return
    others = [index for index, place in enumerate(position.places) if place != player]
    for _ in range(2 * (len(others) > 1)):
        one, other = chance.sample(others, 2)
        places = bytearray(position.places)
        places[one], places[other] = places[other], places[one]
        yield game.state_at(replace(position, places=bytes(places)))


def find_leak(game: NokosuGame, channels: dict[str, Channel], games: int) -> str | None:
    """Return the first channel that shows what is hidden."""
    compared = 0
    for seed in range(games):
        chance = random.Random(seed)
        for number, state in enumerate(walk(game, seed)):
            if number % 3:
                continue
            for player in range(game.num_players()):
                shown = {name: channel(state, player) for name, channel in channels.items()}
                for other in redeals(state, player, chance):
                    compared += 1
                    for name, channel in channels.items():
                        if channel(other, player) != shown[name]:
                            return name
    assert compared > 100
    return None


@pytest.mark.parametrize(
    "parameters",
    [*({"edition": edition, "players": players} for edition, players in QUICK), {"players": 3, "match": True}, SMALL],
    ids=str,
)
def test_H4_nothing_shown_depends_on_what_is_hidden(parameters: dict[str, Any]) -> None:
    assert find_leak(load(**parameters), CHANNELS, games=20 if NIGHTLY else 1 + 3 * (parameters == SMALL)) is None


def leaky(monkeypatch: pytest.MonkeyPatch, fault: str) -> None:
    """Plant a fault into the code that is tested."""
    knowledge, hand, observation = Position.knowledge, Position.hand, table_observation

    def left(position: Position, seat: int) -> int:
        return (seat + 1) % position.table.players

    plants: dict[str, Callable[[], None]] = {
        "the neighbour's hand in the information string": lambda: monkeypatch.setattr(
            Position, "knowledge", lambda self, seat: f"{knowledge(self, seat)}; {self.hand(left(self, seat))}"
        ),
        "the number of the neighbour's red cards": lambda: monkeypatch.setattr(
            Position,
            "knowledge",
            lambda self, seat: f"{knowledge(self, seat)}; {hand(self, left(self, seat)).count('R')}",
        ),
        "the order in which cards were placed": lambda: monkeypatch.setattr(
            Position, "described", lambda self: self.places.hex()
        ),
        "the card aside in the tensor": lambda: monkeypatch.setattr(
            openspiel,
            "table_observation",
            lambda state, seat: observation(state, seat)[:-1] + bytes((state.observe_hidden(seat)[160:].index(1),)),
        ),
        "the neighbour's hand instead of one's own": lambda: monkeypatch.setattr(
            Position, "hand", lambda self, seat: hand(self, left(self, seat))
        ),
    }
    plants[fault]()


@pytest.mark.parametrize(
    ("fault", "channel"),
    [
        ("the neighbour's hand in the information string", "information string"),
        ("the number of the neighbour's red cards", "information string"),
        ("the order in which cards were placed", "observation string"),
        ("the card aside in the tensor", "observation tensor"),
        ("the neighbour's hand instead of one's own", "observation string"),
    ],
)
def test_H4_a_planted_leak_is_found(monkeypatch: pytest.MonkeyPatch, fault: str, channel: str) -> None:
    leaky(monkeypatch, fault)
    assert find_leak(load(players=3), CHANNELS, games=1) == channel


def test_H4_the_whole_truth_is_recognised_as_a_leak() -> None:
    """`str(state)` holds all cards, as OpenSpiel asks; a player must not be given it."""
    assert find_leak(load(players=3), {"str": lambda state, _: str(state)}, games=1) == "str"


def test_H4_a_resampled_state_has_another_history() -> None:
    state = next(each for each in walk(load(players=3), 1) if each.current_player() >= 0)
    assert state.resample_from_infostate(0, lambda: 0.3).history() != state.history()
