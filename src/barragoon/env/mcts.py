"""Monte Carlo tree search with random games played in C++: an engine that knows nothing but the rules.

It is UCT with progressive widening: hundreds of placements are legal at a time, so a node has only as many children as
the root of its visits allows, chosen at random. A limit in nodes is a number of playouts.
"""

from __future__ import annotations

import math
import random
import time

from barragoon.action import Action, all_actions
from barragoon.engine import PythonEngine, Question, _native

EXPLORATION = 0.7
"""How much a child that was rarely looked at is preferred; results are from -1 to 1."""
WIDENING = 2.0
"""So many times the root of a node's visits are its children."""
PLAYOUTS = 200
"""Without a limit in nodes or time."""


class _Node:
    """An action, what came of it, and what may follow."""

    __slots__ = ("action", "actor", "children", "points", "untried", "visits")

    def __init__(self, action: int, actor: int) -> None:
        self.action = action
        self.actor = actor  # who chose it
        self.visits = 0
        self.points = 0.0  # for White
        self.children: list[_Node] = []
        self.untried: list[int] | None = None

    def score(self, logarithm: float) -> float:
        """What whoever chooses it may hope for."""
        mean = self.points / self.visits
        return (mean if self.actor == 0 else -mean) + EXPLORATION * math.sqrt(logarithm / self.visits)


class MctsEngine(PythonEngine):
    """Plays what was looked at most.

    >>> from barragoon import Position
    >>> from barragoon.engine import Limit
    >>> MctsEngine(seed=1).play(Position.start(), Limit(nodes=50)).action in Position.start().legal_actions()
    True
    """

    name = "mcts"

    def __init__(self, seed: int = 0) -> None:
        super().__init__()
        self._seed = seed

    def choose(self, question: Question) -> Action:
        """Search until the limit is reached."""
        game = _native.PlayedGame(question.start.to_fen())
        for action in question.history:
            game.push(action.id)
        source = random.Random(f"{self._seed} {game.key()}")  # noqa: S311 - a game
        root = _Node(-1, 1 - game.actor)
        root.untried = sorted(action.id for action in question.allowed)
        source.shuffle(root.untried)
        playouts = question.limit.nodes or (None if question.seconds else PLAYOUTS)
        ends = time.perf_counter() + question.seconds if question.seconds else math.inf
        while not question.stopped and (playouts is None or root.visits < playouts) and time.perf_counter() < ends:
            _visit(game, root, source)
        best = max(root.children, key=lambda child: child.visits) if root.children else None
        if best is None:
            return next(iter(question.allowed))
        mean = best.points / best.visits * (1 if game.actor == 0 else -1)
        question.report(round(1000 * mean), all_actions()[best.action], nodes=root.visits)
        return all_actions()[best.action]


def _visit(game: _native.PlayedGame, root: _Node, source: random.Random) -> None:
    """Go down the tree, add a node, play at random from there, and note the result on the way."""
    path = [root]
    while True:
        node = path[-1]
        following = _expanded(game, node, source) or _best(node)
        if following is None:
            break
        game.push(following.action)
        path.append(following)
        if not following.visits:
            break
    outcome = game.outcome()
    if outcome is None:
        points = game.playout(source.getrandbits(62))
    else:
        points = 0 if outcome[0] is None else 1 - 2 * outcome[0]
    for node in path:
        node.visits += 1
        node.points += points
    for _ in path[1:]:
        game.pop()


def _expanded(game: _native.PlayedGame, node: _Node, source: random.Random) -> _Node | None:
    """A new child, if a node has few for its visits."""
    if node.untried is None:
        node.untried = game.legal_ids()
        source.shuffle(node.untried)
    if not node.untried or len(node.children) >= WIDENING * math.sqrt(node.visits + 1):
        return None
    child = _Node(node.untried.pop(), game.actor)
    node.children.append(child)
    return child


def _best(node: _Node) -> _Node | None:
    """The child to look at next."""
    logarithm = math.log(node.visits + 1)
    return max(node.children, key=lambda child: child.score(logarithm), default=None)
