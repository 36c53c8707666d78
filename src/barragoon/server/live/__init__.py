"""A game between people as the server keeps it: commands in, events out, clocks; no sockets, no disk, no wall clock."""

from barragoon.server.live.clock import LAG_CAP, Moment
from barragoon.server.live.game import LiveGame, Opening
from barragoon.server.live.refusal import RefusedError
from barragoon.server.live.verbs import carry_out, flag, join

__all__ = ["LAG_CAP", "LiveGame", "Moment", "Opening", "RefusedError", "carry_out", "flag", "join"]
