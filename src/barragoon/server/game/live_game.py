"""A live game: the rules' game, its seats, clocks and requests, and the number of its last event."""

from __future__ import annotations

from typing import TypeVar

from msgspec.structs import replace

from barragoon.action import parse_action
from barragoon.dead import is_plainly_alive
from barragoon.errors import NotationError
from barragoon.game import Game, Variant
from barragoon.server import messages
from barragoon.server.game import clock
from barragoon.server.game.clock import Moment
from barragoon.server.game.game_events import game_events, reopened_offer
from barragoon.server.game.rules_to_messages import COLOURS, NAMES, to_colour_name, to_duty, to_offer, to_outcome
from barragoon.server.game_settings import GameSettings
from barragoon.server.messages import (
    AnyEvent,
    Clocks,
    ColourName,
    Command,
    GameEventText,
    Id,
    Milliseconds,
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
        self._decisive_seq = 0
        terms = settings.terms
        variant = Variant.OPEN if terms.variant == "open" else Variant.CLOSED
        self.game = Game.new(variant, stages=terms.stages, touch_move=terms.touch_move)
        self.standing = self._standing("open", None)

    # -- reading ---------------------------------------------------------------------------------------------

    @property
    def status(self) -> Status:
        """Whether it waits for an opponent, is played, is over or was withdrawn."""
        return self.standing.status

    @property
    def actor(self) -> ColourName | None:
        """Who must act now."""
        return self.standing.actor

    def colour_of(self, player: Id | None) -> ColourName | None:
        """The colour that a player has here."""
        return self.seats.colour_of(player)

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
        lag = moment.lag if by == self.actor else clock.LAG_CAP
        return clock.is_up(self.clocks, Moment(moment.now, lag))

    def deadline(self) -> Milliseconds | None:
        """When the flag falls if nobody acts."""
        return clock.deadline(self.clocks) if self.clocks and self.actor else None

    def is_fast(self, command: Command, by: ColourName | None) -> bool:
        """Whether a command is carried out, or rejected, in well under a millisecond.

        All are, except those after which no capture is near: such a position may be dead, and judging it can be slow.
        """
        if not isinstance(command, messages.Act):
            return not isinstance(command, messages.AcceptTakeBack | messages.AskTakeBack)
        if by != self.actor or not self.is_current(command.seq):
            return True
        try:
            action = parse_action(command.action)
        except NotationError:
            return True
        return is_plainly_alive(self.game.position.after(action))

    def actions_before_last_of(self, colour: ColourName) -> int | None:
        """How many actions come before this player's last one; None if they have not acted."""
        actors = [position.actor for position in self.game.positions()][:-1]
        own = [count for count, actor in enumerate(actors) if actor is COLOURS[colour]]
        return own[-1] if own else None

    # -- changing --------------------------------------------------------------------------------------------

    def extend(self, event: SomeEvent, moment: Moment) -> SomeEvent:
        """Let something new happen; returns the event with its standing and its texts of the event language."""
        applied = self._apply(event)
        status = self._status()
        actor = NAMES[self.game.position.actor] if status == "playing" else None
        self._run_clocks(event, moment, actor)
        self.standing = self._standing(status, actor)
        self._count(event)
        return replace(event, standing=self.standing, apply=applied)

    def repeat(self, event: AnyEvent) -> None:
        """Let a stored event happen again, to rebuild the game."""
        self._apply(event)
        for reopened in reopened_offer(event, self.game):
            self.game.apply(reopened)
        self.clocks = event.standing.clocks
        self.standing = event.standing
        self._count(event)

    def _count(self, event: messages.Event) -> None:
        self.seq = event.seq
        if not isinstance(event, messages.ClockCredited):
            self._decisive_seq = event.seq

    def _apply(self, event: messages.Event) -> tuple[GameEventText, ...]:
        """Change the game, and what only the server knows of; returns the game's events as texts."""
        events = game_events(event, self.game)
        for each in events:
            self.game.apply(each)
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
            case messages.Withdrawn():
                self.withdrawn = True
        return tuple(map(str, events))

    def _status(self) -> Status:
        if self.withdrawn:
            return "withdrawn"
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
        has_acted = isinstance(event, messages.Acted)
        if has_acted or self.clocks.running != actor:
            turn_ended = has_acted and not self.game.position.hands
            gained = rule.increment * 1000 if turn_ended else 0
            mover = NAMES[self.game.position.turn.other]
            clocks = clock.stopped(self.clocks, moment)
            left = clock.left_on(clocks, mover) + gained
            self.clocks = clock.changed(clocks, mover, left, running=actor, at=moment.now)

    def _standing(self, status: Status, actor: ColourName | None) -> Standing:
        """Where the game stands now."""
        outcome = self.game.outcome()
        is_over = outcome is not None
        return Standing(
            status=status,
            fen=self.game.position.to_fen(),
            actor=actor,
            clocks=self.clocks,
            outcome=to_outcome(outcome),
            offer=to_offer(self.game),
            duty=None if is_over else to_duty(self.game.duty),
            repetition=to_colour_name(self.game.may_claim()),
            take_back=None if is_over else self.take_back,
            rematch=self.rematch,
            next_game=self.next_game,
            touched=tuple(map(str, self.game.touched)),
        )

    # -- the state message -----------------------------------------------------------------------------------

    def state(self, player: Id | None, now: Milliseconds, invitation: str | None = None) -> messages.State:
        """The whole game as one player, or a spectator, may see it."""
        settings = self.settings
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
            actions=tuple(map(str, self.game.actions)),
            events=tuple(map(str, self.game.events)),
            standing=self.standing,
            rematch_of=settings.rematch_of,
            invitation=invitation if self.status == "open" and player == settings.opener.id else None,
        )
