"""What all commands have in common: help, the version, and how they fail."""

import io
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

import barragoon as library
from barragoon.cli import main, output, packages
from barragoon.cli.exit_code import exit_code_of
from barragoon.terminal.failure import FailureError
from cli.command_line import PROGRAM, barragoon, program, rejected


def test_alone_it_shows_help() -> None:
    result = barragoon()
    assert result.code == 0
    for command in ("play", "position", "render", "game", "perft", "analyse", "match", "ubi"):
        assert command in result.out


def test_version() -> None:
    assert barragoon("--version").out == f"barragoon {library.__version__}\n"


@pytest.mark.parametrize(
    "command",
    ["play", "position", "render", "perft", "analyse", "match", "ubi", "game", "game check", "game show"],
)
def test_every_command_has_help(command: str) -> None:
    result = barragoon(*command.split(), "--help")
    assert result.code == 0
    assert "Usage" in result.out


def test_a_group_alone_shows_its_help() -> None:
    result = barragoon("game")
    assert result.code == 2
    assert "check" in result.out + result.err


def test_unknown_command() -> None:
    assert "dance" in rejected("dance")


def test_unknown_option() -> None:
    assert "--wrong" in rejected("perft", "1", "--wrong")


def test_program_ends_quietly_when_nobody_reads() -> None:
    with subprocess.Popen(
        [*PROGRAM, "position", "--json"], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as child:
        assert child.stdout is not None
        assert child.stderr is not None
        child.stdout.close()
        assert not child.stderr.read()
        assert child.wait(30) == 141


COUNTING = """
import importlib, signal, time
from barragoon.cli import main

def count(position, depth):
    print("counting", flush=True)
    while True:
        time.sleep(0.1)

importlib.import_module("barragoon.perft").perft = count
signal.signal(signal.SIGINT, signal.default_int_handler)
main()
"""


@pytest.mark.parametrize("ignored", [False, True])
def test_interrupt_is_quiet(*, ignored: bool) -> None:
    command = [sys.executable, "-c", COUNTING, "perft", "8"]
    if ignored:  # as in the background of a script
        command = ["sh", "-c", "trap '' INT; exec \"$@\"", "sh", *command]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as child:
        assert child.stdout is not None
        assert child.stderr is not None
        try:
            assert child.stdout.readline() == "counting\n"
            child.send_signal(signal.SIGINT)
            assert child.wait(30) == 130
        finally:
            child.kill()
        assert not child.stderr.read()
        assert not child.stdout.read()


def test_starts_without_heavy_packages() -> None:
    code = (
        "import sys, barragoon.cli; "
        "print(*{'textual', 'PIL', 'resvg_py', 'rich.progress', 'barragoon.record', 'barragoon.svg'} & {*sys.modules})"
    )
    result = subprocess.run([PROGRAM[0], "-c", code], capture_output=True, text=True, check=False)
    assert not result.stdout.strip()
    assert result.returncode == 0


def test_a_missing_package_is_named() -> None:
    code = "import sys; sys.modules['typer'] = None; from barragoon.__main__ import main; main()"
    result = subprocess.run([PROGRAM[0], "-c", code], capture_output=True, text=True, check=False)
    assert result.returncode == 2
    assert result.stderr == "the command line needs the package typer: pip install 'barragoon[cli]'\n"


def test_no_colour_in_a_pipe() -> None:
    assert "\x1b" not in program("position").stdout


def test_closed_output(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "argv", ["barragoon", "--version"])
    monkeypatch.setattr(sys, "stdout", None)
    monkeypatch.setattr(sys, "stderr", io.TextIOWrapper(io.BytesIO(), encoding="ascii"))
    with pytest.raises(SystemExit) as caught:
        main()
    assert caught.value.code == 0
    sys.stdout.close()


def test_broken_pipe(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    with (tmp_path / "out").open("w") as file:
        monkeypatch.setattr(sys, "stdout", file)
        assert exit_code_of(_raise(BrokenPipeError())) == 141


def test_other_exits_are_left_alone() -> None:
    with pytest.raises(SystemExit):
        exit_code_of(_raise(SystemExit(3)))


def test_a_pipe_that_breaks_early() -> None:
    with subprocess.Popen(
        [*PROGRAM, "game", "check", "-"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as child:
        assert child.stdout is not None
        child.stdout.close()
        child.stdout = None
        _, err = child.communicate(b"1. a1a1 *\n" * 300, timeout=60)
        assert (child.returncode, err) == (141, b"")


def test_the_exit_codes_are_documented() -> None:
    assert "141" in barragoon("--help").out


def test_late_interrupt() -> None:
    assert exit_code_of(_raise(KeyboardInterrupt())) == 130


def _raise(error: BaseException) -> Callable[[], None]:
    def command() -> None:
        raise error

    return command


def test_missing_package_names_the_extra() -> None:
    with pytest.raises(FailureError, match=r"pip install 'barragoon\[tui\]'"):
        packages.require("no_such_package", "tui", "the full-screen board")


# -- writing files ---------------------------------------------------------------------------------------------


def test_a_file_is_replaced_whole(tmp_path: Path) -> None:
    path = tmp_path / "out"
    path.write_bytes(b"old")
    output.write_whole(b"new", str(path))
    assert path.read_bytes() == b"new"
    assert list(tmp_path.iterdir()) == [path]


def test_a_link_stays_a_link(tmp_path: Path) -> None:
    path, link = tmp_path / "out", tmp_path / "link"
    link.symlink_to(path)
    output.write_whole(b"new", str(link))
    assert link.is_symlink()
    assert path.read_bytes() == b"new"


def test_a_directory_is_no_file(tmp_path: Path) -> None:
    with pytest.raises(IsADirectoryError, match="directory"):
        output.write_whole(b"new", str(tmp_path))


def test_a_failed_write_leaves_nothing(tmp_path: Path) -> None:
    with pytest.raises(OSError, match="missing"):
        output.write_whole(b"new", str(tmp_path / "missing" / "out"))
    assert not list(tmp_path.iterdir())


def test_pieces_that_fail_leave_the_file(tmp_path: Path) -> None:
    def pieces() -> Iterator[bytes]:
        yield b"half"
        raise KeyboardInterrupt

    path = tmp_path / "out"
    path.write_bytes(b"old")
    for target in (path, "/dev/null", "-"):
        with pytest.raises(KeyboardInterrupt):
            output.write_pieces(pieces(), str(target))
    assert path.read_bytes() == b"old"
    assert list(tmp_path.iterdir()) == [path]


def test_a_device_is_written_to() -> None:
    output.write_whole(b"new", "/dev/null")
    assert Path("/dev/null").is_char_device()
