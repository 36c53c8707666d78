"""Hints between processes: a game has a new event, its rows were changed, a token is void, somebody came or went.

A hint says only that it is worth looking in the database. It may be lost, come twice or come late.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from barragoon.server.messages import Id

LARGEST_PAYLOAD = 7_900
"""In bytes; PostgreSQL sends less than 8,000 with a NOTIFY."""
MOST_WAITING = 10_000
"""How many hints of a kind wait for being sent; more are dropped, as each process also looks by itself."""
_GAME = re.compile(r"g([A-Za-z0-9_-]{1,64}):([0-9]{1,15})")
_PRESENCE = re.compile(r"p([A-Za-z0-9_-]{1,64})")
_REWRITTEN = re.compile(r"r([A-Za-z0-9_-]{1,64})")
_VOID = re.compile(r"v([0-9a-f]{64})")
_ALL = "a"


@dataclass
class Hints:
    """What there is to say, or what was heard."""

    games: dict[Id, int] = field(default_factory=dict)
    """The last event of each game that changed."""
    presence: set[Id] = field(default_factory=set)
    """Games to which somebody came, or which somebody left."""
    void: set[bytes] = field(default_factory=set)
    """Hashes of tokens that are no longer valid."""
    rewritten: set[Id] = field(default_factory=set)
    """Games whose rows an operator has changed, such as a player's name: what is in memory does not count."""
    all_games: bool = False
    """Whether any game may have changed."""

    def __bool__(self) -> bool:
        """Whether there is anything."""
        return bool(self.games or self.presence or self.void or self.rewritten or self.all_games)

    def add_game(self, game: Id, seq: int) -> None:
        """A game has a new event."""
        if game in self.games or len(self.games) < MOST_WAITING:
            self.games[game] = max(seq, self.games.get(game, 0))

    def add_presence(self, game: Id) -> None:
        """Somebody came to a game or left it."""
        if len(self.presence) < MOST_WAITING:
            self.presence.add(game)

    def add_void(self, token_hash: bytes) -> None:
        """A token is no longer valid."""
        if len(self.void) < MOST_WAITING:
            self.void.add(token_hash)

    def add_rewritten(self, game: Id) -> None:
        """A game's rows were changed."""
        if len(self.rewritten) < MOST_WAITING:
            self.rewritten.add(game)

    def payloads(self, sender: Id) -> Iterator[str]:
        """Everything as texts of at most :data:`LARGEST_PAYLOAD` bytes, each with its sender."""
        payload = sender
        for word in self._words():
            if len(payload) + 1 + len(word) > LARGEST_PAYLOAD:
                yield payload
                payload = sender
            payload += f" {word}"
        if payload != sender:
            yield payload

    def _words(self) -> Iterator[str]:
        if self.all_games:
            yield _ALL
        for token_hash in self.void:
            yield f"v{token_hash.hex()}"
        for game, seq in self.games.items():
            yield f"g{game}:{seq}"
        for game in self.rewritten:
            yield f"r{game}"
        for game in self.presence:
            yield f"p{game}"


def read_hints(payload: str, me: Id) -> Hints:
    """What another process said; nothing, if it was this one. Words that make no sense are left out.

    >>> read_hints("n2 gabc:7 gabc:9 what? pxyz", "n1")
    Hints(games={'abc': 9}, presence={'xyz'}, void=set(), rewritten=set(), all_games=False)
    """
    sender, *words = payload[: 2 * LARGEST_PAYLOAD].split(" ")
    hints = Hints()
    for word in words if sender != me else ():
        if match := _GAME.fullmatch(word):
            hints.add_game(match[1], int(match[2]))
        elif match := _PRESENCE.fullmatch(word):
            hints.add_presence(match[1])
        elif match := _VOID.fullmatch(word):
            hints.add_void(bytes.fromhex(match[1]))
        elif match := _REWRITTEN.fullmatch(word):
            hints.add_rewritten(match[1])
        elif word == _ALL:
            hints.all_games = True
    return hints
