"""People with a browser: they press, type and choose what a page shows, and every page they see is checked."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlsplit

from axe_playwright_python.sync_playwright import Axe
from django.core import mail
from django.urls import resolve

from tests.journeys.test_pages_in_a_browser import AXE

PASSWORD = "gasoline and chrome"
CODE = re.compile(r"^[A-Z0-9]{4,}(?:-[A-Z0-9]+)*$", re.MULTILINE)


@dataclass
class Person:
    """Somebody with a browser; `seen` has the kinds of page that were already checked for accessibility."""

    name: str
    visitor: Any
    seen: set[str] = field(default_factory=set)

    @property
    def page(self) -> Any:
        """The current Playwright page."""
        return self.visitor.page

    @property
    def address(self) -> str:
        """The path of the current page, without its query."""
        return urlsplit(self.page.url).path

    @property
    def said(self) -> str:
        """The text of the page's main part on one line."""
        return " ".join(self.page.locator("main").inner_text().split())

    def goes(self, address: str) -> None:
        """Opens an address that they were sent or had saved."""
        self.page.goto(address)
        self.looks()

    def presses(self, name: str, *, exact: bool = False, within: str = "body") -> None:
        """Presses the first visible button or link with that name, within a part of the page."""
        part = self.page.locator(within)
        role = part.get_by_role
        role("button", name=name, exact=exact).or_(role("link", name=name, exact=exact)).first.click()
        self.page.wait_for_load_state()
        self.looks()

    def asked(self, label: str, *, within: str = "main") -> Any:
        """The field with that label, which may be followed by a figure or a note that it is optional."""
        label_pattern = re.compile(rf"^\s*{re.escape(label)}(\s+(optional|\d.*))?\s*$")
        return self.page.locator(within).get_by_label(label_pattern).first

    def types(self, label: str, text: str, *, within: str = "main") -> None:
        """Fills in a field."""
        self.asked(label, within=within).fill(text)

    def chooses(self, label: str, option: str, *, within: str = "main") -> None:
        """Selects an option of a list."""
        self.asked(label, within=within).select_option(label=option)

    def ticks(self, label: str, *, within: str = "main") -> None:
        """Ticks a box or a radio button."""
        self.page.locator(within).get_by_label(label).first.check()

    def takes_tick_from(self, label: str) -> None:
        """Takes the tick from a box that arrives with one."""
        self.page.locator("main").get_by_label(label).first.uncheck()

    def may_press(self, name: str) -> bool:
        """Whether the page shows a button or link with that name."""
        role = self.page.get_by_role
        return bool(role("button", name=name).or_(role("link", name=name)).count())

    def sees(self, text: str) -> None:
        """Waits until the page shows that text."""
        self.page.locator("main").get_by_text(text).locator("visible=true").first.wait_for()

    def signs_up(self, *, by: str = "Sign Up") -> None:
        """Creates an account on the page that asks for one, with that button."""
        self.types("Email", f"{self.name}@example.org")
        self.types("Username", self.name)
        self.types("Password", PASSWORD)
        self.presses(by)

    def looks(self) -> None:
        """Checks that the page fits and has no complaints, and the accessibility of the first of its kind."""
        assert self.visitor.complaints == [], self.page.url
        scrolled = self.page.evaluate("document.documentElement.scrollWidth")
        assert scrolled <= self.page.viewport_size["width"], f"{self.page.url} is {scrolled} wide"
        match = resolve(self.address)
        kind = f"{match.view_name} {match.kwargs.get('tag', '')}"
        if kind in self.seen:
            return
        self.seen.add(kind)
        violations = Axe().run(self.page, options=AXE).response["violations"]
        assert [f"{violation['id']}: {violation['nodes'][0]['html'][:160]}" for violation in violations] == [], (
            f"{self.page.url}: {violations}"
        )


def mailed_code() -> str:
    """The code in the mail sent last."""
    (code,) = CODE.findall(mail.outbox[-1].body)
    return str(code)
