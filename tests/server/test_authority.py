"""Every command by every kind of client: the owner of the seat may, nobody else may in their name."""

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass

import pytest
from websockets.exceptions import InvalidStatus

from .server_process import Client, fresh, running


@dataclass
class Cast:
    """Who is who. The owner plays White; the expired player has White's seat in a game of their own."""

    owner: Client
    opponent: Client
    spectator: Client
    stranger: Client
    expired: Client
    expired_game: str


@pytest.fixture(scope="module")
def cast(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Cast]:
    data = tmp_path_factory.mktemp("authority") / "data"
    with running(data, {"BARRAGOON_AWAY_SECONDS": "0.1", "BARRAGOON_BLAMELESS_SECONDS": "0"}) as server:
        owner, opponent, spectator, expired = (server.client() for _ in range(4))
        state = expired.open_game(colour="white")
        opponent.join(state)
        server.stop()
        server.change_rows("UPDATE tokens SET expires_at = 1 WHERE player_id = :player", player=expired.player)
        server.restart()
        yield Cast(owner, opponent, spectator, Client(server), expired, state["game"])


def begin(cast: Cast, **terms: object) -> str:
    state = cast.owner.open_game(colour="white", terms=terms)
    cast.opponent.join(state)
    return str(state["game"])


def send(client: Client, game: str, verb: str, **facts: object) -> None:
    seq = client.state(game)["seq"]
    answer = client.command(game, verb, seq, **facts)
    assert answer.status == 200, answer


def after_moves(cast: Cast, *moves: str) -> str:
    game = begin(cast)
    for number, move in enumerate(moves):
        send(cast.opponent if number % 2 else cast.owner, game, "act", action=move)
    return game


def opponent_offered_draw(cast: Cast) -> str:
    game = begin(cast)
    send(cast.opponent, game, "offer_draw")
    return game


def opponent_asked_to_take_back(cast: Cast) -> str:
    game = after_moves(cast, "d2d5", "d8d6")
    send(cast.opponent, game, "ask_take_back")
    return game


def opponent_is_away(cast: Cast) -> str:
    """Brown must act, has a clock, and sends nothing any more."""
    state = cast.owner.open_game(colour="white", terms={"clock": {"initial": 15}})
    cast.opponent.join(state)
    game = str(state["game"])
    for number, move in enumerate(("d2d5", "d8d6", "d5d3")):
        send(cast.opponent if number % 2 else cast.owner, game, "act", action=move)
    return game


def over(cast: Cast) -> str:
    game = begin(cast)
    send(cast.opponent, game, "resign")
    return game


def opponent_offered_rematch(cast: Cast) -> str:
    game = over(cast)
    send(cast.opponent, game, "offer_rematch")
    return game


AS_THEMSELVES = "as themselves"
Case = tuple[Callable[[Cast], str], dict[str, object], str]
CASES: dict[str, Case] = {
    "act": (begin, {"action": "d2d5"}, "not_your_turn"),
    "touch": (lambda cast: begin(cast, touch_move=True), {"square": "d2"}, "not_your_turn"),
    "offer_draw": (begin, {}, AS_THEMSELVES),
    "accept_draw": (opponent_offered_draw, {}, "not_now"),
    "decline_draw": (opponent_offered_draw, {}, "not_now"),
    "ask_take_back": (lambda cast: after_moves(cast, "d2d5"), {}, "not_now"),
    "accept_take_back": (opponent_asked_to_take_back, {}, "not_now"),
    "decline_take_back": (opponent_asked_to_take_back, {}, AS_THEMSELVES),
    "resign": (begin, {}, AS_THEMSELVES),
    "abort": (begin, {}, AS_THEMSELVES),
    "claim": (opponent_is_away, {"kind": "win"}, "not_now"),
    "offer_rematch": (over, {}, AS_THEMSELVES),
    "accept_rematch": (opponent_offered_rematch, {}, "not_now"),
    "decline_rematch": (opponent_offered_rematch, {}, AS_THEMSELVES),
    "withdraw": (lambda cast: str(cast.owner.open_game()["game"]), {}, "not_seated"),
}


@pytest.mark.parametrize("verb", CASES)
def test_only_whoever_has_the_seat_may(cast: Cast, verb: str) -> None:
    situation, facts, to_opponent = CASES[verb]
    game = situation(cast)
    seq = cast.owner.state(game)["seq"]

    # A spectator, by REST and on a socket; a stranger, who can only have a socket.
    assert cast.spectator.command(game, verb, seq, **facts).json["code"] == "not_seated"
    assert cast.stranger.command(game, verb, seq, **facts).status == 401
    for client in (cast.spectator, cast.stranger):
        with client.enter(game) as socket:
            socket.take()
            assert socket.rejected(verb, **facts) == "not_seated"

    # Whose token is no longer good: nothing, not even in the game in which the seat is theirs.
    for where in (game, cast.expired_game):
        assert cast.expired.command(where, verb, seq, **facts).status == 401
        with pytest.raises(InvalidStatus):
            cast.expired.enter(where)

    if to_opponent == AS_THEMSELVES:
        assert cast.opponent.command(game, verb, seq, **facts).status == 200
        event = cast.opponent.call("GET", f"/api/v1/games/{game}/events?since={seq}")["events"][0]
        assert event["by"] == "brown"
        game = situation(cast)
    else:
        assert cast.opponent.command(game, verb, seq, **facts).json["code"] == to_opponent

    assert cast.owner.state(game)["seq"] == seq, "a rejected command changed something"
    if verb == "claim":
        assert cast.owner.command(game, verb, seq, **facts).json["code"] == "not_away", "who sends something is there"
        time.sleep(3.2)  # a tenth of the game as it is estimated
    assert cast.owner.command(game, verb, seq, **facts).status == 200


def test_the_seat_is_for_whoever_has_the_key(cast: Cast) -> None:
    state = cast.owner.open_game(access="public")
    path = f"/api/v1/games/{state['game']}/join"
    for asked in ({"id": fresh()}, {"id": fresh(), "key": "x" * 32}):
        answer = cast.spectator.ask("POST", path, asked)
        assert (answer.status, answer.json["code"]) == (403, "not_invited")
    assert cast.stranger.ask("POST", path, {"id": fresh()}).status == 401
    assert cast.spectator.state(state["game"])["invitation"] is None
    assert cast.stranger.state(state["game"])["invitation"] is None
    assert cast.owner.state(state["game"])["invitation"] == state["invitation"]
    assert cast.expired.ask("POST", path, {"id": fresh()}).status == 401


def test_lists_tell_nothing_of_games_by_link(cast: Cast) -> None:
    game = begin(cast)
    waiting = cast.owner.open_game()["game"]
    time.sleep(1.1)  # a list may be a second old
    for path in ("/api/v1/games", "/api/v1/lobby", "/api/v1/me/games"):
        listed = {summary["game"] for summary in cast.spectator.call("GET", path)["games"]}
        assert not listed & {game, waiting}
    own = {summary["game"]: summary for summary in cast.opponent.call("GET", "/api/v1/me/games")["games"]}
    assert (own[game]["you"], own[game]["your_turn"]) == ("brown", False)
    assert cast.stranger.ask("GET", "/api/v1/me/games").status == 401


def test_what_is_not_there_and_what_can_not_be_seen_look_the_same(cast: Cast) -> None:
    answers = {
        cast.stranger.ask("GET", f"/api/v1/games/{game}{part}").body
        for game in ("A" * 22, "nonsense", "..", "%00")
        for part in ("", "/events", "/legal", "/bgn")
    }
    assert len(answers) == 1
