"""A game with its players and its files: all that both screens share, and no screen."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path

from barragoon.action import Action, Turn
from barragoon.colour import Colour
from barragoon.errors import GameError, IllegalActionError
from barragoon.explain import explain_capture
from barragoon.game import Game
from barragoon.square import Square
from barragoon.terminal.computer import Computer, Owes
from barragoon.terminal.files import SUFFIX, read_game, today, write_game
from barragoon.terminal.phrases import COLOURS, Naming, account, may_offer_repetition, result
from barragoon.terminal.unsaved_copies import is_copy, new_copy


@dataclass
class Session:
    """A game that two people, or one and the computer, play at one terminal; every change is copied to disk at once.

    ``file`` is where :meth:`save` writes when no other is named, ``copy`` where the game is kept until it is saved
    (None keeps none), ``tags`` what the game file says about the game besides the turns. ``ascii_only`` is set where
    the terminal shows nothing else. ``computer`` plays one of the colours; what is done here in a player's name is
    done by a human, but for :meth:`act_for_computer` and :meth:`answer_for_computer`.
    """

    game: Game
    tags: dict[str, str] = field(default_factory=dict)
    file: Path | None = None
    copy: Path | None = None
    unsaved: bool = False
    trouble: str = ""
    ascii_only: bool = False
    computer: Computer | None = None
    _passed_after: int | None = None

    @classmethod
    def begin(cls, game: Game) -> Session:
        """A session for a new game, copied from the first action on."""
        return cls(game, {"Date": today()}, copy=new_copy())

    @classmethod
    def resume(cls, path: Path, number: int = 1) -> Session:
        """Go on with a game of a file; it is saved there again unless that would lose something else."""
        game, tags, nothing_lost = read_game(path, number)
        if is_copy(path):
            return cls(game, tags, copy=path, unsaved=True)
        return cls(game, tags, file=path if nothing_lost else None, copy=new_copy())

    def name(self, colour: Colour) -> str:
        """How a player is spoken of: "White (Ann)"."""
        name = self.tags.get(str(colour), "")
        if name in ("", "?"):
            name = "you" if colour is self.naming.you else ""
        return f"{colour} ({name})" if name else str(colour)

    # -- the computer ----------------------------------------------------------------------------------------

    def seat(self, computer: Computer | None) -> None:
        """Let the computer play one of the colours, in place of whoever did; None leaves the game to two people."""
        for colour in Colour:
            if self.tags.pop(f"{colour}Level", None) is not None:
                self.tags.pop(f"{colour}Seed", None)
                self.tags.pop(str(colour), None)
        self.computer = computer
        if computer:
            self.tags |= computer.tags()

    @property
    def naming(self) -> Naming:
        """How the players are spoken of in sentences."""
        return Naming(self.computer.human) if self.computer else COLOURS

    @property
    def owed(self) -> Owes | None:
        """What the computer must do before the game goes on, if anything."""
        return None if self.computer is None or self.may_claim else self.computer.owes(self.game)

    @property
    def may_claim(self) -> bool:
        """Whether the human has just completed a repetition: the computer waits lest it takes away the right to offer.

        >>> Session(Game()).may_claim
        False
        """
        if self.computer is None or self._passed_after == len(self.game.turns):
            return False
        return self.game.position.turn is self.computer.colour and may_offer_repetition(self.game)

    def go_on(self) -> None:
        """Let the right to offer a draw on a repetition pass."""
        if self.may_claim:
            self._passed_after = len(self.game.turns)

    def require_human(self) -> None:
        """Refuse what a human does when it is the computer who must act."""
        if self.computer and self.game.position.actor is self.computer.colour and not self.game.outcome():
            raise GameError("it is the computer who must act now")

    def act_for_computer(self, action: Action) -> str:
        """Do what the computer chose; says what that was."""
        before = self.game.position
        self.game.push(action)
        self._changed()
        return account(before, action, self.naming)

    def answer_for_computer(self, *, accept: bool) -> str:
        """Answer the open offer as the computer decided; says how."""
        self._answer(accept=accept)
        return f"The computer {'accepts' if accept else 'declines'} the draw"

    # -- acting ----------------------------------------------------------------------------------------------

    def act(self, actions: Iterable[Action]) -> None:
        """Do all of some actions, or none of them and raise the :class:`IllegalActionError`."""
        done = 0
        try:
            for action in actions:
                self.require_human()
                self.game.push(action)
                done += 1
        except (IllegalActionError, GameError):
            for _ in range(done):
                self.game.pop()
            raise
        self._changed()

    def act_turn(self, turn: Turn) -> None:
        """Do all actions of a turn, or none of them."""
        if objection := explain_capture(self.game.position, turn):
            raise IllegalActionError(turn.move, objection)
        self.act(turn.actions)

    def undo(self) -> str:
        """Take back a resignation or an agreed draw, otherwise the last action of a human; says what it was."""
        if outcome := self.game.reopen():
            taken_back = result(outcome, self.naming)
        else:
            taken_back = " ".join(map(str, self._pop()))
            self._passed_after = None
        self._changed()
        return taken_back

    def _pop(self) -> list[Action]:
        """Take back the last action and, against the computer, all that it did since the human's last one."""
        human = self.naming.you
        actors = [position.actor for position in self.game.positions()][:-1]
        if human is None or not actors:
            return [self.game.pop()]
        if human not in actors:
            raise GameError("nothing of yours has been played yet that could be taken back")
        count = actors[::-1].index(human) + 1
        return [self.game.pop() for _ in range(count)][::-1]

    def touch(self, square: Square) -> bool:
        """Touch what stands on a square; whether that binds the player."""
        if not self.game.touch_move:
            return False
        before = len(self.game.legal_actions())
        return len(self.game.touch(square)) < before

    # -- draws and endings -----------------------------------------------------------------------------------

    def resign(self, player: Colour) -> None:
        """Give the game up for a player."""
        if self.computer and player is self.computer.colour:
            raise GameError(f"{player} is the computer, and it never resigns")
        self.game.resign(player)
        self._changed()

    def offer_draw(self) -> None:
        """Offer a draw in the name of whoever must act, or of the one human."""
        if self.game.offer:
            raise GameError(f"{self.game.offer.player} has offered a draw already: accept or decline it")
        self.game.offer_draw(self.naming.you or self.game.position.actor)
        self._changed()

    def offer_repetition(self) -> None:
        """Offer a draw on repetition in the name of the player who has just completed it."""
        player = self.game.position.turn.other
        if self.computer and player is self.computer.colour and self.game.repetition():
            raise GameError("only the computer, who has just completed the repetition, may offer a draw on it")
        self.game.claim_repetition(player)
        self._changed()

    def answer_draw(self, *, accept: bool) -> None:
        """Accept or decline the open offer in the name of the player to whom it was made."""
        if self.computer and self.game.offer and self.game.offer.player is self.computer.human:
            raise GameError("the offer was made to the computer")
        self._answer(accept=accept)

    def _answer(self, *, accept: bool) -> None:
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
        target = target if target.suffix else target.with_suffix(SUFFIX)
        if target.exists() and target != self.file and not replace:
            raise GameError(f"{target} exists already")
        write_game(self.game, self.tags, target)
        self.file, self.unsaved = target, False
        self._drop_copy()
        return target

    def proposal(self) -> str:
        """A file name to propose."""
        names = (self.tags.get(str(colour), "") for colour in Colour)
        stem = "-".join("".join(filter(str.isalnum, name)) for name in names).strip("-")
        return f"{stem or 'barragoon'}{SUFFIX}"

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
            write_game(self.game, self.tags, self.copy)
        except OSError as error:
            self.trouble = f"No copy of the game can be kept in {self.copy}: {error.strerror}. Save it yourself."
            self.copy = None

    def _drop_copy(self) -> None:
        if self.copy is not None:
            self.copy.unlink(missing_ok=True)
