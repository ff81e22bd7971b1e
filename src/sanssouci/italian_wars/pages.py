"""The pages under /charts: one HTML page, its files, and a JSON interface to the same resolvers.

Nothing is kept here and nothing is computed twice: the page sends inputs, the desk answers.
`python -m sanssouci.italian_wars.pages` serves these routes alone, for trying them out.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Awaitable, Callable, Mapping
from functools import cache
from html import escape
from pathlib import Path
from typing import Any, Protocol

from starlette.concurrency import run_in_threadpool
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import Request
from starlette.responses import JSONResponse, RedirectResponse, Response
from starlette.routing import BaseRoute, Mount, Route
from starlette.staticfiles import StaticFiles

from sanssouci import voice

from .book import TABLES, everything, table
from .forces import RANKS
from .grids import notes, printed
from .muster import ROLES
from .options import Options
from .roster import example
from .terminal import json_object
from .words import LANGUAGES, Refusal, catalogue, say
from .work import Answered, answered, refusal_json, sheet

STATIC = Path(__file__).parent / "static"
MOST_BYTES = 300_000
ZIPPED = [Middleware(GZipMiddleware, minimum_size=1000)]
#: sentences the page never says by itself: its own words come apart, procedures and commands speak on the server
SERVER_ONLY = ("ui.", "input.", "ruling.", "check.", "page.", "ask.", "log.", "change.", "nearest.", "head.", "line.")
#: inputs that a refusal of the evaluator names
NAMED_IN_REFUSALS = {
    f"input.{side}_{name}" for side in ("attacker", "defender") for name in ("sp", "initiative", "quality", "die")
}
#: the HTTP status of refusals that are not the asker's fault
STATUS = {"bad.too_fast": 429, "bad.unavailable": 503}
HEADERS = {
    "Content-Security-Policy": "default-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
}


def spoken(request: Request, wanted: object) -> str:
    """The language asked for, otherwise the one that the browser likes best."""
    if isinstance(wanted, str) and wanted in LANGUAGES:
        return wanted
    return voice.preferred(request.headers.get("accept-language", ""))


def reply(value: Mapping[str, Any], status: int = 200) -> Response:
    """JSON with the headers of this desk; never stored by browsers."""
    return JSONResponse(value, status, headers={**HEADERS, "Cache-Control": "no-store"})


def refused(refusal: Refusal, lang: str, status: int | None = None) -> Response:
    """A refusal: one sentence, nothing changed."""
    response = reply(refusal_json(refusal, lang), status or STATUS.get(refusal.key, 400))
    if "seconds" in refusal.arguments:
        response.headers["Retry-After"] = str(refusal.arguments["seconds"])
    return response


async def page(request: Request) -> Response:
    """The one page; what it says without its script is in the language that the browser likes best."""
    lang = spoken(request, None)
    text = (STATIC / "charts.html").read_text("utf-8").replace('<html lang="">', f'<html lang="{lang}">')
    for tag, key in (("title", "ui.title"), ("noscript", "page.noscript")):
        text = text.replace(f"<{tag}></{tag}>", f"<{tag}>{escape(say(key).render(lang))}</{tag}>")
    kept = {"Cache-Control": "no-cache", "Vary": "Accept-Language"}
    return Response(text, media_type="text/html; charset=utf-8", headers={**HEADERS, **kept})


async def to_page(request: Request) -> Response:
    """`/charts` leads to `/charts/`, and browsers remember it: below that address the page works without a network."""
    kept = {**HEADERS, "Cache-Control": f"max-age={30 * 24 * 3600}"}
    query = f"?{request.url.query}" if request.url.query else ""
    return RedirectResponse(f"{request.scope.get('root_path', '')}/charts/{query}", 308, kept)


async def nowhere(request: Request) -> Response:
    """An address nobody has; for programs, so no page."""
    return refused(Refusal("bad.address", None, address=request.url.path[:80]), spoken(request, None), 404)


async def service_worker(request: Request) -> Response:
    """The program that keeps the page for days without a network, with what it is to keep."""
    headers = {**HEADERS, "Cache-Control": "no-cache"}
    return Response(worker_script(), media_type="text/javascript; charset=utf-8", headers=headers)


@cache
def worker_script() -> str:
    """The worker's file under the names it needs: all that the page loads in any language, and a version made of it."""
    assets = sorted(file for file in (STATIC / "assets").iterdir() if file.is_file())
    digest = hashlib.sha256((STATIC / "charts.html").read_bytes())
    for file in assets:
        digest.update(file.name.encode())
    for lang in LANGUAGES:
        digest.update(json.dumps(describe_desk(lang), sort_keys=True).encode())
    known = {"version": digest.hexdigest()[:16], "files": ["./", *(f"assets/{file.name}" for file in assets)]}
    return f"const DESK = {json.dumps(known)};\n" + (STATIC / "sw.js").read_text(encoding="utf-8")


async def desk(request: Request) -> Response:
    """Everything the page has to know in one language: tables, inputs, rulings, words."""
    return reply(describe_desk(spoken(request, request.query_params.get("lang"))))


@cache
def describe_desk(lang: str) -> dict[str, Any]:
    """The desk described for the page."""
    register = Options(sheet())
    words = {key[3:]: text for key, text in catalogue(lang).items() if key.startswith("ui.")}
    return {
        "lang": lang,
        "languages": {code: voice.language(code).name for code in LANGUAGES},
        "rules": voice.facts(lang),
        "words": words,
        "tables": [
            {
                "name": one.name,
                "title": say(f"table.{one.name}").render(lang),
                "short": say(f"short.{one.name}").render(lang),
                "procedure": one.name not in TABLES,
                "dice": [face for face, _ in one.dice],
                "roles": list(ROLES.get(one.name, ())),
                "fields": [field.describe(one.name, lang) for field in one.fields],
            }
            for one in everything().values()
        ],
        "options": [
            {
                "id": id_,
                "default": register.default(id_),
                "values": [register.default(id_), *register.alternatives(id_)],
                "labels": [
                    say(f"ruling.{value}").render(lang)
                    for value in (register.default(id_), *register.alternatives(id_))
                ],
                "sample": register.sample(id_),
                "offered": register.offered(id_, lang),
                "lost": register.lost(id_),
                "meaning": say(f"option.{id_}").render(lang),
            }
            for id_ in register
        ],
        "types": [{"id": id_, "text": _type_name(id_, lang)} for id_ in sheet()["units"]["types"]],
        "ranks": [{"id": rank, "text": say(f"rank.{rank}").render(lang)} for rank in RANKS],
        "orders": [{"id": id_, "text": say(f"value.{id_}").render(lang)} for id_ in sheet()["orders"]["orders"]],
        # what the page needs to answer by itself: the data files, the sentences, the grids as printed
        "sheet": sheet().tables(),
        "texts": {
            key: text
            for key, text in catalogue(lang).items()
            if key in NAMED_IN_REFUSALS or not key.startswith(SERVER_ONLY)
        },
        "grids": {
            name: {
                "grids": [one.as_json(lang) for one in printed(name, sheet(), lang)],
                "notes": [one.render(lang) for one in notes(name, sheet())],
            }
            for name in TABLES
        },
        "step": [field.describe("terrain", lang) for field in table("terrain").fields],
        "wish": [field.describe("orders", lang) for field in table("orders").fields],
        "example": example(),
    }


def _type_name(id_: str, lang: str) -> str:
    return say("value.type.artillery" if id_ == "artillery" else f"value.{id_}").render(lang)


async def grid(request: Request) -> Response:
    """A whole table."""
    name, lang = request.path_params["name"], spoken(request, request.query_params.get("lang"))
    if name not in TABLES:
        return refused(Refusal("bad.table", None, name=name[:40], tables=", ".join(TABLES)), lang)
    grids = [one.as_json(lang) for one in printed(name, sheet(), lang)]
    return reply({"table": name, "grids": grids, "notes": [one.render(lang) for one in notes(name, sheet())]})


class Doorkeeper(Protocol):
    """Who may ask how often, and where it is answered. Each may refuse."""

    def knock(self, request: Request) -> None:
        """Somebody asks for something."""

    async def answer(self, request: Request, what: str, name: str, body: Mapping[str, Any]) -> Answered:
        """`work.answered`, here or in another process."""


class OpenDoor:
    """Everybody, always; in a thread, so that long odds hold nobody up."""

    def knock(self, request: Request) -> None:
        """Come in."""

    async def answer(self, request: Request, what: str, name: str, body: Mapping[str, Any]) -> Answered:
        """In a thread of this process."""
        return await run_in_threadpool(answered, what, name, body)


Address = Callable[[Request], Awaitable[Response]]


def posted(what: str, door: Doorkeeper) -> Address:
    """An address that takes an object and asks the desk."""

    async def address(request: Request) -> Response:
        lang = spoken(request, None)
        try:
            door.knock(request)
            body = await _body(request)
            lang = spoken(request, body.get("lang"))
            return reply(*await door.answer(request, what, request.path_params.get("name", ""), body))
        except Refusal as refusal:
            return refused(refusal, lang)

    return address


def got(page: Address, door: Doorkeeper) -> Address:
    """An address of the desk that is only looked at."""

    async def address(request: Request) -> Response:
        try:
            door.knock(request)
        except Refusal as refusal:
            return refused(refusal, spoken(request, request.query_params.get("lang")))
        return await page(request)

    return address


async def _body(request: Request) -> Mapping[str, Any]:
    found = bytearray()
    async for chunk in request.stream():
        found += chunk
        if len(found) > MOST_BYTES:
            raise Refusal("bad.too_large")
    try:
        return json_object(found.decode("utf-8"))
    except UnicodeDecodeError:
        raise Refusal("bad.json") from None


def routes(door: Doorkeeper | None = None) -> list[BaseRoute]:
    """Everything under /charts."""
    door = door or OpenDoor()
    return [
        Route("/charts", to_page),
        Route("/charts/", page),
        Route("/charts/sw.js", service_worker),
        Route("/charts/api/desk", got(desk, door), middleware=ZIPPED),
        Route("/charts/api/grid/{name}", got(grid, door)),
        Route("/charts/api/resolve/{name}", posted("resolve", door), methods=["POST"]),
        Route("/charts/api/odds/{name}", posted("odds", door), methods=["POST"]),
        Route("/charts/api/compare/{name}", posted("compare", door), methods=["POST"]),
        Route("/charts/api/need/{name}", posted("need", door), methods=["POST"]),
        Route("/charts/api/muster/{name}", posted("muster", door), methods=["POST"]),
        Route("/charts/api/forces", posted("forces", door), methods=["POST"]),
        Route("/charts/api/{rest:path}", nowhere, methods=["GET", "POST"]),
        Mount("/charts/assets", StaticFiles(directory=STATIC / "assets"), middleware=ZIPPED),
    ]


def serve(port: int = 8017) -> None:
    """These routes alone, on this machine."""
    import uvicorn
    from starlette.applications import Starlette

    uvicorn.run(Starlette(routes=routes()), host="127.0.0.1", port=port, log_level="warning")


if __name__ == "__main__":
    import sys

    serve(int(sys.argv[1]) if len(sys.argv) > 1 else 8017)
