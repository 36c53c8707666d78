"""``python -m barragoon`` is the command line."""

from barragoon.cli import main

if __name__ == "__main__":
    main()
