"""`nokosu solve`: the last tricks of a round solved exactly, as a seat could know them or with open cards."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from nokosu import kernel
from nokosu.arena.table_style import table as new_table
from nokosu.bots.search import club_weights
from nokosu.cli import CommandError
from nokosu.cli.decision import Decision, decision_options, find_decision
from nokosu.cli.ending import EnvironmentLacks
from nokosu.cli.machine import json_option, write_json
from nokosu.core.round import Phase
from nokosu.kernel.rules import why_not
from nokosu.locale import t
from nokosu.tui.tables import console, show

if TYPE_CHECKING:
    from nokosu.kernel.endgame import Method, Solution, Solved

_METHODS = "maxn", "paranoid"
_WORLDS = click.IntRange(1, 10_000_000)
_NODES = click.IntRange(1, 10**12)


@click.command(help=t("cli.solve"))
@decision_options
@click.option("--method", type=click.Choice(_METHODS), default="maxn", show_default=True, help=t("solve.option.method"))
@click.option("--open", "open_cards", is_flag=True, help=t("solve.option.open"))
@click.option("--uniform", is_flag=True, help=t("solve.option.uniform"))
@click.option("--worlds", type=_WORLDS, default=2000, show_default=True, help=t("solve.option.worlds"))
@click.option("--nodes", type=_NODES, default=20_000_000, show_default=True, help=t("solve.option.nodes"))
@json_option
def command(
    *,
    source: str,
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
        raise EnvironmentLacks(t("solve.needs-kernel"))
    asked = find_decision(source, number, round_number, decision, seat)
    if asked.seen.phase is not Phase.PLAY:
        raise CommandError(t("solve.not-play", decision=asked.seen.decisions + 1))
    refusal = why_not(asked.seen.ruleset)
    if refusal is not None:
        raise CommandError(t("bot.kernel-rules", why=refusal))
    if open_cards and asked.round is None:
        raise CommandError(t("solve.unknown-cards"))
    solution = _solve(asked, method, None if open_cards else worlds, nodes, uniform=uniform)
    if as_json:
        write_json("solve", _as_json(solution, asked, method))
    else:
        _show(solution, asked)


def _solve(asked: Decision, method: Method, worlds: int | None, nodes: int, *, uniform: bool) -> Solution:
    """Without a limit of worlds: with open cards."""
    from nokosu.kernel.endgame import UNIFORM, Effort, solve, solve_round  # noqa: PLC0415  (these need the extension)
    from nokosu.kernel.state import Refused, State  # noqa: PLC0415  (needs the extension)

    effort, seen = Effort(nodes=nodes), asked.seen
    assert seen.seat is not None
    if worlds is not None:
        fit = State.from_view(seen).count_worlds(seen.seat)
        if fit > worlds:
            raise CommandError(t("solve.worlds", worlds=fit, most=worlds))
    try:
        if worlds is None:
            assert asked.round is not None
            return solve_round(asked.round, method=method, effort=effort)
        club = UNIFORM if uniform else club_weights(seen.ruleset.players)
        return solve(seen, method=method, worlds_limit=worlds, club=club, effort=effort)
    except Refused:
        raise CommandError(t("solve.nodes", nodes=nodes)) from None


def _as_json(solution: Solution, asked: Decision, method: Method) -> dict[str, object]:
    """Rounds and decisions count from 0, as in a record."""
    played = asked.played
    return {
        "seat": solution.seat,
        "round": asked.seen.round,
        "decision": asked.seen.decisions,
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


def _show(solution: Solution, asked: Decision) -> None:
    to, seen = console(), asked.seen
    to.print(t("advise.where", round=seen.round + 1, decision=seen.decisions + 1, name=asked.names[solution.seat]))
    held = " ".join(map(str, (*(seen.hand or ()), *seen.dice[solution.seat])))
    to.print(t("advise.holds", pieces=held))
    to.print(t("advise.stands", trump=seen.trump, won=seen.won[solution.seat]))
    if seen.trick is not None and seen.trick.plays:
        to.print(t("advise.trick", plays=" ".join(map(str, seen.trick.plays))))
    table = new_table("", [t("advise.action")], [t("advise.score"), t("advise.margin"), t("advise.chance")])
    for line in sorted(solution.lines, key=lambda line: -line.margin):
        mark = " ←" if line.action == asked.played else ""
        points = f"{line.points[solution.seat]:.1f}"
        table.add_row(f"{line.action}{mark}", points, f"{line.margin:+z.1f}", f"{100 * line.made:.0f} %")
    show(table, to)
    to.print(t("solve.asked", worlds=solution.worlds, nodes=solution.nodes))
