"""Pictures: valid SVG, the pieces of the web client, and nothing that a seat may not see."""

from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

import nokosu
from nokosu.locale import languages
from nokosu.pictures import PALETTES, placed
from tests.api.test_text import EDITIONS, moments

SVG = "{http://www.w3.org/2000/svg}"


def texts(picture: str) -> list[str]:
    return [element.text or "" for element in ET.fromstring(picture).iter(f"{SVG}text")]  # noqa: S314  (our own picture)


@pytest.mark.parametrize(("edition", "players"), EDITIONS)
def test_every_moment_has_a_picture(edition: str, players: int) -> None:
    for match in moments(edition, players)[::5]:
        for picture in (match.svg(), match.svg(seat=0), match.view(None).svg()):
            root = ET.fromstring(picture)  # noqa: S314  (our own picture)
            assert (root.tag, root.get("viewBox")) == (f"{SVG}svg", f"0 0 {root.get('width')} {root.get('height')}")


@pytest.mark.parametrize("palette", PALETTES)
def test_pieces_are_those_of_the_web_client(palette: str) -> None:
    picture = nokosu.Hand("R5 dB3").svg(palette=palette)
    assert placed("R5", 16, 16, 54, palette=palette) in picture
    assert nokosu.Hand("R5").svg(trump="dR1", palette=palette).count("<path") > nokosu.Hand("R5").svg().count("<path")


def test_a_hand_is_drawn_with_its_own_cards_alone() -> None:
    match = moments("second", 3)[20]
    for seat in range(3):
        picture = match.svg(seat=seat)
        for other in range(3):
            shown = [card for card in match.round.hands[other] if art(str(card)) in picture]
            lying = set(match.round.trick.plays if match.round.trick else ())
            assert (set(shown) - lying == set(match.round.hands[other])) is (seat == other)


def art(card: str) -> str:
    """The part of a card's picture that no other card has."""
    from nokosu.pictures.palettes import plain  # noqa: PLC0415  (for this helper alone)
    from nokosu.pictures.pieces import art as drawn  # noqa: PLC0415  (the same)

    return drawn(card, plain("standard"))


@pytest.mark.parametrize("language", languages())
def test_words_are_in_the_language_and_names_are_escaped(language: str) -> None:
    trick = nokosu.Trick.of("R5 R7", trump="dB1", players=3)
    assert texts(trick.svg(names=["<Ann>", "B&B", "Cleo"], language=language))[-1] == "B&B"
    match = nokosu.Match.start("second", players=4, seed=7)
    assert texts(match.svg(language=language))[0] == nokosu.describe(match, language=language).splitlines()[1]


def test_the_winning_piece_has_a_frame() -> None:
    trick = nokosu.Trick.of("R5 R7", trump="dB1", players=3)
    assert trick.svg().count('stroke="#8a3b12"') == 1
    assert nokosu.Trick.of("R5 R7").svg().count('stroke="#8a3b12"') == 0


def test_notebooks_show_pictures_and_files_hold_them(tmp_path: Path) -> None:
    match = nokosu.Match.start("second", players=4, seed=7)
    for thing in (match, match.view(), match.view().hand, nokosu.Trick.of("R5"), match.svg()):
        assert thing._repr_svg_().startswith("<svg")
    match.svg().save(tmp_path / "match.svg")
    assert (tmp_path / "match.svg").read_text("utf-8") == match.svg()


def test_a_wrong_palette_is_refused() -> None:
    with pytest.raises(nokosu.NokosuError, match="expected one of the palettes standard, red-green, contrast"):
        nokosu.Hand("R5").svg(palette="grey")
