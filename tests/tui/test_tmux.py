"""A real terminal: start, a draft by keys, resize in the middle of a round, `kill -9`, continue, play to the end.

Two people at its keyboard leave nothing secret in it.
"""

import os
import re
import signal
from pathlib import Path

import pytest

from tests.night import NIGHTLY
from tests.tui.tmux import Tmux

MATCH = ("--players", "3", "--rounds", "1", "--bot", "bruno", "--seed", "1", "--pace", "instant", "--no-motion")

CARD = re.compile(r"(?<![A-Za-z0-9])[RBGYP][0-7](?![A-Za-z0-9])")
"""A card; in the draft, dice at seats are written alike."""


@pytest.mark.skipif(not NIGHTLY, reason="needs tmux: make nightly")
def test_a_match_in_a_real_terminal(tmp_path: Path) -> None:
    with Tmux(tmp_path, 80, 24, "play", *MATCH) as tmux:
        tmux.until(lambda shown: "Your turn: pick 1 of 3." in shown)
        tmux.until(lambda shown: "trick 1 of 12" in shown and "Your turn" in shown, nudge="Enter")
        small = tmux.screen()
        tmux.resize(120, 40)
        wide = tmux.until(lambda shown: "Scores" in shown)
        assert max(map(len, wide.splitlines())) > 100
        tmux.resize(60, 20)
        tmux.resize(80, 24)
        tmux.until(lambda shown: shown == small)
        os.kill(tmux.process, signal.SIGKILL)
    with Tmux(tmp_path, 80, 24, "play", "--continue") as tmux:
        tmux.until(lambda shown: "trick" in shown and "Your turn" in shown)
        tmux.until(lambda shown: "Rematch" in shown, nudge="Enter")
        # A key that is held down does not leave the result.
        tmux.press("Enter", "Enter", "Space")
        tmux.press("v")
        tmux.until(lambda shown: "Cards dealt, dice rolled." in shown)
        tmux.press("q")
        tmux.until(lambda shown: "New match" in shown)


@pytest.mark.skipif(not NIGHTLY, reason="needs tmux: make nightly")
def test_H1_nothing_secret_stays_in_the_scroll_back(tmp_path: Path) -> None:
    people = ("--person", "Ann", "--person", "Bea")
    with Tmux(tmp_path, 80, 24, "play", *people, *MATCH) as tmux:
        tmux.stay()
        tmux.until(lambda shown: "plays next" in shown)
        tmux.press("Enter")
        # The hand is open, and the check sees it.
        assert CARD.findall(tmux.until(lambda shown: "Your turn" in shown))
        tmux.press("Enter")
        tmux.until(lambda shown: "plays next" in shown)
        assert not CARD.findall(tmux.scroll_back())
        tmux.press("Enter")
        tmux.until(lambda shown: "Your turn" in shown)
        tmux.press("q")
        tmux.until(lambda shown: "The match is saved." in shown)
        assert not CARD.findall(tmux.scroll_back())
