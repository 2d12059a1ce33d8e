"""Text out: matches, views, tricks and hands in plain text."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Final
from unicodedata import east_asian_width

from nokosu.api import lines
from nokosu.api.hand import Hand
from nokosu.api.match import Match
from nokosu.api.reading import ENGLISH
from nokosu.api.trick import Trick
from nokosu.api.view import View
from nokosu.core.actions import Action
from nokosu.core.contract import final_contract
from nokosu.core.errors import NokosuError
from nokosu.core.pieces import Piece
from nokosu.core.quoting import quoted
from nokosu.core.round import Phase
from nokosu.core.scoring import winners
from nokosu.locale import in_language, languages, plural, t

_GAP: Final = "  "


def describe(thing: Match | View | Trick | Hand, *, names: Sequence[str] | None = None, language: str = ENGLISH) -> str:
    """Describe a match, a view, a trick or a hand in plain text.

    `str()` says the same in English and calls players by their seats. A match is described with all cards open, a view
    as its seat knows it.

    >>> import nokosu
    >>> trick = nokosu.Trick.of("R5 R7", trump="dB1", players=3)
    >>> print(nokosu.describe(trick, names=["Ann", "Bob", "Cleo"]))
    Ann R5, Bob R7; Bob is winning
    >>> print(nokosu.describe(trick, language="ja"))
    席0 R5、席1 R7、現在トップ：席1
    """
    with in_words(language):
        return "\n".join(line.rstrip() for line in _lines(thing, names))


@contextmanager
def in_words(language: str) -> Iterator[None]:
    """Speak a language; NokosuError if there are no texts in it."""
    if language not in languages():
        raise NokosuError(f"expected one of the languages {', '.join(languages())}, got {quoted(language)}")
    with in_language(language):
        yield


def _lines(thing: object, names: Sequence[str] | None) -> Iterator[str]:
    match thing:
        case Match():
            yield from _match(thing, called(names, thing.ruleset.players))
        case View():
            yield from _view(thing, called(names, thing.ruleset.players, thing.seat))
        case Trick():
            yield _trick(thing, called(names, thing.players))
        case Hand():
            yield lines.pieces(thing)
        case _:
            raise NokosuError(f"expected a Match, View, Trick or Hand, got {type(thing).__name__}")


def called(names: Sequence[str] | None, players: int, own: int | None = None) -> Sequence[str]:
    """Return the players' names, or their seats if there are none."""
    if names is None:
        return lines.seat_names(players, own)
    if not isinstance(names, list | tuple) or len(names) != players or not all(isinstance(one, str) for one in names):
        raise NokosuError(f"expected {players} names, one per seat, got {quoted(names)}")
    return names


def _match(match: Match, names: Sequence[str]) -> Iterator[str]:
    rules = match.ruleset
    yield t("replay.match", edition=rules.edition, players=rules.players, rounds=plural("replay.rounds", rules.rounds))
    yield from _table(match.view(None), names, match.round.hands)
    if match.round.deal.aside and not match.over:
        yield t("replay.aside", cards=lines.pieces(match.round.deal.aside))
    yield from _turn(match.view(), names, yours=False)


def _view(view: View, names: Sequence[str]) -> Iterator[str]:
    yield from _table(view, names)
    if view.hand:
        yield f"{t('show.hand')}{_GAP}{_GAP.join(lines.hand(view))}"
    yield from _turn(view, names, yours=view.seat == view.to_act)


def _table(view: View, names: Sequence[str], hands: Sequence[Sequence[Piece]] = ()) -> Iterator[str]:
    """Yield what lies on the table."""
    if view.phase is Phase.OVER:
        yield won(view, names)
        yield from columns(lines.scores(view, names))
        return
    yield lines.headline(view)
    if view.trump is not None:
        yield lines.trump(view.trump)
    else:
        yield t("replay.middle", dice=lines.pieces(view.pool))
        if view.zero_dice_left is not None:
            yield t("show.zero-dice", left=view.zero_dice_left)
    yield from columns(lines.seats(view, names, hands))
    if view.phase is Phase.PLAY:
        yield lines.trick_line(view, names)


def _turn(view: View, names: Sequence[str], *, yours: bool) -> Iterator[str]:
    if view.to_act is None:
        return
    if not yours:
        yield t("replay.to-act", name=names[view.to_act])
    if view.legal:
        yield t("show.legal", actions=t("show.comma").join(_by_verb(view.legal)))


def _by_verb(actions: Sequence[Action]) -> list[str]:
    """`take dR1 dR5, zero dR1 dR5`: each verb once."""
    found: dict[str, list[str]] = {}
    for action in actions:
        verb, _, piece = str(action).partition(" ")
        found.setdefault(verb, []).append(piece)
    return [" ".join([verb, *held]).rstrip() for verb, held in found.items()]


def won(view: View, names: Sequence[str]) -> str:
    """M4, M5: the winners of a finished match."""
    contracts = [final_contract(dice, zero=zero) for dice, zero in zip(view.dice, view.zero, strict=True)]
    best = winners(view.ruleset.tie_rule, view.totals, contracts)
    points, called = view.totals[best[0]], t("show.comma").join(names[seat] for seat in best)
    return plural("play.shared", points, names=called) if len(best) > 1 else plural("play.won", points, name=called)


def _trick(trick: Trick, names: Sequence[str]) -> str:
    if not trick.plays:
        return t("show.leads", name=names[trick.leader])
    if trick.winner is None:
        return lines.plays(trick, names)
    shown, name = lines.plays(trick, names), names[trick.winner]
    return t("show.taken" if trick.full else "show.winning", plays=shown, name=name)


def columns(grid: lines.Grid) -> Iterator[str]:
    """Yield a table as lines of text."""
    rows = [grid.headings, *grid.rows]
    widths = [max(map(columns_of, column)) for column in zip(*rows, strict=True)]
    for row in rows:
        yield _GAP.join(
            " " * (width - columns_of(cell)) + cell if at in grid.numbers else cell + " " * (width - columns_of(cell))
            for at, (cell, width) in enumerate(zip(row, widths, strict=True))
        )


def columns_of(text: str) -> int:
    """Columns in a terminal: wide characters take two."""
    return sum(2 if east_asian_width(character) in "WF" else 1 for character in text)
