"""Hostile WebSocket clients: floods of tiny frames, frames that never end, text that is none."""

import struct
from contextlib import suppress

import pytest

from .server_process import Match, Server, match
from .test_security import upgrade

BOUND = 20


def frame(opcode: int, body: bytes = b"") -> bytes:
    """A masked frame; the mask is zero, so that the body can be read."""
    assert len(body) < 126
    return bytes([0x80 | opcode, 0x80 | len(body)]) + b"\0\0\0\0" + body


def flooded(server: Server, game: Match, frames: bytes) -> int | None:
    """Send frames without reading; the code with which the server closes, None if it only cuts the connection."""
    with server.connect(BOUND) as hostile:
        hostile.sendall(upgrade(server, game.game, str(game.white_client.token)))
        received = b""
        while b"\r\n\r\n" not in received:
            received += hostile.recv(65536)
        with suppress(OSError):
            hostile.sendall(frames)
        with suppress(ConnectionError):
            while piece := hostile.recv(65536):
                received += piece
    close = received.rfind(b"\x88")
    return struct.unpack("!H", received[close + 2 : close + 4])[0] if close >= 0 else None


@pytest.mark.parametrize("opcode", [0x9, 0xA], ids=["pings", "pongs"])
def test_a_flood_of_control_frames_is_closed(server: Server, opcode: int) -> None:
    with match(server) as game:
        assert flooded(server, game, frame(opcode) * 40_000) in {1008, None}
        game.play("d2d5")


def test_what_is_sent_after_the_close_is_not_parsed(server: Server) -> None:
    with match(server) as game:
        large = frame(0x1, b"x" * 100) * 20_000
        assert flooded(server, game, bytes([0x81, 0xFE]) + struct.pack("!H", 9000) + b"\0" * 4 + large) in {1009, None}
        game.play("d2d5")


def test_text_that_is_no_utf_8_closes_the_socket_quietly(server: Server) -> None:
    with match(server) as game:
        before = len(server.log)
        assert flooded(server, game, frame(0x1, b'{"t": "\xff"}')) == 1007
        assert flooded(server, game, frame(0x1, b"\xc0\x80")) == 1007
        game.play("d2d5")
        assert "Invalid" not in server.log[before:]


def test_binary_messages_are_no_commands(server: Server) -> None:
    with match(server) as game:
        game.white.connection.send(b'{"t": "resign", "id": "x", "seq": 1}')
        answer = game.white.take()
        while answer["t"] != "reject":
            answer = game.white.take()
        assert answer["code"] == "malformed"
        game.play("d2d5")


def test_a_burst_of_messages_in_one_piece_is_read_one_after_the_other(server: Server) -> None:
    with match(server) as game, server.connect(BOUND) as hasty:
        hasty.sendall(upgrade(server, game.game, str(game.white_client.token)))
        assert hasty.recv(12) == b"HTTP/1.1 101"
        hasty.sendall(b"".join(frame(0x1, b'{"t":"ping","n":%d}' % n) for n in range(400)))
        received = b""
        while b'"n":399}' not in received:
            piece = hasty.recv(65536)
            assert piece, "the connection was cut"
            received += piece
        assert received.count(b'"pong"') == 400
