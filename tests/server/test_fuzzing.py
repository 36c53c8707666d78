"""Nonsense on sockets and in requests: rejected, never a crash, never a 5xx."""

import json
import random
from tempfile import TemporaryDirectory
from typing import Any, TypeAlias

import pytest
import schemathesis
from hypothesis import HealthCheck, settings
from schemathesis.checks import CHECKS
from websockets.exceptions import ConnectionClosed

from barragoon.server import Settings, create_app

from .server_process import Client, Server, match

WORDS = (
    *("t", "id", "seq", "action", "square", "kind", "n", "act", "touch", "offer_draw", "resign", "ping", "withdraw"),
    *("ask_take_back", "accept_take_back", "offer_rematch", "agreement", "repetition", "d2d5", "@c4x", "d8d6", "d2"),
)
ENOUGH = 40
"""So many frames are sent before their answers are read."""


def a_value(chance: random.Random, depth: int = 0) -> object:
    """Anything that JSON can say, often with our own words."""
    kind = chance.randrange(9 if depth < 3 else 6)
    if kind < 2:
        return chance.choice(WORDS)
    if kind == 2:
        return chance.choice([0, 1, 2, 3, -1, 2**53, 2**64, 1e308, 0.5, chance.randrange(50)])
    if kind == 3:
        return chance.choice([None, True, False])
    if kind < 6:
        return "".join(chr(chance.choice([chance.randrange(32, 127), chance.randrange(0xD7FF)])) for _ in range(5))
    if kind == 6:
        return [a_value(chance, depth + 1) for _ in range(chance.randrange(4))]
    return {chance.choice(WORDS): a_value(chance, depth + 1) for _ in range(chance.randrange(6))}


def a_frame(chance: random.Random) -> str | bytes:
    """A frame: bytes, text, JSON, a command with something wrong, or a command."""
    kind = chance.randrange(6)
    if kind == 0:
        return chance.randbytes(chance.randrange(200))
    if kind == 1:
        return "".join(chr(chance.randrange(1, 0xD7FF)) for _ in range(chance.randrange(50)))
    if kind == 2:
        return json.dumps(a_value(chance))
    command = {"t": chance.choice(WORDS), "id": chance.choice("abcdefgh"), "seq": chance.randrange(6)}
    command |= {chance.choice(WORDS): a_value(chance) for _ in range(chance.randrange(3))}
    text = json.dumps(command)
    if kind == 3:
        cut = chance.randrange(len(text))
        return text[:cut] + chance.choice(["", "\x00", '"', "}", "\\"]) + text[cut + 1 :]
    return text


def throw_frames(server: Server, frames: int, seed: int) -> None:
    chance = random.Random(seed)
    with match(server) as game:
        sockets = [game.white, game.brown]
        sent = 0
        while sent < frames:
            for number, socket in enumerate(sockets):
                for _ in range(ENOUGH):
                    socket.connection.send(a_frame(chance))
                    sent += 1
                try:
                    socket.connection.send('{"t":"ping","n":7}')
                    while socket.take()["t"] != "pong":
                        pass
                except ConnectionClosed as end:
                    assert end.rcvd is not None
                    assert end.rcvd.code in {1007, 1009}, end
                    client = (game.white_client, game.brown_client)[number]
                    sockets[number] = client.enter(game.game)
                    sockets[number].take()
        for socket in sockets:
            socket.close()
        state = game.white_client.state(game.game)
        events = game.white_client.call("GET", f"/api/v1/games/{game.game}/events")
        assert events["seq"] == state["seq"]
    assert server.process.poll() is None
    assert not [line for line in server.log.splitlines() if '"level": "error"' in line]


def test_random_frames(server: Server) -> None:
    throw_frames(server, 2_000, seed=1)


@pytest.mark.slow
def test_a_hundred_thousand_random_frames(server: Server) -> None:
    for seed in range(10):
        throw_frames(server, 10_000, seed=seed)


# -- REST --------------------------------------------------------------------------------------------------------

with TemporaryDirectory() as folder:
    schema = schemathesis.openapi.from_dict(create_app(Settings(data=folder)).openapi())


Case: TypeAlias = schemathesis.Case[Any]
TOO_STRICT: list[Any] = CHECKS.get_by_names(["positive_data_acceptance"])
"""A schema takes 1.0 for a whole number and can't tell what makes a clean name."""


@pytest.fixture(scope="module")
def somebody(server: Server) -> Client:
    return server.client()


def check(case: Case, server: Server, client: Client) -> None:
    if case.method == "DELETE":
        client = server.client()  # signing out makes a token void
    case.call_and_validate(base_url=f"http://{server.host}", headers=client.headers, excluded_checks=TOO_STRICT)


@schema.parametrize()
@settings(max_examples=5, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow])
def test_rest_api(case: Case, server: Server, somebody: Client) -> None:
    check(case, server, somebody)


@pytest.mark.slow
@schema.parametrize()
@settings(max_examples=300, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow])
def test_rest_api_thoroughly(case: Case, server: Server, somebody: Client) -> None:
    check(case, server, somebody)
