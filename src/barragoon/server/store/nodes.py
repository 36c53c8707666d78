"""The processes that use the database; each writes every second that it is alive."""

from __future__ import annotations

from typing import Literal, NamedTuple

from sqlalchemy import Connection, and_, delete, func, not_, select, update

from barragoon.server.messages import Id, Milliseconds
from barragoon.server.store.insert_on_conflict import insert_or_update
from barragoon.server.store.schema import nodes

NodeKind = Literal["serve", "work"]
NodeState = Literal["running", "draining", "stopped"]
LONGEST_SILENCE = 3_000
"""Milliseconds after which a process that has written nothing is taken for dead; it writes every second."""
KEPT = 60 * 60 * 1000
"""Milliseconds for which the row of a process is kept after its end."""


class NodeRow(NamedTuple):
    """A process, as others see it."""

    id: Id
    kind: NodeKind
    address: str
    version: str
    state: NodeState
    started_at: Milliseconds
    alive_at: Milliseconds


def write_node(connection: Connection, node: NodeRow) -> None:
    """Write that a process is alive."""
    insert_or_update(connection, nodes, node._asdict(), ["id"])


def list_nodes(connection: Connection) -> list[NodeRow]:
    """All processes that there were in the last hour, and the last one that served."""
    return [NodeRow(*row) for row in connection.execute(select(nodes).order_by(nodes.c.started_at))]


def last_alive(connection: Connection, kind: NodeKind) -> Milliseconds | None:
    """When a process of this kind was last alive; None if there was none."""
    return connection.execute(select(func.max(nodes.c.alive_at)).where(nodes.c.kind == kind)).scalar()


def drop_nodes(connection: Connection, before: Milliseconds) -> None:
    """Forget processes that ended long ago, but not the last that served: its row says when players could last play."""
    served = select(func.max(nodes.c.alive_at)).where(nodes.c.kind == "serve").scalar_subquery()
    is_last = and_(nodes.c.kind == "serve", nodes.c.alive_at == served)
    connection.execute(delete(nodes).where(nodes.c.alive_at < before, not_(is_last)))


def take_back_future(connection: Connection, now: Milliseconds) -> None:
    """Correct what was written before the database's clock was set back."""
    connection.execute(update(nodes).where(nodes.c.alive_at > now).values(alive_at=now))


def drop_other_nodes(connection: Connection, node: Id) -> None:
    """Forget all processes but one: for a database that only one process can have open."""
    connection.execute(delete(nodes).where(nodes.c.id != node))
