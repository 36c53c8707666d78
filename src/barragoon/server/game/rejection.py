"""Why a command is not carried out."""

from __future__ import annotations

from barragoon.server.messages import RejectCode


class RejectedError(Exception):
    """A command that was not carried out and changed nothing."""

    def __init__(self, code: RejectCode, sentence: str) -> None:
        """Take the code for programs and the sentence for people."""
        self.code: RejectCode = code
        self.sentence = sentence
        super().__init__(sentence)
