"""What an engine thinks of a position; the score itself belongs to the library, because game files hold scores too."""

from barragoon.score import PROVEN, WIN, Score

__all__ = ["PROVEN", "WIN", "Score"]
