"""Who plays in ``barragoon play``: two people, or one against the computer."""

from __future__ import annotations

import random
from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING

from barragoon.colour import Colour, RandomSource, draw_lots
from barragoon.terminal.failure import FailureError

if TYPE_CHECKING:
    from barragoon.terminal.computer import Computer
    from barragoon.terminal.session import Session


class Side(Enum):
    """The human's colour against the computer, as the option names it."""

    WHITE = "white"
    BROWN = "brown"
    LOTS = "lots"


@dataclass(frozen=True)
class Seats:
    """What the options say about the players."""

    level: int | None = None
    side: Side | None = None
    seed: int | None = None
    two: bool = False
    white: str = ""
    brown: str = ""
    lots: bool = False

    @property
    def undecided(self) -> bool:
        """Whether the options leave open if the game is for two."""
        return self.level is None and not (self.two or self.names or self.lots)

    @property
    def names(self) -> dict[Colour, str]:
        """The names that were given."""
        names = {Colour.WHITE: _cleaned(self.white), Colour.BROWN: _cleaned(self.brown)}
        return {colour: name for colour, name in names.items() if name}

    def check(self) -> None:
        """Reject options that contradict each other."""
        if self.two and (self.level is not None or self.side or self.seed is not None):
            raise FailureError("--two is for two people: leave out --level, --colour and --seed, or --two")
        if self.lots and self.level is not None:
            raise FailureError("--lots is for two people; against the computer it is --colour lots")
        if self.lots and len(self.names) < len(Colour):
            raise FailureError("--lots needs both names: --white NAME --brown NAME")


def seat(session: Session, seats: Seats) -> str:
    """Give each colour its player; returns what there is to say about it."""
    from barragoon.terminal.computer import Computer

    seats.check()
    former = None if seats.two else Computer.from_tags(session.tags)
    if seats.level is None and former is None:
        return _seat_two(session, seats)
    colour, notice = _human(session, seats, former)
    if colour.other in seats.names:
        option = f"--{colour.other}".lower()
        raise FailureError(f"{colour.other} is the computer's here, which has a name already: leave out {option}")
    seed = former.seed if former and seats.seed is None else seats.seed
    if former and seats.level is None:
        session.seat(Computer(colour.other, former.level, seed, ladder=former.ladder))
    else:
        session.seat(Computer(colour.other, seats.level or 0, seed))
    session.tags |= {str(colour): name for colour, name in seats.names.items()}
    return notice


def _seat_two(session: Session, seats: Seats) -> str:
    if seats.side or seats.seed is not None:
        option = "--colour" if seats.side else "--seed"
        raise FailureError(f"{option} is for a game against the computer: give its --level as well, from 1 to 12")
    session.seat(None)
    names = seats.names
    if seats.lots:
        names = draw_lots(names[Colour.WHITE], names[Colour.BROWN], random.SystemRandom())
    session.tags |= {str(colour): name for colour, name in names.items()}
    if not seats.lots:
        return ""
    return f"The lots say: {names[Colour.WHITE]} plays White, {names[Colour.BROWN]} plays Brown."


def _human(session: Session, seats: Seats, former: Computer | None) -> tuple[Colour, str]:
    """The human's colour against the computer, and the notice of the lots if they decided it."""
    if seats.side in (Side.WHITE, Side.BROWN):
        return (Colour.WHITE if seats.side is Side.WHITE else Colour.BROWN), ""
    if seats.side is None:
        if former:
            return former.human, ""
        if len(seats.names) == 1:
            return next(iter(seats.names)), ""
        if session.game.actions:  # a game between people that goes on
            return session.game.position.actor, ""
        if len(set(session.game.start.stages)) > 1:
            raise FailureError("a handicap needs to know who has it: give --colour white or --colour brown as well")
    colour = lot(random.SystemRandom() if seats.seed is None else random.Random(seats.seed))  # noqa: S311 - a game
    return colour, f"The lots say: you play {colour}."


def lot(source: RandomSource) -> Colour:
    """The colour that lots give to the human."""
    return draw_lots(Colour.WHITE, Colour.BROWN, source)[Colour.WHITE]


def _cleaned(name: str) -> str:
    """A name that fits on one line."""
    return " ".join("".join(filter(str.isprintable, name)).split())
