"""One game between two engines, from an opening to a result, whatever the engines do."""

from __future__ import annotations

import time
from collections import Counter, deque
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from enum import Enum

from barragoon.action import Action
from barragoon.colour import Colour
from barragoon.engine.base import AbstractEngine
from barragoon.engine.limit import Clock, Limit
from barragoon.engine.line import SearchLine
from barragoon.errors import EngineError, IllegalActionError
from barragoon.game import Game, Variant
from barragoon.outcome import Outcome
from barragoon.position import Position

REPETITIONS = 3
"""How often a position must come up for the game to be adjudicated a draw."""
AGREEING = 8
"""For how many actions in a row both engines must have seen the same winner for the game to be adjudicated."""


class AbandonedError(Exception):
    """The match was ended while this game was played."""


class Adjudication(Enum):
    """Why a game was ended by the match and not by the rules."""

    REPETITION = "the same position three times"
    LENGTH = "too long"
    AGREED = "both engines say who wins"
    FAULT = "a fault of the engine"


@dataclass(frozen=True, slots=True)
class Pace:
    """How fast to play: a limit for each action, a clock for the whole game, or both."""

    action: Limit | None = None
    base: float = 0.0
    increment: float = 0.0

    def times(self, odds: float) -> Pace:
        """A pace that gives so many times the nodes and the time; a depth stays."""
        action = self.action
        if action is not None:
            nodes = None if action.nodes is None else max(1, round(action.nodes * odds))
            action = replace(action, nodes=nodes, seconds=action.seconds and action.seconds * odds)
        return Pace(action, self.base * odds, self.increment * odds)

    def __str__(self) -> str:
        """Write it as the TimeControl of a game file."""
        clock = f"{self.base:g}+{self.increment:g}"
        if self.action is None:
            return clock
        parts = {"nodes": self.action.nodes, "depth": self.action.depth, "seconds": self.action.seconds}
        return (
            ", ".join(f"{name} {value:g}" for name, value in parts.items() if value is not None)
            + " an action"
            + (f", {clock}" if self.base else "")
        )


@dataclass(frozen=True, slots=True)
class Conditions:
    """What holds for all games of a match."""

    pace: Pace
    variant: Variant = Variant.CLOSED
    most_turns: int = 400
    stages: tuple[int, int] = (0, 0)
    """The express stages of White and Brown."""
    sure: int | None = None
    """The score from which on both engines must agree for a game to be adjudicated; None plays all of them out."""


@dataclass(frozen=True, slots=True)
class Played:
    """A game that was played; ``fault`` is what the loser's engine did wrong, if anything."""

    game: Game
    outcome: Outcome
    adjudication: Adjudication | None
    fault: str = ""


class MatchGame:
    """A game under way, with its clocks."""

    def __init__(
        self,
        engines: Mapping[Colour, AbstractEngine],
        opening: tuple[Action, ...],
        conditions: Conditions,
        abandoned: Callable[[], bool] = lambda: False,
        odds: Mapping[Colour, float] | None = None,
    ) -> None:
        self._engines = engines
        self._abandoned = abandoned
        self._conditions = conditions
        self._paces = {colour: conditions.pace.times((odds or {}).get(colour, 1)) for colour in Colour}
        self._clocks = {colour: pace.base for colour, pace in self._paces.items()}
        self._seen: Counter[Position] = Counter()
        self._seen_winners: deque[tuple[Colour, Colour | None]] = deque(maxlen=AGREEING)
        self._responsible = Colour.WHITE
        self.game = Game.new(conditions.variant, stages=conditions.stages)
        for action in opening:
            self.game.push(action)

    def play(self) -> Played:
        """Play to the end. An illegal action, a crash, silence and running out of time lose."""
        try:
            for colour in Colour:
                self._engine_of(colour).new_game()
            while (outcome := self.game.outcome()) is None:
                if adjudication := self._adjudication():
                    return self._drawn(adjudication)
                if winner := self._agreed_winner():
                    self.game.resign(winner.other)
                    return self._ended(Adjudication.AGREED)
                self._act(self.game.position.actor)
        except (EngineError, IllegalActionError) as error:
            return self._forfeited(self._responsible, str(error))
        return Played(self.game, outcome, None)

    def _engine_of(self, colour: Colour) -> AbstractEngine:
        """A player's engine, which loses the game if something goes wrong from now on."""
        self._responsible = colour
        return self._engines[colour]

    def _act(self, actor: Colour) -> None:
        turn = self.game.position.turn
        began = time.perf_counter()
        result = self._engine_of(actor).think(self.game, self._limit(actor))
        spent = time.perf_counter() - began
        self._seen_winners.append((actor, self._winner_for(result.line)))
        if self._conditions.pace.base:
            self._clocks[actor] -= spent
            if self._clocks[actor] < 0:
                self.game.lose_on_time(actor)
                return
        self.game.push(result.action)
        if not self.game.position.hands:
            self._clocks[turn] += self._paces[turn].increment

    def _limit(self, actor: Colour) -> Limit:
        pace = self._paces[actor]
        if pace.action and not pace.base:
            return pace.action
        increments = (self._paces[colour].increment for colour in Colour)
        clock = Clock(self._clocks[Colour.WHITE], self._clocks[Colour.BROWN], *increments)
        return replace(pace.action, clock=clock) if pace.action else Limit(clock=clock)

    def _adjudication(self) -> Adjudication | None:
        """Whether the game should end here; asked once for each action."""
        if self._abandoned():
            raise AbandonedError
        if self.game.position.hands:
            return None
        self._seen[self.game.position] += 1
        if self._seen[self.game.position] == REPETITIONS:
            return Adjudication.REPETITION
        return Adjudication.LENGTH if len(self.game.turns) >= self._conditions.most_turns else None

    def _winner_for(self, line: SearchLine | None) -> Colour | None:
        """The winner that an engine sees; None if it is not sure, or reported no line."""
        sure = self._conditions.sure
        if line is None or sure is None or abs(line.score.value) < sure:
            return None
        return line.score.view if line.score.value > 0 else line.score.view.other

    def _agreed_winner(self) -> Colour | None:
        """The winner that both engines have seen for some time."""
        winners = {winner for _, winner in self._seen_winners}
        players = {player for player, _ in self._seen_winners}
        if len(self._seen_winners) < AGREEING or len(winners) > 1 or len(players) == 1:
            return None
        return winners.pop()

    def _drawn(self, adjudication: Adjudication) -> Played:
        self.game.offer_draw(Colour.WHITE)
        self.game.accept_draw(Colour.BROWN)
        return self._ended(adjudication)

    def _forfeited(self, player: Colour, fault: str) -> Played:
        self.game.resign(player)
        return self._ended(Adjudication.FAULT, fault)

    def _ended(self, adjudication: Adjudication, fault: str = "") -> Played:
        outcome = self.game.outcome()
        assert outcome is not None, "it has just been ended"
        return Played(self.game, outcome, adjudication, fault)
