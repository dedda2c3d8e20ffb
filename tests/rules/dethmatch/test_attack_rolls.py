"""The roll a shot needs to hit: range bands and modifiers, one by one and together."""

from __future__ import annotations

from typing import Any

import pytest

from rules.dethmatch.combat.shooting import to_hit
from rules.dethmatch.designs.design import Mount
from rules.dethmatch.match.orders import FireOrder
from rules.dethmatch.match.state import Control, Marker
from rules.dethmatch.weapons.to_hit import OutOfArc, OutOfRange, SightBlocked
from tests.rules.dethmatch.boards import Board, open_field
from tests.rules.dethmatch.gunnery import aid, armed, at_b, duel, gunner_of, target_at

RANGES = [
    # weapon, the last hex of short, long and extreme
    ("machinegun", 3, 6, 12),
    ("heavy_machinegun", 3, 6, 12),
    ("recoilless_rifle", 1, 3, 8),
    ("light_rockets", 2, 4, 9),
    ("rockets", 2, 4, 9),
    ("heavy_rockets", 2, 4, 9),
    ("heavy_recoilless_rifle", 1, 3, 8),
    ("at_rifle", 3, 7, 18),
    ("heavy_at_rifle", 3, 7, 18),
    ("autocannon", 3, 7, 18),
    ("vulcan_gun", 3, 6, 12),
    ("cluster_rockets", 2, 4, 9),
    ("heavy_cluster_rockets", 2, 4, 8),
    ("laser", 4, 7, 18),
    ("railgun", 3, 7, 18),
    ("bomb_launcher", 1, 3, 8),
]


def needed(kind: str = "machinegun", *, order: FireOrder | None = None, **fields: Any) -> int:
    return to_hit(play := duel(kind, **fields), play.car(), order or at_b())


@pytest.mark.rule("DM-M-015", "DM-M-097", "DM-M-119")
@pytest.mark.parametrize(("kind", "short", "long", "most"), RANGES)
def test_gunnery_is_4_at_short_range_3_at_long_and_2_at_extreme(kind: str, short: int, long: int, most: int) -> None:
    def at(far: int) -> int:
        return needed(kind, far=far)

    assert [at(1), at(short), at(short + 1), at(long), at(long + 1), at(most)] == [4, 4, 3, 3, 2, 2]
    with pytest.raises(OutOfRange, match="beyond the range"):
        at(most + 1)


@pytest.mark.rule("DM-M-119")
def test_a_guided_missile_has_one_short_band_to_18() -> None:
    assert needed("anti_tank_guided_missile", far=18) == 4
    with pytest.raises(OutOfRange):
        needed("anti_tank_guided_missile", far=19)


@pytest.mark.rule("DM-M-119")
@pytest.mark.parametrize(("both", "far", "figure"), [(False, 3, 3), (True, 2, 3), (True, 3, 2), (True, 6, 2)])
def test_both_barrels_of_a_dual_recoilless_have_shorter_bands(both: bool, far: int, figure: int) -> None:
    assert needed("dual_recoilless_rifle", far=far, order=at_b(both=both)) == figure


@pytest.mark.rule("DM-M-119")
def test_both_barrels_reach_6_hexes_and_one_reaches_8() -> None:
    assert needed("dual_recoilless_rifle", far=8) == 2
    with pytest.raises(OutOfRange):
        needed("dual_recoilless_rifle", far=7, order=at_b(both=True))


SINGLE = [
    ({"shooter": {"handling": 1}}, 0),
    ({"shooter": {"handling": 0}}, -1),
    ({"shooter": {"handling": -3}}, -1),
    ({"target": {"speed": 4}}, 0),
    ({"target": {"speed": 5}}, -1),
    ({"target": {"speed": 12}}, -1),
    ({"shooter": {"speed": 9}}, 0),
    ({"shooter": {"rough": 1}}, -1),
    ({"shooter": {"rough": 0}}, 0),
    ({"order": FireOrder(mount="m1", target="b", at_tires=True)}, -1),
    ({"shooter": {"items": [aid("targeting_device")]}}, 1),
    ({"shooter": {"driver": {"worn": ("helmet_sight",)}}}, 1),
    ({"shooter": {"driver": {"gunnery": 5}}}, 2),
]


@pytest.mark.rule("DM-M-097", "DM-M-123")
@pytest.mark.parametrize(("told", "modifier"), SINGLE)
def test_each_modifier_is_as_printed(told: dict[str, Any], modifier: int) -> None:
    assert needed(**told) == 4 + modifier


@pytest.mark.rule("DM-M-097")
def test_all_modifiers_that_apply_add_up() -> None:
    shooter = {
        "speed": 6,
        "handling": 0,
        "rough": 1,
        "control": Control.SPIN,
        "items": [aid("targeting_device")],
        "driver": {"gunnery": 6},
        "mount": Mount(id="m1", type="light", traverse="turret"),
    }
    # 6, extreme −1, handling −1, spin −2, fast −1, rough −1, off the front −1, tires −1, targeting +1.
    play = Board(gunner_of(**shooter), target_at(-7, speed=5))
    assert to_hit(play, play.car(), at_b(at_tires=True)) == 6 - 1 - 1 - 2 - 1 - 1 - 1 - 1 + 1


@pytest.mark.rule("DM-M-108")
def test_a_flesh_wound_takes_1_off_gunnery() -> None:
    play = duel()
    play.crew().wounds = 2
    assert to_hit(play, play.car(), at_b()) == 2


@pytest.mark.rule("DM-M-077", "DM-M-114")
@pytest.mark.parametrize(
    ("control", "plain", "frosty"),
    [
        (Control.OK, 0, 0),
        (Control.MINOR_SKID, -1, 0),
        (Control.FISHTAIL, -1, 0),
        (Control.MAJOR_SKID, -1, 0),
        (Control.SPIN, -2, -1),
        (Control.ROLLOVER, -2, -1),
    ],
)
def test_out_of_control_costs_1_and_2_in_a_spin_or_rollover_and_a_frosty_shooter_less(
    control: Control, plain: int, frosty: int
) -> None:
    sheet = {"control": control}
    assert needed(shooter={"speed": 3, **sheet}) == 4 + plain
    assert needed(shooter={"speed": 3, **sheet, "driver": {"talents": ("frosty",)}}) == 4 + frosty


@pytest.mark.rule("DM-M-077", "DM-M-092")
def test_a_gunner_in_an_uncontrolled_car_loses_1_while_it_rolls_and_nothing_once_it_stands() -> None:
    play = duel(shooter={"speed": 3, "gunner": {}, "control": Control.UNCONTROLLED})
    play.crew().out = True
    assert to_hit(play, play.car(), at_b(seat="gunner")) == 3
    play.car().speed = 0
    assert to_hit(play, play.car(), at_b(seat="gunner")) == 4


TURRET = Mount(id="m1", type="light", traverse="turret")


@pytest.mark.rule("DM-M-097", "DM-M-023", "DM-M-123")
@pytest.mark.parametrize(
    ("at", "driver", "sighted", "gunner"),
    [((3, 0), 4, 5, 4), ((-3, 0), 3, 5, 4), ((-1, 2), 3, 5, 4), ((1, -2), 3, 5, 4)],
)
def test_a_driver_pays_for_firing_off_the_front_and_a_gunner_or_a_helmet_sight_does_not(
    at: tuple[int, int], driver: int, sighted: int, gunner: int
) -> None:
    def fired(**shooter: Any) -> Any:
        return Board(gunner_of(mount=TURRET, gunner={}, **shooter), target_at(*at))

    play = fired()
    assert to_hit(play, play.car(), at_b()) == driver
    assert to_hit(play, play.car(), at_b(seat="gunner")) == gunner
    play = fired(driver={"worn": ("helmet_sight",)})
    assert to_hit(play, play.car(), at_b()) == sighted


@pytest.mark.rule("DM-M-096", "DM-M-114", "DM-M-123")
@pytest.mark.parametrize(
    ("talents", "backwards", "far", "figure"),
    [
        ((), None, 4, 3),
        (("eagle_eyes",), None, 4, 4),
        (("eagle_eyes",), None, 5, 3),
        ((), False, 4, 4),
        (("eagle_eyes",), False, 5, 4),
        (("eagle_eyes",), False, 6, 3),
        ((), True, 3, 3),
        ((), True, 2, 4),
        (("eagle_eyes",), True, 3, 4),
        (("eagle_eyes",), False, 1, 4),
    ],
)
def test_eagle_eyes_and_an_auto_ranger_bring_the_target_nearer_and_a_ranger_that_errs_further(
    talents: tuple[str, ...], backwards: bool | None, far: int, figure: int
) -> None:
    items = [] if backwards is None else [aid("auto_ranger", backwards=backwards)]
    assert needed(far=far, shooter={"items": items, "driver": {"talents": talents}}) == figure


@pytest.mark.rule("DM-M-096")
def test_what_brings_a_target_nearer_may_bring_it_into_reach_and_a_ranger_that_errs_out_of_it() -> None:
    eyes = {"driver": {"talents": ("eagle_eyes",)}}
    assert needed(far=13, shooter=eyes) == 2
    with pytest.raises(OutOfRange):
        needed(far=14, shooter=eyes)
    with pytest.raises(OutOfRange):
        needed(far=12, shooter={"items": [aid("auto_ranger", backwards=True)]})


def smoked(far: int, **shooter: Any) -> int:
    play = duel(far=far, shooter=shooter)
    play.state.markers.append(Marker(kind="smoke", at=play.track.index[-8, 0], by="", car="", until=2))
    return to_hit(play, play.car(), at_b())


@pytest.mark.rule("DM-M-095", "DM-M-096")
@pytest.mark.parametrize(("far", "figure"), [(1, 4), (2, 3), (3, 3), (4, 2), (6, 2)])
def test_smoke_doubles_the_range_before_the_band_is_read(far: int, figure: int) -> None:
    assert smoked(far) == figure


@pytest.mark.rule("DM-M-096")
def test_smoke_doubles_first_and_eagle_eyes_take_1_off_what_comes_of_it() -> None:
    eyes = {"driver": {"talents": ("eagle_eyes",)}}
    # 2 hexes: 4 - 1 = 3 is short. 4 hexes: 8 - 1 = 7 is extreme, and (4 - 1) x 2 = 6 would be long.
    assert smoked(2, **eyes) == 4
    assert smoked(4, **eyes) == 2
    with pytest.raises(OutOfRange):
        smoked(7, **eyes)


@pytest.mark.rule("DM-M-019")
def test_a_target_outside_the_arc_is_refused() -> None:
    play = Board(gunner_of(), target_at(-3))
    with pytest.raises(OutOfArc, match="b is outside the arc of m1 on a"):
        to_hit(play, play.car(), at_b())


@pytest.mark.rule("DM-M-095")
def test_a_target_behind_a_blocking_hex_is_refused() -> None:
    play = duel(track=open_field(special={(-8, 0): {"blocks_sight": True}}))
    with pytest.raises(SightBlocked, match="is blocked"):
        to_hit(play, play.car(), at_b())


@pytest.mark.rule("DM-M-094", "DM-M-097")
def test_a_gunslinger_loses_1_on_all_attacks_once_he_has_taken_up_a_second_weapon() -> None:
    mounts = armed(Mount(id="m1", type="light"), Mount(id="m2", type="light"))
    shooter = gunner_of(driver={"talents": ("gunslinger",)})
    shooter.design, shooter.guns = mounts, {"m1": "machinegun", "m2": "machinegun"}
    play = Board(shooter, target_at(3))
    assert to_hit(play, play.car(), at_b()) == 4
    play.crew().turn_used["weapon m1"], play.crew().aim = 1, "b"
    assert to_hit(play, play.car(), at_b("m2")) == 3
    assert to_hit(play, play.car(), at_b()) == 4
    play.crew().turn_used["weapon m2"] = 1
    assert to_hit(play, play.car(), at_b()) == 3
    play.next_phase(3)
    assert to_hit(play, play.car(), at_b()) == 4
