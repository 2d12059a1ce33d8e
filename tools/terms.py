"""Report words that a catalogue uses instead of the game's term: `python -m tools.terms`, part of tests/locale.

One fact has one name in each language. A word is listed here once a reader has stumbled over it.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Final, NamedTuple

from babel.messages.pofile import read_po

from nokosu.locale import languages

ROOT: Final = Path(__file__).parents[1]
TERMS: Final[Mapping[str, Mapping[str, str]]] = {
    "en": {
        r"\bcontracts?\b": "target",
        r"\bfirst page\b": "home page",
        r"\b(?:own|account) page\b": "profile",
        r"\byour face\b|\bface \{": "avatar",
        r"\bat the server\b": "on the server",
    },
    "fr": {
        r"\bcontrats?\b": "objectif",
        r"\bvisages?\b": "avatar",
        r"(?<![\w.-])bots?(?![\w.*-])": "robot",
        r"\bsélection des dés\b": "choix des dés",
        r"\bhonnête\b": "équitable",
    },
    "hu": {
        r"\bvállalás(?!a|á)": "cél",
        r"[Jj]egyzőkönyv": "felvétel, játszma",
        r"[Kk]iszolgáló": "szerver",
        r"[Kk]észülék": "eszköz",
        r"nullakock": "nullás kocka",
        r"\b(?:[Bb]e|[Kk]i)jelentkez": "belép, kilép",
    },
    "ja": {
        r"コントラクト": "目標",
        r"ブラウザー": "ブラウザ",
        r"顔": "アイコン",
        r"双子": "同色同数",
        r"\}つ": "個",
    },
}
"""Words that must not be used, each with the term."""
ALLOWED: Final[Mapping[str, str]] = {
    "plain.help": "the terminal's list of words",
}
"""Messages that may use such a word, each with the reason."""


class Finding(NamedTuple):
    """A message that uses another word than the game's term."""

    language: str
    message: str
    word: str
    term: str

    def __str__(self) -> str:
        return f"{self.language} {self.message}: {self.word!r}, the term is {self.term!r}"


def findings(language: str, texts: Mapping[str, str]) -> Iterator[Finding]:
    """Yield every message of a catalogue that uses a word of the list. Parameters such as {contract} are names."""
    for message, text in texts.items():
        shown = re.sub(r"\{[a-z_]+\}", "{}", text)
        for word, term in TERMS[language].items():
            found = re.search(word, shown)
            if found and message not in ALLOWED:
                yield Finding(language, message, found[0], term)


def catalogue(language: str) -> dict[str, str]:
    """Return a language's texts by message id; the forms of a plural are joined."""
    path = ROOT / "src/nokosu/locale" / language / "LC_MESSAGES" / "nokosu.po"
    with path.open("rb") as file:
        read = read_po(file)
    return {
        each.id if isinstance(each.id, str) else each.id[0]: each.string
        if isinstance(each.string, str)
        else "\n".join(each.string or ())
        for each in read
        if each.id
    }


def main() -> int:
    """Print every finding; exit with 1 if there is one."""
    found = [each for language in languages() for each in findings(language, catalogue(language))]
    for each in found:
        print(each)
    return int(bool(found))


if __name__ == "__main__":
    sys.exit(main())
