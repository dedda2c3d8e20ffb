"""Random cars are legal and of every sort. Each error put into a legal car is named."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from functools import cache

import pytest

from rules.core.dice import Stream
from rules.core.document_validation import document_of
from rules.dethmatch.designs.design import Armor, Design, Mount, read_design
from rules.dethmatch.designs.design_errors import design_errors
from rules.dethmatch.designs.design_points import dp_spent
from rules.dethmatch.designs.mounts import mounted_weapon_errors
from rules.dethmatch.designs.random_designs import random_design, random_weapons
from rules.dethmatch.designs.ratings import Equipment, acceleration_base, compute_ratings

BUDGETS = (60, 63, 75, 81)
DRAWN = 300


def drawn(number: int) -> tuple[Design, int]:
    """A random car and its budget, always the same for a number."""
    budget = BUDGETS[number % len(BUDGETS)]
    return random_design(Stream(f"lot/c{number}", key=b"cars"), budget=budget), budget


@cache
def cars() -> list[tuple[Design, int]]:
    """Every random car, with its budget."""
    return [drawn(number) for number in range(DRAWN)]


def broken(design: Design, budget: int) -> Counter[str]:
    """The codes of a design's errors, without warnings."""
    return Counter(
        design_error.code for design_error in design_errors(design, budget=budget) if not design_error.warning
    )


@pytest.mark.rule("DM-M-010", "DM-M-013", "DM-M-018", "DM-M-025", "DM-M-029", "DM-M-036")
@pytest.mark.parametrize("number", range(DRAWN))
def test_a_car_by_lot_is_legal_in_its_mounts_too_and_survives_its_document(number: int) -> None:
    design, budget = cars()[number]
    assert broken(design, budget) == {}
    assert read_design(document_of(design)) == design
    weapons = random_weapons(Stream(f"lot/w{number}", key=b"cars"), design)
    assert [error for error in mounted_weapon_errors(design, weapons) if not error.warning] == []
    for mount in design.mounts:
        assert weapons.get(mount.link) in (None, weapons.get(mount.id)) or mount.id not in weapons


def test_cars_by_lot_are_of_every_sort() -> None:
    features = Counter[object]()
    for design, budget in cars():
        car = compute_ratings(design)
        features.update(
            {f"toughness {design.toughness}", f"gearing {design.gearing}", *design.tweaks, *design.components}
        )
        features.update({f"{mount.type} {mount.traverse}" for mount in design.mounts})
        features.update({"linked" for mount in design.mounts if mount.link})
        features.update({f"adjustable {design.adjustable}", f"unspent {budget > dp_spent(design)}"})
        features.update(
            {f"overloaded {car.overload > 0}", f"slow {car.acceleration < 1}", f"bare {not design.armor_points}"}
        )
    assert sorted(str(feature) for feature in features) == sorted(
        [
            *(f"toughness {rank}" for rank in (1, 2, 3, 4)),
            *(f"gearing {gearing}" for gearing in (-1, 0, 1)),
            *("lowered", "raised", "decreased_travel", "increased_travel"),
            *("armored_seat_driver", "armored_seat_gunner", "self_sealing_tank", "gunner_station", "wheel_guards"),
            *(
                f"{sort} {traverse}"
                for sort in ("light", "heavy", "rocket", "special")
                for traverse in ("fixed", "swivel", "turret")
            ),
            *("adjustable ", "adjustable raised", "adjustable lowered", "linked"),
            *(f"{trait} {so}" for trait in ("unspent", "overloaded", "slow", "bare") for so in (False, True)),
        ]
    )


@pytest.mark.rule("DM-M-023")
@pytest.mark.parametrize("station", [False, True])
def test_a_station_is_had_or_not_as_it_is_asked(station: bool) -> None:
    for number in range(40):
        design = random_design(Stream(f"lot/s{number}", key=b"cars"), budget=60, gunner_station=station)
        assert design.has("gunner_station") is station


def test_the_same_dice_draw_the_same_car() -> None:
    assert drawn(7) == drawn(7)
    assert drawn(7) != drawn(11)


BREAKS: dict[str, Callable[[Design], Design]] = {
    "bad_step": lambda design: replace(design, engine=design.engine + 1),
    "below_minimum": lambda design: replace(design, suspension=0),
    "bad_toughness": lambda design: replace(design, toughness=5),
    "armor_sum": lambda design: replace(design, armor_points=design.armor_points + 1),
    "height_conflict": lambda design: replace(design, tweaks=("raised", "lowered"), adjustable=""),
    "travel_conflict": lambda design: replace(design, tweaks=("increased_travel", "decreased_travel")),
    "bad_gearing": lambda design: replace(design, gearing=2),
    "unknown_part": lambda design: replace(design, components=(*design.components, "wings")),
    "part_twice": lambda design: replace(design, components=("wheel_guards",) * 2),
    "link_mismatch": lambda design: replace(design, mounts=(*design.mounts, Mount(id="z", type="rocket", link="y"))),
    "bad_facing": lambda design: replace(
        design, mounts=(*design.mounts, Mount(id="z", type="rocket", facing="left_rear"))
    ),
    "special_limit": lambda design: replace(
        design,
        mounts=(
            *(mount for mount in design.mounts if mount.type != "special"),
            Mount(id="y", type="special"),
            Mount(id="z", type="special"),
        ),
    ),
    "special_facing": lambda design: replace(
        design,
        mounts=(
            *(mount for mount in design.mounts if mount.type != "special"),
            Mount(id="z", type="special", facing="left"),
        ),
    ),
    "armor_sides": lambda design: replace(design, armor_points=8, armor=Armor(front=3, rear=2, left=1, right=2)),
    "armor_half": lambda design: replace(design, armor_points=8, armor=Armor(front=5, rear=1, left=1, right=1)),
    "over_budget": lambda design: replace(design, fuel=design.fuel + 16 * 60),
}


@pytest.mark.rule("DM-M-036")
@pytest.mark.parametrize("code", BREAKS)
def test_one_thing_broken_is_the_one_fault_named(code: str) -> None:
    for design, budget in cars()[:80]:
        spare = 0 if code == "over_budget" else 60
        assert broken(BREAKS[code](design), budget + spare) == {code: 1}


@pytest.mark.rule("DM-M-030", "DM-M-031", "DM-M-032", "DM-M-033", "DM-M-035")
@pytest.mark.parametrize("number", range(0, DRAWN, 3))
def test_ratings_agree_with_exact_fractions(number: int) -> None:
    design, _ = cars()[number]
    car = compute_ratings(design)
    assert car.weight == design.armor.total + 2 * design.toughness + sum(
        mount.type == "heavy" for mount in design.mounts
    )
    load = Fraction(car.weight, design.engine)
    base = -2 if load > 2 else -1 if load > Fraction(3, 2) else int(1 / load)
    assert acceleration_base(power=design.engine, weight=car.weight) == base == car.acceleration - design.gearing
    excess = Fraction(car.weight - design.suspension, design.suspension) * 10
    assert car.overload == max(0, -int(-excess // 1) if excess <= 0 else -(-excess // 1))
    assert car.fuel - 1 < Fraction(design.fuel, design.engine) <= car.fuel


def test_the_lightest_car_flies() -> None:
    assert (
        compute_ratings(Design(name="Kite", engine=80, suspension=6, fuel=16, toughness=1), Equipment()).acceleration
        == 40
    )
