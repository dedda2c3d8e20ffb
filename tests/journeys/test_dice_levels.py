"""Four owners in four browsers, at each level of dice: a beacon that is late, and words that are never revealed."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import datetime, timedelta
from typing import Any

import pytest
from django.utils import timezone
from playwright.sync_api import expect

from beacon.client import RoundAwaited
from journal import audit
from journal.entry_body import load_body
from league.models import Entry
from league.queries.season_leaves import BEACON, REVEAL, Seeds
from scheduling.awaited_dice import let_due_dice_fall
from tests.beacon.chain import own_chain
from tests.beacon.relay import Relay, relay_running
from tests.journal.awaited_seasons import AWAITING
from tests.journal.forger import exported
from tests.journeys.live_pages import wait_until_at_rest
from tests.journeys.test_joining_in_a_browser import wrongs
from tests.journeys.whole_site import logged_in
from tests.league.small_league import SEEDS, Table, founded
from tests.verifier.test_findings import found

pytestmark = [pytest.mark.browser, pytest.mark.once, pytest.mark.django_db(transaction=True)]
FOUR = ("razors", "saints", "widows", "wolves")
LOOKS = ((1280, "light"), (390, "dark"), (390, "light"), (1280, "dark"))
HOME, DICE = "/l/rust-belt/s1/", "/l/rust-belt/s1/fair/dice/"
PARTY = "/l/rust-belt/s1/do/throw_party/"


class Later:
    """The site's clock, which a test can advance."""

    def __init__(self) -> None:
        self.by = timedelta(0)
        self._now = timezone.now

    def now(self) -> datetime:
        return self._now() + self.by


@pytest.fixture
def later(monkeypatch: pytest.MonkeyPatch) -> Later:
    """The site's clock, replaced by one that can be advanced."""
    clock = Later()
    monkeypatch.setattr(timezone, "now", clock.now)
    return clock


@pytest.fixture
def relay(settings: Any) -> Iterator[Relay]:
    """The only beacon relay that the site knows."""
    with own_chain(), relay_running() as running:
        settings.BEACON_URLS = [running.address]
        yield running


def seated(dice: Seeds, visit: Callable[..., Any], live_server: Any) -> tuple[Table, dict[str, Any]]:
    """A league of four franchises, and a browser for each owner with the season's page open."""
    table = founded(franchises=FOUR, dice=dice)
    visitors = {}
    for franchise, (width, theme) in zip(FOUR, LOOKS, strict=True):
        visitors[franchise] = visit(width=width, theme=theme)
        page = visitors[franchise].page
        page.context.add_cookies([logged_in(f"rust-belt-{franchise}") | {"url": live_server.url}])
        page.goto(HOME)
    return table, visitors


def ask_for_a_party(page: Any) -> Any:
    """Send the form of an owner's party, and return the answer once it is shown."""
    page.goto(PARTY)
    page.get_by_label("10k").check()
    with page.expect_response(lambda answer: answer.request.method == "POST") as answer_info:
        page.locator("main button[value=give]").click()
    page.wait_for_load_state()
    return answer_info.value


def throw_party(page: Any) -> None:
    """Throw an owner's party with its form."""
    assert ask_for_a_party(page).status < 400, page.locator("main").inner_text()


def until_it_says(page: Any, text: str) -> None:
    """Reload the page of upcoming dice until it contains the text."""
    for _ in range(20):
        page.goto(DICE)
        if text in page.locator("main").inner_text():
            return
        page.wait_for_timeout(1500)  # the page's script takes part meanwhile
    expect(page.locator("main")).to_contain_text(text)


def last(table: Table) -> Entry:
    """The last entry."""
    return Entry.objects.filter(season=table.season).latest("number")


def whole(table: Table) -> None:
    """Check that an audit and the verifier find nothing wrong."""
    assert audit(table.season) == []
    assert found(exported(table.season)) == []


def test_words_four_act_and_nobody_waits(visit: Callable[..., Any], live_server: Any) -> None:
    table, visitors = seated(SEEDS, visit, live_server)
    for franchise in FOUR:
        throw_party(visitors[franchise].page)
        body = load_body(last(table).body)
        assert (body.command["type"], body.command["franchise"], len(body.words)) == ("throw_party", franchise, 64)
        wait_until_at_rest(visitors[franchise].page)
    whole(table)


def test_beacon_four_act_the_beacon_is_late_by_minutes_and_then_by_a_week(
    visit: Callable[..., Any], live_server: Any, relay: Relay, later: Later
) -> None:
    table, visitors = seated(AWAITING[BEACON], visit, live_server)
    razors, saints, widows = (visitors[franchise].page for franchise in FOUR[:3])
    throw_party(razors)
    expect(razors.locator("[data-awaited]")).to_be_visible()
    assert last(table).command == "await_dice"
    saints.goto(DICE)
    expect(saints.get_by_role("heading", name="Dice to come")).to_be_visible()
    assert wrongs(saints, width=390) == []

    relay.away = True
    later.by += timedelta(minutes=5)
    with pytest.raises(RoundAwaited):
        let_due_dice_fall(table.season, at=timezone.now())
    saints.reload()
    expect(saints.get_by_text("has not arrived yet")).to_be_visible()
    assert wrongs(saints, width=390) == []
    saints.get_by_role("button", name="Fetch it now").click()
    expect(saints.get_by_role("alert")).to_contain_text("is not there yet")
    assert ask_for_a_party(widows).status == 422
    expect(widows.locator("main")).to_contain_text("Ask again once they have fallen")

    relay.away = False
    later.by += timedelta(minutes=1)
    saints.goto(DICE)
    saints.get_by_role("button", name="Fetch it now").first.click()
    expect(saints.get_by_text("All dice have fallen.")).to_be_visible()
    expect(widows.locator("[data-awaited-said]")).to_contain_text("open this page again")
    assert last(table).command == "throw_party"  # a reload would have sent the refused form again
    throw_party(widows)
    later.by += timedelta(seconds=20)
    let_due_dice_fall(table.season, at=timezone.now())
    assert [load_body(entry.body).source is not None for entry in Entry.objects.filter(command="throw_party")] == [
        True,
        True,
    ]
    for franchise in FOUR:
        wait_until_at_rest(visitors[franchise].page)

    relay.away = True
    throw_party(saints)
    later.by += timedelta(days=7, minutes=1)
    for franchise in FOUR:
        page = visitors[franchise].page
        page.goto(DICE)
        assert wrongs(page, width=dict(zip(FOUR, LOOKS, strict=True))[franchise][0]) == []
        page.get_by_role("button", name="I agree to go on without it").click()
        expect(page.get_by_text("You agreed to go on without the beacon.")).to_be_visible()
    wait_until_at_rest(page)
    page.goto(f"/l/rust-belt/s1/journal/{last(table).number}/")
    expect(page.get_by_text("was missing for a week")).to_be_visible()
    whole(table)


def test_reveal_four_take_part_one_never_reveals_and_one_loses_the_connection(
    visit: Callable[..., Any], live_server: Any, later: Later
) -> None:
    table, visitors = seated(AWAITING[REVEAL], visit, live_server)
    razors, saints, widows, wolves = (visitors[franchise].page for franchise in FOUR)
    throw_party(razors)
    for page in (saints, widows, wolves):
        page.goto(HOME)
    for page in (razors, saints, widows, wolves):
        wait_until_at_rest(page)
    revealed = load_body(last(table).body).source
    assert revealed is not None
    assert sorted(revealed.revealed or {}) == sorted(table.handle(franchise) for franchise in FOUR)

    def only_hashes(route: Any) -> None:
        if 'name="act"\r\n\r\nwords' in (route.request.post_data or ""):
            route.abort()
        else:
            route.continue_()

    widows.route("**/dice/*/", only_hashes)
    wolves.context.set_offline(True)
    throw_party(saints)
    widows.goto(DICE)
    razors.goto(DICE)
    until_it_says(razors, "3 members gave a hash of their words")
    later.by += timedelta(seconds=40)
    let_due_dice_fall(table.season, at=timezone.now())
    until_it_says(razors, "2 of 3 members revealed their words")
    later.by += timedelta(seconds=40)
    let_due_dice_fall(table.season, at=timezone.now())
    wait_until_at_rest(saints)
    left_out = load_body(last(table).body).source
    assert left_out is not None
    assert sorted(left_out.revealed or {}) == sorted(table.handle(franchise) for franchise in ("razors", "saints"))
    saints.goto(f"/l/rust-belt/s1/journal/{last(table).number}/")
    assert wrongs(saints, width=390) == []
    wait_until_at_rest(razors)
    receipt_entries = razors.evaluate("JSON.parse(localStorage.receipts).map((it) => JSON.parse(it.statement).entry)")
    assert receipt_entries, "a page that was open while dice were awaited keeps a receipt of what was asked"
    assert sorted(set(receipt_entries)) == sorted(receipt_entries), (
        "one receipt an entry, however often pages are opened"
    )
    whole(table)
    for franchise in ("widows", "wolves"):  # sending was blocked for them, and they said so
        visitors[franchise].page.context.close()
        visitors[franchise].complaints.clear()
