"""Bots to start from, one per language; `nokosu bot-new` copies one."""

from __future__ import annotations

import re
from importlib import resources
from pathlib import Path
from typing import Final

from nokosu.bots.base import BotError

LANGUAGES: Final = {"python": "bot.py", "node": "bot.mjs", "shell": "bot.sh"}
"""The file of each language."""
_NAME: Final = re.compile(r"starter \(\w+\)")
"""How a starter calls itself; a new bot is called like its folder."""


def write_starter(folder: Path, language: str) -> Path:
    """Write the bot of a language into a new folder; return its file. BotError if there is something already."""
    file = folder / LANGUAGES[language]
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise BotError(f"{folder} exists and is not an empty folder")
    folder.mkdir(parents=True, exist_ok=True)
    program = resources.files(__package__).joinpath(file.name).read_text("utf-8")
    called = "".join(sign for sign in folder.resolve().name if sign.isalnum() or sign in " ._-")
    file.write_text(_NAME.sub(called or "starter", program), "utf-8")
    file.chmod(0o755)
    return file
