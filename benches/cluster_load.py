"""How soon three nodes with PostgreSQL acknowledge, what is lost, and what an action costs each process.

Real processes, real sockets, ``fsync=on``; both players of a game are at different nodes. The load generator and
PostgreSQL run on the same machine and take their share of it.

Usage: python benches/cluster_load.py --games 600 --rate 150 --seconds 600
"""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent / "tests"))  # the cluster and its players are those of the tests

from process_costs import machine_time, most_memory, print_stolen, processor_seconds
from server.cluster import SAFE, Cluster, cluster
from server.cluster_load import Load, playing
from server.postgres_process import PostgresServer


def busy(running: Cluster, postgres: PostgresServer) -> dict[str, float]:
    """Processor seconds by kind of process."""
    assert running.worker
    return {
        "nodes": processor_seconds(node.process.pid for node in running.nodes),
        "worker": processor_seconds([running.worker.process.pid]),
        "PostgreSQL": processor_seconds([postgres.process.pid, *postgres.children()]),
        "generator": processor_seconds([os.getpid()]),
    }


def report(load: Load, running: Cluster, cost: dict[str, float], seconds: float) -> None:
    """Print the result."""
    tally = load.tally
    count = len(tally.acknowledged)
    waits = sorted(tally.waits)
    print(f"{len(load.tables)} games, {2 * len(load.tables)} sockets, {seconds:.0f} s")
    print(f"acknowledged {count} ({count / seconds:.0f}/s), lost {len(load.lost(running.nodes[0]))}, gaps {tally.gaps}")
    print(f"rejected: stale {tally.stale}, unavailable {tally.unavailable}, other {len(tally.problems)}")
    median, p99 = waits[len(waits) // 2] * 1000, tally.p99(waits) * 1000
    print(f"acknowledged after ms: median {median:.1f}, p99 {p99:.1f}, worst {waits[-1] * 1000:.1f}")
    delays = sorted(tally.delays) or [0.0]
    print(f"seen at the other node after ms: median {delays[len(delays) // 2] * 1000:.1f}", end="")
    print(f", p99 {tally.p99(delays) * 1000:.1f}, healed {running.metric('barragoon_healed_total'):.0f}")
    for name, used in cost.items():
        print(f"{name}: {used / count * 1000:.2f} ms of processor time an action")
    memory = [f"{most_memory(node.process.pid):.0f}" for node in running.nodes]
    print(f"memory of the nodes: {', '.join(memory)} MB at most")


def main() -> None:
    """Measure as asked."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--games", type=int, default=60)
    parser.add_argument("--rate", type=float, default=50, help="actions a second, over all games")
    parser.add_argument("--seconds", type=float, default=20)
    parser.add_argument("--bus", default="", help="none, or redis://…; PostgreSQL's own, if nothing is said")
    arguments = parser.parse_args()
    length = int(arguments.seconds * arguments.rate / arguments.games * 2) + 60
    postgres = PostgresServer(SAFE)
    terms = {"clock": {"initial": 10_800, "increment": 5}}
    try:
        with (
            tempfile.TemporaryDirectory() as folder,
            cluster(Path(folder) / "nodes", postgres, settings={"BARRAGOON_BUS": arguments.bus}) as running,
            playing(
                running.nodes, arguments.games, arguments.games / arguments.rate, length=length, terms=terms
            ) as load,
        ):
            load.tally.waits.clear()
            load.tally.delays.clear()
            load.tally.acknowledged.clear()
            before, machine, began = busy(running, postgres), machine_time(), time.monotonic()
            time.sleep(arguments.seconds)
            seconds = time.monotonic() - began
            cost = {name: used - before[name] for name, used in busy(running, postgres).items()}
            load.stop()
            report(load, running, cost, seconds)
            print_stolen(machine)
    finally:
        postgres.remove()


if __name__ == "__main__":
    main()
