"""Commands duplicated, reordered, replayed and stale, from two tabs each: everybody always sees the same game.

A model that knows nothing of the server, only the library's ``Game.apply``, says what must come of each command.
"""

from contextlib import ExitStack
from typing import Any

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from barragoon import BarragoonError, Colour, Game, Position, Variant
from barragoon.record import Record

from .server_process import Client, GameSocket, Json, Server, fresh

COLOURS = {"white": Colour.WHITE, "brown": Colour.BROWN}
OTHER = {"white": "brown", "brown": "white"}
colours = st.sampled_from(("white", "brown"))
VERBS = (
    "offer_draw",
    "accept_draw",
    "decline_draw",
    "ask_take_back",
    "accept_take_back",
    "decline_take_back",
    "offer_rematch",
    "accept_rematch",
    "decline_rematch",
    "withdraw",
    "claim",
)


def facts_of(verb: str, repetition: bool = False) -> dict[str, object]:
    """What a command needs besides its name."""
    if verb == "offer_draw":
        return {"kind": "repetition" if repetition else "agreement"}
    return {"kind": "draw" if repetition else "win"} if verb == "claim" else {}


class FollowingSocket(GameSocket):
    """A client that keeps a game of its own: made from a state's events, then changed by what each event applies."""

    game: Game

    def _adopt(self, state: Json) -> None:
        super()._adopt(state)
        self.game = Game(Position.from_fen(state["start"]), touch_move=state["terms"]["touch_move"])
        for text in state["events"]:
            self.game.apply(text)

    def _follow(self, event: Json) -> None:
        is_new = event["seq"] > self.seq
        super()._follow(event)
        if is_new:
            for text in event["apply"]:
                self.game.apply(text)


class Model:
    """What the rules say; the game changes by the texts of the event language alone."""

    def __init__(self, game: Game, *, take_backs: bool) -> None:
        self.game = game
        self.take_backs = take_backs
        self.take_back: str | None = None
        self.rematch: str | None = None
        self.next_game = False
        self.aborted: str | None = None
        self.seq = 1

    def carry_out(self, colour: str, command: Json) -> bool:
        """Whether a command must be carried out; if so, it is."""
        if command["seq"] != self.seq:
            return False
        try:
            done = self._do(colour, COLOURS[colour], command)
        except BarragoonError:
            return False
        self.seq += done
        return done

    def _do(self, name: str, colour: Colour, command: Json) -> bool:
        verb = command["t"]
        if verb in {"offer_rematch", "accept_rematch", "decline_rematch"}:
            return self._talk_of_rematch(name, verb)
        if self.game.is_over or self.aborted or verb in {"withdraw", "claim"}:  # nobody is away: there is no clock
            return False
        if verb == "abort":
            self.aborted = None if self.has_begun(name) else name
            return self.aborted is not None
        if verb in {"ask_take_back", "accept_take_back", "decline_take_back"}:
            return self._talk_of_taking_back(name, verb)
        text = self._text(name, colour, command)
        if text is None:
            return False
        self.game.apply(text)
        if verb == "act":
            self.take_back = None
        return True

    def has_begun(self, name: str) -> bool:
        """Whether a player has completed a turn."""
        return len(self.game.turns) >= (1 if name == "white" else 2)

    def _text(self, name: str, colour: Colour, command: Json) -> str | None:
        """What a command is in the event language; None if it is not this player's to send now."""
        game, verb = self.game, command["t"]
        is_actor = game.position.actor is colour
        if verb == "act":
            return str(command["action"]) if is_actor else None
        if verb == "touch":
            may_touch = game.touch_move and is_actor and len(game.touched) <= 63
            return f"touch {command['square']}" if may_touch else None
        if verb == "offer_draw":
            if game.offer and game.offer.player is not colour:
                return f"accept_draw {name}"
            if game.offer and (game.offer.duty or command["kind"] == "agreement"):
                return None
            return f"{'claim_repetition' if command['kind'] == 'repetition' else 'offer_draw'} {name}"
        return f"{verb} {name}"

    def _talk_of_taking_back(self, name: str, verb: str) -> bool:
        if verb == "decline_take_back":
            asked, self.take_back = self.take_back, None
            return asked is not None
        if verb == "ask_take_back" and not self.take_backs:
            return False
        if self.take_back == OTHER[name]:
            self._take_back(OTHER[name])
            return True
        if verb == "accept_take_back" or self.take_back or not self._has_acted(name):
            return False
        self.take_back = name
        return True

    def _has_acted(self, name: str) -> bool:
        twin = self.game.copy()
        while twin.actions:
            twin.pop()
            if twin.position.actor is COLOURS[name]:
                return True
        return False

    def _take_back(self, name: str) -> None:
        self.take_back = None
        self.game.apply("take_back")
        while self.game.position.actor is not COLOURS[name]:
            self.game.apply("take_back")

    def _talk_of_rematch(self, name: str, verb: str) -> bool:
        if not self.game.outcome() or self.next_game:
            return False
        if verb == "decline_rematch":
            offered, self.rematch = self.rematch, None
            return offered is not None
        if self.rematch == OTHER[name]:
            self.rematch, self.next_game = None, True
            return True
        if verb == "accept_rematch" or self.rematch == name:
            return False
        self.rematch = name
        return True


def asked(command: Json) -> Json:
    """What a command asks for; what its sender knew is no part of it."""
    return command | {"seq": None}


class Divergence(RuleBasedStateMachine):
    """Two players with two tabs each, a spectator, and a network that does what it likes."""

    clients: dict[str, Client]
    steps: int

    @initialize(variant=st.sampled_from(Variant), touch_move=st.booleans(), take_backs=st.booleans())
    def begin(self, variant: Variant, touch_move: bool, take_backs: bool) -> None:
        self.stack = ExitStack()
        terms = {"variant": variant.value.lower(), "touch_move": touch_move, "take_backs": take_backs}
        state = self.clients["white"].open_game(colour="white", terms=terms)
        self.clients["brown"].join(state)
        self.game = state["game"]
        self.model = Model(Game.new(variant, touch_move=touch_move), take_backs=take_backs)
        self.tabs = {colour: [self.open(self.clients[colour]) for _ in range(2)] for colour in COLOURS}
        self.spectator = self.open(self.clients["spectator"])
        self.sent: list[tuple[str, Json]] = []
        self.carried_out: dict[str, tuple[str, Json, int]] = {}

    def open(self, client: Client, since: int | None = None) -> FollowingSocket:
        socket = self.stack.enter_context(FollowingSocket(client.socket_url(self.game, since), client.headers))
        if since is None:
            socket.take()
        return socket

    def teardown(self) -> None:
        if hasattr(self, "stack"):
            self.stack.close()

    # -- the network -----------------------------------------------------------------------------------------

    def deliver(self, colour: str, tab: int, command: Json) -> None:
        """Send a command as it is, and compare the answer with what must come of it."""
        socket = self.tabs[colour][tab]
        socket.send_command(command)
        answer = socket.answer(command["id"])
        earlier = self.carried_out.get(command["id"])
        if earlier:
            whose, what, seq = earlier
            if whose == colour and what == asked(command):
                assert answer == {"t": "ack", "id": command["id"], "seq": seq}
            else:
                assert answer["code"] == "id_taken"
        elif self.model.carry_out(colour, command):
            assert answer == {"t": "ack", "id": command["id"], "seq": self.model.seq}
            self.carried_out[command["id"]] = (colour, asked(command), self.model.seq)
        else:
            assert answer["t"] == "reject"
            assert (answer["code"] == "stale") == (command["seq"] != self.model.seq)
            assert answer["state"]["seq"] == self.model.seq

    def command(self, colour: str, verb: str, **facts: object) -> Json:
        command = {"t": verb, "id": fresh(), "seq": self.model.seq} | facts
        self.sent.append((colour, command))
        return command

    def an_action(self, choice: int) -> str:
        legal = sorted(self.model.game.legal_actions())
        captures = [a for a in legal if str(a)[0] != "@" and self.model.game.position[a.target]]  # type: ignore[union-attr]
        pool = captures if captures and choice % 2 else legal
        return str(pool[choice // 2 % len(pool)]) if pool else "d2d5"

    # -- what happens ----------------------------------------------------------------------------------------

    @rule(tab=st.integers(0, 1), choice=st.integers(0, 1 << 16))
    def act(self, tab: int, choice: int) -> None:
        colour = "white" if self.model.game.position.actor is Colour.WHITE else "brown"
        self.deliver(colour, tab, self.command(colour, "act", action=self.an_action(choice)))

    @rule(colour=colours, tab=st.integers(0, 1), choice=st.integers(0, 1 << 16))
    def act_out_of_turn(self, colour: str, tab: int, choice: int) -> None:
        self.deliver(colour, tab, self.command(colour, "act", action=self.an_action(choice)))

    @rule(turns=st.sampled_from((("d2d4", "d8d6", "d4d2", "d6d8"), ("e2e3", "e8e7", "e3e2", "e7e8"))))
    def repeat_turns(self, turns: tuple[str, ...]) -> None:
        for action in turns * 3:
            colour = "white" if self.model.game.position.actor is Colour.WHITE else "brown"
            self.deliver(colour, 0, self.command(colour, "act", action=action))

    @rule(colour=colours, tab=st.integers(0, 1), verb=st.sampled_from(VERBS), repetition=st.booleans())
    def talk(self, colour: str, tab: int, verb: str, repetition: bool) -> None:
        self.deliver(colour, tab, self.command(colour, verb, **facts_of(verb, repetition)))

    @rule(colour=colours, square=st.sampled_from(("d2", "e2", "d8", "c8", "a5", "d5")))
    def touch(self, colour: str, square: str) -> None:
        self.deliver(colour, 0, self.command(colour, "touch", square=square))

    @precondition(lambda self: self.model.seq > 30)
    @rule(colour=colours)
    def resign(self, colour: str) -> None:
        self.deliver(colour, 0, self.command(colour, "resign"))

    @rule(colour=colours, is_meant=st.sampled_from((False, False, False, False, False, True)))
    def abort(self, colour: str, is_meant: bool) -> None:
        if is_meant or self.model.has_begun(colour):
            self.deliver(colour, 0, self.command(colour, "abort"))

    @precondition(lambda self: self.sent)
    @rule(data=st.data(), tab=st.integers(0, 1))
    def send_again(self, data: st.DataObject, tab: int) -> None:
        colour, command = data.draw(st.sampled_from(self.sent))
        self.deliver(colour, tab, command)

    @precondition(lambda self: self.sent)
    @rule(data=st.data(), tab=st.integers(0, 1))
    def send_somebody_elses(self, data: st.DataObject, tab: int) -> None:
        colour, command = data.draw(st.sampled_from(self.sent))
        self.deliver(OTHER[colour], tab, command)

    @precondition(lambda self: self.sent)
    @rule(data=st.data(), offset=st.integers(-5, 3))
    def send_with_another_number(self, data: st.DataObject, offset: int) -> None:
        colour, command = data.draw(st.sampled_from(self.sent))
        again = command | {"id": fresh(), "seq": max(0, self.model.seq + offset)}
        self.deliver(colour, 0, again)

    @precondition(lambda self: self.carried_out)
    @rule(data=st.data(), verb=st.sampled_from(VERBS), tab=st.integers(0, 1))
    def send_another_command_with_an_old_id(self, data: st.DataObject, verb: str, tab: int) -> None:
        identity = data.draw(st.sampled_from(sorted(self.carried_out)))
        colour = self.carried_out[identity][0]
        self.deliver(colour, tab, {"t": verb, "id": identity, "seq": self.model.seq} | facts_of(verb))

    @rule(choice=st.integers(0, 1 << 16))
    def send_in_the_wrong_order(self, choice: int) -> None:
        """Two commands that were meant one after the other arrive the other way round."""
        colour = "white" if self.model.game.position.actor is Colour.WHITE else "brown"
        first = self.command(colour, "act", action=self.an_action(choice))
        second = self.command(colour, "offer_draw", kind="agreement") | {"seq": self.model.seq + 1}
        self.deliver(colour, 1, second)
        self.deliver(colour, 0, first)
        self.deliver(colour, 1, second)

    @rule(colour=colours, tab=st.integers(0, 1))
    def reconnect(self, colour: str, tab: int) -> None:
        old = self.tabs[colour][tab]
        old.close()
        again = self.open(self.clients[colour], since=old.seq)
        again.seq, again.actions, again.standing, again.game = old.seq, old.actions, old.standing, old.game
        self.tabs[colour][tab] = again

    # -- what must hold --------------------------------------------------------------------------------------

    @invariant()
    def everybody_sees_the_same(self) -> None:
        if not hasattr(self, "tabs"):
            return
        type(self).steps += 1
        game = self.model.game
        outcome, aborted = game.outcome(), self.model.aborted
        is_over = outcome is not None or aborted is not None
        offer, claimant = (None, None) if is_over else (game.offer, game.may_claim())
        for socket in (*self.tabs["white"], *self.tabs["brown"], self.spectator):
            socket.until(self.model.seq)
            standing: dict[str, Any] = socket.standing
            assert socket.seq == self.model.seq
            assert socket.actions == [str(action) for action in game.actions]
            assert socket.game == game
            assert socket.game.events == game.events
            assert standing["fen"] == game.position.to_fen()
            assert (standing["outcome"] or {}).get("reason") == (outcome and outcome.reason.value)
            assert (standing["offer"] or {}).get("by") == (offer and offer.player.word)
            assert (standing["duty"] is None) == (game.duty is None or is_over)
            assert standing["no_result"] == (aborted and {"reason": "player", "by": aborted})
            assert standing["status"] == ("aborted" if aborted else "over" if outcome else "playing")
            assert standing["repetition"] == (claimant.word if claimant else None)
            assert standing["touched"] == [str(square) for square in game.touched]
            assert standing["rematch"] == self.model.rematch
            assert standing["take_back"] == (None if is_over else self.model.take_back)
            assert bool(standing["next_game"]) == self.model.next_game

    @precondition(lambda self: self.model.seq % 7 == 0)
    @invariant()
    def the_store_has_the_same(self) -> None:
        if not hasattr(self, "tabs"):
            return
        client = self.clients["spectator"]
        events = client.call("GET", f"/api/v1/games/{self.game}/events")["events"]
        assert [event["seq"] for event in events] == [*range(1, min(self.model.seq, 200) + 1)]
        assert client.state(self.game)["events"] == [str(event) for event in self.model.game.events]
        text = client.ask("GET", f"/api/v1/games/{self.game}/bgn").body.decode()
        assert Record.parse(text).game().actions == self.model.game.actions


@pytest.fixture
def machine(server: Server) -> type[Divergence]:
    Divergence.steps = 0
    Divergence.clients = {name: server.client(name) for name in ("white", "brown", "spectator")}
    return Divergence


def test_nobody_ever_sees_another_game(machine: type[Divergence]) -> None:
    run_state_machine_as_test(machine, settings=settings(max_examples=8, stateful_step_count=30))


@pytest.mark.slow
@pytest.mark.parametrize("quarter", range(4))  # so that they can be run side by side
def test_nobody_ever_sees_another_game_in_ten_thousand_steps(machine: type[Divergence], quarter: int) -> None:
    run_state_machine_as_test(machine, settings=settings(max_examples=40, stateful_step_count=100))  # some end early
    assert machine.steps >= 2_500, f"quarter {quarter} ended too soon"
