"""Games for data tools: JSON lines, and Parquet, which needs the ``data`` extra. Both are written piece by piece."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice
from typing import TYPE_CHECKING, Any

from barragoon.action import Action
from barragoon.colour import Colour
from barragoon.record.record import Record
from barragoon.record.tree import Node

if TYPE_CHECKING:
    from types import ModuleType

GAMES_A_GROUP = 1_000
"""How many games a Parquet file holds together; memory holds so many."""

_MISSING = "Parquet files need the 'data' extra: pip install 'barragoon[data]'"


def json_lines(records: Iterable[Record]) -> Iterator[str]:
    r"""Each game as one line of JSON, from which :meth:`Record.from_json` makes it again.

    >>> (line,) = json_lines([Record.parse("1. d2d5 *")])
    >>> Record.from_json(line).mainline()
    (Turn.parse('d2d5'),)
    >>> line.count("\n")
    1
    """
    for record in records:
        yield record.to_json() + "\n"


def row(record: Record) -> dict[str, Any]:
    """A game as a row of a table (docs/notation.md).

    >>> made = row(Record.parse('[White "Ann"] 1. d2d5 {[%eval 0.35]} 1-0'))
    >>> made["white"], made["turns"], made["actions"], made["scores"], made["tags"]
    ('Ann', ['d2d5'], [222], [35], [])
    """
    tags = {name: _sound(value) for name, value in record.tags.items()}
    named = {name.lower(): tags.pop(name, None) for name in _NAMED}
    turns = record.mainline()
    return {
        **named,
        "reason": tags.pop("Termination", None),
        "touch_move": record.touch_move,
        "start": record.start.to_fen() if record.start_known else None,
        "turn_count": len(turns),
        "turns": [str(turn) for turn in turns],
        "actions": [action.id for action in _actions(record)],
        "scores": _scores(record),
        "clocks": _clocks(record),
        "tags": [(name, value) for name, value in tags.items() if name not in _ELSEWHERE],
        "errors": len(record.errors),
    }


_NAMED = ("Event", "Site", "Date", "White", "Brown", "Result", "Variant", "Express")
_ELSEWHERE = ("TouchMove", "FEN")


def _sound(text: str) -> str:
    """A text without lone surrogates, which files may hold as escapes and tables can't."""
    return text.encode(errors="replace").decode()


def _actions(record: Record) -> Iterator[Action]:
    yield from record.placements
    for turn in record.mainline():
        yield from turn.actions


def _nodes(record: Record) -> list[Node]:
    """The nodes, if any of them has a comment: those of a plain game need not be made."""
    return record.main.nodes if record.has_comments else []


def _scores(record: Record) -> list[int | None] | None:
    """White's evaluation after each turn, in hundredths, 30,000 less the turns for a proven win; None without any."""
    found = [node.evaluation for node in _nodes(record)]
    return [score.pov(Colour.WHITE).value if score else None for score in found] if any(found) else None


def _clocks(record: Record) -> list[float | None] | None:
    found = [node.clock for node in _nodes(record)]
    return found if any(clock is not None for clock in found) else None


def parquet(records: Iterable[Record]) -> Iterator[bytes]:
    """The bytes of a Parquet file with a row for each game; a :class:`RuntimeError` says if pyarrow is missing."""
    arrow, parquet = _pyarrow()
    sink = _Sink()
    schema = _schema(arrow)
    rows = map(row, records)
    with parquet.ParquetWriter(sink, schema, compression="zstd") as writer:
        while group := list(islice(rows, GAMES_A_GROUP)):
            writer.write_table(arrow.Table.from_pylist(group, schema))
            yield sink.take()
    yield sink.take()


def _pyarrow() -> tuple[ModuleType, ModuleType]:
    try:
        import pyarrow as pa
        from pyarrow import parquet
    except ImportError:
        raise RuntimeError(_MISSING) from None
    return pa, parquet


def _schema(arrow: ModuleType) -> Any:  # noqa: ANN401 - pyarrow has no types
    text, texts = arrow.string(), arrow.list_(arrow.string())
    columns = {name.lower(): text for name in _NAMED} | {
        "reason": text,
        "touch_move": arrow.bool_(),
        "start": text,
        "turn_count": arrow.int32(),
        "turns": texts,
        "actions": arrow.list_(arrow.uint16()),
        "scores": arrow.list_(arrow.int16()),
        "clocks": arrow.list_(arrow.float32()),
        "tags": arrow.map_(text, text),
        "errors": arrow.int32(),
    }
    return arrow.schema([*columns.items()])


class _Sink:
    """A file that only keeps what was written until it is taken."""

    closed = False

    def __init__(self) -> None:
        self._pieces: list[bytes] = []

    def write(self, data: bytes) -> int:
        """Keep some bytes."""
        piece = bytes(data)
        self._pieces.append(piece)
        return len(piece)

    def close(self) -> None:
        """There is nothing to close."""

    def take(self) -> bytes:
        """Hand over what was written since."""
        data, self._pieces = b"".join(self._pieces), []
        return data
