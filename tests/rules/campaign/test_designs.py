"""Car designs, by ruleset."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest

from rules.campaign.core.codec import command_document, command_from_document
from rules.campaign.core.locks_and_shops import LockedForMatch
from rules.campaign.garage.cars import BuyCar
from rules.campaign.garage.designs import CarDesigned, CarNotOwn, DesignCar, DesignFaulty, DesignStands, design_for
from rules.campaign.season_end.off_season import next_season
from rules.core.canonical_json import json_digest
from rules.core.refusals import Unknown
from rules.core.terms import CarId, FranchiseId
from rules.match.registry import temporarily_installed
from tests.rules.campaign.memory_seasons import Table, announce, founded, locked, signed
from tests.rules.ladder import LADDER
from tests.rules.towers import TOWERS

RAZORS, SAINTS = FranchiseId("razors"), FranchiseId("saints")
LIGHT = {"rungs": 6, "grip": 4}


@pytest.fixture(autouse=True)
def _ladder() -> Iterator[None]:
    with temporarily_installed(LADDER):
        yield


def designing(car: str = "razors.c1", franchise: FranchiseId = RAZORS, **design: int) -> DesignCar:
    """The command that gives a car a design for the ladder, by default the light one."""
    return DesignCar(franchise=franchise, car=CarId(car), ruleset="ladder", design=design or dict(LIGHT))


def bought(table: Table, **options: object) -> list[object]:
    """The facts of buying a car with a design for the ladder."""
    buying = BuyCar(franchise=RAZORS, car=CarId("razors.c1"), **options)  # type: ignore[arg-type]
    return list(table.give(buying))


@pytest.mark.rule("DM-M-010")
def test_a_car_is_bought_with_its_design() -> None:
    table = founded()
    facts = bought(table, designs={"ladder": LIGHT})
    assert facts[1] == CarDesigned(
        rule="DM-M-010",
        franchise=RAZORS,
        car=CarId("razors.c1"),
        ruleset="ladder",
        design=json_digest(LIGHT),
    )
    assert table.season.car("razors.c1").designs == {"ladder": LIGHT}


@pytest.mark.rule("DM-M-010", "DM-M-036")
@pytest.mark.parametrize(
    ("dp", "overhead", "grip"), [(60, False, 4), (75, True, 19)]
)  # 50 + 6 rungs + grip equal the points
def test_a_design_keeps_to_the_points_of_its_car(dp: int, overhead: bool, grip: int) -> None:
    table = founded()
    table.sponsor("razors", "energy")
    over = BuyCar(
        franchise=RAZORS,
        car=CarId("razors.c1"),
        overhead=overhead,
        designs={"ladder": {"rungs": 6, "grip": grip + 1}},
    )
    table.refused(over, DesignFaulty, f"more than its {dp} DP", "LAD-005")
    bought(table, overhead=overhead, designs={"ladder": {"rungs": 6, "grip": grip}})


@pytest.mark.rule("DM-M-036")
def test_every_fault_of_a_design_is_named_at_once() -> None:
    table = signed()
    sentence = table.refused(designing(rungs=0, wings=2), DesignFaulty, "no wings", "Its rungs", "Its grip")
    assert sentence.startswith("razors.c1 cannot be built like that: The Ladder: ")


@pytest.mark.rule("DM-M-036")
def test_the_faults_of_several_designs_are_told_by_ruleset() -> None:
    table = founded()
    with temporarily_installed(TOWERS):
        buying = BuyCar(
            franchise=RAZORS, car=CarId("razors.c1"), designs={"towers": {"wings": 2}, "ladder": {"grip": 4}}
        )
        both_sentences = table.refused(buying, DesignFaulty)
        towers_only = table.refused(replace(buying, designs={**buying.designs, "ladder": LIGHT}), DesignFaulty)
    start, ladder, towers = (
        both_sentences.partition("The Ladder: ")[0],
        *both_sentences.partition("The Ladder: ")[2].split(" Towers: "),
    )
    assert start == "razors.c1 cannot be built like that: "
    assert "Its rungs" in ladder
    assert towers_only == f"{start}Towers: {towers}"


@pytest.mark.rule("DM-M-036")
def test_a_warning_builds_the_car_all_the_same() -> None:
    table = founded()
    bought(table, gearing=1, designs={"ladder": LIGHT})
    assert table.season.car("razors.c1").designs == {"ladder": LIGHT}


@pytest.mark.rule("DM-M-010")
def test_a_design_is_given_once_and_stands() -> None:
    table = signed()
    table.give(designing())
    table.refused(designing(rungs=1, grip=1), DesignStands, "keeps it")
    assert table.season.car("razors.c1").designs == {"ladder": LIGHT}


def test_only_a_car_of_ones_own_garage_is_designed_and_not_while_a_match_is_played() -> None:
    table = signed()
    table.refused(designing(franchise=SAINTS), CarNotOwn)
    table.season.car("razors.c3").phase = "scrapped"
    table.refused(designing("razors.c3"), CarNotOwn)
    table = signed()
    locked(table=table)
    table.refused(designing(), LockedForMatch)
    announced = signed()
    announce(announced)
    announced.give(designing())


def test_a_design_is_for_a_ruleset_there_is() -> None:
    table = signed()
    stairs = DesignCar(franchise=RAZORS, car=CarId("razors.c1"), ruleset="stairs", design={})
    table.refused(stairs, Unknown, "no ruleset 'stairs'")
    assert command_from_document(command_document(stairs)) == stairs


@pytest.mark.rule("DM-M-010")
def test_a_car_without_a_design_enters_as_a_stock_one_that_takes_what_it_carries() -> None:
    table = signed()
    season, car = table.season, table.season.car("razors.c1")
    assert design_for(season, car, "ladder") == {"rungs": 2, "grip": 2}
    gun = table.stock("machinegun", car="razors.c1")
    table.stock("targeting_device", weapon=gun.id)
    assert design_for(season, car, "ladder") == {"rungs": 1, "grip": 4}
    table.give(designing())
    assert design_for(season, car, "ladder") == LIGHT
    assert design_for(season, car, "") == {}


@pytest.mark.rule("DM-M-010", "DM-C-172")
def test_a_design_goes_with_its_car_into_the_next_season() -> None:
    table = signed()
    table.give(designing())
    table.season.step = "closed"
    assert next_season(table.season).car("razors.c1").designs == {"ladder": LIGHT}
