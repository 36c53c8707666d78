"""Routes of games: opening, listing, joining, reading, playing without a socket."""

from __future__ import annotations

import hashlib
from datetime import UTC, datetime
from typing import Annotated, Literal

import msgspec
from fastapi import APIRouter, Query, Request, Response
from msgspec.structs import replace

from barragoon.record import Record
from barragoon.server.game.features import FAIR_PLAY
from barragoon.server.game.game_writer import NotInvitedError, SeatTakenError
from barragoon.server.game.journal import Journal
from barragoon.server.game.live_game import LiveGame
from barragoon.server.game.opening_limits import TooManyGames
from barragoon.server.game_settings import GameSettings
from barragoon.server.http.client_address import client_address
from barragoon.server.http.dependencies import (
    ClockDep,
    CommandLimitDep,
    FeaturesDep,
    IdentitiesDep,
    JournalDep,
    LobbyDep,
    MetricsDep,
    OpeningLimitsDep,
    PublicGamesDep,
    RegistryDep,
    SettingsDep,
    StoreDep,
    require_mailbox,
)
from barragoon.server.http.errors import ProblemError
from barragoon.server.http.openapi import describe
from barragoon.server.http.request_body import read_body
from barragoon.server.http.responses import JSON, json_response
from barragoon.server.messages import (
    Ack,
    AnyCommand,
    EventList,
    GameList,
    Id,
    Join,
    LegalActions,
    NewGame,
    Reject,
    State,
)
from barragoon.server.shared.random_source import random_id
from barragoon.server.store.encoding import decode_event
from barragoon.server.store.game_lists import Cursor, GamePage, list_own, list_public

router = APIRouter(prefix="/api/v1", tags=["games"])

Number = Annotated[int | None, Query(ge=0, le=2**53 - 1)]
Before = Annotated[str | None, Query(pattern=r"^[0-9]{1,15}\.[A-Za-z0-9_-]{1,64}$")]


@router.post("/games", **describe(body=NewGame, response=State, status=201, problems=(401, 403, 409)))
async def open_game(  # noqa: PLR0913, PLR0917 - one parameter a dependency
    request: Request,
    identities: IdentitiesDep,
    clock: ClockDep,
    journal: JournalDep,
    registry: RegistryDep,
    settings: SettingsDep,
    limits: OpeningLimitsDep,
    features: FeaturesDep,
) -> Response:
    """Open a game and wait for an opponent."""
    player = (await identities.require(request)).player
    asked = await read_body(request, NewGame)
    wanted = GameSettings(random_id(), clock.now(), asked.access, asked.terms.terms(), player, asked.colour)
    if wanted.terms.clock and features.allows(FAIR_PLAY):
        wanted = replace(wanted, begin_seconds=settings.begin_seconds)
    address = client_address(request.scope)
    opened = await journal.add(
        LiveGame(wanted), asked.id, lambda connection: limits.objection(connection, wanted, address)
    )
    if isinstance(opened, TooManyGames):
        raise ProblemError(409, opened.code, opened.sentence)
    if (opened.access, opened.terms, opened.opener_colour) != (wanted.access, wanted.terms, wanted.opener_colour):
        raise ProblemError(409, "id_taken", "another game was opened with this id")
    mailbox = await require_mailbox(registry, opened.game)
    return json_response(await mailbox.state(player.id), 201)


@router.get("/lobby", **describe(response=GameList, other={304: None}))
async def read_lobby(request: Request, lobby: LobbyDep, identities: IdentitiesDep, before: Before = None) -> Response:
    """Open games that anybody may join, while their opener is there or no clock is used; and one's own."""
    bearer = await identities.find(request)
    page = await lobby.page(bearer and bearer.player.id, _cursor(before))
    return _unless_known(request, _game_list(page))


@router.get("/games", **describe(response=GameList, other={304: None}))
async def list_games(
    request: Request, public_games: PublicGamesDep, store: StoreDep, before: Before = None
) -> Response:
    """Games being played that all may watch."""
    if before is None:
        return _unless_known(request, _game_list(await public_games.get()))
    page = await store.read(lambda connection: list_public(connection, _cursor(before)))
    return json_response(_game_list(page))


@router.get("/me/games", **describe(response=GameList, problems=(401,)))
async def list_my_games(
    request: Request,
    identities: IdentitiesDep,
    store: StoreDep,
    status: Literal["open", "playing", "over", "aborted"] | None = None,
    before: Before = None,
) -> Response:
    """Own games, the last changed first."""
    player = (await identities.require(request)).player.id
    page = await store.read(lambda connection: list_own(connection, player, status, _cursor(before)))
    return json_response(_game_list(page))


@router.get("/games/{game}", **describe(response=State, problems=(401, 404)))
async def read_game(request: Request, game: str, identities: IdentitiesDep, registry: RegistryDep) -> Response:
    """A whole game."""
    bearer = await identities.find(request)
    mailbox = await require_mailbox(registry, game)
    return json_response(await mailbox.state(bearer.player.id if bearer else None))


@router.get("/games/{game}/events", **describe(response=EventList, problems=(401, 404)))
async def list_events(  # noqa: PLR0913, PLR0917 - one parameter a dependency
    request: Request,
    game: str,
    identities: IdentitiesDep,
    registry: RegistryDep,
    journal: JournalDep,
    since: Number = None,
) -> Response:
    """Events after a number, up to 200."""
    bearer = await identities.find(request)
    mailbox = await require_mailbox(registry, game)
    seq = await mailbox.last_seq(bearer.player.id if bearer else None)
    events = tuple(map(decode_event, await journal.events_after(game, since or 0)))
    return json_response(EventList(events, max([seq, *(event.seq for event in events)])))


@router.get("/games/{game}/legal", **describe(response=LegalActions, problems=(401, 404)))
async def list_legal_actions(request: Request, game: str, identities: IdentitiesDep, registry: RegistryDep) -> Response:
    """All legal actions of the actor."""
    bearer = await identities.find(request)
    mailbox = await require_mailbox(registry, game)
    return json_response(await mailbox.read(_legal, bearer.player.id if bearer else None))


@router.get("/games/{game}/bgn", **describe(response=str, media_type="text/plain", problems=(404,)))
async def read_record(game: str, registry: RegistryDep) -> Response:
    """The game as a file."""
    mailbox = await require_mailbox(registry, game)
    headers = {"Content-Disposition": f'attachment; filename="barragoon-{game[:8]}.bgn"', "Cache-Control": "no-store"}
    return Response(await mailbox.read(record_of), headers=headers, media_type="text/plain; charset=utf-8")


@router.post("/games/{game}/join", **describe(body=Join, response=State, problems=(401, 403, 404, 409)))
async def join_game(  # noqa: PLR0913, PLR0917 - one parameter a dependency
    request: Request,
    game: str,
    identities: IdentitiesDep,
    registry: RegistryDep,
    journal: JournalDep,
    settings: SettingsDep,
) -> Response:
    """Take the free seat."""
    player = (await identities.require(request)).player
    asked = await read_body(request, Join)
    mailbox = await require_mailbox(registry, game)
    if not await mailbox.is_participant(player.id):  # who has a seat asks a second time
        await _require_few_running(journal, player.id, settings.running_games_per_player)
    try:
        return json_response(await mailbox.join(asked, player))
    except NotInvitedError as error:
        raise ProblemError(403, "not_invited", str(error)) from error
    except SeatTakenError as error:
        raise ProblemError(409, "seat_taken", str(error)) from error


@router.post(
    "/games/{game}/commands",
    **describe(body=AnyCommand, response=Ack, problems=(401, 403, 404), other={409: Reject, 503: Reject}),
)
async def submit_command(  # noqa: PLR0913, PLR0917 - one parameter a dependency
    request: Request,
    game: str,
    identities: IdentitiesDep,
    registry: RegistryDep,
    command_limit: CommandLimitDep,
    metrics: MetricsDep,
) -> Response:
    """Send a command without a socket."""
    player = (await identities.require(request)).player
    if not command_limit.take(player.id):
        metrics.throttled.labels("messages").inc()
        raise ProblemError(429, "too_fast", "too many commands: wait a little", {"Retry-After": "1"})
    command: AnyCommand = await read_body(request, AnyCommand)  # type: ignore[arg-type]  # a union is no type to mypy
    mailbox = await require_mailbox(registry, game)
    result = await mailbox.submit(command, player, lag=0)
    if isinstance(result, Ack):
        return json_response(result)
    metrics.rejections.labels(result.code).inc()
    return json_response(result, 503 if result.code == "unavailable" else 409)


# -- helpers of the routes -----------------------------------------------------------------------------------


async def _require_few_running(journal: Journal, player: Id, most: int) -> None:
    if await journal.count_running(player) >= most:
        raise ProblemError(409, "too_many_running", f"you play {most} games already: finish one first")


def _unless_known(request: Request, games: GameList) -> Response:
    """A list, or 304 if the client has the same one already: pages ask every few seconds."""
    body = msgspec.json.encode(games)
    headers = {"Cache-Control": "private, no-cache", "ETag": f'"{hashlib.sha256(body).hexdigest()[:16]}"'}
    if request.headers.get("If-None-Match") == headers["ETag"]:
        return Response(status_code=304, headers=headers)
    return Response(body, headers=headers, media_type=JSON)


def _game_list(page: GamePage) -> GameList:
    return GameList(tuple(page.games), page.following and f"{page.following.changed_at}.{page.following.game}")


def _cursor(before: str | None) -> Cursor | None:
    """The cursor that :func:`_game_list` wrote."""
    changed_at, _, game = (before or "").partition(".")
    return Cursor(int(changed_at), game) if before else None


def _legal(live: LiveGame) -> LegalActions:
    actions = live.game.legal_actions() if live.actor else ()
    return LegalActions(live.seq, live.actor, tuple(map(str, actions)))


def record_of(live: LiveGame) -> str:
    """The game as a file, with the players' names, the date and the clock."""
    settings = live.settings
    tags = {
        "Site": "Barragoon server",
        "Date": datetime.fromtimestamp(settings.created_at / 1000, UTC).strftime("%Y.%m.%d"),
        "White": live.seats.white.name if live.seats.white else "?",
        "Brown": live.seats.brown.name if live.seats.brown else "?",
    }
    if clock := settings.terms.clock:
        tags["TimeControl"] = f"{clock.initial}+{clock.increment}"
    record = Record.from_game(live.game, tags)
    if live.no_result:  # also of a game whose result was annulled
        record.outcome = None
    return str(record)
