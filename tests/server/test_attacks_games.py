"""Hostile players: lag that is made up, talk that fills the disk, a lobby full of one's own games."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractContextManager

import msgspec
import pytest

from barragoon.server.game import commands
from barragoon.server.game.clock import LAG_CAP, LAG_REFILL, LAG_STORE, Moment
from barragoon.server.game.live_game import LiveGame
from barragoon.server.game.rejection import RejectedError
from barragoon.server.game.talk_count import MOST
from barragoon.server.game_settings import GameSettings
from barragoon.server.messages import (
    Act,
    AnyCommand,
    AnyEvent,
    ColourName,
    DeclineDraw,
    OfferDraw,
    Player,
    Terms,
    Touch,
)

from .server_process import Client, Server, comes_true, match, running

ANN, BEN = Player("ann", "Ann"), Player("ben", "Ben")
SHUFFLE = ("d2d4", "d8d6", "d4d2", "d6d8")
START = 1_000_000
ServerOf = Callable[..., AbstractContextManager[Server]]


@pytest.fixture
def server_of(tmp_path_factory: pytest.TempPathFactory) -> ServerOf:
    """A server with these settings."""
    return lambda **settings: running(tmp_path_factory.mktemp("own") / "data", settings)


decode_event = msgspec.json.Decoder(AnyEvent).decode


class Table:
    """A live game with made-up time, and everything that happened in it as it is stored."""

    def __init__(self, **terms: object) -> None:
        self.settings = GameSettings("game", 0, "link", msgspec.convert(terms, Terms), ANN, "white")
        self.live = LiveGame(self.settings)
        self.now = START
        self.stored: list[bytes] = []
        self.keep(commands.join(self.live, BEN, Moment(self.now), opener_is_white=True))

    def keep(self, event: AnyEvent) -> AnyEvent:
        self.stored.append(msgspec.json.encode(event))
        return event

    def do(self, command: type[AnyCommand], by: ColourName, lag: int = 0, **facts: object) -> AnyEvent:
        body = {"t": command.__struct_config__.tag, "id": "x", "seq": self.live.seq} | facts
        asked = msgspec.convert(body, command)
        return self.keep(commands.carry_out(self.live, asked, by, Moment(self.now, lag)))

    def rebuilt(self) -> LiveGame:
        again = LiveGame(self.settings)
        for payload in self.stored:
            again.repeat(decode_event(payload))
        return again


# -- A8: lag -------------------------------------------------------------------------------------------------


def test_lag_that_is_made_up_is_worth_little() -> None:
    table = Table(clock={"initial": 600, "increment": 0}, take_backs=True)
    actions = 100
    for number in range(actions):
        table.now += 250
        by: ColourName = "white" if number % 2 == 0 else "brown"
        table.do(Act, by, lag=310 if by == "white" else 0, action=SHUFFLE[number % 4])
    clocks = table.live.clocks
    assert clocks is not None
    gained = clocks.white - clocks.brown
    assert 0 < gained <= LAG_STORE + LAG_REFILL * actions // 2, "of 12,500 it would get back all of it"


def test_a_usual_lag_is_given_back_in_full() -> None:
    table = Table(clock={"initial": 600, "increment": 0})
    for number in range(40):
        table.now += 1_000
        table.do(Act, "white" if number % 2 == 0 else "brown", lag=LAG_REFILL, action=SHUFFLE[number % 4])
    clocks = table.live.clocks
    assert clocks is not None
    assert clocks.white == 600_000 - 20 * (1_000 - LAG_REFILL)


def test_a_game_that_is_brought_back_gives_the_same_lag() -> None:
    table = Table(clock={"initial": 600, "increment": 0})
    for number in range(12):
        table.now += 1_000
        table.do(Act, "white" if number % 2 == 0 else "brown", lag=LAG_CAP, action=SHUFFLE[number % 4])
        again = table.rebuilt()
        later = Moment(table.now + 1_000, LAG_CAP)
        for colour in ("white", "brown"):
            assert again.lag_to_give(colour, later) == table.live.lag_to_give(colour, later)
        assert again.standing == table.live.standing


def test_an_action_gets_back_no_more_than_it_took() -> None:
    table = Table(clock={"initial": 600, "increment": 0})
    table.now += 20
    event = table.do(Act, "white", lag=LAG_CAP, action="d2d4")
    assert msgspec.to_builtins(event)["lag"] == 20
    assert table.live.lag_to_give("white", Moment(table.now + 5_000, LAG_CAP)) == LAG_CAP


# -- A10: talk -----------------------------------------------------------------------------------------------


def test_draw_offers_end_at_some_time() -> None:
    table = Table()
    for _ in range(MOST["draw"].between_actions):
        table.do(OfferDraw, "white")
        table.do(DeclineDraw, "brown")
    with pytest.raises(RejectedError, match="you have offered a draw 3 times since the last action"):
        table.do(OfferDraw, "white")
    table.do(OfferDraw, "brown")
    table.do(DeclineDraw, "white")
    table.do(Act, "white", action="d2d4")
    table.do(OfferDraw, "white")
    with pytest.raises(RejectedError, match="already"):
        table.do(OfferDraw, "white")


def test_offers_are_counted_over_the_whole_game_and_after_a_restart() -> None:
    table = Table()
    for number in range(MOST["draw"].in_game // 2):
        for _ in range(2):
            table.do(OfferDraw, "white")
            table.do(DeclineDraw, "brown")
        table.do(Act, "white" if number % 2 == 0 else "brown", action=SHUFFLE[number % 4])
    with pytest.raises(RejectedError, match="you have offered a draw 60 times in this game"):
        table.do(OfferDraw, "white")
    table.live = table.rebuilt()
    with pytest.raises(RejectedError, match="60 times in this game"):
        table.do(OfferDraw, "white")


def test_touches_end_at_some_time() -> None:
    table = Table(touch_move=True)
    for _ in range(MOST["touch"].between_actions):
        table.do(Touch, "white", square="d2")
    with pytest.raises(RejectedError, match="you have touched squares 40 times"):
        table.do(Touch, "white", square="d2")


def test_requests_to_take_back_end_at_some_time(server: Server) -> None:
    with match(server) as game:
        game.play("d2d5")
        for _ in range(MOST["take_back"].between_actions):
            game.say("white", "ask_take_back")
            game.say("brown", "decline_take_back")
        assert game.white.rejected("ask_take_back") == "not_now"
        game.play("d8d6")
        game.say("white", "ask_take_back")


def test_one_player_sends_no_more_on_many_sockets(tmp_path_factory: pytest.TempPathFactory) -> None:
    limits = {"BARRAGOON_MESSAGES_PER_SECOND": "0.01", "BARRAGOON_MESSAGE_BURST": "5"}
    with running(tmp_path_factory.mktemp("talk") / "data", limits) as server, match(server) as game:
        sockets = [game.white_client.enter(game.game) for _ in range(4)]
        codes: list[str] = []
        for socket in sockets:
            socket.take()
            for _ in range(3):
                codes.append(socket.rejected("resign", seq=99))
            socket.close()
        assert codes.count("too_fast") == 12 - 5


# -- A10: the lobby ------------------------------------------------------------------------------------------


def test_one_address_does_not_fill_the_lobby(tmp_path_factory: pytest.TempPathFactory) -> None:
    limits = {"BARRAGOON_LOBBY_GAMES_PER_ADDRESS": "3"}
    with running(tmp_path_factory.mktemp("lobby") / "data", limits) as server:
        opened = [server.client().open_game(access="lobby") for _ in range(3)]
        other = server.client()
        answer = other.ask("POST", "/api/v1/games", {"access": "lobby"})
        assert (answer.status, answer.json["code"]) == (409, "too_many_open")
        other.open_game()  # a game for whoever has the link takes no place in the lobby
        other.call("POST", f"/api/v1/games/{opened[0]['game']}/join", {"id": "j"})
        other.open_game(access="lobby")


def test_one_address_does_not_fill_the_lobby_with_requests_at_once(server_of: ServerOf) -> None:
    with server_of(BARRAGOON_LOBBY_GAMES_PER_ADDRESS="3") as server:
        client = server.client()
        with ThreadPoolExecutor(12) as threads:
            asked = [threads.submit(client.ask, "POST", "/api/v1/games", {"access": "lobby"}) for _ in range(12)]
        assert sorted(each.result().status for each in asked) == [201] * 3 + [409] * 9


def test_a_request_that_was_carried_out_is_answered_again_whatever_the_limits(server_of: ServerOf) -> None:
    """The answer to the last one that was allowed may have been lost."""
    limits = {"LOBBY_GAMES_PER_ADDRESS": "1", "RUNNING_GAMES_PER_PLAYER": "1", "OPEN_GAMES_PER_PLAYER": "2"}
    with server_of(**{f"BARRAGOON_{name}": most for name, most in limits.items()}) as server:
        ann, ben = server.client(), server.client()
        wanted = [{"access": "lobby", "id": "first"}, {"access": "link", "id": "second"}]
        opened = [ann.call("POST", "/api/v1/games", each) for each in wanted]
        assert [ann.call("POST", "/api/v1/games", each)["game"] for each in wanted] == [game["game"] for game in opened]
        ben.join(opened[1])
        ben.join(opened[1])
        assert ann.call("POST", "/api/v1/games", wanted[1])["game"] == opened[1]["game"]
        refused = ann.ask("POST", "/api/v1/games", {"access": "link"})
        assert (refused.status, refused.json["code"]) == (409, "too_many_running")


def test_who_has_offered_a_draw_may_still_claim_the_repetition() -> None:
    table = Table()
    for action in (SHUFFLE * 3)[:-1]:
        table.do(Act, table.live.actor or "white", action=action)
    table.do(OfferDraw, "brown")
    table.do(Act, "brown", action=SHUFFLE[-1])
    offer = table.live.standing.offer
    assert (table.live.standing.repetition, offer and offer.kind) == ("brown", "agreement")
    table.do(OfferDraw, "brown", kind="repetition")
    assert table.live.standing.duty
    with pytest.raises(RejectedError, match="offered already"):
        table.do(OfferDraw, "brown")


def test_everybody_is_shown_once_before_anybody_twice(server: Server) -> None:
    early, crowd = server.client(), [server.client() for _ in range(30)]
    first = early.open_game(access="lobby")["game"]
    for one in crowd:
        one.open_game(access="lobby")
        one.open_game(access="lobby")

    def early_is_shown() -> bool:
        listed = Client(server).call("GET", "/api/v1/lobby")["games"]
        return first in {game["game"] for game in listed} and len(listed) <= 50

    assert comes_true(early_is_shown, 20)


def test_requests_for_pages_are_limited_generously(tmp_path_factory: pytest.TempPathFactory) -> None:
    limits = {"BARRAGOON_PAGE_REQUESTS_PER_SECOND": "0.1", "BARRAGOON_PAGE_REQUEST_BURST": "40"}
    with running(tmp_path_factory.mktemp("page") / "data", limits) as server:
        stranger = Client(server)
        statuses = [stranger.ask("GET", path).status for path in ("/", "/docs", "/openapi.json", "/health") * 12]
        assert 429 not in statuses[:40]
        assert set(statuses[41:]) == {429}
