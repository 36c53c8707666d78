"""The JSON form of a record, the same bytes from Python, the native engine and WebAssembly (docs/notation.md).

The tree of turns is a flat list of lines, because variations nest without limit and JSON readers don't: line 0 is the
main line, and each turn has the numbers of the lines that could have been played instead.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from typing import Any

from barragoon.action import Placement, Turn
from barragoon.colour import Colour
from barragoon.errors import NotationError
from barragoon.objection import Objection
from barragoon.outcome import Outcome, Reason
from barragoon.position import Position
from barragoon.record.error import RecordError
from barragoon.record.escape import join_surrogates
from barragoon.record.record import Record
from barragoon.record.tags import DERIVED, PendingOffer
from barragoon.record.tree import Line, LineEnd, Node, walk
from barragoon.setup import Defect

_SURROGATES = re.compile("[\ud800-\udfff]")


def write_json(records: Iterable[Record]) -> str:
    r"""Write records as a JSON array.

    >>> write_json([])
    '[]'
    """
    return f"[{','.join(map(record_to_json, records))}]"


def record_to_json(record: Record) -> str:
    """Write a record as a JSON object."""
    text = json.dumps(_record(record), ensure_ascii=False, separators=(",", ":"))
    return _escape_surrogates(text) if _SURROGATES.search(text) else text


def _escape_surrogates(text: str) -> str:
    r"""Two surrogates that make a character become that character; the others are written as \udxxx."""
    return _SURROGATES.sub(lambda found: f"\\u{ord(found[0]):04x}", join_surrogates(text))


def _record(record: Record) -> dict[str, object]:
    return {
        "tags": [[name, value] for name, value in record.tags.items()],
        "start": record.start.to_fen() if record.start_known else None,
        "touch_move": record.touch_move,
        "placements": [str(placement) for placement in record.placements],
        "lines": _lines(record.main),
        "result": record.result,
        "outcome": record.outcome and _outcome(record.outcome),
        "offer": record.offer and record.offer.value.lower(),
        "stray": record.stray,
        "errors": [_error(error) for error in record.errors],
    }


def _lines(main: Line) -> list[dict[str, Any]]:
    lines: list[dict[str, Any]] = []
    entered: list[dict[str, Any]] = []
    for step in walk(main):
        match step:
            case Line():
                if entered:
                    entered[-1]["nodes"][-1]["variations"].append(len(lines))
                entered.append({"comments": step.comments, "nodes": [], "unread": step.unread})
                lines.append(entered[-1])
            case Node():
                entered[-1]["nodes"].append(_node(step))
            case LineEnd():
                entered.pop()
    return lines


def _node(node: Node) -> dict[str, Any]:
    return {
        "turn": str(node.turn),
        "before": node.before,
        "after": node.after,
        "nags": node.nags,
        "declined": node.declined,
        "variations": [],
    }


def _error(error: RecordError) -> dict[str, object]:
    return {
        "fault": error.fault.name.lower(),
        "code": error.code,
        "parameters": {name: _parameter(value) for name, value in error.parameters.items()},
        "line": error.line,
        "column": error.column,
        "text": error.text,
    }


def _parameter(value: object) -> object:
    match value:
        case tuple():
            return [*value]
        case Outcome():
            return _outcome(value)
        case Defect():
            return [defect.name.lower() for defect in value if defect.name]
        case Objection():
            return value.facts()
    return value


def _outcome(outcome: Outcome) -> dict[str, object]:
    winner = outcome.winner and str(outcome.winner).lower()
    return {"winner": winner, "reason": outcome.reason.value}


# -- reading ------------------------------------------------------------------------------------------------------


def record_from_json(text: str) -> Record:
    """Read a JSON object; the errors are left out, because they speak of the text that the record was read from."""
    try:
        return _from_facts(json.loads(text))
    except (KeyError, IndexError, TypeError, AttributeError, ValueError, RecursionError) as error:
        raise NotationError(text, "is not the JSON of a record") from error


def _from_facts(facts: dict[str, Any]) -> Record:
    free = {name: value for name, value in facts["tags"] if name not in DERIVED}
    outcome = facts["outcome"]
    record = Record(
        free,
        None if facts["start"] is None else Position.from_fen(facts["start"]),
        _tree(facts["lines"]),
        [Placement.parse(placement) for placement in facts["placements"]],
        touch_move=facts["touch_move"],
        outcome=outcome and Outcome(_colour(outcome["winner"]), Reason(outcome["reason"])),
        offer=facts["offer"] and PendingOffer(facts["offer"].capitalize()),
        stray=facts["stray"],
    )
    record.start_known = facts["start"] is not None
    return record


def _tree(written: list[dict[str, Any]]) -> Line:
    lines = [Line(comments=line["comments"], unread=line["unread"]) for line in written]
    for own_number, (line, facts) in enumerate(zip(lines, written, strict=True)):
        for node in facts["nodes"]:
            if any(number <= own_number for number in node["variations"]):  # a line inside itself would never end
                raise ValueError("a variation comes after the line that it belongs to")
            variations = [lines[number] for number in node["variations"]]
            turn = Turn.parse(node["turn"])
            made = Node(turn, node["before"], node["after"], node["nags"], variations, declined=node["declined"])
            line.nodes.append(made)
    return lines[0]


def _colour(name: str | None) -> Colour | None:
    return None if name is None else Colour[name.upper()]
