"""Heats reported one by one, and the report of the whole match made from them."""

from __future__ import annotations

import pytest

from rules.campaign.match_day.heat_reports import combine_heats, heat_errors
from rules.match.report import CarReport, DriverReport, Report, Substitute, TeamReport
from tests.rules.campaign.memory_seasons import Table, locked, report


def heat(number: int, *, razors: int, saints: int, **more: list[Substitute]) -> Report:
    """A heat with the points of two teams of one car each. razors.d1 scores once, and their car has as many criticals
    as the heat's number.
    """
    return Report(
        teams=[
            TeamReport(franchise="razors", points=razors, rank=1),
            TeamReport(franchise="saints", points=saints, rank=2),
        ],
        drivers=[
            DriverReport(driver="razors.d1", heats=[number], scores=1),
            DriverReport(driver="saints.d1", heats=[number], out=number == 2),
        ],
        cars=[CarReport(car="razors.c1", criticals=number), CarReport(car="saints.c1")],
        **more,
    )


@pytest.mark.rule("DM-C-090", "DM-C-091", "DM-M-038")
def test_points_and_figures_are_added_up_and_a_car_is_as_its_last_heat_left_it() -> None:
    sent_in = Substitute(driver="saints.d2", replaces="saints.d1", from_heat=2)
    combined = combine_heats({2: heat(2, razors=2, saints=7, substitutes=[sent_in]), 1: heat(1, razors=4, saints=0)})
    assert combined == Report(
        teams=[
            TeamReport(franchise="razors", points=6, rank=2),
            TeamReport(franchise="saints", points=7, rank=1),
        ],
        drivers=[
            DriverReport(driver="razors.d1", heats=[1, 2], scores=2),
            DriverReport(driver="saints.d1", heats=[1, 2], out=True),
        ],
        cars=[CarReport(car="razors.c1", criticals=2), CarReport(car="saints.c1")],
        substitutes=[sent_in],
    )


@pytest.mark.rule("DM-C-090", "DM-C-091", "DM-M-038")
def test_teams_with_as_many_points_share_a_rank() -> None:
    combined = combine_heats({1: heat(1, razors=3, saints=1), 2: heat(2, razors=0, saints=2)})
    assert [(team.franchise, team.points, team.rank) for team in combined.teams] == [
        ("razors", 3, 1),
        ("saints", 3, 1),
    ]


HEATS = pytest.mark.rule("DM-C-090", "DM-C-091", "DM-M-038")


def reported(table: Table, number: int) -> Report:
    """A report of one heat in which everybody ran and nothing else happened."""
    crews = [seat for line_up in table.season.line_ups_of("m1") for seat in table.season.seats_of(line_up.id)]
    return report(table, drivers={seat.driver: {"heats": [number]} for seat in crews})


def faults(table: Table, heats: dict[int, Report], heat: int) -> list[str]:
    """The errors of a heat's report, each with its code."""
    refusals = heat_errors(table.season, table.season.match("m1"), heats, heat)
    return [f"{refusal.code}: {refusal.sentence}" for refusal in refusals]


@HEATS
@pytest.mark.parametrize(
    ("heats", "heat", "said"),
    [
        (1, 0, "HeatUnknown: m1 has one heat, 1: 0 is none of them, so correct its number."),
        (1, 2, "HeatUnknown: m1 has one heat, 1: 2 is none of them, so correct its number."),
        (2, 0, "HeatUnknown: m1 has heats 1 to 2: 0 is none of them, so correct its number."),
        (2, 3, "HeatUnknown: m1 has heats 1 to 2: 3 is none of them, so correct its number."),
    ],
)
def test_a_heat_that_the_match_does_not_have_is_refused(heats: int, heat: int, said: str) -> None:
    assert faults(locked(heats=heats), {}, heat) == [said]


@HEATS
def test_heats_are_reported_in_their_order_and_each_of_them_stands() -> None:
    table = locked(heats=3)
    by_heat = {number: reported(table, number) for number in (1, 2, 3)}
    for number in (1, 2, 3):
        assert faults(table, {earlier: by_heat[earlier] for earlier in range(1, number + 1)}, number) == []
    late = "HeatOutOfTurn: Heat 1 of m1 is not reported yet: report it before heat 3."
    assert faults(table, {2: by_heat[2], 3: by_heat[3]}, 3) == [late]
    late = "HeatOutOfTurn: Heat 2 of m1 is not reported yet: report it before heat 3."
    assert faults(table, {1: by_heat[1], 3: by_heat[3]}, 3) == [late]


@HEATS
def test_a_driver_is_reported_in_the_heat_the_report_is_of_and_nine_others_are_named() -> None:
    table = locked(heats=12)
    driver = reported(table, 1).drivers[0].driver
    of_many = DriverReport(driver=driver, heats=list(range(2, 13)))
    claimed = reported(table, 1)
    claimed.drivers[0] = of_many
    (sentence,) = faults(table, {1: claimed}, 1)
    assert sentence == (
        f"HeatsImpossible: {driver} is reported in heat 2 and 3 and 4 and 5 and 6 and 7 and 8 and 9 and 10, in a "
        "report of heat 1 alone: give [1] where they ran in it, and [] where they did not."
    )


@HEATS
def test_who_stays_away_from_a_heat_that_a_later_one_names_is_missing_there() -> None:
    table = locked(heats=2)
    first, second = reported(table, 1), reported(table, 2)
    driver, car = first.drivers.pop().driver, first.cars.pop().car
    assert faults(table, {1: first, 2: second}, 1) == [
        f"DriverMissing: {driver} was lined up or sent in and is not reported: report them, even without heats.",
        f"CarMissing: {car} was lined up and is not reported: report it, without damage if it had none.",
    ]


@HEATS
def test_who_is_sent_in_in_the_heat_itself_and_named_by_a_later_one_alone_is_missing_there() -> None:
    table = locked(heats=3)
    heats = {number: reported(table, number) for number in (1, 2, 3)}
    lined_up = {seat.driver for seat in table.season.seats.values()}
    fresh = next(driver.id for driver in table.season.roster("saints") if driver.id not in lined_up)
    relieved = next(driver for driver in sorted(lined_up) if driver.startswith("saints."))
    heats[2].substitutes.append(Substitute(driver=fresh, replaces=relieved, from_heat=2))
    heats[3].drivers.append(DriverReport(driver=fresh, heats=[3]))
    missing = f"DriverMissing: {fresh} was lined up or sent in and is not reported: report them, even without heats."
    assert missing in faults(table, heats, 2)
    assert missing not in faults(table, heats, 1)
