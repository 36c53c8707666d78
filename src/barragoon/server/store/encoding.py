"""JSON as it is stored and sent: the same bytes. Rows say their version; older ones are brought up to date here.

Change a stored type only by adding a field with a default. For anything else raise the version, and write an upcaster:
a function that makes the JSON of the next version from that of the one before.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

import msgspec

from barragoon.server.game_settings import GameSettings
from barragoon.server.messages import AnyEvent, Seats, Standing
from barragoon.server.store.lenient_decoder import LenientDecoder, UnreadableError, parse_json

EVENT_VERSION = 2
"""Which version of :data:`~barragoon.server.messages.AnyEvent` is written; rows say theirs.

Version 2 has the events ``aborted`` and ``claimed`` and their fields; all of version 1 is read as it is.
"""
GAME_VERSION = 1
"""Which version of the settings of a game is written."""
Upcasters: TypeAlias = Mapping[int, Callable[[dict[str, Any]], dict[str, Any]]]
EVENT_UPCASTERS: Upcasters = {1: lambda event: event}  # version 2 only adds
"""By version: what makes an event of the version after it."""
GAME_UPCASTERS: Upcasters = {}
"""By version: what makes the settings of a game of the version after it."""

encode = msgspec.json.Encoder().encode
_EVENTS, _SETTINGS = LenientDecoder(AnyEvent), LenientDecoder(GameSettings)
_SEATS, _STANDINGS = LenientDecoder(Seats), LenientDecoder(Standing)


def decode_event(payload: bytes, version: int | None = None) -> AnyEvent:
    """Read a stored event, or raise an UnreadableError."""
    event: AnyEvent = _read(_EVENTS, payload, version, EVENT_VERSION, EVENT_UPCASTERS)
    return event


def decode_settings(text: bytes, version: int | None = None) -> GameSettings:
    """Read the settings of a stored game, or raise an UnreadableError."""
    settings: GameSettings = _read(_SETTINGS, text, version, GAME_VERSION, GAME_UPCASTERS)
    return settings


def decode_seats(text: bytes) -> Seats:
    """Read who sits where, or raise an UnreadableError."""
    seats: Seats = _SEATS.decode(text)
    return seats


def decode_standing(text: bytes) -> Standing:
    """Read where a game stands, or raise an UnreadableError."""
    standing: Standing = _STANDINGS.decode(text)
    return standing


def current_event(payload: bytes, version: int) -> bytes:
    """A stored event as this version would have written it."""
    return payload if version == EVENT_VERSION else encode(decode_event(payload, version))


def current_settings(text: bytes, version: int) -> bytes:
    """The settings of a stored game as this version would have written them."""
    return text if version == GAME_VERSION else encode(decode_settings(text, version))


def _read(decoder: LenientDecoder, text: bytes, version: int | None, newest: int, upcasters: Upcasters) -> Any:  # noqa: ANN401
    if version is None or version == newest:
        return decoder.decode(text)
    if version > newest:
        raise UnreadableError(f"it is of version {version}, and this program reads those up to {newest}")
    value = parse_json(text)
    for each in range(version, newest):
        value = upcasters[each](value)
    return decoder.build(value)
