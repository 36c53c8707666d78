"""Makes a database look as if it had been left alone for a long time: no test waits for hours."""

import json

from sqlalchemy import Connection, create_engine, text

from .server_process import Json

TIMES = ("at", "deadline_at")


def make_older(address: str, milliseconds: int) -> None:
    """Move all that has happened in a database into the past; no server may run on it."""
    driver = f"postgresql+psycopg{address.removeprefix('postgresql')}" if "://" in address else f"sqlite:///{address}"
    engine = create_engine(driver)
    with engine.begin() as connection:
        for column in ("started_at", "alive_at"):
            connection.execute(text(f"UPDATE nodes SET {column} = {column} - :past"), {"past": milliseconds})
        connection.execute(text("UPDATE games SET deadline_at = deadline_at - :past"), {"past": milliseconds})
        _move_json(connection, "games", "id", "standing", milliseconds)
        _move_json(connection, "events", "seq", "payload", milliseconds)
    engine.dispose()


def _move_json(connection: Connection, table: str, key: str, column: str, milliseconds: int) -> None:
    game = "id" if table == "games" else "game_id"
    for name, number, document in connection.execute(text(f"SELECT {game}, {key}, {column} FROM {table}")).all():
        moved = json.dumps(_moved(json.loads(document), milliseconds), separators=(",", ":")).encode()
        change = text(f"UPDATE {table} SET {column} = :moved WHERE {game} = :name AND {key} = :number")
        connection.execute(change, {"moved": moved, "name": name, "number": number})


def _moved(value: Json, milliseconds: int) -> Json:
    if isinstance(value, dict):
        return {
            name: each - milliseconds if name in TIMES and isinstance(each, int) else _moved(each, milliseconds)
            for name, each in value.items()
        }
    return [_moved(each, milliseconds) for each in value] if isinstance(value, list) else value
