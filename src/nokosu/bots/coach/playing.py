"""Ideas of the tricks: which trick is wanted, and which piece takes it or leaves it for certain."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from nokosu.bots.coach.facts import Facts
from nokosu.bots.coach.model import Lesson
from nokosu.core.actions import Action, Play
from nokosu.core.errors import reason
from nokosu.core.help import gives_up
from nokosu.core.pieces import Piece
from nokosu.core.trump import suit

_FEW: Final = 2
"""Two targets can be said in a sentence."""


def need_all(known: Facts) -> Lesson | None:
    """S2: every trick that is left is needed."""
    if not known.needs_all or known.zero or known.has_enough:
        return None
    able = [piece for piece in known.legal if known.goes_ahead(piece) and known.open_after(piece, wins=True)]
    if known.leads:
        trumps = [piece for piece in able if known.is_trump(piece)]
        best = max(map(known.strength, trumps), default=None)
        highest = [piece for piece in trumps if known.strength(piece) == best]
        return Lesson(reason("coach.need-all.lead", "S2"), _one_of(highest)) if highest else None
    if not able or len(able) == len(known.legal):
        return None
    strongest = max(able, key=known.strength)
    return Lesson(reason("coach.need-all.follow", "S2", piece=strongest), _one_of(able))


def keep(known: Facts) -> Lesson | None:
    """S2, F2: one die shows the only target left."""
    given = gives_up(known.view)
    if not given:
        return None
    ((die, number),) = given
    return Lesson(reason("coach.keep", "S2", piece=die, target=number), lambda action: action != Play(die))


def enough(known: Facts) -> Lesson | None:
    """S2: one more trick would be one too many."""
    if not known.has_enough:
        return None
    if known.leads:
        quiet = [piece for piece in known.legal if not known.is_trump(piece) and known.open_after(piece, wins=False)]
        if not quiet:
            return None
        least = min(piece.number for piece in quiet)
        weakest = [piece for piece in quiet if piece.number == least]
        said = reason("coach.zero.lead") if known.zero else reason("coach.enough.lead", "S2", won=known.won)
        return Lesson(said, _one_of(weakest))
    safe = [piece for piece in known.legal if known.cannot_win(piece) and known.open_after(piece, wins=False)]
    if not safe or len(safe) == len(known.legal):
        return None
    strongest = max(safe, key=known.strength)
    if known.zero:
        return Lesson(reason("coach.zero.follow", "S2", piece=strongest), _one_of(safe))
    return Lesson(reason("coach.enough.follow", "S2", won=known.won, piece=strongest), _one_of(safe))


def aim(known: Facts) -> Lesson | None:
    """S2: before the first own play, what the dice ask for."""
    if len(known.view.tricks) > 0:
        return None
    if known.zero:
        return Lesson(reason("coach.aim.zero", "S2"))
    numbers = sorted({die.number for die in known.dice})
    if len(numbers) > _FEW:
        return Lesson(reason("coach.aim.more", "S2", targets=" · ".join(map(str, numbers))))
    if len(numbers) == 1:
        return Lesson(reason("coach.aim.one", "S2", target=numbers[0]))
    return Lesson(reason("coach.aim.two", "S2", low=numbers[0], high=numbers[1]))


def lost(known: Facts) -> Lesson | None:
    """S1: no target is left; tricks still count."""
    return None if known.targets or not known.view.ruleset.trick_points else Lesson(reason("coach.lost", "S1"))


def sure(known: Facts) -> Lesson | None:
    """W1: a lead that nothing can beat, where tricks are needed."""
    if not known.leads or not known.needs_more:
        return None
    winners = [piece for piece in known.legal if known.must_win(piece) and known.open_after(piece, wins=True)]
    if not winners or len(winners) == len(known.legal):
        return None
    # A card is led before a die: dice are targets.
    first = min(winners, key=lambda piece: (piece.is_die, known.is_trump(piece), -piece.number))
    return Lesson(reason("coach.sure", "W1", piece=first), _one_of(winners))


def ruff(known: Facts) -> Lesson | None:
    """F5: a seat that cannot follow may take the trick with a trump."""
    led = known.led
    if led is None or not known.needs_more or any(suit(piece, known.trump) is led for piece in known.legal):
        return None
    able = [
        piece
        for piece in known.legal
        if known.is_trump(piece) and known.goes_ahead(piece) and known.open_after(piece, wins=True)
    ]
    if not able or len(able) == len(known.legal):
        return None
    least = min(able, key=lambda piece: (piece.is_die, known.strength(piece)))
    return Lesson(reason("coach.ruff", "F5", suit=led.word, piece=least), _one_of(able))


def last(known: Facts) -> Lesson | None:
    """W1: the last to play chooses who takes the trick, where it is not clear what the targets ask for."""
    if not known.is_last or not known.targets or known.needs_all or known.has_enough:
        return None
    takes = [piece for piece in known.legal if known.goes_ahead(piece) and not piece.is_die]
    leaves = [piece for piece in known.legal if known.cannot_win(piece) and not piece.is_die]
    if not takes or not leaves:
        return None
    weakest, strongest = min(takes, key=known.strength), max(leaves, key=known.strength)
    return Lesson(reason("coach.last", "W1", piece=weakest, other=strongest))


def dead_die(known: Facts) -> Lesson | None:
    """S2: a die whose number can no longer be made is a piece like any other."""
    if known.zero or not known.targets:
        return None
    dead = [piece for piece in known.legal if piece.is_die and piece.number not in known.targets]
    return Lesson(reason("coach.dead-die", "S2", piece=dead[0]), _one_of(dead)) if dead else None


def _one_of(pieces: Sequence[Piece]) -> Callable[[Action], bool]:
    return lambda action: isinstance(action, Play) and action.piece in pieces
