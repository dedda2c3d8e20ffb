"""People in front of a browser: they press, type and choose what a page shows, and each page they see is checked."""

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
    """Somebody with a browser and nothing else; `seen` holds the kinds of page that were found to be accessible."""

    name: str
    visitor: Any
    seen: set[str] = field(default_factory=set)

    @property
    def page(self) -> Any:
        """The page in front of them."""
        return self.visitor.page

    @property
    def address(self) -> str:
        """Where they are, without what follows a question mark."""
        return urlsplit(self.page.url).path

    @property
    def said(self) -> str:
        """All that the page says, in one line."""
        return " ".join(self.page.locator("main").inner_text().split())

    def goes(self, address: str) -> None:
        """Opens an address that they were sent, or have kept."""
        self.page.goto(address)
        self.looks()

    def presses(self, name: str, *, exact: bool = False, within: str = "body") -> None:
        """Presses the first button or link of that name that can be seen, within a part of the page."""
        part = self.page.locator(within)
        role = part.get_by_role
        role("button", name=name, exact=exact).or_(role("link", name=name, exact=exact)).first.click()
        self.page.wait_for_load_state()
        self.looks()

    def asked(self, label: str, *, within: str = "main") -> Any:
        """The field of that label, behind which a figure or that it may stay empty is said."""
        named = re.compile(rf"^\s*{re.escape(label)}(\s+(if you like|\d.*))?\s*$")
        return self.page.locator(within).get_by_label(named).first

    def types(self, label: str, text: str, *, within: str = "main") -> None:
        """Fills in a field."""
        self.asked(label, within=within).fill(text)

    def chooses(self, label: str, option: str, *, within: str = "main") -> None:
        """Chooses from a list."""
        self.asked(label, within=within).select_option(label=option)

    def ticks(self, label: str, *, within: str = "main") -> None:
        """Ticks a box, or one of several."""
        self.page.locator(within).get_by_label(label).first.check()

    def may_press(self, name: str) -> bool:
        """Whether the page shows a button or a link of that name."""
        role = self.page.get_by_role
        return bool(role("button", name=name).or_(role("link", name=name)).count())

    def sees(self, text: str) -> None:
        """Waits until the page shows that text."""
        self.page.locator("main").get_by_text(text).locator("visible=true").first.wait_for()

    def signs_up(self) -> None:
        """Makes an account on the page of that name."""
        self.types("Email", f"{self.name}@example.org")
        self.types("Username", self.name)
        self.types("Password", PASSWORD)
        self.presses("Sign Up")

    def looks(self) -> None:
        """The page fits and complains of nothing, and is accessible when it is the first of its kind."""
        assert self.visitor.complaints == [], self.page.url
        scrolled = self.page.evaluate("document.documentElement.scrollWidth")
        assert scrolled <= self.page.viewport_size["width"], f"{self.page.url} is {scrolled} wide"
        found = resolve(self.address)
        kind = f"{found.view_name} {found.kwargs.get('tag', '')}"
        if kind in self.seen:
            return
        self.seen.add(kind)
        wrong = Axe().run(self.page, options=AXE).response["violations"]
        assert [f"{each['id']}: {each['nodes'][0]['html'][:160]}" for each in wrong] == [], self.page.url


def mailed_code() -> str:
    """The code in the mail that was sent last."""
    (code,) = CODE.findall(mail.outbox[-1].body)
    return str(code)
