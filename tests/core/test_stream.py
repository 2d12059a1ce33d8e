"""Randomness: known answers and unbiased draws. docs/fairness.md has the full vectors."""

from collections import Counter
from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nokosu.core.stream import Stream, seed_from_number
from tests.builders import SEED


def drawn(stream: Stream, n: int, times: int) -> list[int]:
    return [stream.below(n) for _ in range(times)]


def test_known_words() -> None:
    assert drawn(Stream(SEED, "dealer"), 65536, 5) == [37020, 15952, 519, 16078, 42891]
    assert drawn(Stream(SEED, "deal", 0), 65536, 5) == [62950, 43426, 6598, 62158, 40010]


def test_known_words_across_the_end_of_a_block() -> None:
    assert drawn(Stream(SEED, "dealer"), 65536, 18)[-3:] == [51503, 23416, 17883]


def test_known_draws_where_words_are_thrown_away() -> None:
    # the words are 19250, 61817, 17215, …: the second is not below 40000 and would favour the low numbers
    assert drawn(Stream(SEED, "vector", 2), 40000, 3) == [19250, 17215, 7995]


def test_known_shuffle() -> None:
    numbers = list(range(10))
    Stream(SEED, "vector", 4).shuffle(numbers)
    assert numbers == [4, 2, 9, 0, 6, 1, 8, 7, 5, 3]


def test_known_seed_from_a_number() -> None:
    assert seed_from_number(1).hex() == ("b9de4f321cc868640086828e595572762d0132c32629a7752e9441e522c6e1e6")
    assert seed_from_number(1) != seed_from_number(2)
    assert seed_from_number(1, "match", 0) != seed_from_number(1, "match", 1)
    assert len(seed_from_number(1, "match", 0)) == 32


def test_streams_of_other_names_or_seeds_are_other_streams() -> None:
    names: list[tuple[str | int, ...]] = [("deal", 0), ("deal", 1), ("dealer",), ("deal", 0, 0)]
    streams = [Stream(SEED, *name) for name in names] + [Stream(bytes(32), "deal", 0)]
    assert len({tuple(drawn(stream, 65536, 4)) for stream in streams}) == 5


def test_a_stream_does_not_hold_the_seed() -> None:
    stream = Stream(SEED, "deal", 0)
    stream.below(6)
    assert SEED not in [getattr(stream, name) for name in Stream.__slots__]


class Words(Stream):
    """A stream that says what it is told, to look at the arithmetic alone."""

    __slots__ = ("_left",)

    def __init__(self, words: list[int]) -> None:
        super().__init__(SEED)
        self._left = list(reversed(words))

    def _word(self) -> int:
        return self._left.pop()


@pytest.mark.parametrize("n", [1, 2, 3, 6, 10, 40, 40000, 65535, 65536])
def test_below_is_exactly_uniform_over_all_words(n: int) -> None:
    limit = 65536 - 65536 % n
    stream = Words(list(range(limit)))
    accepted = Counter(stream.below(n) for _ in range(limit))
    assert set(accepted.values()) == {65536 // n}
    assert [Words([word, 1]).below(n) for word in range(limit, min(limit + 3, 65536))] == [1] * min(65536 % n, 3)


def test_below_more_than_a_word_takes_several() -> None:
    assert Words([1, 2]).below(1 << 32) == 65536 + 2
    assert Words([0, 65536 - 1]).below(65537) == 65535
    assert Words([1, 0]).below(65537) == 65536
    assert Words([65535, 65535, 0, 5]).below((1 << 32) - 1) == 5, "the last value would favour zero"
    assert Words([1, 2, 3, 4]).seed64() == ((65536 + 2) * 65536 + 3) * 65536 + 4


@pytest.mark.parametrize("n", [0, -1])
def test_there_is_nothing_below_one(n: int) -> None:
    with pytest.raises(ValueError, match=f"below {n} does not exist"):
        Stream(SEED).below(n)


def test_every_order_is_equally_likely() -> None:
    orders: Counter[str] = Counter()
    for fourth in range(4):
        for third in range(3):
            for second in range(2):
                items = list("abcd")
                Words([fourth, third, second]).shuffle(items)
                orders["".join(items)] += 1
    assert orders == Counter("".join(order) for order in permutations("abcd"))


def test_every_item_is_equally_likely() -> None:
    assert [Words([word]).choice("abc") for word in range(3)] == ["a", "b", "c"]


@given(st.integers(1, 1 << 70), st.binary(min_size=32, max_size=32))
def test_below_is_below(n: int, seed: bytes) -> None:
    assert 0 <= Stream(seed, "test").below(n) < n
