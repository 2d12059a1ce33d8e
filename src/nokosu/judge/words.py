"""A review in words, in the reader's language."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, Literal

from nokosu.core import errors
from nokosu.core.notation import parse_piece
from nokosu.core.pieces import Piece
from nokosu.judge.totals import in_tenths, totals_of
from nokosu.locale import mark, plural, t
from nokosu.locale.reasons import NUMBERS, word
from nokosu.wire.base import Reason
from nokosu.wire.review import NAMED, Judgement, Part, Review, RoundSplit, Verdict

VERDICTS: Final[dict[Verdict, str]] = {
    "best": mark("review.verdict.best"),
    "fine": mark("review.verdict.fine"),
    "close": mark("review.verdict.close"),
    "unsure": mark("review.verdict.unsure"),
    "inaccuracy": mark("review.verdict.inaccuracy"),
    "mistake": mark("review.verdict.mistake"),
    "blunder": mark("review.verdict.blunder"),
}
PARTS: Final = {
    "average": mark("review.part.average"),
    "deal": mark("review.part.deal"),
    "hidden": mark("review.part.hidden"),
    "decisions": mark("review.part.decisions"),
    "others": mark("review.part.others"),
}
"""Where points come from, in the order in which they are told."""
COLOURS: Final = {
    "red": mark("suit.red"),
    "blue": mark("suit.blue"),
    "green": mark("suit.green"),
    "yellow": mark("suit.yellow"),
    "purple": mark("suit.purple"),
}
_PIECES: Final = {
    "card": mark("web.piece.card"),
    "card.object": mark("web.piece.card.object"),
    "die": mark("web.piece.die"),
    "die.object": mark("web.piece.die.object"),
}
MOST: Final = 3
"""Decisions that are told at once; the rest is a list."""


def lines(review: Review, names: Sequence[str]) -> Iterator[str]:
    """Tell a review: the points and where they came from, what mattered most, and the rest of what was found."""
    yield plural("review.title", len(review.points), name=names[review.seat], points=sum(review.points))
    if review.rounds:
        yield from _sums(review.rounds)
    yield ""
    yield from _counted(review)
    worst = worst_of(review)
    for number, judgement in enumerate(worst[:MOST], 1):
        yield ""
        yield f"{number}. {told(judgement)}"
        yield from (f"   {line}" for line in notes(judgement))
    if worst[MOST:]:
        yield ""
        yield t("review.rest")
        yield from (f"   {told(judgement)}" for judgement in sorted(worst[MOST:], key=_when))


def worst_of(review: Review) -> list[Judgement]:
    """Return the decisions that both judges call bad, the worst first; without the network, those to look at again."""
    wanted = NAMED if review.network else ("unsure",)
    return sorted((each for each in review.decisions if each.verdict in wanted), key=lambda each: -each.loss)


def told(judgement: Judgement) -> str:
    """Say one decision in a line: what was done, what was better, and what that cost."""
    assert judgement.verdict is not None
    return t(
        "review.decision",
        where=_where(judgement),
        action=_in_words(judgement.action or ""),
        best=_in_words(judgement.best),
        verdict=_first_capital(t(VERDICTS[judgement.verdict])),
        loss=f"{judgement.loss:.1f}",
        error=f"{2 * judgement.error:.1f}",
    )


def notes(judgement: Judgement) -> Iterator[str]:
    """Say why it was bad, how it was judged, and, apart from that, what open cards would have shown."""
    if judgement.reason is not None:
        yield word(_with_words(core_reason(judgement.reason)))
    if judgement.zero:
        yield t("review.zero")
    if judgement.open is not None and judgement.open.best == judgement.action:
        yield t("review.open-own")
    elif judgement.open is not None and judgement.open.best != judgement.best:
        yield t("review.open", best=_in_words(judgement.open.best))


def _where(judgement: Judgement) -> str:
    """Say when it was: the round, and the draft or the number of the trick."""
    number = judgement.round + 1
    if judgement.phase == "draft":
        return t("web.review.at-draft", round=number)
    if judgement.phase == "declare":
        return t("web.review.at-declare", round=number)
    if judgement.trick is None:  # an older review
        return t("web.review.at-round", round=number)
    return t("web.review.at-trick", round=number, trick=judgement.trick)


def core_reason(reason: Reason) -> errors.Reason:
    """Return a reason as the catalogues word it."""
    return errors.Reason(reason.message, reason.clause or "", tuple(reason.params.items()))


def _with_words(reason: errors.Reason) -> errors.Reason:
    """Return a reason with the name of its piece for the notation."""
    params = tuple(
        (name, _piece(parse_piece(value), "") if name == "piece" else value) for name, value in reason.params
    )
    return errors.Reason(reason.message, reason.clause, params)


def _in_words(action: str) -> str:
    """Return an action as something that one can do: "play the red 5"."""
    verb, _, written = action.partition(" ")
    if not written:
        return t("web.action.pass")
    piece = _piece(parse_piece(written), ".object")
    match verb:
        case "take":
            return t("web.action.take", die=piece)
        case "zero":
            return t("web.action.zero", die=piece)
        case _:
            return t("web.action.play", piece=piece)


def _piece(piece: Piece, form: Literal["", ".object"]) -> str:
    """Return what a piece is called."""
    kind = "die" if piece.is_die else "card"
    return t(_PIECES[kind + form], colour=t(COLOURS[piece.colour.word]), number=t(NUMBERS[piece.number]))


def _first_capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def signed(value: float) -> str:
    """Write a number of points with its sign."""
    return f"{value:+z.1f}".replace("-", "−")


def _sums(rounds: Sequence[RoundSplit]) -> Iterator[str]:
    """Say where the points of all rounds came from; the parts add up to them."""
    width = max(len(t(message)) for message in (*PARTS.values(), "review.part.points"))
    values = sums_of(rounds)
    for name, message in PARTS.items():
        parts: list[Part] = [getattr(row, name) for row in rounds]
        error = sum(part.error**2 for part in parts) ** 0.5
        shown = f"{values[name]:.1f}" if name == "average" else signed(values[name])
        yield f"  {t(message):<{width}}  {shown:>7}  ± {2 * error:.1f}"
    yield f"  {t('review.part.points'):<{width}}  {sum(row.points for row in rounds):>5}"
    yield t(
        "review.summary",
        luck=signed(values["deal"] + values["hidden"]),
        decisions=signed(values["decisions"]),
        others=signed(values["others"]),
    )


def sums_of(rounds: Sequence[RoundSplit]) -> dict[str, float]:
    """Return each part over all rounds, in tenths that add up to the points."""
    exact = [sum(getattr(row, name).value for row in rounds) for name in PARTS]
    return dict(zip(PARTS, in_tenths(exact, sum(row.points for row in rounds)), strict=True))


def _counted(review: Review) -> Iterator[str]:
    verdicts = [each.verdict for each in review.decisions]
    yield (
        plural("review.decisions", review.done)
        + " "
        + t("show.comma").join(
            f"{t(message)} {verdicts.count(verdict)}" for verdict, message in VERDICTS.items() if verdict in verdicts
        )
    )
    yield t("review.lost", points=f"{totals_of([review]).lost.value:.2f}")
    if not review.network:
        yield t("review.needs-network")
    elif not worst_of(review):
        yield t("review.none-quick" if review.depth == "quick" else "review.none")
    yield t("review.little")


def _when(judgement: Judgement) -> tuple[int, int]:
    return judgement.round, judgement.decision
