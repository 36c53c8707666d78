"""What operators ask about the server itself: nodes, leases, the circuit breaker of the flags, features."""

from __future__ import annotations

from sqlalchemy import Connection, select

from barragoon.server.admin.audit import audit_row, write_audit
from barragoon.server.admin.parts import AdminError, Parts, Result
from barragoon.server.admin.requests import (
    AllowFeatures,
    LimitFeatures,
    ListFeatures,
    ListLeases,
    ListNodes,
    RenewSecret,
    ResetBreaker,
    ShowBreaker,
)
from barragoon.server.game.features import KNOWN, Features
from barragoon.server.messages import Milliseconds
from barragoon.server.store.nodes import LONGEST_SILENCE, NodeRow
from barragoon.server.store.nodes import list_nodes as list_node_rows
from barragoon.server.store.schema import leases
from barragoon.server.store.server_facts import BREAKER, FEATURES, SECRET, drop_fact, read_fact, write_fact

LONG_AGO = b"0"


async def list_nodes(parts: Parts, _: ListNodes) -> Result:
    """The processes that serve or work, and how long ago each was alive; one that fell silent is dead."""
    now, rows = await parts.store.time(), await parts.store.read(list_node_rows)
    return {"nodes": [_described(row, now) for row in rows]}


async def list_leases(parts: Parts, _: ListLeases) -> Result:
    """Who does what only one process may do; a lease with a negative ``left`` is free."""
    now = await parts.store.time()
    rows = await parts.store.read(lambda connection: connection.execute(select(leases)).mappings().all())
    return {"leases": [dict(row) | {"left": row["until"] - now} for row in rows]}


async def show_breaker(parts: Parts, _: ShowBreaker) -> Result:
    """Whether flags may fall, and since when they may not."""
    opened_at = await parts.store.read(lambda connection: read_fact(connection, BREAKER))
    return {"open": opened_at is not None, "opened_at": None if opened_at is None else int(opened_at)}


async def reset_breaker(parts: Parts, request: ResetBreaker) -> Result:
    """Let flags fall again: to the process that looks after them, the breaker has been open for long enough."""
    row = audit_row(request, "breaker", parts.now())

    def change(connection: Connection) -> bool:
        write_audit(connection, row)
        is_open = read_fact(connection, BREAKER) is not None
        if is_open:
            write_fact(connection, BREAKER, LONG_AGO)
        return is_open

    return {"was_open": await parts.store.run(change)}


async def renew_secret(parts: Parts, request: RenewSecret) -> Result:
    """Forget the secret; processes that run would go on with it, so none may."""
    row, now = audit_row(request, "secret", parts.now()), await parts.store.time()

    def change(connection: Connection) -> None:
        alive = [node for node in list_node_rows(connection) if node.state != "stopped"]
        if any(now - node.alive_at < LONGEST_SILENCE for node in alive):
            raise AdminError("processes are running that know the secret: stop all of them first")
        drop_fact(connection, SECRET)
        write_audit(connection, row)

    await parts.store.run(change)
    return {"renewed": True}


async def list_features(parts: Parts, _: ListFeatures) -> Result:
    """Which new kinds of events may be written."""
    fact = await parts.store.read(lambda connection: read_fact(connection, FEATURES))
    return {"all": fact is None, "features": sorted(KNOWN) if fact is None else fact.decode().split()}


async def limit_features(parts: Parts, request: LimitFeatures) -> Result:
    """Let only events of these features be written."""
    if unknown := set(request.features) - KNOWN:
        raise AdminError(f"there is no feature {min(unknown)}: there are {', '.join(sorted(KNOWN))}")
    row = audit_row(request, "features", parts.now())

    def change(connection: Connection) -> None:
        write_fact(connection, FEATURES, " ".join(sorted(request.features)).encode())
        write_audit(connection, row)

    await parts.store.run(change)
    return {"all": False, "features": sorted(request.features)}


async def allow_features(parts: Parts, request: AllowFeatures) -> Result:
    """Let events of all kinds be written."""
    row = audit_row(request, "features", parts.now())

    def change(connection: Connection) -> None:
        drop_fact(connection, FEATURES)
        write_audit(connection, row)

    await parts.store.run(change)
    return {"all": True, "features": sorted(KNOWN)}


def read_features(connection: Connection) -> Features:
    """The features that are switched on."""
    return Features.from_fact(read_fact(connection, FEATURES))


def _described(node: NodeRow, now: Milliseconds) -> Result:
    silence = now - node.alive_at
    state = "dead" if node.state != "stopped" and silence > LONGEST_SILENCE else node.state
    return node._asdict() | {"state": state, "milliseconds_ago": silence}
