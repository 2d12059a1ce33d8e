"""The tutorial's scenes: positions written by hand, shown as core shows them, so that the client needs no rules.

A scene has the view and the help of the person at the table, as they come with a live game; the actions that are right;
and what the table shows after each of them, as the fields that change.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from nokosu import editions
from nokosu.core.actions import Play, Take
from nokosu.core.contract import Contract
from nokosu.core.deal import Deal
from nokosu.core.help import help_for
from nokosu.core.notation import parse_piece
from nokosu.core.pieces import CARDS, Piece
from nokosu.core.round import Phase, Round, WonTrick
from nokosu.core.scoring import score_round
from nokosu.core.trick import Trick, winner
from nokosu.core.trump import is_trump
from nokosu.core.view import view_of_round
from nokosu.wire.help import help_to_json
from nokosu.wire.views import texts, view_to_json

Json = dict[str, object]
Pieces = tuple[Piece, ...]

RULES = editions.ruleset(editions.DEFAULT, 4)
ME = 0
HAND = "R1 R4 R7 B0 B7 G0 G4 Y6 P2 P3"
LATER = HAND.replace(" R7", "")
MIDDLE = "dR2 dR6 dB4 dB5 dG1 dG3 dG6 dY1 dY2 dY5 dP2 dP3 dP4"
TRUMP = "dB4"
DICE = ("dR3 dB2 dG3 dY5 dG6", "dY2 dG4 dP6", "dR5 dY1 dP1", "dB3 dP4 dG2")
"""Of every seat in the tricks; one's own are those of the draft."""
LESS = ("", "dY2 dG4", "dR5 dY1", "dB3 dP4")
LAST = ("", "dY2", "dR5", "dB3")
SENSIBLE = (2, 3, 4)
"""Numbers that a hand of about three tricks can hope for."""


def tutorial() -> Json:
    """Return all scenes in their order: each idea before it is needed."""
    scenes = [
        _counted("goal", {"dR3": 3, "dG5": 4, "dP2": 5, "dY2": 2}),
        _play("hand", "", HAND, DICE[0], leader=ME, then="R2 dR5 R0", right="R7", tricks_left=14),
        _marking("trump", LATER, DICE[0]),
        _play("follow", "R5 R6", LATER, DICE[0], then="R0", tricks_left=13, won=(1, 0, 0, 0)),
        _play("void", "Y1 Y2", "R1 B7 G0 P2", "dR3 dB2", others=LESS, then="Y0", tricks_left=5, won=(1, 3, 3, 2)),
        _play("equal", "dB6 B2 B5", "B6 B0 R1", "dR3 dG3", others=LESS, right="B6", tricks_left=4, won=(2, 3, 3, 2)),
        _winning("winner", "R6 B7 G4 Y4"),
        _chips("chips"),
        _play("target", "Y6 Y7 Y3", "", "dR3 dG5", others=LAST, right="dG5", tricks_left=1, won=(3, 4, 4, 2)),
        _play("last-die", "R7 R0", "G1 Y6", "dR3", others=LAST, then="R2", tricks_left=2, won=(3, 4, 3, 2)),
        _play("shed", "P6 P7 P4", "R1 G0 Y2", "dR2 dG6", others=LESS, right="dG6", tricks_left=4, won=(1, 4, 3, 2)),
        _estimate("estimate"),
        _choose("choose"),
        _last_pick("draft"),
        _play(
            "zero", "G5 G6 G0", "G7 G2", "dG3", others=LESS, right="G2 dG3", tricks_left=3, won=(0, 4, 3, 4), zero=True
        ),
        _scoring("score", {"dR3": 3, "zero": 0, "dG5": 4, "dP2": 7}),
    ]
    return {"scenes": scenes}


def pieces(text: str) -> Pieces:
    """Pieces as people write them."""
    return tuple(parse_piece(word) for word in text.split())


def _round(hand: str, dice: Sequence[str], *, pool: str = TRUMP, dealer: int = 3, cards: int | None = None) -> Round:
    """Return a position in the tricks, before anything was played; the others hold cards that nobody else has."""
    own = pieces(hand)
    free = [card for card in CARDS if card not in own]
    held = len(own) if cards is None else cards
    hands = (own, *(tuple(free[seat * held : (seat + 1) * held]) for seat in range(RULES.players - 1)))
    drawn = tuple(pieces(each)[:2] for each in dice)
    start = Round.start(RULES, dealer, Deal(hands, (), drawn, pieces(MIDDLE)))
    thrown = tuple(map(pieces, dice))
    return replace(start, phase=Phase.PLAY, to_act=ME, dice=thrown, pool=pieces(pool), trick=Trick(ME))


def _shown(now: Round, *, tricks: int = 0, asked: bool = True) -> Json:
    """Return what the table gets: one's own view and the help beside it. Of earlier tricks only the number counts."""
    filler = WonTrick(Trick(ME, now.deal.pool[: RULES.players]), ME)
    filled = replace(now, tricks=(filler,) * tricks + now.tricks)
    seen = view_of_round(filled, 0, (), ME)
    view, help_ = view_to_json(seen), help_to_json(help_for(seen))
    view["tricks"] = view_to_json(view_of_round(now, 0, (), ME))["tricks"]
    # The scene itself says what comes of an answer; nothing else is asked.
    help_["gives_up"] = {}
    if not asked:
        help_["waiting"] = None
    return {"view": view, "help": help_}


def _changes(before: Json, after: Json) -> Json:
    """Return the fields of view and help that differ."""
    return {
        part: {key: value for key, value in _fields(after[part]).items() if _fields(before[part])[key] != value}
        for part in ("view", "help")
    }


def _fields(part: object) -> Json:
    assert isinstance(part, dict)
    return part


def _play(
    name: str,
    trick: str,
    hand: str,
    dice: str,
    *,
    tricks_left: int,
    leader: int | None = None,
    then: str = "",
    others: Sequence[str] = DICE,
    right: str | None = None,
    won: tuple[int, ...] = (0, 0, 0, 0),
    zero: bool = False,
) -> Json:
    """Show a piece being played to a trick (F1 to F6, W1 to W4); without `right`, whatever is legal is right."""
    plays = pieces(trick)
    first = (ME - len(plays)) % RULES.players if leader is None else leader
    now = replace(
        _round(hand, (dice, *others[1:])),
        trick=Trick(first, plays),
        won=won,
        zero=(zero, False, False, False),
    )
    done = RULES.tricks - tricks_left
    before = _shown(now, tricks=done)
    legal = [str(action.piece) for action in now.legal() if isinstance(action, Play)]
    wanted = legal if right is None else right.split()
    assert set(wanted) <= set(legal), (name, wanted, legal)
    after = {
        f"play {piece}": _changes(before, _shown(_played(now, piece, then), tricks=done, asked=False))
        for piece in wanted
    }
    return {"name": name, "kind": "play", **before, "after": after}


def _played(now: Round, piece: str, then: str) -> Round:
    """Return the trick when it is whole and lies there."""
    assert now.trick is not None
    mine = parse_piece(piece)
    trick = Trick(now.trick.leader, (*now.trick.plays, mine, *pieces(then)))
    taker = winner(trick, now.pool[0], RULES.players)
    return replace(
        now,
        hands=(_without(now.hands[ME], mine), *now.hands[1:]),
        dice=(_without(now.dice[ME], mine), *(_less(dice, trick.plays) for dice in now.dice[1:])),
        trick=None,
        tricks=(WonTrick(trick, taker),),
        won=tuple(won + (seat == taker) for seat, won in enumerate(now.won)),
        to_act=None,
    )


def _without(held: Pieces, piece: Piece) -> Pieces:
    at = held.index(piece) if piece in held else len(held)
    return held[:at] + held[at + 1 :]


def _less(held: Pieces, plays: Iterable[Piece]) -> Pieces:
    return tuple(piece for piece in held if piece not in plays)


def _marking(name: str, hand: str, dice: str) -> Json:
    """T1: which of these are trumps?"""
    now = replace(_round(hand, (dice, *DICE[1:])), won=(1, 0, 0, 0))
    right = tuple(piece for piece in pieces(hand) + pieces(dice) if is_trump(piece, now.pool[0]))
    return {"name": name, "kind": "mark", **_shown(now, tricks=1), "right": texts(right)}


def _winning(name: str, trick: str) -> Json:
    """W1 to W4: who takes the trick that lies there whole? The options are seats."""
    now = replace(_round("B0 R1 G0", ("dR3 dG3", *LESS[1:])), won=(2, 4, 2, 2), trick=Trick(1, pieces(trick)[:3]))
    whole = replace(_played(now, trick.rsplit(maxsplit=1)[-1], ""), phase=Phase.PLAY)
    shown = _shown(whole, tricks=10, asked=False)
    taker = whole.tricks[0].winner
    return {"name": name, "kind": "winner", **shown, "options": [1, 2, 3, 0], "right": [str(taker)]}


def _chips(name: str) -> Json:
    """S2: what the chips at a seat mean. The options are the trick counts with which Hana hits her target."""
    now = replace(_round("B0 R1 G0", ("dR3 dG3", *DICE[1:])), won=(3, 2, 3, 3), to_act=1, trick=Trick(1))
    shown = _shown(now, tricks=11, asked=False)
    targets = _fields(shown["help"])["targets"]
    assert isinstance(targets, list)
    right = " / ".join(map(str, targets[1]))
    return {"name": name, "kind": "options", **shown, "options": ["2", right, "2 / 4 / 6"], "right": [right]}


def _drafting(dice: Sequence[str], pool: str, *, dealer: int) -> Round:
    now = _round(HAND, dice, pool=pool, dealer=dealer)
    return replace(now, phase=Phase.DRAFT, trick=None, deal=replace(now.deal, pool=pieces(MIDDLE)))


FIRST_DICE = ("dR3 dB2", "dY2 dG4", "dR5 dY1", "dB3 dP4")


def _estimate(name: str) -> Json:
    """Ask how many tricks this hand will win."""
    now = _drafting(FIRST_DICE, MIDDLE, dealer=3)
    shown = _shown(replace(now, to_act=None), asked=False)
    return {"name": name, "kind": "options", **shown, "options": ["1", "3", "7"], "right": ["3"]}


def _choose(name: str) -> Json:
    """D6: the first pick; sensible is a number that the hand can win."""
    now = _drafting(FIRST_DICE, MIDDLE, dealer=3)
    before = _shown(now)
    takes = [action for action in now.legal() if isinstance(action, Take) and action.die.number in SENSIBLE]
    after = {str(action): _changes(before, _shown(now.apply(action), asked=False)) for action in takes}
    return {"name": name, "kind": "play", **before, "after": after}


def _last_pick(name: str) -> Json:
    """D6, D7: two dice are left; taking one leaves the other as the trump die."""
    others = ("dY2 dG4 dP6 dG2 dR6", "dR5 dY1 dP1 dP2 dG1", "dB3 dP4 dB5 dY2 dP3")
    now = _drafting(("dR3 dB2 dG3 dY5", *others), "dB4 dG6", dealer=ME)
    # Eleven picks were made; which is not looked at.
    picks = replace(now, to_act=1)
    for die in pieces("dR2 dR6 dB5 dG1 dG3 dY1 dY2 dY5 dP2 dP3 dP4"):
        picks = replace(picks, pool=(*picks.pool, die)).apply(Take(die))
    now = replace(picks, dice=now.dice, pool=now.pool)
    before = _shown(now)
    takes = [action for action in now.legal() if isinstance(action, Take)]
    after = {str(action): _changes(before, _shown(now.apply(action), asked=False)) for action in takes}
    return {"name": name, "kind": "play", **before, "after": after}


def _counted(name: str, kept: dict[str, int]) -> Json:
    """S1 to S4: a round that is over, by leftover die and tricks won."""
    contracts = [Contract(None if die == "zero" else parse_piece(die)) for die in kept]
    scores = score_round(RULES, list(kept.values()), contracts)
    lines = [
        {
            "leftover": None if die == "zero" else die,
            "won": won,
            "made": score.made,
            "tricks": score.tricks,
            "bonus": score.bonus,
            "zero_bonus": score.zero_bonus,
            "points": score.total,
            "total": score.total,
        }
        for (die, won), score in zip(kept.items(), scores, strict=True)
    ]
    now = _round("", ["" if die == "zero" else die for die in kept])
    over = replace(
        now,
        phase=Phase.OVER,
        to_act=None,
        trick=None,
        won=tuple(kept.values()),
        zero=tuple(die == "zero" for die in kept),
    )
    return {"name": name, "kind": "look", **_shown(over, tricks=RULES.tricks, asked=False), "lines": lines}


def _scoring(name: str, kept: dict[str, int]) -> Json:
    """Return the points of a round, and the reader's own among wrong ones."""
    scene = _counted(name, kept)
    lines = scene["lines"]
    assert isinstance(lines, list)
    total, tricks, bonus = (int(lines[0][key]) for key in ("points", "tricks", "bonus"))
    options = sorted({total, tricks, tricks + bonus // 2, bonus})
    return {**scene, "kind": "options", "options": [str(each) for each in options], "right": [str(total)]}
