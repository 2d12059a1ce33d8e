"""The rules' reasons in words: core names a message id, here it is said in the reader's language."""

from nokosu.core.errors import Reason
from nokosu.locale import Texts, mark, texts

# Parameters that are words of the rules themselves, and so are worded too.
_WORDS = {
    ("suit", "red"): mark("suit.red"),
    ("suit", "blue"): mark("suit.blue"),
    ("suit", "green"): mark("suit.green"),
    ("suit", "yellow"): mark("suit.yellow"),
    ("suit", "purple"): mark("suit.purple"),
    ("suit", "trump"): mark("suit.trump"),
    ("phase", "draft"): mark("phase.draft"),
    ("phase", "declare"): mark("phase.declare"),
    ("phase", "play"): mark("phase.play"),
    ("phase", "over"): mark("phase.over"),
}


def word(reason: Reason, language: Texts | None = None) -> str:
    """Say a reason in a language, or in that of this context."""
    spoken = language or texts()
    params = {
        name: spoken.t(_WORDS[name, value]) if (name, value) in _WORDS else value for name, value in reason.params
    }
    return spoken.t(reason.message, **params)
