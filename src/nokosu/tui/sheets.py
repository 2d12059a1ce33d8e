"""What dialogs say about a table: scores, tricks, results, rules, keys."""

from __future__ import annotations

from collections.abc import Sequence

from rich.console import Group, RenderableType
from rich.style import Style
from rich.table import Table
from rich.text import Text

from nokosu import editions
from nokosu.api.colour import PIECE
from nokosu.locale import plural, t
from nokosu.tui import words
from nokosu.tui.model import TableModel
from nokosu.tui.paint.palette import Palette
from nokosu.wire.events import ScoreLine

_RULES = ("goal", "draft", "zero", "follow", "win", "last", "points")
_AIRY = 34
"""Rows of a window that has room for the rules with blank lines, in every language."""
_WAVE = "▁▂▃▄▅▆▇█"


def coloured(text: str, palette: Palette) -> Text:
    """Return a text whose pieces have their colours."""
    shown = Text(text)
    for found in PIECE.finditer(text):
        colour = palette.die[found["colour"]] if palette.filled else palette.word[found["colour"]]
        ink = palette.pip[found["colour"]] if palette.filled else None
        style = Style(color=ink, bgcolor=colour, bold=True) if palette.filled else Style(color=colour, bold=True)
        shown.stylize(style, found.start(), found.end())
    return shown


def _grid(*headings: str, numbers: Sequence[int] = ()) -> Table:
    grid = Table(box=None, pad_edge=False, header_style="bold", padding=(0, 2, 0, 0))
    for column, heading in enumerate(headings):
        grid.add_column(heading, justify="right" if column in numbers else "left", no_wrap=True)
    return grid


def last_trick(model: TableModel, palette: Palette) -> RenderableType:
    """Return the trick that was taken last."""
    view = model.view
    if view is None or not view.tricks:
        return Text(t("show.no-trick"))
    trick, players = view.tricks[-1], len(view.cards_left)
    grid = _grid("", "", "")
    for step, piece in enumerate(trick.plays):
        seat = (trick.leader + step) % players
        note = t("web.trick.took") if seat == trick.winner else t("web.seat.leads") if step == 0 else ""
        grid.add_row(model.names[seat], coloured(piece, palette), note, style="bold" if seat == trick.winner else "")
    return grid


def trick_list(model: TableModel, palette: Palette) -> RenderableType:
    """Return every trick of the round."""
    view = model.view
    if view is None or not view.tricks:
        return Text(t("show.no-trick"))
    players, names = len(view.cards_left), model.names
    grid = _grid("", *names, numbers=(0,))
    for number, trick in enumerate(view.tricks, 1):
        cells = [Text("")] * players
        for step, piece in enumerate(trick.plays):
            seat = (trick.leader + step) % players
            cell = coloured(piece, palette)
            if seat == trick.winner:
                cell.append(" ●")
            elif step == 0:
                cell.append(" ›")
            cells[seat] = cell
        grid.add_row(str(number), *cells)
    return Group(grid, Text(f"\n› {t('web.seat.leads')}   ● {t('web.trick.took')}", style="dim"))


def score_sheet(model: TableModel) -> RenderableType:
    """Return the points of every round, and the sums."""
    view = model.view
    names = model.names
    grid = _grid(t("web.round"), *names, numbers=range(1, len(names) + 1))
    if view is None:
        return grid
    for number, row in enumerate(view.scores):
        lines = model.lines.get(number)
        cells = []
        for seat, points in enumerate(row):
            made = lines[seat].made if lines else None
            cells.append(f"{points}{'' if made is None else ' ✓' if made else '  '}")
        grid.add_row(str(number + 1), *cells)
    grid.add_row(t("show.total"), *(f"{total}  " for total in view.totals), style="bold")
    return grid


def round_lines(
    model: TableModel, lines: Sequence[ScoreLine], palette: Palette, order: Sequence[int], count: int
) -> RenderableType:
    """Return the result of a round in words; the first `count` seats have been turned."""
    grid = _grid("", t("tell.kept"), t("show.won"), "", t("show.points"), t("show.total"), numbers=(2, 4, 5))
    names = model.names
    for place, seat in enumerate(order):
        line = lines[seat]
        if place >= count:
            grid.add_row(names[seat], "", "", "", "", "")
            continue
        kept = Text(t("tell.target.zero")) if line.leftover is None else coloured(line.leftover, palette)
        good = palette.good if line.made else palette.bad
        verdict = Text(("✓ " if line.made else "✗ ") + t("tell.made" if line.made else "tell.missed"), style=good or "")
        grid.add_row(names[seat], kept, str(line.won), verdict, f"+{line.points}", str(line.total))
    own = model.you
    said = ""
    if own is not None and own in list(order)[:count]:
        said = words.line_in_words(lines[own], None)
    return Group(grid, Text(f"\n{said}", style="bold"))


def count_order(model: TableModel, players: int) -> list[int]:
    """Return the seats in the order in which they are counted: the reader last, for the suspense."""
    own = model.own if model.own is not None else 0
    return [(own + 1 + step) % players for step in range(players)]


def match_end(model: TableModel, palette: Palette) -> RenderableType:
    """Return the end of a match: the order, the curve, and one remarkable thing."""
    view, names = model.view, model.names
    assert view is not None
    winners = model.outcome.winners if model.outcome else []
    order = sorted(range(len(view.totals)), key=lambda seat: (seat not in winners, -view.totals[seat], seat))
    grid = _grid("", "", t("show.total"), "", numbers=(0, 2))
    for place, seat in enumerate(order, 1):
        style = f"bold {palette.gold or ''}".strip() if seat in winners else ""
        grid.add_row(f"{place}.", names[seat], str(view.totals[seat]), curve(model, seat), style=style)
    parts: list[RenderableType] = [grid]
    if model.table and model.table.highlight:
        parts.append(Text("\n" + words.remark(model.table.highlight, names, model.you)))
    return Group(*parts)


def curve(model: TableModel, seat: int) -> str:
    """Return the sums of a seat after each round, as a little chart."""
    view = model.view
    if view is None:
        return ""
    sums: list[list[int]] = []
    for row in view.scores:
        sums.append([before + points for before, points in zip(sums[-1] if sums else [0] * len(row), row, strict=True)])
    best = max((max(row) for row in sums), default=0) or 1
    return "".join(_WAVE[max(0, min(7, row[seat] * 7 // best))] for row in sums)


def end_title(model: TableModel) -> str:
    """Return who has won."""
    if not model.outcome:
        return t("web.result.abandoned")
    winners, names = model.outcome.winners, model.names
    if len(winners) > 1:
        return t("web.end.shared", names=t("show.comma").join(names[seat] for seat in winners))
    if winners[0] == model.you:
        return t("web.end.wins.you")
    return t("web.end.wins", name=names[winners[0]])


def rules(edition: str | None, rows: int) -> RenderableType:
    """Return the rules on one screen of so many rows: with air between them, where there is room."""
    grid = Table(box=None, show_header=False, pad_edge=False, padding=(0, 2, int(rows >= _AIRY), 0))
    grid.add_column(style="bold", no_wrap=True)
    grid.add_column(max_width=64, overflow="fold")
    for name in _RULES:
        grid.add_row(t(f"web.rules.sheet.{name}"), t(f"web.rules.sheet.{name}.text"))
    if edition in editions.names():
        grid.add_row(t(f"web.edition.{edition}"), t(f"web.edition.{edition}.about"))
    return grid


def key_list(pairs: Sequence[tuple[str, str]]) -> RenderableType:
    """Return keys and what they do."""
    grid = Table(box=None, show_header=False, pad_edge=False, padding=(0, 3, 0, 0))
    grid.add_column(style="bold", no_wrap=True)
    grid.add_column(max_width=60, overflow="fold")
    for key, text in pairs:
        grid.add_row(key, text)
    return grid


def tricks_won(count: int) -> str:
    """Return a number of tricks in words."""
    return plural("replay.tricks", count)
