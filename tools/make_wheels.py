"""Build the source distribution and wheels into dist/, check them, and try each in an empty environment.

One wheel with the engine for Python 3.11, one for 3.12 and all later (the stable ABI), and one in pure Python for
systems that none fits. Pythons that this machine lacks are named at the end. For an index the wheels are built by
cibuildwheel (.github/workflows/release.yml), in containers whose libraries are old enough.

Usage: python tools/make_wheels.py, or "make wheels"
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]
DIST, WORK = ROOT / "dist", ROOT / "build" / "wheels"
TOOLS = ("abi3audit", "auditwheel", "build", "check-wheel-contents", "twine")
PYTHONS = ("3.11", "3.12", "3.13", "3.14")
PURE = ("-C", "wheel.cmake=false", "-C", "wheel.py-api=py3")


def main() -> None:
    """Build, check and try everything."""
    if not (ROOT / "src/barragoon/server/page/index.html").exists():
        sys.exit("the page is missing: run 'make page' first, so that it is in the wheels")
    shutil.rmtree(DIST, ignore_errors=True)
    shutil.rmtree(WORK, ignore_errors=True)
    tools = make_environment(WORK / "tools", sys.executable, *TOOLS)
    run(tools / "python", "-m", "build", "--sdist", "-o", DIST)
    [source] = DIST.glob("*.tar.gz")
    pythons = {version: path for version in PYTHONS if (path := find_python(version))}
    for python in [pythons[each] for each in ("3.11", "3.12") if each in pythons]:
        run(python, "-m", "pip", "wheel", "-q", "--no-deps", "-w", DIST, source)
    run(sys.executable, "-m", "pip", "wheel", "-q", "--no-deps", "-w", DIST, *PURE, source)
    check(tools)
    for version, python in pythons.items():
        try_wheel(version, python)
    missing = [version for version in PYTHONS if version not in pythons]
    print(*sorted(path.name for path in DIST.iterdir()), sep="\n")
    if missing:
        print(f"not tried, because this machine lacks them: Python {', '.join(missing)}")


def check(tools: Path) -> None:
    """Ask the checkers of the index, of wheels and of the stable ABI."""
    files = sorted(DIST.iterdir())
    run(tools / "twine", "check", "--strict", *files)
    for wheel in DIST.glob("*.whl"):
        run(tools / "check-wheel-contents", "--ignore", "W004", wheel)  # migrations are named by their number
        if "none-any" not in wheel.name:
            run(tools / "auditwheel", "show", wheel)
        if "abi3" in wheel.name:
            run(tools / "abi3audit", "--strict", wheel)


def try_wheel(version: str, python: str) -> None:
    """Install what fits a Python best, and the pure wheel, each alone, and then with the command line."""
    tag = "cp311-cp311" if version == "3.11" else "cp312-abi3"
    for kind in (tag, "py3-none-any"):
        [wheel] = DIST.glob(f"*-{kind}*.whl")
        for extra in ("", "[cli]"):
            binaries = make_environment(WORK / f"{version}-{kind}{extra}", python, f"{wheel}{extra}")
            run(binaries / "python", ROOT / "tests/project/installed_wheel.py", cwd=WORK)


def make_environment(folder: Path, python: str, *packages: str) -> Path:
    """Make a virtual environment with these packages alone; returns the folder of its programs."""
    run(python, "-m", "venv", "--clear", folder)
    binaries = folder / ("Scripts" if os.name == "nt" else "bin")
    run(binaries / "python", "-m", "pip", "install", "-q", *packages)
    return binaries


def find_python(version: str) -> str | None:
    """A Python of this version on the PATH, or among pyenv's."""
    found = shutil.which(f"python{version}")
    candidates = [found] if found else []
    candidates += map(str, Path(os.environ.get("PYENV_ROOT", "/nowhere")).glob(f"versions/{version}.*/bin/python"))
    return next((each for each in candidates if answers(each)), None)


def answers(python: str) -> bool:
    """Whether a Python can be started: a shim of pyenv may stand for a version that is not switched on."""
    return subprocess.run([python, "-c", ""], capture_output=True, check=False).returncode == 0  # noqa: S603


def run(*command: str | Path, cwd: Path = ROOT) -> None:
    """Run a command, and stop if it fails."""
    print("$", *command, flush=True)
    subprocess.run([str(part) for part in command], cwd=cwd, check=True)  # noqa: S603 - our own commands


if __name__ == "__main__":
    main()
