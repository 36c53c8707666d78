"""Reads stored JSON without the limits of input: what was once written must be readable for ever."""

from __future__ import annotations

from typing import Any

import msgspec
from msgspec.inspect import (
    BoolType,
    Field,
    FloatType,
    IntType,
    LiteralType,
    NoneType,
    StrType,
    StructType,
    TupleType,
    Type,
    UnionType,
    VarTupleType,
    type_info,
)


class UnreadableError(Exception):
    """A row that this program can't read; the sentence says why, and holds nothing of the row's content."""


class LenientDecoder:
    """Decodes a type of message, but ignores lengths, patterns, ranges and unknown fields.

    msgspec's own decoder goes first, because it is fast; what it rejects is built field by field.
    """

    def __init__(self, kind: Any) -> None:  # noqa: ANN401 - a type or a union of types
        self._strict = msgspec.json.Decoder(kind)
        self._kind = type_info(kind)

    def decode(self, text: bytes) -> Any:  # noqa: ANN401 - whatever the decoder is for
        """Decode, or raise an :class:`UnreadableError`."""
        try:
            return self._strict.decode(text)
        except (msgspec.DecodeError, UnicodeDecodeError):
            return self.build(parse_json(text))

    def build(self, value: object) -> Any:  # noqa: ANN401 - whatever the decoder is for
        """Make the message from JSON that was parsed."""
        return _build(value, self._kind, "")


def parse_json(text: bytes) -> Any:  # noqa: ANN401 - JSON
    """Parse JSON, or raise an :class:`UnreadableError`."""
    try:
        return msgspec.json.decode(text)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        raise UnreadableError("it is not JSON") from None


_PLAIN: dict[type[Type], type | tuple[type, ...]] = {StrType: str, FloatType: (int, float), NoneType: type(None)}


def _build(value: object, kind: Type, path: str) -> object:
    if isinstance(kind, UnionType):
        return _build(value, _choose(value, kind.types, path), path)
    if isinstance(kind, StructType):
        return _build_struct(value, kind, path)
    if isinstance(kind, VarTupleType | TupleType):
        return _build_tuple(value, kind, path)
    if isinstance(kind, LiteralType):
        return value if value in kind.values else _fail(path, "has an unknown value")
    if isinstance(kind, IntType | BoolType):
        is_right = isinstance(value, bool) == isinstance(kind, BoolType) and isinstance(value, int)
        return value if is_right else _fail(path, "is of another type")
    return value if isinstance(value, _PLAIN.get(type(kind), ())) else _fail(path, "is of another type")


def _choose(value: object, kinds: tuple[Type, ...], path: str) -> Type:
    """The member of a union that a value is; a message says its own by its tag."""
    if value is None:
        return next((kind for kind in kinds if isinstance(kind, NoneType)), None) or _fail(path, "is missing")
    others = [kind for kind in kinds if not isinstance(kind, NoneType)]
    if len(others) == 1:
        return others[0]
    structs = [kind for kind in others if isinstance(kind, StructType) and isinstance(value, dict)]
    tagged = [kind for kind in structs if isinstance(value, dict) and value.get(kind.tag_field) == kind.tag]
    return tagged[0] if tagged else _fail(path, "is of an unknown kind")


def _build_struct(value: object, kind: StructType, path: str) -> object:
    if not isinstance(value, dict):
        return _fail(path, "is of another type")
    if kind.tag is not None and value.get(kind.tag_field) != kind.tag:
        return _fail(path, "is of an unknown kind")
    known = [field for field in kind.fields if field.encode_name in value or _is_required(field, path)]
    return kind.cls(**{field.name: _build(value[field.encode_name], field.type, field.name) for field in known})


def _is_required(field: Field, path: str) -> bool:
    """False for a field that may be missing; one that may not makes the row unreadable."""
    return bool(_fail(f"{path}.{field.name}".lstrip("."), "is missing")) if field.required else False


def _build_tuple(value: object, kind: VarTupleType | TupleType, path: str) -> object:
    if not isinstance(value, list):
        return _fail(path, "is of another type")
    kinds = kind.item_types if isinstance(kind, TupleType) else (kind.item_type,) * len(value)
    if len(kinds) != len(value):
        return _fail(path, "has another length")
    return tuple(_build(item, each, path) for item, each in zip(value, kinds, strict=True))


def _fail(path: str, problem: str) -> Any:  # noqa: ANN401 - it never returns
    raise UnreadableError(f"{path or 'it'} {problem}")
