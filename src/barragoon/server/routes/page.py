"""Everything else is the page."""

from __future__ import annotations

from fastapi import APIRouter, Request, Response

from barragoon.server.problem import not_found
from barragoon.server.site import Site

router = APIRouter(include_in_schema=False)


@router.api_route("/{address:path}", methods=["GET", "HEAD"])
async def read_page(request: Request, address: str) -> Response:
    """A file of the page, or the page itself."""
    site = request.app.state.site
    assert isinstance(site, Site)
    response = None if address.startswith("api/") else site.answer(request, f"/{address}")
    if response is None:
        raise not_found()
    return response
