"""Asks the running server, or opens the store where none runs; both carry out the same operations."""

from __future__ import annotations

import asyncio
import os
from pathlib import Path
from typing import TYPE_CHECKING, Any

from barragoon.cli.packages import require
from barragoon.terminal.failure import FailureError

if TYPE_CHECKING:
    from barragoon.server.admin.requests import AnyRequest
    from barragoon.server.settings import Settings

Result = dict[str, Any]


def settings_for(data: Path | None, database: str | None = None) -> Settings:
    """The settings of the server that is meant: the same file and environment as ``barragoon serve`` reads.

    A folder that is named on the command line counts more than a database that the environment names.
    """
    require("uvicorn", "server", "barragoon admin")
    from barragoon.server.settings import SettingsError, load_settings

    environment = {name: value for name, value in os.environ.items() if data is None or name != "BARRAGOON_DATABASE"}
    given = {"data": None if data is None else str(data), "database": database}
    try:
        return load_settings({name: value for name, value in given.items() if value is not None}, environment)
    except SettingsError as error:
        raise FailureError(str(error)) from error


def make_request(name: str, fields: Result) -> AnyRequest:
    """The request with a name; what its fields can't hold is a sentence, as it is over the socket."""
    import msgspec

    from barragoon.server.admin.requests import AnyRequest

    given = {field: value for field, value in fields.items() if value is not None}
    for field, value in given.items():
        if isinstance(value, str) and not _is_text(value):
            raise FailureError(f"{field} can't be used: it is not UTF-8, or has a null character in it")
    try:
        request: AnyRequest = msgspec.convert({"do": name} | given, AnyRequest)
    except msgspec.ValidationError as error:
        problem, _, place = str(error).partition(" - at `$.")
        field = place.rstrip("`").partition("[")[0]
        raise FailureError(f"{field} can't be used: {problem[0].lower()}{problem[1:]}") from error
    return request


def _is_text(given: str) -> bool:
    """Whether what the shell gave can be sent and stored; bytes that are no UTF-8 come as surrogates."""
    try:
        return b"\0" not in given.encode()
    except UnicodeEncodeError:
        return False


def ask(request: AnyRequest, settings: Settings) -> Result:
    """Carry out a request where it can be, and return the result."""
    from barragoon.server.admin.admin_socket import ask_server

    if not settings.database:
        answer = ask_server(settings.folder, request)
        if answer is not None:
            if answer.problem is not None:
                raise FailureError(answer.problem)
            return answer.result or {}
    return _carry_out(request, settings)


def _carry_out(request: AnyRequest, settings: Settings) -> Result:
    from barragoon.server.admin.direct import carry_out_directly
    from barragoon.server.admin.parts import AdminError
    from barragoon.server.store.store import StoreError

    try:
        return asyncio.run(carry_out_directly(settings, request))
    except (AdminError, StoreError) as error:
        raise FailureError(str(error)) from error
