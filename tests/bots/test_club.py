"""The hand-written bots: always legal, the same for the same view and stream, and as strong as they should be."""

from __future__ import annotations

import pytest

from nokosu.bots.base import Bot, BotError
from nokosu.bots.beginner import HABITS, Beginner
from nokosu.bots.club.club import Club
from nokosu.bots.club.position import position
from nokosu.bots.greedy import Greedy
from nokosu.bots.levels import LEVELS, TEXTS
from nokosu.bots.random import RandomBot
from nokosu.bots.registry import make, names, of_level
from nokosu.core.actions import Play
from nokosu.core.contract import open_targets
from nokosu.core.match import Match
from nokosu.core.round import Phase
from nokosu.core.stream import Stream, seed_from_number
from nokosu.core.trump import is_trump
from nokosu.core.view import view
from nokosu.editions import ruleset
from tests.bots.club_views import situations

BOTS = (Greedy(), Club(), Beginner())


@pytest.mark.parametrize("bot", BOTS, ids=lambda bot: bot.name)
def test_every_choice_is_legal_and_the_same_again(bot: Bot) -> None:
    for _, seen in situations(1):
        assert seen.legal
        first = bot.choose(seen, Stream(bytes(32), "a"))
        assert first in seen.legal
        assert bot.choose(seen, Stream(bytes(32), "a")) == first


def margin(bot: Bot, field: Bot, deals: int) -> float:
    """The mean margin of one against a field, every seat in turn; four players, second edition."""
    rules = ruleset("second", 4, rounds=1)
    total = 0.0
    for number in range(deals):
        for seat in range(4):
            seed = seed_from_number(number, "margin")
            match = Match.start(rules, seed)
            stream = Stream(seed, "bots")
            while match.to_act is not None:
                player = bot if match.to_act == seat else field
                match = match.apply(player.choose(view(match, match.to_act), stream))
            points = match.scores[0]
            total += points[seat] - (sum(points) - points[seat]) / 3
    return total / (4 * deals)


@pytest.mark.parametrize(
    ("bot", "field", "least"), [(Club(), RandomBot(), 12.0), (Club(), Greedy(), 6.0), (Beginner(), RandomBot(), 3.0)]
)
def test_margins_over_weaker_bots(bot: Bot, field: Bot, least: float) -> None:
    # The seeds are fixed, so this is the same every time; docs/benchmarks has the intervals.
    assert margin(bot, field, 16) > least


def test_F3_greedy_leads_its_highest_piece_while_a_die_asks_for_more() -> None:
    led = 0
    for _, seen in situations(1, edition="second", players=4):
        if seen.phase is not Phase.PLAY or seen.trick is None or seen.trick.plays or seen.seat is None:
            continue
        assert seen.trump is not None
        assert seen.legal is not None
        won, left = seen.won[seen.seat], seen.ruleset.tricks - len(seen.tricks)
        targets = open_targets(seen.dice[seen.seat], zero=seen.zero[seen.seat], won=won, tricks_left=left)
        pieces = [action.piece for action in seen.legal if isinstance(action, Play)]
        chosen = Greedy().choose(seen, Stream(bytes(32), "a"))
        assert isinstance(chosen, Play)
        if targets and max(targets) > won and any(is_trump(piece, seen.trump) for piece in pieces):
            assert is_trump(chosen.piece, seen.trump)
            led += 1
    assert led


def test_a_beginner_does_not_count_and_forgets_number_trumps() -> None:
    forgot = uncounted = 0
    for _, seen in situations(1, edition="second", players=4):
        if seen.phase is Phase.PLAY:
            here, blind = position(seen), position(seen, HABITS)
            forgot += here.order != blind.order
            uncounted += sum(map(sum, blind.unseen_from)) > sum(map(sum, here.unseen_from))
    assert forgot
    assert uncounted


@pytest.mark.parametrize("level", LEVELS)
def test_a_level_is_a_bot_that_people_have_a_name_for(level: str) -> None:
    assert level in names()
    assert make(level).name == of_level(level) == make(of_level(level)).name
    assert level in TEXTS


def test_a_level_takes_no_argument() -> None:
    with pytest.raises(BotError):
        make("expert:50ms")


def test_a_level_that_is_not_there_is_refused() -> None:
    with pytest.raises(KeyError):
        of_level("grandmaster")
