"""Restores, rehearsed: a backup under load, a database of the version before, and the way from SQLite to PostgreSQL."""

import os
import random
import resource
import shutil
import sqlite3
import stat
import threading
import time
from contextlib import closing
from pathlib import Path

import pytest

from barragoon import Game

from .admin_command import admin
from .cluster import Worker
from .load_generator import Load
from .older_database import make_older
from .postgres_process import shared_postgres
from .server_process import Client, Server, about_the_file, comes_true, match, running
from .test_old_database import unpack

WHY = ("--reason", "a test")


def play_on(server: Server, load: "CountedLoad") -> None:
    """Every action that was acknowledged before the backup began is there, and the players can go on."""
    last = {entry.game: entry for entry in load.acknowledged[: load.before]}
    for game, entry in last.items():
        client = Client(server, entry.client.token, entry.client.player)
        state = client.state(game)
        assert state["seq"] >= entry.seq, "an acknowledged action is missing"
        again = client.ask("POST", f"/api/v1/games/{game}/commands", entry.command)
        assert again.json == {"t": "ack", "id": entry.command["id"], "seq": entry.seq}
        if state["standing"]["status"] == "playing":
            assert client.command(game, "resign", state["seq"]).status == 200


class CountedLoad(Load):
    """A load that remembers how much was acknowledged when a backup began."""

    before = 0


@about_the_file
def test_a_backup_under_load_is_restored_checked_and_played_on(tmp_path: Path) -> None:
    backup = tmp_path / "backup.sqlite3"
    with running(tmp_path / "data") as server:
        load = CountedLoad(server, games=4, seed=1)
        load.start(acknowledgements=100)
        load.before = len(load.acknowledged)
        admin("backup", backup, data=server.data)
        meanwhile = len(load.acknowledged)
        assert meanwhile > load.before, "nobody could play while the backup was made"
        while len(load.acknowledged) < meanwhile + 20:
            time.sleep(0.01)
        with running(tmp_path / "other") as other, match(other) as game:
            history = game.white.hello["history"]
        server.kill()
        load.wait()
    assert stat.S_IMODE(backup.stat().st_mode) == 0o600
    assert not [*tmp_path.glob(".backup*")], "what is not finished has another name, and goes away"
    found = admin("check", backup)
    assert found["bad"] == []
    assert found["games"] >= 4
    done = admin("restore", backup, data=tmp_path / "other")
    assert len(done["kept"]) >= 1, "the database that was there is kept"
    assert done["history"] != history
    assert admin("check", data=tmp_path / "other")["bad"] == []
    with running(tmp_path / "other") as server, match(server) as game:
        game.play("d2d5")
        assert game.white.hello["history"] == done["history"]
        play_on(server, load)


@about_the_file
def test_nothing_is_restored_under_a_running_server(tmp_path: Path) -> None:
    with running(tmp_path / "data") as server, match(server) as game:
        admin("backup", tmp_path / "backup", data=server.data)
        assert "a server uses it" in admin("restore", tmp_path / "backup", data=server.data, code=2)
        game.play("d2d5")
        assert "no folder" in admin("backup", tmp_path / "missing" / "backup", data=server.data, code=2)
        with closing(sqlite3.connect(tmp_path / "backup")) as database:
            assert database.execute("select count(*) from games").fetchone() == (1,)


@about_the_file
def test_what_is_still_in_the_wal_of_a_copied_folder_is_restored(tmp_path: Path) -> None:
    with running(tmp_path / "data") as server, match(server) as game:
        game.play("d2d5")
        server.kill()
        shutil.copytree(server.data, tmp_path / "copy", ignore=shutil.ignore_patterns("*.sock"))
        assert (tmp_path / "copy" / "games.sqlite3-wal").stat().st_size > 0
        admin("restore", tmp_path / "copy" / "games.sqlite3", data=server.data)
        server.restart()
        assert Client(server).state(game.game)["actions"] == ["d2d5"]


@about_the_file
def test_a_backup_that_is_no_database_leaves_everything_as_it_was(tmp_path: Path) -> None:
    broken = tmp_path / "broken.sqlite3"
    broken.write_bytes(b"This is not a database. " * 1000)
    with running(tmp_path / "data") as server:
        game = server.client("Ann").open_game()["game"]
        server.stop()
        assert "can't be used" in admin("restore", broken, data=server.data, code=2)
        server.restart()
        assert Client(server).state(game)["game"] == game
        assert [file.name for file in server.data.glob("*games.sqlite3*") if "wal" not in file.name] == [
            "games.sqlite3"
        ]


@about_the_file
def test_a_backup_that_can_not_be_used_leaves_everything_as_it_was(tmp_path: Path) -> None:
    data = tmp_path / "data"
    with running(data) as server, match(server) as game:
        game.play("d2d5")
        admin("backup", tmp_path / "good", data=data)
        server.stop()
    before = {file.name: file.read_bytes() for file in data.iterdir()}
    foreign, empty, garbage, newer = (tmp_path / name for name in ("foreign", "empty", "garbage", "newer"))
    with closing(sqlite3.connect(foreign)) as database, database:
        database.execute("create table someones (thing)")
    empty.touch()
    garbage.write_bytes(b"no database" * 1000)
    newer.write_bytes((tmp_path / "good").read_bytes())
    with closing(sqlite3.connect(newer)) as database, database:
        database.execute("update alembic_version set version_num = '9999'")
    for file in (foreign, empty, garbage, newer, tmp_path / "missing", tmp_path):
        assert admin("restore", file, data=data, code=2)
        assert {file.name: file.read_bytes() for file in data.iterdir()} == before, file
    kept = [admin("restore", tmp_path / "good", data=data)["kept"] for _ in range(3)]
    assert len({*map(str, kept)}) == 3, "nothing that was kept is overwritten"
    (data / "games.sqlite3").write_bytes(b"a disk that fails " * 1000)
    assert admin("restore", tmp_path / "good", data=data)["kept"], "a damaged database is why one restores"
    assert admin("check", data=data)["games"] == 1
    if os.geteuid() == 0:
        shutil.chown(data, "nobody")
        admin("restore", tmp_path / "good", data=data)
        assert (data / "games.sqlite3").owner() == "nobody", "the server's user can read what root restored"


@about_the_file
def test_a_disk_that_fills_up_ends_the_backup_and_nothing_else(tmp_path: Path) -> None:
    with running(tmp_path / "data") as server, match(server) as game:
        folder = tmp_path / "backups"
        folder.mkdir()
        _, hard = resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE)
        resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, (50_000, hard))  # less than an empty database
        admin("backup", folder / "backup", data=server.data, code=2)
        resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, (hard, hard))
        assert [*folder.iterdir()] == []
        game.play("d2d5")
        admin("backup", folder / "backup", data=server.data)
        assert admin("check", folder / "backup")["games"] == 1


def test_a_database_of_the_version_before_is_migrated_and_checked(tmp_path: Path) -> None:
    file = unpack(tmp_path) / "games.sqlite3"
    assert "barragoon admin migrate" in admin("check", file, code=2)
    done = admin("migrate", file)
    assert done["before"] < done["after"]
    assert admin("migrate", file) == done | {"before": done["after"]}
    found = admin("check", file)
    assert found["bad"] == []
    assert found["games"] > 20


# -- PostgreSQL --------------------------------------------------------------------------------------------------


def test_sqlite_is_copied_to_postgresql_and_played_on(tmp_path: Path) -> None:
    url = shared_postgres().empty_database()
    with running(tmp_path / "data", {"BARRAGOON_DATABASE": ""}) as server, match(server) as game:
        game.play("d2d5", "d8d6")
        admin("players", "mute", str(game.brown_client.player), *WHY, data=server.data)
        source = server.data / "games.sqlite3"
        assert "a server uses it" in admin("copy", source, url, code=2)
        before = game.white_client.state(game.game)
        server.stop()
        players = (game.white_client, game.brown_client)
    damaged = tmp_path / "damaged.sqlite3"
    damaged.write_bytes(source.read_bytes())
    with closing(sqlite3.connect(damaged)) as database:
        database.execute("drop table seats")
    assert str(damaged) in admin("copy", damaged, url, code=2), "it is the source that can't be used"
    copied = admin("copy", source, url)
    assert (copied["games"], copied["events"], copied["players"], copied["audit"]) == (1, 3, 2, 1)
    assert "not empty" in admin("copy", source, url, code=2)
    assert admin("check", url)["bad"] == []
    with running(tmp_path / "node", {"BARRAGOON_DATABASE": url}) as server:
        white, brown = (Client(server, each.token, each.player) for each in players)
        state = white.state(before["game"])
        assert {name: state[name] for name in ("seq", "standing", "actions")} == {
            name: before[name] for name in ("seq", "standing", "actions")
        }
        assert white.command(before["game"], "act", 3, action="e2e3").status == 200
        admin("players", "unmute", str(brown.player), *WHY, "--database", url)
        assert len(admin("audit", "--database", url)["audit"]) == 2


def test_operators_reach_games_that_a_node_has_in_memory(tmp_path: Path) -> None:
    url = shared_postgres().new_database()
    with running(tmp_path / "node", {"BARRAGOON_DATABASE": url}) as server, match(server) as game:
        game.play("d2d5", "d8d6")
        player = str(game.white_client.player)
        assert [node["kind"] for node in admin("nodes", "--database", url)["nodes"]] == ["serve"]
        assert admin("leases", "--database", url)["leases"]
        done = admin("players", "close", player, *WHY, "--database", url)
        assert (done["games_ended"], done["failed"]) == (1, [])
        while game.brown.standing["status"] == "playing":
            game.brown.take()
        assert game.brown.standing["outcome"]["winner"] == "brown"
        assert game.white.closed() == 4401


def test_a_backup_of_postgresql_is_one_file_that_can_be_restored(tmp_path: Path) -> None:
    url, backup = shared_postgres().new_database(), tmp_path / "backup.sqlite3"
    with running(tmp_path / "node", {"BARRAGOON_DATABASE": url}) as server, match(server) as game:
        game.play("d2d5", "d8d6")
        moving = threading.Thread(target=lambda: game.play("e2e3", "e8e7"))
        moving.start()
        admin("backup", backup, "--database", url)
        moving.join()
        (line,) = admin("audit", "--database", url)["audit"]
        assert line["subject"] == str(backup)
        name, history = game.game, game.white.hello["history"]
    found = admin("check", backup)
    assert (found["games"], found["bad"]) == (1, [])
    restored = shared_postgres().empty_database()
    done = admin("restore", backup, "--database", restored)
    assert done["history"] != history
    with running(tmp_path / "again", {"BARRAGOON_DATABASE": restored}) as server:
        state = Client(server, game.white_client.token).state(name)
        assert state["seq"] >= 3
        assert Client(server, game.white_client.token).command(name, "resign", state["seq"]).status == 200
    data = tmp_path / "file"
    assert admin("restore", backup, data=data)["kept"] == []
    with running(data, {"BARRAGOON_DATABASE": ""}) as server:
        assert Client(server).state(name)["seq"] == state["seq"]


# -- clocks that ran ---------------------------------------------------------------------------------------------

HOUR = 60 * 60 * 1000
WITH_CLOCK = {"clock": {"initial": 600}}


def stopped_game(data: Path, settings: dict[str, str]) -> tuple[str, Client]:
    """A game on a server that was stopped while White's clock ran; and White."""
    with running(data, settings) as server, match(server, **WITH_CLOCK) as game:
        game.play("d2d5", "d8d6")
        game.close()
        server.stop()
        return game.game, game.white_client


def require_credit(server: Server, game: str, client: Client, least: int) -> None:
    """White has got the time back in which no server ran, and can play on."""
    player = Client(server, client.token, client.player)
    assert comes_true(lambda: player.state(game)["seq"] >= 4), "nothing was credited"
    credited = player.call("GET", f"/api/v1/games/{game}/events")["events"][3]
    assert (credited["t"], credited["reason"]) == ("clock_credited", "outage")
    assert least <= credited["milliseconds"] < least + HOUR
    assert player.command(game, "act", 4, action="d5d3").status == 200


def test_a_copy_gives_clocks_back_the_time_since_the_old_server_stopped(tmp_path: Path) -> None:
    url = shared_postgres().new_database()
    game, white = stopped_game(tmp_path / "data", {"BARRAGOON_DATABASE": ""})
    make_older(str(tmp_path / "data" / "games.sqlite3"), 2 * HOUR)
    with running(tmp_path / "tried", {"BARRAGOON_DATABASE": url}) as server:  # somebody tries the new database first
        source = tmp_path / "data" / "games.sqlite3"
        assert comes_true(lambda: Client(server).ask("GET", "/ready").status == 200)
        assert "a server uses the target" in admin("copy", source, url, code=2)
        assert "a server uses the source" in admin("copy", url, tmp_path / "copy.sqlite3", code=2)
        server.stop()
    admin("copy", source, url)
    with running(tmp_path / "node", {"BARRAGOON_DATABASE": url}) as server:
        require_credit(server, game, white, 2 * HOUR)


def test_a_backup_of_postgresql_gives_clocks_back_the_time_since(tmp_path: Path) -> None:
    url, backup = shared_postgres().new_database(), tmp_path / "backup.sqlite3"
    game, white = stopped_game(tmp_path / "node", {"BARRAGOON_DATABASE": url})
    admin("backup", backup, "--database", url)
    make_older(str(backup), 24 * HOUR)
    other = shared_postgres().empty_database()
    admin("restore", backup, "--database", other)
    admin("restore", backup, data=tmp_path / "file")
    for settings in ({"BARRAGOON_DATABASE": other}, {"BARRAGOON_DATABASE": ""}):
        with running(tmp_path / "file", settings) as server:
            require_credit(server, game, white, 24 * HOUR)


@about_the_file
def test_a_backup_of_sqlite_gives_clocks_back_the_time_since(tmp_path: Path) -> None:
    backup = tmp_path / "backup.sqlite3"
    game, white = stopped_game(tmp_path / "data", {})
    admin("backup", backup, data=tmp_path / "data")
    make_older(str(backup), 24 * HOUR)
    admin("restore", backup, data=tmp_path / "data")
    with running(tmp_path / "data") as server:
        require_credit(server, game, white, 24 * HOUR)


def test_a_dump_of_postgresql_gives_clocks_back_the_time_since_whoever_starts_first(tmp_path: Path) -> None:
    """Days later an operator restores a dump, and the worker, which serves nobody, starts before the nodes."""
    postgres = shared_postgres()
    url, restored = postgres.new_database(), postgres.empty_database()
    game, white = stopped_game(tmp_path / "node", {"BARRAGOON_DATABASE": url})
    make_older(url, 72 * HOUR)
    postgres.dump_into(url, restored)
    worker = Worker(tmp_path, {"BARRAGOON_DATABASE": restored})
    try:
        has_beaten = "SELECT 1 FROM nodes WHERE kind = 'work'"
        assert comes_true(lambda: bool(postgres.execute(has_beaten, restored.partition("?")[0].rpartition("/")[2])))
        with running(tmp_path / "again", {"BARRAGOON_DATABASE": restored}) as server:
            require_credit(server, game, white, 72 * HOUR)
    finally:
        worker.kill()


@pytest.mark.parametrize("minutes", [5, -5])
@pytest.mark.parametrize("store", ["sqlite", "postgresql"])
def test_a_clock_that_is_set_between_stop_and_start_costs_nobody_time(tmp_path: Path, minutes: int, store: str) -> None:
    """Forward, the time is given back as after an outage; back, clocks run on from now."""
    url = shared_postgres().new_database() if store == "postgresql" else ""
    game, white = stopped_game(tmp_path / "data", {"BARRAGOON_DATABASE": url})
    make_older(url or str(tmp_path / "data" / "games.sqlite3"), minutes * 60_000)
    with running(tmp_path / "data", {"BARRAGOON_DATABASE": url}) as server:
        player = Client(server, white.token, white.player)
        assert comes_true(lambda: player.state(game)["seq"] == 4), "credited once"
        state = player.state(game)
        clocks = state["standing"]["clocks"]
        assert clocks["at"] <= state["now"]
        assert clocks["white"] <= 600_000
        assert state["now"] - clocks["at"] < 5 * 60_000, "no time was lost, and the clock runs"
        assert player.command(game, "act", 4, action="d5d3").status == 200


@pytest.mark.slow
@about_the_file
def test_a_large_backup_keeps_nobody_waiting(tmp_path: Path) -> None:
    """200 MB are copied while games go on: players are acknowledged all the while."""
    data = tmp_path / "data"
    with running(data) as server:
        server.client()
        server.stop()
    with closing(sqlite3.connect(data / "games.sqlite3")) as database, database:
        rows = ((f"filler{number}", bytes(100_000)) for number in range(2000))
        database.executemany("insert into facts (name, fact) values (?, ?)", rows)
    with running(data) as server, match(server) as game:
        waits: list[float] = []
        done = threading.Event()

        def play() -> None:
            board, chance = Game(), random.Random(1)
            while not done.is_set() and not board.outcome():
                action = chance.choice(sorted(board.legal_actions()))
                begun = time.perf_counter()
                game.play(str(action))
                waits.append(time.perf_counter() - begun)
                board.push(action)

        players = threading.Thread(target=play)
        players.start()
        begun = time.perf_counter()
        size = admin("backup", tmp_path / "backup", data=data)["bytes"]
        seconds = time.perf_counter() - begun
        done.set()
        players.join()
    assert size > 200_000_000
    assert len(waits) > 3, "a game goes on while the backup is made"
    print(f"{size / 1e6:.0f} MB in {seconds:.1f} s; {len(waits)} acks, longest {max(waits) * 1000:.0f} ms")  # noqa: T201
