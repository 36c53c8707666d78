"""A game written on top of the record that it was begun from: the game is the main line, and nothing is lost."""

import random
from collections import Counter

import pytest

from barragoon import Game, GameError, Position
from barragoon.engine import _native
from barragoon.record import Line, Node, Record, read_records, walk, write_record
from records.mutations import CORPUS

OLD = "d8d6 (1... d8c7 {Shy.} 2. d5d3 $7) (1... e8e6) 2. d5d3 d6d8"
FILE = "{Warm.} 1. d2d5! {Bold.} d8d6 (1... d8c7 {Shy.} 2. d5d3 $7) (1... e8e6) 2. d5d3 d6d8 1-0"
HANDS = '[FEN "1v5/7/7/7/3D3/7/7/7/7 w bw 20 00 3"] 3. @b5x@b7Y b9b6 {Why?} 4. d5d2 *'


def played(record: Record, *turns: str) -> Game:
    """A game from the record's start."""
    game = Game(record.start)
    for turn in turns:
        for action in turn.replace("@", " @").split():
            game.apply(action)
    return game


def movetext(record: Record, *turns: str) -> str:
    game = played(record, *turns)
    made = record.updated_with(game)
    assert list(read_records([str(made)])) == [made]
    assert made.main.unread or made.game() == game
    return str(made).partition("\n\n")[2].replace("(\n", "(").replace("\n", " ").strip()


@pytest.mark.parametrize(
    ("turns", "text"),
    [
        (
            "d2d5 d8d6 d5d3 d6d8",
            "{Warm.} 1. d2d5! {Bold.} 1... [old] *",
        ),
        ("d2d5 d8d6 d5d3 d6d8 d3d5", "… 2. d5d3 d6d8 3. d3d5 *"),
        ("d2d5 d8d6 c2c4", "… d8d6 (1... d8c7 {Shy.} 2. d5d3 $7) (1... e8e6) 2. c2c4 (2. d5d3 d6d8) *"),
        (
            "d2d4",
            "{Warm.} 1. d2d4 (1. d2d5! {Bold.} 1... [old]) *",
        ),
        ("d2d5 d8c7", "… d8c7 {Shy.} (1... d8d6 2. d5d3 d6d8) (1... e8e6) (1... d8c7 2. d5d3 $7) *"),
        ("d2d5 d8c7 d5d3", "… d8c7 {Shy.} (1... d8d6 2. d5d3 d6d8) (1... e8e6) 2. d5d3 $7 *"),
        ("d2d5 d8c7 c2c4", "… d8c7 {Shy.} (1... d8d6 2. d5d3 d6d8) (1... e8e6) 2. c2c4 (2. d5d3 $7) *"),
        ("d2d5 e8e6", "… e8e6 (1... d8d6 2. d5d3 d6d8) (1... d8c7 {Shy.} 2. d5d3 $7) *"),
        ("d2d5", "{Warm.} 1. d2d5! {Bold.} (1. d2d5 [old]) *"),
        ("", "{Warm.} {1. d2d5! {Bold.\\} 1... [escaped] 1-0} *"),
    ],
)
def test_the_game_is_the_main_line(turns: str, text: str) -> None:
    text = text.replace("[old]", OLD).replace("[escaped]", OLD.replace("}", "\\}"))
    found = movetext(Record.parse(FILE), *turns.split())
    if text.startswith("…"):
        assert found.startswith("{Warm.} 1. d2d5! {Bold.} 1...")
        assert found.endswith(text.removeprefix("… "))
    else:
        assert found == text


@pytest.mark.parametrize(
    ("turns", "text"),
    [
        ("@b5x@b7Y b9b6 d5d2", "3. @b5x@b7Y b9b6 {Why?} 4. d5d2 *"),
        ("@b5x@b7Y b9b6 d5d3", "3. @b5x@b7Y b9b6 {Why?} 4. d5d3 (4. d5d2) *"),
        ("@b5x", "{3. @b5x@b7Y b9b6 {Why?\\} 4. d5d2 *} 3. @b5x *"),
        ("@b5x@a1x b9b6", "{3. @b5x@b7Y b9b6 {Why?\\} 4. d5d2 *} 3. @b5x@a1x b9b6 *"),
    ],
)
def test_a_start_in_the_middle_of_a_turn(turns: str, text: str) -> None:
    assert movetext(Record.parse(HANDS), *turns.split()) == text


@pytest.mark.parametrize(
    ("file", "turns", "text"),
    [
        ("1. d2d5 d8xd5 {Now?} *", "d2d5 d8d5@d8x@e4^", "1. d2d5 d8xd5@d8x@e4^ {Now?} *"),
        ("1. d2d5 d8xd5@d8x@e4^ {So.} *", "d2d5 d8d5@d8x", "1. d2d5 d8xd5@d8x (1... d8xd5@d8x@e4^ {So.}) *"),
        ("1. d2d5 <oops> 1-0", "d2d5", "1. d2d5 <oops> 1-0"),
        ("1. d2d5 <oops> 1-0", "d2d5 d8d6", "1. d2d5 d8d6 (<oops>) *"),
        ("1. d2d5 (1. d2d4 <oops>) 1-0", "d2d4 d8d6", "1. d2d4 (1. d2d5) 1... d8d6 (<oops>) *"),
        ("<oops> *", "", "<oops> *"),
    ],
)
def test_unfinished_turns_and_unread_text(file: str, turns: str, text: str) -> None:
    (record,) = read_records([file])
    assert movetext(record, *turns.split()) == text


def test_an_end_after_unread_text_is_an_end() -> None:
    (record,) = read_records(["1. d2d5 <oops> *"])
    game = played(record, "d2d5")
    game.apply("resign white")
    made = record.updated_with(game)
    assert str(made).splitlines()[-1] == "1. d2d5 (1. d2d5 <oops>) 0-1"
    assert made.game() == game


def test_tags_are_kept_given_and_made() -> None:
    record = Record.parse('[White "Ann"][Round "3"][DrawOffer "White"] 1. d2d5 *')
    game = record.game()
    game.apply("accept_draw brown")
    tags = record.updated_with(game, {"Brown": "Ben", "Site": "here"}).tags
    assert list(tags.values()) == [
        *("?", "here", "????.??.??", "Ann", "Ben", "1/2-1/2", "Closed", "00", "No", "agreement", "3"),
    ]
    with pytest.raises(GameError, match="does not start where the record does"):
        record.updated_with(Game(Position.start(open=True)))


def test_a_stray_offer_does_not_come_alive() -> None:
    (record,) = read_records(['[DrawOffer "White"]\n[DrawOffer "Brown"]\n[DrawOffer Nobody]\n*'])
    game = record.game()
    game.apply("decline_draw brown")
    made = record.updated_with(game)
    assert made.stray == ["[DrawOffer Nobody]"]
    assert next(read_records([str(made)])).offer is None


def test_declined_repetitions_are_the_games() -> None:
    record = Record.parse("1. " + "d2d4 d8d6 d4d2 d6d8 {again} " * 3 + "*")
    game = record.game()
    for event in ("claim_repetition brown", "decline_draw white"):
        game.apply(event)
    made = record.updated_with(game)
    assert [node.declined for node in made.main.nodes] == [False] * 11 + [True]
    assert made.game() == game
    assert not any(node.declined for node in record.main.nodes)


def contents(record: Record) -> Counter[str]:
    """All turns with what is said about them, and all other texts, however they are arranged."""
    found: Counter[str] = Counter()
    for step in walk(record.main):
        match step:
            case Line():
                found.update([*step.comments, step.unread])
            case Node():
                found.update([f"{step.turn} {step.nags} {step.after}", *step.before])
    return found


def wander(game: Game, source: random.Random) -> None:
    """Take some actions back and play some others."""
    for _ in range(source.choice((0, 0, 1, 2, 3, 9))):
        if game.actions:
            game.apply("take_back")
    for _ in range(source.choice((0, 1, 2, 5))):
        if legal := sorted(game.legal_actions()):
            game.push(source.choice(legal))


def check_update(data: bytes, source: random.Random) -> None:
    """The engine writes the same file as Python, and what was in it is still there."""
    records = list(read_records([data]))
    for index, record in enumerate(records):
        if not record.start_known or record.check():
            continue
        native = _native.TextGame()
        native.read(data, index)
        game = record.game()
        wander(game, source)
        native.begin(game.start.to_fen(), game.touch_move)
        for event in game.events:
            native.apply(str(event))
        made = record.updated_with(game, {"Brown": "Ben"})
        file = "\n".join(map(write_record, [*records[:index], made, *records[index + 1 :]]))
        assert native.record_onto(data, index, '[Brown "Ben"]') == file
        (again,) = read_records([str(made)])
        assert again == made
        assert made.main.unread or again.game() == game
        if made.main.nodes and made.placements == record.placements:
            unfinished = {f"{node.turn} {node.nags} {node.after}" for node in record.main.nodes[-1:]}
            assert not [text for text in contents(record) - contents(made) if text not in unfinished]


FILES = sorted(CORPUS.glob("*.bgn"))


@pytest.mark.parametrize("seed", range(3))
def test_updates_are_alike(seed: int) -> None:
    for path in FILES:
        check_update(path.read_bytes(), random.Random(f"{path.name} {seed}"))


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(3, 15))
def test_many_updates_are_alike(seed: int) -> None:
    test_updates_are_alike(seed)


def test_placements_that_are_taken_back_are_kept_as_a_comment() -> None:
    record = Record.parse('[FEN "1v5/7/7/7/3D3/7/7/7/7 w bw 20 00 3"] 3. @e8n@e3W *')
    game = record.game()
    game.pop()
    game.pop()
    game.push("@a1x")
    updated = record.updated_with(game)
    assert "@e8n@e3W" in " ".join(updated.main.comments)
    assert updated.game() == game
