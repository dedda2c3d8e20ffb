"""The 13 kinds of sponsor: how they are attracted, what they pay, and what they make cheaper."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from rules.campaign.sponsors import kinds as sponsors
from rules.campaign.sponsors.kinds import (
    SPONSOR_BY_D66,
    SPONSOR_KINDS,
    cloning_amount,
    effect_count,
    may_hire_rating_4,
    new_car_amount,
    new_car_dp,
    quirk_check_bonus,
    repair_amount,
    replacement_amount,
    roll_income,
    roll_sponsor,
    weapon_amount,
)
from rules.core.dice import Stream
from tests.rules.campaign.memory_seasons import founded


def loaded(*faces: int) -> Stream:
    return Stream("m1/settle/s/income", loaded=faces)


@pytest.mark.rule("DM-C-071", "DM-C-003")
@pytest.mark.parametrize(
    ("kind", "values"),
    [
        ("oil", (11, 12, 13)),
        ("car_manufacturer", (14, 15, 16)),
        ("medical_services", (21, 22, 23)),
        ("tire_company", (24, 25, 26)),
        ("gun_manufacturer", (31, 32, 33)),
        ("mechanic_shop", (34, 35, 36)),
        ("insurance", (41, 42)),
        ("car_dealership", (43, 44, 45)),
        ("engineering_firm", (46, 51)),
        ("energy", (52, 53, 54)),
        ("holding_company", (55, 56, 61)),
        ("cloning_services", (62, 63)),
        ("munitions", (64, 65, 66)),
    ],
)
def test_a_sponsor_is_attracted_on_the_printed_values(kind: str, values: tuple[int, ...]) -> None:
    assert tuple(value for value, other_kind in SPONSOR_BY_D66.items() if other_kind == kind) == values
    for value in values:
        assert roll_sponsor(stream=loaded(value // 10, value % 10)).kind == kind


@pytest.mark.rule("DM-C-072")
@pytest.mark.parametrize(
    ("kind", "faces", "k"),
    [
        pytest.param("oil", (3, 4), 70, marks=pytest.mark.rule("DM-C-074")),
        pytest.param("oil", (6, 6), 120, marks=pytest.mark.rule("DM-C-074")),
        pytest.param("car_manufacturer", (6,), 60, marks=pytest.mark.rule("DM-C-075")),
        pytest.param("medical_services", (1,), 10, marks=pytest.mark.rule("DM-C-076")),
        pytest.param("tire_company", (6,), 30, marks=pytest.mark.rule("DM-C-077")),
        pytest.param("gun_manufacturer", (5,), 50, marks=pytest.mark.rule("DM-C-078")),
        pytest.param("mechanic_shop", (1,), 5, marks=pytest.mark.rule("DM-C-079")),
        pytest.param("insurance", (4,), 40, marks=pytest.mark.rule("DM-C-080")),
        pytest.param("car_dealership", (3,), 30, marks=pytest.mark.rule("DM-C-081")),
        pytest.param("engineering_firm", (3,), 15, marks=pytest.mark.rule("DM-C-082")),
        pytest.param("energy", (1, 1), 20, marks=pytest.mark.rule("DM-C-083")),
        pytest.param("holding_company", (4,), 20, marks=pytest.mark.rule("DM-C-084")),
        pytest.param("cloning_services", (2,), 20, marks=pytest.mark.rule("DM-C-085")),
        pytest.param("munitions", (5,), 50, marks=pytest.mark.rule("DM-C-086")),
    ],
)
def test_a_sponsor_pays_what_the_table_says(kind: str, faces: Sequence[int], k: int) -> None:
    stream = loaded(*faces)
    paid = roll_income(kind=kind, stream=stream)
    assert (paid.amount, paid.war, stream.unused_count()) == (k * 1000, False, 0)


@pytest.mark.rule("DM-C-072")
def test_the_kinds_pay_their_printed_mean() -> None:
    mean_k = {kind: row.dice * 3.5 * row.each_k for kind, row in SPONSOR_KINDS.items() if kind != "munitions"}
    assert mean_k == {
        "oil": 70,
        "car_manufacturer": 35,
        "medical_services": 35,
        "tire_company": 17.5,
        "gun_manufacturer": 35,
        "mechanic_shop": 17.5,
        "insurance": 35,
        "car_dealership": 35,
        "engineering_firm": 17.5,
        "energy": 70,
        "holding_company": 17.5,
        "cloning_services": 35,
    }


@pytest.mark.rule("DM-C-086")
@pytest.mark.parametrize(("faces", "k"), [((6, 1, 1, 1), 30), ((6, 6, 6, 6), 180), ((6, 2, 4, 5), 110)])
def test_munitions_pay_for_a_war_on_a_six_even_when_it_is_less(faces: Sequence[int], k: int) -> None:
    paid = roll_income(kind="munitions", stream=loaded(*faces))
    assert (paid.amount, paid.war) == (k * 1000, True)


@pytest.mark.rule("DM-C-086")
@pytest.mark.parametrize(
    ("faces", "k", "war"), [((6, 5), 60, False), ((2, 6, 3, 3, 3), 90, True), ((6, 6, 1, 1, 2), 40, True)]
)
def test_a_war_has_a_die_of_its_own_where_the_house_says_so(faces: Sequence[int], k: int, war: bool) -> None:
    paid = roll_income(kind="munitions", separate_war_die=True, stream=loaded(*faces))
    assert (paid.amount, paid.war) == (k * 1000, war)


@pytest.mark.rule("DM-C-071", "DM-C-072")
def test_each_kind_stands_under_its_printed_name_and_its_rule() -> None:
    assert [(tag, row.name, row.rule) for tag, row in SPONSOR_KINDS.items()] == [
        ("oil", "Oil company", "DM-C-074"),
        ("car_manufacturer", "Car manufacturer", "DM-C-075"),
        ("medical_services", "Medical services", "DM-C-076"),
        ("tire_company", "Tire company", "DM-C-077"),
        ("gun_manufacturer", "Gun manufacturer", "DM-C-078"),
        ("mechanic_shop", "Mechanic shop", "DM-C-079"),
        ("insurance", "Insurance company", "DM-C-080"),
        ("car_dealership", "Car dealership", "DM-C-081"),
        ("engineering_firm", "Engineering firm", "DM-C-082"),
        ("energy", "Energy company", "DM-C-083"),
        ("holding_company", "Holding company", "DM-C-084"),
        ("cloning_services", "Cloning services", "DM-C-085"),
        ("munitions", "Munitions company", "DM-C-086"),
    ]


@pytest.mark.rule("DM-C-072")
def test_only_munitions_go_to_war() -> None:
    assert [
        roll_income(kind=kind, stream=loaded(6, 6)).war for kind in sorted(SPONSOR_KINDS) if kind != "munitions"
    ] == [False] * 12


@pytest.mark.rule("DM-C-078", "DM-C-001", "DM-C-073")
@pytest.mark.parametrize(("makers", "asked"), [(0, 15_000), (1, 13_500), (9, 1500), (10, 0), (11, 0)])
def test_gun_manufacturers_that_add_up_never_pay_the_buyer(makers: int, asked: int) -> None:
    assert weapon_amount(listed=15_000, gun_manufacturer=makers) == asked


@pytest.mark.rule("DM-C-073")
@pytest.mark.parametrize(("stacks", "times"), [(False, 1), (True, 2)])
def test_two_of_a_kind_help_once_unless_the_house_says_otherwise(stacks: bool, times: int) -> None:
    table = founded(switches={"sponsors.same_type_effects_stack": stacks})
    table.sponsor("razors", "insurance", "insurance", "oil")
    assert effect_count(table.season, "razors", "insurance") == times
    assert effect_count(table.season, "razors", "energy") == 0
    assert effect_count(table.season, "saints", "insurance") == 0 or "insurance" in table.season.sponsor_kinds_of(
        "saints"
    )


@pytest.mark.rule("DM-C-046", "DM-C-076", "DM-C-085", "DM-C-073")
@pytest.mark.parametrize(
    ("kinds", "bonus"),
    [
        ((), 0),
        (("medical_services",), 1),
        (("cloning_services",), 1),
        (("medical_services", "cloning_services"), 2),
        (("medical_services", "medical_services"), 1),
        (("insurance", "oil"), 0),
    ],
)
def test_medical_and_cloning_services_help_a_quirk_check(kinds: tuple[str, ...], bonus: int) -> None:
    table = founded()
    table.sponsor("razors", *kinds)
    assert quirk_check_bonus(table.season, "razors") == bonus


@pytest.mark.rule("DM-C-080", "DM-C-085")
@pytest.mark.parametrize(
    ("insured", "services", "left"), [(0, 0, 5000), (0, 1, 3000), (1, 0, 0), (1, 1, 0), (0, 2, 1000), (0, 3, 0)]
)
def test_a_cloning_is_cheaper_and_never_below_zero(insured: int, services: int, left: int) -> None:
    assert cloning_amount(listed=5000, insured=insured, cloning_services=services) == left


@pytest.mark.rule("DM-C-080")
@pytest.mark.parametrize(
    ("listed", "insured", "left"), [(5000, 1, 0), (8000, 1, 3000), (8000, 0, 8000), (8000, 2, 0)]
)
def test_a_replacement_is_cheaper_and_never_below_zero(listed: int, insured: int, left: int) -> None:
    assert replacement_amount(listed=listed, insured=insured) == left


@pytest.mark.rule("DM-C-079")
@pytest.mark.parametrize(
    ("listed", "overhead", "shop", "left"),
    [
        (4000, False, 1, 3000),
        (1000, False, 1, 0),
        (0, False, 1, 0),
        (7000, True, 1, 5000),
        (2000, True, 1, 0),
        (7000, True, 0, 7000),
        (7000, True, 2, 3000),
    ],
)
def test_a_mechanic_shop_takes_its_part_off_each_bill(listed: int, overhead: bool, shop: int, left: int) -> None:
    assert repair_amount(listed=listed, overhead=overhead, mechanic_shop=shop) == left


@pytest.mark.rule("DM-C-081", "DM-C-001")
@pytest.mark.parametrize(
    ("listed", "dealership", "left"),
    [
        (100_000, 0, 100_000),
        (100_000, 1, 90_000),
        (150_000, 1, 135_000),
        (15_000, 1, 13_500),
        (150_000, 2, 120_000),
        (100_000, 11, 0),
    ],
)
def test_a_dealership_takes_a_tenth_off_exactly(listed: int, dealership: int, left: int) -> None:
    assert new_car_amount(listed=listed, dealership=dealership) == left


@pytest.mark.rule("DM-C-075")
@pytest.mark.parametrize(
    ("printed", "overhead", "manufacturer", "dp"),
    [(60, False, 1, 63), (75, True, 1, 81), (60, False, 0, 60), (75, True, 0, 75)],
)
def test_a_manufacturer_adds_to_the_design(printed: int, overhead: bool, manufacturer: int, dp: int) -> None:
    assert new_car_dp(printed=printed, overhead=overhead, manufacturer=manufacturer) == dp


@pytest.mark.rule("DM-C-064", "DM-C-077")
@pytest.mark.parametrize("kind", sorted(SPONSOR_KINDS))
def test_three_kinds_supply_rating_4(kind: str) -> None:
    table = founded()
    table.sponsor("razors", kind)
    supplies = kind in ("tire_company", "mechanic_shop", "car_dealership")
    assert may_hire_rating_4(table.season, "razors") is supplies


@pytest.mark.rule("DM-C-068")
def test_kinds_that_must_differ_are_thrown_again() -> None:
    won = roll_sponsor(but=frozenset({"oil", "energy"}), stream=loaded(1, 1, 5, 2, 1, 4))
    assert won.kind == "car_manufacturer"
    assert [roll.d66 for roll in won.rolls] == [11, 52, 14]


@pytest.mark.rule("DM-C-068", "DM-C-075", "DM-C-079", "DM-C-080", "DM-C-081", "DM-C-085")
def test_printed_figures_of_the_effects() -> None:
    assert sponsors.FOUNDING_SPONSORS == 3
    assert (sponsors.MANUFACTURER_DP, sponsors.MANUFACTURER_OVERHEAD_DP) == (3, 6)
    assert (sponsors.MECHANIC_SHOP_K, sponsors.MECHANIC_SHOP_OVERHEAD_K) == (1, 2)
    assert (sponsors.INSURANCE_K, sponsors.CLONING_SERVICES_K, sponsors.DEALERSHIP_PERCENT) == (5, 2, 10)
