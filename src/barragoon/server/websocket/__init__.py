"""The WebSocket of a game: accepting it, one client's session, all open sockets, and limits that uvicorn lacks."""
