"""What comes before the board: a question with its answers, a file name, a page of text."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, ClassVar

from textual.binding import Binding, BindingType
from textual.containers import Vertical, VerticalScroll
from textual.screen import ModalScreen
from textual.widgets import Input, OptionList, Static
from textual.widgets.option_list import Option

if TYPE_CHECKING:
    from textual import events
    from textual.app import ComposeResult

STYLE = """
ModalScreen { align: center middle; background: #14110e 65%; }
.dialogue {
    width: 66; max-width: 96%; height: auto; max-height: 94%;
    padding: 1 2; background: #37322b; color: #f3ebdd; border: round #b9a77f;
    scrollbar-color: #b9a77f; scrollbar-background: #37322b; scrollbar-size-vertical: 1;
}
.dialogue.wide { width: 76; }
.dialogue OptionList { height: auto; background: #37322b; color: #f3ebdd; border: none; padding: 0; margin-top: 1; }
.dialogue OptionList:focus { border: none; }
.dialogue OptionList > .option-list--option-highlighted { background: #e8c878; color: #26211b; text-style: bold; }
.dialogue Input { margin-top: 1; background: #26211b; color: #f3ebdd; border: round #b9a77f; }
"""
"""For the app's style sheet: that of a screen itself would lose against its widgets' own."""


class Question(ModalScreen[str]):
    """A question; each answer is chosen by its key, by the arrows and Enter, or by the mouse. Esc answers nothing."""

    def __init__(self, question: str, answers: Sequence[tuple[str, str]], *, back: str = "Back") -> None:
        """Take the question and the answers, each with its key; ``back`` is what it means to give none."""
        super().__init__()
        self.question = question
        self.answers = dict(answers)
        self.back = back
        self._answered = False

    def compose(self) -> ComposeResult:
        """Show the question above its answers."""
        with Vertical(classes="dialogue"):
            yield Static(self.question, markup=False)
            options = [Option(f"{key:<3}  {label}", id=key) for key, label in self.answers.items()]
            yield OptionList(*options, Option(f"Esc  {self.back}", id="escape"), markup=False)

    def on_key(self, event: events.Key) -> None:
        """Answer by a key."""
        if event.key == "escape" or event.character in self.answers:
            event.stop()
            self._answer("" if event.key == "escape" else event.character or "")

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Answer by Enter or by the mouse."""
        self._answer("" if event.option_id == "escape" else event.option_id or "")

    def _answer(self, key: str) -> None:
        """Take the first answer; keys that were typed ahead may come here until the screen has gone."""
        if not self._answered:
            self._answered = True
            self.dismiss(key)


class FileName(ModalScreen[str]):
    """Asks for the file to save in; Esc gives none."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "dismiss('')", "Back")]

    def __init__(self, proposal: str) -> None:
        """Take the name to propose."""
        super().__init__()
        self.proposal = proposal

    def compose(self) -> ComposeResult:
        """Show a line to type in."""
        with Vertical(classes="dialogue"):
            yield Static("Save the game in which file? (Esc: back)", markup=False)
            yield Input(self.proposal)

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Take the name."""
        event.stop()  # it is not for the line below the board
        self.dismiss(event.value.strip())


class Page(ModalScreen[None]):
    """A page of text to read; any of Esc, Enter and q closes it."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape,enter,q,question_mark", "dismiss", "Back")]

    def __init__(self, text: str) -> None:
        """Take the text."""
        super().__init__()
        self.text = text

    def compose(self) -> ComposeResult:
        """Show the text, which scrolls where it is longer than the screen."""
        with VerticalScroll(classes="dialogue wide"):
            yield Static(self.text, markup=False)
