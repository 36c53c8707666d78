"""Connections to PostgreSQL: how they are set up, and what their errors mean."""

from __future__ import annotations

import re
from typing import Any, TypeVar

import psycopg
from psycopg.abc import PQGen
from psycopg.pq import TransactionStatus
from sqlalchemy.exc import DBAPIError

ANSWER_SECONDS = 5
"""How long the server may take over a statement before the connection is dropped."""
CONNECT_SECONDS = 5
SERVER_SETTINGS = {
    "lock_timeout": "2s",
    "idle_in_transaction_session_timeout": "5s",
    "synchronous_commit": "on",
    "deadlock_timeout": "200ms",
}
"""What each connection asks of the server; what it may not set is left as it is."""
SET_BY_SUPERUSERS = ("deadlock_timeout",)
RETRIED = {"40001", "40P01", "23505", "55P03"}
"""A job that failed so may succeed the second time: other jobs got in its way, and it looks at what they wrote."""
GONE = {"25006", "57P01", "57P02", "57P03"}
"""The server became read-only (it is a standby now), or is stopping or starting."""
Result = TypeVar("Result")


class LimitedConnection(psycopg.Connection[Any]):
    """A connection that is dropped, without a cancel request, when the server says nothing for too long.

    A cancel could make PostgreSQL commit without waiting for its standby.
    """

    def wait(self, gen: PQGen[Result], interval: float = 0.1, timeout: float | None = None) -> Result:
        """Wait for the server's answer."""
        try:
            return super().wait(gen, interval, ANSWER_SECONDS if timeout is None else timeout)
        except psycopg.OperationalError:
            if timeout is None and self.pgconn.transaction_status == TransactionStatus.ACTIVE:
                self.pgconn.finish()
            raise


def connect(url: str, *, autocommit: bool = False) -> LimitedConnection:
    """Connect to the server that can write; an address may name several, separated by commas."""
    connection = LimitedConnection.connect(
        url,
        autocommit=True,
        connect_timeout=CONNECT_SECONDS,
        target_session_attrs="read-write",
        application_name="barragoon",
        keepalives_idle=10,
        tcp_user_timeout=ANSWER_SECONDS * 1000,
    )
    for name, setting in SERVER_SETTINGS.items():
        try:
            connection.execute("SELECT set_config(%s, %s, false)", (name, setting))
        except psycopg.errors.InsufficientPrivilege:
            if name not in SET_BY_SUPERUSERS:
                raise
    connection.autocommit = autocommit
    return connection


def connect_patiently(url: str) -> psycopg.Connection[Any]:
    """Connect to the server that can write, for work on a whole database, in which a statement may take long."""
    return psycopg.connect(
        url, connect_timeout=CONNECT_SECONDS, target_session_attrs="read-write", application_name="barragoon admin"
    )


def sql_state(error: BaseException) -> str:
    """The five characters by which PostgreSQL names an error; empty if there are none."""
    original = error.orig if isinstance(error, DBAPIError) else error
    return getattr(original, "sqlstate", None) or ""


def is_connection_lost(error: BaseException) -> bool:
    """Whether the connection, and all others to that server, are of no use any more."""
    state = sql_state(error)
    original = error.orig if isinstance(error, DBAPIError) else error
    no_answer = isinstance(original, psycopg.OperationalError | psycopg.InterfaceError) and not state
    return state in GONE or state.startswith("08") or no_answer


def is_fault_of_the_job(error: BaseException) -> bool:
    """Whether jobs got in each other's way, or one asked for what no database can do: the store is well."""
    original = error.orig if isinstance(error, DBAPIError) else error
    return sql_state(error) in RETRIED or isinstance(original, psycopg.DataError | psycopg.IntegrityError)


def is_timeout(error: BaseException) -> bool:
    """Whether the server said nothing for too long: then trying again would only take longer."""
    return "wait timeout expired" in str(error)


def describe(error: BaseException) -> str:
    """What went wrong in one line, with no parameter of the statement in it: secrets are among them."""
    original = error.orig if isinstance(error, DBAPIError) and error.orig else error
    primary = original.diag.message_primary if isinstance(original, psycopg.Error) else None
    lines = [
        line.strip() for line in str(original).splitlines() if line.strip() and "Is the server running" not in line
    ]
    return hide_password(primary or [type(original).__name__, *lines][-1])


def hide_password(text: str) -> str:
    """A text without the password of any address of a database in it.

    >>> hide_password("postgresql://ann:s3cr@t@db.example.org/games?password=x&sslmode=require")
    'postgresql://ann:***@db.example.org/games?password=***&sslmode=require'
    """
    text = re.sub(r"(postgres(?:ql)?://[^:/\s@]*):[^\s/]*@", r"\1:***@", text)
    return re.sub(r"((?:ssl)?password=)[^&\s]*", r"\1***", text)
