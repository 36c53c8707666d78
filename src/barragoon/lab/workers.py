"""Who plays the shards: processes of this machine, or the nodes of a Ray cluster.

Workers only compute. What they made comes back as bytes and is written by the one who asked, so a cluster needs no
common disk, and nothing that a killed worker leaves behind can be taken for a shard.
"""

from __future__ import annotations

import atexit
import importlib
import multiprocessing
import os
import re
import signal
import socket
import threading
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from concurrent.futures.process import BrokenProcessPool
from typing import Any, NamedTuple

from barragoon.engine.bench import bench
from barragoon.lab.player import Player
from barragoon.lab.recipe import Recipe
from barragoon.lab.shard import play_shard

_players: list[Player] = []


class PlayedShard(NamedTuple):
    """The bytes of a shard, the processor time that they took, and the node of the cluster that played it."""

    seed: int
    data: bytes
    seconds: float
    node: str = ""


class WorkerError(RuntimeError):
    """A worker that can't play, in one sentence."""


def play_here(recipe: Recipe, seeds: Sequence[int], cores: int) -> Iterator[PlayedShard]:
    """Play on so many cores of this machine; shards come as they are done."""
    if cores == 1:
        yield from (_play(recipe, seed) for seed in seeds)
        return
    context = multiprocessing.get_context("spawn")  # a fork would share locks of threads that it does not have
    with ProcessPoolExecutor(cores, mp_context=context, initializer=_end_with_parent) as pool:
        try:
            futures = [pool.submit(_play, recipe, seed) for seed in seeds]
            for future in as_completed(futures):
                yield future.result()
        except BrokenProcessPool:
            raise WorkerError("a process that played was killed; run again to play what is missing") from None
        finally:
            pool.shutdown(wait=True, cancel_futures=True)


def play_on_ray(recipe: Recipe, seeds: Sequence[int], address: str, signature: int) -> Iterator[PlayedShard]:
    """Play on all cores of a Ray cluster; each of its processes must have the same engine."""
    _knock(address)
    ray: Any = importlib.import_module("ray")
    try:
        ray.init(address=address, log_to_driver=False, ignore_reinit_error=True)
    except (ConnectionError, RuntimeError, ValueError) as error:
        raise WorkerError(f"--ray: there is no cluster at {address} ({_first_line(error)})") from None
    remote = ray.remote(num_cpus=1)(_RayWorker)
    count = min(len(seeds), int(ray.cluster_resources().get("CPU", 1)))
    workers = [remote.remote() for _ in range(count)]
    _check_signatures(ray.get([worker.signature.remote() for worker in workers]), signature)
    waiting = list(reversed(seeds))
    running = {worker.play.remote(recipe, waiting.pop()): worker for worker in workers}
    while running:
        (done,), _ = ray.wait(list(running))
        worker = running.pop(done)
        try:
            played: PlayedShard = ray.get(done)
        except ray.exceptions.RayActorError:
            raise WorkerError("a node of the cluster was lost; run again to play what is missing") from None
        if waiting:
            running[worker.play.remote(recipe, waiting.pop())] = worker
        yield played


class _RayWorker:
    """One process of a cluster, with its cores kept."""

    def signature(self) -> int:
        """The engine's signature there."""
        return bench().nodes

    def play(self, recipe: Recipe, seed: int) -> PlayedShard:
        """Play a shard."""
        node = importlib.import_module("ray").get_runtime_context().get_node_id()
        return _play(recipe, seed)._replace(node=node)


def _knock(address: str) -> None:
    """Make sure that somebody answers: Ray itself would try for minutes."""
    found = re.fullmatch(r"(?:ray://)?([^/]+):([0-9]{1,5})", address)
    if not found and address != "auto":
        raise WorkerError(f"--ray: {address!r} is not an address such as 192.0.2.1:6379, or auto")
    if found:
        try:
            socket.create_connection((found[1], min(int(found[2]), 65_535)), timeout=10).close()
        except OSError as error:
            raise WorkerError(f"--ray: there is no cluster at {address} ({error.strerror or error})") from None


def _check_signatures(found: list[int], wanted: int) -> None:
    if others := sorted(set(found) - {wanted}):
        raise WorkerError(
            f"--ray: a node has another engine (its bench is {others[0]}, here it is {wanted}); its games would differ"
        )


def _play(recipe: Recipe, seed: int) -> PlayedShard:
    if not _players:
        _players.append(Player())
    began = time.process_time()
    data = play_shard(_players[0], recipe, seed)
    return PlayedShard(seed, data, time.process_time() - began)


def _end_with_parent() -> None:
    """A worker whose parent was killed would wait for work for ever; one that is interrupted ends without a word."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    atexit.register(_players.clear)  # while the compiled module is still there
    parent = multiprocessing.parent_process()

    def watch() -> None:
        assert parent is not None, "a worker is started by another process"
        parent.join()
        os._exit(1)

    threading.Thread(target=watch, daemon=True).start()


def _first_line(error: Any) -> str:  # noqa: ANN401 - Ray raises errors of many kinds
    return str(error).strip().partition("\n")[0]
