"""H1 to H4: what a seat cannot know changes nothing that it is told.

A match that can be reached is dealt again where the seat cannot see, and given another seed for the rounds to come:
the seat's view must stay the same to the byte. Each planted leak shows that this test would notice.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nokosu.core import worlds
from nokosu.core.match import Match, SeededDeals
from nokosu.core.stream import Stream
from nokosu.core.view import View, view
from tests.builders import SEED, random_match, rules
from tests.strategies import matches

Seen = Callable[[Match, int | None], object]


def dealt_anew(match: Match, seat: int | None, stream: Stream) -> Match:
    """The same match as far as this seat can know, and as different as can be elsewhere."""
    seen = view(match, seat)
    round_ = worlds.rebuild(seen, worlds.sample(seen, stream))
    other_seed = SeededDeals(stream.below(1 << 255).to_bytes(32, "big"))
    return replace(match, round=round_, deals=other_seed)


def as_bytes(told: object) -> bytes:
    return repr(told).encode()


@given(matches(), st.none() | st.integers(0, 4), st.integers(0, 2**32))
def test_H1_H3_H4_a_view_does_not_depend_on_what_its_seat_cannot_know(
    match: Match, place: int | None, number: int
) -> None:
    seat = None if place is None else place % match.ruleset.players
    other = dealt_anew(match, seat, Stream(SEED, "anew", number))
    assert view(other, seat) == view(match, seat)
    assert as_bytes(view(other, seat)) == as_bytes(view(match, seat))


@dataclass(frozen=True)
class Leak:
    """A view with something beside it that should not be there."""

    seen: View
    leaked: object


def _others(match: Match, seat: int | None) -> list[int]:
    return [other for other in range(match.ruleset.players) if other != seat]


LEAKS: dict[str, Callable[[Match, int | None], object]] = {
    "another hand": lambda match, seat: match.round.hands[_others(match, seat)[0]],
    "the lowest card of another hand": lambda match, seat: match.round.hands[_others(match, seat)[0]][:1],
    "how many red cards another holds": lambda match, seat: sum(
        card.colour == 0 for card in match.round.hands[_others(match, seat)[0]]
    ),
    "the card aside": lambda match, seat: (seat, match.round.deal.aside),
    "the hands as dealt": lambda match, seat: (seat, match.round.deal.cards),
    "what another may play": lambda match, seat: (seat, match.legal()),
    "the seed": lambda match, seat: (seat, match.seed),
    "a hash of the truth": lambda match, seat: (seat, hash(match.round)),
    "whether the next can follow": lambda match, seat: (seat, len(match.legal())),
}


def notices(told: Seen) -> bool:
    """Whether dealing again changes what some seat is told, in some of a few matches for three."""
    for number in range(8):
        match = random_match(rules(3), 9 + 2 * number, number)
        for seat in (None, 0, 1, 2):
            other = dealt_anew(match, seat, Stream(SEED, "anew", number))
            if as_bytes(told(other, seat)) != as_bytes(told(match, seat)):
                return True
    return False


def test_H4_the_view_itself_is_not_noticed() -> None:
    assert not notices(view)


@pytest.mark.parametrize("name", LEAKS)
def test_H4_planted_leaks_are_noticed(name: str) -> None:
    assert notices(lambda match, seat: Leak(view(match, seat), LEAKS[name](match, seat)))
