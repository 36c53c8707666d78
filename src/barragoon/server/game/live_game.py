"""A live game: the rules' game, its seats, clocks and requests, and the number of its last event."""

from __future__ import annotations

import sys
from typing import TypeVar

from msgspec.structs import replace

from barragoon.action import parse_action
from barragoon.dead import is_plainly_alive
from barragoon.errors import NotationError
from barragoon.game import Game, Variant
from barragoon.outcome import Outcome, Reason
from barragoon.server import messages
from barragoon.server.game import clock
from barragoon.server.game.clock import Moment
from barragoon.server.game.event_texts import event_texts
from barragoon.server.game.game_events import game_events, reopened_offer
from barragoon.server.game.rules_to_messages import NAMES, to_colour_name, to_duty, to_offer, to_outcome
from barragoon.server.game.talk_count import TalkCount
from barragoon.server.game_settings import GameSettings
from barragoon.server.messages import (
    AnyEvent,
    Clocks,
    ColourName,
    Command,
    GameEventText,
    Id,
    Milliseconds,
    NoResult,
    Seats,
    Standing,
    Status,
)

SomeEvent = TypeVar("SomeEvent", bound=messages.Event)


class LiveGame:
    """A game that changes event by event; the same events always make the same game."""

    def __init__(self, settings: GameSettings) -> None:
        self.settings = settings
        self.seq = 0
        self.seats = Seats()
        self.clocks: Clocks | None = None
        self.take_back: ColourName | None = None
        self.rematch: ColourName | None = None
        self.next_game: Id | None = None
        self.withdrawn = False
        self.no_result: NoResult | None = None
        self._is_claimed = False
        self.changed_at = settings.created_at
        self._decisive_seq = 0
        self._actors: list[ColourName] = []
        self._actions: list[str] = []
        self._stored_lag: dict[ColourName, int] = {"white": clock.LAG_STORE, "brown": clock.LAG_STORE}
        self.talk = TalkCount()
        terms = settings.terms
        variant = Variant.OPEN if terms.variant == "open" else Variant.CLOSED
        self.game = Game.new(variant, stages=terms.stages, touch_move=terms.touch_move)
        self.standing = self._standing("open", None)
        self._texts: tuple[int, tuple[str, ...], tuple[GameEventText, ...]] = (-1, (), ())

    def copy(self) -> LiveGame:
        """A game that goes its own way from here: what happens to it may still come to nothing."""
        twin = LiveGame.__new__(LiveGame)
        vars(twin).update(
            vars(self),
            game=self.game.copy(),
            talk=self.talk.copy(),
            _actors=self._actors.copy(),
            _actions=self._actions.copy(),
            _stored_lag=self._stored_lag.copy(),
        )
        return twin

    # -- reading ---------------------------------------------------------------------------------------------

    @property
    def status(self) -> Status:
        """Whether it waits for an opponent, is played, is over, was withdrawn or aborted."""
        return self.standing.status

    @property
    def actor(self) -> ColourName | None:
        """Who must act now."""
        return self.standing.actor

    def colour_of(self, player: Id | None) -> ColourName | None:
        """The colour that a player has here."""
        return self.seats.colour_of(player)

    def has_begun(self, colour: ColourName) -> bool:
        """Whether a player has completed a turn; one that was taken back was not played."""
        own = 1 if NAMES[self.game.start.turn] == colour else 2
        return self.game.turn_count >= own

    def is_current(self, seq: int) -> bool:
        """Whether a player who knows the events up to this one can decide: nothing that matters came after it.

        Time that a clock got back for a stop of the server does not matter. If it did, a move that was made during the
        stop would be lost in games with a clock.
        """
        return self._decisive_seq <= seq <= self.seq

    def flag_is_due(self, moment: Moment, by: ColourName | None) -> bool:
        """Whether the actor's time is up at a message of ``by``; others must wait for an action that is under way."""
        if self.clocks is None or self.actor is None:
            return False
        lag = min(moment.lag, self._stored_lag[self.actor]) if by == self.actor else clock.LAG_CAP
        return clock.is_up(self.clocks, Moment(moment.arrived, lag))

    def deadline(self) -> Milliseconds | None:
        """When the flag falls if nobody acts."""
        return clock.deadline(self.clocks) if self.clocks and self.actor else None

    def lag_to_give(self, by: ColourName, moment: Moment) -> Milliseconds:
        """How much network lag a player gets back for an action now: each has a store of it that refills slowly."""
        return clock.lag_to_give(self._stored_lag[by], self.clocks, moment)

    def is_fast(self, command: Command, by: ColourName | None) -> bool:
        """Whether a command is carried out, or rejected, in well under a millisecond.

        All are, except actions after which no capture is near: such a position may be dead, and judging it can be slow.
        """
        if not isinstance(command, messages.Act) or by != self.actor or not self.is_current(command.seq):
            return True
        try:
            action = parse_action(command.action)
        except NotationError:
            return True
        return is_plainly_alive(self.game.position.after(action))

    def actions_before_last_of(self, colour: ColourName) -> int | None:
        """How many actions come before this player's last one; None if they have not acted."""
        return next((count for count in reversed(range(len(self._actors))) if self._actors[count] == colour), None)

    # -- changing --------------------------------------------------------------------------------------------

    def extend(self, event: SomeEvent, moment: Moment) -> SomeEvent:
        """Let something new happen; returns the event with its standing and its texts of the event language."""
        applied = self._apply(event)
        status, actor = self._status_and_actor()
        self._run_clocks(event, moment, actor)
        self.standing = self._standing(status, actor)
        self._count(event)
        return replace(event, standing=self.standing, apply=applied)

    def postpone(self, event: SomeEvent, now: Milliseconds) -> SomeEvent:
        """Let the last event have happened now: judging it took a while, for which no clock that it started may run."""
        if self.clocks and self.clocks.at == event.at:
            self.clocks = replace(self.clocks, at=now)
        self.standing, self.changed_at = replace(self.standing, clocks=self.clocks), now
        return replace(event, at=now, standing=self.standing)

    def repeat(self, event: AnyEvent) -> None:
        """Let a stored event happen again, to rebuild the game."""
        self._apply(event)
        for reopened in reopened_offer(event, self.game):
            self.game.apply(reopened)
        self.clocks = event.standing.clocks
        self.standing = event.standing
        self._believe(event.standing)
        self._count(event)

    def _believe(self, standing: Standing) -> None:
        """Take over what was found out about the position when the event was new: it may have taken seconds."""
        if standing.status == "playing":
            self.game.believe(None)
        elif standing.outcome and standing.outcome.reason == Reason.DEAD.value:
            self.game.believe(Outcome(None, Reason.DEAD))

    def replayed_standing(self) -> Standing:
        """Where the rules say that the game stands, whatever the last stored event said."""
        self.game.believe(self.game.position.outcome())
        return self._standing(*self._status_and_actor())

    def _count(self, event: messages.Event) -> None:
        self.seq = event.seq
        self.talk.count(event)
        if isinstance(event, messages.Acted) and event.by:
            self._stored_lag[event.by] = clock.stored_after(self._stored_lag[event.by], event.lag)
        if not isinstance(event, messages.ClockCredited):
            self._decisive_seq = event.seq
            self.changed_at = event.at

    def _apply(self, event: messages.Event) -> tuple[GameEventText, ...]:
        """Change the game, and what only the server knows of; returns the game's events as texts."""
        actor, events = NAMES[self.game.position.actor], game_events(event, self.game)
        for each in events:
            self.game.apply(each)
        if isinstance(event, messages.Acted):
            self._actors.append(actor)
            self._actions.append(sys.intern(str(self.game.actions[-1])))
        elif isinstance(event, messages.TookBack):
            del self._actors[event.keeps :], self._actions[event.keeps :]
        match event:
            case messages.Joined():
                self.seats = event.seats
            case messages.TakeBackAsked():
                self.take_back = event.by
            case messages.Acted() | messages.TakeBackDeclined() | messages.TookBack():
                self.take_back = None
            case messages.RematchOffered():
                self.rematch = event.by
            case messages.RematchDeclined():
                self.rematch = None
            case messages.RematchAgreed():
                self.rematch, self.next_game = None, event.game
        self._note_end(event)
        return tuple(map(str, events))

    def _note_end(self, event: messages.Event) -> None:
        """Note an end that the game itself knows nothing of."""
        match event:
            case messages.Withdrawn():
                self.withdrawn = True
            case messages.Aborted():
                self.no_result = NoResult(event.reason, event.by)
            case messages.Claimed():
                self._is_claimed = True

    def _status_and_actor(self) -> tuple[Status, ColourName | None]:
        status = self._status()
        return status, NAMES[self.game.position.actor] if status == "playing" else None

    def _status(self) -> Status:
        if self.withdrawn:
            return "withdrawn"
        if self.no_result:
            return "aborted"
        if self.seats.white is None:
            return "open"
        return "over" if self.game.is_over else "playing"

    def _run_clocks(self, event: messages.Event, moment: Moment, actor: ColourName | None) -> None:
        rule = self.settings.terms.clock
        if rule is None:
            return
        if isinstance(event, messages.Joined):
            self.clocks = clock.start(rule, actor or "white", moment.now)
        if self.clocks is None:
            return
        has_acted, begin_within = isinstance(event, messages.Acted), self._begin_within(actor)
        # A first turn that was taken back is begun anew, with all the time that there is for it.
        begins_again = begin_within is not None and self.clocks.begin_within is None
        if has_acted or begins_again or self.clocks.running != actor:
            turn_ended = has_acted and not self.game.position.hands
            gained = rule.increment * 1000 if turn_ended else 0
            mover = NAMES[self.game.position.turn.other]
            clocks = clock.stopped(self.clocks, moment)
            left = clock.left_on(clocks, mover) + gained
            self.clocks = clock.changed(clocks, mover, left, running=actor, at=moment.now)
        self.clocks = replace(self.clocks, begin_within=begin_within)

    def _begin_within(self, actor: ColourName | None) -> Milliseconds | None:
        """How long the actor has for a first turn."""
        seconds = self.settings.begin_seconds
        return None if seconds is None or actor is None or self.has_begun(actor) else round(seconds * 1000)

    def _standing(self, status: Status, actor: ColourName | None) -> Standing:
        """Where the game stands now."""
        outcome = self.game.outcome()
        is_over = outcome is not None or self.no_result is not None
        return Standing(
            status=status,
            fen=self.game.position.to_fen(),
            actor=actor,
            clocks=self.clocks,
            outcome=None if self.no_result else to_outcome(outcome, claimed=self._is_claimed),
            offer=None if is_over else to_offer(self.game),
            duty=None if is_over else to_duty(self.game.duty),
            repetition=None if is_over else to_colour_name(self.game.may_claim()),
            take_back=None if is_over else self.take_back,
            rematch=self.rematch,
            next_game=self.next_game,
            touched=tuple(map(str, self.game.touched)),
            no_result=self.no_result,
        )

    # -- the state message -----------------------------------------------------------------------------------

    def state(
        self,
        player: Id | None,
        now: Milliseconds,
        invitation: str | None = None,
        expires_at: Milliseconds | None = None,
    ) -> messages.State:
        """The whole game as one player, or a spectator, may see it."""
        settings = self.settings
        actions, events = self._listed()
        return messages.State(
            game=settings.game,
            seq=self.seq,
            now=now,
            created_at=settings.created_at,
            access=settings.access,
            terms=settings.terms,
            opener_colour=settings.opener_colour,
            seats=self.seats,
            opener=settings.opener,
            you=self.colour_of(player),
            start=self.game.start.to_fen(),
            actions=actions,
            events=events,
            standing=self.standing,
            rematch_of=settings.rematch_of,
            invitation=invitation if self.status == "open" and player == settings.opener.id else None,
            expires_at=expires_at,
        )

    def _listed(self) -> tuple[tuple[str, ...], tuple[GameEventText, ...]]:
        """The actions and the game's events as texts; remembered, because many may ask between two events."""
        if self._texts[0] != self.seq:
            self._texts = self.seq, tuple(self._actions), event_texts(self.game, self._actions)
        return self._texts[1:]
