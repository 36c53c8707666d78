"""The copy of a game in memory, beside a store that other processes write to."""

import asyncio

from barragoon.server.game import commands
from barragoon.server.game.clock import Moment
from barragoon.server.game.game_copy import GameCopy
from barragoon.server.game.listeners import Listeners
from barragoon.server.game.live_game import LiveGame
from barragoon.server.messages import Act
from barragoon.server.store.encoding import encode
from barragoon.server.store.games import ConflictError

from .process_parts import Witness
from .stored_games import BEN, settings_of


class ClosableWitness(Witness):
    """A listener that may have to begin anew."""

    is_closed = False

    def close(self, code: int) -> None:
        self.is_closed = bool(code)


class OvertakenJournal:
    """A store that has an event more than is known here; an append waits, and then comes too late."""

    def __init__(self, later: LiveGame, event: bytes) -> None:
        self.later = later
        self.event = event
        self.may_end = asyncio.Event()

    async def load(self, *_: object) -> LiveGame:
        return self.later

    async def events_after(self, _: str, since: int) -> list[bytes]:
        return [self.event][since - 1 :]

    async def append(self, *_: object) -> None:
        await self.may_end.wait()
        raise ConflictError("another process wrote first")


def test_who_comes_while_the_game_is_loaded_misses_nothing() -> None:
    async def check() -> None:
        live = LiveGame(settings_of("game"))
        commands.join(live, BEN, Moment(1), opener_is_white=True)
        later = live.copy()
        event = commands.carry_out(later, Act(id="c", seq=1, action="d2d4"), "white", Moment(2))
        journal, listeners, witness = OvertakenJournal(later, encode(event)), Listeners(), ClosableWitness(None)
        game = GameCopy(live, journal, listeners)  # type: ignore[arg-type]  # the three calls that it needs
        writing = asyncio.ensure_future(game.store(live, live.copy(), event, None, lambda: None))
        await asyncio.sleep(0)
        game.distrust()
        loading = asyncio.ensure_future(game.be_current())
        for _ in range(10):  # the loading waits for the write
            await asyncio.sleep(0)
        listeners.add(witness)
        journal.may_end.set()
        await asyncio.gather(writing, loading, return_exceptions=True)
        assert game.live is later
        assert witness.is_closed or witness.seqs == [2], "it was sent the event, or has to begin anew"

    asyncio.run(check())
