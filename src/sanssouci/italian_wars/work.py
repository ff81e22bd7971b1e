"""What the pages are asked, answered: an object in, an object out, a refusal in the asker's language.

No web server is known here, so that a worker process can answer as well as the server itself.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from typing import Any

from .book import TABLES
from .desk import ask, compare, menu, odds
from .forces import Force
from .muster import ROLES, inputs_for
from .need import need
from .roster import Roster
from .sheet import Sheet
from .terminal import open_sheet, part
from .words import LANGUAGES, Refusal

#: an answer and its HTTP status
Answered = tuple[dict[str, Any], int]
Work = Callable[[str, Mapping[str, Any], Mapping[str, Any], str], Mapping[str, Any]]


@cache
def sheet() -> Sheet:
    """The data that is answered from: the folder of SANSSOUCI_CHARTS, or the sheet as specified."""
    return open_sheet()


def language(wanted: object) -> str:
    """The language asked for, English otherwise."""
    return wanted if isinstance(wanted, str) and wanted in LANGUAGES else "en"


def refusal_json(refusal: Refusal, lang: str) -> dict[str, Any]:
    """A refusal: one sentence, nothing changed."""
    content = {"ok": False, "error": refusal.render(lang), "rule": refusal.rule, **refusal.as_json()}
    if refusal.field:
        content["field"] = refusal.field
    return content


def answered(what: str, name: str, body: Mapping[str, Any]) -> Answered:
    """The answer to `what` (`resolve`, `odds` …) asked of table or procedure `name`."""
    lang = language(body.get("lang"))
    options = body.get("options") or {}
    try:
        if not isinstance(options, dict):
            raise Refusal("bad.json")
        return {"ok": True, **ASKED[what](name, body, options, lang)}, 200
    except Refusal as refusal:
        return refusal_json(refusal, lang), 400 if refusal.key.startswith("bad.") else 422


def is_long(what: str, name: str) -> bool:
    """Whether this takes longer than looking into one table: procedures throw all dice of all tables."""
    return what == "need" or (what in ("resolve", "odds", "compare") and name not in TABLES)


def _resolve(name: str, body: Mapping[str, Any], options: Mapping[str, Any], lang: str) -> Mapping[str, Any]:
    inputs = part(body, "inputs")
    answer = ask(name, inputs, options, sheet()).as_json(lang)
    forbidden = menu(name, inputs, options, sheet())
    answer["menu"] = {
        field: {value: why.render(lang) for value, why in values.items()} for field, values in forbidden.items()
    }
    return answer


def _odds(name: str, body: Mapping[str, Any], options: Mapping[str, Any], lang: str) -> Mapping[str, Any]:
    return odds(name, part(body, "inputs"), options, sheet()).as_json(lang)


def _compare(name: str, body: Mapping[str, Any], options: Mapping[str, Any], lang: str) -> Mapping[str, Any]:
    return compare(name, part(body, "first"), part(body, "second"), options, sheet()).as_json(lang)


def _need(name: str, body: Mapping[str, Any], options: Mapping[str, Any], lang: str) -> Mapping[str, Any]:
    """What would be enough for a wished event."""
    event = str(body.get("event", ""))[:40]
    return need(name, part(body, "inputs"), event, body.get("chance", ""), options, sheet()).as_json(lang)


def _muster(name: str, body: Mapping[str, Any], options: Mapping[str, Any], lang: str) -> Mapping[str, Any]:
    if name not in ROLES:
        raise Refusal("bad.table", None, name=name[:40], tables=", ".join(ROLES))
    attacker = Force.read(part(body, "attacker"), sheet(), "attacker")
    defender = Force.read(part(body, "defender"), sheet(), "defender") if body.get("defender") else None
    return {"inputs": inputs_for(name, attacker, defender, sheet())}


def _forces(name: str, body: Mapping[str, Any], options: Mapping[str, Any], lang: str) -> Mapping[str, Any]:
    """A force file, checked and completed."""
    return {"file": Roster(part(body, "file"), sheet()).as_json()}


ASKED: dict[str, Work] = {
    "resolve": _resolve,
    "odds": _odds,
    "compare": _compare,
    "need": _need,
    "muster": _muster,
    "forces": _forces,
}
