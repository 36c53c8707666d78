"""Game files, tested."""
