"""Word the reasons that core gives as message ids, in the reader's language."""

from collections.abc import Sequence
from typing import Final

from nokosu.core.errors import Reason
from nokosu.locale import Texts, mark, texts

NUMBERS: Final = (
    mark("piece.number.0"),
    mark("piece.number.1"),
    mark("piece.number.2"),
    mark("piece.number.3"),
    mark("piece.number.4"),
    mark("piece.number.5"),
    mark("piece.number.6"),
    mark("piece.number.7"),
)
"""What a piece with each number is called: a 5, in Hungarian "5-ös"."""

# Parameters that are words of the rules themselves, and so are worded too. Suits are objects of a verb: "play a trump".
_WORDS: Final = {
    ("suit", "red"): mark("suit.red.object"),
    ("suit", "blue"): mark("suit.blue.object"),
    ("suit", "green"): mark("suit.green.object"),
    ("suit", "yellow"): mark("suit.yellow.object"),
    ("suit", "purple"): mark("suit.purple.object"),
    ("suit", "trump"): mark("suit.trump.object"),
    ("colour", "red"): mark("suit.red"),
    ("colour", "blue"): mark("suit.blue"),
    ("colour", "green"): mark("suit.green"),
    ("colour", "yellow"): mark("suit.yellow"),
    ("colour", "purple"): mark("suit.purple"),
    ("phase", "draft"): mark("phase.draft"),
    ("phase", "declare"): mark("phase.declare"),
    ("phase", "play"): mark("phase.play"),
    ("phase", "over"): mark("phase.over"),
    **{("number", str(number)): message for number, message in enumerate(NUMBERS)},
}


def word(reason: Reason, language: Texts | None = None, *, names: Sequence[str] = ()) -> str:
    """Say a reason in a language, by default that of this context. With names, seats are called by theirs."""
    spoken = language or texts()
    params = dict(reason.params)
    for name, value in reason.params:
        if (name, value) in _WORDS:
            params[name] = spoken.t(_WORDS[name, value])
        elif name == "seat" and names:
            params[name] = names[int(value)]
    return spoken.t(reason.message, **params)
