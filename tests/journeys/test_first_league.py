"""The first league of people new to the site: from nothing to a settled match on a phone, with few taps."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any
from urllib.parse import urlsplit

import pytest
from django.utils import timezone

from jobs import outbox_delivery
from jobs.worker import run_due_jobs
from journal import audit
from league.models import Match
from tests.journeys.first_league import PHONE, Person, found_and_invite, play_to_the_first_settled_match

pytestmark = [pytest.mark.browser, pytest.mark.long, pytest.mark.django_db(transaction=True)]
MOST_CLICKS, MOST_FIELDS = 18, 6


def worked() -> None:
    """Deliver the outbox and run the due jobs, as a worker beside the site does."""
    outbox_delivery.deliver_outbox(at=timezone.now())
    run_due_jobs(clock=timezone.now)


def test_a_commissioner_and_one_owner_come_to_a_settled_match_in_few_taps_and_fields(
    visit: Callable[..., Any],
) -> None:
    boss, owner = (Person(visit(width=PHONE, height=844, touch=True)) for _ in range(2))
    link = found_and_invite(boss)
    play_to_the_first_settled_match(boss, owner, urlsplit(link).path, work=worked)
    assert Match.objects.filter(season="bosss-league/s1", step="settled").exists()
    assert audit("bosss-league/s1") == []
    clicks, fields = boss.clicks + owner.clicks, boss.fields + owner.fields
    assert clicks <= MOST_CLICKS, f"{clicks} clicks"
    assert fields <= MOST_FIELDS, f"{fields} fields"
