"""Headers of every answer, and the check where a request comes from."""

from __future__ import annotations

from urllib.parse import urlsplit

from starlette.datastructures import MutableHeaders
from starlette.requests import HTTPConnection
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from sanssouci.table.settings import Settings


def content_security_policy() -> str:
    """The one policy of the whole site: nothing inline, nothing from elsewhere."""
    return "; ".join(
        (
            "default-src 'none'",
            "script-src 'self'",
            "style-src 'self'",
            "img-src 'self' data:",
            "font-src 'self'",
            "media-src 'self'",
            "connect-src 'self'",
            "manifest-src 'self'",
            "form-action 'self'",
            "base-uri 'self'",
            "frame-ancestors 'none'",
        )
    )


SECURITY_HEADERS = {
    "content-security-policy": content_security_policy(),
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), microphone=(), geolocation=()",
}


class SecurityHeaders:
    """Adds the headers to every HTTP answer, whoever made it."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """ASGI."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return

        async def send_with(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in SECURITY_HEADERS.items():
                    headers.setdefault(name, value)
            await send(message)

        await self.app(scope, receive, send_with)


class RootPath:
    """Takes the path under which a proxy has put the table off the address, if the proxy has not."""

    def __init__(self, app: ASGIApp, root_path: str) -> None:
        self.app = app
        self.root_path = root_path

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """ASGI."""
        if scope["type"] in ("http", "websocket") and self.root_path:
            path = scope["path"]
            if path == self.root_path or path.startswith(self.root_path + "/"):
                rest = path[len(self.root_path) :] or "/"
                scope = {**scope, "path": rest, "raw_path": rest.encode()}
        await self.app(scope, receive, send)


def secure(connection: HTTPConnection, settings: Settings) -> bool:
    """Whether browsers reach us by https, as far as we know: directly, or a proxy or the operator says so."""
    return settings.secure_cookies or connection.url.scheme in ("https", "wss")


def own_origin(connection: HTTPConnection, settings: Settings) -> bool:
    """Whether a request comes from our own pages. Programs other than browsers send no Origin."""
    origin = connection.headers.get("origin")
    if origin is None or origin in settings.origins:
        return True
    parts = urlsplit(origin)
    scheme = "https" if secure(connection, settings) else "http"
    if parts.scheme == scheme and parts.netloc != "" and parts.netloc == connection.headers.get("host"):
        return True
    # a proxy that does not tell us of https: the operator has told how others reach us
    public = urlsplit(settings.public_url)
    return origin == f"{public.scheme}://{public.netloc}" and parts.netloc == connection.headers.get("host")
