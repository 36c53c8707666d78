"""The players of the fault tests must not lose on time by their own fault."""

import asyncio
from types import SimpleNamespace
from typing import Any

from .cluster_load import Seat, Tally


class Sent(SimpleNamespace):
    """A connection that remembers what was sent."""

    posted: str | None = None

    def send(self, message: dict[str, Any]) -> None:
        self.messages.append(message)


def test_a_player_does_not_act_again_while_the_event_of_an_action_is_under_way() -> None:
    """The acknowledgement comes first, and on a busy machine the event some time after it."""

    async def play() -> None:
        load = SimpleNamespace(tally=Tally(), think=0, is_stopping=False, is_over=False)
        table: Any = SimpleNamespace(
            load=load, game="g", number=0, script=(["d2d5", "d5d3"], [0, 0]), written=lambda *_: None
        )
        table.seen = lambda *_: None
        wire: Any = Sent(messages=[])
        seat = Seat(table, 0, "token")
        seat.wire = wire
        standing = {"status": "playing"}
        seat.hear({"t": "hello", "seq": 1, "history": "h"})
        seat.hear({"t": "state", "seq": 1, "actions": [], "standing": standing})
        await asyncio.sleep(0.05)
        seat.hear({"t": "ack", "id": "a0", "seq": 2})
        await asyncio.sleep(0.05)
        assert seat.pending is None
        seat.hear({"t": "acted", "seq": 2, "standing": standing})
        await asyncio.sleep(0.05)
        assert [message["id"] for message in wire.messages] == ["a0", "a1"]

    asyncio.run(play())
