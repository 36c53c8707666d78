"""The files of the built page: read once, compressed once, sent with the headers that caches need."""

from __future__ import annotations

import gzip
import hashlib
import mimetypes
import re
from dataclasses import dataclass
from pathlib import Path

from starlette.requests import Request
from starlette.responses import Response

FOLDER = Path(__file__).parent.parent / "page"
FOREVER = "public, max-age=31536000, immutable"
REVALIDATE = "no-cache"
TYPES = {
    ".html": "text/html; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".json": "application/json",
    ".svg": "image/svg+xml",
    ".wasm": "application/wasm",
    ".webmanifest": "application/manifest+json",
    ".woff2": "font/woff2",
    ".ico": "image/x-icon",
    ".tsv": "text/tab-separated-values; charset=utf-8",
    ".txt": "text/plain; charset=utf-8",
}
COMPRESSED = (".html", ".js", ".css", ".json", ".svg", ".wasm", ".webmanifest", ".tsv", ".txt")
# A file's suffix begins with a letter; the page's own address /learn/5.3 has none.
SUFFIX = re.compile(r"\.[A-Za-z][^/]*$")
NOT_BUILT = "The page has not been built: run 'make page' in a checkout of Barragoon, then start this again."


@dataclass(frozen=True, slots=True)
class PageFile:
    """A file of the page, ready to be sent."""

    body: bytes
    compressed: bytes | None
    media_type: str
    tag: str
    cache: str

    @staticmethod
    def read(path: Path, address: str) -> PageFile:
        """Read a file; those in /assets/ have the hash of their content in their name and never change."""
        body = path.read_bytes()
        compressed = gzip.compress(body, mtime=0) if path.suffix in COMPRESSED else None
        media_type = TYPES.get(path.suffix) or mimetypes.guess_type(path.name)[0] or "application/octet-stream"
        return PageFile(
            body, compressed, media_type, _tag(body), FOREVER if address.startswith("/assets/") else REVALIDATE
        )

    @staticmethod
    def of(body: bytes, media_type: str) -> PageFile:
        """A text that is made while the server starts; the next version of the server may have another one."""
        return PageFile(body, gzip.compress(body, mtime=0), media_type, _tag(body), REVALIDATE)

    def response(self, request: Request) -> Response:
        """The file, or 304 if the client has it already."""
        headers = {"ETag": self.tag, "Cache-Control": self.cache, "Vary": "Accept-Encoding"}
        if self.tag in request.headers.get("If-None-Match", ""):
            return Response(status_code=304, headers=headers)
        body = self.body
        if self.compressed is not None and "gzip" in request.headers.get("Accept-Encoding", ""):
            body = self.compressed
            headers["Content-Encoding"] = "gzip"
        return Response(body, headers=headers, media_type=self.media_type)


def _tag(body: bytes) -> str:
    return f'"{hashlib.sha256(body).hexdigest()[:16]}"'


class StaticPage:
    """All files of the page by their addresses."""

    def __init__(self, folder: Path = FOLDER) -> None:
        paths = {f"/{path.relative_to(folder).as_posix()}": path for path in folder.rglob("*") if path.is_file()}
        self._files = {address: PageFile.read(path, address) for address, path in paths.items()}

    @property
    def is_built(self) -> bool:
        """Whether the page was built."""
        return "/index.html" in self._files

    def response(self, request: Request, address: str) -> Response | None:
        """A file; the page itself for the addresses that its own router handles; None for a file that is missing."""
        file = self._files.get(address)
        if file is None and not SUFFIX.search(address):
            file = self._files.get("/index.html")
            if file is None:
                return Response(f"{NOT_BUILT}\n", 503, media_type="text/plain; charset=utf-8")
        return None if file is None else file.response(request)
