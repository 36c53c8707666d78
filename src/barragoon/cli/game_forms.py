"""The forms in which games are written: the usual one, and those for other programs."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias

from barragoon.game import Game
from barragoon.terminal.failure import FailureError
from barragoon.terminal.files import STANDARD, replayed

if TYPE_CHECKING:
    from barragoon.record import Record

Form: TypeAlias = "Callable[[Iterable[Record], Path], Iterator[bytes]]"
"""Makes the bytes of a file from games, piece by piece."""

OUTPUT_HELP = "Ends in .bgn, .json, .jsonl, .fen or .parquet; - is stdout as .bgn."

REPLAYED = (".json", ".fen")
"""The forms for which a game is played through."""


def form_of(output: str) -> Form:
    """The form that the name of a file asks for."""
    forms: dict[str, Form] = {
        ".bgn": _as_bgn,
        ".json": _as_json,
        ".jsonl": _as_json_lines,
        ".fen": _as_fen,
        ".parquet": _as_parquet,
    }
    suffix = suffix_of(output)
    if suffix not in forms:
        raise FailureError(f"--output: {output!r} ends in none of {', '.join(forms)}")
    if suffix == ".parquet":
        from barragoon.cli.packages import require

        require("pyarrow", "data", "a Parquet file")
    return forms[suffix]


def suffix_of(output: str) -> str:
    """The end of a file's name that tells its form."""
    return ".bgn" if output == STANDARD else Path(output).suffix.lower()


def _as_bgn(games: Iterable[Record], _: Path) -> Iterator[bytes]:
    for number, record in enumerate(games):
        yield (("\n" if number else "") + str(record)).encode()


def _as_json(games: Iterable[Record], file: Path) -> Iterator[bytes]:
    import json

    number = -1
    for number, record in enumerate(games):
        facts = json.dumps(facts_of(record, replayed(record, file)), indent=2, ensure_ascii=False)
        yield ((",\n  " if number else "[\n  ") + facts.replace("\n", "\n  ")).encode(errors="backslashreplace")
    yield b"[]\n" if number < 0 else b"\n]\n"


def _as_fen(games: Iterable[Record], file: Path) -> Iterator[bytes]:
    for number, record in enumerate(games):
        text = "".join(f"{fen}\n" for fen in _fens(replayed(record, file)))
        yield (("\n" if number else "") + text).encode()


def _fens(game: Game) -> Iterable[str]:
    """The positions at the start and after each action."""
    return (position.to_fen() for position in game.positions())


def _as_json_lines(games: Iterable[Record], _: Path) -> Iterator[bytes]:
    from barragoon.record.export import json_lines

    return (line.encode() for line in json_lines(games))


def _as_parquet(games: Iterable[Record], _: Path) -> Iterator[bytes]:
    from barragoon.record.export import parquet

    return parquet(games)


def facts_of(record: Record, game: Game) -> dict[str, Any]:
    """What is said of a game as JSON."""
    outcome = game.outcome()
    return {
        "tags": record.all_tags(),
        "start": game.start.to_fen(),
        "turns": [str(turn) for turn in record.mainline()],
        "result": record.result,
        "outcome": outcome and {"reason": outcome.reason.value, "sentence": str(outcome)},
    }
