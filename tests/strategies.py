"""What Hypothesis draws from: squares, actions, and games played at random."""

from hypothesis import strategies as st

from barragoon import Action, Colour, Face, Game, Move, Placement, Position, Setup, Square, Tile, Turn, Variant

squares = st.sampled_from(Square)
faces = st.sampled_from(Face)
tiles = st.builds(Tile, st.sampled_from(Colour), st.sampled_from((2, 3, 4)))
moves = st.builds(Move, squares, squares)
placements = st.builds(Placement, squares, faces)
actions: st.SearchStrategy[Action] = moves | placements
turns = st.builds(Turn, moves) | st.builds(
    Turn, moves, st.lists(placements, max_size=2).map(tuple), capture=st.just(True)
)
stages = st.tuples(st.integers(0, 2), st.integers(0, 2))

setups = st.builds(
    Setup,
    st.dictionaries(squares, tiles | faces),
    st.sampled_from(Colour),
    st.lists(st.sampled_from(Colour), max_size=2, unique=True).map(tuple),
    st.integers(0, 99),
    st.tuples(st.integers(0, 9), st.integers(0, 9)),
    st.integers(0, 999_999),
)


def play(game: Game, choices: list[int]) -> Game:
    """Play the legal actions that the numbers choose, captures as often as not, until the game ends."""
    for choice in choices:
        legal = sorted(game.legal_actions())
        captures = [action for action in legal if isinstance(action, Move) and game.position[action.target]]
        pool = captures if captures and choice % 2 else legal
        if not pool:
            break
        game.push(pool[choice // 2 % len(pool)])
    return game


games = st.builds(
    play,
    st.builds(Game.new, st.sampled_from(Variant), stages=st.just((0, 0)) | stages, touch_move=st.booleans()),
    st.lists(st.integers(0, 1 << 16), max_size=120),
)


def _sparse(position: Position, bits: int) -> Position:
    """A position with some tiles and barragoons lifted off, so that ends of games come up as well."""
    setup = position.setup()
    setup.hands = ()
    setup.cells = {square: cell for n, (square, cell) in enumerate(setup.cells.items()) if not bits >> n & 1}
    return setup.position()


positions = games.map(lambda game: game.position) | st.builds(
    _sparse, games.map(lambda game: game.position), st.integers(0, 1 << 63)
)
