"""One of several processes that append to the same games as fast as they can: ``append_race.py URL GAMES SECONDS``.

Prints as JSON which events were stored by it, and how long its batches took.
"""

import asyncio
import json
import sys
import time
import uuid
from collections.abc import Sequence
from typing import Any

import psycopg
from sqlalchemy import select

from barragoon.server.store import append_writer
from barragoon.server.store.append_batch import AppendJob, append_batch
from barragoon.server.store.games import ConflictError
from barragoon.server.store.postgres import PostgresStore
from barragoon.server.store.schema import games
from barragoon.server.store.store import StoreError
from server.stored_games import acted, snapshot_at


class Racer:
    """Appends to all games at once, each time after the last event that it knows."""

    def __init__(self, store: PostgresStore, seconds: float) -> None:
        self._store = store
        self._end = time.monotonic() + seconds
        self.stored: list[tuple[str, int, str]] = []
        self.conflicts = 0
        self.failures: list[str] = []

    async def race(self, game: str) -> None:
        seq = 0
        while time.monotonic() < self._end:
            command = uuid.uuid4().hex
            try:
                await self._store.append(game, snapshot_at(seq + 1), acted(seq + 1, command))
            except ConflictError:
                self.conflicts += 1
            except StoreError as error:
                self.failures.append(str(error))
            else:
                self.stored.append((game, seq + 1, command))
            seq = await self._last(game)

    async def _last(self, game: str) -> int:
        query = select(games.c.seq).where(games.c.id == game)
        return await self._store.read(lambda connection: connection.execute(query).scalar_one())


def measure_batches() -> list[float]:
    """How long each batch takes from now on."""
    seconds: list[float] = []

    def measured(connection: psycopg.Connection[Any], jobs: Sequence[AppendJob]) -> set[str]:
        started = time.perf_counter()
        try:
            return append_batch(connection, jobs)
        finally:
            seconds.append(time.perf_counter() - started)

    setattr(append_writer, "append_batch", measured)  # noqa: B010 - it is what the writer calls
    return seconds


async def main(url: str, count: int, seconds: float) -> None:
    """Race, and print what came of it."""
    batches = measure_batches()
    store = PostgresStore(url)
    racer = Racer(store, seconds)
    await asyncio.gather(*(racer.race(f"game-{number}") for number in range(count)))
    store.close()
    outcome = {
        "stored": racer.stored,
        "conflicts": racer.conflicts,
        "failures": racer.failures,
        "batches": batches,
    }
    print(json.dumps(outcome))  # noqa: T201 - for the test that started it


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1], int(sys.argv[2]), float(sys.argv[3])))
