"""From a locked match to one the engine plays: places, crews, designs, and items without effect."""

from __future__ import annotations

import pytest

from rules.core.refusals import Unknown
from rules.rhad.designs.design import read_design
from rules.rhad.designs.stock_designs import stock_designs
from rules.rhad.ground.arena import load_arena
from rules.rhad.match.packet_setup import design_of, line_up_warnings, setup_from_packet
from tests.rules.rhad.duels import SIX, packet, seat, team


@pytest.mark.rule("RH-085")
def test_cars_stand_on_the_places_of_their_arena_and_face_the_middle() -> None:
    setup = setup_from_packet(SIX)
    starts = load_arena("").starts
    assert [[(car.at, car.facing) for car in team_entry.cars] for team_entry in setup.teams] == [
        [(start.at, start.facing) for start in starts[0:3]],
        [(start.at, start.facing) for start in starts[6:9]],
    ]
    assert (setup.match, setup.arena) == ("m1", load_arena("the_pan"))
    assert setup_from_packet(packet(team("a", seat("c1")), arena="the_sieve")).teams[0].cars[0].at == (15, 0)


def test_an_arena_nobody_knows_is_refused() -> None:
    with pytest.raises(Unknown):
        setup_from_packet(packet(team("a", seat("c1")), arena="moon"))


def test_teams_without_cars_stay_away_and_keep_no_place() -> None:
    setup = setup_from_packet(packet(team("a"), team("b", seat("c1")), team("c")))
    assert [team_entry.id for team_entry in setup.teams] == ["b"]


@pytest.mark.rule("RH-064")
@pytest.mark.parametrize(("driving", "skill"), [(-1, 0), (0, 0), (3, 0), (4, 1), (6, 3)])
def test_skill_is_what_the_driving_trait_has_above_three(driving: int, skill: int) -> None:
    setup = setup_from_packet(packet(team("a", seat("c1", driving=driving, toughness=5))))
    crew = setup.teams[0].cars[0].driver
    assert (crew.id, crew.skill, crew.toughness) == ("c1.d", skill, 5)


@pytest.mark.rule("RH-085")
def test_a_gunner_needs_a_seat() -> None:
    duel = packet(
        team(
            "a",
            seat("c1", "two_chairs", gunner=True),
            seat("c2", "plain_jane", gunner=True),
            seat("c3", "two_chairs"),
        )
    )
    cars = setup_from_packet(duel).teams[0].cars
    assert [car.gunner.id if car.gunner else "" for car in cars] == ["c1.g", "", ""]
    (warning,) = line_up_warnings(duel)
    assert (warning.code, warning.rule, warning.warning) == ("no_seat", "RH-085", True)
    assert "c2.g" in warning.sentence
    assert "c2," in warning.sentence


@pytest.mark.rule("RH-094")
def test_each_weapon_stands_for_an_item_and_the_rest_is_carried_in_vain() -> None:
    duel = packet(team("a", seat("c1", items=["rockets", "nitrous", "machinegun", "machinegun"])))
    assert setup_from_packet(duel).teams[0].cars[0].items == ("c1.i3", "c1.i1")
    (warning,) = line_up_warnings(duel)
    assert (warning.code, warning.rule, warning.warning) == ("no_counterpart", "RH-094", True)
    assert warning.sentence == (
        "c1 carries c1.i2 (nitrous), c1.i4 (machinegun), which no weapon of its design stands for: it has no effect."
    )
    assert setup_from_packet(packet(team("a", seat("c1")))).teams[0].cars[0].items == ("", "")


@pytest.mark.rule("RH-085")
def test_a_car_nobody_designed_gets_a_stock_one_round_what_it_carries() -> None:
    bare = seat("c1", "", items=["heavy_machinegun"]).car
    assert design_of(bare) == read_design(stock_designs()["brick_end"])
    unreadable = seat("c1", {"name": "Rust"}, items=["heavy_machinegun"]).car
    assert design_of(unreadable) == read_design(stock_designs()["brick_end"])


@pytest.mark.rule("RH-085")
def test_the_thirteenth_car_stays_in_the_pits() -> None:
    cars = [[seat(f"t{number}.c{car}") for car in range(5)] for number in range(3)]
    duel = packet(*(team(f"t{number}", *seats) for number, seats in enumerate(cars)))
    assert [len(team_entry.cars) for team_entry in setup_from_packet(duel).teams] == [5, 5, 2]
    assert [(warning.code, warning.sentence.split()[0]) for warning in line_up_warnings(duel)] == [
        ("no_place", "t2.c2"), ("no_place", "t2.c3"), ("no_place", "t2.c4"),
    ]  # fmt: skip


def test_switches_and_old_criticals_go_along() -> None:
    setup = setup_from_packet(packet(team("a", seat("c1", criticals=3)), switches={"rhad.aggression": "reckless"}))
    assert setup.switches == {"rhad.aggression": "reckless"}
    assert setup.teams[0].cars[0].criticals == 3
