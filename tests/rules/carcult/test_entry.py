"""Skirmishes as announced, line-ups as they enter, and cars and crews that stay out of the match."""

from __future__ import annotations

from typing import Any

import pytest

from rules.carcult.designs.design import read_design
from rules.carcult.ground.table import load_table, table_names
from rules.carcult.match.fixtures import EVENT, MOST_CARS, fixture_errors, propose_fixture
from rules.carcult.match.packet_setup import crew_of, line_up_warnings, select_cars, setup_from_packet
from rules.carcult.match.setup import CrewEntry
from rules.carcult.ruleset import RULESET
from rules.match.packet import PackedCar, PackedDriver, PackedItem, PackedSeat, PackedTeam, Packet
from rules.match.ruleset import Fixture

GNAT = {"name": "Gnat", "engine": "buzzbox", "cards": ["dangerous_driver", "machine_gun"]}


def fixture(**fields: Any) -> Fixture:
    return Fixture(**{"event": EVENT, "teams": 2, "vehicles_per_team": 3, "setting": {"table": "dry_lake"}, **fields})


def person(id: str, **traits: int) -> PackedDriver:
    return PackedDriver(id=id, traits=traits, talents=(), quirks={}, worn=())


def seat(id: str, *kinds: str, gunner: bool = False, design: Any = None, **fields: Any) -> PackedSeat:
    """A seat with a car, its driver, items by kind, and optionally a gunner."""
    items = tuple(PackedItem(id=f"{id}.{number}", kind=kind) for number, kind in enumerate(kinds))
    car = PackedCar(
        **{
            "id": id, "dp": 60, "overhead": False, "gunner_station": gunner, "gearing": 0, "criticals": 0,
            "items": items, "design": GNAT if design is None else design, **fields,
        }
    )  # fmt: skip
    return PackedSeat(
        car=car, driver=person(f"{id}.d", toughness=4), gunner=person(f"{id}.g") if gunner else None
    )  # fmt: skip


def team(id: str, *seats: PackedSeat) -> PackedTeam:
    return PackedTeam(
        franchise=id, staff_rating=1, pit_bonus=0, kit_uses=0, mechanics=(), seats=tuple(seats), fresh=()
    )  # fmt: skip


def packet(*teams: PackedTeam, **switches: Any) -> Packet:
    return Packet(
        match="m1",
        event=EVENT,
        surface="",
        heats=1,
        scoring="",
        repair_attempts=6,
        teams=teams,
        ruleset="carcult",
        setting={"table": "dry_lake"},
        switches={f"carcult.{name}": value for name, value in switches.items()},
    )


# ------------------------------------------------------------------------------------------------ fixtures


@pytest.mark.rule("CC-090")
@pytest.mark.parametrize(
    "asked",
    [
        {},
        {"teams": 6, "vehicles_per_team": 2},
        {"teams": 4},
        {"teams": 2, "vehicles_per_team": 0},
        {"setting": {"table": "crossroads"}},
    ],
)
def test_a_skirmish_may_be_announced(asked: dict[str, Any]) -> None:
    assert fixture_errors(fixture(**asked)) == []


@pytest.mark.rule("CC-090")
@pytest.mark.parametrize(
    ("asked", "codes"),
    [
        ({"event": "lap_race"}, ["unknown_event"]),
        ({"surface": "ice"}, ["other_surface"]),
        ({"heats": 2}, ["bad_heats"]),
        ({"heats": 0}, ["bad_heats"]),
        ({"teams": 1}, ["too_few_teams"]),
        ({"teams": 7, "vehicles_per_team": 1}, ["too_many_teams"]),
        ({"vehicles_per_team": 4}, ["too_many_cars"]),
        ({"teams": 5, "vehicles_per_team": 3}, ["too_many_cars"]),
        ({"setting": {}}, ["unknown_table"]),
        ({"setting": {"table": "billiards"}}, ["unknown_table"]),
        ({"setting": {"table": ["dry_lake"]}}, ["unknown_table"]),
        ({"setting": {"table": "dry_lake", "laps": 3}}, ["unknown_setting"]),
        ({"event": "x", "surface": "mud", "heats": 3, "teams": 1, "setting": {"a": 1}}, [
            "unknown_event", "other_surface", "bad_heats", "too_few_teams", "unknown_setting", "unknown_table",
        ]),
    ],
)  # fmt: skip
def test_everything_wrong_with_an_announcement_is_told(asked: dict[str, Any], codes: list[str]) -> None:
    errors = fixture_errors(fixture(**asked))
    assert [error.code for error in errors] == codes
    assert {error.rule for error in errors} == {"CC-090"}
    assert RULESET.fixture_errors(fixture(**asked)) == errors


@pytest.mark.rule("CC-090")
@pytest.mark.parametrize("teams", range(2, 7))
@pytest.mark.parametrize("vehicles", [1, 2, 3])
def test_what_is_proposed_has_no_fault(teams: int, vehicles: int) -> None:
    proposals = [propose_fixture(number=number, teams=teams, vehicles_per_team=vehicles) for number in range(1, 7)]
    for planned in proposals:
        assert fixture_errors(planned) == []
        assert (planned.scoring, planned.heats, planned.surface, planned.teams) == ("as_reported", 1, "", teams)
        assert planned.vehicles_per_team == min(vehicles, MOST_CARS // teams)
    assert [planned.setting["table"] for planned in proposals] == [*table_names(), *table_names()]
    assert MOST_CARS == 12


@pytest.mark.rule("CC-090")
@pytest.mark.parametrize(("teams", "vehicles", "proposed"), [(0, 9, 3), (1, 9, 3), (2, 0, 1), (6, 9, 2), (13, 2, 1)])
def test_one_car_at_least_is_proposed_and_no_more_than_there_is_room_for(
    teams: int, vehicles: int, proposed: int
) -> None:
    assert propose_fixture(number=1, teams=teams, vehicles_per_team=vehicles).vehicles_per_team == proposed


# ------------------------------------------------------------------------------------------------- line-ups


@pytest.mark.rule("CC-070")
@pytest.mark.parametrize(
    ("armor", "entering"),
    [
        ((0, 0, 0), [True, True, True]),
        ((4, 2, 0), [True, True, True]),
        ((4, 3, 0), [True, True, False]),
        ((4, 4, 0), [True, True, False]),
    ],
)
def test_cars_enter_while_a_team_is_within_its_limit(armor: tuple[int, ...], entering: list[bool]) -> None:
    designs = [
        {"name": "x", "engine": "buzzbox", "cards": ["machine_gun", "rifle", *([f"armor_{az}"] if az else [])]}
        for az in armor
    ]
    seats = [seat(f"c{number}", design=design) for number, design in enumerate(designs)]
    assert [car.enters for car in select_cars(team("a", *seats), {})] == entering


@pytest.mark.rule("CC-070")
def test_after_the_first_car_that_does_not_fit_none_enters() -> None:
    huge = {"name": "x", "engine": "warwagon", "cards": ["rifle"] * 8 + ["armor_3"]}
    seats = [seat("c1"), seat("c2", design=huge), seat("c3")]
    assert [line_up_car.enters for line_up_car in select_cars(team("a", *seats), {})] == [True, False, False]
    warnings = line_up_warnings(packet(team("a", *seats)))
    assert [(error.code, error.rule, error.warning) for error in warnings] == [("stays_out", "CC-070", True)] * 2
    assert [error.sentence.split(",")[0] for error in warnings] == ["c2 has 26 AZ", "c3 has 8 AZ"]
    setup = setup_from_packet(packet(team("a", *seats), team("b", seat("b1"))))
    assert [car.id for car in setup.cars] == ["c1", "b1"]


@pytest.mark.rule("CC-090", "CC-102", "CC-104")
def test_a_packet_becomes_a_setup() -> None:
    locked = packet(
        team("a", seat("a1", criticals=3), seat("a2")), team("idle"), team("b", seat("b1")), max_rounds=3
    )  # fmt: skip
    setup = setup_from_packet(locked)
    assert (setup.match, setup.table, setup.teams) == ("m1", load_table("dry_lake"), ("a", "idle", "b"))
    assert [(car.id, car.team, car.driver, car.criticals) for car in setup.cars] == [
        ("a1", "a", "a1.d", 3), ("a2", "a", "a2.d", 0), ("b1", "b", "b1.d", 0),
    ]  # fmt: skip
    starts = load_table("dry_lake").starts
    assert [car.start for car in setup.cars] == [starts[0][0], starts[0][1], starts[2][0]]
    assert setup.crew == tuple(CrewEntry(id=f"{id}.d", team=id[0], toughness=4) for id in ("a1", "a2", "b1"))
    assert setup.switches == {"carcult.max_rounds": 3}


@pytest.mark.rule("CC-102", "CC-104")
@pytest.mark.parametrize(
    ("cards", "crew"),
    [
        ([], {}),
        (["dangerous_driver"], {"dangerous_driver": "c.d"}),
        (["gutsy_gunner"], {"gutsy_gunner": "c.g"}),
        (["fanatical_fixer"], {"fanatical_fixer": "c.g"}),
        (["fanatical_fixer", "gutsy_gunner"], {"gutsy_gunner": "c.g"}),
        (["dangerous_driver", "fanatical_fixer"], {"dangerous_driver": "c.d", "fanatical_fixer": "c.g"}),
    ],
)
def test_who_was_lined_up_holds_the_crew_cards(cards: list[str], crew: dict[str, str]) -> None:
    design = {"name": "x", "engine": "buzzbox", "cards": [*cards, "rifle"]}
    full = seat("c", gunner=True, design=design)
    assert crew_of(full, read_design(design)) == crew
    lone = crew_of(seat("c", design=design), read_design(design))
    assert lone == {card: member for card, member in crew.items() if member == "c.d"}
    setup = setup_from_packet(packet(team("a", full)))
    aboard = ["c.d", *(member for member in crew.values() if member != "c.d")]
    assert [crew_entry.id for crew_entry in setup.crew] == aboard
    assert [crew_entry.toughness for crew_entry in setup.crew] == [4, 3][: len(aboard)]
    warning_codes = [warning.code for warning in line_up_warnings(packet(team("a", full)))]
    assert warning_codes == ([] if "c.g" in crew.values() else ["no_gunner_card"])


@pytest.mark.rule("CC-070", "CC-075")
def test_a_car_nobody_designed_is_made_for_what_it_carries_and_its_gunner_has_a_card() -> None:
    locked = packet(team("a", seat("c", "at_rifle", "rockets", "tire_heavy", gunner=True, design={})))
    (car,) = setup_from_packet(locked).cars
    assert [card.key for card in car.design.cards] == ["gutsy_gunner", "rifle", "dangerous_driver"]
    assert car.crew == {"dangerous_driver": "c.d", "gutsy_gunner": "c.g"}
    (fault,) = line_up_warnings(locked)
    assert (fault.code, fault.rule, fault.warning) == ("no_card", "CC-075", True)
    assert "c has no card for c.1 (rockets)" in fault.sentence


@pytest.mark.rule("CC-075")
def test_each_item_has_a_card_to_itself() -> None:
    locked = packet(team("a", seat("c", "machinegun", "vulcan_gun", "ram_guard", "tire_heavy")))
    assert [warning.sentence.split("for ")[1].split(" ")[0] for warning in line_up_warnings(locked)] == ["c.1", "c.2"]
    assert RULESET.packet_warnings(locked) == line_up_warnings(locked)


@pytest.mark.rule("CC-081", "CC-082")
def test_cards_that_are_not_played_any_more_are_told() -> None:
    design = {"name": "x", "engine": "buzzbox", "cards": ["turbo", "oil", "caltrops"]}
    warnings = line_up_warnings(packet(team("a", seat("c", design=design))))
    assert [(error.code, error.rule) for error in warnings] == [
        ("not_played", "CC-081"), ("not_played", "CC-082"), ("not_played", "CC-082"),
    ]  # fmt: skip
    assert line_up_warnings(packet(team("a", seat("c", design=design)), turbo=True, slicks=True)) == []


@pytest.mark.rule("CC-070", "CC-090")
def test_no_more_cars_enter_than_there_are_places() -> None:
    small = {"name": "x", "engine": "buzzbox", "cards": []}
    seats = [seat(f"c{number}", design=small) for number in range(4)]
    assert [car.enters for car in select_cars(team("a", *seats), {})] == [True, True, True, False]
    (fault,) = line_up_warnings(packet(team("a", *seats)))
    assert (fault.code, fault.rule) == ("stays_out", "CC-090")
    assert fault.sentence == "c3 stays out, since a team starts with 3 cars: line up first those you want."
