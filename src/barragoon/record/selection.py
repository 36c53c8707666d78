"""Choosing games from files by what their tags, their ends and their lengths say."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from barragoon.outcome import Reason
from barragoon.record.headers import Headers
from barragoon.record.reader import read_records
from barragoon.record.record import Record
from barragoon.record.source import Source
from barragoon.record.tags import DERIVED


@dataclass(frozen=True, slots=True)
class Selection:
    """What is asked of a game; a question that is not asked accepts everything.

    ``player``, ``white`` and ``brown`` are parts of names, in capitals or not. ``tags`` have to hold just that value;
    those that follow from the game count as they are, whatever the file says. ``turns`` counts the main line.

    >>> lines = ['[White "Ann"] 1. d2d5 1-0', '[Brown "Anna"] 1. d2d4 d8d6 0-1']
    >>> [record.result for record in Selection(player="ann", most_turns=1).records(lines)]
    ['1-0']
    """

    player: str | None = None
    white: str | None = None
    brown: str | None = None
    tags: Mapping[str, str] = field(default_factory=dict)
    results: frozenset[str] = frozenset()
    reasons: frozenset[Reason] = frozenset()
    fewest_turns: int | None = None
    most_turns: int | None = None

    def records(self, source: Source) -> Iterator[Record]:
        """The games of a source that are accepted; those with errors too, if what could be read of them is."""
        return filter(self.accepts, read_records(source, where=self.may_accept))

    def may_accept(self, headers: Headers) -> bool:
        """Whether the headers alone rule a game out; what follows from the game is not asked of them."""
        free = {name: value for name, value in self.tags.items() if name not in DERIVED}
        return self._accepts_tags(headers.tags, free) and self._accepts_names(headers.tags)

    def accepts(self, record: Record) -> bool:
        """Whether a game is what is asked for."""
        outcome, turns = record.outcome, record.turn_count
        return (
            (not self.results or record.result in self.results)
            and (not self.reasons or (outcome is not None and outcome.reason in self.reasons))
            and (self.fewest_turns is None or turns >= self.fewest_turns)
            and (self.most_turns is None or turns <= self.most_turns)
            and self._accepts_tags(record.tags, self.tags)
            and self._accepts_names(record.tags)
        )

    @staticmethod
    def _accepts_tags(tags: Mapping[str, str], asked: Mapping[str, str]) -> bool:
        return all(tags.get(name) == value for name, value in asked.items())

    def _accepts_names(self, tags: Mapping[str, str]) -> bool:
        white, brown = tags["White"].casefold(), tags["Brown"].casefold()
        return (
            (self.player is None or self.player.casefold() in white or self.player.casefold() in brown)
            and (self.white is None or self.white.casefold() in white)
            and (self.brown is None or self.brown.casefold() in brown)
        )
