"""A round from the game's description, typed in as a deal given by hand: engine and description agree."""

from typing import Any

from nokosu import editions
from nokosu.core.view import view
from nokosu.record import Record, from_json, match_at, verify
from nokosu.wire.views import view_to_json

DEAL: dict[str, Any] = {
    "dealer": 1,
    "removed_colour": "P",
    "cards": [
        ["R3", "R5", "B1", "B2", "B6", "G0", "G5", "G6", "Y0"],
        ["R0", "B3", "G1", "G2", "G3", "G4", "Y2", "Y4", "Y5"],
        ["R1", "R2", "R4", "R6", "B4", "B5", "Y1", "Y3", "Y6"],
    ],
    "aside": ["B0"],
    "drawn": [["dY3"], ["dB2"], ["dR6"]],
    "pool": ["dR1", "dR5", "dR5", "dB2", "dB5", "dG4", "dG5", "dG6", "dY1", "dY2"],
}
DRAFT: list[dict[str, Any]] = [
    {"seat": 2, "take": "dB2"},
    {"seat": 0, "take": "dR5"},
    {"seat": 1, "take": "dY2"},
    {"seat": 2, "take": "dG6"},
    {"seat": 0, "take": "zero", "discard": "dG5"},
    {"seat": 1, "take": "dG4"},
    {"seat": 2, "take": "dB5"},
    {"seat": 0, "take": "dY1"},
    {"seat": 1, "take": "dR5"},
]
TRICKS = """
    2 Y1 R5 R0 2 / 2 dB2 B2 dB2 1 / 1 Y2 Y6 Y0 2 / 2 B4 B6 B3 0 / 0 G6 G2 dG6 2 / 2 Y3 dY3 Y4 1 /
    1 G4 R4 G0 2 / 2 R6 R3 dR5 2 / 2 B5 dY1 Y5 0 / 0 dR5 G1 R1 2 / 2 dB5 G5 G3 2 / 2 R2 B1 dY2 0
"""
RULES = {"edition": "second", "players": 3, "rounds_override": None, "removed_colour": None}


def tricks() -> list[dict[str, Any]]:
    rows = (row.split() for row in TRICKS.split("/"))
    return [{"leader": int(leader), "plays": plays, "winner": int(winner)} for leader, *plays, winner in rows]


def example(rounds: int | None) -> Record:
    """The round alone as a whole match, or as the first of more."""
    played = {
        "draft": DRAFT,
        "trump": "dR1",
        "declarations": [],
        "tricks": tricks(),
        "leftover": [None, "dG4", "dR6"],
        "won": [3, 2, 7],
        "scores": [3, 2, 7],
    }
    return from_json(
        {
            "format": "nokosu-record/1",
            "ruleset": RULES
            | {"rounds_override": rounds, "digest": editions.ruleset("second", 3, rounds=rounds).digest},
            "seats": [{"name": "Ann"}, {"name": "Club", "bot": "club"}, {"name": "Bea"}],
            "seed": None,
            "status": "finished" if rounds else "abandoned",
            "rounds": [DEAL | played],
            **({"totals": [3, 2, 7], "winners": [2]} if rounds else {}),
        }
    )


def test_plays_winners_and_scores_of_the_round_agree() -> None:
    assert verify(example(1)) is None
    assert match_at(example(1)).winners == (2,)


def test_it_may_be_the_first_of_four_rounds() -> None:
    assert verify(example(None)) is None
    match = match_at(example(None))
    assert match.scores == ((3, 2, 7),)
    assert match.ruleset.rounds == 4


def test_a_seats_view_in_the_second_trick() -> None:
    match = match_at(example(None), 0, len(DRAFT) + 3 + 1)
    assert view_to_json(view(match, 0)) == {
        "seat": 0,
        "ruleset": RULES,
        "round": 0,
        "rounds": 4,
        "dealer": 1,
        "removed_colour": "P",
        "phase": "play",
        "to_act": 0,
        "hand": ["R3", "B1", "B2", "B6", "G0", "G5", "G6", "Y0"],
        "cards_left": [8, 8, 8],
        "drawn": DEAL["drawn"],
        "pool_rolled": DEAL["pool"],
        "pool": ["dR1"],
        "zero_dice_left": 1,
        "trump": "dR1",
        "dice": [["dR5", "dY1", "dY3"], ["dR5", "dB2", "dG4", "dY2"], ["dR6", "dB5", "dG6"]],
        "zero": [True, False, False],
        "draft": DRAFT,
        "declarations": [],
        "tricks": tricks()[:1],
        "trick": {"leader": 2, "plays": ["dB2"]},
        "won": [0, 0, 1],
        "scores": [],
        "totals": [0, 0, 0],
        "legal": ["play B2", "play B6"],
    }
