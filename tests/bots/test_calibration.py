"""The bench that says whether chances come true finds those that do not."""

from pathlib import Path
from random import Random
from statistics import fmean

import pytest

from bench.calibration import (
    Job,
    Told,
    by_chance,
    crossed,
    error,
    fit,
    fit_sharpness,
    keep,
    of_a_contract,
    of_each_number,
    play,
    take_up,
)
from nokosu.bots.advice.advise import CLUB
from nokosu.bots.advice.calibration import Curve


def telling(raw: tuple[float, ...], made: int | None, number: int) -> Told:
    return Told("second", 4, number, "nobody", "play", raw, made)


def coins(number: int, came_true: Curve) -> list[tuple[float, bool]]:
    """Chances, and outcomes that follow a curve of them instead of the chances themselves."""
    random = Random(1)
    said = [random.uniform(0.02, 0.98) for _ in range(number)]
    return [(chance, random.random() < came_true.total(chance)) for chance in said]


def test_chances_that_come_true_have_no_error() -> None:
    found, rows = error(coins(20_000, Curve()))
    assert found < 0.02
    assert [size for size, _, _ in rows] == pytest.approx([2_000] * 10, rel=0.2)


def test_planted_overconfidence_is_found_and_mended() -> None:
    truth = Curve(slope=0.5, shift=-0.4)
    pairs = coins(20_000, truth)
    assert error(pairs)[0] > 0.1
    slope, shift = fit(pairs)
    assert slope == pytest.approx(0.5, abs=0.05)
    assert shift == pytest.approx(-0.4, abs=0.05)
    assert error((Curve(slope, shift).total(said), came) for said, came in pairs)[0] < 0.02


def test_few_data_bend_nothing_far() -> None:
    slope, shift = fit([(0.9, False)] * 3)
    assert 0.0 < slope < 1.5
    assert -2.0 < shift < 0.0


def test_how_a_contract_is_shared_among_numbers_is_found_too() -> None:
    random = Random(2)
    raw = (0.0, 0.4, 0.1)
    # Sixteen to one instead of four to one: the shares squared.
    told = [telling(raw, 1 if random.random() < 16 / 17 else 2, number) for number in range(3_000)]
    assert fit_sharpness(told) == pytest.approx(2.0, abs=0.15)
    assert of_a_contract(told)[0][0] == pytest.approx(0.5)
    assert len(of_each_number(told)) == 6_000, "what was ruled out is no chance"


def test_what_chance_alone_makes_is_known_and_a_fault_is_more() -> None:
    random = Random(3)
    said = [random.uniform(0.02, 0.98) for _ in range(5_000)]
    fair = [telling((chance,), 0 if random.random() < chance else None, at) for at, chance in enumerate(said)]
    careful = [telling((chance / 2,), one.made, one.number) for chance, one in zip(said, fair, strict=True)]
    assert error(of_a_contract(fair))[0] < 2 * by_chance(fair, of_a_contract)
    assert error(of_a_contract(careful))[0] > 2 * by_chance(careful, of_a_contract)
    assert by_chance([*fair, *fair], of_a_contract) == pytest.approx(by_chance(fair, of_a_contract))


def test_each_half_is_judged_by_what_was_fitted_to_the_other() -> None:
    random = Random(4)
    said = [random.uniform(0.02, 0.98) for _ in range(1_500)]
    # In even rounds chances come true, in odd ones half of them do.
    told = [
        telling((chance,), 0 if random.random() < chance / (1 + at % 2) else None, at) for at, chance in enumerate(said)
    ]
    even, odd = (fmean(one.said[0] for one in crossed(told) if one.number % 2 == half) for half in range(2))
    assert even == pytest.approx(0.25, abs=0.03)
    assert odd == pytest.approx(0.5, abs=0.03)


def test_what_is_kept_can_be_taken_up(tmp_path: Path) -> None:
    told = [telling((0.25, 0.5), made, 7) for made in (0, 1, None)]
    keep(tmp_path / "told.gz", told, {"rounds": 1})
    assert take_up(tmp_path / "told.gz") == (told, {"rounds": 1})


def test_a_job_is_a_function_of_its_description() -> None:
    job = Job(CLUB, "second", 3, 0, first=7, rounds=1)
    told = play(job)
    assert told == play(job)
    assert {one.phase for one in told} == {"draft", "play"}
    assert len({one.made for one in told}) == 1
