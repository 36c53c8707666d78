"""Checks the links of a built site: each leads to a page and a place that is there, and nothing is loaded from afar."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

LOADED = {"img": "src", "link": "href", "script": "src", "source": "src", "iframe": "src"}
"""What a browser loads by itself; a link of a page is followed only when the reader wants to."""


class Page(HTMLParser):
    """The links of a page, what it loads, and the places that a link may lead to."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.links: list[str] = []
        self.loaded: list[str] = []
        self.places: set[str] = {"", "__skip"}
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Note what a tag refers to, and its id."""
        values = dict(attrs)
        if place := values.get("id"):
            self.places.add(place)
        if tag == "a" and (link := values.get("href")):
            self.links.append(link)
        if (loaded := values.get(LOADED.get(tag, ""))) and values.get("rel") not in {"canonical", "prev", "next"}:
            self.loaded.append(loaded)


def problems_of(site: Path) -> Iterator[str]:
    """A sentence for each link that is broken, and for each thing loaded from elsewhere."""
    for file in sorted(site.rglob("*.html")):
        page = read(file)
        name = file.relative_to(site)
        for link in page.loaded:
            if is_elsewhere(link):
                yield f"{name}: {link} would be loaded from elsewhere"
        for link in (*page.loaded, *page.links):
            if not is_elsewhere(link) and not leads_somewhere(link, file, site):
                yield f"{name}: {link} leads nowhere"


def is_elsewhere(link: str) -> bool:
    """Whether a link has a scheme or a host."""
    parts = urlsplit(link)
    return bool(parts.scheme or parts.netloc) and parts.scheme != "data"


def leads_somewhere(link: str, file: Path, site: Path) -> bool:
    """Whether a link within the site has a target, and the target the place."""
    parts = urlsplit(link)
    if parts.scheme == "data":
        return True
    path = unquote(parts.path)
    target = (site / path.lstrip("/") if path.startswith("/") else file.parent / path).resolve() if path else file
    target = target / "index.html" if target.is_dir() else target
    if not target.is_file():
        return False
    return target.suffix != ".html" or unquote(parts.fragment) in read(target).places


@cache
def read(file: Path) -> Page:
    """A page, read once."""
    return Page(file.read_text("utf-8"))
