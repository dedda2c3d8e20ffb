"""Firing: one attack after another, linked weapons, re-rolls, and the shots a car may take."""

from __future__ import annotations

from typing import Any

import pytest

from rules.dethmatch.combat.attacks import tire_bonus
from rules.dethmatch.combat.shooting import fire, possible_fire_orders, possible_shots, to_hit, usable_weapons
from rules.dethmatch.designs.design import Mount
from rules.dethmatch.match.orders import FireOrder, StandingOrder
from rules.dethmatch.match.state import CarStatus, Critical
from rules.dethmatch.weapons.to_hit import needed_from_hex
from rules.match.catalog import WEAPON_KINDS
from tests.rules.dethmatch.boards import Board
from tests.rules.dethmatch.gunnery import aid, armed, at_b, duel, gunner_of, target_at

ALWAYS = StandingOrder(adept="always", pro="always", marksman="always", crack_shot="always")


@pytest.mark.rule("DM-M-097", "DM-M-002")
@pytest.mark.parametrize(("face", "kind"), [(4, "hit"), (5, "miss")])
def test_a_die_up_to_gunnery_with_its_modifiers_hits(face: int, kind: str) -> None:
    play = duel(faces=[face, 1])
    fire(play, play.car(), at_b())
    assert play.kinds()[:2] == ["fire", kind]
    shot = play.entries_of(kind)[0]
    assert (shot.more["needed"], shot.more["face"], shot.more["modifiers"]) == (4, face, ["short_range"])


@pytest.mark.rule("DM-M-100")
def test_an_attack_goes_to_hit_penetration_firepower_criticals_tires_and_hazard_in_that_order() -> None:
    # Hit, 6 + 2 beats 4, 1d2 of 4 is 2 damage, which is the toughness: a critical of 4, weapon, b has none;
    # tires 1 + 1, the hazard of the hit.
    play = duel("recoilless_rifle", far=1, target={"speed": 3}, faces=[1, 6, 4, 4, 1, 1])
    fire(play, play.car(), at_b())
    assert play.kinds() == ["fire", "hit", "damage", "critical", "no_effect", "tire", "hazard"]
    assert [roll.why for roll in play.dice.log] == [
        "to hit", "penetration", "damage, d2", "critical", "tires: shot", "hit hazard",
    ]  # fmt: skip
    assert play.all_thrown()


@pytest.mark.rule("DM-M-138")
def test_firing_is_remembered_of_the_car_whether_it_hits_or_not() -> None:
    play = duel(faces=[6])
    assert not play.car().fired
    fire(play, play.car(), at_b())
    assert play.car().fired


@pytest.mark.rule("DM-M-017", "DM-M-100")
def test_a_plus_gives_two_rolls_and_the_first_is_finished_before_the_second() -> None:
    play = duel("vulcan_gun", faces=[1, 4, 1, 1, 6, 1])
    fire(play, play.car(), at_b())
    # First: hit, graze (4 + 0 against 4), tires; second: hit, penetration, tires.
    assert play.kinds() == ["fire", "hit", "damage", "tire", "hit", "damage", "tire"]
    assert [entry.more["outcome"] for entry in play.entries_of("damage")] == ["grazed", "penetrated"]
    assert play.gun().ammunition == 5


@pytest.mark.rule("DM-M-100")
def test_a_car_destroyed_by_the_first_roll_takes_the_second_as_an_entry_only() -> None:
    play = duel("vulcan_gun", faces=[1, 6, 6, 1, 1], target={"damage": 1})
    play.car("b").criticals = []
    play.car("b").criticals.append(Critical(row="body"))
    fire(play, play.car(), at_b())
    # The critical of 6 + 1 is 7: destroyed, its driver passes on a 1; the second roll hits a wreck.
    assert play.kinds() == ["fire", "hit", "damage", "critical", "destroyed", "survived", "stop", "hit"]
    assert play.car("b").status is CarStatus.WRECK
    assert play.all_thrown()


LINKED = armed(Mount(id="m1", type="light", link="m2"), Mount(id="m2", type="light", link="m1"))


def pair(kind: str = "machinegun", **fields: Any) -> Board:
    shooter = gunner_of(at=fields.pop("at", (0, 0)))
    shooter.design, shooter.guns = LINKED, {"m1": kind, "m2": kind}
    shooter.items = fields.pop("items", ())
    return Board(shooter, target_at(fields.pop("far", 3)), **fields)


@pytest.mark.rule("DM-M-018", "DM-M-094")
def test_a_linked_pair_fires_as_one_weapon_with_a_round_from_each_magazine() -> None:
    play = pair(faces=[6, 6])
    fire(play, play.car(), at_b())
    assert (play.gun().ammunition, play.gun("m2").ammunition) == (9, 9)
    assert (play.gun().spent, play.gun("m2").spent) == (1, 1)
    assert play.kinds() == ["fire", "miss", "fire", "miss"]
    assert possible_fire_orders(play, play.car()) == []
    assert list(play.crew().turn_used) == ["weapon m1"]


@pytest.mark.rule("DM-M-018")
@pytest.mark.parametrize("fault", [{"ammunition": 0}, {"out": True}, {"destroyed": True}])
@pytest.mark.parametrize("broken", ["m1", "m2"])
def test_where_one_of_a_pair_is_empty_or_broken_the_other_fires_alone(fault: dict[str, Any], broken: str) -> None:
    play = pair(faces=[1, 4, 6])
    for name, value in fault.items():
        setattr(play.gun(broken), name, value)
    fire(play, play.car(), at_b())
    working = "m2" if broken == "m1" else "m1"
    assert play.gun(working).ammunition == 9
    # A weapon that fires alone has no `+`: 6 + 1 on the tires is 1 point, 6 + 2 would be 2.
    assert play.car("b").tire_damage == 1
    assert play.all_thrown()


@pytest.mark.rule("DM-M-018", "DM-M-111")
@pytest.mark.parametrize(("counts", "damage"), [(True, 2), (False, 1)])
def test_each_of_a_linked_pair_counts_as_a_plus_weapon_for_the_tires_unless_the_house_says_not(
    counts: bool, damage: int
) -> None:
    play = pair(faces=[1, 4, 6, 6], switches={"dethmatch.linked_counts_as_plus": counts})
    fire(play, play.car(), at_b())
    assert play.car("b").tire_damage == damage


@pytest.mark.rule("DM-M-018", "DM-M-096")
def test_only_the_weapon_of_a_pair_that_reaches_fires() -> None:
    # 13 hexes are 12 for the weapon with the ranger, and too far for the other.
    play = pair(items=[aid("auto_ranger")], at=(-9, 0), far=4, faces=[6])
    fire(play, play.car(), at_b())
    assert (play.gun().ammunition, play.gun("m2").ammunition) == (9, 10)
    assert play.all_thrown()


@pytest.mark.rule("DM-M-111")
@pytest.mark.parametrize(
    ("kind", "line", "bonus"),
    [
        ("machinegun", 0, 1),
        ("heavy_machinegun", 0, 1),
        ("recoilless_rifle", 0, 1),
        ("light_rockets", 0, 0),
        ("rockets", 0, 1),
        ("heavy_rockets", 0, 2),
        ("heavy_recoilless_rifle", 0, 2),
        ("at_rifle", 0, 0),
        ("heavy_at_rifle", 0, 1),
        ("autocannon", 0, 0),
        ("at_gun", 0, 1),
        ("vulcan_gun", 0, 2),
        ("cluster_rockets", 0, 2),
        ("heavy_cluster_rockets", 0, 2),
        ("anti_tank_guided_missile", 0, 2),
        ("laser", 0, 2),
        ("twin_heavy_machineguns", 0, 2),
        ("dual_recoilless_rifle", 0, 1),
        ("dual_recoilless_rifle", 1, 1),
        ("railgun", 0, 2),
        ("pulsed_laser", 0, 2),
        ("bomb_launcher", 0, 2),
    ],
)
def test_what_each_weapon_adds_to_the_tire_roll(kind: str, line: int, bonus: int) -> None:
    shot = WEAPON_KINDS[kind].shots[line]
    assert tire_bonus(shot) == bonus
    assert tire_bonus(shot, at_tires=True) == bonus + 2
    assert tire_bonus(shot, linked=True) == bonus + (1 if shot.rate == 3 and shot.dice == 1 else 0)


@pytest.mark.rule("DM-M-114", "DM-M-006")
@pytest.mark.parametrize(("second", "kind"), [(4, "hit"), (5, "miss")])
def test_a_marksman_throws_a_miss_again_once_a_heat_and_the_second_die_stands(second: int, kind: str) -> None:
    play = duel(shooter={"driver": {"talents": ("marksman",)}}, standing=ALWAYS, faces=[6, second, 1])
    fire(play, play.car(), at_b())
    assert play.entries_of(kind)[0].more["rerolled"] == ["marksman"]
    assert play.crew().used == {"marksman": 1}


@pytest.mark.rule("DM-M-116", "DM-M-006")
def test_a_pro_throws_a_miss_again_after_a_marksman() -> None:
    play = duel(shooter={"driver": {"talents": ("pro", "marksman")}}, standing=ALWAYS, faces=[6, 6, 5])
    fire(play, play.car(), at_b())
    assert play.entries_of("miss")[0].more["rerolled"] == ["marksman", "pro"]
    assert play.all_thrown()


@pytest.mark.rule("DM-M-114", "DM-M-145")
@pytest.mark.parametrize(("far", "rerolled"), [(3, []), (4, ["marksman"])])
def test_a_careful_marksman_throws_again_only_what_needed_3_or_less(far: int, rerolled: list[str]) -> None:
    careful = StandingOrder(marksman="serious", pro="serious")
    play = duel(
        far=far,
        shooter={"driver": {"talents": ("marksman", "pro")}},
        standing=careful,
        faces=[6, 6][: 1 + len(rerolled)],
    )
    fire(play, play.car(), at_b())
    assert play.entries_of("miss")[0].more["rerolled"] == rerolled


@pytest.mark.rule("DM-M-099")
def test_a_shot_at_the_tires_must_graze_and_rolls_2_higher() -> None:
    play = duel(faces=[3, 3], target={})
    fire(play, play.car(), at_b(at_tires=True))
    assert play.kinds() == ["fire", "hit", "damage"]
    play = duel(faces=[3, 6, 5])
    fire(play, play.car(), at_b(at_tires=True))
    # 5 + 1 for the rate + 2 is 8: two points, and the penetration did its damage.
    assert (play.car("b").tire_damage, play.car("b").damage) == (2, 1)


@pytest.mark.rule("DM-M-099")
def test_by_house_rule_a_shot_at_the_tires_goes_round_the_armor() -> None:
    play = duel(faces=[3, 5], switches={"dethmatch.tire_shot_ignores_armor": True})
    fire(play, play.car(), at_b(at_tires=True))
    assert (play.car("b").tire_damage, play.car("b").damage) == (2, 0)
    play = duel(faces=[3, 3], switches={"dethmatch.tire_shot_ignores_armor": True})
    fire(play, play.car(), at_b())
    assert play.entries_of("damage")[0].more["outcome"] == "deflected"


@pytest.mark.rule("DM-M-043", "DM-M-093")
def test_the_shots_to_be_had_are_each_weapon_at_each_car_in_arc_and_range() -> None:
    shooter = gunner_of(gunner={})
    shooter.design = armed(
        Mount(id="m1", type="light"),
        Mount(id="m2", type="light", facing="rear"),
        Mount(id="m3", type="light", traverse="turret"),
    )
    shooter.guns = {"m1": "machinegun", "m2": "machinegun", "m3": "dual_recoilless_rifle"}
    behind = target_at(-6)
    behind.id = "c"
    play = Board(shooter, target_at(7), behind)
    options = [
        (order.mount, order.target, order.both, needed)
        for order, needed in possible_shots(play, play.car(), "gunner")
    ]
    assert options == [
        ("m1", "b", False, 2),
        ("m2", "c", False, 3),
        ("m3", "b", False, 2),
        ("m3", "c", False, 2),
        ("m3", "c", True, 2),
    ]
    assert [order.seat for order in possible_fire_orders(play, play.car(), "gunner")] == ["gunner"] * 5
    for order, needed in possible_shots(play, play.car(), "driver"):
        assert to_hit(play, play.car(), order) == needed


@pytest.mark.rule("DM-M-018")
def test_a_linked_pair_is_one_shot_to_be_had() -> None:
    play = pair()
    assert [order.mount for order in possible_fire_orders(play, play.car())] == ["m1"]


@pytest.mark.rule("DM-M-094")
def test_a_gunslingers_second_weapon_is_to_be_had_against_his_first_target_only() -> None:
    shooter = gunner_of(driver={"talents": ("gunslinger",)})
    shooter.design = armed(Mount(id="m1", type="light"), Mount(id="m2", type="light"))
    shooter.guns = {"m1": "machinegun", "m2": "machinegun"}
    third = target_at(3, -1)
    third.id = "c"
    play = Board(shooter, target_at(3), third, faces=[6])
    fire(play, play.car(), FireOrder(mount="m1", target="c"))
    assert [(order.mount, order.target, needed) for order, needed in possible_shots(play, play.car())] == [
        ("m2", "c", 3)
    ]


@pytest.mark.rule("DM-M-093")
def test_a_weapon_made_ready_holds_for_any_hex_its_car_may_come_to() -> None:
    play = duel(far=3)
    (aimed,) = usable_weapons(play, play.car(), "driver")
    b, index = play.car("b"), play.track.index
    assert needed_from_hex(play, aimed, index[-9, 0], 0, b) == 4
    assert needed_from_hex(play, aimed, index[-10, 0], 0, b) == 3
    assert needed_from_hex(play, aimed, index[-9, 0], 3, b) is None
