"""``barragoon admin``: on a running server over its socket, and on its database where none runs."""

import io
import json
import os
import shlex
import socket
import sqlite3
import stat
import time
from collections.abc import Iterator
from contextlib import closing, redirect_stderr, redirect_stdout
from pathlib import Path
from typing import get_args

import pytest
import typer

from barragoon.cli import run
from barragoon.cli.admin import app as admin_commands
from barragoon.cli.admin import games
from barragoon.record import Record
from barragoon.server import messages
from barragoon.server.admin import requests
from barragoon.server.shared.random_source import random_id

from .admin_command import admin
from .server_process import SECONDS, Client, Json, Server, about_the_file, fresh, match, running

pytestmark = about_the_file  # and its socket; test_restore.py has what operators do on PostgreSQL
WHY = ("--reason", "a test")


@pytest.fixture(scope="module")
def own(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server of these tests alone: they end games and close players."""
    with running(tmp_path_factory.mktemp("admin") / "data") as server:
        Client(server).call("GET", "/health")  # the socket is there before the first answer
        yield server


def ask_socket(server: Server, line: bytes) -> Json:
    """Send a line to the admin socket; the answer, or None if the server closed it without one."""
    with socket.socket(socket.AF_UNIX) as connection:
        connection.settimeout(SECONDS)
        connection.connect(str(server.data / "admin.sock"))
        try:
            connection.sendall(line)
            text = connection.makefile("rb").readline()
        except (BrokenPipeError, ConnectionResetError):
            return None
        return json.loads(text) if text else None


def test_no_id_looks_like_an_option() -> None:
    assert not [drawn for drawn in (random_id() for _ in range(3_000)) if drawn.startswith("-")]


# -- players -----------------------------------------------------------------------------------------------------


def test_a_player_is_found_shown_and_renamed(own: Server) -> None:
    client = own.client("Findme Grün")
    found = admin("players", "find", "FINDME", data=own.data)["players"]
    assert [player["id"] for player in found] == [client.player]
    assert admin("players", "find", str(client.player)[:10], data=own.data)["players"] == found
    assert admin("players", "find", "nobody has this", data=own.data, code=1) == {"players": []}
    game = client.open_game()["game"]
    shown = admin("players", "show", str(client.player), data=own.data)
    assert (shown["games"], shown["tokens"]) == ({"open": 1}, 1)
    admin("players", "rename", str(client.player), "Polite", *WHY, data=own.data)
    assert client.call("GET", "/api/v1/me")["player"]["name"] == "Polite"
    assert client.state(game)["opener"]["name"] == "Findme Grün", "games keep the name they were opened with"
    assert "no player" in admin("players", "show", "nobody", data=own.data, code=2)
    assert "letters" in admin("players", "rename", str(client.player), "<b>", *WHY, data=own.data, code=2)


def test_a_name_is_changed_everywhere(own: Server) -> None:
    with match(own) as game:
        game.play("d2d5")
        player = str(game.white_client.player)
        done = admin("players", "rename", player, "Someone", "--everywhere", *WHY, data=own.data)
        assert done["games_renamed"] == 1
        game.play("d8d6")
        state = game.brown_client.state(game.game)
        assert (state["opener"]["name"], state["seats"]["white"]["name"]) == ("Someone", "Someone")
        assert state["seats"]["brown"]["name"] == "Ben"
        events = game.brown_client.call("GET", f"/api/v1/games/{game.game}/events")["events"]
        assert "Ann" not in json.dumps(events)


def test_a_game_that_cannot_be_read_keeps_no_other_from_being_renamed(tmp_path: Path) -> None:
    with running(tmp_path / "data") as server:
        player = server.client("Ann")
        bad, *good = [str(player.open_game(access="public")["game"]) for _ in range(3)]
        server.stop()
        server.change_rows("UPDATE games SET opening = :bad WHERE id = :game", bad=b"{", game=bad)
        server.restart()
        Client(server).call("GET", "/live")  # from then on operators can ask it
        done = admin("players", "rename", str(player.player), "Someone", "--everywhere", *WHY, data=server.data)
        assert (done["games_renamed"], done["failed"]) == (2, [bad])
        assert {Client(server).state(game)["opener"]["name"] for game in good} == {"Someone"}


def test_a_muted_player_is_on_no_list(own: Server) -> None:
    muted, other = own.client(), own.client()
    opened = muted.open_game(access="lobby")["game"]
    played = muted.open_game(access="public", colour="white")
    other.join(played)

    def listed() -> set[str]:
        time.sleep(1.1)  # lists are cached for a second
        paths = ("/api/v1/lobby", "/api/v1/games")
        everything = {game["game"] for path in paths for game in Client(own).call("GET", path)["games"]}
        return everything & {opened, played["game"]}

    assert listed() == {opened, played["game"]}
    assert admin("players", "mute", str(muted.player), *WHY, data=own.data)["muted_at"]
    assert listed() == set()
    assert muted.command(played["game"], "act", 1, action="d2d5").status == 200, "their games go on"
    admin("players", "unmute", str(muted.player), *WHY, data=own.data)
    assert listed() == {opened, played["game"]}


def test_a_closed_player_is_out_and_their_games_end(own: Server) -> None:
    with match(own) as game:
        game.play("d2d5", "d8d6")
        loser = game.white_client
        waiting = loser.open_game()["game"]
        link = loser.call("POST", "/api/v1/me/link")["link"].partition("#resume=")[2]
        done = admin("players", "close", str(loser.player), *WHY, data=own.data)
        assert (done["games_ended"], done["tokens_revoked"], done["failed"]) == (2, 2, [])
        assert game.white.closed() == 4401
        assert loser.ask("GET", "/api/v1/me").status == 401
        origin = {"Origin": f"http://{own.host}"}
        assert Client(own).ask("POST", "/api/v1/me/resume", {"key": link}, origin).status == 404
        while game.brown.standing["status"] == "playing":
            game.brown.take()
        assert game.brown.standing["outcome"]["winner"] == "brown"
        assert game.brown_client.state(waiting)["standing"]["status"] == "withdrawn"
        admin("players", "open", str(loser.player), *WHY, data=own.data)
        assert loser.ask("GET", "/api/v1/me").status == 401, "old tokens stay invalid"


def test_tokens_are_listed_and_revoked(own: Server) -> None:
    with match(own) as game:
        player = str(game.white_client.player)
        (token,) = admin("tokens", "list", player, data=own.data)["tokens"]
        assert token["kind"] == "session"
        assert len(token["fingerprint"]) == 12
        revoked = admin("tokens", "revoke", player, token["fingerprint"], *WHY, data=own.data)["revoked"]
        assert revoked == [token["fingerprint"]]
        assert game.white.closed() == 4401
        assert game.white_client.ask("GET", "/api/v1/me").status == 401
        assert admin("tokens", "revoke", player, *WHY, data=own.data, code=1)["revoked"] == []


# -- games -------------------------------------------------------------------------------------------------------


def test_games_are_found_shown_and_closed(own: Server) -> None:
    client = own.client()
    game = client.open_game()["game"]
    (found,) = admin("games", "find", "--player", str(client.player), "--status", "open", data=own.data)["games"]
    assert (found["id"], found["status"]) == (game, "open")
    closed = admin("games", "close", game, *WHY, data=own.data)
    assert (closed["seq"], closed["status"]) == (1, "withdrawn")
    shown = admin("games", "show", game, data=own.data)
    assert [event["event"]["t"] for event in shown["events"]] == ["withdrawn"]
    assert "withdrawn" in admin("games", "close", game, *WHY, data=own.data, code=2)
    assert "no game" in admin("games", "close", "nothing", *WHY, data=own.data, code=2)


def test_a_game_is_aborted_and_a_result_is_annulled(own: Server) -> None:
    with match(own) as game:
        game.play("d2d5", "d8d6")
        assert "has begun" in admin("games", "annul", game.game, *WHY, data=own.data, code=2)
        assert admin("games", "abort", game.game, *WHY, data=own.data)["status"] == "aborted"
        game.white.until(4)
        assert game.white.standing["no_result"] == {"reason": "operator", "by": None}
        assert game.white.rejected("act", action="e2e3") == "not_now"
    with match(own) as game:
        game.play("d2d5", "d8d6")
        game.say("white", "resign")
        assert game.brown.standing["outcome"]["winner"] == "brown"
        assert "is over" in admin("games", "abort", game.game, *WHY, data=own.data, code=2)
        admin("games", "annul", game.game, *WHY, data=own.data)
        game.brown.until(5)
        assert (game.brown.standing["status"], game.brown.standing["outcome"]) == ("aborted", None)
        (summary,) = game.brown_client.call("GET", "/api/v1/me/games")["games"]
        assert summary["outcome"] is None
        text = game.brown_client.ask("GET", f"/api/v1/games/{game.game}/bgn").body.decode()
        assert (Record.parse(text).outcome, text.rstrip().endswith("*"), "Termination" in text) == (None, True, False)
    assert admin("check", data=own.data)["bad"] == []


# -- the audit ---------------------------------------------------------------------------------------------------


def test_every_change_is_in_the_audit(own: Server) -> None:
    client = own.client()
    player = str(client.player)
    game = client.open_game()["game"]
    for words in (
        ("players", "rename", player, "Other"),
        ("players", "mute", player),
        ("players", "unmute", player),
        ("games", "close", game),
        ("tokens", "revoke", player),
        ("players", "close", player),
        ("players", "open", player),
    ):
        admin(*words, "--reason", "so that it is seen", "--operator", "Eve", data=own.data)
    lines = admin("audit", "--subject", player, data=own.data)["audit"]
    actions = [line["action"] for line in reversed(lines)]
    assert actions == [
        "players rename",
        "players mute",
        "players unmute",
        "tokens revoke",
        "players close",
        "players open",
    ]
    assert [line["action"] for line in admin("audit", "--subject", game, data=own.data)["audit"]] == ["games close"]
    assert {(line["operator"], line["reason"]) for line in lines} == {("Eve", "so that it is seen")}
    assert "reason" in admin("players", "mute", player, data=own.data, code=2)


def test_features_and_the_breaker(own: Server) -> None:
    assert admin("features", "list", data=own.data) == {"all": True, "features": ["fair_play"]}
    with match(own) as game:
        admin("features", "limit", *WHY, data=own.data)
        assert admin("features", "list", data=own.data) == {"all": False, "features": []}
        assert "fair_play is off" in admin("games", "abort", game.game, *WHY, data=own.data, code=2)
        admin("features", "all", *WHY, data=own.data)
        assert admin("games", "abort", game.game, *WHY, data=own.data)["status"] == "aborted"
    assert admin("breaker", "show", data=own.data)["open"] is False
    assert admin("breaker", "reset", *WHY, data=own.data) == {"was_open": False}
    assert isinstance(admin("nodes", data=own.data)["nodes"], list)
    assert isinstance(admin("leases", data=own.data)["leases"], list)


# -- the commands ------------------------------------------------------------------------------------------------


def commands_of(group: typer.core.TyperGroup, words: tuple[str, ...] = ()) -> Iterator[tuple[str, set[str]]]:
    """All commands below a group with the names of their parameters."""
    for name, command in group.commands.items():
        if isinstance(command, typer.core.TyperGroup):
            yield from commands_of(command, (*words, name))
        else:
            yield " ".join((*words, name)), {parameter.name or "" for parameter in command.params}


def test_every_request_is_a_command_with_the_same_fields() -> None:
    commands = dict(commands_of(typer.main.get_group(admin_commands)))
    for request in get_args(requests.AnyRequest):
        name = request.__struct_config__.tag
        if name != "backup noted":  # a part of "backup"
            assert set(request.__struct_fields__) - {"is_kept"} == commands.pop(name) - {
                "as_json",
                "data",
                "database",
            }, name
    assert set(commands) == {"check", "copy", "migrate", "restore"}, "they open the database themselves"
    assert get_args(games.Status) == get_args(messages.Status)


WRONG = [
    "nonsense",
    "players",
    "players find",
    "players find ''",
    "players mute somebody",
    "players mute somebody --reason ''",
    "players show nobody --limit 3",
    "games find --status lost",
    "games find --limit many",
    "games show nothing",
    "features limit unheard_of --reason why",
    "features limit UPPER --reason why",
    "tokens revoke somebody no-fingerprint --reason why",
    "backup /nowhere/at/all",
    "restore /nowhere/at/all",
    "check /nowhere/at/all",
    "check .",
    "copy /nowhere/at/all .",
    "copy",
    "migrate .",
    "migrate postgresql://nobody@/nothing?host=/nowhere",
    "nodes --database mysql://localhost/x",
]


@pytest.mark.parametrize("line", WRONG)
def test_what_can_not_be_done_is_one_sentence_in_one_json_document(own: Server, line: str, tmp_path: Path) -> None:
    words = [word.replace("/nowhere", f"{tmp_path}/nowhere") for word in shlex.split(line)]
    where = None if words[0] in {"copy", "nonsense"} or words == ["players"] else own.data
    sentence = admin(*words, data=where, code=2)
    assert sentence
    assert "\n" not in sentence
    assert "Traceback" not in sentence


# -- the socket --------------------------------------------------------------------------------------------------


def test_only_the_servers_user_can_use_the_socket(own: Server) -> None:
    mode = (own.data / "admin.sock").stat().st_mode
    assert stat.S_ISSOCK(mode)
    assert stat.S_IMODE(mode) == 0o600


@pytest.mark.parametrize(
    "line",
    [
        b"\n",
        b"{}\n",
        b"nonsense\n",
        b'{"do": "players show"}\n',
        b'{"do": "explode"}\n',
        b'{"do": "players mute", "player": "x", "operator": "", "reason": ""}\n',
        b'{"do": "backup", "file": "/nowhere/at/all", "operator": "me", "reason": "no"}\n',
        b"[" * 10_000 + b"\n",
        b"x" * 100_000 + b"\n",
        b"\xff\xfe\n",
    ],
    ids=lambda line: repr(line[:30]),
)
def test_nonsense_on_the_socket_is_answered_or_dropped(own: Server, line: bytes) -> None:
    answer = ask_socket(own, line)
    assert answer is None or answer["problem"]
    assert "barragoon.admin" not in "".join(each for each in own.log.splitlines() if "rror" in each)
    assert admin("features", "list", data=own.data)


def test_a_client_that_says_nothing_keeps_nobody_waiting(own: Server) -> None:
    with socket.socket(socket.AF_UNIX) as silent:
        silent.connect(str(own.data / "admin.sock"))
        assert admin("features", "list", data=own.data)


def test_the_secret_is_renewed_when_nobody_uses_it(tmp_path: Path) -> None:
    data = tmp_path / "data"
    with running(data) as server:
        opener = server.client()
        state = opener.open_game()
        assert "stop all" in admin("secret", "renew", *WHY, data=data, code=2)
        server.stop()
        admin("secret", "renew", *WHY, data=data)
        server.restart()
        assert opener.state(state["game"])["invitation"] != state["invitation"], "the old one is invalid"
        assert admin("audit", data=data)["audit"][0]["action"] == "secret renew"


@pytest.mark.parametrize("name", ["games.sqlite3", "games.sqlite3-wal"])
def test_a_backup_never_replaces_the_file_that_the_server_writes(own: Server, name: str) -> None:
    assert "the server's own file" in admin("backup", own.data / name, data=own.data, code=2)
    assert "the server's own file" in admin("backup", own.data.parent / "data/../data" / name, data=own.data, code=2)
    admin("backup", own.data / "games.sqlite3.copy", data=own.data)


def test_a_server_starts_although_something_is_in_the_place_of_its_socket(tmp_path: Path) -> None:
    (tmp_path / "data" / "admin.sock").mkdir(parents=True)
    with running(tmp_path / "data") as server:
        assert server.client().open_game()
        assert "no admin socket" in server.log


# -- without a server --------------------------------------------------------------------------------------------


def test_where_no_server_runs_the_file_is_opened(tmp_path: Path) -> None:
    data = tmp_path / "data"
    with running(data) as server, match(server) as game:
        game.play("d2d5")
        player = str(game.white_client.player)
        server.kill()  # leaves the socket behind
        assert (data / "admin.sock").exists()
        assert admin("players", "show", player, data=data)["games"] == {"playing": 1}
        done = admin("players", "close", player, *WHY, data=data)
        assert (done["games_ended"], done["failed"]) == (1, [])
        server.restart()
        standing = game.brown_client.state(game.game)["standing"]
        assert standing["outcome"]["winner"] == "brown"
        assert admin("audit", data=data)["audit"][0]["action"] == "players close"
        assert server.stop() == 0
        assert not (data / "admin.sock").exists()
    assert admin("breaker", "show", data=data)["open"] is False
    assert "no server has ever run" in admin("features", "list", data=tmp_path / "other", code=2)


def test_a_folder_that_is_named_counts_more_than_the_databases_setting(
    own: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("BARRAGOON_DATABASE", "postgresql://127.0.0.1:1/none")
    assert admin("nodes", data=own.data)["nodes"]
    assert "can't be used" in admin("nodes", code=2)


# -- checking ----------------------------------------------------------------------------------------------------


def test_a_running_server_is_checked(own: Server) -> None:
    with match(own) as game:
        game.play("d2d5", "d8d6")
        found = admin("check", data=own.data)
    assert found["bad"] == []
    assert found["games"] >= 1


BAD = {
    "a standing that the rules do not reach": (
        'update events set payload = replace(payload, \'"actor":"brown"\', \'"actor":"white"\') where seq = 2',
        "the rules say",
    ),
    "a gap": ("delete from events where seq = 2", "event 2 is missing"),
    "a row behind its events": ("update games set seq = seq - 1", "the row's seq"),
    "another opponent": ("update games set seats = replace(seats, 'Ben', 'Eve')", "the row's seats"),
    "a list that lacks the game": ("delete from seats where rowid = 1", "its players are"),
    "nonsense": ("update events set payload = x'fffe' where seq = 3", "can't be replayed"),
    "an event of no game": ("update events set game_id = 'gone' where seq = 3", "does not exist"),
}


@pytest.fixture(scope="module")
def checked(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A backup with one game of three events."""
    folder = tmp_path_factory.mktemp("check")
    with running(folder / "data") as server, match(server) as game:
        game.play("d2d5", "d8d6")
        admin("backup", folder / "good.sqlite3", data=server.data)
    return folder / "good.sqlite3"


@pytest.mark.parametrize("fault", BAD)
def test_bad_rows_are_found(checked: Path, tmp_path: Path, fault: str) -> None:
    change, sentence = BAD[fault]
    assert admin("check", checked)["bad"] == []
    broken = tmp_path / "broken.sqlite3"
    broken.write_bytes(checked.read_bytes())
    with closing(sqlite3.connect(broken)) as database, database:
        assert database.execute(change).rowcount > 0
    found = admin("check", broken, code=1)
    assert any(sentence in row["problem"] for row in found["bad"]), found


def test_a_damaged_file_is_checked_as_far_as_it_can_be_read(checked: Path, tmp_path: Path) -> None:
    """Each page in turn is overwritten; whatever that does, it is a list of bad rows or a sentence."""
    whole = checked.read_bytes()
    page = int.from_bytes(whole[16:18], "big")
    codes = set()
    for start in range(0, len(whole), page):
        broken = tmp_path / "broken.sqlite3"
        broken.write_bytes(whole[:start] + b"\xa5" * page + whole[start + page :])
        out, err = io.StringIO(), io.StringIO()
        with redirect_stdout(out), redirect_stderr(err):
            code = run(["admin", "check", str(broken), "--json"])
        written = json.loads(out.getvalue())
        assert code in {1, 2}, start
        assert written["bad"] if code == 1 else written["problem"]
        codes.add(code)
    assert codes == {1, 2}, "the first page is the database's head; others hold rows"


def test_a_check_of_a_running_server_is_not_its_last_backup(own: Server) -> None:
    def last_backup() -> list[Json]:
        return [line for line in admin("audit", data=own.data)["audit"] if line["action"] == "backup"]

    admin("backup", own.data / "kept.sqlite3", data=own.data)
    stop = own.data.with_name("copy.sqlite3")
    admin("check", data=own.data)
    admin("backup", stop, data=own.data)
    with closing(sqlite3.connect(stop)) as database:
        (noted,) = database.execute("select fact from facts where name = 'backup'").fetchone()
    kept, checking, *_ = reversed(last_backup()[1:3])
    assert checking["reason"] == "to check it"
    assert kept["at"] <= int(noted) < checking["at"], "the fact that the second backup holds is of the first"


def test_what_is_no_database_is_a_sentence(tmp_path: Path) -> None:
    nonsense = tmp_path / "nonsense"
    nonsense.write_bytes(os.urandom(10_000))
    assert "can't be used" in admin("check", nonsense, code=2)
    assert "no file" in admin("check", tmp_path / "nothing", code=2)
    assert "can't be used" in admin("check", "postgresql://127.0.0.1:1/none", code=2)
    assert "Traceback" not in admin("copy", tmp_path / "nothing", tmp_path / fresh(), code=2)
