"""``barragoon admin games``: find and show games, and end them."""

from __future__ import annotations

from typing import Annotated, Literal

import typer

from barragoon.cli.admin.options import Limit
from barragoon.cli.admin.request_command import changes, looks

app = typer.Typer(help="Find, show and end games.", no_args_is_help=True)
Status = Literal["open", "playing", "over", "withdrawn", "aborted"]
GameId = Annotated[str, typer.Argument(metavar="GAME", help="The game's id, as in its address.")]


@looks(app, "games find", is_no=lambda result: not result["games"])
def find(
    *,
    player: Annotated[str | None, typer.Option(help="Games of this player, by id.")] = None,
    status: Annotated[Status | None, typer.Option(help="Games with this status.")] = None,
    limit: Limit = 50,
) -> None:
    """Games, the last changed first."""


@looks(app, "games show")
def show(game: GameId) -> None:
    """One game: its row, its players and its events, even if they can't be read any more."""


@changes(app, "games close")
def close(game: GameId) -> None:
    """Withdraw a game that waits for an opponent."""


@changes(app, "games abort")
def abort(game: GameId) -> None:
    """Stop a game that is played, without a result."""


@changes(app, "games annul")
def annul(game: GameId) -> None:
    """Strike the result of a game that is over."""
