"""Two armed cars on an open field, for tests of shooting and its effects."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from rules.core.weapon_stats import WEAPON_KINDS
from rules.dethmatch.designs.design import Armor, Design, Mount
from rules.dethmatch.match.entries import ItemEntry
from rules.dethmatch.match.orders import FireOrder
from tests.rules.dethmatch.boards import PLAIN, Board, Car

EVERY = ("front", "rear", "left", "right")


def armed(*mounts: Mount, components: tuple[str, ...] = (), toughness: int = 2, armor: int = 4) -> Design:
    """The plain car with other mounts, and with that much armor on every side."""
    return replace(
        PLAIN,
        mounts=mounts,
        components=components,
        toughness=toughness,
        armor_points=4 * armor,
        armor=Armor(front=armor, rear=armor, left=armor, right=armor),
    )


def mount_for(kind: str, id: str = "m1", **fields: str) -> Mount:
    """A mount of the type a weapon needs, by default fixed and facing front."""
    return Mount(id=id, type=WEAPON_KINDS[kind].mount or "light", **fields)


def gunner_of(
    kind: str = "machinegun",
    *,
    at: tuple[int, int] = (0, 0),
    mount: Mount | None = None,
    items: Sequence[ItemEntry] = (),
    components: tuple[str, ...] = (),
    **car: Any,
) -> Car:
    """Car `a`, facing direction 0, with that weapon in mount `m1`."""
    design = armed(mount or mount_for(kind), components=components)
    return Car(id="a", at=at, design=design, guns={"m1": kind}, items=items, **car)


def target_at(q: int, r: int = 0, **car: Any) -> Car:
    """Car `b`, at rest and facing away from a shooter behind it in direction 3."""
    return Car(id="b", at=(q, r), **car)


def duel(
    kind: str = "machinegun", *, far: int = 3, shooter: Mapping[str, Any] | None = None, **board_fields: Any
) -> Board:
    """Car `a` with a weapon at (-9, 0), and car `b` straight ahead of it at that distance. Both have four points of
    armor on each side.

    `shooter` has further arguments for `gunner_of` and `target` those for `target_at`; the rest are those of the
    board.
    """
    target = board_fields.pop("target", {})
    return Board(gunner_of(kind, at=(-9, 0), **(shooter or {})), target_at(far - 9, **target), **board_fields)


def at_b(mount: str = "m1", **fields: Any) -> FireOrder:
    """An order to fire at car `b`."""
    return FireOrder(mount=mount, target="b", **fields)


def aid(kind: str, *, mount: str = "m1", backwards: bool = False) -> ItemEntry:
    """An aid fixed to the weapon in a mount of car `a`."""
    return ItemEntry(id=f"a.{kind}", kind=kind, weapon=f"a.{mount}", backwards=backwards)


def fixture(kind: str, id: str = "") -> ItemEntry:
    """An item on a car."""
    return ItemEntry(id=id or f"x.{kind}", kind=kind)
