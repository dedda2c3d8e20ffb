"""The critical table, row by row."""

from __future__ import annotations

from typing import Any

import pytest

from rules.dethmatch.damage.criticals import critical_row, roll
from rules.dethmatch.designs.design import Mount
from rules.dethmatch.match.state import CarStatus, Critical
from tests.rules.dethmatch.boards import Board
from tests.rules.dethmatch.gunnery import armed, duel


def hit(*faces: int, old: int = 0, quadrant: str = "rear", **target: Any) -> Board:
    """A critical on car `b` with those faces, after `old` earlier ones."""
    sheet = {"criticals": [Critical(row="old") for _ in range(old)], **target.pop("sheet", {})}
    play = duel(target={**sheet, **target}, faces=faces)
    roll(play, play.car("b"), quadrant=quadrant, by="a.driver", cause="shot")
    assert play.all_thrown()
    return play


@pytest.mark.rule("DM-M-107")
@pytest.mark.parametrize(
    ("total", "row"),
    [
        (1, "engine"),
        (3, "engine"),
        (4, "weapon"),
        (5, "crew"),
        (6, "body"),
        (7, "destroyed"),
        (8, "destroyed"),
        (12, "destroyed"),
    ],
)
def test_every_total_has_its_row(total: int, row: str) -> None:
    assert critical_row(total) == row


@pytest.mark.rule("DM-M-107", "DM-M-031")
@pytest.mark.parametrize("face", [1, 2, 3])
def test_an_engine_critical_of_1_to_3_hits_the_drivetrain(face: int) -> None:
    critical = hit(2, face).car("b").criticals[0]
    assert (critical.row, critical.effect, critical.amount, critical.by, critical.heat) == (
        "engine",
        "drivetrain",
        1,
        "a.driver",
        1,
    )


@pytest.mark.rule("DM-M-107")
@pytest.mark.parametrize(
    ("face", "leak", "before", "left"), [(4, 1, 4, 3), (5, 3, 4, 2), (6, 5, 4, 1), (6, 6, 2, 0), (4, 6, 0, 0)]
)
def test_an_engine_critical_of_4_to_6_costs_1d3_fuel_points_and_stops_at_0(
    face: int, leak: int, before: int, left: int
) -> None:
    play = hit(2, face, leak, fuel=before)
    critical = play.car("b").criticals[0]
    assert (play.car("b").fuel, critical.effect, critical.amount) == (left, "tank", before - left)


@pytest.mark.rule("DM-M-021")
def test_a_self_sealing_tank_keeps_each_fuel_point_on_a_5_or_6() -> None:
    tank = armed(components=("self_sealing_tank",))
    assert hit(2, 4, 3, 4, 5, design=tank, fuel=4).car("b").fuel == 3
    assert hit(2, 4, 6, 6, 3, 4, design=tank, fuel=4).car("b").fuel == 2
    assert hit(2, 4, 6, 5, design=tank, fuel=1).car("b").fuel == 1


TWO_GUNS = {
    "design": armed(Mount(id="m1", type="light", link="m2"), Mount(id="m2", type="light", link="m1")),
    "guns": {"m1": "machinegun", "m2": "machinegun"},
}


@pytest.mark.rule("DM-M-107")
@pytest.mark.parametrize(("picked", "mount"), [(1, "m1"), (2, "m2")])
def test_a_weapon_critical_takes_1d6_rounds_of_one_weapon_and_linked_ones_count_twice(
    picked: int, mount: str
) -> None:
    play = hit(4, picked, 6, **TWO_GUNS)
    assert [play.gun(mount_id, "b").ammunition for mount_id in ("m1", "m2")] == [
        4 if mount_id == mount else 10 for mount_id in ("m1", "m2")
    ]
    critical = play.car("b").criticals[0]
    assert (critical.row, critical.mount, critical.amount) == ("weapon", mount, 6)


@pytest.mark.rule("DM-M-107")
def test_a_weapon_loses_no_more_rounds_than_it_has_and_none_aboard_is_no_effect() -> None:
    play = duel(target={"guns": {"front": "machinegun"}}, faces=[4, 6])
    play.gun("front", "b").ammunition = 2
    roll(play, play.car("b"), quadrant="rear", by="a.driver", cause="shot")
    assert (play.gun("front", "b").ammunition, play.car("b").criticals[0].amount) == (0, 2)
    assert hit(4).car("b").criticals[0].effect == ""


@pytest.mark.rule("DM-M-107", "DM-M-108")
def test_a_crew_critical_is_a_flesh_wound_when_toughness_holds_and_out_of_action_when_it_does_not() -> None:
    play = hit(5, 3)
    assert (play.crew("b.driver").wounds, play.crew("b.driver").out) == (1, False)
    play = hit(5, 4)
    assert (play.crew("b.driver").wounds, play.crew("b.driver").out) == (0, True)
    assert play.car("b").criticals[0].effect == "b.driver"


@pytest.mark.rule("DM-M-107")
@pytest.mark.parametrize(("picked", "wounded"), [(1, "b.driver"), (2, "b.gunner")])
def test_a_crew_critical_hits_driver_or_gunner_as_likely(picked: int, wounded: str) -> None:
    play = hit(5, picked, 1, gunner={})
    assert {id: play.crew(id).wounds for id in ("b.driver", "b.gunner")} == {
        id: int(id == wounded) for id in ("b.driver", "b.gunner")
    }


@pytest.mark.rule("DM-M-107")
def test_a_crew_critical_hits_nobody_who_is_out_of_action_already() -> None:
    play = duel(target={"gunner": {}}, faces=[5, 1, 5])
    play.crew("b.driver").out = True
    roll(play, play.car("b"), quadrant="rear", by="a.driver", cause="shot")
    assert play.crew("b.gunner").wounds == 1
    play.crew("b.gunner").out = True
    play.car("b").criticals = []
    roll(play, play.car("b"), quadrant="rear", by="a.driver", cause="shot")
    assert play.all_thrown()


@pytest.mark.rule("DM-M-107")
@pytest.mark.parametrize("quadrant", ["front", "rear", "left", "right"])
def test_a_body_critical_takes_1_armor_off_the_side_hit(quadrant: str) -> None:
    play = hit(6, quadrant=quadrant)
    assert play.car("b").armor == {side: 3 if side == quadrant else 4 for side in ("front", "right", "rear", "left")}
    critical = play.car("b").criticals[0]
    assert (critical.row, critical.quadrant, critical.amount) == ("body", quadrant, 1)


@pytest.mark.rule("DM-M-107")
def test_a_body_critical_from_no_side_takes_the_front_and_bare_metal_has_nothing_to_lose() -> None:
    assert hit(6, quadrant="").car("b").armor["front"] == 3
    bare = {"armor": {"front": 0, "rear": 0, "left": 0, "right": 0}}
    play = hit(6, **bare)
    assert (play.car("b").armor["rear"], play.car("b").criticals[0].amount) == (0, 0)


@pytest.mark.rule("DM-M-106", "DM-M-107", "DM-M-110")
def test_from_7_the_car_is_destroyed_and_everybody_aboard_tests_toughness() -> None:
    play = hit(6, 3, 4, old=1, gunner={})
    assert play.car("b").status is CarStatus.WRECK
    assert [play.crew(id).out for id in ("b.driver", "b.gunner")] == [False, True]
    assert [play.crew(id).wounds for id in ("b.driver", "b.gunner")] == [0, 0]


@pytest.mark.rule("DM-M-106")
def test_the_count_is_of_criticals_that_are_not_repaired_whatever_they_did() -> None:
    play = hit(1, 1, old=1)
    assert play.entries_of("critical")[0].more["total"] == 2
    assert play.entries_of("critical")[0].after == {"criticals": 2}


@pytest.mark.rule("DM-M-139", "DM-M-107")
def test_a_critical_is_credited_and_the_one_that_destroys_earns_the_kill_as_well() -> None:
    play = hit(6)
    assert (play.crew().criticals, play.crew().kills) == (1, 0)
    play = hit(6, 1, old=1)
    assert (play.crew().criticals, play.crew().kills) == (1, 1)


@pytest.mark.rule("DM-M-139")
def test_a_critical_on_a_car_of_ones_own_team_is_friendly_and_earns_nothing() -> None:
    play = duel(shooter={"team": "reds"}, target={"team": "reds", "criticals": [Critical(row="x")] * 1})
    play.load(6, 1)
    roll(play, play.car("b"), quadrant="rear", by="a.driver", cause="shot")
    assert (play.crew().criticals, play.crew().kills, play.crew().friendly) == (0, 0, 1)
    assert play.kinds().count("friendly") == 2


@pytest.mark.rule("DM-M-139")
def test_what_nobody_caused_is_credited_to_nobody() -> None:
    play = duel(faces=[6])
    roll(play, play.car("b"), quadrant="rear", by="", cause="burst")
    assert all(
        (crew_state.criticals, crew_state.kills, crew_state.friendly) == (0, 0, 0)
        for crew_state in play.state.crew.values()
    )
