"""docs/fairness.md against itself and against the engine.

The procedure is written here a second time, from the document alone and with nothing but hmac and hashlib,
so that document, vectors and engine can only agree if all three are right.
"""

import hashlib
import hmac
import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from nokosu import editions
from nokosu.core.deal import deal as core_deal
from nokosu.core.deal import first_dealer as core_first_dealer
from nokosu.core.pieces import Colour
from nokosu.core.ruleset import Ruleset
from nokosu.core.stream import Stream

DOCUMENT = Path(__file__).parents[2] / "docs" / "fairness.md"
VECTORS: dict[str, Any] = json.loads(
    re.findall(r"^```json\n(.*?)^```$", DOCUMENT.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)[0]
)
COLOURS = "RBGYP"


def key(seed: str, name: list[str | int]) -> bytes:
    text = "nokosu/1/" + "/".join(str(part) for part in name)
    return hmac.digest(bytes.fromhex(seed), text.encode("ascii"), hashlib.sha256)


def block(stream_key: bytes, number: int) -> bytes:
    return hmac.digest(stream_key, number.to_bytes(8, "big"), hashlib.sha256)


def words(seed: str, name: list[str | int]) -> Iterator[int]:
    stream_key, number = key(seed, name), 0
    while True:
        octets = block(stream_key, number)
        yield from (octets[at] * 256 + octets[at + 1] for at in range(0, 32, 2))
        number += 1


def below(source: Iterator[int], n: int) -> int:
    limit = 65536 - 65536 % n
    return next(word for word in source if word < limit) % n


def shuffled(source: Iterator[int], things: list[Any]) -> list[Any]:
    result = list(things)
    for i in range(len(result) - 1, 0, -1):
        j = below(source, i + 1)
        result[i], result[j] = result[j], result[i]
    return result


def by_colour(pieces: list[str]) -> list[str]:
    return sorted(pieces, key=lambda piece: (COLOURS.index(piece[-2]), piece[-1]))


def dealer_of(seed: str, players: int, round_index: int) -> int:
    return (below(words(seed, ["dealer"]), players) + round_index) % players


def deal(seed: str, players: int, removed: str | None, dice_of_a_colour: int, round_index: int) -> dict[str, Any]:
    hand_size, dice_each, middle = {3: (9, 1, 10), 4: (10, 2, 13), 5: (8, 1, 16)}[players]
    highest = 6 if players == 3 else 7
    colours = [colour for colour in COLOURS if colour != removed]
    dealer = dealer_of(seed, players, round_index)
    source = words(seed, ["deal", round_index])
    deck = shuffled(source, [f"{colour}{n}" for colour in colours for n in range(highest + 1)])
    bag = [colour for colour in colours for _ in range(dice_of_a_colour)]

    def rolled(count: int) -> list[str]:
        dice = []
        for _ in range(count):
            colour = bag.pop(below(source, len(bag)))
            dice.append(f"d{colour}{below(source, 6) + 1}")
        return by_colour(dice)

    order = [(dealer + 1 + step) % players for step in range(players)]
    hands = {seat: by_colour(deck[step * hand_size : (step + 1) * hand_size]) for step, seat in enumerate(order)}
    drawn = {seat: rolled(dice_each) for seat in order}
    return {
        "dealer": dealer,
        "cards": [hands[seat] for seat in range(players)],
        "aside": deck[players * hand_size :],
        "drawn": [drawn[seat] for seat in range(players)],
        "pool": rolled(middle),
    }


def described(vector: dict[str, Any]) -> dict[str, Any]:
    """The deal that a vector asks for, with the vector's own keys."""
    asked = {name: vector[name] for name in ("seed", "players", "removed", "dice of a colour", "round")}
    return asked | deal(*asked.values())


@pytest.mark.parametrize("vector", VECTORS["streams"])
def test_the_streams_of_the_document(vector: dict[str, Any]) -> None:
    seed, name = vector["seed"], vector["name"]
    assert key(seed, name).hex() == vector["key"]
    assert block(key(seed, name), 0).hex() == vector["block 0"]
    assert block(key(seed, name), 1).hex() == vector["block 1"]
    source = words(seed, name)
    assert [next(source) for _ in vector["words"]] == vector["words"]
    engine = Stream(bytes.fromhex(seed), *name)
    assert [engine.below(65536) for _ in vector["words"]] == vector["words"]


@pytest.mark.parametrize("vector", VECTORS["below"])
def test_the_draws_of_the_document(vector: dict[str, Any]) -> None:
    source = words(vector["seed"], vector["name"])
    assert [below(source, n) for n in vector["n"]] == vector["drawn"]
    engine = Stream(bytes.fromhex(vector["seed"]), *vector["name"])
    assert [engine.below(n) for n in vector["n"]] == vector["drawn"]


def test_some_draw_of_the_document_throws_words_away() -> None:
    vector = VECTORS["below"][1]
    source = words(vector["seed"], vector["name"])
    unfiltered = [next(source) % n for n in vector["n"]]
    assert unfiltered != vector["drawn"]


@pytest.mark.parametrize("vector", VECTORS["shuffle"])
def test_the_shuffles_of_the_document(vector: dict[str, Any]) -> None:
    numbers = list(range(vector["size"]))
    assert shuffled(words(vector["seed"], vector["name"]), numbers) == vector["to"]
    Stream(bytes.fromhex(vector["seed"]), *vector["name"]).shuffle(numbers)
    assert numbers == vector["to"]


@pytest.mark.parametrize("vector", VECTORS["first dealer"])
def test_M1_the_first_dealers_of_the_document(vector: dict[str, Any]) -> None:
    for players in (3, 4, 5):
        assert dealer_of(vector["seed"], players, 0) == vector[f"{players} players"]


@pytest.mark.parametrize("vector", VECTORS["deals"])
def test_the_deals_of_the_document(vector: dict[str, Any]) -> None:
    assert described(vector) == vector


def test_a_changed_vector_is_noticed() -> None:
    vector = json.loads(json.dumps(VECTORS["deals"][0]))
    vector["cards"][0][0], vector["cards"][1][0] = vector["cards"][1][0], vector["cards"][0][0]
    assert described(vector) != vector


def rulesets() -> list[Ruleset]:
    """Every edition and player count, and every colour that a table may remove."""
    plain = [editions.ruleset(name, players) for name, players in editions.pairs()]
    return plain + [
        editions.ruleset(name, players, removed_colour=colour)
        for name, players in editions.pairs()
        if editions.load(name).offers_colour(players)
        for colour in Colour
    ]


def label(rules: Ruleset) -> str:
    removed = "" if rules.removed is None else f"-without-{rules.removed.letter}"
    return f"{rules.edition}-{rules.players}{removed}"


@pytest.mark.parametrize("rules", rulesets(), ids=label)
def test_M1_D1_D2_D3_D4_the_engine_deals_as_the_document_says(rules: Ruleset) -> None:
    for seed in {vector["seed"] for vector in VECTORS["deals"]}:
        first = core_first_dealer(rules, bytes.fromhex(seed))
        assert first == dealer_of(seed, rules.players, 0)
        for round_index in range(3):
            dealer = (first + round_index) % rules.players
            ours = deal(
                seed,
                rules.players,
                rules.removed.letter if rules.removed is not None else None,
                rules.dice_per_colour,
                round_index,
            )
            theirs = core_deal(rules, bytes.fromhex(seed), round_index, dealer)
            assert {
                "dealer": dealer,
                "cards": [[str(piece) for piece in hand] for hand in theirs.cards],
                "aside": [str(piece) for piece in theirs.aside],
                "drawn": [[str(piece) for piece in dice] for dice in theirs.drawn],
                "pool": [str(piece) for piece in theirs.pool],
            } == ours
