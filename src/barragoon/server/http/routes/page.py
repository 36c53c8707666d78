"""Everything else is the page."""

from __future__ import annotations

from fastapi import APIRouter, Request, Response
from fastapi.routing import APIRoute

from barragoon.server.http.errors import not_allowed, not_found
from barragoon.server.http.static_page import Site

router = APIRouter(include_in_schema=False)


def methods_of(request: Request) -> list[str]:
    """The methods that the rest of the server, not the page, takes at this address."""
    routes: list[APIRoute] = request.app.state.routes
    here = [route for route in routes if route.path_regex.match(request.url.path)]
    methods = {method for route in here for method in route.methods or ()}
    return sorted(methods | ({"HEAD"} if "GET" in methods else set()))


@router.get("/{address:path}")
async def read_page(request: Request, address: str) -> Response:
    """A file of the page, or the page itself."""
    site = request.app.state.site
    assert isinstance(site, Site)
    if methods := methods_of(request):
        raise not_allowed(methods)
    response = None if address.startswith("api/") else site.answer(request, f"/{address}")
    if response is None:
        raise not_found()
    return response
