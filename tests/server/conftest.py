"""One server for all tests that need nothing special of it."""

from collections.abc import Iterator

import pytest

from .server_process import Server, running


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server with room for much from one address."""
    with running(tmp_path_factory.mktemp("server") / "data") as server:
        yield server
