"""What the drawing board shows for a Formule Wars car: parts, prices, bounds and outline. Rules FW-001 to FW-004,
FW-010 to FW-014, FW-020 to FW-024, FW-032.
"""

from __future__ import annotations

from collections.abc import Mapping

from rules.core.refusals import Refusal
from rules.core.switches import Setting
from rules.formule.designs.design import CHARACTERISTICS, WEAR, Design, points_spent, read_design
from rules.formule.designs.design_errors import ABOVE, Limits, limits_for_switches
from rules.formule.designs.stock_designs import stock_design_documents
from rules.formule.weapons import EQUIPMENT, LINK_PRICE, MOUNTS, TURRET, TURRET_HOLDS
from rules.match.drawing_board import (
    AHEAD,
    ALL_ROUND,
    SIDE_BEARINGS,
    Arc,
    DrawingBoard,
    FieldNote,
    Outline,
    PointsAccount,
    RowTemplate,
)
from rules.match.ruleset import Document

QUARTER = 90
"""The width of the arc of a side, in degrees (FW-032)."""
CHARACTERISTIC_CODES = ("below_minimum", "too_many_tires", ABOVE)  # no mutant: order


def notes(switches: Mapping[str, Setting]) -> Mapping[str, FieldNote]:
    """The notes on each part of a design under a season's house rules (FW-001 to FW-004, FW-010, FW-020)."""
    limits = limits_for_switches(switches)
    most = {"tires": limits.most_tires or limits.points}
    each_point = {
        name: FieldNote(
            means="1 build point each",
            least=limits.least if name in WEAR else 0,
            most=most.get(name, limits.points),
            codes=CHARACTERISTIC_CODES,
        )
        for name in CHARACTERISTICS
    }
    weapons = tuple((key, f"{weapon.name}, {weapon.price}") for key, weapon in limits.weapons.items())
    return {
        "name": FieldNote(codes=("bad_name",)),
        **each_point,
        "weapons": FieldNote(
            means=f"Build points stand behind each; linking two adds {LINK_PRICE}",
            codes=("turret_full", "no_turret", "link_size", "link_mounts", "link_dropper"),
            items=tuple(
                RowTemplate(
                    key=key,
                    words=f"{weapon.name}, {weapon.price}",
                    holds={"key": key, "mount": weapon.mounts[0] if TURRET in weapon.mounts else "rear"},
                )
                for key, weapon in limits.weapons.items()
            ),
        ),
        "weapons.key": FieldNote(label="weapon", choices=weapons, codes=("unknown_weapon",)),
        "weapons.mount": FieldNote(
            choices=tuple((mount, mount) for mount in MOUNTS), codes=("unknown_mount", "mount_limit")
        ),
        "weapons.link": FieldNote(means="The same name on the two that are fired as one"),
        "equipment": FieldNote(
            choices=tuple(
                (item, f"{item.replace('_', ' ')}, {price}{_room(item)}") for item, price in EQUIPMENT.items()
            ),
            codes=("unknown_equipment", "item_twice", "two_turrets"),
        ),
    }


def _room(item: str) -> str:
    return f", for weapons of {TURRET_HOLDS[item]} points" if item in TURRET_HOLDS else ""


def account_of(document: Document, *, dp: int, switches: Mapping[str, Setting]) -> PointsAccount | None:  # noqa: ARG001 - a car here has build points instead
    """How the build points of a design are spent; None if the document cannot be read (FW-001, FW-010, FW-020)."""
    design, limits = _design_or_none(document), limits_for_switches(switches)
    if design is None:
        return None
    weapons = {
        f"weapons.{number}": limits.weapons[weapon.key].price
        for number, weapon in enumerate(design.weapons)
        if weapon.key in limits.weapons
    }
    return PointsAccount(
        spent=points_spent(design, limits.weapons),
        budget=limits.points,
        points="build points",
        short="points",
        by_part={
            **{name: design.points_of(name) for name in CHARACTERISTICS},
            "weapons": sum(weapons.values()) + LINK_PRICE * len(design.links),
            **weapons,
            "equipment": sum(EQUIPMENT.get(item, 0) for item in design.equipment),
        },
    )


def figures_of(document: Document, *, switches: Mapping[str, Setting]) -> Mapping[str, int | str]:
    """The characteristics and the firepower of a design; empty if the document cannot be read (FW-002, FW-010)."""
    design, limits = _design_or_none(document), limits_for_switches(switches)
    if design is None:
        return {}
    weapons = [limits.weapons[weapon.key] for weapon in design.weapons if weapon.key in limits.weapons]
    return {
        **{name.replace("_", "-"): design.points_of(name) for name in CHARACTERISTICS},
        "weapons": len(design.weapons),
        "damage of all": sum(weapon.damage for weapon in weapons),
        "furthest reach": max((weapon.reach for weapon in weapons), default=0),
    }


def outline_of(document: Document, *, switches: Mapping[str, Setting]) -> Outline:
    """The outline of a design: armor, which has no sides, and the arcs of its weapons (FW-032)."""
    design, limits = _design_or_none(document), limits_for_switches(switches)
    if design is None:
        return Outline()
    return Outline(
        arcs=tuple(
            Arc(
                called=f"{_weapon_name(weapon.key, limits)}: {weapon.mount}",
                toward=SIDE_BEARINGS.get(weapon.mount, AHEAD),
                width=ALL_ROUND if weapon.mount == TURRET else QUARTER,
            )
            for weapon in design.weapons
        ),
        inside=(("armor", design.armor), ("body", design.body)),
    )


def _weapon_name(key: str, limits: Limits) -> str:
    """The name of a weapon, or its key if the limits do not have it."""
    return limits.weapons[key].name if key in limits.weapons else key


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
    printed=stock_design_documents,
)
