"""Numbers in the documents match the code."""

import re
from dataclasses import asdict
from pathlib import Path

import pytest

from nokosu.bots import budget, cmd, pipe
from nokosu.bots.levels import LEVELS
from nokosu.record import codec, strict_json
from nokosu.server.bots import pool
from nokosu.server.config import Limits
from nokosu.server.http import guarded
from nokosu.server.store import postgresql

DOCS = Path(__file__).parents[2] / "docs"
LIMITS = Limits()
KB, MB = 1 << 10, 1 << 20
RATE = f"{LIMITS.rate:.0f}"

SAID = (
    ("operating.md", f"waits {postgresql._WAIT_S:.0f} seconds for the database"),
    ("operating.md", f"thinks for more than {pool.DEADLINE_S:.0f} seconds"),
    ("wire-protocol.md", f"A message has at most {LIMITS.message_bytes // KB} KB"),
    ("wire-protocol.md", f"a request's body {LIMITS.record_bytes // MB} MB"),
    (
        "wire-protocol.md",
        f"may hold {LIMITS.sockets} sockets, send {RATE} messages per second in bursts of {LIMITS.burst}",
    ),
    ("wire-protocol.md", f"falls {LIMITS.outbound} messages behind"),
    ("wire-protocol.md", f"after {LIMITS.broken} of those the socket is closed"),
    ("wire-protocol.md", f"more than {guarded._FRAMES_A_SECOND:.0f} pings or message fragments per second"),
    ("wire-protocol.md", f"in bursts of {guarded._FRAMES_AT_ONCE:.0f}."),
    ("bot-protocol.md", f"An answer has at most {pipe.LONGEST_LINE:,} bytes"),
    ("bot-protocol.md", f"the first {cmd.LONGEST_NAME} characters are used"),
    ("records.md", f"Lines of more than {codec.LONGEST_LINE // MB} MiB are refused"),
    ("records.md", f"whole numbers of at most {strict_json.LONGEST_NUMBER} digits"),
    ("records.md", f"nothing more than {strict_json.DEEPEST} levels deep"),
    ("writing-a-bot.md", f"think for a time, at most {budget._MOST_SECONDS:.0f} s"),
    ("writing-a-bot.md", f"levels for people: `{LEVELS['expert'][0]}` and `{LEVELS['champion'][0]}`"),
)


def test_every_limit_is_listed_with_its_default() -> None:
    text = (DOCS / "operating.md").read_text("utf-8")
    rows = dict(re.findall(r"^\| `(\w+)` \| ([\d.]+) \|", text, re.MULTILINE))
    assert rows == {
        name: f"{number:g}" if isinstance(number, float) else str(number) for name, number in asdict(LIMITS).items()
    }


def says(text: str, sentence: str) -> bool:
    return sentence in " ".join(text.split())


@pytest.mark.parametrize(("document", "sentence"), SAID)
def test_the_document_has_the_number_of_the_code(document: str, sentence: str) -> None:
    assert says((DOCS / document).read_text("utf-8"), sentence)


def test_another_number_is_noticed() -> None:
    assert says("A message\n has at most 4 KB.", "has at most 4 KB")
    assert not says("A message\n has at most 5 KB.", "has at most 4 KB")
