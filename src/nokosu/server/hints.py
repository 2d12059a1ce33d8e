"""Hints, chances and the coach at a running table: from the own view, in a separate process, with a budget per person.

Bots never wait for them, however many are asked for.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from nokosu.bots.coaching import coaching, speaks
from nokosu.bots.hints import draft_chances, hint
from nokosu.core.errors import reason
from nokosu.core.view import View
from nokosu.server.job_worker import JobWorker
from nokosu.server.quotas import Budget
from nokosu.server.tables.actor import Actor
from nokosu.table.host import Step
from nokosu.table.refusal import Refused
from nokosu.wire.updates import AskCoach, Coaching, DraftChances, Hint

Mark = Callable[[str | None, int], Step]
"""Logs that a person is helped, at a time; refuses where they are not."""

COACH_CALLS: Final = 6
"""A coach is asked twice for each move and answers at once: so many times as often as somebody may ask for a hint."""


class Hints:
    """Gives them, one after the other; whose address has had less of them comes first."""

    def __init__(self, budget: Budget, coach_budget: Budget, worker: JobWorker) -> None:
        self._budget = budget
        self._coach_budget = coach_budget
        self.worker = worker

    async def give(self, actor: Actor, person: str) -> Hint:
        """Return a hint for this person's decision. It is in the log before it is given."""
        seq, seen = await self._marked(actor, person, actor.host.hint)
        return await self.worker.run(actor.deps.quotas.of(person), hint, seen, seq)

    async def chances(self, actor: Actor, person: str) -> DraftChances:
        """Return what the dice of the middle promise this person, who picks; in the log as a hint is."""
        seq, seen = await self._marked(actor, person, actor.host.chances)
        return await self.worker.run(actor.deps.quotas.of(person), draft_chances, seen, seq)

    async def coach(self, actor: Actor, person: str, asked: AskCoach) -> Coaching:
        """Return what the coach says to this person; in the log where there is something to say."""
        lesson = actor.host.lesson(person)
        payer = actor.deps.quotas.of(person)
        if not self._coach_budget.allow(payer):
            raise Refused(reason("table.many-hints"))
        said = await self.worker.run(payer, coaching, lesson, asked, actor.state.seq)
        if speaks(said):
            await actor.in_turn(lambda: actor.take(lambda now: actor.host.coached(person, now)))
        return said

    async def _marked(self, actor: Actor, person: str, mark: Mark) -> tuple[int, View]:
        # Refusing a hint costs nothing from the budget.
        mark(person, 0)
        if not self._budget.allow(actor.deps.quotas.of(person)):
            raise Refused(reason("table.many-hints"))
        return await actor.in_turn(lambda: self._logged(actor, person, mark))

    async def _logged(self, actor: Actor, person: str, mark: Mark) -> tuple[int, View]:
        await actor.take(lambda now: mark(person, now))
        return actor.state.seq, actor.host.view_to_hint_at(person)

    async def close(self) -> None:
        """Give no more."""
        await self.worker.close()
