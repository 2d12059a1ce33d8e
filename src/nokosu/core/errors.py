"""What the rules answer when something may not be done.

A refusal is a value: a message id with parameters and the clause it rests on. Hosts word it in the
reader's language; nothing here is shown to people as it is.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Reason:
    """Why something may not be done: a message id, its parameters, the clause of docs/rules.md."""

    message: str
    clause: str
    params: tuple[tuple[str, str], ...] = ()

    def __str__(self) -> str:
        shown = "".join(f" {name}={value}" for name, value in self.params)
        return f"{self.message}{shown} ({self.clause})"


def reason(message: str, clause: str = "", /, **params: object) -> Reason:
    """A reason with its parameters as text, in the order given; without a clause where no rule of the game is one."""
    return Reason(message, clause, tuple((name, str(value)) for name, value in params.items()))


class NokosuError(ValueError):
    """Anything the rules refuse. Catch this one at the edge."""


class IllegalAction(NokosuError):
    """An action that the rules do not allow now."""

    def __init__(self, tried: object, why: Reason) -> None:
        super().__init__(f"{tried}: {why}")
        self.tried = tried
        self.reason = why


class NotationError(NokosuError):
    """A text that names no piece or no action."""


class RulesetError(NokosuError):
    """A ruleset that cannot be: too few players, too many rounds, a colour that may not be chosen."""


class DealError(NokosuError):
    """A deal given by hand that cannot have come from this ruleset's cards and dice."""


class WorldsError(NokosuError):
    """A view that no world fits, or more worlds than may be listed."""
