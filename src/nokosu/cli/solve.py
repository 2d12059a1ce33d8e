"""`nokosu solve`: the last tricks of a saved match solved exactly, as a seat could know them or with open cards."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import click
from rich.table import Table

from nokosu import kernel
from nokosu.bots.search import club_weights
from nokosu.cli import CommandError
from nokosu.cli.account import seat_names
from nokosu.cli.advise import find_decision
from nokosu.cli.replay import read_record
from nokosu.cli.values import RECORDS
from nokosu.core.actions import Action
from nokosu.core.match import Match
from nokosu.core.round import Phase
from nokosu.core.view import view
from nokosu.locale import t
from nokosu.tui.tables import console, show

if TYPE_CHECKING:
    from nokosu.kernel.endgame import Method, Solution, Solved

_METHODS = "maxn", "paranoid"
_WORLDS = click.IntRange(1, 10_000_000)
_NODES = click.IntRange(1, 10**12)


@click.command(help=t("cli.solve"))
@click.argument("file", type=RECORDS, metavar="RECORD|-")
@click.option("--match", "number", type=click.IntRange(1), default=1, show_default=True, help=t("replay.option.match"))
@click.option("--round", "round_number", type=click.IntRange(1), default=1, show_default=True, help=t("advise.round"))
@click.option("--decision", type=click.IntRange(1), default=1, show_default=True, help=t("advise.decision"))
@click.option("--seat", type=click.IntRange(0), help=t("advise.seat"))
@click.option("--method", type=click.Choice(_METHODS), default="maxn", show_default=True, help=t("solve.option.method"))
@click.option("--open", "open_cards", is_flag=True, help=t("solve.option.open"))
@click.option("--uniform", is_flag=True, help=t("solve.option.uniform"))
@click.option("--worlds", type=_WORLDS, default=2000, show_default=True, help=t("solve.option.worlds"))
@click.option("--nodes", type=_NODES, default=20_000_000, show_default=True, help=t("solve.option.nodes"))
@click.option("--json", "as_json", is_flag=True, help=t("option.json"))
def command(
    *,
    file: str,
    number: int,
    round_number: int,
    decision: int,
    seat: int | None,
    method: Method,
    open_cards: bool,
    uniform: bool,
    worlds: int,
    nodes: int,
    as_json: bool,
) -> None:
    """Find the decision, solve, show."""
    if not kernel.available:
        raise CommandError(t("solve.needs-kernel"))
    record = read_record(file, number)
    match, played = find_decision(record, round_number - 1, decision - 1, seat)
    if match.round.phase is not Phase.PLAY:
        raise CommandError(t("solve.not-play", decision=match.round.decisions + 1))
    limit = None if open_cards else worlds
    solution = _solve(match, method, limit, nodes, uniform=uniform)
    if as_json:
        click.echo(json.dumps(_as_json(solution, match, method, played)))
    else:
        _show(solution, match, seat_names(record)[solution.seat], played)


def _solve(match: Match, method: Method, worlds: int | None, nodes: int, *, uniform: bool) -> Solution:
    """Without a limit of worlds: with open cards."""
    from nokosu.kernel.endgame import UNIFORM, Effort, solve, solve_round  # noqa: PLC0415  (these need the extension)
    from nokosu.kernel.state import Refused, State  # noqa: PLC0415  (needs the extension)

    effort = Effort(nodes=nodes)
    assert match.to_act is not None
    seen = view(match, match.to_act)
    if worlds is not None:
        fit = State.from_view(seen).count_worlds(match.to_act)
        if fit > worlds:
            raise CommandError(t("solve.worlds", worlds=fit, most=worlds))
    try:
        if worlds is None:
            return solve_round(match.round, method=method, effort=effort)
        club = UNIFORM if uniform else club_weights(match.ruleset.players)
        return solve(seen, method=method, worlds_limit=worlds, club=club, effort=effort)
    except Refused:
        raise CommandError(t("solve.nodes", nodes=nodes)) from None


def _as_json(solution: Solution, match: Match, method: Method, played: Action | None) -> dict[str, object]:
    """Rounds and decisions count from 0, as in a record."""
    return {
        "seat": solution.seat,
        "round": match.round_index,
        "decision": match.round.decisions,
        "method": method,
        "worlds": solution.worlds,
        "nodes": solution.nodes,
        "played": None if played is None else str(played),
        "best": str(solution.best.action),
        "options": [_option(line, solution.seat, method) for line in solution.lines],
    }


def _option(line: Solved, seat: int, method: Method) -> dict[str, object]:
    option: dict[str, object] = {
        "action": str(line.action),
        "margin": round(line.margin, 4),
        "score": round(line.points[seat], 4),
        "chance": round(line.made, 4),
    }
    if method == "maxn":
        option["points"] = [round(points, 4) for points in line.points]
    return option


def _show(solution: Solution, match: Match, name: str, played: Action | None) -> None:
    to, at = console(), match.round
    where = t("advise.where", round=match.round_index + 1, decision=at.decisions + 1, name=name)
    to.print(where)
    held = " ".join(map(str, (*at.hands[solution.seat], *at.dice[solution.seat])))
    to.print(t("advise.holds", pieces=held))
    to.print(t("advise.stands", trump=at.trump, won=at.won[solution.seat]))
    if at.trick is not None and at.trick.plays:
        to.print(t("advise.trick", plays=" ".join(map(str, at.trick.plays))))
    table = Table(box=None, pad_edge=False)
    table.add_column(t("advise.action"))
    for heading in (t("advise.score"), t("advise.margin"), t("advise.chance")):
        table.add_column(heading, justify="right")
    for line in sorted(solution.lines, key=lambda line: -line.margin):
        mark = " ←" if line.action == played else ""
        points = f"{line.points[solution.seat]:.1f}"
        table.add_row(f"{line.action}{mark}", points, f"{line.margin:+.1f}", f"{100 * line.made:.0f} %")
    show(table, to)
    to.print(t("solve.asked", worlds=solution.worlds, nodes=solution.nodes))
