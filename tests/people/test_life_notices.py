"""Notices about what becomes of a league name moments, which each reader sees in their own zone."""

from __future__ import annotations

import pytest

from league.models import League, Notice
from league.times import Zones
from scheduling.handovers import offer_handover
from scheduling.league_life import ask_deletion, sweep_deletions
from scheduling.notices.texts import notice_text
from tests.league.small_league import BEGAN, Table, signed
from tests.people.test_handovers import DAY, owner
from tests.people.test_league_archive import boss

pytestmark = pytest.mark.django_db
TOKYO = Zones("Asia/Tokyo", "UTC")


def sentence(about: str) -> str:
    """What a reader in Tokyo is told."""
    notice = Notice.objects.filter(about=about).select_related("member__league").order_by("pk")[0]
    return notice_text(notice, {}, TOKYO).sentence


def league_of(table: Table) -> League:
    return League.objects.get(pk=table.league)


def test_the_end_of_an_offer_and_of_a_league_are_told_in_the_readers_zone() -> None:
    table = signed()
    offer_handover(league=league_of(table), by=boss(table), to=owner(table, "razors"), steps_down=False, at=BEGAN)
    ask_deletion(league=league_of(table), by=boss(table), at=BEGAN, reason="Over.", days=7)
    sweep_deletions(BEGAN + 5 * DAY)
    assert "by Wed 16 Sep 03:00 JST (Tue 15 Sep 18:00 UTC in the league)." in sentence("handover_offered")
    for about in ("deletion_set", "deletion_soon"):
        assert "will be deleted Wed 9 Sep 03:00 JST (Tue 8 Sep 18:00 UTC in the league)" in sentence(about), about
