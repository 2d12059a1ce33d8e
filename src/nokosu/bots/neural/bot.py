"""`neural`: the network's policy alone, without looking ahead."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from importlib import resources
from typing import TYPE_CHECKING

from nokosu import kernel
from nokosu.bots.base import Bot, BotError, BotFailure
from nokosu.bots.blunders import sensible
from nokosu.bots.kernel_rules import check_rules
from nokosu.bots.neural.observe import fits, observe
from nokosu.bots.portable import portable
from nokosu.bots.registry import no_argument
from nokosu.core.actions import Action
from nokosu.core.stream import Stream
from nokosu.core.view import View
from nokosu.kernel.actions import canonical, number_of
from nokosu.kernel.requests import Thinking, policy_answer, policy_request
from nokosu.locale import t

if TYPE_CHECKING:
    from nokosu.kernel.network import Network


Logits = Callable[[View], tuple[Sequence[float], Sequence[int]]]
"""Return the logits of every action in the seat's order of colours, and that order."""


class Neural:
    """Takes the action that the network rates highest and nobody calls stupid; without the kernel, NumPy runs it."""

    name = "neural"

    def __init__(self, logits: Logits | None) -> None:
        self.logits = logits
        """None where it only ponders."""

    def choose(self, view: View, stream: Stream) -> Action:  # noqa: ARG002  (the policy leaves nothing to chance)
        """Return the best legal action; a forced one at once."""
        assert view.legal
        if len(view.legal) == 1:
            return view.legal[0]
        assert self.logits is not None
        return _best(sensible(view), *self.logits(view))

    def choose_remote(self, view: View, stream: Stream) -> Thinking[Action]:  # noqa: ARG002  (the same)
        """Do the same where the kernel is in another process."""
        assert view.legal
        if len(view.legal) == 1:
            return view.legal[0]
        answer = yield policy_request(view)
        return _best(sensible(view), *policy_answer(answer))


def _best(legal: Sequence[Action], logits: Sequence[float], order: Sequence[int]) -> Action:
    return max(legal, key=lambda action: logits[canonical(number_of(action), order)])


def _by_kernel() -> Logits:
    from nokosu.kernel.state import State  # noqa: PLC0415  (the module needs the extension)

    known = network()

    def logits(view: View) -> tuple[Sequence[float], Sequence[int]]:
        assert view.seat is not None
        check_rules(view.ruleset)
        state = State.from_view(view)
        return known.said(state.observe(view.seat))[0].actions, state.colour_order(view.seat)

    return logits


def _by_numpy() -> Logits:
    from nokosu.bots.neural.network import Actor  # noqa: PLC0415  (NumPy is an extra)
    from nokosu.bots.neural.weights import shipped  # noqa: PLC0415  (the same)

    actor = Actor(shipped())

    def logits(view: View) -> tuple[Sequence[float], Sequence[int]]:
        if not fits(view.ruleset):
            raise BotFailure(
                "unsupported", "these house rules have more players, dice or tricks than the network knows"
            )
        observation, order = observe(view)
        return actor(observation)[0].tolist(), order

    return logits


@cache
def network() -> Network:
    """Return the network that comes with the package, in the kernel."""
    from nokosu.kernel.network import Network  # noqa: PLC0415  (the module needs the extension)

    return Network(resources.files("nokosu.bots.neural").joinpath("weights.bin").read_bytes())


def make(argument: str) -> Bot:
    """Return the factory behind the entry point."""
    no_argument("neural", argument)
    if not kernel.available and (elsewhere := portable(make_remote(""))):
        return elsewhere
    try:
        return Neural(_by_kernel() if kernel.available else _by_numpy())
    except ImportError:
        raise BotError(t("bot.needs-kernel-or-numpy", name=Neural.name)) from None


def make_remote(argument: str) -> Neural:
    """Return one that ponders, where the kernel is not in this process."""
    no_argument("neural", argument)
    return Neural(None)
