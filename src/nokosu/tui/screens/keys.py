"""Keys and what they do: those of the footer now, and all of them for the help."""

from __future__ import annotations

from typing import Final

from nokosu.locale import mark, t
from nokosu.tui.asking import notice
from nokosu.tui.model import TableModel
from nokosu.tui.paint.signs import Signs
from nokosu.tui.shown import Key

_DO: Final = {"draft": mark("term.take"), "declare": mark("term.say"), "play": mark("term.play")}
"""What Enter does in each phase."""


def footer_keys(model: TableModel) -> tuple[Key, ...]:
    """Return the keys that do something now, the most important first."""
    keys: list[Key] = []
    chosen = model.chosen if model.my_turn else None
    if chosen is not None:
        keys.append(Key("←→", t("term.choose"), "move(1)"))
        if chosen.action is not None:
            phase = model.view.phase if model.view else "play"
            keys.append(Key("Enter", t(_DO.get(phase, _DO["play"])), "do"))
        if chosen.zero is not None:
            keys.append(Key("z", t("term.zero"), "zero"))
        if model.table and model.table.settings.hints and len(model.legal) > 1:
            keys.append(Key("h", t("web.assist.hint"), "hint"))
    elif not model.settled or model.finished:
        keys.append(Key(t("term.space"), t("web.result.on"), "on"))
    asked = notice(model)
    if asked and asked.yes:
        keys.append(Key("y", asked.yes_text, "answer(True)"))
    if asked and asked.no:
        keys.append(Key("n", t("web.refuse"), "answer(False)"))
    if model.undoable is not None:
        keys.append(Key("u", t("web.assist.undo"), "undo"))
    if model.view and model.view.tricks:
        keys.append(Key("l", t("web.last-trick"), "last"))
        keys.append(Key("t", t("show.won"), "tricks"))
    if model.view and model.view.scores:
        keys.append(Key("s", t("web.scores"), "scores"))
    keys += [Key("r", t("term.rules"), "rules"), Key("?", t("term.help"), "keys"), Key("q", t("term.leave"), "leave")]
    return tuple(keys)


def help_pairs(signs: Signs) -> list[tuple[str, str]]:
    """Return every key, and the marks on the table."""
    return [
        ("← →  1 2 3 …", t("term.help.choose")),
        ("Enter", t("term.help.do")),
        (t("term.space"), t("term.help.on")),
        ("z", t("term.help.zero")),
        ("h", t("term.help.hint")),
        ("u", t("term.help.undo")),
        ("l  t  s", t("term.help.look")),
        ("r", t("term.help.rules")),
        ("p", t("term.help.pace")),
        ("Ctrl+P", t("term.help.palette")),
        ("q", t("term.help.leave")),
        ("", ""),
        (signs.crown, t("term.help.crown")),
        (f"{signs.acts}  {signs.leads}  {signs.follows}  {t('web.seat.dealer-short')}", t("term.help.marks")),
        ("2 / 1 4 5", t("term.help.targets")),
    ]
