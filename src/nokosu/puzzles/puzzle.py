"""A puzzle as a value, and as one line of the book (docs/puzzles.md)."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from hashlib import sha256
from typing import Final, Literal, get_args

from nokosu.bots.certain import Goal
from nokosu.core.actions import Action, Play
from nokosu.core.notation import parse_action, parse_piece
from nokosu.core.pieces import Piece
from nokosu.core.round import Phase, Round
from nokosu.core.trick import winning_play
from nokosu.core.view import View
from nokosu.core.worlds import World, rebuild, unseen_cards
from nokosu.record.position import Position
from nokosu.record.position_reader import parse_position

Kind = Literal["certain", "odds"]
Theme = Literal["make", "zero", "break", "keep", "take", "lead"]
THEMES: Final[tuple[Theme, ...]] = get_args(Theme)
KINDS: Final[tuple[Kind, ...]] = get_args(Kind)
ID_LENGTH: Final = 6
_ALPHABET: Final = "23456789abcdefghjkmnpqrstuvwxyz"
_PIECE: Final = re.compile(r"d?[RBGYP][0-7]")


class BadPuzzle(ValueError):
    """A line that is not a puzzle, or a puzzle that is not true."""


@dataclass(frozen=True, slots=True)
class Option:
    """One legal decision, and what comes of it."""

    action: Action
    count: int
    """How often it reaches the goal: of all worlds in a certain puzzle, of 100 in one of odds."""
    line: tuple[Piece, ...] = ()
    """How the round can end after it, this decision first; certain puzzles only."""


@dataclass(frozen=True)
class Puzzle:
    """A decision of the seat to act. The first option is the answer; the others are wrong."""

    kind: Kind
    theme: Theme
    goal: Goal
    rating: int
    worlds: int
    """How many worlds fit what the seat has seen; in a puzzle of odds, how many were tried."""
    options: tuple[Option, ...]
    text: str
    """The position in one line, as the seat to act knows it."""

    @cached_property
    def id(self) -> str:
        """Six letters that follow from the position."""
        number = int.from_bytes(sha256(self.text.encode()).digest()[:8])
        letters = []
        for _ in range(ID_LENGTH):
            number, letter = divmod(number, len(_ALPHABET))
            letters.append(_ALPHABET[letter])
        return "".join(letters)

    @cached_property
    def position(self) -> Position:
        """The position itself; PositionError if the text is not one."""
        return parse_position(self.text)

    @property
    def view(self) -> View:
        """What the seat to act has seen."""
        return self.position.seen

    @property
    def seat(self) -> int:
        assert self.view.seat is not None
        return self.view.seat

    @property
    def answer(self) -> Option:
        return self.options[0]

    def option(self, action: str) -> Option | None:
        """Return the option with this action; None if it is not legal."""
        return next((option for option in self.options if str(option.action) == action), None)

    def round_of(self, option: Option) -> Round:
        """Return the round with the cards of an option's line: all cards are played, so it tells who holds which."""
        hands: list[list[Piece]] = [[] for _ in range(self.view.ruleset.players)]
        for seat, piece in zip(seats_of(self.view, option.line), option.line, strict=True):
            if not piece.is_die:
                hands[seat].append(piece)
        dealt = tuple(tuple(sorted(hand)) for hand in hands)
        used = {card for hand in dealt for card in hand}
        aside = tuple(card for card in unseen_cards(self.view) if card not in used)
        return rebuild(self.view, World(dealt, aside))

    def __str__(self) -> str:
        goal = f"{self.goal.seat}{'+' if self.goal.made else '-'}"
        options = ";".join(f"{_short(o.action)}={o.count}:{''.join(map(str, o.line))}" for o in self.options)
        return "\t".join((self.kind, self.theme, goal, str(self.rating), str(self.worlds), options, self.text))


def seats_of(view: View, line: Sequence[Piece]) -> Iterator[int]:
    """Yield the seat that plays each piece of a line that begins at a view in play."""
    assert view.trick is not None
    assert view.trump is not None
    leader, plays, players = view.trick.leader, view.trick.plays, view.ruleset.players
    for piece in line:
        yield (leader + len(plays)) % players
        plays = (*plays, piece)
        if len(plays) == players:
            leader, plays = (leader + winning_play(plays, view.trump)) % players, ()


def _short(action: Action) -> str:
    return str(action.piece) if isinstance(action, Play) else str(action)


def parse_puzzle(line: str) -> Puzzle:
    """Return the puzzle in a line. Raises BadPuzzle, or PositionError for its position."""
    fields = line.rstrip("\n").split("\t")
    if len(fields) != len(Puzzle.__dataclass_fields__):
        raise BadPuzzle(f"expected {len(Puzzle.__dataclass_fields__)} fields, found {len(fields)}")
    kind, theme, goal, rating, worlds, options, text = fields
    if kind not in KINDS or theme not in THEMES or not re.fullmatch("[0-4][+-]", goal):
        raise BadPuzzle(f"expected a kind, a theme and a goal, found {kind} {theme} {goal}")
    return Puzzle(
        kind=next(each for each in KINDS if each == kind),
        theme=next(each for each in THEMES if each == theme),
        goal=Goal(int(goal[0]), made=goal[1] == "+"),
        rating=int(rating),
        worlds=int(worlds),
        options=tuple(map(_option, options.split(";"))),
        text=text,
    )


def _option(text: str) -> Option:
    action, _, rest = text.partition("=")
    count, _, line = rest.partition(":")
    return Option(
        parse_action(action, Phase.DRAFT) if " " in action else Play(parse_piece(action)),
        int(count),
        tuple(parse_piece(piece) for piece in _PIECE.findall(line)),
    )
