"""The addresses of the API as an OpenAPI document, made of the shapes that they take and give."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

import msgspec
from msgspec import Struct
from starlette.responses import Response

from sanssouci import __version__
from sanssouci.table.contract.results import NotDone
from sanssouci.table.http.calls import Endpoint

Schema = dict[str, Any]

#: what stands in an address
PARTS: dict[str, Schema] = {
    "game": {"type": "string", "pattern": "^[A-Za-z0-9_-]{16}$"},
    "seat": {"type": "integer", "minimum": 0, "maximum": 9},
    "rule": {"type": "string"},
}


def document(endpoints: Iterable[Endpoint]) -> Schema:
    """The whole document."""
    endpoints = list(endpoints)
    shapes: list[type[Struct]] = [
        one for endpoint in endpoints for one in (endpoint.body, endpoint.query, _answer(endpoint)) if one
    ]
    described, components = msgspec.json.schema_components(
        [*shapes, NotDone], schema_hook=_anything, ref_template="#/components/schemas/{name}"
    )
    schemas: dict[type, Schema] = dict(zip([*shapes, NotDone], described, strict=True))
    paths: dict[str, Schema] = {}
    for endpoint in endpoints:
        path = re.sub(r":\w+}", "}", f"/api/{endpoint.path}")
        paths.setdefault(path, {})[endpoint.method.lower()] = _operation(endpoint, path, schemas, components)
    return {
        "openapi": "3.1.0",
        "info": {"title": "Sanssouci, the table", "version": __version__},
        "paths": paths,
        "components": {"schemas": components},
    }


def _answer(endpoint: Endpoint) -> type[Struct] | None:
    """The shape of an answer, where the contract has one for it (not a position, a record or this document)."""
    answer = endpoint.answer
    return answer if isinstance(answer, type) and issubclass(answer, Struct) else None


def _anything(_type: type) -> Schema:
    """How a value of any kind is described."""
    return {"description": "anything"}


def _operation(endpoint: Endpoint, path: str, schemas: dict[type, Schema], components: dict[str, Schema]) -> Schema:
    parameters: list[Schema] = [
        {"name": name, "in": "path", "required": True, "schema": PARTS[name]} for name in re.findall(r"{(\w+)}", path)
    ]
    if endpoint.query is not None:
        fields = components[endpoint.query.__name__]["properties"]
        parameters += [{"name": name, "in": "query", "required": False, "schema": one} for name, one in fields.items()]
    answer = _answer(endpoint)
    if endpoint.answer is Response:
        given: Schema = {"text/plain": {"schema": {"type": "string"}}}
    else:
        given = _content({"type": "object"} if answer is None else schemas[answer])
    done = {"description": "done", "content": given}
    operation: Schema = {
        "summary": endpoint.about,
        "parameters": parameters,
        "responses": {
            **{str(status): done for status in (endpoint.status, *endpoint.also)},
            "4XX": {"description": "refused: nothing changed", "content": _content(schemas[NotDone])},
        },
    }
    if endpoint.body is not None:
        operation["requestBody"] = {"required": False, "content": _content(schemas[endpoint.body])}
    return operation


def _content(schema: Schema) -> Schema:
    return {"application/json": {"schema": schema}}
