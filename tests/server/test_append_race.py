"""Four processes append to the same games: of each event there is one, none is lost, and nobody deadlocks."""

import json
import os
import subprocess
import sys
from pathlib import Path

import psycopg
import pytest
from sqlalchemy import create_engine

from barragoon.server.store.database_time import TOO_LATE
from barragoon.server.store.games import add_game
from barragoon.server.store.players import add_player

from .postgres_process import PostgresServer, shared_postgres
from .server_process import SECONDS
from .stored_games import ANN, BEN, settings_of, snapshot_at

PROCESSES, GAMES = 4, 48
PROGRAM = Path(__file__).parent / "append_race.py"


def new_games(server: PostgresServer) -> str:
    """A database with games for everybody to append to."""
    url = server.new_database()
    engine = create_engine(url.replace("postgresql:", "postgresql+psycopg:"))
    with engine.begin() as connection:
        for player in (ANN, BEN):
            add_player(connection, player, 0)
        for number in range(GAMES):
            add_game(connection, settings_of(f"game-{number}"), snapshot_at(0))
    engine.dispose()
    return url


def race(server: PostgresServer, seconds: int) -> None:
    url = new_games(server)
    command = [sys.executable, str(PROGRAM), url, str(GAMES), str(seconds)]
    environment = os.environ | {"PYTHONPATH": str(Path(__file__).parents[1])}
    processes = [subprocess.Popen(command, stdout=subprocess.PIPE, env=environment) for _ in range(PROCESSES)]
    outcomes = [json.loads(process.communicate(timeout=seconds + 2 * SECONDS)[0]) for process in processes]
    stored = {(game, seq): command for outcome in outcomes for game, seq, command in outcome["stored"]}
    failures = [failure for outcome in outcomes for failure in outcome["failures"]]
    with psycopg.connect(url) as connection:
        events = connection.execute("SELECT game_id, seq, command_id FROM events ORDER BY game_id, seq").fetchall()
        last: dict[str, int] = dict(connection.execute("SELECT id, seq FROM games").fetchall())
        (deadlocks,) = connection.execute(
            "SELECT deadlocks FROM pg_stat_database WHERE datname = current_database()"
        ).fetchone() or (None,)
    batches = sorted(second for outcome in outcomes for second in outcome["batches"])
    p99 = batches[len(batches) * 99 // 100] * 1000
    conflicts = sum(outcome["conflicts"] for outcome in outcomes)
    print(  # noqa: T201 - "pytest -s" shows it
        f"\n{len(stored)} events stored by {PROCESSES} processes in {seconds} s, {conflicts} conflicts,"
        f" {len(failures)} waited too long for a lock, {deadlocks} deadlocks;"
        f" a batch takes {p99:.1f} ms (p99 of {len(batches)})"
    )
    assert len(stored) == sum(len(outcome["stored"]) for outcome in outcomes), "two were acknowledged as the first"
    in_database = {(game, seq): command for game, seq, command in events}
    assert {key: in_database.get(key) for key in stored} == stored, "acknowledged and lost"
    for game, seq in last.items():
        assert [number for name, number, _ in events if name == game] == list(range(1, seq + 1)), "a gap"
    assert set(failures) <= {TOO_LATE}
    assert len(in_database) == len(stored), "stored without anybody knowing"
    assert deadlocks == 0
    assert conflicts > 0, "nobody raced"


def test_of_four_processes_one_is_first() -> None:
    race(shared_postgres(), seconds=2)


@pytest.mark.slow
def test_four_processes_race_for_half_a_minute() -> None:
    server = PostgresServer({"fsync": "on"})
    try:
        race(server, seconds=30)
    finally:
        server.remove()
