"""The command `nokosu`. Commands import what they need when they run, so that help is there at once."""

import click

from nokosu import __version__
from nokosu.locale import t


@click.group(help=t("cli.nokosu"), context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="nokosu")
def main() -> None:
    """Everything that can be done from a terminal."""
