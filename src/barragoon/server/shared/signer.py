"""Signatures with the server's secret: invitations, tokens against cross-site request forgery, clients' addresses."""

from __future__ import annotations

import hashlib
import hmac

from barragoon.server.messages import Id


class Signer:
    """Makes and checks keys that only this server can make, so that none of them needs to be stored."""

    def __init__(self, secret: bytes) -> None:
        self._secret = secret

    def invitation(self, game: Id) -> str:
        """The link with which a game's free seat is taken."""
        return f"/game/{game}#join={self._sign('join', game)}"

    def is_invitation(self, game: Id, key: str) -> bool:
        """Whether a key opens a game; takes the same time for every key, so that timing reveals nothing."""
        return hmac.compare_digest(self._sign("join", game).encode(), key.encode())

    def csrf(self, token_hash: bytes) -> str:
        """What a page must send beside its cookie to change anything."""
        return self._sign("csrf", token_hash.hex())

    def address(self, address: str) -> str:
        """What stands for a client's address in the store, where it can be counted and nobody can read it."""
        return self._sign("address", address)

    def _sign(self, purpose: str, text: str) -> str:
        return hmac.new(self._secret, f"{purpose}:{text}".encode(), hashlib.sha256).hexdigest()[:32]
