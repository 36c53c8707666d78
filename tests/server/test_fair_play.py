"""Fair play at the table: aborting, games that nobody begins, absent opponents, expiry. Most tests make the time up."""

import sqlite3
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import closing, redirect_stderr, redirect_stdout
from io import StringIO
from pathlib import Path

import pytest

from barragoon import Reason
from barragoon.cli import run
from barragoon.record import Record
from barragoon.server import messages
from barragoon.server.game import commands
from barragoon.server.game.absence import Absence
from barragoon.server.game.clock import LAG_CAP, Moment
from barragoon.server.game.fair_play import DAY, FairPlay, claim_at, expires_at, expires_at_if_away
from barragoon.server.game.live_game import LiveGame
from barragoon.server.game.rejection import RejectedError
from barragoon.server.game_settings import GameSettings
from barragoon.server.messages import Access, Act, AnyCommand, AnyEvent, ClockRule, ColourName, Player, Terms

from .server_process import Client, Json, Match, Server, about_the_file, fresh, match, running

ANN, BEN = Player("ann", "Ann"), Player("ben", "Ben")
START = 1_000_000
CLOCK = ClockRule(600, 5)
RULES = FairPlay()


def opened(clock: ClockRule | None = CLOCK, access: Access = "link") -> LiveGame:
    begin_seconds = 45 if clock else None
    settings = GameSettings("g", START, access, Terms(clock=clock), ANN, "white", begin_seconds=begin_seconds)
    return LiveGame(settings)


def begun(clock: ClockRule | None = CLOCK) -> LiveGame:
    game = opened(clock)
    commands.join(game, BEN, Moment(START), opener_is_white=True)
    return game


def play(game: LiveGame, *actions: str) -> None:
    for action in actions:
        send(game, game.actor, Act(id=action, seq=game.seq, action=action))


def send(game: LiveGame, by: ColourName | None, command: AnyCommand, claim_at: int | None = None) -> AnyEvent:
    return commands.carry_out(game, command, by, Moment(START, claim_at=claim_at))


def abort(game: LiveGame, by: ColourName) -> AnyEvent:
    return send(game, by, messages.Abort(id="a", seq=game.seq))


# -- aborting ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("by", ["white", "brown"])
@pytest.mark.parametrize("clock", [CLOCK, None])
def test_each_player_may_abort_before_their_own_first_completed_turn(by: ColourName, clock: ClockRule | None) -> None:
    game = begun(clock)
    event = abort(game, by)
    assert isinstance(event, messages.Aborted)
    assert (event.standing.status, event.standing.outcome, event.standing.actor) == ("aborted", None, None)
    assert event.standing.no_result == messages.NoResult("player", by)
    assert (event.apply, game.deadline(), expires_at(game, RULES)) == ((), None, None)


def test_after_whites_first_turn_only_brown_may_abort() -> None:
    game = begun()
    play(game, "d2d5")
    with pytest.raises(RejectedError, match="resigned, not aborted"):
        abort(game, "white")
    assert abort(game, "brown").standing.status == "aborted"


def test_a_turn_with_placements_counts_when_it_is_complete() -> None:
    game = begun()
    play(game, "d2d5", "d8d5", "@d8x")
    assert (game.has_begun("white"), game.has_begun("brown")) == (True, False)
    play(game, "@e4^")
    assert game.has_begun("brown")


def test_a_turn_that_was_taken_back_was_not_played() -> None:
    game = begun()
    play(game, "d2d5")
    send(game, "white", messages.AskTakeBack(id="t", seq=game.seq))
    send(game, "brown", messages.AcceptTakeBack(id="u", seq=game.seq))
    assert abort(game, "white").standing.status == "aborted"


def test_nothing_can_be_done_in_an_aborted_game() -> None:
    game = begun()
    send(game, "white", messages.OfferDraw(id="o", seq=game.seq))
    standing = abort(game, "white").standing
    assert (standing.offer, standing.repetition, standing.take_back) == (None, None, None)
    for command in (messages.OfferRematch, messages.Resign, messages.AcceptDraw, messages.Abort):
        with pytest.raises(RejectedError, match="the game was aborted"):
            send(game, "brown", command(id="x", seq=game.seq))


# -- beginning -----------------------------------------------------------------------------------------------


def test_each_player_has_45_seconds_for_a_first_turn() -> None:
    game = begun()
    assert game.deadline() == START + 45_000 + LAG_CAP
    assert not game.flag_is_due(Moment(START + 44_999), "white")
    play(game, "d2d5")
    assert game.deadline() == START + 45_000 + LAG_CAP
    play(game, "d8d6")
    assert game.deadline() == START + 605_000 + LAG_CAP, "White has begun, so the clock alone counts"
    assert game.standing.clocks
    assert game.standing.clocks.begin_within is None


def test_a_first_turn_that_was_taken_back_is_begun_anew() -> None:
    game, late = begun(), Moment(START + 100_000)
    play(game, "d2d5", "d8d6")
    for by, command in (("white", messages.AskTakeBack), ("brown", messages.AcceptTakeBack)):
        commands.carry_out(game, command(id=by, seq=game.seq), by, late)  # type: ignore[arg-type]
    clocks = game.standing.clocks
    assert (game.actor, clocks and clocks.begin_within) == ("white", 45_000)
    assert not game.flag_is_due(late, None)
    assert game.deadline() == late.now + 45_000 + LAG_CAP
    assert clocks
    assert clocks.white == 505_000, "the time that White thought is gone all the same"


@pytest.mark.parametrize("clock", [ClockRule(600, 0), ClockRule(10, 0)])
@pytest.mark.parametrize("moves", [(), ("d2d5",)])
def test_without_a_first_turn_the_game_is_aborted_and_nobody_loses(clock: ClockRule, moves: tuple[str, ...]) -> None:
    game = begun(clock)
    play(game, *moves)
    late = START + min(clock.initial, 45) * 1000 + LAG_CAP
    assert game.deadline() == late
    assert game.flag_is_due(Moment(late), None)
    event = commands.flag(game, Moment(late))
    assert isinstance(event, messages.Aborted)
    assert event.standing.no_result == messages.NoResult("not_begun", "brown" if moves else "white")


def test_who_has_begun_loses_on_time() -> None:
    game = begun(ClockRule(10, 0))
    play(game, "d2d5", "d8d6")
    event = commands.flag(game, Moment(START + 11_000))
    assert event.standing.outcome == messages.Outcome("brown", "time", "0-1")


def test_a_game_without_a_clock_has_no_hurry() -> None:
    game = begun(None)
    assert (game.deadline(), expires_at(game, RULES)) == (None, START + 30 * DAY)


# -- absent opponents ----------------------------------------------------------------------------------------


def away(since: int = START) -> Absence:
    """White was there, and has gone."""
    absence = Absence(watched_since=0)
    absence.report_connected({"ann", "ben"}, START)
    absence.report_connected({"ben"}, since)
    return absence


def test_absence_knows_what_was_reported() -> None:
    absence = away(START + 5)
    assert (absence.since("ann"), absence.since("ben")) == (START + 5, None)
    absence.report_connected({"ben"}, START + 10)
    assert absence.since("ann") == START + 5, "not again from now on"
    absence.report_seen("ann", START + 20)
    assert absence.since("ann") == START + 20
    absence.report_connected({"ann", "ben"}, START + 30)
    assert absence.since("ann") is None
    assert Absence(watched_since=START).since("ann") == START, "before that nothing is known"


def test_it_may_be_claimed_after_a_tenth_of_the_game_and_30_seconds_at_least() -> None:
    for clock, patience in ((ClockRule(10, 0), 30), (ClockRule(600, 0), 120), (ClockRule(10_800, 180), 180)):
        game = begun(clock)
        play(game, "d2d5", "d8d6")
        assert claim_at(game, away(), RULES) == START + patience * 1000
        assert claim_at(game, away(START + 7_000), RULES) == START + 7_000 + patience * 1000
        assert claim_at(game, away(START - 7_000), RULES) == START + patience * 1000, "while their clock runs"


def test_nothing_can_be_claimed_from_a_player_who_is_there_has_not_begun_or_has_no_clock() -> None:
    game = begun()
    assert claim_at(game, away(), RULES) is None, "White has not begun"
    play(game, "d2d5", "d8d6")
    assert claim_at(game, away(), RULES) is not None
    here = away()
    here.report_connected({"ann", "ben"}, START + 100_000)
    assert claim_at(game, here, RULES) is None
    play(game, "d5d3")
    assert claim_at(game, away(), RULES) is None, "it is for Brown to act, who is there"
    slow = begun(None)
    play(slow, "d2d5", "d8d6")
    assert claim_at(slow, away(), RULES) is None


def test_nobody_is_blamed_for_a_restart_of_the_server() -> None:
    game = begun(ClockRule(10, 0))
    play(game, "d2d5", "d8d6")
    assert claim_at(game, Absence(START, blameless_until=START + 120_000), RULES) == START + 120_000


@pytest.mark.parametrize(("at", "code"), [(None, "not_away"), (START + 1, "not_away")])
def test_a_claim_that_comes_too_early_is_rejected(at: int | None, code: str) -> None:
    game = begun()
    play(game, "d2d5", "d8d6")
    with pytest.raises(RejectedError) as rejected:
        send(game, "brown", messages.Claim(id="c", seq=game.seq, kind="win"), claim_at=at)
    assert rejected.value.code == code
    with pytest.raises(RejectedError, match="for you to act"):
        send(game, "white", messages.Claim(id="c", seq=game.seq, kind="win"), claim_at=START)


def test_a_win_that_was_claimed() -> None:
    game = begun()
    play(game, "d2d5", "d8d6")
    event = send(game, "brown", messages.Claim(id="c", seq=game.seq, kind="win"), claim_at=START)
    assert event.standing.outcome == messages.Outcome("brown", "time", "0-1", claimed=True)
    assert event.apply == ("lose_on_time white",)
    assert send(game, "white", messages.OfferRematch(id="r", seq=game.seq)).standing.rematch == "white"


@pytest.mark.parametrize(
    ("offer", "apply"),
    [
        (None, ("offer_draw brown", "accept_draw white")),
        ("brown", ("accept_draw white",)),
        ("white", ("accept_draw brown",)),
    ],
)
def test_a_draw_that_was_claimed(offer: ColourName | None, apply: tuple[str, ...]) -> None:
    game = begun()
    play(game, "d2d5", "d8d6")
    if offer:
        send(game, offer, messages.OfferDraw(id="o", seq=game.seq))
    event = send(game, "brown", messages.Claim(id="c", seq=game.seq, kind="draw"), claim_at=START)
    assert event.standing.outcome == messages.Outcome(None, "agreement", "1/2-1/2", claimed=True)
    assert event.apply == apply


# -- expiry --------------------------------------------------------------------------------------------------


def test_when_games_expire() -> None:
    assert expires_at(opened(None, "lobby"), RULES) == START + 14 * DAY
    assert expires_at(opened(CLOCK, "link"), RULES) == START + 14 * DAY
    assert expires_at(opened(CLOCK, "lobby"), RULES) == START + 300_000
    assert expires_at(begun(CLOCK), RULES) is None, "its clock runs"
    over = begun(None)
    send(over, "white", messages.Resign(id="r", seq=1))
    assert expires_at(over, RULES) is None


def test_a_game_in_the_lobby_waits_while_its_opener_is_there() -> None:
    game, later = opened(CLOCK, "lobby"), START + 3_600_000
    here = Absence(START)
    here.report_connected({"ann"}, START)
    assert expires_at_if_away(game, here, later, START, RULES) == later + 300_000
    here.report_connected(set(), later)
    assert expires_at_if_away(game, here, later + 299_999, START, RULES) == later + 300_000


def test_loading_a_game_in_the_lobby_again_does_not_make_its_opener_come_back() -> None:
    game, loaded_at = opened(CLOCK, "lobby"), START + 3_600_000
    assert expires_at_if_away(game, Absence(loaded_at), loaded_at, START, RULES) == START + 300_000
    just_started = loaded_at - 1_000
    assert expires_at_if_away(game, Absence(loaded_at), loaded_at, just_started, RULES) == just_started + 300_000


# -- on a server ---------------------------------------------------------------------------------------------

QUICK = {
    "BARRAGOON_BEGIN_SECONDS": "6",
    "BARRAGOON_AWAY_SECONDS": "0.1",
    "BARRAGOON_LOBBY_SECONDS": "1",
    "BARRAGOON_OPEN_GAME_DAYS": str(3 / 86_400),
    "BARRAGOON_SILENCE_DAYS": str(3 / 86_400),
}


@pytest.fixture(scope="module")
def quick(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server on which everything expires within seconds."""
    with running(tmp_path_factory.mktemp("quick") / "data", QUICK) as server:
        yield server


def eventually(holds: Callable[[], object]) -> None:
    deadline = time.monotonic() + 60
    while not holds():
        assert time.monotonic() < deadline, "it did not happen within a minute"
        time.sleep(0.1)


def status(server: Server, game: Json) -> str:
    """A stranger asks: a player who asks is there."""
    return str(Client(server).state(game["game"])["standing"]["status"])


def now(server: Server, game: Match) -> int:
    return int(Client(server).state(game.game)["now"])


def in_middle_game(game: Match) -> None:
    """Both have begun, and White must act."""
    game.play("d2d5", "d8d6")


def until_claimable(game: Match) -> int:
    """Brown gets to know when it may be claimed."""
    while not (game.brown.presence and game.brown.presence["claim_at"]):
        game.brown.take()
    return int(game.brown.presence["claim_at"])


def test_a_game_is_aborted_for_both_and_listed_so(server: Server) -> None:
    with match(server, clock={"initial": 600}) as game:
        game.say("brown", "abort")
        assert game.white.standing["no_result"] == {"reason": "player", "by": "brown"}
        assert game.white.rejected("offer_rematch") == "not_now"
        listed = game.white_client.call("GET", "/api/v1/me/games?status=aborted")["games"]
        assert [(summary["game"], summary["status"]) for summary in listed] == [(game.game, "aborted")]
        text = game.white_client.ask("GET", f"/api/v1/games/{game.game}/bgn").body.decode()
        assert (Record.parse(text).outcome, text.rstrip().endswith("*")) == (None, True)


def test_a_game_that_nobody_begins_is_aborted_by_the_server(quick: Server) -> None:
    with match(quick, clock={"initial": 600}) as game:
        assert game.white.standing["clocks"]["begin_within"] == 6_000
        game.white.until(2)
        assert game.white.standing["no_result"] == {"reason": "not_begun", "by": "white"}
    with match(quick, clock={"initial": 600}) as game:
        game.play("d2d5")
        game.white.until(3)
        assert game.white.standing["no_result"] == {"reason": "not_begun", "by": "brown"}


def test_an_absent_opponent_can_be_claimed_from(quick: Server) -> None:
    with match(quick, clock={"initial": 15}) as game:
        in_middle_game(game)
        game.white.close()
        at = until_claimable(game)
        assert game.brown.rejected("claim", kind="win") == "not_away"
        eventually(lambda: now(quick, game) >= at)
        game.brown.do("claim", kind="win")
        assert game.brown.standing["outcome"] == {"winner": "brown", "reason": "time", "result": "0-1", "claimed": True}
        text = game.brown_client.ask("GET", f"/api/v1/games/{game.game}/bgn").body.decode()
        outcome = Record.parse(text).outcome
        assert (outcome and outcome.reason) is Reason.TIME


def test_who_comes_back_can_not_be_claimed_from(quick: Server) -> None:
    with match(quick, clock={"initial": 15}) as game:
        in_middle_game(game)
        game.white.close()
        at = until_claimable(game)
        with game.white_client.enter(game.game):
            while game.brown.presence["claim_at"]:
                game.brown.take()
            eventually(lambda: now(quick, game) >= at)
            assert game.brown.rejected("claim", kind="draw") == "not_away"


def test_a_script_without_a_socket_is_there_when_it_asks(quick: Server) -> None:
    with match(quick, clock={"initial": 15}) as game:
        in_middle_game(game)
        game.white.close()
        at = until_claimable(game)
        while now(quick, game) <= at:
            game.white_client.state(game.game)
            time.sleep(0.2)
        assert game.brown.rejected("claim", kind="win") == "not_away"


def test_nothing_can_be_claimed_soon_after_a_restart(tmp_path: Path) -> None:
    with running(tmp_path / "data", {"BARRAGOON_AWAY_SECONDS": "0.1"}) as server:
        with match(server, clock={"initial": 10}) as game:
            in_middle_game(game)
        server.restart()
        with game.brown_client.enter(game.game) as again:
            again.take()
            while again.presence is None:
                again.take()
            assert again.presence["claim_at"] - again.hello["now"] > 110_000


def test_games_without_a_clock_expire_after_silence(quick: Server) -> None:
    with match(quick) as game:
        assert game.white_client.state(game.game)["expires_at"] > 0
        game.white.until(2)
        assert game.white.standing["no_result"] == {"reason": "expired", "by": None}
        assert game.white_client.state(game.game)["expires_at"] is None


def test_open_games_expire_and_those_of_the_lobby_when_their_opener_is_away(quick: Server) -> None:
    client = quick.client()
    clock = {"clock": {"initial": 600}}
    attended = client.open_game(access="lobby", terms=clock)
    with client.enter(attended["game"]):
        forgotten = [client.open_game(), client.open_game(access="lobby", terms=clock)]
        for game in forgotten:
            eventually(lambda game=game: status(quick, game) == "withdrawn")  # type: ignore[misc]
        time.sleep(2.5)  # it is looked at every two seconds
        assert status(quick, attended) == "open"
    eventually(lambda: status(quick, attended) == "withdrawn")


@about_the_file
def test_a_game_that_can_not_be_ended_keeps_no_other_from_it(tmp_path: Path) -> None:
    with running(tmp_path / "data", QUICK) as server:
        client = server.client()
        poisoned, other = client.open_game(), client.open_game()
        server.kill()
        with closing(sqlite3.connect(tmp_path / "data" / "games.sqlite3")) as database, database:
            database.execute("update games set opening = x'00', expires_at = 1 where id = ?", (poisoned["game"],))
        server.restart()
        eventually(lambda: status(server, other) == "withdrawn")
        server.stop()
        with closing(sqlite3.connect(tmp_path / "data" / "games.sqlite3")) as database:
            (later,) = database.execute("select expires_at from games where id = ?", (poisoned["game"],)).fetchone()
            assert later > time.time() * 1000 + 80_000_000, "it is looked at tomorrow"


def test_a_game_that_nobody_joined_is_deleted_a_day_after_it_was_withdrawn(tmp_path: Path) -> None:
    with running(tmp_path / "data") as server:
        client, other = server.client(), server.client()
        withdrawn, waiting, joined = (client.open_game() for _ in range(3))
        other.join(joined)
        assert client.command(withdrawn["game"], "withdraw", 0).status == 200
        assert status(server, withdrawn) == "withdrawn", "not at once"
        server.stop()
        server.change_rows("UPDATE games SET expires_at = expires_at - 86400000 WHERE status = 'withdrawn'")
        server.restart()
        eventually(lambda: client.ask("GET", f"/api/v1/games/{withdrawn['game']}").status == 404)
        assert (status(server, waiting), status(server, joined)) == ("open", "playing")


def admin_knows(server: Server, player: str) -> bool:
    """Whether the store has a player; the running server is asked, because it alone reads the file."""
    with redirect_stdout(StringIO()), redirect_stderr(StringIO()):
        return run(["admin", "players", "show", player, "--data", str(server.data)]) == 0


@about_the_file
def test_identities_and_tokens_expire(tmp_path: Path) -> None:
    with running(tmp_path / "data") as server:
        names = ("forgotten", "with a token", "with a game", "closed", "new")
        clients = {name: server.client() for name in names}
        clients["with a game"].open_game()
        server.stop()
        with closing(sqlite3.connect(tmp_path / "data" / "games.sqlite3")) as database, database:
            old = [clients[name].player for name in names if name != "new"]
            database.executemany("update players set created_at = 1, seen_at = 0 where id = ?", [(id_,) for id_ in old])
            tokenless = [(clients[name].player,) for name in names if name != "with a token"]
            database.executemany("update tokens set expires_at = 1 where player_id = ?", tokenless)
            database.execute("update players set closed_at = 1 where id = ?", (clients["closed"].player,))
        server.restart()
        forgotten = str(clients["forgotten"].player)
        eventually(lambda: not admin_knows(server, forgotten))
        server.stop()
        with closing(sqlite3.connect(tmp_path / "data" / "games.sqlite3")) as database:
            left = {row[0] for row in database.execute("select id from players")}
            assert {name for name in names if clients[name].player in left} == set(names) - {"forgotten"}
            assert [row[0] for row in database.execute("select player_id from tokens")] == [
                clients["with a token"].player
            ]


# -- the lobby, and opening a game once ----------------------------------------------------------------------


def test_the_lobby_shows_openers_who_are_there_and_ones_own_games(server: Server) -> None:
    opener, other = server.client(), server.client()
    live = opener.open_game(access="lobby", terms={"clock": {"initial": 600}})["game"]
    slow = opener.open_game(access="lobby")["game"]

    def lobby(client: Client) -> set[str]:
        return {game["game"] for game in client.call("GET", "/api/v1/lobby")["games"]} & {live, slow}

    eventually(lambda: lobby(opener) == {live, slow})
    assert lobby(other) == lobby(Client(server)) == {slow}
    with opener.enter(live):
        eventually(lambda: lobby(other) == {live, slow})  # a list may be a second old
    eventually(lambda: lobby(other) == {slow})


def test_a_request_with_one_id_opens_one_game(tmp_path: Path) -> None:
    with running(tmp_path / "data") as server:
        client, other = server.client(), server.client()
        asked = {"id": fresh(), "access": "public", "colour": "brown", "terms": {"clock": {"initial": 60}}}
        answers: list[Json] = []
        threads = [threading.Thread(target=lambda: answers.append(client.open_game(**asked))) for _ in range(12)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        games = {answer["game"] for answer in answers}
        assert (len(answers), len(games)) == (12, 1)
        server.restart()
        assert client.open_game(**asked)["game"] in games
        assert len(client.call("GET", "/api/v1/me/games")["games"]) == 1
        assert other.open_game(**asked)["game"] not in games, "an id belongs to one player"
        changes: tuple[dict[str, object], ...] = ({"access": "link"}, {"colour": "white"}, {"terms": {}})
        for change in changes:
            answer = client.ask("POST", "/api/v1/games", asked | change)
            assert (answer.status, answer.json["code"]) == (409, "id_taken")
        assert client.open_game()["game"] != client.open_game()["game"], "without an id, every request opens one"


@about_the_file
def test_events_of_new_kinds_are_not_written_while_an_older_server_runs(tmp_path: Path) -> None:
    with running(tmp_path / "data") as server:
        server.stop()
        with closing(sqlite3.connect(tmp_path / "data" / "games.sqlite3")) as database, database:
            database.execute("insert into facts (name, fact) values ('features', x'')")
        server.restart()
        with match(server, clock={"initial": 600}) as game:
            assert game.white.standing["clocks"]["begin_within"] is None
            assert game.white.rejected("abort") == "not_now"
            assert game.white.rejected("claim", kind="win") == "not_now"
