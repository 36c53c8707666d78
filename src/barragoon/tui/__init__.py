"""A game at one terminal, for two people or for one against the computer.

``session``, ``computer`` and ``entry`` hold the logic and know no screen; ``lines`` is the game in typed lines,
``app`` the full-screen board, which alone needs the package textual.
"""
