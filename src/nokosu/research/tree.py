"""A round or a match as a tree of chance nodes and decisions, on the kernel's states. Knows no research library.

Chance draws the first dealer, gives each card of the deck to a seat (or puts it aside), and draws and rolls each die,
with exact probabilities. Cards are placed in the order of the deck, so every deal is one path.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from typing import Final

from nokosu.core.deal import seats_from_left_of
from nokosu.core.pieces import CARDS, DICE, DIE_FACES, Colour
from nokosu.core.ruleset import Ruleset
from nokosu.kernel import _kernel
from nokosu.kernel.actions import TABLE
from nokosu.kernel.convert import TRUMPS, rules_bytes
from nokosu.kernel.state import PHASES, State
from nokosu.research.chance import Draw, draw

CHANCE: Final = -1
OVER: Final = -4
"""Who is to act where no seat is, with the numbers of OpenSpiel."""

_TEXTS: Final = tuple(str(action) for action in TABLE)
_BYTE: Final = tuple(bytes((number,)) for number in range(256))


@dataclass(frozen=True)
class Table:
    """The rules as the tree needs them. With `dice`, those lie as given; with `dealer`, that seat deals first."""

    rules: bytes
    rounds: int = 1
    dealer: int | None = None
    dice: bytes | None = None

    @classmethod
    def of(cls, ruleset: Ruleset, *, match: bool) -> Table:
        """Return one round, or all rounds of a match."""
        return cls(rules_bytes(ruleset), ruleset.rounds if match else 1)

    @cached_property
    def _numbers(self) -> dict[str, int]:
        return dict(zip(_kernel.RULE_FIELDS, self.rules, strict=True))

    def __getitem__(self, name: str) -> int:
        """Return a number of the rules, by its name in a ruleset."""
        return self._numbers[name]

    @cached_property
    def players(self) -> int:
        return self["players"]

    @cached_property
    def deck(self) -> tuple[int, ...]:
        """The cards in play, in order."""
        colours, highest = self["colours"], self["highest_card"]
        return tuple(n for n, card in enumerate(CARDS) if colours >> card.colour & 1 and card.number <= highest)

    @cached_property
    def first_dealer(self) -> Draw:
        """Any seat."""
        return draw((1,) * self.players)

    @cached_property
    def first_card(self) -> Draw:
        """The place of the first card: how many each seat gets, and how many lie aside."""
        return draw((*(self["cards_each"] for _ in range(self.players)), self["aside"]))

    @cached_property
    def first_die(self) -> Draw:
        """A die from the full bag, and its roll."""
        return draw(tuple(self["dice_per_colour"] * (self["colours"] >> colour & 1) for colour in Colour), DIE_FACES)

    @cached_property
    def rolled(self) -> int:
        """How many dice are drawn and rolled in a round."""
        return self.players * self["drawn_each"] + self["pool_size"]

    @cached_property
    def tricks(self) -> int:
        return self["cards_each"] + self["drawn_each"] + self["picks_each"] - 1

    @cached_property
    def decisions(self) -> int:
        """How many decisions a round has."""
        declarations = self.players * self["zero_rule"]
        return self.players * (self["picks_each"] + self.tricks) + declarations

    @cached_property
    def chances(self) -> int:
        """How many chance nodes a whole match has."""
        each = len(self.deck) + (0 if self.dice is not None else self.rolled)
        return self.rounds * each + (self.dealer is None)

    @cached_property
    def most_points(self) -> int:
        """More than this no seat scores in a round."""
        bonus = self["bonus"] * (self.players - 1)
        made = self["trick_points"] * min(self.tricks, DIE_FACES) + bonus
        return max(made, bonus + self["zero_bonus"], self["trick_points"] * self.tricks)


@dataclass(slots=True, eq=False)
class Position:
    """One node of the tree. Never changed: `apply` returns the next one; a frozen class would be slower."""

    table: Table
    to_act: int
    dealer: int
    totals: tuple[int, ...]
    round_index: int
    past: tuple[str, ...]
    """What each seat knows of the finished rounds."""
    places: bytes
    """Who got the first cards of the deck; the number of players means aside."""
    dice: bytes
    """The dice rolled so far, while the round is being dealt."""
    draw: Draw
    """What chance draws next, while the round is being dealt."""
    state: State | None
    """The round, once it is dealt. Shared between positions: read only."""
    told: str
    """What everybody has seen of this round since it was dealt."""

    @classmethod
    def start(cls, table: Table) -> Position:
        """Return the root: nothing has been dealt."""
        dealer, first = (-1, table.first_dealer) if table.dealer is None else (table.dealer, table.first_card)
        nothing = ("",) * table.players
        return cls(table, CHANCE, dealer, (0,) * table.players, 0, nothing, b"", b"", first, None, "")

    @classmethod
    def of_state(cls, table: Table, state: State) -> Position:
        """Return a round in progress whose history before this moment is not looked at."""
        to_act = OVER if state.to_act is None else state.to_act
        start = cls.start(table)
        totals = state.scores if state.is_over else start.totals
        return replace(start, to_act=to_act, dealer=state.dealer, state=state, totals=totals)

    def __deepcopy__(self, _memo: object) -> Position:
        return self

    @property
    def public(self) -> str:
        """What everybody has seen of this round."""
        return self.told if self.state is not None else dice_text(self.dice)

    def outcome_text(self, outcome: int) -> str:
        """Return a chance outcome in words: `dealer 2`, `R5 to seat 0`, `dB4`."""
        if self.dealer < 0:
            return f"dealer {outcome}"
        if len(self.places) == len(self.table.deck):
            return str(DICE[outcome])
        where = "aside" if outcome == self.table.players else f"to seat {outcome}"
        return f"{CARDS[self.table.deck[len(self.places)]]} {where}"

    def legal(self) -> list[int]:
        """Return the actions of the seat to act, ascending."""
        return [] if self.state is None or self.to_act < 0 else self.state.legal()

    def apply(self, action: int) -> Position:
        """Return the position after an action or a chance outcome."""
        if self.to_act == CHANCE:
            return self._dealt(action)
        assert self.state is not None
        state = self.state.clone()
        state.step(action)
        told = f"{self.told}, {_TEXTS[action]}"
        seat = state.to_act
        if seat is None:
            return self._scored(state, told)
        return self._next(seat, self.places, b"", self.draw, state, told)

    def _next(self, to_act: int, places: bytes, dice: bytes, left: Draw, state: State | None, told: str) -> Position:
        """Return the next position of the same round; quicker than `replace`."""
        return Position(
            self.table,
            to_act,
            self.dealer,
            self.totals,
            self.round_index,
            self.past,
            places,
            dice,
            left,
            state,
            told,
        )

    def _dealt(self, outcome: int) -> Position:
        table, left = self.table, self.draw.after(outcome)
        if self.dealer < 0:
            return replace(self, dealer=outcome, draw=table.first_card)
        if len(self.places) < len(table.deck):
            places = self.places + _BYTE[outcome]
            if len(places) < len(table.deck):
                return self._next(CHANCE, places, b"", left, None, "")
            placed = self._next(CHANCE, places, b"", table.first_die, None, "")
            return placed if table.dice is None else placed._begun(table.dice)
        dice = self.dice + _BYTE[outcome]
        return self._next(CHANCE, self.places, dice, left, None, "") if len(dice) < table.rolled else self._begun(dice)

    def _begun(self, dice: bytes) -> Position:
        """D1 to D4: all is dealt. Dice were drawn from the dealer's left on, those of the middle last."""
        table, each = self.table, self.table["drawn_each"]
        hands = [0] * (table.players + 1)
        for card, place in zip(table.deck, self.places, strict=True):
            hands[place] |= 1 << card
        drawn = [b""] * table.players
        for turn, seat in enumerate(seats_from_left_of(self.dealer, table.players)):
            drawn[seat] = bytes(sorted(dice[turn * each : (turn + 1) * each]))
        pool = bytes(sorted(dice[table.players * each :]))
        *of_seats, aside = hands
        state = State.deal_given(table.rules, self.dealer, of_seats, aside, drawn, pool, b"")
        lying = " | ".join(dice_text(faces) for faces in (*drawn, pool))
        assert state.to_act is not None
        told = f"dealer {self.dealer}, dice {lying}"
        return replace(self, to_act=state.to_act, dice=b"", state=state, told=told)

    def _scored(self, state: State, told: str) -> Position:
        totals = tuple(map(sum, zip(self.totals, state.scores, strict=True)))
        over = replace(self, to_act=OVER, state=state, told=told, totals=totals)
        if self.round_index + 1 == self.table.rounds:
            return over
        return replace(
            over,
            to_act=CHANCE,
            dealer=(self.dealer + 1) % self.table.players,
            round_index=self.round_index + 1,
            past=tuple(f"{self.past[seat]}{over.knowledge(seat)}\n" for seat in range(self.table.players)),
            places=b"",
            draw=self.table.first_card,
            state=None,
            told="",
        )

    @property
    def is_over(self) -> bool:
        """The last round has been scored."""
        return self.to_act == OVER

    def dealt_to(self, seat: int) -> int:
        """Return the cards that a seat was dealt in this round, so far, as a set of bits."""
        if self.state is not None:
            return self.state.dealt[seat]
        given = zip(self.table.deck, self.places, strict=False)
        return sum(1 << card for card, place in given if place == seat)

    def knowledge(self, seat: int) -> str:
        """Return all that a seat has seen of this round, with perfect recall."""
        return f"hand {cards_text(self.dealt_to(seat))}; {self.public}"

    def information(self, seat: int) -> str:
        """Return all that a seat has seen of the match: equal exactly where it cannot tell positions apart."""
        return f"seat {seat}\n{self.past[seat]}{self.knowledge(seat)}"

    def resampled(self, seat: int, seed: int) -> Position:
        """Deal the hidden cards again; every world that the seat cannot tell apart is equally likely."""
        return self.worlds(seat, seed, 1)[0]

    def worlds(self, seat: int, seed: int, number: int) -> list[Position]:
        """Return many of them at once, which is quicker."""
        if self.state is None:
            raise _kernel.Refused("hidden cards can be dealt again only after the deal")
        worlds = self.state.sample_worlds(seat, seed, number)
        return [self._next(self.to_act, self.places, b"", self.draw, world, self.told) for world in worlds]

    def described(self) -> str:
        """Return the present situation as everybody sees it."""
        state = self.state
        if state is None:
            return f"round {self.round_index}, dealing, totals {self.totals}, dice {self.public}"
        seat = "nobody" if state.to_act is None else f"seat {state.to_act}"
        lines = [
            f"round {self.round_index}, {PHASES[state.phase].value}, {seat} to act, dealer {self.dealer}",
            f"totals {self.totals}, won {state.won}, zero {tuple(map(int, state.zero))}, zero dice {state.zero_left}",
            f"middle {dice_text(state.pool)}, trump {'-' if state.trump is None else TRUMPS[state.trump]}",
            f"dice {' | '.join(dice_text(faces) for faces in state.dice)}",
            f"trick {self._trick(state)}",
        ]
        return "\n".join(lines)

    def _trick(self, state: State) -> str:
        played = len(state.actions) - (self.table.decisions - self.table.players * self.table.tricks)
        laid = max(played, 0) % self.table.players
        return ", ".join(_TEXTS[action] for action in state.actions[len(state.actions) - laid :]) or "-"

    def hand(self, seat: int) -> str:
        """Return the cards that a seat holds now."""
        return cards_text(self.dealt_to(seat) if self.state is None else self.state.hands[seat])


@lru_cache(maxsize=1 << 16)
def cards_text(mask: int) -> str:
    """Return a set of cards as text."""
    return " ".join(str(card) for number, card in enumerate(CARDS) if mask >> number & 1)


@lru_cache(maxsize=1 << 16)
def dice_text(faces: bytes) -> str:
    """Dice as text."""
    return " ".join(str(DICE[face]) for face in faces)
