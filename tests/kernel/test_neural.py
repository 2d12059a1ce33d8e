"""The network that comes with the package: it fits this version, answers legally, and plays well."""

import hashlib
import json
import os
import subprocess
import sys
from importlib import resources

from nokosu import editions
from nokosu.arena.statistics import clustered
from nokosu.bots.neural.layout import layout_digest
from nokosu.bots.neural.weights import shipped
from nokosu.bots.play import play_match
from nokosu.bots.registry import make
from nokosu.core.match import Match
from nokosu.core.stream import Stream, seed_from_number
from nokosu.core.view import view

FOLDER = resources.files("nokosu.bots.neural")


def test_the_weights_fit_and_say_where_they_came_from() -> None:
    data = FOLDER.joinpath("weights.bin").read_bytes()
    about = json.loads(FOLDER.joinpath("weights.json").read_text("utf-8"))
    assert len(data) <= 8_000_000
    assert json.loads(data.partition(b"\n")[0])["layout"] == layout_digest()
    assert about["sha256"] == hashlib.sha256(data).hexdigest()
    assert shipped().about["decisions"] == about["decisions"]


def test_it_answers_legally_by_every_edition() -> None:
    bot = make("neural")
    for name, players in editions.pairs():
        match = Match.start(editions.ruleset(name, players, rounds=1), seed=bytes(32))
        while not match.over:
            assert match.to_act is not None
            seen = view(match, match.to_act)
            assert seen.legal
            action = bot.choose(seen, Stream(bytes(32), "test"))
            assert action in seen.legal
            match = match.apply(action)


_ROUND = """
from nokosu import editions
from nokosu.bots.play import play_match
from nokosu.bots.registry import make
from nokosu.core.stream import seed_from_number

ruleset = editions.ruleset("second", 4, rounds=1)
record = play_match(ruleset, seed_from_number(6), [make("neural") for _ in range(4)])
print(record.rounds, record.substitutions)
"""


def test_it_plays_the_same_without_the_kernel() -> None:
    with_kernel, without = (
        subprocess.run(
            [sys.executable, "-c", _ROUND], env=os.environ | extra, check=True, capture_output=True, text=True
        ).stdout
        for extra in ({}, {"NOKOSU_NO_KERNEL": "1"})
    )
    assert with_kernel == without


def test_it_plays_better_than_the_greedy_player() -> None:
    ruleset = editions.ruleset("second", 4, rounds=1)
    margins: dict[int, list[float]] = {}
    for deal in range(8):
        for seat in range(4):
            specs = ["greedy"] * 4
            specs[seat] = "neural"
            points = play_match(ruleset, seed_from_number(5, "neural", deal), [make(spec) for spec in specs]).totals
            assert points is not None
            margins.setdefault(deal, []).append(points[seat] - (sum(points) - points[seat]) / 3)
    found = clustered(margins)
    assert found.low is not None
    assert found.low > 0
