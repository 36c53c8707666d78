"""``barragoon admin backup``, ``restore``, ``check``, ``copy``, ``migrate``: the database as a whole."""

from __future__ import annotations

import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Annotated, Any

import typer

from barragoon.cli.admin.display import show
from barragoon.cli.admin.options import Data, Database, Json, Operator, operator_name
from barragoon.cli.admin.server_access import Result, ask, make_request, settings_for
from barragoon.cli.exit_code import NO
from barragoon.cli.output import say, say_json
from barragoon.terminal.failure import FailureError

Address = "A SQLite file, or postgresql://..."


def backup(  # noqa: PLR0913 - one parameter an option
    file: Annotated[Path, typer.Argument(help="The file to write; it is replaced once the new one is complete.")],
    *,
    reason: Annotated[str, typer.Option(help="Why; it is written to the audit.")] = "a backup",
    operator: Operator = None,
    as_json: Json = False,
    data: Data = None,
    database: Database = None,
) -> None:
    """Copy everything into one SQLite file, while games go on. It holds secrets, so only its owner may read it."""
    from barragoon.server.admin.backup import back_up_postgres

    settings, target = settings_for(data, database), file.expanduser().absolute()
    noted = {"file": str(target), "operator": operator_name(operator), "reason": reason}
    if settings.database:
        result = _done(lambda: back_up_postgres(settings.database, target))
        ask(make_request("backup noted", noted), settings)
    else:
        result = ask(make_request("backup", noted), settings)
    show(result, as_json=as_json)


def restore(
    file: Annotated[Path, typer.Argument(help="A backup.")],
    *,
    as_json: Json = False,
    data: Data = None,
    database: Database = None,
) -> None:
    """Make a backup the database of the data folder, or copy it into an empty PostgreSQL database.

    The server must be stopped. A database that was in the folder is kept under another name.
    """
    from barragoon.server.admin.restore import restore_file, restore_into_postgres
    from barragoon.server.store.open_store import FILE

    settings, source = settings_for(data, database), file.expanduser().absolute()
    if settings.database:
        result = _done(lambda: restore_into_postgres(source, settings.database))
    else:
        settings.folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        result = _done(lambda: restore_file(source, settings.folder / FILE))
    show(result, as_json=as_json)


def check(
    file: Annotated[str | None, typer.Argument(metavar="[FILE]", help=Address)] = None,
    *,
    as_json: Json = False,
    data: Data = None,
    database: Database = None,
) -> None:
    """Replay every game of a database or a backup by the rules, and compare it with what is stored.

    Without a file, the server's own database is checked: where a server runs, a backup of it is made and checked.
    Exit codes: 0 all is well, 1 there are bad rows, 2 it can't be read.
    """
    result = _check_own(data, database) if file is None else _done(lambda: _check(file))
    if as_json:
        say_json(result)
    else:
        say(f"{result['games']} games, {result['events']} events, {result['players']} players")
        for row in result["bad"]:
            say(f"bad: {row['table']} {row['id']}: {row['problem']}")
        say(f"{result['bad_rows']} bad rows" if result["bad_rows"] else "all is well")
    raise typer.Exit(NO if result["bad_rows"] else 0)


def copy(
    source: Annotated[str, typer.Argument(help=Address)],
    target: Annotated[str, typer.Argument(help=f"{Address}; it must be empty.")],
    *,
    as_json: Json = False,
) -> None:
    """Copy a database into an empty one and compare every game, such as from SQLite to PostgreSQL.

    No server may run on either.
    """
    from barragoon.server.admin.copy import copy_database, require_unserved
    from barragoon.server.admin.database import reading, writing

    def work() -> Result:
        with reading(source) as old, writing(target) as new:
            require_unserved(old)
            return copy_database(old, new)._asdict()

    show(_done(work), as_json=as_json)


def migrate(
    file: Annotated[str | None, typer.Argument(metavar="[FILE]", help=Address)] = None,
    *,
    as_json: Json = False,
    data: Data = None,
    database: Database = None,
) -> None:
    """Bring the tables up to date: PostgreSQL's before new nodes start; a SQLite file's, as its server does.

    Programs that were made for version 'oldest' of the tables or a later one can use them afterwards. While others are
    running, nothing is changed.
    """
    from barragoon.server.admin.database import file_of, is_postgres
    from barragoon.server.store.migrations import OLDEST
    from barragoon.server.store.open_store import SQLITE, database_url, migrate_database

    address = file or database_url(settings_for(data, database))

    def work() -> Result:
        url = address if is_postgres(address) else f"{SQLITE}{file_of(address)}"
        before, after = migrate_database(url)
        return {"before": before, "after": after, "oldest": OLDEST}

    show(_done(work), as_json=as_json)


# -- helpers -------------------------------------------------------------------------------------------------


def _check(address: str) -> Result:
    from barragoon.server.admin.check import check_database
    from barragoon.server.admin.database import reading

    with reading(address) as connection:
        findings = check_database(connection)
    return findings._asdict() | {"bad": [row._asdict() for row in findings.bad]}


def _check_own(data: Path | None, database: str | None) -> Result:
    """Check the server's database; where a server has the file for itself, check a backup of it."""
    from barragoon.server.admin.admin_socket import ask_server
    from barragoon.server.store.open_store import database_url

    settings = settings_for(data, database)
    if settings.database:
        return _done(lambda: _check(settings.database))
    if ask_server(settings.folder, make_request("nodes", {})) is None:
        return _done(lambda: _check(database_url(settings)))
    with tempfile.TemporaryDirectory(dir=settings.folder, prefix=".check-") as folder:
        file = str(Path(folder, "copy.sqlite3"))
        noted = {"file": file, "operator": operator_name(None), "reason": "to check it", "is_kept": False}
        ask(make_request("backup", noted), settings)
        return _done(lambda: _check(file))


def _done(work: Callable[[], Any]) -> Result:
    """Do something on a database; what goes wrong is a sentence."""
    from barragoon.server.admin.parts import AdminError
    from barragoon.server.store.store import StoreError

    try:
        result: Result = work()
    except (AdminError, StoreError) as error:
        raise FailureError(str(error)) from error
    return result
