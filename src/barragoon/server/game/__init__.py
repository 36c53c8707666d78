"""Live games: the rules' game with its seats and clocks, and the mailbox that takes commands one at a time."""
