"""The layers of docs/architecture.md: the import-linter contracts hold, and an import across a layer breaks them."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import grimp
import pytest

ROOT = Path(__file__).parents[2]

# The finder of the editable installation comes before sys.path; without it, the copy is what is found.
LINT = """
import sys
sys.meta_path[:] = [finder for finder in sys.meta_path if "ScikitBuild" not in type(finder).__name__]
sys.path.insert(0, "src")
from importlinter.cli import lint_imports_command
lint_imports_command(["--no-cache"])
"""

ACROSS = {
    "barragoon.errors": "rich",
    "barragoon.position": "barragoon.game",
    "barragoon.game": "barragoon.engine.limit",
    "barragoon.record.tags": "barragoon.terminal.files",
    "barragoon.engine.search.request": "barragoon.engine.native",
    "barragoon.engine.line": "textual",
    "barragoon.terminal.session": "barragoon.cli.output",
    "barragoon.engine.native": "barragoon.env.agents",
    "barragoon.env.mcts": "barragoon.env.aec_v0",
    "barragoon.engine.score": "gymnasium",
    "barragoon.terminal.phrases": "barragoon.terminal.commands",
    "barragoon.tui.entry": "barragoon.cli.arguments",
    "barragoon.tui.glyphs": "barragoon.tui.app",
    "barragoon.cli.render": "barragoon.tui.app",
    "barragoon.server.messages": "barragoon.engine.score",
    "barragoon.server.store.games": "barragoon.server.http.errors",
    "barragoon.server.game.live_game": "barragoon.server.shared.server_clock",
    "barragoon.engine.limit": "pyarrow",
    "barragoon.cli.match": "barragoon.lab.recipe",
    "barragoon.lab.recipe": "barragoon.lab.play",
}
"""Imports that no layer allows; each is added inside a function, as somebody would who wants to hide a cycle."""


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """The package with its contracts, in a folder of its own."""
    shutil.copy(ROOT / "pyproject.toml", tmp_path)
    ignored = shutil.ignore_patterns("__pycache__", "page", "*.so")
    shutil.copytree(ROOT / "src" / "barragoon", tmp_path / "src" / "barragoon", ignore=ignored)
    return tmp_path


def lint(folder: Path) -> tuple[int, str]:
    done = subprocess.run([sys.executable, "-c", LINT], cwd=folder, capture_output=True, text=True, check=False)
    return done.returncode, done.stdout + done.stderr


def add_import(folder: Path, module: str, imported: str) -> None:
    path = folder / "src" / Path(*module.split(".")).with_suffix(".py")
    with path.open("a", encoding="utf-8") as file:
        file.write(f"\n\ndef _across() -> None:\n    import {imported}\n")


def test_the_contracts_hold(copy: Path) -> None:
    code, output = lint(copy)
    assert code == 0, output
    assert "0 broken" in output


def test_imports_across_a_layer_are_found(copy: Path) -> None:
    for module, imported in ACROSS.items():
        add_import(copy, module, imported)
    code, output = lint(copy)
    assert code == 1
    for module, imported in ACROSS.items():
        assert f"{module} -> {imported} (l." in output, output


def test_one_import_is_enough(copy: Path) -> None:
    add_import(copy, "barragoon.tui.entry", "barragoon.cli.arguments")
    code, output = lint(copy)
    assert (code, "1 broken" in output) == (1, True), output


def test_a_new_module_needs_a_layer(copy: Path) -> None:
    for place in ("shuffle.py", "server/shuffle.py", "terminal/shuffle.py"):
        (copy / "src" / "barragoon" / place).write_text("")
    code, output = lint(copy)
    assert code == 1
    assert output.count("shuffle") == 3, output


def test_make_lint_runs_them() -> None:
    recipe = subprocess.run(["make", "-n", "lint"], cwd=ROOT, capture_output=True, text=True, check=False).stdout
    assert "bin/lint-imports" in recipe


def test_the_library_needs_nothing_but_python() -> None:
    """The contract names what must not be imported; here, nothing outside the standard library may be."""
    graph = grimp.build_graph(
        "barragoon", include_external_packages=True, exclude_type_checking_imports=True, cache_dir=None
    )
    own = {module for module in graph.modules if module.startswith("barragoon")}
    extras = {"cli", "env", "lab", "tui", "server", "render"}
    free = {module for module in own if extras.isdisjoint(module.split(".")[1:2])} - {"barragoon.record.export"}
    imported = {name for module in free for name in graph.find_modules_directly_imported_by(module)} - own
    assert {name.partition(".")[0] for name in imported} <= sys.stdlib_module_names
    assert len(free) > 80
