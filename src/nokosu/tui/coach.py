"""The coach of a table: asked before each own decision and after each own move; quiet on what its player knows."""

from __future__ import annotations

from typing import Final

from nokosu.table.refusal import Refused
from nokosu.tui import words
from nokosu.tui.connection import Connection
from nokosu.tui.folder import remember, settings
from nokosu.tui.model import TableModel
from nokosu.wire.updates import AskCoach

KNOWN: Final = 3
"""An idea that was got right, or a fact that was heard, this often is known."""


class Coach:
    """What the coach has said to one player."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection
        self._heard: int | None = None
        self._decision: object = None
        self._said = ""

    async def attend(self, model: TableModel) -> str:
        """Return what the coach says about the decision that waits; nothing at a table without one."""
        table, view = model.table, model.view
        if table is None or view is None or not table.settings.coach or not model.my_turn:
            return ""
        plays = view.trick.plays if view.trick else ()
        decision = (view.round, len(view.draft), len(view.declarations), len(view.tricks), len(plays))
        if decision != self._decision:
            self._decision, self._said = decision, await self._ask(model)
        return self._said

    async def _ask(self, model: TableModel) -> str:
        kept = settings().get("ideas", {})
        ideas: dict[str, int] = kept if isinstance(kept, dict) else {}
        quiet = [idea for idea, count in ideas.items() if count >= KNOWN]
        try:
            said = await self._connection.coach(AskCoach(quiet=quiet, heard=self._heard))
        except Refused:
            return ""
        self._heard = said.action_seq
        known = [idea for idea, right in said.practised.items() if right]
        if said.remark and said.remark.fact and not said.slip:
            known.append(said.remark.idea)
        if known:
            remember(ideas=ideas | {idea: ideas.get(idea, 0) + 1 for idea in known})
        told = said.slip or said.remark
        return words.worded(told.reason, model.names) if told else ""
