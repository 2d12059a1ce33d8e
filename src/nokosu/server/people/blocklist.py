"""Keeping people apart who have blocked each other: they never sit at one table."""

from __future__ import annotations

from collections.abc import Collection

from nokosu.core.errors import reason
from nokosu.server.names import Names
from nokosu.server.store.blocks import BlockStore
from nokosu.table.public import NAMELESS
from nokosu.table.refusal import Refused
from nokosu.table.state import State


async def admit(blocks: BlockStore, names: Names, state: State, person: str) -> None:
    """Refuse a seat beside somebody whom this person has blocked, or who has blocked them, without saying which."""
    others = [chair.person for chair in state.chairs if chair.person and chair.person != person]
    await admit_beside(blocks, names, others, person)


async def admit_beside(blocks: BlockStore, names: Names, others: Collection[str], person: str) -> None:
    """Refuse to bring this person together with these others, where one has blocked the other."""
    found = await blocks.between(person, others)
    for block in found:
        if block.person == person:
            raise Refused(reason("table.blocked-there", name=names.get(block.blocked, NAMELESS)))
    if found:
        raise Refused(reason("table.not-admitted"))
