"""What the web client takes from core as data: the editions, the rule book, the tutorial's positions and test vectors.

The client holds no rules. Its two exceptions, the score pad's arithmetic and the fairness checker, are tested
with the vectors that are written here; so is the choice of opponents at a person's level.
"""

import json
from dataclasses import asdict
from pathlib import Path
from typing import Final

import msgspec

from nokosu import editions, locale
from nokosu.bots import levels, own_level
from nokosu.bots.characters import CHARACTERS
from nokosu.core.actions import Action
from nokosu.core.contract import Contract
from nokosu.core.deal import deal, first_dealer
from nokosu.core.match import Match
from nokosu.core.pieces import Colour, die
from nokosu.core.scoring import score_round, winners
from nokosu.core.stream import Stream, seed_from_number
from nokosu.local.bots import levels as levels_here
from nokosu.local.bots import network_levels
from nokosu.local.offer import offer
from nokosu.pictures.faces import PEOPLE
from nokosu.puzzles import book
from nokosu.record import SeatInfo, record_of, to_json
from nokosu.record.fairness import commitment, fairness_of, seed_from
from nokosu.wire.views import texts
from tools.rulebook.web import web_book
from tools.web_texts import write_if_new
from tools.web_tutorial import tutorial

Json = dict[str, object]
SCORED_ROUNDS: Final = 12


def write_data(target: Path, *, kernel: bool) -> None:
    """Write all files under `target`, for devices with the kernel or without; unchanged files keep their times."""
    files = {
        "bots": bot_texts(),
        "editions": edition_numbers(),
        # Whether each level of a device needs the kernel; which need the network's weights as well.
        "levels": {name: name not in levels_here(kernel=False) for name in levels_here(kernel=kernel)},
        "network-levels": network_levels(),
        "offer": msgspec.to_builtins(offer(list(locale.languages()), kernel=kernel)),
        "puzzles": puzzle_list(),
        "rules": {"blocks": web_book()},
        "tutorial": tutorial(),
        "vectors/score": score_vectors(),
        "vectors/fairness": fairness_vectors(),
        "vectors/own-level": own_level_vectors(),
    }
    for name, data in files.items():
        write_if_new(target / f"{name}.json", json.dumps(data, indent=0))


def bot_texts() -> Json:
    """Return the message ids of bots and levels: what each is called, how a character plays, what a level means.

    All faces, and what it takes to choose opponents at a person's level.
    """
    names = levels.TEXTS | {name: each.text for name, each in CHARACTERS.items()}
    characters = {name: {"line": each.line, "level": each.level} for name, each in CHARACTERS.items()}
    own = {
        "strengths": {name: each.strength for name, each in CHARACTERS.items()},
        "last": own_level.LAST,
        "fade": own_level.FADE,
        "start": CHARACTERS[own_level.START].strength,
        "start_rounds": own_level.START_ROUNDS,
    }
    return {"names": names, "characters": characters, "levels": levels.LINES, "faces": list(PEOPLE), "own_level": own}


def own_level_vectors() -> list[Json]:
    """Return matches of people, how strong these make them seem, and who then sits down with them."""
    stream = Stream(seed_from_number(1), "own level")
    everybody = list(CHARACTERS)
    found: list[Json] = []
    for number in range(24):
        played = []
        for _ in range(2 * number):
            count = 2 + stream.below(3)
            others = tuple(everybody[stream.below(len(everybody))] for _ in range(count))
            played.append(own_level.Result(others, 1 + stream.below(6), (stream.below(121) - 60) / count))
        among = everybody[stream.below(3) : len(everybody) - stream.below(4)]
        found.append(
            {
                "results": [asdict(each) for each in played],
                "strength": own_level.strength(played),
                "count": 2 + number % 3,
                "among": among,
                "opponents": own_level.opponents(played, 2 + number % 3, among),
            }
        )
    return found


def puzzle_list() -> Json:
    """Return the puzzles that ship, without their positions, and the order of the puzzles of the day."""
    entries = [(each.id, each.kind, each.theme, each.rating) for each in book.shipped()]
    return {"puzzles": entries, "daily": [each.id for each in book.daily()]}


def edition_numbers() -> Json:
    """Return the editions as the score pad, the rule book and the fairness checker need them."""
    shelf = []
    for name in editions.names():
        edition = editions.load(name)
        counts = {str(players): _numbers(name, players) for players in edition.players}
        shelf.append(
            {
                "name": name,
                "zero": edition.zero_rule.value,
                "zero_dice": edition.zero_dice,
                "tie": edition.tie_rule.value,
                "trick_points": edition.trick_points,
                "bonus": edition.bonus,
                "zero_bonus": edition.zero_bonus,
                "free_colour": edition.removed_colour_free,
                "players": counts,
            }
        )
    return {"usual": editions.DEFAULT, "editions": shelf}


def _numbers(name: str, players: int) -> Json:
    rules = editions.ruleset(name, players)
    return {
        **asdict(editions.load(name).players[players]),
        "tricks": rules.tricks,
        "aside": rules.aside,
        "cards": len(rules.colours) * (rules.highest_card + 1),
        "dice": len(rules.colours) * rules.dice_per_colour,
        "removed": rules.removed.letter if rules.removed is not None else None,
    }


def score_vectors() -> Json:
    """S1 to S4, M4, M5: rounds with the points of every seat, totals with the seats that win."""
    stream = Stream(seed_from_number(1), "score pad")
    rounds: list[Json] = []
    ties: list[Json] = []
    for name, players in editions.pairs():
        rules = editions.ruleset(name, players)
        for _ in range(SCORED_ROUNDS):
            won = _shares(stream, rules.tricks, players)
            kept = [tricks if tricks < 7 and stream.below(2) else stream.below(7) for tricks in won]
            contracts = [Contract(die(Colour.RED, number) if number else None) for number in kept]
            points = [score.total for score in score_round(rules, won, contracts)]
            rounds.append({"edition": name, "players": players, "won": won, "kept": kept, "points": points})
            totals = [20 + stream.below(2) for _ in range(players)]
            best = list(winners(rules.tie_rule, totals, contracts))
            ties.append({"edition": name, "players": players, "totals": totals, "kept": kept, "winners": best})
    return {"rounds": rounds, "ties": ties}


def _shares(stream: Stream, whole: int, parts: int) -> list[int]:
    """Split a whole number into random parts."""
    shares = [0] * parts
    for _ in range(whole):
        shares[min(stream.below(parts), stream.below(parts))] += 1
    return shares


def fairness_vectors() -> Json:
    """Promise, seed and deals for every edition and number of players, and a whole record with its proof."""
    promises: list[Json] = []
    deals: list[Json] = []
    for index, (name, players) in enumerate(editions.pairs()):
        rules = editions.ruleset(name, players)
        secret = seed_from_number(index, "secret")
        nonces = [bytes(32) if seat == 1 else seed_from_number(index, "nonce", seat) for seat in range(players)]
        seed = seed_from(secret, nonces)
        promises.append(
            {
                "secret": secret.hex(),
                "nonces": [nonce.hex() for nonce in nonces],
                "commitment": commitment(secret).hex(),
                "seed": seed.hex(),
            }
        )
        for number in (0, rules.rounds - 1):
            dealer = (first_dealer(rules, seed) + number) % players
            given = deal(rules, seed, number, dealer)
            deals.append(
                {
                    "edition": name,
                    "players": players,
                    "removed_colour": rules.removed.letter if rules.removed is not None else None,
                    "seed": seed.hex(),
                    "round": number,
                    "dealer": dealer,
                    "cards": [texts(hand) for hand in given.cards],
                    "aside": texts(given.aside),
                    "drawn": [texts(dice) for dice in given.drawn],
                    "pool": texts(given.pool),
                }
            )
    return {"promises": promises, "deals": deals, "record": _proven_record()}


def _proven_record() -> Json:
    rules = editions.ruleset(editions.DEFAULT, 3, rounds=2)
    secret, nonces = seed_from_number(7, "secret"), [seed_from_number(7, "nonce", seat) for seat in range(3)]
    match = Match.start(rules, seed_from(secret, nonces))
    stream = Stream(seed_from_number(7), "choices")
    while not match.over:
        options: tuple[Action, ...] = match.legal()
        match = match.apply(options[stream.below(len(options))])
    seats = [SeatInfo(name) for name in ("Ann", "Bea", "Cem")]
    return to_json(record_of(match, seats, fairness=fairness_of(secret, nonces)))
