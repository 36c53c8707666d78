"""Both stores: migrations, jobs that are done whole or not at all, appends of which only one can be first."""

import asyncio
import sys
from collections.abc import Callable, Coroutine, Iterator
from pathlib import Path
from typing import Any, TypeVar

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import Connection, insert, select

from barragoon.server.store.games import ConflictError, add_game, event_columns, find_command, read_game
from barragoon.server.store.insert_on_conflict import insert_or_ignore
from barragoon.server.store.open_store import migrate_database, open_database
from barragoon.server.store.players import add_player
from barragoon.server.store.running_clocks import add_credit
from barragoon.server.store.schema import METADATA, events, facts, games, players
from barragoon.server.store.server_facts import read_fact, write_fact
from barragoon.server.store.store import Store, StoreError
from barragoon.server.store.stored_events import REPLAY, all_events, events_after

from .postgres_process import shared_postgres
from .stored_games import ANN, BEN, START, acted, settings_of, snapshot_at

Result = TypeVar("Result")
DAYS = 24 * 60 * 60 * 1000


@pytest.fixture(params=["sqlite", "postgresql"])
def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The address of a database of each kind; on PostgreSQL the tables are there."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path / 'games.sqlite3'}"
    return shared_postgres().new_database()


@pytest.fixture
def store(url: str) -> Iterator[Store]:
    """A store with two players and their game, which waits for its first action."""
    store = open_database(url)

    def fill(connection: Connection) -> None:
        add_player(connection, ANN, 0)
        add_player(connection, BEN, 0)
        add_game(connection, settings_of("game"), snapshot_at(0))

    asyncio.run(store.run(fill))
    yield store
    store.close()


def run(store: Store, work: Callable[[Connection], Result]) -> Result:
    return asyncio.run(store.run(work))


def seqs(store: Store, game: str = "game") -> int:
    """The number of the last event of a game; its events must be there, without a gap."""

    def look(connection: Connection) -> tuple[int, int]:
        seq = connection.execute(select(games.c.seq).where(games.c.id == game)).scalar_one()
        stored = read_game(connection, game)
        assert stored is not None
        return seq, len(stored.events)

    seq, count = asyncio.run(store.read(look))
    assert seq == count
    return seq


async def together(*jobs: Coroutine[Any, Any, Any]) -> list[Any]:
    return [*await asyncio.gather(*jobs, return_exceptions=True)]


# -- tables ------------------------------------------------------------------------------------------------------


def test_migrations_make_the_tables_of_the_schema(store: Store) -> None:
    def differences(connection: Connection) -> list[object]:
        return [*compare_metadata(MigrationContext.configure(connection), METADATA)]

    assert run(store, differences) == []


def test_migrating_again_changes_nothing(url: str) -> None:
    open_database(url).close()
    before, after = migrate_database(url)
    assert before == after


# -- jobs --------------------------------------------------------------------------------------------------------


def test_a_job_that_fails_leaves_nothing_and_affects_no_other(store: Store) -> None:
    def fail(connection: Connection) -> None:
        write_fact(connection, "half", b"done")
        raise KeyError("oops")

    first, last = (lambda c: write_fact(c, "first", b"1")), (lambda c: write_fact(c, "last", b"2"))
    outcomes = asyncio.run(together(store.run(first), store.run(fail), store.run(last)))
    assert [type(outcome) for outcome in outcomes] == [type(None), KeyError, type(None)]
    facts = [run(store, lambda c, name=name: read_fact(c, name)) for name in ("first", "half", "last")]  # type: ignore[misc]
    assert facts == [b"1", None, b"2"]
    assert not store.is_failing


def test_a_row_that_contradicts_another_is_an_error_without_parameters(store: Store) -> None:
    row = {"id": ANN.id, "name": "a secret", "bot": 0, "created_at": 0}
    with pytest.raises(StoreError) as error:
        run(store, lambda connection: connection.execute(insert(players).values(row)))
    assert "a secret" not in str(error.value)
    run(store, lambda connection: write_fact(connection, "next", b"works"))
    assert not store.is_failing


def test_facts_are_set_and_changed(store: Store) -> None:
    for fact in (b"1", b"2"):
        run(store, lambda connection, fact=fact: write_fact(connection, "fact", fact))  # type: ignore[misc]
        assert asyncio.run(store.read(lambda connection: read_fact(connection, "fact"))) == fact


def test_jobs_of_a_closed_loop_hurt_nobody(store: Store) -> None:
    async def give_up() -> None:
        job = asyncio.ensure_future(store.run(lambda connection: write_fact(connection, "fact", b"1")))
        await asyncio.sleep(0)
        job.cancel()

    asyncio.run(give_up())
    assert seqs(store) == 0


def test_closing_finishes_what_waits(url: str) -> None:
    store = open_database(url)

    async def close_at_once() -> list[Any]:
        jobs = [
            asyncio.ensure_future(store.run(lambda c, n=n: write_fact(c, str(n), b"1")))  # type: ignore[misc]
            for n in range(20)
        ]
        await asyncio.sleep(0)
        await asyncio.to_thread(store.close)
        return [*await asyncio.gather(*jobs, return_exceptions=True)]

    assert asyncio.run(close_at_once()) == [None] * 20


def test_the_clock_is_about_right(store: Store) -> None:
    import time

    assert abs(asyncio.run(store.time()) - time.time() * 1000) < DAYS


# -- appends -----------------------------------------------------------------------------------------------------


def test_events_are_appended_in_order(store: Store) -> None:
    appended = [acted(seq, f"command-{seq}") for seq in (1, 2, 3)]
    for event in appended:
        asyncio.run(store.append("game", snapshot_at(event.event.seq), event))
    assert seqs(store) == 3
    found = asyncio.run(store.read(lambda c: events_after(c, "game", 1)))
    assert found == [event.payload for event in appended[1:]]
    record = asyncio.run(store.read(lambda c: find_command(c, "game", "command-2")))
    assert record == (ANN.id, 2, b"digest")

    def look(connection: Connection) -> object:
        return connection.execute(select(games.c.turns, games.c.changed_at, games.c.deadline_at)).one()

    assert run(store, look) == (3, appended[-1].event.at, None)


def test_whatever_bytes_are_stored_come_back_in_order(store: Store) -> None:
    payloads = [b"", b"a,b 1 2", b"\x00\xff,\n ", '{"größe": 1}'.encode(), *(b"%d" % number for number in range(300))]
    rows = [
        event_columns("game", acted(seq, None)) | {"payload": payload} for seq, payload in enumerate(payloads, start=1)
    ]
    asyncio.run(store.run(lambda connection: connection.execute(insert(events), rows[::-1])))
    assert asyncio.run(store.read(lambda c: all_events(c, "game"))) == payloads
    assert asyncio.run(store.read(lambda c: events_after(c, "game", 2))) == payloads[2 : 2 + REPLAY]
    assert asyncio.run(store.read(lambda c: all_events(c, "another"))) == []


def test_of_two_writers_the_first_wins(store: Store) -> None:
    jobs = [store.append("game", snapshot_at(1), acted(1, f"command-{n}")) for n in range(20)]
    outcomes = asyncio.run(together(*jobs))
    assert [type(outcome) for outcome in outcomes].count(type(None)) == 1
    assert {type(outcome) for outcome in outcomes} == {type(None), ConflictError}
    assert seqs(store) == 1


def test_a_number_too_far_is_a_conflict(store: Store) -> None:
    for seq in (0, 2):
        with pytest.raises(ConflictError):
            asyncio.run(store.append("game", snapshot_at(seq), acted(seq)))
    with pytest.raises(ConflictError):
        asyncio.run(store.append("no such game", snapshot_at(1), acted(1)))
    assert seqs(store) == 0


def test_a_command_is_stored_once_and_fails_nobody_else(store: Store) -> None:
    run(store, lambda connection: add_game(connection, settings_of("other"), snapshot_at(0)))
    asyncio.run(store.append("game", snapshot_at(1), acted(1, "command")))
    again = store.append("game", snapshot_at(2), acted(2, "command"))
    outcomes = asyncio.run(together(again, store.append("other", snapshot_at(1), acted(1, "command"))))
    assert [type(outcome) for outcome in outcomes] == [ConflictError, type(None)]
    assert (seqs(store), seqs(store, "other")) == (1, 1)
    assert not store.is_failing


def test_appends_of_many_games_go_together(store: Store) -> None:
    names = [f"game-{number}" for number in range(300)]

    def fill(connection: Connection) -> None:
        for name in names:
            add_game(connection, settings_of(name), snapshot_at(0))

    run(store, fill)
    outcomes = asyncio.run(together(*(store.append(name, snapshot_at(1), acted(1, "c")) for name in names)))
    assert outcomes == [None] * 300
    assert {seqs(store, name) for name in names[::50]} == {1}


def test_several_events_of_a_game_that_wait_together_are_stored_in_order(store: Store) -> None:
    jobs = [store.append("game", snapshot_at(seq), acted(seq)) for seq in (1, 2, 3)]
    assert asyncio.run(together(*jobs)) == [None] * 3
    assert seqs(store) == 3


def test_a_credit_is_stored_only_after_the_event_that_it_follows(store: Store) -> None:
    assert run(store, lambda connection: add_credit(connection, "game", acted(1), START, 5))
    assert seqs(store) == 1
    assert not run(store, lambda connection: add_credit(connection, "game", acted(1), START, 5))
    assert seqs(store) == 1


def test_an_insert_says_whether_there_was_anything_to_insert(store: Store) -> None:
    row = {"name": "x", "fact": b""}
    assert run(store, lambda connection: insert_or_ignore(connection, facts, row)) is True
    assert run(store, lambda connection: insert_or_ignore(connection, facts, row)) is False


# -- opening -----------------------------------------------------------------------------------------------------


def test_without_its_package_postgresql_is_refused_in_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "psycopg", None)
    with pytest.raises(StoreError, match=r'needs the extra "cluster"'):
        open_database("postgresql://localhost/games")
