"""The champion: it looks ahead with the network, repeatably, and knows no more than its seat."""

from itertools import count

import pytest

from nokosu import editions
from nokosu.bots import champion
from nokosu.bots.base import BotError
from nokosu.bots.neural.bot import network
from nokosu.bots.play import play_match
from nokosu.bots.registry import make
from nokosu.core.actions import Action, Take, TakeZero
from nokosu.core.match import Match
from nokosu.core.stream import Stream, seed_from_number
from nokosu.core.view import View, view
from nokosu.kernel.champion import Settings, believed_worlds, look_ahead
from nokosu.kernel.state import Refused, State
from nokosu.record.position_reader import parse_position

ZERO_PAYS = (
    "nokosu/1 second/4,rounds=1 dealer:0 seat:1 hands:?/R37B02346G6P04/?/? dice:dB5dG66/dR23dP3/dR1dG5dP2/dB66dY2 "
    "pool:dR16dB1dG11dY11dP66 draft:dP3,dP2,dY2,dG6"
)
"""By 400 rollouts each way, zero gains 3.6 ± 1.6 points; neither the policy nor the critic finds that."""


def seen_after(edition: str, players: int, moves: int) -> View:
    """A position that club players reach, for the seat to act."""
    match = Match.start(editions.ruleset(edition, players, rounds=1), seed_from_number(8, edition, players))
    club = make("club")
    while moves or len(view(match, match.to_act).legal or ()) == 1:
        match = match.apply(club.choose(view(match, match.to_act), Stream(bytes(32), moves)))
        moves = max(0, moves - 1)
    return view(match, match.to_act)


def test_a_match_is_repeatable_with_worlds() -> None:
    rules, seed = editions.ruleset("second", 3, rounds=1), seed_from_number(4)
    first, again = (
        play_match(rules, seed, [make("champion:4"), make("club"), make("champion:4,tricks=0")]) for _ in range(2)
    )
    assert first == again


@pytest.mark.parametrize(("edition", "players"), editions.pairs())
def test_it_answers_legally_by_every_edition(edition: str, players: int) -> None:
    bot = make("champion:2,tricks=0")
    match = Match.start(editions.ruleset(edition, players, rounds=1), seed=bytes(32))
    while match.to_act is not None:
        seen = view(match, match.to_act)
        match = match.apply(bot.choose(seen, Stream(bytes(32), "test")))  # refuses what is not legal


@pytest.mark.parametrize("moves", [0, 5, 12, 30, 50])
def test_every_line_says_what_to_expect(moves: int) -> None:
    seen = seen_after("second", 4, moves)
    report = look_ahead(seen, network(), seed=1, worlds=8)
    assert tuple(line.action for line in report.lines) == seen.legal
    assert sum(line.prior for line in report.lines) == pytest.approx(1.0, abs=1e-4)
    tried = [line for line in report.lines if line.worlds]
    assert report.best == max(tried, key=lambda line: line.worth).action
    for line in tried:
        assert 0.0 <= line.made <= 1.0 + 1e-5
        assert -60.0 < line.margin < 60.0
        assert sum(line.tricks) == pytest.approx(1.0 if any(line.tricks) else 0.0, abs=1e-4)


@pytest.mark.parametrize(("edition", "players", "moves"), [("second", 4, 30), ("second", 5, 40), ("first", 3, 25)])
def test_believed_worlds_fit_what_the_seat_has_seen(edition: str, players: int, moves: int) -> None:
    seen = seen_after(edition, players, moves)
    for world in believed_worlds(seen, network(), number=40, seed=1):
        State.from_view(seen, world)  # plays the round again in this world: refuses a revoke, or a hand of another size


def test_beliefs_are_better_than_chance() -> None:
    """Among club players, hidden cards are more often where the champion believes them than where chance puts them."""
    believed = uniform = 0
    for number in range(12):
        match = Match.start(editions.ruleset("second", 4, rounds=1), seed_from_number(number, "beliefs"))
        club = make("club")
        for move in range(36):
            match = match.apply(club.choose(view(match, match.to_act), Stream(bytes(32), move)))
        seen = view(match, match.to_act)
        truth = match.round.hands
        for world in believed_worlds(seen, network(), number=50, seed=number):
            believed += sum(len(set(hand) & set(held)) for hand, held in zip(world.hands, truth, strict=True))
        for state in State.from_view(seen).sample_worlds(match.to_act or 0, number, 50):
            drawn = state.world().hands
            uniform += sum(len(set(hand) & set(held)) for hand, held in zip(drawn, truth, strict=True))
    assert believed > 1.02 * uniform


def chosen(bot: str, seed: int = 1) -> Action:
    return make(bot).choose(parse_position(ZERO_PAYS).seen, Stream(seed_from_number(seed), "zero"))


def test_it_looks_longer_at_zero_and_takes_it_where_it_pays(monkeypatch: pytest.MonkeyPatch) -> None:
    assert not isinstance(chosen("neural"), TakeZero)
    assert all(isinstance(chosen("champion:32", seed), TakeZero) for seed in range(3))
    monkeypatch.setattr(champion, "ZERO_LOOKS", ((2, 20.0),))  # as if it were overrated by far
    assert not isinstance(chosen("champion:32"), TakeZero)
    monkeypatch.setattr(champion, "ZERO_LOOKS", ())
    assert not isinstance(chosen("champion:32"), TakeZero)


def test_without_time_for_a_look_at_zero_there_is_none(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(champion, "judge_request", None)
    monkeypatch.setattr(champion, "perf_counter", count(step=60).__next__)
    assert isinstance(chosen("champion:100ms"), Take | TakeZero)
    with pytest.raises(TypeError):
        chosen("champion:8")


def test_a_champion_that_is_given_time_stops_by_itself() -> None:
    assert look_ahead(seen_after("second", 4, 20), network(), seed=1, seconds=0.01).worlds > 0


def test_an_ending_without_time_for_all_worlds_counts_those_that_were_solved() -> None:
    seen = seen_after("second", 4, 52)
    short, long = (look_ahead(seen, network(), seed=1, seconds=seconds) for seconds in (0.01, 1.0))
    assert short.evaluations == long.evaluations == 1  # for the beliefs alone: both solved it
    assert 16 <= short.worlds < long.worlds


def test_actions_that_lie_close_together_are_looked_at_more_deeply() -> None:
    """In some of these positions; where one action is clearly the best, there is nothing to look deeper for."""
    flat, deep, again = (
        [
            look_ahead(seen_after("second", 4, moves), network(), seed=1, worlds=48, settings=Settings(deeper=deeper))
            for moves in range(12, 44, 8)
        ]
        for deeper in (0, 1, 1)
    )
    assert sum(one.evaluations for one in deep) > sum(one.evaluations for one in flat)
    assert [one.lines for one in deep] == [one.lines for one in again]


@pytest.mark.parametrize(
    "spec",
    ["champion:0", "champion:abc", "champion:1ms", "champion:61s", "champion:8,nonsense", "champion:8,tricks=x"],
)
def test_a_budget_or_setting_that_does_not_exist_is_refused_in_a_line(spec: str) -> None:
    with pytest.raises(BotError) as refusal:
        make(spec)
    assert "\n" not in str(refusal.value)


def test_settings_out_of_range_are_refused() -> None:
    with pytest.raises(Refused, match="tricks"):
        Settings(tricks=99).checked()
    with pytest.raises(Refused, match="worlds or seconds"):
        look_ahead(seen_after("second", 4, 0), network(), seed=1)
