"""Positions near dead ones, in which a solver that plays on in dead positions sees wins that are none."""

import random
from collections.abc import Iterator

from barragoon import Colour, Position, PositionError, Reason

FALSE_WIN = "z1x4/Y^5/1^5/x^5/xVx4/1x5/7/4+++/4+1Z w - 0 00 1"
"""After b5b9 Brown's tile would be stuck a turn later, but nothing can ever be captured again: the game is drawn."""

_TILES = {Colour.WHITE: "ZDV", Colour.BROWN: "zdv"}
_FACES = "xx^>Y<|-NESWnesw+++"
_MOST_TILES = 6
_NEIGHBOURS = 0.1  # the share of positions without a false win that are shown too
_STAGES = ((0, 0), (0, 0), (1, 0), (0, 1), (0, 2), (1, 1))


def walk(source: random.Random, steps: int) -> Iterator[Position]:
    """Walk from one position with a false win to the next; yields those, and some of their neighbours.

    Each step changes a few cells or a stage. Some positions are shown with the colours swapped.
    """
    here = Position.from_fen(FALSE_WIN)
    for _ in range(steps):
        there = _changed(here, source)
        if there is None or there.outcome() is not None:
            continue
        following = [there.after(action) for action in there.legal_actions()]
        won = any(not after.hands and after.has_lost(after.turn) for after in following)
        tempting = not won and any(_is_dead(after) and _wins_though_dead(after, there.turn, 1) for after in following)
        if tempting:
            here = there
        if tempting or source.random() < _NEIGHBOURS:
            yield source.choice((there, there.swapped()))


def _is_dead(position: Position) -> bool:
    outcome = position.outcome()
    return outcome is not None and outcome.reason is Reason.DEAD


def _wins_though_dead(position: Position, attacker: Colour, turns: int) -> bool:
    """Whether a player would win from a dead position if it were played on."""
    if position.has_lost(position.turn):
        return position.turn is not attacker
    if turns == 0:
        return False
    own = position.turn is attacker
    after = (_wins_though_dead(position.after(action), attacker, turns - own) for action in position.legal_actions())
    return any(after) if own else all(after)


def _changed(position: Position, source: random.Random) -> Position | None:
    """A few cells near the tiles, or a stage, changed; None if no position comes of it."""
    cells, stages = list(position.board.replace(".", "1")), position.stages
    for _ in range(source.randint(1, 3)):
        tiles = [square for square, mark in enumerate(cells) if mark.isalpha() and mark in "ZDVzdv"]
        if not tiles:
            return None
        tile = source.choice(tiles)
        near = [square for square in range(len(cells)) if 0 < _distance(tile, square) <= 4 and square not in tiles]
        kind, square = source.randrange(20), source.choice(near)
        if kind < 12:
            cells[square] = source.choice("1111" + _FACES)
        elif kind < 16:
            cells[square], cells[tile] = cells[tile], "1"
        elif kind < 17 and len(tiles) < _MOST_TILES:
            cells[square] = source.choice("ZDVzdv")
        elif kind < 18:
            own = _TILES[Colour.WHITE if cells[tile].isupper() else Colour.BROWN]
            cells[tile] = source.choice("1" + own)
        elif kind < 19:
            stages = source.choice(_STAGES)
    ranks = ("".join(cells[start : start + 7]) for start in range(56, -7, -7))
    try:
        return Position.from_fen(f"{'/'.join(ranks)} w - {source.randrange(3)} {stages[0]}{stages[1]} 1")
    except PositionError:
        return None


def _distance(one: int, other: int) -> int:
    return abs(one % 7 - other % 7) + abs(one // 7 - other // 7)
