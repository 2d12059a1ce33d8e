"""Matches on this machine in a line each: those that wait, and those that are over."""

from __future__ import annotations

from contextlib import suppress
from datetime import datetime
from pathlib import Path

from nokosu.bots.own_level import Result, result
from nokosu.core.errors import NokosuError
from nokosu.locale import t
from nokosu.table.host import replay
from nokosu.table.state import State
from nokosu.tui.store import peek, saved
from nokosu.tui.words import bot_name, edition_name
from nokosu.wire.entries import Created, Ended, Seated, decode


def waiting_matches(most: int) -> list[tuple[Path, str]]:
    """Return the newest matches that can be continued, and how a list names them."""
    return _newest(most, over=False)


def finished_matches(most: int) -> list[tuple[Path, str]]:
    """Return the newest matches that were played to their end."""
    return _newest(most, over=True)


def own_results(most: int) -> list[Result]:
    """Return how the newest matches of one person against characters ended."""
    found: list[Result] = []
    for path in saved():
        if len(found) == most:
            break
        with suppress(NokosuError, ValueError, KeyError, TypeError):
            known = peek(path)
            played = None if known is None else _result(replay(known[0].table, known[1]))
            if played is not None:
                found.append(played)
    return found


def _result(state: State) -> Result | None:
    """Return how a match ended for the one person at its table; None where it did not, or it does not count."""
    people = [seat for seat, chair in enumerate(state.chairs) if chair.person]
    if state.status != "finished" or state.match is None or state.deal is not None or len(people) != 1:
        return None
    names = [chair.bot or "" for chair in state.chairs]
    return result(names, people[0], state.match.totals, state.match.ruleset.rounds)


def _newest(most: int, *, over: bool) -> list[tuple[Path, str]]:
    found: list[tuple[Path, str]] = []
    for path in saved():
        if len(found) == most:
            break
        with suppress(NokosuError, ValueError, KeyError):
            text = _described(path, over=over)
            if text:
                found.append((path, text))
    return found


def _described(path: Path, *, over: bool) -> str | None:
    """Return the edition and who plays, and when a waiting match was left; None for one of the other kind."""
    known = peek(path)
    if known is None:
        return None
    header, rows = known
    entries = [decode(row.body) for row in rows[:8]]
    ended = next((entry for row in rows[-8:] if isinstance(entry := decode(row.body), Ended)), None)
    created = entries[0]
    if (ended is not None) != over or not isinstance(created, Created):
        return None
    if created.event is not None:
        return f"{t('web.home.daily')}{t('show.comma')}{created.event.day}"
    seated = [entry for entry in entries if isinstance(entry, Seated)]
    alone = sum(not entry.bot for entry in seated) == 1
    names = [
        bot_name(entry.bot) if entry.bot else "" if alone else (entry.person or "").partition("/")[2] or header.name
        for entry in seated
    ]
    shown = t(
        "show.labelled", label=edition_name(created.settings.edition), text=t("show.comma").join(filter(None, names))
    )
    if over:
        return shown
    last = datetime.fromtimestamp(rows[-1].at / 1000)  # noqa: DTZ006  the time of day here
    return f"{last:%m-%d %H:%M} {shown}"
