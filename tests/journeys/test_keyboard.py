"""A spectator, an owner and a commissioner use only the keyboard: the focus is always visible and never lost."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import pytest
from django.contrib.auth import get_user_model
from playwright.sync_api import expect

from league.membership import join
from league.models import League, Membership
from tests.journeys.whole_site import logged_in
from tests.league.resolved_leagues import resolved
from tests.league.small_league import BEGAN, Table, announced, signed

pytestmark = [pytest.mark.browser, pytest.mark.long, pytest.mark.once, pytest.mark.django_db(transaction=True)]
FARTHEST = 120
"""The number of presses of Tab within which everything can be reached."""
FOCUSED = """() => {
  const at = document.activeElement;
  const style = getComputedStyle(at);
  const box = at.getBoundingClientRect();
  const labels = [...(at.labels ?? [])].map((each) => each.textContent).join(" ");
  return {
    body: at === document.body,
    name: (at.getAttribute("aria-label") || labels || at.textContent).replace(/\\s+/g, " ").trim(),
    tag: at.tagName.toLowerCase(),
    ring: style.outlineStyle !== "none" && parseFloat(style.outlineWidth) >= 2,
    inside: box.bottom > 0 && box.top < innerHeight,
  };
}"""


WITHIN = "document.activeElement.closest('dialog')?.id ?? document.activeElement.tagName"


@dataclass
class Hands:
    """Somebody who uses only the keyboard."""

    visitor: Any

    @property
    def page(self) -> Any:
        """The current Playwright page."""
        return self.visitor.page

    @property
    def at(self) -> dict[str, Any]:
        """The focused element; checks that there is one, that it is in view and has a focus ring."""
        focused: dict[str, Any] = self.page.evaluate(FOCUSED)
        assert not focused["body"], f"{self.page.url}: the focus is lost"
        assert focused["ring"], f"{self.page.url}: no ring round {focused['name']!r}"
        assert focused["inside"], f"{self.page.url}: the focus is out of sight on {focused['name']!r}"
        return focused

    def press(self, *keys: str) -> None:
        """Presses keys, one after the other."""
        for key in keys:
            self.page.keyboard.press(key)

    def tabs_to(self, name: str, *, back: bool = False) -> None:
        """Presses Tab until the element with that name has the focus; with `back`, Shift+Tab."""
        names = []
        for _ in range(FARTHEST):
            self.press("Shift+Tab" if back else "Tab")
            names.append(self.at["name"])
            if names[-1].startswith(name):
                return
        raise AssertionError(f"{self.page.url}: Tab does not come to {name!r}, only to {names}")

    def enters(self, name: str, *, back: bool = False) -> None:
        """Moves to the element with that name and presses Enter, which must open another page."""
        self.tabs_to(name, back=back)
        with self.page.expect_navigation():
            self.press("Enter")

    def skips_to_the_page(self) -> None:
        """Skips the navigation bar."""
        self.press("Tab")
        assert self.at["name"] == "Skip to the page"
        self.press("Enter")
        assert self.page.evaluate("document.activeElement.id") == "main"


@pytest.fixture
def hands(visit: Callable[..., Any], live_server: Any) -> Callable[[str], Hands]:
    """A function that returns a logged-in person with a keyboard."""

    def of(who: str) -> Hands:
        visitor = visit()
        visitor.page.context.add_cookies([logged_in(who) | {"url": live_server.url}])
        return Hands(visitor)

    return of


def watching(table: Table) -> str:
    """Add a spectator to the league, and return their account's name."""
    user = get_user_model().objects.create_user("onlooker", password="onlooker")
    league = League.objects.get(pk=table.league)
    join(league=league, user=user, role=Membership.Role.SPECTATOR, actor=table.handle("boss"), at=BEGAN)
    return str(user.get_username())


def test_a_spectator_reads_from_the_standings_to_the_replay_of_a_match(hands: Callable[[str], Hands]) -> None:
    keys = hands(watching(resolved(ruleset="carcult", event="last_cult", setting={"table": "crossroads"})))
    page = keys.page
    page.goto("/l/rust-belt/s1/")
    keys.skips_to_the_page()
    keys.enters("Razors")
    expect(page).to_have_url(re.compile("/f/razors/$"))
    page.go_back()
    keys.press("Control+k")
    page.locator("#palette").wait_for()
    page.keyboard.type("m1")
    page.locator("[role=option][aria-selected=true]").filter(has_text="Round 1, match A").wait_for()
    assert keys.at["tag"] == "input"
    with page.expect_navigation():
        keys.press("Enter")
    expect(page).to_have_url(re.compile("/l/rust-belt/s1/m1/$"))
    keys.skips_to_the_page()
    keys.enters("Watch")
    page.locator("[data-play]:visible").wait_for()
    keys.skips_to_the_page()
    number = page.locator("[data-number]")
    first = int(number.inner_text())
    keys.press("ArrowRight", "ArrowRight", "ArrowLeft")
    assert int(number.inner_text()) == first + 1
    keys.tabs_to("Play")
    keys.press("Space")
    page.get_by_role("button", name="Pause").wait_for()
    assert keys.at["name"] == "Pause"
    keys.press("Space")
    assert keys.at["name"] == "Play"
    keys.press("End")
    assert number.inner_text() == page.evaluate("document.querySelector('[data-slider]').max")
    assert keys.visitor.complaints == []


def test_who_closes_the_search_or_the_keys_is_back_where_he_was(hands: Callable[[str], Hands]) -> None:
    announced()
    keys = hands("rust-belt-razors")
    keys.page.goto("/l/rust-belt/s1/")
    for opener, opened, key in (
        ("Schedule", "#palette", "Control+k"),
        ("Drivers", "#keys", "?"),
        ("Search", "#palette", "Enter"),
        ("Keys", "#keys", "Enter"),
    ):
        keys.tabs_to(opener)
        keys.press(key)
        keys.page.locator(opened).wait_for()
        names = []
        for _ in range(12):
            keys.press("Tab")
            names.append(keys.page.evaluate(WITHIN))
        assert set(names) <= {opened[1:], "BODY"}, "the focus left a dialog that is open"
        keys.press("Escape")
        keys.page.locator(opened).wait_for(state="hidden")
        assert keys.at["name"].startswith(opener)
    assert keys.visitor.complaints == []


def test_what_is_typed_into_an_open_search_comes_there_also_when_the_page_took_the_focus(
    hands: Callable[[str], Hands],
) -> None:
    announced()
    page = hands("rust-belt-razors").page
    page.goto("/l/rust-belt/s1/")
    page.keyboard.press("Control+k")
    page.locator("#palette").wait_for()
    page.evaluate("document.activeElement.blur()")
    page.keyboard.type("m1")
    page.locator("[role=option][aria-selected=true]").filter(has_text="Round 1, match A").wait_for()
    expect(page.locator("#palette-q")).to_have_value("m1")


def test_an_owner_names_his_line_up_and_is_led_to_what_is_wrong_with_it(hands: Callable[[str], Hands]) -> None:
    table = announced()
    keys = hands("rust-belt-razors")
    keys.page.goto("/l/rust-belt/")
    keys.skips_to_the_page()
    keys.enters("Name the line-up")
    keys.skips_to_the_page()
    keys.tabs_to("Car 2")
    keys.tabs_to("Driver")
    keys.press("Home", "ArrowDown")
    keys.enters("Name this line-up")
    expect(keys.page.locator(":is(.wrong, [role=alert]):is(:focus, :focus-within)")).not_to_have_count(0)
    assert keys.at["tag"] == "select"
    keys.press("End")
    keys.enters("Name this line-up")
    keys.page.get_by_role("status").get_by_text("In the journal").wait_for()
    assert table.state.line_ups["m1.razors"].named
    assert [complaint for complaint in keys.visitor.complaints if "422" not in complaint] == []


def test_a_commissioner_presses_a_step_on_from_the_board(hands: Callable[[str], Hands]) -> None:
    table = announced(1, signed())
    for franchise in table.franchises:
        seats = [{"car": f"{franchise}.car1", "driver": f"{franchise}.d1"}]
        table.give("name_line_up", by=franchise, franchise=franchise, match="m1", seats=seats, words="go")
    keys = hands("rust-belt-boss")
    keys.page.goto("/l/rust-belt/")
    keys.enters("Board")
    keys.skips_to_the_page()
    keys.enters("Only this step")
    assert table.state.matches["m1"].step == "M4"
    keys.tabs_to("Round 1, match A")
    expect(keys.page.get_by_role("button", name="Go on until people are asked")).to_have_count(0)
    assert keys.visitor.complaints == []
