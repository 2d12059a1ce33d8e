"""Messages that are wrong: at random, and every field of every command with every kind of value that it is not."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from random import Random
from typing import Any, get_args

import msgspec
from msgspec import inspect

from nokosu.wire.commands import AnyCommand

# As JSON texts, since not all of them are values of Python. The last ones are not JSON at all.
VALUES = (
    *("null", "true", "false", "0", "-0", "-1", "1", "4", "5", "1.0", "1.5", "1e5", "1e308", "-1e-400", "1e400"),
    *(str(number) for number in (2**31, 2**53, 2**63, 2**64, -(2**63) - 1, 10**400)),
    *('""', '"a"', '"1"', '"play R5"', '"hello"', '"true"', '"a b"', '"a\\n"', '"\\u0000"', '"\\ud83c\\udfb2"', '"é"'),
    *(json.dumps(text) for text in ("a" * 12, "a" * 13, "a" * 31, "a" * 32, "a" * 40, "a" * 41, "a" * 63, "a" * 64)),
    *("[]", "[1]", "[[]]", "{}", '{"a":1}', '{"type":"move"}', '["a"]'),
    *("NaN", "Infinity", "0x10", "01", "+1", ".5", "'a'", '"\\ud83c"', '"\\x00"', '"\t"', "undefined", "", "[", '"'),
)
COMMANDS: tuple[type[msgspec.Struct], ...] = get_args(AnyCommand)


def fits(kind: inspect.Type, text: str) -> bool:
    """Whether this JSON text is a value of this type, as the schema says it; whatever the decoder does."""
    try:
        value = json.loads(text, parse_constant=_no_constant)
    except (ValueError, RecursionError):
        return False
    return _fits(kind, value)


def _no_constant(name: str) -> Any:
    raise ValueError(name)


def _fits(kind: inspect.Type, value: Any) -> bool:
    match kind:
        case inspect.Metadata():
            return _fits(kind.type, value)
        case inspect.UnionType():
            return any(_fits(each, value) for each in kind.types)
        case inspect.NoneType():
            return value is None
        case inspect.BoolType():
            return isinstance(value, bool)
        case inspect.LiteralType():
            return value in kind.values
        case inspect.IntType():
            # A number without a fraction is an integer, however it is written.
            whole = not isinstance(value, bool) and isinstance(value, int | float) and value % 1 == 0
            return whole and (kind.ge is None or value >= kind.ge) and (kind.le is None or value <= kind.le)
        case inspect.StrType():
            if not isinstance(value, str) or any("\ud800" <= char <= "\udfff" for char in value):
                return False
            pattern = (kind.pattern or ".*").removeprefix("^").split("$", maxsplit=1)[0]
            return re.fullmatch(pattern, value, re.DOTALL) is not None and len(value) <= (kind.max_length or 1 << 30)
        case _:
            raise TypeError(kind)


def right(command: type[msgspec.Struct]) -> dict[str, str]:
    """A command of this kind as it should be, a JSON text a field."""
    described = inspect.type_info(command)
    assert isinstance(described, inspect.StructType)
    fields = {"type": json.dumps(described.tag)}
    for field in described.fields:
        if field.required:
            fields[field.encode_name] = next(
                text for text in ('"a"', "0", "false", '"hello"', '"fast"') if fits(field.type, text)
            )
    return fields


def write(fields: dict[str, str]) -> str:
    return "{" + ",".join(f"{json.dumps(name)}:{text}" for name, text in fields.items()) + "}"


def wrong() -> Iterator[str]:
    """Every command with every field missing or of a type that it is not; unknown fields; unknown kinds."""
    for command in COMMANDS:
        good = right(command)
        described = inspect.type_info(command)
        assert isinstance(described, inspect.StructType)
        for field in described.fields:
            name = field.encode_name
            yield from (write(good | {name: text}) for text in VALUES if not fits(field.type, text))
            if field.required:
                yield write({other: text for other, text in good.items() if other != name})
        yield from (write(good | {"type": text}) for text in VALUES)
        yield write(good | {"more": "1"})
        yield write({name: text for name, text in good.items() if name != "type"})
    yield from (text for text in VALUES)
    yield from (
        write({"type": json.dumps(kind), "client_id": '"a"'}) for kind in ("", "Move", "update", "ack", "moves")
    )


def odd() -> Iterator[str | bytes]:
    """Well-formed or not, and unusual; none is longer than a message may be."""
    ping = write(right(COMMANDS[-1]))
    for depth in (10, 500, 1_000, 2_000, 4_000):
        yield "[" * depth + "]" * depth if depth < 2_048 else "[" * depth
        yield '{"a":' * (depth // 6) + "1" + "}" * (depth // 6)
    yield '{"type":"ping","client_id":"a","client_id":"b"}'
    yield '{"type":"move","type":"ping","client_id":"a"}'
    yield "\ufeff" + ping
    yield ping + ping
    yield ping + "\x00"
    yield " " * 3_000 + ping
    yield ping.encode("utf-16")
    yield '{"type":"move","client_id":"a","action":"","expected_seq":' + "9" * 4_000 + "}"
    yield '{"type":"move","client_id":"a","action":"","expected_seq":0.' + "0" * 3_900 + "1}"
    yield '{"type":"move","client_id":"a","action":"","expected_seq":1e' + "9" * 3_900 + "}"
    yield b'{"type":"ping","client_id":"\xff"}'
    yield b'{"type":"ping","client_id":"\xed\xa0\x80"}'
    yield b'{"type":"ping","client_id":"\xc0\xaf"}'


_WORDS = (
    *(command.__struct_config__.tag for command in COMMANDS),
    *(
        "client_id",
        "expected_seq",
        "action",
        "seat",
        "bot",
        "agree",
        "seq",
        "reaction",
        "nonce",
        "fill_with",
        "more",
        "",
    ),
)


def anything(chance: Random) -> str | bytes:
    """One message: nearly right, or not at all."""
    fields = right(chance.choice(COMMANDS)) if chance.random() < 0.7 else {}
    for _ in range(chance.randrange(4)):
        fields[str(chance.choice(_WORDS))] = chance.choice(VALUES)
    if chance.random() < 0.5:
        fields["client_id"] = f'"f{chance.randrange(50)}"'
    text = write(fields)
    match chance.randrange(8):
        case 0:
            return text[: chance.randrange(len(text))]
        case 1:
            return chance.randbytes(chance.randrange(200))
        case 2:
            place = chance.randrange(len(text))
            return text[:place] + chr(chance.randrange(32, 127)) + text[place + 1 :]
        case 3:
            return text.encode()
        case 4:
            return text + " " * chance.choice([100, 4_000, 5_000, 20_000])
        case _:
            return text
