"""Clocks: only the server's counts, and it runs for whoever must act. Most tests here make the time up."""

import signal
import time
from pathlib import Path

import pytest

from barragoon.server import messages
from barragoon.server.game import commands
from barragoon.server.game.clock import LAG_CAP, Moment
from barragoon.server.game.live_game import LiveGame
from barragoon.server.game.rejection import RejectedError
from barragoon.server.game_settings import GameSettings
from barragoon.server.messages import Act, AnyEvent, ClockRule, ColourName, Player, Terms

from .server_process import Client, Server, about_the_file, match, running

ANN, BEN = Player("ann", "Ann"), Player("ben", "Ben")
START = 1_000_000


def begun(initial: int = 60, increment: int = 5) -> LiveGame:
    """A game in which White's clock has just begun to run."""
    terms = Terms(clock=ClockRule(initial, increment))
    game = LiveGame(GameSettings("g", 0, "link", terms, ANN, "white"))
    commands.join(game, BEN, Moment(START), opener_is_white=True)
    return game


def act(game: LiveGame, action: str, at: int, lag: int = 0) -> AnyEvent:
    assert game.actor is not None
    return commands.carry_out(game, Act(id=action, seq=game.seq, action=action), game.actor, Moment(START + at, lag))


def left(game: LiveGame) -> tuple[int, int, ColourName | None]:
    assert game.clocks is not None
    return game.clocks.white, game.clocks.brown, game.clocks.running


def test_the_actors_clock_runs_and_a_turn_earns_the_increment() -> None:
    game = begun()
    assert left(game) == (60_000, 60_000, "white")
    act(game, "d2d5", 10_000)
    assert left(game) == (55_000, 60_000, "brown")
    act(game, "e8e7", 13_000)
    assert left(game) == (55_000, 62_000, "white")


def test_placing_in_the_opponents_turn_runs_the_own_clock_and_earns_nothing() -> None:
    game = begun()
    act(game, "d2d5", 1_000)
    act(game, "d8d5", 2_000)  # takes the tile: White places first, then Brown
    assert left(game) == (64_000, 59_000, "white")
    act(game, "@d8x", 5_000)
    assert left(game) == (61_000, 59_000, "brown")
    act(game, "@e4^", 6_000)
    assert left(game) == (61_000, 63_000, "white")  # one increment for Brown's whole turn


def test_offers_and_questions_leave_the_clock_running() -> None:
    game = begun()
    act(game, "d2d5", 0)
    before = game.clocks
    commands.carry_out(game, messages.OfferDraw(id="o", seq=game.seq), "white", Moment(START + 4_000))
    assert game.clocks == before


def test_taking_back_gives_no_time_back() -> None:
    game = begun()
    act(game, "d2d5", 10_000)
    commands.carry_out(game, messages.AskTakeBack(id="a", seq=game.seq), "white", Moment(START + 12_000))
    commands.carry_out(game, messages.AcceptTakeBack(id="b", seq=game.seq), "brown", Moment(START + 14_000))
    assert left(game) == (55_000, 56_000, "white")


def test_the_end_stops_the_clock() -> None:
    game = begun()
    commands.carry_out(game, messages.Resign(id="r", seq=game.seq), "white", Moment(START + 7_000))
    assert left(game) == (53_000, 60_000, None)
    assert game.deadline() is None


def test_the_flag_falls_and_an_action_before_it_counts() -> None:
    game = begun()
    assert game.deadline() == START + 60_000 + LAG_CAP
    assert not game.flag_is_due(Moment(START + 59_999), "white")
    assert game.flag_is_due(Moment(START + 60_000), "white")
    event = commands.flag(game, Moment(START + 60_000))
    assert event.standing.outcome == messages.Outcome("brown", "time", "0-1")
    assert left(game) == (0, 60_000, None)
    with pytest.raises(RejectedError) as rejected:
        commands.carry_out(game, Act(id="late", seq=event.seq - 1, action="d2d5"), "white", Moment(START + 60_001))
    assert rejected.value.code == "stale"


def test_lag_is_given_back_up_to_a_cap() -> None:
    game = begun(increment=0)
    act(game, "d2d5", 1_000, lag=200)
    assert left(game)[0] == 60_000 - 800
    act(game, "e8e7", 2_000, lag=10_000)
    assert left(game)[1] == 60_000 - (1_000 - LAG_CAP)
    act(game, "d5d3", 2_050, lag=10_000)
    assert left(game)[0] == 60_000 - 800  # never more than was spent
    assert not game.flag_is_due(Moment(START + 2_050 + 59_500, lag=10_000), "brown")


@pytest.mark.parametrize("by", ["brown", None])
def test_nobody_else_makes_the_flag_fall_before_the_action_can_have_come(by: messages.ColourName | None) -> None:
    game = begun()
    assert not game.flag_is_due(Moment(START + 60_000 + LAG_CAP - 1), by)
    assert game.flag_is_due(Moment(START + 60_000 + LAG_CAP), by)


def test_repeating_the_events_gives_the_same_game() -> None:
    game = begun()
    twin = LiveGame(game.settings)
    events: list[AnyEvent] = [commands.join(twin, BEN, Moment(START), opener_is_white=True)]
    twin = LiveGame(game.settings)
    events += [act(game, action, at) for action, at in (("d2d5", 1_000), ("d8d5", 2_000), ("@d8x", 3_000))]
    for event in events:
        twin.repeat(event)
    assert (twin.standing, twin.seq, twin.clocks) == (game.standing, game.seq, game.clocks)
    assert twin.game == game.game
    act(game, "@e4^", 4_000)
    act(twin, "@e4^", 4_000)
    assert twin.standing == game.standing


@pytest.mark.parametrize("crash", [True, False])
def test_the_time_in_which_the_server_was_away_is_given_back(tmp_path: Path, crash: bool) -> None:
    with running(tmp_path / "data") as server, match(server, clock={"initial": 600}) as game:
        game.play("d2d5")
        clocks = game.white.standing["clocks"]
        if crash:
            server.kill()
        else:
            server.stop()
        away = time.time() * 1000
        time.sleep(3)
        server.restart()
        with game.brown_client.enter(game.game, since=game.white.seq) as again:
            again.seq = game.white.seq
            again.until(again.hello["seq"])
            event = again.events[-1]
            assert event["t"] == "clock_credited"
            back = time.time() * 1000
            credited = event["milliseconds"]
            assert credited >= 3_000
            assert credited <= back - away + 20_000  # the server notes every second that it is alive, if it is not busy
            moved = event["standing"]["clocks"]
            assert moved == clocks | {"at": clocks["at"] + credited}
            assert (event["standing"]["actor"], moved["running"]) == ("brown", "brown")


@pytest.mark.parametrize("verb", ["act", "offer_draw", "resign"])
def test_a_command_that_was_decided_before_a_restart_survives_it(tmp_path: Path, verb: str) -> None:
    """The credit to the clocks comes first, but it changes nothing about what the player decided."""
    facts = {"action": "d8d6"} if verb == "act" else {}
    with running(tmp_path / "data") as server, match(server, clock={"initial": 600}) as game:
        game.play("d2d5")
        known = game.brown.seq
        server.kill()
        server.restart()
        with game.brown_client.enter(game.game, since=known) as again:
            again.seq = known
            again.until(again.hello["seq"])
            assert [event["t"] for event in again.events] == ["clock_credited"]
            identity = again.send(verb, seq=known, **facts)
            answer = again.answer(identity)
            assert answer == {"t": "ack", "id": identity, "seq": known + 2}
            again.until(known + 2)
            assert again.answer(again.send(verb, seq=known, identity=identity, **facts)) == answer, "once, as ever"
            assert again.answer(again.send("offer_draw", seq=known))["code"] == "stale"
            assert again.answer(again.send("offer_draw", seq=known + 1))["code"] == "stale"
            assert game.brown_client.state(game.game)["seq"] == known + 2


def test_only_a_credit_to_the_clocks_makes_no_command_stale() -> None:
    game = begun()
    act(game, "d2d5", 1_000)
    credited = messages.ClockCredited(seq=3, at=START, by=None, standing=game.standing, milliseconds=5_000)
    game.repeat(credited)
    assert [game.is_current(seq) for seq in range(5)] == [False, False, True, True, False]
    act(game, "e8e7", 2_000)
    assert [game.is_current(seq) for seq in range(6)] == [False, False, False, False, True, False]


@about_the_file  # elsewhere the database's clock counts, and goes on: see test_faults.py
def test_time_in_which_the_server_is_suspended_counts_for_nobody(tmp_path: Path) -> None:
    with running(tmp_path / "data") as server, match(server, clock={"initial": 600}) as game:

        def measured() -> float:
            with game.white_client.enter(game.game) as again:
                return time.time() * 1000 - float(again.hello["now"])

        def behind() -> float:
            """How far the server's clock is behind ours, in milliseconds: what a busy machine adds is left out."""
            return min(measured() for _ in range(5))

        before = behind()
        server.process.send_signal(signal.SIGSTOP)
        time.sleep(4)
        server.process.send_signal(signal.SIGCONT)
        assert behind() - before > 3_500
        assert "the server stood still" in server.log


def begun_games(server: Server, pairs: list[tuple[Client, Client]]) -> list[str]:
    """Games with short clocks in which both players have completed a turn."""
    games = []
    for white, brown in pairs:
        state = white.open_game(colour="white", terms={"clock": {"initial": 10}})
        brown.join(state)
        games.append(state["game"])
    for game, (white, brown) in zip(games, pairs, strict=True):
        assert white.command(game, "act", 1, action="d2d5").status == 200, server.log
        assert brown.command(game, "act", 2, action="d8d6").status == 200, server.log
    return games


def status(client: Client, game: str) -> str:
    return str(client.state(game)["standing"]["status"])


def test_one_client_with_many_games_stops_no_flag_of_others(tmp_path: Path) -> None:
    """Two bots let very many games run out at one moment; no fault of the clock, so everybody's flags fall."""
    with running(tmp_path / "data", {"BARRAGOON_FLAGS_PER_MINUTE": "10"}) as server:
        bots = (server.client(), server.client())
        innocent = (server.client(), server.client())
        [game, *others] = begun_games(server, [innocent, *[bots] * 24])
        while status(bots[0], game) == "playing" or status(bots[0], others[-1]) == "playing":
            assert bots[0].ask("GET", "/ready").status == 200
            time.sleep(0.2)
        assert innocent[0].state(game)["standing"]["outcome"]["reason"] == "time"
        assert "no flag falls" not in server.log


@pytest.mark.slow
def test_a_flag_falls_on_the_server_whether_anybody_is_there_or_not(tmp_path: Path) -> None:
    with running(tmp_path / "data") as server, match(server, clock={"initial": 10}) as game:
        white, brown = server.client(), server.client()
        state = white.open_game(colour="white", terms={"clock": {"initial": 10}})
        brown.join(state)
        for number, client in enumerate((white, brown)):  # who has not completed a turn can't lose on time
            assert client.command(state["game"], "act", 1 + number, action=("d2d5", "d8d6")[number]).status == 200
        game.play("d2d5", "d8d6")
        begun = time.monotonic()
        game.brown.until(4)
        assert time.monotonic() - begun >= 9
        assert game.brown.events[-1]["t"] == "flagged"
        assert game.brown.standing["outcome"] == {
            "winner": "brown",
            "reason": "time",
            "result": "0-1",
            "claimed": False,
        }
        while white.state(state["game"])["standing"]["status"] == "playing":
            time.sleep(0.1)
        assert white.state(state["game"])["standing"]["outcome"]["reason"] == "time"
