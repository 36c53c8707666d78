"""What several parts of the server use and none of them owns: its clock, its signatures, threads, a cache."""
