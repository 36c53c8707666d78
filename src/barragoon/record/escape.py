r"""Text inside delimiters: ``"…"`` in tags, ``{…}`` in comments, ``<…>`` around what could not be read.

A backslash makes the delimiter and itself plain, ``\n``, ``\r`` and ``\t`` stand for control characters, and
``\u`` with four hexadecimal digits for any other. Before anything else a backslash is just a backslash.
"""

from __future__ import annotations

import re

# Besides control characters: what some readers take for the end of a line, the byte order mark, and lone
# surrogates, which UTF-8 can't hold. All of them have four hexadecimal digits.
_SPECIAL = r"\\\x00-\x1f\x7f-\x9f\u2028\u2029\ufeff\ud800-\udfff"
_TO_ESCAPE = {closer: re.compile(f"[{closer}{_SPECIAL}]") for closer in '"}>'}
_ESCAPED = re.compile(r'\\(?:u([0-9a-fA-F]{4})|([\\"}>nrt]))')
_PAIR = re.compile("[\ud800-\udbff][\udc00-\udfff]")
_LETTERS = {"n": "\n", "r": "\r", "t": "\t"}
_NAMES = {character: letter for letter, character in _LETTERS.items()}


def escape(text: str, closer: str) -> str:
    r"""Make any text fit to stand before a closing delimiter, on one line.

    >>> print(escape("a }\nb", "}"))
    a \}\nb
    """
    return _TO_ESCAPE[closer].sub(_escape_one, text)


def _escape_one(found: re.Match[str]) -> str:
    character = found[0]
    if character in '\\"}>':
        return "\\" + character
    return "\\" + _NAMES.get(character, f"u{ord(character):04x}")


def unescape(text: str) -> str:
    r"""Undo :func:`escape`.

    >>> unescape(r"a \} \u2192 C:\games")
    'a } → C:\\games'
    """
    return join_surrogates(_ESCAPED.sub(_unescape_one, text)) if "\\" in text else text


def join_surrogates(text: str) -> str:
    """Make one character of every two surrogates that stand for it, as readers of JSON do."""
    return _PAIR.sub(lambda found: found[0].encode("utf-16-le", "surrogatepass").decode("utf-16-le"), text)


def _unescape_one(found: re.Match[str]) -> str:
    if found[1]:
        return chr(int(found[1], 16))
    return _LETTERS.get(found[2], found[2])
