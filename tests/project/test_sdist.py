"""The source distribution: what is needed to build and test the library, and nothing that a build has left behind."""

import shutil
import subprocess
import sys
import tarfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
LEFT_BEHIND = ("build/cp311/engine/src/search.o", "build/cp311/bindings/_native.so", "web/node_modules/x/index.js")


def test_a_source_distribution_of_a_used_checkout_carries_no_build_tree(tmp_path: Path) -> None:
    tracked = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True, check=False)
    if tracked.returncode:
        pytest.skip("this is not a checkout")
    tree = tmp_path / "tree"
    for name in tracked.stdout.split("\0"):
        if (ROOT / name).is_file():
            (tree / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(ROOT / name, tree / name)
    for name in (*LEFT_BEHIND, "src/barragoon/server/page/index.html"):
        (tree / name).parent.mkdir(parents=True, exist_ok=True)
        (tree / name).write_text("left behind")
    program = "import scikit_build_core.build as build; build.build_sdist('dist')"
    subprocess.run([sys.executable, "-c", program], cwd=tree, check=True, capture_output=True)
    [archive] = (tree / "dist").iterdir()
    with tarfile.open(archive) as opened:
        names = {name.partition("/")[2] for name in opened.getnames()}
    assert not [name for name in names if name.startswith(("build/", "web/", "deploy/", ".")) or name.endswith(".so")]
    built = {"src/barragoon/__init__.py", "engine/src/search.cpp", "bindings/python_module.cpp", "CMakeLists.txt"}
    assert built | {"src/barragoon/server/page/index.html", "tests/project/test_sdist.py", "LICENSE"} <= names
