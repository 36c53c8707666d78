"""Broken game files by the thousand: each is a file of the corpus, changed at random in ways that files break."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import TypeAlias

CORPUS = Path(__file__).parents[1] / "data" / "records"

Mutation: TypeAlias = Callable[[bytes, random.Random, Sequence[bytes]], bytes]

MOST_MUTATIONS = 5
LONGEST = 6_000
"""Files are cut to so many bytes: splicing would make them longer and longer."""

PIECES = (
    *(b"[", b"]", b'"', b"{", b"}", b"(", b")", b"<", b">", b";", b"%", b"\\", b"$", b"!", b"?", b".", b"@", b"*"),
    *(b"\n", b"\r\n", b"\r", b" ", b"\t", b"\n\n", b"\n%", b"\n[", b'\n[White "A"]', b"\xef\xbb\xbf", b"\0", b"\x01"),
    *(
        b"\xff",
        b"\xc3",
        b"\xc3\xa9",
        b"\xe2\x80\xa8",
        b"\xc2\xa0",
        b"\xe3\x80\x80",
        b"\xed\xa0\x80",
        b"\xf0\x9f\x98\x80",
    ),
    *(b"\\n", b"\\t", b"\\u0041", b"\\u2028", b"\\ud83d\\ude00", b"\\ud800", b"\\u00", b'\\"', b"\\}", b"\\>", b"\\\\"),
    *(
        b"1-0",
        b" 0-1 ",
        b" 1/2-1/2 ",
        b" * ",
        b"=declined",
        b"$7",
        b"$0",
        b"$1234567890",
        b"!?",
        b"!!!",
        b"1.",
        b"7...",
    ),
    *(b"d2d5", b"d2d4 ", b" d8d6 ", b"d8xd5", b"@c4x", b"@d4^", b" zz ", b"d2xd5@d8x@e4^", b"(1. d2d4)", b"{}", b"<>"),
    *(b'[Result "1-0"]\n', b'[Result "0-1"]\n', b'[Variant "Open"]\n', b'[Variant "Custom"]\n', b'[Express "21"]\n'),
    *(b'[Express "99"]\n', b'[TouchMove "Yes"]\n', b'[DrawOffer "Nobody"]\n', b'[DrawOffer "Repetition"]\n'),
    *(b'[Termination "time"]\n', b'[Termination "dead position"]\n', b'[Termination "blocked"]\n', b'[FEN "7/7"]\n'),
    b'[FEN "4+1z/4++1/5++/7/7/7/++5/1++4/Z1+4 w"]\n',
    b'[FEN "1v5/7/7/7/3D3/7/7/7/7 w bw 20 00 3"]\n',
    b'[FEN "1vd1dv1/2zdz2/7/1x3x1/x1x1x1x/1x3x1/7/2ZDZ2/1VD1DV1 w - 24 00 1"]\n',
    b'[FEN "7/7/7/7/3D3/7/7/7/7 b"]\n',
)


def mutated(files: Sequence[bytes], seed: int, count: int) -> Iterator[bytes]:
    """So many mutated files; the same for the same corpus and seed."""
    for number in range(count):
        source = random.Random(f"{seed} {number}")
        data = source.choice(files)
        for _ in range(source.randint(1, MOST_MUTATIONS)):
            data = source.choice(MUTATIONS)(data, source, files)[:LONGEST]
        yield data


def corpus() -> list[bytes]:
    """The files of the corpus, in the order of their names."""
    return [path.read_bytes() for path in sorted(CORPUS.glob("*.bgn"))]


def _somewhere(data: bytes, source: random.Random) -> int:
    return source.randint(0, len(data))


def _flip(data: bytes, source: random.Random, _: Sequence[bytes]) -> bytes:
    at = _somewhere(data, source)
    return data[:at] + bytes([byte ^ 1 << source.randrange(8) for byte in data[at : at + 1]]) + data[at + 1 :]


def _cut(data: bytes, source: random.Random, _: Sequence[bytes]) -> bytes:
    at = _somewhere(data, source)
    return data[:at] + data[at + source.choice((1, 1, 2, 5, 20, len(data))) :]


def _repeat(data: bytes, source: random.Random, _: Sequence[bytes]) -> bytes:
    at = _somewhere(data, source)
    end = at + source.choice((1, 3, 10, 60))
    return data[:end] + data[at:end] * source.choice((1, 1, 2, 110)) + data[end:]


def _insert(data: bytes, source: random.Random, _: Sequence[bytes]) -> bytes:
    at = _somewhere(data, source)
    return data[:at] + source.choice(PIECES) + data[at:]


def _replace(data: bytes, source: random.Random, _: Sequence[bytes]) -> bytes:
    at = _somewhere(data, source)
    piece = source.choice(PIECES)
    return data[:at] + piece + data[at + len(piece) :]


def _splice(data: bytes, source: random.Random, files: Sequence[bytes]) -> bytes:
    other = source.choice(files)
    return data[: _somewhere(data, source)] + other[_somewhere(other, source) :]


def _swap_lines(data: bytes, source: random.Random, _: Sequence[bytes]) -> bytes:
    lines = data.split(b"\n")
    one, other = source.randrange(len(lines)), source.randrange(len(lines))
    lines[one], lines[other] = lines[other], lines[one]
    return b"\n".join(lines)


def _swap_words(data: bytes, source: random.Random, _: Sequence[bytes]) -> bytes:
    words = data.split(b" ")
    one, other = source.randrange(len(words)), source.randrange(len(words))
    words[one], words[other] = words[other], words[one]
    return b" ".join(words)


MUTATIONS: tuple[Mutation, ...] = (_flip, _cut, _repeat, _insert, _insert, _replace, _splice, _swap_lines, _swap_words)
