"""Many processes on one database: how they hear of each other, and who does what only one may do."""
