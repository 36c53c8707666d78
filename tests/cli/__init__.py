"""The command line, tested."""
