"""How often an address may do something in an hour, such as sign in, on all processes together."""

from __future__ import annotations

from barragoon.server.http.rate_limits import AddressRateLimit
from barragoon.server.shared.server_clock import ServerClock
from barragoon.server.shared.signer import Signer
from barragoon.server.store.counters import HOUR, count_one
from barragoon.server.store.store import Store


class HourlyLimit:
    """A bucket for each address here; where there are other processes, they also count together by the hour."""

    def __init__(self, store: Store, clock: ServerClock, signer: Signer, what: str, most: int) -> None:
        self._store = store
        self._clock = clock
        self._signer = signer
        self._what = what
        self._most = most
        self._here = AddressRateLimit(most / 3600, most)

    async def take(self, address: str) -> bool:
        """Count once more for an address, if it may be."""
        if not self._here.take(address):
            return False
        if not self._store.is_shared:
            return True
        now, name = self._clock.now(), f"{self._what}:{self._signer.address(address)}"
        count = await self._store.run(lambda connection: count_one(connection, name, now, HOUR))
        return count <= self._most
