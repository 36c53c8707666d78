"""What the server keeps on the disk: players, games and their events."""
