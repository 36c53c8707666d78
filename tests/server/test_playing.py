"""Games between two clients over real sockets, on both stores."""

import time
from collections.abc import Iterator

import pytest

from barragoon import Colour, Game, Turn, Variant
from barragoon.record import Record

from .postgres_process import shared_postgres
from .server_process import TEST_STORE, Server, fresh, match, running

THERE_AND_BACK = ["d2d4", "d8d6", "d4d2", "d6d8"]


@pytest.fixture(scope="module", params=["sqlite", "postgresql"] if TEST_STORE == "sqlite" else [TEST_STORE])
def server(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server on each store."""
    database = shared_postgres().new_database() if request.param == "postgresql" else ""
    with running(tmp_path_factory.mktemp("playing") / "data", {"BARRAGOON_DATABASE": database}) as server:
        yield server


def test_what_is_written_is_acknowledged_first_and_sent_to_everybody_then(server: Server) -> None:
    with match(server) as game:
        game.white.send("act", action="d2d5")
        messages = [game.white.take()["t"] for _ in range(3)]
        assert [message for message in messages if message != "presence"][:2] == ["ack", "acted"]


def test_an_action_is_acknowledged_and_sent_to_everybody(server: Server) -> None:
    with match(server) as game, server.client("Eve").enter(game.game) as watcher:
        watcher.take()
        assert (game.white.you, game.brown.you, watcher.you) == ("white", "brown", None)
        answer = game.white.do("act", action="d2d5")
        for socket in (game.brown, watcher):
            socket.until(answer["seq"])
            assert socket.actions == ["d2d5"]
            assert socket.standing == game.white.standing
            assert socket.standing["actor"] == "brown"
        assert game.brown.events[-1]["by"] == "white"


def test_presence_is_sent(server: Server) -> None:
    with match(server) as game:
        with server.client("Eve").enter(game.game):
            while game.white.presence is None or not game.white.presence["watchers"]:
                game.white.take()
        game.brown.close()
        while game.white.presence["brown"]:
            game.white.take()
        assert game.white.presence == {"t": "presence", "white": True, "brown": False, "watchers": 0, "claim_at": None}


def test_a_command_is_carried_out_once_however_often_it_is_sent(server: Server) -> None:
    with match(server) as game, game.white_client.enter(game.game) as other_tab:
        other_tab.take()
        identity = game.white.send("act", action="d2d5")
        answers = [game.white.answer(identity)]
        answers += [game.white.answer(game.white.send("act", identity=identity, action="d2d5")) for _ in range(2)]
        answers.append(other_tab.answer(other_tab.send("act", seq=1, identity=identity, action="d2d5")))
        assert answers == [{"t": "ack", "id": identity, "seq": 2}] * 4
        assert game.white_client.state(game.game)["actions"] == ["d2d5"]


def test_a_command_of_somebody_else_with_the_same_id_gets_no_acknowledgement(server: Server) -> None:
    with match(server) as game:
        identity = game.white.send("act", action="d2d5")
        game.white.answer(identity)
        game.brown.until(2)
        assert game.brown.answer(game.brown.send("act", identity=identity, action="d8d6"))["code"] == "id_taken"


def test_an_id_is_used_once_even_with_the_current_number(server: Server) -> None:
    with match(server) as game:
        game.play("d2d5", "d8d6")
        first = game.white_client.call("GET", f"/api/v1/games/{game.game}/events")["events"][1]
        identity = game.white.send("act", action="d5d3")
        assert game.white.answer(identity)["seq"] == 4
        again = game.white.answer(game.white.send("act", seq=4, identity=identity, action="d5d3"))
        assert again == {"t": "ack", "id": identity, "seq": 4}
        other = game.white.answer(game.white.send("offer_draw", seq=4, identity=identity))
        assert (other["code"], other["seq"]) == ("id_taken", 4)
        game.brown.until(4)
        assert game.brown.answer(game.brown.send("resign", seq=4, identity=identity))["code"] == "id_taken"
        state = game.white_client.state(game.game)
        assert (state["seq"], state["standing"]["outcome"]) == (4, None)
        assert first["action"] == "d2d5"


@pytest.mark.parametrize("seq", [0, 1, 2, 3])
def test_an_id_that_was_used_for_another_command_is_taken(server: Server, seq: int) -> None:
    """The sender would take the acknowledgement of its first command for one of its second."""
    with match(server, touch_move=True) as game:
        touched = game.white.send("touch", square="d2")
        assert game.white.answer(touched)["t"] == "ack"
        game.white.until(2)
        game.white.do("act", action="d2d5")
        for verb, facts in (("touch", {"square": "e2"}), ("act", {"action": "d2d5"}), ("resign", {})):
            answer = game.white.answer(game.white.send(verb, seq=seq, identity=touched, **facts))
            assert (answer["t"], answer["code"]) == ("reject", "id_taken")
        again = game.white.answer(game.white.send("touch", seq=1, identity=touched, square="d2"))
        assert again == {"t": "ack", "id": touched, "seq": 2}
        assert game.white_client.state(game.game)["seq"] == 3


def test_the_id_of_a_request_to_join_is_taken_too(server: Server) -> None:
    opener, other = server.client(), server.client()
    state = opener.open_game(access="lobby", colour="brown")
    other.call("POST", f"/api/v1/games/{state['game']}/join", {"id": "mine"})
    assert other.command(state["game"], "act", 1, id="mine", action="d2d5").json["code"] == "id_taken"


def test_a_stale_command_is_rejected_with_the_state(server: Server) -> None:
    with match(server) as game:
        game.play("d2d5")
        answer = game.brown.answer(game.brown.send("act", seq=1, action="d8d6"))
        assert answer["code"] == "stale"
        assert answer["state"]["seq"] == answer["seq"] == 2
        assert answer["state"]["actions"] == ["d2d5"]
        assert answer["state"]["you"] == "brown"


def test_of_two_commands_at_once_one_wins(server: Server) -> None:
    with match(server) as game:
        first, second = game.white.send("resign"), game.brown.send("resign")
        answers = [game.white.answer(first), game.brown.answer(second)]
        assert sorted(answer["t"] for answer in answers) == ["ack", "reject"]
        assert game.white_client.state(game.game)["seq"] == 2


def test_a_reconnecting_client_gets_what_it_missed(server: Server) -> None:
    with match(server) as game:
        game.brown.close()
        for action in ("d2d4", "d8d6", "d4d2"):
            sender = game.white_client if action.startswith(("d2", "d4")) else game.brown_client
            assert sender.command(game.game, "act", sender.state(game.game)["seq"], action=action).status == 200
        with game.brown_client.enter(game.game, since=1) as again:
            again.seq = 1
            again.until(4)
            assert [event["seq"] for event in again.events] == [2, 3, 4]
            assert again.actions == ["d2d4", "d8d6", "d4d2"]
        with game.brown_client.enter(game.game, since=99) as confused:
            assert confused.take()["t"] == "state"


def test_illegal_actions_are_rejected_with_a_sentence(server: Server) -> None:
    with match(server) as game:
        answer = game.white.answer(game.white.send("act", action="d2d7"))
        assert (answer["code"], answer["sentence"]) == (
            "illegal",
            "d2d7: a 3-tile moves 3 squares or 2, and d7 is 5 away",
        )
        assert game.white.rejected("act", action="zzzz") == "illegal"
        assert game.brown.rejected("act", action="d8d6") == "not_your_turn"


def test_a_tile_capture_with_both_placements(server: Server) -> None:
    with match(server) as game:
        game.play("d2d5", "d8d5", "@d8x")
        assert game.white.standing["actor"] == "brown"
        assert game.white.rejected("act", action="@e4^") == "not_your_turn"
        game.play("@e4^")
        assert game.white.standing["actor"] == "white"
        assert game.white.standing["fen"].split()[3] == "22"


def test_a_draw_by_agreement(server: Server) -> None:
    with match(server) as game:
        assert game.brown.rejected("accept_draw") == "not_now"
        game.say("white", "offer_draw")
        assert game.brown.standing["offer"] == {"by": "white", "kind": "agreement"}
        assert game.white.rejected("offer_draw") == "not_now"
        game.say("brown", "decline_draw")
        assert game.white.standing["offer"] is None
        game.say("brown", "offer_draw")
        game.say("white", "accept_draw")
        assert game.white.standing["outcome"] == {
            "winner": None,
            "reason": "agreement",
            "result": "1/2-1/2",
            "claimed": False,
        }
        assert game.white.standing["status"] == "over"


def test_a_declined_repetition_obliges(server: Server) -> None:
    with match(server) as game:
        assert game.white.rejected("offer_draw", kind="repetition") == "not_now"
        game.play(*THERE_AND_BACK * 3)
        assert game.white.standing["repetition"] == "brown"
        game.say("brown", "offer_draw", kind="repetition")
        assert game.white.standing["duty"]["player"] == "white"
        game.say("white", "decline_draw")
        assert game.white.rejected("act", action="d2d4") == "illegal"
        assert game.white.standing["repetition"] is None
        game.play("e2e3")
        assert game.white.standing["duty"] is None


def test_an_accepted_repetition_is_a_draw(server: Server) -> None:
    with match(server) as game:
        game.play(*THERE_AND_BACK * 3)
        game.say("brown", "offer_draw", kind="repetition")
        game.say("white", "accept_draw")
        assert game.white.standing["outcome"]["reason"] == "repetition"


def test_a_declined_draw_is_not_offered_again_by_a_take_back(server: Server) -> None:
    with match(server) as game:
        game.say("white", "offer_draw")
        game.play("d2d5")
        game.say("brown", "decline_draw")
        game.say("white", "ask_take_back")
        game.say("brown", "accept_take_back")
        assert game.brown.standing["offer"] is None
        assert game.brown.rejected("accept_draw") == "not_now"
        assert game.brown.standing["outcome"] is None
        state = game.white_client.state(game.game)
        assert state["events"] == []


def test_taking_back(server: Server) -> None:
    with match(server) as game:
        assert game.white.rejected("ask_take_back") == "not_now"
        game.play("d2d5", "d8d6")
        assert game.white.rejected("accept_take_back") == "not_now"
        game.say("white", "ask_take_back")
        assert game.brown.standing["take_back"] == "white"
        game.say("brown", "decline_take_back")
        assert game.white.standing["take_back"] is None
        game.say("white", "ask_take_back")
        game.say("brown", "accept_take_back")
        assert game.white.actions == []
        assert game.white.standing["actor"] == "white"
        game.play("d2d4")
        game.say("white", "ask_take_back")
        game.play("d8d6")  # to act is to decline
        assert game.white.standing["take_back"] is None


def test_where_nothing_can_be_taken_back(server: Server) -> None:
    with match(server, take_backs=False) as game:
        game.play("d2d5")
        assert game.white.rejected("ask_take_back") == "not_now"


@pytest.mark.parametrize(
    ("terms", "take_backs"),
    [
        ({}, True),
        ({"touch_move": True}, False),
        ({"touch_move": True, "take_backs": True}, True),
        ({"take_backs": False}, False),
        ({"touch_move": False, "take_backs": None}, True),
    ],
)
def test_with_touch_move_nothing_is_taken_back_unless_the_terms_say_so(
    server: Server, terms: dict[str, object], take_backs: bool
) -> None:
    with match(server, **terms) as game:
        assert game.white_client.state(game.game)["terms"]["take_backs"] is take_backs
        game.play("d2d5")
        if take_backs:
            game.say("white", "ask_take_back")
        else:
            assert game.white.rejected("ask_take_back") == "not_now"


def test_resigning_and_a_rematch_with_exchanged_colours(server: Server) -> None:
    with match(server, variant="open", stages=[0, 1]) as game:
        assert game.white.rejected("offer_rematch") == "not_now"
        game.say("white", "resign")
        assert game.white.standing["outcome"] == {
            "winner": "brown",
            "reason": "resignation",
            "result": "0-1",
            "claimed": False,
        }
        assert game.white.rejected("act", action="d2d5") == "not_now"
        game.say("white", "offer_rematch")
        game.say("brown", "decline_rematch")
        game.say("white", "offer_rematch")
        game.say("brown", "accept_rematch")
        assert game.white.rejected("offer_rematch") == "not_now"
        state = game.white_client.state(game.white.standing["next_game"])
        assert state["you"] == "brown"
        assert state["rematch_of"] == game.game
        assert (state["terms"]["variant"], state["terms"]["stages"]) == ("open", [1, 0])
        assert state["standing"]["status"] == "playing"
        mine = game.white_client.call("GET", "/api/v1/me/games")["games"]
        assert {state["game"], game.game} == {summary["game"] for summary in mine}


def test_two_offers_of_a_rematch_are_an_agreement(server: Server) -> None:
    with match(server) as game:
        game.say("white", "resign")
        game.say("white", "offer_rematch")
        game.say("brown", "offer_rematch")
        assert game.white.events[-1]["t"] == "rematch_agreed"
        state = game.white_client.state(game.white.standing["next_game"])
        assert (state["you"], state["rematch_of"], state["standing"]["status"]) == ("brown", game.game, "playing")


def test_touch_move(server: Server) -> None:
    with match(server, touch_move=True) as game:
        game.say("white", "touch", square="d2")
        assert game.brown.standing["touched"] == ["d2"]
        assert game.white.rejected("act", action="e2e3") == "illegal"
        assert game.brown.rejected("touch", square="d8") == "not_your_turn"
        game.play("d2d5")
        assert game.white.standing["touched"] == []
    with match(server) as game:
        assert game.white.rejected("touch", square="d2") == "not_now"


def test_the_game_file_is_the_librarys_own(server: Server) -> None:
    with match(server, variant="open", stages=[1, 0], clock={"initial": 600, "increment": 5}) as served:
        own = Game.new(Variant.OPEN, stages=(1, 0))
        for turn in ("d2d4", "d8d6", "d4d2", "d6d8") * 3:
            own.push_turn(Turn.parse(turn))
            served.play(turn)
        own.claim_repetition(Colour.BROWN)
        served.say("brown", "offer_draw", kind="repetition")
        own.decline_draw(Colour.WHITE)
        served.say("white", "decline_draw")
        own.push_turn(Turn.parse("e2e3"))
        served.play("e2e3")
        own.resign(Colour.BROWN)
        served.say("brown", "resign")
        answer = served.brown_client.ask("GET", f"/api/v1/games/{served.game}/bgn")
        record = Record.parse(answer.body.decode())
        assert record.game() == own
        assert record == Record.from_game(own, record.tags)
        assert (record.tags["White"], record.tags["Brown"]) == ("Ann", "Ben")
        assert record.tags["TimeControl"] == "600+5"


@pytest.mark.parametrize("touch_move", [False, True])
def test_a_client_can_keep_a_game_of_its_own_in_the_event_language(server: Server, touch_move: bool) -> None:
    """The events of a state, and then what each event says to apply, make the server's game."""
    with match(server, touch_move=touch_move, take_backs=True) as served:
        own = Game(touch_move=touch_move)
        followed = 1

        def follow() -> None:
            nonlocal followed
            for event in served.white.events:
                if event["seq"] > followed:
                    followed = event["seq"]
                    for text in event["apply"]:
                        own.apply(text)
            state = served.white_client.state(served.game)
            assert state["events"] == [str(event) for event in own.events]
            again = Game(touch_move=touch_move)
            for text in state["events"]:
                again.apply(text)
            assert again == own
            standing = state["standing"]
            assert standing["fen"] == own.position.to_fen()
            assert (standing["offer"] is None) == (own.offer is None)
            assert (standing["duty"] is None) == (own.duty is None or own.is_over)
            assert standing["touched"] == [str(square) for square in own.touched]

        if touch_move:
            served.say("white", "touch", square="d2")
            follow()
        served.play(*THERE_AND_BACK * 3)
        follow()
        served.say("brown", "offer_draw", kind="repetition")
        follow()
        served.say("white", "decline_draw")
        follow()
        served.play("e2e3", "e8e7", "d2d5", "d8d5", "@d8x")
        follow()
        served.say("white", "ask_take_back")
        follow()
        served.say("brown", "accept_take_back")
        follow()
        served.say("white", "offer_draw")
        follow()
        served.play("@d8x", "@e4^")
        follow()
        served.say("brown", "resign")
        follow()
        assert served.white.events[-1]["apply"] == ["resign brown"]


def test_legal_actions_for_programs_without_rules(server: Server) -> None:
    with match(server) as game:
        legal = game.white_client.call("GET", f"/api/v1/games/{game.game}/legal")
        assert legal["actor"] == "white"
        assert sorted(legal["actions"]) == sorted(map(str, Game().legal_actions()))


def test_events_can_be_read_without_a_socket(server: Server) -> None:
    with match(server) as game:
        game.play("d2d5", "d8d6")
        listed = game.white_client.call("GET", f"/api/v1/games/{game.game}/events?since=1")
        assert [event["t"] for event in listed["events"]] == ["acted", "acted"]
        assert listed["events"] == game.white.events[-2:]
        assert listed["seq"] == 3


def test_the_lobby(server: Server) -> None:
    opener, stranger = server.client("Ann"), server.client("Ben")
    timeless = opener.open_game(access="lobby")["game"]
    timed = opener.open_game(access="lobby", terms={"clock": {"initial": 60}})["game"]

    def lobby() -> set[str]:
        time.sleep(1.1)  # a list may be a second old
        return {game["game"] for game in stranger.call("GET", "/api/v1/lobby")["games"]} & {timeless, timed}

    assert lobby() == {timeless}
    with opener.enter(timed) as waiting:  # a clock would run against somebody who is not there
        waiting.take()
        assert lobby() == {timeless, timed}
        state = stranger.call("POST", f"/api/v1/games/{timed}/join", {"id": fresh()})
        assert lobby() == {timeless}
        waiting.until(1)
        assert waiting.events[0]["t"] == "joined"
        assert {waiting.events[0]["seats"][c]["name"] for c in ("white", "brown")} == {"Ann", "Ben"}
    assert state["standing"]["clocks"]["running"] == "white"
    watched = {game["game"] for game in stranger.call("GET", "/api/v1/games")["games"]}
    assert timed in watched
    assert opener.command(timeless, "withdraw", 0).status == 200
    assert lobby() == set()


def test_a_list_that_has_not_changed_is_not_sent_again(server: Server) -> None:
    player = server.client()
    for path in ("/api/v1/lobby", "/api/v1/games"):
        first = player.ask("GET", path)
        again = player.ask("GET", path, headers={"If-None-Match": first.headers["etag"]})
        assert (again.status, again.body) == (304, b"")
        assert player.ask("GET", path, headers={"If-None-Match": '"old"'}).status == 200


def test_lots_are_drawn_on_the_server(server: Server) -> None:
    opener, other = server.client(), server.client()
    colours = {other.join(opener.open_game())["you"] for _ in range(40)}
    assert colours == {"white", "brown"}  # fails once in 2**39 runs


def test_joining_again_is_no_error_and_a_third_finds_the_seat_taken(server: Server) -> None:
    opener, second, third = server.client(), server.client(), server.client()
    state = opener.open_game()
    assert second.join(state)["you"] == second.join(state)["you"]
    key = state["invitation"].partition("#join=")[2]
    answer = third.ask("POST", f"/api/v1/games/{state['game']}/join", {"id": fresh(), "key": key})
    assert (answer.status, answer.json["code"]) == (409, "seat_taken")
    state = opener.open_game()
    key = state["invitation"].partition("#join=")[2]
    answer = opener.ask("POST", f"/api/v1/games/{state['game']}/join", {"id": fresh(), "key": key})
    assert answer.status == 409


def test_own_games_are_listed_page_by_page(server: Server) -> None:
    player = server.client()
    games = [player.open_game()["game"] for _ in range(52)]
    first = player.call("GET", "/api/v1/me/games")
    second = player.call("GET", f"/api/v1/me/games?before={first['next']}")
    assert len(first["games"]) == 50
    assert sorted(game["game"] for game in first["games"] + second["games"]) == sorted(games)
    times = [game["changed_at"] for game in first["games"] + second["games"]]
    assert times == sorted(times, reverse=True)
    assert second["next"] is None
    assert player.ask("GET", "/api/v1/me/games?before=nonsense").status == 400
    assert player.call("GET", "/api/v1/me/games?status=over")["games"] == []
