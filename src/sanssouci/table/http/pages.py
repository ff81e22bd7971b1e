"""The page: files of `static/`, and `index.html` for every address that the page itself understands."""

from __future__ import annotations

import gzip
import hashlib
import mimetypes
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from sanssouci.table.errors import Refusal
from sanssouci.table.http.calls import refused

FOLDER = Path(str(files("sanssouci.table"))) / "static"
#: the page is built with this line; the server writes its root path into it
BASE = b'<base href="/"'
TEXT = ("text/", "application/json", "application/javascript", "image/svg+xml", "application/manifest+json")

mimetypes.add_type("text/javascript", ".js")
mimetypes.add_type("image/svg+xml", ".svg")
mimetypes.add_type("font/woff2", ".woff2")
mimetypes.add_type("application/manifest+json", ".webmanifest")

_MISSING = b"""<!doctype html><html lang="en"><meta charset="utf-8"><title>Sanssouci</title>
<p>The page has not been built: run <code>make page</code>.</p></html>"""


@dataclass(frozen=True)
class Asset:
    """A file as it is sent."""

    body: bytes
    zipped: bytes | None
    kind: str
    tag: str
    changed: float


class Pages:
    """The files, read once and again only when they change."""

    def __init__(self, root_path: str, folder: Path = FOLDER) -> None:
        self.folder = folder
        self.root_path = root_path
        self._kept: dict[str, Asset] = {}

    def routes(self) -> list[BaseRoute]:
        """The routes; they come after all others."""
        return [Route("/{path:path}", self.serve, methods=["GET", "HEAD"])]

    async def serve(self, request: Request) -> Response:
        """A file, or the page."""
        path = str(request.path_params["path"])
        if path.startswith("api/"):
            return refused(Refusal("table.no_such_page"))
        wanted = path if "." in path.rsplit("/", 1)[-1] else "index.html"
        name = self._name(wanted)
        asset = None if name is None else self._asset(name)
        if asset is None or name is None:
            if wanted != "index.html":
                return refused(Refusal("table.no_such_page"))
            name, asset = wanted, Asset(_MISSING, None, "text/html", "missing", 0)
        headers = {"etag": f'"{asset.tag}"', "vary": "accept-encoding"}
        # names under assets/ carry a hash of their content
        lasting = name.startswith("assets/")
        headers["cache-control"] = "public, max-age=31536000, immutable" if lasting else "no-cache"
        if request.headers.get("if-none-match") == headers["etag"]:
            return Response(status_code=304, headers=headers)
        body = asset.body
        if asset.zipped is not None and "gzip" in request.headers.get("accept-encoding", ""):
            body = asset.zipped
            headers["content-encoding"] = "gzip"
        return Response(body, media_type=asset.kind, headers=headers)

    def _name(self, path: str) -> str | None:
        """The one name of a file below the folder, however its path is spelled; None if there is none."""
        try:
            root = self.folder.resolve()
            found = (root / path).resolve()
            return found.relative_to(root).as_posix() if found.is_file() else None
        except (OSError, ValueError):
            return None

    def _asset(self, name: str) -> Asset | None:
        path = self.folder / name
        try:
            changed = path.stat().st_mtime
            kept = self._kept.get(name)
            if kept is not None and kept.changed == changed:
                return kept
            body = path.read_bytes()
        except (OSError, ValueError):
            return None
        if name == "index.html":
            body = body.replace(BASE, b'<base href="' + self.root_path.encode() + b'/"')
        kind = mimetypes.guess_type(name)[0] or "application/octet-stream"
        zipped = gzip.compress(body, 9, mtime=0) if kind.startswith(TEXT) and len(body) > 500 else None
        tag = hashlib.sha256(body).hexdigest()[:20]
        asset = self._kept[name] = Asset(body, zipped, kind, tag, changed)
        return asset
