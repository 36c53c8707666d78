"""The parts of a server that operations work on, and the error that an operator sees."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple, TypeAlias

from barragoon.server.admin.rulings import Rulings
from barragoon.server.messages import Milliseconds
from barragoon.server.store.store import Store

Result: TypeAlias = dict[str, object]


class AdminError(Exception):
    """An operator's request that can't be carried out; the sentence says why."""


class Parts(NamedTuple):
    """What a request is carried out with."""

    store: Store
    rulings: Rulings
    now: Callable[[], Milliseconds]
    close_sockets: Callable[[bytes], None]
    """Closes the sockets that were opened with a token, given by its hash."""
