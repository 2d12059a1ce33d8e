"""T2: a refusal is enough for somebody who knows only that one must follow the led colour.

Such a reader takes a piece for a trump if it has the trump die's colour. Where a number alone makes a trump of the
piece refused, of the lead or of the piece that must be played, the reason has to say so.
"""

from collections.abc import Callable, Iterator
from random import Random

import pytest

from nokosu import editions
from nokosu.core import follow
from nokosu.core.errors import Reason, reason
from nokosu.core.follow import legal_plays
from nokosu.core.help import help_for
from nokosu.core.match import Match
from nokosu.core.notation import parse_piece
from nokosu.core.pieces import Piece
from nokosu.core.round import Phase
from nokosu.core.trick import led_suit
from nokosu.core.trump import TrumpKind, suit, trump_kind
from nokosu.core.view import View, view
from nokosu.locale import Texts, languages
from nokosu.locale.reasons import word
from tests.builders import SEED, play_on

pytestmark = pytest.mark.quick

POSITIONS = 1000


def positions() -> Iterator[View]:
    """Positions of the tricks in which something is refused, from random play in every edition."""
    random, found, choices = Random(29), 0, 0
    names = [(name, players) for name in editions.names() for players in editions.load(name).players]
    while True:
        choices += 1
        edition, players = random.choice(names)
        match = play_on(Match.start(editions.ruleset(edition, players, rounds=1), SEED), random.randrange(90), choices)
        if match.to_act is None or match.round.phase is not Phase.PLAY:
            continue
        own = view(match, match.to_act)
        if not help_for(own).unplayable:
            continue
        yield own
        found += 1
        if found == POSITIONS:
            return


def faults(own: View, why: Callable[[View], tuple[tuple[Piece, Reason], ...]]) -> list[str]:
    """Say what is untrue or missing in the reasons of one position."""
    assert own.seat is not None
    assert own.trump is not None
    assert own.trick is not None
    trump, lead = own.trump, own.trick.lead
    led = led_suit(own.trick.plays, trump)
    held = (*(own.hand or ()), *own.dice[own.seat])
    legal = legal_plays(own.hand or (), own.dice[own.seat], zero=own.zero[own.seat], led=led, trump=trump)
    found = []
    for piece, told in why(own):
        params = dict(told.params)
        if told.message == "why.last-die-stays":
            if own.dice[own.seat] != (piece,) or own.zero[own.seat]:
                found.append(f"{piece} is not the last die")
            continue
        bound = parse_piece(params["piece"])
        if bound not in held or bound not in legal or led is None or params["suit"] != led.word:
            found.append(f"untrue: {told}")
        if suit(piece, trump) is led:
            found.append(f"{piece} follows")
        surprising = [each for each in (piece, lead, bound) if each and trump_kind(each, trump) is TrumpKind.NUMBER]
        said = {parse_piece(params[name]) for name in ("played", "lead", "piece") if name in params}
        if surprising and (params.get("number") != str(trump.number) or not said & set(surprising)):
            found.append(f"{piece}: nothing says that every {trump.number} is a trump")
        if not surprising and "number" in params:
            found.append(f"{piece}: beside the point: {told}")
        for language in languages():
            sentence = word(told, Texts(language))
            named = [str(bound), *(str(trump.number) for _ in surprising)]
            if any(each not in sentence for each in named):
                found.append(f"{language}: {sentence}")
    return found


def test_T2_every_refusal_is_true_and_enough() -> None:
    kinds: set[str] = set()
    for own in positions():
        assert faults(own, lambda seen: help_for(seen).unplayable) == []
        kinds |= {told.message for _, told in help_for(own).unplayable}
    assert len(kinds) == 5, "every kind of refusal came up"


def test_T2_a_reason_that_leaves_the_trump_out_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """The planted fault: what was said before."""

    def short(bound: Piece, lead: Piece, trump: Piece) -> Reason:
        return reason("why.follow", "F4", piece=bound, suit=suit(lead, trump).word)

    monkeypatch.setattr(follow, "_why_not_its_colour", lambda *_: None)
    monkeypatch.setattr(follow, "_why_bound", short)
    assert any(faults(own, lambda seen: help_for(seen).unplayable) for own in positions())
