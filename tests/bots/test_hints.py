"""Hints worth asking for: of thousands of positions none argues against itself."""

from collections.abc import Iterator
from dataclasses import replace

import pytest

from nokosu.bots import hints
from nokosu.bots.advice import Advice, advise, advise_remote
from nokosu.bots.advice.advise import CHAMPION, CLUB, SEARCH
from nokosu.bots.advice.by_search import available
from nokosu.bots.advice.by_solver import TRICKS
from nokosu.bots.base import BotError
from nokosu.bots.club.club import Club
from nokosu.bots.hints import draft_chances
from nokosu.core.actions import Take, TakeZero
from nokosu.core.errors import reason
from nokosu.core.match import Match
from nokosu.core.round import Phase
from nokosu.core.stream import Stream, seed_from_number
from nokosu.core.view import View, view
from nokosu.kernel import requests
from nokosu.locale import in_language, languages
from nokosu.locale.reasons import word
from tests.bots.advice_checks import DRAWBACKS, contradictions
from tests.builders import random_match, rules

TABLES = [("second", 4), ("manual", 3), ("first", 3), ("second", 5), ("roger", 4)]
KERNEL = available(rules(4))
needs_kernel = pytest.mark.skipif(not KERNEL, reason="needs the kernel")


def positions(edition: str, players: int, rounds: int, first: int = 0) -> Iterator[View]:
    """Every decision of some rounds: of club players in every other round, of random ones in the rest."""
    club = Club()
    for number in range(first, first + rounds):
        match = Match.start(rules(players, edition), seed_from_number(number))
        chance = Stream(seed_from_number(number), "choices")
        while match.round_index == 0 and match.to_act is not None:
            seen = view(match, match.to_act)
            yield seen
            legal = match.legal()
            match = match.apply(club.choose(seen, chance) if number % 2 else legal[chance.below(len(legal))])


def faults(source: str, simulations: int, rounds: int) -> tuple[int, list[str]]:
    looked, found = 0, []
    for edition, players in TABLES:
        for seen in positions(edition, players, rounds):
            looked += 1
            given = advise(seen, simulations=simulations, source=source)
            found += [f"{edition}/{players}: {fault}" for fault in contradictions(seen, given)]
    return looked, found


@pytest.mark.parametrize(
    ("source", "rounds"),
    [(CLUB, 7), pytest.param(CHAMPION, 7, marks=needs_kernel), pytest.param(SEARCH, 1, marks=needs_kernel)],
)
def test_no_hint_argues_against_itself(source: str, rounds: int) -> None:
    """More than 4,000 positions of club player and champion together, with little thought: reasons must hold anyway."""
    looked, found = faults(source, 60, rounds)
    assert not found
    assert looked > 230 * rounds


def test_planted_contradictions_are_found() -> None:
    seen = next(each for each in positions("second", 4, 1) if each.phase is Phase.PLAY and len(each.legal or ()) > 3)
    given = advise(seen, source=CLUB)
    assert not list(contradictions(seen, given))

    def planted(*messages: str) -> Advice:
        told = [o.because(reason(f"advice.{m}")) for o, m in zip(given.options, messages, strict=False)]
        return replace(given, options=(*told, *given.options[len(told) :]))

    for message in DRAWBACKS:
        assert list(contradictions(seen, planted(message.removeprefix("advice.")))), message
    assert list(contradictions(seen, planted("takes-wanted", "leaves-unwanted")))
    assert list(contradictions(seen, planted("only")))
    hopeless = replace(
        planted("takes-wanted"),
        options=(replace(given.best, makes=(), zero=0.0, reason=reason("advice.takes-wanted")),),
    )
    hopeless = replace(hopeless, options=(*hopeless.options, *given.options[1:]))
    assert list(contradictions(seen, hopeless))


def test_planted_numbers_are_found() -> None:
    seen = next(positions("second", 4, 1))
    given = advise(seen, source=CLUB)
    takes = [o for o in given.options if str(o.action).startswith("take")]
    low = min(takes, key=lambda o: o.action.die.number)  # type: ignore[union-attr]  # only takes
    high = max(takes, key=lambda o: o.action.die.number)  # type: ignore[union-attr]  # the same
    wrong = (low.because(reason("advice.fitting")), high.because(reason("advice.few")))
    assert list(contradictions(seen, replace(given, options=wrong)))


def test_asked_twice_it_says_the_same() -> None:
    seen = list(positions("second", 4, 1))[::9]
    for each in seen:
        assert hints.hint(each, 5) == hints.hint(each, 5)
        assert hints.advice(each) == advise(each)


def test_a_forced_move_has_nothing_but_its_name() -> None:
    seen = next(each for each in positions("second", 4, 3) if len(each.legal or ()) == 1)
    assert advise(seen).forced
    assert advise(seen).best.reason.message == "advice.only"


@needs_kernel
def test_S2_the_last_tricks_are_solved_and_the_hint_is_the_solvers_best() -> None:
    from nokosu.bots.search import club_weights  # noqa: PLC0415  (the kernel's)
    from nokosu.kernel.endgame import solve  # noqa: PLC0415  (needs the extension)

    solved = 0
    for seen in positions("second", 4, 4):
        left = seen.ruleset.tricks - len(seen.tricks)
        given = advise(seen, simulations=60)
        assert not given.exact or left <= TRICKS
        if not given.exact:
            continue
        solved += 1
        truth = {line.action: line for line in solve(seen, club=club_weights(4)).lines}
        assert truth[given.best.action].margin == pytest.approx(max(line.margin for line in truth.values()))
        for option in given.options:
            assert option.chance == pytest.approx(truth[option.action].made, abs=1e-6)
    assert solved > 20


def test_S2_without_the_kernel_the_last_trick_is_solved() -> None:
    exact = 0
    for seen in positions("second", 3, 2):
        with pytest.raises(StopIteration) as done:
            next(advise_remote(seen, CLUB))
        given = done.value.value
        exact += given.exact
        assert not given.exact or len(seen.tricks) == seen.ruleset.tricks - 1
    assert exact > 3


@needs_kernel
@pytest.mark.parametrize("source", [CHAMPION, SEARCH])
def test_a_kernel_elsewhere_gives_the_same_advice(source: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The request goes out, the answer comes in; here the same process answers."""
    from nokosu.bots.advice import by_champion, by_search  # noqa: PLC0415  (reports are taken from there)

    monkeypatch.setattr(by_champion, "champion_report", lambda answer: answer)
    monkeypatch.setattr(by_search, "search_report", lambda answer: answer)
    seen = view(random_match(rules(4), 20), random_match(rules(4), 20).to_act)
    thinking = advise_remote(seen, source, simulations=100)
    asked = next(thinking)
    assert isinstance(asked, requests.KernelRequest)
    assert asked.call == source
    native = advise(seen, simulations=100, source=source)
    report = _native_report(seen, source)
    with pytest.raises(StopIteration) as done:
        thinking.send(report)  # type: ignore[arg-type]  # the report itself, see above
    assert done.value.value == native


def _native_report(seen: View, source: str) -> object:
    from nokosu.bots.advice.advise import _stream  # noqa: PLC0415  (the stream of an advice)
    from nokosu.bots.advice.by_champion import _SETTINGS  # noqa: PLC0415  (the settings of an advice)
    from nokosu.bots.neural.bot import network  # noqa: PLC0415
    from nokosu.bots.search import look_ahead as search  # noqa: PLC0415
    from nokosu.kernel.champion import look_ahead  # noqa: PLC0415

    if source == SEARCH:
        return search(seen, seed=_stream(seen).seed64(), simulations=100)
    return look_ahead(seen, network(), seed=_stream(seen).seed64(), worlds=2, settings=_SETTINGS)


def test_reasons_are_sentences_in_every_language() -> None:
    seen = list(positions("second", 4, 1))[::7]
    for language in languages():
        with in_language(language):
            for each in seen:
                for option in advise(each, source=CLUB).options:
                    said = word(option.reason, names=["Anna", "Béla", "Cleo", "Dan"])
                    assert said[-1] in ".。", said
                    assert "{" not in said


def test_nobody_else_is_advised() -> None:
    match = random_match(rules(), 20)
    waiting = next(seat for seat in range(4) if seat != match.to_act)
    for seat in (waiting, None):
        with pytest.raises(BotError, match="the seat to act"):
            advise(view(match, seat))
    with pytest.raises(BotError, match="source"):
        advise(view(match, match.to_act), source="oracle")


def test_chances_of_the_draft_are_those_of_the_advice() -> None:
    match = Match.start(rules(4), seed_from_number(7))
    while match.round.phase is Phase.DRAFT:
        seen = view(match, match.to_act)
        shown, advised = draft_chances(seen, 5), advise(seen)
        by_die = {str(option.action.die): option for option in advised.options if isinstance(option.action, Take)}
        assert {each.die for each in shown.dice} == {str(die) for die in seen.pool}
        for each in shown.dice:
            option = by_die[each.die]
            assert each.chance == option.chance
            assert {one.target: one.chance for one in each.targets if one.target} == dict(option.makes)
        assert (shown.zero is not None) is any(isinstance(action, TakeZero) for action in seen.legal or ())
        match = match.apply(match.legal()[0])
