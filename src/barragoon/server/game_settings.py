"""What a game was opened with."""

from __future__ import annotations

from msgspec import Struct

from barragoon.server.messages import Access, ColourChoice, Id, Milliseconds, Player, Terms


class GameSettings(Struct, frozen=True):
    """How a game was opened; nothing of it ever changes. The field names are those of stored games."""

    game: Id
    created_at: Milliseconds
    access: Access
    terms: Terms
    opener: Player
    opener_colour: ColourChoice
    rematch_of: Id | None = None
    begin_seconds: float | None = None
    """How long each player has for a first turn; None without a clock, and in games of versions before 0.3."""
