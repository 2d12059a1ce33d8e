"""Values of options: checked with a word on what would be right, and completed by shells."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

import click
from click.shell_completion import CompletionItem

from nokosu import editions
from nokosu.api.reading import ONE_PER_PLAYER, Rounds
from nokosu.bots import registry
from nokosu.core.pieces import Colour
from nokosu.core.quoting import quoted
from nokosu.locale import t
from nokosu.locale.suggestion import did_you_mean

HOUSE_ENDING: Final = ".toml"
_GOES_ON: Final = frozenset({"cmd", "openspiel", "search"})
"""Bots whose name goes on with a colon."""


class _Value(click.ParamType):  # type: ignore[type-arg]  # generic in newer versions of click alone
    """A value of which a shell can complete the beginning."""

    def known(self) -> Iterable[str]:
        """Return what may be completed."""
        raise NotImplementedError

    def shell_complete(
        self,
        ctx: click.Context,  # noqa: ARG002  (click's signature)
        param: click.Parameter,  # noqa: ARG002  (the same)
        incomplete: str,
    ) -> list[CompletionItem]:
        return [CompletionItem(name) for name in self.known() if name.startswith(incomplete)]


class _Edition(_Value):
    name = "edition"

    def known(self) -> Iterable[str]:
        return editions.names()

    def convert(self, value: str, param: click.Parameter | None, ctx: click.Context | None) -> str:
        if value in self.known():
            return value
        if value.endswith(HOUSE_ENDING):
            editions.find(value)
            return value
        said = t("option.edition.unknown", edition=quoted(value), known=", ".join(self.known()))
        return self.fail(said + did_you_mean(value, self.known()), param, ctx)


class _House(click.ParamType):  # type: ignore[type-arg]  # generic in newer versions of click alone
    """A file of house rules, which is read at once: records may then name its edition."""

    name = "file"

    def convert(self, value: str, param: click.Parameter | None, ctx: click.Context | None) -> str:
        if not value.endswith(HOUSE_ENDING):
            return self.fail(t("option.house.not-a-file", value=quoted(value), ending=HOUSE_ENDING), param, ctx)
        editions.find(value)
        return value


class _Bot(_Value):
    """Any text: what cannot be made is refused by the registry, which knows why."""

    name = "bot"

    def known(self) -> Iterable[str]:
        return [f"{name}:" if name in _GOES_ON else name for name in registry.names()]


class _Rounds(_Value):
    name = "rounds"

    def known(self) -> Iterable[str]:
        return [ONE_PER_PLAYER]

    def convert(self, value: str | int, param: click.Parameter | None, ctx: click.Context | None) -> Rounds:
        if value == ONE_PER_PLAYER:
            return ONE_PER_PLAYER
        text = str(value)
        if text.isascii() and text.isdecimal() and 1 <= int(text[:9]) <= editions.MOST_ROUNDS:
            return int(text)
        return self.fail(t("option.rounds.bad", value=quoted(text), most=editions.MOST_ROUNDS), param, ctx)


class _Colour(_Value):
    name = "colour"

    def known(self) -> Iterable[str]:
        return [colour.letter for colour in Colour]

    def convert(self, value: str | Colour, param: click.Parameter | None, ctx: click.Context | None) -> Colour:
        for colour in Colour:
            if value == colour or str(value).lower() in {colour.letter.lower(), colour.word}:
                return colour
        return self.fail(t("option.colour.bad", value=quoted(str(value)), known=", ".join(self.known())), param, ctx)


EDITION: Final = _Edition()
HOUSE: Final = _House()
BOT: Final = _Bot()
ROUNDS: Final = _Rounds()
COLOUR: Final = _Colour()
RECORDS: Final = click.Path(allow_dash=True)
"""A file of records, or - for standard input."""
