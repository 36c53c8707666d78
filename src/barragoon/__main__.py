"""The program ``barragoon``, also as ``python -m barragoon``: the command line, if its packages are installed."""

import sys

_BAD_INPUT = 2


def main() -> None:
    """Run the command line, or say in one sentence what it lacks: the library itself needs no other package."""
    try:
        from barragoon.cli import main as run
    except ModuleNotFoundError as error:
        if error.name != "typer":
            raise
        print("the command line needs the package typer: pip install 'barragoon[cli]'", file=sys.stderr)  # noqa: T201
        sys.exit(_BAD_INPUT)
    run()


if __name__ == "__main__":
    main()
