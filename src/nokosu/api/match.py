"""A match with text in and text out."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import fields
from enum import Enum
from typing import TYPE_CHECKING, Final, Self

from nokosu.api import reading
from nokosu.api.legal import Legal
from nokosu.api.reading import ENGLISH
from nokosu.core import match as core
from nokosu.core.actions import Action
from nokosu.core.deal import Deal
from nokosu.core.errors import IllegalAction, NotationError
from nokosu.core.pieces import Colour
from nokosu.core.ruleset import Ruleset

if TYPE_CHECKING:
    from os import PathLike

    from nokosu.api.canvas import Picture
    from nokosu.api.view import View

_MOST_LISTED: Final = 12
"""An error lists so many legal actions; a draft has more."""

_FIELDS: Final = tuple(field.name for field in fields(core.Match))


class _Seat(Enum):
    TO_ACT = "the seat to act"


class Match(core.Match):
    """A match: the whole truth, hidden cards included. It never changes; `apply` returns the match after an action.

    >>> import nokosu
    >>> match = nokosu.Match.start("second", players=4, seed=7)
    >>> bot = nokosu.bots.get("club", seed=7)
    >>> while not match.over:
    ...     match = match.apply(bot.choose(match.view()))
    >>> len(match.scores), match.winners
    (5, (1,))
    """

    __slots__ = ()

    @classmethod
    def start(  # type: ignore[override]  # nobody who writes start("second", 4) means a seed
        cls,
        ruleset: str | Ruleset | None = None,
        players: int | None = None,
        *,
        seed: int | str | bytes | None = None,
        rounds: reading.Rounds | None = None,
        removed_colour: Colour | str | None = None,
    ) -> Self:
        """Start a match. By default: the edition in print, four players, a new seed.

        `ruleset` is an edition's name or a Ruleset. `seed` is a whole number or, as in records, 32 bytes or their 64
        hexadecimal digits; the same seed gives the same cards and dice.

        >>> import nokosu
        >>> nokosu.Match.start("first", players=3, rounds=2, seed=1)
        <Match first, 3 players: round 1 of 2, draft, seat 0 to act>
        """
        rules = reading.ruleset(ruleset, players, rounds=rounds, removed_colour=removed_colour)
        return super().start(rules, reading.seed(seed))

    @classmethod
    def from_deals(
        cls,
        ruleset: str | Ruleset,
        dealer: int,
        deals: Sequence[Deal | Mapping[str, object]],
        *,
        players: int | None = None,
        removed_colour: Colour | str | None = None,
    ) -> Self:
        """Start a match with a deal given by hand for every round, `dealer` dealing the first."""
        given = [reading.deal(each) for each in deals]
        rules = reading.ruleset(ruleset, players, removed_colour=removed_colour)
        return super().from_deals(rules, reading.seat(dealer, rules.players), given)

    @classmethod
    def of(cls, match: core.Match) -> Self:
        """Return a core match as one of these."""
        return cls(match.ruleset, match.deals, match.finished, match.round, match.scores)

    def apply(self, action: Action | str) -> Self:
        """Return the match after this action. A finished round is scored and the next one dealt at once.

        >>> import nokosu
        >>> match = nokosu.Match.start("second", players=3, seed=1)
        >>> match.apply("play R5")  # doctest: +ELLIPSIS
        Traceback (most recent call last):
        nokosu.core.errors.NotationError: 'play R5' is not an action here; expected 'take dR5' or 'zero dB2'; legal: ...
        """
        try:
            return super().apply(reading.action(action, self.round.phase))
        except IllegalAction as error:
            raise IllegalAction(error.tried, error.reason, self._explained(error)) from None
        except NotationError as error:
            raise NotationError(f"{error}{self._legal_text()}") from None

    def apply_all(self, actions: Iterable[Action | str]) -> Self:
        """Return the match after several actions."""
        match = self
        for action in actions:
            match = match.apply(action)
        return match

    @property
    def legal(self) -> Legal:
        """The legal actions of the seat to act, none when the match is over.

        >>> import nokosu
        >>> match = nokosu.Match.start("second", players=4, seed=7)
        >>> str(match.legal[0]), match.legal == match.view().legal
        ('take dR1', True)
        """
        return Legal(self.round.legal())

    def save(
        self,
        file: str | PathLike[str],
        *,
        names: Sequence[str] | None = None,
        bots: Sequence[str | None] | None = None,
        append: bool = False,
    ) -> None:
        """Write the match to a file as a record, which `nokosu.load` reads; with gzip if its name ends in `.gz`.

        `names` are the players' names and `bots` the bots of the seats, None for people. `append` adds the match to a
        file of several. A match that is not over can be saved too, and played on.

        >>> import nokosu, tempfile, pathlib
        >>> file = pathlib.Path(tempfile.mkdtemp()) / "match.jsonl.gz"
        >>> match = nokosu.play("greedy", players=3, seed=7)
        >>> match.save(file, names=["Ann", "Bea", "Cai"])
        >>> nokosu.load(file) == match
        True
        """
        from nokosu.api.records import save  # noqa: PLC0415  (loaded when used)

        save(self, file, names=names, bots=bots, append=append)

    def __eq__(self, other: object) -> bool:
        """Equal rules, deals and actions make equal matches, wherever they come from."""
        if not isinstance(other, core.Match):
            return NotImplemented
        return all(getattr(self, name) == getattr(other, name) for name in _FIELDS)

    __hash__ = core.Match.__hash__

    def view(self, seat: int | _Seat | None = _Seat.TO_ACT) -> View:
        """Return what a seat may know, by default the seat to act; None is a spectator."""
        from nokosu.api.view import view  # noqa: PLC0415  (loaded when used)

        if isinstance(seat, _Seat):
            return view(self, self.to_act)
        return view(self, None if seat is None else reading.seat(seat, self.ruleset.players))

    def svg(
        self,
        *,
        seat: int | None = None,
        names: Sequence[str] | None = None,
        palette: str = "standard",
        language: str = ENGLISH,
    ) -> Picture:
        """Draw the table: with all cards open or, with `seat`, as that seat knows it."""
        from nokosu.api.drawing import draw_view  # noqa: PLC0415  (loaded when used)

        if seat is not None:
            return self.view(seat).svg(names=names, palette=palette, language=language)
        hands = self.round.hands
        return draw_view(self.view(None), hands=hands, names=names, palette=palette, language=language)

    def _repr_svg_(self) -> str:
        return self.svg()

    def _explained(self, error: IllegalAction) -> str:
        from nokosu.locale import Texts  # noqa: PLC0415  (loaded when used)
        from nokosu.locale.reasons import word  # noqa: PLC0415  (the same)

        return f"{error.tried}: {word(error.reason, Texts(ENGLISH)).rstrip('.')}{self._legal_text()}"

    def _legal_text(self) -> str:
        legal = [str(action) for action in self.legal]
        more = f" and {len(legal) - _MOST_LISTED} more" if len(legal) > _MOST_LISTED else ""
        return f"; legal: {', '.join(legal[:_MOST_LISTED])}{more}" if legal else ""

    def __str__(self) -> str:
        from nokosu.api.text import describe  # noqa: PLC0415  (loaded when used)

        return describe(self)

    def __repr__(self) -> str:
        rules = self.ruleset
        turn = f"{self.round.phase.value}, seat {self.to_act} to act"
        now = "over" if self.over else f"round {self.round_index + 1} of {rules.rounds}, {turn}"
        return f"<Match {rules.edition}, {rules.players} players: {now}>"
