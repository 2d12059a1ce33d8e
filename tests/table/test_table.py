"""The table: the one authority."""

import pytest

from nokosu import editions
from nokosu.core.actions import Pass, Play, Take, TakeZero
from nokosu.core.errors import IllegalAction
from nokosu.core.events import history
from nokosu.core.match import Match
from nokosu.core.pieces import CARDS, DICE
from nokosu.core.view import view
from nokosu.locale.reasons import word
from nokosu.table import Table, help_for
from tests.builders import SEED, random_match, rules


def refused(table: Table, seat: int | None, action: Take | TakeZero | Pass | Play) -> str:
    before = table.match
    with pytest.raises(IllegalAction) as caught:
        table.act(seat, action)
    assert table.match is before
    assert word(caught.value.reason)
    return str(caught.value.reason)


def test_D6_the_seat_to_act_acts_and_the_turn_passes() -> None:
    table = Table(Match.start(rules(3, rounds=1), SEED))
    first = table.to_act
    assert first is not None
    table.act(first, Take(table.view(first).pool[0]))
    assert table.to_act == (first + 1) % 3
    assert not table.over


def test_D6_Z5_W5_whoever_is_not_to_act_is_refused() -> None:
    drafting = Table(Match.start(rules(3, rounds=1), SEED))
    first = drafting.to_act
    assert first is not None
    die = drafting.view(None).pool[0]
    assert refused(drafting, (first + 1) % 3, Take(die)) == f"why.turn seat={first} (D6)"
    declaring = Table(random_match(rules(3, "first", rounds=1), 9))
    assert refused(declaring, declaring.view(None).dealer, Pass()) == f"why.turn seat={declaring.to_act} (Z5)"
    playing = Table(random_match(rules(3, rounds=1), 9))
    assert refused(playing, playing.view(None).dealer, Play(CARDS[0])) == f"why.turn seat={playing.to_act} (W5)"


def test_H4_spectators_only_watch() -> None:
    table = Table(Match.start(rules(3, rounds=1), SEED))
    assert refused(table, None, Take(table.view(None).pool[0])) == "why.no-seat (H4)"


def test_F1_an_illegal_action_is_refused_with_its_reason() -> None:
    table = Table(Match.start(rules(3, rounds=1), SEED))
    away = next(die for die in DICE if die not in table.view(None).pool)
    assert refused(table, table.to_act, Take(away)) == f"why.not-in-the-middle piece={away} (D6)"
    assert refused(table, table.to_act, Pass()) == "why.phase phase=draft (D6)"


def test_M4_when_the_match_is_over_nobody_acts() -> None:
    table = Table(random_match(rules(3, rounds=1), 1000))
    assert table.over
    assert table.to_act is None
    for seat in (None, 0, 1, 2):
        assert refused(table, seat, Pass()) == "why.phase phase=over (M4)"


@pytest.mark.parametrize("seat", [-1, 3])
def test_there_is_no_such_seat(seat: int) -> None:
    table = Table(Match.start(rules(3, rounds=1), SEED))
    with pytest.raises(IndexError):
        table.view(seat)
    with pytest.raises(IndexError):
        table.events_for(seat)
    assert refused(table, seat, Pass()).startswith("why.turn")


@pytest.mark.parametrize(("edition", "players"), editions.pairs())
def test_H2_events_are_numbered_alike_for_everybody_whenever_they_ask(edition: str, players: int) -> None:
    table = Table(Match.start(editions.ruleset(edition, players, rounds=1), SEED))
    early = [table.events_for(seat) for seat in (None, 0)]
    while table.to_act is not None:
        seat = table.to_act
        legal = table.view(seat).legal
        assert legal
        table.act(seat, legal[-1])
    for audience, before in zip((None, 0), early, strict=True):
        # Asked before the first action and after the last.
        assert (*before, *table.events_for(audience, len(before))) == history(table.match, audience)
    late = [table.events_for(seat) for seat in range(players)]
    assert {len(events) for events in late} == {len(table.events_for(None))}


def test_H4_views_and_help_are_those_of_the_match() -> None:
    match = random_match(rules(4, rounds=1), 20)
    table = Table(match)
    for seat in (None, 0, 1, 2, 3):
        assert table.view(seat) == view(match, seat)
        assert table.help_for(seat) == help_for(view(match, seat))
