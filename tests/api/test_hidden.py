"""What a view says, shows and looks like depends on nothing that its seat may not know: re-deal it and compare."""

from collections.abc import Callable

import pytest

import nokosu
from nokosu.api.drawing import draw_view
from nokosu.core.match import Match
from nokosu.locale import languages
from tests.builders import rules
from tests.hidden.channels import Audience
from tests.hidden.redeal import audiences, redeals, states

Shown = Callable[[nokosu.Match, Audience], str]


def said(match: nokosu.Match, audience: Audience) -> str:
    view = match.view(audience)
    words = [nokosu.describe(view, language=language) for language in languages()]
    return "\n".join([str(view), repr(view), repr(match), str(view.trick), str(view.hand), *words])


def drawn(match: nokosu.Match, audience: Audience) -> str:
    view = match.view(audience)
    return view.svg() + ("" if audience is None else match.svg(seat=audience))


def refused(match: nokosu.Match, audience: Audience) -> str:
    """What a bot is told that is asked out of turn."""
    if audience == match.to_act:
        return ""
    with pytest.raises(nokosu.bots.BotError) as error:
        nokosu.bots.get("club").choose(match.view(audience))
    return str(error.value)


def with_all_hands(match: nokosu.Match, audience: Audience) -> str:
    """A planted leak: the picture of the authority in place of the seat's."""
    return draw_view(match.view(audience), hands=match.round.hands)


def with_the_card_aside(match: nokosu.Match, audience: Audience) -> str:
    """A planted leak: one line too many."""
    return f"{match.view(audience)}\n{nokosu.Hand(match.round.deal.aside)}"


def with_the_match(match: nokosu.Match, audience: Audience) -> str:  # noqa: ARG001  (that is the fault)
    """A planted leak: the match's own text."""
    return str(match)


def leaks(shown: Shown, players: int, edition: str = "second") -> bool:
    """True if any audience could tell two worlds apart."""
    for state in states(rules(players, edition, rounds=2), matches=2, per_match=6, number=1):
        for audience in audiences(state.ruleset):
            truth = shown(nokosu.Match.of(state), audience)
            if any(shown(_ours(other), audience) != truth for other in redeals(state, audience, 3)):
                return True
    return False


def _ours(match: Match) -> nokosu.Match:
    return nokosu.Match.of(match)


@pytest.mark.parametrize("shown", [said, drawn, refused])
@pytest.mark.parametrize(("edition", "players"), [("second", 3), ("second", 4), ("first", 3)])
def test_H4_texts_and_pictures_of_a_view_show_only_what_its_seat_knows(
    shown: Shown, edition: str, players: int
) -> None:
    assert not leaks(shown, players, edition)


@pytest.mark.parametrize("planted", [with_all_hands, with_the_card_aside, with_the_match])
def test_H4_a_planted_leak_is_found(planted: Shown) -> None:
    assert leaks(planted, 3)
