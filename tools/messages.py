"""Find the message ids that the code uses, their parameters, and texts that bypass the catalogues."""

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

SOURCES = Path(__file__).parent.parent / "src/nokosu"

# Calls that name a message id first: worded here (t, plural), worded elsewhere (mark, reason).
WORDING = {"t", "plural", "mark", "reason", "Reason"}

# Calls whose arguments people read.
SPOKEN = {
    *("echo", "secho", "print", "confirm", "prompt", "style", "stdout.write", "stderr.write", "input"),
    *("ClickException", "UsageError", "BadParameter", "BadOptionUsage", "BadArgumentUsage", "FileError"),
    *("add_column", "add_row", "rule", "Panel", "Table", "Text", "track", "progressbar", "add_task", "status"),
}
# Keywords that people read in any call, and those that they read in the calls above.
SPOKEN_KEYWORDS = {"help", "short_help", "epilog", "prompt", "detail"}
SPOKEN_CALLS_KEYWORDS = {"title", "caption", "description", "label", "header", "footer", "subtitle", "message", "hint"}

WORD = re.compile(r"[^\W\d_]{2,}")
MARKUP = re.compile(r"\[/?[a-z][a-z0-9_ #.-]*\]|\[/\]")


@dataclass(frozen=True, order=True)
class Use:
    """A message id in the code: where, with which parameters (None if they are not written out)."""

    message_id: str
    where: str
    plural: bool = False
    params: frozenset[str] | None = None


@dataclass(frozen=True, order=True)
class Bypass:
    """A text for people that is in the code instead of a catalogue."""

    text: str
    where: str


def uses(sources: Path = SOURCES) -> list[Use]:
    """Return every message id that is named under a folder."""
    return [use for path in sorted(sources.rglob("*.py")) for use in uses_in(path.read_text("utf-8"), path.name)]


def uses_in(source: str, name: str) -> Iterator[Use]:
    """Yield every message id that one module names."""
    for call in _calls(ast.parse(source)):
        function = _callee(call).split(".")[-1]
        if function not in WORDING or not call.args:
            continue
        for message_id in _literals(call.args[0]):
            yield Use(message_id, f"{name}:{call.lineno}", function == "plural", _params(call, function))


def bypasses(sources: Path = SOURCES) -> list[Bypass]:
    """Return every text for people under a folder that is not in a catalogue."""
    return [
        found for path in sorted(sources.rglob("*.py")) for found in bypasses_in(path.read_text("utf-8"), path.name)
    ]


def bypasses_in(source: str, name: str) -> Iterator[Bypass]:
    """Yield every text for people in one module that is not in a catalogue."""
    tree = ast.parse(source)
    for node in ast.walk(tree):
        if isinstance(node, ast.Call):
            for shown in _shown(node):
                for text in _texts(shown):
                    if WORD.search(MARKUP.sub("", text)):
                        yield Bypass(text, f"{name}:{shown.lineno}")
        elif isinstance(node, ast.FunctionDef | ast.ClassDef) and _is_command_without_help(node):
            yield Bypass(ast.get_docstring(node) or node.name, f"{name}:{node.lineno}")


def _calls(tree: ast.AST) -> Iterator[ast.Call]:
    return (node for node in ast.walk(tree) if isinstance(node, ast.Call))


def _callee(call: ast.Call) -> str:
    """Return the last two names of what is called: console.print, stdout.write, echo."""
    return ".".join(ast.unparse(call.func).split(".")[-2:])


def _literals(node: ast.expr) -> list[str]:
    """Return the ids that an argument can be: one, or the two of a conditional."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return [node.value]
    if isinstance(node, ast.IfExp):
        return [*_literals(node.body), *_literals(node.orelse)]
    return []


def _params(call: ast.Call, function: str) -> frozenset[str] | None:
    if function in {"mark", "Reason"} or any(keyword.arg is None for keyword in call.keywords):
        return None
    named = {keyword.arg for keyword in call.keywords if keyword.arg}
    return frozenset(named | ({"n"} if function == "plural" else set()))


def _shown(call: ast.Call) -> Iterator[ast.expr]:
    callee = _callee(call)
    spoken = callee in SPOKEN or callee.split(".")[-1] in SPOKEN
    if spoken:
        yield from call.args
    for keyword in call.keywords:
        if keyword.arg in SPOKEN_KEYWORDS or (spoken and keyword.arg in SPOKEN_CALLS_KEYWORDS):
            yield keyword.value


def _texts(node: ast.expr) -> Iterator[str]:
    """Yield the literal pieces of an expression that end up in what it says; other calls make their own texts."""
    match node:
        case ast.Constant(value=str(text)):
            yield text
        case ast.JoinedStr(values=parts) | ast.BoolOp(values=parts) | ast.Tuple(elts=parts) | ast.List(elts=parts):
            for part in parts:
                yield from _texts(part)
        case ast.FormattedValue(value=value) | ast.Starred(value=value) | ast.NamedExpr(value=value):
            yield from _texts(value)
        case ast.BinOp(left=one, right=other) | ast.IfExp(body=one, orelse=other):
            yield from _texts(one)
            yield from _texts(other)
        case ast.Call(func=ast.Attribute(value=value, attr="format" | "join"), args=arguments):
            for part in (value, *arguments):
                yield from _texts(part)
        case _:
            return


def _is_command_without_help(node: ast.FunctionDef | ast.ClassDef) -> bool:
    """Click shows the docstring of a command that is given no help."""
    for decorator in node.decorator_list:
        call = decorator if isinstance(decorator, ast.Call) else None
        name = ast.unparse(call.func if call else decorator).split(".")[-1]
        if name in {"command", "group"}:
            return not (call and any(keyword.arg == "help" for keyword in call.keywords))
    return False
