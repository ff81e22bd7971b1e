"""The HTTP surface as an OpenAPI document, at `api/openapi.json`: for programs, and for fuzzing ourselves."""

from __future__ import annotations

from typing import Any

from starlette.routing import BaseRoute

from sanssouci import __version__
from sanssouci.table import limits
from sanssouci.table.http.calls import Answer, Call, route
from sanssouci.table.languages import LANGUAGES
from sanssouci.table.live.house import House
from sanssouci.table.live.seats import ROLES

Schema = dict[str, Any]

TEXT: Schema = {"type": "string"}
NUMBER: Schema = {"type": "integer", "minimum": 0}
ANY: Schema = {"type": "object"}
GAME: Schema = {
    "name": "game",
    "in": "path",
    "required": True,
    "schema": {"type": "string", "pattern": "^[A-Za-z0-9_-]{16}$"},
}
SEAT: Schema = {
    "name": "seat",
    "in": "path",
    "required": True,
    "schema": {"type": "integer", "minimum": 0, "maximum": 9},
}


def _object(required: tuple[str, ...] = (), **properties: Schema) -> Schema:
    found: Schema = {"type": "object", "properties": properties}
    if required:
        found["required"] = list(required)
    return found


def _or_null(schema: Schema) -> Schema:
    return {"anyOf": [schema, {"type": "null"}]}


def _list(items: Schema) -> Schema:
    return {"type": "array", "items": items}


NAME: Schema = {"type": "string", "maxLength": limits.NAME_TEXT}
NEW_SEAT = _object(("kind",), kind={"enum": ["here", "friend", "bot"]}, name=NAME, bot=TEXT, roles=_list(TEXT))
PACE = _object(
    ("kind",),
    kind={"enum": ["bank", "days"]},
    seconds=NUMBER,
    bank=NUMBER,
    days=NUMBER,
    bot=TEXT,
)
NEW_GAME = _object(
    ("scenario", "players", "seats"),
    scenario={"enum": list(ROLES)},
    players={"type": "integer", "minimum": 2, "maximum": 4},
    options=ANY,
    roles={"enum": ["drawn", "chosen"]},
    seats=_list(NEW_SEAT),
    pace=_or_null(PACE),
    hints={"type": "boolean"},
    position=_or_null(ANY),
)
CARD = _object(("game", "scenario", "players", "seats", "waiting", "orders", "result"), game=TEXT, seats=_list(ANY))
CREATED = _object(("game",), game=TEXT)
LINK = _object(("link",), link=TEXT)
LANGUAGE: Schema = {"enum": list(LANGUAGES)}
NOTICES = _object(
    ("webhook", "mail", "language"), webhook={"type": "boolean"}, mail={"type": "boolean"}, language=LANGUAGE
)


def _query(name: str, schema: Schema) -> Schema:
    return {"name": name, "in": "query", "required": False, "schema": schema}


#: method, path, what it does, parameters, body, status and shape of the answer
OPERATIONS: list[tuple[str, str, str, list[Schema], Schema | None, int, Schema]] = [
    ("get", "about", "What this table can do", [], None, 200, _object(("version", "scenarios", "options", "bots"))),
    ("get", "games", "My games", [], None, 200, _object(("games",), games=_list(CARD))),
    ("post", "games", "Create a game", [], NEW_GAME, 201, CREATED),
    ("get", "games/{game}", "One game", [GAME], None, 200, _object(("game",), game=CARD)),
    ("delete", "games/{game}", "Delete a game", [GAME], None, 200, ANY),
    ("post", "invitation", "What a link leads to", [], _object(("token",), token=TEXT), 200,
     _object(("scenario", "players", "options", "sandbox", "laid_out", "hints", "roles"))),
    ("post", "join", "Use a link", [], _object(("token",), token=TEXT, name=NAME), 200, CREATED),
    ("post", "games/{game}/watch", "A link for spectators", [GAME], ANY, 200, LINK),
    ("post", "games/{game}/rematch", "The same people again", [GAME],
     _object(roles={"enum": ["drawn", "same"]}), 201, CREATED),
    ("post", "games/{game}/seats/{seat}/link", "A new link", [GAME, SEAT], ANY, 200, LINK),
    ("post", "games/{game}/seats/{seat}/name", "Rename", [GAME, SEAT], _object(("name",), name=NAME), 200, ANY),
    ("post", "games/{game}/seats/{seat}/bot", "To a bot and back", [GAME, SEAT], _object(bot=_or_null(TEXT)), 200, ANY),
    ("post", "games/{game}/seats/{seat}/concede", "Give up", [GAME, SEAT], ANY, 200, ANY),
    ("post", "games/{game}/seats/{seat}/agree", "Agree to an end", [GAME, SEAT],
     _object(winners=_or_null(_list(TEXT))), 200, ANY),
    ("post", "games/{game}/seats/{seat}/hints", "Agree to play with or without hints", [GAME, SEAT],
     _object(("hints",), hints={"type": "boolean"}), 200, ANY),
    ("get", "games/{game}/seats/{seat}/notices", "Notices", [GAME, SEAT], None, 200, NOTICES),
    ("put", "games/{game}/seats/{seat}/notices", "Set notices", [GAME, SEAT],
     _object(webhook=_or_null(TEXT), mail=_or_null(TEXT), language=LANGUAGE), 200, NOTICES),
    ("get", "games/{game}/replay", "Frames",
     [GAME, _query("seat", TEXT), _query("from", NUMBER), _query("count", NUMBER)], None, 200,
     _object(("total", "frames"), total=NUMBER, frames=_list(ANY))),
    ("get", "games/{game}/chances", "Chances turn by turn", [GAME], None, 200,
     _object(("chances",), chances=_list(ANY))),
    ("get", "games/{game}/position", "Position", [GAME, _query("n", NUMBER)], None, 200, ANY),
    ("post", "games/{game}/fork", "Sandbox", [GAME], _object(("n",), n=NUMBER, seat=NUMBER), 201, CREATED),
    ("post", "sandbox", "Sandbox from a position", [], _object(("position",), position=ANY), 201, CREATED),
    ("post", "records", "Upload a record", [], _object(("text",), text=TEXT), 201, CREATED),
    ("get", "rules", "Rules", [_query("q", TEXT), _query("lang", LANGUAGE)], None, 200,
     _object(("language", "intro", "chapters", "rules"), rules=_list(ANY))),
    ("get", "health", "Alive", [], None, 200, _object(("ok",), ok={"type": "boolean"})),
    ("get", "ready", "Ready", [], None, 200, _object(("ready",), ready={"type": "boolean"})),
]  # fmt: skip

ERROR = _object(
    ("error",),
    error=_object(("key", "args", "rule"), key=TEXT, args=ANY, rule=_or_null(TEXT)),
)


def _content(schema: Schema) -> Schema:
    return {"application/json": {"schema": schema}}


def document() -> Schema:
    """The whole document."""
    paths: dict[str, dict[str, Any]] = {}
    for method, path, summary, parameters, body, status, answer in OPERATIONS:
        operation: Schema = {
            "summary": summary,
            "parameters": parameters,
            "responses": {
                str(status): {"description": "done", "content": _content(answer)},
                "4XX": {"description": "refused: nothing changed", "content": _content(ERROR)},
            },
        }
        if path.endswith("rematch"):
            operation["responses"]["200"] = operation["responses"]["201"]
        if body is not None:
            operation["requestBody"] = {"required": False, "content": _content(body)}
        paths.setdefault(f"/api/{path}", {})[method] = operation
    return {
        "openapi": "3.1.0",
        "info": {"title": "Sanssouci, the table", "version": __version__},
        "paths": paths,
    }


async def show(_call: Call) -> Answer:
    """The document."""
    return document()


def routes(house: House) -> list[BaseRoute]:
    """The route of this module."""
    return [route(house, "GET", "openapi.json", show)]
