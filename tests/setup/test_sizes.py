"""One table of sizes, in docs/install.md, holds for everything that people load."""

import json
import re
from collections.abc import Iterable
from pathlib import Path

import pytest

from nokosu.server.http.built_files import FOLDER, LISTED, WEIGHTS
from tests.release import image
from tools.release.notes import MOST_MB

DOCUMENT = Path(__file__).parents[2] / "docs/install.md"
ROW = re.compile(r"^\| (.+?) \| ([\d.]+) MB \|", re.MULTILINE)
NAMES = ("the game in the browser", "the network", "a wheel", "the container image")
MOST = {name: float(most) for name, most in ROW.findall(DOCUMENT.read_text("utf-8"))}


def transfer_mb(names: Iterable[str]) -> float:
    """What a browser loads for these files, compressed where they are."""
    packed = [(FOLDER / f"{name}.br", FOLDER / name) for name in names]
    return sum(next(path for path in both if path.exists()).stat().st_size for both in packed) / 1e6


def test_the_table_says_what_releases_and_images_refuse() -> None:
    assert tuple(MOST) == NAMES
    assert (MOST["a wheel"], MOST["the container image"]) == (MOST_MB, image.MOST_MB)


def test_the_network_is_small_enough() -> None:
    assert WEIGHTS.stat().st_size / 1e6 <= MOST["the network"]


@pytest.mark.skipif(not (FOLDER / LISTED).exists(), reason="the web client is not built: make setup")
def test_what_a_browser_loads_is_small_enough() -> None:
    listed = json.loads((FOLDER / LISTED).read_text("utf-8"))
    without = transfer_mb(listed["files"])
    assert without < transfer_mb([*listed["files"], *listed["python"]]) <= MOST["the game in the browser"]
