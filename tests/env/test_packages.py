"""What an environment says when a package is missing."""

import pytest

from barragoon.env.packages import require


def test_a_missing_package_is_one_sentence() -> None:
    with pytest.raises(ImportError, match=r"needs nothing_like_it and nor_this: pip install 'barragoon\[env\]'"):
        require("env", "json", "nothing_like_it", "nor_this")


def test_the_package_itself_needs_nothing() -> None:
    import subprocess
    import sys

    code = (
        "import barragoon.env, sys; print([name for name in ('numpy', 'gymnasium', 'pyspiel') if name in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"
