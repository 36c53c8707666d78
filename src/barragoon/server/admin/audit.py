"""The audit table: what operators did, when and why."""

from __future__ import annotations

from typing import NamedTuple

from sqlalchemy import Connection, insert, select

from barragoon.server.admin.parts import Parts, Result
from barragoon.server.admin.requests import Change, ListAudit
from barragoon.server.messages import Milliseconds
from barragoon.server.store.schema import audit


class AuditRow(NamedTuple):
    """A line of the audit."""

    at: Milliseconds
    operator: str
    action: str
    subject: str
    reason: str


def audit_row(change: Change, subject: str, now: Milliseconds) -> AuditRow:
    """The line for a change."""
    return AuditRow(now, change.operator, str(type(change).__struct_config__.tag), subject, change.reason)


def write_audit(connection: Connection, row: AuditRow) -> None:
    """Write a line, in the transaction of what it is about where there is one."""
    connection.execute(insert(audit).values(row._asdict()))


async def note(parts: Parts, change: Change, subject: str) -> None:
    """Write a line before something is done that has no transaction of its own."""
    row = audit_row(change, subject, parts.now())
    await parts.store.run(lambda connection: write_audit(connection, row))


async def list_audit(parts: Parts, request: ListAudit) -> Result:
    """What operators did, the newest first."""
    query = select(audit).order_by(audit.c.id.desc()).limit(request.limit)
    if request.subject is not None:
        query = query.where(audit.c.subject == request.subject)
    rows = await parts.store.read(lambda connection: connection.execute(query).mappings().all())
    return {"audit": [dict(row) for row in rows]}
