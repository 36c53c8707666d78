"""Games: opening, listing, joining, watching, playing without a socket, taking home."""

from __future__ import annotations

import hashlib
from datetime import UTC, datetime
from typing import Annotated, Literal

import msgspec
from fastapi import APIRouter, Query, Request, Response
from sqlalchemy import Connection

from barragoon.record import Record
from barragoon.server.game import LiveGame, Opening
from barragoon.server.game.conversion import NAMES
from barragoon.server.game.mailbox import NotInvitedError, SeatTakenError
from barragoon.server.http.dependencies import Services
from barragoon.server.http.errors import JSON, ProblemError, answer
from barragoon.server.http.openapi import described
from barragoon.server.http.request_body import read_body
from barragoon.server.messages import (
    Ack,
    AnyCommand,
    AnyEvent,
    EventList,
    GameList,
    GameSummary,
    Join,
    LegalActions,
    NewGame,
    Reject,
    State,
)
from barragoon.server.shared.server_clock import fresh_id
from barragoon.server.store.games import (
    PAGE,
    Place,
    add_game,
    count_waiting,
    events_after,
    list_own,
    list_public,
    read_events,
)

router = APIRouter(prefix="/api/v1", tags=["games"])

Number = Annotated[int | None, Query(ge=0, le=2**53 - 1)]
Before = Annotated[str | None, Query(pattern=r"^\d{1,15}\.[A-Za-z0-9_-]{1,64}$")]


@router.post("/games", **described(body=NewGame, answer=State, status=201, problems=(401, 403, 409)))
async def open_game(request: Request) -> Response:
    """Open a game and wait for an opponent."""
    services = Services.of(request)
    player = (await services.identities.require(request)).player
    wish = await read_body(request, NewGame)
    opening = Opening(fresh_id(), services.office.now(), wish.access, wish.terms, player, wish.colour)
    live = LiveGame(opening)
    most = services.settings.open_games_per_player

    def keep(connection: Connection) -> bool:
        if count_waiting(connection, player.id) >= most:
            return False
        add_game(connection, live)
        return True

    if not await services.office.store.run(keep):
        sentence = f"{most} of your games wait for an opponent already: withdraw one, or join another player's"
        raise ProblemError(409, "too_many_open", sentence)
    mailbox = await services.mailbox(opening.game)
    return answer(await mailbox.state(player.id), 201)


@router.get("/lobby", **described(answer=GameList, other={304: None}))
async def read_lobby(request: Request) -> Response:
    """Open games that anybody may join, while their opener is there or no clock is used."""
    services = Services.of(request)
    attended = [game for game in await services.waiting.get() if _is_attended(services, game)]
    return _listed(request, GameList(tuple(attended[:PAGE])))


@router.get("/games", **described(answer=GameList, other={304: None}))
async def list_games(request: Request, before: Before = None) -> Response:
    """Games being played that all may watch."""
    services = Services.of(request)
    if before is None:
        return _listed(request, _paged(await services.watched.get()))
    access = ("lobby", "public")
    games = await services.office.store.run(
        lambda connection: list_public(connection, "playing", access, _place(before))
    )
    return answer(_paged(games))


@router.get("/me/games", **described(answer=GameList, problems=(401,)))
async def list_my_games(
    request: Request, status: Literal["open", "playing", "over"] | None = None, before: Before = None
) -> Response:
    """Own games, the last changed first."""
    services = Services.of(request)
    player = (await services.identities.require(request)).player.id
    games = await services.office.store.run(lambda connection: list_own(connection, player, status, _place(before)))
    return answer(_paged(games))


@router.get("/games/{game}", **described(answer=State, problems=(401, 404)))
async def read_game(request: Request, game: str) -> Response:
    """A whole game."""
    services = Services.of(request)
    bearer = await services.identities.find(request)
    mailbox = await services.mailbox(game)
    return answer(await mailbox.state(bearer.player.id if bearer else None))


@router.get("/games/{game}/events", **described(answer=EventList, problems=(404,)))
async def list_events(request: Request, game: str, since: Number = None) -> Response:
    """Events after a number, up to 200."""
    services = Services.of(request)
    mailbox = await services.mailbox(game)
    seq = (await mailbox.state(None)).seq
    payloads = await services.office.store.run(lambda connection: events_after(connection, game, since or 0))
    events: tuple[AnyEvent, ...] = tuple(read_events(payloads))
    return answer(EventList(events, max([seq, *(event.seq for event in events)])))


@router.get("/games/{game}/legal", **described(answer=LegalActions, problems=(404,)))
async def list_legal_actions(request: Request, game: str) -> Response:
    """All that the actor may do now."""
    mailbox = await Services.of(request).mailbox(game)
    return answer(await mailbox.ask(_legal))


@router.get("/games/{game}/bgn", **described(answer=str, media_type="text/plain", problems=(404,)))
async def read_record(request: Request, game: str) -> Response:
    """The game as a file."""
    mailbox = await Services.of(request).mailbox(game)
    headers = {"Content-Disposition": f'attachment; filename="barragoon-{game[:8]}.bgn"', "Cache-Control": "no-store"}
    return Response(await mailbox.ask(record_of), headers=headers, media_type="text/plain; charset=utf-8")


@router.post("/games/{game}/join", **described(body=Join, answer=State, problems=(401, 403, 404, 409)))
async def join_game(request: Request, game: str) -> Response:
    """Take the free seat."""
    services = Services.of(request)
    player = (await services.identities.require(request)).player
    wish = await read_body(request, Join)
    mailbox = await services.mailbox(game)
    try:
        return answer(await mailbox.join(wish, player))
    except NotInvitedError as error:
        raise ProblemError(403, "not_invited", str(error)) from error
    except SeatTakenError as error:
        raise ProblemError(409, "seat_taken", str(error)) from error


@router.post(
    "/games/{game}/commands",
    **described(body=AnyCommand, answer=Ack, problems=(401, 403, 404), other={409: Reject, 503: Reject}),
)
async def submit_command(request: Request, game: str) -> Response:
    """Send a command without a socket."""
    services = Services.of(request)
    player = (await services.identities.require(request)).player
    command: AnyCommand = await read_body(request, AnyCommand)  # type: ignore[arg-type]  # a union is no type to mypy
    mailbox = await services.mailbox(game)
    told = await mailbox.submit(command, player, lag=0)
    if isinstance(told, Ack):
        return answer(told)
    services.office.metrics.refusals.labels(told.code).inc()
    return answer(told, 503 if told.code == "unavailable" else 409)


# -- helpers of the routes -----------------------------------------------------------------------------------


def _listed(request: Request, games: GameList) -> Response:
    """A list, unless the client has the same one already: pages ask every few seconds."""
    body = msgspec.json.encode(games)
    headers = {"Cache-Control": "no-cache", "ETag": f'"{hashlib.sha256(body).hexdigest()[:16]}"'}
    if request.headers.get("If-None-Match") == headers["ETag"]:
        return Response(status_code=304, headers=headers)
    return Response(body, headers=headers, media_type=JSON)


def _is_attended(services: Services, game: GameSummary) -> bool:
    mailbox = services.mailboxes.in_memory(game.game)
    return game.terms.clock is None or bool(mailbox and mailbox.room.has(game.opener.id))


def _paged(games: list[GameSummary]) -> GameList:
    following = f"{games[-1].changed_at}.{games[-1].game}" if len(games) == PAGE else None
    return GameList(tuple(games), following)


def _place(before: str | None) -> Place | None:
    """Where a list goes on, as :func:`_paged` wrote it."""
    changed_at, _, game = (before or "").partition(".")
    return Place(int(changed_at), game) if before else None


def _legal(live: LiveGame) -> LegalActions:
    actions = live.game.legal_actions() if live.actor else ()
    return LegalActions(live.seq, NAMES[live.game.position.actor] if live.actor else None, tuple(map(str, actions)))


def record_of(live: LiveGame) -> str:
    """The game as a file, with the players' names, the date and the clock."""
    opening = live.opening
    tags = {
        "Site": "Barragoon server",
        "Date": datetime.fromtimestamp(opening.created_at / 1000, UTC).strftime("%Y.%m.%d"),
        "White": live.seats.white.name if live.seats.white else "?",
        "Brown": live.seats.brown.name if live.seats.brown else "?",
    }
    if clock := opening.terms.clock:
        tags["TimeControl"] = f"{clock.initial}+{clock.increment}"
    return str(Record.from_game(live.game, tags))
