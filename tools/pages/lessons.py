"""The numbers and pictures of docs/playing-well.md, from what bench/lessons.py counted and found."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

import nokosu
from nokosu.core.notation import parse_piece
from nokosu.core.pieces import Piece
from tools.pages import DOCS, numbers, renewed, table

PAGE: Final = DOCS / "playing-well.md"
PICTURES: Final = "images/lessons"
RARE: Final = 60
"""Rows with fewer seats than this are left out: their numbers would be mostly chance."""
KINDS: Final = {
    "twin": "the twin of the trump die",
    "trump number": "other pieces with the trump die’s number",
    "high trump": "trumps by colour, 5 to 7",
    "low trump": "trumps by colour, 0 to 4",
    "high": "6s and 7s without trump",
    "middle": "3s to 5s without trump",
    "low": "0s to 2s without trump",
}
ASKED: Final = {
    "hand": "The first pick of a round",
    "take": "The second pick of three",
    "spread": "The third pick of three",
    "trumps": "Two dice are left: the one that you leave makes the trumps",
    "zero": "The third pick, with both kinds of dice in the middle",
    "equal": "The last piece of a trick",
    "lead": "You lead",
    "duck": "You can win this trick, or not",
    "throw": "Two dice are left, and one of them will be played",
    "break": "Late in a round",
}
"""What is to be decided in each position."""
VERBS: Final = {"play": "playing", "take": "taking", "zero": "aiming for zero and removing"}


def percent(share: float) -> str:
    """Return a share as people say it."""
    return f"{share:.0%}"


def of_a_hundred(share: float) -> str:
    """Return a chance as a number of times in a hundred."""
    return f"{100 * share:.0f}"


def signed(number: float) -> str:
    """Return a number with its sign."""
    return f"{number:+.1f}".replace("-", "−")


WORTH: Final = {"chance": of_a_hundred, "margin": signed}


def spoken(piece: Piece) -> str:
    """Return a piece in words."""
    return f"{piece.colour.name.lower()} {piece.number}{' die' if piece.is_die else ''}"


def done(text: str) -> str:
    """Return an action in words: what somebody does with which piece."""
    verb, piece = text.split(" ")
    return f"{VERBS[verb]} the {spoken(parse_piece(piece))}"


def position(lesson: str, data: dict[str, Any]) -> str:
    """Return the picture of a lesson's position and what the champion says about it."""
    found = {each["lesson"]: each for each in data["positions"]}[lesson]
    best, other = ({**found[each], "does": done(found[each]["action"])} for each in ("best", "other"))
    times, margins = ([said(each[name]) for each in (best, other)] for name, said in WORTH.items())
    if lesson == "break":
        said = (
            f"You hit your target as often either way ({times[0]} and {times[1]} times in 100). But "
            f"{best['does']} is worth {margins[0]} points compared with the mean of the others, "
            f"and {other['does']} {margins[1]}."
        )
    elif lesson == "zero":
        said = (
            f"{best['does']}, you succeed {times[0]} times in 100, and it is worth {margins[0]} points compared "
            f"with the mean of the others; {other['does']} is worth {margins[1]}."
        )
    else:
        said = f"{best['does']}, you hit a target {times[0]} times in 100; {other['does']}, {times[1]} times."
    return f"![{ASKED[lesson]}]({PICTURES}/{lesson}.svg)\n\n*{ASKED[lesson]}.* {said[0].upper()}{said[1:]}\n"


def trumps(data: dict[str, Any]) -> str:
    """Return a row per number of trumps: what such a hand wins."""
    some = [row for row in data["trumps"] if row["seats"] >= RARE]
    rows = [(int(row["key"]), f"{row['tricks']:.1f}", percent(row["hit"]), f"{row['points']:.1f}") for row in some]
    each = (some[-1]["tricks"] - some[0]["tricks"]) / (some[-1]["key"] - some[0]["key"])
    counted = table(("trumps in your hand and your dice", "tricks won", "targets hit", "points"), rows)
    return f"{counted}\nEach further trump is worth about {each:.1f} tricks.\n"


def pieces(data: dict[str, Any]) -> str:
    """Return a row per kind of piece: how often it wins its trick."""
    rows = [(said, percent(data["pieces"][kind]["wins"])) for kind, said in KINDS.items()]
    return table(("piece", "wins its trick"), rows)


def dice(data: dict[str, Any]) -> str:
    """Return a row per number of different dice: targets hit."""
    return table(
        ("different numbers on your dice", "targets hit", "points"),
        [
            (int(row["key"]), percent(row["hit"]), f"{row['points']:.1f}")
            for row in data["numbers"]
            if row["seats"] >= RARE
        ],
    )


def places(data: dict[str, Any]) -> str:
    """Return a row per place in the draft."""
    named = ("first, and leads", "second", "third", "last: chooses the trump die")
    rows = [(named[int(row["key"])], percent(row["hit"]), f"{row['points']:.1f}") for row in data["place"]]
    return table(("picks", "targets hit", "points"), rows)


def zeros(data: dict[str, Any]) -> str:
    """Return what zero brought, and how often it was taken."""
    other, zero = data["zero"]
    every = zero["seats"] + other["seats"]
    pays, usual = (f"{row['points']:.1f}" for row in (zero, other))
    hits, others_hit = (percent(row["hit"]) for row in (zero, other))
    holds, held = (f"{row['trumps']:.1f} trumps and {row['high']:.1f} other 6s and 7s" for row in (zero, other))
    return (
        f"The network aimed for zero with {zero['seats']} of {every:,} hands. It won no trick with {hits} of those, "
        f"and scored {pays} points on average (95 % interval ±{zero['points_half']:.1f}); with other targets it hit "
        f"{others_hit} and scored {usual}. When the first trick began, those hands held {holds}; other hands, {held}.\n"
    )


def orders(data: dict[str, Any]) -> str:
    """Return how often each piece of a trick wins it, and how often the later of two equals does."""
    wins = [percent(row["wins"]) for _, row in sorted(data["order"].items())]
    return (
        f"The piece that is led wins {wins[0]} of tricks, the second {wins[1]}, the third {wins[2]} and the last "
        f"{wins[3]}. In {percent(data['by_equal'])} of all tricks, the winner beats its equal by being later.\n"
    )


def ways(data: dict[str, Any]) -> str:
    """Return a row per number of targets that are still possible late in a round."""
    rows = [
        (int(row["key"]), percent(row["hit"]), f"{row['points']:.1f}") for row in data["ways"] if row["seats"] >= RARE
    ]
    return table(("targets still possible, four tricks before the end", "targets hit", "points"), rows)


def others(data: dict[str, Any]) -> str:
    """Return a row per number of others who hit: what a seat scored."""
    rows = [(int(row["key"]), f"{row['points']:.1f}") for row in data["others_hit"] if row["seats"] >= RARE]
    return table(("opponents who hit theirs", "your points"), rows)


def counted(data: dict[str, Any]) -> str:
    """Return what the numbers come from."""
    every = data["all"]
    return (
        f"The tables count {data['rounds']:,} rounds of four copies of the champion’s network, edition `second`. "
        f"On average they hit {percent(every['hit'])} of their targets and score {every['points']:.1f} points.\n"
    )


def texts(data: dict[str, Any]) -> str:
    """Return all positions as text."""
    lines = (f"{each['lesson']:<7} {each['position']}\n" for each in data["positions"])
    return "```text\n" + "".join(lines) + "```\n"


TABLES: Final = {
    "worth": trumps,
    "strength": pieces,
    "numbers": dice,
    "places": places,
    "zeros": zeros,
    "order": orders,
    "ways": ways,
    "others": others,
    "counted": counted,
    "texts": texts,
}


def page(old: str) -> str:
    """Return the page with its numbers, pictures and positions renewed."""
    data = numbers("lessons")
    parts = {name: made(data) for name, made in TABLES.items()}
    return renewed(old, "lessons", parts | {f"position {each}": position(each, data) for each in ASKED})


def pictures() -> dict[Path, str]:
    """Return the picture of every position."""
    return {
        DOCS / PICTURES / f"{each['lesson']}.svg": nokosu.position(each["position"]).view().svg()
        for each in numbers("lessons")["positions"]
    }
