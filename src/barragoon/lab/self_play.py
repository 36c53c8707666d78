"""One game of the engine against itself, from an opening that differs from game to game to an end by the rules.

Plain self-play opens alike every time. So every so many games begin with each legal first move in turn, and all of them
draw their actions in the first turns by lot from those that the search finds nearly equal.
"""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import dataclass, field

from barragoon.action import all_actions, parse_action
from barragoon.colour import Colour
from barragoon.dead import is_dead
from barragoon.face import Face
from barragoon.game import Game
from barragoon.lab.player import Player
from barragoon.lab.recipe import Recipe
from barragoon.outcome import Reason
from barragoon.position import Position

REPETITIONS = 3
"""A position that comes up so often is a draw, as in a match."""

LENGTH = "length"
"""The reason of a draw because the game was too long."""

DEAD_LIMIT = 20_000
"""Arrangements of the tiles that are searched for a capture; beyond that the game goes on to a repetition."""

NUMBER_OF = {str(action): action.id for action in all_actions()}
WHITE_WINS, DRAW, BROWN_WINS = 2, 1, 0
"""Results are White's half points."""


@dataclass(slots=True)
class PlacementProbe:
    """What one placement of a game was worth: scores of White's for it and for others, each at the same nodes.

    ``random_action`` is any legal placement, ``turned_action`` the same square with any other face.
    """

    index: int
    score: int
    random_action: int
    random_score: int
    turned_action: int
    turned_score: int


@dataclass(slots=True)
class PlayedGame:
    """A game as a shard keeps it."""

    explored: bool
    opening_length: int = 0
    actions: list[int] = field(default_factory=list)
    scores: list[int] = field(default_factory=list)
    result: int = DRAW
    reason: str = ""
    probe: PlacementProbe | None = None


def start_of(recipe: Recipe) -> Position:
    """Where all games of a recipe begin."""
    return Game.new(recipe.variant, stages=recipe.stages).position


def play_game(player: Player, recipe: Recipe, seed: int, index: int) -> PlayedGame:
    """The game with that index in the shard with that seed; the player must have played those before it."""
    return _GameUnderWay(player, recipe, seed, index).play()


class _GameUnderWay:
    """The game from the position after the last captured tile: nothing before it can come up again."""

    def __init__(self, player: Player, recipe: Recipe, seed: int, index: int) -> None:
        self._player = player
        self._recipe = recipe
        self._dice = random.Random(f"{seed} {index}")  # noqa: S311 - nobody gains by guessing it
        # Counted over all shards, so that every first move comes up even in small ones.
        number = seed * recipe.games + index
        self._explorer = number // recipe.explore_every if number % recipe.explore_every == 0 else None
        self._base = start_of(recipe).to_fen()
        self._since: list[str] = []
        self._fen = ""
        self._times: Counter[int] = Counter()
        self._turns = 0
        self._texts: list[str] = []
        self._game = PlayedGame(explored=self._explorer is not None)

    def play(self) -> PlayedGame:
        self._player.begin_game()
        while self._goes_on():
            if not self._act():
                self._lose()
                break
        self._find_dead_position()
        game = self._game
        game.actions = [NUMBER_OF[text] for text in self._texts]
        if placements := [n for n in range(game.opening_length, len(self._texts)) if self._texts[n][0] == "@"]:
            game.probe = self._probe(self._dice.choice(placements))
        return game

    def _goes_on(self) -> bool:
        """Set the position up, and end the game if it is a draw."""
        self._fen = self._player.go_to(self._base, self._since)
        if self._fen.split()[2] != "-":
            return True
        key = self._player.key()
        self._times[key] += 1
        if self._times[key] == REPETITIONS:
            self._game.reason = Reason.REPETITION.value
        elif len(self._texts) >= self._recipe.most_actions:
            self._game.reason = LENGTH
        return not self._game.reason

    def _act(self) -> bool:
        """Choose an action and play it; False if there is none."""
        _, turn, hands, *_ = self._fen.split()
        actor = turn if hands == "-" else hands[0]
        in_opening = self._turns < self._recipe.opening_turns
        chosen = self._choose_in_opening() if in_opening else self._player.best()
        if chosen is None:
            return False
        action, score = chosen
        takes_tile = action[0] != "@" and _holds_tile(self._fen, action[2:4])
        self._texts.append(action)
        self._game.scores.append(score if actor == "w" else -score)
        self._since.append(action)
        self._turns += action[0] != "@"
        if in_opening:
            self._game.opening_length = len(self._texts)
        if takes_tile:
            self._base, self._since = self._player.go_to(self._base, self._since), []
            self._times.clear()
        return True

    def _choose_in_opening(self) -> tuple[str, int] | None:
        if self._explorer is not None and not self._texts:
            legal = sorted(self._player.legal_actions())
            action = legal[self._explorer % len(legal)]
            return action, self._player.score_of(self._fen, action)
        few = self._player.best_few(self._fen)
        return self._dice.choice(few) if few else None

    def _lose(self) -> None:
        outcome = Position.from_fen(self._fen).outcome()
        assert outcome is not None, "there is no legal action"
        self._game.result = WHITE_WINS if outcome.winner is Colour.WHITE else BROWN_WINS
        self._game.reason = outcome.reason.value

    def _find_dead_position(self) -> None:
        """End the game at the first dead position: after it nothing was captured, so it is looked for from the end."""
        quiet = 0
        while quiet < len(self._texts) and self._texts[-1 - quiet][0] != "@":
            quiet += 1
        first = len(self._texts) - quiet
        position = self._position_at(first)
        for index in range(first, len(self._texts) + 1):
            if not position.hands and is_dead(position, DEAD_LIMIT):
                del self._texts[index:]
                del self._game.scores[index:]
                self._game.opening_length = min(self._game.opening_length, index)
                self._game.result, self._game.reason = DRAW, Reason.DEAD.value
                return
            if index < len(self._texts):
                position = position.after(parse_action(self._texts[index]))

    def _position_at(self, index: int) -> Position:
        return Position.from_fen(self._player.go_to(start_of(self._recipe).to_fen(), self._texts[:index]))

    def _probe(self, index: int) -> PlacementProbe:
        position = self._position_at(index)
        fen, action = position.to_fen(), self._texts[index]
        others = [text for text in map(str, position.legal_actions()) if text != action]
        other = self._dice.choice(sorted(others))
        turned = action[:3] + self._dice.choice([face.value for face in Face if face.value != action[3]])
        sign = 1 if position.actor is Colour.WHITE else -1
        scores = [sign * self._player.score_of(fen, text) for text in (action, other, turned)]
        return PlacementProbe(index, scores[0], NUMBER_OF[other], scores[1], NUMBER_OF[turned], scores[2])


def _holds_tile(fen: str, square: str) -> bool:
    """Whether a tile stands on a square, read from the FEN because that is the fastest."""
    row = fen.split(" ", 1)[0].split("/")[9 - int(square[1])]
    for digit in "1234567":
        row = row.replace(digit, "." * int(digit))
    return row["abcdefg".index(square[0])] in "ZDVzdv"
