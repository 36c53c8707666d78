"""The SQLite file: one owner, synced, copied before its tables change."""

import asyncio
import sqlite3
import threading
from contextlib import closing
from pathlib import Path

import pytest
from sqlalchemy import Connection, text

from barragoon.server.shared.worker_pool import ASKER
from barragoon.server.store import sqlite
from barragoon.server.store.sqlite import SqliteStore
from barragoon.server.store.store import StoreError


def test_every_write_is_synced(tmp_path: Path) -> None:
    store = SqliteStore(tmp_path / "games.sqlite3")

    def pragmas(connection: Connection) -> tuple[object, ...]:
        names = ("synchronous", "journal_mode", "locking_mode", "foreign_keys")
        return tuple(connection.execute(text(f"pragma {name}")).scalar() for name in names)

    assert asyncio.run(store.run(pragmas)) == (2, "wal", "exclusive", 1)
    store.close()


def test_a_second_server_is_kept_out(tmp_path: Path) -> None:
    store = SqliteStore(tmp_path / "games.sqlite3")
    with pytest.raises(StoreError, match="another server uses"):
        SqliteStore(tmp_path / "games.sqlite3")
    store.close()
    SqliteStore(tmp_path / "games.sqlite3").close()


def test_data_of_a_newer_version_is_left_alone(tmp_path: Path) -> None:
    SqliteStore(tmp_path / "games.sqlite3").close()
    with closing(sqlite3.connect(tmp_path / "games.sqlite3")) as database, database:
        database.execute("update alembic_version set version_num = '9999'")
    with pytest.raises(StoreError, match="newer version"):
        SqliteStore(tmp_path / "games.sqlite3")


def test_a_file_that_is_no_database_is_an_error(tmp_path: Path) -> None:
    (tmp_path / "games.sqlite3").write_bytes(b"nonsense" * 1000)
    with pytest.raises(StoreError, match="can't be opened: file is not a database"):
        SqliteStore(tmp_path / "games.sqlite3")


def test_who_acts_does_not_wait_for_all_that_others_look_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    order: list[str] = []
    begun, go_on, has_come = threading.Event(), threading.Event(), threading.Event()

    def first(_: Connection) -> None:
        begun.set()
        assert go_on.wait(60)

    def look_up(name: str) -> None:
        order.append(name)
        if name == "greedy 0":
            assert has_come.wait(60)

    async def ask(store: SqliteStore, asker: str, name: str, *, is_read: bool) -> None:
        ASKER.set(asker)
        await (store.read if is_read else store.run)(lambda _: look_up(name))

    async def check() -> None:
        store = SqliteStore(tmp_path / "games.sqlite3")
        monkeypatch.setattr(sqlite, "LONGEST_BATCH", 0)  # one look-up a transaction
        tasks = [asyncio.ensure_future(store.run(first))]
        await asyncio.to_thread(begun.wait, 60)
        tasks += [asyncio.ensure_future(ask(store, "greedy", f"greedy {n}", is_read=True)) for n in range(5)]
        tasks.append(asyncio.ensure_future(ask(store, "modest", "modest", is_read=True)))
        await asyncio.sleep(0)
        go_on.set()
        while not order:  # noqa: ASYNC110 - the thread tells no event loop
            await asyncio.sleep(0.01)
        tasks.append(asyncio.ensure_future(ask(store, "player", "action", is_read=False)))
        await asyncio.sleep(0)
        has_come.set()
        await asyncio.gather(*tasks)
        store.close()

    asyncio.run(check())
    assert order == ["greedy 0", "action", "modest", "greedy 1", "greedy 2", "greedy 3", "greedy 4"]


def test_look_ups_do_not_wait_for_the_end_of_all_writes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    order: list[str] = []
    begun, go_on = threading.Event(), threading.Event()

    def first(_: Connection) -> None:
        begun.set()
        assert go_on.wait(60)

    async def write(store: SqliteStore) -> None:
        for number in range(3):
            await store.run(lambda _, name=f"write {number}": order.append(name))  # type: ignore[misc]

    async def check() -> None:
        store = SqliteStore(tmp_path / "games.sqlite3")
        monkeypatch.setattr(sqlite, "LONGEST_BATCH", -1)  # the writes take all the time there is
        tasks = [asyncio.ensure_future(store.run(first))]
        await asyncio.to_thread(begun.wait, 60)
        tasks += [
            asyncio.ensure_future(write(store)),
            asyncio.ensure_future(store.read(lambda _: order.append("read"))),
        ]
        await asyncio.sleep(0)
        go_on.set()
        await asyncio.gather(*tasks)
        store.close()

    asyncio.run(check())
    assert order == ["write 0", "read", "write 1", "write 2"]


def test_look_ups_that_fail_are_not_lost(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(_: Connection) -> None:
        raise ValueError("this one")

    async def check() -> list[object]:
        store = SqliteStore(tmp_path / "games.sqlite3")
        monkeypatch.setattr(sqlite, "LONGEST_BATCH", 0)
        jobs = [store.read(lambda _, n=n: n) for n in range(3)]  # type: ignore[misc]
        found: list[object] = await asyncio.gather(*jobs, store.read(fail), store.run(fail), return_exceptions=True)
        store.close()
        return found

    *found, one, other = asyncio.run(check())
    assert found == [0, 1, 2]
    assert isinstance(one, ValueError)
    assert isinstance(other, ValueError)
