"""A game at this terminal, without a screen: what the command line and the full-screen board share."""
