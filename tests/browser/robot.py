"""A robot that sees only the page and clicks what is lit; it knows no rule and no order."""

from __future__ import annotations

import random

from playwright.sync_api import Page, expect
from tablepage import ON_SCREEN, PATIENCE, PLACE

#: whatever a player waits for: a decision, a curtain, the end
SOMETHING = """(version) => {
  if (document.querySelector('.curtain [data-act="take"]') || document.querySelector('.panel .result')) return true;
  const action = document.querySelector('.action');
  return !!action && action.dataset.state !== '' && document.querySelector('.table').dataset.version !== version;
}"""


class Robot:
    """Plays one browser, whatever seats it has, until the game is over."""

    def __init__(self, page: Page, rng: random.Random, restless: float = 0.5) -> None:
        self.page, self.rng, self.restless = page, rng, restless
        self.states: dict[str, int] = {}
        self.orders = 0

    @property
    def over(self) -> bool:
        """Whether the page says that the game has ended."""
        return self.page.locator(".panel .result").count() > 0

    def turn(self) -> int:
        """The turn as the prompt says it; 0 behind a curtain."""
        said = self.page.locator(".prompt .turn")
        return int(said.inner_text().split("·")[0].split()[-1]) if said.count() else 0

    def step(self) -> str:
        """Take one decision; its state."""
        page = self.page
        page.wait_for_function(SOMETHING, arg="", timeout=4 * PATIENCE)
        take = page.locator('.curtain [data-act="take"]')
        if take.count():
            take.click()
            expect(take).to_have_count(0, timeout=PATIENCE)
            return "CURTAIN"
        if self.over:
            return "OVER"
        report = page.locator(".since header button")
        if report.count():
            report.click()
        state = page.locator(".action").get_attribute("data-state") or ""
        version = page.locator(".table").get_attribute("data-version") or ""
        if not state:
            return ""
        self.states[state] = self.states.get(state, 0) + 1
        if state == "MOVE_MENU":
            given = self._movement()
        elif state == "CARD":
            given = self._card()
        elif state == "ALLOT":
            given = self._click('[data-act^="allot-"]')
        elif state == "COMBAT_PICK":
            given = self._click('[data-act="attack"]')
        else:
            given = self._choice()
        if given:
            self.orders += 1
            page.wait_for_function(
                """(version) => document.querySelector('.curtain') || document.querySelector('.refusal') ||
                   document.querySelector('.table')?.dataset.version !== version""",
                arg=version,
                timeout=PATIENCE,
            )
            refused = page.locator(".refusal").all_inner_texts()
            assert refused == [], f"{state}: something was lit that is not legal: {refused}"
        return state

    def play(self, most: int = 4000) -> None:
        """Play to the end."""
        for _ in range(most):
            if self.step() == "OVER":
                return
        raise AssertionError(f"not over after {most} steps: {self.states}")

    # Clicking ------------------------------------------------------------------------------------

    def _click(self, selector: str) -> bool:
        """Click one of the enabled things, if there is any."""
        found = self.page.locator(f"{selector}:not(:disabled)")
        count = found.count()
        if not count:
            return False
        one = found.nth(self.rng.randrange(count))
        # cards of a large hand overlap: one clicks where the card shows
        one.click(position={"x": 8, "y": 24} if "card" in selector else None)
        return True

    def _click_city(self, city: str) -> bool:
        """Click a lit city on the map, if it can be seen."""
        x, y, _name = PLACE[city]
        at = self.page.evaluate(ON_SCREEN, [x, y])
        if at is None:
            return False
        self.page.mouse.click(*at)
        return True

    def _lit(self) -> list[str]:
        return sorted(self.page.locator("circle.lit").evaluate_all("all => all.map((c) => c.dataset.city)"))

    def _movement(self) -> bool:
        page = self.page
        chance = self.rng.random()
        picks = page.locator("[data-pick]").count()
        if chance < self.restless and picks:
            return self._move()
        if chance < self.restless + 0.1 and page.locator('[data-act="recruit"]').count():
            return self._recruit()
        version = page.locator(".table").get_attribute("data-version")
        page.locator('[data-act="end"]').click()
        page.wait_for_function(
            """(version) => document.querySelector('.warnings, .curtain') ||
               document.querySelector('.table')?.dataset.version !== version""",
            arg=version,
            timeout=PATIENCE,
        )
        self._click('[data-act="end-anyway"]')
        return True

    def _move(self) -> bool:
        page = self.page
        self._click("[data-pick]")
        lit = page.locator("circle.lit")
        expect(lit.first).to_be_attached(timeout=PATIENCE)
        city = self.rng.choice(self._lit())
        clicked = self._click_city(city)
        confirm = page.locator('[data-act="confirm"]')
        if clicked and confirm.count() and confirm.is_enabled():
            confirm.click()
            return True
        page.keyboard.press("Escape")
        expect(page.locator('[data-act="end"]')).to_be_visible(timeout=PATIENCE)
        return False

    def _recruit(self) -> bool:
        page = self.page
        page.locator('[data-act="recruit"]').click()
        more = page.locator(".panel .stepper").first.locator("button").last
        for _ in range(self.rng.randint(1, 2)):
            if more.is_enabled():
                more.click()
        buy = page.locator('[data-act="buy"]')
        if buy.is_enabled():
            buy.click()
            return True
        page.locator('[data-act="buy"] + button').click()
        return False

    def _card(self) -> bool:
        page = self.page
        # a panel that has just changed takes nothing for a moment
        expect(page.locator(".battle button:not(:disabled)").first).to_be_visible(timeout=PATIENCE)
        if self.rng.random() < 0.3 and self._click('[data-act="pass"]'):
            return True
        if self._click(".plays button.card"):
            return True
        if self._click('[data-act="pass"]'):
            return True
        assert self._click(".reserve button.card"), "nothing can be played"
        page.locator('[data-act="play-reserve"]').click()
        return True

    def _choice(self) -> bool:
        """Name whatever is lit until the page lets it be confirmed; or decline."""
        page = self.page
        if self.rng.random() < 0.3 and self._click('[data-act="decline"], [data-act="fight"]'):
            return True
        confirm = page.locator('[data-act="confirm"]')
        for _ in range(8):
            if confirm.is_enabled():
                confirm.click()
                return True
            lit = self._lit()
            if lit and self._click_city(self.rng.choice(lit)):
                continue
            if not (self._click(".action [data-name], .action [data-city-choice]") or self._click(".hand .card.lit")):
                break
        assert self._click('[data-act="decline"], [data-act="fight"]'), "nothing can be chosen"
        return True
