"""Score a round as people at a real table tell it."""

from __future__ import annotations

from collections.abc import Sequence

from nokosu.api import reading
from nokosu.core.contract import Contract
from nokosu.core.errors import NokosuError
from nokosu.core.pieces import DIE_FACES, Colour, Kind, Piece
from nokosu.core.quoting import quoted
from nokosu.core.ruleset import Ruleset
from nokosu.core.scoring import SeatScore, score_round

ZERO = "zero"


def score(
    won: Sequence[int], kept: Sequence[int | str | Piece | None], ruleset: str | Ruleset | None = None
) -> tuple[SeatScore, ...]:
    """Score a round: the tricks that each player won, and the die that each kept, or `"zero"`.

    A kept die is its number or its notation. Each result has `total`, `made`, `tricks`, `bonus` and `zero_bonus`.

    >>> import nokosu
    >>> [seat.total for seat in nokosu.score(won=[3, 5, 6, 0], kept=[3, "dR4", 6, "zero"])]
    [13, 5, 16, 20]
    >>> nokosu.score(won=[3, 5, 6, 1], kept=[3, 4, 6, 1])
    Traceback (most recent call last):
    nokosu.core.errors.NokosuError: won: expected 14 tricks in all with second and 4 players, got 15
    """
    rules = reading.ruleset(ruleset, None if isinstance(ruleset, Ruleset) else len(won))
    if len(won) != rules.players or len(kept) != rules.players:
        raise NokosuError(f"expected tricks and a kept die for each of {rules.players} players")
    if any(type(tricks) is not int or tricks < 0 for tricks in won):
        raise NokosuError(f"won: expected whole numbers of tricks, got {quoted(list(won))}")
    if sum(won) != rules.tricks:
        said = f"with {rules.edition} and {rules.players} players"
        raise NokosuError(f"won: expected {rules.tricks} tricks in all {said}, got {sum(won)}")
    return score_round(rules, won, [_contract(each) for each in kept])


def _contract(given: int | str | Piece | None) -> Contract:
    if given is None or given in (0, ZERO):
        return Contract(None)
    if isinstance(given, int) and not isinstance(given, bool) and 1 <= given <= DIE_FACES:
        return Contract(Piece(Kind.DIE, Colour.RED, given))  # its colour does not matter for points
    if isinstance(given, str | Piece):
        die = reading.piece(given)
        if die.is_die:
            return Contract(die)
    raise NokosuError(f"kept: expected a die's number from 1 to {DIE_FACES}, a die or {ZERO!r}, got {quoted(given)}")
