"""Names of players: which can be shown to everybody without imitating or hiding anything.

As the nickname profile of PRECIS (RFC 8266) has it: compatible forms are folded (NFKC), spaces are collapsed, and
only then the length counts. Beyond it, as Unicode's security mechanisms (UTS 39) advise, letters are of one script.
"""

from __future__ import annotations

import unicodedata

LONGEST = 24
MOST_ACCENTS, MOST_MARKS = 2, 3
"""How many marks in a row: accents for any letter, and those of one script, of which Burmese needs three."""
PUNCTUATION = " ._'’-"
_TOGETHER = (
    {"LATIN", "CJK", "HIRAGANA", "KATAKANA", "KATAKANA-HIRAGANA", "IDEOGRAPHIC"},
    {"LATIN", "CJK", "BOPOMOFO"},
    {"LATIN", "CJK", "HANGUL"},
)
_ANY_SCRIPT = {"COMBINING", "DIGIT", "MODIFIER"}
_INVISIBLE_WORDS = ("FILLER", "BLANK", "SELECTOR", "JOINER", "INHERENT", "INVISIBLE")
_ROUNDS = 4


class UnusableNameError(ValueError):
    """A name that can't be used; the sentence says why."""


def clean_name(name: str) -> str:
    """The name as everybody sees it, or an :class:`UnusableNameError`; cleaning it again changes nothing.

    >>> clean_name("  Ann   𝐎’Hara ")
    'Ann O’Hara'
    >>> clean_name("Аnn")
    Traceback (most recent call last):
    barragoon.server.shared.player_name.UnusableNameError: the letters of a name are of one script
    """
    name = _fold(name)
    if not name:
        raise UnusableNameError("a name has at least one letter or digit")
    if len(name) > LONGEST:
        raise UnusableNameError(f"a name has {LONGEST} characters at most, some of which count as several")
    if not all(each in PUNCTUATION or unicodedata.category(each)[0] in "LMN" for each in name):
        raise UnusableNameError("a name has letters, digits, spaces and . _ ' - only")
    if not any(unicodedata.category(each)[0] in "LN" for each in name):
        raise UnusableNameError("a name has at least one letter or digit")
    if any(_is_invisible(each) for each in name):
        raise UnusableNameError("every character of a name can be seen")
    _require_marks_on_letters(name)
    _require_one_script(name)
    return name


def _fold(name: str) -> str:
    """Fold compatible forms and spaces; one round may make another one possible, as RFC 8266 says."""
    for _ in range(_ROUNDS):
        folded = " ".join(unicodedata.normalize("NFKC", name).split())
        if folded == name:
            return name
        name = folded
    raise UnusableNameError("a name has letters, digits, spaces and . _ ' - only")


def _is_invisible(character: str) -> bool:
    """Letters and marks that show nothing, such as U+3164; Unicode gives them names that say so."""
    return any(word in _INVISIBLE_WORDS for word in unicodedata.name(character, "BLANK").replace("-", " ").split())


def _require_marks_on_letters(name: str) -> None:
    before, run = " ", ""
    for each in name:
        category = unicodedata.category(each)
        if category[0] == "M" and (before in PUNCTUATION or before == " "):
            raise UnusableNameError("an accent in a name follows a letter")
        run = run + each if category in {"Mn", "Me"} else "" if category[0] != "M" else run
        accents = sum(unicodedata.name(mark, "").startswith("COMBINING") for mark in run)
        if accents > MOST_ACCENTS or len(run) > MOST_MARKS or run[-2:] == each * 2:
            raise UnusableNameError("the letters of a name have two accents at most")
        before = each


def _require_one_script(name: str) -> None:
    scripts = {_script(each) for each in name if unicodedata.category(each)[0] == "L"} - _ANY_SCRIPT
    if len(scripts) > 1 and not any(scripts <= together for together in _TOGETHER):
        raise UnusableNameError("the letters of a name are of one script")


def _script(letter: str) -> str:
    """The script as the letter's own Unicode name begins: the standard library has no other table of scripts."""
    return unicodedata.name(letter, "").partition(" ")[0]
