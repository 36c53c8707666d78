"""The C++ engine against the Python rules, with every instruction set that this machine has."""

import random
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given

from barragoon import Action, Colour, Move, Position, all_actions, parse_action
from barragoon.engine import _native
from barragoon.engine.bench import POSITIONS
from strategies import positions

PATHS = _native.instruction_sets()
TABLES = Path(__file__).parents[1] / "data" / "perft"
START = Position.start().to_fen()


def core(path: str, fen: str = START) -> _native.Core:
    made = _native.Core(path)
    made.set_position(fen)
    return made


def rows() -> Iterator[tuple[str, int, int]]:
    for table in sorted(TABLES.glob("*.txt")):
        for line in table.read_text().splitlines():
            if not line.startswith("#"):
                fen, *counts = line.split(";")
                yield fen, len(counts), int(counts[-1])


@pytest.mark.parametrize("path", PATHS)
@pytest.mark.parametrize(("fen", "depth", "count"), rows())
def test_perft_is_the_published_one(path: str, fen: str, depth: int, count: int) -> None:
    assert core(path, fen).perft(depth) == count


def compare(seed: int, count: int) -> None:
    """Walk random games and compare the sets of actions and the FENs, position by position."""
    source = random.Random(seed)
    cores = [core(path) for path in PATHS]
    while count > 0:
        position = Position.start(open=source.random() < 0.5)
        setup = position.setup()
        setup.stages = source.choice(((0, 0), (0, 0), (0, 1), (2, 1)))
        position = setup.position()
        legal = list(position.legal_actions())
        while legal and count > 0:
            fen, expected = position.to_fen(), sorted(map(str, legal))
            for native in cores:
                native.set_position(fen)
                assert native.fen() == fen
                assert sorted(native.legal_actions()) == expected, (native.instruction_set, fen)
            count -= 1
            position = position.after(source.choice(legal))
            legal = list(position.legal_actions())


def test_random_games_have_the_same_actions() -> None:
    compare(seed=1, count=3_000)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(2, 12))
def test_many_random_games_have_the_same_actions(seed: int) -> None:
    compare(seed, count=10_000)


@given(positions)
def test_every_position_is_read_and_answered_alike(position: Position) -> None:
    for path in PATHS:
        native = core(path, position.to_fen())
        assert native.fen() == position.to_fen()
        assert sorted(native.legal_actions()) == sorted(map(str, position.legal_actions()))


@given(positions)
def test_every_move_runs_alike(position: Position) -> None:
    tiles = {*position.tiles(Colour.WHITE), *position.tiles(Colour.BROWN)}
    cores = [core(path, position.to_fen()) for path in PATHS]
    for move in all_actions():
        if isinstance(move, Move) and move.start in tiles:
            expected = [[str(square) for square in path.squares] for path in position.paths(move)]
            assert all(native.paths(str(move)) == expected for native in cores), move


def test_only_moves_of_tiles_have_paths() -> None:
    native = core("")
    assert [native.paths(action) for action in ("@a1x", "a1a2", "d4d5", "d2d2", "d2d9")] == [[]] * 5
    with pytest.raises(ValueError, match="'d2' is not an action"):
        native.paths("d2")


@given(positions)
def test_a_symmetric_position_has_the_same_worth(position: Position) -> None:
    for path in PATHS:
        worth = {
            core(path, seen.to_fen()).evaluate().score for seen in (position, position.mirrored(), position.swapped())
        }
        assert len(worth) == 1


@pytest.mark.parametrize("path", PATHS)
def test_the_key_does_not_depend_on_how_a_position_was_reached(path: str) -> None:
    source = random.Random(4)
    for _ in range(30):
        position = Position.start()
        actions: list[Action] = []
        while len(actions) < 40 and (legal := list(position.legal_actions())):
            actions.append(source.choice(legal))
            position = position.after(actions[-1])
        played = _native.Core(path)
        played.set_position(START, list(map(str, actions)))
        assert played.fen() == position.to_fen()
        assert played.key() == core(path, position.to_fen()).key()


def test_the_same_search_counts_the_same_nodes_on_every_path() -> None:
    for fen in (START, "2d-d2/1WD1ze1/4dZ1/2v4/x1x1x1z/Vx3x1/1ZnV3/2|4/2DD3 b", START.replace("w - 24", "w w 23")):
        lines = [core(path, fen).search(depth=5) for path in [*PATHS, *PATHS]]
        assert len({(line.nodes, line.score, tuple(line.actions)) for line in lines}) == 1


def test_a_win_in_one_turn_is_found_and_counted() -> None:
    line = core("", "7/7/7/7/3z3/7/7/3D3/7 w - 24 00 1").search(depth=4)
    assert line.actions[0] == "d2d5"
    assert line.score > 29_000


def test_a_finished_game_has_no_line() -> None:
    assert core("", "7/7/7/7/3z3/7/7/7/7 w").search(depth=3).actions == []


@pytest.mark.parametrize(
    "fen",
    ["", "7/7", "7/7/7/7/7/7/7/7/8", f"{START} 1", START.replace(" w ", " g "), "ZZZ4/7/7/7/7/7/7/7/7", "x" * 100_000],
)
def test_a_bad_fen_is_refused_and_changes_nothing(fen: str) -> None:
    native = core("")
    with pytest.raises(ValueError, match="FEN"):
        native.set_position(fen)
    assert native.fen() == START


def test_bad_actions_are_refused_and_change_nothing() -> None:
    native = core("")
    for actions in (["d2d9"], ["d2d5", "d2d5"], ["@a1x"], ["nonsense"], [""]):
        with pytest.raises(ValueError, match="action"):
            native.set_position(START, actions)
    assert native.fen() == START


def test_a_depth_below_zero_is_refused() -> None:
    with pytest.raises(ValueError, match="0 or more"):
        core("").perft(-1)


def test_an_unknown_path_is_refused() -> None:
    with pytest.raises(ValueError, match="can't run the instruction set abacus"):
        _native.Core("abacus")


def test_helpers_search_along() -> None:
    native = core("")
    native.set_threads(2)
    assert native.search(depth=6).actions
    native.new_game()
    assert native.search(nodes=20_000, multipv=3).actions


def test_new_game_leaves_no_trace() -> None:
    """Also where the table's epochs, of which there are 1,024, begin again."""

    def found(native: _native.Core) -> list[object]:
        native.set_position(POSITIONS[1])
        line = native.search(nodes=3_000)
        return [line.actions, line.score, line.depth, line.nodes, line.hashfull]

    fresh = core("")
    fresh.set_hash(1)
    expected = found(fresh)
    used = core("")
    used.set_hash(1)
    for played in range(1_030):
        used.set_position(POSITIONS[played % len(POSITIONS)])
        used.search(nodes=3_000 if played < 3 or played > 1_020 else 10)
        used.new_game()
        if played < 3 or played > 1_020:
            assert found(used) == expected
            used.new_game()


def assert_line_is_sound(fen: str, line: _native.SearchLine) -> None:
    """Every action is legal, and no position comes twice."""
    position = Position.from_fen(fen)
    seen = {position}
    for action in map(parse_action, line.actions):
        position = position.play(action)
        assert position not in seen, line.actions
        seen.add(position)


def test_lines_are_sound() -> None:
    reported: list[_native.SearchLine] = []
    for fen in POSITIONS:
        native = core("", fen)
        native.search(depth=5, multipv=3, report=reported.append)
        native.search(nodes=3_000, report=reported.append)
        for line in reported:
            assert_line_is_sound(fen, line)
        reported.clear()


def test_a_line_goes_on_as_far_as_the_table_knows() -> None:
    for fen in POSITIONS:
        native = core("", fen)
        fresh = native.search(depth=1)
        native.search(depth=5)
        informed = native.search(depth=1)
        assert len(informed.actions) > len(fresh.actions)
        assert_line_is_sound(fen, informed)


def test_the_selective_depth_counts_captures_beyond_the_depth() -> None:
    first, *others = (core("", fen).search(depth=1).seldepth for fen in POSITIONS)
    assert first == 1  # from the start nothing can be taken
    assert max(others) > 3


def test_a_count_can_be_stopped() -> None:
    native = core("")
    stopping = threading.Timer(0.05, native.stop)
    stopping.start()
    assert native.perft(12) is None
    assert native.fen() == START
    assert native.perft(3) == 27_500


BEYOND_ALL_MEMORY = """
from barragoon.engine import _native
native = _native.Core("")
try:
    native.set_hash(1 << 43)
except MemoryError:
    assert native.search(depth=5).nodes == _native.Core("").search(depth=5).nodes
    print("as before")
"""


def test_a_table_beyond_all_memory_leaves_the_old_one() -> None:
    # In a process of its own: where duckdb was imported, it makes its own exception of what C++ throws.
    ended = subprocess.run([sys.executable, "-c", BEYOND_ALL_MEMORY], capture_output=True, text=True, check=True)
    assert ended.stdout == "as before\n"


def test_a_report_that_fails_ends_the_search_and_its_helpers() -> None:
    def fail(_line: _native.SearchLine) -> None:
        raise KeyboardInterrupt

    native = core("")
    native.set_threads(3)
    with pytest.raises(KeyboardInterrupt):
        native.search(report=fail)
    assert native.search(depth=2).actions


def test_the_stub_is_the_generated_one() -> None:
    generated = Path(_native.__file__).with_name("_native.pyi")
    ours = Path(__file__).parents[2] / "src" / "barragoon" / "engine" / "_native.pyi"
    assert ours.read_text() == generated.read_text(), "copy the generated stub into src after changing the bindings"
