"""Faults planted on purpose: each lets an audience learn something that it may not know, in one channel.

They are of the kinds that have happened elsewhere: a field too many, a helpful error text, a length, a number, an
order.
"""

from collections.abc import Callable
from hashlib import sha256

from nokosu.core.actions import Action, Play
from nokosu.core.match import Match
from nokosu.core.round import Phase
from nokosu.core.trump import is_trump
from nokosu.core.view import view
from nokosu.core.worlds import unseen_cards
from nokosu.record.position import position_of
from nokosu.wire.views import Json
from tests.hidden.channels import Audience, Channels


def _object(data: object) -> Json:
    assert isinstance(data, dict)
    return data


class ViewLeak(Channels):
    """A view with something more, or something else, in it."""

    def view(self, match: Match, audience: Audience) -> object:
        return self.spoil(_object(super().view(match, audience)), match, audience)

    def spoil(self, data: Json, match: Match, audience: Audience) -> Json:
        raise NotImplementedError


class SeedInTheView(ViewLeak):
    def spoil(self, data: Json, match: Match, audience: Audience) -> Json:  # noqa: ARG002
        return data | {"seed": match.seed and match.seed.hex()}


class StateHashInTheView(ViewLeak):
    """An innocent-looking fingerprint of the whole truth, to tell versions apart."""

    def spoil(self, data: Json, match: Match, audience: Audience) -> Json:  # noqa: ARG002
        return data | {"version": sha256(repr(match).encode()).hexdigest()[:8]}


class ASpectatorSeesAHand(ViewLeak):
    def spoil(self, data: Json, match: Match, audience: Audience) -> Json:
        return data | {"hand": [str(card) for card in match.round.hands[0]]} if audience is None else data


class CardsLeftCountsTrumps(ViewLeak):
    """The numbers look like hand sizes and are something else."""

    def spoil(self, data: Json, match: Match, audience: Audience) -> Json:  # noqa: ARG002
        trump = match.round.trump
        if trump is None:
            return data
        return data | {"cards_left": [sum(is_trump(card, trump) for card in hand) for hand in match.round.hands]}


class LegalActionsOfTheSeatToAct(ViewLeak):
    """Everybody gets the actions of the seat to act: in play they tell a hand."""

    def spoil(self, data: Json, match: Match, audience: Audience) -> Json:
        return data if audience is None else data | {"legal": [str(action) for action in match.legal()]}


class NextDealInTheView(ViewLeak):
    """The round to come is dealt early, and shown."""

    def spoil(self, data: Json, match: Match, audience: Audience) -> Json:  # noqa: ARG002
        after = match.deals.deal(match.ruleset, match.round_index + 1, 0)
        return data | {"next_pool": [str(die) for die in after.pool]}


class LengthOfTheView(ViewLeak):
    """The content is right; how long the message is depends on a hand."""

    def spoil(self, data: Json, match: Match, audience: Audience) -> Json:
        others = [hand for seat, hand in enumerate(match.round.hands) if seat != audience]
        return data | {"padding": " " * sum(card.number for card in others[0])}


class OrderOfAPublicList(ViewLeak):
    """The middle is listed in an order that depends on what the dealer's left holds."""

    def spoil(self, data: Json, match: Match, audience: Audience) -> Json:
        held = match.round.hands[(match.round.dealer + 1) % match.ruleset.players]
        if audience is not None and held == match.round.hands[audience]:
            return data
        faces = {(card.colour, card.number) for card in held}
        pool = sorted(match.round.deal.pool, key=lambda die: ((die.colour, die.number) in faces, die))
        return data | {"pool_rolled": [str(die) for die in pool]}


class PositionWithTheCardAside(Channels):
    """A position in one line that says which card lies aside."""

    def position(self, match: Match, audience: Audience) -> str:
        aside = "".join(map(str, match.round.deal.aside))
        return super().position(match, audience).replace("aside:?", f"aside:{aside}")


class PositionOfTheTruth(Channels):
    """The position of the match itself, with the other hands blotted out: how many characters shows how they lie."""

    def position(self, match: Match, audience: Audience) -> str:
        hands = str(position_of(match)).partition("hands:")[2].partition(" ")[0]
        return super().position(match, audience).replace("?", "?" * len(hands.split("/")[0]))


class EventsLeak(Channels):
    """Events with something more, or in another order or number."""

    def events(self, match: Match, audience: Audience) -> list[object]:
        return self.spoil(super().events(match, audience), match, audience)

    def spoil(self, events: list[object], match: Match, audience: Audience) -> list[object]:
        raise NotImplementedError


class AsideCardInAnEvent(EventsLeak):
    def spoil(self, events: list[object], match: Match, audience: Audience) -> list[object]:  # noqa: ARG002
        return [{**_object(events[0]), "aside": [str(card) for card in match.round.deal.aside]}, *events[1:]]


class AllHandsInTheDeal(EventsLeak):
    def spoil(self, events: list[object], match: Match, audience: Audience) -> list[object]:  # noqa: ARG002
        hands = [[str(card) for card in hand] for hand in match.round.deal.cards]
        return [{**_object(events[0]), "hands": hands}, *events[1:]]


class OrderOfEvents(EventsLeak):
    """The same events, but two of them change places where somebody holds many high cards."""

    def spoil(self, events: list[object], match: Match, audience: Audience) -> list[object]:
        high = sum(card.number for seat, hand in enumerate(match.round.hands) if seat != audience for card in hand[:2])
        return [events[1], events[0], *events[2:]] if len(events) > 1 and high % 2 else events


class NumberOfEvents(EventsLeak):
    """An empty event more where the seat to act has no choice."""

    def spoil(self, events: list[object], match: Match, audience: Audience) -> list[object]:
        forced = match.to_act != audience and len(match.legal()) == 1
        return [*events, {}] if forced else events


class OpponentsHandInTheHelp(Channels):
    def help(self, match: Match, audience: Audience) -> object:
        to_act = match.to_act or 0
        return _object(super().help(match, audience)) | {"threats": [str(card) for card in match.round.hands[to_act]]}


class HelpKnowsTheWinner(Channels):
    """`leading` looks ahead: it says whether the next seat can follow suit."""

    def help(self, match: Match, audience: Audience) -> object:
        data = _object(super().help(match, audience))
        return data | {"safe": match.round.phase is Phase.PLAY and len(match.legal()) > 2}


class RefusalLeak(Channels):
    """An answer to an illegal action that says too much."""

    def refusal(self, match: Match, audience: Audience, action: Action) -> str:
        said = super().refusal(match, audience, action)
        return said + self.more(match, audience, action)

    def more(self, match: Match, audience: Audience, action: Action) -> str:
        raise NotImplementedError


class ErrorNamesTheHolder(RefusalLeak):
    """ "You do not have R5: seat 2 has it." """

    def more(self, match: Match, audience: Audience, action: Action) -> str:
        if not isinstance(action, Play):
            return ""
        holders = [seat for seat, hand in enumerate(match.round.hands) if seat != audience and action.piece in hand]
        return f" Seat {holders[0]} has it." if holders else ""


class ErrorTellsWhetherItIsOut(RefusalLeak):
    """A card that lies aside gets another answer than one that somebody holds."""

    def more(self, match: Match, audience: Audience, action: Action) -> str:  # noqa: ARG002
        aside = isinstance(action, Play) and action.piece in match.round.deal.aside
        return " Nobody has it." if aside else ""


class RefusedOnlyIfLegalForTheOther(RefusalLeak):
    """Out of turn: the answer depends on what the seat to act could have done."""

    def more(self, match: Match, audience: Audience, action: Action) -> str:
        return "!" if audience != match.to_act and action in match.legal() else ""


class LogKeepsArguments(Channels):
    """What follows an action carries the state before it, as undo histories have done."""

    def after(self, match: Match, audience: Audience, action: Action) -> list[object]:
        unseen = unseen_cards(view(match, audience))
        first = next(
            seat for seat, hand in enumerate(match.round.hands) if seat != audience and set(hand) <= set(unseen)
        )
        return [*super().after(match, audience, action), [str(card) for card in match.round.hands[first]]]


PLANTED: dict[str, tuple[Callable[[], Channels], str]] = {
    "seed in the view": (SeedInTheView, "view"),
    "hash of the state in the view": (StateHashInTheView, "view"),
    "spectator sees a hand": (ASpectatorSeesAHand, "view"),
    "cards_left is something else": (CardsLeftCountsTrumps, "view"),
    "legal actions of another seat": (LegalActionsOfTheSeatToAct, "view"),
    "next deal in the view": (NextDealInTheView, "view"),
    "length of the view": (LengthOfTheView, "view"),
    "order of a public list": (OrderOfAPublicList, "view"),
    "card aside in the position": (PositionWithTheCardAside, "position"),
    "length of a hand's text in the position": (PositionOfTheTruth, "position"),
    "aside card in an event": (AsideCardInAnEvent, "events"),
    "all hands in the deal": (AllHandsInTheDeal, "events"),
    "order of events": (OrderOfEvents, "events"),
    "number of events": (NumberOfEvents, "events"),
    "opponent's hand in the help": (OpponentsHandInTheHelp, "help"),
    "help looks ahead": (HelpKnowsTheWinner, "help"),
    "error names the holder": (ErrorNamesTheHolder, "refusal"),
    "error knows the card aside": (ErrorTellsWhetherItIsOut, "refusal"),
    "error out of turn knows the legal actions": (RefusedOnlyIfLegalForTheOther, "refusal"),
    "state before an action in what follows it": (LogKeepsArguments, "after"),
}
