"""The tutorial's positions: written by hand, judged by core, so that the client needs no rules to play them."""

from nokosu import editions
from nokosu.core.contract import Contract
from nokosu.core.follow import legal_plays, why_not
from nokosu.core.notation import parse_piece
from nokosu.core.pieces import Piece
from nokosu.core.scoring import score_round
from nokosu.core.trick import led_suit, winning_play
from nokosu.core.trump import is_trump
from nokosu.wire.help import reason_to_json
from nokosu.wire.views import texts

Json = dict[str, object]
Pieces = tuple[Piece, ...]

PLAYERS = 4
HAND = "R1 R4 R6 B0 B7 G0 G4 Y6 P2 P3"
DICE = "dR3 dB2"
MIDDLE = "dR2 dR6 dB4 dB5 dG1 dG3 dG6 dY1 dY2 dY5 dP2 dP3 dP4"
TRUMP = "dB4"


def tutorial() -> Json:
    """All scenes in their order."""
    scenes = [
        {"name": "goal", "kind": "look", "lines": _lines({"dR3": 3, "dG5": 4})},
        {"name": "deal", "kind": "look", "hand": HAND.split(), "dice": DICE.split(), "pool": MIDDLE.split()},
        _pick("draft", HAND, "dR3 dB2 dG3 dY5", "dB4 dG6"),
        _marking("trump", TRUMP, HAND, "dR3 dB2 dG3 dY5 dG6"),
        _playing("follow", TRUMP, "R5 R7", HAND, "dR3 dB2 dG3 dY5 dG6"),
        _playing("void", TRUMP, "Y1 Y2", "R1 B7 G0 P2", "dR3 dB2"),
        _winning("winner", TRUMP, "R6 B7 G4 Y4"),
        _target("target", TRUMP, "Y6 Y7 Y3", "dR3 dG5", won=3),
        _playing("last-die", TRUMP, "R7 R0", "G1 Y6", "dR3"),
        _zero("zero", TRUMP, "G5 G6 G0", "G7 G2", "dG3"),
        _scoring("score", {"dR3": 3, "zero": 0, "dG5": 4, "dP2": 7}),
    ]
    return {"scenes": scenes}


def pieces(text: str) -> Pieces:
    """Pieces as people write them."""
    return tuple(parse_piece(word) for word in text.split())


def _split(hand: str, dice: str) -> tuple[Pieces, Pieces]:
    return pieces(hand), pieces(dice)


def _pick(name: str, hand: str, dice: str, middle: str) -> Json:
    """D6, D7: two dice are left; taking one leaves the other as the trump die."""
    first, second = pieces(middle)
    mine = pieces(hand) + pieces(dice)
    leaves = {str(first): second, str(second): first}
    return {
        "name": name,
        "kind": "pick",
        "hand": hand.split(),
        "dice": dice.split(),
        "pool": middle.split(),
        "leaves": {taken: str(left) for taken, left in leaves.items()},
        "trumps": {
            taken: texts(tuple(piece for piece in (*mine, parse_piece(taken)) if is_trump(piece, left)))
            for taken, left in leaves.items()
        },
    }


def _marking(name: str, trump: str, hand: str, dice: str) -> Json:
    """T1: which of these are trumps?"""
    die = parse_piece(trump)
    right = tuple(piece for piece in pieces(hand) + pieces(dice) if is_trump(piece, die))
    return {
        "name": name,
        "kind": "mark",
        "trump": trump,
        "hand": hand.split(),
        "dice": dice.split(),
        "right": texts(right),
    }


def _playing(name: str, trump: str, trick: str, hand: str, dice: str, *, zero: bool = False) -> Json:
    """F1 to F6: what may be played to this trick, and why the rest may not."""
    die, (cards, own_dice) = parse_piece(trump), _split(hand, dice)
    led = led_suit(pieces(trick), die)
    reasons = {str(piece): why_not(piece, cards, own_dice, zero=zero, led=led, trump=die) for piece in cards + own_dice}
    return {
        "name": name,
        "kind": "play",
        "trump": trump,
        "trick": trick.split(),
        "hand": hand.split(),
        "dice": dice.split(),
        "right": texts(legal_plays(cards, own_dice, zero=zero, led=led, trump=die)),
        "why": {piece: reason_to_json(why) for piece, why in reasons.items() if why is not None},
    }


def _wins(piece: Piece, trump: str, trick: str) -> bool:
    plays = (*pieces(trick), piece)
    return winning_play(plays, parse_piece(trump)) == len(plays) - 1


def _target(name: str, trump: str, trick: str, dice: str, *, won: int) -> Json:
    """S2: two dice before the last trick, of which one has to be left over with just the tricks that were won."""
    first, second = pieces(dice)
    right = [
        played
        for played, left in ((first, second), (second, first))
        if left.number == won + _wins(played, trump, trick)
    ]
    return {**_playing(name, trump, trick, "", dice), "right": texts(tuple(right)), "won": won}


def _zero(name: str, trump: str, trick: str, hand: str, dice: str) -> Json:
    """Z8: with a zero contract every coloured die is played; here, whatever does not win the trick is right."""
    scene = _playing(name, trump, trick, hand, dice, zero=True)
    safe = tuple(piece for piece in pieces(f"{hand} {dice}") if not _wins(piece, trump, trick))
    return {**scene, "right": texts(safe), "zero": True}


def _winning(name: str, trump: str, trick: str) -> Json:
    """W1 to W4: which piece takes the trick?"""
    plays = pieces(trick)
    best = plays[winning_play(plays, parse_piece(trump))]
    return {"name": name, "kind": "winner", "trump": trump, "trick": trick.split(), "right": [str(best)]}


def _lines(kept: dict[str, int]) -> list[Json]:
    """S1 to S4: the points of a round, by leftover die and tricks won."""
    contracts = [Contract(None if die == "zero" else parse_piece(die)) for die in kept]
    scores = score_round(editions.ruleset(editions.DEFAULT, PLAYERS), list(kept.values()), contracts)
    return [
        {
            "kept": die,
            "won": won,
            "made": score.made,
            "tricks": score.tricks,
            "bonus": score.bonus,
            "zero_bonus": score.zero_bonus,
            "points": score.total,
        }
        for (die, won), score in zip(kept.items(), scores, strict=True)
    ]


def _scoring(name: str, kept: dict[str, int]) -> Json:
    """The points of a round, and the reader's own among wrong ones."""
    lines = _lines(kept)
    total, tricks, bonus = (int(str(lines[0][key])) for key in ("points", "tricks", "bonus"))
    return {
        "name": name,
        "kind": "score",
        "lines": lines,
        "options": sorted({total, tricks, tricks + bonus // 2, bonus}),
        "right": [str(total)],
    }
