"""A database that the version before made: every game is as it was, and is played on.

How it was made: tests/data/old_server.
"""

import gzip
import json
import random
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from barragoon import Game, Move
from barragoon.record import Record

from .server_process import SECONDS, Client, Json, Match, Server, about_the_file, connected, running

pytestmark = about_the_file

FOLDER = Path(__file__).parents[1] / "data" / "old_server"
EXPECTED: Json = json.loads((FOLDER / "expected.json").read_text(encoding="utf-8"))
GAMES: Json = EXPECTED["games"]
FAR_AWAY = 1 << 50
"""When the tokens expire here; those that the old server gave out do so after 400 days."""


def unpack(folder: Path) -> Path:
    """A copy of the old database in a new data folder."""
    data = folder / "data"
    data.mkdir()
    (data / "games.sqlite3").write_bytes(gzip.decompress((FOLDER / "games.sqlite3.gz").read_bytes()))
    with closing(sqlite3.connect(data / "games.sqlite3")) as database, database:
        database.execute("update tokens set expires_at = ?", (FAR_AWAY,))
    return data


@pytest.fixture(scope="module")
def unchanged(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """The server of today on the old database, for tests that change nothing."""
    with running(unpack(tmp_path_factory.mktemp("old"))) as server:
        yield server


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    """The server of today on an old database that may be changed."""
    with running(unpack(tmp_path)) as server:
        yield server


def client(server: Server, name: str) -> Client:
    known = EXPECTED["players"][name]
    return Client(server, known["token"], known["player"]["id"])


def with_credit(state: Json, events: Json) -> Json:
    """The expected state, after the clock that ran got the time back in which no server was there."""
    if state["standing"]["clocks"] is None or state["standing"]["clocks"]["running"] is None:
        assert events == []
        return state
    (event,) = events
    assert event["t"] == "clock_credited"
    clocks = state["standing"]["clocks"]
    moved = clocks | {"at": clocks["at"] + event["milliseconds"]}
    return state | {"seq": state["seq"] + 1, "standing": state["standing"] | {"clocks": moved}}


def as_known_then(now: Json, then: Json) -> Json:
    """A message of today with the fields that it had then; later versions have added some."""
    if isinstance(now, dict) and isinstance(then, dict):
        return {key: as_known_then(now[key], then[key]) for key in then}
    return now


@pytest.mark.parametrize("name", GAMES)
def test_every_game_is_as_it_was(unchanged: Server, name: str) -> None:
    expected = GAMES[name]
    opener = client(unchanged, expected["opener"])
    state = opener.state(expected["state"]["game"])
    path = f"/api/v1/games/{state['game']}"
    events = opener.call("GET", f"{path}/events?since={expected['state']['seq']}")["events"]
    before = with_credit(expected["state"], events)
    assert as_known_then(state, before) == before
    if expected["legal"]:
        assert sorted(opener.call("GET", f"{path}/legal")["actions"]) == expected["legal"]
    now = Record.parse(opener.ask("GET", f"{path}/bgn").body.decode()).game()
    then = Record.parse(expected["file"]).game()
    assert (now.actions, now.outcome(), now.offer) == (then.actions, then.outcome(), then.offer)


@pytest.mark.parametrize("name", [name for name in GAMES if GAMES[name]["last_command"]])
def test_commands_of_then_are_recognised(unchanged: Server, name: str) -> None:
    game, last = GAMES[name]["state"]["game"], GAMES[name]["last_command"]
    answer = client(unchanged, last["player"]).ask("POST", f"/api/v1/games/{game}/commands", last["command"])
    assert answer.json == {"t": "ack", "id": last["command"]["id"], "seq": last["seq"]}
    other = "Ben" if last["player"] != "Ben" else "Dan"
    answer = client(unchanged, other).ask("POST", f"/api/v1/games/{game}/commands", last["command"])
    assert answer.json["code"] == "id_taken"


def test_players_cookies_and_links_are_those_of_then(server: Server) -> None:
    ann = EXPECTED["players"]["Ann"]
    cookie = {"Cookie": f"barragoon={ann['token']}", "Origin": f"http://{server.host}"}
    me = Client(server).ask("GET", "/api/v1/me", headers=cookie).json
    assert me["player"] == ann["player"]
    game = GAMES["playing with a clock"]["state"]["game"]
    with connected(f"ws://{server.host}/api/v1/games/{game}/socket", cookie) as socket:
        assert json.loads(socket.recv(SECONDS))["you"] == "white"
    key = EXPECTED["personal_link"]["link"].partition("#resume=")[2]
    resumed = Client(server).ask("POST", "/api/v1/me/resume", {"key": key}, cookie).json
    assert resumed["player"] == EXPECTED["players"]["Cleo"]["player"]
    invited = GAMES["open by link"]["state"]
    assert client(server, "Dan").join(invited)["standing"]["status"] == "playing"


# -- playing on --------------------------------------------------------------------------------------------------


def enter(server: Server, name: str) -> Match:
    """Both players' sockets to a game."""
    seats = GAMES[name]["state"]["seats"]
    white, brown = (client(server, seats[colour]["name"]) for colour in ("white", "brown"))
    game = GAMES[name]["state"]["game"]
    match = Match(game, white.enter(game), brown.enter(game), white, brown)
    for socket in (match.white, match.brown):
        assert socket.take()["t"] == "state"
    return match


def play_to_the_end(match: Match, game: Game) -> None:
    """Play at random, capturing where possible; the server must say the same as the library after each action."""
    chance = random.Random(1)
    while not game.outcome():
        legal = sorted(game.legal_actions())
        captures = [action for action in legal if isinstance(action, Move) and game.position[action.target]]
        action = chance.choice(captures or legal)
        game.push(action)
        match.play(str(action))
        assert match.white.standing["fen"] == game.position.to_fen()


@pytest.mark.parametrize("name", ["placement owed", "playing with a clock", "rematch"])
def test_a_game_is_played_on_to_its_end(server: Server, name: str) -> None:
    game = Record.parse(GAMES[name]["file"]).game()
    match = enter(server, name)
    play_to_the_end(match, game)
    outcome = game.outcome()
    assert outcome is not None
    assert match.brown.standing["outcome"]["reason"] == outcome.reason.value
    assert match.white.actions == [str(action) for action in game.actions]
    server.restart()
    again = match.white_client.state(match.game)
    assert again["standing"] == match.white.standing
    match.close()


def test_a_touch_still_binds(server: Server) -> None:
    match = enter(server, "touched")
    assert match.brown.rejected("act", action="e8e7") == "illegal"
    match.play("d8d6")
    match.close()


def test_a_duty_still_binds(server: Server) -> None:
    for name in ("repetition declined", "duty taken back", "claim reopened and declined"):
        match = enter(server, name)
        assert match.white.rejected("act", action="d2d4") == "illegal"
        match.play("e2e3")
        assert match.white.standing["duty"] is None
        match.close()


@pytest.mark.parametrize(("name", "reason"), [("draw offered", "agreement"), ("repetition claimed", "repetition")])
def test_an_offer_still_stands(server: Server, name: str, reason: str) -> None:
    match = enter(server, name)
    match.say("white", "accept_draw")
    assert match.brown.standing["outcome"]["reason"] == reason
    match.close()


@pytest.mark.parametrize(("name", "reason"), [("offer reopened", "agreement"), ("claim reopened", "repetition")])
@pytest.mark.parametrize("answer", ["accept_draw", "decline_draw", "act"])
def test_an_offer_that_was_reopened_by_a_take_back_can_be_answered(
    server: Server, name: str, reason: str, answer: str
) -> None:
    """The players of this game were asked again, so what they see must hold."""
    match = enter(server, name)
    colour = "brown" if name == "offer reopened" else "white"
    if answer == "act":
        match.play("e2e3", "e8e7")
    else:
        match.say(colour, answer)
    outcome = match.white.standing["outcome"]
    assert (outcome and outcome["reason"]) == (reason if answer == "accept_draw" else None)
    assert match.white.standing["offer"] is None
    server.restart()
    assert match.white_client.state(match.game)["standing"] == match.white.standing
    match.close()


def test_take_backs_rematches_and_joining_go_on(server: Server) -> None:
    match = enter(server, "take-back asked")
    match.say("brown", "accept_take_back")
    assert match.white.actions == []
    match.close()
    match = enter(server, "rematch offered")
    match.say("white", "accept_rematch")
    assert match.white.standing["next_game"]
    match.close()


def test_a_client_of_then_gets_what_it_missed(unchanged: Server) -> None:
    name = "claim reopened and played on"
    game = GAMES[name]["state"]["game"]
    with client(unchanged, "Ann").enter(game, since=1) as socket:
        socket.seq = 1
        socket.until(GAMES[name]["state"]["seq"])
        then = GAMES[name]["state"]["standing"]
        assert {key: socket.standing[key] for key in then} == then
        assert socket.actions == GAMES[name]["state"]["actions"]
