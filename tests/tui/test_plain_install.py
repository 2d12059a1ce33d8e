"""What `pip install nokosu` brings, without any extra: a whole match in the full-screen game."""

import subprocess
import sys
from pathlib import Path

import pytest

MATCH = """
import asyncio, os, sys
sys.modules["msgspec"] = None
from nokosu.wire import plain
{planted}
from nokosu.tui.screens.app import Game
from tests.tui.pilot import game, play_out, wish
Game._handle_exception = lambda *_: os._exit(3)  # Textual would wait for a long time

async def main() -> None:
    app = game(wish("first", 3))
    async with app.run_test(size=(80, 24)) as pilot:
        table = await play_out(app, pilot, "keys")
        assert table.model.outcome is not None

asyncio.run(main())
"""
# Values of a mapping stay as JSON has them: reasons are then no reasons.
PLANTED = """
read = plain._read
plain._read = lambda value, kind: value if plain.get_origin(kind) is dict else read(value, kind)
"""


@pytest.mark.parametrize("planted", ["", PLANTED], ids=["as it is", "planted"])
def test_a_match_without_any_extra(planted: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NOKOSU_HOME", str(tmp_path))
    command = [sys.executable, "-c", MATCH.format(planted=planted)]
    done = subprocess.run(command, cwd=Path(__file__).parents[2], capture_output=True, text=True, check=False)
    assert done.returncode == (3 if planted else 0), done.stderr


def test_joining_a_table_names_its_extra() -> None:
    program = "import sys; sys.modules['websockets'] = None; from nokosu.cli import main; main()"
    command = [sys.executable, "-c", program, "play", "--join", "https://nokosu.example/t/x"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 3
    assert (
        done.stderr == "Error: play --join needs websockets, which is not installed: pip install 'nokosu[terminal]'\n"
    )
