"""Starts a Ray cluster of two nodes here and runs a command on it; test_lab_play.py calls this."""

from __future__ import annotations

import importlib
import sys
from typing import Any

from barragoon.cli import run


def main() -> int:
    """Run the command with the address of the cluster."""
    ray: Any = importlib.import_module("ray")
    utilities: Any = importlib.import_module("ray.cluster_utils")
    cluster = utilities.Cluster(initialize_head=True, head_node_args={"num_cpus": 1})
    cluster.add_node(num_cpus=1)
    try:
        return run([*sys.argv[1:], "--ray", cluster.address])
    finally:
        ray.shutdown()
        cluster.shutdown()


if __name__ == "__main__":
    sys.exit(main())
