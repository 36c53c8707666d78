"""Who is connected where: a process with spectators alone, and thousands of hints at once."""

import asyncio
from collections.abc import Callable
from typing import Any

import pytest
from sqlalchemy import Connection

from barragoon.server.game.attendance import RENEW_EVERY
from barragoon.server.settings import Settings
from barragoon.server.store.presence import Connected, drop_present, write_present

from .postgres_process import shared_postgres
from .process_parts import Witness, begin_game, opened_process
from .stored_games import ANN

ELSEWHERE = "another-node"


async def presence_of_white(witness: Witness, expected: bool) -> None:
    """Wait for the last message about who is connected; it comes a little later."""
    for _ in range(200):
        seen = [message for message in witness.messages if message["t"] == "presence"]
        if seen and seen[-1]["white"] is expected:
            return
        await asyncio.sleep(0.05)
    raise AssertionError(witness.messages)


def test_a_spectator_learns_that_a_players_process_died() -> None:
    async def check() -> None:
        async with opened_process(Settings(database=shared_postgres().new_database())) as process:
            mailbox, spectator, now = await begin_game(process, "game"), Witness(None), process.clock.now()
            there = [Connected("game", ANN.id)]
            await process.store.run(lambda connection: write_present(connection, ELSEWHERE, there, now))
            await mailbox.listen(spectator, None)
            await presence_of_white(spectator, expected=True)
            # What is left when a process dies: its rows expire, and nobody sends a hint.
            await process.store.run(lambda connection: drop_present(connection, ELSEWHERE, there))
            for _ in range(RENEW_EVERY):
                await process.attendance.write()
            await presence_of_white(spectator, expected=False)
            mailbox.leave(spectator)

    asyncio.run(check())


def test_hints_about_many_games_are_answered_by_few_reads(monkeypatch: pytest.MonkeyPatch) -> None:
    async def check() -> None:
        async with opened_process(Settings(database=shared_postgres().new_database())) as process:
            games = [f"game-{number}" for number in range(40)]
            spectators = [Witness(None) for _ in games]
            for game, spectator in zip(games, spectators, strict=True):
                await (await begin_game(process, game)).listen(spectator, None)
            now, there = process.clock.now(), [Connected(game, ANN.id) for game in games]
            await process.store.run(lambda connection: write_present(connection, ELSEWHERE, there, now))
            read, reads = process.store.read, [0]

            async def count(work: Callable[[Connection], Any]) -> object:
                reads[0] += 1
                return await read(work)

            monkeypatch.setattr(process.store, "read", count)
            for game in games:
                process.attendance.hint([game])
            for spectator in spectators:
                await presence_of_white(spectator, expected=True)
            assert reads[0] <= 2

    asyncio.run(check())
