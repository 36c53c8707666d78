"""When the computer accepts a draw: the policy itself, and the same answer through every door."""

import asyncio
from collections.abc import Iterator

import pytest

from barragoon import Colour, Game, Position
from barragoon.engine import Engine, EngineError, Limit, _native
from barragoon.engine.bench import POSITIONS

LONG_GAME = 80
NODES = 20_000
THERE_AND_BACK = ("d2d4", "d8d6", "d4d2", "d6d8")
BEHIND = "1v5/7/7/7/7/7/7/2ZDZ2/1VD1DV1 w"


@pytest.mark.parametrize(
    ("hundredths", "on_repetition", "turns", "expected"),
    [
        (-400, False, 4, True),
        (0, False, 4, False),
        (0, True, 12, True),
        (0, False, LONG_GAME, True),
        (0, False, LONG_GAME - 1, False),
        (200, True, 12, True),
        (201, True, 12, False),
        (300, True, LONG_GAME, False),
        (-300, False, 0, True),
        (-299, False, 0, False),
        (-29_900, False, 4, True),
        (29_900, True, LONG_GAME, False),
    ],
)
def test_when_a_draw_is_welcome(hundredths: int, on_repetition: bool, turns: int, expected: bool) -> None:
    assert _native.welcomes_draw(hundredths, on_repetition=on_repetition, turns=turns) is expected


def offers() -> Iterator[Game]:
    """Games in which a draw is offered, by whoever acts and by the opponent, and one that rests on a repetition."""
    for fen in (*POSITIONS, BEHIND):
        for player in Colour:
            game = Game(Position.from_fen(fen))
            game.offer_draw(player)
            yield game
    game = Game()
    for turn in THERE_AND_BACK * 3:
        game.push_turn(turn)
    game.claim_repetition(Colour.BROWN)
    yield game


def by_hand(game: Game) -> bool:
    """The policy written out: a search at full strength, its score as the one who answers sees it."""
    assert game.offer is not None
    core = _native.Core()
    core.set_position(game.start.to_fen(), [str(action) for action in game.actions])
    only = game.legal_actions() if game.offer.duty else ()
    score = core.search(nodes=NODES, only=[str(action) for action in only]).score
    if game.position.actor is game.offer.player:
        score = -score
    return _native.welcomes_draw(score, game.offer.duty is not None, len(game.turns))


def test_every_door_gives_the_same_answer() -> None:
    answers = set()
    with Engine() as strong, Engine(level=2, seed=7) as weak:
        for game in offers():
            answer = asyncio.run(strong.accepts_draw_async(game))
            assert answer is by_hand(game), game.position.to_fen()
            assert answer is asyncio.run(weak.accepts_draw_async(game)), "the level makes no difference"
            answers.add(answer)
    assert answers == {True, False}


def test_the_length_of_a_game_counts_whole_turns() -> None:
    """The move of a turn that waits for a placement does not make a long game of one with 79 turns."""
    game = Game()
    for turn in ("c2c3", "c8c7", *("b1a3", "d8d6", "a3b1", "d6d8") * 19, "b1a3"):
        game.push_turn(turn)
    core = _native.Core()
    for action, turns in (("c7b6", LONG_GAME - 1), ("@d5x", LONG_GAME)):
        game.push(action)
        assert len(game.turns) == turns
        core.set_position(game.start.to_fen(), [str(action) for action in game.actions])
        assert abs(core.search(nodes=NODES).score) <= 200, "an even game, so that its length decides"
        assert [core.accepts_draw(white, on_repetition=False) for white in (True, False)] == [turns == LONG_GAME] * 2


def test_a_level_plays_afterwards_as_if_nobody_had_asked() -> None:
    game = Game()
    with Engine(level=3, seed=4) as engine, Engine(level=3, seed=4) as fresh:
        expected = fresh.play(game, Limit(infinite=True))
        game.offer_draw(Colour.WHITE)
        asyncio.run(engine.accepts_draw_async(game))
        game.decline_draw(Colour.BROWN)
        played = engine.play(game, Limit(infinite=True))
    assert (played.action, played.line and played.line.nodes) == (
        expected.action,
        expected.line and expected.line.nodes,
    )


def test_there_must_be_an_offer() -> None:
    with Engine() as engine, pytest.raises(EngineError, match="nobody has offered a draw"):
        asyncio.run(engine.accepts_draw_async(Game()))


def test_a_stop_brings_the_answer_at_once() -> None:
    async def hurried() -> bool:
        game = Game()
        game.offer_draw(Colour.WHITE)
        with Engine() as engine:
            answer = asyncio.ensure_future(engine.accepts_draw_async(game))
            await asyncio.sleep(0)
            engine.stop()
            return await answer

    assert asyncio.run(hurried()) is False
