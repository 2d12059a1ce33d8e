"""A whole match from one seat: every real decision judged, every round's points split, the curve over the match."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence

from nokosu.bots.neural.bot import network as shipped_network
from nokosu.core.actions import Action
from nokosu.core.match import Match, totals_of
from nokosu.core.round import Phase, Round
from nokosu.core.view import View, view_of_round
from nokosu.judge.averages import average
from nokosu.judge.decision import Screened, screen_remote
from nokosu.judge.settings import QUICK, Effort
from nokosu.judge.split import movers_of, split
from nokosu.kernel.actions import TABLE
from nokosu.kernel.convert import history
from nokosu.kernel.judge import Followed, follow_report, follow_request, think
from nokosu.kernel.requests import Thinking
from nokosu.wire.review import NAMED, CurvePoint, Judgement, OpenCards, Review, RoundSplit

Told = Callable[[Judgement, int, int], None]
"""Called after every decision with its judgement, how many are done and how many there are."""


def decisions_of(match: Match, seat: int) -> Iterator[tuple[View, Action]]:
    """Yield every real decision of a seat, forced ones left out: what it saw and what it did."""
    for index, played in enumerate(match.rounds):
        now = Round.start(match.ruleset, played.dealer, played.deal)
        for number in history(played):
            action = TABLE[number]
            if now.to_act == seat and len(now.legal()) > 1:
                yield view_of_round(now, index, match.scores[:index], seat), action
            now = now.apply(action)


def review_match(
    match: Match,
    seat: int,
    effort: Effort = QUICK,
    *,
    network: bool = True,
    known: Iterable[Judgement] = (),
    told: Told | None = None,
) -> Review:
    """Review a match from a seat, by what that seat could see."""
    work = review_remote(match, seat, effort, network=network, known=known, told=told)
    return think(work, shipped_network() if network else None)


def review_remote(
    match: Match,
    seat: int,
    effort: Effort = QUICK,
    *,
    network: bool = True,
    known: Iterable[Judgement] = (),
    told: Told | None = None,
) -> Thinking[Review]:
    """Do the same where the kernel is in another process, one question after the other; stop whenever you like.

    Round by round, every decision gets a short look; the suspicious ones get a longer one, and `told` hears of those
    twice: after each round as long as nothing bad was found, so that the first finding comes early, else at the end.
    `known` are judgements from before; those of the same effort by the same judges are not made again.
    """
    followed: list[Followed] = []
    asked = list(decisions_of(match, seat))
    kept = {(each.round, each.decision): each for each in known if _still_good(each, effort, network=network)}
    found: dict[tuple[int, int], Judgement] = {}
    again: list[tuple[float, Screened]] = []

    def tell(judgement: Judgement) -> None:
        found[judgement.round, judgement.decision] = _with_open(judgement, followed[judgement.round])
        if told is not None:
            told(found[judgement.round, judgement.decision], len(found) - len(again), len(asked))

    for index in range(len(match.rounds)):
        followed.append((yield from _follow(match, index, seat, effort, network=network)))
        for view, action in (each for each in asked if each[0].round == index):
            if (index, view.decisions) in kept:
                found[index, view.decisions] = kept[index, view.decisions]
                continue
            first = yield from screen_remote(view, action, effort, network=network)
            if first.suspicious:
                again.append((first.judgement("screen").loss, first))
            tell(first.judgement("screen" if first.suspicious else effort.depth))
        again.sort(key=lambda each: each[0])
        last = index == len(match.rounds) - 1
        while again and (last or not any(_is_finding(each, effort) for each in found.values())):
            # The worst first.
            _, first = again.pop()
            tell((yield from first.deepen()).judgement(effort.depth))
    return _review(match, seat, effort, followed, found, network=network, total=len(asked))


def _is_finding(judgement: Judgement, effort: Effort) -> bool:
    """Return whether the longer look calls a decision bad."""
    return judgement.depth == effort.depth and judgement.verdict in (*NAMED, "unsure")


def _still_good(judgement: Judgement, effort: Effort, *, network: bool) -> bool:
    """Return whether a judgement from before is what would be found again: as long a look, by the same judges."""
    by_network = any(line.judge == "network" for line in judgement.candidates[0].judges)
    return judgement.depth == effort.depth and by_network == network


def _follow(match: Match, index: int, seat: int, effort: Effort, *, network: bool) -> Thinking[Followed]:
    """Follow a round with open cards; this decides nothing about what is a mistake."""
    standing = (match.ruleset.rounds - index - 1, *totals_of(match.scores[:index], match.ruleset.players))
    request = follow_request(
        match.rounds[index],
        seat,
        seed=index,
        playouts=effort.samples if network else effort.playouts,
        match=standing,
        network=network,
    )
    return follow_report((yield request))


def _with_open(judgement: Judgement, followed: Followed) -> Judgement:
    """Add what was best with all cards open; nothing else of the judgement knows of them."""
    options = [each for each in followed.instead if each.decision == judgement.decision]
    best = max(options, key=lambda each: each.margin)
    own = next(each for each in options if str(each.action) == judgement.action)
    fields = {name: getattr(judgement, name) for name in Judgement.__struct_fields__}
    return Judgement(**fields | {"open": OpenCards(best=str(best.action), loss=best.margin - own.margin)})


def _review(
    match: Match,
    seat: int,
    effort: Effort,
    followed: Sequence[Followed],
    found: dict[tuple[int, int], Judgement],
    *,
    network: bool,
    total: int,
) -> Review:
    judged = [found[place] for place in sorted(found)]
    return Review(
        seat=seat,
        players=match.ruleset.players,
        network=network,
        depth=effort.depth,
        done=len(judged),
        total=total,
        points=[row[seat] for row in match.scores],
        rounds=list(_splits(match, seat, followed, judged, network=network)),
        curve=list(_curve(match, seat, followed)),
        decisions=judged,
    )


def _splits(
    match: Match, seat: int, followed: Sequence[Followed], judged: Sequence[Judgement], *, network: bool
) -> Iterator[RoundSplit]:
    players = match.ruleset.players
    for index, (played, course) in enumerate(zip(match.rounds, followed, strict=True)):
        if played.phase is not Phase.OVER:
            continue
        usual = average(match.ruleset, (seat - played.dealer - 1) % players, network=network)
        own = [each for each in judged if each.round == index]
        yield split(index, movers_of(played), course.worths, seat, usual, own)


def _curve(match: Match, seat: int, followed: Sequence[Followed]) -> Iterator[CurvePoint]:
    """Yield one point for every decision, and one for the end of every round."""
    for index, (played, course) in enumerate(zip(match.rounds, followed, strict=True)):
        before = totals_of(match.scores[:index], match.ruleset.players)[seat]
        movers = movers_of(played)
        for at, worth in enumerate(course.worths):
            yield CurvePoint(
                round=index,
                decision=at,
                seat=movers[at] if at < len(movers) else None,
                points=before + worth.points[seat],
                win=worth.wins[seat],
            )
