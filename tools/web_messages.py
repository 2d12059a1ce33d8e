"""Find the message ids that the web client uses and their parameters. Ids are always literals."""

import re
from collections.abc import Iterator
from pathlib import Path

from tools.messages import Bypass, Use

WEB = Path(__file__).parent.parent / "web/src"

CALL = re.compile(r"""(?<![\w.])(t|plural|mark)\(\s*["']([a-z][\w.-]*)["']""")
GENERATED = {"generated"}


def web_uses(sources: Path = WEB) -> list[Use]:
    """Return every message id that the client names."""
    return [
        use
        for path in sorted(sources.rglob("*"))
        if path.suffix in {".ts", ".svelte"} and not GENERATED & set(path.relative_to(sources).parts)
        for use in web_uses_in(path.read_text("utf-8"), path.name)
    ]


def web_uses_in(source: str, name: str) -> Iterator[Use]:
    """Yield every message id that one file names."""
    for call in CALL.finditer(source):
        function, message_id = call.groups()
        line = source.count("\n", 0, call.start()) + 1
        params = None if function == "mark" else _params(source[call.end() :], plural=function == "plural")
        yield Use(message_id, f"{name}:{line}", function == "plural", params)


def _params(rest: str, *, plural: bool) -> frozenset[str] | None:
    """Return the keys of the object that a call ends with; None where they are not written out there."""
    arguments = _until_closed(rest)
    start = arguments.find("{")
    if start < 0:
        written = {"n"} if plural else set[str]()
        return None if arguments.rstrip(" ,\n").count(",") > len(written) else frozenset(written)
    inside = arguments[start + 1 : arguments.rfind("}")]
    if "..." in inside:
        return None
    # Nested brackets hold values, never keys.
    flat = inside
    while flat != (flat := re.sub(r"\([^()]*\)|\[[^\[\]]*\]|\{[^{}]*\}|\"[^\"]*\"", "", flat)):
        pass
    keys = {part.split(":")[0].strip() for part in flat.split(",") if part.strip()}
    return frozenset(keys | ({"n"} if plural else set()))


def _until_closed(rest: str) -> str:
    """Return the text before the bracket that closes the call."""
    depth = 0
    for index, sign in enumerate(rest):
        if sign in "([{":
            depth += 1
        elif sign in ")]}":
            if depth == 0:
                return rest[:index]
            depth -= 1
    return rest


SPOKEN_ATTRIBUTE = re.compile(r"""\b(?:aria-label|title|alt|placeholder|legend|label|about)=["']([^"'{]*)["']""")
WORD = re.compile(r"[^\W\d_]{2,}")
# Blocks that people do not read; and tags, once their spoken attributes have been looked at.
UNREAD = re.compile(r"<script\b.*?</script>|<style\b.*?</style>|<!--.*?-->", re.DOTALL)
TAG = re.compile(r"<[^>]*>", re.DOTALL)


def web_bypasses(sources: Path = WEB) -> list[Bypass]:
    """Return every text for people in the client's markup that is not in a catalogue."""
    return [
        found
        for path in sorted(sources.rglob("*.svelte"))
        for found in web_bypasses_in(path.read_text("utf-8"), path.name)
    ]


def web_bypasses_in(source: str, name: str) -> Iterator[Bypass]:
    """Yield every such text in one component."""
    markup = _without_expressions(UNREAD.sub("", source))
    texts = [*SPOKEN_ATTRIBUTE.findall(markup), *TAG.sub("\n", markup).split("\n")]
    for text in texts:
        if WORD.search(text):
            yield Bypass(text.strip(), name)


def _without_expressions(markup: str) -> str:
    """Return the markup without expressions in braces: a ">" in there does not end a tag."""
    kept, depth = [], 0
    for sign in markup:
        depth += sign == "{"
        kept.append("" if depth else sign)
        depth -= sign == "}"
    return "".join(kept)
