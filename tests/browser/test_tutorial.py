"""The guided first game: its positions hold what they promise, and it is played through with the pointer."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Page, expect
from tablepage import PATIENCE, Table, until
from tableserver import Server

from sanssouci import voice
from sanssouci.friedrich import Game

WEB = Path(__file__).parents[2] / "web/src"
LESSONS: list[dict[str, Any]] = [
    json.loads(path.read_text(encoding="utf-8")) for path in sorted((WEB / "tutorial/lessons").glob("*.json"))
]
TAUGHT = ["aim", "move", "main", "protect", "conquest", "question", "battle", "minus", "zero"]
TAUGHT += ["stack", "hidden", "retreat", "supply", "recruit", "allot", "fate"]


def said(language: str, chapter: str = "lessons") -> dict[str, str]:
    """What the lessons, or another chapter, say in a language."""
    folder = WEB.parents[1] / "src" / "sanssouci" / "voice" / "catalogue"
    words: dict[str, str] = json.loads((folder / language / f"{chapter}.json").read_text(encoding="utf-8"))
    return words


# The data -----------------------------------------------------------------------------------------


class Attempt:
    """A lesson played against the engine, judged as the page judges it."""

    def __init__(self, lesson: dict[str, Any]) -> None:
        self.lesson = lesson
        self.game = Game.from_position(lesson["position"])
        self.orders: list[str] = []
        self.events: list[tuple[str, dict[str, Any]]] = []
        self.answer()

    def give(self, order: str) -> Attempt:
        """An order of the learner, and whatever the others answer."""
        self.orders.append(order)
        self._play(order)
        self.answer()
        return self

    def _play(self, order: str) -> None:
        self.events += [(event.key, dict(event.args)) for event in self.game.play(order)]

    def answer(self) -> None:
        """The others take the first legal order that the lesson lays down for them."""
        while (decision := self.game.decision) is not None and self.lesson["role"] not in decision.roles:
            if self.verdict in ("done", "failed"):
                return
            legal = (order for order in self.lesson["answers"][decision.state] if self.game.check(order) is None)
            self._play(next(legal))

    @property
    def verdict(self) -> str:
        """open, done, failed or stray."""
        if all(map(self._met, self.lesson["goal"])):
            return "done"
        if any(map(self._met, self.lesson["fail"])):
            return "failed"
        if self.orders and not any(re.search(way, self.orders[-1]) for way in self.lesson["way"]):
            return "stray"
        return "open"

    def _met(self, condition: dict[str, Any]) -> bool:
        if "order" in condition:
            return any(re.search(condition["order"], order) for order in self.orders)
        wanted = condition["args"].items()
        return any(key == condition["event"] and all(args.get(k) == v for k, v in wanted) for key, args in self.events)


def by_name(lesson: dict[str, Any]) -> str:
    """The name of a lesson in the list of tests."""
    return str(lesson["id"])


def test_everything_is_taught() -> None:
    """What a first game has to show, in this order."""
    assert [lesson["id"] for lesson in LESSONS] == TAUGHT
    assert {lesson["position"]["scenario"] for lesson in LESSONS} == {"west"}


@pytest.mark.parametrize("lesson", LESSONS, ids=by_name)
def test_the_solution_reaches_the_goal_and_not_before_its_end(lesson: dict[str, Any]) -> None:
    """Each lesson can be solved by the orders it keeps, and only the last of them solves it."""
    attempt = Attempt(lesson)
    for order in lesson["solution"]:
        assert attempt.verdict == "open"
        attempt.give(order)
    assert attempt.verdict == "done"


@pytest.mark.parametrize("lesson", [one for one in LESSONS if one["stray"]], ids=by_name)
def test_another_legal_order_is_not_the_point(lesson: dict[str, Any]) -> None:
    """A legal order beside the point is told apart from the solution."""
    assert Attempt(lesson).give(lesson["stray"]).verdict in ("stray", "failed")


def test_every_city_that_protects_both_towns_counts() -> None:
    """The goal of the lesson on protection names exactly the cities that the rule names."""
    lesson = LESSONS[TAUGHT.index("protect")]
    game = Game.from_position(lesson["position"])
    groups = game.menu("friedrich")["groups"]
    ends = next(group["ends"] for group in groups if group["pieces"] == ["cumberland"])
    roads: dict[str, set[str]] = {}
    board = json.loads((WEB / "map/data/board.json").read_text(encoding="utf-8"))
    names = [row[0] for row in board["cities"]]
    for flat in (board["roads"], board["mainRoads"]):
        for one, other in zip(flat[::2], flat[1::2], strict=True):
            roads.setdefault(names[one], set()).add(names[other])
            roads.setdefault(names[other], set()).add(names[one])

    def near(city: str) -> set[str]:
        found = {city}
        for _ in range(3):
            found |= {other for one in found for other in roads[one]}
        return found

    right = {city for city in ends if city in near("kassel") & near("goettingen")}
    wanted = re.compile(lesson["goal"][0]["order"])
    assert {city for city in ends if wanted.search(f"move cumberland {' '.join(ends[city])}")} == right
    assert right


@pytest.mark.parametrize("language", voice.languages())
def test_every_lesson_has_its_words(language: str) -> None:
    """A lesson without a text would show a key."""
    words = said(language)
    wanted = {f"learn.{one}.{part}" for one in TAUGHT for part in ("title", "text", "task", "wrong", "done")}
    assert sorted(wanted - set(words)) == []


# The page -----------------------------------------------------------------------------------------


class Pupil(Table):
    """Somebody who learns the game; `quick`: the others' orders are shown at once."""

    def __init__(self, page: Page, base: str, quick: bool = True) -> None:
        super().__init__(page, base, "")
        if quick:
            page.add_init_script("localStorage.setItem('sanssouci-speed', 'instant')")

    def begins(self, lesson: str) -> None:
        """Wait for the lesson."""
        expect(self.page.locator(f'.coach[data-lesson="{lesson}"][data-verdict="open"]')).to_be_visible(
            timeout=PATIENCE
        )

    def told(self, verdict: str) -> None:
        """Wait for the teacher's word."""
        expect(self.page.locator(f'.coach[data-verdict="{verdict}"]')).to_be_visible(timeout=PATIENCE)

    def march(self, start: str, *cities: str) -> None:
        """Take up what stands in a city, walk, and confirm by touching the last city again."""
        self.tap(start)
        expect(self.page.locator(f'circle.lit[data-city="{cities[0]}"]')).to_be_attached()
        for city in cities:
            self.tap(city)
        self.page.locator('[data-act="confirm"]').click()
        expect(self.page.locator(".table[data-busy=true]")).to_have_count(0)

    def refused(self, rule: str) -> None:
        """The rule that was broken is named, and the word put away."""
        expect(self.page.locator(".refusal")).to_contain_text(rule)
        self.page.locator(".refusal button.quiet").click()

    def next(self) -> None:
        """On to the next lesson."""
        self.told("done")
        self.press("next-lesson")


@pytest.fixture
def pupil(people: Callable[..., BrowserContext], server: Server) -> Iterator[Pupil]:
    """A learner on the start page."""
    page = people().new_page()
    one = Pupil(page, server.base)
    page.goto(server.base)
    yield one


def test_the_whole_first_game_with_the_pointer(pupil: Pupil) -> None:
    """All steps, with wrong tries on the way."""
    page = pupil.page
    page.get_by_role("link", name="Learn the game step by step").click()
    page.get_by_role("link", name="Begin", exact=True).click()

    pupil.begins("aim")
    pupil.march("bebra", "kassel", "fritzlar")
    pupil.press("end")
    pupil.next()

    pupil.begins("move")
    pupil.tap("fulda")
    expect(page.locator('circle.lit[data-city="bebra"]')).to_be_attached()
    pupil.tap("kassel")  # four cities and not all of them on main roads
    pupil.refused("R4.2")
    page.keyboard.press("Escape")
    pupil.march("fulda", "lauterbach")
    pupil.told("stray")
    pupil.press("lesson-back")
    pupil.begins("move")
    pupil.march("fulda", "bebra")
    pupil.next()

    pupil.begins("main")
    pupil.march("iserlohn", "bielefeld")
    pupil.next()

    pupil.begins("protect")
    pupil.march("hildesheim", "peine")
    pupil.told("stray")
    pupil.press("lesson-back")
    pupil.begins("protect")
    pupil.march("hildesheim", "northeim")
    pupil.next()

    pupil.begins("conquest")
    pupil.march("bebra", "kassel")
    pupil.told("stray")
    pupil.press("lesson-back")
    pupil.begins("conquest")
    pupil.march("bebra", "kassel", "fritzlar")
    pupil.next()

    pupil.begins("question")
    pupil.march("bebra", "kassel", "fritzlar")
    pupil.press("end")  # nobody drives Cumberland away
    pupil.told("failed")
    pupil.press("lesson-again")
    pupil.begins("question")
    pupil.march("bebra", "kassel", "fritzlar")
    pupil.march("eschwege", "goettingen")
    pupil.press("end")
    pupil.next()

    pupil.begins("battle")
    pupil.press("pass")
    pupil.told("failed")
    pupil.press("lesson-again")
    pupil.begins("battle")
    pupil.card("4♠ (", ".plays").click()  # not enough: Hanover answers, and it is the learner's to go on
    expect(page.locator(".battle .score.minus")).to_have_text("−1")
    expect(pupil.act("pass")).to_be_visible()
    pupil.card("7♠ (", ".plays").click()
    pupil.next()

    pupil.begins("minus")
    pupil.card("4♠ (", ".plays").click()
    expect(page.locator(".battle .score.minus")).to_have_text("−1")
    pupil.press("pass")
    pupil.next()

    pupil.begins("zero")
    expect(pupil.act("pass")).to_have_count(0)
    page.locator("#order-line").fill("pass")
    page.keyboard.press("Enter")
    pupil.refused("R7.9")
    pupil.card("3♠ (", ".plays").click()
    pupil.next()

    pupil.begins("stack")
    pupil.march("paderborn", "hofgeismar")
    pupil.press("end")
    pupil.next()

    pupil.begins("hidden")
    pupil.march("paderborn", "hofgeismar")
    pupil.press("end")
    pupil.next()

    pupil.begins("retreat")
    pupil.asked("RETREAT_PICK")
    pupil.tap("verden")
    pupil.tap("verden")
    pupil.told("failed")
    pupil.press("lesson-again")
    pupil.begins("retreat")
    pupil.asked("RETREAT_PICK")
    pupil.tap("hannover")
    pupil.tap("hannover")
    pupil.next()

    pupil.begins("supply")
    pupil.press("end")  # out of supply a second time
    pupil.press("end-anyway")
    pupil.told("failed")
    pupil.press("lesson-again")
    pupil.begins("supply")
    pupil.march("wuerzburg", "gemuenden")
    pupil.press("end")
    pupil.next()

    pupil.begins("recruit")
    pupil.press("recruit")
    page.locator('[data-general="chevert"]').select_option("koblenz")
    page.get_by_role("button", name="More: New troops").click()
    pupil.press("buy")
    pupil.next()

    pupil.begins("allot")
    page.locator("#order-line").fill("allot france richelieu=8 soubise=8 chevert=4")
    page.keyboard.press("Enter")
    pupil.next()

    pupil.begins("fate")
    pupil.press("end")
    pupil.told("done")
    expect(page.locator(".prompt")).to_contain_text("Friedrich")
    pupil.press("next-lesson")

    # What was learned is kept, and the practice games are cleared away.
    expect(page.locator("ol .check")).to_have_count(len(LESSONS))
    page.reload()
    expect(page.locator("ol .check")).to_have_count(len(LESSONS))
    mine = f"{pupil.base}api/games"
    until(page, lambda: page.request.get(mine).json()["games"] == [], "practice games are left behind")


@pytest.mark.parametrize(("number", "lesson", "card"), [(7, "battle", "4♠ ("), (8, "minus", "12♠ (")])
def test_the_others_answer_for_themselves_alone(
    people: Callable[..., BrowserContext], server: Server, number: int, lesson: str, card: str
) -> None:
    """While Hanover's answer is still being shown nobody decides for the learner: the next card is his own choice."""
    page = people().new_page()
    pupil = Pupil(page, server.base, quick=False)
    page.goto(f"{server.base}learn/{number}")
    pupil.begins(lesson)
    told: list[Any] = []
    page.on("websocket", lambda socket: socket.on("framesent", lambda sent: told.append(sent)))
    page.reload()
    pupil.begins(lesson)
    pupil.card(card, ".plays").click()
    expect(page.locator(".battle .played li")).to_have_count(2)
    expect(pupil.act("pass")).to_be_enabled()
    given = [one["text"] for one in map(json.loads, told) if one.get("type") == "order"]
    assert len(given) == 2 and "pass" not in given, given
    expect(page.locator('.coach[data-verdict="failed"]')).to_have_count(0)


def test_what_a_lesson_waits_for_is_in_sight(people: Callable[..., BrowserContext], server: Server) -> None:
    """On a small laptop the text of a lesson leaves the buttons below the fold: they come up when they are needed."""
    page = people(viewport={"width": 1366, "height": 768}).new_page()
    pupil = Pupil(page, server.base)
    page.goto(f"{server.base}learn/1")
    pupil.begins("aim")
    for city in ("bebra", "kassel", "fritzlar"):
        pupil.tap(city)
    expect(page.locator(".outlook")).to_be_visible()
    expect(pupil.act("confirm")).to_be_in_viewport(ratio=0.9)
    page.goto(f"{server.base}learn/13")
    pupil.begins("supply")
    pupil.press("end")
    expect(pupil.act("end-anyway")).to_be_in_viewport(ratio=0.9)


def test_on_a_phone_the_next_step_is_in_sight(people: Callable[..., BrowserContext], server: Server) -> None:
    """The task at once; what was taken up, the plan and the end of the movement without scrolling."""
    page = people(viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True).new_page()
    pupil = Pupil(page, server.base)
    page.goto(f"{server.base}learn/1")
    pupil.begins("aim")
    expect(page.locator(".coach .task")).to_be_in_viewport(ratio=0.9)
    pupil.touch("bebra")
    expect(page.locator(".companions")).to_be_in_viewport(ratio=0.9)
    pupil.touch("kassel")
    pupil.touch("fritzlar")
    expect(page.locator(".outlook")).to_be_visible()
    expect(pupil.act("confirm")).to_be_in_viewport(ratio=0.9)
    pupil.press("confirm")
    expect(pupil.act("end")).to_be_in_viewport(ratio=0.9)


def test_a_lesson_in_italian_at_phone_width(people: Callable[..., BrowserContext], server: Server) -> None:
    """The same table, touched, with nothing of it out of the page's width."""
    context = people(viewport={"width": 390, "height": 844}, has_touch=True, locale="it-IT")
    page = context.new_page()
    page.goto(f"{server.base}learn/{TAUGHT.index('conquest') + 1}")
    pupil = Pupil(page, server.base)
    pupil.begins("conquest")
    expect(page.locator(".coach h3")).to_have_text("Una conquista")
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    pupil.touch("bebra")
    expect(page.locator('circle.lit[data-city="kassel"]')).to_be_attached()
    pupil.touch("kassel")
    pupil.touch("fritzlar")
    page.locator('[data-act="confirm"]').tap()
    pupil.told("done")


@pytest.mark.parametrize("lesson", LESSONS, ids=TAUGHT)
@pytest.mark.parametrize("language", voice.languages())
def test_the_rings_are_around_the_cities_of_the_task(lesson: dict[str, Any], language: str) -> None:
    """What the task names is marked, and nothing else (a nation may be called like its city: German Hannover)."""
    words = said(language)
    nations = {text for key, text in said(language, "names").items() if key.startswith("name.nation.")}
    board = json.loads((WEB / "map/data/board.json").read_text(encoding="utf-8"))
    task = words[f"learn.{lesson['id']}.task"]
    named = {row[0] for row in board["cities"] if re.search(rf"\b{re.escape(row[1])}\b", task)}
    doubtful = {row[0] for row in board["cities"] if row[1] in nations}
    assert set(lesson["marks"]) <= named <= set(lesson["marks"]) | doubtful


def test_the_page_rings_what_the_lesson_marks(people: Callable[..., BrowserContext], server: Server) -> None:
    """On the screen, also of a phone, until the task is done."""
    lesson = LESSONS[TAUGHT.index("move")]
    for size in ({"width": 1366, "height": 768}, {"width": 390, "height": 844}):
        page = people(viewport=size).new_page()
        page.set_default_timeout(PATIENCE)
        page.goto(f"{server.base}learn/{TAUGHT.index('move') + 1}")
        rings = page.locator("circle.mark")
        expect(rings).to_have_count(2)
        assert set(rings.evaluate_all("all => all.map((c) => c.dataset.mark)")) == set(lesson["marks"])
        table = Table(page, server.base, "")
        table.settled()
        field = page.locator("main.field").bounding_box()
        assert field is not None
        for box in [ring.bounding_box() for ring in rings.all()]:
            assert box is not None and box["x"] >= field["x"] and box["x"] + box["width"] <= field["x"] + field["width"]
            assert box["y"] >= field["y"] and box["y"] + box["height"] <= field["y"] + field["height"]
        page.locator("#order-line").fill(lesson["solution"][0])
        page.keyboard.press("Enter")
        expect(page.locator('[data-verdict="done"]')).to_be_visible()
        expect(rings).to_have_count(0)
