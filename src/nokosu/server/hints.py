"""Hints at a running table: from the asker's own view, in a separate process, with a budget per person.

Bots never wait for them, however many are asked for.
"""

from __future__ import annotations

from nokosu.bots.hints import hint
from nokosu.core.errors import reason
from nokosu.core.match import Match
from nokosu.core.view import view
from nokosu.server.computing import Computer
from nokosu.server.payers import Budget
from nokosu.server.tables.actor import Actor
from nokosu.table import decide
from nokosu.table.refusal import Refused
from nokosu.wire.updates import Hint


class Hints:
    """Gives them, one after the other."""

    def __init__(self, budget: Budget) -> None:
        self._budget = budget
        self.computer = Computer()

    async def give(self, actor: Actor, person: str) -> Hint:
        """A hint for this person's decision. It is in the log before it is given."""
        # Refusing a hint costs nothing from the budget.
        decide.hint(actor.state, person)
        if actor.full:
            raise Refused(reason("table.log-full"))
        if not self._budget.allow(actor.deps.payers.of(person)):
            raise Refused(reason("table.many-hints"))
        seq, match = await actor.in_turn(lambda: self._logged(actor, person))
        return await self.computer.run(hint, view(match, match.to_act), seq)

    async def _logged(self, actor: Actor, person: str) -> tuple[int, Match]:
        await actor.append(lambda state: decide.hint(state, person))
        assert actor.state.match is not None
        return actor.state.seq, actor.state.match

    async def close(self) -> None:
        """Give no more."""
        await self.computer.close()
