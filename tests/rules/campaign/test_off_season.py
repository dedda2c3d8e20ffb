"""The off-season, and the next season's opening."""

from __future__ import annotations

from typing import Any

import pytest

from rules.campaign.core.codec import season_bytes, season_from_json
from rules.campaign.core.command import OutOfStep
from rules.campaign.core.names import IdTaken
from rules.campaign.core.season_steps import SeasonStepReached
from rules.campaign.core.state import Contract, Franchise, Item, Match, Season, Sponsor
from rules.campaign.core.switches import PendingSwitch
from rules.campaign.founding.season_start import (
    FoundFranchise,
    FranchiseFounded,
    OpenSeason,
    SeasonAlreadyOpened,
    SeasonNotOpened,
    SeasonOpened,
    SwitchSet,
)
from rules.campaign.founding.setup import OpenSetup
from rules.campaign.people.cloning import AvailabilityChanged
from rules.campaign.people.fatigue import FatigueCleared, ShieldRestored
from rules.campaign.people.veterans import DriverRetired
from rules.campaign.play.due_commands import due_commands
from rules.campaign.season_end.off_season import CloseSeason, SeasonClosed, SeasonNotClosed, SeatClosed, next_season
from rules.core.refusals import Malformed
from rules.core.terms import DriverId, FranchiseId
from tests.rules.campaign.memory_seasons import Table
from tests.rules.campaign.season_ends import ended, go_to

RAZORS, SAINTS = FranchiseId("razors"), FranchiseId("saints")


def tired(**options: Any) -> Table:
    """A season at E9. razors.d1 has fatigue, and the talent Ardent with its shield spent."""
    table = ended(step="E9", **options)
    driver = table.season.drivers["razors.d1"]
    driver.fatigue, driver.talents, driver.ardent_spent = ["driving", "gunnery"], ["ardent"], True
    return table


def closed(**options: Any) -> Table:
    """A season that is over, with the razors first."""
    return ended(step="closed", **options)


@pytest.mark.rule("DM-C-033", "DM-C-102", "DM-C-172")
def test_the_off_season_clears_fatigue_and_brings_the_shield_back() -> None:
    table = tired()
    facts = table.give(CloseSeason())
    assert facts == [
        FatigueCleared(rule="DM-C-102", franchise=RAZORS, driver=DriverId("razors.d1"), points=2),
        ShieldRestored(rule="DM-C-033", franchise=RAZORS, driver=DriverId("razors.d1")),
        SeasonStepReached(rule="DM-C-093", step="closed", step_name="closed"),
        SeasonClosed(rule="DM-C-172", number=1),
    ]
    driver = table.season.drivers["razors.d1"]
    assert (driver.fatigue, driver.ardent_spent) == ([], False)
    assert next_season(table.season).drivers["razors.d1"].fatigue == []


@pytest.mark.rule("DM-C-102")
@pytest.mark.switch("fatigue.offseason_clears", False)
def test_fatigue_lasts_into_the_next_season_where_the_house_says_so() -> None:
    table = tired(switches={"fatigue.offseason_clears": False})
    table.give(CloseSeason())
    driver = next_season(table.season).drivers["razors.d1"]
    assert (driver.fatigue, driver.ardent_spent) == (["driving", "gunnery"], True)


@pytest.mark.rule("DM-C-033", "DM-C-102")
@pytest.mark.switch("talents.ardent_recharges", False)
def test_the_shield_stays_spent_where_the_house_says_so() -> None:
    table = tired(switches={"talents.ardent_recharges": False})
    table.give(CloseSeason())
    driver = table.season.drivers["razors.d1"]
    assert (driver.fatigue, driver.ardent_spent) == ([], True)


@pytest.mark.rule("DM-C-048", "DM-C-055", "DM-C-172")
def test_who_was_out_for_the_season_returns_with_his_marks() -> None:
    table = ended(step="E9")
    driver = table.season.drivers["razors.d1"]
    driver.availability, driver.quirks = "season_out", {"stupid": 2}
    assert table.give(CloseSeason())[0] == AvailabilityChanged(
        rule="DM-C-048", franchise=RAZORS, driver=DriverId("razors.d1"), was="season_out", now="available"
    )
    driver_then = next_season(table.season).drivers["razors.d1"]
    assert (driver_then.availability, driver_then.quirks) == ("available", {"stupid": 2})


@pytest.mark.rule("DM-C-179")
def test_the_seat_of_a_folded_franchise_closes() -> None:
    table = ended("razors", "saints", "widows", step="E5")
    table.season.franchise("saints").folded = True
    go_to(table, "E9")
    assert SeatClosed(rule="DM-C-179", franchise=SAINTS) in table.give(CloseSeason())
    following = next_season(table.season)
    assert sorted(following.franchises) == ["razors", "widows"]
    for shelf in (following.cars, following.sponsors, following.contracts):
        assert "saints" not in {thing.franchise for thing in shelf.values()}  # type: ignore[attr-defined]


@pytest.mark.rule("DM-C-162", "DM-C-179")
def test_without_a_draft_the_drivers_of_a_folded_franchise_leave_with_it() -> None:
    table = ended("razors", "saints", "widows", step="E9", switches={"draft.enabled": False})
    table.season.franchise("saints").folded = True
    retired = [fact.driver for fact in table.give(CloseSeason()) if isinstance(fact, DriverRetired)]
    assert retired == [f"saints.d{number}" for number in range(1, 7)]
    assert not any(id.startswith("saints") for id in next_season(table.season).drivers)


def test_closing_opens_what_never_locked() -> None:
    table = ended(step="E9")
    for id, step in (("m1", "settled"), ("m3", "void"), ("m2", "void")):
        table.season.matches[id] = Match(id=id, round="r1", event="race", step=step)
    last = table.give(CloseSeason())[-1]
    assert last.opens() == ("m2:M4", "m3:M4")


def test_a_closed_season_takes_no_more_commands() -> None:
    table = closed()
    assert table.season.step == "closed"
    assert due_commands(table.season) == []
    table.refused(CloseSeason(), OutOfStep, "too late")


@pytest.mark.rule("DM-C-172")
def test_the_next_season_waits_for_the_end_of_this_one() -> None:
    table = ended(step="E9")
    with pytest.raises(SeasonNotClosed):
        next_season(table.season)


@pytest.mark.rule("DM-C-158", "DM-C-172")
def test_what_a_franchise_carries_over_and_what_it_does_not() -> None:
    table = closed()
    razors = table.season.franchise("razors")
    carried: dict[str, Any] = {
        "balance": 123_456, "staff_rating": 3, "staff_held": 4, "cup_bonus": 15_000, "holding_payout": 40_000,
    }  # fmt: skip
    forgotten: dict[str, Any] = {
        "wins": 3, "criticals": 8, "party_thrown": True, "short_roster_known": True, "staff_decided": True,
        "contracts_named": True, "safe_declared": True,
    }  # fmt: skip
    for name, value in {**carried, **forgotten}.items():
        setattr(razors, name, value)
    following = next_season(table.season)
    assert following.franchises["razors"] == Franchise(id="razors", cup_plus_one=True, **carried)
    assert following.franchises["saints"].cup_plus_one is False
    assert following.franchises["saints"].points == 0


@pytest.mark.rule("DM-C-158")
def test_the_cups_plus_one_lasts_one_season() -> None:
    table = closed()
    table.season.franchise("saints").cup_plus_one = True
    following = next_season(table.season)
    assert [id for id, franchise in following.franchises.items() if franchise.cup_plus_one] == ["razors"]


@pytest.mark.rule("DM-C-057", "DM-C-062", "DM-C-172")
def test_only_drivers_somebody_has_the_right_to_are_carried_over_with_all_they_have() -> None:
    table = ended(step="E9")
    driver = table.season.drivers["razors.d1"]
    driver.driving, driver.xp, driver.level, driver.trait_choices = 5, 12, 4, 1
    driver.talents, driver.quirks = ["face", "pro"], {"eye_problem": 1}
    table.give(CloseSeason())
    following = next_season(table.season)
    assert sorted(following.drivers) == [
        f"{franchise}.d{number}" for franchise in ("razors", "saints") for number in (1, 2, 3)
    ]
    assert following.drivers["razors.d1"] == driver
    assert following.contracts["razors.d1"] == Contract(
        id="razors.d1", franchise="razors", fee=0, origin="veteran", phase="reserved"
    )


@pytest.mark.rule("DM-C-172")
def test_cars_stores_and_sponsors_are_carried_over_as_they_stand() -> None:
    table = closed()
    table.season.cars["razors.c1"].criticals = 2
    table.season.cars["razors.c2"].phase = "scrapped"
    gun = table.season.items["gun"] = Item(id="gun", franchise="razors", kind="machinegun", car="razors.c1")
    sponsor = table.season.sponsors["razors.s9"] = Sponsor(
        id="razors.s9", franchise="razors", kind="oil", safe_in=[1], joined=1
    )
    following = next_season(table.season)
    assert following.cars["razors.c1"] == table.season.cars["razors.c1"]
    assert "razors.c2" not in following.cars
    assert following.items == {"gun": gun}
    assert following.sponsors["razors.s9"] == sponsor


@pytest.mark.rule("DM-C-172")
def test_rules_of_the_house_are_carried_over_and_nothing_of_the_rounds() -> None:
    table = closed(switches={"roster.max": 12})
    planned = PendingSwitch(switch="garage.max", setting=4, step="S1")
    table.season.pending = [planned]
    following = next_season(table.season)
    assert (following.number, following.step, following.edition, following.rounds_planned) == (2, "S0", "1", 0)
    assert following.switches == {"roster.max": 12}
    assert following.pending == [planned]
    emptied = (
        following.rounds,
        following.matches,
        following.line_ups,
        following.seats,
        following.offers,
        following.trades,
    )
    assert all(shelf == {} for shelf in emptied)
    assert (following.draft, following.pool) == (None, None)


@pytest.mark.rule("DM-C-172")
def test_opening_the_next_season_leaves_the_old_one_alone() -> None:
    table = closed()
    before = season_bytes(table.season)
    following = next_season(table.season)
    following.franchises["razors"].balance += 1
    following.drivers["razors.d1"].quirks["stupid"] = 1
    following.switches["roster.max"] = 7
    following.sponsors.clear()
    assert season_bytes(table.season) == before
    assert season_bytes(season_from_json(season_bytes(following))) == season_bytes(following)


def second(**options: Any) -> Table:
    return Table(season=next_season(closed(**options).season))


@pytest.mark.rule("DM-C-172")
def test_a_later_season_is_opened_over_its_franchises_and_once() -> None:
    table = second()
    table.refused(OpenSetup(), SeasonNotOpened)
    assert table.give(OpenSeason(rounds=4)) == [SeasonOpened(rule="DM-C-177", rounds=4, secret_hash="")]
    table.refused(OpenSeason(rounds=4), SeasonAlreadyOpened)
    table.give(OpenSetup())
    assert table.season.step == "S1"


@pytest.mark.rule("DM-C-172", "HOUSE-008")
def test_a_later_season_keeps_the_rules_of_the_house_that_are_not_changed() -> None:
    table = second(switches={"roster.max": 12, "garage.max": 6, "draft.snake": True})
    facts = table.give(OpenSeason(rounds=4, switches={"roster.max": 10, "garage.max": 6, "draft.picks": 2}))
    assert facts[1:] == [
        SwitchSet(rule="HOUSE-008", switch="draft.picks", setting="2"),
        SwitchSet(rule="HOUSE-008", switch="roster.max", setting="10"),
    ]
    assert table.season.switches == {"garage.max": 6, "draft.snake": True, "draft.picks": 2}


@pytest.mark.rule("DM-C-060")
def test_a_new_limit_is_held_against_the_one_carried_over() -> None:
    table = second(switches={"roster.min": 8})
    table.refused(OpenSeason(rounds=4, switches={"roster.max": 7}), Malformed, "roster.min 8 is above roster.max 7")


@pytest.mark.rule("DM-C-058", "DM-C-167")
def test_an_expansion_team_is_founded_with_seed_money_in_a_later_season() -> None:
    table = second()
    table.give(OpenSeason(rounds=4))
    balances = [franchise.balance for franchise in table.season.all_franchises()]
    founded = table.give(FoundFranchise(franchise=FranchiseId("widows"), name="Widows"))[0]
    assert isinstance(founded, FranchiseFounded)
    assert founded.balance == 1_000_000
    assert {franchise.id: franchise.first_season for franchise in table.season.all_franchises()} == {
        "razors": 1,
        "saints": 1,
        "widows": 2,
    }
    assert [franchise.balance for franchise in table.season.all_franchises()[:2]] == balances
    assert [sponsor.joined for sponsor in table.season.sponsors_of("widows")] == [2, 2, 2]


def test_a_new_franchise_does_not_take_the_sponsor_another_kept_of_an_old_one() -> None:
    table = second()
    table.give(OpenSeason(rounds=4))
    table.season.sponsors["widows.founding2"] = Sponsor(id="widows.founding2", franchise="razors", kind="oil")
    table.refused(FoundFranchise(franchise=FranchiseId("widows")), IdTaken, "widows.founding2")


def test_a_season_that_was_never_opened_has_no_next_one() -> None:
    with pytest.raises(SeasonNotClosed):
        next_season(Season())
