"""Mutated game files as the Python library reads them, a line of JSON each, for the tests of web/ to compare."""

import json
import sys
from base64 import b64encode
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from barragoon.record import read_records, write_record
from barragoon.record.json_form import write_json
from records.mutations import corpus, mutated


def main() -> None:
    """Mutate the corpus with the seed that the command line says, as often as it says."""
    seed, count = map(int, sys.argv[1:])
    for data in mutated(corpus(), seed, count):
        records = list(read_records([data]))
        text = "\n".join(map(write_record, records))
        found = {"file": b64encode(data).decode(), "json": write_json(records), "text": text}
        sys.stdout.write(json.dumps(found) + "\n")


if __name__ == "__main__":
    main()
