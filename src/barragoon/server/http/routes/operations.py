"""Routes for operators: health, metrics, and a description of the API."""

from __future__ import annotations

from fastapi import APIRouter, Request, Response
from prometheus_client import CONTENT_TYPE_LATEST, generate_latest

from barragoon import __version__
from barragoon.server.http.dependencies import DescribedApiDep, MetricsDep, ReadinessDep, SettingsDep, StoreDep
from barragoon.server.http.errors import ProblemError, not_found
from barragoon.server.http.openapi import describe
from barragoon.server.http.responses import json_response
from barragoon.server.messages import Health
from barragoon.server.shared.network_address import parse_address
from barragoon.server.store.bad_rows import BAD_ROWS
from barragoon.server.store.server_facts import SECRET, read_fact

router = APIRouter()


@router.get("/live", tags=["operations"], **describe(response=Health))
async def read_live() -> Response:
    """Whether the process answers; if not, it should be started again."""
    return json_response(Health("ok", __version__))


@router.get("/ready", tags=["operations"], **describe(response=Health))
async def read_ready(readiness: ReadinessDep) -> Response:
    """Whether players should come here; if not, a proxy sends them elsewhere."""
    if problem := readiness.problem():
        raise ProblemError(503, "unavailable", problem)
    return json_response(Health("ok", __version__, bad_rows=BAD_ROWS.count))


@router.get("/health", tags=["operations"], **describe(response=Health))
async def read_health(store: StoreDep, readiness: ReadinessDep) -> Response:
    """Whether the server answers, its store works and its clocks can be trusted."""
    await store.run(lambda connection: read_fact(connection, SECRET))
    return await read_ready(readiness)


@router.get("/metrics", tags=["operations"], **describe(response=str, media_type="text/plain", problems=(404,)))
async def read_metrics(request: Request, settings: SettingsDep, metrics: MetricsDep) -> Response:
    """Counters for Prometheus; by default only for this machine."""
    if settings.metrics == "off" or (settings.metrics == "local" and not _is_local(request)):
        raise not_found()
    return Response(generate_latest(metrics.registry), media_type=CONTENT_TYPE_LATEST)


@router.get("/openapi.json", include_in_schema=False)
async def read_openapi(request: Request, described: DescribedApiDep) -> Response:
    """The description of the API for programs."""
    return described.schema.response(request)


@router.get("/docs", include_in_schema=False)
async def read_docs(request: Request, described: DescribedApiDep) -> Response:
    """The REST routes as a plain page, without scripts, because the content security policy allows none."""
    return described.page.response(request)


@router.get("/docs.css", include_in_schema=False)
async def read_docs_style(request: Request, described: DescribedApiDep) -> Response:
    """The style sheet of that page."""
    return described.style.response(request)


def _is_local(request: Request) -> bool:
    try:
        return request.client is not None and parse_address(request.client.host).is_loopback
    except ValueError:
        return False
