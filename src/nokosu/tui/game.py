"""`nokosu play`: a person and bots at one table. The terminal scrolls; nothing is drawn over."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from nokosu.bots.chair import Chair
from nokosu.bots.play import bot_stream
from nokosu.core.actions import Action
from nokosu.core.errors import IllegalAction
from nokosu.core.events import MatchEnded, RoundDealt, RoundScored
from nokosu.core.follow import why_not
from nokosu.core.match import Match
from nokosu.core.pieces import Piece
from nokosu.core.round import Phase
from nokosu.core.trick import led_suit
from nokosu.core.view import View
from nokosu.face import lines
from nokosu.locale import plural, t
from nokosu.locale.reasons import word
from nokosu.table import Table
from nokosu.tui import show
from nokosu.tui.screen import Screen
from nokosu.tui.tell import score_headings, score_rows, tell
from nokosu.tui.typed import NotUnderstood, piece_meant, read_action, read_piece

Ask = Callable[[], str | None]

_QUIT: Final = frozenset({"q", "quit", "exit", "bye"})
_HELP: Final = frozenset({"?", "h", "help"})
_SCORES: Final = frozenset({"s", "score", "scores"})
_LAST: Final = frozenset({"l", "last"})
_TRUMPS: Final = frozenset({"t", "trump", "trumps"})


class Game:
    """One match. `ask` gives the next line of the person at seat `me`, None when there is none."""

    def __init__(
        self, match: Match, chairs: Sequence[Chair], names: Sequence[str], me: int, ask: Ask, screen: Screen
    ) -> None:
        self.table = Table(match)
        self._chairs = {chair.seat: chair for chair in chairs}
        self._names = names
        self._me = me
        self._ask = ask
        self._screen = screen
        self._told = 0
        self._trump: Piece | None = None

    def play(self, seed: bytes) -> bool:
        """Until the match is over (True) or the person leaves (False)."""
        rules = self.table.match.ruleset
        rounds = plural("replay.rounds", rules.rounds)
        self._screen.say(t("replay.match", edition=rules.edition, players=rules.players, rounds=rounds))
        self._screen.say(t("plain.welcome"))
        self._tell()
        while self.table.to_act is not None:
            seat = self.table.to_act
            view = self.table.view(seat)
            if seat != self._me:
                self.table.act(seat, self._chairs[seat].choose(view, bot_stream(seed, view)))
                self._tell()
            elif len(view.legal or ()) == 1:
                self.table.act(seat, *(view.legal or ()))
                self._tell(forced=True)
            elif self._turn(view):
                self._tell()
            else:
                return False
        return True

    def _tell(self, *, forced: bool = False) -> None:
        """What has happened since the last time. The first of it may be the person's only move."""
        for event in self.table.events_for(self._me, self._told):
            self._told += 1
            told = tell(event, self._names, self._me)
            if isinstance(event, RoundDealt | RoundScored | MatchEnded):
                self._screen.say()
                self._screen.say(self._screen.strong(told))
            else:
                self._screen.say(t("tell.forced", told=told) if forced else told)
            if isinstance(event, RoundScored):
                self._screen.table(score_headings(), score_rows(event.lines, self._names), numbers=(2, 4, 5))
            forced = False
        trump = self.table.view(self._me).trump
        if trump is not None and self._trump is None and self.table.to_act != self._me:
            self._screen.say(lines.trump(trump))  # when it is the person's turn, it is shown with the position
        self._trump = trump

    def _turn(self, view: View) -> bool:
        """Ask until something legal is said; False if the person leaves."""
        show.position(self._screen, view, self._names)
        while True:
            line = self._ask()
            if line is None or line.strip().lower() in _QUIT:
                return False
            if not self._answered(line.strip(), view) and self._done(line, view):
                return True

    def _done(self, line: str, view: View) -> bool:
        try:
            action: Action = read_action(line, view)
            self.table.act(self._me, action)
        except NotUnderstood as error:
            self._screen.say(str(error))
        except IllegalAction as error:
            self._screen.say(word(error.reason))
        else:
            return True
        return False

    def _answered(self, line: str, view: View) -> bool:
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
        elif asked in _TRUMPS:
            for told in show.if_trump(view) if view.trump is None else [lines.trump(view.trump)]:
                self._screen.say(told)
        elif asked == "why" or asked.startswith(("?", "why ")):
            self._screen.say(self._why(asked.removeprefix("why").lstrip("? "), view))
        else:
            return False
        return True

    def _why(self, named: str, view: View) -> str:
        """Return whether a piece may be played, and why not."""
        found = read_piece(named)
        if found is None:
            return t("plain.why.which")
        if view.phase is not Phase.PLAY or view.trick is None or view.trump is None:
            return t("plain.why.later")
        try:
            piece = piece_meant(found, view)
        except NotUnderstood as error:
            return str(error)
        refusal = why_not(
            piece,
            view.hand or (),
            view.dice[self._me],
            zero=view.zero[self._me],
            led=led_suit(view.trick.plays, view.trump),
            trump=view.trump,
        )
        return word(refusal) if refusal else t("plain.why.may", piece=piece)
