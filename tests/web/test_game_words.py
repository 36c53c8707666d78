"""The words that the page shares with the library are the library's."""

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parent.parent.parent


def test_the_words_of_the_page_are_current() -> None:
    command = [sys.executable, str(ROOT / "tools" / "make_game_words.py"), "--check"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
