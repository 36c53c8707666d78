"""The full-screen board of ``barragoon play``; needs the package textual.

``entry`` holds what the cursor and the keys mean and knows no screen; the game itself is ``barragoon.terminal``.
"""
