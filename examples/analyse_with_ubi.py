"""Let an engine that speaks UBI analyse a position, and print each line as it is found.

``python examples/analyse_with_ubi.py [FEN]`` starts ``barragoon ubi``; any other engine's command would do as well.
"""

from __future__ import annotations

import sys

from barragoon import Position
from barragoon.engine import Limit, UbiEngine

COMMAND = [sys.executable, "-c", "from barragoon.cli import main; main()", "ubi"]


def main() -> None:
    """Search to depth 5, and say what to play."""
    position = Position.from_fen(sys.argv[1]) if len(sys.argv) > 1 else Position.start()
    with UbiEngine(COMMAND, {"Hash": 8}) as engine:
        with engine.analysis(position, Limit(depth=5)) as analysis:
            for line in analysis:
                print(f"depth {line.depth}  {line.score}  {' '.join(map(str, line.actions))}")
        if analysis.best:
            print(f"{engine.name} plays {analysis.best.action}")


if __name__ == "__main__":
    main()
