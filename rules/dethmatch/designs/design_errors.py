"""Finding everything wrong with a design at once. Rules DM-M-010 to DM-M-014, DM-M-018, DM-M-019, DM-M-022, DM-M-023,
DM-M-025, DM-M-026, DM-M-029, DM-M-036.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from functools import partial

from rules.core.document_validation import LARGEST_FIGURE, format_figure
from rules.core.quoted_text import printable_name
from rules.core.readable_text import is_legible
from rules.dethmatch.designs.design import CORNER_FACINGS, QUADRANTS, Design, Mount
from rules.dethmatch.designs.design_points import (
    COMPONENT_DP,
    ENGINE_STEP,
    FUEL_STEP,
    MOUNT_DP,
    SUSPENSION_STEP,
    TOUGHNESS_DP,
    TWEAKS,
    dp_spent,
)
from rules.dethmatch.designs.design_warnings import DESIGNER_TURNS, design_warnings
from rules.match.design_validation import submitted_design_errors
from rules.match.ruleset import ErrorDetail

MOUNT_ID = re.compile(r"[a-z0-9][a-z0-9_.\-]*")
"""The form of a mount's id, by which weapons and orders name it."""
GEARINGS = (-1, 0, 1)  # no mutant: order
"""The gearings that a design may have (DM-M-026)."""
HEIGHT_SETTINGS = ("raised", "lowered")  # no mutant: order
"""The other settings that an adjustable suspension may have (DM-M-022)."""
EXCLUDES = {
    "height_conflict": frozenset({"raised", "lowered"}),
    "travel_conflict": frozenset({"increased_travel", "decreased_travel"}),
}
"""Tweaks that exclude each other, by the code of the error (DM-M-029)."""
SPECIAL_FACINGS = ("front", "rear", *CORNER_FACINGS)  # no mutant: order
"""The six directions of a special mount (DM-M-014)."""


def document_errors(
    document: object,
    *,
    budget: int,
    gunner_station: bool | None = None,
    gearing: int | None = None,
    special_mount_dp: int = 0,
    turns: int = DESIGNER_TURNS,
) -> list[ErrorDetail]:
    """Return the errors of a design document: those of its shape, and those of `design_errors` (DM-M-036)."""
    rule_errors = partial(
        design_errors,
        budget=budget,
        gunner_station=gunner_station,
        gearing=gearing,
        special_mount_dp=special_mount_dp,
        turns=turns,
    )
    return submitted_design_errors(document, Design, rule="DM-M-036", faults_of=rule_errors)


def design_errors(
    design: Design,
    *,
    budget: int,
    gunner_station: bool | None = None,
    gearing: int | None = None,
    special_mount_dp: int = 0,
    turns: int = DESIGNER_TURNS,
) -> list[ErrorDetail]:
    """Return every error of a design. If it is legal, return its warnings instead (DM-M-036).

    `budget` is in DP. `gunner_station` and `gearing` are those of the car it is for, None if there is no car yet.
    `special_mount_dp` is the house rule's price. `turns` are those of the event.
    """
    errors = [
        *_figures(design),
        *_armor(design),
        *_words(design),
        *_mounts(design),
        *_purchase_errors(design, gunner_station=gunner_station, gearing=gearing),
    ]
    spent = dp_spent(design, special_mount_dp=special_mount_dp)
    if spent > budget:
        largest = max(design.engine, design.suspension, design.fuel, design.armor_points)
        text = f"takes {spent} DP and the car has {budget}: save {spent - budget}"
        if largest >= LARGEST_FIGURE:
            text = f"takes far more DP than the {budget} the car has: buy less"
        errors.append(_error("over_budget", "DM-M-010", f"{printable_name(design.name)} {text}."))
    return errors or design_warnings(design, unspent=budget - spent, turns=turns)


def _error(code: str, rule: str, sentence: str) -> ErrorDetail:
    return ErrorDetail(code=code, rule=rule, sentence=sentence)


def _figures(design: Design) -> Iterator[ErrorDetail]:
    """Yield errors of engine, suspension, fuel and toughness (DM-M-011, DM-M-012)."""
    bought = {
        "engine": (design.engine, ENGINE_STEP),
        "suspension": (design.suspension, SUSPENSION_STEP),
        "fuel": (design.fuel, FUEL_STEP),
    }
    for part, (amount, step) in bought.items():
        text = format_figure(amount)
        if amount % step and text == str(amount):
            yield _error("bad_step", "DM-M-011", f"The {part} of {text} is not a multiple of {step}: make it one.")
        if amount < step:
            yield _error("below_minimum", "DM-M-012", f"The {part} of {text} is below {step}: buy at least that.")
    if design.toughness not in TOUGHNESS_DP:
        text = f"The vehicle toughness of {format_figure(design.toughness)} is not 1 to 4: choose one."
        yield _error("bad_toughness", "DM-M-012", text)


def _armor(design: Design) -> Iterator[ErrorDetail]:
    """Yield errors of how the armor is divided (DM-M-012, DM-M-025)."""
    armor, bought = design.armor, design.armor_points
    bought_text = format_figure(bought)
    for quadrant in QUADRANTS:
        points = armor.on(quadrant)
        points_text = format_figure(points)
        if points < 0:
            yield _error("below_minimum", "DM-M-012", f"The {quadrant} has {points_text} armor: give it 0 or more.")
        if 2 * points > bought:
            text = f"The {quadrant} has {points_text} of {bought_text} armor points: give it no more than half."
            yield _error("armor_half", "DM-M-025", text)
    if armor.total != bought:
        text = (
            f"{format_figure(armor.total)} armor points stand on the car and {bought_text} were bought: agree them."
        )
        yield _error("armor_sum", "DM-M-025", text)
    if armor.left != armor.right:
        left, right = format_figure(armor.left), format_figure(armor.right)
        yield _error("armor_sides", "DM-M-025", f"Left has {left} armor and right {right}: make them equal.")


def _words(design: Design) -> Iterator[ErrorDetail]:
    """Yield errors of name, tweaks, components and gearing (DM-M-022, DM-M-026, DM-M-029)."""
    if not is_legible(design.name):
        yield _error(
            "bad_name", "DM-M-036", f"A design cannot be called {printable_name(design.name)}: write a plain name."
        )
    yield from (_unknown(tweak, TWEAKS) for tweak in design.tweaks if tweak not in TWEAKS)
    yield from (_unknown(component, COMPONENT_DP) for component in design.components if component not in COMPONENT_DP)
    if design.adjustable and design.adjustable not in HEIGHT_SETTINGS:
        yield _unknown(design.adjustable, HEIGHT_SETTINGS)
    yield from _twice(design.tweaks, "tweak")
    yield from _twice(design.components, "component")
    for code, pair in EXCLUDES.items():
        if pair <= set(design.tweaks):
            yield _error(code, "DM-M-029", f"{' and '.join(sorted(pair))} exclude each other: choose one.")
    if design.adjustable and EXCLUDES["height_conflict"] & set(design.tweaks):
        yield _error(
            "height_conflict",
            "DM-M-022",
            "A suspension whose height can be set is not raised or lowered for good besides: choose one.",
        )
    if design.gearing not in GEARINGS:
        text = f"The gearing of {format_figure(design.gearing)} is not -1, 0 or +1: choose one."
        yield _error("bad_gearing", "DM-M-026", text)


def _mounts(design: Design) -> Iterator[ErrorDetail]:
    """Yield errors of mounts: their types, traverses, facings and links (DM-M-013, DM-M-014, DM-M-018, DM-M-019)."""
    yield from _twice([mount.id for mount in design.mounts], "mount")
    specials = [mount.id for mount in design.mounts if mount.type == "special"]
    if len(specials) > 1:
        yield _error("special_limit", "DM-M-014", f"{' and '.join(specials)} are special mounts: keep one of them.")
    for mount in design.mounts:
        if not MOUNT_ID.fullmatch(mount.id):
            yield _error(
                "bad_mount_id",
                "DM-M-036",
                f"No mount can be called {mount.id!r}: use small letters, digits, dots, dashes and underscores.",
            )
        if mount.type not in MOUNT_DP:
            yield _unknown(mount.type, MOUNT_DP)
        elif mount.traverse not in MOUNT_DP[mount.type]:
            yield _unknown(mount.traverse, MOUNT_DP[mount.type])
        yield from _facing(mount)
        if mount.link and not _are_linked(mount, design.mount(mount.link)):
            yield _error(
                "link_mismatch",
                "DM-M-018",
                f"{mount.id} is linked with {mount.link}: link two mounts with each other that have the same type, "
                "traverse and facing.",
            )


def _facing(mount: Mount) -> Iterator[ErrorDetail]:
    if mount.facing not in (*QUADRANTS, *CORNER_FACINGS):
        yield _unknown(mount.facing, (*QUADRANTS, *CORNER_FACINGS))
    elif mount.type == "special" and mount.facing not in SPECIAL_FACINGS:
        yield _error(
            "special_facing",
            "DM-M-014",
            f"{mount.id} faces {mount.facing}: a special mount faces one of {', '.join(SPECIAL_FACINGS)}.",
        )
    elif mount.type != "special" and mount.facing not in QUADRANTS:
        yield _error(
            "bad_facing",
            "DM-M-019",
            f"{mount.id} faces {mount.facing}: face it {', '.join(QUADRANTS[:-1])} or right.",
        )


def _are_linked(mount: Mount, other: Mount | None) -> bool:
    """Whether two mounts are a pair: each names the other, and they are alike (DM-M-018)."""
    return (
        other is not None
        and other.id != mount.id
        and other.link == mount.id
        and (mount.type, mount.traverse, mount.facing) == (other.type, other.traverse, other.facing)
    )


def _purchase_errors(design: Design, *, gunner_station: bool | None, gearing: int | None) -> Iterator[ErrorDetail]:
    """Yield errors of a design that does not match the car it is for (DM-M-023, DM-M-026)."""
    if gunner_station is not None and design.has("gunner_station") is not gunner_station:
        yield _error(
            "other_station",
            "DM-M-023",
            "The car was bought with a gunner station: put it in."
            if gunner_station
            else "The car was bought without a gunner station: leave it out.",
        )
    if gearing is not None and design.gearing != gearing:
        yield _error(
            "other_gearing",
            "DM-M-026",
            f"The car was built with gearing {gearing:+d} and the design has {design.gearing:+d}: make them agree.",
        )


def _twice(names: Iterable[str], what: str) -> Iterator[ErrorDetail]:
    for name, count in Counter(names).items():
        if count > 1:
            yield _error("part_twice", "DM-M-036", f"The {what} {name!r} stands there {count} times: name it once.")


def _unknown(word: str, known: Iterable[str]) -> ErrorDetail:
    return _error("unknown_part", "DM-M-036", f"There is no part {word!r}: use one of {', '.join(sorted(known))}.")
