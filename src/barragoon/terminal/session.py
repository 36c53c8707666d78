"""A game at one terminal with its players and its files, whatever shows it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path

from barragoon.action import Action, Turn
from barragoon.colour import Colour
from barragoon.errors import GameError, IllegalActionError
from barragoon.event import (
    AcceptDraw,
    Act,
    ClaimRepetition,
    DeclineDraw,
    Event,
    LoseOnTime,
    OfferDraw,
    Resign,
    TakeBack,
    Touch,
    parse_event,
)
from barragoon.explain import explain_capture
from barragoon.game import Game
from barragoon.square import Square
from barragoon.terminal.computer import Computer, Owes
from barragoon.terminal.files import SUFFIX, read_game, today, write_game
from barragoon.terminal.phrases import COLOURS, Naming, account, result
from barragoon.terminal.unsaved_copies import is_copy, new_copy


@dataclass
class Session:
    """A game that two people, or one and the computer, play at one terminal; every change is copied to disk at once.

    ``file`` is where :meth:`save` writes when no other is named, ``copy`` where the game is kept until it is saved
    (None keeps none), ``tags`` what the game file says about the game besides the turns. ``ascii_only`` is set where
    the terminal shows nothing else. ``computer`` plays one of the colours; what is done here in a player's name is
    done by a human, except by :meth:`act_for_computer` and :meth:`answer_for_computer`.
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
        """Let the computer play one of the colours; None leaves the game to two people."""
        for colour in Colour:
            if self.tags.pop(f"{colour}Level", None) is not None:
                for tag in (f"{colour}Seed", str(colour), "Ladder"):
                    self.tags.pop(tag, None)
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
        """Whether the human may claim a repetition; the computer waits meanwhile, because its move would end the right.

        >>> Session(Game()).may_claim
        False
        """
        if self.computer is None or self._passed_after == len(self.game.turns):
            return False
        return self.game.may_claim() is self.computer.human

    def pass_claim(self) -> None:
        """Let the right to claim a repetition pass."""
        if self.may_claim:
            self._passed_after = len(self.game.turns)

    def act_for_computer(self, action: Action) -> str:
        """Do what the computer chose; says what that was."""
        before = self.game.position
        self._apply(Act(action))
        return account(before, action, self.naming)

    def answer_for_computer(self, *, accept: bool) -> str:
        """Answer the open offer as the computer decided; says how."""
        self._apply(self._answer(accept=accept))
        return f"The computer {'accepts' if accept else 'declines'} the draw"

    # -- what a human does -----------------------------------------------------------------------------------

    def apply(self, event: Event | str) -> None:
        """Let an event happen that a human brings about; what is the computer's to do is rejected."""
        event = parse_event(event) if isinstance(event, str) else event
        if isinstance(event, TakeBack):
            self.take_back()
            return
        if problem := self._problem(event):
            raise GameError(problem)
        self._apply(event)

    def act(self, actions: Iterable[Action]) -> None:
        """Do all of some actions, or none of them and raise the :class:`IllegalActionError`."""
        done = 0
        try:
            for action in actions:
                self.require_human()
                self.game.apply(Act(action))
                done += 1
        except (IllegalActionError, GameError):
            for _ in range(done):
                self.game.apply(TakeBack())
            raise
        self._changed()

    def act_turn(self, turn: Turn) -> None:
        """Do all actions of a turn, or none of them."""
        if objection := explain_capture(self.game.position, turn):
            raise IllegalActionError(turn.move, objection)
        self.act(turn.actions)

    def take_back(self) -> str:
        """Take back a resignation or an agreed draw, otherwise the last action of a human; says what it was."""
        if outcome := self.game.reopen():
            taken_back = result(outcome, self.naming)
        else:
            actions = self.game.actions[-self._to_take_back() :]
            for _ in actions or (None,):  # without any, the game says that there is nothing to take back
                self.game.apply(TakeBack())
            taken_back = " ".join(map(str, actions))
            self._passed_after = None
        self._changed()
        return taken_back

    def touch(self, square: Square) -> bool:
        """Touch what stands on a square; whether that binds the player."""
        if not self.game.touch_move:
            return False
        before = len(self.game.legal_actions())
        self.game.apply(Touch(square))
        return len(self.game.legal_actions()) < before

    def resign(self, player: Colour) -> None:
        """Give the game up for a player."""
        self.apply(Resign(player))

    def offer_draw(self) -> None:
        """Offer a draw in the name of the actor, or of the one human."""
        self.apply(OfferDraw(self.naming.you or self.game.position.actor))

    def claim_repetition(self) -> None:
        """Offer a draw on repetition in the name of the player who has just completed it."""
        self.apply(ClaimRepetition(self.game.position.turn.other))

    def answer_draw(self, *, accept: bool) -> None:
        """Accept or decline the open offer in the name of the player to whom it was made."""
        self.apply(self._answer(accept=accept))

    def require_human(self) -> None:
        """Reject what a human does when it is the computer who must act."""
        if self._computer_must_act:
            raise GameError("it is the computer who must act now")

    @property
    def _computer_must_act(self) -> bool:
        computer = self.computer.colour if self.computer else None
        return self.game.position.actor is computer and not self.game.outcome()

    def _problem(self, event: Event) -> str:
        """Why a human can't bring an event about, though the rules may allow it; empty if they can."""
        computer = self.computer.colour if self.computer else None
        problem = ""
        match event:
            case Act():
                self.require_human()
            case OfferDraw() if self.game.offer:
                problem = f"{self.game.offer.player} has offered a draw already: accept or decline it"
            case OfferDraw(player) if player is computer:
                problem = "the computer offers no draw"
            case ClaimRepetition(player) if player is computer and self.game.repetition():
                problem = "only the computer, who has just completed the repetition, may offer a draw on it"
            case AcceptDraw(player) | DeclineDraw(player) if player is computer and self.game.offer:
                problem = "the offer was made to the computer"
            case Resign(player) if player is computer:
                problem = f"{player} is the computer, and it never resigns"
            case LoseOnTime():
                problem = "this game is played without clocks"
        return problem

    def _answer(self, *, accept: bool) -> AcceptDraw | DeclineDraw:
        offer = self.game.offer
        if offer is None:
            raise GameError("nobody has offered a draw")
        return (AcceptDraw if accept else DeclineDraw)(offer.player.other)

    def _to_take_back(self) -> int:
        """How many actions go: the last one and, against the computer, all that it did since the human's last one."""
        human = self.naming.you
        actors = [position.actor for position in self.game.positions()][:-1]
        if human is None or not actors:
            return 1
        if human not in actors:
            raise GameError("nothing of yours has been played yet that could be taken back")
        return actors[::-1].index(human) + 1

    def _apply(self, event: Event) -> None:
        self.game.apply(event)
        self._changed()

    # -- files -----------------------------------------------------------------------------------------------

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
