"""Franchises, drivers, cars, seasons and leagues are renamed: by whom, how often, and never to a name too alike."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest

from drivers.models import Driver
from franchises.models import Car, Franchise
from journal import fork_season
from league.access import NotYours, ReasonMissing
from league.accounts import erase
from league.membership import found_league
from league.models import League, LeagueLog, Membership, NameChange, Notice, Season
from league.name_checks import NameTaken
from league.renaming import RenamedTooOften, RenameStands, RenameVetoed, find_named_thing, rename, undo_rename
from league.role_changes import end_role
from rules.core.refusals import Malformed, Unknown
from scheduling.name_vetoes import veto_name
from scheduling.notices.texts import notice_text
from tests.journal.snapshot import everything
from tests.league.small_league import BEGAN, closed, settled, signed
from tests.people.crowd import known, league_of, member, person, rust_belt

pytestmark = pytest.mark.django_db
DAY = timedelta(days=1)


def renamed(kind: str, subject: str, name: str, *, by: str = "razors", days: float = 0, **options: Any) -> Any:
    """Rename a thing of the league as that member, so many days after it began."""
    return rename(
        league=rust_belt(),
        kind=kind,
        subject=subject,
        name=name,
        memberships=[member(by)],
        at=BEGAN + days * DAY,
        **options,
    )


def vetoed(change: NameChange, *, days: float = 0, by: str = "boss", reason: str = "It is rude.") -> NameChange:
    """Take a name back as that member."""
    return veto_name(league=rust_belt(), change=change.pk, member=member(by), at=BEGAN + days * DAY, reason=reason)


def names() -> dict[str, str]:
    """What everything in the league is called that these tests rename."""
    return {
        "franchise": Franchise.objects.get(pk="rust-belt/razors").name,
        "driver": Driver.objects.get(pk="rust-belt/razors.d1").name,
        "car": Car.objects.get(pk="rust-belt/s1/razors.car1").name,
        "league": rust_belt().name,
        "season": Season.objects.get(pk="rust-belt/s1").title,
    }


def test_an_owner_renames_their_franchise_driver_and_car_and_a_commissioner_league_and_season() -> None:
    signed()
    renamed("franchise", "razors", "  Cafe\u0301   Racers ")
    renamed("driver", "razors.d1", "Ann Chovy")
    renamed("car", "razors.car1", "Old Faithful")
    renamed("league", "rust-belt", "The Rust Bowl", by="boss")
    renamed("season", "s1", "The Dust Year", by="boss")
    assert names() == {
        "franchise": "Caf\u00e9 Racers",
        "driver": "Ann Chovy",
        "car": "Old Faithful",
        "league": "The Rust Bowl",
        "season": "The Dust Year",
    }
    assert Season.objects.get().label == "Season 1: The Dust Year"
    changes = NameChange.objects.order_by("pk").values_list("kind", "subject", "season", "former", "by")
    assert list(changes) == [
        ("franchise", "razors", "", "Razors", "rust-belt.razors"),
        ("driver", "razors.d1", "", "razors 1", "rust-belt.razors"),
        ("car", "razors.car1", "s1", "Car 1", "rust-belt.razors"),
        ("league", "", "", "Rust Belt", "rust-belt.boss"),
        ("season", "s1", "", "", "rust-belt.boss"),
    ]
    assert rust_belt().renamings == 5
    subjects = LeagueLog.objects.filter(what="renamed").order_by("pk").values_list("subject", flat=True)
    assert list(subjects)[:2] == ["franchise from “Razors” to “Café Racers”", "driver from “razors 1” to “Ann Chovy”"]


@pytest.mark.parametrize(
    ("kind", "subject"),
    [
        ("franchise", "razors"),
        ("driver", "razors.d1"),
        ("car", "razors.car1"),
        ("league", "rust-belt"),
        ("season", "s1"),
    ],
)
def test_nobody_else_renames_anything_and_nothing_is_half_written(kind: str, subject: str) -> None:
    signed()
    before = everything()
    with pytest.raises(NotYours):
        renamed(kind, subject, "Theirs", by="saints")
    assert everything() == before


@pytest.mark.parametrize("kind", ["franchise", "driver", "car"])
def test_a_commissioner_says_why_they_rename_what_is_somebody_else_s(kind: str) -> None:
    signed()
    subject = {"franchise": "razors", "driver": "razors.d1", "car": "razors.car1"}[kind]
    with pytest.raises(ReasonMissing):
        renamed(kind, subject, "Polite", by="boss", reason=" ")
    change = renamed(kind, subject, "Polite", by="boss", reason="It was rude.")
    assert (change.by, change.reason) == ("rust-belt.boss", "It was rude.")
    assert LeagueLog.objects.get(what="renamed").reason == "It was rude."


def test_the_same_name_again_changes_nothing() -> None:
    league_of()
    before = everything()
    assert renamed("franchise", "razors", " Razors ") is None
    assert renamed("season", "s1", "", by="boss") is None
    assert everything() == before


@pytest.mark.parametrize(
    ("kind", "subject", "name", "other"),
    [
        ("franchise", "razors", "SAINTS", "Saints"),
        ("driver", "razors.d1", "saints-l", "saints 1"),
        ("car", "razors.car1", "car2", "Car 2"),
        ("league", "rust-belt", "Slag Cup!", "Slag Cup"),
    ],
)
def test_a_name_too_like_another_of_its_kind_is_refused_and_names_the_other(
    kind: str, subject: str, name: str, other: str
) -> None:
    signed()
    found_league(id="slag", name="Slag Cup", public=True, commissioner=person("otto"), at=BEGAN)
    by = "boss" if kind == "league" else "razors"
    with pytest.raises(NameTaken, match=other):
        renamed(kind, subject, name, by=by)


def test_a_league_for_members_only_is_not_named_to_others() -> None:
    league_of()
    found_league(id="hush", name="Hush Hush", public=False, commissioner=person("otto"), at=BEGAN)
    with pytest.raises(NameTaken, match="of a name like that"):
        renamed("league", "rust-belt", "Hush-hush", by="boss")


def test_two_franchises_may_have_cars_of_one_name() -> None:
    signed()
    assert renamed("car", "saints.car1", "Car 7", by="saints") is not None
    assert renamed("car", "razors.car1", "Car 7") is not None


def test_a_thing_is_renamed_three_times_in_thirty_days_and_told_when_again() -> None:
    league_of()
    for day, name in enumerate(("One", "Two", "Three")):
        renamed("franchise", "razors", name, days=day)
    with pytest.raises(
        RenamedTooOften, match=r"Three was renamed 3 times in 30 days: .* from \d+ \w+ \d+, \d\d:\d\d UTC on"
    ):
        renamed("franchise", "razors", "Four", days=29)
    assert renamed("franchise", "razors", "Three", days=29) is None
    assert renamed("franchise", "razors", "Four", days=30) is not None
    with pytest.raises(RenamedTooOften):
        renamed("franchise", "razors", "Five", days=30)


def test_a_commissioner_takes_a_name_back_and_the_owner_is_notified_and_waits() -> None:
    league_of()
    vetoed(renamed("franchise", "razors", "Rude"), days=1)
    assert Franchise.objects.get(pk="rust-belt/razors").name == "Razors"
    notice = Notice.objects.get()
    assert (notice.member.handle, notice.about) == ("rust-belt.razors", "name_vetoed")
    assert "took the name Rude back: it is called Razors again" in notice_text(notice, {}).sentence
    assert LeagueLog.objects.get(what="rename undone").reason == "It is rude."
    with pytest.raises(RenameVetoed, match="you can rename it from"):
        renamed("franchise", "razors", "Nice", days=14)
    with pytest.raises(RenameVetoed, match="choose another"):
        renamed("franchise", "razors", "RUDE", days=99)
    assert renamed("franchise", "razors", "Nice", days=16) is not None


def test_a_veto_says_why_comes_from_a_commissioner_and_is_done_once() -> None:
    league_of()
    first = renamed("franchise", "razors", "One")
    second = renamed("franchise", "razors", "Two")
    before = everything()
    with pytest.raises(ReasonMissing):
        vetoed(second, reason=" ")
    with pytest.raises(NotYours):
        vetoed(second, by="saints")
    with pytest.raises(RenameStands):
        vetoed(first)
    with pytest.raises(Unknown):
        undo_rename(league=rust_belt(), change=0, member=member("boss"), at=BEGAN, reason="Why?")
    assert everything() == before
    vetoed(second)
    with pytest.raises(RenameStands):
        vetoed(second)
    vetoed(first)
    assert Franchise.objects.get(pk="rust-belt/razors").name == "Razors"


def test_a_former_name_that_somebody_else_took_is_not_given_back() -> None:
    league_of()
    change = renamed("franchise", "razors", "Rude")
    renamed("franchise", "saints", "Razors", by="saints")
    with pytest.raises(NameTaken, match=r"has the name “Razors”.* rename Rude yourself"):
        vetoed(change)


def test_an_owner_who_renamed_a_thing_as_often_as_they_may_does_not_keep_a_commissioner_from_it() -> None:
    league_of()
    for name in ("One", "Two", "Rude"):
        renamed("franchise", "razors", name)
    renamed("franchise", "saints", "Two", by="saints")
    assert renamed("franchise", "razors", "Decent", by="boss", reason="It is rude.") is not None
    with pytest.raises(RenamedTooOften):
        renamed("franchise", "razors", "Four")


@pytest.mark.parametrize("title", ["Season 2", "SEASON 10", "Seas0n2", "Ｓｅａｓｏｎ ２"])
def test_a_season_has_no_other_season_s_number_for_a_title(title: str) -> None:
    league_of()
    with pytest.raises(NameTaken, match="without a title: choose another"):
        renamed("season", "s1", title, by="boss")


@pytest.mark.parametrize("title", ["Season 1", "Summer 2", "Season of 1976", "Season"])
def test_a_season_has_any_other_title(title: str) -> None:
    league_of()
    assert renamed("season", "s1", title, by="boss").name == title


def test_a_commissioner_renames_what_its_owner_may_not_for_now() -> None:
    league_of()
    vetoed(renamed("franchise", "razors", "Rude"))
    assert renamed("franchise", "razors", "Decent", by="boss", reason="We agreed on it.") is not None


@pytest.mark.parametrize("name", [".", "", "a\u202eb", "Rаzors", "x" * 81])
def test_what_is_no_name_is_refused(name: str) -> None:
    league_of()
    with pytest.raises(Malformed):
        renamed("franchise", "razors", name)


@pytest.mark.parametrize(
    ("kind", "subject"),
    [("franchise", "ghosts"), ("driver", "razors.d99"), ("car", "x"), ("season", "s9"), ("item", "x")],
)
def test_what_is_not_there_is_not_renamed(kind: str, subject: str) -> None:
    league_of()
    with pytest.raises(Unknown):
        renamed(kind, subject, "Anything", by="boss")


def test_a_title_is_taken_from_a_season_again_and_two_seasons_have_no_like_ones() -> None:
    league_of()
    renamed("season", "s1", "Dust", by="boss")
    renamed("season", "s1", " ", by="boss")
    assert Season.objects.get().label == "Season 1"


def test_a_fork_has_no_title_and_keeps_the_names_of_its_cars() -> None:
    table = signed(over=False)
    fork_season(table.season, "try", secret=b"other", at=BEGAN)
    fork = replace(table, season="rust-belt/try")
    fork.give("hire_rookie", by="razors", franchise="razors", driver="razors.d7", name="Ninety")
    for kind, subject in (("season", "try"), ("driver", "razors.d7")):
        with pytest.raises(Unknown):
            find_named_thing(rust_belt(), kind, subject)
    renamed("car", "razors.car1", "Old Faithful")
    assert Car.objects.get(pk="rust-belt/try/razors.car1").name == "Car 1"


def test_a_closed_season_and_its_drivers_are_renamed_by_a_commissioner() -> None:
    closed(settled(rounds=1))
    assert renamed("season", "s1", "Over", by="boss") is not None
    assert renamed("franchise", "razors", "Veterans") is not None


def test_who_left_or_was_erased_renames_nothing_and_stays_a_handle() -> None:
    league_of()
    change = renamed("franchise", "razors", "Mine")
    razors = member("razors")
    end_role(member=razors, by=member("boss"), at=BEGAN, reason="He moved away.")
    with pytest.raises(NotYours):
        rename(
            league=rust_belt(), kind="franchise", subject="razors", name="Mine", memberships=[razors], at=BEGAN + DAY
        )
    erase(user=known("razors"), at=BEGAN)
    assert NameChange.objects.get(pk=change.pk).by == "rust-belt.razors"
    vetoed(change)
    assert not Notice.objects.filter(about="name_vetoed").exists()


def test_a_league_of_one_renames_everything_it_has() -> None:
    boss = person("solo")
    league = found_league(id="solo", name="Solo", public=False, commissioner=boss, at=BEGAN)
    alone = Membership.objects.get(league=league)
    change = rename(league=league, kind="league", subject="solo", name="Still solo", memberships=[alone], at=BEGAN)
    assert change is not None
    assert League.objects.get(pk="solo").name == "Still solo"
