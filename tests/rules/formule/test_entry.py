"""From a league to the grid: stock cars, items on cars, races as announced, and who enters."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from rules.core.document_validation import document_of
from rules.core.refusals import Malformed
from rules.core.switches import Setting
from rules.formule.designs.design import points_spent, read_design
from rules.formule.designs.design_errors import Limits, design_errors, limits_of
from rules.formule.designs.stock_designs import COUNTERPARTS, stock_design, stock_design_documents, stock_designs
from rules.formule.match.fixtures import fixture_errors, propose_fixture
from rules.formule.match.packet_setup import line_up_warnings, setup_from_packet
from rules.formule.settings import settings_of
from rules.formule.weapons import WEAPONS
from rules.match.catalog import WEAPON_KINDS
from rules.match.packet import PackedSeat, Packet
from rules.match.ruleset import Fixture
from tests.rules.formule.races import car, driver, packet_of_teams, team
from tests.rules.formule.test_circuit import small

# ------------------------------------------------------------------------------------------------------------ stock


@pytest.mark.rule("FW-001")
@pytest.mark.parametrize("name", stock_designs())
def test_a_stock_design_spends_its_35_points_and_has_no_fault(name: str) -> None:
    assert design_errors(stock_designs()[name], limits=Limits()) == []
    assert points_spent(stock_designs()[name], WEAPONS) == 35
    assert stock_design_documents()[name] == document_of(stock_designs()[name])


@pytest.mark.rule("FW-101")
def test_three_stock_cars_stand_on_a_standard_chassis() -> None:
    chassis = [
        (design.tires, design.brakes, design.fuel, design.body, design.engine, design.road_holding)
        for design in stock_designs().values()
    ]
    assert chassis.count((6, 3, 3, 3, 3, 2)) == 4


@pytest.mark.rule("FW-154")
@pytest.mark.parametrize(
    ("kind", "key"),
    [
        ("machinegun", "mg"),
        ("heavy_machinegun", "mg"),
        ("vulcan_gun", "vulcan"),
        ("laser", "laser"),
        ("pulsed_laser", "heavy_laser"),
        ("at_rifle", "cannon"),
        ("recoilless_rifle", "cannon"),
        ("at_gun", "cannon"),
        ("autocannon", "cannon"),
        ("light_rockets", "missile"),
        ("heavy_cluster_rockets", "missile"),
        ("deployable_mines", "mines"),
        ("caltrops", "spikes"),
        ("oil_jet", "oil"),
        ("smoke_launcher", "smoke"),
    ],
)
def test_a_car_nobody_designed_has_the_weapon_its_item_becomes(kind: str, key: str) -> None:
    design = stock_design(kinds=[kind], limits=Limits())
    assert [weapon.key for weapon in design.weapons] == [key]
    assert design_errors(design, limits=Limits()) == []


def test_every_kind_that_becomes_a_weapon_is_one_of_the_campaigns_and_what_is_thrown_or_burns_becomes_none() -> None:
    assert set(COUNTERPARTS) <= set(WEAPON_KINDS)
    assert set(COUNTERPARTS.values()) == set(WEAPONS) - {"flamethrower"}
    assert set(WEAPON_KINDS) - set(COUNTERPARTS) == {"smoke_grenade", "booster_rockets", "kami_bomb"}


@pytest.mark.rule("FW-001", "FW-002", "FW-101")
@pytest.mark.parametrize(
    ("kinds", "keys", "points"),
    [
        ([], ["vulcan"], (6, 3, 3, 3, 3, 2, 7)),
        (["kami_bomb"], ["vulcan"], (6, 3, 3, 3, 3, 2, 7)),
        (["laser"], ["laser"], (6, 3, 3, 3, 3, 2, 11)),
        (["laser"] * 2 + ["oil_jet"], ["oil", "laser", "laser"], (6, 3, 3, 3, 3, 2, 6)),
        (["pulsed_laser"] * 4, ["heavy_laser"] * 4, (3, 2, 2, 2, 1, 1, 0)),
        (["pulsed_laser"] * 5, ["heavy_laser"] * 4, (3, 2, 2, 2, 1, 1, 0)),
        (["at_gun"] * 5 + ["oil_jet"] * 4, ["oil"] * 4 + ["cannon"] * 5, (1, 1, 1, 1, 1, 1, 0)),
        (["at_gun"] * 6 + ["oil_jet"] * 4, ["oil"] * 4 + ["cannon"] * 5, (1, 1, 1, 1, 1, 1, 0)),
    ],
)
def test_a_car_is_drawn_round_what_it_carries(kinds: list[str], keys: list[str], points: tuple[int, ...]) -> None:
    design = stock_design(kinds=kinds, limits=Limits())
    assert [weapon.key for weapon in design.weapons] == keys
    points_found = (
        design.tires,
        design.brakes,
        design.fuel,
        design.body,
        design.engine,
        design.road_holding,
        design.armor,
    )
    assert points_found == points
    assert design_errors(design, limits=Limits()) == []


@pytest.mark.rule("FW-001", "FW-002")
@pytest.mark.parametrize(
    "switches",
    [
        {"formule.build_points": 10},
        {"formule.build_points": 10, "formule.min_characteristic": 5},
        {"formule.max_tires": 2},
        {"formule.max_tires": 2, "formule.min_characteristic": 5},
        {"formule.build_points": 100},
        {"formule.mg_row": "3/2", "formule.mines_price": 10},
    ],
)
@pytest.mark.parametrize("kinds", [[], ["machinegun", "deployable_mines"], ["at_gun"] * 9])
def test_a_stock_car_is_legal_under_every_house_rule(switches: dict[str, Setting], kinds: list[str]) -> None:
    limits = limits_of(settings_of(switches))
    errors = design_errors(stock_design(kinds=kinds, limits=limits), limits=limits)
    assert [error.code for error in errors if not error.warning] == []


def test_armor_takes_what_no_characteristic_of_a_standard_car_wants() -> None:
    assert stock_design(kinds=["machinegun"], limits=Limits(points=22)).armor == 0
    assert stock_design(kinds=["machinegun"], limits=Limits(points=23)).armor == 1
    assert stock_design(kinds=["machinegun"], limits=Limits(points=23, most_tires=5)).tires == 5
    assert stock_design(kinds=["machinegun"], limits=Limits(points=30, least=4)).brakes == 4


# --------------------------------------------------------------------------------------------------------- fixtures


def fixture(**changes: Any) -> Fixture:
    fields: dict[str, Any] = {
        "event": "circuit_race", "teams": 6, "vehicles_per_team": 2, "setting": {"circuit": "rust_ring"},
    }  # fmt: skip
    return Fixture(**(fields | changes))


@pytest.mark.rule("FW-105", "FW-107", "FW-128", "FW-129", "FW-131")
@pytest.mark.parametrize(
    ("other", "codes"),
    [
        ({}, []),
        ({"surface": "dry"}, []),
        ({"surface": "temporary_rain"}, []),
        ({"surface": "rain"}, []),
        ({"surface": "snow"}, ["unknown_weather"]),
        ({"event": "lap_race"}, ["unknown_event"]),
        ({"heats": 2}, ["bad_heats"]),
        ({"heats": 0}, ["bad_heats"]),
        ({"teams": 7, "vehicles_per_team": 1}, ["bad_teams"]),
        ({"teams": 0}, ["bad_teams"]),
        ({"teams": 1, "vehicles_per_team": 12}, []),
        ({"teams": 1, "vehicles_per_team": 13}, ["too_many_cars"]),
        ({"teams": 5, "vehicles_per_team": 3}, ["too_many_cars"]),
        ({"setting": {}}, ["unknown_circuit"]),
        ({"setting": {"circuit": "monza"}}, ["unknown_circuit"]),
        ({"setting": {"circuit": 7}}, ["unknown_circuit"]),
        ({"setting": {"circuit": ["rust_ring"]}}, ["unknown_circuit"]),
        ({"setting": {"circuit": "rust_ring", "laps": 1}}, []),
        ({"setting": {"circuit": "rust_ring", "laps": 10}}, []),
        ({"setting": {"circuit": "rust_ring", "laps": 11}}, ["bad_laps"]),
        ({"setting": {"circuit": "rust_ring", "laps": 0}}, ["bad_laps"]),
        ({"setting": {"circuit": "rust_ring", "laps": -1}}, ["bad_laps"]),
        ({"setting": {"circuit": "rust_ring", "laps": True}}, ["bad_laps"]),
        ({"setting": {"circuit": "rust_ring", "laps": "2"}}, ["bad_laps"]),
        ({"setting": {"circuit": "rust_ring", "track": "x"}}, ["unknown_setting"]),
        ({"setting": {"circuit": small()}}, []),
        ({"setting": {"circuit": small() | {"lanes": 9}}}, ["unreadable"]),
        (
            {"event": "x", "heats": 3, "teams": 9, "setting": {"laps": 99}},
            ["unknown_event", "bad_heats", "bad_teams", "too_many_cars", "bad_laps", "unknown_circuit"],
        ),
    ],
)
def test_everything_wrong_with_a_race_is_told_at_once(other: dict[str, Any], codes: list[str]) -> None:
    faults = fixture_errors(fixture(**other))
    assert [fault.code for fault in faults] == codes
    assert all(": " in fault.sentence for fault in faults)


@pytest.mark.rule("FW-105", "FW-107")
@pytest.mark.parametrize(
    ("other", "said"),
    [
        ({"setting": {}}, "The race has no circuit: name one of "),
        ({"setting": {"circuit": None}}, "The race has no circuit: name one of "),
        ({"setting": {"circuit": 1e308}}, "The circuit is neither a name nor written out: name one of "),
        ({"setting": {"circuit": "monza"}}, "There is no circuit 'monza': name one of forge_dogleg (Forge Dogleg), "),
        ({"teams": 7, "vehicles_per_team": 1}, "A race takes 1 to 6 teams and not 7: enter as many as it takes."),
        (
            {"teams": 1, "vehicles_per_team": 13},
            "1 team with up to 13 cars may be 13, and a grid takes 12: enter fewer.",
        ),
    ],
)
def test_a_race_without_a_circuit_or_with_too_many_cars_is_told_so(other: dict[str, Any], said: str) -> None:
    assert [fixture_error.sentence[: len(said)] for fixture_error in fixture_errors(fixture(**other))] == [said]


@pytest.mark.rule("FW-129")
def test_races_that_nobody_planned_go_round_the_circuits_and_now_and_then_it_rains() -> None:
    proposals = [propose_fixture(number=number, teams=4, vehicles_per_team=9) for number in range(1, 7)]
    assert [planned.setting["circuit"] for planned in proposals] == ["forge_dogleg", "ice_bridge", "rust_ring"] * 2
    assert [planned.surface for planned in proposals] == ["dry", "dry", "temporary_rain", "dry", "rain", "dry"]
    assert {(planned.event, planned.heats, planned.scoring) for planned in proposals} == {
        ("circuit_race", 1, "as_reported")
    }


@pytest.mark.rule("FW-105")
@pytest.mark.parametrize("teams", range(1, 7))
@pytest.mark.parametrize("most", [1, 2, 3, 12])
def test_a_proposed_race_has_room_for_its_cars_and_no_fault(teams: int, most: int) -> None:
    proposal = propose_fixture(number=1, teams=teams, vehicles_per_team=most)
    assert fixture_errors(proposal) == []
    assert proposal.vehicles_per_team == min(most, 12 // teams)


@pytest.mark.rule("FW-105")
def test_a_proposed_race_that_nobody_enters_leaves_the_whole_grid_to_a_team() -> None:
    assert propose_fixture(number=1, teams=0, vehicles_per_team=13).vehicles_per_team == 12


# --------------------------------------------------------------------------------------------------------- line-ups


def lined_up(**seat: Any) -> Packet:
    fields: dict[str, Any] = {"car": car("t1.c1"), "driver": driver("t1.d1"), "gunner": None} | seat
    return packet_of_teams(team("t1", PackedSeat(**fields)), team("t2"))


@pytest.mark.rule("FW-128", "FW-129", "FW-151", "FW-154")
def test_a_packet_becomes_a_race() -> None:
    carried = car(
        "t1.c1", design=dict(stock_design_documents()["hound"]), items=["deployable_mines", "machinegun"], criticals=2
    )
    packet = lined_up(car=carried, driver=driver("t1.d1", toughness=5))
    setup = setup_from_packet(replace(packet, surface="rain", setting={"circuit": "ice_bridge", "laps": 3}))
    assert (setup.match, setup.circuit.name, setup.weather, setup.laps) == ("m1", "ice_bridge", "rain", 3)
    assert [(team_entry.id, len(team_entry.cars)) for team_entry in setup.teams] == [("t1", 1), ("t2", 0)]
    (entry,) = setup.teams[0].cars
    assert entry.design == stock_designs()["hound"]
    assert (entry.driver.id, entry.driver.toughness, entry.criticals) == ("t1.d1", 5, 2)
    assert entry.items == ("t1.c1.i2", "", "t1.c1.i1")


@pytest.mark.rule("FW-128", "FW-129", "FW-154")
def test_what_a_packet_does_not_say_is_a_dry_race_of_the_usual_laps_on_some_circuit() -> None:
    packet = replace(lined_up(), setting={})
    nobody = replace(packet.teams[0].seats[0].driver, traits={})
    setup = setup_from_packet(replace(packet, teams=(team("t1", replace(packet.teams[0].seats[0], driver=nobody)),)))
    assert (setup.circuit.name, setup.weather, setup.laps) == ("forge_dogleg", "dry", 0)
    assert setup.teams[0].cars[0].driver.toughness == 3


@pytest.mark.rule("FW-128")
@pytest.mark.parametrize("laps", [1, 10])
def test_a_packet_may_set_from_one_lap_to_ten(laps: int) -> None:
    assert setup_from_packet(replace(lined_up(), setting={"laps": laps})).laps == laps


@pytest.mark.rule("FW-128")
@pytest.mark.parametrize("laps", [-1, 11, True, "3", None])
def test_a_packet_with_laps_that_no_race_has_is_refused(laps: object) -> None:
    with pytest.raises(Malformed, match=r"^A race has 1 to 10 laps: give a whole number, or leave it out for "):
        setup_from_packet(replace(lined_up(), setting={"laps": laps}))


@pytest.mark.rule("FW-107")
def test_a_race_may_have_a_circuit_of_its_own() -> None:
    assert setup_from_packet(replace(lined_up(), setting={"circuit": small()})).circuit.title == "Tin Ring"


@pytest.mark.rule("FW-154")
def test_a_car_without_a_design_is_drawn_by_the_seasons_rules() -> None:
    packet = replace(lined_up(car=car("t1.c1", items=["machinegun"])), switches={"formule.mg_row": "3/2"})
    (entry,) = setup_from_packet(packet).teams[0].cars
    assert (entry.design.armor, entry.items) == (12, ("t1.c1.i1",))


@pytest.mark.rule("FW-154")
def test_gunners_and_weapons_without_a_counterpart_are_told() -> None:
    carried = car(
        "t1.c1",
        design=dict(stock_design_documents()["outrider"]),
        items=["vulcan_gun", "vulcan_gun", "kami_bomb", "tire_heavy", "smoke_grenade"],
    )
    faults = line_up_warnings(lined_up(car=carried, gunner=driver("t1.g1")))
    assert [fault.sentence for fault in faults] == [
        "t1.c1 races with its driver alone: t1.g1 stays in the pits.",
        "t1.c1 has no weapon for t1.c1.i2 (Vulcan gun): it stays in the box.",
        "t1.c1 has no weapon for t1.c1.i3 (Kami-bomb): it stays in the box.",
    ]
    assert all(fault.warning for fault in faults)
    assert line_up_warnings(lined_up(car=car("t1.c1", items=["laser"]))) == []


def test_a_stock_document_is_read_as_it_stands() -> None:
    assert read_design(dict(stock_design_documents()["wasp"])) == stock_designs()["wasp"]
