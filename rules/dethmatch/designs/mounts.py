"""Which weapon goes in which mount, and the errors in that. Rules DM-M-013, DM-M-014, DM-M-018,
DM-M-036, DM-M-122.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from rules.core.quoted_text import printable_name
from rules.dethmatch.designs.design import Design, Mount, Weapons
from rules.match.catalog import WEAPON_KINDS
from rules.match.ruleset import ErrorDetail

REARWARD = frozenset({"oil_jet", "caltrops"})
"""Special weapons that face rear only (DM-M-014)."""


def mounted_weapon_errors(
    design: Design, weapons: Weapons, *, heavy_accepts_light: bool = False
) -> list[ErrorDetail]:
    """Return every error of the weapons in the mounts of a legal design, then a warning about empty mounts
    (DM-M-036).

    `heavy_accepts_light` is the house rule that allows a light weapon in a heavy mount.
    """
    empty = [mount.id for mount in design.mounts if mount.id not in weapons]
    caution = f"Nothing stands in {', '.join(empty)}."
    return [
        *_weapon_errors(design, weapons, heavy_accepts_light=heavy_accepts_light),
        *([ErrorDetail(code="empty_mount", rule="DM-M-013", sentence=caution, warning=True)] if empty else []),
    ]


def takes(mount: Mount, kind: str, *, heavy_accepts_light: bool = False) -> bool:
    """Whether a weapon may go in a mount: it has the mount's type, and rear-facing weapons need a rear mount
    (DM-M-013, DM-M-014).
    """
    needed_type = WEAPON_KINDS[kind].mount
    if kind in REARWARD and mount.facing != "rear":
        return False
    return needed_type == mount.type or (heavy_accepts_light and (needed_type, mount.type) == ("light", "heavy"))


def assign_mounts(design: Design, kinds: Mapping[str, str], *, heavy_accepts_light: bool = False) -> dict[str, str]:
    """Return the item that goes in each mount, by the mount's id, for a car whose weapons have no mounts yet.

    `kinds` maps the items to the kinds of its weapons. Two of a kind go to linked mounts first (DM-M-018). The others
    go, in the order given, to the first mount of their own type. By house rule light weapons then go to the heavy
    mounts that are left. Weapons that find no mount are omitted.
    """
    free = {mount.id: mount for mount in design.mounts}
    unplaced = {item: kind for item, kind in kinds.items() if WEAPON_KINDS[kind].mount}
    mounted: dict[str, str] = {}

    def place_item(mount: str, item: str) -> None:
        mounted[mount] = item
        del free[mount], unplaced[item]

    for mount in design.mounts:
        if mount.link in free and mount.id in free:
            pair_of_a_kind = next((pair for pair in _pairs(unplaced) if takes(mount, kinds[pair[0]])), None)
            if pair_of_a_kind is not None:
                place_item(mount.id, pair_of_a_kind[0])
                place_item(mount.link, pair_of_a_kind[1])
    for lenient in (False, heavy_accepts_light):
        for item, kind in list(unplaced.items()):
            mount_id = next(
                (id for id, mount in free.items() if takes(mount, kind, heavy_accepts_light=lenient)), None
            )
            if mount_id is not None:
                place_item(mount_id, item)
    return mounted


def _pairs(kinds: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    """Yield pairs of items of the same kind, in the order given."""
    first: dict[str, str] = {}
    for item, kind in kinds.items():
        if kind in first:
            yield first.pop(kind), item
        else:
            first[kind] = item


def _weapon_errors(design: Design, weapons: Weapons, *, heavy_accepts_light: bool) -> Iterator[ErrorDetail]:
    for id, kind in weapons.items():
        mount = design.mount(id)
        if mount is None:
            mount_ids = ", ".join(other.id for other in design.mounts) or "none"
            yield ErrorDetail(
                code="unknown_part",
                rule="DM-M-036",
                sentence=f"{printable_name(design.name)} has no mount {id[:60]!r}, which {printable_name(kind)} was "
                f"put in: its mounts are {mount_ids}.",
            )
        if kind not in WEAPON_KINDS:
            yield ErrorDetail(
                code="unknown_part",
                rule="DM-M-036",
                sentence=f"There is no weapon {kind!r}: use one of {', '.join(sorted(WEAPON_KINDS))}.",
            )
        elif mount is not None:
            yield from _misplacement_errors(mount, kind, heavy_accepts_light=heavy_accepts_light)


def _misplacement_errors(mount: Mount, kind: str, *, heavy_accepts_light: bool) -> Iterator[ErrorDetail]:
    weapon = WEAPON_KINDS[kind]
    if not weapon.mount:
        yield ErrorDetail(
            code="mount_type",
            rule="DM-M-122",
            sentence=f"{weapon.name} needs no mount: take it out of {mount.id} and carry it in the car.",
        )
    elif kind in REARWARD and mount.type == "special" and mount.facing != "rear":
        yield ErrorDetail(
            code="special_facing",
            rule="DM-M-014",
            sentence=f"{weapon.name} faces rear only, and {mount.id} faces {mount.facing}: "
            "put it in a mount that does.",
        )
    elif not takes(mount, kind, heavy_accepts_light=heavy_accepts_light):
        yield ErrorDetail(
            code="mount_type",
            rule="DM-M-013",
            sentence=f"{weapon.name} goes in a {weapon.mount} mount, and {mount.id} is a {mount.type} one: move it.",
        )
