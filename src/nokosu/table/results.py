"""How people did in a match, for their statistics."""

from __future__ import annotations

from nokosu.core.match import Match
from nokosu.table.state import TAKEN_OVER, State
from nokosu.wire.people import Figures


def counted_seats(state: State) -> list[int]:
    """Return the people for whom a table counts: played to the end, unassisted, by one person per seat."""
    shared = {each.seat for each in state.substitutions if each.why == TAKEN_OVER or each.by is not None}
    counts = state.status == "finished" and not state.assists
    return [seat for seat in state.people() if counts and seat not in shared]


def figures(match: Match, seat: int) -> Figures:
    """Return one seat's figures of one finished match."""
    rounds = match.rounds
    made = [each.score[seat].made for each in rounds]
    zero = [each.zero[seat] for each in rounds]
    return Figures(
        edition=match.ruleset.edition,
        players=match.ruleset.players,
        matches=1,
        rounds=len(rounds),
        wins=int(seat in match.winners),
        contracts_made=sum(made),
        zero_tried=sum(zero),
        zero_made=sum(1 for was_zero, was_made in zip(zero, made, strict=True) if was_zero and was_made),
        mean_points=round(match.totals[seat] / max(len(rounds), 1), 2),
    )
