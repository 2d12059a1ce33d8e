"""Whether what the coach says is so: every sentence proved again, without the code that found it."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from nokosu.core.actions import Action, Play, Take
from nokosu.core.errors import Reason
from nokosu.core.help import help_for
from nokosu.core.notation import parse_piece
from nokosu.core.pieces import Piece
from nokosu.core.round import Round
from nokosu.core.stream import Stream
from nokosu.core.view import View, view_of_round
from nokosu.core.worlds import rebuild, sample
from tests.builders import SEED

WORLDS = 6
Ending = Callable[[Round, int], Action]


def reachable(seen: View) -> set[int]:
    """S2: the numbers of tricks that would still make the contract."""
    assert seen.seat is not None
    won, left = seen.won[seen.seat], seen.ruleset.tricks - len(seen.tricks)
    wanted = {0} if seen.zero[seen.seat] else {die.number for die in seen.dice[seen.seat]}
    return {number for number in wanted if won <= number <= won + left}


def possible_rounds(seen: View) -> Iterator[Round]:
    """The round in some of the worlds that the seat cannot rule out."""
    for number in range(WORLDS):
        yield rebuild(seen, sample(seen, Stream(SEED, "coach", number)))


def finished(round_: Round, piece: Piece, how: str) -> Round:
    """The round after this piece and the rest of its trick; the others play to take it, to leave it, or anyhow."""
    tricks = len(round_.tricks)
    round_ = round_.apply(Play(piece))
    step = 0
    while len(round_.tricks) == tricks:
        step += 1
        legal = round_.legal()
        if how == "anyhow":
            action = Stream(SEED, how, step, len(legal)).choice(legal)
        else:
            action = sorted(legal, key=lambda one: _ahead(round_, one), reverse=how == "take")[0]
        round_ = round_.apply(action)
    return round_


def _ahead(round_: Round, action: Action) -> bool:
    """Whether this play is ahead of all that lie."""
    after = round_.apply(action)
    seen = view_of_round(after, 0, (), None)
    if len(after.tricks) > len(round_.tricks):
        return after.tricks[-1].winner == round_.to_act
    leading = help_for(seen).leading
    return leading is not None and leading.seat == round_.to_act


def endings(seen: View, piece: Piece) -> list[tuple[bool, set[int]]]:
    """Whether the seat wins the trick with this piece, and its targets then: in many worlds, played in many ways."""
    assert seen.seat is not None
    found = []
    for round_ in possible_rounds(seen):
        for how in ("take", "leave", "anyhow"):
            after = finished(round_, piece, how)
            won = after.tricks[-1].winner == seen.seat
            found.append((won, reachable(view_of_round(after, 0, (), seen.seat))))
    return found


def untrue(seen: View, said: Reason) -> str:
    """Return what is wrong with a sentence before a decision; nothing if it is true."""
    params = dict(said.params)
    check = BEFORE[said.message]
    return "" if check(seen, params) else f"{said} of {seen.hand} {seen.dice} {seen.trick}"


def untrue_slip(seen: View, action: Action, said: Reason) -> str:
    """Return what is wrong with a sentence after an action."""
    assert isinstance(action, Play)
    params = dict(said.params)
    ended, better = endings(seen, action.piece), endings(seen, parse_piece(params["better"]))
    gone = reachable(seen) and not any(targets for _, targets in ended) and all(targets for _, targets in better)
    right = bool(gone) and params["piece"] == str(action.piece)
    if said.message in {"coach.slip.many", "coach.slip.zero"}:
        assert seen.seat is not None
        right = right and all(won for won, _ in ended) and max(reachable(seen)) == seen.won[seen.seat]
        right = right and seen.zero[seen.seat] is (said.message == "coach.slip.zero")
    if said.message == "coach.slip.die":
        right = right and reachable(seen) == {int(params["target"])} == {action.piece.number}
    return "" if right else f"{said} after {action}: {ended} {better}"


def _legal(seen: View) -> list[Piece]:
    return [action.piece for action in seen.legal or () if isinstance(action, Play)]


def _own(seen: View) -> tuple[Piece, ...]:
    assert seen.seat is not None
    return (*(seen.hand or ()), *seen.dice[seen.seat])


def _numbers(seen: View) -> set[int]:
    assert seen.seat is not None
    return {die.number for die in seen.dice[seen.seat]}


def _left(seen: View) -> int:
    assert seen.seat is not None
    return seen.won[seen.seat] + seen.ruleset.tricks - len(seen.tricks)


def _needs_all(seen: View) -> bool:
    return reachable(seen) == {_left(seen)}


def _has_enough(seen: View) -> bool:
    assert seen.seat is not None
    return max(reachable(seen), default=-1) == seen.won[seen.seat]


def _trumps(seen: View) -> set[Piece]:
    return {piece for piece, _ in help_for(seen).trumps}


def _loses(seen: View, piece: str) -> bool:
    return parse_piece(piece) in _legal(seen) and not any(won for won, _ in endings(seen, parse_piece(piece)))


def _wins(seen: View, piece: str) -> bool:
    return parse_piece(piece) in _legal(seen) and all(won for won, _ in endings(seen, parse_piece(piece)))


def _is_ahead(seen: View, piece: str) -> bool:
    return all(_ahead(round_, Play(parse_piece(piece))) for round_ in possible_rounds(seen))


def _trumps_after(seen: View, taken: str) -> int:
    assert seen.seat is not None
    after = next(possible_rounds(seen)).apply(Take(parse_piece(taken)))
    own = view_of_round(after, 0, (), seen.seat)
    return sum(piece in _trumps(own) for piece in _own(own))


BEFORE: dict[str, Callable[[View, dict[str, str]], bool]] = {
    "coach.draft": lambda seen, said: (
        (int(said["tricks"]), int(said["players"])) == (seen.ruleset.tricks, seen.ruleset.players)
        and all(pick.seat != seen.seat for pick in seen.draft)
    ),
    "coach.range": lambda seen, said: (
        seen.ruleset.tricks < int(said["under"]) * seen.ruleset.players
        and min(_numbers(seen)) >= 5
        and min(die.number for die in seen.pool) < 5
    ),
    "coach.pair": lambda seen, said: int(said["number"]) in _numbers(seen) & {die.number for die in seen.pool},
    "coach.zero-hand": lambda seen, said: (
        sum(card.number <= int(said["most"]) for card in seen.hand or ()) == int(said["low"])
        and len(seen.hand or ()) == int(said["cards"])
        and any(str(action).startswith("zero ") for action in seen.legal or ())
    ),
    "coach.last-pick": lambda seen, said: (
        len(seen.pool) == 2
        and _trumps_after(seen, said["other"]) == int(said["n"])
        and _trumps_after(seen, said["die"]) == int(said["m"])
    ),
    "coach.need-all.lead": lambda seen, _: (
        _needs_all(seen) and not (seen.trick and seen.trick.plays) and bool(_trumps(seen) & set(_legal(seen)))
    ),
    "coach.need-all.follow": lambda seen, said: _needs_all(seen) and _is_ahead(seen, said["piece"]),
    "coach.keep": lambda seen, said: (
        reachable(seen) == {int(said["target"])}
        and parse_piece(said["piece"]).number == int(said["target"])
        and sum(piece.is_die and piece.number == int(said["target"]) for piece in _own(seen)) == 1
    ),
    "coach.enough.lead": lambda seen, said: _has_enough(seen) and int(said["won"]) in reachable(seen),
    "coach.enough.follow": lambda seen, said: (
        _has_enough(seen) and int(said["won"]) in reachable(seen) and _loses(seen, said["piece"])
    ),
    "coach.zero.lead": lambda seen, _: reachable(seen) == {0} and seen.zero[seen.seat or 0],
    "coach.zero.follow": lambda seen, said: reachable(seen) == {0} and _loses(seen, said["piece"]),
    "coach.aim.zero": lambda seen, _: seen.zero[seen.seat or 0],
    "coach.aim.one": lambda seen, said: _numbers(seen) == {int(said["target"])} == reachable(seen),
    "coach.aim.two": lambda seen, said: _numbers(seen) == {int(said["low"]), int(said["high"])} == reachable(seen),
    "coach.aim.more": lambda seen, said: _numbers(seen) == {int(each) for each in said["targets"].split(" · ")},
    "coach.lost": lambda seen, _: not reachable(seen),
    "coach.sure": lambda seen, said: _wins(seen, said["piece"]),
    "coach.ruff": lambda seen, said: (
        not help_for(seen).must_follow
        and (led := help_for(seen).led) is not None
        and led.word == said["suit"]
        and parse_piece(said["piece"]) in _trumps(seen)
        and _is_ahead(seen, said["piece"])
    ),
    "coach.last": lambda seen, said: _wins(seen, said["piece"]) and _loses(seen, said["other"]),
    "coach.dead-die": lambda seen, said: parse_piece(said["piece"]).number not in reachable(seen),
}
"""What each sentence claims."""

SLIPS = ("coach.slip.die", "coach.slip.many", "coach.slip.zero", "coach.slip.gone")
