"""Franchise contracts, which keep drivers out of the draft."""

from __future__ import annotations

import pytest

from rules.campaign.core.state import Driver, DriverNotOnRoster, Season
from rules.campaign.season_end.draft import OpenDraft
from rules.campaign.season_end.franchise_contracts import (
    ContractsExceeded,
    ContractsNamed,
    ContractsPublished,
    DriverMustRetire,
    DriverProtected,
    FoldedStoodAside,
    NothingToProtect,
    ProtectDrivers,
    contract_limit,
)
from rules.core.refusals import Malformed, Unknown
from rules.core.terms import DriverId, FranchiseId
from tests.rules.campaign.memory_seasons import Table
from tests.rules.campaign.season_ends import ended

FOUR = ("razors", "saints", "widows", "yetis")


def protect(franchise: str, *drivers: str) -> ProtectDrivers:
    return ProtectDrivers(
        franchise=FranchiseId(franchise), drivers=[DriverId(f"{franchise}.{driver}") for driver in drivers]
    )


def protected(table: Table, franchise: str) -> list[str]:
    """The drivers a franchise protects, by ids without the franchise."""
    roster = table.season.roster(franchise)
    return [driver.id.split(".")[1] for driver in roster if table.season.contracts[driver.id].protected]


@pytest.mark.rule("DM-C-161")
@pytest.mark.parametrize(("teams", "allowed"), [(2, [3, 3]), (3, [3, 3, 2]), (4, [3, 3, 2, 2])])
def test_two_may_be_protected_and_three_by_the_two_highest(teams: int, allowed: list[int]) -> None:
    table = ended(*FOUR[:teams], step="E5")
    assert [contract_limit(table.season, franchise) for franchise in table.season.final_order()] == allowed
    for franchise, most in zip(table.season.final_order(), allowed, strict=True):
        drivers = [f"d{number}" for number in range(1, most + 2)]
        table.refused(protect(franchise.id, *drivers), ContractsExceeded, f"may protect {most} drivers")
        table.give(protect(franchise.id, *drivers[:-1]))
        assert protected(table, franchise.id) == drivers[:-1]


@pytest.mark.rule("DM-C-161", "DM-C-162", "DM-C-167", "DM-C-179")
def test_nobody_is_protected_by_who_folded_or_takes_no_part_in_a_draft() -> None:
    table = ended(*FOUR, step="E5")
    season, razors, saints = table.season, table.season.franchise("razors"), table.season.franchise("saints")
    razors.folded = True
    season.number = saints.first_season = 2
    assert [contract_limit(season, franchise) for franchise in season.final_order()] == [0, 0, 2, 2]
    season.switches["draft.enabled"] = False
    assert [contract_limit(season, franchise) for franchise in season.final_order()] == [0, 0, 0, 0]


@pytest.mark.rule("DM-C-161")
@pytest.mark.switch("draft.contracts", 4)
def test_as_many_are_protected_as_the_house_says() -> None:
    table = ended(*FOUR, step="E5", switches={"draft.contracts": 4})
    assert [contract_limit(table.season, franchise) for franchise in table.season.final_order()] == [5, 5, 4, 4]
    table.give(protect("yetis", "d1", "d2", "d3", "d4"))


@pytest.mark.rule("DM-C-161")
@pytest.mark.switch("draft.contracts_top_two_bonus", 0)
def test_the_two_highest_protect_no_more_than_others_where_the_house_says_so() -> None:
    table = ended(*FOUR, step="E5", switches={"draft.contracts_top_two_bonus": 0})
    assert [contract_limit(table.season, franchise) for franchise in table.season.final_order()] == [2, 2, 2, 2]
    table.refused(protect("razors", "d1", "d2", "d3"), ContractsExceeded)


@pytest.mark.rule("DM-C-161")
def test_a_choice_stays_sealed_and_may_be_made_again() -> None:
    table = ended(step="E5")
    choice = protect("razors", "d1", "d2")
    assert choice.seal(Season()) == "season:E6"
    assert table.give(choice) == [ContractsNamed(rule="DM-C-161", franchise=FranchiseId("razors"))]
    table.give(protect("razors", "d6"))
    assert protected(table, "razors") == ["d6"]
    table.give(protect("razors"))
    assert protected(table, "razors") == []


@pytest.mark.rule("DM-C-161")
def test_the_choices_are_published_when_the_draft_opens() -> None:
    table = ended(step="E5")
    table.give(protect("razors", "d4"))
    table.give(protect("saints"))
    facts = table.give(OpenDraft())
    assert facts[:2] == [
        DriverProtected(rule="DM-C-161", franchise=FranchiseId("razors"), driver=DriverId("razors.d4")),
        ContractsPublished(rule="DM-C-161", protected=1),
    ]
    assert facts[1].opens() == ("season:E6",)


@pytest.mark.rule("DM-C-161")
def test_who_names_nobody_protects_the_highest_levels_then_the_most_experience() -> None:
    table = ended(*FOUR, step="E5")
    for id, level, xp in (("d2", 2, 3), ("d3", 2, 5), ("d5", 3, 6), ("d6", 2, 5)):
        driver = table.season.drivers[f"yetis.{id}"]
        driver.level, driver.xp = level, xp
    table.season.drivers["razors.d1"].retiring = True
    facts = table.give(OpenDraft())
    assert protected(table, "yetis") == ["d3", "d5"]
    assert protected(table, "razors") == ["d2", "d3", "d4"]
    assert [fact.by_default for fact in facts if isinstance(fact, DriverProtected)] == [True] * 10


@pytest.mark.rule("DM-C-161")
def test_only_drivers_of_ones_own_who_stay_are_protected_each_once() -> None:
    table = ended(step="E5")
    table.season.drivers["free"] = Driver(id="free")
    foreign_choice = ProtectDrivers(franchise=FranchiseId("razors"), drivers=[DriverId("saints.d1")])
    table.refused(foreign_choice, DriverNotOnRoster, "saints.d1 is not under contract with razors")
    table.refused(ProtectDrivers(franchise=FranchiseId("razors"), drivers=[DriverId("free")]), DriverNotOnRoster)
    table.refused(protect("razors", "d9"), Unknown)
    table.refused(protect("razors", "d1", "d1"), Malformed, "twice")
    table.season.drivers["razors.d1"].retiring = True
    table.refused(protect("razors", "d2", "d1"), DriverMustRetire, "razors.d1")


@pytest.mark.rule("DM-C-179")
def test_a_folded_franchise_protects_nobody() -> None:
    table = ended(step="E5")
    table.give(protect("razors", "d1"))
    table.season.franchise("razors").folded = True
    table.refused(protect("razors", "d2"), FoldedStoodAside, "razors has folded")
    table.give(OpenDraft())
    assert protected(table, "razors") == []


@pytest.mark.rule("DM-C-162")
def test_there_is_nothing_to_protect_from_without_a_draft() -> None:
    table = ended(step="E5", switches={"draft.enabled": False})
    table.refused(protect("razors", "d1"), NothingToProtect, "keeps all its drivers")


@pytest.mark.rule("DM-C-167")
def test_an_expansion_team_has_nothing_to_protect_in_its_first_season() -> None:
    table = ended(step="E5")
    table.season.number = 4
    table.season.franchise("razors").first_season = 4
    table.refused(protect("razors", "d1"), NothingToProtect)
    table.season.franchise("razors").first_season = 3
    table.give(protect("razors", "d1"))
