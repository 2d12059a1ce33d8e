"""What one decision was worth, from the view of the seat that took it: two judges, every action in the same worlds."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Final, Literal

from nokosu.bots.base import BotError
from nokosu.bots.certain import sure_plays
from nokosu.bots.neural.bot import network as shipped_network
from nokosu.bots.search import club_weights
from nokosu.core.actions import Action, DeclareZero, TakeZero
from nokosu.core.round import Phase
from nokosu.core.stream import Stream, seed_from_number
from nokosu.core.view import View
from nokosu.judge.reasons import why
from nokosu.judge.settings import QUICK, TO_THE_END, Effort, Look
from nokosu.judge.verdict import Opinions, loss_by, undecided, verdict, worse
from nokosu.kernel.judge import Report, Settings, judge_report, judge_request, think
from nokosu.kernel.requests import Thinking
from nokosu.wire.review import NAMED, Candidate, Depth, JudgeLine, Judgement, JudgeName, PhaseName

_PHASES: Final[dict[Phase, PhaseName]] = {Phase.DRAFT: "draft", Phase.DECLARE: "declare", Phase.PLAY: "play"}
Purpose = Literal["screen", "longer", "again"]
_LOOKED_AT: Final = 4
"""Actions that the longer look compares: the one taken, and the best of the first look."""
PROVED_WORLDS: Final = 200
"""Where more worlds fit, nothing is proved."""


def judge_decision(
    view: View, action: Action | None = None, effort: Effort = QUICK, *, network: bool = True
) -> Judgement:
    """Judge what the seat to act does, or could do if nothing was done yet, by its view alone.

    The same view and action give the same judgement. Without the network nothing is called a mistake.
    """
    return think(judge_remote(view, action, effort, network=network), shipped_network() if network else None)


def judge_remote(
    view: View, action: Action | None = None, effort: Effort = QUICK, *, network: bool = True
) -> Thinking[Judgement]:
    """Do the same where the kernel is in another process; `network` says whether it has one there."""
    first = yield from screen_remote(view, action, effort, network=network)
    last = (yield from first.deepen()) if first.suspicious else first
    return last.judgement(effort.depth)


@dataclass(frozen=True, slots=True)
class Screened:
    """A decision after the first look, or after the longer one."""

    view: View
    action: Action | None
    effort: Effort
    found: Opinions

    @property
    def zero(self) -> bool:
        """Whether it is about zero: the seat has it, takes it, or would better take it."""
        assert self.view.seat is not None
        about = (self.action, self.found.best)
        return self.view.zero[self.view.seat] or any(isinstance(each, TakeZero | DeclareZero) for each in about)

    @property
    def suspicious(self) -> bool:
        """Whether a longer look is worth its time: something may have been lost, or nothing was done yet."""
        return self.action is None or self.found.loss(self.action) >= self.effort.suspicious

    def deepen(self) -> Thinking[Screened]:
        """Look again, longer, with every judge that is here, at the actions that matter."""
        wanted = (self.action, *self.found.order)
        only = tuple(dict.fromkeys(each for each in wanted if each is not None))[:_LOOKED_AT]
        names: tuple[JudgeName, ...] = ("network", "search") if self.found.judge == "network" else ("search",)
        longer: dict[JudgeName, Report] = {}
        for name in names:
            longer[name] = yield from self._look(name, only, "longer")
        last = self._with(longer)
        # A judge that sees a real loss but is not sure yet looks once more, at the two actions in question.
        for name in names:
            if last.action is not None and undecided(last.found, longer[name], last.action, self.effort):
                again = yield from self._look(name, (last.found.best, last.action), "again")
                last = last._with({**last.found.longer, name: again})
        return last

    def _look(self, judge: JudgeName, only: tuple[Action, ...], purpose: Purpose) -> Thinking[Report]:
        look = self.effort.again if purpose == "again" else self.effort.look
        network = self.found.judge == "network"
        return (yield from _asked(self.view, look, judge, only, purpose, zero=self.zero, network=network))

    def _with(self, longer: Mapping[JudgeName, Report]) -> Screened:
        return replace(self, found=Opinions(self.found.judge, self.found.first, longer))

    def judgement(self, depth: Depth) -> Judgement:
        """Return what is known now."""
        view, found = self.view, self.found
        assert view.seat is not None
        taken = found.best if self.action is None else self.action
        candidates = [_candidate(found, each) for each in found.order]
        said = None if self.action is None else verdict(found, self.action, self.effort)
        # What makes the target certain is not a mistake if the other action does not.
        proved = said in NAMED and sure_plays(view, (taken, found.best), worlds=PROVED_WORLDS) == {taken}
        if proved:
            said = "fine"
        return Judgement(
            round=view.round,
            decision=view.decisions,
            seat=view.seat,
            phase=_PHASES[view.phase],
            action=None if self.action is None else str(self.action),
            best=str(found.best),
            verdict=said,
            loss=found.loss(taken),
            error=found.error(taken),
            lost=0.0 if proved else found.counted(taken),
            cost=0.0 if proved else found.counted(taken, "points"),
            cost_error=0.0 if proved or not found.counted(taken) else found.error(taken, "points"),
            zero=self.zero,
            depth=depth,
            reason=why(view, said, str(taken), candidates),
            candidates=candidates,
            trick=len(view.tricks) + 1 if view.phase is Phase.PLAY else None,
        )


def screen_remote(view: View, action: Action | None, effort: Effort, *, network: bool) -> Thinking[Screened]:
    """Take the first look, at every legal action: by the network, or by the search where there is none."""
    if view.seat is None or not view.legal:
        raise BotError("a decision is judged from the view of the seat to act")
    if action is not None and action not in view.legal:
        raise BotError(f"{action} is not legal here")
    judge: JudgeName = "network" if network else "search"
    first = yield from _asked(view, effort.screen, judge, (), "screen", zero=False, network=network)
    return Screened(view, action, effort, Opinions(judge, first))


def _asked(
    view: View, look: Look, judge: JudgeName, only: tuple[Action, ...], purpose: Purpose, *, zero: bool, network: bool
) -> Thinking[Report]:
    """Ask one judge. Drafts and decisions about zero need others' skill: both judges play further there, or better."""
    far = zero or view.phase is not Phase.PLAY
    if judge == "search":
        club, settings = club_weights(view.ruleset.players), look.club if far else look.search
        # Among the last tricks it solves every world. So that the judges work differently there too, its worlds follow
        # the club player's habits, while the network plays out those that it believes in itself.
        network = network and not solves(view, settings)
    else:
        club, settings = None, look.long if far else look.network
        if zero:  # the critic has seen few contracts for zero: the network plays on, and is not asked
            settings = replace(settings, tricks=TO_THE_END)
    seed = _seed(view, judge, purpose)
    return judge_report(
        (yield judge_request(view, seed=seed, settings=settings, club=club, network=network, only=only))
    )


def solves(view: View, settings: Settings) -> bool:
    """Return whether the search solves this position instead of playing it out."""
    return view.phase is Phase.PLAY and view.ruleset.tricks - len(view.tricks) <= settings.endgame


def _seed(view: View, *names: str) -> int:
    """Return chance that follows from what the seat can see."""
    assert view.seat is not None
    seen = "".join(map(str, view.hand or ()))
    return Stream(seed_from_number(0), "judge", view.seat, view.round, view.decisions, seen, *names).seed64()


def _candidate(found: Opinions, action: Action) -> Candidate:
    reports = found.reports(action)
    return Candidate(
        action=str(action),
        points=found.figure(action, "points"),
        margin=found.figure(action, "margin"),
        made=found.figure(action, "made"),
        makes=list(found.makes(action)),
        loss=found.loss(action),
        error=found.error(action),
        worlds=max(report.worlds for _, report in reports),
        worse=worse(found, action),
        judges=[_judge_line(name, report, action, found.best) for name, report in reports],
    )


def _judge_line(name: JudgeName, report: Report, action: Action, best: Action) -> JudgeLine:
    line = next(each for each in report.lines if each.action == action)
    loss, error = loss_by(report, best, action)
    return JudgeLine(
        judge=name,
        points=line.points,
        margin=line.margin,
        made=line.made,
        loss=loss,
        error=error,
        worlds=report.worlds,
    )
