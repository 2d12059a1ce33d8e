"""The deal of the day in a terminal: the series of a device without a server, kept in the folder of matches."""

from __future__ import annotations

from pathlib import Path

from rich.console import Group, RenderableType
from rich.text import Text

from nokosu import kernel
from nokosu.bots.base import BotFailure
from nokosu.local.daily import CHAMPION, champion_line, own_line
from nokosu.locale import plural, t
from nokosu.table.days import day_at, day_text, parse_day
from nokosu.tui import words
from nokosu.tui.bot_seats import BotSeats, choose
from nokosu.tui.folder import folder
from nokosu.tui.local_table import DAILY_TABLE, LocalTable, daily_table, now_ms
from nokosu.tui.paint.palette import Palette
from nokosu.tui.paint.signs import Signs
from nokosu.tui.store import ENDING
from nokosu.wire.daily import DailyLine


def today() -> str:
    """Return the day, in UTC: it is the same everywhere."""
    return day_text(day_at(now_ms()))


def path_of(day: str) -> Path:
    """Return the file of a day's deal."""
    return folder("matches") / (daily_table(day) + ENDING)


def played(day: str) -> DailyLine | None:
    """Return how a day was played; None where it was not, or not to its end."""
    table = LocalTable.read(path_of(day)) if path_of(day).exists() else None
    return None if table is None else own_line(table.state)


def streak(day: str) -> int:
    """Return how many days in a row were played to their end, up to this one or the one before."""
    last = parse_day(day)
    days = {f"20{path.stem[len(DAILY_TABLE) :]}" for path in folder("matches").glob(f"{DAILY_TABLE}*{ENDING}")}
    done = {number for number in range(last - len(days), last + 1) if day_text(number).replace("-", "") in days}
    count = 0
    newest = last if last in done and played(day) else last - 1
    while newest - count in done and played(day_text(newest - count)):
        count += 1
    return count


def champions(day: str) -> DailyLine | None:
    """Return how the strongest bot plays a day from the same seat; None where it cannot play here. Takes seconds."""
    if not kernel.available:
        return None
    bots = BotSeats({})
    try:
        return bots.finish(champion_line(day, CHAMPION, choose)).line
    except BotFailure:
        return None
    finally:
        bots.close()


def result_sheet(day: str, mine: DailyLine, theirs: DailyLine | None, palette: Palette, signs: Signs) -> RenderableType:
    """Return one's own line and, once it is known, the champion's."""
    parts = [_line(mine, t("web.daily.yours"), palette, signs)]
    parts.append(Text(words.result_in_words(mine.target, mine.tricks, None, made=mine.made)))
    days = streak(day)
    if days > 1:
        parts.append(Text(plural("web.daily.streak", days)))
    if theirs is not None:
        name = words.bot_name(CHAMPION)
        said = "beaten" if mine.points > theirs.points else "equal" if mine.points == theirs.points else "ahead"
        parts += [Text(""), _line(theirs, name, palette, signs), Text(t(f"web.daily.champion.{said}", name=name))]
    return Group(*parts, Text(""), Text(t("web.daily.little"), style="dim"))


def _line(line: DailyLine, whose: str, palette: Palette, signs: Signs) -> Text:
    """Return points and tricks in one line: a full square for every trick that was won."""
    full, empty = ("#", ".") if signs.ascii else ("■", "□")
    text = Text(t("show.labelled", label=whose, text=plural("web.daily.points", line.points)) + "  ", style="bold")
    text.append("".join(full if won else empty for won in line.won), style=palette.gold or "")
    said = t("web.daily.share.made" if line.made else "web.daily.share.missed")
    colour = palette.good if line.made else palette.bad
    return text.append(f"  {signs.made if line.made else signs.missed} {said}", style=colour or "")
