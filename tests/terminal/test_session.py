"""The computer as a player, without a screen: what it owes, what it plays, what a file says about it."""

import asyncio
from pathlib import Path

import pytest

from barragoon import Colour, Game, Position, Turn
from barragoon.engine import EngineError
from barragoon.engine.native import LADDER
from barragoon.errors import GameError, NotationError
from barragoon.record import Record
from barragoon.terminal.computer import Computer, Owes
from barragoon.terminal.phrases import Naming, account, draw_notice, headline
from barragoon.terminal.seating import Seats, seat
from barragoon.terminal.session import Session

THERE_AND_BACK = ("d2d4", "d8d6", "d4d2", "d6d8")

White, Brown = Colour.WHITE, Colour.BROWN


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    monkeypatch.chdir(tmp_path)
    return tmp_path


def seated(colour: Colour, game: Game | None = None, *, level: int = 1) -> Session:
    """A session in which the computer plays a colour."""
    session = Session(game or Game())
    session.seat(Computer(colour, level, seed=5))
    return session


# -- draws -----------------------------------------------------------------------------------------------------


def test_a_repetition_declined_binds_it() -> None:
    game = Game()
    for turn in THERE_AND_BACK * 3:
        game.push_turn(Turn.parse(turn))
    session = seated(White, game)
    session.claim_repetition()
    assert session.computer is not None
    assert session.computer.owes(game) is Owes.ANSWER
    session.answer_for_computer(accept=False)
    for seed in range(5):
        action = asyncio.run(Computer(White, 1, seed).choose(game))
        assert str(action) != "d2d4"


def test_whose_offer_it_is() -> None:
    game = Game()
    for turn in THERE_AND_BACK * 3:
        game.push_turn(Turn.parse(turn))
    session = seated(Brown, game)
    assert draw_notice(game, session.naming) == "", "the computer makes no use of it"
    with pytest.raises(GameError, match="only the computer"):
        session.claim_repetition()
    session.offer_draw()
    assert draw_notice(game, session.naming) == "You offer a draw: the computer accepts or declines"
    with pytest.raises(GameError, match="made to the computer"):
        session.answer_draw(accept=True)
    with pytest.raises(GameError, match="never resigns"):
        session.resign(Brown)


def test_it_answers_as_the_policy_says() -> None:
    behind = seated(Brown, Game(Position.from_fen("1v5/7/7/7/7/7/7/2ZDZ2/1VD1DV1 w")))
    for session, expected in ((behind, True), (seated(Brown), False)):
        session.offer_draw()
        assert session.computer is not None
        assert asyncio.run(session.computer.accepts_draw(session.game)) is expected


def test_events_by_their_texts() -> None:
    session = seated(Brown)
    session.apply("d2d4")
    with pytest.raises(GameError, match="the computer who must act"):
        session.apply("d8d6")
    for text, problem in (
        ("offer_draw brown", "the computer offers no draw"),
        ("resign brown", "never resigns"),
        ("lose_on_time white", "without clocks"),
        ("accept_draw white", "has not offered"),
    ):
        with pytest.raises(GameError, match=problem):
            session.apply(text)
    session.apply("offer_draw white")
    with pytest.raises(GameError, match="made to the computer"):
        session.apply("accept_draw brown")
    session.apply("take_back")
    assert session.game == Game()


# -- the game file ---------------------------------------------------------------------------------------------


def test_the_file_remembers(folder: Path) -> None:
    session = seated(Brown, level=4)
    session.act_turn(Turn.parse("d2d4"))
    session.save(folder / "game.bgn")
    assert Record.parse((folder / "game.bgn").read_text()).tags["Brown"] == "Computer, level 4"
    computer = Computer.from_tags(Session.resume(folder / "game.bgn").tags)
    assert computer is not None
    assert (computer.colour, computer.level, computer.seed, computer.ladder) == (Brown, 4, 5, LADDER)
    session.seat(None)
    assert not {"Brown", "BrownLevel", "BrownSeed", "Ladder"} & session.tags.keys()


def test_a_file_of_the_first_ladder_goes_on_with_its_level(folder: Path) -> None:
    (folder / "old.bgn").write_text('[BrownLevel "10"]\n[BrownSeed "3"]\n\n*\n')
    session = Session.resume(folder / "old.bgn")
    seat(session, Seats())
    computer = session.computer
    assert computer is not None
    assert (computer.level, computer.seed, computer.ladder) == (10, 3, 1)
    assert "Ladder" not in computer.tags()
    seat(session, Seats(level=10))
    assert session.computer is not None
    assert session.computer.ladder == LADDER


@pytest.mark.parametrize(
    ("tags", "error", "sentence"),
    [
        ({"BrownLevel": "many"}, NotationError, "'many' is not a BrownLevel"),
        ({"BrownLevel": "11"}, NotationError, "'11' is not a BrownLevel"),
        ({"BrownLevel": "13", "Ladder": "2"}, NotationError, "'13' is not a BrownLevel"),
        ({"BrownLevel": "1", "Ladder": "3"}, NotationError, "'3' is not a Ladder"),
        ({"BrownLevel": "1", "Ladder": "0"}, EngineError, "there is no ladder 0"),
        ({"BrownLevel": "0"}, EngineError, "there is no level 0"),
        ({"BrownLevel": "9" * 5000}, NotationError, "is not a BrownLevel"),
        ({"BrownLevel": "1", "BrownSeed": "-1"}, NotationError, "'-1' is not a BrownSeed"),
        ({"BrownLevel": "1", "WhiteLevel": "1"}, EngineError, "both colours"),
    ],
)
def test_tags_that_make_no_sense(tags: dict[str, str], error: type[Exception], sentence: str) -> None:
    with pytest.raises(error, match=sentence):
        Computer.from_tags(tags)


def test_the_same_seed_plays_the_same() -> None:
    def play(seed: int) -> list[str]:
        game, players = Game(), [Computer(colour, 2, seed) for colour in Colour]
        for _ in range(5):
            for player in players:
                if player.owes(game):
                    game.push(asyncio.run(player.choose(game)))
        return [str(action) for action in game.actions]

    assert play(7) == play(7)
    assert play(7) != play(8)


# -- words -----------------------------------------------------------------------------------------------------


def test_what_is_said() -> None:
    you = Naming(White)
    game = Game(Position.from_fen("3z3/7/7/3N3/7/7/3D3/7/7 w"))
    assert headline(game, you) == "You move a tile"
    game.push_turn(Turn.parse("d3xd6"))
    assert headline(game, you) == "You place the captured barragoon"
    assert headline(game, Naming(Brown)) == "The computer places the captured barragoon"
    game.resign(Brown)
    assert headline(game, you) == "You win: Brown resigned"
    start = Position.from_fen("3z3/7/7/3N3/7/7/3D3/7/7 w")
    assert account(start, Turn.parse("d3d6").move, Naming(Brown)) == "The computer plays d3xd6 and takes Left Turn"
