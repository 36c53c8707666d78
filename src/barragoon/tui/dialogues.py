"""Dialogues in front of the board: a choice, a file name, a page of text."""

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


class ChoiceDialogue(ModalScreen[str]):
    """A prompt with choices, each taken by its key, by the arrows and Enter, or by the mouse. Esc takes none."""

    def __init__(self, prompt: str, choices: Sequence[tuple[str, str]], *, escape: str = "Back") -> None:
        """Show a prompt and choices, each with its key; ``escape`` labels taking none of them."""
        super().__init__()
        self.prompt = prompt
        self.choices = dict(choices)
        self.escape = escape
        self._taken = False

    def compose(self) -> ComposeResult:
        """Show the prompt above its choices."""
        with Vertical(classes="dialogue"):
            yield Static(self.prompt, markup=False)
            options = [Option(f"{key:<3}  {label}", id=key) for key, label in self.choices.items()]
            yield OptionList(*options, Option(f"Esc  {self.escape}", id="escape"), markup=False)

    def on_key(self, event: events.Key) -> None:
        """Take a choice by its key."""
        if event.key == "escape" or event.character in self.choices:
            event.stop()
            self._take("" if event.key == "escape" else event.character or "")

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Take a choice by Enter or by the mouse."""
        self._take("" if event.option_id == "escape" else event.option_id or "")

    def _take(self, key: str) -> None:
        """Close with the first choice; keys that were typed ahead may arrive until the screen has closed."""
        if not self._taken:
            self._taken = True
            self.dismiss(key)


class FileNameDialogue(ModalScreen[str]):
    """Asks for the file to save in; Esc names none."""

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


class TextDialogue(ModalScreen[None]):
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
