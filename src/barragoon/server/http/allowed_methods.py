"""Which methods the API takes at an address."""

from __future__ import annotations

from fastapi import APIRouter, FastAPI
from fastapi.routing import APIRoute
from starlette.requests import Request


def register_api(app: FastAPI, routers: list[APIRouter]) -> None:
    """Remember the routes of the API, apart from the page's, which take every address."""
    app.state.api_routes = [route for router in routers for route in router.routes if isinstance(route, APIRoute)]


def allowed_methods(request: Request) -> list[str]:
    """The methods that the API takes at this address; none if it has nothing there."""
    routes: list[APIRoute] = request.app.state.api_routes
    here = [route for route in routes if route.path_regex.match(request.url.path)]
    methods = {method for route in here for method in route.methods or ()}
    return sorted(methods | ({"HEAD"} if "GET" in methods else set()))
