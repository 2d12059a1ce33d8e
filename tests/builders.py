"""Short ways to say what lies on the table: `hand("R5 G0")`, `dice("dR5 dB3")`, rounds at a given point."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from random import Random

from nokosu import editions
from nokosu.core.actions import Action
from nokosu.core.contract import Contract
from nokosu.core.deal import Deal
from nokosu.core.match import Match
from nokosu.core.notation import parse_action, parse_die, parse_piece
from nokosu.core.pieces import Colour, Piece
from nokosu.core.round import Phase, Round
from nokosu.core.ruleset import Ruleset, TieRule, ZeroRule
from nokosu.core.trick import Trick
from nokosu.core.view import View

Pieces = tuple[Piece, ...]

NO_PAIRS = str(Path(__file__).parent / "editions" / "no-pairs.toml")
"""House rules with the optional rule T3, which no printed edition has."""
NO_PAIRS_DECLARED = NO_PAIRS.replace(".toml", "-declared.toml")

SEED = bytes(range(32))
"""The seed of tests that need some deal and do not mind which."""


def pieces(text: str) -> Pieces:
    """Cards and dice in the order given: `pieces("R6 dB4 R2")`."""
    return tuple(parse_piece(word) for word in text.split())


def hand(text: str) -> Pieces:
    """A hand of cards, sorted as the game keeps it."""
    cards = pieces(text)
    assert not any(piece.is_die for piece in cards), f"{text}: a hand holds cards"
    return tuple(sorted(cards))


def dice(text: str) -> Pieces:
    """Dice in front of a seat or in the middle, sorted."""
    return tuple(sorted(parse_die(word) for word in text.split()))


def shown(things: Sequence[Piece]) -> str:
    """The other way round, to compare with text: `shown(legal) == "R1 dR3"`."""
    return " ".join(map(str, things))


def contract(text: str) -> Contract:
    """A leftover die, or "zero"."""
    return Contract(None if text == "zero" else parse_die(text))


def rules(players: int = 4, edition: str = "second", rounds: int | None = None) -> Ruleset:
    return editions.find(edition).ruleset(players, rounds)


def small_rules(
    players: int = 3,
    *,
    highest_card: int = 1,
    cards_each: int = 3,
    drawn_each: int = 1,
    picks_each: int = 1,
    zero_dice: int = 2,
    removed: Colour | None = None,
    rounds: int = 1,
) -> Ruleset:
    """Rules of a tiny game, with all five colours unless one is removed; without black dice zero is declared."""
    return Ruleset(
        edition="small",
        revision=1,
        players=players,
        rounds=rounds,
        rounds_override=None,
        removed=removed,
        removed_choice=None,
        highest_card=highest_card,
        cards_each=cards_each,
        dice_per_colour=5,
        drawn_each=drawn_each,
        pool_size=players * picks_each + 1,
        picks_each=picks_each,
        zero_rule=ZeroRule.BLACK_DICE if zero_dice else ZeroRule.DECLARED,
        zero_dice=zero_dice,
        tie_rule=TieRule.SHARED,
        trick_points=1,
        bonus=10,
        zero_bonus=10,
    )


def act(round_: Round, *actions: str) -> Round:
    """The round after these actions, in the notation of the game: `act(round_, "take dR5", "zero dB2")`."""
    for text in actions:
        round_ = round_.apply(parse_action(text, round_.phase))
    return round_


def legal(round_: Round) -> list[str]:
    return [str(action) for action in round_.legal()]


def drafting(
    pool: str, *, players: int = 4, edition: str = "second", drawn: Sequence[str] = (), dealer: int = 0
) -> Round:
    """A draft in an edition's own numbers as far as the middle goes: fewer dice, so fewer picks each.

    The middle holds one die more than all picks; dice drawn before the draft are given by seat.
    """
    middle = dice(pool)
    picks_each, over = divmod(len(middle) - 1, players)
    assert not over, f"{len(middle)} dice in the middle do not go round at {players} players"
    before = tuple(dice(drawn[seat]) if drawn else () for seat in range(players))
    ruleset = replace(rules(players, edition), pool_size=len(middle), picks_each=picks_each, drawn_each=len(before[0]))
    return Round.start(ruleset, dealer, Deal(((),) * players, (), before, middle))


def declaring(trump: str, *, dice_of: Sequence[str], edition: str = "manual", dealer: int = 0) -> Round:
    """After the draft of a declaration edition, the dealer's left to speak."""
    players = len(dice_of)
    held = tuple(dice(text) for text in dice_of)
    ruleset = replace(rules(players, edition), cards_each=0, drawn_each=0, picks_each=len(held[0]), pool_size=1)
    start = Round.start(ruleset, dealer, Deal(((),) * players, (), held, dice(trump)))
    return replace(start, phase=Phase.DECLARE, trick=Trick((dealer + 1) % players))


def playing(
    trump: str,
    hands: Sequence[str],
    dice_of: Sequence[str],
    *,
    zero: Sequence[int] = (),
    leader: int = 0,
    edition: str = "second",
) -> Round:
    """The first trick of a small round: these hands and dice, seats with a zero contract in `zero`.

    The numbers follow from what is held: the round ends when everything but the leftover dice is played.
    """
    players = len(hands)
    cards = tuple(hand(text) for text in hands)
    held = tuple(dice(text) for text in dice_of)
    each = {len(held[seat]) + (seat in zero) for seat in range(players)}
    assert len(each) == len({len(own) for own in cards}) == 1, "every seat plays to every trick"
    ruleset = replace(rules(players, edition), cards_each=len(cards[0]), drawn_each=0, picks_each=each.pop())
    start = Round.start(ruleset, (leader - 1) % players, Deal(cards, (), held, dice(trump)))
    return replace(
        start,
        phase=Phase.PLAY,
        zero=tuple(seat in zero for seat in range(players)),
        trick=Trick(leader),
    )


def play_on(match: Match, actions: int, choices: int = 0) -> Match:
    """The match so many actions later, chosen at random by a number; fewer if it ends before."""
    random = Random(choices)
    for _ in range(actions):
        if match.over:
            break
        match = match.apply(chosen(match, random))
    return match


def chosen(match: Match, random: Random) -> Action:
    return random.choice(match.legal())


def random_match(ruleset: Ruleset, actions: int, choices: int = 0, seed: bytes = SEED) -> Match:
    """A match that was played at random up to a point."""
    return play_on(Match.start(ruleset, seed), actions, choices)


def history(seen: Round | View) -> list[str]:
    """Every action of a round so far, in the notation of the game; public, so a view tells it as well."""
    tricks = [won.trick for won in seen.tricks] + ([seen.trick] if seen.trick else [])
    return [
        *(f"{'zero' if pick.zero else 'take'} {pick.die}" for pick in seen.draft),
        *(f"zero {said.returned}" if said.returned else "pass" for said in seen.declarations),
        *(f"play {piece}" for trick in tricks for piece in trick.plays),
    ]
