"""A folder of shards with one recipe: which there are, which are missing, and how one more comes in.

A shard is written beside its place, brought to the disk and then renamed, so that a file with a shard's name is always
whole. The manifest says with what the games were played; a run that would play others is refused.
"""

from __future__ import annotations

import fcntl
import json
import os
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from barragoon.lab.recipe import Recipe
from barragoon.lab.shard import PATTERN, shard_name

MANIFEST = "manifest.json"
LOCK = "lock"
DRAFT = ".part"
INFORMATION = frozenset({"commit"})
"""Entries of the manifest that may differ: a later commit with the same signature plays the same games."""


class DataSetError(RuntimeError):
    """A folder that can't be used, in one sentence."""


@dataclass(frozen=True, slots=True)
class DataSet:
    """The shards of a recipe below a root folder."""

    root: Path
    recipe: Recipe

    @property
    def folder(self) -> Path:
        """Where its shards and its manifest lie."""
        return self.root / self.recipe.folder

    @contextmanager
    def opened(self, signature: int, commit: str) -> Iterator[None]:
        """Own the folder while games are played into it; only one run can."""
        self.folder.mkdir(parents=True, exist_ok=True)
        with (self.folder / LOCK).open("w") as lock:
            try:
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)  # let go by the system, however the run ends
            except BlockingIOError:
                raise DataSetError(f"{self.folder}: another run plays into this folder") from None
            self._check_manifest(signature, commit)
            for draft in self.folder.glob(f"*{DRAFT}"):
                draft.unlink()  # of a run that was killed
            yield

    def _check_manifest(self, signature: int, commit: str) -> None:
        wanted = {"recipe": self.recipe.to_json(), "bench": signature, "commit": commit}
        path = self.folder / MANIFEST
        if not path.exists():
            if next(self.folder.glob(PATTERN), None):
                raise DataSetError(f"{self.folder}: there are shards but no {MANIFEST}, so nobody knows how to go on")
            self._write(path, (json.dumps(wanted, indent=2) + "\n").encode())
        elif differences := differing(read_manifest(path), wanted):
            raise DataSetError(
                f"{path}: these games were played otherwise ({'; '.join(differences)}); take another folder"
            )

    def missing(self, seeds: range) -> list[int]:
        """The seeds whose shards are not there yet."""
        there = {path.name for path in self.folder.glob(PATTERN)}
        return [seed for seed in seeds if shard_name(seed) not in there]

    def add(self, seed: int, data: bytes) -> None:
        """Bring in a shard, whole or not at all."""
        self._write(self.folder / shard_name(seed), data)

    def _write(self, path: Path, data: bytes) -> None:
        draft = path.with_name(path.name + DRAFT)
        try:
            with draft.open("wb") as file:
                file.write(data)
                file.flush()
                os.fsync(file.fileno())
            draft.replace(path)
            _sync_folder(path.parent)
        except OSError as error:
            draft.unlink(missing_ok=True)
            raise OSError(error.errno, error.strerror, str(path)) from None


def read_manifest(path: Path) -> dict[str, Any]:
    """The manifest, or a sentence about why it can't be read."""
    try:
        manifest: dict[str, Any] | None = json.loads(path.read_bytes())
    except ValueError:
        manifest = None
    if not isinstance(manifest, dict) or not isinstance(manifest.get("recipe"), dict):
        raise DataSetError(f"{path}: this is not the manifest of a data set")
    return manifest


def differing(found: dict[str, Any], wanted: dict[str, Any]) -> list[str]:
    """What is not the same in two manifests.

    >>> differing({"bench": 1, "recipe": {"nodes": 10}}, {"bench": 2, "recipe": {"nodes": 20}})
    ['bench is 1 there and 2 here', 'nodes is 10 there and 20 here']
    """
    there, here = _flat(found), _flat(wanted)
    names = sorted((there.keys() | here.keys()) - INFORMATION)
    return [
        f"{name} is {there.get(name, 'missing')} there and {here.get(name, 'missing')} here"
        for name in names
        if there.get(name) != here.get(name)
    ]


def _flat(manifest: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in manifest.items() if name != "recipe"} | dict(manifest["recipe"])


def _sync_folder(folder: Path) -> None:
    """Bring the new name to the disk too."""
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
