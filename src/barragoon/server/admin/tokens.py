"""What operators do about tokens: list those of a player, and revoke them."""

from __future__ import annotations

from sqlalchemy import Connection, delete, select

from barragoon.server.admin.audit import audit_row, write_audit
from barragoon.server.admin.parts import Parts, Result
from barragoon.server.admin.requests import ListTokens, RevokeTokens
from barragoon.server.messages import Id
from barragoon.server.store.schema import tokens

FINGERPRINT = 12
"""So many digits of a token's hash are shown: enough to tell tokens apart, useless to sign in with."""


async def list_tokens(parts: Parts, request: ListTokens) -> Result:
    """A player's tokens, the last used first."""
    query = select(tokens).where(tokens.c.player_id == request.player).order_by(tokens.c.used_at.desc())
    rows = await parts.store.read(lambda connection: connection.execute(query).mappings().all())
    shown = ("kind", "label", "created_at", "used_at", "expires_at")
    return {"tokens": [{"fingerprint": _fingerprint(row["hash"])} | {key: row[key] for key in shown} for row in rows]}


async def revoke(parts: Parts, request: RevokeTokens) -> Result:
    """Delete a player's tokens and close the sockets that were opened with them."""
    row = audit_row(request, request.player, parts.now())

    def change(connection: Connection) -> list[bytes]:
        chosen = [each for each in _hashes(connection, request.player) if each.hex().startswith(request.fingerprint)]
        if chosen:
            write_audit(connection, row)
            connection.execute(delete(tokens).where(tokens.c.hash.in_(chosen)))
        return chosen

    revoked = await parts.store.run(change)
    for token in revoked:
        parts.close_sockets(token)
    return {"player": request.player, "revoked": [_fingerprint(token) for token in revoked]}


def _hashes(connection: Connection, player: Id) -> list[bytes]:
    return [*connection.execute(select(tokens.c.hash).where(tokens.c.player_id == player)).scalars()]


def _fingerprint(token_hash: bytes) -> str:
    return token_hash.hex()[:FINGERPRINT]
