"""Looking ahead from a view with the trained network (champion/champion.hpp)."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING

from nokosu.core.actions import Action
from nokosu.core.view import View
from nokosu.core.worlds import World
from nokosu.kernel.actions import TABLE
from nokosu.kernel.convert import cards_of

if TYPE_CHECKING:
    from nokosu.kernel.network import Network


@dataclass(frozen=True, slots=True)
class Settings:
    """How the champion looks ahead; the defaults are those that the arena found best."""

    tricks: int = 1
    """Tricks that the policy plays to the end before the critic is asked; 0 asks it at once."""
    deeper: int = 1
    """Tricks that actions which lie close together are then looked at further ahead."""
    endgame: int = 4
    """With at most this many tricks left, the worlds are solved exactly (endgame/endgame.hpp)."""
    prior: float = 0.3
    """Points that an action is worth more for being e times as likely for the policy."""
    hopeless: float = 0.002
    """An action with less than this share of the likeliest one's chance is not tried; with 0, all are, to the end."""
    believed: float = 1.0
    """Exponent of the beliefs: 0 takes all worlds for equally likely."""
    stakes: float = 0.9
    """How far winning the match counts, the rest being the points of this round (champion/stakes.hpp)."""

    def checked(self) -> Settings:
        """Return these; Refused where something is out of range. A kernel in another process refuses it itself."""
        try:
            from nokosu.kernel import _kernel  # noqa: PLC0415  (a browser has the settings, not the extension)
        except ImportError:
            return self
        _kernel.check_champion({**asdict(self), "worlds": 1})
        return self


@dataclass(frozen=True, slots=True)
class Line:
    """What to expect of one action, for the seat to act; means over the worlds that it was tried in."""

    action: Action
    prior: float
    """The policy's chance."""
    worlds: int
    """0 for an action that was not worth trying; then nothing else is known."""
    margin: float
    """Own points less the mean of the others'."""
    points: float
    made: float
    """The chance of making the contract."""
    tricks: tuple[float, ...]
    """The chance of each number of tricks in the end; all 0 where the last tricks were solved."""
    makes: tuple[float, ...]
    """The chance of making each number, 0 being a zero contract; all 0 where the last tricks were solved."""
    worth: float
    """What the choice goes by: the margin or what it does for the match, and a little for what the policy likes."""


@dataclass(frozen=True, slots=True)
class Report:
    """All legal actions in their order, and how much was looked at."""

    best: Action
    lines: tuple[Line, ...]
    worlds: int
    evaluations: int
    seconds: float


def look_ahead(
    view: View,
    network: Network,
    *,
    seed: int,
    worlds: int = 0,
    seconds: float = 0.0,
    settings: Settings | None = None,
) -> Report:
    """Look ahead for the view's seat, which must be to act; until worlds or seconds run out.

    In a match of several rounds, its totals and the rounds to come decide what points are worth.
    With worlds alone the same view and seed give the same report.
    """
    from nokosu.kernel import _kernel  # noqa: PLC0415  (the same)
    from nokosu.kernel.state import State  # noqa: PLC0415  (the same)

    state = State.from_view(view, seed=seed)
    chosen = {**asdict(settings or Settings()), "worlds": worlds, "seconds": seconds}
    best, done, evaluations, took, rows = _kernel.champion(state, network, seed, chosen, standing(view))
    return Report(TABLE[best], tuple(line(*row) for row in rows), done, evaluations, took)


def standing(view: View) -> tuple[int, ...]:
    """Return the rounds to come and the totals of a match; nothing where a round is all there is."""
    return () if view.rounds == 1 else (view.rounds - view.round - 1, *view.totals)


def believed_worlds(view: View, network: Network, *, number: int, seed: int) -> tuple[World, ...]:
    """Worlds as the view's seat, which must be to act, believes them; each fits what it has seen."""
    from nokosu.kernel import _kernel  # noqa: PLC0415  (the same)
    from nokosu.kernel.state import State  # noqa: PLC0415  (the same)

    found = _kernel.believed(State.from_view(view, seed=seed), network, number, seed)
    return tuple(World(tuple(cards_of(hand) for hand in hands), cards_of(aside)) for hands, aside in found)


def line(
    action: int,
    prior: float,
    worlds: int,
    margin: float,
    points: float,
    made: float,
    tricks: tuple[float, ...],
    makes: tuple[float, ...],
    worth: float,
) -> Line:
    """Return a row of the kernel's report, whose numbers are sums."""
    n = max(worlds, 1)

    def mean(sums: tuple[float, ...]) -> tuple[float, ...]:
        return tuple(chance / n for chance in sums)

    return Line(TABLE[action], prior, worlds, margin / n, points / n, made / n, mean(tricks), mean(makes), worth)
