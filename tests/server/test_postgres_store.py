"""The store on PostgreSQL: whom it refuses, and what happens when the server goes away, hangs or is locked."""

import asyncio
import time
from collections.abc import Callable, Iterator, Sequence

import psycopg
import pytest
from sqlalchemy import Connection

from barragoon.server.messages import Status
from barragoon.server.store import append_writer, postgres
from barragoon.server.store.append_batch import AppendJob, append_batch
from barragoon.server.store.database_time import OLDEST_EVENT, TOO_LATE
from barragoon.server.store.games import add_game, read_game
from barragoon.server.store.open_store import migrate_database
from barragoon.server.store.players import add_player
from barragoon.server.store.postgres import PostgresStore
from barragoon.server.store.server_facts import OLDEST_VERSION, write_fact
from barragoon.server.store.store import StoreError

from .postgres_process import PostgresServer, shared_postgres
from .stored_games import ANN, BEN, acted, settings_of, snapshot_at

PASSWORD = "s3cr3t"
RECOVERY_SECONDS = 60
HOUR = 60 * 60 * 1000


@pytest.fixture(scope="module")
def own_server() -> Iterator[PostgresServer]:
    """A server that tests may stop."""
    server = PostgresServer()
    yield server
    server.remove()


def opened(url: str) -> PostgresStore:
    """A store with a game that waits for its first action."""
    store = PostgresStore(url)

    def fill(connection: Connection) -> None:
        add_player(connection, ANN, 0)
        add_player(connection, BEN, 0)
        add_game(connection, settings_of("game"), snapshot_at(0))

    asyncio.run(store.run(fill))
    return store


def until_it_works(store: PostgresStore, seq: int) -> None:
    """Append an event, again and again until the store can."""
    end = time.monotonic() + RECOVERY_SECONDS
    while True:
        try:
            asyncio.run(store.append("game", snapshot_at(seq), acted(seq)))
        except StoreError:
            assert store.is_failing
            assert time.monotonic() < end
            time.sleep(0.05)
        else:
            return


# -- whom it refuses -------------------------------------------------------------------------------------------


def sentence(url: str) -> str:
    with pytest.raises(StoreError) as error:
        PostgresStore(url)
    assert PASSWORD not in str(error.value)
    return str(error.value)


@pytest.mark.parametrize(
    "url",
    [
        f"postgresql://ann:{PASSWORD}@127.0.0.1:1/games",
        f"postgresql://ann:{PASSWORD}@@127.0.0.1:1/games",
        f"postgresql://ann@127.0.0.1:1/games?password={PASSWORD}",
        f"postgresql://ann:{PASSWORD}@127.0.0.1:1/games?nonsense=1",
        f"postgresql://ann:{PASSWORD}@[/games",
    ],
)
def test_a_server_that_can_not_be_reached_is_named_without_the_password(url: str) -> None:
    named = ("the database games on 127.0.0.1:1 can't be used: ", "the address of the database can't be read: ")
    assert sentence(url).startswith(named)
    with pytest.raises(StoreError) as error:
        migrate_database(url)
    assert PASSWORD not in str(error.value)


def test_a_database_without_tables_says_what_to_do() -> None:
    url = shared_postgres().empty_database()
    assert sentence(url).endswith("has no tables yet; run: barragoon admin migrate")
    assert migrate_database(url)[0] is None
    PostgresStore(url).close()


def pretend(url: str, version: str) -> None:
    with psycopg.connect(url) as connection:
        connection.execute("UPDATE alembic_version SET version_num = %s", (version,))


def test_older_tables_are_refused_and_newer_ones_accepted_if_they_say_so() -> None:
    url = shared_postgres().new_database()
    pretend(url, "0002")
    assert sentence(url).endswith("are of an older version; run: barragoon admin migrate")
    pretend(url, "9999")
    store = PostgresStore(url)  # the fact says that this version may go on
    asyncio.run(store.run(lambda connection: write_fact(connection, OLDEST_VERSION, b"9998")))
    store.close()
    assert "a newer version" in sentence(url)


def test_only_one_migration_runs_at_a_time() -> None:
    url = shared_postgres().empty_database()
    with psycopg.connect(url) as connection:
        connection.execute("SELECT pg_advisory_xact_lock(%s)", (0x6261_7272,))
        with pytest.raises(StoreError, match="can't be changed: canceling statement due to lock timeout"):
            migrate_database(url)
    migrate_database(url)


# -- when the server goes away -----------------------------------------------------------------------------------


@pytest.mark.parametrize("how", ["fast", "immediate"])
def test_a_server_that_was_restarted_is_used_again(own_server: PostgresServer, how: str) -> None:
    store = opened(own_server.new_database())
    asyncio.run(store.append("game", snapshot_at(1), acted(1)))
    own_server.stop(how)
    with pytest.raises(StoreError):
        asyncio.run(store.append("game", snapshot_at(2), acted(2)))
    with pytest.raises(StoreError):
        asyncio.run(store.time())
    assert store.is_failing
    own_server.start()
    until_it_works(store, 2)
    asyncio.run(store.run(lambda connection: write_fact(connection, "fact", b"1")))
    asyncio.run(store.time())
    assert not store.is_failing
    store.close()


def test_a_restart_between_two_jobs_is_not_noticed(own_server: PostgresServer) -> None:
    store = opened(own_server.new_database())
    asyncio.run(store.append("game", snapshot_at(1), acted(1)))
    own_server.restart()
    asyncio.run(store.append("game", snapshot_at(2), acted(2)))
    asyncio.run(store.run(lambda connection: write_fact(connection, "fact", b"1")))
    asyncio.run(store.time())
    store.close()


def test_a_server_that_hangs_fails_the_jobs_and_is_not_sent_a_cancel(own_server: PostgresServer) -> None:
    store = opened(own_server.new_database())
    asyncio.run(store.append("game", snapshot_at(1), acted(1)))
    own_server.freeze()
    try:

        async def jobs() -> list[object]:
            appended = store.append("game", snapshot_at(2), acted(2, "command", at=round(time.time() * 1000) + HOUR))
            return [*await asyncio.gather(appended, store.time(), return_exceptions=True)]

        started = time.monotonic()
        assert [type(outcome) for outcome in asyncio.run(jobs())] == [StoreError, StoreError]
        assert time.monotonic() - started < RECOVERY_SECONDS
        assert store.is_failing
    finally:
        own_server.thaw()
    until_it_works(store, 3)  # the event whose fate was unknown was stored: nobody cancelled it
    assert "canceling" not in own_server.log_file.read_text()
    store.close()


def test_a_standby_is_not_written_to(own_server: PostgresServer) -> None:
    url = own_server.new_database()
    standby = own_server.standby()
    try:
        assert "can't be used" in sentence(url.replace(str(own_server.folder), str(standby.folder)))
        standby.promote()
        opened(url.replace(str(own_server.folder), str(standby.folder))).close()
    finally:
        standby.remove()


def test_what_no_database_can_store_is_no_fault_of_the_store() -> None:
    store = opened(shared_postgres().new_database())
    with pytest.raises(StoreError):
        asyncio.run(store.run(lambda connection: write_fact(connection, "\0", b"")))
    assert not store.is_failing
    assert asyncio.run(store.read(lambda connection: read_game(connection, "\0"))) is None
    store.close()


# -- time --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("status", ["playing", "over"])
def test_an_event_that_happened_too_long_ago_is_not_stored(status: Status) -> None:
    """Its process stood still: whoever must act next would lose that time unseen."""
    store = opened(shared_postgres().new_database())
    late = round(time.time() * 1000) - OLDEST_EVENT - 1
    with pytest.raises(StoreError, match="too long"):
        asyncio.run(store.append("game", snapshot_at(1, status), acted(1, "command", at=late)))
    assert not store.is_failing, "that is no fault of the store"
    asyncio.run(store.append("game", snapshot_at(1, status), acted(1, "command")))
    store.close()


def test_an_event_that_waits_while_the_process_stands_still_is_not_stored(monkeypatch: pytest.MonkeyPatch) -> None:
    """The statement itself is held up, as by a SIGSTOP between deciding and writing."""
    store = opened(shared_postgres().new_database())
    real = append_batch

    def frozen(connection: psycopg.Connection[object], jobs: Sequence[AppendJob]) -> set[str]:
        time.sleep(OLDEST_EVENT / 1000 + 0.1)
        return real(connection, jobs)

    monkeypatch.setattr(append_writer, "append_batch", frozen)
    with pytest.raises(StoreError, match="too long"):
        asyncio.run(store.append("game", snapshot_at(1), acted(1)))
    store.close()


# -- locks and queues --------------------------------------------------------------------------------------------


def test_a_game_that_somebody_has_locked_is_tried_again() -> None:
    url = shared_postgres().new_database()
    store = opened(url)

    async def while_locked() -> None:
        with psycopg.connect(url) as connection:
            connection.execute("SELECT 1 FROM games FOR UPDATE")
            job = asyncio.ensure_future(store.append("game", snapshot_at(1), acted(1)))
            await asyncio.sleep(0.2)
            assert not job.done()
        await job

    asyncio.run(while_locked())
    store.close()


def test_a_game_that_stays_locked_is_given_up_and_delays_no_other() -> None:
    url = shared_postgres().new_database()
    store = opened(url)
    asyncio.run(store.run(lambda connection: add_game(connection, settings_of("other"), snapshot_at(0))))

    async def both() -> list[object]:
        with psycopg.connect(url) as connection:
            connection.execute("SELECT 1 FROM games WHERE id = 'game' FOR UPDATE")
            jobs = [store.append(game, snapshot_at(1), acted(1)) for game in ("game", "other")]
            return [*await asyncio.gather(*jobs, return_exceptions=True)]

    locked, other = asyncio.run(both())
    assert isinstance(locked, StoreError)
    assert str(locked) == TOO_LATE
    assert other is None
    assert not store.is_failing, "other processes may work with a game: that is no fault"
    store.close()


def test_jobs_wait_in_bounded_queues(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(postgres, "MOST_WAITING", 10)
    monkeypatch.setattr(append_writer, "MOST_WAITING", 10)
    store = opened(shared_postgres().new_database())

    def slow(_: Connection) -> None:
        time.sleep(0.05)

    async def many(job: Callable[[], object]) -> list[object]:
        return [*await asyncio.gather(*(job() for _ in range(50)), return_exceptions=True)]  # type: ignore[call-overload]

    for job in (lambda: store.run(slow), lambda: store.read(slow)):
        outcomes = asyncio.run(many(job))
        assert sum(isinstance(outcome, StoreError) for outcome in outcomes) == 40
    appends = asyncio.run(many(lambda: store.append("game", snapshot_at(1), acted(1))))
    assert "too many events wait to be stored" in {str(outcome) for outcome in appends}
    store.close()
