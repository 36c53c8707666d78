"""Random ids and random colours, from the system's secure source."""

from __future__ import annotations

import random
import secrets

from barragoon.colour import Colour, draw_lots
from barragoon.server.messages import Id

ID_BYTES = 16
"""128 random bits: knowing a game's id is the right to watch it."""
_SOURCE = random.SystemRandom()


def random_id() -> Id:
    """An id that nobody can guess; its first character is no hyphen, or commands would take it for an option."""
    while (drawn := secrets.token_urlsafe(ID_BYTES)).startswith("-"):
        pass
    return drawn


def random_secret() -> bytes:
    """A secret for a :class:`~barragoon.server.shared.signer.Signer`."""
    return secrets.token_bytes(32)


def opener_is_white() -> bool:
    """Draw lots for whether the player who opened a game plays White."""
    return draw_lots(first=True, second=False, source=_SOURCE)[Colour.WHITE]
