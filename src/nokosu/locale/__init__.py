"""Every text that people see, by symbolic message id, in every language with a catalogue.

    t("why.follow", piece="R3", suit="red")   →  "You hold R3: follow red."
    plural("score.tricks", 2)                 →  "2 tricks"

A language is a value: pass a `Texts`, or let a context (a request, a task, a thread) choose one with `in_language`.
"""

import gettext
import os
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from functools import cache
from pathlib import Path

SOURCE_LANGUAGE = "en"
DOMAIN = "nokosu"
_FOLDER = Path(__file__).parent


class MissingMessageError(LookupError):
    """Raised for a message id that no catalogue has, not even the English one."""


@dataclass(frozen=True, slots=True)
class Texts:
    """The texts of one language; missing ones are in English."""

    language: str

    def t(self, message_id: str, /, **params: object) -> str:
        """Word a message."""
        return _fill(message_id, _catalogue(self.language).gettext(message_id), params)

    def plural(self, message_id: str, n: int, /, **params: object) -> str:
        """Word a message that depends on a number, {n} in the text."""
        return _fill(message_id, _catalogue(self.language).ngettext(message_id, message_id, n), {"n": n, **params})


def mark(message_id: str) -> str:
    """Mark a message id that is worded elsewhere, so that `make locale` finds it."""
    return message_id


def t(message_id: str, /, **params: object) -> str:
    """Word a message in the language of this context."""
    return texts().t(message_id, **params)


def plural(message_id: str, n: int, /, **params: object) -> str:
    """Word a message that depends on a number in the language of this context."""
    return texts().plural(message_id, n, **params)


@cache
def languages() -> tuple[str, ...]:
    """Return the languages that have a catalogue, English first."""
    found = sorted(path.parent.parent.name for path in _FOLDER.glob(f"*/LC_MESSAGES/{DOMAIN}.mo"))
    return (SOURCE_LANGUAGE, *(code for code in found if code != SOURCE_LANGUAGE))


def choose(*wanted: str) -> str:
    """Return the first wanted language with a catalogue ("fr" serves "fr_CH.UTF-8" and "fr-CH"), else English."""
    for code in wanted:
        base = code.replace("-", "_").split(".")[0].split("_")[0].lower()
        if base in languages():
            return base
    return SOURCE_LANGUAGE


def language() -> str:
    """Return the language of this context: the one set, else the environment's."""
    return _current.get() or _from_environment()


def texts() -> Texts:
    """Return the texts of this context's language."""
    return Texts(language())


@contextmanager
def in_language(code: str) -> Iterator[Texts]:
    """Use this language inside the block."""
    token = _current.set(choose(code))
    try:
        yield texts()
    finally:
        _current.reset(token)


_current: ContextVar[str | None] = ContextVar("nokosu.language", default=None)


def _from_environment() -> str:
    asked = (os.environ.get(name, "") for name in ("NOKOSU_LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"))
    return choose(*(next((code for code in asked if code), SOURCE_LANGUAGE),))


@cache
def _catalogue(code: str) -> gettext.NullTranslations:
    return gettext.translation(DOMAIN, _FOLDER, list(dict.fromkeys((code, SOURCE_LANGUAGE))))


def _fill(message_id: str, text: str, params: dict[str, object]) -> str:
    # gettext returns the id itself if no catalogue has it.
    if text == message_id:
        raise MissingMessageError(message_id)
    return text.format(**params)
