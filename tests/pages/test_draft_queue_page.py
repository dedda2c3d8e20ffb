"""An owner's draft queue is on the page of their standing orders, and only they read it there."""

from __future__ import annotations

import pytest

from franchises.models import StandingOrders
from league.models import Membership
from tests.league.small_league import BEGAN, announced
from tests.pages.page_reader import reader, words

pytestmark = pytest.mark.django_db

ORDERS = "/l/rust-belt/f/razors/orders/"


def queued() -> None:
    """Give the first franchise's owner a draft queue of two drivers."""
    announced()
    StandingOrders.objects.create(
        franchise_id="rust-belt/razors",
        document={"draft_queue": ["saints.d2", "widows.d1"]},
        updated_at=BEGAN,
        updated_by="rust-belt.razors",
    )


def test_an_owner_reads_his_draft_queue_in_its_order() -> None:
    queued()
    text = words(reader("razors"), ORDERS)
    assert "Picked before all others, in this order own order saints 2, widows 1" in text


def test_a_draft_queue_is_told_to_no_commissioner_even_when_the_owner_has_left() -> None:
    queued()
    assert reader("saints").get(ORDERS).status_code == 404
    for _ in range(2):
        text = words(reader("boss"), ORDERS)
        assert "Picked before all others" not in text
        assert "saints 2" not in text
        Membership.objects.filter(handle="rust-belt.razors").delete()
