import pytest

from nokosu.arena.statistics import clustered, student
from nokosu.arena.times import Times


@pytest.mark.parametrize(
    ("freedom", "quantile"), [(1, 12.706), (2, 4.303), (3, 3.182), (4, 2.776), (5, 2.571), (10, 2.228), (1000, 1.962)]
)
def test_students_quantile_as_in_every_table(freedom: int, quantile: float) -> None:
    assert student(freedom) == pytest.approx(quantile, rel=0.004)


def test_an_interval_from_the_spread_of_the_deals() -> None:
    found = clustered({0: [1.0, 3.0], 1: [4.0, 4.0], 2: [0.0, 0.0]})
    assert found.mean == pytest.approx(2.0)
    # Means 2, 4, 0: standard deviation 2, three deals.
    assert found.high == pytest.approx(2.0 + 4.3027 * 2 / 3**0.5)
    assert found.low == pytest.approx(2.0 - 4.3027 * 2 / 3**0.5)


def test_rounds_of_one_deal_do_not_count_as_independent() -> None:
    """Planted: the same result four times over must not look like four results."""
    deals = {0: [5.0], 1: [-3.0], 2: [2.0], 3: [8.0]}
    fourfold = {deal: margins * 4 for deal, margins in deals.items()}
    assert clustered(fourfold) == clustered(deals)
    independent = {index: [value] for index, value in enumerate(v for margins in fourfold.values() for v in margins)}
    too_narrow, honest = clustered(independent), clustered(deals)
    assert too_narrow.high is not None
    assert honest.high is not None
    assert too_narrow.high < honest.high - 1.0


def test_one_deal_has_no_interval() -> None:
    assert clustered({0: [1.0, 2.0]}).high is None


def test_times_add_up_wherever_they_were_measured() -> None:
    here, there = Times(), Times()
    for ms in range(1, 101):
        (here if ms % 3 else there).add(float(ms))
    here.merge(Times.from_json(there.to_json()))
    assert here.moves == 100
    assert here.mean == pytest.approx(50.5)
    assert here.percentile(0.95) == pytest.approx(95, rel=0.011)
    assert Times().mean is None
    assert Times().percentile(0.95) is None
