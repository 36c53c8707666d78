"""``barragoon admin tokens``: the tokens of a player."""

from __future__ import annotations

from typing import Annotated

import typer

from barragoon.cli.admin.players import PlayerId
from barragoon.cli.admin.request_command import changes, looks

app = typer.Typer(help="List and revoke the tokens of a player.", no_args_is_help=True)


@looks(app, "tokens list", is_no=lambda result: not result["tokens"])
def list_tokens(player: PlayerId) -> None:
    """A player's tokens: kind, device, when they were made, used and expire. The tokens themselves are not stored."""


@changes(app, "tokens revoke", is_no=lambda result: not result["revoked"])
def revoke(
    player: PlayerId,
    fingerprint: Annotated[
        str, typer.Argument(help="The beginning of one fingerprint of 'tokens list'; without it, all are revoked.")
    ] = "",
) -> None:
    """Make a player's tokens invalid, and close the sockets that were opened with them."""
