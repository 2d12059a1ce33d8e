"""The match that the documents link to: Ryu takes a zero contract for a good reason, and would again."""

import re
from pathlib import Path
from urllib.parse import unquote

from nokosu.bots.registry import make
from nokosu.core.actions import TakeZero
from nokosu.core.match import GivenDeals, Match
from nokosu.core.stream import Stream, seed_from_number
from nokosu.core.view import view
from nokosu.record.position_reader import parse_position

DOCS = Path(__file__).parents[2] / "docs"
TEXT = "".join(path.read_text("utf-8") for path in sorted(DOCS.glob("champion*.md")))
RYU = 3


def linked() -> str:
    """Return the position in the link."""
    (found,) = re.findall(r"/replay\?position=(nokosu[^)\s]+)\)", TEXT)
    return unquote(found)


def test_the_round_is_as_the_page_tells_it() -> None:
    position = parse_position(linked())
    match = position.match(Stream(seed_from_number(1), "position"))
    assert match.over
    assert match.round.contracts[RYU].is_zero
    assert match.round.won[RYU] == 0
    assert match.totals == (4, 6, 4, 10)


def test_ryu_would_take_it_again() -> None:
    position = parse_position(linked())
    played = position.match(Stream(seed_from_number(1), "position"))
    assert isinstance(played.deals, GivenDeals)
    match = Match.from_deals(played.ruleset, played.round.dealer, played.deals.deals)
    assert match.to_act == RYU
    chosen = [make("ryu").choose(view(match, RYU), Stream(seed_from_number(each), "zero")) for each in range(3)]
    assert all(isinstance(action, TakeZero) for action in (position.actions[0], *chosen))
