"""What the judges found about a decision, what that comes to together, and when something is called a mistake."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Literal

from nokosu.core.actions import Action
from nokosu.judge.settings import ERRORS, INACCURACY, MODEL_ERROR, WEIGHTS, Effort, name_of
from nokosu.kernel.judge import Line, Report
from nokosu.wire.review import JudgeName, Verdict

Figure = Literal["points", "margin", "worth", "made"]


@dataclass(frozen=True)
class Opinions:
    """A first look at all actions by one judge, and perhaps a longer one by every judge at those that matter."""

    judge: JudgeName
    first: Report
    longer: Mapping[JudgeName, Report] = field(default_factory=dict)

    @cached_property
    def looks(self) -> tuple[tuple[JudgeName, Report], ...]:
        """The last look of each judge."""
        return tuple(self.longer.items()) or ((self.judge, self.first),)

    @cached_property
    def order(self) -> tuple[Action, ...]:
        """All actions, the best first; those of the longer look come before the others."""
        looked = sorted(self._looked, key=lambda action: self._mean(action, "margin"), reverse=True)
        rest = [line for line in self.first.lines if line.action not in self._looked]
        return (*looked, *(line.action for line in sorted(rest, key=lambda line: line.margin, reverse=True)))

    @property
    def best(self) -> Action:
        """What is best by all judges together."""
        return self.order[0]

    def loss(self, action: Action, of: Figure = "margin") -> float:
        """Return what an action loses against the best: of what the judges found, as much as each is trusted."""
        if action in self._looked:
            return self._mean(self.best, of) - self._mean(action, of)
        return _difference(self.first, self.best, action, of)

    def error(self, action: Action, of: Literal["margin", "points"] = "margin") -> float:
        """Return the standard error of that loss; the judges draw their worlds apart."""
        if action not in self._looked:
            return _error(self.first, self.best, action, of)
        squares = [(share * _error(report, self.best, action, of)) ** 2 for share, report in self._shares]
        return float(sum(squares) ** 0.5)

    def counted(self, action: Action, of: Figure = "margin") -> float:
        """Return what an action lost, as far as its loss is more than chance and the judges' own errors.

        The best of several guesses looks better than it is. So a loss within its error counts nothing,
        and a larger one less its share: loss × (1 − (error / loss)²).
        """
        loss = self.loss(action)
        square = self.error(action) ** 2 + MODEL_ERROR**2
        return 0.0 if loss * loss <= square or loss <= 0 else self.loss(action, of) * (1 - square / loss**2)

    def figure(self, action: Action, of: Figure) -> float:
        """Return what to expect of an action."""
        return self._mean(self.best, of) - self.loss(action, of)

    def makes(self, action: Action) -> tuple[float, ...]:
        """Return the chance to make each number; a judge that solved the last tricks does not say."""
        reports = self._shares if action in self._looked else ((1.0, self.first),)
        told = [each for each in reports if not each[1].solved] or reports
        whole = sum(share for share, _ in told)
        rows = [(share / whole, _line(report, action).makes) for share, report in told]
        return tuple(sum(share * row[number] for share, row in rows) for number in range(len(rows[0][1])))

    def reports(self, action: Action) -> tuple[tuple[JudgeName, Report], ...]:
        """Return the looks that an action's numbers come from."""
        return self.looks if action in self._looked else ((self.judge, self.first),)

    @cached_property
    def _looked(self) -> frozenset[Action]:
        looked = [frozenset(line.action for line in report.lines) for _, report in self.looks]
        return frozenset.intersection(*looked)

    @cached_property
    def _shares(self) -> tuple[tuple[float, Report], ...]:
        whole = sum(WEIGHTS[name] for name, _ in self.looks)
        return tuple((WEIGHTS[name] / whole, report) for name, report in self.looks)

    def _mean(self, action: Action, of: Figure) -> float:
        return sum(share * float(getattr(_line(report, action), of)) for share, report in self._shares)


def verdict(found: Opinions, action: Action, effort: Effort) -> Verdict:
    """Return what a decision is called: something bad only where both judges are sure that the loss is real."""
    if action == found.best:
        return "best"
    loss = found.loss(action)
    if loss < INACCURACY:
        return "fine"
    # What loses points but helps to win the match is not a mistake.
    if loss < effort.names_from or found.loss(action, "worth") <= 0:
        return "close"
    if not worse(found, action):
        return "close"
    if len(found.longer) < len(WEIGHTS):
        return "close" if found.judge == "network" else "unsure"
    return name_of(loss) or "close"


def worse(found: Opinions, action: Action) -> bool:
    """Return whether every judge that looked is sure that an action loses something real against the best."""
    return action != found.best and all(_sure(report, found.best, action) for _, report in found.reports(action))


def undecided(found: Opinions, report: Report, action: Action, effort: Effort) -> bool:
    """Return whether one judge, looking longer, could make a loss that is worth a name a sure one."""
    if action == found.best or found.loss(action) < effort.names_from:
        return False
    loss, error = loss_by(report, found.best, action)
    return INACCURACY <= loss < ERRORS * error


def loss_by(report: Report, best: Action, action: Action) -> tuple[float, float]:
    """Return the margin that one judge sees lost, and its standard error."""
    return _difference(report, best, action, "margin"), _error(report, best, action, "margin")


def _sure(report: Report, best: Action, action: Action) -> bool:
    loss, error = loss_by(report, best, action)
    return loss >= INACCURACY and loss >= ERRORS * error


def _line(report: Report, action: Action) -> Line:
    return next(line for line in report.lines if line.action == action)


def _difference(report: Report, better: Action, action: Action, of: Figure) -> float:
    return float(getattr(_line(report, better), of) - getattr(_line(report, action), of))


def _error(report: Report, better: Action, action: Action, of: Literal["margin", "points"]) -> float:
    places = {line.action: at for at, line in enumerate(report.lines)}
    return report.error(places[better], places[action], report.points if of == "points" else None)
