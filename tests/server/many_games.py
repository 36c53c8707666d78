"""Fills a store with many games at once, as years of play would."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from msgspec.structs import replace
from sqlalchemy import Connection, create_engine, event, text

from barragoon.server.messages import Player, Seats
from barragoon.server.store.encoding import encode
from barragoon.server.store.open_store import migrate_database

from .stored_games import ANN, BEN, START, settings_of

PLAYERS = 500
BUSY = Player("busy", "Busy")
"""A player in every twentieth game."""
_NUMBERS = "WITH RECURSIVE numbers(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < :count) "
STATUS = (
    "CASE WHEN n % 20 < 12 THEN 'over' WHEN n % 20 < 16 THEN 'playing' WHEN n % 20 < 18 THEN 'open'"
    " ELSE 'withdrawn' END"
)
ACCESS = "CASE WHEN n % 3 = 0 THEN 'lobby' WHEN n % 3 = 1 THEN 'public' ELSE 'link' END"
_OF_GAMES = "id, seq, status, access, changed_at, deadline_at, turns, opening, seats, standing, opener_id, has_clock"
_OF_SEATS = "player_id, game_id, status, changed_at"
_PLAYER = "'p' || (n / 20 % :players + 1)"
_OF_PRESENCE = "game_id, player_id, node_id, until"
_PRESENT = f"'g' || n, {_PLAYER}, 'node', 9000000000000 FROM numbers WHERE n % 40 = 17 OR n % 20 BETWEEN 12 AND 15"
"""The openers of half of the open games that have a clock, and those of games being played."""
_DEADLINE = "CASE WHEN n % 20 = 13 THEN n * 1000 + 5 END"
_REST = f"{ACCESS}, n * 1000, {_DEADLINE}, 0, :settings, :seats, :standing, {_PLAYER}, n % 2"
_SOME = "n % 20 IN (1, 13, 16)"
FILL = (
    "INSERT INTO players (id, name, bot, created_at) SELECT 'p' || n, 'Name', 0, 0 FROM numbers WHERE n <= :players",
    f"INSERT INTO games ({_OF_GAMES}) SELECT 'g' || n, 1, {STATUS}, {_REST} FROM numbers",
    "INSERT INTO events (game_id, seq, payload) SELECT 'g' || n, 1, :standing FROM numbers",
    f"INSERT INTO seats ({_OF_SEATS}) SELECT {_PLAYER}, 'g' || n, {STATUS}, n * 1000 FROM numbers",
    f"INSERT INTO seats ({_OF_SEATS}) SELECT 'busy', 'g' || n, {STATUS}, n * 1000 FROM numbers WHERE {_SOME}",
    f"INSERT INTO presence ({_OF_PRESENCE}) SELECT {_PRESENT}",
)


def fill_database(url: str, count: int) -> None:
    """Make the tables of a database and insert so many games, on a connection without limits of time."""
    migrate_database(url)
    engine = create_engine(url.replace("postgresql:", "postgresql+psycopg:"))
    with engine.begin() as connection:
        fill(connection, count)
    engine.dispose()


def fill(connection: Connection, count: int) -> None:
    """Insert so many games: over, being played, open and withdrawn, with a clock in some."""
    row = {"id": BUSY.id, "name": BUSY.name}
    connection.execute(text("INSERT INTO players (id, name, bot, created_at) VALUES (:id, :name, 0, 0)"), row)
    values = {
        "count": count,
        "players": PLAYERS,
        "settings": encode(settings_of("g")),
        "seats": encode(Seats(ANN, BEN)),
        "standing": encode(replace(START, status="over")),
    }
    for statement in FILL:
        whole = _NUMBERS + statement
        connection.execute(text(whole), {name: value for name, value in values.items() if f":{name}" in whole})
    if connection.dialect.name == "postgresql":
        connection.execute(text("ANALYZE"))


@dataclass
class Statement:
    """A statement that was run, with its parameters."""

    text: str
    parameters: Any


def statements_of(connection: Connection, work: Callable[[Connection], object]) -> list[Statement]:
    """The statements that a job runs."""
    seen: list[Statement] = []

    def note(_: object, __: object, statement: str, parameters: object, *___: object) -> None:
        seen.append(Statement(statement, parameters))

    event.listen(connection, "before_cursor_execute", note)
    try:
        work(connection)
    finally:
        event.remove(connection, "before_cursor_execute", note)
    return seen


def work_of(connection: Connection, work: Callable[[Connection], object]) -> int:
    """How much a job costs the database, however busy the machine is: steps on SQLite, blocks read on PostgreSQL."""
    measure = blocks_of if connection.dialect.name == "postgresql" else steps_of
    return sum(measure(connection, statement) for statement in statements_of(connection, work))


def steps_of(connection: Connection, statement: Statement) -> int:
    """How many instructions of its virtual machine SQLite needs for a statement, in hundreds."""
    driver: Any = connection.connection.driver_connection
    count = 0

    def note() -> int:
        nonlocal count
        count += 100
        return 0

    driver.set_progress_handler(note, 100)
    try:
        connection.exec_driver_sql(statement.text, statement.parameters).all()
    finally:
        driver.set_progress_handler(None, 0)
    return count


def blocks_of(connection: Connection, statement: Statement) -> int:
    """How many blocks of 8 kB PostgreSQL reads for a statement, from memory or from the disk."""
    explained = f"EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) {statement.text}"
    plan = connection.exec_driver_sql(explained, statement.parameters).scalar_one()[0]["Plan"]
    return int(plan["Shared Hit Blocks"] + plan["Shared Read Blocks"])
