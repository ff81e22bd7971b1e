"""S7: strangers at the charts desk cost the players at the table nothing."""

from __future__ import annotations

import asyncio
import json
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Any

import httpx
import pytest
from starlette.applications import Starlette
from starlette.testclient import TestClient

from sanssouci.italian_wars import pages, work
from sanssouci.italian_wars.roster import example
from sanssouci.table import limits
from sanssouci.table.http.charts import ChartsDoor
from sanssouci.table.rates import Buckets
from sanssouci.table.thinking.workers import BotFailed, TookTooLong

if TYPE_CHECKING:
    from conftest import Serve

FRENCH, LEAGUE = example()["forces"].values()
SIEGE = {"attacker": FRENCH, "defender": LEAGUE, "turns": 5}
EVEN = {"attacker_sp": 20, "defender_sp": 10, "attacker_quality": 2, "defender_quality": 2}


class Bench:
    """In place of worker processes: answers here, and counts."""

    def __init__(self) -> None:
        self.asked: Counter[str] = Counter()
        self.failure: type[Exception] | None = None

    async def ask(self, job: Any, seconds: float) -> Any:
        assert seconds == limits.CHARTS_SECONDS
        self.asked[job.label] += 1
        await asyncio.sleep(0)
        if self.failure:
            raise self.failure("charts")
        return work.answered(job.asked, job.name, job.body)

    async def close(self) -> None:
        """Nothing to end."""


@pytest.fixture
def bench() -> Bench:
    return Bench()


@pytest.fixture
def client(bench: Bench, monkeypatch: pytest.MonkeyPatch) -> TestClient:
    """The desk as the table serves it, on a clock that stands still."""
    monkeypatch.setattr("sanssouci.table.rates.time.monotonic", lambda: 1000.0)
    door = ChartsDoor(Buckets())
    door.workers = bench  # type: ignore[assignment]
    return TestClient(Starlette(routes=pages.routes(door)))


def ask(client: TestClient, path: str, status: int = 200, **body: Any) -> dict[str, Any]:
    response = client.post(f"/charts/api/{path}", json=body)
    assert response.status_code == status, response.text
    return dict(response.json())


def test_tables_are_asked_at_the_rate_of_ask(client: TestClient, bench: Bench) -> None:
    burst = int(limits.RATES["ask"].burst)
    for n in range(burst):
        path = ("resolve/assault", "odds/assault")[n % 2]
        ask(client, path, inputs=EVEN)
    refused = client.post("/charts/api/resolve/assault", json={"inputs": EVEN})
    assert (refused.status_code, refused.json()["key"], refused.headers["retry-after"]) == (429, "bad.too_fast", "1")
    # the grid counts, too, and one table needs no worker
    assert client.get("/charts/api/grid/assault?lang=it").status_code == 429
    assert not bench.asked


def test_odds_of_procedures_have_a_rate_of_their_own(client: TestClient, bench: Bench) -> None:
    assert limits.RATES["charts"] == limits.Rate(10, 1)
    for turns in range(1, 11):
        ask(client, "odds/siege-run", inputs=SIEGE | {"turns": turns})
    assert ask(client, "odds/siege-run", 429, inputs=SIEGE | {"turns": 11})["key"] == "bad.too_fast"
    assert ask(client, "compare/siege-run", 429, first=SIEGE, second=SIEGE | {"turns": 11})["key"] == "bad.too_fast"
    # running the procedure is not meant by it, nor is one table
    ask(client, "resolve/siege-run", inputs=SIEGE)
    ask(client, "odds/assault", inputs=EVEN)
    assert bench.asked == {"charts odds siege-run": 10, "charts resolve siege-run": 1}


def test_what_was_worked_out_is_kept_by_its_inputs(client: TestClient, bench: Bench) -> None:
    first = ask(client, "odds/siege-run", inputs=SIEGE)
    again = {key: SIEGE[key] for key in reversed(SIEGE)}
    for _ in range(30):
        assert ask(client, "odds/siege-run", inputs=again) == first
    assert bench.asked == {"charts odds siege-run": 1}
    assert ask(client, "odds/siege-run", inputs=SIEGE, lang="it") != first
    assert ask(client, "odds/siege-run", inputs=SIEGE, options={"artillery.row3": "B"}) != first
    assert bench.asked == {"charts odds siege-run": 3}


def test_no_more_answers_are_kept_than_stated(
    client: TestClient, bench: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "CHARTS_KEPT", 2)
    for turns in (1, 2, 3, 1):
        ask(client, "odds/siege-run", inputs=SIEGE | {"turns": turns})
    assert bench.asked == {"charts odds siege-run": 4}


def test_what_takes_too_long_is_refused_and_not_tried_again(client: TestClient, bench: Bench) -> None:
    bench.failure = TookTooLong
    for _ in range(2):
        assert ask(client, "odds/siege-run", 400, inputs=SIEGE)["key"] == "bad.too_long"
    assert bench.asked == {"charts odds siege-run": 1}
    bench.failure = BotFailed
    assert ask(client, "odds/battle-run", 503, inputs={"attacker": FRENCH, "defender": LEAGUE})["key"] == (
        "bad.unavailable"
    )


def test_the_same_question_is_worked_out_once_and_one_address_holds_few_places(bench: Bench) -> None:
    class Request:
        """Where a question comes from."""

        def __init__(self, host: str) -> None:
            self.client = type("Client", (), {"host": host})

    async def many() -> tuple[int, int, int]:
        door = ChartsDoor(Buckets())
        door.workers = bench  # type: ignore[assignment]

        async def one(host: str, turns: int) -> object:
            body = {"inputs": SIEGE | {"turns": turns}}
            return await door.answer(Request(host), "odds", "siege-run", body)  # type: ignore[arg-type]

        same = await asyncio.gather(*(one("1.1.1.1", 1) for _ in range(9)))
        greedy = await asyncio.gather(*(one("1.1.1.1", n) for n in range(2, 10)), return_exceptions=True)
        await asyncio.sleep(0)
        assert not door._asked and not door._of
        return len(same), sum(isinstance(found, Exception) for found in greedy), sum(bench.asked.values())

    assert asyncio.run(many()) == (9, 8 - limits.CHARTS_PER_ADDRESS, 1 + limits.CHARTS_PER_ADDRESS)


def test_a_flood_of_procedures_does_not_hold_up_the_table(serve: Serve) -> None:
    """Real processes: odds come back right, and what is heavy ends at its cap."""
    server = serve("--rate-factor", "1", CHARTS_SECONDS=20)

    def one(turns: int) -> tuple[int, str]:
        found = httpx.post(
            f"{server.base}charts/api/odds/siege-run", json={"inputs": SIEGE | {"turns": turns}}, timeout=60
        )
        return found.status_code, json.dumps(found.json())

    status, text = one(1)
    expected, _ = work.answered("odds", "siege-run", {"inputs": SIEGE | {"turns": 1}})
    assert status == 200 and json.loads(text) == json.loads(json.dumps(expected))
    with ThreadPoolExecutor(8) as pool:
        found = list(pool.map(one, [1 + n % 20 for n in range(40)]))
    assert {status for status, _ in found} <= {200, 429}
    assert sum(status == 429 for status, _ in found) >= 10
    assert httpx.get(f"{server.base}api/health", timeout=10).status_code == 200
