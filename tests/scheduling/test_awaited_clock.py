"""A league with awaited dice runs itself: its founding continues, rounds are fetched, and its calendar waits."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import Any

import pytest
from django.contrib.auth import get_user_model

import scheduling.background_work  # noqa: F401 - registers every kind of job
from jobs.worker import run_due_jobs
from journal import audit
from journal.verify import verify
from league.founding import FoundingRequest, create_playable_league
from league.models import BeaconRound, Job, League, Membership, Season
from league.queries.season_leaves import BEACON, BEACON_LIVE, REVEAL, level_of
from rules.core.refusals import Malformed
from scheduling.awaited_dice import DICE_FALL_JOB, beacon_is_reachable, enqueue_due_falls, let_due_dice_fall
from scheduling.clock_tick import tick
from tests.beacon.chain import own_chain
from tests.beacon.relay import Relay, relay_running
from tests.journal.awaited_seasons import AWAITING
from tests.league.small_league import BEGAN
from tests.league.small_league import founded as of_three
from tests.own_cache import empty_cache

pytestmark = [pytest.mark.django_db, pytest.mark.rule("DM-C-002")]


@pytest.fixture(autouse=True)
def relay(settings: Any) -> Iterator[Relay]:
    """The only beacon relay that the site knows."""
    empty_cache()
    with own_chain(), relay_running() as running:
        settings.BEACON_URLS = [running.address]
        yield running
    empty_cache()


def founder() -> Any:
    """A user with an account."""
    return get_user_model().objects.create_user("ethel", password="x")


def founded(dice: str, *, by: Any = None, **asked: Any) -> League:
    """A league of two franchises with those dice."""
    fields = {"name": "Backyard", "franchises": 2, "kind": "quick", "dice": dice, **asked}
    return create_playable_league(FoundingRequest(**fields), founder=by or founder(), at=BEGAN, key="k1")


def season_of(league: League) -> Season:
    """The league's newest season."""
    return Season.objects.filter(league=league).latest("number")


def passed(league: League, at: datetime, *, minutes: float) -> datetime:
    """Run the site's periodic work, minute by minute, until `minutes` later, and return that time."""
    until = at + timedelta(minutes=minutes)
    while at < until:
        at += timedelta(minutes=1)
        enqueue_due_falls(at)
        run_due_jobs(clock=lambda now=at: now)
    return at


@pytest.mark.parametrize(
    ("dice", "minutes", "level"), [(BEACON, 12, "beacon"), (BEACON_LIVE, 3, "beacon"), (REVEAL, 3, "reveal")]
)
def test_a_league_is_founded_and_its_setup_opens_once_the_dice_have_fallen(
    dice: str, minutes: int, level: str
) -> None:
    league = founded(dice, own_seat=True)
    row = season_of(league)
    assert (row.step, len(row.awaited), level_of(row)) == ("S0", 2, level)
    assert not Membership.objects.filter(league=league, role="owner").exists()
    passed(league, BEGAN, minutes=minutes)
    row = season_of(league)
    assert (row.step, row.awaited, row.franchises.count()) == ("S1", [], 2)
    assert Membership.objects.get(league=league, role="owner").franchise_id is not None
    assert (audit(row.pk), verify(row.pk).findings) == ([], [])


def test_where_the_beacon_is_not_reached_no_league_is_founded_with_it(relay: Relay) -> None:
    relay.away = True
    by = founder()
    with pytest.raises(Malformed, match="cannot reach the public beacon"):
        founded(BEACON, by=by)
    assert not League.objects.exists()
    relay.away = False
    empty_cache()
    assert beacon_is_reachable(at=BEGAN)
    assert founded(BEACON, by=by).pk == "backyard"


def test_dice_that_nothing_is_known_of_are_refused() -> None:
    with pytest.raises(Malformed, match="choose one"):
        founded("tarot")


def test_a_late_round_is_asked_for_again_and_again_and_ever_more_seldom(relay: Relay) -> None:
    league = founded(BEACON_LIVE)
    relay.away = True
    at = BEGAN + timedelta(minutes=1, seconds=3)
    for seconds in range(0, 7200, 10):
        enqueue_due_falls(at + timedelta(seconds=seconds))
    job_count = Job.objects.filter(kind=DICE_FALL_JOB, season=season_of(league)).count()
    assert 60 < job_count < 100
    run_due_jobs(clock=lambda: at + timedelta(hours=2))
    assert len(season_of(league).awaited) == 2
    assert "it answered 404" not in "".join(str(job.failure) for job in Job.objects.all())
    assert not Job.objects.filter(state=Job.State.FAILED).exists()
    relay.away = False
    let_due_dice_fall(season_of(league).pk, at=at + timedelta(hours=3))
    assert season_of(league).awaited == []


def test_a_round_is_fetched_once_for_all_that_wait_for_it() -> None:
    league = founded(BEACON_LIVE)
    rounds = {wait["round"] for wait in season_of(league).awaited}
    passed(league, BEGAN, minutes=2)
    assert set(BeaconRound.objects.filter(pk__in=rounds).values_list("pk", flat=True)) == rounds == {max(rounds)}


def test_while_dice_are_awaited_the_calendar_does_nothing() -> None:
    table = of_three(dice=AWAITING[BEACON])
    table.holds = True
    table.give("throw_party", by="saints", franchise="saints", spend_k=10)
    length = table.row.length
    from scheduling.calendar import set_calendar

    boss = Membership.objects.get(handle=table.handle("boss"))
    set_calendar(league=table.league, member=boss, at=table.now, unattended=True)
    tick(table.season, at=table.now + timedelta(days=100))
    assert table.row.length == length


def test_an_unattended_league_plays_a_season_and_opens_the_next_with_the_same_dice() -> None:
    league = founded(BEACON_LIVE, unattended=True, rounds=1)
    at = BEGAN
    for _ in range(400):
        at += timedelta(hours=30)
        tick(season_of(league).pk, at=at)
        enqueue_due_falls(at + timedelta(minutes=2))
        run_due_jobs(clock=lambda now=at: now + timedelta(minutes=2))
        if season_of(league).number == 2:
            break
    first, second = Season.objects.filter(league=league).order_by("number")
    assert (first.step, first.awaited, second.dice) == ("closed", [], BEACON_LIVE)
    assert (audit(first.pk), verify(first.pk).findings) == ([], [])
