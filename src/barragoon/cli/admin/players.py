"""``barragoon admin players``: find, show, rename, mute and close players."""

from __future__ import annotations

from typing import Annotated

import typer

from barragoon.cli.admin.options import Limit
from barragoon.cli.admin.request_command import changes, looks

app = typer.Typer(help="Find, show, rename, mute and close players.", no_args_is_help=True)
PlayerId = Annotated[str, typer.Argument(metavar="PLAYER", help="The player's id, as 'players find' shows it.")]


@looks(app, "players find", is_no=lambda result: not result["players"])
def find(
    text: Annotated[str, typer.Argument(help="A part of a name, or the beginning of an id.")], *, limit: Limit = 50
) -> None:
    """Players by a part of their name, or by the beginning of their id; the newest first."""


@looks(app, "players show")
def show(player: PlayerId) -> None:
    """One player, with the number of their games and tokens."""


@changes(app, "players rename")
def rename(
    player: PlayerId,
    name: Annotated[str, typer.Argument(help="The new name.")],
    *,
    everywhere: Annotated[
        bool, typer.Option("--everywhere", help="Also in games they have played; else these keep the old name.")
    ] = False,
) -> None:
    """Give a player another name."""


@changes(app, "players mute")
def mute(player: PlayerId) -> None:
    """Take a player's games out of the lobby and the list of public games; they can still be played by link."""


@changes(app, "players unmute")
def unmute(player: PlayerId) -> None:
    """Let a player's games be listed again."""


@changes(app, "players close", is_no=lambda result: bool(result["failed"]))
def close(player: PlayerId) -> None:
    """End an identity: its tokens become invalid, nobody can sign in with it, its games end."""


@changes(app, "players open")
def open_again(player: PlayerId) -> None:
    """Undo 'close', as far as possible: tokens stay invalid and games stay ended."""
