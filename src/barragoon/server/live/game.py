"""A live game: the rules' game, its seats, clocks and questions, and the number of its last event."""

from __future__ import annotations

from typing import TypeVar

from msgspec import Struct
from msgspec.structs import replace

from barragoon.action import parse_action
from barragoon.dead import is_plainly_alive
from barragoon.errors import NotationError
from barragoon.game import Game, Variant
from barragoon.server import messages
from barragoon.server.live import clock
from barragoon.server.live.clock import Moment
from barragoon.server.live.words import COLOURS, NAMES, told_duty, told_offer, told_outcome, told_repetition
from barragoon.server.messages import (
    Access,
    AnyEvent,
    Clocks,
    ColourName,
    Command,
    Id,
    Milliseconds,
    Player,
    Seats,
    Standing,
    Status,
    Terms,
    Wish,
)
from barragoon.square import Square

SomeEvent = TypeVar("SomeEvent", bound=messages.Event)


class Opening(Struct, frozen=True):
    """How a game was opened; nothing of it ever changes."""

    game: Id
    created_at: Milliseconds
    access: Access
    terms: Terms
    opener: Player
    opener_colour: Wish
    rematch_of: Id | None = None


class LiveGame:
    """A game that goes on, event by event; the same events always make the same game."""

    def __init__(self, opening: Opening) -> None:
        self.opening = opening
        self.seq = 0
        self.seats = Seats()
        self.clocks: Clocks | None = None
        self.take_back: ColourName | None = None
        self.rematch: ColourName | None = None
        self.next_game: Id | None = None
        self.withdrawn = False
        terms = opening.terms
        variant = Variant.OPEN if terms.variant == "open" else Variant.CLOSED
        self.game = Game.new(variant, stages=terms.stages, touch_move=terms.touch_move)
        self.standing = self._standing()

    # -- questions -------------------------------------------------------------------------------------------

    @property
    def status(self) -> Status:
        """Whether it waits for an opponent, is played, is over or was withdrawn."""
        if self.withdrawn:
            return "withdrawn"
        if self.seats.white is None:
            return "open"
        return "over" if self.game.outcome() else "playing"

    @property
    def actor(self) -> ColourName | None:
        """Who must act now."""
        return NAMES[self.game.position.actor] if self.status == "playing" else None

    def colour_of(self, player: Id | None) -> ColourName | None:
        """The colour that a player has here."""
        return self.seats.colour_of(player)

    def flag_is_due(self, moment: Moment, by: ColourName | None) -> bool:
        """Whether the actor's time is up, as far as somebody's message tells: an action may be on its way."""
        if self.clocks is None or self.actor is None:
            return False
        lag = moment.lag if by == self.actor else clock.LAG_CAP
        return clock.is_up(self.clocks, Moment(moment.now, lag))

    def deadline(self) -> Milliseconds | None:
        """When the flag falls if nobody acts."""
        return clock.deadline(self.clocks) if self.clocks and self.actor else None

    def is_light(self, command: Command, by: ColourName | None) -> bool:
        """Whether a command is carried out in no time.

        All are but those after which no capture is near: such a position may be dead, and to find out can take long.
        What is not for this player to do now is refused in no time.
        """
        if not isinstance(command, messages.Act):
            return not isinstance(command, messages.AcceptTakeBack | messages.AskTakeBack)
        if by != self.actor or command.seq != self.seq:
            return True
        try:
            action = parse_action(command.action)
        except NotationError:
            return True
        return is_plainly_alive(self.game.position.after(action))

    def keeps(self, colour: ColourName) -> int | None:
        """How many actions come before this player's last one; None if they have not acted."""
        actors = [position.actor for position in self.game.positions()][:-1]
        own = [count for count, actor in enumerate(actors) if actor is COLOURS[colour]]
        return own[-1] if own else None

    # -- change ----------------------------------------------------------------------------------------------

    def extend(self, event: SomeEvent, moment: Moment) -> SomeEvent:
        """Let something new happen, its standing still to be worked out; returns the event as it is to be told."""
        turns = len(self.game.turns)
        self._happen(event)
        self._run_clocks(event, moment, turn_ended=len(self.game.turns) > turns)
        self.standing = self._standing()
        self.seq = event.seq
        return replace(event, standing=self.standing)

    def repeat(self, event: AnyEvent) -> None:
        """Let something happen again as it was told, to bring a game back from the store."""
        self._happen(event)
        self.clocks = event.standing.clocks
        self.standing = event.standing
        self.seq = event.seq

    def _happen(self, event: messages.Event) -> None:  # noqa: C901, PLR0912 - one case an event
        by = COLOURS[event.by] if event.by else self.game.position.actor
        match event:
            case messages.Joined():
                self.seats = event.seats
            case messages.Acted():
                self.game.push(parse_action(event.action))
                self.take_back = None
            case messages.Touched():
                self.game.touch(Square.parse(event.square))
            case messages.DrawOffered(kind="agreement"):
                self.game.offer_draw(by)
            case messages.DrawOffered():
                self.game.claim_repetition(by)
            case messages.DrawAccepted():
                self.game.accept_draw(by)
            case messages.DrawDeclined():
                self.game.decline_draw(by)
            case messages.TakeBackAsked():
                self.take_back = event.by
            case messages.TakeBackDeclined():
                self.take_back = None
            case messages.TookBack():
                self.take_back = None
                for _ in range(len(self.game.actions) - event.keeps):
                    self.game.pop()
            case messages.Resigned():
                self.game.resign(by)
            case messages.Flagged():
                self.game.lose_on_time(by)
            case messages.RematchOffered():
                self.rematch = event.by
            case messages.RematchDeclined():
                self.rematch = None
            case messages.RematchAgreed():
                self.rematch, self.next_game = None, event.game
            case messages.Withdrawn():
                self.withdrawn = True

    def _run_clocks(self, event: messages.Event, moment: Moment, *, turn_ended: bool) -> None:
        rule = self.opening.terms.clock
        if rule is None:
            return
        actor = self.actor
        if isinstance(event, messages.Joined):
            self.clocks = clock.start(rule, actor or "white", moment.now)
        if self.clocks is None:
            return
        if isinstance(event, messages.Acted) or self.clocks.running != actor:
            gained = rule.increment * 1000 if turn_ended else 0
            mover = NAMES[self.game.position.turn.other]
            clocks = clock.stopped(self.clocks, moment)
            left = clock.left_on(clocks, mover) + gained
            self.clocks = clock.changed(clocks, mover, left, running=actor, at=moment.now)

    def _standing(self) -> Standing:
        """Where the game stands now."""
        over = self.game.outcome() is not None
        return Standing(
            status=self.status,
            fen=self.game.position.to_fen(),
            actor=self.actor,
            clocks=self.clocks,
            outcome=told_outcome(self.game.outcome()),
            offer=told_offer(self.game),
            duty=None if over else told_duty(self.game.duty),
            repetition=told_repetition(self.game),
            take_back=None if over else self.take_back,
            rematch=self.rematch,
            next_game=self.next_game,
            touched=tuple(map(str, self.game.touched)),
        )

    # -- what is told ----------------------------------------------------------------------------------------

    def state(self, player: Id | None, now: Milliseconds, invitation: str | None = None) -> messages.State:
        """The whole game as one player, or a spectator, is told."""
        opening = self.opening
        return messages.State(
            game=opening.game,
            seq=self.seq,
            now=now,
            created_at=opening.created_at,
            access=opening.access,
            terms=opening.terms,
            opener_colour=opening.opener_colour,
            seats=self.seats,
            opener=opening.opener,
            you=self.colour_of(player),
            start=self.game.start.to_fen(),
            actions=tuple(map(str, self.game.actions)),
            standing=self.standing,
            rematch_of=opening.rematch_of,
            invitation=invitation if self.status == "open" and player == opening.opener.id else None,
        )
