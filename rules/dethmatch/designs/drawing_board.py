"""The drawing board for Dethmatch cars: the parts of a design, their prices and bounds, and its outline. Rules
DM-M-009 to DM-M-014, DM-M-018 to DM-M-026, DM-M-029 to DM-M-035.
"""

from __future__ import annotations

from collections.abc import Mapping

from rules.core.document_validation import document_of
from rules.core.refusals import Refusal
from rules.core.switches import Setting
from rules.dethmatch.designs.design import CORNER_FACINGS, QUADRANTS, Design, read_design
from rules.dethmatch.designs.design_errors import GEARINGS, HEIGHT_SETTINGS, design_errors
from rules.dethmatch.designs.design_points import (
    ADJUSTABLE_DP,
    COMPONENT_DP,
    ENGINE_STEP,
    FUEL_STEP,
    MOUNT_DP,
    SUSPENSION_STEP,
    TOUGHNESS_DP,
    account,
    dp_spent,
    mount_dp,
)
from rules.dethmatch.designs.ratings import compute_ratings
from rules.dethmatch.designs.stock_designs import stock_designs
from rules.dethmatch.settings import Settings
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
from rules.match.ruleset import Document, without_warnings

SPECIAL_MOUNT_DP = "dethmatch.special_mount_dp"
FRONT_ARC = "dethmatch.front_arc_degrees"
HALF = 180
"""The width of a swivel's arc in degrees (DM-M-019)."""
CORNER_BEARINGS = {"left_front": 315, "right_front": 45, "left_rear": 225, "right_rear": 135}
"""The directions of a car's corners, in degrees clockwise from ahead (DM-M-014)."""
COMPONENTS = ("gunner_station", *(part for part in COMPONENT_DP if part != "gunner_station"))  # no mutant: order
TWEAK_CHOICES = ("lowered", "raised", "decreased_travel", "increased_travel")  # no mutant: order


def _words(names: tuple[str, ...]) -> Choices:
    return tuple((name, name.replace("_", " ")) for name in names)


def _stepped_note(what: str, step: int, *, codes: tuple[str, ...] = ("bad_step", "below_minimum")) -> FieldNote:
    return FieldNote(means=f"{what}: 1 DP buys {step}", least=step, step=step, codes=codes)


def notes(switches: Mapping[str, Setting]) -> Mapping[str, FieldNote]:
    """Return the notes on the fields of a design: prices, bounds, choices and error codes (DM-M-011 to DM-M-014,
    DM-M-018 to DM-M-026, DM-M-029).
    """
    special = _special(switches)
    prices = "; ".join(
        f"{kind} {', '.join(str(dp + (special if kind == 'special' else 0)) for dp in priced.values())}"
        for kind, priced in MOUNT_DP.items()
    )
    return {
        "name": FieldNote(codes=("bad_name",)),
        "engine": _stepped_note("Power", ENGINE_STEP),
        "suspension": _stepped_note("Strength", SUSPENSION_STEP),
        "fuel": _stepped_note("Capacity", FUEL_STEP),
        "toughness": FieldNote(
            means=f"Of the vehicle; {', '.join(map(str, TOUGHNESS_DP.values()))} DP for 1 to {len(TOUGHNESS_DP)}",
            least=min(TOUGHNESS_DP),
            most=max(TOUGHNESS_DP),
            codes=("bad_toughness",),
        ),
        "armor_points": FieldNote(
            label="armor points bought", means="1 DP each", least=0, codes=("armor_sum", "below_minimum")
        ),
        "armor": FieldNote(
            label="armor by sides",
            means="Where the points stand: no side has more than half, left as much as right",
            codes=("armor_sides",),
        ),
        **{f"armor.{side}": FieldNote(least=0, codes=("armor_half", "below_minimum")) for side in QUADRANTS},
        "tweaks": FieldNote(
            label="tweaks of the suspension",
            means="For nothing; one of a pair",
            choices=_words(TWEAK_CHOICES),
            codes=("height_conflict", "travel_conflict", "part_twice"),
        ),
        "adjustable": FieldNote(
            label="adjustable height",
            means=f"The other setting of a suspension whose height can be set: {ADJUSTABLE_DP} DP",
            choices=(("", "none"), *_words(HEIGHT_SETTINGS)),
        ),
        "components": FieldNote(
            choices=tuple((name, f"{name.replace('_', ' ')}, {COMPONENT_DP[name]} DP") for name in COMPONENTS),
            codes=("other_station", "part_twice"),
        ),
        "mounts": FieldNote(
            means=f"DP fixed, on a swivel, in a turret: {prices}",
            codes=("special_limit", "part_twice"),
            items=(
                *(
                    RowTemplate(key=kind, words=f"a {kind} mount", holds={"id": kind, "type": kind})
                    for kind in MOUNT_DP
                    if kind != "special"
                ),
                RowTemplate(
                    key="special",
                    words="a special mount, for what is dropped",
                    holds={"id": "special", "type": "special", "facing": "rear"},
                ),
            ),
        ),
        "mounts.id": FieldNote(label="called", means="As weapons name it", apart=True, codes=("bad_mount_id",)),
        "mounts.type": FieldNote(choices=_words(tuple(MOUNT_DP))),
        "mounts.traverse": FieldNote(choices=_words(tuple(MOUNT_DP["light"]))),
        "mounts.facing": FieldNote(
            choices=_words((*QUADRANTS, *CORNER_FACINGS)), codes=("special_facing", "bad_facing")
        ),
        "mounts.link": FieldNote(label="linked with", one_of="mounts.id", codes=("link_mismatch",)),
        "gearing": FieldNote(
            label="gear-set",
            means="The one the car was built with",
            least=min(GEARINGS),
            most=max(GEARINGS),
            codes=("bad_gearing", "other_gearing"),
        ),
    }


def account_of(document: Document, *, dp: int, switches: Mapping[str, Setting]) -> PointsAccount | None:
    """Return what a design takes of its car's design points, None if it cannot be read (DM-M-010, DM-M-011)."""
    design = _read(document)
    if design is None:
        return None
    special = _special(switches)
    names = {"armor": "armor_points", "adjustable suspension": "adjustable"}
    dp_by_part = {
        names.get(line.what, line.what): line.dp
        for line in account(design, special_mount_dp=special)
        if not line.what.startswith("mount ")
    }
    for component in design.components:
        dp_by_part["components"] = dp_by_part.get("components", 0) + dp_by_part.pop(component, 0)
    mounts = {
        f"mounts.{number}": mount_dp(mount, special_mount_dp=special) for number, mount in enumerate(design.mounts)
    }
    spent = dp_spent(design, special_mount_dp=special)
    return PointsAccount(spent=spent, budget=dp, points="DP", short="DP", by_part={**dp_by_part, **mounts})


def figures_of(document: Document, *, switches: Mapping[str, Setting]) -> Mapping[str, int | str]:
    """Return the figures of a bare design on light tires, none if it is not legal (DM-M-030 to DM-M-035)."""
    design, special = _read(document), _special(switches)
    if design is None:
        return {}
    spent = dp_spent(design, special_mount_dp=special)
    if without_warnings(design_errors(design, budget=spent, special_mount_dp=special)):
        return {}
    ratings = compute_ratings(design)
    return {
        "weight": ratings.weight,
        "acceleration": ratings.acceleration,
        "maximum handling": ratings.handling,
        "overload": ratings.overload,
        "fuel points": ratings.fuel,
        "toughness": design.toughness,
        "armor": design.armor.total,
        "mounts": len(design.mounts),
    }


def outline_of(document: Document, *, switches: Mapping[str, Setting]) -> Outline:
    """Return the outline of a design: armor on the quadrants, and the arcs of the mounts (DM-M-009, DM-M-019,
    DM-M-025).
    """
    design = _read(document)
    if design is None:
        return Outline()
    front_width = int(switches.get(FRONT_ARC, Settings().front_arc_degrees))
    widths = {"front": front_width, "rear": front_width, "left": HALF - front_width, "right": HALF - front_width}
    bearings = {**SIDE_BEARINGS, **CORNER_BEARINGS}
    return Outline(
        plates=tuple(
            Plate(side=side, toward=SIDE_BEARINGS[side], points=design.armor.on(side)) for side in QUADRANTS
        ),
        arcs=tuple(
            Arc(
                called=f"{mount.id}: {mount.type}, {mount.traverse}, {mount.facing.replace('_', ' ')}",
                toward=bearings.get(mount.facing, AHEAD),
                width={"swivel": HALF, "turret": ALL_ROUND}.get(
                    mount.traverse, widths.get(mount.facing, HALF - front_width)
                ),
            )
            for mount in design.mounts
        ),
    )


def printed_designs() -> Mapping[str, Document]:
    """Return the stock designs, labeled with the design points they are for (DM-M-010)."""
    return {
        f"{name}, {stock_design.dp} DP": document_of(stock_design.design)
        for name, stock_design in stock_designs().items()
    }


def _read(document: Document) -> Design | None:
    try:
        return read_design(document)
    except Refusal:
        return None


def _special(switches: Mapping[str, Setting]) -> int:
    return int(switches.get(SPECIAL_MOUNT_DP, 0))


BOARD = DrawingBoard(
    design=Design,
    notes=notes,
    account=account_of,
    figures=figures_of,
    outline=outline_of,
    printed=printed_designs,
    lower_is_better=frozenset({"weight", "overload"}),
)
