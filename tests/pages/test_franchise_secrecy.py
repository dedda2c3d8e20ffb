"""What the pages of franchises and drivers keep secret: protections until the draft, and standing orders."""

from __future__ import annotations

import pytest

from franchises.models import StandingOrders
from franchises.pages.base_context import PRIVATE_TABS, TABS
from league.models import Membership
from tests.league.small_league import BEGAN, Table, founded, settled
from tests.pages.page_reader import main_of, reader, words

pytestmark = pytest.mark.django_db
RAZORS = "/l/rust-belt/f/razors/"
PAGES = tuple(f"{RAZORS}{part}/" if part else RAZORS for part in TABS if part not in PRIVATE_TABS)
DRIVER = "/l/rust-belt/d/razors.d1/"


def protecting() -> Table:
    """A league at its franchise contracts, with no driver protected yet."""
    table = settled(rounds=1)
    for tag in ("rank_table", "award_cup", "retire_drivers", "close_staff_keep"):
        table.give(tag)
    return table


@pytest.mark.parametrize("who", ["stranger", "saints", "boss"])
def test_no_page_changes_for_anybody_else_when_a_driver_is_protected(who: str) -> None:
    table = protecting()
    pages = (*PAGES, DRIVER, "/l/rust-belt/d/razors.d2/")
    before = {page: main_of(reader(who), page) for page in pages}
    table.give("protect_drivers", by="razors", franchise="razors", drivers=["razors.d1"])
    assert {page: main_of(reader(who), page) for page in pages} == before
    assert "sealed until the draft opens" in words(reader(who), RAZORS)


def test_the_owner_sees_whom_he_protects_and_everybody_does_once_the_draft_is_open() -> None:
    table = protecting()
    table.give("protect_drivers", by="razors", franchise="razors", drivers=["razors.d1"])
    assert "razors 1 protected, sealed until the draft" in words(reader("razors"), RAZORS)
    assert "Razors named its franchise contracts" not in words(reader("stranger"), DRIVER)
    table.give("open_draft")
    assert "razors 1 protected L" in words(reader("stranger"), RAZORS)
    assert "sealed" not in words(reader("razors"), RAZORS)
    assert "3 picks left in the draft" in words(reader("stranger"), RAZORS)


def ordered() -> None:
    """Give the razors a standing order of every kind."""
    StandingOrders.objects.create(
        franchise_id="rust-belt/razors",
        document={
            "reserve_k": 77,
            "drivers": ["razors.d8"],
            "cars": ["razors.c8"],
            "protect": ["razors.d9"],
            "draft": ["widows.d9"],
        },
        updated_at=BEGAN,
        updated_by="rust-belt.razors",
    )


@pytest.mark.parametrize(("who", "status"), [("stranger", 302), ("saints", 404)])
def test_standing_orders_are_there_for_nobody_but_the_owner_and_the_commissioner(who: str, status: int) -> None:
    founded()
    ordered()
    client = reader(who)
    assert client.get(f"{RAZORS}orders/").status_code == status
    assert all("orders/" not in main_of(client, page) for page in PAGES)


def test_the_owner_reads_all_his_orders() -> None:
    founded()
    ordered()
    page_text = words(reader("razors"), f"{RAZORS}orders/")
    assert all(text in page_text for text in ("77k", "razors.d8", "razors.c8", "razors.d9", "widows.d9"))


def test_a_commissioner_reads_them_without_what_would_tell_him_sealed_answers() -> None:
    founded()
    ordered()
    page_text = words(reader("boss"), f"{RAZORS}orders/")
    assert "77k" in page_text
    assert all(text not in page_text for text in ("razors.d8", "razors.c8", "razors.d9", "widows.d9"))
    assert "are left out while they are sealed." in page_text


def test_a_commissioner_reads_all_orders_of_a_franchise_that_nobody_owns() -> None:
    founded()
    ordered()
    Membership.objects.filter(franchise_id="rust-belt/razors").delete()
    page_text = words(reader("boss"), f"{RAZORS}orders/")
    assert all(text in page_text for text in ("77k", "razors.d8", "razors.c8", "razors.d9", "widows.d9"))
