"""What Hypothesis draws from: games with all their endings, and records with comments, tags and variations."""

from collections.abc import Callable
from contextlib import suppress

from hypothesis import strategies as st

import strategies
from barragoon import Colour, Game, GameError, Position, Turn
from barragoon.record import Line, Node, Record

SHUFFLE = tuple(map(Turn.parse, ("d2d4", "d8d6", "d4d2", "d6d8")))

choices = st.lists(st.integers(0, 1 << 16), max_size=30)
colours = st.sampled_from(Colour)
texts = st.text(max_size=20) | st.text(alphabet='{}();<>[]%\\"\n\r\t $!?.x1-0 \u2028\ufeff\x00\ud800ä', max_size=20)
long_texts = st.lists(st.text(alphabet='ab}[>\\"', max_size=12), max_size=30).map(" ".join)
names = st.from_regex(r"[A-Za-z0-9_]{1,8}", fullmatch=True)
tags = st.dictionaries(st.sampled_from(("Event", "White", "Brown", "TimeControl")) | names, texts, max_size=5)


def shuffled(times: int) -> Game:
    game = Game()
    for turn in SHUFFLE * times:
        game.push_turn(turn)
    return game


def offered_on_repetition(choices: list[int]) -> Game:
    """A draw offered on a repetition and declined, by saying so or by acting."""
    game = shuffled(3)
    game.claim_repetition(Colour.BROWN)
    if choices and choices[0] % 2:
        game.decline_draw(Colour.WHITE)
    return strategies.play(game, choices)


def ended(game: Game, ending: Callable[[Game], None]) -> Game:
    """Add what the state of the game allows."""
    with suppress(GameError):
        ending(game)
    return game


def _offer_then_act(player: Colour, choice: int) -> Callable[[Game], None]:
    def ending(game: Game) -> None:
        game.offer_draw(player)
        strategies.play(game, [choice])

    return ending


def _agree(game: Game) -> None:
    game.offer_draw(Colour.WHITE)
    game.accept_draw(Colour.BROWN)


endings: st.SearchStrategy[Callable[[Game], None]] = st.one_of(
    st.just(lambda _: None),
    colours.map(lambda player: lambda game: game.resign(player)),
    colours.map(lambda player: lambda game: game.lose_on_time(player)),
    colours.map(lambda player: lambda game: game.offer_draw(player)),
    colours.map(lambda player: lambda game: game.claim_repetition(player)),
    st.builds(_offer_then_act, colours, st.integers(0, 1 << 16)),
    st.just(_agree),
)

starts = strategies.positions.map(Game) | strategies.games | choices.map(offered_on_repetition)
games = st.builds(ended, st.builds(strategies.play, starts, choices), endings)


def _played(position: Position, turns: list[list[int]]) -> list[tuple[Turn, Position]]:
    """Turns with the positions before them; the choices may leave the last one unfinished."""
    found: list[tuple[Turn, Position]] = []
    for numbers in turns:
        if position.hands or not (legal := sorted(position.legal_actions())):
            break
        before, game = position, strategies.play(Game(position), numbers)
        turn = game.turns[0] if game.turns else game.unfinished
        if turn is None:
            assert legal
            break
        found.append((turn, before))
        position = before.play_turn(turn)
    return found


@st.composite
def lines(draw: st.DrawFn, position: Position, depth: int = 2) -> Line:
    """A line of play with all that can hang on it."""
    comments = st.lists(texts | long_texts, max_size=2)
    line = Line(comments=draw(comments), unread=draw(st.just("") | texts))
    numbers = st.lists(st.integers(0, 1 << 16), min_size=1, max_size=3)
    for turn, before in _played(position, draw(st.lists(numbers, max_size=4))):
        node = Node(turn, draw(comments), draw(comments), declined=draw(st.booleans()))
        node.nags = draw(st.lists(st.integers(0, 200), max_size=3))
        if depth:
            node.variations = draw(st.lists(lines(before, depth - 1), max_size=2))
        line.nodes.append(node)
    return line


@st.composite
def records(draw: st.DrawFn) -> Record:
    """A record that need not be a whole game."""
    start = draw(strategies.positions.filter(lambda position: not position.hands))
    return Record(draw(tags), start, draw(lines(start)), touch_move=draw(st.booleans()))
