"""Looking ahead from a view: tree search over worlds that fit it (search/search.hpp)."""

from __future__ import annotations

from dataclasses import asdict, dataclass

from nokosu.core.actions import Action
from nokosu.core.view import View
from nokosu.kernel.actions import TABLE


@dataclass(frozen=True, slots=True)
class Settings:
    """How the search looks; the defaults are those that the arena found best."""

    exploration: float = 1.5
    rollout_temperature: float = 1.0
    prior_temperature: float = 4.0
    policy_tricks: int = 4
    threads: int = 1
    worlds: int = 160
    belief_temperature: float = 2.5
    trust: float = 1.0
    """Exponent of the likelihood of what others did: 0 takes all worlds for equally likely."""
    endgame: int = 0
    """With at most this many tricks left, the worlds are solved exactly instead of searched (endgame/endgame.hpp)."""

    def checked(self) -> Settings:
        """Return these; Refused where something is out of range. A kernel in another process refuses it itself."""
        try:
            from nokosu.kernel import _kernel  # noqa: PLC0415  (a browser has the settings, not the extension)
        except ImportError:
            return self
        _kernel.check_settings(asdict(self))
        return self


@dataclass(frozen=True, slots=True)
class Line:
    """What the simulations that began with one action came to, for the seat to act."""

    action: Action
    visits: int
    margin: float
    """Mean of own points less the mean of the others'."""
    points: float
    kept: tuple[float, ...]
    """Share of the simulations that ended with each number left, 0 being a zero contract."""
    made: tuple[float, ...]
    """Share that ended so and made it."""


@dataclass(frozen=True, slots=True)
class Report:
    """All legal actions in their order, and what the search did."""

    lines: tuple[Line, ...]
    simulations: int
    seconds: float

    @property
    def best(self) -> Line:
        """The most visited action; of equals the one with the better margin."""
        return max(self.lines, key=lambda line: (line.visits, line.margin))


def search(
    view: View,
    *,
    club: bytes,
    seed: int,
    simulations: int = 0,
    seconds: float = 0.0,
    settings: Settings | None = None,
) -> Report:
    """Search for the view's seat, which must be to act; simulations, seconds, or whichever ends first.

    `club` are the club player's weights as the kernel takes them: it orders what is looked at and weighs the
    worlds. With simulations alone the same view and seed give the same report.
    """
    from nokosu.kernel import _kernel  # noqa: PLC0415  (the same)
    from nokosu.kernel.state import State  # noqa: PLC0415  (the same)

    state = State.from_view(view, seed=seed)
    chosen = {**asdict(settings or Settings()), "simulations": simulations, "seconds": seconds}
    done, took, rows = _kernel.search(state, club, seed, chosen)
    return Report(tuple(line(*row) for row in rows), done, took)


def line(action: int, visits: int, margin: float, points: float, kept: tuple[int, ...], made: tuple[int, ...]) -> Line:
    """Return a row of the kernel's report, whose numbers are sums."""
    n = max(visits, 1)
    return Line(
        TABLE[action],
        visits,
        margin / n,
        points / n,
        tuple(number / n for number in kept),
        tuple(number / n for number in made),
    )
