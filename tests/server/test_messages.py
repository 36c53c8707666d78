"""The messages: the same words in Python, in the docs and in the page."""

import re
import subprocess
import sys
from pathlib import Path
from typing import get_args

from barragoon import Reason
from barragoon.server import messages

ROOT = Path(__file__).parent.parent.parent


def tags(union: object) -> set[str]:
    return {str(kind.__struct_config__.tag) for kind in get_args(union)}


def problem_codes() -> set[str]:
    """The codes of all problems that a request may get, as the source has them."""
    pattern = re.compile(r'(?:Problem(?:Error)?\((?:\d+, )?|send_problem\(\s*\d+, )"([a-z_]+)"')
    sources = (ROOT / "src" / "barragoon" / "server").rglob("*.py")
    return {code for source in sources for code in pattern.findall(source.read_text("utf-8"))}


def test_the_types_of_the_page_are_current() -> None:
    command = [sys.executable, str(ROOT / "tools" / "make_message_types.py"), "--check"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


def test_reasons_are_those_of_the_rules() -> None:
    assert set(get_args(messages.ReasonName)) == {reason.value for reason in Reason}


def test_the_docs_name_every_message_and_code() -> None:
    text = (ROOT / "docs" / "protocol.md").read_text(encoding="utf-8")
    words = tags(messages.FromClient) | tags(messages.FromServer) | set(get_args(messages.RejectCode))
    words |= set(get_args(messages.AbortReason)) | problem_codes()
    assert [word for word in sorted(words) if f"`{word}`" not in text] == []


def test_the_docs_name_every_setting() -> None:
    text = (ROOT / "docs" / "server.md").read_text(encoding="utf-8")
    from barragoon.server import Settings

    assert [name for name in Settings.__struct_fields__ if f"`{name}`" not in text] == []
