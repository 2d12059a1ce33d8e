"""Estimates of the champion: what the trained network expects after each action, over believed worlds."""

from __future__ import annotations

from nokosu.bots.advice.model import Estimate
from nokosu.bots.neural.bot import network
from nokosu.core.pieces import CARDS, Piece
from nokosu.core.stream import Stream
from nokosu.core.view import View
from nokosu.kernel.champion import Report, Settings, look_ahead
from nokosu.kernel.requests import Thinking, champion_report, champion_request

WORLDS = 64

_SETTINGS = Settings(tricks=1, endgame=0, hopeless=0.0, stakes=0.0)


def champion_estimates(view: View, stream: Stream, worlds: int = WORLDS) -> list[Estimate]:
    """Return every legal action, in the order of `view.legal`.

    All are tried in every world, for the points of this round. Nothing is solved here: the solver knows no chances of
    single numbers, the critic does, up to the last trick. The curves of calibration.toml are fitted to these settings.
    """
    return _estimates(look_ahead(view, network(), seed=stream.seed64(), worlds=worlds, settings=_SETTINGS))


def champion_thinking(view: View, stream: Stream, worlds: int = WORLDS) -> Thinking[list[Estimate]]:
    """Do the same where the kernel is in another process."""
    answer = yield champion_request(view, seed=stream.seed64(), worlds=worlds, settings=_SETTINGS)
    return _estimates(champion_report(answer))


def _estimates(report: Report) -> list[Estimate]:
    return [
        Estimate(line.action, line.points, line.margin, line.makes, line.worlds, line.worth, line.prior)
        for line in report.lines
    ]


def whereabouts(view: View, stream: Stream, worlds: int = 4 * WORLDS) -> dict[Piece, tuple[float, ...]]:
    """Return, for every unseen card, the chance that each seat holds it, then that it is aside."""
    from nokosu.kernel.champion import believed_worlds  # noqa: PLC0415  (the module needs the extension)

    players = view.ruleset.players
    counts: dict[Piece, list[int]] = {}
    for world in believed_worlds(view, network(), number=worlds, seed=stream.seed64()):
        for place, cards in enumerate((*world.hands, world.aside)):
            for card in cards if place != view.seat else ():
                counts.setdefault(card, [0] * (players + 1))[place] += 1
    return {card: tuple(count / worlds for count in counts[card]) for card in CARDS if card in counts}
