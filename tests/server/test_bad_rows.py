"""One stored row that can't be read fails nothing but itself: no list, no start, nobody's flag."""

import json
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from websockets.exceptions import ConnectionClosed

from barragoon.server.game.timekeeper import FLAGS_PER_SWEEP

from .server_process import SECONDS, Client, Json, Server, connected, running

LONG_NAME = "\u0915\u093c" * 24
"""What 24 times U+0958 becomes when it is normalised; input has a limit of 24."""


@dataclass
class Poisoned:
    """A server with games of which some were spoilt while it was stopped."""

    server: Server
    player: Client
    long_name: str
    newer: str
    broken: str
    broken_clock: str
    good_clock: str
    good_open: str


def begin(opener: Client, other: Client, **asked: object) -> str:
    state = opener.open_game(**asked)
    other.join(state)
    return str(state["game"])


@pytest.fixture(scope="module")
def poisoned(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Poisoned]:
    clock = {"terms": {"clock": {"initial": 10, "increment": 0}}, "access": "public"}
    with running(tmp_path_factory.mktemp("bad") / "data") as server:
        player, other = server.client("Ann"), server.client("Ben")
        broken_clock, good_clock = begin(player, other, **clock), begin(player, other, **clock)
        long_name = begin(player, other, access="public")
        newer, broken = begin(player, other, access="public"), begin(player, other, access="public")
        good_open = str(player.open_game(access="lobby")["game"])
        bad_open = str(player.open_game(access="lobby")["game"])
        server.stop()
        spoil_name(server, long_name)
        server.change_rows("UPDATE events SET version = 99 WHERE game_id = :game", game=newer)
        server.change_rows("UPDATE games SET version = 99 WHERE id = :game", game=newer)
        for game in (broken, broken_clock, bad_open):
            server.change_rows("UPDATE games SET standing = :bad WHERE id = :game", bad=b"{", game=game)
            server.change_rows("UPDATE events SET payload = :bad WHERE game_id = :game", bad=b"{", game=game)
        server.restart()
        yield Poisoned(server, player, long_name, newer, broken, broken_clock, good_clock, good_open)


def spoil_name(server: Server, game: str) -> None:
    """Store a name that input would not accept."""
    name = json.dumps(LONG_NAME, ensure_ascii=False).encode()
    long = {"old": b'"Ann"', "new": name, "game": game}
    if server.is_on_postgres:
        replaced = "decode(replace(encode({0}, 'hex'), encode(:old, 'hex'), encode(:new, 'hex')), 'hex')"
    else:
        replaced = "CAST(replace(CAST({0} AS TEXT), CAST(:old AS TEXT), CAST(:new AS TEXT)) AS BLOB)"
    columns = ", ".join(f"{column} = {replaced.format(column)}" for column in ("opening", "seats"))
    server.change_rows(f"UPDATE games SET {columns} WHERE id = :game", **long)
    server.change_rows(f"UPDATE events SET payload = {replaced.format('payload')} WHERE game_id = :game", **long)


def games_of(answer: Json) -> set[str]:
    return {game["game"] for game in answer["games"]}


def test_a_name_beyond_the_limit_of_input_is_read(poisoned: Poisoned) -> None:
    state = poisoned.player.state(poisoned.long_name)
    assert state["opener"]["name"] == state["seats"][state["you"]]["name"] == LONG_NAME
    assert poisoned.long_name in games_of(poisoned.player.call("GET", "/api/v1/games"))


def test_lists_leave_bad_rows_out(poisoned: Poisoned) -> None:
    watchable = games_of(poisoned.player.call("GET", "/api/v1/games"))
    assert poisoned.long_name in watchable
    assert not watchable & {poisoned.newer, poisoned.broken, poisoned.broken_clock}
    own = games_of(poisoned.player.call("GET", "/api/v1/me/games"))
    assert own == {poisoned.long_name, poisoned.good_clock, poisoned.good_open}
    assert games_of(poisoned.player.call("GET", "/api/v1/lobby")) == {poisoned.good_open}


def test_a_game_of_a_newer_version_is_an_error_of_its_own(poisoned: Poisoned) -> None:
    for game in (poisoned.newer, poisoned.broken):
        for part in ("", "/legal", "/bgn"):
            answer = poisoned.player.ask("GET", f"/api/v1/games/{game}{part}")
            assert (answer.status, answer.json["code"]) == (500, "unreadable")
        url = poisoned.player.socket_url(game)
        with connected(url, poisoned.player.headers) as socket, pytest.raises(ConnectionClosed, match="1011"):
            socket.recv(SECONDS)


def test_another_flag_falls(poisoned: Poisoned) -> None:
    """The broken game's flag was due first."""
    end = time.monotonic() + SECONDS
    while poisoned.player.state(poisoned.good_clock)["standing"]["status"] == "playing":
        assert time.monotonic() < end
        time.sleep(0.2)


def test_bad_rows_are_counted_and_logged_once_without_their_content(poisoned: Poisoned) -> None:
    poisoned.player.call("GET", "/api/v1/me/games")
    poisoned.player.call("GET", "/api/v1/lobby")
    health = poisoned.player.call("GET", "/health")
    assert (health["status"], health["bad_rows"]) == ("ok", 4)
    metrics = poisoned.player.ask("GET", "/metrics").body.decode()
    assert "barragoon_bad_rows 4.0" in metrics
    lines = [line for line in poisoned.server.log.splitlines() if "a row can't be read" in line]
    assert len(lines) == 4
    for game in (poisoned.newer, poisoned.broken, poisoned.broken_clock):
        assert game not in poisoned.server.log


def test_the_server_starts_again_with_all_of_them(poisoned: Poisoned) -> None:
    poisoned.server.restart()
    assert poisoned.player.call("GET", "/health")["status"] == "ok"
    assert "Traceback" not in poisoned.server.log


COPIED = "seq, status, access, changed_at, turns, opening, seats, standing, version, opener_id, has_clock"
COPY = f"""
    WITH RECURSIVE numbers(number) AS (SELECT 1 UNION ALL SELECT number + 1 FROM numbers WHERE number < :count)
    INSERT INTO games (id, deadline_at, {COPIED})
    SELECT id || number, number, {COPIED} FROM games, numbers WHERE id = :game
"""


def test_however_many_bad_games_are_due_another_flag_falls(tmp_path: Path) -> None:
    with running(tmp_path / "data") as server:
        player, other = server.client("Ann"), server.client("Ben")
        clock = {"terms": {"clock": {"initial": 10, "increment": 0}}}
        bad, good = begin(player, other, **clock), begin(player, other, **clock)
        server.stop()
        server.change_rows("UPDATE games SET standing = :bad WHERE id = :game", bad=b"{", game=bad)
        server.change_rows(COPY, game=bad, count=1_000 + FLAGS_PER_SWEEP)
        server.restart()
        end = time.monotonic() + SECONDS
        while player.state(good)["standing"]["status"] == "playing":
            assert time.monotonic() < end
            time.sleep(0.2)
