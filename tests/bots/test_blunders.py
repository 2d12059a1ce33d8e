"""Stupid moves: each kind names them in a position, finds none in a harmless one, and good players avoid them."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from pathlib import Path

import pytest

from nokosu.bots.blunders import KINDS, sensible, stupid_moves
from nokosu.bots.certain import sure_plays
from nokosu.bots.club.club import Club
from nokosu.bots.registry import make
from nokosu.core.actions import Action
from nokosu.core.notation import parse_action
from nokosu.core.stream import Stream, seed_from_number
from nokosu.core.view import View, view
from nokosu.kernel.endgame import solve
from nokosu.record.position_reader import parse_position
from tests.bots.club_views import situations

FILE = Path(__file__).parent / "stupid.toml"
GOOD_PLAYERS = ("club", "search:30", "neural", "champion:4")

LONG_PROOF = (
    "nokosu/1 second/5,rounds=1 dealer:1 seat:4 hands:?/?/?/?/B456 dice:dG3dY4/dR3dB6/dR2/-/dG3 pool:dB3 draft:dR2,ze"
    "ro-dG4,dG2,dP1,zero-dG6,dP1,dY6,dG3,dY4,dB6,dY4,dB5,dY5,dY5,dB3 tricks:R7,R5,dR5,R4,R0/G5,G4,G7,G0,G6/dY5,dY5,Y1"
    ",dY4,Y2/R2,P6,R6,R1,dG2/Y5,dY6,P4,Y6,Y3/G1,dP1,Y7,G3,R3/dP1,B7,P5,P7,P3/B1,B3,dB3,dR3,dB5/G2,B0,dP6"
)
"""The blue 4 and the blue 5 are sure, which takes nearly 10,000 steps to prove; the network likes the blue 6."""
OPEN_CARDS = (
    "nokosu/1 second/3,rounds=1 dealer:0 seat:0 hands:B6/?/? aside:? dice:dR6dB5/dY4/dY5 pool:dB6 draft:zero-dR2,dB3,"
    "dG4,dY4,dY5,dB5,dG1,dB6,dR6 tricks:R0,dR2,R4/R5,dY4,R1/Y3,Y2,Y4/Y0,dG3,Y1/G0,G5,G1/R3,R2,B2/dG1,G3,dG4/B4,B5,dB6"
    "/G4,B0,G2/B1,Y6,G6/dB3"
)
"""In every world something makes the contract with open cards, but nothing does in all of them."""


@dataclass(frozen=True)
class Situation:
    """A position from `bench/stupid.py --positions`, with what would be stupid there."""

    kind: str
    seen: View
    stupid: frozenset[Action]


def read() -> list[Situation]:
    found = []
    for row in tomllib.loads(FILE.read_text("utf-8"))["situation"]:
        match = parse_position(row["at"]).match(Stream(seed_from_number(1), "position"))
        assert match.to_act is not None
        stupid = frozenset(parse_action(text, match.round.phase) for text in row["stupid"])
        found.append(Situation(row["kind"], view(match, match.to_act), stupid))
    return found


SITUATIONS = read()


def test_every_kind_has_a_position_in_which_it_happens() -> None:
    assert {each.kind for each in SITUATIONS} == set(KINDS)
    for each in SITUATIONS:
        assert stupid_moves(each.seen)[each.kind] == each.stupid


@pytest.mark.parametrize("name", GOOD_PLAYERS)
def test_good_players_avoid_them(name: str) -> None:
    bot = make(name)
    for each in SITUATIONS:
        assert bot.choose(each.seen, Stream(bytes(32), "stupid")) not in each.stupid


def test_a_player_without_the_guard_is_found_out() -> None:
    bot = Club()
    assert any(bot.choose(each.seen, Stream(bytes(32), "stupid")) in each.stupid for each in SITUATIONS)


def test_something_sensible_is_always_left() -> None:
    for _, seen in situations(2):
        left = sensible(seen)
        assert left
        assert set(left) <= set(seen.legal or ())


def test_a_contract_that_is_sure_is_not_given_up() -> None:
    given_up = 0
    for _, seen in situations(2):
        sure = sure_plays(seen)
        if sure and len(sure) < len(seen.legal or ()):
            assert set(sensible(seen)) <= sure
            assert make("nori").choose(seen, Stream(bytes(32), "sure")) in sure
            given_up += Club().choose(seen, Stream(bytes(32), "sure")) not in sure
    assert given_up, "a player without the guard is found out"


def test_a_long_proof_is_found() -> None:
    seen = parse_position(LONG_PROOF).seen
    assert {str(action) for action in sure_plays(seen)} == {"play B4", "play B5"}
    assert make("nori").choose(seen, Stream(bytes(32), "sure")) in sure_plays(seen)


def test_what_takes_open_cards_is_not_sure() -> None:
    seen = parse_position(OPEN_CARDS).seen
    assert any(line.made > 1 - 1e-9 for line in solve(seen, method="paranoid").lines)
    assert not sure_plays(seen)


def test_nothing_is_sure_too_early_or_among_too_many_worlds() -> None:
    seen = next(seen for _, seen in situations(2) if sure_plays(seen))
    assert not sure_plays(seen, last=0)
    assert not sure_plays(seen, worlds=0)
    assert not sure_plays(seen, ())
