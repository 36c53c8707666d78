"""A game between people as the server keeps it: commands in, events out, clocks; no sockets, no disk, no wall clock."""

from barragoon.server.game.clock import LAG_CAP, Moment
from barragoon.server.game.commands import carry_out, flag, join
from barragoon.server.game.live_game import LiveGame, Opening
from barragoon.server.game.rejection import RefusedError

__all__ = ["LAG_CAP", "LiveGame", "Moment", "Opening", "RefusedError", "carry_out", "flag", "join"]
