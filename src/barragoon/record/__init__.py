"""Game files: reading, writing and keeping games as ``.bgn`` text (docs/notation.md).

>>> from barragoon.record import Record
>>> record = Record.parse('[White "Ann"] 1. d2d5! d8d6 (1... d8c7 {Shy.}) 2. d5d3 *')
>>> print(record)
[Event "?"]
[Site "?"]
[Date "????.??.??"]
[White "Ann"]
[Brown "?"]
[Result "*"]
[Variant "Closed"]
[Express "00"]
[TouchMove "No"]
<BLANKLINE>
1. d2d5! d8d6 (1... d8c7 {Shy.}) 2. d5d3 *
<BLANKLINE>
"""

from barragoon.record.error import Code, Fault, RecordError
from barragoon.record.headers import Headers
from barragoon.record.reader import read_headers, read_records
from barragoon.record.record import Record
from barragoon.record.replay import events_of
from barragoon.record.selection import Selection
from barragoon.record.source import Source
from barragoon.record.tags import PendingOffer, Tags
from barragoon.record.tree import Line, Node, walk
from barragoon.record.variation import line_of, turns_of
from barragoon.record.writer import write_record, write_records

__all__ = [
    "Code",
    "Fault",
    "Headers",
    "Line",
    "Node",
    "PendingOffer",
    "Record",
    "RecordError",
    "Selection",
    "Source",
    "Tags",
    "events_of",
    "line_of",
    "read_headers",
    "read_records",
    "turns_of",
    "walk",
    "write_record",
    "write_records",
]
