"""A duel of six that a referee runs on a phone, from locked line-ups to a settled match, while others look on."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from playwright.sync_api import expect

from journal import audit
from league.models import Duel, DuelEntry
from tests.journeys.whole_site import logged_in
from tests.league.small_league import Table, lined_up, signed

pytestmark = [pytest.mark.browser, pytest.mark.long, pytest.mark.once, pytest.mark.django_db(transaction=True)]
TAPS = 2
"""The most taps that an event may take."""
LINE_DOWN = "net::ERR_"
"""How Chromium logs a request that a lost connection swallowed."""
COUNT_TAPS = """() => {
  window.taps = 0;
  addEventListener("click", (event) => { if (event.isTrusted) window.taps += 1; }, true);
}"""
NAILS, JANE, OTTO, MERCY, WOLF, WIDOW = (
    f"Car {number} / {team} {number}" for team in ("razors", "saints", "widows") for number in (1, 2)
)
"""The six cars with their drivers."""
HERE = "/l/rust-belt/s1/duels/"


def duel_lined_up() -> Table:
    """A league whose first match is a duel, with line-ups of two cars each that are locked."""
    table = signed()
    match = {"match": "m1", "event": "duel", "heats": 1, "scoring": "duel", "franchises": list(table.franchises)}
    table.give("announce_round", round="r1", matches=[match])
    return lined_up(1, table, announce=False)


class Referee:
    """A referee with a phone: every event is entered in at most two taps, and all of them are counted."""

    def __init__(self, visitor: Any) -> None:
        self.visitor, self.page = visitor, visitor.page
        self.taps: list[int] = []

    def sees(self, text: str) -> None:
        """Waits until the page shows that text."""
        expect(self.page.locator("main")).to_contain_text(text)

    def taps_button(self, name: str) -> None:
        """Taps the button with that name."""
        self.page.get_by_role("button", name=name, exact=True).tap()

    @contextmanager
    def event(self) -> Iterator[None]:
        """What is tapped within is one event."""
        before = self.page.evaluate("window.taps")
        yield
        self.taps.append(self.page.evaluate("window.taps") - before)

    def attacks(self, by: str, on: str, how: str = "Hit") -> None:
        """A car hits another, or is a hazard for it; whoever attacked last still does."""
        with self.event():
            attacker = self.page.locator(".duel-pick").filter(has_text=by)
            if attacker.get_attribute("aria-pressed") == "false":
                attacker.tap()
            self.taps_button(f"{how} {on}" if how == "Hit" else f"{how} for {on}")

    def enters(self, of: str, act: str) -> None:
        """Something else happens to a car."""
        with self.event():
            self.taps_button(f"More of {of}")
            self.page.get_by_role("dialog").get_by_role("button", name=act).first.tap()

    def is_waiting_for(self, count: int) -> None:
        """Waits until that many entries wait to be sent."""
        expect(self.page.locator("[data-chip]")).to_have_text(f"Waiting to be sent ({count})")

    def has_sent_all(self) -> None:
        """Waits until nothing waits."""
        expect(self.page.locator("[data-chip]")).to_have_text("All sent", timeout=8000)

    @contextmanager
    def line_cut(self) -> Iterator[None]:
        """There is no connection at all, and the browser knows."""
        self.page.context.set_offline(True)
        yield
        self.page.context.set_offline(False)

    @contextmanager
    def answers_lost(self) -> Iterator[None]:
        """What is sent arrives, and no answer comes back."""

        def lose(route: Any) -> None:
            route.fetch()
            route.abort()

        self.page.route("**/actions/", lose)
        yield
        self.page.unroute_all(behavior="wait")


def total_of(page: Any, car: str) -> Any:
    """The total on a car's tile."""
    return page.locator(".duel-car").filter(has_text=car).locator("[data-part=total]")


def begins(referee: Referee) -> None:
    """The first phase: two hits and a hazard, and the phase is closed."""
    referee.attacks(NAILS, OTTO)
    referee.attacks(NAILS, MERCY, "Hazard")
    referee.attacks(WOLF, JANE)
    referee.taps_button("Close phase 1")
    referee.has_sent_all()
    expect(total_of(referee.page, NAILS)).to_have_text("1")


def goes_on_without_a_line(referee: Referee) -> None:
    """The second phase, entered without a connection: it waits, and is sent when the line is back."""
    with referee.line_cut():
        referee.attacks(NAILS, OTTO)
        referee.enters(OTTO, "Mobility kill")
        referee.enters(MERCY, "Skidding")
        referee.taps_button("Close phase 2")
        referee.is_waiting_for(4)
        referee.taps_button("Undo")
        referee.is_waiting_for(3)
        referee.taps_button("Close phase 2")
        expect(referee.page.locator("[data-moment]")).to_have_text("Turn 1 · phase 3")
        expect(referee.page.locator(".duel-car").filter(has_text=OTTO)).to_contain_text("Mobility kill")
    referee.has_sent_all()
    expect(total_of(referee.page, NAILS)).to_have_text("21")


def befalls_the_others(referee: Referee) -> None:
    """The third phase: whatever else happens to cars, each in two taps, and one of it is taken back."""
    referee.enters(MERCY, "In control")
    referee.enters(WOLF, "Stopped")
    referee.enters(WIDOW, "Alive, nobody can drive")
    referee.enters(JANE, "+3")
    referee.enters(JANE, "11")
    referee.enters(WIDOW, "4")
    referee.taps_button("Undo")
    referee.enters(OTTO, "Nothing left to fire")
    with referee.event():
        referee.taps_button("No: complete kill")
    referee.taps_button("Close phase 3")
    referee.has_sent_all()


def rules(referee: Referee) -> None:
    """The credit for the first kill is ruled otherwise: shares that do not add up are refused on the spot."""
    referee.taps_button(f"Overrule the mobility kill of {OTTO}")
    sheet = referee.page.get_by_role("dialog")
    sheet.get_by_label(NAILS).fill("1/2")
    sheet.get_by_label("Why").fill("Both tires went in one phase.")
    sheet.get_by_role("button", name="Rule so").tap()
    expect(sheet.get_by_role("alert")).to_contain_text("1/2 is missing")
    sheet.get_by_label(WOLF).fill("1/2")
    sheet.get_by_role("button", name="Rule so").tap()
    referee.sees("Both tires went in one phase.")


def loses_answers(referee: Referee) -> None:
    """The fourth phase, whose answers never arrive: it is sent again, and nothing is taken twice."""
    with referee.answers_lost():
        referee.attacks(NAILS, MERCY)
        referee.enters(MERCY, "Destroyed")
        referee.taps_button("Close phase 4")
        referee.is_waiting_for(3)
    referee.has_sent_all()
    kills = [entry.value["on"] for entry in DuelEntry.objects.filter(act="enter") if entry.value["type"] == "kill"]
    assert kills.count("saints.car2") == 1
    referee.taps_button(f"Confirm the mobility and complete kill of {MERCY}")
    referee.sees("confirmed")


def wins(referee: Referee) -> None:
    """The fifth phase: another kill brings the attacker to 100 points, and ends the duel."""
    referee.attacks(NAILS, WIDOW)
    referee.enters(WIDOW, "Destroyed")
    referee.sees("Closing this phase ends the duel")
    referee.taps_button("Close phase 5")
    referee.sees("The duel ended at the close of turn 1, phase 5")


@pytest.mark.rule("CW-S-004")
def test_a_referee_runs_a_duel_of_six_on_a_phone(visit: Callable[..., Any], live_server: Any) -> None:
    table = duel_lined_up()
    visitor, other = visit(width=390, height=844, touch=True), visit(width=1280)
    for screen, who in ((visitor, "rust-belt-boss"), (other, "rust-belt-razors")):
        screen.page.context.add_cookies([logged_in(who) | {"url": live_server.url}])
    visitor.page.add_init_script(f"({COUNT_TAPS})()")
    referee, page = Referee(visitor), visitor.page
    page.goto(f"{HERE}new/?match=m1")
    page.get_by_label("Title").fill("The yard")
    page.get_by_role("button", name="Open the duel").tap()
    referee.sees("Nobody has points yet.")
    other.page.goto(f"{HERE}1/")
    begins(referee)
    expect(total_of(other.page, NAILS)).to_have_text("1", timeout=5000)
    goes_on_without_a_line(referee)
    expect(total_of(other.page, NAILS)).to_have_text("21", timeout=5000)
    expect(other.page.locator(".duel-car").filter(has_text=OTTO)).to_contain_text("Mobility kill")
    befalls_the_others(referee)
    rules(referee)
    loses_answers(referee)
    wins(referee)
    expect(other.page.locator("[data-lead]")).to_contain_text("The duel ended at the close of turn 1, phase 5")
    assert max(referee.taps) <= TAPS, referee.taps
    visitor.complaints[:] = [complaint for complaint in visitor.complaints if LINE_DOWN not in complaint and not complaint.startswith("failed")]
    assert visitor.complaints == []
    page.get_by_role("link", name="Report match m1").tap()
    print(page.url)
    page.screenshot(path="/tmp/h-table-scratch/report.png", full_page=True)
