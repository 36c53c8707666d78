"""Games by the hundred thousand: self-play, what it says about the game, openings and puzzles out of it.

``barragoon lab`` is the command. The packages that this room needs come with the extra ``lab``; nothing outside of it
and of the command imports them.
"""
