"""A season whose dice are thrown at a table, on a phone: each throw is asked for in turn, and marked afterwards."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import expect

from journal import audit
from journal.entry_body import load_body
from journal.verify import verify
from league.models import Entry
from tests.journeys.whole_site import logged_in
from tests.league.small_league import founded, lined_up, report

pytestmark = [pytest.mark.browser, pytest.mark.long, pytest.mark.once, pytest.mark.django_db(transaction=True)]
EVERYBODY = {"dice.by_hand": "everybody"}
WANTED = re.compile(r"throw (\d+)d(\d+)", re.IGNORECASE)
MOST_THROWS = 60


@pytest.fixture
def phone_of(visit: Callable[..., Any], live_server: Any) -> Callable[[str], Any]:
    """A function that returns a logged-in person's phone page."""

    def phone(who: str) -> Any:
        visitor = visit(width=390, height=844, touch=True)
        visitor.page.context.add_cookies([logged_in(who) | {"url": live_server.url}])
        return visitor.page

    return phone


def throws_at_the_table(page: Any, send: str, *, watched_by: str) -> dict[str, list[int]]:
    """Opens *Dice of your own*, and types the faces of every throw that the form asks for, all ones.

    Stops when the form is accepted; returns what was typed, by path.
    """
    page.get_by_text("Dice of your own").click()
    page.locator("[name=real_dice]").check()
    page.locator("[name=witness]").fill(watched_by)
    faces: dict[str, list[int]] = {}
    for _ in range(MOST_THROWS):
        with page.expect_navigation():
            page.get_by_role("button", name=send, exact=True).click()
        throw_field = page.locator("[name^='dice:'][autofocus]")
        if not throw_field.count():
            return faces
        label = page.locator(f"label[for='{throw_field.get_attribute('id')}']").inner_text()
        wanted = WANTED.search(label)
        assert wanted, f"{label!r} does not say what to throw"
        path = throw_field.get_attribute("name").removeprefix("dice:")
        faces.setdefault(path, []).extend([1] * int(wanted[1]))
        throw_field.fill(" ".join(map(str, faces[path])))
    raise AssertionError(f"after {MOST_THROWS} throws the form still asks for one: {faces}")


@pytest.mark.rule("HOUSE-011")
def test_an_owner_throws_their_party_at_the_table_and_everybody_sees_the_mark(phone_of: Callable[[str], Any]) -> None:
    table = founded(switches=EVERYBODY)
    page = phone_of("rust-belt-razors")
    page.goto("/l/rust-belt/s1/do/throw_party/?spend_k=10")
    typed_faces = throws_at_the_table(page, "Throw the party", watched_by="all of us")
    assert typed_faces == {"setup/razors/party": [1]}
    entry = Entry.objects.get(season=table.season, command="throw_party")
    assert load_body(entry.body).typed == {"faces": typed_faces, "typist": "rust-belt.razors", "witness": "all of us"}
    page.goto(f"/l/rust-belt/s1/journal/{entry.number}/")
    expect(page.get_by_text("watched by all of us")).to_be_visible()
    expect(page.locator(".chip.warn", has_text="by hand").first).to_be_visible()
    assert (audit(table.season), verify(table.season).findings) == ([], [])


@pytest.mark.rule("HOUSE-011")
def test_a_commissioner_throws_a_settlement_at_the_table(phone_of: Callable[[str], Any]) -> None:
    table = lined_up(1, switches=EVERYBODY)
    table.give("accept_report", match="m1", report=report(table))
    page = phone_of("rust-belt-boss")
    page.goto("/l/rust-belt/s1/do/decide_repairs/?franchise=widows&match=m1")
    page.locator("[name=reason]").fill("They asked me to.")
    typed_faces = throws_at_the_table(page, "Confirm these decisions", watched_by="saints")
    assert len(typed_faces["m1/settle/pot"]) > 0
    assert table.state.match("m1").step == "M5.10"
    assert set(table.row.by_hand) == set(typed_faces)
    page.goto("/l/rust-belt/s1/m1/settlement/")
    expect(page.locator(".chip.warn", has_text="by hand")).not_to_have_count(0)
    assert (audit(table.season), verify(table.season).findings) == ([], [])
