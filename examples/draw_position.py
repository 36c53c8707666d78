"""Draw a position as SVG, with the targets of a tile and an arrow: ``python examples/draw_position.py > board.svg``."""

from __future__ import annotations

from barragoon import Game, Square, svg


def main() -> None:
    """Play three turns, then show the last one and where the tile on d5 can go."""
    game = Game()
    for turn in ("d2d5", "c8c6", "e2e4"):
        game.push_turn(turn)
    position = game.position
    marks = svg.Marks(
        last_turn=game.turns[-1],
        chosen=Square.D5,
        targets=position.targets(Square.D5),
        arrows=(svg.Arrow(Square.D8, Square.D5),),
    )
    print(svg.diagram(position, marks, svg.View(theme=svg.DARK)))


if __name__ == "__main__":
    main()
