"""The person of `scriptless_person` in a real browser without scripts, to confirm its assumptions about HTML."""

from __future__ import annotations

import re
from typing import Any

from playwright.sync_api import expect

from tests.journeys.live_pages import open_addresses_surely

PHONE = {"width": 360, "height": 800}


class Unscripted:
    """Somebody on the narrowest phone with scripts turned off; every page they open must fit it."""

    def __init__(self, chromium: Any, address: str) -> None:
        self.context = chromium.new_context(base_url=address, viewport=PHONE, java_script_enabled=False)
        self.page = open_addresses_surely(self.context.new_page())
        self.answers: list[int] = []
        self.page.on("response", self._answered)

    @property
    def focus(self) -> str:
        """The label of the focused field."""
        id = self.page.locator(":focus").first.get_attribute("id") or ""
        return str(self.page.locator(f"label[for={id}]").first.inner_text()).strip() if id else ""

    def goes(self, address: str) -> None:
        """Opens an address that they were sent or had saved."""
        self.page.goto(address)
        self._looks()

    def follows(self, name: str, *, near: str = "") -> None:
        """Follows the first link with that name."""
        self._one("link", name, near).click()
        self._looks()

    def presses(self, name: str, *, near: str = "", status: int = 200) -> None:
        """Presses the first button with that name."""
        self._one("button", name, near).click()
        self._looks(status=status)

    def types(self, label: str, text: str) -> None:
        """Fills in a field, and opens the folded part of the page that it is in."""
        field = self.page.get_by_label(_named(label)).first
        for fold in self.page.locator("details:not([open])").filter(has=field).all():
            fold.locator("> summary").click()
        field.fill(text)

    def chooses(self, label: str, option: str) -> None:
        """Selects the option of a list that starts with that text."""
        select = self.page.get_by_label(_named(label)).first
        values = select.locator("option").filter(has_text=re.compile(rf"^\s*{re.escape(option)}"))
        select.select_option(value=values.first.get_attribute("value"))

    def ticks(self, label: str, *, off: bool = False) -> None:
        """Ticks a box or a radio button, or takes the tick `off` a box."""
        self.page.get_by_label(label).first.set_checked(not off)

    def reads(self, label: str) -> str:
        """The value of a field."""
        return str(self.page.get_by_label(label, exact=True).first.input_value())

    def offers(self, name: str) -> bool:
        """Whether the page shows a button or link with that name."""
        role = self.page.get_by_role
        return bool(role("button", name=name).or_(role("link", name=name)).count())

    def leaves(self) -> None:
        """Closes the browser."""
        self.context.close()

    def _one(self, role: str, name: str, near: str) -> Any:
        part = self.page.locator("li, section, form").filter(has_text=near).last if near else self.page
        return part.get_by_role(role, name=name).first

    def _answered(self, answer: Any) -> None:
        if answer.request.is_navigation_request():
            self.answers.append(answer.status)

    def _looks(self, *, status: int = 200) -> None:
        self.page.wait_for_load_state()
        assert self.answers[-1] == status, self.page.url
        expect(self.page.locator("h1")).to_have_count(1)
        wide = self.page.evaluate("document.documentElement.scrollWidth")
        assert wide <= PHONE["width"], f"{self.page.url} is {wide} wide"


def _named(label: str) -> re.Pattern[str]:
    return re.compile(rf"^\s*{re.escape(label)}(\s+optional)?\s*$")
