"""Dead positions (rule 6b): cases worked out by hand, and a slow oracle that searches with nothing but the rules."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from unittest.mock import patch

import pytest
from hypothesis import given

from barragoon import Colour, Move, Position, Reason, Setup, Square, dead
from barragoon.dead import _nothing_in_reach, is_dead
from barragoon.ground import Ground
from strategies import positions

CAGES = "4+1z/4++1/5++/7/7/7/++5/1++4/Z1+4"
BROWN_CAGE = "4+1z/4++1/5++/7/7"  # ranks 9 to 5 of it, to be put above other boards


def position(board: str, turn: str, stages: str = "00") -> Position:
    return Position.from_fen(f"{board} {turn} - 0 {stages} 1")


# -- known positions -----------------------------------------------------------------------------------------

DEAD = {
    "a 2-tile in each corner, walled in by All Turns": CAGES,
    "cages of two squares": "4+1z/4+++/7/7/7/7/7/+++4/Z1+4",
    # Every way to a1 and b1 leads straight over All Turns, and a 2-tile takes none of the walls.
    "a caged 2-tile, and a free one on a board with nothing but All Turns": "6z/7/7/7/7/7/7/+++4/Z1+4",
    # The 3-tile on a1 could take a4, but its own 2-tile walks between a2 and a3 and never leaves the file.
    "a 2-tile that keeps its own 3-tile from ever moving": f"{BROWN_CAGE}/++5/Z+5/1+5/D+5",
    "two 2-tiles of one colour in one cage": "4+1z/4++1/5++/7/7/7/++5/1++4/ZZ+4",
}

ALIVE = {
    "one wall of a cage shows No Way": "4+1z/4++1/5++/7/7/7/+x5/1++4/Z1+4",
    "one wall of a cage is gone, and No Way stands behind it": "4+1z/4++1/5++/7/7/x6/1+5/1++4/Z1+4",
    "a 3-tile in a cage of two squares takes c2": "4+1z/4+++/7/7/7/7/7/+++4/D1+4",
    "a free 3-tile takes any wall": "6d/7/7/7/7/7/7/+++4/Z1+4",
    "the 3-tile whose guard is gone": f"{BROWN_CAGE}/++5/1+5/1+5/D+5",
    # The white tile shuffles; the brown one walks west along rank 9, out over c8 and round the wall to g5: a
    # dozen turns until it takes No Way on g7 from the open side.
    "a capture a dozen turns away": "6z/3++++/3+++x/7/7/7/++5/+++4/1Z++3",
    "two lone tiles on an empty board": "6z/7/7/7/7/7/7/7/Z6",
    "the start": "1vd1dv1/2zdz2/7/1x3x1/x1x1x1x/1x3x1/7/2ZDZ2/1VD1DV1",
}


@pytest.mark.parametrize("turn", ["w", "b"])
@pytest.mark.parametrize("board", DEAD.values(), ids=DEAD)
def test_dead_whoever_is_to_move(board: str, turn: str) -> None:
    here = position(board, turn)
    assert is_dead(here)
    assert oracle(here)
    outcome = here.outcome()
    assert outcome
    assert (outcome.winner, outcome.reason) == (None, Reason.DEAD)


@pytest.mark.parametrize("turn", ["w", "b"])
@pytest.mark.parametrize("board", ALIVE.values(), ids=ALIVE)
def test_alive_whoever_is_to_move(board: str, turn: str) -> None:
    assert not is_dead(position(board, turn))
    assert position(board, turn).outcome() is None


@pytest.mark.parametrize("board", [*DEAD.values(), *ALIVE.values()], ids=[*DEAD, *ALIVE])
def test_mirrored_and_swapped_positions_agree(board: str) -> None:
    for turn in "wb":
        here = position(board, turn)
        assert is_dead(here) == is_dead(here.mirrored()) == is_dead(here.swapped())


# -- what only the search can tell ---------------------------------------------------------------------------

GUARD = position(DEAD["a 2-tile that keeps its own 3-tile from ever moving"], "w")

# White to move: D goes to a1 over b1, z must go to b2, and D takes b3 over a2 and a3. Brown to move: z must go
# to a1, and D on b2 is shut in, so nothing is ever captured.
ONE_TURN_DECIDES = "7/7/7/7/7/++5/+++4/zD++3/1++4"


def test_the_bound_fails_and_the_search_settles_it() -> None:
    assert not _nothing_in_reach(Ground(GUARD.board))
    assert is_dead(GUARD)


def test_the_search_gives_up_beyond_its_limit_and_calls_the_position_alive() -> None:
    assert not is_dead(GUARD, limit=0)
    assert is_dead(GUARD, limit=100)
    assert is_dead(position(CAGES, "w"), limit=0), "the bound alone settles this one"


def test_tiles_that_never_meet_are_judged_apart() -> None:
    # Above the wall two 2-tiles roam, below it one tile keeps another from a capture: together 90,000 arrangements.
    here = position("z5z/7/7/7/+++++++/7/++5/V+4Z/D+4Z", "w")
    assert is_dead(here, limit=2_000)


def test_whose_turn_it_is_can_decide() -> None:
    assert not is_dead(position(ONE_TURN_DECIDES, "w"))
    assert is_dead(position(ONE_TURN_DECIDES, "b"))


def test_dead_even_if_a_player_would_be_shut_in() -> None:
    """The rule asks for captures alone: Brown's one move would shut White in, and yet this is a draw."""
    drawn = position(ONE_TURN_DECIDES, "b")
    (move,) = drawn.legal_actions()
    outcome = drawn.after(move).outcome()
    assert outcome
    assert outcome.reason is Reason.BLOCKED
    assert is_dead(drawn)


def test_both_players_can_move_is_asked_first() -> None:
    shut_in = "4++z/4+++/7/7/7/7/7/+++4/Z1+4"  # the brown 2-tile on g9 has no square to go to
    assert not is_dead(position(shut_in, "w"))
    assert not is_dead(position(shut_in, "b"))
    assert oracle(position(shut_in, "w")) is False


@pytest.mark.parametrize("hands", ["w", "b"])
def test_nothing_is_dead_while_a_barragoon_is_in_hand(hands: str) -> None:
    assert not is_dead(Position.from_fen(f"{CAGES} {hands} {hands} 0 00 1"))
    assert not is_dead(Position.from_fen(f"{CAGES} w bw 0 00 1"))


# -- express stages ------------------------------------------------------------------------------------------

# Brown must go to b2 (over b1), where Z takes it over b3. But then D on a2 is shut in, and at stage 1 White, with
# one tile that can move, has lost before that.
STAGE_DECIDES = "7/7/7/7/7/++5/Z++4/D1++3/z++4"


def test_a_stage_cuts_the_only_line_that_captures() -> None:
    assert not is_dead(position(STAGE_DECIDES, "b", "00"))
    assert is_dead(position(STAGE_DECIDES, "b", "10"))
    assert not is_dead(position(STAGE_DECIDES, "b", "01")), "Brown's one tile is too few: lost, not drawn"


def test_a_player_who_has_lost_by_their_stage_is_not_drawn() -> None:
    for stages in ("10", "01", "11"):
        assert not is_dead(position(CAGES, "w", stages))
        assert not is_dead(position(CAGES, "b", stages))


def test_dead_at_a_stage_that_both_live_with() -> None:
    """Two free 2-tiles each, and nothing but All Turns between their cages."""
    board = "4+1z/4++z/5++/7/7/7/++5/Z++4/Z1+4"
    assert is_dead(position(board, "w", "11"))
    assert not is_dead(position(board, "w", "21"))


# -- the oracle ----------------------------------------------------------------------------------------------


def with_turn_of_the_other(here: Position) -> Position:
    setup = here.setup()
    setup.turn = setup.turn.other
    return setup.position()


def moves(here: Position) -> Iterator[Move]:
    return (action for action in here.legal_actions() if isinstance(action, Move))


def oracle(here: Position, limit: int = 3000) -> bool | None:
    """Follow every line of play up to its first capture; None if there are too many."""
    if not any(moves(here)) or not any(moves(with_turn_of_the_other(here))):
        return False
    seen, waiting = {here}, [here]
    while waiting and len(seen) <= limit:
        now = waiting.pop(0)
        for move in moves(now):
            if now[move.target] is not None:
                return False
            following = now.after(move)
            if following not in seen:
                seen.add(following)
                waiting.append(following)
    return None if waiting else True


STEPS = ((0, 1), (1, 0), (0, -1), (-1, 0))
OTHER_FACES = "x^>Y<|-NESWnesw"


def room(source: random.Random) -> list[tuple[int, int]]:
    """A few squares that hang together, in a corner of the board."""
    found = [(0, 0)]
    for _ in range(40):
        (file, rank), (right, up) = source.choice(found), source.choice(STEPS)
        square = (file + right, rank + up)
        if square not in found and min(square) >= 0 and max(square) <= 3:
            found.append(square)
        if len(found) == 4:
            break
    return found[: source.choice((2, 3, 3, 4, 4))]


def caged(tiles: str, source: random.Random) -> dict[tuple[int, int], str]:
    """Tiles in a room with thick walls, mostly of All Turns; one square at least stays empty."""
    squares = room(source)
    near = [(file, rank) for file in range(4) for rank in range(4) if (file, rank) not in squares]
    cells = {
        (file, rank): "+" if source.random() < 0.93 else source.choice(OTHER_FACES)
        for file, rank in near
        if min(abs(file - x) + abs(rank - y) for x, y in squares) <= 2
    }
    cells.update(zip(source.sample(squares, len(squares) - 1), tiles, strict=False))
    return cells


def sample(source: random.Random) -> Position:
    """One cage with both colours in it, or a cage for each."""
    apart = source.random() < 0.6
    first = caged(source.choice(("Z", "ZZ", "ZD", "ZV", "ZZD") if apart else ("Zz", "Zzz", "ZDz", "zdZ", "Dz")), source)
    second = caged(source.choice(("z", "zz", "zd", "zv", "zdd")), source) if apart else {}
    marks = {file + 7 * rank: mark for (file, rank), mark in first.items()}
    marks.update({62 - file - 7 * rank: mark for (file, rank), mark in second.items()})
    setup = Setup(turn=source.choice(list(Colour)), reserve=0)
    setup.board = "".join(marks.get(square, ".") for square in Square)
    setup.stages = source.choice(((0, 0), (0, 0), (0, 0), (1, 0), (0, 1), (1, 1)))
    return setup.position()


def compare(seed: int, count: int) -> Counter[str]:
    """Compare with the oracle on samples; tells how many were of which kind."""
    source = random.Random(seed)
    kinds: Counter[str] = Counter()
    for _ in range(count):
        here = sample(source)
        truth = oracle(here)
        if truth is not None:
            assert is_dead(here) is truth, here.to_fen()
            with patch.object(dead, "_FEW", 0):  # most samples are so small that the short search settles them
                assert is_dead(here) is truth, here.to_fen()
            by_bound = truth and _nothing_in_reach(Ground(here.board))
            kinds["alive" if not truth else "dead by bound" if by_bound else "dead by search"] += 1
    return kinds


def test_caged_tiles_agree_with_the_oracle() -> None:
    kinds = compare(seed=1, count=600)
    assert kinds["alive"] > 200
    assert kinds["dead by bound"] > 30
    assert kinds["dead by search"] > 10


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(2, 6))
def test_many_more_agree_with_the_oracle(seed: int) -> None:
    assert compare(seed, count=5000).total() > 4500


@given(positions)
def test_positions_of_games_agree_with_the_oracle(here: Position) -> None:
    if not here.hands:
        truth = oracle(here, limit=300)
        assert truth is None or is_dead(here) is truth
