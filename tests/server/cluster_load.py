"""Players who are connected to different nodes, and go to another one when theirs is gone, as the page does.

Everything is in one event loop, and each client costs little, so that the nodes get the machine.
"""

import asyncio
import json
import random
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.client import HTTPConnection
from typing import Any, NamedTuple

from .scripted_games import scripts
from .server_process import Client, Server
from .small_websocket import SmallWebSocket

SILENCE, PING_EVERY = 9.0, 2.5
FIRST_PAUSE, LONGEST_PAUSE = 0.3, 8.0
SEND_AGAIN = 1.0


# -- what was seen -------------------------------------------------------------------------------------------


class Acknowledged(NamedTuple):
    """An action that a node said is safe."""

    game: str
    number: int
    seq: int


@dataclass
class Tally:
    """What all clients saw."""

    acknowledged: list[Acknowledged] = field(default_factory=list)
    waits: list[float] = field(default_factory=list)
    """Seconds from the first sending of an action to its acknowledgement."""
    delays: list[float] = field(default_factory=list)
    """Seconds from an acknowledgement until the opponent had the event."""
    gaps: int = 0
    drops: int = 0
    stale: int = 0
    unavailable: int = 0
    forgotten: int = 0
    """How often a client began anew because the server knew less, or had another history."""
    credited: int = 0
    flagged: int = 0
    flags: list[str] = field(default_factory=list)
    """What each player who saw a flag fall was doing."""
    problems: list[str] = field(default_factory=list)

    def summary(self) -> str:
        """Everything in a line."""
        waits, delays = self.waits or [0.0], self.delays or [0.0]
        return (
            f"acknowledged {len(self.acknowledged)}, wait p99 {self.p99(waits):.2f} s, longest {max(waits):.2f} s; "
            f"seen p99 {self.p99(delays):.2f} s, last {max(delays):.2f} s; gaps {self.gaps}, drops {self.drops}, "
            f"stale {self.stale}, unavailable {self.unavailable}, forgotten {self.forgotten}, "
            f"credited {self.credited}, flagged {self.flagged}"
        )

    def p99(self, values: Sequence[float]) -> float:
        """What 99 of 100 stay below."""
        ordered = sorted(values)
        return ordered[int(len(ordered) * 0.99)] if ordered else 0.0


# -- one game ------------------------------------------------------------------------------------------------


class Seat:
    """One player of one game: a connection to some node, and what is known of the game."""

    def __init__(self, table: "Table", side: int, token: str) -> None:
        self.table = table
        self.side = side
        self.token = token
        self.seq: int | None = None
        self.played = 0
        self.done = 0
        """How many actions there are at least, as far as acknowledgements say: the events may come a little later."""
        self.history = ""
        self.status = "playing"
        self.catch_up = float("inf")
        self.failures = 0
        self.node = side + table.number
        self.wire: Wire | None = None
        self.pending: tuple[str, str, int] | None = None
        self.sent_at = 0.0
        self._timer: asyncio.TimerHandle | None = None

    # -- the connection

    async def connect(self) -> None:
        """Connect to a node; each failure goes to the next, after a pause that grows."""
        load = self.table.load
        hosts = load.hosts()
        host, _, port = hosts[self.node % len(hosts)].partition(":")
        self.catch_up = float("inf")
        wire = Wire(self, f"{host}:{port}", self.table.game, self.token, self.seq)
        self.wire = wire
        try:
            await asyncio.wait_for(asyncio.get_running_loop().create_connection(lambda: wire, host, int(port)), SILENCE)
        except (OSError, TimeoutError):
            self.lost(wire)

    def lost(self, wire: "Wire") -> None:
        """Go elsewhere."""
        if self.wire is not wire or self.table.load.is_over:
            return
        self.wire = None
        self.table.load.tally.drops += 1
        self.node += 1
        pause = min(LONGEST_PAUSE, FIRST_PAUSE * 2**self.failures) * (0.5 + random.random())
        self.failures += 1
        self.table.load.later(pause, self.connect)

    def forget(self) -> None:
        """Begin anew with the state."""
        self.table.load.tally.forgotten += 1
        self.seq, self.played, self.done, self.pending = None, 0, 0, None
        if self.wire:
            self.wire.drop()

    # -- what a node says

    def hear(self, message: dict[str, Any]) -> None:
        """Follow the game."""
        kind = message["t"]
        if kind == "hello":
            self.failures = 0
            is_other = self.history not in {"", message["history"]}
            self.history = message["history"]
            if is_other or (self.seq is not None and message["seq"] < self.seq):
                self.forget()
                return
            self.catch_up = message["seq"]
            self.act()
        elif kind == "state":
            self._adopt(message)
        elif kind == "ack":
            self._acknowledged(message)
        elif kind == "reject":
            self._rejected(message)
        elif "standing" in message:
            self._follow(message)

    def _adopt(self, state: dict[str, Any]) -> None:
        if self.seq is not None and state["seq"] < self.seq:
            return
        self.seq, self.played = state["seq"], len(state["actions"])
        self.status = state["standing"]["status"]
        self.act()

    def _follow(self, event: dict[str, Any]) -> None:
        tally = self.table.load.tally
        if self.seq is None or event["seq"] <= self.seq:
            return
        if event["seq"] > self.seq + 1:
            tally.gaps += 1
            tally.problems.append(f"a gap: {event['seq']} after {self.seq}")
            if self.wire:
                self.wire.drop()
            return
        self.seq = event["seq"]
        self.status = event["standing"]["status"]
        tally.credited += event["t"] == "clock_credited"
        if event["t"] == "flagged":
            tally.flagged += 1
            tally.flags.append(self.describe())
        if event["t"] == "acted":
            self.table.seen(self.played, self)
            self.played += 1
        self.act()

    def describe(self) -> str:
        """What this player knows and waits for."""
        posted = self.wire and self.wire.posted
        waited = time.monotonic() - self.sent_at
        return (
            f"{self.table.game} side {self.side} seq {self.seq} of {self.catch_up} played {self.played} "
            f"pending {self.pending} posted {posted} decided {waited:.1f} s ago timer {self._timer is not None}"
        )

    def act(self) -> None:
        """Act after a while, if it is one's turn and everything is known."""
        is_turn = self._is_turn() and self.status == "playing"
        if self.seq is None or self.seq < self.catch_up or self.wire is None:
            return
        if self.pending:
            self._send()
        elif is_turn and self._timer is None and not self.table.load.is_stopping:
            think = random.expovariate(1 / self.table.load.think) if self.table.load.think else 0
            self._timer = asyncio.get_running_loop().call_later(think, self._decide)

    def _is_turn(self) -> bool:
        """Whether to act now, and not again what was acknowledged while its event is under way."""
        script, actors = self.table.script
        return self.done <= self.played < len(script) and actors[self.played] == self.side

    def _decide(self) -> None:
        self._timer = None
        script = self.table.script[0]
        if self.seq is None or self.pending or not self._is_turn() or self.table.load.is_stopping:
            return
        self.pending = (f"a{self.played}", script[self.played], self.seq)
        self.sent_at = time.monotonic()
        self.act()  # sends it, if there is a connection that has caught up; else when there is one

    def _send(self) -> None:
        if self.pending and self.wire and self.wire.posted != self.pending[0]:
            identity, action, seq = self.pending
            self.wire.posted = identity
            self.wire.send({"t": "act", "id": identity, "seq": seq, "action": action})

    def _acknowledged(self, ack: dict[str, Any]) -> None:
        if not self.pending or ack["id"] != self.pending[0]:
            return
        tally, number = self.table.load.tally, int(ack["id"][1:])
        self.done = number + 1
        tally.waits.append(time.monotonic() - self.sent_at)
        tally.acknowledged.append(Acknowledged(self.table.game, number, ack["seq"]))
        self.table.written(number, self)
        self.pending = None
        self.act()

    def _rejected(self, reject: dict[str, Any]) -> None:
        tally = self.table.load.tally
        if reject["code"] in {"unavailable", "too_fast"}:
            tally.unavailable += 1
            self.table.load.later(SEND_AGAIN, self._send_again)
            return
        if reject["code"] == "stale":
            tally.stale += 1
        else:
            tally.problems.append(str({**reject, "state": None}))
        self.pending = None
        if self.wire:
            self.wire.posted = None
        if reject["state"]:
            self._adopt(reject["state"])

    async def _send_again(self) -> None:
        if self.wire:
            self.wire.posted = None
            self._send()


class Table:
    """A game with its two seats."""

    def __init__(self, load: "Load", number: int, game: str, tokens: Sequence[str]) -> None:
        self.load = load
        self.number = number
        self.game = game
        self.script = load.scripts[number % len(load.scripts)]
        self._written: dict[int, float] = {}
        self.seats = [Seat(self, side, token) for side, token in enumerate(tokens)]

    def written(self, number: int, seat: Seat) -> None:
        """An action was acknowledged; its opponent should see it soon, if it has not yet."""
        if self.seats[1 - seat.side].played <= number:
            self._written[number] = time.monotonic()

    def seen(self, number: int, seat: Seat) -> None:
        """A player got an event."""
        if self.script[1][number] != seat.side and (at := self._written.pop(number, None)):
            self.load.tally.delays.append(time.monotonic() - at)


class Wire(SmallWebSocket):
    """A seat's connection to a node."""

    def __init__(self, seat: Seat, host: str, game: str, token: str, since: int | None) -> None:
        super().__init__(host, game, token, since)
        self._seat = seat
        self._heard_at = time.monotonic()
        self.posted: str | None = None

    @property
    def is_wanted(self) -> bool:
        """Whether the seat has no other connection meanwhile."""
        return self._seat.wire is self

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Begin, and watch whether the node answers."""
        super().connection_made(transport)
        self._watch()

    def connection_lost(self, _: Exception | None) -> None:
        """Go elsewhere."""
        self._seat.lost(self)

    def _watch(self) -> None:
        """Ping, and leave a node that says nothing."""
        if not self.is_wanted or self._seat.table.load.is_over:
            return
        if time.monotonic() - self._heard_at > SILENCE:
            self.drop()
            return
        if self.is_open:
            self.send({"t": "ping", "n": 1})
        asyncio.get_running_loop().call_later(PING_EVERY, self._watch)

    def data_received(self, data: bytes) -> None:
        """Note that the node is there."""
        self._heard_at = time.monotonic()
        super().data_received(data)

    def take(self, payload: bytes) -> None:
        """Let the seat have a message."""
        self._seat.hear(json.loads(payload))


# -- all of them ---------------------------------------------------------------------------------------------


class Load:
    """So many games, whose players act after about ``think`` seconds, in a thread of its own."""

    def __init__(
        self,
        nodes: Sequence[Server],
        games: int,
        think: float,
        *,
        length: int = 1000,
        terms: object = None,
    ) -> None:
        self.tally = Tally()
        self.think = think
        self.is_over = self.is_stopping = False
        self.scripts = scripts(6, length)
        self._nodes = nodes
        self._terms = terms or {"clock": {"initial": 900, "increment": 5}}
        self._tasks: set[asyncio.Task[None]] = set()
        self.clients = [nodes[0].client("Ann"), nodes[0].client("Ben")]
        with ThreadPoolExecutor(4) as threads:
            names = [*threads.map(self._open_game, range(games))]
        tokens = [str(client.token) for client in self.clients]
        self.tables = [Table(self, number, name, tokens) for number, name in enumerate(names)]
        self._thread = threading.Thread(target=lambda: asyncio.run(self._run()), name="load", daemon=True)

    def hosts(self) -> list[str]:
        """The addresses of the nodes, which change when one is started again."""
        return [node.host for node in self._nodes]

    def start(self) -> None:
        """Let everybody play."""
        self._thread.start()
        self.wait_for(lambda: len(self.tally.acknowledged) >= len(self.tables) // 2)

    def wait_for(self, condition: Callable[[], bool], seconds: float = 180) -> None:
        """Wait until something is so."""
        end = time.monotonic() + seconds
        while not condition():
            assert time.monotonic() < end, (
                f"it did not come to it: {self.tally.summary()}; {self.tally.problems[:3]}; {self.tally.flags[:3]}"
            )
            time.sleep(0.02)

    def wait_for_more(self, acknowledgements: int, seconds: float = 180) -> float:
        """Wait until so many more actions were acknowledged; how many seconds that took."""
        began, goal = time.monotonic(), len(self.tally.acknowledged) + acknowledgements
        self.wait_for(lambda: len(self.tally.acknowledged) >= goal, seconds)
        return time.monotonic() - began

    def stop(self) -> None:
        """Let what is under way be answered, then end."""
        self.is_stopping = True
        end = time.monotonic() + 60
        while any(seat.pending for table in self.tables for seat in table.seats) and time.monotonic() < end:
            time.sleep(0.05)
        self.end()

    def end(self) -> None:
        """End, whatever is under way."""
        self.is_over = True
        self._thread.join(30)

    def later(self, seconds: float, work: Callable[[], Any]) -> None:
        """Do something after a while."""

        async def wait() -> None:
            await asyncio.sleep(seconds)
            await work()

        task = asyncio.ensure_future(wait())
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _run(self) -> None:
        for table in self.tables:
            await asyncio.gather(*(seat.connect() for seat in table.seats))
        while not self.is_over:  # noqa: ASYNC110
            await asyncio.sleep(0.05)
        for table in self.tables:
            for seat in table.seats:
                if seat.wire:
                    seat.wire.drop()
        for task in self._tasks:
            task.cancel()
        await asyncio.sleep(0.1)

    def _open_game(self, number: int) -> str:
        host = self.hosts()[number % len(self._nodes)]
        white, brown = self.clients
        state = _ask(host, white, "/api/v1/games", {"colour": "white", "terms": self._terms})
        key = state["invitation"].partition("#join=")[2]
        other = self.hosts()[(number + 1) % len(self._nodes)]
        _ask(other, brown, f"/api/v1/games/{state['game']}/join", {"id": "join", "key": key})
        return str(state["game"])

    # -- looking back

    def events(self, node: Server) -> dict[str, list[dict[str, Any]]]:
        """All events of all games, as one node knows them."""
        client = Client(node, self.clients[0].token)
        return {table.game: _all_events(client, table.game) for table in self.tables}

    def lost(self, node: Server) -> list[Acknowledged]:
        """Actions that were acknowledged and are not where they should be; checks that no number is missing."""
        events = self.events(node)
        for game, known in events.items():
            assert [event["seq"] for event in known] == [*range(1, len(known) + 1)], game
        actions = {game: {event["seq"]: event for event in known} for game, known in events.items()}
        script = {table.game: table.script[0] for table in self.tables}
        return [
            each
            for each in self.tally.acknowledged
            if actions[each.game].get(each.seq, {}).get("action") != script[each.game][each.number]
        ]


@contextmanager
def playing(
    nodes: Sequence[Server], games: int, think: float, *, length: int = 1000, terms: object = None
) -> Iterator[Load]:
    """Players for the duration of a test."""
    load = Load(nodes, games, think, length=length, terms=terms)
    try:
        load.start()
        yield load
    finally:
        load.end()


def _ask(host: str, client: Client, path: str, body: object) -> Any:  # noqa: ANN401 - whatever JSON says
    connection = HTTPConnection(host, timeout=60)
    connection.request("POST", path, json.dumps(body), {"Content-Type": "application/json", **client.headers})
    response = connection.getresponse()
    text = response.read()
    connection.close()
    assert response.status < 300, text
    return json.loads(text)


def _all_events(client: Client, game: str) -> list[dict[str, Any]]:
    events: list[dict[str, Any]] = []
    while True:
        page = client.call("GET", f"/api/v1/games/{game}/events?since={len(events)}")
        events += page["events"]
        if len(events) >= page["seq"] or not page["events"]:
            return events
