"""What a trial found: a fault breaks the protocol, advice does not."""

from __future__ import annotations

import re
from dataclasses import dataclass

from nokosu.bots.base import BotFailure
from nokosu.core.view import View
from nokosu.locale import mark, t

_WORDS = {
    "not-ready": mark("check.not-ready"),
    "garbage": mark("check.garbage"),
    "wrong-id": mark("check.wrong-id"),
    "illegal": mark("check.illegal"),
    "timeout": mark("check.timeout"),
    "died": mark("check.died"),
    "crashed": mark("check.crashed"),
}
_PHASES = {
    "draft": mark("check.draft"),
    "declare": mark("check.declare"),
    "play": mark("check.play"),
}


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that was noticed, worded. Findings with equal `kind` are the same mistake in another place."""

    text: str
    kind: str
    fault: bool = True
    cause: str = ""
    """Findings with equal cause come from one mistake, in whatever phase or trial."""

    @property
    def mistake(self) -> str:
        """Return what one repair would fix."""
        return self.cause or self.text


def failure_finding(failure: BotFailure, view: View | None) -> Finding:
    """Report why and where a bot was replaced, and what to look for."""
    words = t(_WORDS[failure.why], detail=failure.detail)
    if view is None:
        return Finding(words, failure.why, cause=words)
    legal = ", ".join(map(str, view.legal or ()))
    place = t(
        "check.place",
        edition=view.ruleset.edition,
        players=view.ruleset.players,
        round=view.round + 1,
        phase=t(_PHASES[view.phase.value]),
        legal=legal,
    )
    return Finding(f"{place} {words}", f"{failure.why} {view.phase.value}", cause=_without_numbers(words))


def _without_numbers(words: str) -> str:
    """Leave out pieces, ids and lines: the same mistake is made with others elsewhere."""
    return re.sub(r"'[^']*'|[0-9]+", "…", words)


def advice(text: str) -> Finding:
    """Report something that does not break the protocol."""
    return Finding(text, text, fault=False)
