"""`nokosu train`: teach the network behind `neural` by self-play."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import click

from nokosu import kernel
from nokosu.arena.provenance import commit
from nokosu.cli import CommandError
from nokosu.cli.ending import EnvironmentLacks
from nokosu.locale import t
from nokosu.train.config import SMALL, Config, ConfigError, load, with_settings

USUAL_MINUTES: Final = 9.0
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
        raise EnvironmentLacks(t("train.needs-kernel"))
    try:
        from nokosu.train.checkpoint import CheckpointError  # noqa: PLC0415  (PyTorch is an extra, and slow to import)
        from nokosu.train.export import export, start_from  # noqa: PLC0415  (the same)
        from nokosu.train.loop import FINAL, Evaluation, Goal, Run  # noqa: PLC0415  (the same)
    except ModuleNotFoundError as error:
        raise EnvironmentLacks(t("cli.needs-extra", command="train", module=error.name, extra="train")) from None
    try:
        run = Run(_config(resume, config_file, settings, small=small), out, click.echo, resume=resume)
        if weights is not None:
            start_from(run, weights)
        if export_to is not None:
            export_to.mkdir(parents=True, exist_ok=True)
    except (CheckpointError, ConfigError, ValueError, OSError) as error:
        raise CommandError(str(error)) from None
    if minutes is None and updates is None:
        minutes = USUAL_MINUTES
    try:
        goal = Goal(minutes or Goal().minutes, updates or Goal().updates)
        run.train(goal, run.with_networks(Evaluation(evaluate_every)))
    finally:
        run.save()
    run.evaluate(run.with_networks(FINAL))
    if export_to is not None:
        click.echo(t("train.exported", file=export(run, export_to, commit() or "unknown")))


def _config(resume: Path | None, file: Path | None, settings: tuple[str, ...], *, small: bool) -> Config:
    """Return the checkpoint's, the file's, or the usual one; then the single settings."""
    from nokosu.train.checkpoint import about  # noqa: PLC0415  (as above)

    config = SMALL if small else Config()
    if resume is not None:
        config, _ = about(resume)
    elif file is not None:
        config = load(file)
    changed: dict[str, object] = {}
    for setting in settings:
        name, equals, value = setting.partition("=")
        if not equals:
            raise ConfigError(t("train.setting", setting=setting))
        changed[name.strip()] = value.strip()
    return with_settings(config, changed)
