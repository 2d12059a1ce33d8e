"""`neural`: the network's policy alone, without looking ahead."""

from __future__ import annotations

from functools import cache
from importlib import resources
from typing import TYPE_CHECKING

from nokosu import kernel
from nokosu.bots.base import BotError
from nokosu.bots.kernel_rules import check_rules
from nokosu.bots.registry import no_argument
from nokosu.core.actions import Action
from nokosu.core.stream import Stream
from nokosu.core.view import View
from nokosu.locale import t

if TYPE_CHECKING:
    from nokosu.kernel.network import Network


class Neural:
    """Takes the action that the network likes best."""

    name = "neural"

    def __init__(self) -> None:
        if not kernel.available:
            raise BotError(t("bot.needs-kernel", name=self.name))
        self.network = network()

    def choose(self, view: View, stream: Stream) -> Action:  # noqa: ARG002  (the policy leaves nothing to chance)
        """The best legal action; a forced one at once."""
        assert view.legal
        assert view.seat is not None
        if len(view.legal) == 1:
            return view.legal[0]
        check_rules(view.ruleset)
        from nokosu.kernel.actions import canonical, number_of  # noqa: PLC0415  (the module needs the extension)
        from nokosu.kernel.state import State  # noqa: PLC0415  (the same)

        state = State.from_view(view)
        logits = self.network.said(state.observe(view.seat))[0].actions
        order = state.colour_order(view.seat)
        return max(view.legal, key=lambda action: logits[canonical(number_of(action), order)])


@cache
def network() -> Network:
    """The network that comes with the package, in the kernel."""
    from nokosu.kernel.network import Network  # noqa: PLC0415  (the module needs the extension)

    return Network(resources.files("nokosu.bots.neural").joinpath("weights.bin").read_bytes())


def make(argument: str) -> Neural:
    """The factory behind the entry point."""
    no_argument("neural", argument)
    return Neural()
