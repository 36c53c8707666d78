"""The computer as a player: its colour, its level, and what it does when the game waits for it."""

from __future__ import annotations

import random
from collections.abc import Mapping
from enum import Enum, auto

from barragoon.action import Action
from barragoon.colour import Colour
from barragoon.engine.limit import Limit
from barragoon.engine.native import LADDER, LEVELS, LEVELS_OF_LADDER, MOST_SEED, Engine
from barragoon.errors import EngineError, NotationError
from barragoon.game import Game

_LEVEL_ALONE = Limit(infinite=True)
"""No limit besides the level's own: each level ends its search after so many nodes."""

_LADDER_OF_OLD_FILES = 1
"""Files say which ladder a level belongs to since there is a second one."""


class Owes(Enum):
    """What the game waits for."""

    ACTION = auto()
    ANSWER = auto()  # to a draw offer


class Computer:
    """The native engine at a level, playing one colour.

    What it plays depends on the game so far, its level and its seed alone, so a game that was interrupted goes on as
    it would have. ``limit`` replaces the level by a search at full strength.
    """

    def __init__(
        self,
        colour: Colour,
        level: int,
        seed: int | None = None,
        *,
        ladder: int = LADDER,
        limit: Limit | None = None,
    ) -> None:
        """Take a colour and a level; without a seed, one is drawn."""
        self.colour = colour
        self.level = level
        self.ladder = ladder
        self.seed = random.SystemRandom().randint(0, MOST_SEED) if seed is None else seed
        self._limit = limit or _LEVEL_ALONE
        self._engine = Engine(level=level if limit is None else None, seed=self.seed, ladder=ladder)

    @property
    def human(self) -> Colour:
        """The opponent's colour."""
        return self.colour.other

    # -- in game files ---------------------------------------------------------------------------------------

    @classmethod
    def from_tags(cls, tags: Mapping[str, str]) -> Computer | None:
        """The computer that a game file names, if any."""
        colours = [colour for colour in Colour if f"{colour}Level" in tags]
        if not colours:
            return None
        if len(colours) > 1:
            raise EngineError("this game says that the computer plays both colours: --two lets two people go on")
        (colour,) = colours
        ladder = _number(tags, "Ladder", LADDER) if "Ladder" in tags else _LADDER_OF_OLD_FILES
        level = _number(tags, f"{colour}Level", max(LEVELS_OF_LADDER.get(ladder, LEVELS)))
        seed = _number(tags, f"{colour}Seed", MOST_SEED) if f"{colour}Seed" in tags else None
        return cls(colour, level, seed, ladder=ladder)

    def tags(self) -> dict[str, str]:
        """What a game file says about it."""
        colour = str(self.colour)
        tags = {colour: self.name, f"{colour}Level": str(self.level), f"{colour}Seed": str(self.seed)}
        return tags | ({} if self.ladder == _LADDER_OF_OLD_FILES else {"Ladder": str(self.ladder)})

    @property
    def name(self) -> str:
        """Its name among the players."""
        return f"Computer, level {self.level}"

    # -- in the game -----------------------------------------------------------------------------------------

    def owes(self, game: Game) -> Owes | None:
        """What it must do now, if anything: first answer an offer, then act."""
        if game.outcome():
            return None
        if game.offer and game.offer.player is self.human:
            return Owes.ANSWER
        return Owes.ACTION if game.position.actor is self.colour else None

    async def choose(self, game: Game) -> Action:
        """The action that it plays."""
        self._engine.new_game()  # so that earlier searches, which a take-back may have cut short, change nothing
        return (await self._engine.play_async(game, self._limit)).action

    async def accepts_draw(self, game: Game) -> bool:
        """Whether it accepts the draw that is offered."""
        return await self._engine.accepts_draw_async(game)

    def hurry(self) -> None:
        """Make it decide at once."""
        self._engine.stop()


def _number(tags: Mapping[str, str], name: str, most: int) -> int:
    text = tags[name]
    if not (text.isascii() and text.isdigit() and int(text[:12]) <= most):
        raise NotationError(text, f"is not a {name}: a number up to {most} was expected")
    return int(text)
