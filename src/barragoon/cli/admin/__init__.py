"""``barragoon admin``: looking after a server and its games. One module a group of commands."""

from __future__ import annotations

import sys
from importlib.util import find_spec

import typer

from barragoon.cli.admin import database, games, players, server_state, tokens

app = typer.Typer(
    help="Look after a server: backups, checks, players, games.",
    epilog="Each command talks to the server that runs on the data folder; where none runs, or with --database, it "
    "opens the database itself. Every change needs --reason, and is written to the audit. Exit codes: 0 done, 1 the "
    "answer is no (bad rows, nothing found), 2 it can't be done. With --json there is one JSON document, always: "
    "if it can't be done, it has the sentence as 'problem'.",
    no_args_is_help=True,
)


@app.callback()
def _admin() -> None:
    if find_spec("structlog") is not None:
        import structlog

        # Standard output is for results, which programs read. What standard error is then, not now: tests replace it.
        structlog.configure(logger_factory=lambda *_: structlog.PrintLogger(sys.stderr))


app.command("backup")(database.backup)
app.command("restore")(database.restore)
app.command("check")(database.check)
app.command("copy")(database.copy)
app.command("migrate")(database.migrate)
app.add_typer(server_state.app)
app.add_typer(server_state.breaker, name="breaker")
app.add_typer(server_state.features, name="features")
app.add_typer(server_state.secret, name="secret")
app.add_typer(players.app, name="players")
app.add_typer(games.app, name="games")
app.add_typer(tokens.app, name="tokens")
