"""Draws the pictures of docs/rules.md and README.md into docs/pictures; run it after changing one or the drawing.

tests/rules/test_rules_page.py fails when the files are not what this script draws.
"""

from __future__ import annotations

from pathlib import Path

from barragoon import Face, Move, Position, Square, Symbol, Turn, svg
from barragoon.heading import Heading
from barragoon.svg import Marks, View

FOLDER = Path(__file__).parent / "pictures"
SMALL = View(size=300)

SYMBOLS = {
    "no-way": Face.NO_WAY,
    "one-way": Face.of(Symbol.ONE_WAY, Heading.NORTH),
    "two-ways": Face.of(Symbol.TWO_WAYS, Heading.NORTH),
    "left-turn": Face.of(Symbol.LEFT_TURN, Heading.WEST),
    "right-turn": Face.of(Symbol.RIGHT_TURN, Heading.EAST),
    "all-turns": Face.ALL_TURNS,
}

TILES_ALONE = {"2-tile": "Z", "3-tile": "D", "4-tile": "V"}

TARGETS = {
    "readme": ("1z5/>2d2-/4d1z/1x1D>2/x3xvx/-3Ex1/3dZ2/nD3YZ/1|W2V1", "d6"),
    "two-and-all-turns": ("7/7/3x3/7/1+1Z1d1/7/3+3/7/z6", "d5"),
    "no-second-turn": ("z6/7/7/7/3x3/7/3V1x1/7/7", "d3"),
    "no-short-capture": ("7/7/7/7/7/3zd2/7/3D3/7", "d2"),
}

OUTLINED = {"no-second-turn": (Square.F5,)}

PATHS = {
    "path-right-turn": ("z6/7/7/7/3e3/7/3V3/7/7", "d3f5"),
    "path-one-way": ("z6/7/7/7/7/3^3/7/3V3/7", "d2e5"),
    "path-capture": ("7/7/2+z3/3x3/2D4/7/7/7/7", "c5d7"),
}

TURNS = {
    "takes-tile": ("z6/7/7/3d3/7/4x2/3D3/4Z2/7 w - 24 00 1", "d3xd6@c6x@d3W"),
    "takes-barragoon": ("z6/7/3z3/7/2x4/7/7/2D3Z/7 w - 24 00 1", "c2xc5@d6x"),
}

BOARDS = {
    "dead": "4+1z/4++1/5++/7/7/7/++5/1++4/Z1+4",
    "blocked": "6z/2d4/7/3z3/7/7/7/x5x/Zx3xV w - 24 00 1",
}


def pictures() -> dict[str, str]:
    """Every picture by the name of its file."""
    return {f"{name}.svg": drawn for part in (_plain(), _symbols(), _moves(), _turns()) for name, drawn in part.items()}


def _plain() -> dict[str, str]:
    boards = {name: svg.board(Position.from_fen(fen), view=SMALL) for name, fen in BOARDS.items()}
    return boards | {
        "start-closed": svg.diagram(Position.start(), view=View(size=360)),
        "start-open": svg.board(Position.start(open=True), view=SMALL),
        "faces": svg.tray(),
        "legend": svg.legend(),
    }


def _symbols() -> dict[str, str]:
    return {name: svg.face(face, size=56) for name, face in SYMBOLS.items()}


def _moves() -> dict[str, str]:
    alone = {name: _targets(f"7/7/7/7/3{letter}3/7/7/7/7", "d5") for name, letter in TILES_ALONE.items()}
    shown = {name: _targets(fen, start, OUTLINED.get(name, ())) for name, (fen, start) in TARGETS.items()}
    return alone | shown | {name: _path(fen, move) for name, (fen, move) in PATHS.items()}


def _targets(fen: str, start: str, outlined: tuple[Square, ...] = ()) -> str:
    position, square = Position.from_fen(fen), Square.parse(start)
    return svg.board(position, Marks(chosen=square, targets=position.targets(square), squares=outlined), SMALL)


def _path(fen: str, text: str) -> str:
    position, move = Position.from_fen(fen), Move.parse(text)
    kind = {move.target: position.kind(move)}
    return svg.board(position, Marks(chosen=move.start, targets=kind, path=position.paths(move)[0]), SMALL)


def _turns() -> dict[str, str]:
    drawn: dict[str, str] = {}
    for name, (fen, text) in TURNS.items():
        before, turn = Position.from_fen(fen), Turn.parse(text)
        marks = Marks(chosen=turn.move.start, targets={turn.move.target: before.kind(turn.move)})
        drawn[f"{name}-before"] = svg.board(before, marks, SMALL)
        drawn[f"{name}-after"] = svg.board(before.play_turn(turn), Marks(last_turn=turn), SMALL)
    return drawn


def main() -> None:
    """Write every picture, and remove those that are no longer drawn."""
    FOLDER.mkdir(exist_ok=True)
    drawn = pictures()
    for old in set(FOLDER.glob("*.svg")) - {FOLDER / name for name in drawn}:
        old.unlink()
    for name, picture in drawn.items():
        (FOLDER / name).write_text(picture + "\n", "utf-8")


if __name__ == "__main__":
    main()
