"""`neural`: the network's policy alone, without looking ahead."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from nokosu import kernel
from nokosu.bots.base import BotError
from nokosu.bots.registry import no_argument
from nokosu.core.actions import Action
from nokosu.core.stream import Stream
from nokosu.core.view import View
from nokosu.locale import t

if TYPE_CHECKING:
    from nokosu.bots.neural.network import Actor


class Neural:
    """Takes the action that the network likes best."""

    name = "neural"

    def __init__(self) -> None:
        if not kernel.available:
            raise BotError(t("bot.needs-kernel", name=self.name))
        try:
            self.actor = _actor()
        except ImportError:
            raise BotError(t("bot.needs-numpy", name=self.name)) from None

    def choose(self, view: View, stream: Stream) -> Action:  # noqa: ARG002  (the policy leaves nothing to chance)
        """The best legal action; a forced one at once."""
        assert view.legal
        assert view.seat is not None
        if len(view.legal) == 1:
            return view.legal[0]
        from nokosu.kernel.actions import canonical, number_of  # noqa: PLC0415  (the module needs the extension)
        from nokosu.kernel.state import State  # noqa: PLC0415  (the same)

        state = State.from_view(view)
        logits, _, _ = self.actor(state.observe(view.seat))
        order = state.colour_order(view.seat)
        return max(view.legal, key=lambda action: logits[canonical(number_of(action), order)])


@cache
def _actor() -> Actor:
    from nokosu.bots.neural.network import Actor  # noqa: PLC0415  (NumPy is an extra)
    from nokosu.bots.neural.weights import shipped  # noqa: PLC0415  (the same)

    return Actor(shipped())


def make(argument: str) -> Neural:
    """The factory behind the entry point."""
    no_argument("neural", argument)
    return Neural()
