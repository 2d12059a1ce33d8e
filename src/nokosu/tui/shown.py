"""What a screen shows of a table: messages of the wire, and what the reader has chosen."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

from nokosu.wire.help import Help
from nokosu.wire.views import View


def pool_places(view: View) -> list[str | None]:
    """Return the dice of the middle where they were rolled. One that was taken leaves a gap: nothing else moves."""
    left, found = Counter(view.pool), list[str | None]()
    for die in view.pool_rolled:
        found.append(die if left[die] > 0 else None)
        left[die] -= 1
    return found


@dataclass(frozen=True, slots=True)
class Choice:
    """Something that the reader can point at: a die in the middle, a piece in the hand, the answer "no zero"."""

    piece: str | None
    """None: a gap, where a piece has been played, or an answer without a piece."""
    action: str | None = None
    """What Enter does; None where that is not allowed now."""
    zero: str | None = None
    """What `z` does: take a zero die and remove this one."""
    why: str = ""
    """Why not, or what speaks against it."""
    number: int | None = None
    """The number key."""
    label: str = ""


@dataclass(frozen=True, slots=True)
class Key:
    """A key that does something now, for the footer."""

    key: str
    text: str
    action: str


@dataclass(frozen=True, slots=True)
class SeatShown:
    """A player as the table shows them."""

    name: str
    face: str
    bot: bool = False
    away: bool = False
    says: str = ""


@dataclass(frozen=True, slots=True)
class Curve:
    """The chance to win before every decision of a round, and which of them is shown."""

    values: tuple[float, ...]
    at: int


@dataclass(frozen=True, slots=True)
class Shown:
    """One picture of a table."""

    view: View
    help: Help
    seats: tuple[SeatShown, ...]
    below: int
    """The seat at the bottom."""
    own: int | None
    """The reader's seat, whose cards the view holds."""
    title: str = ""
    trick: tuple[tuple[int, str], ...] = ()
    winner: int | None = None
    taken: bool = False
    """Whether the trick is complete and still being looked at."""
    won: tuple[int, ...] = ()
    hand: tuple[Choice, ...] = ()
    pool: tuple[Choice, ...] = ()
    answers: tuple[Choice, ...] = ()
    cursor: int | None = None
    """Which of the choices is pointed at: of the pool, the answers or the hand, whichever is asked for."""
    prompt: str = ""
    calls: bool = False
    """Whether the prompt asks the reader to act."""
    note: str = ""
    warns: bool = False
    log: tuple[str, ...] = ()
    tricks: tuple[str, ...] = ()
    keys: tuple[Key, ...] = ()
    would_be: frozenset[str] = frozenset()
    hands: dict[int, tuple[str, ...]] = field(default_factory=dict)
    """Cards of other seats, in a replay."""
    thinking: int | None = None
    """The seat that is waited for."""
    dim: frozenset[str] = frozenset()
    """Pieces of the hand that cannot be played."""
    hinted: str | None = None
    """The piece that a hint names."""
    curve: Curve | None = None
    """What the judge says of the round, in a replay."""

    @property
    def choices(self) -> tuple[Choice, ...]:
        """What the cursor moves over."""
        return self.pool or self.answers or self.hand
