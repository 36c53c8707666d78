"""UBI, the engine protocol: its lines read and written, the engine as a program, and the program on the other side."""
