"""``barragoon admin nodes``, ``roll``, ``leases``, ``audit`` and so on: the server itself."""

from __future__ import annotations

from typing import Annotated

import typer

from barragoon.cli.admin.options import Limit
from barragoon.cli.admin.request_command import changes, looks

app = typer.Typer()
breaker = typer.Typer(help="The circuit breaker of the flags.", no_args_is_help=True)
secret = typer.Typer(help="The secret that invitations are signed with.", no_args_is_help=True)
features = typer.Typer(help="Which new kinds of events may be written.", no_args_is_help=True)


@looks(app, "nodes")
def nodes() -> None:
    """The processes that serve or work, and how long ago each was alive."""


@changes(app, "roll")
def roll(
    *,
    seconds: Annotated[
        int, typer.Option(min=1, max=3600, help="How long each process may take to stop, and to come back.")
    ] = 120,
) -> None:
    """Restart one process after the other, while the others serve: for a new version, or new settings.

    Each is asked to stop, and lets its players go first; its supervisor must start it again, as systemd does with the
    units of deploy/. The next one follows when it has been alive for some seconds. If one does not come back, the
    others are left alone.
    """


@looks(app, "leases")
def leases() -> None:
    """Who does what only one process may do."""


@looks(app, "audit")
def audit(
    *, subject: Annotated[str | None, typer.Option(help="Only about this player or game.")] = None, limit: Limit = 50
) -> None:
    """What operators did, the newest first."""


@looks(breaker, "breaker show", is_no=lambda result: bool(result["open"]))
def show_breaker() -> None:
    """Whether flags may fall; exit code 1 if not."""


@changes(breaker, "breaker reset")
def reset_breaker() -> None:
    """Let flags fall again, after the clocks were looked at."""


@changes(secret, "secret renew")
def renew_secret() -> None:
    """After a leak of the database or a backup, with all processes stopped: let the next start make another secret.

    Invitations that were sent before become invalid, and pages must be loaded again.
    """


@looks(features, "features list")
def list_features() -> None:
    """The features that are switched on."""


@changes(features, "features limit")
def limit_features(
    features: Annotated[
        list[str] | None, typer.Argument(metavar="[NAME]...", help="What the oldest running version knows.")
    ] = None,
) -> None:
    """Before an upgrade: let only these kinds of events be written, which processes of the old version can read."""


@changes(features, "features all")
def allow_all() -> None:
    """After an upgrade, once no process of the old version is left: let events of all kinds be written."""
