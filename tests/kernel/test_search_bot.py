"""The searching player by name."""

import pytest

from nokosu import editions
from nokosu.bots.base import BotError
from nokosu.bots.play import play_match
from nokosu.bots.registry import make
from nokosu.core.stream import seed_from_number


def test_a_match_is_repeatable_with_simulations() -> None:
    rules = editions.ruleset("second", 3, rounds=1)
    seed = seed_from_number(4)
    first, again = (
        play_match(rules, seed, [make("search:20"), make("club"), make("search:20,uniform")]) for _ in range(2)
    )
    assert first == again


@pytest.mark.parametrize(
    "spec",
    [
        "search:0",
        "search:abc",
        "search:-5",
        "search:100us",
        "search:1ms",
        "search:61s",
        "search:50,nonsense",
        "search:50,worlds=x",
        "search:50,worlds=0",
        "search:50,threads=-1",
        "search:50,trust=nan",
    ],
)
def test_a_budget_that_is_none_is_refused_in_a_line(spec: str) -> None:
    with pytest.raises(BotError) as refusal:
        make(spec)
    assert "\n" not in str(refusal.value)


def test_without_a_budget_it_thinks_for_a_tenth_of_a_second() -> None:
    assert make("search").name == "search:100ms"
