"""JSON as it is stored and sent: the same bytes."""

from __future__ import annotations

import msgspec

from barragoon.server.game_settings import GameSettings
from barragoon.server.messages import AnyEvent, Seats, Standing

encode = msgspec.json.Encoder().encode
decode_event = msgspec.json.Decoder(AnyEvent).decode
decode_settings = msgspec.json.Decoder(GameSettings).decode
decode_seats = msgspec.json.Decoder(Seats).decode
decode_standing = msgspec.json.Decoder(Standing).decode
