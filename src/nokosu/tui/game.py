"""`nokosu play --plain`: the same table in words, for screen readers, pipes and slow lines. Nothing is drawn over."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Sequence
from typing import Final

from nokosu.api import lines
from nokosu.core.actions import Action
from nokosu.core.follow import why_not
from nokosu.core.pieces import Piece
from nokosu.core.round import Phase
from nokosu.core.view import View
from nokosu.locale import mark, plural, t
from nokosu.locale.reasons import word
from nokosu.table.refusal import Refused
from nokosu.tui import show, words
from nokosu.tui.local_table import LocalTable
from nokosu.tui.screen import Screen
from nokosu.tui.tell import score_headings, score_rows
from nokosu.tui.typed import NotUnderstood, piece_meant, read_action, read_piece
from nokosu.wire.commands import AnyCommand, Continue, Move, Undo
from nokosu.wire.events import MatchEnded, RoundDealt, RoundScored
from nokosu.wire.updates import AnyFromTable, Refusal, Update
from nokosu.wire.views import view_from_json

Ask = Callable[[], str | None]

_QUIT: Final = frozenset({"q", "quit", "exit", "bye", "save"})
_HELP: Final = frozenset({"?", "help"})
_SCORES: Final = frozenset({"s", "score", "scores"})
_LAST: Final = frozenset({"l", "last"})
_TRUMPS: Final = frozenset({"t", "trump", "trumps"})
_HINT: Final = frozenset({"h", "hint"})
_UNDO: Final = frozenset({"u", "undo"})
_RULES: Final = frozenset({"rules"})
_TRICKS: Final = frozenset({"tricks"})
_RULE_TEXTS: Final = (
    (mark("web.rules.sheet.goal"), mark("web.rules.sheet.goal.text")),
    (mark("web.rules.sheet.draft"), mark("web.rules.sheet.draft.text")),
    (mark("web.rules.sheet.zero"), mark("web.rules.sheet.zero.text")),
    (mark("web.rules.sheet.follow"), mark("web.rules.sheet.follow.text")),
    (mark("web.rules.sheet.win"), mark("web.rules.sheet.win.text")),
    (mark("web.rules.sheet.last"), mark("web.rules.sheet.last.text")),
    (mark("web.rules.sheet.points"), mark("web.rules.sheet.points.text")),
)


class Game:
    """One match. `ask` gives the next line of the person, None when there is none."""

    def __init__(self, table: LocalTable, ask: Ask, screen: Screen, *, own_name: bool = False) -> None:
        self.table = table
        self._ask = ask
        self._screen = screen
        self._own_name = own_name
        self._update: Update | None = None
        self._names: Sequence[str] = ()
        self._trump: Piece | None = None

    def play(self) -> bool:
        """Play until the match is over (True) or the person leaves (False)."""
        state = self.table.state
        rounds = plural("replay.rounds", state.ruleset.rounds)
        self._screen.say(t("replay.match", edition=state.ruleset.edition, players=state.ruleset.players, rounds=rounds))
        self._screen.say(t("plain.welcome"))
        self._hear(self.table.enter(0 if state.seq < _NEW else None))
        while True:
            self._hear(self.table.run_bots())
            view = self._view
            if view is None or self.table.state.ended is not None:
                return True
            if self.table.state.between_rounds:
                self._command(Continue(client_id=secrets.token_hex(8)))
            elif len(view.legal or ()) == 1:
                self._move(*(view.legal or ()), forced=True)
            elif not self._turn(view):
                return False

    @property
    def _view(self) -> View | None:
        update = self._update
        return None if update is None or update.view is None else view_from_json(update.view)

    def _hear(self, frames: Sequence[AnyFromTable], *, forced: bool = False) -> None:
        """Tell what has happened. The first of it may be the person's only move."""
        for frame in frames:
            if isinstance(frame, Refusal):
                self._screen.say(words.worded(frame.reason, self._names))
            if not isinstance(frame, Update):
                continue
            self._update = frame
            if frame.table is not None:
                own = None if self._own_name else frame.seat
                self._names = words.seat_names(frame.table.seats, own)
            for entry in frame.entries:
                if type(entry).__name__ == "TakenBack":
                    self._screen.say(t("web.news.taken-back"))
                for event in getattr(entry, "effects", ()):
                    self._tell(event, forced=forced)
                    forced = False
        view = self._view
        trump = view.trump if view else None
        if trump is not None and self._trump is None and view is not None and view.to_act != view.seat:
            self._screen.say(lines.trump(trump))  # when it is the person's turn, it is shown with the position
        self._trump = trump

    def _tell(self, event: object, *, forced: bool) -> None:
        assert self._update is not None
        told = words.told(event, self._names, self._update.seat)  # type: ignore[arg-type]  # effects of entries
        if isinstance(event, RoundDealt | RoundScored | MatchEnded):
            self._screen.say()
            self._screen.say(self._screen.strong(told))
        else:
            self._screen.say(t("tell.forced", told=told) if forced else told)
        if isinstance(event, RoundScored):
            core = words.core_event(event)
            rows = score_rows(core.lines, self._names)  # type: ignore[union-attr]  # the same event
            self._screen.table(score_headings(), rows, numbers=(2, 4, 5))

    def _turn(self, view: View) -> bool:
        """Ask until something legal is said; False if the person leaves."""
        show.position(self._screen, view, self._names)
        while True:
            line = self._ask()
            if line is None or line.strip().lower() in _QUIT:
                return False
            before = self._update
            if not self._answered(line.strip(), view):
                self._do(line, view)
            if self._update is not before:
                return True

    def _do(self, line: str, view: View) -> None:
        try:
            self._move(read_action(line, view))
        except NotUnderstood as error:
            self._screen.say(str(error))

    def _move(self, action: Action, *, forced: bool = False) -> None:
        assert self._update is not None
        self._command(
            Move(client_id=secrets.token_hex(8), expected_seq=self._update.seq, action=str(action)), forced=forced
        )

    def _command(self, command: AnyCommand, *, forced: bool = False) -> None:
        self._hear(self.table.command(command), forced=forced)

    def _answered(self, line: str, view: View) -> bool:  # noqa: C901  one case per word
        """Return whether the line was a question, and answer it."""
        asked = line.lower()
        if not asked:
            show.options(self._screen, view)
        elif asked in _HELP:
            for told in t("plain.help").split("\n"):
                self._screen.say(told)
        elif asked in _SCORES:
            show.scores(self._screen, view, self._names)
        elif asked in _LAST:
            self._screen.say(lines.last_trick(view, self._names))
        elif asked in _TRICKS:
            self._tricks(view)
        elif asked in _RULES:
            for heading, text in _RULE_TEXTS:
                self._screen.say(t("show.labelled", label=t(heading), text=t(text)))
        elif asked in _HINT:
            self._hint()
        elif asked in _UNDO:
            self._undo()
        elif asked in _TRUMPS:
            for told in show.if_trump(view) if view.trump is None else [lines.trump(view.trump)]:
                self._screen.say(told)
        elif asked == "why" or asked.startswith(("?", "why ")):
            self._screen.say(self._why(asked.removeprefix("why").lstrip("? "), view))
        else:
            return False
        return True

    def _tricks(self, view: View) -> None:
        if not view.tricks:
            self._screen.say(t("show.no-trick"))
        for number, won in enumerate(view.tricks, 1):
            plays = lines.plays(won.trick, self._names)
            self._screen.say(t("replay.trick", number=number, plays=plays, winner=self._names[won.winner]))

    def _hint(self) -> None:
        try:
            _, hint = self.table.hint()
        except Refused as refused:
            self._screen.say(word(refused.why, names=self._names))
            return
        why = words.worded(hint.reason, self._names)
        action = words.action_in_words(hint.action)
        chance = t("advise.percent", n=round(hint.chance * 100))
        self._screen.say(t("web.assist.hint.is", action=action, why=why, chance=chance))

    def _undo(self) -> None:
        undoable = self._update.undo if self._update else None
        if undoable is None:
            self._screen.say(t("table.nothing-to-undo"))
        else:
            self._command(Undo(client_id=secrets.token_hex(8), action_seq=undoable))

    def _why(self, named: str, view: View) -> str:
        """Return whether a piece may be played, and why not."""
        found = read_piece(named)
        if found is None:
            return t("plain.why.which")
        if view.phase is not Phase.PLAY or view.trick is None or view.trump is None or view.seat is None:
            return t("plain.why.later")
        try:
            piece = piece_meant(found, view)
        except NotUnderstood as error:
            return str(error)
        refusal = why_not(
            piece,
            view.hand or (),
            view.dice[view.seat],
            zero=view.zero[view.seat],
            lead=view.trick.lead,
            trump=view.trump,
        )
        return word(refusal) if refusal else t("plain.why.may", piece=piece)


_NEW: Final = 12
"""Entries of a log that has just been begun: then everything is told."""
