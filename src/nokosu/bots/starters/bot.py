#!/usr/bin/env python3
"""A bot for Nokosu Dice in Python: make it better.

nokosu bot-check ./bot.py
nokosu arena --bot ./bot.py --bot random --rounds 200

It speaks the protocol of docs/bot-protocol.md with nothing but the standard library. Every question holds the whole
table as your seat sees it and the actions that are allowed, so there is nothing to remember and no rule to know.
"""

import json
import sys
from typing import Any

View = dict[str, Any]


def draft(view: View, legal: list[str]) -> str:
    """Take a die whose number is near your share of the tricks: it is the number that you will have to hit."""
    hand, players = view["hand"], view["ruleset"]["players"]
    tricks = len(hand) + 2  # cards, and the dice that you will play
    wanted = tricks / players
    takes = [action for action in legal if action.startswith("take ")]
    return min(takes, key=lambda action: abs(number(action) - wanted))


def declare(view: View, legal: list[str]) -> str:
    """Zero pays well, but only low hands come through."""
    if sum(number(card) for card in view["hand"]) <= 2 * len(view["hand"]):
        return max(legal[1:], key=number)  # return the highest die
    return "pass"


def play(view: View, legal: list[str]) -> str:
    """While a die in front of you asks for more tricks play high, otherwise low; throw away dice that are dead."""
    seat = view["seat"]
    won = view["won"][seat]
    targets = [0] if view["zero"][seat] else [number(die) for die in view["dice"][seat]]
    dead = [action for action in legal if " d" in action and number(action) < won]
    if dead and not view["zero"][seat]:
        return dead[0]
    wants_more = won not in targets and any(target > won for target in targets)
    trump = view["trump"]

    def power(action: str) -> int:
        """Trumps beat the rest: the trump die's colour or its number."""
        piece = action.split()[1].lstrip("d")
        is_trump: bool = piece[0] == trump[1] or piece[1] == trump[2]
        return 10 * is_trump + number(action)

    return max(legal, key=power) if wants_more else min(legal, key=power)


def number(text: str) -> int:
    """Return the number on a piece: 4 in "play dB4"."""
    return int(text[-1])


def main() -> None:
    """Read one line, answer with one line, flushed."""
    phases = {"draft": draft, "declare": declare, "play": play}
    for line in sys.stdin:
        message = json.loads(line) if line.strip() else {}
        kind = message.get("type")
        if kind == "hello":
            answer = {"type": "ready", "name": "starter (Python)"}
        elif kind == "act":
            view = message["view"]
            answer = {"id": message["id"], "action": phases[view["phase"]](view, message["legal"])}
        elif kind == "end":
            break
        else:
            continue
        print(json.dumps(answer), flush=True)


if __name__ == "__main__":
    main()
