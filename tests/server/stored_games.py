"""Games to put into a store without a server: small, real ones."""

import time

from msgspec.structs import replace

from barragoon.server.game_settings import GameSettings
from barragoon.server.messages import Access, Acted, AnyEvent, Id, Player, Seats, Standing, Status, Terms
from barragoon.server.store.encoding import encode
from barragoon.server.store.games import EncodedEvent, Snapshot, Source

ANN, BEN = Player("ann", "Ann"), Player("ben", "Ben")
START = Standing("playing", "1vd1dv1/2zdz2/7/1x3x1/x1x1x1x/1x3x1/7/2ZDZ2/1VD1DV1 w - 24 00 0", "white")


def settings_of(game: Id, opener: Player = ANN, access: Access = "lobby", at: int = 0) -> GameSettings:
    """The settings of a game."""
    return GameSettings(game, at, access, Terms(), opener, "white")


def snapshot_at(seq: int, status: Status = "playing", deadline_at: int | None = None) -> Snapshot:
    """A game after some event."""
    return Snapshot(seq, status, deadline_at, seq, Seats(ANN, BEN), replace(START, status=status))


def acted(seq: int, command: Id | None = None, at: int | None = None) -> EncodedEvent:
    """An action, as event ``seq``; it happens now, unless another time is given."""
    at = round(time.time() * 1000) if at is None else at
    event: AnyEvent = Acted(seq=seq, at=at, by="white", standing=START, action="d2d5")
    source = Source(command, ANN.id, b"digest") if command else None
    return EncodedEvent(event, encode(event), source)
