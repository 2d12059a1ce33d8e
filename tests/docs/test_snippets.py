"""Every Python snippet of the documents passes `mypy --strict`, as a user would run it."""

from __future__ import annotations

import doctest
import subprocess
import sys
from pathlib import Path

from tests.docs.test_doc_examples import DOCUMENTS, ROOT, blocks

EXAMPLES = [ROOT / "src/nokosu/bots/starters/bot.py", ROOT / "examples/client.py"]
WITHOUT_STUBS = ("pyspiel", "pettingzoo", "stable_baselines3", "torch", "matplotlib")
"""Libraries that users may have and that are not needed to check our own types."""


def snippets(document: Path) -> str:
    """The Python of a page in its order, without prompts and answers."""
    code = []
    for block in blocks(document.read_text("utf-8"), "python"):
        shown = doctest.DocTestParser().get_examples(block)
        code.append("".join(example.source for example in shown) if shown else block)
    return "\n".join(code)


def checked(folder: Path, files: list[Path]) -> str:
    """What mypy says, one line per fault; nothing but its summary if there is none."""
    settings = folder / "mypy.ini"
    without = "".join(f"[mypy-{name}.*]\nignore_missing_imports = True\n" for name in WITHOUT_STUBS)
    settings.write_text(f"[mypy]\nstrict = True\nfollow_imports = silent\n{without}")
    cache = str(ROOT / ".mypy_cache/docs")
    command = [sys.executable, "-m", "mypy", "--config-file", str(settings), "--cache-dir", cache]
    done = subprocess.run([*command, *map(str, files)], capture_output=True, text=True, check=False, cwd=folder)
    return done.stdout + done.stderr


def test_every_documented_snippet_passes_mypy_strict(tmp_path: Path) -> None:
    files = []
    for document in DOCUMENTS:
        if code := snippets(document):
            name = "_".join(document.relative_to(ROOT).with_suffix("").parts).replace("-", "_")
            files.append(tmp_path / f"{name}.py")
            files[-1].write_text(code)
    assert len(files) > 6
    wrong = tmp_path / "planted.py"
    wrong.write_text("import nokosu\ndef bot(view: int) -> str:\n    return 'pass'\nnokosu.play(bot, players=3)\n")
    said = checked(tmp_path, [*files, *EXAMPLES, wrong]).splitlines()
    faults = [line for line in said if "error:" in line]
    assert [line for line in faults if line.startswith("planted.py:4")], "a bot of the wrong type is found"
    assert [line for line in faults if not line.startswith("planted.py")] == []
