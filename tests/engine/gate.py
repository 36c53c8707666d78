"""The gate: thousands of very fast games by the engine against itself, on real clocks, in which nothing may go wrong.

``make gate`` plays 10,000. The games are those of ``barragoon match``, so that every action is checked by the rules in
Python; one that is illegal, a crash and a loss on time are counted, and the first of them is shown. Both set-ups,
express stages, several threads and the engine over pipes take part.
"""

import os
import sys
import time
from typing import NamedTuple

from barragoon import Variant
from barragoon.engine import Limit
from barragoon.engine.match.game import Conditions, Pace
from barragoon.engine.match.match import Fixture, play_match
from barragoon.engine.match.tally import Tally

# Two milliseconds a turn. What is on the clock at the start is not to be spent, which the engine learns from its
# overhead: it is for the moments at which a busy machine runs something else. Most games have few nodes as well, so
# that there can be ten thousand; in the others the clock alone ends each search.
CLOCK = Pace(base=10, increment=0.002)
PACE = Pace(Limit(nodes=60), base=10, increment=0.002)
NATIVE = "native:hash=1,overhead=10000"
OVER_PIPES = f"ubi:Hash=1,MoveOverhead=10000 {sys.executable} -c 'from barragoon.cli import main; main()' ubi"
# In a few games the time itself has to be divided; one second of four stays for such moments.
SPENT = Pace(base=4, increment=0.01)


class Group(NamedTuple):
    """Games of one kind; ``share`` in thousandths of all."""

    name: str
    share: int
    engine: str
    conditions: Conditions
    threads: int = 1


GROUPS = (
    Group("closed", 372, NATIVE, Conditions(PACE)),
    Group("open", 330, NATIVE, Conditions(PACE, Variant.OPEN)),
    Group("closed", 50, NATIVE, Conditions(CLOCK)),
    Group("open", 50, NATIVE, Conditions(CLOCK, Variant.OPEN)),
    Group("closed, express stages 1 and 0", 60, NATIVE, Conditions(PACE, stages=(1, 0))),
    Group("open, express stages 1 and 2", 60, NATIVE, Conditions(PACE, Variant.OPEN, stages=(1, 2))),
    Group("closed, two threads", 60, f"{NATIVE},threads=2", Conditions(PACE), threads=2),
    Group("open, over pipes", 10, OVER_PIPES, Conditions(PACE, Variant.OPEN)),
    Group("closed, time divided", 4, NATIVE.replace("10000", "1000"), Conditions(SPENT)),
    Group("open, over pipes, time divided", 4, OVER_PIPES.replace("10000", "1000"), Conditions(SPENT, Variant.OPEN)),
)


def play(group: Group, games: int, seed: int) -> Tally:
    """Play one group to its end."""
    tally = Tally()
    fixture = Fixture(group.engine, group.engine, group.conditions, seed=seed)
    at_once = max(1, (os.cpu_count() or 1) // group.threads)  # or else the clocks measure how the threads wait
    for pair in play_match(fixture, games // 2, at_once):
        tally.add(pair.results)
    return tally


def main(games: int) -> int:
    """Play them all; the exit code."""
    began, played, mishaps = time.monotonic(), 0, 0
    for seed, group in enumerate(GROUPS, 1):
        wanted = max(2, 2 * round(games * group.share / 2000))
        tally = play(group, wanted, seed)
        wrong = [f"{count} lost by {kind.value}" for side in tally.mishaps for kind, count in side.items()]
        say(
            f"{group.name}, {group.conditions.pace}: {tally.games} games of {tally.turns / tally.games:.0f} turns, "
            f"{', '.join(wrong) or 'nothing wrong'}"
        )
        for detail in tally.details[:3]:
            say(f"  {detail}")
        played += tally.games
        mishaps += len(tally.details) + wanted - tally.games
    say(
        f"{played} games, {mishaps} with an illegal action, a crash or a loss on time, {time.monotonic() - began:.0f} s"
    )
    return 1 if mishaps else 0


def say(text: str) -> None:
    sys.stdout.write(text + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1])))
