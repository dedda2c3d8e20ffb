"""The first league of people new to the site: from nothing to a settled match on a phone, with few taps."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from django.utils import timezone

from jobs import outbox_delivery
from jobs.worker import run_due_jobs
from journal import audit
from league.models import Match
from tests.journeys.test_pages_in_a_browser import AXE

pytestmark = [pytest.mark.browser, pytest.mark.long, pytest.mark.django_db(transaction=True)]
MOST_CLICKS, MOST_FIELDS = 40, 25
PHONE = 390


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
        """Presses the first button or link with that name, within the page or in the bar."""
        self.clicks += 1
        self.page.get_by_role(role, name=name).first.click()
        self.page.wait_for_load_state()
        self.looks()

    def follows(self, name: str) -> None:
        """Follows a link."""
        self.presses(name, role="link")

    def types(self, label: str, text: str) -> None:
        """Fills in a field."""
        self.fields += 1
        self.page.get_by_label(label, exact=True).fill(text)

    def chooses(self, label: str, option: str) -> None:
        """Selects an option of a list, which takes two taps on a phone."""
        self.clicks += 2
        self.page.get_by_label(label).select_option(label=option)

    def signs_up(self, name: str) -> None:
        """Creates an account."""
        self.types("Email", f"{name}@example.org")
        self.types("Username", name)
        self.types("Password", "gasoline and chrome")
        if self.page.get_by_label("Password (again)").count():
            self.types("Password (again)", "gasoline and chrome")
        self.presses("Sign Up")

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


def worked() -> None:
    """Deliver the outbox and run the due jobs, as a worker beside the site does."""
    outbox_delivery.deliver_outbox(at=timezone.now())
    run_due_jobs(clock=timezone.now)


def test_a_commissioner_and_one_owner_come_to_a_settled_match_in_few_taps_and_fields(
    visit: Callable[..., Any],
) -> None:
    boss, owner = (Person(visit(width=PHONE, height=844, touch=True)) for _ in range(2))
    boss.goes("/")
    boss.follows("Found a league")
    boss.follows("Sign up")
    boss.signs_up("boss")
    boss.types("Name of the league", "Rust Belt")
    boss.chooses("Who resolves the matches", "Here, by Dethmatch")
    boss.presses("Found the league")
    boss.follows("People")
    boss.presses("Claim link")
    (link,) = set(re.findall(r"/join/[\w-]+/", boss.page.content()))

    owner.goes(link)
    owner.follows("Sign up")
    owner.signs_up("owner")
    owner.presses("Claim")
    owner.follows("Set it up")
    owner.follows("Fill the rest for me")
    owner.presses("Do all that")

    boss.follows("Board")
    boss.presses("Go on until people are asked")
    owner.goes("/l/rust-belt/")
    owner.follows("Name the line-up")
    owner.presses("Name this line-up")
    boss.presses("Go on until people are asked")
    worked()
    owner.goes("/l/rust-belt/")
    if owner.page.get_by_role("link", name="Decide on the cars").count():
        owner.follows("Decide on the cars")
        owner.presses("That is decided")
    owner.follows("Go shopping")
    owner.follows("Finish shopping")
    owner.presses("I am done shopping")
    boss.presses("Go on until people are asked")
    worked()
    assert Match.objects.filter(season="rust-belt/s1", step="settled").exists()
    assert audit("rust-belt/s1") == []
    boss.goes("/l/rust-belt/s1/m1/")
    assert boss.clicks + owner.clicks <= MOST_CLICKS
    assert boss.fields + owner.fields <= MOST_FIELDS
