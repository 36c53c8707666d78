"""Players whose games an operator took out of all public lists."""

from __future__ import annotations

from sqlalchemy import select

from barragoon.server.store.schema import games, players, seats

has_muted_player = (
    select(seats.c.game_id)
    .join(players, players.c.id == seats.c.player_id)
    .where(seats.c.game_id == games.c.id, players.c.muted_at.is_not(None))
    .correlate(games)
    .exists()
)
"""A condition on a game: one of its players is muted. It reads two rows a game, so lists stay as long as their page."""
