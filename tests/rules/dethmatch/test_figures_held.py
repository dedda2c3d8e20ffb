"""Figures at the limits of what may be given, and the defaults of new objects."""

from __future__ import annotations

import pytest

from rules.dethmatch.designs.design_points import dp_spent
from rules.dethmatch.match.entries import CrewEntry, ItemEntry, TeamEntry
from rules.dethmatch.match.state import Flag
from rules.dethmatch.ruleset import RULESET
from rules.dethmatch.setup.entry_bounds import bound_errors
from rules.dethmatch.setup.packet_setup import setup_from_packet
from rules.match.packet import PackedCar, PackedDriver, PackedItem, PackedSeat, PackedTeam, Packet


@pytest.mark.rule("DM-M-026")
@pytest.mark.parametrize(("gearing", "faults"), [(-2, 1), (-1, 0), (0, 0), (1, 0), (2, 1)])
def test_a_gear_set_is_one_down_plain_or_one_up_and_nothing_else(gearing: int, faults: int) -> None:
    gears = ItemEntry(id="gears", kind="gear_set", gearing=gearing)
    errors = list(bound_errors(TeamEntry(id="reds", cars=(), crew=(), stores=(gears,))))
    assert [error.rule for error in errors] == ["DM-M-026"] * faults


@pytest.mark.rule("DM-M-129")
@pytest.mark.parametrize(("rating", "faults"), [(0, 1), (1, 0), (4, 0), (5, 1)])
def test_a_mechanic_is_rated_one_to_four(rating: int, faults: int) -> None:
    errors = list(bound_errors(TeamEntry(id="reds", cars=(), crew=(), mechanic=rating)))
    assert [error.rule for error in errors] == ["DM-M-129"] * faults


@pytest.mark.rule("DM-M-113")
@pytest.mark.parametrize(("times", "faults"), [(1, 0), (9, 0), (10, 1)])
def test_nine_times_is_the_most_that_anybody_has_one_talent(times: int, faults: int) -> None:
    ada = CrewEntry(id="ada", talents=("adept",) * times)
    errors = list(bound_errors(TeamEntry(id="reds", cars=(), crew=(ada,))))
    assert [error.rule for error in errors] == ["DM-M-113"] * faults


@pytest.mark.rule("DM-M-137")
def test_a_flag_that_was_never_moved_has_no_turn_to_return_in() -> None:
    flag = Flag(id="flag", team="", home=7, at=7)
    assert (flag.carrier, flag.back) == ("", 0)


@pytest.mark.rule("DM-M-010", "DM-M-014")
@pytest.mark.parametrize("dp", [60, 80, 100])
def test_a_car_drawn_round_free_special_mounts_and_others_spends_its_budget_and_no_more(dp: int) -> None:
    arguments = {"dp": dp, "gunner_station": False, "gearing": 0}
    kinds = ("oil_jet", "machinegun", "machinegun", "machinegun")
    design = RULESET.stock_design(**arguments, kinds=kinds, switches={})  # type: ignore[arg-type]
    assert design["name"] == "Made to measure"
    assert RULESET.design_errors(design, **arguments, switches={}) == []  # type: ignore[arg-type]


def locked(*kinds: str) -> Packet:
    """A match of one car of 60 DP without a design, carrying items of those kinds, with a driver but no gunner."""
    items = tuple(PackedItem(id=f"item{number}", kind=kind) for number, kind in enumerate(kinds))
    car = PackedCar(id="c1", dp=60, overhead=False, gunner_station=False, gearing=0, criticals=0, items=items)
    traits = {"driving": 4, "gunnery": 3, "initiative": 2, "toughness": 1}
    driver = PackedDriver(id="ada", traits=traits, talents=(), quirks={}, worn=())
    team = PackedTeam(
        franchise="reds", staff_rating=2, pit_bonus=0, kit_uses=0, mechanics=(), fresh=(),
        seats=(PackedSeat(car=car, driver=driver, gunner=None),),
    )  # fmt: skip
    return Packet(
        match="m1", event="lap_race", surface="", heats=1, scoring="race", repair_attempts=6, teams=(team,),
        setting={"track": "anvil_oval"}, edition=RULESET.edition,
    )  # fmt: skip


@pytest.mark.rule("DM-M-014")
def test_a_special_mount_is_free_on_a_car_drawn_round_what_it_carries() -> None:
    (team,) = setup_from_packet(locked("oil_jet", "machinegun", "machinegun", "machinegun")).teams
    design = team.cars[0].design
    assert (design.name, [mount.type for mount in design.mounts].count("special")) == ("Made to measure", 1)
    assert dp_spent(design) == 60


@pytest.mark.rule("DM-M-007", "DM-M-038")
def test_a_locked_match_is_played_as_it_was_locked_with_its_event_s_own_laps() -> None:
    setup = setup_from_packet(locked())
    ada = CrewEntry(id="ada", driving=4, gunnery=3, initiative=2, toughness=1)
    (team,) = setup.teams
    (car,) = team.cars
    assert (car.driver, car.gunner, team.crew, team.mechanic) == ("ada", "", (ada,), 2)
    assert (setup.track, setup.event, setup.heats, setup.laps) == ("anvil_oval", "lap_race", 1, 0)
