"""What people ask each other at a server's table besides playing, and how one answers."""

from __future__ import annotations

import secrets
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, get_args

from nokosu.locale import t
from nokosu.wire.commands import (
    Abandon,
    AnswerTakeBack,
    AnyCommand,
    AskTakeBack,
    HandToBot,
    Leave,
    Pause,
    React,
    ReactionName,
    Resume,
    Return,
)

if TYPE_CHECKING:
    from nokosu.tui.model import TableModel


@dataclass(frozen=True, slots=True)
class Notice:
    """Something that everybody should know, and what `y` and `n` answer to it."""

    text: str
    yes: AnyCommand | None = None
    yes_text: str = ""
    no: AnyCommand | None = None


def fresh() -> str:
    """Return a name for a command."""
    return secrets.token_hex(8)


def notice(model: TableModel) -> Notice | None:
    """Return the most urgent question or news."""
    table, own, names = model.table, model.own, model.names
    if table is None or model.over:
        return None
    if own is None:
        return None if model.together else Notice(t("web.watching"))
    if table.take_back and own in table.take_back.asked:
        seq = table.take_back.seq
        return Notice(
            t("web.take-back.asked", name=names[table.take_back.seat]),
            AnswerTakeBack(client_id=fresh(), seq=seq, agree=True),
            t("web.agree"),
            AnswerTakeBack(client_id=fresh(), seq=seq, agree=False),
        )
    if table.abandon and own in table.abandon.asked:
        return Notice(
            t("web.abandon.asked", name=names[table.abandon.agreed[0]]),
            Abandon(client_id=fresh()),
            t("web.agree"),
            Abandon(client_id=fresh(), agree=False),
        )
    if table.status == "paused":
        mine = table.host == own or table.others_resume is not None
        return Notice(t("web.paused"), Resume(client_id=fresh()) if mine else None, t("web.menu.resume"))
    stand_in = table.seats[own].stand_in
    if stand_in:
        said = (
            "web.stand-in.once" if stand_in.once else "web.stand-in.host" if stand_in.why == "host" else "web.stand-in"
        )
        return Notice(t(said), Return(client_id=fresh()), t("web.stand-in.return"))
    if table.take_back:
        waits = t("show.comma").join(names[seat] for seat in table.take_back.asked)
        return Notice(t("web.take-back.you-asked", names=waits)) if table.take_back.seat == own else None
    if table.abandon and own in table.abandon.agreed:
        return Notice(t("web.abandon.you-asked"))
    return _absent(model)


def _absent(model: TableModel) -> Notice | None:
    """Return whether the table waits for a player who is away."""
    view, update = model.view, model.update
    if view is None or update is None or view.to_act is None or view.to_act == model.own:
        return None
    name = model.names[view.to_act]
    if update.clock.hand_over_ms is not None:
        command = HandToBot(client_id=fresh(), seat=view.to_act)
        return Notice(t("web.away.waits", name=name), command, t("web.away.let-bot"))
    return Notice(t("web.grace", name=name)) if update.clock.grace_ms else None


def wishes(model: TableModel) -> Iterator[tuple[str, AnyCommand]]:
    """Yield what one may ask of a server's table now, for the palette."""
    table, update = model.table, model.update
    if table is None or update is None or model.own is None:
        return
    if table.status == "playing":
        if table.settings.take_backs and update.undo is None:
            yield t("web.menu.take-back"), AskTakeBack(client_id=fresh(), expected_seq=update.seq)
        if table.host == model.own:
            yield t("web.menu.pause"), Pause(client_id=fresh())
        yield t("web.menu.abandon"), Abandon(client_id=fresh())
    for name in get_args(ReactionName):
        yield (
            t("show.labelled", label=t("web.react"), text=t(f"web.reaction.{name}")),
            React(client_id=fresh(), reaction=name),
        )
    if not model.over:
        yield t("web.menu.leave"), Leave(client_id=fresh())
