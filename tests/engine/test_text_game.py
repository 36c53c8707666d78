"""The engine's game, which the page plays with, against the Python one: event by event."""

import json
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from barragoon import (
    AcceptDraw,
    Act,
    Action,
    ClaimRepetition,
    Colour,
    DeclineDraw,
    Duty,
    Event,
    Game,
    GameError,
    IllegalActionError,
    LoseOnTime,
    OfferDraw,
    Outcome,
    Position,
    Reason,
    Resign,
    Setup,
    Square,
    TakeBack,
    Touch,
    Variant,
    all_actions,
    parse_action,
)
from barragoon.engine import _native
from barragoon.record import Record, read_records
from barragoon.record.escape import escape

ACTIONS = all_actions()
STAGES: tuple[tuple[int, int], ...] = ((0, 0), (0, 0), (0, 1), (2, 1))
TAGS = {"White": 'Änn "the" \\ Bold', "Brown": "Computer, level 3", "BrownLevel": "3"}
DRAW_EVENTS: list[Callable[[Colour], Event]] = [OfferDraw, ClaimRepetition, AcceptDraw, DeclineDraw]
ENDINGS: list[Callable[[Colour], Event]] = [Resign, LoseOnTime]


def name(colour: Colour | None) -> str | None:
    return None if colour is None else colour.word


def duty_of(duty: Duty | None) -> dict[str, object] | None:
    if duty is None:
        return None
    return {
        "player": name(duty.player),
        "forbidden": str(duty.forbidden),
        "due_after": duty.due_after,
        "declined_after": duty.declined_after,
    }


def seen(game: Game) -> dict[str, object]:
    """What Python says of a game, in the words of the page."""
    outcome, offer, duty = game.outcome(), game.offer, None if game.outcome() else game.duty
    unfinished = [game.unfinished] if game.unfinished else []
    return {
        "start": game.start.to_fen(),
        "fen": game.position.to_fen(),
        "touch_move": game.touch_move,
        "legal": sorted(map(str, game.legal_actions())),
        "actions": [str(action) for action in game.actions],
        "turns": [str(turn) for turn in (*game.turns, *unfinished)],
        "touched": [str(square) for square in game.touched],
        "outcome": outcome and {"winner": name(outcome.winner), "reason": outcome.reason.value},
        "offer": offer and {"player": name(offer.player), "duty": duty_of(offer.duty)},
        "duty": duty_of(duty),
        "may_claim": name(game.may_claim()),
        "events": list(map(str, game.events)),
    }


def seen_natively(native: _native.TextGame) -> dict[str, object]:
    """The same of the engine's game."""
    state: dict[str, Any] = json.loads(native.state())
    moves = [move["start"] + move["target"] for move in state.pop("moves")]
    state["legal"] = sorted([*moves, *state.pop("placements")])
    state["actions"] = [step["action"] for step in state.pop("steps")]
    state["turns"] = [turn["text"] for turn in state["turns"]]
    return state


class Pair:
    """One game, played in both languages at once."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.native = _native.TextGame()
        self.native.begin(game.start.to_fen(), game.touch_move)

    def apply(self, event: Event) -> None:
        """Let something happen in both; either both reject it or neither."""
        rejected = False
        try:
            self.game.apply(event)
        except (GameError, IllegalActionError):
            rejected = True
        if rejected:
            with pytest.raises(ValueError, match=r"."):
                self.native.apply(str(event))
        else:
            self.native.apply(str(event))
        assert seen_natively(self.native) == seen(self.game), event

    def push(self, action: Action) -> None:
        self.apply(Act(action))

    def rebuilds(self) -> None:
        """The events of the game make it again, in both languages."""
        game, native = Game(self.game.start, touch_move=self.game.touch_move), _native.TextGame()
        native.begin(game.start.to_fen(), game.touch_move)
        for event in self.game.events:
            game.apply(event)
            native.apply(str(event))
        assert game == self.game
        assert seen_natively(native) == seen_natively(self.native)

    def explains(self, action: Action) -> None:
        """Both object to an action for the same reason, and speak of the same square, cell and headings."""
        objection = self.game.explain(action)
        found = json.loads(self.native.explain(str(action)))
        assert found == (objection and objection.facts()), action

    def writes(self) -> None:
        """Both write the same file, and the engine reads it back."""
        written = str(Record.from_game(self.game, TAGS))
        tags = "".join(f'[{tag} "{escape(value, chr(34))}"]\n' for tag, value in TAGS.items())
        assert self.native.record(tags) == written
        again = _native.TextGame()
        again.read(written.encode())
        events = [str(event) for event in self.game.events if not isinstance(event, Touch)]
        assert seen_natively(again) == {**seen_natively(self.native), "touched": [], "events": events}
        assert ["White", TAGS["White"]] in json.loads(again.reading())["tags"]


def stir(pair: Pair, source: random.Random) -> None:
    """Something besides an action, sensible or not."""
    chance = source.random()
    if chance < 0.2:
        pair.apply(TakeBack())
    elif chance < 0.5:
        pair.apply(Touch(source.choice(list(Square))))
    else:
        kind = source.choice(DRAW_EVENTS * 4 + ENDINGS)
        pair.apply(kind(source.choice(list(Colour))))
    pair.rebuilds()


def new_game(source: random.Random) -> Game:
    """From a start, or from the middle of a game, perhaps in the middle of a turn."""
    game = Game.new(source.choice(list(Variant)), stages=source.choice(STAGES))
    for _ in range(source.choice((0, 0, 0, 7, 20))):
        if not (legal := sorted(game.legal_actions())):
            break
        game.push(source.choice(legal))
    return Game(game.position, touch_move=source.random() < 0.4)


def play(seed: int, games: int) -> None:
    source = random.Random(seed)
    for _ in range(games):
        pair = Pair(new_game(source))
        for _ in range(source.randrange(150)):
            if source.random() < 0.15:
                stir(pair, source)
            for action in source.sample(ACTIONS, 2):
                pair.explains(action)
            legal = sorted(pair.game.legal_actions())
            if not legal:
                break
            pair.push(source.choice(legal))
        pair.rebuilds()
        pair.writes()


def test_random_games_are_alike() -> None:
    play(seed=1, games=25)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(2, 6))
def test_many_random_games_are_alike(seed: int) -> None:
    play(seed, games=100)


@pytest.mark.parametrize("seed", range(6))
def test_repetitions_are_alike(seed: int) -> None:
    """Pieces that go to and fro, with claims and answers now and then: the rule that looks back furthest."""
    source = random.Random(seed)
    pair = Pair(Game())
    loop = [parse_action(text) for text in ("d2d4", "d8d6", "d4d2", "d6d8")]
    for step in range(60):
        action = loop[step % 4]
        if source.random() < 0.3:
            stir(pair, source)
        if pair.game.explain(action):
            legal = sorted(pair.game.legal_actions())
            if not legal:
                break
            action = source.choice(legal)
        pair.push(action)


DEAD = (
    "4+1z/4++1/5++/7/7/7/++5/1++4/Z1+4",
    "4+1z/4++1/5++/7/7/7/+x5/1++4/Z1+4",
)


@pytest.mark.parametrize("fen", DEAD)
@pytest.mark.parametrize("turn", ["w", "b"])
def test_dead_positions_are_alike(fen: str, turn: str) -> None:
    pair = Pair(Game(Position.from_fen(f"{fen} {turn}")))
    assert seen_natively(pair.native) == seen(pair.game)


def test_cages_are_dead_alike() -> None:
    """Two walled-in tiles, with squares here and there changed: some of these are dead, some are not."""
    source = random.Random(3)
    verdicts = set()
    for _ in range(200):
        board = list(Position.from_fen(DEAD[0]).board)
        for square in source.sample([place for place in range(63) if board[place] not in "Zz"], source.randrange(4)):
            board[square] = source.choice(".+x^S")
        setup = Setup.from_fen(DEAD[0])
        setup.board = "".join(board)
        game = Game(setup.position())
        assert seen_natively(Pair(game).native) == seen(game), game.position.to_fen()
        verdicts.add(game.outcome())
    assert {None, Outcome(None, Reason.DEAD)} <= verdicts


GAMES = sorted((Path(__file__).parents[1] / "data" / "games").glob("*.bgn"))


@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.name)
def test_files_are_read_alike(path: Path) -> None:
    """Every game of each file, played through."""
    for index, record in enumerate(read_records(path)):
        native = _native.TextGame()
        native.read(path.read_bytes(), index)
        assert seen_natively(native) == seen(record.game())
        assert native.reading() == record.to_json()


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("1. oops *", "not_a_turn"),
        ("1. d2d9 *", "illegal_turn"),
        ("1. d2d5 d8d9 *", "illegal_turn"),
        ("1. d2xd5 *", "illegal_turn"),
        ("1. d2d5 {open", "not_closed"),
        ("1. d2d5 <d8d9> *", "kept_unread"),
    ],
)
def test_a_game_is_read_up_to_its_first_error(text: str, code: str) -> None:
    """As in Python; what follows is kept as unread text, and the error says where and why."""
    native = _native.TextGame()
    native.read(text.encode())
    (record,) = read_records([text])
    assert seen_natively(native) == seen(record.game())
    assert [error["code"] for error in json.loads(native.reading())["errors"]] == [code]


@pytest.mark.parametrize(
    ("text", "index", "sentence"),
    [
        ('[FEN "nonsense"] *', 0, "the tags do not say where the game starts"),
        ("1. d2d5 *", 1, "there is no game with the number 2 in this file"),
        ("", 0, "there is no game with the number 1 in this file"),
        ("1. d2d5 =declined *", 0, "the last turns are not one sequence three times over"),
        ('[Termination "dead position"] 1/2-1/2', 0, "the record says that the game ended otherwise than its turns"),
        (f'[FEN "{DEAD[0]}"] 1. a1a2 *', 0, "is not legal"),
    ],
)
def test_a_file_that_cannot_be_played_is_rejected_in_a_sentence(text: str, index: int, sentence: str) -> None:
    native = _native.TextGame()
    native.apply("d2d5")
    with pytest.raises(ValueError, match=sentence):
        native.read(text.encode(), index)
    assert len(json.loads(native.state())["steps"]) == 1
