"""How often players have asked for something: events that change nothing on the board must not fill the disk."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, NamedTuple, TypeAlias

from barragoon.server import messages
from barragoon.server.messages import ColourName

Talk: TypeAlias = Literal["draw", "repetition", "take_back", "rematch", "touch"]


class Most(NamedTuple):
    """How often one player may ask: between two actions, and in the whole game."""

    between_actions: int
    in_game: int


MOST: Mapping[Talk, Most] = {
    "draw": Most(3, 60),
    "repetition": Most(3, 60),
    "take_back": Most(3, 60),
    "rematch": Most(5, 5),
    "touch": Most(40, 2_000),
}
"""More than anybody needs: there are 14 tiles on a board, and a draw that was declined three times is declined."""


class TalkCount:
    """Counts events of one game; the same events make the same count."""

    def __init__(self) -> None:
        self._since_action: dict[tuple[ColourName, Talk], int] = {}
        self._in_game: dict[tuple[ColourName, Talk], int] = {}

    def copy(self) -> TalkCount:
        """A count that goes on by itself from here."""
        twin = TalkCount()
        twin._since_action, twin._in_game = self._since_action.copy(), self._in_game.copy()
        return twin

    def count(self, event: messages.Event) -> None:
        """Count an event, if it is one that changes nothing on the board."""
        if isinstance(event, messages.Acted):
            self._since_action.clear()
        elif event.by and (talk := _talk_of(event)):
            for counts in (self._since_action, self._in_game):
                counts[event.by, talk] = counts.get((event.by, talk), 0) + 1

    def objection(self, by: ColourName, talk: Talk) -> str | None:
        """Why a player may not ask again now, as a sentence; None if they may."""
        most = MOST[talk]
        if self._in_game.get((by, talk), 0) >= most.in_game:
            return f"{_WORDS[talk]} {most.in_game} times in this game: that is enough"
        if self._since_action.get((by, talk), 0) >= most.between_actions:
            return f"{_WORDS[talk]} {most.between_actions} times since the last action: wait for the next one"
        return None


_WORDS: Mapping[Talk, str] = {
    "draw": "you have offered a draw",
    "repetition": "you have claimed a repetition",
    "take_back": "you have asked to take back",
    "rematch": "you have offered another game",
    "touch": "you have touched squares",
}


def _talk_of(event: messages.Event) -> Talk | None:
    match event:
        case messages.DrawOffered():
            return "repetition" if event.kind == "repetition" else "draw"
        case messages.TakeBackAsked():
            return "take_back"
        case messages.RematchOffered():
            return "rematch"
        case messages.Touched():
            return "touch"
    return None
