"""States that can be reached, and the same states with everything re-dealt that an audience cannot know.

Another world: the other hands and the card aside lie differently, as `core.worlds` allows it, and the seed, on which
every later deal depends, is another one. Whatever differs in what the audience is told is a leak.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from random import Random

from nokosu.core.match import Match, SeededDeals
from nokosu.core.pieces import Piece
from nokosu.core.ruleset import Ruleset
from nokosu.core.stream import SEED_BYTES, Stream
from nokosu.core.trump import Suit, suit
from nokosu.core.view import View, view
from nokosu.core.worlds import ASIDE, World, rebuild, sample, shown_voids
from tests.hidden.channels import ACTIONS, Audience, Channels

SWAPS = 12
MOST_SWAPS = 50


@dataclass(frozen=True)
class Leak:
    """Two worlds that an audience could tell apart, and by what."""

    channel: str
    audience: Audience
    phase: str
    one: bytes
    other: bytes


@dataclass
class Tally:
    """What was compared."""

    states: int = 0
    pairs: int = 0
    refusals: int = 0


def audiences(ruleset: Ruleset) -> tuple[Audience, ...]:
    return (None, *range(ruleset.players))


def states(ruleset: Ruleset, matches: int, per_match: int, number: int) -> Iterator[Match]:
    """Moments of random matches, spread over all of each, in which somebody is to act."""
    random = Random(f"{ruleset.edition}/{ruleset.players}/{number}")
    for _ in range(matches):
        match = Match.start(ruleset, random.randbytes(SEED_BYTES))
        moments = [match]
        while not match.over:
            match = match.apply(random.choice(match.legal()))
            moments.append(match)
        yield from random.sample(moments[:-1], per_match)


def played_and_redealt(
    ruleset: Ruleset, seed: bytes, moment: int, audience: Audience
) -> tuple[Match, Match, list[str]]:
    """A round after `moment` decisions, the same with other cards that this audience cannot know, and the decisions."""
    match, script = Match.start(ruleset, seed), []
    for number in range(moment):
        action = match.legal()[number * 7 % len(match.legal())]
        match = match.apply(action)
        script.append(str(action))
    other = next(iter(redeals(match, audience, 1)))
    assert other.round.deal.cards != match.round.deal.cards
    return match, other, script


def redeals(match: Match, audience: Audience, number: int) -> Iterator[Match]:
    """Other worlds, none of them the true one unless the audience knows everything.

    The first is drawn by `core.worlds`; the others come from it by swapping hidden cards where no shown void forbids
    it, which is quicker and does not rest on the same code.
    """
    seen = view(match, audience)
    stream = Stream(match.seed or b"", "another world", match.round_index, match.round.decisions, str(audience))
    world = sample(seen, stream)
    random = Random(stream.seed64())
    hidden = Hidden.of(seen, world)
    for _ in range(number):
        world = hidden.world(seen)
        for _ in range(MOST_SWAPS):
            if world.hands != match.round.hands or world.aside != match.round.deal.aside:
                break
            hidden.swap(random)
            world = hidden.world(seen)
        yield replace(match, round=rebuild(seen, world), deals=SeededDeals(random.randbytes(SEED_BYTES)))
        for _ in range(SWAPS):
            hidden.swap(random)


@dataclass
class Hidden:
    """The cards that an audience cannot place: which lies where, and which suits cannot lie there."""

    cards: list[Piece]
    places: list[int]
    barred: dict[int, frozenset[Suit]]
    trump: Piece | None

    @classmethod
    def of(cls, seen: View, world: World) -> "Hidden":
        voids = shown_voids(seen)
        lying = [(card, seat) for seat, held in enumerate(world.hands) if seat != seen.seat for card in held]
        lying += [(card, ASIDE) for card in world.aside]
        barred = {ASIDE: frozenset[Suit](), **dict(enumerate(voids))}
        return cls([card for card, _ in lying], [place for _, place in lying], barred, seen.trump)

    def swap(self, random: Random) -> None:
        """Two cards change places, if both may lie where the other lay."""
        if not self.cards:
            return
        one, other = random.randrange(len(self.cards)), random.randrange(len(self.cards))
        if self._may(self.cards[one], self.places[other]) and self._may(self.cards[other], self.places[one]):
            self.cards[one], self.cards[other] = self.cards[other], self.cards[one]

    def _may(self, card: Piece, place: int) -> bool:
        return self.trump is None or suit(card, self.trump) not in self.barred[place]

    def world(self, seen: View) -> World:
        held: dict[int, list[Piece]] = {ASIDE: [], **{seat: [] for seat in range(seen.ruleset.players)}}
        for card, place in zip(self.cards, self.places, strict=True):
            held[place].append(card)
        hands = tuple(
            seen.hand or () if seat == seen.seat else tuple(sorted(held[seat])) for seat in range(seen.ruleset.players)
        )
        return World(hands, tuple(held[ASIDE]))


def compare(match: Match, channels: Channels, worlds: int, tally: Tally) -> Leak | None:
    """The first leak at this moment, for every audience.

    Every illegal action is tried for every audience; where there are several other worlds each answers its share.
    """
    tally.states += 1
    for audience in audiences(match.ruleset):
        mine = audience == match.to_act
        legal = set(match.legal()) if mine else set()
        tried = [action for action in ACTIONS if action not in legal]
        done = match.legal()[match.round.decisions % len(legal)] if mine else None
        truth = channels.observe(match, audience, tried, done)
        for index, other in enumerate(redeals(match, audience, worlds)):
            share = tried[index::worlds]
            tally.pairs += 1
            tally.refusals += len(share)
            told = channels.observe(other, audience, share, done)
            leak = _difference(truth, told, audience, match)
            if leak:
                return leak
    return None


def _difference(truth: dict[str, bytes], told: dict[str, bytes], audience: Audience, match: Match) -> Leak | None:
    for channel, said in told.items():
        if said != truth[channel]:
            return Leak(channel, audience, match.round.phase.value, truth[channel], said)
    return None


def find_leak(
    ruleset: Ruleset, channels: Channels, *, matches: int, per_match: int, worlds: int, number: int = 0
) -> tuple[Leak | None, Tally]:
    """Look for a leak in random states; the first one, and how much was looked at."""
    tally = Tally()
    for match in states(ruleset, matches, per_match, number):
        leak = compare(match, channels, worlds, tally)
        if leak:
            return leak, tally
    return None, tally
