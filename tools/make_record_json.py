"""Write what the Python reader says of each file in tests/data/records as JSON beside it.

Look at the difference before you commit it: the tests of three readers believe these files.
"""

import json
from pathlib import Path

from barragoon.record import read_records
from barragoon.record.json_form import write_json

CORPUS = Path(__file__).parents[1] / "tests" / "data" / "records"


def main() -> None:
    """Write all of them, indented for people."""
    for path in sorted(CORPUS.glob("*.bgn")):
        records = json.loads(write_json(read_records(path)))
        text = json.dumps(records, ensure_ascii=False, indent=1)
        path.with_suffix(".json").write_text(_escaped(text) + "\n", encoding="utf-8")


def _escaped(text: str) -> str:
    """Write lone surrogates as codes, which UTF-8 can't hold."""
    return "".join(f"\\u{ord(char):04x}" if 0xD800 <= ord(char) < 0xE000 else char for char in text)


if __name__ == "__main__":
    main()
