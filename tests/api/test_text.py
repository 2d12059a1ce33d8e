"""Text out: readable, the same in the terminal, in every language, and a short repr."""

import pickle
import re

import pytest
from rich.console import Console

import nokosu
from nokosu.api.colour import SYMBOLS
from nokosu.api.text import columns_of
from nokosu.core.view import view as core_view
from nokosu.locale import in_language, languages
from nokosu.tui import show
from nokosu.tui.screen import Screen
from tests.builders import random_match, rules

EDITIONS = [("second", 3), ("second", 4), ("first", 3), ("roger", 5)]


def moments(edition: str, players: int) -> list[nokosu.Match]:
    """A match in every phase."""
    match = nokosu.Match.of(random_match(rules(players, edition, rounds=1), 0))
    found = [match]
    while not match.over:
        match = match.apply(match.legal()[match.round.decisions % len(match.legal())])
        found.append(match)
    return found


def test_a_view_reads_well() -> None:
    match = nokosu.Match.start("second", players=4, seed=7)
    bot = nokosu.bots.get("club", seed=7)
    while match.round.decisions < 30:
        match = match.apply(bot.choose(match.view()))
    assert str(match.view()).splitlines() == [
        "Round 1 of 5, trick 5 of 14",
        "Trump: dG5 – every green piece and every 5.",
        "              Points  Tricks  Targets  Dice",
        "Seat 0             0       1  2        dG2",
        "Seat 1             0       1  2 5 6    dB6 dG2 dG5 dY5",
        "Seat 2 (you)       0       2  2 3 4 5  dR2 dR4 dB5 dG3",
        "Seat 3             0       0  2 3 5 6  dR5 dB6 dP2 dP3",
        "On the table: Seat 0 dB6, Seat 1 B0. Led: blue. Seat 0 is winning.",
        "Your cards:  Y5 P5 G4  R3 R2 R1  B4",
        "Legal: play B4",
    ]
    assert str(match.view().trick) == "Seat 0 dB6, Seat 1 B0; Seat 0 is winning"
    assert str(match.view().hand) == "R1 R2 R3 B4 G4 Y5 P5"
    assert str(match).splitlines()[4] == (
        "Seat 0       0       1  2        dG2              R0 R6 B1 B3 B6 G3 G6 P1 P2"
    )


@pytest.mark.parametrize(("edition", "players"), EDITIONS)
@pytest.mark.parametrize("language", languages())
def test_every_moment_has_a_text_in_every_language(edition: str, players: int, language: str) -> None:
    for match in moments(edition, players):
        things: list[nokosu.Match | nokosu.View] = [match, *(match.view(seat) for seat in (None, *range(players)))]
        for thing in things:
            said = nokosu.describe(thing, language=language)
            assert said
            assert all(line == line.rstrip() for line in said.splitlines())


@pytest.mark.parametrize("language", languages())
def test_columns_are_aligned_in_every_language(language: str) -> None:
    for match in moments("second", 3)[:30]:
        table = [line for line in nokosu.describe(match, language=language).splitlines() if re.search("d[RBGYP]", line)]
        rows = [line for line in table if "  " in line]
        assert len({columns_of(line[: re.search("d[RBGYP]", line).start()]) for line in rows}) <= 1  # type: ignore[union-attr]  # always found


def test_str_is_english_whatever_the_machine_speaks() -> None:
    match = nokosu.Match.start("second", players=4, seed=7)
    with in_language("ja"):
        assert str(match).startswith("Edition second, 4 players")
        assert nokosu.describe(match, language="fr").startswith("Édition")


@pytest.mark.parametrize("language", languages())
def test_the_terminal_shows_the_same_text(language: str, capsys: pytest.CaptureFixture[str]) -> None:
    """What `str()` says of the table, `nokosu play --plain` prints, line by line."""
    names = ["Ann", "Bob", "Cleo"]
    for match in moments("second", 3):
        if match.over or match.to_act != 1 or match.round.phase is nokosu.Phase.DRAFT:
            continue
        with in_language(language):
            show.position(Screen(plain=True), core_view(match, 1), names)
        printed = [line.rstrip() for line in capsys.readouterr().out.splitlines()]
        said = nokosu.describe(match.view(1), names=names, language=language).splitlines()
        shared = [line for line in said[:-1] if not line.startswith(printed_hand(language))]
        assert shared == printed[1 : 1 + len(shared)]


def printed_hand(language: str) -> str:
    with in_language(language):
        from nokosu.locale import t  # noqa: PLC0415  (its language is that of the block)

        return t("show.hand")


def test_colour_adds_only_escapes() -> None:
    view = nokosu.Match.start("second", players=4, seed=7).view()
    painted = nokosu.coloured(view)
    assert "\x1b[1;37;44mdB6\x1b[0m" in painted
    assert re.sub(r"\x1b\[[0-9;]*m", "", painted) == str(view)
    assert f"{SYMBOLS['B']}dB6" in nokosu.coloured(view, symbols=True)


def test_colour_is_that_of_the_terminal_game() -> None:
    console = Console(force_terminal=True, color_system="standard", width=80)
    with console.capture() as captured:
        console.print(Screen().text("dB6 R5"), end="")
    assert captured.get() == nokosu.coloured("dB6 R5")


@pytest.mark.parametrize(("edition", "players"), EDITIONS)
def test_a_repr_is_short_and_shows_no_card(edition: str, players: int) -> None:
    for match in moments(edition, players):
        for thing in (match, match.view(), match.view(None)):
            assert len(repr(thing)) < 80
            assert not re.search(r"\b[RBGYP][0-7]\b", repr(thing))


def test_names_and_languages_are_checked() -> None:
    match = nokosu.Match.start("second", players=4, seed=7)
    for names in (["Ann"], "Anna", [1, 2, 3, 4], 5):
        with pytest.raises(nokosu.NokosuError, match="expected 4 names, one per seat"):
            nokosu.describe(match, names=names)  # type: ignore[arg-type]  # on purpose
    with pytest.raises(nokosu.NokosuError, match="expected one of the languages en, fr, hu, ja, got 'de'"):
        nokosu.describe(match, language="de")
    with pytest.raises(nokosu.NokosuError, match="expected a Match, View, Trick or Hand, got int"):
        nokosu.describe(5)  # type: ignore[arg-type]  # on purpose


def test_values_compare_and_pickle() -> None:
    match = nokosu.Match.start("second", players=4, seed=7).apply("take dR5")
    for thing in (match, match.view(), match.view().hand, nokosu.Trick.of("R5", trump="dB1")):
        assert pickle.loads(pickle.dumps(thing)) == thing  # noqa: S301  (written in the same line)
        assert len({thing, thing}) == 1
