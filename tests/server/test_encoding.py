"""What is stored: everything that can be written can be read again, by this version and by later ones."""

from typing import Any, get_args

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.inspect import (
    BoolType,
    FloatType,
    IntType,
    LiteralType,
    NoneType,
    StructType,
    TupleType,
    Type,
    UnionType,
    VarTupleType,
    type_info,
)

from barragoon.server.game_settings import GameSettings
from barragoon.server.messages import AnyEvent, Player, Seats, Standing
from barragoon.server.store import encoding
from barragoon.server.store.encoding import (
    current_event,
    decode_event,
    decode_seats,
    decode_settings,
    decode_standing,
    encode,
)
from barragoon.server.store.lenient_decoder import LenientDecoder, UnreadableError

from .stored_games import acted, settings_of

TEXTS = st.text(st.characters(exclude_categories=["Cs"]), max_size=80)
"""Without lone surrogates, which JSON in UTF-8 can't hold."""
NUMBERS = st.integers(-(2**63), 2**63 - 1)


def anything(kind: Type) -> st.SearchStrategy[Any]:  # noqa: PLR0911 - one a kind
    """Values of a type, far beyond the limits of input."""
    match kind:
        case UnionType():
            return st.one_of([anything(each) for each in kind.types])
        case StructType():
            fields = {field.name: anything(field.type) for field in kind.fields}
            return st.builds(kind.cls, **fields)
        case LiteralType():
            return st.sampled_from(kind.values)
        case TupleType():
            return st.tuples(*map(anything, kind.item_types))
        case VarTupleType():
            return st.lists(anything(kind.item_type), max_size=3).map(tuple)
        case NoneType():
            return st.none()
        case BoolType():
            return st.booleans()
        case IntType():
            return NUMBERS
        case FloatType():
            return st.floats(allow_nan=False, allow_infinity=False)
    return TEXTS


STORED: dict[Any, Any] = {
    GameSettings: decode_settings,
    Seats: decode_seats,
    Standing: decode_standing,
} | dict.fromkeys(get_args(AnyEvent), decode_event)


VALUES = {kind: anything(type_info(kind)) for kind in STORED}
FEW = settings(max_examples=25, deadline=None)
"""For each of the kinds, of which there are many."""


@pytest.mark.parametrize("kind", STORED, ids=lambda kind: kind.__name__)
@FEW
@given(st.data())
def test_whatever_is_stored_can_be_read_again(kind: type, data: st.DataObject) -> None:
    written = data.draw(VALUES[kind])
    text = encode(written)
    assert STORED[kind](text) == written
    assert LenientDecoder(kind).build(msgspec.json.decode(text)) == written, "what msgspec's decoder rejects"
    with_more = add_fields(msgspec.json.decode(text))
    assert STORED[kind](msgspec.json.encode(with_more)) == written, "fields of a later version"


def add_fields(value: object) -> object:
    """The same JSON with an unknown field in every object."""
    if isinstance(value, dict):
        return {name: add_fields(each) for name, each in value.items()} | {"from_the_future": {"x": [1]}}
    return [add_fields(each) for each in value] if isinstance(value, list) else value


def test_a_name_that_grew_is_read() -> None:
    """U+0958 becomes two characters when it is normalised: 24 of them were stored as 48."""
    settings = settings_of("game", Player("ann", "\u0915\u093c" * 24))
    assert decode_settings(encode(settings)) == settings


@pytest.mark.parametrize(
    ("payload", "problem"),
    [
        (b"", "it is not JSON"),
        (b'{"t":"acted"', "it is not JSON"),
        (b'{"t":"\xff"}', "it is not JSON"),
        (b"[]", "it is of an unknown kind"),
        (b"null", "it is missing"),
        (b'{"t":"danced","seq":1}', "it is of an unknown kind"),
        (b'{"t":"resigned","seq":1,"at":1,"by":null}', "standing is missing"),
        (b'{"t":"resigned","seq":"1","at":1,"by":null,"standing":{}}', "seq is of another type"),
        (b'{"t":"resigned","seq":1,"at":1,"by":"secret","standing":{}}', "by has an unknown value"),
    ],
)
def test_what_can_not_be_read_says_why_but_not_what(payload: bytes, problem: str) -> None:
    with pytest.raises(UnreadableError) as error:
        decode_event(payload)
    assert str(error.value) == problem


# -- versions ----------------------------------------------------------------------------------------------------


def test_a_newer_version_is_an_error() -> None:
    with pytest.raises(UnreadableError, match="it is of version 3, and this program reads those up to 2"):
        decode_event(acted(1).payload, 3)


def test_an_older_version_is_brought_up_to_date(monkeypatch: pytest.MonkeyPatch) -> None:
    """As if version 1 had called the action ``move`` and version 2 had renamed the event."""
    upcasters = {
        1: lambda event: {("action" if name == "move" else name): value for name, value in event.items()},
        2: lambda event: event | {"t": "acted"},
    }
    monkeypatch.setattr(encoding, "EVENT_VERSION", 3)
    monkeypatch.setattr(encoding, "EVENT_UPCASTERS", upcasters)
    event = acted(1, at=1000).payload
    older = event.replace(b'"acted"', b'"moved"')
    oldest = older.replace(b'"action"', b'"move"')
    for payload, version in ((oldest, 1), (older, 2), (event, 3)):
        assert decode_event(payload, version) == acted(1, at=1000).event
        assert current_event(payload, version) == event
