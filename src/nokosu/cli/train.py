"""`nokosu train`: teach the network behind `neural` by self-play."""

from __future__ import annotations

from pathlib import Path

import click

from nokosu import kernel
from nokosu.arena.origin import commit
from nokosu.cli import CommandError
from nokosu.locale import t
from nokosu.train.checkpoint import CheckpointError, about
from nokosu.train.config import SMALL, Config, ConfigError, load, with_settings
from nokosu.train.export import export, start_from
from nokosu.train.loop import Evaluation, Goal, Run

_FOLDER = click.Path(file_okay=False, path_type=Path)
_FILE = click.Path(exists=True, dir_okay=False, path_type=Path)


@click.command(help=t("cli.train"))
@click.option("--minutes", type=click.FloatRange(0, min_open=True), metavar="M", help=t("option.train.minutes"))
@click.option("--updates", type=click.IntRange(1), metavar="N", help=t("option.train.updates"))
@click.option("--out", type=_FOLDER, default=Path("training"), show_default=True, help=t("option.train.out"))
@click.option("--resume", type=_FOLDER, metavar="DIR", help=t("option.train.resume"))
@click.option("--start-from", "weights", type=_FILE, metavar="FILE", help=t("option.train.start-from"))
@click.option("--config", "config_file", type=_FILE, metavar="FILE", help=t("option.train.config"))
@click.option("--set", "settings", multiple=True, metavar="NAME=VALUE", help=t("option.train.set"))
@click.option("--small", is_flag=True, help=t("option.train.small"))
@click.option(
    "--evaluate-every",
    type=click.FloatRange(0, min_open=True),
    default=2.0,
    show_default=True,
    metavar="M",
    help=t("option.train.evaluate-every"),
)
@click.option("--export", "export_to", type=_FOLDER, metavar="DIR", help=t("option.train.export"))
def command(
    *,
    minutes: float | None,
    updates: int | None,
    out: Path,
    resume: Path | None,
    weights: Path | None,
    config_file: Path | None,
    settings: tuple[str, ...],
    small: bool,
    evaluate_every: float,
    export_to: Path | None,
) -> None:
    """Train until the time or the updates are over; then save, evaluate and export."""
    if not kernel.available:
        raise CommandError(t("train.needs-kernel"))
    try:
        config = _config(resume, config_file, settings, small=small)
        run = Run(config, out, click.echo, resume=resume)
        if weights is not None:
            start_from(run, weights)
    except (CheckpointError, ConfigError, ValueError, OSError) as error:
        raise CommandError(str(error)) from None
    evaluation = Evaluation(every_minutes=evaluate_every)
    try:
        run.train(_goal(minutes, updates), evaluation)
    finally:
        run.save()
    run.evaluate(evaluation)
    if export_to is not None:
        click.echo(t("train.exported", file=export(run, export_to, commit() or "unknown")))


def _goal(minutes: float | None, updates: int | None) -> Goal:
    plain = Goal()
    if minutes is None and updates is None:
        return Goal(minutes=9)
    return Goal(minutes=minutes or plain.minutes, updates=updates or plain.updates)


def _config(resume: Path | None, file: Path | None, settings: tuple[str, ...], *, small: bool) -> Config:
    """The checkpoint's, the file's, or the usual one; then the single settings."""
    config = (
        about(resume)[0] if resume is not None else load(file) if file is not None else SMALL if small else Config()
    )
    changed: dict[str, object] = {}
    for setting in settings:
        name, equals, value = setting.partition("=")
        if not equals:
            raise ConfigError(t("train.setting", setting=setting))
        changed[name.strip()] = value.strip()
    return with_settings(config, changed)
