"""A game for two at one terminal.

``session`` and ``entry`` hold the logic and know no screen; ``lines`` is the game in typed lines, ``app`` the
full-screen board, which alone needs the package textual.
"""
