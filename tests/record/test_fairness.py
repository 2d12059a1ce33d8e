"""Deals by a server: document, vectors and code agree; the promise tells nothing, the proof everything."""

import hashlib
import hmac
import json
import re
from pathlib import Path
from typing import Any

import pytest

from nokosu.record.fairness import NO_NONCE, commitment, fairness_of, promised, proven_seed, seed_from
from tests.record.samples import NONCES, SECRET

DOCUMENT = (Path(__file__).parents[2] / "docs" / "fairness.md").read_text(encoding="utf-8")
SECTION = DOCUMENT.split("\n## Deals by a server\n")[1].split("\n## ")[0]
VECTORS: list[dict[str, Any]] = json.loads(re.findall(r"^```json\n(.*?)^```$", SECTION, re.MULTILINE | re.DOTALL)[0])


def by_the_document(secret: str, nonces: list[str]) -> tuple[str, str]:
    """Commitment and seed, written from the document alone."""
    key = bytes.fromhex(secret)
    message = "nokosu/1/seed/" + "/".join(nonces)
    return (
        hashlib.sha256(b"nokosu/1/commit/" + key).hexdigest(),
        hmac.new(key, message.encode("ascii"), "sha256").hexdigest(),
    )


@pytest.mark.parametrize("vector", VECTORS)
def test_the_vectors_of_the_document(vector: dict[str, Any]) -> None:
    assert by_the_document(vector["secret"], vector["nonces"]) == (vector["commitment"], vector["seed"])
    secret, nonces = bytes.fromhex(vector["secret"]), [bytes.fromhex(nonce) for nonce in vector["nonces"]]
    assert commitment(secret).hex() == vector["commitment"]
    assert seed_from(secret, nonces).hex() == vector["seed"]


def test_what_a_record_reveals_proves_itself() -> None:
    fairness = fairness_of(SECRET, NONCES)
    assert promised(fairness) == fairness.commitment
    assert proven_seed(fairness) == seed_from(SECRET, NONCES)
    assert (fairness.commitment, proven_seed(fairness).hex()) == by_the_document(fairness.secret, list(fairness.nonces))


def test_every_seat_has_a_say_and_its_place_counts() -> None:
    whole = seed_from(SECRET, NONCES)
    for seat in range(5):
        others = [NO_NONCE if index == seat else nonce for index, nonce in enumerate(NONCES)]
        assert (seed_from(SECRET, others) == whole) is (NONCES[seat] == NO_NONCE)
    assert seed_from(SECRET, NONCES[::-1]) != whole


def test_the_promise_is_not_what_the_deal_follows_from() -> None:
    assert commitment(SECRET) not in {seed_from(SECRET, ()), seed_from(SECRET, NONCES), hashlib.sha256(SECRET).digest()}


@pytest.mark.parametrize("wrong", [b"", bytes(31), bytes(33)])
def test_secrets_and_nonces_have_256_bits(wrong: bytes) -> None:
    with pytest.raises(ValueError, match="has 32 bytes, not"):
        commitment(wrong)
    with pytest.raises(ValueError, match="has 32 bytes, not"):
        seed_from(wrong, NONCES)
    with pytest.raises(ValueError, match="has 32 bytes, not"):
        seed_from(SECRET, [wrong])
    with pytest.raises(ValueError, match="has 32 bytes, not"):
        fairness_of(SECRET, [wrong])
