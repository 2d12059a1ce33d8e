"""`nokosu bot-debug`: a match step by step, with what the bot was told, what it said and how long it took."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Mapping
from time import perf_counter

import click

from nokosu.api.reading import Rounds
from nokosu.api.text import describe
from nokosu.api.view import dress
from nokosu.bots.base import Bot, BotFailure, MatchBot, crash
from nokosu.bots.check.candidate import Candidate
from nokosu.bots.play import play_on
from nokosu.bots.registry import fallback_name, make
from nokosu.cli.ending import end_unread
from nokosu.cli.machine import json_option, write_json
from nokosu.cli.options import match_seed, move_ms_option, read_seed, resolve_ruleset, ruleset_options
from nokosu.cli.values import BOT
from nokosu.core.actions import Action
from nokosu.core.match import Match
from nokosu.core.pieces import Colour
from nokosu.core.ruleset import Ruleset
from nokosu.core.stream import Stream
from nokosu.core.view import View
from nokosu.locale import t
from nokosu.wire.views import ruleset_to_json, view_to_json

MOVE_MS = 1000
ROUNDS = 1


class Witness:
    """Plays as the bot does, and reports every step."""

    def __init__(self, bot: Bot, report: Callable[[dict[str, object], View | None], None]) -> None:
        self.name = bot.name
        self._bot = bot
        self._report = report

    def start(self, seat: int, ruleset: Ruleset, move_ms: int | None) -> str:
        """Start the bot, and report how it calls itself."""
        told = {"seat": seat, "ruleset": ruleset_to_json(ruleset), "move_ms": move_ms}
        begun = perf_counter()
        try:
            title = self._bot.start(seat, ruleset, move_ms) if isinstance(self._bot, MatchBot) else self.name
        except Exception as error:
            self._failed(error, begun, {"step": "start", "told": told}, None)
            raise
        self._report({"step": "start", "told": told, "said": title, "ms": _ms(begun), "error": None}, None)
        return title

    def choose(self, view: View, stream: Stream) -> Action:
        """Ask the bot, and report what it answers."""
        begun = perf_counter()
        try:
            action = self._bot.choose(view, stream)
        except Exception as error:
            self._failed(error, begun, _place(view), view)
            raise
        self._report(_place(view) | {"said": str(action), "ms": _ms(begun), "error": None}, view)
        return action

    def close(self, record: Mapping[str, object] | None) -> None:
        """End the bot."""
        if isinstance(self._bot, MatchBot):
            self._bot.close(record)

    def _failed(self, error: Exception, begun: float, place: dict[str, object], view: View | None) -> None:
        failure = error if isinstance(error, BotFailure) else crash(error)
        self._report(place | {"said": None, "ms": _ms(begun), "error": str(failure)}, view)


@click.command(help=t("cli.bot-debug"))
@click.argument("bot", type=BOT, metavar="BOT")
@ruleset_options
@click.option("--seat", type=click.IntRange(0), default=0, show_default=True, help=t("bot-debug.seat"))
@click.option("--against", type=BOT, metavar="BOT", help=t("bot-debug.against"))
@click.option("--seed", callback=read_seed, metavar="S", help=t("option.seed.play"))
@click.option("--step", "waits", is_flag=True, help=t("bot-debug.step"))
@click.option("--raw", is_flag=True, help=t("bot-debug.raw"))
@move_ms_option(MOVE_MS)
@json_option
def command(
    *,
    bot: str,
    edition: str | None,
    players: int,
    rounds: Rounds | None,
    removed_colour: Colour | None,
    seat: int,
    against: str | None,
    seed: int | bytes | None,
    waits: bool,
    raw: bool,
    move_ms: int,
    as_json: bool,
) -> None:
    """Exit code 1: the bot failed."""
    ruleset = resolve_ruleset(edition, players, rounds or ROUNDS, removed_colour)
    if seat >= ruleset.players:
        raise click.UsageError(t("replay.no-such-seat", seat=seat, last=ruleset.players - 1))
    steps: list[dict[str, object]] = []

    def report(step: dict[str, object], seen: View | None) -> None:
        steps.append(step if seen is None or not as_json else step | {"told": _told(seen)})
        if not as_json:
            try:
                _show(step, seen, raw=raw)
            except BrokenPipeError:  # must not count as a failure of the bot
                end_unread()
            if waits and sys.stdin.isatty():
                click.prompt(t("bot-debug.next"), default="", show_default=False, prompt_suffix="")

    secret = match_seed(seed)
    witness = Witness(Candidate.named(bot).make(), report)
    others = [make(against or fallback_name()) for _ in range(ruleset.players - 1)]
    seated = [*others[:seat], witness, *others[seat:]]
    end, record = play_on(Match.start(ruleset, secret), secret, seated, move_ms=move_ms)
    error = next((step["error"] for step in steps if step["error"]), None)
    if error is None and record.substitutions:
        error = t("bot-debug.illegal", said=str(steps[-1]["said"]))
    if as_json:
        write_json("bot-debug", {"seed": secret.hex(), "steps": steps, "error": error, "totals": list(end.totals)})
    else:
        times = [float(str(step["ms"])) for step in steps]
        click.echo(t("bot-debug.end", n=len(steps), slowest=f"{max(times, default=0):.0f}"))
        click.echo(t("bot-debug.failed", error=error) if error else t("bot-debug.totals", totals=_totals(end)))
    sys.exit(1 if error else 0)


def _place(view: View) -> dict[str, object]:
    where = {"round": view.round, "decision": view.decisions, "phase": view.phase.value}
    return {"step": "act", **where, "legal": [str(action) for action in view.legal or ()]}


def _told(view: View) -> dict[str, object]:
    return view_to_json(view)


def _show(step: dict[str, object], view: View | None, *, raw: bool) -> None:
    click.echo("─" * 40)
    if view is None:
        click.echo(t("bot-debug.greeted"))
        if raw:
            click.echo(json.dumps(step["told"]))
    else:
        click.echo(t("bot-debug.asked", round=view.round + 1, decision=view.decisions + 1))
        click.echo(json.dumps(_told(view)) if raw else describe(dress(view)))
    said = step["said"] if step["error"] is None else step["error"]
    click.echo(t("bot-debug.said", said=str(said), ms=f"{float(str(step['ms'])):.1f}"))


def _ms(begun: float) -> float:
    return round((perf_counter() - begun) * 1000, 2)


def _totals(match: Match) -> str:
    return ", ".join(map(str, match.totals))
