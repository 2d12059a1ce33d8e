"""`python -m tests.fuzz --minutes 10`: mutate the corpus for some minutes; the exit status is the number of faults.

An input that a target answers in a new way (another kind of refusal, or none) joins the corpus of this run. `--write`
keeps inputs that were faults under tests/fuzz/corpus, where tests/fuzz/test_corpus.py tries them for ever. `--record`
writes the figures to docs/benchmarks/fuzz.json.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import random
import sys
import time
import traceback
from pathlib import Path
from typing import Final

from bench.timing import DOCS, provenance
from tests.fuzz.targets import TARGETS, refused

CORPUS: Final = Path(__file__).parent / "corpus"
_PIECES: Final = (
    b"\0",
    b"\xff",
    b'"',
    b"[" * 50,
    b"{}",
    b"null",
    b"1e999",
    b"\\ud800",
    b"\r\n",
    b"\r\n\r\n",
    b";",
    b",,",
    b"%00",
)
_LONGEST: Final = 40_000


def seeds(target: str) -> list[bytes]:
    """Return the corpus of a target."""
    return [file.read_bytes() for file in sorted((CORPUS / target).iterdir())]


def mutated(data: bytes, other: bytes, chance: random.Random) -> bytes:
    """Change some bytes, cut, repeat, or join two inputs."""
    found = bytearray(data)
    for _ in range(chance.choice([1, 1, 2, 4, 16])):
        at = chance.randrange(len(found) + 1)
        match chance.randrange(6):
            case 0 if found:
                found[at % len(found)] = chance.randrange(256)
            case 1:
                found[at:at] = chance.choice(_PIECES)
            case 2:
                del found[at : at + chance.choice([1, 2, 8, 64])]
            case 3:
                end = at + chance.choice([1, 4, 32])
                found[at:at] = found[at:end] * chance.choice([1, 2, 50])
            case 4:
                found[at:] = other[chance.randrange(len(other) + 1) :]
            case _:
                found[at:at] = bytes([chance.randrange(256)])
    return bytes(found[:_LONGEST])


def answer(target: str, data: bytes) -> tuple[str, str]:
    """Return how a target answers, roughly, and the traceback of a fault."""
    try:
        return ("refused" if refused(target, data) else "read"), ""
    except Exception as error:  # noqa: BLE001  any of them is a fault
        return type(error).__name__, traceback.format_exc()


def main() -> None:
    """Fuzz all targets in turn."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--minutes", type=float, default=10)
    parser.add_argument("--seed", type=int, default=int(time.time()))
    parser.add_argument("--write", action="store_true", help="keep inputs that were faults")
    parser.add_argument("--record", action="store_true", help="write docs/benchmarks/fuzz.json")
    wanted = parser.parse_args()
    measured = provenance()
    chance, began = random.Random(wanted.seed), time.monotonic()
    pools = {target: seeds(target) for target in TARGETS}
    tries, read, faults = dict.fromkeys(TARGETS, 0), dict.fromkeys(TARGETS, 0), dict[str, str]()
    while time.monotonic() - began < wanted.minutes * 60:
        for target, pool in pools.items():
            for _ in range(50):
                data = mutated(chance.choice(pool), chance.choice(pool), chance)
                kind, fault = answer(target, data)
                tries[target] += 1
                read[target] += kind == "read"
                if kind == "read" and len(pool) < 2_000:
                    pool.append(data)
                if fault and f"{target} {kind}" not in faults:
                    faults[f"{target} {kind}"] = fault
                    if wanted.write:
                        (CORPUS / target / hashlib.sha256(data).hexdigest()[:16]).write_bytes(data)
    print(f"seed {wanted.seed}, {wanted.minutes:g} minutes")  # noqa: T201  a program's output
    for target in TARGETS:
        print(f"{target}: {tries[target]} inputs, {read[target]} of them read")  # noqa: T201  as above
    if wanted.record:
        targets = {target: {"inputs": tries[target], "read": read[target]} for target in TARGETS}
        found = {**measured, "minutes": wanted.minutes, "seed": wanted.seed, "faults": len(faults), "targets": targets}
        (DOCS / "fuzz.json").write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")
    for fault in faults.values():
        print(fault)  # noqa: T201  as above
    sys.exit(len(faults))


if __name__ == "__main__":
    main()
