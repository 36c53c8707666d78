"""Lists of games: they read a page, as the databases say themselves, and have the right games in them."""

import asyncio
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace
from sqlalchemy import Connection

from barragoon.server.messages import ClockRule, Joined, Player, Terms
from barragoon.server.store.encoding import encode
from barragoon.server.store.game_lists import (
    LATER,
    LOOKED_AT,
    PAGE,
    Cursor,
    GamePage,
    count_running,
    count_waiting,
    list_lobby,
    list_own,
    list_own_lobby,
    list_public,
)
from barragoon.server.store.games import EncodedEvent, add_game, expired_games
from barragoon.server.store.open_store import open_database
from barragoon.server.store.players import add_player
from barragoon.server.store.presence import LASTS, Connected, write_present
from barragoon.server.store.running_clocks import overdue_games
from barragoon.server.store.store import Store

from .many_games import BUSY, PLAYERS, Statement, fill_database, statements_of, steps_of
from .postgres_process import shared_postgres
from .server_process import Client, running
from .stored_games import ANN, BEN, START, acted, settings_of, snapshot_at

NOW = 1_000
MIDDLE = Cursor(2_000_000, "g2000")
LISTS: dict[str, Callable[[Connection], object]] = {
    "lobby": lambda c: list_lobby(c, NOW),
    "lobby, further": lambda c: list_lobby(c, NOW, (), Cursor(LATER + 2_000_000, "g2000")),
    "lobby, second games": lambda c: list_lobby(c, NOW, (), MIDDLE),
    "lobby, own": lambda c: list_own_lobby(c, "p1"),
    "to watch": list_public,
    "to watch, further": lambda c: list_public(c, MIDDLE),
    "own": lambda c: list_own(c, BUSY.id, None, None),
    "own, further": lambda c: list_own(c, BUSY.id, None, MIDDLE),
    "own open": lambda c: list_own(c, BUSY.id, "open", None),
    "own playing": lambda c: list_own(c, BUSY.id, "playing", None),
    "own playing, further": lambda c: list_own(c, BUSY.id, "playing", Cursor(LATER + 2_000_000, "g2000")),
    "own over": lambda c: list_own(c, BUSY.id, "over", None),
    "own over, further": lambda c: list_own(c, BUSY.id, "over", MIDDLE),
    "waiting": lambda c: count_waiting(c, "p1"),
    "running": lambda c: count_running(c, "p1"),
    "flags due": lambda c: overdue_games(c, 10**12, PAGE),
    "expired": lambda c: expired_games(c, 10**12, PAGE),
}
A_FEW_PAGES = 10 * PAGE
"""How many rows a statement may read."""
STEPS_A_ROW = 60
"""Instructions of SQLite's virtual machine for a row; a game of the lobby is looked up in three tables."""
SIZES = [4_000, pytest.param(100_000, marks=pytest.mark.slow)]


@pytest.fixture(scope="module", params=SIZES)
def size(request: pytest.FixtureRequest) -> int:
    return int(request.param)


@pytest.fixture(scope="module", params=["sqlite", "postgresql"])
def full(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory, size: int) -> Iterator[Store]:
    """A store with many games."""
    file = tmp_path_factory.mktemp("many") / "games.sqlite3"
    url = f"sqlite:///{file}" if request.param == "sqlite" else shared_postgres().new_database()
    fill_database(url, size)
    store = open_database(url)
    yield store
    store.close()


@pytest.mark.parametrize("name", LISTS)
def test_no_list_reads_all_games(full: Store, name: str) -> None:
    def explain(connection: Connection) -> None:
        statements = statements_of(connection, LISTS[name])
        assert statements
        for statement in statements:
            check = check_postgres if connection.dialect.name == "postgresql" else check_sqlite
            check(connection, statement, A_FEW_PAGES)

    asyncio.run(full.run(explain))


def check_sqlite(connection: Connection, statement: Statement, most: int) -> None:
    rows = connection.exec_driver_sql(f"EXPLAIN QUERY PLAN {statement.text}", statement.parameters).all()
    for detail in [str(row[3]) for row in rows]:
        assert "TEMP B-TREE" not in detail, rows
        is_list = "USING INDEX games_" in detail or detail == "SCAN anon_1"  # a subquery, whose own parts are listed
        assert not detail.startswith("SCAN") or is_list, rows
    assert steps_of(connection, statement) <= most * STEPS_A_ROW, statement.text


def check_postgres(connection: Connection, statement: Statement, most: int) -> None:
    plan = connection.exec_driver_sql(f"EXPLAIN (ANALYZE, FORMAT JSON) {statement.text}", statement.parameters)
    for node in nodes_of(plan.scalar_one()[0]["Plan"]):
        read = (node["Actual Rows"] + node.get("Rows Removed by Filter", 0)) * node["Actual Loops"]
        if node.get("Relation Name") == "players":  # so few here that PostgreSQL may prefer to read them all
            continue
        assert node["Node Type"] != "Seq Scan", node
        assert read <= most, node


def nodes_of(plan: dict[str, Any]) -> Iterator[dict[str, Any]]:
    yield plan
    for part in plan.get("Plans", ()):
        yield from nodes_of(part)


def test_a_plan_that_reads_all_games_would_be_noticed(full: Store) -> None:
    """The lobby as it was asked for until version 0.2."""
    old = (
        "SELECT games.id, row_number() OVER (PARTITION BY seats.player_id ORDER BY games.changed_at DESC) AS number"
        " FROM games JOIN seats ON seats.game_id = games.id WHERE games.status = 'open'"
    )

    def explain(connection: Connection) -> None:
        check = check_postgres if connection.dialect.name == "postgresql" else check_sqlite
        with pytest.raises(AssertionError):
            check(connection, Statement(old, ()), A_FEW_PAGES)

    asyncio.run(full.run(explain))


def test_pages_follow_each_other_without_gap_or_repetition(full: Store, size: int) -> None:
    def all_pages(connection: Connection, status: str | None) -> list[str]:
        seen: list[str] = []
        after = None
        while True:
            page = list_own(connection, "p1", status, after)
            seen += [game.game for game in page.games]
            if page.following is None:
                return seen
            after = page.following

    expected = max(20, size // PLAYERS)  # twenty games in a row are of one player
    seen = asyncio.run(full.read(lambda connection: all_pages(connection, None)))
    parts = [asyncio.run(full.read(lambda c, s=s: all_pages(c, s))) for s in ("open", "playing", "over")]  # type: ignore[misc]
    assert len(seen) == len(set(seen)) <= expected
    assert sorted(seen) == sorted(game for part in parts for game in part)


# -- what is in the lists ----------------------------------------------------------------------------------------


@pytest.fixture(params=["sqlite", "postgresql"])
def store(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Store]:
    """A store with two players."""
    url = f"sqlite:///{tmp_path / 'games.sqlite3'}" if request.param == "sqlite" else shared_postgres().new_database()
    store = open_database(url)
    for player in (ANN, BEN):
        asyncio.run(store.run(lambda connection, player=player: add_player(connection, player, 0)))  # type: ignore[misc]
    yield store
    store.close()


def own(store: Store, player: Player, status: str | None = None) -> list[str]:
    page = asyncio.run(store.read(lambda connection: list_own(connection, player.id, status, None)))
    return [game.game for game in page.games]


def now() -> int:
    """The time in milliseconds: what happened long ago is not appended."""
    return round(time.time() * 1000)


def test_own_lists_follow_the_status_of_each_game(store: Store) -> None:
    for number, game in enumerate(("first", "second", "third")):
        opened = snapshot_at(0, "open")._replace(seats=snapshot_at(0).seats.__class__(ANN))
        settings = settings_of(game, at=number)
        asyncio.run(store.run(lambda c, s=settings, o=opened: add_game(c, s, o)))  # type: ignore[misc]
    assert own(store, ANN, "open") == own(store, ANN) == ["third", "second", "first"]
    joined = Joined(seq=1, at=now(), by=None, standing=START, seats=snapshot_at(1).seats)
    asyncio.run(store.append("first", snapshot_at(1), EncodedEvent(joined, encode(joined))))
    assert own(store, BEN) == own(store, ANN, "playing") == ["first"]
    assert own(store, ANN, "open") == ["third", "second"]
    assert asyncio.run(store.read(lambda c: (count_waiting(c, ANN.id), count_running(c, ANN.id)))) == (2, 1)
    asyncio.run(store.append("first", snapshot_at(2, "over"), acted(2)))
    assert own(store, BEN, "over") == own(store, ANN, "over") == ["first"]
    assert own(store, ANN) == ["third", "second", "first"], "games that go on come first"
    asyncio.run(store.append("third", snapshot_at(1, "withdrawn"), acted(1)))
    assert own(store, ANN) == ["second", "first"]


def lobby(store: Store, *attended: str, after: Cursor | None = None) -> GamePage:
    return asyncio.run(store.read(lambda connection: list_lobby(connection, NOW, attended, after)))


def test_the_lobby_shows_few_games_of_each_player(store: Store) -> None:
    def open_many(connection: Connection) -> None:
        for number in range(30):
            add_game(connection, settings_of(f"ann-{number}", ANN, at=100 + number), snapshot_at(0, "open"))
        add_game(connection, settings_of("ben", BEN, at=1), snapshot_at(0, "open"))

    asyncio.run(store.run(open_many))
    assert [game.game for game in lobby(store).games] == ["ann-29", "ben", "ann-28"]
    own = asyncio.run(store.read(lambda connection: list_own_lobby(connection, ANN.id)))
    assert [game.game for game in own] == [f"ann-{number}" for number in range(29, -1, -1)]


def test_a_game_with_a_clock_is_listed_while_its_opener_is_there(store: Store) -> None:
    timed = replace(settings_of("timed", at=1), terms=Terms(clock=ClockRule(60)))

    def open_both(connection: Connection) -> None:
        add_game(connection, timed, snapshot_at(0, "open"))
        add_game(connection, settings_of("timeless", BEN), snapshot_at(0, "open"))

    def connect(player: Player, now: int) -> None:
        asyncio.run(store.run(lambda c: write_present(c, "node", [Connected("timed", player.id)], now)))

    asyncio.run(store.run(open_both))
    without, with_it = ["timeless"], ["timed", "timeless"]
    assert [game.game for game in lobby(store).games] == without
    assert [game.game for game in lobby(store, "timed").games] == with_it
    connect(BEN, NOW)
    assert [game.game for game in lobby(store).games] == without, "somebody else looks at it"
    connect(ANN, NOW - LASTS)
    assert [game.game for game in lobby(store).games] == without, "the opener was there"
    connect(ANN, NOW)
    assert [game.game for game in lobby(store).games] == with_it


def test_the_lobby_shows_everybody_once_before_anybody_twice(store: Store) -> None:
    def open_many(connection: Connection) -> None:
        for number in range(PAGE):
            add_player(connection, Player(f"p{number}", "Name"), 0)
            opener = Player(f"p{number if number < PAGE - 5 else 0}", "Name")
            add_game(connection, settings_of(f"g{number:02}", opener, at=number), snapshot_at(0, "open"))
            add_game(connection, settings_of(f"h{number:02}", opener, at=100 + number), snapshot_at(0, "open"))

    asyncio.run(store.run(open_many))
    page = lobby(store)
    openers = [game.opener.id for game in page.games]
    assert len(page.games) == PAGE
    assert len({*openers[: PAGE - 5]}) == PAGE - 5
    assert page.following is not None
    rest = lobby(store, after=page.following)
    assert rest.following is None
    shown = [game.game for game in (*page.games, *rest.games)]
    assert len(shown) == len({*shown}) == 2 * (PAGE - 5)


def test_games_that_are_not_shown_take_no_longer_than_some_pages(store: Store) -> None:
    """A thousand games whose openers are away come before one that anybody may join."""

    def open_many(connection: Connection) -> None:
        add_game(connection, settings_of("shown", BEN), snapshot_at(0, "open"))
        for number in range(1_000):
            hidden = replace(settings_of(f"hidden-{number:03}", at=1 + number), terms=Terms(clock=ClockRule(60)))
            add_game(connection, hidden, snapshot_at(0, "open"))

    def explain(connection: Connection) -> None:
        if connection.dialect.name == "sqlite":  # so small a table PostgreSQL may prefer to read
            for statement in statements_of(connection, lambda c: list_lobby(c, NOW)):
                check_sqlite(connection, statement, A_FEW_PAGES)

    asyncio.run(store.run(open_many))
    asyncio.run(store.run(explain))
    page, pages = lobby(store), 1
    while page.following is not None and not page.games:
        page, pages = lobby(store, after=page.following), pages + 1
    assert [game.game for game in page.games] == ["shown"]
    assert 1_000 / LOOKED_AT < pages <= 1 + 1_001 / LOOKED_AT


def test_second_games_are_left_out_if_the_first_ones_need_several_pages(store: Store) -> None:
    def open_many(connection: Connection) -> None:
        for number in range(PAGE + 1):
            opener = Player(f"p{number}", "Name")
            add_player(connection, opener, 0)
            for game in (f"g{number}", f"h{number}"):
                add_game(connection, settings_of(game, opener, at=number), snapshot_at(0, "open"))

    asyncio.run(store.run(open_many))
    page = lobby(store)
    rest = lobby(store, after=page.following)
    assert {game.opener.id for game in (*page.games, *rest.games)} == {f"p{number}" for number in range(PAGE + 1)}
    assert (len(page.games), len(rest.games), rest.following) == (PAGE, 1, None)


def test_the_lobby_has_pages(tmp_path: Path) -> None:
    with running(tmp_path / "data") as server:  # where more than a page of players wait, second games are not listed
        players = [server.client() for _ in range(30)]
        games = {player.open_game(access="lobby")["game"] for player in players for _ in range(2)}
        listed: set[str] = set()
        path = "/api/v1/lobby"
        stranger = Client(server)
        while games - listed:
            page = stranger.call("GET", path)
            assert len(page["games"]) <= PAGE
            listed |= {game["game"] for game in page["games"]}
            assert page["next"] or games <= listed
            path = f"/api/v1/lobby?before={page['next']}"
