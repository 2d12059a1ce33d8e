"""Which bots can play by house rules: our limits are those of the kernel itself."""

from dataclasses import replace
from itertools import product

from nokosu import editions
from nokosu.bots.kernel_rules import can_play, within_limits
from nokosu.kernel.rules import why_not


def test_our_limits_are_the_kernels() -> None:
    """Every number of picks and drawn dice that the loader allows."""
    seen = set()
    for (name, players), picks, drawn in product(editions.pairs(), range(1, 6), range(6)):
        rules = editions.ruleset(name, players)
        pool = players * picks + 1
        if players * drawn + pool > 5 * len(rules.colours):
            continue
        changed = replace(rules, picks_each=picks, drawn_each=drawn, pool_size=pool, dice_per_colour=5)
        assert within_limits(changed) is (why_not(changed) is None), changed
        seen.add(within_limits(changed))
    assert seen == {True, False}


def test_only_bots_of_the_kernel_have_limits() -> None:
    long = replace(editions.ruleset("second", 4), drawn_each=3, cards_each=10)
    assert not within_limits(long)
    assert [
        bot for bot in ("club", "search:300", "neural", "champion:32", "random:sensible") if can_play(bot, long)
    ] == [
        "club",
        "random:sensible",
    ]
