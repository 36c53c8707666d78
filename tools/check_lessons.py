"""Proves what the lessons of the page claim: ``python tools/check_lessons.py``, with ids or groups only those.

The levels are in ``web/src/learn/levels.json``, what else is claimed of them in ``tests/data/lessons/claims.json``.
Flags: the par is the fewest moves that capture nothing. Wins: as short as it says, and exactly the claimed first moves
and placements force it. What is said to be against the rules is, for the claimed reason. Everything else is played out.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections import deque
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from barragoon import Action, Colour, Game, Move, MoveKind, Position, Square, parse_action
from barragoon.engine import Engine, Goal, Grade, Limit, Verdict

ROOT = Path(__file__).parent.parent
LEVELS = ROOT / "web" / "src" / "learn" / "levels.json"
CLAIMS = ROOT / "tests" / "data" / "lessons" / "claims.json"
CAPTURES = (MoveKind.TAKES_TILE, MoveKind.TAKES_BARRAGOON)
NODES = 3_000_000


@dataclass(frozen=True)
class Lesson:
    """A level with what is claimed of it."""

    level: dict[str, Any]
    claims: dict[str, Any]
    engine: Engine

    @property
    def goal(self) -> dict[str, Any]:
        """What is asked for."""
        goal: dict[str, Any] = self.level["goal"]
        return goal

    @property
    def position(self) -> Position:
        """Where the level begins."""
        return Position.from_fen(self.level["fen"])

    @property
    def line(self) -> list[Action]:
        """The solution that a hint shows."""
        return [parse_action(action) for action in self.level.get("line", ())]

    def wins(self, position: Position, turns: int) -> list[str]:
        """The actions that force a win within so many turns; every other one is proven not to."""
        verdicts = self.engine.solve_each(position, turns, limit=Limit(nodes=NODES))
        if Verdict.UNKNOWN in verdicts.values():
            return ["undecided"]
        return sorted(str(action) for action, verdict in verdicts.items() if verdict is Verdict.WIN)

    def loses(self, position: Position) -> bool:
        """Whether whoever acts there wins within the turn that begins, or is under way."""
        return self.engine.solve(position, 1, limit=Limit(nodes=NODES)).verdict is not Verdict.NO_WIN


def white_again(position: Position) -> Position:
    """The position with White to move, as in levels where White moves alone."""
    board, _, rest = position.to_fen().split(" ", 2)
    return Position.from_fen(f"{board} w {rest}")


def quiet(position: Position) -> list[Move]:
    """The moves that capture nothing."""
    moves = (action for action in position.legal_actions() if isinstance(action, Move))
    return sorted(move for move in moves if position.kind(move) not in CAPTURES)


def fewest_moves(position: Position, flags: frozenset[Square], most: int) -> int:
    """How many quiet moves White alone needs to end one on every flag; more than ``most`` if so many don't do."""
    queue = deque([(position, frozenset[Square](), 0)])
    seen = {(position.to_fen(), frozenset[Square]())}
    while queue:
        here, reached, count = queue.popleft()
        if count == most:
            continue
        for move in quiet(here):
            now = reached | ({move.target} & flags)
            if now == flags:
                return count + 1
            after = white_again(here.play(move))
            if (after.to_fen(), now) not in seen:
                seen.add((after.to_fen(), now))
                queue.append((after, now, count + 1))
    return most + 1


def play_alone(position: Position, line: Iterable[Action]) -> Position:
    """The position after a line of White's actions alone."""
    for action in line:
        position = position.play(action)
        if not position.hands:
            position = white_again(position)
    return position


def by_square(placements: Iterable[str]) -> dict[str, str]:
    """The faces of placements, square by square."""
    faces: dict[str, str] = {}
    for placement in sorted(placements):
        faces[placement[1:3]] = faces.get(placement[1:3], "") + placement[3]
    return faces


# -- one function for each kind of goal ----------------------------------------------------------------------------


def problems_of_flags(lesson: Lesson) -> list[str]:
    """Par is the fewest moves, and the line makes them."""
    flags = frozenset(Square.parse(square) for square in lesson.goal["squares"])
    par = lesson.goal["par"]
    found = []
    if (fewest := fewest_moves(lesson.position, flags, par)) != par:
        found.append(f"{fewest} moves are the fewest, not {par}")
    play_alone(lesson.position, lesson.line)
    targets = {action.target for action in lesson.line if isinstance(action, Move)}
    if not flags <= targets or len(lesson.line) != par:
        found.append("the line does not reach every flag in so many moves")
    return found


def problems_of_tap_all(lesson: Lesson) -> list[str]:
    """The squares that the tile can go to are those claimed."""
    start = Square.parse(lesson.goal["of"])
    moves = (action for action in lesson.position.legal_actions() if isinstance(action, Move))
    targets = sorted(str(move.target) for move in moves if move.start is start)
    return [] if targets == sorted(lesson.claims["targets"]) else [f"it can go to {' '.join(targets)}"]


def problems_of_take(lesson: Lesson) -> list[str]:
    """Nothing else can be captured, and the line captures it."""
    position = lesson.position
    captures = [
        action for action in position.legal_actions() if isinstance(action, Move) and position.kind(action) in CAPTURES
    ]
    if sorted(str(move.target) for move in captures) != sorted(lesson.goal["targets"]) or captures != lesson.line:
        return [f"these capture: {' '.join(map(str, captures))}"]
    return []


def problems_of_free(lesson: Lesson) -> list[str]:
    """The tile can't be the second to move, and in the line it moves in the last of so many turns."""
    position, start = lesson.position, Square.parse(lesson.goal["square"])
    found = []
    if frees_at_once(position, start):
        found.append("the tile can move in the second turn already")
    moves = [action for action in lesson.line if isinstance(action, Move)]
    play_alone(position, lesson.line)
    if len(moves) != lesson.goal["par"] or moves[-1].start is not start:
        found.append("the line does not free the tile in so many turns")
    return found


def frees_at_once(position: Position, start: Square) -> bool:
    """Whether one turn of the other tiles is enough to let a tile move; the tile itself can't move now."""
    if start in position.movable_tiles(Colour.WHITE):
        return True
    for action in position.legal_actions():
        after = position.play(action)
        ends = [after.play(placement) for placement in after.legal_actions()] if after.hands else [after]
        if any(start in end.movable_tiles(Colour.WHITE) for end in ends):
            return True
    return False


def problems_of_lost_or_not(lesson: Lesson) -> list[str]:
    """It ends as claimed."""
    outcome = lesson.position.outcome()
    winner = None if outcome is None else outcome.winner
    ends = "draw" if outcome and not winner else winner and winner.name.lower()
    return [] if ends == lesson.claims["outcome"] else [f"it ends with {outcome}"]


def problems_of_win(lesson: Lesson) -> list[str]:
    """It can't be forced sooner, and exactly the claimed first moves and placements force it."""
    position, turns, claims = lesson.position, lesson.goal["turns"], lesson.claims
    found = []
    if turns > 1 and lesson.engine.solve(position, turns - 1).verdict is not Verdict.NO_WIN:
        found.append("there is a win sooner")
    first = lesson.wins(position, turns)
    if first != claims["first"]:
        found.append(f"these first moves win: {' '.join(first)}")
    if len(position.legal_actions()) != claims["moves"]:
        found.append(f"there are {len(position.legal_actions())} moves")
    limit = Limit(nodes=lesson.goal["nodes"]) if "nodes" in lesson.goal else None
    if lesson.engine.judge(position, Goal.win(turns), claims["first"][0], limit=limit).grade is not Grade.RIGHT:
        found.append("the page can't judge the first move")
    after = position.play(parse_action(claims["first"][0]))
    if after.hands and after.actor is position.actor:
        found += problems_of_accepted(claims, lesson.wins(after, turns), len(after.legal_actions()))
    if "no_win" in claims and lesson.engine.solve(Position.from_fen(claims["no_win"]), turns).wins:
        found.append(f"{claims['no_win']} is a win as well")
    slower = [action for action in claims.get("slower", ()) if not is_slower(lesson, action)]
    return found + [f"{action} does not win a turn later" for action in slower]


def is_slower(lesson: Lesson, action: str) -> bool:
    """Whether the page's judge says that the action wins one turn too late."""
    turns = lesson.goal["turns"]
    judgement = lesson.engine.judge(lesson.position, Goal.win(turns), action)
    return judgement.grade is Grade.SLOWER and judgement.turns == turns + 1


def problems_of_accepted(claims: dict[str, Any], right: list[str], count: int) -> list[str]:
    """The placements that are right are the claimed ones: square by square, or as many on as many squares."""
    faces, claimed = by_square(right), claims["accepted"]
    if "count" in claimed:
        faces_claimed = claimed == {"squares": len(faces), "count": len(right)}
    else:
        faces_claimed = faces == {square: "".join(sorted(some)) for square, some in claimed.items()}
    found = [] if faces_claimed else [f"these placements are right: {faces}"]
    return found if count == claims["placements"] else [*found, f"there are {count} placements"]


def problems_of_survive(lesson: Lesson) -> list[str]:
    """White places first; exactly the claimed placements keep Brown from winning in the turn under way."""
    position = lesson.position
    if not position.hands or position.actor is not Colour.WHITE:
        return ["White does not place first"]
    actions = sorted(position.legal_actions())
    holding = [str(action) for action in actions if not lesson.loses(position.play(action))]
    found = problems_of_accepted(lesson.claims, holding, len(actions))
    return found if str(lesson.line[0]) in holding else [*found, "the line does not hold"]


def problems_of_avoid(lesson: Lesson) -> list[str]:
    """The action loses in the opponent's next turn, the claimed ones do not, and the page's judge sees both."""
    position, action = lesson.position, parse_action(lesson.goal["action"])
    found = []
    if not lesson.engine.solve(position.play(action), 1).wins:
        found.append(f"{action} does not lose")
    if lesson.engine.judge(position, Goal.hold(1), action).grade is not Grade.WRONG:
        found.append(f"the page can't judge {action}")
    safe = [
        str(move)
        for move in quiet(position)
        if lesson.engine.judge(position, Goal.hold(1), move).grade is Grade.RIGHT
        and not lesson.loses(position.play(move))
    ]
    if sorted(safe) != lesson.claims["safe"]:
        found.append(f"these quiet moves are safe: {' '.join(safe)}")
    return found if str(lesson.line[0]) in safe else [*found, "the line is not safe"]


def takes_tile(position: Position) -> bool:
    """Whether a tile can be captured."""
    moves = (action for action in position.legal_actions() if isinstance(action, Move))
    return any(position.kind(move) is MoveKind.TAKES_TILE for move in moves)


def threatens_two(position: Position, move: Move) -> bool:
    """Whether a tile can be captured whatever the opponent, who can capture nothing, replies."""
    after = position.play(move)
    if after.outcome() or len(quiet(after)) < len(after.legal_actions()):
        return False
    return all(takes_tile(after.play(reply)) for reply in after.legal_actions())


def problems_of_threaten_two(lesson: Lesson) -> list[str]:
    """No tile can be captured now; after the claimed quiet moves and no others one can, whatever the reply."""
    position = lesson.position
    first = [str(move) for move in quiet(position) if threatens_two(position, move)]
    found = ["a tile can be captured at once"] if takes_tile(position) else []
    if first != lesson.claims["first"] or first != [str(action) for action in lesson.line]:
        found.append(f"these moves threaten two: {' '.join(first)}")
    return found


def problems_of_blunder(lesson: Lesson) -> list[str]:
    """Exactly the line's move lets the opponent capture a tile at once."""
    position = lesson.position
    moves = sorted(position.legal_actions())
    hanging = [move for move in moves if takes_tile(position.play(move))]
    found = [] if hanging == lesson.line else [f"these lose a tile: {' '.join(map(str, hanging))}"]
    return found if len(moves) == lesson.claims["moves"] else [*found, f"there are {len(moves)} moves"]


def problems_of_try(lesson: Lesson) -> list[str]:
    """There is a move of the kind that ends the level."""
    position, kind = lesson.position, lesson.goal["move"]
    moves = [action for action in position.legal_actions() if isinstance(action, Move)]
    fits = [move for move in moves if kind in ("any", position.kind(move).value)]
    return [] if fits else [f"no move {kind}"]


def problems_of_decline(lesson: Lesson) -> list[str]:
    """A draw is offered on a repetition; who declines must leave it, and can."""
    game = Game(lesson.position)
    for event in lesson.level["played"]:
        game.apply(event)
    if game.offer is None or game.offer.duty is None:
        return ["no draw is offered on a repetition"]
    game.apply("decline_draw white")
    return [] if game.duty is not None and list(game.legal_actions()) else ["nothing can be played after declining"]


KINDS: dict[str, Callable[[Lesson], list[str]]] = {
    "flags": problems_of_flags,
    "tapAll": problems_of_tap_all,
    "take": problems_of_take,
    "free": problems_of_free,
    "lostOrNot": problems_of_lost_or_not,
    "win": problems_of_win,
    "survive": problems_of_survive,
    "avoid": problems_of_avoid,
    "threatenTwo": problems_of_threaten_two,
    "blunder": problems_of_blunder,
    "try": problems_of_try,
    "decline": problems_of_decline,
}


def problems_of(lesson: Lesson) -> list[str]:
    """What is not as the level says, in sentences; none if all is proven."""
    position, found = lesson.position, []
    if position.to_fen() != lesson.level["fen"]:
        found.append(f"its FEN is written {position.to_fen()}")
    if lesson.goal["kind"] != "lostOrNot" and position.outcome():
        found.append("the game is over")
    for action, rule in lesson.claims.get("rejected", {}).items():
        objection = position.explain(parse_action(action))
        if objection is None or objection.rule.name.lower() != rule:
            found.append(f"{action} is rejected for {objection}")
    for action, path in lesson.claims.get("path", {}).items():
        paths = ["".join(map(str, each.squares)) for each in position.paths(action)]
        if paths != [path]:
            found.append(f"{action} runs {' or '.join(paths)}")
    return found + KINDS[lesson.goal["kind"]](lesson)


def main(arguments: list[str]) -> int:
    """Check the levels and print what does not hold."""
    parser = argparse.ArgumentParser(description="Prove what the lessons of the page claim.")
    parser.add_argument("ids", nargs="*", help="levels such as 5.3, or groups such as 5; all, if left out")
    parser.add_argument("--levels", type=Path, default=LEVELS)
    parser.add_argument("--claims", type=Path, default=CLAIMS)
    options = parser.parse_args(arguments)
    levels = json.loads(options.levels.read_text("utf-8"))
    claims = json.loads(options.claims.read_text("utf-8"))
    asked = [level for level in levels if not options.ids or {level["id"], level["id"][0]} & {*options.ids}]
    found = 0
    with Engine() as engine:
        for level in asked:
            for problem in problems_of(Lesson(level, claims.get(level["id"], {}), engine)):
                found += 1
                print(f"{level['id']}: {problem}")
    print(f"{len(asked)} levels checked, {found} problems")
    return 1 if found or not asked else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
