"""A table as one reader sees it: the newest message, the trick that still lies there, the cursor, what was said.

No clock and no terminal: screens and tests drive it, and draw what `picture` returns.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Final

from nokosu.locale import plural, t
from nokosu.tui import words
from nokosu.tui.asking import notice
from nokosu.tui.shown import Choice, Key, SeatShown, Shown, pool_places
from nokosu.wire.events import AnyEvent, MatchEnded, RoundScored, ScoreLine, TrickTaken
from nokosu.wire.help import Help
from nokosu.wire.struct import UNSET
from nokosu.wire.tables import Presence, TableState
from nokosu.wire.updates import AnyPublicEntry, Update
from nokosu.wire.views import View

_ANY_DIE: Final = "dR1"
LOG: Final = 60
"""Lines that are kept; twice as many are let grow before the older half goes."""
_QUIET: Final = frozenset({"BotPaceSet"})
"""Entries after which a note stays: nothing has happened in the match."""


def effects_of(entries: Iterable[AnyPublicEntry]) -> list[AnyEvent]:
    """Return what happened in the match, in order."""
    return [effect for entry in entries for effect in getattr(entry, "effects", ())]


class TableModel:
    """What is shown, and what the reader points at."""

    def __init__(self, *, together: bool = False) -> None:
        self.together = together
        """Whether several people share the screen: then nobody is "you"."""
        self.table: TableState | None = None
        self.update: Update | None = None
        self.finished: TrickTaken | None = None
        self.lines: dict[int, list[ScoreLine]] = {}
        self.outcome: MatchEnded | None = None
        self.presence: Presence | None = None
        self.log: list[str] = []
        self.says: dict[int, str] = {}
        self.cursor = 0
        self.note = ""
        self.warns = False
        self.hinted: str | None = None
        self.settled = True
        """Whether the newest message is shown, so that the reader may act."""
        self.doubted: str | None = None
        self._slots: tuple[object, list[str]] = (None, [])
        self._gone: str | None = None
        """The last piece of a round, which the newest view still has in the hand."""
        self._uncounted = False
        self._dim: frozenset[str] = frozenset()
        """What could not be played at the last own turn; it stays dim until the next one, which costs less to draw."""

    # What comes from the table

    def show(self, update: Update, *, finished: TrickTaken | None = None) -> None:
        """Show a message; `finished` is a trick that still lies on the table."""
        before = self.update
        if update.table is not None:
            self.table = update.table
        self.update, self.finished = update, finished
        self.presence = update.presence
        self._gone, self._uncounted = None, False
        if before is None or any(type(entry).__name__ not in _QUIET for entry in update.entries):
            self.hinted = self.doubted = None
            self.note, self.warns = "", False
        self._hear(update)
        if before is None or self._asks(before) != self._asks(update):
            self.cursor = 0

    def settle(self) -> None:
        """Let the reader act: the newest message is shown. The cursor goes to something that can be done."""
        self.settled = True
        chosen = self.chosen
        if self.my_turn and not self.note and (chosen is None or chosen.action is None):
            self.cursor = self._nearest(self.cursor)

    def end_round(self, trick: TrickTaken) -> None:
        """Show the last trick of a round, of which no view tells: the next one is of the next round."""
        self.finished, self._uncounted = trick, True
        view, seat = self.view, self.own
        if view is not None and seat is not None:
            self._gone = trick.plays[(seat - trick.leader) % len(view.cards_left)]

    def _asks(self, update: Update) -> object:
        view = update.view
        return None if view is None else (view.round, view.phase, update.seat, view.phase == "draft" and len(view.pool))

    def _hear(self, update: Update) -> None:
        """Remember what the entries tell."""
        self.says = {}
        for entry in update.entries:
            kind = getattr(type(entry), "__name__", "")
            if kind == "Reacted":
                self.says[entry.seat] = t(f"web.reaction.{entry.reaction}")
            if kind == "TakenBack":
                self.log.append(t("web.news.taken-back"))
        for event in effects_of(update.entries):
            if isinstance(event, RoundScored):
                self.lines[event.round] = event.lines
            elif isinstance(event, MatchEnded):
                self.outcome = event
            if not isinstance(event, TrickTaken):
                self.log.append(words.told(event, self.names, self.you))
        if len(self.log) > 2 * LOG:
            del self.log[:-LOG]

    # What follows from it

    @property
    def view(self) -> View | None:
        return self.update.view if self.update else None

    @property
    def help(self) -> Help | None:
        return self.update.help if self.update else None

    @property
    def own(self) -> int | None:
        """The seat whose cards are here."""
        return self.update.seat if self.update else None

    @property
    def you(self) -> int | None:
        """The seat that is called "you"."""
        return None if self.together else self.own

    @property
    def names(self) -> list[str]:
        return words.seat_names(self.table.seats, self.you) if self.table else []

    @property
    def playing(self) -> bool:
        return self.table is not None and self.table.status == "playing"

    @property
    def over(self) -> bool:
        return self.table is not None and self.table.status in {"finished", "abandoned"}

    @property
    def legal(self) -> Sequence[str]:
        """What the reader may do now; nothing while the table still shows something older."""
        view = self.view
        if view is None or view.legal is UNSET or not self.settled or not self.playing or self.finished:
            return ()
        return view.legal

    @property
    def my_turn(self) -> bool:
        return bool(self.legal)

    @property
    def undoable(self) -> int | None:
        return self.update.undo if self.update else None

    # Choices

    def hand(self) -> list[str]:
        """Return the reader's pieces in fixed places: what was played leaves a gap, so nothing moves under a finger."""
        view, helped, seat = self.view, self.help, self.own
        if view is None or helped is None or seat is None or view.hand is UNSET:
            return []
        held = [*(piece for group in helped.order for piece in group.pieces), *sorted(view.dice[seat])]
        key = (view.round, view.trump, seat)
        known = self._slots[1]
        if view.trump is None or self._slots[0] != key or Counter(held) - Counter(known):
            self._slots = (key, held)
        return self._slots[1]

    def _hand_choices(self) -> list[Choice]:
        view, helped, seat = self.view, self.help, self.own
        if view is None or helped is None or seat is None:
            return []
        playing = view.phase == "play"
        left = Counter([*(view.hand or ()), *view.dice[seat]])
        if self._gone:
            left[self._gone] -= 1
        found: list[Choice] = []
        number = 0
        for piece in self.hand():
            if left[piece] <= 0:
                found.append(Choice(None, label=piece))
                continue
            left[piece] -= 1
            action = f"play {piece}"
            why = helped.unplayable.get(piece)
            if playing and action in self.legal:
                number += 1
                found.append(Choice(piece, action, number=number, label=piece))
            else:
                found.append(Choice(piece, why=words.worded(why, self.names) if why else "", label=piece))
        return found + [Choice(None, label=_ANY_DIE)] * self._dice_to_come(view, helped, seat)

    @staticmethod
    def _dice_to_come(view: View, helped: Help, seat: int) -> int:
        """Return how many dice the reader still picks: the hand has room for them, so that its cards do not move."""
        if view.phase != "draft" or helped.pick is None:
            return 0
        return helped.pick.of - sum(pick.seat == seat for pick in view.draft)

    def _pool_choices(self) -> list[Choice]:
        view = self.view
        if view is None or view.phase != "draft":
            return []
        found: list[Choice] = []
        for number, die in enumerate(pool_places(view), 1):
            if die is None:
                found.append(Choice(None))
                continue
            take, zero = f"take {die}", f"zero {die}"
            found.append(
                Choice(
                    die,
                    take if take in self.legal else None,
                    zero if zero in self.legal else None,
                    number=number if self.my_turn else None,
                )
            )
        return found

    def _answers(self) -> list[Choice]:
        view = self.view
        if view is None or view.phase != "declare" or not self.my_turn:
            return []
        found = [Choice(None, "pass", number=1, label=t("web.declare.pass"))] if "pass" in self.legal else []
        dice = [action.removeprefix("zero ") for action in self.legal if action.startswith("zero ")]
        return found + [Choice(die, f"zero {die}", number=number) for number, die in enumerate(dice, 2)]

    @property
    def choices(self) -> list[Choice]:
        """What the cursor moves over."""
        return self._pool_choices() or self._answers() or self._hand_choices()

    @property
    def chosen(self) -> Choice | None:
        """What the reader points at."""
        choices = self.choices
        return choices[self.cursor] if 0 <= self.cursor < len(choices) else None

    def _nearest(self, wanted: int) -> int:
        """Return the choice nearest to a place that can be taken."""
        usable = [index for index, each in enumerate(self.choices) if each.action]
        return min(usable, key=lambda index: abs(index - wanted), default=wanted)

    def move(self, step: int) -> None:
        """Move the cursor to the next piece, around the ends; gaps are passed over."""
        choices = self.choices
        if not any(each.piece or each.action for each in choices):
            return
        place = self.cursor
        for _ in choices:
            place = (place + step) % len(choices)
            if choices[place].piece or choices[place].action:
                break
        self.point(place)

    def point(self, place: int) -> None:
        """Point at a choice; say why it cannot be taken."""
        self.cursor, self.doubted = place, None
        chosen = self.chosen
        self.say(chosen.why if chosen and self.my_turn else "", warns=bool(chosen and chosen.why))

    def number(self, number: int) -> bool:
        """Point at the choice with this number; return whether there is one."""
        for place, each in enumerate(self.choices):
            if each.number == number:
                self.point(place)
                return True
        return False

    def say(self, text: str, *, warns: bool = False) -> None:
        """Tell the reader something, until something happens."""
        self.note, self.warns = text, warns

    def doubt(self) -> bool:
        """Return whether the chosen die is the last open target: then it is asked for once more."""
        chosen, helped = self.chosen, self.help
        if not chosen or not chosen.piece or not helped or chosen.piece not in helped.gives_up:
            return False
        if self.doubted == chosen.piece:
            return False
        self.doubted = chosen.piece
        self.say(plural("web.doubt.text", int(chosen.piece[2]), die=chosen.piece), warns=True)
        return True

    # The picture

    def picture(self, keys: tuple[Key, ...] = ()) -> Shown | None:
        """Return what to draw; None before there is a deal."""
        view, helped = self.view, self.help
        if view is None or helped is None or self.table is None:
            return None
        names = self.names
        acting = None if self.finished or not self.playing else view.to_act
        trick, winner = self._trick(view, helped)
        won = list(view.won)
        if self.finished and not self._uncounted:
            won[self.finished.seat] -= 1
        pool, answers = self._pool_choices(), self._answers()
        prompt = words.asked(view, helped) if self.my_turn else words.waiting(view, helped, names)
        if self.finished:
            yours = self.finished.seat == self.you
            prompt = t("tell.trick.you" if yours else "tell.trick", name=names[self.finished.seat])
        elif not self.playing and not self.over:
            prompt = t("web.paused")
        asked = notice(self)
        note = self.note or (asked.text if asked else self._quiet_note(view))
        here = self.presence.here if self.presence else []
        return Shown(
            view=view,
            help=helped,
            seats=tuple(
                SeatShown(
                    names[seat],
                    words.face_of(info),
                    info.kind == "bot",
                    info.kind == "person" and seat != self.own and seat < len(here) and not here[seat],
                    self.says.get(seat, ""),
                )
                for seat, info in enumerate(self.table.seats)
            ),
            below=self.own if self.own is not None else 0,
            own=self.own,
            title=words.where(view, helped),
            trick=trick,
            winner=winner,
            taken=self.finished is not None,
            won=tuple(won),
            hand=tuple(self._hand_choices()),
            pool=tuple(pool),
            answers=tuple(answers),
            cursor=self.cursor if self.my_turn else None,
            prompt=prompt,
            calls=self.my_turn,
            note=note,
            warns=self.warns,
            log=tuple(self.log),
            tricks=words.trick_lines(view, names),
            keys=keys,
            would_be=self._would_be(view, helped),
            thinking=acting,
            hinted=self.hinted,
            dim=self._dimmed(view),
        )

    def _dimmed(self, view: View) -> frozenset[str]:
        if view.phase != "play":
            self._dim = frozenset()
        elif self.my_turn:
            self._dim = frozenset(each.piece for each in self._hand_choices() if each.piece and not each.action)
        return self._dim

    def _trick(self, view: View, helped: Help) -> tuple[tuple[tuple[int, str], ...], int | None]:
        players = len(view.cards_left)
        lying = self.finished or view.trick
        if lying is None:
            return (), None
        plays = tuple(((lying.leader + step) % players, piece) for step, piece in enumerate(lying.plays))
        if self.finished:
            return plays, self.finished.seat
        return plays, helped.leading.seat if helped.leading else None

    def _would_be(self, view: View, helped: Help) -> frozenset[str]:
        """Return what would be trumps if the die that the reader points at stayed."""
        chosen = self.chosen if view.phase == "draft" and self.my_turn else None
        return frozenset(helped.if_trump.get(chosen.piece, ())) if chosen and chosen.piece else frozenset()

    def _quiet_note(self, view: View) -> str:
        """Return what the chosen die would mean, in the draft."""
        chosen = self.chosen if view.phase == "draft" and self.my_turn else None
        if not chosen or not chosen.piece or not self.help:
            return ""
        trumps = len(self.help.if_trump.get(chosen.piece, ()))
        taken = plural("web.draft.if-taken", int(chosen.piece[2]))
        return f"{taken} {plural('web.draft.if-left', trumps)}"
