"""The computer as a player at this terminal: its colour, its level, and what it does when something is asked of it."""

from __future__ import annotations

import random
from collections.abc import Mapping
from enum import Enum, auto

from barragoon.action import Action
from barragoon.colour import Colour
from barragoon.engine.base import AbstractEngine
from barragoon.engine.limit import Limit
from barragoon.engine.native import LEVELS, MOST_SEED, Engine
from barragoon.engine.score import Score
from barragoon.engine.search.stream import AsyncAnalysis
from barragoon.errors import EngineError, NotationError
from barragoon.game import Game

LONG_GAME = 80
"""Turns of both players after which a level game may well be called a draw."""

ABOUT_LEVEL = 200
"""Hundredths, not half a tile; whoever moves next is often ahead by that much without having anything."""

CLEARLY_WORSE = -300
"""Hundredths, more than half a tile, at which a draw is welcome at any time."""

_LEVEL_ALONE = Limit(depth=1_000)
"""A limit that no level reaches: its nodes are spent before."""

_JUDGEMENT = Limit(nodes=20_000)
"""How far to look before answering a draw offer: about as far as level 8 does, for a weak level is no fool."""


class Owes(Enum):
    """What the others wait for."""

    ACTION = auto()
    ANSWER = auto()  # to a draw offer


class Computer:
    """The native engine at a level, sitting at the table with one colour.

    What it plays depends on the game so far, its level and its seed alone, so a game that was interrupted goes on as
    it would have. ``limit`` replaces the level by a search at full strength.
    """

    def __init__(self, colour: Colour, level: int, seed: int | None = None, *, limit: Limit | None = None) -> None:
        """Sit down; without a seed, one is drawn."""
        self.colour = colour
        self.level = level
        self.seed = random.SystemRandom().randint(0, MOST_SEED) if seed is None else seed
        self._limit = limit
        self._player: AbstractEngine = Engine(level=level if limit is None else None, seed=self.seed)
        self._judge: AbstractEngine | None = None
        self._search: AsyncAnalysis | None = None

    @property
    def human(self) -> Colour:
        """The opponent's colour."""
        return self.colour.other

    # -- in game files ---------------------------------------------------------------------------------------

    @classmethod
    def from_tags(cls, tags: Mapping[str, str]) -> Computer | None:
        """The computer that a game file tells of, if any."""
        colours = [colour for colour in Colour if f"{colour}Level" in tags]
        if not colours:
            return None
        if len(colours) > 1:
            raise EngineError("this game says that the computer plays both colours: --two lets two people go on")
        (colour,) = colours
        level = _number(tags, f"{colour}Level", LEVELS[-1])
        return cls(colour, level, _number(tags, f"{colour}Seed", MOST_SEED) if f"{colour}Seed" in tags else None)

    def tags(self) -> dict[str, str]:
        """What a game file says about it."""
        colour = str(self.colour)
        return {colour: self.name, f"{colour}Level": str(self.level), f"{colour}Seed": str(self.seed)}

    @property
    def name(self) -> str:
        """Its name among the players."""
        return f"Computer, level {self.level}"

    # -- at the table ----------------------------------------------------------------------------------------

    def owes(self, game: Game) -> Owes | None:
        """What it must do now, if anything: first answer an offer, then act."""
        if game.outcome():
            return None
        if game.offer and game.offer.player is self.human:
            return Owes.ANSWER
        return Owes.ACTION if game.position.actor is self.colour else None

    async def choose(self, game: Game) -> Action:
        """The action that it wants to do."""
        search = await self._look(self._player, game, self._limit or _LEVEL_ALONE)
        assert search.best, "a search that was not cancelled has an answer"
        assert search.best.action, "it is asked only while the game goes on"
        return search.best.action

    async def accepts(self, game: Game) -> bool:
        """Whether it accepts the draw that is offered."""
        self._judge = self._judge or Engine()
        repeated, turns = game.offer is not None and game.offer.duty is not None, len(game.turns)
        search = await self._look(self._judge, game, _JUDGEMENT)
        if not search.lines:  # it was cut short before it had begun
            return False
        return welcomes_draw(search.lines[0].score.pov(self.colour), repeated=repeated, turns=turns)

    def hurry(self) -> None:
        """Make it come to an end of its thoughts at once."""
        if self._search:
            self._search.stop()

    async def _look(self, engine: AbstractEngine, game: Game, limit: Limit) -> AsyncAnalysis:
        engine.new_game()  # so that earlier thoughts, which a take-back may have cut short, change nothing
        async with engine.analysis_async(game, limit) as search:
            self._search = search
            await search.wait()
        return search


def welcomes_draw(score: Score, *, repeated: bool, turns: int) -> bool:
    """Whether a draw is fair: when clearly worse, or when about level in a long game or on a repetition.

    >>> welcomes_draw(Score.cp(0, Colour.WHITE), repeated=False, turns=6)
    False
    >>> welcomes_draw(Score.cp(0, Colour.WHITE), repeated=True, turns=12)
    True
    """
    return score.value <= CLEARLY_WORSE or (score.value <= ABOUT_LEVEL and (repeated or turns >= LONG_GAME))


def _number(tags: Mapping[str, str], name: str, most: int) -> int:
    text = tags[name]
    if not (text.isascii() and text.isdigit() and int(text[:12]) <= most):
        raise NotationError(text, f"is not a {name}: a number up to {most} was expected")
    return int(text)
