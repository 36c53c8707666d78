"""Writing a game on top of the record that it was begun from, so that nothing of the record is lost."""

from __future__ import annotations

import re
from collections.abc import Mapping

from barragoon.errors import GameError
from barragoon.game import Game
from barragoon.record.record import Record
from barragoon.record.replay import record_game
from barragoon.record.tags import free_tags
from barragoon.record.tree import Line, Node
from barragoon.record.writer import movetext

_OFFER_LINE = re.compile(r'\[\s*+DrawOffer\s*+"')


def updated(record: Record, game: Game, tags: Mapping[str, str]) -> Record:
    """Give a record with the game's turns as its main line and everything else as it was (docs/notation.md)."""
    if not record.start_known or (game.start, game.start.number) != (record.start, record.start.number):
        raise GameError("the game does not start where the record does")
    made = record_game(game, {**record.tags.free, **free_tags(tags)})
    # Where the record has an offer that was answered, a stray line must not be read as another one.
    made.stray = [line for line in record.stray if made.offer or not _OFFER_LINE.match(line)]
    made.main = _Merge(record, made).line()
    if made.main.unread:
        made.outcome, made.offer = made.outcome or record.outcome, made.offer or record.offer
    return made


class _Merge:
    """Follows a record's main line along the turns of a game."""

    def __init__(self, record: Record, played: Record) -> None:
        self._record = record
        self._played = played
        self._line = Line(comments=[*record.main.comments])
        self._old = record.main
        """The line of the record that the game is in."""
        self._at = 0
        """How many of its nodes the game has passed."""

    def line(self) -> Line:
        """The main line."""
        if self._played.placements != self._record.placements:
            self._set_aside()
        for node in self._played.main.nodes:
            self._line.nodes.append(self._follow(node))
        self._keep_rest()
        return self._line

    def _follow(self, node: Node) -> Node:
        """Go one turn along the old line, or leave it for a variation or for something new."""
        old = self._next()
        if old and _is_same(old, node):
            self._at += 1
            return _annotated(node, old, [*old.before], [*old.variations])
        if old is None and not self._old.unread:
            return node
        rest, siblings = self._rest(), [*old.variations] if old else []
        variation = next((line for line in siblings if line.nodes and _is_same(line.nodes[0], node)), None)
        if variation is None:
            self._old, self._at = Line(), 0
            node.variations = [rest, *siblings]
            return node
        self._old, self._at = variation, 1
        first, others = variation.nodes[0], [line for line in siblings if line is not variation]
        return _annotated(node, first, [*variation.comments, *first.before], [rest, *others, *first.variations])

    def _next(self) -> Node | None:
        return self._old.nodes[self._at] if self._at < len(self._old.nodes) else None

    def _rest(self) -> Line:
        """What is left of the old line; the variations of its first turn are given to the turn played instead."""
        nodes = self._old.nodes[self._at :]
        if nodes:
            nodes[0] = _annotated(nodes[0], nodes[0], [*nodes[0].before], [])
        return Line(nodes, unread=self._old.unread)

    def _keep_rest(self) -> None:
        """Keep what is left of the old line where the game has not gone on."""
        following, unread = self._old.nodes[self._at :], self._old.unread
        ended = self._played.outcome or self._played.offer
        if not following and not (unread and ended):
            self._line.unread = unread
        elif self._line.nodes:
            last = self._line.nodes[-1]
            again = Node(last.turn).put_beside(last)
            last.variations.append(Line([again, *following], unread=unread))
        else:
            self._set_aside()

    def _set_aside(self) -> None:
        """Keep the old line as a comment, where no turn is there whose variation it could be."""
        old = self._record.main
        if old.nodes or old.unread or self._record.placements:
            aside = Record(start=self._record.start, main=Line(old.nodes, unread=old.unread))
            aside.placements, aside.outcome = self._record.placements, self._record.outcome
            self._line.comments.append(movetext(aside).replace("\n", " "))
        self._old = Line()


def _is_same(old: Node, node: Node) -> bool:
    """Whether a turn of the record is that of the game, or was left unfinished and is finished now."""
    actions = old.turn.actions
    return actions == node.turn.actions[: len(actions)]


def _annotated(node: Node, old: Node, before: list[str], variations: list[Line]) -> Node:
    """A turn with what was said about it in the record."""
    made = Node(node.turn, before, [*old.after], [*old.nags], variations, declined=node.declined)
    return made.put_beside(node)
