"""All actions by their ids, one to a line, for the page's engine to be compared with."""

import json
import sys

from barragoon import all_actions

for action in all_actions():
    sys.stdout.write(json.dumps(str(action)) + "\n")
