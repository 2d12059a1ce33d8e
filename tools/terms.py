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
        r"\btargets? made\b|\bma(?:de|kes?|king) (?:a|an|any|each|every|one of your|the|their|your) targets?\b": "hit",
        r"\bfirst page\b": "home page",
        r"\b(?:own|account|your) page\b": "profile",
        r"\byour face\b|\bface \{": "avatar",
        r"\bat the server\b": "on the server",
        r"\bpoints an? (?:round|trick|match)\b": "per round",
        r"(?<=\w)'(?=\w)": "’",
        r"(?<=\w) …": "…",
    },
    "fr": {
        r"\bcontrats?\b": "objectif",
        r"\bobjectifs? réussi": "objectif atteint",
        r"\bréuss\w* (?:l’un de vos|un|votre|chaque) objectif": "atteindre",
        r"\bpromesse": "engagement",
        r"\bvisages?\b": "avatar",
        r"(?<![\w.-])bots?(?![\w*-]|\.[\w*])": "robot",
        r"\bsièges?\b": "place",
        r"\brepr\w+ (?:ce|de|le dernier|mon dernier|son dernier|ses|votre dernier) coup": "annuler",
        r"\bsélection des dés\b": "choix des dés",
        r"\bhonnête\b": "équitable",
        r"(?<=\w)'(?=\w)": "’",
        r"(?<=\w) …": "…",
    },
    "hu": {
        r"\bvállalás(?!a|á)": "cél",
        r"jegyzőkönyv|feljegyzései": "felvétel, játszma",
        r"kiszolgáló": "szerver",
        r"készülék": "eszköz",
        r"nulla ?kock": "nullás kocka",
        r"\b(?:be|ki)jelentkez": "belép, kilép",
        r"\bparti": "játszma",
        r"\btipp": "tanács",
        r"\bkör(?:ök|önként\w*|ben)?\b": "forduló",
        r"\bhivatkozás": "link",
        r"\bígéret": "pecsét",
        r"\belvétve\b": "elbukva",
        r"\b(?:igazolja magát|próbálja újra)": "tegeződünk",
        r"(?<=\w) …": "…",
        r"\ba\(z\)": "a, az",
        r"pontlap": "pontozólap",
        r"klubjátékos": "haladó",
        r"kifutott az időből": "lejárt",
        r"\brekord": "felvétel",
    },
    "ja": {
        r"コントラクト": "目標",
        r"ブラウザー": "ブラウザ",
        r"顔": "アイコン",
        r"双子": "同色同数",
        r"\}つ": "個",
        r"対局|試合": "対戦",
        r"棋譜": "記録",
        r"配札|配り(?![方直、ま])": "ディール",
        r"ディーラー": "親",
        r"審判": "判定者",
        r"サインイン": "ログイン",
        r"統計": "成績",
        r"得点表": "スコアシート",
        r"プロフィール": "マイページ",
        r"駒": "カード、ダイス、ピース",
        r"打[たちってつ]": "プレイする",
        r"レート(?!戦)": "レーティング",
        r"(?<=\w) …": "…",
    },
}
"""Words that must not be used, each with the term. Case does not matter."""


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
            if found := re.search(word, shown, re.IGNORECASE):
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
