"""A duel of six that a referee runs on a phone, from locked line-ups to a settled match, while others look on."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from journal import audit
from league.models import Duel, DuelEntry
from league.pages.duels.actions import act_at_table
from tests.journeys.page_inspection import DARK, IN_THE_DARK, LIGHT, UNSTUCK, violations
from tests.journeys.test_pages_in_a_browser import AXE
from tests.journeys.whole_site import logged_in
from tests.league.league_cache import built_once
from tests.league.small_league import BEGAN, Table, signed

pytestmark = [pytest.mark.browser, pytest.mark.long, pytest.mark.once, pytest.mark.django_db(transaction=True)]
TAPS = 2
"""The most taps that an event may take."""
EVENTS = 19
"""How many events the duel of this test has that are entered by tapping."""
LINE_DOWN = "net::ERR_"
"""How Chromium logs a request that a lost connection swallowed."""
COUNT_TAPS = """() => {
  window.taps = 0;
  addEventListener("click", (event) => { if (event.isTrusted) window.taps += 1; }, true);
}"""
FOLLOWED = 10_000
"""Milliseconds within which another screen follows: it asks every three seconds."""
FRANCHISES = ("razors", "saints", "widows", "wolves", "nails", "otters")
RAZORS, SAINTS, WIDOWS, WOLVES, NAILS, OTTERS = (f"Car 1 / {franchise} 1" for franchise in FRANCHISES)
"""The six cars with their drivers, one for each franchise."""
MOBILITY, DESTROYED = "Mobility kill cannot move: 20", "Destroyed both: 40"
HERE = "/l/rust-belt/s1/duels/"


@built_once
def duel_lined_up() -> Table:
    """A league whose first match is a duel of six, one car for each franchise, with line-ups locked."""
    table = signed(franchises=FRANCHISES)
    match = {"match": "m1", "event": "duel", "heats": 1, "scoring": "duel", "franchises": list(FRANCHISES)}
    table.give("announce_round", round="r1", matches=[match])
    for franchise in FRANCHISES:
        seats = [{"car": f"{franchise}.car1", "driver": f"{franchise}.d1"}]
        table.give("name_line_up", by=franchise, franchise=franchise, match="m1", seats=seats)
    table.give("lock_line_ups", match="m1")
    return table


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
            self.page.get_by_role("dialog").get_by_role("button", name=act, exact=True).tap()

    def is_waiting_for(self, count: int) -> None:
        """Waits until that many entries wait to be sent."""
        expect(self.page.locator("[data-chip]")).to_have_text(f"Waiting to be sent ({count})")

    def has_sent_all(self) -> None:
        """Waits until nothing waits."""
        expect(self.page.locator("[data-chip]")).to_have_text("All sent", timeout=FOLLOWED)

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
    referee.attacks(RAZORS, SAINTS)
    referee.attacks(RAZORS, WIDOWS, "Hazard")
    referee.attacks(WOLVES, NAILS)
    referee.taps_button("Close phase 1")
    referee.has_sent_all()
    expect(total_of(referee.page, RAZORS)).to_have_text("1")


def goes_on_without_a_line(referee: Referee) -> None:
    """The second phase, entered without a connection: it waits, and is sent when the line is back."""
    with referee.line_cut():
        referee.attacks(RAZORS, SAINTS)
        referee.enters(SAINTS, MOBILITY)
        referee.enters(WIDOWS, "Skidding")
        referee.taps_button("Close phase 2")
        referee.is_waiting_for(4)
        referee.taps_button("Undo")
        referee.is_waiting_for(3)
        referee.taps_button("Close phase 2")
        expect(referee.page.locator("[data-moment]")).to_have_text("Turn 1 · phase 3")
        expect(referee.page.locator(".duel-car").filter(has_text=SAINTS)).to_contain_text("Mobility kill")
    referee.has_sent_all()
    expect(total_of(referee.page, RAZORS)).to_have_text("21")


def befalls_the_others(referee: Referee) -> None:
    """The third phase: whatever else happens to cars, each in two taps, and one of it is taken back."""
    referee.enters(WIDOWS, "In control")
    referee.enters(WOLVES, "Stopped")
    referee.enters(OTTERS, "Alive, nobody can drive")
    referee.enters(NAILS, "Burn modifier +3")
    referee.enters(NAILS, "Fire roll 11")
    referee.enters(OTTERS, "4 squares")
    referee.taps_button("Undo")
    referee.enters(SAINTS, "Nothing left to fire")
    with referee.event():
        referee.taps_button("No: complete kill")
    referee.taps_button("Close phase 3")
    referee.has_sent_all()


def is_overtaken(referee: Referee) -> None:
    """Without a connection a car is hit that somebody else took out before: the entry is refused, and goes."""
    duel = Duel.objects.get()
    kill = {"type": "kill", "turn": 1, "phase": 2, "on": "otters.car1", "part": "destroyed"}
    event = {**kill, "because": {"type": "attack", "by": "wolves.car1"}}
    with referee.line_cut():
        referee.attacks(RAZORS, OTTERS)
        (result,) = act_at_table(duel, [{"key": "k", "act": "enter", "event": event}], actor=duel.opened_by, at=BEGAN)
        assert result.ok, result.sentence
    referee.sees(f"{OTTERS} has been out since turn 1, phase 2.")
    referee.taps_button(f"Discard: Turn 1, phase 3: {RAZORS} hits {OTTERS}.")
    expect(referee.page.locator("[data-refused-panel]")).to_be_hidden()
    button = referee.page.get_by_role("button", name=f"More of {OTTERS}", exact=True)
    button.focus()
    (result,) = act_at_table(duel, [{"key": "u", "act": "undo", "of": "k"}], actor=duel.opened_by, at=BEGAN)
    assert result.ok, result.sentence
    expect(referee.page.locator(".duel-car").filter(has_text=OTTERS)).not_to_contain_text(
        "Complete kill", timeout=FOLLOWED
    )
    expect(button).to_be_focused()


def rules(referee: Referee) -> None:
    """The credit for the first kill is ruled otherwise: shares that do not add up are refused on the spot."""
    referee.taps_button(f"Overrule the mobility kill of {SAINTS}")
    sheet = referee.page.get_by_role("dialog")
    sheet.get_by_label(RAZORS).fill("1/2")
    sheet.get_by_label("Why").fill("Both tires went in one phase.")
    sheet.get_by_role("button", name="Rule so").tap()
    expect(sheet.locator(".duel-sum.text-bad")).to_contain_text("1/2 is missing")
    sheet.get_by_label(WOLVES).fill("1/2")
    sheet.get_by_role("button", name="Rule so").tap()
    referee.sees("Both tires went in one phase.")


def loses_answers(referee: Referee) -> None:
    """The fourth phase, whose answers never arrive: it is sent again, and nothing is taken twice."""
    with referee.answers_lost():
        referee.attacks(RAZORS, WIDOWS)
        referee.enters(WIDOWS, DESTROYED)
        referee.taps_button("Close phase 4")
        referee.is_waiting_for(3)
        referee.page.reload()
        referee.is_waiting_for(3)
    referee.has_sent_all()
    kills = [entry.value["on"] for entry in DuelEntry.objects.filter(act="enter") if entry.value["type"] == "kill"]
    assert kills.count("widows.car1") == 1
    referee.taps_button(f"Confirm the mobility and complete kill of {WIDOWS}")
    referee.sees("confirmed")


def wins(referee: Referee) -> None:
    """The fifth phase: another kill brings the attacker to 100 points, and ends the duel."""
    referee.attacks(RAZORS, OTTERS)
    referee.enters(OTTERS, DESTROYED)
    referee.sees("Closing this phase ends the duel")
    referee.taps_button("Close phase 5")
    referee.sees("The duel ended at the close of turn 1, phase 5")


def is_accessible(referee: Referee) -> None:
    """Axe finds nothing on the page nor on the sheet of a car in both themes, and nothing is too wide."""
    page = referee.page
    page.evaluate(Axe().axe_script)
    page.evaluate(UNSTUCK)
    assert violations(page, AXE) == []
    referee.taps_button(f"More of {NAILS}")
    assert violations(page, AXE) == []
    page.evaluate(DARK)
    assert violations(page, IN_THE_DARK) == []
    page.keyboard.press("Escape")
    expect(page.get_by_role("button", name=f"More of {NAILS}")).to_be_focused()
    assert violations(page, IN_THE_DARK) == []
    page.evaluate(LIGHT)
    assert page.evaluate("document.documentElement.scrollWidth") == page.viewport_size["width"]


def is_settled(referee: Referee, table: Table) -> None:
    """The duel is reported as it stands, the commissioner rules for the report, and the match is settled."""
    page = referee.page
    page.get_by_role("link", name="Report the match").tap()
    page.get_by_role("button", name="Review and send").tap()
    page.get_by_role("button", name="Send the report").tap()
    page.get_by_role("link", name="Rule for this one").tap()
    page.get_by_role("button", name="Accept it").tap()
    referee.sees("The report of round 1, match A was accepted.")
    table.give("end_decisions", match="m1", reason="The week is over.")
    table.give("end_shopping", match="m1", reason="The week is over.")
    page.goto("/l/rust-belt/s1/m1/")
    referee.sees("104 pts")
    assert table.state.match("m1").step == "settled"
    assert audit(table.season) == []


def places_of(page: Any) -> Any:
    """Where each tile is on the page, to the pixel."""
    measure = "(cars) => cars.map((car) => [car.offsetLeft, car.offsetTop, car.offsetHeight])"
    return page.locator(".duel-car").evaluate_all(measure)


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
    places = places_of(other.page)
    assert len(places) == len(FRANCHISES)
    begins(referee)
    goes_on_without_a_line(referee)
    expect(total_of(other.page, RAZORS)).to_have_text("21", timeout=FOLLOWED)
    expect(other.page.locator(".duel-car").filter(has_text=SAINTS)).to_contain_text("Mobility kill")
    is_overtaken(referee)
    befalls_the_others(referee)
    rules(referee)
    is_accessible(referee)
    loses_answers(referee)
    wins(referee)
    ended = "The duel ended at the close of turn 1, phase 5"
    expect(other.page.locator("[data-lead]")).to_contain_text(ended, timeout=FOLLOWED)
    assert places_of(other.page) == places
    assert len(referee.taps) == EVENTS
    assert max(referee.taps) <= TAPS, referee.taps
    visitor.complaints[:] = [
        complaint
        for complaint in visitor.complaints
        if LINE_DOWN not in complaint and not (complaint.startswith("failed: ") and f"{HERE}1/" in complaint)
    ]
    assert visitor.complaints == []
    is_settled(referee, table)
