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
    """Return a reason with its parameters as text, in the order given.

    Without a clause where no rule of the game is one.
    """
    return Reason(message, clause, tuple((name, str(value)) for name, value in params.items()))


class NokosuError(ValueError):
    """Anything the rules refuse. Catch this one at the edge.

    >>> import nokosu
    >>> try:
    ...     nokosu.Match.start("tenth")
    ... except nokosu.NokosuError as error:
    ...     print(error)  # doctest: +ELLIPSIS
    there is no edition 'tenth'; there are: first, ...
    """


class IllegalAction(NokosuError):
    """An action that the rules do not allow now: what was `tried`, and the `reason`.

    The rules know no language: without a `said` that words the reason, the message names its clause.

    >>> import nokosu
    >>> match = nokosu.Match.start("manual", players=3, seed=7)
    >>> try:
    ...     match.apply("zero dR1")
    ... except nokosu.IllegalAction as error:
    ...     print(error.reason.clause, error)  # doctest: +ELLIPSIS
    C5 zero dR1: ...; legal: take dR2, take dR6, ...
    """

    def __init__(self, tried: object, why: Reason, said: str = "") -> None:
        super().__init__(said or f"{tried} is not legal here (rule {why.clause})")
        self.tried = tried
        self.reason = why


class NotationError(NokosuError):
    """A text that is not a piece or an action.

    >>> import nokosu
    >>> try:
    ...     nokosu.piece("R9")
    ... except nokosu.NotationError as error:
    ...     print(error)
    'R9' is not a piece; cards are R0 to P7, dice dR1 to dP6
    """


class RulesetError(NokosuError):
    """A ruleset that cannot be: too few players, too many rounds, a colour that may not be chosen.

    >>> import nokosu
    >>> try:
    ...     nokosu.ruleset("second", players=6)
    ... except nokosu.RulesetError as error:
    ...     print(error)
    the edition second is for 3, 4, 5 players, not 6
    """


class DealError(NokosuError):
    """A seed that is not one, or a deal given by hand that this ruleset's cards and dice cannot make.

    >>> import nokosu
    >>> try:
    ...     nokosu.Match.start("second", seed=-1)
    ... except nokosu.DealError as error:
    ...     print(error)
    expected a seed: a whole number from 0 to 2**64 - 1, 64 hexadecimal digits or 32 bytes; got a number out of range
    """


class WorldsError(NokosuError):
    """A view that no world fits, or more worlds than may be listed."""
