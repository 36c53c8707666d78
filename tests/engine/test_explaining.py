"""What the page explains a position with: the moves of both players, each tile's worth, what is wrong with a set-up."""

import json

import pytest
from hypothesis import given, settings

from barragoon import Colour, NotationError, Position, Setup
from barragoon.engine import _native
from strategies import positions, setups

CORES = [_native.Core(name) for name in _native.instruction_sets()]


def moves_by_the_rules(position: Position, colour: Colour) -> set[str]:
    """What a player could move with the turn and nothing in hand; no stage, because it ends the game."""
    setup = position.setup()
    setup.turn, setup.hands, setup.stages = colour, (), (0, 0)
    return set(map(str, setup.position().legal_actions()))


@given(positions)
def test_the_moves_of_both_players_are_those_that_they_would_have_with_the_turn(position: Position) -> None:
    for core in CORES:
        core.set_position(position.to_fen())
        for colour in Colour:
            moves = core.moves_of(colour is Colour.WHITE)
            assert len(moves) == len(set(moves))
            assert set(moves) == moves_by_the_rules(position, colour)


@given(positions)
def test_the_terms_of_the_tiles_add_up_to_those_of_their_side(position: Position) -> None:
    for core in CORES:
        core.set_position(position.to_fen())
        terms = core.evaluate()
        owners = {str(square): colour for colour in Colour for square in position.tiles(colour)}
        assert sorted(tile.square for tile in terms.tiles) == sorted(owners)
        for colour, side, foe in (
            (Colour.WHITE, terms.white, terms.brown),
            (Colour.BROWN, terms.brown, terms.white),
        ):
            own = [tile for tile in terms.tiles if owners[tile.square] is colour]
            assert sum(tile.material for tile in own) == side.material
            assert sum(tile.mobility for tile in own) == side.mobility
            assert sum(tile.squares for tile in own) == side.squares
            assert sum(tile.threat for tile in own) == foe.threats
            assert sum(tile.targets > 0 for tile in own) == side.movable
            assert sum(tile.targets for tile in own) == len(core.moves_of(colour is Colour.WHITE))


@settings(max_examples=300)
@given(setups)
def test_the_defects_of_a_setup_are_those_of_the_library(setup: Setup) -> None:
    problem = json.loads(_native.check_setup(setup.to_fen()))
    defects = [defect.name.lower() for defect in setup.defects() if defect.name]
    if not defects:
        assert problem is None
        return
    assert (problem["code"], problem["parameters"]["defects"]) == ("impossible_position", defects)
    assert bool(problem["surplus"]) is ("too_many_tiles" in defects)


def test_the_tiles_that_are_too_many_are_named() -> None:
    problem = json.loads(_native.check_setup("zzz3V/7/7/7/7/7/7/7/3VDDV w"))
    assert sorted(problem["surplus"]) == ["a9", "b9", "c9", "d1", "g1", "g9"]


@pytest.mark.parametrize("fen", ["", "8/7/7/7/7/7/7/7/7", "7/7/7/7/7/7/7/7/q6", "7/7/7/7/7/7/7/7/7 w x", "7 " * 8])
def test_a_fen_that_cant_be_read_is_blamed_as_by_the_library(fen: str) -> None:
    with pytest.raises(NotationError) as raised:
        Setup.from_fen(fen)
    problem = json.loads(_native.check_setup(fen))
    error = raised.value
    assert (problem["code"], problem["parameters"]) == (error.code, dict(error.parameters))
    assert (problem["text"], problem["column"]) == (error.text, error.column or 1)
