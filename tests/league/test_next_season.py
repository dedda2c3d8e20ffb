"""A season is played to its end and followed by another, with everything carried over and a new journal."""

from __future__ import annotations

import pytest

from drivers.models import Driver
from franchises.models import Car
from journal import chain, fork_season, open_following_season, open_season
from journal.season_opening import (
    PathsGiven,
    RehearsalEnds,
    SeasonFollowed,
    SeasonStands,
    SeasonStillOpen,
)
from journal.state.identities import IdTakenForLife
from league.models import CupAward, DraftPick, Entry, FinalLine, Season
from rules.campaign.core.codec import season_digest
from rules.campaign.season_end.off_season import next_season
from rules.core.dice import secret_hash
from rules.core.refusals import Unknown
from tests.journal.snapshot import everything
from tests.league.small_league import (
    BEGAN,
    SECRET,
    Table,
    assert_reconciled,
    closed,
    reopened,
    settled,
)

pytestmark = pytest.mark.django_db
OTHER = bytes.fromhex("beef")


def follow(table: Table, name: str = "s2", *, secret: bytes = OTHER) -> None:
    """Open the season that follows a league's current one."""
    open_following_season(
        table.season, name, secret=secret, rounds=2, actor=table.handle("boss"), at=BEGAN, key="open"
    )


def played_out(**options: str) -> Table:
    """A league whose season of two rounds is closed."""
    return closed(settled(2, settled(rounds=2, **options)))


@pytest.mark.rule("DM-C-172")
def test_two_rounds_are_played_to_the_close_and_the_next_season_begins_where_it_ended() -> None:
    first = played_out()
    ended = first.state
    assert ended.step == "closed"
    assert_reconciled(first.season)
    second = reopened(first, switches={"roster.max": 9})
    opening = next_season(ended)
    assert Entry.objects.filter(season=second.season).earliest("number").command == "open_season"
    assert second.state.number == 2
    assert second.state.franchises == opening.franchises
    assert second.state.contracts == opening.contracts
    assert (second.state.cars, second.state.items) == (opening.cars, opening.items)
    for franchise in second.franchises:
        for driver in second.state.reserved_drivers(franchise):
            second.give("hire_veteran", by=franchise, franchise=franchise, driver=driver.id)
        garage = len(second.state.garage(franchise))
        for number in range(1, 4 - garage):
            second.give("buy_car", by=franchise, franchise=franchise, car=f"{franchise}.s2.car{number}")
        second.give("acknowledge_short_roster", by=franchise, franchise=franchise)
    second.give("close_setup")
    assert_reconciled(second.season)
    assert_reconciled(first.season)


def test_the_new_journal_hangs_on_the_head_of_the_closed_one_and_begins_with_what_was_carried_over() -> None:
    first = played_out()
    follow(first)
    row = Season.objects.get(pk="rust-belt/s2")
    opening = season_digest(next_season(first.state))
    assert row.checkpoints.get(number=0).digest == opening
    begins = chain.genesis(season=row.pk, secret_hash=secret_hash(OTHER), opening=opening, previous=first.row.head)
    assert (row.genesis, Entry.objects.get(season=row, number=1).previous) == (begins, begins)


def test_the_end_of_a_season_leaves_its_table_its_cup_and_its_draft() -> None:
    table = played_out()
    ranks = FinalLine.objects.filter(season=table.season).order_by("rank").values_list("franchise_id", "points")
    ranking = [(id.rsplit("/", 1)[-1], points) for id, points in ranks]
    assert ranking == [("razors", 20), ("saints", 14), ("widows", 8)]
    cup = CupAward.objects.get(season=table.season)
    assert cup.franchise_id == f"{table.season}/razors"
    assert cup.bonus == table.state.franchise("razors").cup_bonus
    picks = list(DraftPick.objects.filter(season=table.season).order_by("pk").values_list("driver_id", "number"))
    assert [number for _, number in picks] == [1, None, None, None, None, None]
    assert picks[0][0] in {f"{table.season}/{driver.id}" for driver in table.state.reserved_drivers("widows")}


def test_people_franchises_and_cars_keep_their_names_in_the_next_season() -> None:
    table = played_out()
    people = dict(Driver.objects.values_list("pk", "name"))
    cars = {car.pk.rsplit("/", 1)[-1]: car.name for car in Car.objects.filter(season=table.season)}
    follow(table)
    assert dict(Driver.objects.values_list("pk", "name")) == people
    carried = Car.objects.filter(season="rust-belt/s2")
    assert carried.count() > 0
    assert {car.pk.rsplit("/", 1)[-1]: car.name for car in carried}.items() <= cars.items()


def test_the_same_season_asked_for_again_answers_the_same() -> None:
    table = played_out()
    follow(table)
    before = everything()
    follow(table)
    assert everything() == before


def test_a_season_is_followed_once_closed_and_by_one_other() -> None:
    table = settled(rounds=1)
    with pytest.raises(SeasonStillOpen, match="play it to its end"):
        follow(table)
    closed(table)
    follow(table)
    with pytest.raises(SeasonStands):
        follow(table, secret=b"x")
    with pytest.raises(SeasonFollowed):
        follow(table, "s3", secret=b"x")
    with pytest.raises(Unknown):
        follow(Table(season="rust-belt/s9"))
    assert Season.objects.count() == 2


@pytest.mark.parametrize("step", ["open", "closed"])
def test_a_league_plays_one_season_at_a_time(step: str) -> None:
    table = settled(rounds=1)
    if step == "closed":
        closed(table)
        follow(table)
    before = everything()
    with pytest.raises(SeasonStillOpen, match="rust-belt plays s"):
        open_season("rust-belt", "s9", secret=b"x", rounds=3, actor=table.handle("boss"), at=BEGAN, key="open")
    assert everything() == before


def test_a_rehearsal_stands_beside_the_season_and_nothing_follows_it() -> None:
    table = closed(settled(rounds=1))
    rehearsal = fork_season(table.season, "rehearsal", secret=OTHER, at=BEGAN)
    with pytest.raises(RehearsalEnds):
        follow(Table(season=rehearsal.pk))
    follow(table, secret=b"x")


def test_no_two_seasons_of_a_league_share_their_dice() -> None:
    table = closed(settled(rounds=1))
    with pytest.raises(PathsGiven):
        follow(table, secret=SECRET)
    follow(table)
    with pytest.raises(PathsGiven):
        fork_season("rust-belt/s2", "rehearsal", secret=SECRET, at=BEGAN)


def test_a_rookie_does_not_take_the_id_of_somebody_who_raced_before() -> None:
    table = played_out(edition="3")
    second = reopened(table)
    gone_drivers = sorted(table.state.drivers.keys() - second.state.drivers.keys())
    before = everything()
    with pytest.raises(IdTakenForLife, match=f"{gone_drivers[0]} is known from rust-belt/s1"):
        second.give("hire_rookie", by="razors", franchise="razors", driver=gone_drivers[0])
    assert everything() == before


def test_a_protection_is_sealed_until_the_draft() -> None:
    table = settled(rounds=1)
    for tag in ("rank_table", "award_cup", "retire_drivers", "close_staff_keep"):
        table.give(tag)
    table.give("protect_drivers", by="razors", franchise="razors", drivers=["razors.d1"])
    sealed_entry = Entry.objects.get(season=table.season, command="protect_drivers")
    assert (sealed_entry.seal, sealed_entry.opened_by) == ("season:E6", None)
    table.give("open_draft")
    sealed_entry.refresh_from_db()
    assert sealed_entry.opened_by == table.row.length
