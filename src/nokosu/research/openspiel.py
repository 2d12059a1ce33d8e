"""Nokosu Dice as a game of OpenSpiel: importing this module registers `nokosu`.

>>> import pyspiel
>>> import nokosu.research.openspiel
>>> game = pyspiel.load_game("nokosu", {"players": 4, "edition": "second"})
>>> game.num_distinct_actions()
161
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from nokosu.research import needs_extra

try:
    import numpy as np
    import pyspiel
except ModuleNotFoundError as error:
    raise needs_extra(error, "openspiel") from None

from nokosu import editions
from nokosu.core.errors import NokosuError
from nokosu.core.pieces import DICE
from nokosu.kernel import _kernel
from nokosu.kernel.actions import SIZE, text_of
from nokosu.kernel.colours import table_observation
from nokosu.kernel.env import SEATS
from nokosu.kernel.layout import OBSERVATION_SIZE
from nokosu.research.tree import CHANCE, OVER, Position, Table, cards_text

REDUCED: Final = "reduced"
"""The edition for algorithms that visit the whole tree: three players, two colours, four cards, given dice."""

_PARAMETERS: Final = {"players": 4, "edition": editions.DEFAULT, "returns": "margin", "match": False}
_RETURNS: Final = ("margin", "points")


def _type(*, margin: bool, match: bool) -> Any:  # noqa: ANN401  (OpenSpiel has no types)
    utility = pyspiel.GameType.Utility
    return pyspiel.GameType(
        short_name="nokosu",
        long_name="Nokosu Dice",
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=utility.ZERO_SUM if margin else utility.GENERAL_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=5,
        min_num_players=2,
        provides_information_state_string=True,
        provides_information_state_tensor=not match,
        provides_observation_string=True,
        provides_observation_tensor=True,
        provides_factored_observation_string=True,
        parameter_specification=_PARAMETERS,
    )


def reduced_table() -> Table:
    """Return the rules of the reduced game: a card and two dice for each of three players, two tricks, one zero die."""
    own = {
        "players": 3,
        "colours": 0b11,
        "highest_card": 1,
        "cards_each": 1,
        "aside": 1,
        "dice_per_colour": 5,
        "drawn_each": 1,
        "pool_size": 4,
        "picks_each": 1,
        "zero_dice": 1,
        "trick_points": 1,
        "bonus": 10,
        "zero_bonus": 10,
    }
    lying = [str(die) for die in DICE]
    dice = bytes(lying.index(text) for text in ("dR1", "dB2", "dB1", "dR1", "dR1", "dB2", "dB2"))
    return Table(bytes(own.get(name, 0) for name in _kernel.RULE_FIELDS), dealer=0, dice=dice)


def _table(parameters: Mapping[str, Any]) -> Table:
    edition, players, match = (parameters[name] for name in ("edition", "players", "match"))
    if parameters["returns"] not in _RETURNS:
        said = f"expected returns {' or '.join(_RETURNS)}, found {parameters['returns']!r:.40}"
        raise pyspiel.SpielError(f"nokosu: {said}")
    if edition == REDUCED:
        if players != 3 or match:
            raise pyspiel.SpielError("nokosu: the edition reduced is one round for 3 players")
        return reduced_table()
    try:
        return Table.of(editions.ruleset(edition, players), match=match)
    except NokosuError as error:
        more = "" if edition in editions.names() else f"; and {REDUCED}, for 3 players"
        raise pyspiel.SpielError(f"nokosu: {error}{more}") from None


class NokosuGame(pyspiel.Game):  # type: ignore[misc]  # OpenSpiel has no types
    """The game with its parameters: players, edition, returns (margin or points), match (or a single round)."""

    def __init__(self, params: Mapping[str, Any] | None = None, table: Table | None = None) -> None:
        """Make the game; with a table, its rules count instead of an edition's."""
        parameters = {**_PARAMETERS, **(params or {})}
        self.table = table or _table(parameters)
        self.margin = parameters["returns"] == "margin"
        most = float(self.table.most_points * self.table.rounds)
        info = pyspiel.GameInfo(
            num_distinct_actions=SIZE,
            max_chance_outcomes=len(DICE),
            num_players=self.table.players,
            min_utility=-most if self.margin else 0.0,
            max_utility=most,
            utility_sum=0.0 if self.margin else None,
            max_game_length=self.table.decisions * self.table.rounds,
        )
        super().__init__(_type(margin=self.margin, match=self.table.rounds > 1), info, dict(params or {}))

    def new_initial_state(self) -> NokosuState:
        """Return the state in which nothing has been dealt."""
        return NokosuState(self)

    def max_chance_nodes_in_history(self) -> int:
        """Return how often chance acts."""
        return self.table.chances

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> NokosuObserver:  # noqa: ANN401  (the same)
        """Return what writes observations of this type."""
        return NokosuObserver(self.table, iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False), params)

    def state_at(self, position: Position) -> NokosuState:
        """Return a state without a history at this position, for searching."""
        return NokosuState(self, position)


class NokosuState(pyspiel.State):  # type: ignore[misc]  # OpenSpiel has no types
    """One node. Everything about the game is in `position`."""

    def __init__(self, game: NokosuGame, position: Position | None = None) -> None:
        super().__init__(game)
        self.position = position or Position.start(game.table)

    def current_player(self) -> int:
        """Return the seat to act, or OpenSpiel's number for chance or the end."""
        return self.position.to_act

    def is_terminal(self) -> bool:
        return self.position.to_act == OVER

    # OpenSpiel's own versions of the next three call back from C++ several times. Callers in Python find these first.
    def is_chance_node(self) -> bool:
        return self.position.to_act == CHANCE

    def legal_actions(self, player: int | None = None) -> list[int]:
        """Return what a player, or the one to act, can do: the same as OpenSpiel's own method, quicker for seats."""
        position = self.position
        if position.state is not None and player in (None, position.to_act):
            return position.state.legal()
        return super().legal_actions(*_given(player))  # type: ignore[no-any-return]  # OpenSpiel has no types

    def information_state_string(self, player: int | None = None) -> str:
        """Return all that a player, or the one to act, has seen."""
        position = self.position
        if player in (None, position.to_act) and position.to_act >= 0:
            return position.information(position.to_act)
        return super().information_state_string(*_given(player))  # type: ignore[no-any-return]  # OpenSpiel has no types

    def _legal_actions(self, player: int) -> list[int]:
        assert player == self.position.to_act
        return self.position.legal()

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Cards, dealer or dice with their probabilities."""
        position = self.position
        if position.to_act != CHANCE:
            raise pyspiel.SpielError("nokosu: chance does not act here")
        return list(position.draw.outcomes)

    def _apply_action(self, action: int) -> None:
        try:
            self.position = self.position.apply(action)
        except _kernel.Refused as refused:
            raise pyspiel.SpielError(f"nokosu: {refused}") from None

    def _action_to_string(self, player: int, action: int) -> str:
        return self.position.outcome_text(action) if player == CHANCE else text_of(action)

    def returns(self) -> list[float]:
        """Margins or points at the end, 0 before it."""
        totals = self.position.totals
        if self.position.to_act != OVER:
            return [0.0] * len(totals)
        return returns_of(totals, margin=self.get_game().margin)

    def __str__(self) -> str:
        """Return all of the truth, cards included."""
        position = self.position
        hands = " | ".join(position.hand(seat) for seat in range(position.table.players))
        return f"{position.described()}\ncards {hands}"

    def resample_from_infostate(self, player: int, sampler: Callable[[], float]) -> NokosuState:
        """Return a state that the player cannot tell from this one, with its own history of chance."""
        try:
            position = self.position.resampled(player, int(sampler() * (1 << 53)))
        except _kernel.Refused as refused:
            raise pyspiel.SpielError(f"nokosu: {refused}") from None
        table, played = position.table, len(position.state.actions) if position.state else 0
        history = [int(action) for action in self.history()]
        rolled = 0 if table.dice is not None else table.rolled
        first = len(history) - played - rolled - len(table.deck)
        for number, card in enumerate(table.deck):
            holders = (seat for seat in range(table.players) if position.dealt_to(seat) >> card & 1)
            history[first + number] = next(holders, table.players)
        state = self.get_game().new_initial_state()
        for action in history:
            state.apply_action(action)
        return state  # type: ignore[no-any-return]  # it is one of ours


def _given(player: int | None) -> tuple[int, ...]:
    return () if player is None else (player,)


class NokosuObserver:
    """Strings and tensors for one type of observation (OpenSpiel's PyObserver).

    The tensor is the kernel's observation in the table's colours, so that it fits the actions. It holds the history of
    the round; in a match the string alone has perfect recall.
    """

    def __init__(self, table: Table, kind: Any, params: Any) -> None:  # noqa: ANN401  (OpenSpiel has no types)
        if params:
            raise pyspiel.SpielError(f"nokosu: observers take no parameters, found {params}")
        self._public, self._recall, self._private = kind.public_info, kind.perfect_recall, kind.private_info
        self.tensor: Any = None
        self.dict: dict[str, Any] = {}
        whole = self._public and self._private == pyspiel.PrivateInfoType.SINGLE_PLAYER
        if not whole or (self._recall and table.rounds > 1):
            return
        sizes = {"player": table.players, "round": OBSERVATION_SIZE}
        if table.rounds > 1:
            sizes["match"] = SEATS + 2
        self.tensor = np.zeros(sum(sizes.values()), np.float32)
        start = 0
        for name, size in sizes.items():
            self.dict[name] = self.tensor[start : start + size]
            start += size

    def set_from(self, state: NokosuState, player: int) -> None:
        """Write what the player sees; the round is 0 while it is being dealt."""
        if self.tensor is None:
            return
        self.tensor.fill(0)
        self.dict["player"][player] = 1
        position = state.position
        if position.state is not None:
            self.dict["round"][:] = np.frombuffer(table_observation(position.state, player), np.uint8)
        if "match" in self.dict:
            totals = position.totals[player:] + position.totals[:player]
            over = position.round_index + position.is_over
            self.dict["match"][: len(totals)] = totals
            self.dict["match"][SEATS:] = (over, position.table.rounds - over)

    def string_from(self, state: NokosuState, player: int) -> str:
        """Return what the player sees as text."""
        position, kinds = state.position, pyspiel.PrivateInfoType
        if self._public and self._private == kinds.SINGLE_PLAYER:
            if self._recall:
                return position.information(player)
            return f"seat {player}\n{position.described()}\nhand {position.hand(player)}"
        seats = {kinds.NONE: (), kinds.SINGLE_PLAYER: (player,), kinds.ALL_PLAYERS: range(position.table.players)}
        shown = [position.public if self._recall else position.described()] if self._public else []
        for seat in seats[self._private]:
            hand = cards_text(position.dealt_to(seat)) if self._recall else position.hand(seat)
            shown.append(f"hand of seat {seat}: {hand}" if hand else "")
        return "\n".join(shown).strip()


def returns_of(points: tuple[int, ...], *, margin: bool) -> list[float]:
    """Points, or each seat's points less the mean of the others'."""
    if not margin:
        return [float(own) for own in points]
    total, others = sum(points), len(points) - 1
    return [own - (total - own) / others for own in points]


pyspiel.register_game(_type(margin=True, match=False), NokosuGame)
