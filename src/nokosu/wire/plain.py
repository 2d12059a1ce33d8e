"""What msgspec does for us, in plain Python: keyword structs with tags, to JSON and back. See nokosu.wire.struct."""

from __future__ import annotations

import json
from functools import cache
from inspect import get_annotations
from types import NoneType, SimpleNamespace, UnionType
from typing import Annotated, Any, ClassVar, Union, get_args, get_origin, get_type_hints


class DecodeError(ValueError):
    """Invalid JSON or unknown tag."""


class Meta:
    """Limits, which are not checked here."""

    def __init__(self, **limits: object) -> None: ...


class Raw:
    """JSON that was written before."""

    def __init__(self, text: bytes) -> None:
        self.text = text


class UnsetType:
    """A field that is left out."""


UNSET = UnsetType()


class field:  # noqa: N801  as msgspec has it
    """A field with another name in JSON."""

    def __init__(self, *, name: str, default: object = UNSET) -> None:
        self.name, self.default = name, default


class Struct:
    """Fields by keyword, a tag, equality."""

    __struct_config__: ClassVar[SimpleNamespace] = SimpleNamespace(tag=None, tag_field=None, omit_defaults=False)
    __struct_fields__: ClassVar[tuple[str, ...]] = ()
    _defaults: ClassVar[dict[str, object]] = {}
    _names: ClassVar[dict[str, str]] = {}

    def __init_subclass__(cls, **told: Any) -> None:  # noqa: ANN401  whatever msgspec is told
        known = {name: value for name, value in told.items() if hasattr(cls.__struct_config__, name)}
        cls.__struct_config__ = SimpleNamespace(**vars(cls.__struct_config__) | known)
        own = [name for name, kind in get_annotations(cls).items() if not _of_the_class(kind)]
        cls.__struct_fields__ = tuple(dict.fromkeys((*cls.__struct_fields__, *own)))
        given = {name: cls.__dict__[name] for name in own if name in cls.__dict__}
        named = {name: each for name, each in given.items() if isinstance(each, field)}
        cls._names = cls._names | {name: each.name for name, each in named.items()}
        cls._defaults = cls._defaults | given | {name: each.default for name, each in named.items()}

    def __init__(self, *given: Any, **fields: Any) -> None:  # noqa: ANN401  one value per field
        values = self._defaults | dict(zip(self.__struct_fields__, given, strict=False)) | fields
        missing = [name for name in self.__struct_fields__ if name not in values]
        if missing or len(values) > len(self.__struct_fields__):
            raise TypeError(f"{type(self).__name__}: {', '.join(missing) or 'unknown'} fields")
        vars(self).update({name: values[name] for name in self.__struct_fields__})

    def __eq__(self, other: object) -> bool:
        return type(self) is type(other) and vars(self) == vars(other)

    __hash__ = None  # type: ignore[assignment]  # nobody looks one up

    def __repr__(self) -> str:
        return f"{type(self).__name__}({', '.join(f'{name}={value!r}' for name, value in vars(self).items())})"


def _of_the_class(kind: object) -> bool:
    return str(kind).startswith(("ClassVar", "typing.ClassVar"))


def _plain(value: Any) -> Any:  # noqa: ANN401  what json asks about
    if isinstance(value, Raw):
        return json.loads(value.text)
    if not isinstance(value, Struct):
        return sorted(value)
    config = value.__struct_config__
    fields = {config.tag_field: config.tag} if config.tag else {}
    for name, each in vars(value).items():
        usual = config.omit_defaults and name in value._defaults and each == value._defaults[name]
        if each is not UNSET and not usual:
            fields[value._names.get(name, name)] = each
    return fields


class Encoder:
    """Writes structs and what JSON knows."""

    def encode(self, value: object) -> bytes:
        """Return it as JSON, without spaces."""
        return json.dumps(value, default=_plain, separators=(",", ":"), ensure_ascii=False).encode()


class Decoder:
    """Reads one type, or a tagged union."""

    def __init__(self, kind: object) -> None:
        self._kind = kind

    def decode(self, data: bytes | str) -> Any:  # noqa: ANN401  the type that was asked for
        """Read it from JSON."""
        try:
            return _read(json.loads(data), self._kind)
        except (ValueError, TypeError, KeyError) as error:
            raise DecodeError(str(error)) from error


def convert(value: Any, kind: Any) -> Any:  # noqa: ANN401  plain data, and the type that was asked for
    """Return what JSON would give, as this type."""
    return _read(value, kind)


def _read(value: Any, kind: Any) -> Any:  # noqa: ANN401  a value and its type
    if get_origin(kind) is Annotated:
        return _read(value, get_args(kind)[0])
    if get_origin(kind) in (Union, UnionType):
        return _read_one_of(value, get_args(kind))
    if get_origin(kind) is list:
        return [_read(each, get_args(kind)[0]) for each in value]
    if get_origin(kind) is dict:
        return {key: _read(each, get_args(kind)[1]) for key, each in value.items()}
    if isinstance(kind, type) and issubclass(kind, Struct):
        types = _types(kind)  # type: ignore[arg-type]  # a type has a hash, whatever its values have
        names = {kind._names.get(name, name): name for name in kind.__struct_fields__}
        tag = kind.__struct_config__.tag_field
        return kind(**{names[name]: _read(each, types[names[name]]) for name, each in value.items() if name != tag})
    return value


@cache
def _types(kind: type[Struct]) -> dict[str, Any]:
    return get_type_hints(kind, include_extras=True)


def _read_one_of(value: Any, kinds: tuple[Any, ...]) -> Any:  # noqa: ANN401  a value and its types
    if value is None and NoneType in kinds:
        return None
    structs = [each for each in kinds if isinstance(each, type) and issubclass(each, Struct)]
    if len(structs) > 1:
        by_tag = {each.__struct_config__.tag: each for each in structs}
        return _read(value, by_tag[value[structs[0].__struct_config__.tag_field]])
    others = [each for each in kinds if each not in (NoneType, UnsetType)]
    return _read(value, others[0]) if len(others) == 1 else value
