"""A game for two with the players' names and its files: all that both screens share, and no screen."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path

from barragoon.action import Action, Turn
from barragoon.colour import Colour
from barragoon.errors import GameError, IllegalActionError
from barragoon.game import Game
from barragoon.square import Square
from barragoon.tui import store


@dataclass
class Session:
    """A game that two people play at one terminal; every change is copied to disk at once.

    ``file`` is where :meth:`save` writes when no other is named, ``copy`` where the game is kept until it is saved
    (None keeps none), ``tags`` what the game file says about the game besides the turns. ``ascii_only`` is set where
    the terminal shows nothing else.
    """

    game: Game
    tags: dict[str, str] = field(default_factory=dict)
    file: Path | None = None
    copy: Path | None = None
    unsaved: bool = False
    trouble: str = ""
    ascii_only: bool = False

    @classmethod
    def begin(cls, game: Game) -> Session:
        """A session for a new game, copied from the first action on."""
        return cls(game, {"Date": store.today()}, copy=store.fresh_copy())

    @classmethod
    def resume(cls, path: Path, number: int = 1) -> Session:
        """Go on with a game of a file; it is saved there again unless that would lose something else."""
        game, tags, nothing_lost = store.read(path, number)
        if store.is_copy(path):
            return cls(game, tags, copy=path, unsaved=True)
        return cls(game, tags, file=path if nothing_lost else None, copy=store.fresh_copy())

    def name(self, colour: Colour) -> str:
        """How a player is spoken of: "White (Ann)"."""
        name = self.tags.get(str(colour), "")
        return f"{colour} ({name})" if name not in ("", "?") else str(colour)

    # -- acting ----------------------------------------------------------------------------------------------

    def act(self, actions: Iterable[Action]) -> None:
        """Do all of some actions, or none of them and raise the :class:`IllegalActionError`."""
        done = 0
        try:
            for action in actions:
                self.game.push(action)
                done += 1
        except IllegalActionError:
            for _ in range(done):
                self.game.pop()
            raise
        self._changed()

    def act_turn(self, turn: Turn) -> None:
        """Do all actions of a turn, or none of them."""
        self.game.push_turn(turn)
        self._changed()

    def undo(self) -> str:
        """Take back a resignation or an agreed draw, otherwise the last action; says what it was."""
        taken_back = str(self.game.reopen() or self.game.pop())
        self._changed()
        return taken_back

    def touch(self, square: Square) -> bool:
        """Touch what stands on a square; whether that binds the player."""
        if not self.game.touch_move:
            return False
        before = len(self.game.legal_actions())
        return len(self.game.touch(square)) < before

    # -- draws and endings -----------------------------------------------------------------------------------

    def resign(self, player: Colour) -> None:
        """Give the game up for a player."""
        self.game.resign(player)
        self._changed()

    def offer_draw(self) -> None:
        """Offer a draw in the name of whoever must act."""
        if self.game.offer:
            raise GameError(f"{self.game.offer.player} has offered a draw already: accept or decline it")
        self.game.offer_draw(self.game.position.actor)
        self._changed()

    def offer_repetition(self) -> None:
        """Offer a draw on repetition in the name of the player who has just completed it."""
        self.game.offer_repetition(self.game.position.turn.other)
        self._changed()

    def answer_draw(self, *, accept: bool) -> None:
        """Accept or decline the open offer in the name of the player to whom it was made."""
        offer = self.game.offer
        if offer is None:
            raise GameError("nobody has offered a draw")
        answer = self.game.accept_draw if accept else self.game.decline_draw
        answer(offer.player.other)
        self._changed()

    # -- keeping ---------------------------------------------------------------------------------------------

    def save(self, path: Path | None = None, *, replace: bool = False) -> Path:
        """Write the game file; an older file of that name is replaced only on demand, or if it is this game's."""
        target = path or self.file
        if target is None:
            raise GameError("the game has no file yet: name one, as in save game.bgn")
        target = target if target.suffix else target.with_suffix(store.SUFFIX)
        if target.exists() and target != self.file and not replace:
            raise GameError(f"{target} exists already")
        store.write(self.game, self.tags, target)
        self.file, self.unsaved = target, False
        self._drop_copy()
        return target

    def proposal(self) -> str:
        """A file name to propose."""
        names = (self.tags.get(str(colour), "") for colour in Colour)
        stem = "-".join("".join(filter(str.isalnum, name)) for name in names).strip("-")
        return f"{stem or 'barragoon'}{store.SUFFIX}"

    def discard(self) -> None:
        """Forget what is not saved."""
        self.unsaved = False
        self._drop_copy()

    def farewell(self) -> str:
        """Where the game is to be found, for the last line on the screen; empty if there is nothing to find."""
        if self.unsaved and self.copy is not None:
            return f"The game is kept in {self.copy}; go on with: barragoon play {self.copy}"
        if self.unsaved:
            return "The game is not saved."
        return f"The game is saved in {self.file}." if self.file and self.file.exists() else ""

    def _changed(self) -> None:
        self.unsaved = True
        if self.copy is None:
            return
        try:
            self.copy.parent.mkdir(parents=True, exist_ok=True)
            store.write(self.game, self.tags, self.copy)
        except OSError as error:
            self.trouble = f"No copy of the game can be kept in {self.copy}: {error.strerror}. Save it yourself."
            self.copy = None

    def _drop_copy(self) -> None:
        if self.copy is not None:
            self.copy.unlink(missing_ok=True)
