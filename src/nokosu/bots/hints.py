"""Advice for people over the wire, about a running match and a finished one: what `nokosu.advise` says."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Final

from nokosu.core.actions import Take
from nokosu.core.view import View
from nokosu.kernel.requests import Thinking
from nokosu.wire.base import wire_reason
from nokosu.wire.replay import AdvisedOption, RecordAdvice
from nokosu.wire.updates import DieChances, DraftChances, Hint, TargetChance

if TYPE_CHECKING:
    from nokosu.bots.advice import Advice

ALWAYS_HERE: Final = "club"
"""Who gives advice where nobody stronger can be asked: the club player needs no kernel."""


def strongest(*, kernel: bool, network: bool) -> str:
    """Return who gives advice on a device with the kernel or without, with the network's weights or without."""
    if not kernel:
        return ALWAYS_HERE
    return "champion" if network else "search"


def advice(view: View) -> Advice:
    """Return every legal action of the seat to act, the best first, from its own view alone."""
    # Loaded when first asked for: a host that comes back after a crash is there sooner without it.
    found: Advice = import_module("nokosu.bots.advice").advise(view)
    return found


def hint(view: View, seq: int) -> Hint:
    """Return the best action for the seat to act, at a table whose log has this many entries."""
    return _hint(advice(view), seq)


def hint_remote(view: View, seq: int, source: str) -> Thinking[Hint]:
    """Do the same where the kernel is in another process; `source` is the strongest player that can be asked there."""
    found: Advice = yield from import_module("nokosu.bots.advice").advise_remote(view, source)
    return _hint(found, seq)


def _hint(found: Advice, seq: int) -> Hint:
    best = found.best
    reason = wire_reason(best.reason)
    return Hint(seq=seq, action=str(best.action), chance=best.chance, reason=reason, source=found.source)


def draft_chances(view: View, seq: int) -> DraftChances:
    """Return what each die of the middle does for the targets of the seat that picks."""
    return _draft_chances(advice(view), seq)


def draft_chances_remote(view: View, seq: int, source: str) -> Thinking[DraftChances]:
    """Do the same where the kernel is in another process."""
    found: Advice = yield from import_module("nokosu.bots.advice").advise_remote(view, source)
    return _draft_chances(found, seq)


def _draft_chances(found: Advice, seq: int) -> DraftChances:
    dice = [
        DieChances(
            die=str(option.action.die),
            chance=option.chance,
            targets=[
                TargetChance(target=target, chance=chance)
                for target, chance in ((0, option.zero), *option.makes)
                if target or chance
            ],
        )
        for option in found.options
        if isinstance(option.action, Take)
    ]
    zero = [option.zero for option in found.options if not isinstance(option.action, Take)]
    return DraftChances(seq=seq, dice=dice, zero=max(zero, default=None), source=found.source)


def record_advice(view: View) -> RecordAdvice:
    """Return what the seat of this view, which is to act, could do; for a replay."""
    found = advice(view)
    options = [
        AdvisedOption(
            action=str(option.action),
            score=option.score,
            margin=option.margin,
            chance=option.chance,
            reason=wire_reason(option.reason),
        )
        for option in found.options
    ]
    return RecordAdvice(seat=found.seat, source=found.source, options=options)
