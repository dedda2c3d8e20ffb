"""Random legal cars of every kind, for unplanned matches."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TypeVar

from rules.core.dice import Stream
from rules.dethmatch.designs.design import QUADRANTS, Armor, Design, Mount
from rules.dethmatch.designs.design_errors import GEARINGS, HEIGHT_SETTINGS, SPECIAL_FACINGS
from rules.dethmatch.designs.design_points import (
    COMPONENT_DP,
    ENGINE_STEP,
    FUEL_STEP,
    MOUNT_DP,
    SUSPENSION_STEP,
    TOUGHNESS_DP,
    dp_spent,
)
from rules.dethmatch.designs.mounts import takes
from rules.match.catalog import WEAPON_KINDS

T = TypeVar("T")
HEIGHTS: tuple[tuple[str, ...], ...] = ((), ("lowered",), ("raised",))
TRAVELS: tuple[tuple[str, ...], ...] = ((), ("decreased_travel",), ("increased_travel",))
"""The tweaks of a suspension: one height and one travel."""
MISSES = 8
"""A car is finished after this many choices that it could not have or pay for."""
LEFT_EMPTY = 6
"""One mount in this many stays empty."""


def random_design(stream: Stream, *, budget: int, gunner_station: bool | None = None) -> Design:
    """Return a random legal design within a budget of DP, 12 or more, from hulks that hardly move to empty racers.

    `gunner_station` says whether it has one, None to leave that to chance.
    """
    design = Design(
        name="By lot",
        engine=ENGINE_STEP,
        suspension=SUSPENSION_STEP,
        fuel=FUEL_STEP,
        toughness=min(TOUGHNESS_DP),
        tweaks=_pick(stream, HEIGHTS) + _pick(stream, TRAVELS),
        components=("gunner_station",) if gunner_station else (),
        gearing=_pick(stream, GEARINGS),
    )
    misses = 0
    while misses < MISSES:
        changed = _pick(stream, PURCHASES)(stream, design)
        if (
            changed is None
            or dp_spent(changed) > budget
            or (gunner_station is False and changed.has("gunner_station"))
        ):
            misses += 1
        else:
            design = changed
    points = 0 if design.armor_points == 1 else design.armor_points
    return replace(design, armor_points=points, armor=_random_armor(stream, points))


def random_weapons(stream: Stream, design: Design) -> dict[str, str]:
    """Return a random weapon for most mounts of a design, by the mount's id. A linked pair gets two of a kind."""
    weapons: dict[str, str] = {}
    for mount in design.mounts:
        if mount.link in weapons:
            weapons[mount.id] = weapons[mount.link]
        elif stream.throw(LEFT_EMPTY, "a mount left empty") > 1:
            weapons[mount.id] = _pick(stream, [kind for kind in WEAPON_KINDS if takes(mount, kind)])
    return weapons


def _pick(stream: Stream, choices: Sequence[T]) -> T:
    return choices[stream.throw(len(choices), "a choice by lot") - 1] if len(choices) > 1 else choices[0]


def _random_armor(stream: Stream, points: int) -> Armor:
    """Divide armor points at random within the rules: left and right equal, no quadrant above half (DM-M-025)."""
    half = points // 2
    side = _pick(stream, range(points % 2, half + 1))
    ends = points - 2 * side
    front = _pick(stream, range(max(0, ends - half), min(half, ends) + 1))
    return Armor(front=front, rear=ends - front, left=side, right=side)


def _engine(stream: Stream, design: Design) -> Design:
    return replace(design, engine=design.engine + ENGINE_STEP * stream.throw(4, "engine"))


def _suspension(stream: Stream, design: Design) -> Design:
    return replace(design, suspension=design.suspension + SUSPENSION_STEP * stream.throw(3, "suspension"))


def _fuel(stream: Stream, design: Design) -> Design:
    return replace(design, fuel=design.fuel + FUEL_STEP * stream.throw(3, "fuel"))


def _armor(stream: Stream, design: Design) -> Design:
    return replace(design, armor_points=design.armor_points + stream.throw(4, "armor"))


def _toughness(stream: Stream, design: Design) -> Design:
    return replace(design, toughness=stream.throw(max(TOUGHNESS_DP), "toughness"))


def _component(stream: Stream, design: Design) -> Design | None:
    """Add a component the design lacks, or an adjustable suspension. None if it cannot have the one drawn."""
    part = _pick(stream, ("adjustable", *COMPONENT_DP))
    if part == "adjustable":
        return replace(design, adjustable=_pick(stream, HEIGHT_SETTINGS)) if design.height == "normal" else None
    return None if design.has(part) else replace(design, components=(*design.components, part))


def _mount(stream: Stream, design: Design) -> Design | None:
    """Add a random mount, now and then a linked pair. None if the one drawn is a second special mount."""
    mount_type = _pick(stream, tuple(MOUNT_DP))
    special = mount_type == "special"
    if special and any(mount.type == mount_type for mount in design.mounts):
        return None
    number = len(design.mounts) + 1
    mount = Mount(
        id=f"{mount_type}{number}",
        type=mount_type,
        traverse=_pick(stream, tuple(MOUNT_DP[mount_type])),
        facing=_pick(stream, SPECIAL_FACINGS if special else QUADRANTS),
    )
    if special or stream.throw(6, "linked") > 1:
        return replace(design, mounts=(*design.mounts, mount))
    twin = replace(mount, id=f"{mount_type}{number + 1}", link=mount.id)
    return replace(design, mounts=(*design.mounts, replace(mount, link=twin.id), twin))


PURCHASES: tuple[Callable[[Stream, Design], Design | None], ...] = (
    *(_engine,) * 4,
    *(_suspension,) * 4,
    *(_fuel,) * 4,
    *(_armor,) * 4,
    *(_mount,) * 3,
    _component,
    _toughness,
)
