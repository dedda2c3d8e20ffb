"""Line-ups are named in secret and locked together."""

from __future__ import annotations

from typing import Any

import pytest

from rules.campaign.commissioner.garage_waiver import GarageAlreadyWaived, GarageLargeEnough, WaiveGarage
from rules.campaign.core.command import OutOfStep
from rules.campaign.core.state import CarNotInGarage, DriverNotOnRoster, LockSnapshot, Season, Seat
from rules.campaign.garage.cars import GarageTooSmall
from rules.campaign.match_day.line_ups import (
    DriverNotAvailable,
    LineUpEmpty,
    LineUpNamed,
    LineUpsLocked,
    LineUpsMissing,
    LineUpTooLarge,
    LockLineUps,
    NameLineUp,
    NoGunnerStation,
    SeatedTwice,
    SeatPlan,
    SeatTaken,
)
from rules.core.refusals import Malformed, Unknown
from rules.core.terms import CarId, DriverId, FranchiseId, MatchId
from tests.rules.campaign.memory_seasons import Table, announce, line_up, locked, signed

RAZORS, M1 = FranchiseId("razors"), MatchId("m1")


def open_table(**options: Any) -> Table:
    table = signed(**options)
    announce(table)
    return table


@pytest.mark.rule("DM-C-089")
def test_a_line_up_is_named_and_stays_sealed_until_the_lock() -> None:
    table = open_table(gunner_stations=True)
    command = line_up("razors", seats=[("c2", "d3", "d4"), ("c1", "d1")], words="rust never sleeps")
    assert command.seal(Season()) == "m1:M4"
    assert table.give(command) == [LineUpNamed(rule="DM-C-089", franchise=RAZORS, match=M1)]
    assert table.season.seats_of("m1.razors") == [
        Seat(id="m1.razors.razors.c1", line_up="m1.razors", car="razors.c1", driver="razors.d1"),
        Seat(id="m1.razors.razors.c2", line_up="m1.razors", car="razors.c2", driver="razors.d3", gunner="razors.d4"),
    ]
    razors = table.season.line_up("m1", "razors")
    assert (razors.named, razors.words) == (True, "rust never sleeps")


@pytest.mark.rule("DM-C-089")
def test_a_line_up_named_again_replaces_the_first() -> None:
    table = open_table()
    table.give(line_up("razors"))
    table.give(line_up("razors", seats=[("c2", "d1")]))
    assert [(seat.car, seat.driver) for seat in table.season.seats_of("m1.razors")] == [("razors.c2", "razors.d1")]


REFUSED: list[tuple[NameLineUp, Any, str]] = [
    (line_up("razors", seats=[("c1", "d1"), ("c1", "d2")]), SeatedTwice, "The car razors.c1 is seated 2 times"),
    (line_up("razors", seats=[("c1", "d1"), ("c2", "d1")]), SeatedTwice, "The driver razors.d1 is seated 2 times"),
    (line_up("razors", seats=[("c1", "d1", "d1")]), SeatedTwice, "razors.d1"),
    (line_up("razors", seats=[("c9", "d1")]), Unknown, "no car 'razors.c9'"),
    (line_up("razors", seats=[("c1", "d9")]), Unknown, "no driver 'razors.d9'"),
    (line_up("razors", seats=[("c1", "d1", "d2")]), NoGunnerStation, "razors.c1 has no gunner station"),
    (line_up("razors", seats=[("c1", "d6")]), DriverNotAvailable, "razors.d6 is heart out"),
    (line_up("razors", seats=[("c3", "d1")]), CarNotInGarage, "razors.c3"),
    (
        NameLineUp(
            franchise=RAZORS, match=M1, seats=[SeatPlan(car=CarId("saints.c1"), driver=DriverId("razors.d1"))]
        ),
        CarNotInGarage,
        "saints.c1",
    ),
    (
        NameLineUp(
            franchise=RAZORS, match=M1, seats=[SeatPlan(car=CarId("razors.c1"), driver=DriverId("saints.d1"))]
        ),
        DriverNotOnRoster,
        "saints.d1",
    ),
    (line_up("razors", words="a|b"), Malformed, "sign |"),
    (line_up("razors", words="a\nb"), Malformed, "one line"),
    (line_up("razors", words="x" * 81), Malformed, "80 characters"),
    (NameLineUp(franchise=RAZORS, match=M1, seats=[]), LineUpEmpty, "razors lined up nobody"),
    (
        line_up("razors", seats=[("c1", "d1"), ("c2", "d2"), ("c4", "d4"), ("c5", "d5")]),
        LineUpTooLarge,
        "lined up 4 cars and m1 allows 3",
    ),
]


@pytest.mark.rule("DM-C-089", "DM-C-012")
@pytest.mark.parametrize(("command", "refusal", "says"), REFUSED)
def test_a_line_up_that_cannot_start_is_refused(command: NameLineUp, refusal: Any, says: str) -> None:
    table = open_table(cars=5)
    table.season.driver("razors.d6").availability = "heart_out"
    table.season.car("razors.c3").destroyed = True
    table.refused(command, refusal, says)


@pytest.mark.rule("DM-C-012")
@pytest.mark.parametrize("availability", ["heart_out", "season_out", "barred", "retired"])
def test_only_the_available_are_fielded(availability: str) -> None:
    table = open_table(gunner_stations=True)
    table.season.driver("razors.d2").availability = availability
    table.refused(line_up("razors", seats=[("c1", "d2")]), DriverNotAvailable, availability.replace("_", " "))
    table.refused(line_up("razors", seats=[("c1", "d1", "d2")]), DriverNotAvailable)


@pytest.mark.rule("DM-C-089")
def test_as_many_cars_are_lined_up_as_the_match_allows() -> None:
    table = open_table(cars=4)
    table.give(line_up("razors", seats=[("c1", "d1"), ("c2", "d2"), ("c4", "d3")]))
    assert len(table.season.seats_of("m1.razors")) == 3


@pytest.mark.rule("DM-C-089", "DM-C-101")
def test_fatigue_never_forbids_racing() -> None:
    table = open_table()
    table.season.driver("razors.d1").fatigue = ["driving"] * 9
    table.give(line_up("razors"))


@pytest.mark.rule("DM-C-089")
def test_who_has_nobody_to_field_names_no_seat() -> None:
    table = open_table()
    for driver in table.season.roster("razors"):
        driver.availability = "season_out"
    table.give(line_up("saints"))
    table.give(NameLineUp(franchise=RAZORS, match=M1, seats=[]))
    table.give(LockLineUps(match=M1))
    assert table.season.match("m1").step == "M4"


def test_a_franchise_that_is_not_in_the_match_names_nothing() -> None:
    table = signed("razors", "saints", "widows")
    announce(table, franchises=("razors", "saints"))
    table.refused(line_up("widows"), Unknown, "widows is not in match m1")
    table.refused(line_up("razors", "m9"), Unknown, "no match 'm9'")


@pytest.mark.rule("DM-C-065")
def test_a_garage_under_three_needs_a_waiver_for_the_match() -> None:
    table = open_table()
    table.refused(WaiveGarage(franchise=RAZORS, match=M1), GarageLargeEnough, "3 cars and needs 3")
    table.season.car("razors.c3").phase = "scrapped"
    table.refused(line_up("razors"), GarageTooSmall, "razors has 2 of the 3 cars")
    table.give(WaiveGarage(franchise=RAZORS, match=M1))
    table.refused(WaiveGarage(franchise=RAZORS, match=M1), GarageAlreadyWaived)
    table.give(line_up("razors"))
    assert table.season.line_up("m1", "razors").garage_waived is True


@pytest.mark.rule("DM-C-087")
def test_line_ups_lock_when_everybody_has_named_one() -> None:
    table = signed("razors", "saints", "widows")
    announce(table)
    table.give(line_up("saints"))
    table.refused(LockLineUps(match=M1), LineUpsMissing, "razors and widows named no line-up")


@pytest.mark.rule("DM-C-007", "DM-C-087")
def test_the_lock_fixes_words_and_what_the_checks_go_by() -> None:
    table = open_table()
    driver = table.season.driver("razors.d6")
    driver.talents, driver.quirks, driver.toughness = ["face"], {"stupid": 1}, 5
    table.give(line_up("saints", words="b"))
    table.give(line_up("razors", words="a=1"))
    facts = table.give(LockLineUps(match=M1))
    assert facts[0] == LineUpsLocked(rule="DM-C-007", match=M1, words="razors=a=1|saints=b")
    assert facts[0].opens() == ("m1:M4",)
    assert [(fact.franchise, fact.car, fact.driver) for fact in facts if isinstance(fact, SeatTaken)] == [
        ("razors", "razors.c1", "razors.d1"),
        ("razors", "razors.c2", "razors.d2"),
        ("saints", "saints.c1", "saints.d1"),
        ("saints", "saints.c2", "saints.d2"),
    ]
    match, snapshots = table.season.match("m1"), table.season.line_up("m1", "razors").locked
    assert (match.step, match.words) == ("M4", "razors=a=1|saints=b")
    assert sorted(snapshots) == [f"razors.d{number}" for number in range(1, 7)]
    assert snapshots["razors.d6"] == LockSnapshot(talents=["face"], quirks={"stupid": 1}, toughness=5)


@pytest.mark.rule("DM-C-087")
def test_nothing_is_named_after_the_lock() -> None:
    table = locked()
    table.refused(line_up("razors"), OutOfStep, "Match m1 is at M4", "void the match and run it again")
    table.refused(LockLineUps(match=M1), OutOfStep)
