"""A bug in every match of a check is one traceback on standard error."""

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]


def test_equal_tracebacks_are_shown_once(tmp_path: Path) -> None:
    program = tmp_path / "bot.py"
    code = (
        (ROOT / "src/nokosu/bots/starters/bot.py")
        .read_text()
        .replace("    hand, players =", "    1 / 0\n    hand, players =")
    )
    program.write_text(code)
    command = [sys.executable, "-c", "from nokosu.cli import main; main(prog_name='nokosu')", "bot-check", str(program)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert done.stderr.count("ZeroDivisionError") == 1
    assert done.stdout.count("Legal actions") <= 1
