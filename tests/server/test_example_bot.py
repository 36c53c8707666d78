"""The example's bot, as a reader would run it: one waits in the lobby, another takes its game."""

import subprocess
import sys
import time
from pathlib import Path

from .server_process import running

BOT = Path(__file__).parents[2] / "examples" / "online_bot.py"


def test_two_bots_find_each_other_and_play(tmp_path: Path) -> None:
    with running(tmp_path / "data") as server:
        watcher = server.client()
        command = [sys.executable, str(BOT), f"http://{server.host}", "3"]
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as first:
            while not watcher.call("GET", "/api/v1/lobby")["games"]:
                assert first.poll() is None
                time.sleep(0.1)
            second = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True, timeout=120)
            printed = {first.communicate(timeout=120)[0], second.stdout}
    assert printed in ({"1-0 (resignation)\n"}, {"0-1 (resignation)\n"})
