"""What so many live games need, worked out from measured costs; no claim beyond them.

The defaults were measured with this project's own benches on two virtual cores: see docs/server.md. Give yours:
``--node-ms``, ``--postgres-ms``, ``--log-bytes`` and ``--event-bytes`` from ``server_load.py --postgres``, where both
players of a game are at one node, ``--node-ms-apart`` and ``--postgres-ms-apart`` from ``cluster_load.py``, where they
are at different ones.

Usage: python benches/cluster_model.py --games 100000
"""

from __future__ import annotations

import argparse
import math
from dataclasses import dataclass

SOCKET_BYTES = 25_000
MOST_SOCKETS = 10_000
"""Of a node: the default of the setting ``sockets``."""


@dataclass(frozen=True)
class Wanted:
    """What is to be carried, and what was measured."""

    games: int
    seconds_per_action: float
    watchers_per_game: float
    node_ms: float
    """Processor time of a node for an action, with two sockets that get it."""
    node_ms_apart: float
    """Of all nodes together, if the two sockets are at different ones."""
    postgres_ms: float
    postgres_ms_apart: float
    node_mb: float
    """Memory of a node without games."""
    log_bytes: float
    event_bytes: float
    load: float
    """How busy a node and PostgreSQL may be on average."""
    elsewhere: float
    """The part of actions that somebody at another node wants: few, as a proxy sends a game to one node."""


@dataclass(frozen=True)
class Needed:
    """What that takes."""

    actions: float
    nodes: int
    sockets: int
    node_memory: float
    postgres_cores: float
    log: float
    events: float

    def lines(self) -> list[str]:
        """For people."""
        day = 24 * 60 * 60
        return [
            f"actions a second          {self.actions:,.0f}",
            f"nodes, one core each      {self.nodes}",
            f"sockets, and on each node {self.sockets:,}, {self.sockets // self.nodes:,}",
            f"memory of a node          {self.node_memory:,.0f} MB",
            f"actions a node            {self.actions / self.nodes:,.0f}/s",
            f"cores for PostgreSQL      {self.postgres_cores:.0f}",
            f"its log                   {self.log / 1e6:.1f} MB/s, {self.log * day / 1e12:.2f} TB a day",
            f"events kept               {self.events * day / 1e9:,.0f} GB a day",
        ]


def needed(wanted: Wanted) -> Needed:
    """Work it out."""
    actions = wanted.games / wanted.seconds_per_action
    sockets = round(wanted.games * (2 + wanted.watchers_per_game))
    node_ms = wanted.node_ms + wanted.elsewhere * (wanted.node_ms_apart - wanted.node_ms)
    postgres_ms = wanted.postgres_ms + wanted.elsewhere * (wanted.postgres_ms_apart - wanted.postgres_ms)
    nodes = max(1, math.ceil(actions * node_ms / 1000 / wanted.load), math.ceil(sockets / MOST_SOCKETS))
    return Needed(
        actions=actions,
        nodes=nodes,
        sockets=sockets,
        node_memory=wanted.node_mb + sockets / nodes * SOCKET_BYTES / 1e6,
        postgres_cores=math.ceil(actions * postgres_ms / 1000 / wanted.load),
        log=actions * wanted.log_bytes,
        events=actions * wanted.event_bytes,
    )


def main() -> None:
    """Print what is needed."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--games", type=int, default=100_000)
    parser.add_argument("--seconds-per-action", type=float, default=8)
    parser.add_argument("--watchers-per-game", type=float, default=1)
    parser.add_argument("--node-ms", type=float, default=2.35)
    parser.add_argument("--node-ms-apart", type=float, default=5.44)
    parser.add_argument("--postgres-ms", type=float, default=0.98)
    parser.add_argument("--postgres-ms-apart", type=float, default=1.91)
    parser.add_argument("--node-mb", type=float, default=110)
    parser.add_argument("--log-bytes", type=float, default=2_415)
    parser.add_argument("--event-bytes", type=float, default=721)
    parser.add_argument("--load", type=float, default=0.6)
    parser.add_argument("--elsewhere", type=float, default=0.1)
    wanted = Wanted(**vars(parser.parse_args()))
    print(f"{wanted.games:,} games at once, an action every {wanted.seconds_per_action:g} s in each")
    print("\n".join(needed(wanted).lines()))


if __name__ == "__main__":
    main()
