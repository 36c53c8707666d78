"""Matches: who plays, from which openings, one game, many of them, and what the result proves."""
