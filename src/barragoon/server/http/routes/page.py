"""The route of the page: it takes every address that the API does not."""

from __future__ import annotations

from fastapi import APIRouter, Request, Response

from barragoon.server.http.allowed_methods import allowed_methods
from barragoon.server.http.dependencies import StaticPageDep
from barragoon.server.http.errors import not_allowed, not_found

router = APIRouter(include_in_schema=False)


@router.get("/{address:path}")
async def read_page(request: Request, address: str, static_page: StaticPageDep) -> Response:
    """A file of the page, or the page itself."""
    if methods := allowed_methods(request):
        raise not_allowed(methods)
    response = None if address.startswith("api/") else static_page.response(request, f"/{address}")
    if response is None:
        raise not_found()
    return response
