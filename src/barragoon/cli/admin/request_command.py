"""The one shape of a command that makes a request: its arguments are the request's fields, the options are the same."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from inspect import Parameter
from typing import Any

import typer

from barragoon.cli.admin.display import show
from barragoon.cli.admin.options import Data, Database, Json, Operator, Reason, operator_name
from barragoon.cli.admin.server_access import Result, ask, make_request, settings_for
from barragoon.cli.exit_code import NO

Declaration = Callable[..., None]
"""A function that is never called: its parameters are the fields of a request, its docstring is the command's help."""
IsNo = Callable[[Result], bool]
"""Whether a result means no, which is exit code 1."""


def _option(name: str, annotation: object, default: object = Parameter.empty) -> Parameter:
    return Parameter(name, Parameter.KEYWORD_ONLY, annotation=annotation, default=default)


COMMON = (_option("as_json", Json, default=False), _option("data", Data, None), _option("database", Database, None))
OF_CHANGES = (_option("reason", Reason), _option("operator", Operator, None))


def looks(app: typer.Typer, request: str, *, is_no: IsNo = lambda _: False) -> Callable[[Declaration], Declaration]:
    """Make a command of a request that changes nothing; the last word of its name is the command's."""
    return lambda declared: _add(app, request, declared, COMMON, is_no)


def changes(app: typer.Typer, request: str, *, is_no: IsNo = lambda _: False) -> Callable[[Declaration], Declaration]:
    """Make a command of a request that changes something: it also takes the reason, and who wants it."""
    return lambda declared: _add(app, request, declared, (*OF_CHANGES, *COMMON), is_no)


def _add(
    app: typer.Typer, request: str, declared: Declaration, options: tuple[Parameter, ...], is_no: IsNo
) -> Declaration:
    def run(**arguments: Any) -> None:  # noqa: ANN401 - whatever the request has
        as_json, data, database = (arguments.pop(option.name) for option in COMMON)
        if "operator" in arguments:
            arguments["operator"] = operator_name(arguments["operator"])
        settings = settings_for(data, database)
        result = ask(make_request(request, arguments), settings)
        show(result, as_json=as_json)
        raise typer.Exit(NO if is_no(result) else 0)

    signature = inspect.signature(declared, eval_str=True)
    run.__signature__ = signature.replace(  # type: ignore[attr-defined]  # Typer reads it
        parameters=[*signature.parameters.values(), *options]
    )
    run.__doc__ = declared.__doc__
    app.command(request.rpartition(" ")[2])(run)
    return declared
