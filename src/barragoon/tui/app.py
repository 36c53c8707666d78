"""The full-screen board: the app that connects keys, session, computer and widgets."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar

from textual.app import App, ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.widgets import Input, Static

from barragoon.errors import BarragoonError
from barragoon.heading import Heading
from barragoon.terminal.commands import execute
from barragoon.terminal.phrases import draw_notice
from barragoon.terminal.session import Session
from barragoon.tui import panel
from barragoon.tui.board import Board
from barragoon.tui.cells import LARGE, MEDIUM, SMALL, Size
from barragoon.tui.computer_task import BEAT, ComputerTask
from barragoon.tui.dialogues import STYLE, ChoiceDialogue, FileNameDialogue, TextDialogue
from barragoon.tui.entry import Entry, sentence
from barragoon.tui.new_game_dialogue import ask_for_opponent
from barragoon.tui.tray import Tray

if TYPE_CHECKING:
    from textual import events

INTERRUPTED = 130
_BELOW = 4  # lines under the board: two for messages, one to type in, one for the keys
_BESIDE = 41  # columns for the panel: eight faces, five wide, and a gap
LEAST_WIDTH, LEAST_HEIGHT = 60, 24

_HEADINGS = {"up": Heading.NORTH, "right": Heading.EAST, "down": Heading.SOUTH, "left": Heading.WEST}
_LETTERS = {"up": "k", "right": "l", "down": "j", "left": "h"}


class BarragoonApp(App[None]):
    """A game on one screen, for two people or for one against the computer."""

    TITLE = "Barragoon"
    ENABLE_COMMAND_PALETTE = False
    CSS = (
        """
    Screen { background: #2a2621; color: #f3ebdd; }
    Screen { layers: base above; }
    #cramped { display: none; layer: above; dock: top; width: 100%; height: 100%; background: #2a2621; }
    #cramped.shown { display: block; }
    #table { height: 1fr; }
    #panel { width: 1fr; height: 100%; padding-left: 1; }
    #headline { height: 2; text-style: bold; }
    #headline.over { background: #e8c878; color: #26211b; }
    #players { height: 3; }
    #tray { margin-top: 1; }
    #face { height: 2; color: #cfc3ab; }
    #turns { height: 1fr; scrollbar-size-vertical: 1; background: #2a2621; }
    #message { height: 2; padding: 0 1; color: #e8c878; }
    #message.rejected { color: #ff9c85; text-style: bold; }
    #typed { height: 1; border: none; padding: 0 1; background: #37322b; color: #f3ebdd; }
    #typed:focus { background: #1b1815; }
    #keys { height: 1; padding: 0 1; color: #b5aa95; }
    """
        + STYLE
    )
    BINDINGS: ClassVar[list[BindingType]] = [
        *(Binding(f"{name},{_LETTERS[name]}", f"step('{name}')") for name in _HEADINGS),
        *(Binding(f"shift+{name},{_LETTERS[name].upper()}", f"point('{name}')") for name in _HEADINGS),
        *(Binding(str(number), f"symbol({number})") for number in range(1, 7)),
        Binding("enter,space", "press"),
        Binding("escape", "cancel"),
        Binding("n", "cycle(1)"),
        Binding("p", "cycle(-1)"),
        Binding("r", "rotate"),
        Binding("m", "hurry"),
        Binding("u", "take_back"),
        Binding("d", "draw"),
        Binding("R", "resign"),
        Binding("s", "save"),
        Binding("f", "flip"),
        Binding("question_mark", "help"),
        Binding("colon", "type"),
        Binding("at", "type('@')"),
        Binding("q,ctrl+q", "leave"),
        Binding("ctrl+c", "interrupt", priority=True),
    ]

    def __init__(self, session: Session, *, notice: str = "", ask: bool = False, beat: float = BEAT) -> None:
        """Show a session; ``notice`` is said first, and ``ask`` puts the question who plays.

        The computer takes ``beat`` seconds at least for what it does, unless animations are off (TEXTUAL_ANIMATIONS).
        """
        super().__init__()
        self.session = session
        self.entry = Entry(session)
        self.notice = notice
        self.asks = ask
        self._claiming = False
        self.computer_task = ComputerTask(self, 0 if self.animation_level == "none" else beat)

    # -- the screen ------------------------------------------------------------------------------------------

    def compose(self) -> ComposeResult:
        """Lay out the board, the panel beside it and the lines below."""
        with Horizontal(id="table"):
            yield Board(self.entry, ascii_only=self.session.ascii_only)
            with Vertical(id="panel"):
                yield Static(id="headline", markup=False)
                yield Static(id="players", markup=False)
                yield Tray(self.entry, ascii_only=self.session.ascii_only)
                yield Static(id="face", markup=False)
                with VerticalScroll(id="turns", can_focus=False):
                    yield Static(id="turn-list", markup=False)
        yield Static(id="message", markup=False)
        yield Input(placeholder=": type an action such as d2d5 or @c4x, or help", id="typed")
        yield Static(id="keys", markup=False)
        times = "x" if self.session.ascii_only else "×"
        least = f"{LEAST_WIDTH}{times}{LEAST_HEIGHT}"
        yield Static(f"A larger terminal is needed: at least {least}", id="cramped", markup=False)

    def on_mount(self) -> None:
        """Begin with the board."""
        self._fit(self.size.width, self.size.height)
        self.query_one(Board).focus()
        self.show(self.notice)
        if self.asks:
            ask_for_opponent(self)

    def on_resize(self, event: events.Resize) -> None:
        """Choose the largest squares that fit, or ask for a larger terminal if none do."""
        self._fit(event.size.width, event.size.height)

    def _fit(self, width: int, height: int) -> None:
        board = self.query_one(Board)
        size = next((size for size in (LARGE, MEDIUM) if self._fits(board, size, width, height)), SMALL)
        board.fit(size)
        self.query_one(Tray).fit(size)
        self.query_one("#cramped").set_class(width < LEAST_WIDTH or height < LEAST_HEIGHT, "shown")

    @staticmethod
    def _fits(board: Board, size: Size, width: int, height: int) -> bool:
        extent = board.extent(size)
        return extent.width + _BESIDE <= width and extent.height + _BELOW <= height

    def show(self, message: str = "", *, rejected: bool = False) -> None:
        """Show the game as it stands, with a message below the board."""
        trouble, self.session.trouble = self.session.trouble, ""
        notice = draw_notice(self.session.game, self.session.naming)
        line = self.query_one("#message", Static)
        line.update(" ".join(text if text[-1] in ".!?" else f"{text}." for text in (message, trouble, notice) if text))
        line.set_class(rejected, "rejected")
        panel.fill(self)
        self.query_one(Board).show()
        self.query_one(Tray).refresh()
        self.computer_task.wake()
        if self.session.may_claim and not self._claiming:
            self._ask_for_claim()

    def attempt(self, action: Callable[[], str | None]) -> None:
        """Do something that the rules may forbid, and show what came of it."""
        try:
            self.show(action() or "")
        except BarragoonError as error:
            self.show(sentence(error), rejected=True)
        except OSError as error:
            self.show(f"{error.filename}: {error.strerror}", rejected=True)

    # -- the cursor ------------------------------------------------------------------------------------------

    def action_step(self, name: str) -> None:
        """Move the cursor."""
        self.entry.step(_HEADINGS[name])
        self.show()

    def action_cycle(self, steps: int) -> None:
        """Go to the next target or tile, or back."""
        self.entry.cycle(steps)
        self.show()

    def action_point(self, name: str) -> None:
        """Let the face in hand point somewhere."""
        self.entry.point(_HEADINGS[name])
        self.show()

    def action_symbol(self, number: int) -> None:
        """Take another symbol."""
        self.entry.choose_symbol(number)
        self.show()

    def action_rotate(self) -> None:
        """Turn the face in hand."""
        self.entry.rotate()
        self.show()

    def action_press(self) -> None:
        """Choose, move or place under the cursor."""
        self.attempt(self.entry.press)

    def action_cancel(self) -> None:
        """Let the chosen tile go, and come back to the board."""
        self.query_one(Board).focus()
        self.attempt(self.entry.cancel)

    def action_flip(self) -> None:
        """Turn the board round."""
        self.entry.flipped = not self.entry.flipped
        self.show()

    def on_board_pressed(self, event: Board.Pressed) -> None:
        """Do as with the cursor; a barragoon is shown where it would lie before a second click places it."""
        self.query_one(Board).focus()
        shown_first = self.entry.placing and self.entry.cursor is not event.square
        self.entry.cursor = event.square
        self.attempt((lambda: None) if shown_first else self.entry.press)

    def on_tray_chosen(self, event: Tray.Chosen) -> None:
        """Take the face that was clicked."""
        self.entry.face = event.face
        self.show()

    # -- typing ----------------------------------------------------------------------------------------------

    def action_type(self, beginning: str = "") -> None:
        """Go to the line below the board."""
        line = self.query_one("#typed", Input)
        line.value = beginning
        line.cursor_position = len(beginning)
        line.select_on_focus = False
        self.screen.set_focus(line)  # at once, so that a key typed fast goes to the line and not to the board

    def on_key(self, event: events.Key) -> None:
        """Give the line what was typed or pasted so fast that the board still got it."""
        line = self.query_one("#typed", Input)
        if self.focused is line and event.is_printable and event.character:
            event.prevent_default()
            line.insert_text_at_cursor(event.character)

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Carry out what was typed."""
        text = event.value.lstrip(": ").rstrip()
        event.input.clear()
        if text in ("quit", "exit", "q"):
            self.action_leave()
        elif text:
            self.attempt(lambda: self._execute(text))
        else:
            self.query_one(Board).focus()

    def _execute(self, text: str) -> str | None:
        """Do what was typed; once it changed the game, the keys are the board's again."""
        before = self.state()
        try:
            reply = execute(self.session, text)
        finally:  # the first of several turns may have been played before one was rejected
            if self.state() != before:
                self.entry.reset()
        if self.state() != before:
            self.query_one(Board).focus()
            return None
        if "\n" in reply:
            self.push_screen(TextDialogue(reply))
            return None
        return reply

    def state(self) -> tuple[object, ...]:
        """All of the game that an action, an answer or an end changes."""
        game = self.session.game
        return game.actions, game.outcome(), game.offer

    # -- the computer ----------------------------------------------------------------------------------------

    def computer_did(self, account: str) -> None:
        """Show what the computer has done."""
        self.entry.reset()
        self.show(account)

    def action_hurry(self) -> None:
        """Make the computer act at once."""
        self.computer_task.hurry()

    # -- what needs a dialogue -------------------------------------------------------------------------------

    def ask(self, prompt: str, *choices: tuple[str, str, Callable[[], str | None]]) -> None:
        """Offer choices; each has a key, a label and what it does."""
        actions = {key: action for key, _, action in choices}

        def take(key: str | None) -> None:
            if key:
                self.attempt(actions[key])

        self.push_screen(ChoiceDialogue(prompt, [(key, label) for key, label, _ in choices]), take)

    def action_take_back(self) -> None:
        """Take back the last action."""
        self.attempt(self._take_back)

    def _take_back(self) -> str:
        taken_back = self.session.take_back()
        self.entry.reset()
        return f"Taken back: {taken_back}"

    def action_resign(self) -> None:
        """Give up, after a question."""
        player = self.session.naming.you or self.session.game.position.actor
        if self.session.game.outcome():
            self.attempt(lambda: self.session.resign(player))
        else:
            question = "Do you" if self.session.computer else f"Does {self.session.name(player)}"
            self.ask(f"{question} give the game up?", ("y", "Resign", lambda: self.session.resign(player)))

    def action_draw(self) -> None:
        """Offer a draw, or answer the offer that is open."""
        game = self.session.game
        if game.offer:
            self._ask_for_answer()
        elif game.may_claim() and not self.session.computer:
            self.ask(
                draw_notice(game) + ".",
                ("r", f"{game.position.turn.other} offers a draw on the repetition", self._claim_repetition),
                ("d", f"{game.position.actor} offers a draw by agreement", self._offer_draw),
            )
        else:
            self.attempt(self._offer_draw)

    def _offer_draw(self) -> None:
        self.session.offer_draw()
        self._ask_for_answer()

    def _claim_repetition(self) -> None:
        self.session.claim_repetition()
        self._ask_for_answer()

    def _ask_for_claim(self) -> None:
        """Ask whether to offer a draw on a repetition, for which the computer's next move would be too late."""
        self._claiming = True

        def take(key: str | None) -> None:
            self._claiming = False
            if not key:
                self.session.pass_claim()
            self.attempt(self._claim_repetition if key else lambda: None)

        notice = draw_notice(self.session.game, self.session.naming) + "."
        self.push_screen(ChoiceDialogue(notice, [("r", "Offer a draw")], escape="Play on"), take)

    def _ask_for_answer(self) -> None:
        """Ask a human to answer the open offer; the computer needs no question."""
        if self.session.game.offer is None or self.session.owed:
            return
        self.ask(
            draw_notice(self.session.game, self.session.naming) + ".",
            ("a", "Accept", lambda: self.session.answer_draw(accept=True)),
            ("d", "Decline", lambda: self.session.answer_draw(accept=False)),
        )

    # -- files and leaving -----------------------------------------------------------------------------------

    def action_save(self) -> None:
        """Save the game, asking for a file if it has none."""
        self._save_then(lambda: None)

    def _save_then(self, afterwards: Callable[[], None]) -> None:
        if self.session.file is not None:
            self.attempt(lambda: self._save(self.session.file, afterwards))
            return

        def take(name: str | None) -> None:
            if name:
                self._save_as(Path(name).expanduser(), afterwards)

        self.push_screen(FileNameDialogue(self.session.proposal()), take)

    def _save_as(self, path: Path, afterwards: Callable[[], None]) -> None:
        if path.exists():
            replace = ("y", "Replace it", lambda: self._save(path, afterwards, replace=True))
            self.ask(f"{path} exists already.", replace)
        else:
            self.attempt(lambda: self._save(path, afterwards))

    def _save(self, path: Path | None, afterwards: Callable[[], None], *, replace: bool = False) -> str:
        saved = self.session.save(path, replace=replace)
        afterwards()
        return f"Saved in {saved}"

    def action_leave(self) -> None:
        """Leave; an unsaved game is saved, kept or discarded first."""
        if not self.session.unsaved:
            self.exit()
            return
        answers = [("s", "Save it and leave", lambda: self._save_then(self.exit))]
        if self.session.copy:
            answers.append(("k", "Leave; barragoon play --resume goes on with it", self.exit))
        self.ask("The game is not saved.", *answers, ("d", "Leave and discard the game", self._discard))

    def _discard(self) -> None:
        self.session.discard()
        self.exit()

    def action_interrupt(self) -> None:
        """Leave at once, as Ctrl-C does everywhere; the copy stays."""
        self.exit(return_code=INTERRUPTED)

    def action_help(self) -> None:
        """Show the keys and what can be typed."""
        self.push_screen(TextDialogue(panel.HELP))
