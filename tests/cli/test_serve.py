"""`nokosu serve`: what an operator asks for wrongly is said in one line, before anything listens."""

import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.cli.commands import refused


@pytest.fixture
def taken() -> Iterator[str]:
    """A port at which nobody else can listen: a server that gets as far as that says so."""
    with socket.socket() as holder:
        holder.bind(("127.0.0.1", 0))
        holder.listen()
        yield str(holder.getsockname()[1])


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("--port", "99999"), "--port"),
        (("--bot", "chess"), "Unknown bot 'chess'"),
        (("--bot", "strong=chess"), "Unknown bot 'chess'"),
        (("--bot", "club", "--bot", "club=random"), "'club' appears twice"),
        (("--bot", "club:3"), "'club:3' is not a valid bot name"),
        (("--bot", "search:500ms"), "write name=bot"),
        (("--bot", "My Bot=club"), "'My Bot=club'"),
        (("--bot", "=club"), "'=club'"),
        (("--bot", "club\n=club"), "'club\\n=club'"),
        (("--bot", "mine=cmd:"), "command line"),
        (("--bot", "strong=beginner:3"), "takes no argument"),
        (("--bot-processes", "0"), "--bot-processes"),
        (("--bot-delay", "-1"), "--bot-delay"),
        (("--workers", "2"), "PostgreSQL"),
        (("--database", "mysql://x"), "postgresql://"),
        (("--database", "postgresql://["), "such as postgresql://"),
        (("--data", "x", "--database", "postgresql://x"), "not both"),
        (("--origin", "nokosu.example"), "'nokosu.example' is not an origin"),
        (("--origin", "https://nokosu.example/play"), "is not an origin"),
        (("--push-contact", "me@nokosu.example"), "start it with mailto: or https:"),
        (("--forbidden-names", "/no/where"), "/no/where"),
    ],
)
def test_what_cannot_be_is_refused_in_one_line(arguments: tuple[str, ...], said: str, taken: str) -> None:
    assert said in refused("serve", "--port", taken, *arguments)


def test_words_that_are_no_text_are_refused(tmp_path: Path, taken: str) -> None:
    words = tmp_path / "words"
    words.write_bytes(b"\xff\xfe")
    assert refused("serve", "--port", taken, "--forbidden-names", str(words)) == (
        f"Error: Cannot read {words}: it is not UTF-8 text."
    )


def test_what_can_be_gets_as_far_as_the_port(tmp_path: Path, taken: str) -> None:
    words = tmp_path / "words"
    words.write_text("rude\n", "utf-8")
    good = (
        *("--bot", "club", "--bot", "strong=greedy", "--bot", "mine=cmd:/opt/bots/mine --fast"),
        *("--origin", "https://Nokosu.example/", "--origin", "http://localhost:5173"),
        *("--push-contact", "mailto:you@nokosu.example", "--forbidden-names", str(words)),
    )
    command = [sys.executable, "-m", "nokosu", "serve", "--port", taken, "--data", str(tmp_path), *good]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == (
        f"Error: Cannot listen on localhost:{taken}: Address already in use. "
        "Choose another address with --port or --host.\n"
    )
