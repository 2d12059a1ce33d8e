"""How the table sounds: every sound is rendered to samples, and looked at.

The design (web/src/ui/sound-design.ts) needs nothing of the page, so an empty page plays it into a buffer.
"""

from __future__ import annotations

import math
import re
import subprocess
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from tools.web import tool

SOURCE = Path(__file__).parents[2] / "web/src/ui/sound-design.ts"
RATE = 22_050
SECONDS = 2
# Types are taken away by Node itself.
STRIP = (
    "process.stdout.write(require('module').stripTypeScriptTypes(require('fs').readFileSync(process.argv[1], 'utf8')))"
)
RENDER = """async ([source, name, rate, seconds]) => {
  const { schedule } = await import(URL.createObjectURL(new Blob([source], { type: "text/javascript" })));
  const context = new OfflineAudioContext(1, rate * seconds, rate);
  schedule(context.destination, name, 0);
  return [...(await context.startRendering()).getChannelData(0)];
}"""


def names() -> list[str]:
    union = re.search(r"export type SoundName = ([^;]+);", SOURCE.read_text("utf-8"))
    assert union
    return re.findall(r'"(\w+)"', union[1])


@pytest.fixture(scope="module")
def rendered(browser: Browser) -> Iterator[dict[str, list[float]]]:
    source = subprocess.run(
        [*tool("node"), "-e", STRIP, str(SOURCE)], capture_output=True, text=True, check=True
    ).stdout
    page = browser.new_page()
    yield {name: page.evaluate(RENDER, [source, name, RATE, SECONDS]) for name in names()}
    page.close()


def faults(samples: list[float]) -> list[str]:
    """What is wrong with a sound: silent, clipped, endless, ending in a click, or nothing but hiss."""
    peak = max(map(abs, samples))
    if peak < 0.02:
        return ["silent"]
    found = ["clipped"] if peak > 0.7 else []
    loud = [index for index, each in enumerate(samples) if abs(each) > 0.02 * peak]
    if loud[-1] > 1.7 * RATE:
        found.append("endless")
    if max(map(abs, samples[:8])) > 0.05 * peak:
        found.append("begins with a click")
    # How often the sign changes says how high a sound is on the whole, weighted by how loud it is there.
    heard = samples[loud[0] : loud[-1] + 1]
    energy = sum(each * each for each in heard)
    steps = sum((now - then) ** 2 for then, now in pairwise(heard))
    if math.sqrt(steps / energy) * RATE / (2 * math.pi) > 4000:
        found.append("hisses")
    return found


def test_no_sound_clips_hisses_or_lasts(rendered: dict[str, list[float]]) -> None:
    assert len(rendered) == 9
    assert {name: faults(samples) for name, samples in rendered.items() if faults(samples)} == {}


def test_planted_faults_are_heard(rendered: dict[str, list[float]]) -> None:
    good = rendered["turn"]
    hiss = [(-1) ** index * 0.3 if 100 < index < 9000 else 0.0 for index in range(len(good))]
    assert faults([0.0] * len(good)) == ["silent"]
    assert "clipped" in faults([each * 20 for each in good])
    assert "endless" in faults([0.3 * math.sin(index / 8) for index in range(len(good))])
    assert "begins with a click" in faults([0.5, *good])
    assert "hisses" in faults(hiss)
