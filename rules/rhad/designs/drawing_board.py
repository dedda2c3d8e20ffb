"""The drawing board of RHAD cars: the parts of a design, their prices and bounds, and its outline.

Rules RH-022, RH-035, RH-060, RH-085, RH-094.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from rules.core.document_validation import document_of
from rules.core.refusals import Refusal
from rules.core.switches import Setting, valid_settings
from rules.match.drawing_board import (
    AHEAD,
    ALL_ROUND,
    SIDE_BEARINGS,
    Arc,
    Choices,
    DrawingBoard,
    FieldNote,
    Outline,
    Plate,
    PointsAccount,
    RowTemplate,
)
from rules.match.handling.speed_table import SPEED_STEP
from rules.match.ruleset import Document
from rules.rhad.designs.design import ACCESSORIES, ENDS, MOUNTS, ROLES, SIDES, Design, read_design
from rules.rhad.designs.design_errors import (
    ARMOR_BOUNDS,
    BOUNDS,
    FIGURE_LABELS,
    SHOTS_BOUNDS,
    SPEED_FIGURES,
    TIRE_DP_BOUNDS,
    TO_HIT_BOUNDS,
    UNPRICEABLE_CODES,
    WEAPON_DP_BOUNDS,
    design_errors,
)
from rules.rhad.designs.design_points import (
    ACCEL_STEP,
    ACCESSORY_DP,
    ARMOR_STEP,
    BASE_HC_DP,
    BRAKE_STEP,
    GUNNER_DP,
    PLANT_STEP,
    TIRE_STEP,
    TOP_SPEED_STEP,
    dp_spent,
    weapon_dp,
)
from rules.rhad.designs.stock_designs import stock_designs
from rules.rhad.designs.stock_weapons import WEAPON_BY_KIND
from rules.rhad.settings import SWITCHES_BY_NAME, settings_of

WEDGE = 120
"""The width of a side's arc, in degrees (RH-085)."""
UNPRICED = "none"
"""The setting of `rhad.budget` with which design points do not limit designs (RH-085)."""
FIGURE_NOTES = {
    "base_hc": f"{', '.join(map(str, BASE_HC_DP.values()))} DP for {min(BASE_HC_DP)} to {max(BASE_HC_DP)}",
    "max_speed": f"Mph; 1 DP buys {TOP_SPEED_STEP}",
    "accel": f"Mph a round; 1 DP buys {ACCEL_STEP}",
    "brake": f"Mph a round; 1 DP buys {BRAKE_STEP}",
    "power_plant_dp": f"Points; 1 DP buys {PLANT_STEP}",
}
"""The unit of each figure, and what its design points buy (ruling under RH-085)."""


def _words(names: tuple[str, ...]) -> Choices:
    return tuple((name, name) for name in names)


def notes(_switches: Mapping[str, Setting]) -> Mapping[str, FieldNote]:
    """The notes on the parts of a design (RH-022, RH-035, RH-060, RH-085)."""
    bounded = {
        name: FieldNote(
            label=FIGURE_LABELS[name],
            means=FIGURE_NOTES[name],
            least=least,
            most=most,
            step=SPEED_STEP if name in SPEED_FIGURES else 1,
            codes=(f"bad_{name}", "bad_step"),
        )
        for name, (least, most) in BOUNDS.items()
    }
    return {
        "name": FieldNote(codes=("bad_name",)),
        **bounded,
        "tires": FieldNote(
            means=f"1 DP buys {TIRE_STEP} points, all tires together",
            codes=("bad_tires", "no_tire"),
            items=tuple(
                RowTemplate(key=end, words=f"a {end} tire", holds={"end": end, "dp": TIRE_STEP}) for end in ENDS
            ),
        ),
        "tires.end": FieldNote(choices=_words(ENDS), codes=("unknown_part",)),
        "tires.dp": FieldNote(label="points", least=TIRE_DP_BOUNDS[0], most=TIRE_DP_BOUNDS[1], codes=("bad_tires",)),
        "armor": FieldNote(means=f"1 DP buys {ARMOR_STEP} points, all sides together"),
        **{
            f"armor.{side}": FieldNote(least=ARMOR_BOUNDS[0], most=ARMOR_BOUNDS[1], codes=("bad_armor",))
            for side in SIDES
        },
        "crew": FieldNote(
            label="seats",
            means=f"A gunner's takes {GUNNER_DP} DP",
            codes=("bad_driver", "bad_gunner", "other_station"),
            items=tuple(RowTemplate(key=role, words=f"a seat for a {role}", holds={"role": role}) for role in ROLES),
        ),
        "crew.role": FieldNote(label="for", choices=_words(ROLES), codes=("unknown_part",)),
        "accessories": FieldNote(
            means=f"{ACCESSORY_DP} DP each", choices=_words(ACCESSORIES), codes=("accessory_twice",)
        ),
        "weapons": FieldNote(
            means="Priced by aim, damage, shots and points",
            codes=("bad_weapons",),
            items=tuple(
                RowTemplate(key=kind, words=f"{weapon.name}, {weapon_dp(weapon)} DP", holds=document_of(weapon))
                for kind, weapon in WEAPON_BY_KIND.items()
            ),
        ),
        "weapons.name": FieldNote(label="called", codes=("bad_name",)),
        "weapons.mount": FieldNote(choices=_words(MOUNTS), codes=("unknown_part",)),
        "weapons.to_hit": FieldNote(
            label="to hit",
            means="Or more of two dice",
            least=TO_HIT_BOUNDS[0],
            most=TO_HIT_BOUNDS[1],
            codes=("bad_to_hit",),
        ),
        "weapons.damage": FieldNote(means="Dice, as 2d or 1d-1", codes=("bad_damage",)),
        "weapons.dp": FieldNote(
            label="points", least=WEAPON_DP_BOUNDS[0], most=WEAPON_DP_BOUNDS[1], codes=("bad_weapon_dp",)
        ),
        "weapons.shots": FieldNote(
            means="Empty: without end", least=SHOTS_BOUNDS[0], most=SHOTS_BOUNDS[1], codes=("bad_shots",)
        ),
        "weapons.kind": FieldNote(
            label="stands for",
            means="The item of the stores it is",
            choices=(("", "no item"), *((kind, weapon.name) for kind, weapon in WEAPON_BY_KIND.items())),
        ),
    }


def is_priced(switches: Mapping[str, Setting]) -> bool:
    """Whether designs are limited by design points (RH-085)."""
    return settings_of(valid_settings(switches, SWITCHES_BY_NAME)).budget != UNPRICED


def account_of(document: Document, *, dp: int, switches: Mapping[str, Setting]) -> PointsAccount | None:
    """What a design spends of its car's design points; None if it cannot be read or a figure is out of bounds
    (RH-085).
    """
    design = _design_or_none(document)
    if design is None or any(
        design_error.code in UNPRICEABLE_CODES for design_error in design_errors(design, budget=None)
    ):
        return None
    bare = replace(design, weapons=(), accessories=())
    spent = dp_spent(bare)

    def saved(changed: Design) -> int:
        return spent - dp_spent(changed)

    weapons = {f"weapons.{number}": weapon_dp(weapon) for number, weapon in enumerate(design.weapons)}
    return PointsAccount(
        spent=dp_spent(design),
        budget=dp if is_priced(switches) else None,
        points="DP",
        short="DP",
        by_part={
            "base_hc": BASE_HC_DP[design.base_hc],
            "max_speed": saved(replace(bare, max_speed=0)),  # no mutant: less than a step
            "accel": saved(replace(bare, accel=0)),  # no mutant: less than a step
            "brake": saved(replace(bare, brake=0)),  # no mutant: less than a step
            "power_plant_dp": saved(replace(bare, power_plant_dp=0)),  # no mutant: less than a step
            "tires": saved(replace(bare, tires=())),
            "armor": saved(replace(bare, armor=type(bare.armor)())),
            "crew": saved(replace(bare, crew=())),
            "accessories": ACCESSORY_DP * len(design.accessories),
            "weapons": sum(weapons.values()),
            **weapons,
        },
    )


def figures_of(document: Document, *, switches: Mapping[str, Setting]) -> Mapping[str, int | str]:  # noqa: ARG001 - the same by any
    """The figures of a design, and its armor, tires, seats and weapons (RH-085)."""
    design = _design_or_none(document)
    if design is None:
        return {}
    return {
        **{FIGURE_LABELS[name]: getattr(design, name) for name in BOUNDS},
        "armor": design.armor.total,
        "tires": sum(tire.dp for tire in design.tires),
        "seats": len(design.crew),
        "weapons": len(design.weapons),
    }


def outline_of(document: Document, *, switches: Mapping[str, Setting]) -> Outline:  # noqa: ARG001 - the same by any
    """The armor of a design's sides and the arcs of its weapons (RH-085)."""
    design = _design_or_none(document)
    if design is None:
        return Outline()
    return Outline(
        plates=tuple(
            Plate(side=side, toward=SIDE_BEARINGS[side], points=design.armor.on(side))
            for side in SIDES
            if side in SIDE_BEARINGS
        ),
        arcs=tuple(
            Arc(
                called=f"{weapon.name}: {weapon.mount}, {weapon.to_hit}+, {weapon.damage}",
                toward=SIDE_BEARINGS.get(weapon.mount, AHEAD),
                width=ALL_ROUND if weapon.mount == "turret" else WEDGE,
            )
            for weapon in design.weapons
        ),
        inside=tuple((side, design.armor.on(side)) for side in SIDES if side not in SIDE_BEARINGS),
    )


def _design_or_none(document: Document) -> Design | None:
    try:
        return read_design(document)
    except Refusal:
        return None


BOARD = DrawingBoard(
    design=Design,
    notes=notes,
    account=account_of,
    figures=figures_of,
    outline=outline_of,
    printed=stock_designs,
    unasked=("ruleset",),
)
