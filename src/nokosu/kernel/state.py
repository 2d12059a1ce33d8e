"""One round in the kernel, and the ways to make one from what the core has."""

from __future__ import annotations

from collections.abc import Callable

from nokosu.core.actions import Action
from nokosu.core.deal import Deal
from nokosu.core.round import Phase, Round
from nokosu.core.ruleset import Ruleset
from nokosu.core.view import View
from nokosu.core.worlds import World
from nokosu.kernel import _kernel
from nokosu.kernel.actions import TABLE, number_of
from nokosu.kernel.convert import TRUMPS, card_mask, cards_of, dice_of, die_bytes, history, rules_bytes

__all__ = ["PHASES", "Refused", "State"]

Refused = _kernel.Refused
"""What the kernel will not do; a ValueError."""

PHASES = (Phase.DRAFT, Phase.DECLARE, Phase.PLAY, Phase.OVER)
"""The phases by the kernel's numbers."""


class State(_kernel.State):
    """A round in progress with its history. Mutable: `step` goes on, `clone` or `copy.copy` makes a copy.

    It contains all cards. Bots start from a view: `from_view` fills the hidden hands with a
    world that fits, and `sample_worlds` draws others.
    """

    __slots__ = ()

    @classmethod
    def from_seed(cls, ruleset: Ruleset, seed: bytes, round_index: int, dealer: int) -> State:
        """Return the start of a match's round, dealt exactly as `core.deal` deals it."""
        return cls.deal_seed(rules_bytes(ruleset), seed, round_index, dealer)

    @classmethod
    def from_deal(cls, ruleset: Ruleset, dealer: int, deal: Deal, actions: bytes = b"") -> State:
        """Return a deal given by hand, and actions on it."""
        hands = tuple(card_mask(hand) for hand in deal.cards)
        drawn = tuple(die_bytes(dice) for dice in deal.drawn)
        rules = rules_bytes(ruleset)
        return cls.deal_given(rules, dealer, hands, card_mask(deal.aside), drawn, die_bytes(deal.pool), actions)

    @classmethod
    def from_round(cls, source: Round) -> State:
        """Return the referee's round at whatever point it is."""
        return cls.from_deal(source.ruleset, source.dealer, source.deal, history(source))

    @classmethod
    def from_view(cls, view: View, world: World | None = None, seed: int = 0) -> State:
        """Return what a seat knows, with the given world, or with one drawn uniformly from all that fit."""
        if view.seat is None or view.hand is None:
            raise Refused("a spectator's view has no hand to start from")
        drawn = tuple(die_bytes(dice) for dice in view.drawn)
        pool, rules, past = die_bytes(view.pool_rolled), rules_bytes(view.ruleset), history(view)
        if world is None:
            hand = card_mask(view.hand)
            return cls.deal_seen(rules, view.dealer, view.seat, hand, drawn, pool, past, seed)
        hands = [card_mask(hand) for hand in world.hands]
        for trick in (*(won.trick for won in view.tricks), *((view.trick,) if view.trick else ())):
            for play, piece in enumerate(trick.plays):
                if not piece.is_die:
                    hands[trick.seat_of(play, view.ruleset.players)] |= card_mask((piece,))
        return cls.deal_given(rules, view.dealer, tuple(hands), card_mask(world.aside), drawn, pool, past)

    def __repr__(self) -> str:
        """Return the public situation; the cards are left out, so that a printed state gives nothing away."""
        phase = PHASES[self.phase].value
        who = f"over, scores {self.scores}" if self.to_act is None else f"{phase}, seat {self.to_act} to act"
        trump = "" if self.trump is None else f", trump {TRUMPS[self.trump]}"
        return f"<State {self.players} players, {who}, {len(self.actions)} actions{trump}, won {self.won}>"

    def __reduce__(self) -> tuple[Callable[[bytes], State], tuple[bytes]]:
        return type(self).from_bytes, (self.to_bytes(),)

    def __copy__(self) -> State:
        return self.clone()

    def __deepcopy__(self, _memo: object) -> State:
        return self.clone()

    @property
    def is_over(self) -> bool:
        """The round is over: nobody is to act, and `scores` and `returns` are known."""
        return self.to_act is None

    @property
    def returns(self) -> tuple[float, ...]:
        """Each seat's margin: its points less the mean of the others'. Refused before the round is over."""
        total, others = sum(self.scores), self.players - 1
        return tuple(points - (total - points) / others for points in self.scores)

    def apply(self, action: Action) -> None:
        """`step` with an action of the core."""
        self.step(number_of(action))

    def legal_actions(self) -> tuple[Action, ...]:
        """`legal` as actions of the core, in the same order."""
        return tuple(TABLE[number] for number in self.legal())

    def deal(self) -> Deal:
        """Return what was dealt and rolled."""
        return Deal(
            cards=tuple(cards_of(hand) for hand in self.dealt),
            aside=cards_of(self.aside),
            drawn=tuple(dice_of(faces) for faces in self.drawn),
            pool=dice_of(self.pool_rolled),
        )

    def world(self) -> World:
        """Return the places of the cards that a seat cannot see."""
        return World(tuple(cards_of(hand) for hand in self.hands), cards_of(self.aside))

    def round(self, ruleset: Ruleset) -> Round:
        """Return the referee's round, played again from the deal; the ruleset's name is not kept in a state."""
        if rules_bytes(ruleset) != self.rules:
            raise Refused("this state was played by other rules")
        result = Round.start(ruleset, self.dealer, self.deal())
        for number in self.actions:
            result = result.apply(TABLE[number])
        return result
