"""What processes have used so far: processor time, memory, and how much of the machine its host kept for others."""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path


def processor_seconds(processes: Iterable[int]) -> float:
    """How long processes have kept processors busy; one that has ended counts nothing."""
    return sum(map(_processor_seconds, processes))


def _processor_seconds(process: int) -> float:
    try:
        fields = Path(f"/proc/{process}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()
    except OSError:
        return 0.0
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def memory_now(process: int) -> float:
    """How much memory a process has, in megabytes."""
    return _memory(process, "VmRSS")


def most_memory(process: int) -> float:
    """How much memory a process has at most had, in megabytes."""
    return _memory(process, "VmHWM")


def _memory(process: int, name: str) -> float:
    lines = Path(f"/proc/{process}/status").read_text(encoding="utf-8").splitlines()
    return next(int(line.split()[1]) / 1024 for line in lines if line.startswith(name))


def machine_time() -> list[int]:
    """What the machine's processors did so far, in ticks: the eighth figure is what the host kept for others."""
    return [int(ticks) for ticks in Path("/proc/stat").read_text(encoding="utf-8").split("\n", 1)[0].split()[1:9]]


def print_stolen(before: list[int]) -> None:
    """Print how much of the processors the machine's host has kept for others since then."""
    passed = [late - early for early, late in zip(before, machine_time(), strict=True)]
    print(f"the machine's host kept {100 * passed[7] / sum(passed):.1f} % of its processors")
