"""The JSON interface of the pages: the same answers as the desk, strict headers, refusals in every language."""

from __future__ import annotations

import asyncio
import html
import json
import re
from typing import Any

import httpx
import pytest
from starlette.applications import Starlette

from sanssouci.italian_wars import ask, odds
from sanssouci.italian_wars.book import everything
from sanssouci.italian_wars.need import need
from sanssouci.italian_wars.pages import STATIC, routes
from sanssouci.italian_wars.roster import example
from sanssouci.italian_wars.words import LANGUAGES, catalogue

FRENCH, LEAGUE = (example()["forces"][name] for name in ("french", "league"))
EVEN = {"attacker_sp": 10, "defender_sp": 10, "attacker_quality": 2, "defender_quality": 2, "die": 2}


class Client:
    """A browser's side of the interface, without a network."""

    def __init__(self) -> None:
        self.transport = httpx.ASGITransport(Starlette(routes=routes()))

    def ask(self, method: str, path: str, **more: Any) -> httpx.Response:
        async def once() -> httpx.Response:
            async with httpx.AsyncClient(transport=self.transport, base_url="http://desk") as client:
                return await client.request(method, path, **more)

        return asyncio.run(once())

    def get(self, path: str, **more: Any) -> httpx.Response:
        return self.ask("GET", path, **more)

    def post(self, path: str, **more: Any) -> httpx.Response:
        return self.ask("POST", path, **more)


@pytest.fixture(scope="module")
def client() -> Client:
    return Client()


def post(client: Client, path: str, status: int = 200, **body: Any) -> dict[str, Any]:
    response = client.post(f"/charts/api/{path}", json=body)
    assert response.status_code == status, response.text
    found: dict[str, Any] = response.json()
    return found


def test_the_page_and_its_files(client: Client) -> None:
    page = client.get("/charts/")
    assert page.status_code == 200
    assert page.headers["content-security-policy"].startswith("default-src 'self'")
    assert "<style" not in page.text and "style=" not in page.text and "<script>" not in page.text
    files = re.findall(r'(?:src|href)="\./(assets/[^"]+)"', page.text)
    assert {file.rsplit(".", 1)[1] for file in files} == {"js", "css", "svg"}
    for file in files:
        assert client.get(f"/charts/{file}").status_code == 200
        assert (STATIC / file).stat().st_size > 100


def test_what_a_first_visit_loads_is_small(client: Client) -> None:
    """The desk in one language and the scripts travel zipped."""
    page = client.get("/charts/")
    files = [f"/charts/{file}" for file in re.findall(r'"\./(assets/[^"]+\.(?:js|css))"', page.text)]
    sizes = {}
    for path in [*files, "/charts/api/desk?lang=it"]:
        answer = client.get(path)
        assert answer.headers["content-encoding"] == "gzip", path
        sizes[path] = answer.num_bytes_downloaded
    assert len(sizes) >= 4 and sum(sizes.values()) < 120_000, sizes


def test_the_short_address_leads_to_the_page_and_is_remembered(client: Client) -> None:
    found = client.get("/charts")
    assert (found.status_code, found.headers["location"]) == (308, "/charts/")
    assert found.headers["cache-control"] == "max-age=2592000"
    assert client.get("/charts?lang=it").headers["location"] == "/charts/?lang=it"


@pytest.mark.parametrize("method", ["GET", "POST"])
def test_an_unknown_address_of_the_interface_is_not_a_page(client: Client, method: str) -> None:
    found = client.ask(method, "/charts/api/nothing/here")
    assert found.status_code == 404
    assert (found.json()["ok"], found.json()["key"]) == (False, "bad.address")


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_browser_gets_the_page_and_the_desk_in_its_language(client: Client, lang: str) -> None:
    said = {"accept-language": f"eo,{lang}-XX;q=0.8"}
    page = client.get("/charts/", headers=said).text
    assert f'<html lang="{lang}">' in page and html.escape(catalogue(lang)["page.noscript"]) in page
    assert client.get("/charts/api/desk", headers=said).json()["lang"] == lang
    assert client.get("/charts/api/desk?lang=eo", headers=said).json()["lang"] == lang
    worker = client.get("/charts/sw.js").text
    assert "api/desk?lang" not in worker, "other languages are not kept for days without a network"


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_desk_describes_itself(client: Client, lang: str) -> None:
    desk = client.get(f"/charts/api/desk?lang={lang}").json()
    assert {table["name"] for table in desk["tables"]} == set(everything())
    assert desk["lang"] == lang and desk["words"]["print"] == catalogue(lang)["ui.print"]
    assert len(desk["options"]) == 27


def test_the_same_answer_as_the_desk(client: Client) -> None:
    found = post(client, "resolve/assault", inputs=EVEN, lang="it", options={"assault.loser_rule": "ties_defender"})
    own = ask("assault", EVEN, {"assault.loser_rule": "ties_defender"}).as_json("it")
    assert {name: found[name] for name in own} == json.loads(json.dumps(own))
    assert found["menu"]["terrain"] == {"lake": "Su un Lago non si combatte."}
    assert post(client, "odds/assault", inputs=EVEN)["outcomes"] == odds("assault", EVEN).as_json()["outcomes"]


def test_procedures_forces_and_comparisons(client: Client) -> None:
    run = post(client, "resolve/assault-run", inputs={"attacker": FRENCH, "defender": LEAGUE})
    assert run["pending"]["ask"] == "die"
    assert "river1" in run["menu"]["hexside"]
    mustered = post(client, "muster/assault", attacker=FRENCH, defender=LEAGUE)
    assert mustered["inputs"]["attacker_sp"] == 27
    both = post(client, "compare/loc", first={"hexes": 5}, second={"hexes": 60})
    assert both["means"]
    assert post(client, "forces", file=example())["file"]["forces"].keys() == {"french", "league"}
    assert client.get("/charts/api/grid/assault?lang=it").json()["grids"][1]["rows"][0][1]["text"] == "4D / --"


@pytest.mark.parametrize("name", [name for name in everything() if not name.endswith("-run") and name != "captain"])
def test_every_grid_is_served(client: Client, name: str) -> None:
    assert client.get(f"/charts/api/grid/{name}?lang=it").json()["grids"]


def test_what_do_i_need_over_the_wire(client: Client) -> None:
    found = post(client, "need/assault", inputs=EVEN, event="defender_loses", chance="2/3")
    assert found["answers"] == need("assault", EVEN, "defender_loses", "2/3").as_json()["answers"]
    assert found["answers"]
    post(client, "need/assault", 400, inputs=EVEN, event="defender_loses", chance="often")


def test_a_question_without_inputs_is_told_so(client: Client) -> None:
    assert post(client, "resolve/assault", 400)["key"] == "bad.inputs_missing"
    found = post(client, "resolve/assault", 400, inputs={**EVEN, "attacker_sp": 5000})
    assert (found["key"], found["field"]) == ("bad.range", "attacker_sp")
    assert (found["arguments"]["value"], found["arguments"]["low"]) == (5000, 1)
    assert found["arguments"]["name"] == {"key": "input.attacker_sp", "arguments": {}}


def test_refusals_over_the_wire(client: Client) -> None:
    marsh = {"sp": 5, "cavalry": "light", "terrain": "marsh"}
    found = post(client, "resolve/charge", 422, inputs=marsh, lang="it")
    assert found == {
        "ok": False,
        "error": "Il chit Carica di Cavalleria non si può giocare in Acquitrino. (tabelle, sezione 3.3)",
        "rule": "3.3",
        "key": "refuse.charge_marsh",
        "arguments": {},
    }
    post(client, "resolve/nonsense", 400, inputs={})
    post(client, "resolve/assault", 400, inputs=[])
    post(client, "resolve/assault", 400, inputs=EVEN, options=["x"])
    post(client, "resolve/assault", 400, inputs=EVEN, options={"no.such": "x"})
    post(client, "muster/loc", 400, attacker=FRENCH)
    post(client, "forces", 400, file={"format": "other"})
    assert client.get("/charts/api/grid/nonsense").status_code == 400
    assert client.post("/charts/api/resolve/assault", content=b"{").status_code == 400
    assert client.post("/charts/api/resolve/assault", content=b"\xff\xfe").status_code == 400
    assert client.post("/charts/api/resolve/assault", content=b" " * 400_000).status_code == 400
    assert client.get("/charts/assets/../charts.html").status_code == 404
