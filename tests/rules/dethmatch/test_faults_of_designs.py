"""The legality of a design: each error with its own code, and the warnings of a legal design."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from rules.core.document_validation import document_of
from rules.dethmatch.designs.design import CORNER_FACINGS, QUADRANTS, Armor, Design, Mount
from rules.dethmatch.designs.design_errors import design_errors, document_errors
from tests.rules.dethmatch.paper_cars import PLAIN, changed, with_mounts


def codes(design: Design, *, budget: int = 60, **car: Any) -> list[str]:
    """The codes of a design's errors, in order."""
    return [design_error.code for design_error in design_errors(design, budget=budget, **car)]


def broken(design: Design, *, budget: int = 81, **car: Any) -> dict[str, str]:
    """The rule of each error of a design, by code, without warnings."""
    return {
        design_error.code: design_error.rule
        for design_error in design_errors(design, budget=budget, **car)
        if not design_error.warning
    }


@pytest.mark.rule("DM-M-036")
def test_the_plain_car_has_no_fault_and_earns_no_warning() -> None:
    assert design_errors(PLAIN, budget=60, gunner_station=False, gearing=0) == []


@pytest.mark.rule("DM-M-010")
@pytest.mark.parametrize("budget", [60, 63, 75, 81])
def test_a_budget_may_be_spent_and_not_passed(budget: int) -> None:
    dearest = replace(PLAIN, fuel=192 + 16 * (budget - 60))
    assert codes(dearest, budget=budget) == []
    (fault,) = design_errors(replace(dearest, fuel=dearest.fuel + 16), budget=budget)
    assert (fault.code, fault.rule) == ("over_budget", "DM-M-010")
    assert fault.sentence == f"Plain Jane takes {budget + 1} DP and the car has {budget}: save 1."


def test_a_design_has_a_name_that_can_be_printed() -> None:
    (fault,) = design_errors(replace(PLAIN, name="Evil\x1b[31m\nHeat 9"), budget=60)
    assert fault.sentence == r"A design cannot be called 'Evil\x1b[31m\nHeat 9': write a plain name."
    (fault,) = design_errors(replace(PLAIN, name="x" * 99, fuel=192 + 16), budget=60)
    assert fault.sentence.startswith(f"{'x' * 60} takes 61 DP")


@pytest.mark.rule("DM-M-014")
def test_the_house_rules_price_of_a_special_mount_counts() -> None:
    assert codes(PLAIN, special_mount_dp=1) == ["over_budget"]
    assert codes(PLAIN, budget=61, special_mount_dp=1) == []


@pytest.mark.rule("DM-M-011", "DM-M-036")
@pytest.mark.parametrize(
    ("field", "amount", "step"), [("engine", 42, 4), ("suspension", 50, 6), ("fuel", 200, 16), ("fuel", 191, 16)]
)
def test_a_broken_step_is_a_fault(field: str, amount: int, step: int) -> None:
    (fault,) = design_errors(changed(**{field: amount}), budget=81)
    assert (fault.code, fault.rule) == ("bad_step", "DM-M-011")
    assert fault.sentence == f"The {field} of {amount} is not a multiple of {step}: make it one."


@pytest.mark.rule("DM-M-012", "DM-M-036")
@pytest.mark.parametrize(("field", "least"), [("engine", 4), ("suspension", 6), ("fuel", 16)])
def test_the_least_car(field: str, least: int) -> None:
    assert broken(changed(**{field: least})) == {}
    assert broken(changed(**{field: 0})) == {"below_minimum": "DM-M-012"}
    assert broken(changed(**{field: -least})) == {"below_minimum": "DM-M-012"}


@pytest.mark.rule("DM-M-011", "DM-M-012", "DM-M-036")
@pytest.mark.parametrize("toughness", [-1, 0, 5])
def test_toughness_is_1_to_4(toughness: int) -> None:
    assert broken(changed(toughness=toughness)) == {"bad_toughness": "DM-M-012"}


@pytest.mark.rule("DM-M-011", "DM-M-012")
@pytest.mark.parametrize("toughness", [1, 2, 3, 4])
def test_each_toughness_may_be_bought(toughness: int) -> None:
    assert broken(changed(toughness=toughness)) == {}


@pytest.mark.rule("DM-M-025", "DM-M-012")
@pytest.mark.parametrize(
    ("points", "armor", "faults"),
    [
        (12, (6, 6, 0, 0), []),
        (12, (0, 0, 6, 6), []),
        (12, (6, 2, 2, 2), []),
        (12, (7, 1, 2, 2), ["armor_half"]),
        (12, (1, 7, 2, 2), ["armor_half"]),
        (11, (5, 2, 2, 2), []),
        (11, (6, 1, 2, 2), ["armor_half"]),
        (12, (3, 3, 2, 4), ["armor_sides"]),
        (12, (3, 3, 4, 2), ["armor_sides"]),
        (13, (3, 3, 3, 3), ["armor_sum"]),
        (11, (3, 3, 3, 3), ["armor_sum"]),
        (0, (0, 0, 0, 0), []),
        (1, (1, 0, 0, 0), ["armor_half"]),
        (12, (-1, 5, 4, 4), ["below_minimum"]),
        (12, (8, 0, 1, 2), ["armor_half", "armor_sides", "armor_sum"]),
    ],
)
def test_armor_stands_where_it_may(points: int, armor: tuple[int, int, int, int], faults: list[str]) -> None:
    front, rear, left_side, right = armor
    design = changed(armor_points=points, armor=Armor(front=front, rear=rear, left=left_side, right=right))
    errors = [design_error for design_error in design_errors(design, budget=81) if not design_error.warning]
    assert sorted(error.code for error in errors) == faults
    assert all(error.rule == ("DM-M-012" if error.code == "below_minimum" else "DM-M-025") for error in errors)


@pytest.mark.rule("DM-M-025")
@pytest.mark.parametrize("quadrant", QUADRANTS)
def test_a_fault_of_armor_names_its_quadrant(quadrant: str) -> None:
    design = changed(armor=Armor(**{quadrant: 7}))
    assert f"The {quadrant} has 7 of 12 armor points: give it no more than half." in [
        design_error.sentence for design_error in design_errors(design, budget=60)
    ]


@pytest.mark.rule("DM-M-014", "DM-M-036")
def test_a_car_has_one_special_mount() -> None:
    design = with_mounts(*(Mount(id=id, type="special", facing="rear") for id in ("tail", "nose")))
    assert broken(design) == {"special_limit": "DM-M-014"}


@pytest.mark.rule("DM-M-014", "DM-M-019")
@pytest.mark.parametrize(
    ("facing", "special", "light"),
    [
        ("front", {}, {}),
        ("rear", {}, {}),
        ("left", {"special_facing": "DM-M-014"}, {}),
        ("right", {"special_facing": "DM-M-014"}, {}),
        *((corner_facing, {}, {"bad_facing": "DM-M-019"}) for corner_facing in CORNER_FACINGS),
        ("up", {"unknown_part": "DM-M-036"}, {"unknown_part": "DM-M-036"}),
    ],
)
def test_a_mount_faces_one_of_its_directions(facing: str, special: dict[str, str], light: dict[str, str]) -> None:
    assert broken(with_mounts(Mount(id="m", type="special", facing=facing))) == special
    for sort in ("light", "heavy", "rocket"):
        assert broken(with_mounts(Mount(id="m", type=sort, facing=facing))) == light


@pytest.mark.rule("DM-M-029", "DM-M-036")
@pytest.mark.parametrize(
    ("tweaks", "code"),
    [
        (("raised", "lowered"), "height_conflict"),
        (("increased_travel", "decreased_travel"), "travel_conflict"),
    ],
)
def test_tweaks_that_exclude_each_other(tweaks: tuple[str, ...], code: str) -> None:
    assert broken(changed(tweaks=tweaks)) == {code: "DM-M-029"}


@pytest.mark.rule("DM-M-029")
@pytest.mark.parametrize("height", ["raised", "lowered"])
@pytest.mark.parametrize("travel", ["increased_travel", "decreased_travel"])
def test_a_height_and_a_travel_go_together(height: str, travel: str) -> None:
    assert broken(changed(tweaks=(height, travel))) == {}


@pytest.mark.rule("DM-M-022", "DM-M-036")
@pytest.mark.parametrize("height", ["raised", "lowered"])
def test_an_adjustable_suspension_is_at_no_other_height_for_good(height: str) -> None:
    assert broken(changed(adjustable="raised", tweaks=(height,))) == {"height_conflict": "DM-M-022"}
    assert broken(changed(adjustable="raised", tweaks=("increased_travel",))) == {}


@pytest.mark.rule("DM-M-018", "DM-M-036")
@pytest.mark.parametrize(
    ("one", "other", "legal"),
    [
        (Mount(id="a", type="light", link="b"), Mount(id="b", type="light", link="a"), True),
        (Mount(id="a", type="light", link="b"), Mount(id="b", type="heavy", link="a"), False),
        (
            Mount(id="a", type="light", link="b"),
            Mount(id="b", type="light", traverse="swivel", link="a"),
            False,
        ),
        (Mount(id="a", type="light", link="b"), Mount(id="b", type="light", facing="rear", link="a"), False),
        (Mount(id="a", type="light", link="b"), Mount(id="b", type="light"), False),
        (Mount(id="a", type="light", link="roof"), Mount(id="b", type="light"), False),
        (Mount(id="a", type="light", link="a"), Mount(id="b", type="light"), False),
    ],
)
def test_linked_mounts_are_two_of_a_kind(one: Mount, other: Mount, legal: bool) -> None:
    assert broken(with_mounts(one, other)) == ({} if legal else {"link_mismatch": "DM-M-018"})


@pytest.mark.rule("DM-M-018")
def test_a_link_is_between_two_mounts_and_no_third() -> None:
    mounts = [Mount(id=id, type="light", link=link) for id, link in (("a", "b"), ("b", "a"), ("c", "a"))]
    (fault,) = [
        design_error for design_error in design_errors(with_mounts(*mounts), budget=81) if not design_error.warning
    ]
    assert (fault.code, fault.sentence[:21]) == ("link_mismatch", "c is linked with a: l")


@pytest.mark.rule("DM-M-026", "DM-M-036")
@pytest.mark.parametrize(
    ("gearing", "faults"), [(-2, ["bad_gearing"]), (-1, []), (0, []), (1, []), (2, ["bad_gearing"])]
)
def test_gearing_is_one_of_three(gearing: int, faults: list[str]) -> None:
    assert codes(changed(gearing=gearing)) == faults


@pytest.mark.rule("DM-M-036")
@pytest.mark.parametrize(
    "change",
    [
        {"tweaks": ("slammed",)},
        {"tweaks": ("wheel_guards",)},
        {"components": ("wings",)},
        {"components": ("lowered",)},
        {"adjustable": "sideways"},
        {"mounts": (Mount(id="m", type="nuclear"),)},
        {"mounts": (Mount(id="m", type="light", traverse="tracking"),)},
    ],
)
def test_a_part_nobody_makes_is_unknown(change: dict[str, Any]) -> None:
    assert broken(changed(**change)) == {"unknown_part": "DM-M-036"}


@pytest.mark.rule("DM-M-036", "DM-M-023")
@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"tweaks": ("lowered", "lowered")}, "The tweak 'lowered' stands there 2 times: name it once."),
        (
            {"components": ("gunner_station",) * 3},
            "The component 'gunner_station' stands there 3 times: name it once.",
        ),
        ({"mounts": (Mount(id="m", type="rocket"),) * 2}, "The mount 'm' stands there 2 times: name it once."),
    ],
)
def test_a_part_is_named_once(change: dict[str, Any], sentence: str) -> None:
    (fault,) = [
        design_error for design_error in design_errors(changed(**change), budget=81) if not design_error.warning
    ]
    assert (fault.code, fault.rule, fault.sentence) == ("part_twice", "DM-M-036", sentence)


@pytest.mark.rule("DM-M-036")
@pytest.mark.parametrize("id", ["", "Gun", "gun:1", "-gun", "big gun", "gün"])
def test_a_mount_has_an_id_that_orders_can_name(id: str) -> None:
    assert broken(with_mounts(Mount(id=id, type="light"))) == {"bad_mount_id": "DM-M-036"}


@pytest.mark.parametrize("id", ["g", "1", "left_gun", "gun-2.b"])
def test_a_mount_may_be_called_many_things(id: str) -> None:
    assert broken(with_mounts(Mount(id=id, type="light"))) == {}


@pytest.mark.rule("DM-M-023")
def test_a_design_has_the_station_its_car_was_bought_with() -> None:
    manned = changed(components=("gunner_station",))
    assert broken(PLAIN, gunner_station=True) == {"other_station": "DM-M-023"}
    assert broken(manned, gunner_station=False) == {"other_station": "DM-M-023"}
    assert broken(manned, gunner_station=True) == broken(manned) == {}


@pytest.mark.rule("DM-M-026")
def test_a_design_has_the_gearing_its_car_was_built_with() -> None:
    assert broken(PLAIN, gearing=1) == {"other_gearing": "DM-M-026"}
    assert broken(changed(gearing=1), gearing=1) == broken(changed(gearing=1)) == {}


@pytest.mark.rule("DM-M-036")
def test_all_faults_are_told_at_once_and_no_warnings_with_them() -> None:
    wreck = Design(
        name="Wreck",
        engine=5,
        suspension=0,
        fuel=16,
        toughness=9,
        armor_points=10,
        armor=Armor(front=6, rear=1, left=1, right=2),
        tweaks=("raised", "lowered", "increased_travel", "decreased_travel"),
        adjustable="lowered",
        components=("wings",),
        mounts=(
            Mount(id="a", type="special", facing="left"),
            Mount(id="b", type="special"),
            Mount(id="c", type="light", traverse="turret", facing="left_rear", link="d"),
            Mount(id="d", type="light", traverse="turret", facing="left", link="c"),
        ),
        gearing=3,
    )
    assert [
        design_error.code for design_error in design_errors(wreck, budget=10, gunner_station=True, gearing=0)
    ] == [
        "bad_step",
        "below_minimum",
        "bad_toughness",
        "armor_half",
        "armor_sides",
        "unknown_part",
        "height_conflict",
        "travel_conflict",
        "height_conflict",
        "bad_gearing",
        "special_limit",
        "special_facing",
        "bad_facing",
        "link_mismatch",
        "link_mismatch",
        "other_station",
        "other_gearing",
        "over_budget",
    ]


@pytest.mark.rule("DM-M-036")
def test_a_document_is_looked_at_for_its_shape_first() -> None:
    document = document_of(PLAIN)
    assert document_errors(document, budget=60, gunner_station=False, gearing=0) == []
    assert [document_error.code for document_error in document_errors(document, budget=59)] == ["over_budget"]
    document["engine"], document["wings"] = "fast", 2
    errors = document_errors(document, budget=59)
    assert [(error.code, error.rule, error.warning) for error in errors] == [("unreadable", "DM-M-036", False)]
    sentence = errors[0].sentence
    assert sentence.startswith("The design cannot be read: design has no field 'wings' (it has name, engine, ")
    assert sentence.endswith("); design.engine is not a whole number. Fix each of these.")


@pytest.mark.rule("DM-M-010", "DM-M-036")
@pytest.mark.parametrize("far", [100_001, 10**30])
def test_a_figure_out_of_all_bounds_hides_no_other_fault(far: int) -> None:
    document = document_of(PLAIN) | {"armor": {"front": far}, "toughness": far, "fuel": -far * 16}
    error_codes = [document_error.code for document_error in document_errors(document, budget=60)]
    assert [code for code in error_codes if code != "bad_step"] == [
        "below_minimum",
        "bad_toughness",
        "armor_half",
        "armor_sum",
    ]
    document = document_of(PLAIN) | {"engine": far, "components": ["wings"]}
    error_codes = [document_error.code for document_error in document_errors(document, budget=60)]
    assert [code for code in error_codes if code != "bad_step"] == ["unknown_part", "over_budget"]


# ------------------------------------------------------------------------------------------------- warnings


@pytest.mark.rule("DM-M-033", "DM-M-036")
@pytest.mark.parametrize(("suspension", "warned"), [(18, []), (12, ["overloaded"])])
def test_a_suspension_too_weak_is_legal_and_warned_of(suspension: int, warned: list[str]) -> None:
    assert codes(changed(suspension=suspension, fuel=192 + 16 * (8 - suspension // 6))) == warned


@pytest.mark.rule("DM-M-031", "DM-M-036")
@pytest.mark.parametrize(
    ("engine", "gearing", "warned"),
    [(40, -1, []), (16, 0, []), (16, -1, ["slow"]), (12, 0, ["slow"]), (12, 1, [])],
)
def test_an_engine_too_weak_is_legal_and_warned_of(engine: int, gearing: int, warned: list[str]) -> None:
    weak = changed(engine=engine, gearing=gearing)
    assert [code for code in codes(weak) if code != "unspent_dp"] == warned


@pytest.mark.rule("DM-M-035", "DM-M-036", "DM-M-048")
@pytest.mark.parametrize(
    ("fuel", "turns", "warned"),
    [
        (176, None, []),
        (160, None, ["little_fuel"]),
        (192, 15, []),
        (192, 16, ["little_fuel"]),
        (288, 24, []),
        (288, 25, ["little_fuel"]),
    ],
)
def test_a_tank_too_small_for_the_event_is_warned_of(fuel: int, turns: int | None, warned: list[str]) -> None:
    event = {} if turns is None else {"turns": turns}
    assert [code for code in codes(changed(fuel=fuel), budget=81, **event) if code != "unspent_dp"] == warned


@pytest.mark.rule("DM-M-020", "DM-M-036")
@pytest.mark.parametrize(
    ("components", "warned"),
    [
        (("gunner_station",), []),
        (("gunner_station", "armored_seat_driver"), ["unprotected_seat"]),
        (("gunner_station", "armored_seat_gunner"), ["unprotected_seat"]),
        (("gunner_station", "armored_seat_driver", "armored_seat_gunner"), []),
        (("armored_seat_driver",), []),
        (("armored_seat_gunner",), ["seat_without_station"]),
    ],
)
def test_an_armored_seat_protects_one_of_two(components: tuple[str, ...], warned: list[str]) -> None:
    warnings = codes(changed(components=components), budget=81)
    assert [code for code in warnings if code != "unspent_dp"] == warned


@pytest.mark.rule("DM-M-010", "DM-M-036")
def test_points_left_over_are_lost_and_warned_of() -> None:
    (fault,) = design_errors(PLAIN, budget=63)
    assert (fault.code, fault.warning) == ("unspent_dp", True)
    assert fault.sentence == "3 DP are not spent, and are lost."
