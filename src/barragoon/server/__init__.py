"""The server: people's games on the net, their clocks, and the page. ``create_app(settings)`` makes it."""
