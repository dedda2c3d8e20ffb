"""Two people new to the site, and their way from a league's founding to its first settled match on two phones."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from tests.journeys.live_pages import wait_until_at_rest
from tests.journeys.test_pages_in_a_browser import AXE

PHONE = 390
PATIENCE = 60_000
"""Milliseconds in which a slow machine answers a form."""
ANSWERED = "html:not([data-pressed])"
"""The root element of another page than the marked one."""
HOME = "/l/bosss-league/"
"""The league that `boss` founds without typing a name."""


@dataclass
class Person:
    """Somebody with a phone; their presses and filled-in fields are counted, and every page they see is checked."""

    visitor: Any
    clicks: int = 0
    fields: int = 0
    looked_at: set[str] = field(default_factory=set)

    @property
    def page(self) -> Any:
        """The current Playwright page."""
        return self.visitor.page

    def goes(self, address: str) -> None:
        """Opens an address that they were sent or had saved."""
        self.page.goto(address)
        self.looks()

    def presses(self, name: str, *, role: str = "button") -> None:
        """Presses the first button or link with that name, and waits for the answer to what a button sends."""
        self.clicks += 1
        pressed = self.page.get_by_role(role, name=name).first
        if role == "button":
            self.page.evaluate("document.documentElement.dataset.pressed = ''")
            with self.page.expect_response(lambda answer: answer.request.method == "POST", timeout=PATIENCE) as sent:
                pressed.click()
            if sent.value.request.is_navigation_request():
                expect(self.page.locator(ANSWERED)).to_have_count(1, timeout=PATIENCE)
        else:
            pressed.click()
        self.page.wait_for_load_state("networkidle")
        self.looks()

    def presses_if_offered(self, name: str) -> None:
        """Presses the first button with that name, unless the page has none."""
        if self.page.get_by_role("button", name=name).count():
            self.presses(name)

    def follows(self, name: str) -> None:
        """Follows a link."""
        self.presses(name, role="link")

    def offered(self, name: str) -> bool:
        """Whether the page has a link with that name."""
        return bool(self.page.get_by_role("link", name=name).count())

    def types(self, label: str, text: str) -> None:
        """Fills in a field."""
        self.fields += 1
        self.page.get_by_label(label, exact=True).fill(text)

    def signs_up(self, name: str, *, by: str) -> None:
        """Creates an account with the button of that name."""
        self.types("Email", f"{name}@example.org")
        self.types("Username", name)
        self.types("Password", "gasoline and chrome")
        if self.page.get_by_label("Password (again)").count():
            self.types("Password (again)", "gasoline and chrome")
        self.presses(by)

    def looks(self) -> None:
        """Checks that the page fits and the browser reports nothing, and its accessibility when it is first seen."""
        assert self.visitor.complaints == [], self.page.url
        assert self.page.evaluate("document.documentElement.scrollWidth") <= PHONE, self.page.url
        address = self.page.url.partition("?")[0]
        if address in self.looked_at:
            return
        self.looked_at.add(address)
        violations = Axe().run(self.page, options=AXE).response["violations"]
        assert [f"{violation['id']}: {violation['nodes'][0]['html'][:160]}" for violation in violations] == [], (
            self.page.url
        )


def found_and_invite(boss: Person) -> str:
    """The boss signs up, founds a league with what the form proposes, and makes a claim link, which is returned."""
    boss.goes("/")
    boss.follows("Found a league")
    boss.signs_up("boss", by="Sign Up")
    boss.presses("Found the league")
    boss.presses("Claim link")
    return str(boss.page.get_by_label("Link", exact=True).input_value())


def play_to_the_first_settled_match(boss: Person, owner: Person, link: str, *, work: Callable[[], None]) -> None:
    """The owner takes a seat by the link, and both do what the first match asks of them.

    `work` returns once the site has done what waits in its queue. Both come back when it is their turn: the board has
    no button while it waits for owners. A season goes on by itself where everybody has answered by the minute.
    """
    owner.goes(link)
    owner.signs_up("owner", by="Sign up and claim")
    owner.follows("Fill the rest for me")
    owner.presses("Do all that")

    boss.follows("Board")
    boss.presses("Go on until people are asked")
    owner.goes(HOME)
    owner.follows("Name the line-up")
    owner.presses("Name this line-up")
    boss.goes(f"{HOME}s1/board/")
    boss.presses_if_offered("Go on until people are asked")
    work()
    wait_until_at_rest(boss.page)
    owner.goes(HOME)
    if owner.offered("Decide on the cars"):
        owner.follows("Decide on the cars")
        owner.presses("Confirm these decisions")
    owner.follows("Go shopping")
    owner.follows("Finish shopping")
    owner.presses("Finish shopping")
    boss.goes(f"{HOME}s1/board/")
    boss.presses_if_offered("Go on until people are asked")
    work()
    wait_until_at_rest(boss.page)
    boss.goes(f"{HOME}s1/m1/")
