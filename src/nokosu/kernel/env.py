"""Many games in lock-step for training, on the caller's arrays (docs/research-spaces.md)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import Final, Literal, Self, get_args

from nokosu.core.ruleset import Ruleset, TieRule
from nokosu.kernel import _kernel
from nokosu.kernel.actions import SIZE
from nokosu.kernel.convert import rules_bytes
from nokosu.kernel.layout import OBSERVATION_SIZE, PRIVILEGED_SIZE
from nokosu.kernel.state import State

SEATS: Final = 5
"""Columns of values per seat; those of absent seats are 0."""

ARRAYS: Final[Mapping[str, tuple[str, tuple[int, ...], str]]] = MappingProxyType(
    {
        "masks": ("B", (SIZE,), "1 for every legal action of the seat to act"),
        "observations": ("B", (OBSERVATION_SIZE,), "what the seat to act may know"),
        "privileged": ("B", (PRIVILEGED_SIZE,), "what it may not know, for critics"),
        "rewards": ("f", (SEATS,), "a finished round, by seat: what `reward` says"),
        "scores": ("f", (SEATS,), "a finished round: points, by seat"),
        "outcomes": ("B", (SEATS, 4), "a finished round, by seat: tricks won, target, made, zero contract"),
        "seats": ("b", (), "the seat to act"),
        "ends": ("B", (), "1 where the round ended with this step and the next is dealt; 2 if the match ended"),
        "players": ("B", (), "number of players; written by reset"),
        "finals": ("B", (SEATS, OBSERVATION_SIZE), "what each seat knew when the last round ended; 0 after reset"),
        "match": ("f", (SEATS + 2,), "match totals from the seat to act clockwise, then rounds over, rounds left"),
    }
)
"""What a batch can write, one row per game: type of the elements (as in `struct`), shape of a row, meaning."""


Reward = Literal["margin", "points", "win"]
"""What a finished round is worth to a seat.

`margin`: (own points - mean of the others) / 20. `points`: own points / 20. `win`: when a match ends, 1 shared by
those who won it, and 0 to the others.
"""


BOTS: Final = ("random", "greedy", "club")
"""The bots that a batch can play itself."""


class BatchEnv(_kernel.BatchEnv):
    """`games` rounds side by side; where one ends, the next is dealt at once.

    Game i is played by rulesets[i % len(rulesets)], or by rulesets[table_of[i]] if that is given. Deals
    follow from (seed, game, episode) alone and come from a fast generator, so everything follows from the
    seed and the actions, whatever the number of threads.

    With `canonical` (the default), masks, actions and observations name colours as the seat to act orders
    them (`State.colour_order`); without, masks and actions use the table's own colours, as do observations.
    `nokosu.kernel.colours` converts between the two.

    With `matches`, each game plays matches of `ruleset.rounds` rounds: the deal passes to the left, `match` shows the
    totals, and `ends` is 2 where a match ends.

    With `bots`, a name or None for each seat, the batch plays the named seats itself and stops only where one of the
    others is to act. `club` holds the club player's weights for each ruleset. `first` is the number of the first game:
    game 0 of a batch with `first=5` is game 5 of one without.
    """

    __slots__ = ()

    def __new__(
        cls,
        rulesets: Sequence[Ruleset],
        games: int,
        *,
        seed: int = 0,
        threads: int = 1,
        canonical: bool = True,
        table_of: Sequence[int] | None = None,
        matches: bool = False,
        reward: Reward = "margin",
        bots: Sequence[str | None] = (),
        club: Sequence[bytes] = (),
        first: int = 0,
    ) -> Self:
        """`games` must be the length of `table_of` where that is given."""
        chosen = bytes(table_of) if table_of is not None else _in_turn(len(rulesets), games)
        if len(chosen) != games:
            raise _kernel.Refused(f"table_of names {len(chosen)} games, not {games}")
        if reward not in get_args(Reward):
            raise _kernel.Refused(f"expected the reward {', '.join(get_args(Reward))}; found {reward!r:.40}")
        if reward == "win" and not matches:
            raise _kernel.Refused("the reward win needs matches=True: a single round has no winner")
        tables = [rules_bytes(ruleset) for ruleset in rulesets]
        rounds = b"".join(_match_bytes(ruleset) for ruleset in rulesets) if matches else None
        number = get_args(Reward).index(reward)
        made = super().__new__(cls, tables, chosen, seed, threads, canonical, rounds, number)
        if first:
            made.number_from(first)
        if bots:
            made.seat(_players(bots), club)
        return made

    def reset(self, *, seed: int | None = None, games: Iterable[int] | None = None) -> None:
        """Deal again and write all arrays.

        With a seed, everything follows as in a new batch with that seed. Without one, each game goes on to its next
        episode, so a second `reset()` gives other deals. With `games`, only these games are given up and dealt again.
        """
        if games is None:
            return super().reset() if seed is None else self.reset_seed(seed)
        if seed is not None:
            raise _kernel.Refused("a seed is for all games: leave out seed or games")
        chosen = tuple(games)
        for game in chosen:
            if not 0 <= game < self.games:
                raise _kernel.Refused(f"expected games from 0 to {self.games - 1}, found {game}; no game was reset")
        for game in chosen:
            self.reset_game(game)
        return None

    def state(self, game: int) -> State:
        """Return a copy of one of the games."""
        return State.from_bytes(self.game_bytes(game))

    def set_state(self, game: int, state: State) -> None:
        """Let a game go on from this state, which must follow the game's rules, and write its rows.

        A match keeps its totals and the number of its round.
        """
        self.set_game(game, state)


def _players(bots: Sequence[str | None]) -> bytes:
    for bot in bots:
        if bot is not None and bot not in BOTS:
            raise _kernel.Refused(f"expected the bot {', '.join(BOTS)} or None; found {bot!r:.40}")
    return bytes(0 if bot is None else 1 + BOTS.index(bot) for bot in bots).ljust(SEATS, b"\0")


def _match_bytes(ruleset: Ruleset) -> bytes:
    return bytes((ruleset.rounds, ruleset.tie_rule is TieRule.LEFTOVER))


def _in_turn(kinds: int, games: int) -> bytes:
    if kinds == 0:
        raise _kernel.Refused("a batch needs a ruleset")
    return (bytes(range(kinds)) * (games // kinds + 1))[:games] if games > 0 else b""


def arrays(games: int, names: Iterable[str]) -> dict[str, memoryview]:
    """Arrays to bind, without NumPy; `numpy.asarray` of one shares its memory."""
    made: dict[str, memoryview] = {}
    for name in names:
        kind, row, _ = ARRAYS[name]
        shape = (games, *row)
        size = {"f": 4}.get(kind, 1)
        for length in shape:
            size *= length
        made[name] = memoryview(bytearray(size)).cast(kind, shape)  # type: ignore[call-overload]  # kind is B, b or f
    return made


def choose(masks: object, actions: object, seed: int) -> None:
    """Choose a random legal action for every row of masks, for benchmarks and first tries."""
    _kernel.choose(masks, actions, seed)
