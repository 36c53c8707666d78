"""A value that many ask for is computed once."""

import asyncio

from barragoon.server.shared.cache import Cache


def test_who_asks_while_a_slow_value_is_computed_waits_for_the_same_one() -> None:
    async def check() -> None:
        begun = 0
        go_on = asyncio.Event()

        async def compute() -> int:
            nonlocal begun
            begun += 1
            await go_on.wait()
            return begun

        cache = Cache(compute, seconds=0)
        asking = []
        for _ in range(3):
            asking.append(asyncio.ensure_future(cache.get()))
            await asyncio.sleep(0)
        go_on.set()
        assert await asyncio.gather(*asking) == [1, 1, 1]
        assert await cache.get() == 2, "an old value is computed again"

    asyncio.run(check())
