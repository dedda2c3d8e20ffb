"""Stored answers are deleted when they expire, and a failing extra sweep does not hold up the others."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime, timedelta

import pytest
from django.contrib.auth import get_user_model

from jobs import sweeper
from league.models import StoredAnswer
from tests.league.small_league import BEGAN

pytestmark = pytest.mark.django_db
TWO_DAYS = timedelta(hours=48)


@pytest.fixture(autouse=True)
def _besides() -> Iterator[None]:
    """Restore the registered extra sweeps after each test."""
    before = dict(sweeper._extra_sweeps)
    yield
    sweeper._extra_sweeps.clear()
    sweeper._extra_sweeps.update(before)


def kept(many: int) -> None:
    """Store this many answers, one for each hour."""
    user = get_user_model().objects.create_user("somebody")
    StoredAnswer.objects.bulk_create(
        StoredAnswer(
            user=user,
            key=f"k{number}",
            asked="a" * 64,
            status=200,
            kind="x",
            body=b"",
            at=BEGAN + timedelta(hours=number),
        )
        for number in range(many)
    )


def test_an_answer_is_kept_for_two_days_and_then_thrown_away() -> None:
    kept(3)
    sweeper.sweep(at=BEGAN + TWO_DAYS)
    assert StoredAnswer.objects.count() == 3
    sweeper.sweep(at=BEGAN + TWO_DAYS + timedelta(minutes=90))
    assert [stored_answer.key for stored_answer in StoredAnswer.objects.all()] == ["k2"]


def test_many_are_thrown_away_some_at_a_time_the_oldest_first(monkeypatch: pytest.MonkeyPatch) -> None:
    kept(5)
    monkeypatch.setattr(sweeper, "MOST_PER_SWEEP", 2)
    later = BEGAN + timedelta(days=30)
    remaining = []
    for _ in range(3):
        sweeper.sweep(at=later)
        remaining.append(sorted(StoredAnswer.objects.values_list("key", flat=True)))
    assert remaining == [["k2", "k3", "k4"], ["k4"], []]


def test_what_cannot_be_swept_holds_up_nothing_else(caplog: pytest.LogCaptureFixture) -> None:
    swept: list[datetime] = []

    @sweeper.register_sweep
    def breaks(at: datetime) -> None:
        raise LookupError(str(at))

    @sweeper.register_sweep
    def goes_on(at: datetime) -> None:
        swept.append(at)

    sweeper.sweep(at=BEGAN)
    assert swept == [BEGAN]
    assert "could not be swept" in caplog.text
