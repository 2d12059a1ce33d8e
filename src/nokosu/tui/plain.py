"""`nokosu play --plain`: a person and bots at one table, line by line."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from nokosu.bots.chair import Chair
from nokosu.bots.play import bot_stream
from nokosu.core.actions import Action
from nokosu.core.errors import IllegalAction
from nokosu.core.follow import why_not
from nokosu.core.match import Match
from nokosu.core.round import Phase
from nokosu.core.trick import led_suit
from nokosu.core.view import View
from nokosu.locale import t
from nokosu.locale.reasons import word
from nokosu.table import Table
from nokosu.tui import show
from nokosu.tui.tell import tell
from nokosu.tui.typed import NotUnderstood, piece_meant, read_action, read_piece

Ask = Callable[[], str | None]
Say = Callable[[str], None]

_QUIT: Final = frozenset({"q", "quit", "exit", "bye"})
_HELP: Final = frozenset({"?", "h", "help"})
_SCORES: Final = frozenset({"s", "score", "scores"})
_LAST: Final = frozenset({"l", "last"})
_TRUMPS: Final = frozenset({"t", "trump", "trumps"})


class PlainGame:
    """One match. `ask` gives the next line of the person at seat `me`, None when there is none; `say` shows a line."""

    def __init__(
        self, match: Match, chairs: Sequence[Chair], names: Sequence[str], me: int, ask: Ask, say: Say
    ) -> None:
        self.table = Table(match)
        self._chairs = {chair.seat: chair for chair in chairs}
        self._names = names
        self._me = me
        self._ask = ask
        self._say = say
        self._told = 0

    def play(self, seed: bytes) -> bool:
        """Until the match is over (True) or the person leaves (False)."""
        self._say(t("plain.welcome"))
        self._tell()
        while self.table.to_act is not None:
            seat = self.table.to_act
            view = self.table.view(seat)
            if seat != self._me:
                self.table.act(seat, self._chairs[seat].choose(view, bot_stream(seed, view)))
            elif not self._turn(view):
                return False
            self._tell()
        return True

    def _tell(self) -> None:
        for event in self.table.events_for(self._me, self._told):
            self._told += 1
            self._say_all(tell(event, self._names, self._me))

    def _turn(self, view: View) -> bool:
        """Ask until something legal is said; False if the person leaves."""
        self._say_all(show.position(view, self._names))
        self._say(t("plain.options", options=show.options(view)))
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
            self._say(str(error))
        except IllegalAction as error:
            self._say(word(error.reason))
        else:
            return True
        return False

    def _answered(self, line: str, view: View) -> bool:
        """Whether the line was a question, and answer it."""
        asked = line.lower()
        if not asked:
            self._say(t("plain.options", options=show.options(view)))
        elif asked in _HELP:
            self._say_all(t("plain.help").split("\n"))
            self._say(t("plain.options", options=show.options(view)))
        elif asked in _SCORES:
            self._say_all(show.scores(view, self._names))
        elif asked in _LAST:
            self._say(show.last_trick(view, self._names))
        elif asked in _TRUMPS:
            self._say_all(show.if_trump(view) or [t("show.trump", trump=view.trump)])
        elif asked.startswith(("?", "why ")):
            self._say(self._why(asked.removeprefix("why").lstrip("? "), view))
        else:
            return False
        return True

    def _why(self, named: str, view: View) -> str:
        """Whether a piece may be played, and why not."""
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

    def _say_all(self, lines: Sequence[str]) -> None:
        for line in lines:
            self._say(line)
