"""Leases: who does the work that only one process may do."""

from __future__ import annotations

from typing import NamedTuple

from sqlalchemy import Connection, case, or_, select

from barragoon.server.messages import Id, Milliseconds
from barragoon.server.store.database_time import database_time
from barragoon.server.store.insert_on_conflict import insert_into
from barragoon.server.store.schema import leases

ROLL = "roll"
"""Held while an operator restarts one process after the other; it is nobody's work otherwise."""
LASTS = 10_000
"""Milliseconds for which a lease is given."""


class LeaseRow(NamedTuple):
    """A lease as it is stored."""

    name: str
    holder: Id
    epoch: int
    until: Milliseconds


def take_lease(connection: Connection, name: str, holder: Id) -> int | None:
    """Take a lease that is free, or prolong one's own; its epoch, or None if another process has it."""
    now = database_time(connection)
    statement = insert_into(connection, leases).values(name=name, holder=holder, epoch=1, until=now + LASTS)
    renewed = {
        "holder": holder,
        "until": now + LASTS,
        "epoch": leases.c.epoch + case((leases.c.holder != holder, 1), else_=0),
    }
    is_free = or_(leases.c.until < now, leases.c.until > now + 2 * LASTS, leases.c.holder == holder)
    taken = statement.on_conflict_do_update(index_elements=["name"], set_=renewed, where=is_free)
    return connection.execute(taken.returning(leases.c.epoch)).scalar()


def holds_lease(connection: Connection, name: str, epoch: int) -> bool:
    """Whether a lease still has this epoch: the fence for work that changes more than one game's row.

    The row stays locked until the transaction ends, so that nobody else takes the lease meanwhile.
    """
    query = select(leases.c.epoch).where(leases.c.name == name).with_for_update()
    return connection.execute(query).scalar() == epoch


def give_up_leases(connection: Connection, holder: Id) -> None:
    """Let others take the leases of a process at once; the rows stay, as epochs must grow."""
    connection.execute(leases.update().where(leases.c.holder == holder).values(until=0))


def drop_lease(connection: Connection, name: str, holder: Id) -> None:
    """Forget a lease that is not wanted again, if one has it."""
    connection.execute(leases.delete().where(leases.c.name == name, leases.c.holder == holder))


def give_up_other_leases(connection: Connection, holder: Id) -> None:
    """End the leases of earlier processes: for a database that only one process can have open."""
    connection.execute(leases.update().where(leases.c.holder != holder).values(until=0))


def list_leases(connection: Connection) -> list[LeaseRow]:
    """All leases."""
    query = select(leases.c.name, leases.c.holder, leases.c.epoch, leases.c.until).order_by(leases.c.name)
    return [LeaseRow(*row) for row in connection.execute(query)]
