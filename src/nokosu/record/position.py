"""A point of a round in one line of text, as docs/notation.md says: what is on the table, then how it came about.

str(position_of(match))              the whole truth, hidden cards included
str(position_of(view(match, 2)))     what seat 2 knows: unknown cards are ?
parse_position(text)                 (position_reader.py) the position again
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import groupby
from typing import Final

from nokosu import editions
from nokosu.core.actions import Action, DeclareZero, Pass, Play, Take, TakeZero
from nokosu.core.errors import RulesetError
from nokosu.core.match import GivenDeals, Match
from nokosu.core.pieces import Piece
from nokosu.core.round import Round
from nokosu.core.ruleset import Ruleset
from nokosu.core.stream import Stream
from nokosu.core.view import View, view, view_of_round
from nokosu.core.worlds import World, rebuild, sample

VERSION: Final = "nokosu/1"
NOTHING: Final = "-"
UNKNOWN: Final = "?"
DIGEST: Final = 12
"""Digits of the rules' digest in the text: enough to notice other rules."""


@dataclass(frozen=True, slots=True)
class Position:
    """What is known at one point of a round.

    `seen` is what a seat or a spectator knows. `world` has the hidden cards, and is None where they are unknown.
    """

    seen: View
    world: World | None

    @property
    def round(self) -> Round:
        """The whole truth about the round; ValueError where cards are unknown."""
        if self.world is None:
            raise ValueError("the position has unknown cards")
        return rebuild(self.seen, self.world)

    @property
    def actions(self) -> tuple[Action, ...]:
        """How the round came to this point: every action since the deal."""
        seen = self.seen
        picks = (TakeZero(pick.die) if pick.zero else Take(pick.die) for pick in seen.draft)
        said = (Pass() if each.returned is None else DeclareZero(each.returned) for each in seen.declarations)
        return (*picks, *said, *(Play(piece) for plays in _tricks(seen) for piece in plays))

    def view(self, seat: int | None) -> View:
        """Return what a seat knows here; ValueError where the position does not say what it holds."""
        if self.world is None:
            if seat != self.seen.seat:
                raise ValueError(f"the position does not say what seat {seat} holds")
            return self.seen
        return view_of_round(self.round, self.seen.round, self.seen.scores, seat)

    def filled(self, stream: Stream) -> Round:
        """Return the round, with unknown cards drawn at random from all that fit, each possibility equally likely."""
        return self.round if self.world else rebuild(self.seen, sample(self.seen, stream))

    def match(self, stream: Stream) -> Match:
        """Return a match of this round alone, to play on; unknown cards are drawn as `filled` does it."""
        rules = replace(self.seen.ruleset, rounds=1, rounds_override=1)
        now = replace(self.filled(stream), ruleset=rules)
        scores = () if now.to_act is not None else (tuple(seat.total for seat in now.score),)
        return Match(rules, GivenDeals(now.dealer, (now.deal,)), (), now, scores)

    def __str__(self) -> str:
        return " ".join(_fields(self))


def is_position(text: str) -> bool:
    """Return whether a text is meant to be a position, and not the name of a file."""
    return text.startswith("nokosu/") and " " in text


def position_of(source: Match | View) -> Position:
    """Return the position of a match, with all cards; or of a view, with the cards that its audience knows."""
    if isinstance(source, View):
        return Position(source, None)
    now = source.round
    return Position(view(source, None), World(now.hands, now.deal.aside))


def _fields(position: Position) -> Iterator[str]:
    """Yield the fields in the order of the grammar, without empty ones."""
    seen, world = position.seen, position.world
    yield VERSION
    yield rules_text(seen.ruleset)
    if seen.round:
        yield "scores:" + ",".join(":".join(map(str, row)) for row in seen.scores[: seen.round])
    yield f"dealer:{seen.dealer}"
    if world is None:
        yield f"seat:{NOTHING if seen.seat is None else seen.seat}"
    yield "hands:" + "/".join(_hands(position))
    if seen.ruleset.aside:
        yield "aside:" + (UNKNOWN if world is None else pieces_text(world.aside))
    yield "dice:" + "/".join(map(pieces_text, seen.dice))
    yield "pool:" + pieces_text(seen.pool)
    if seen.draft:
        yield "draft:" + ",".join(pick_text(pick.die, zero=pick.zero) for pick in seen.draft)
    if seen.declarations:
        yield "declarations:" + ",".join(declaration_text(said.returned) for said in seen.declarations)
    if tricks := _tricks(seen):
        yield "tricks:" + "/".join(",".join(map(str, plays)) for plays in tricks)


def _tricks(seen: View) -> list[tuple[Piece, ...]]:
    """Return the plays of every trick, the unfinished one last."""
    return [won.trick.plays for won in seen.tricks] + ([seen.trick.plays] if seen.trick and seen.trick.plays else [])


def _hands(position: Position) -> Iterator[str]:
    seen = position.seen
    for seat in range(seen.ruleset.players):
        if position.world is not None:
            yield pieces_text(position.world.hands[seat])
        else:
            yield UNKNOWN if seat != seen.seat else pieces_text(seen.hand or ())


@lru_cache(maxsize=256)
def rules_text(ruleset: Ruleset) -> str:
    """Return the rules: an edition, the players and the table's choices; with a digest where the name is not enough."""
    text = f"{ruleset.edition}/{ruleset.players}"
    if not _is_original(ruleset):
        text += f"@{ruleset.digest[:DIGEST]}"
    if ruleset.rounds_override is not None:
        text += f",rounds={ruleset.rounds_override}"
    if ruleset.removed_choice is not None:
        text += f",removed={ruleset.removed_choice.letter}"
    return text


def _is_original(ruleset: Ruleset) -> bool:
    edition = editions.original(ruleset.edition)
    try:
        return edition is not None and ruleset == edition.ruleset(
            ruleset.players, ruleset.rounds_override, ruleset.removed_choice
        )
    except RulesetError:
        return False


def pieces_text(pieces: Iterable[Piece]) -> str:
    """Sorted pieces, the colour once for all of it: R024B5, dR225dB4."""
    groups = groupby(pieces, key=lambda piece: str(piece)[:-1])
    return "".join(colour + "".join(str(piece.number) for piece in group) for colour, group in groups) or NOTHING


def pick_text(die: Piece, *, zero: bool) -> str:
    """D6, Z1: a pick; a zero die comes with the die that it removed."""
    return f"zero-{die}" if zero else str(die)


def declaration_text(returned: Piece | None) -> str:
    """Z5, Z6: a declaration; zero comes with the die returned."""
    return "pass" if returned is None else f"zero-{returned}"
