"""Which weapon stands in which mount, and what is wrong with it. Rules DM-M-013, DM-M-014, DM-M-018, DM-M-036,
DM-M-122.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from rules.core.quoted_text import printable_name
from rules.core.weapon_stats import WEAPON_KINDS
from rules.dethmatch.designs.design import Design, Mount, Weapons
from rules.match.ruleset import ErrorDetail

REARWARD = frozenset({"oil_jet", "caltrops"})
"""Special weapons that face rear only (DM-M-014)."""


def mounted_weapon_errors(
    design: Design, weapons: Weapons, *, heavy_accepts_light: bool = False
) -> list[ErrorDetail]:
    """Every fault of what stands in the mounts of a legal design, then the warnings (DM-M-036).

    `heavy_accepts_light` is the house rule by which a light weapon goes in a heavy mount.
    """
    empty = [mount.id for mount in design.mounts if mount.id not in weapons]
    caution = f"Nothing stands in {', '.join(empty)}."
    return [
        *_weapon_errors(design, weapons, heavy_accepts_light=heavy_accepts_light),
        *([ErrorDetail(code="empty_mount", rule="DM-M-013", sentence=caution, warning=True)] if empty else []),
    ]


def takes(mount: Mount, kind: str, *, heavy_accepts_light: bool = False) -> bool:
    """Whether a weapon may stand in a mount: one of its type, and rear for what faces rear (DM-M-013, DM-M-014)."""
    wanted = WEAPON_KINDS[kind].mount
    if kind in REARWARD and mount.facing != "rear":
        return False
    return wanted == mount.type or (heavy_accepts_light and (wanted, mount.type) == ("light", "heavy"))


def assign_mounts(design: Design, kinds: Mapping[str, str], *, heavy_accepts_light: bool = False) -> dict[str, str]:
    """The weapon that goes in each mount, by the mount's id, for a car whose weapons were never given places.

    `kinds` are the kinds of its weapons by item id. Two alike go to linked mounts first (DM-M-018), then each in
    the order given to the first mount of its own type; by house rule light ones then go to heavy mounts left over.
    What finds no mount is left out.
    """
    free = {each.id: each for each in design.mounts}
    left = {item: kind for item, kind in kinds.items() if WEAPON_KINDS[kind].mount}
    standing: dict[str, str] = {}

    def stand(mount: str, item: str) -> None:
        standing[mount] = item
        del free[mount], left[item]

    for mount in design.mounts:
        if mount.link in free and mount.id in free:
            alike = next((pair for pair in _pairs(left) if takes(mount, kinds[pair[0]])), None)
            if alike is not None:
                stand(mount.id, alike[0])
                stand(mount.link, alike[1])
    for lenient in (False, heavy_accepts_light):
        for item, kind in list(left.items()):
            place = next((id for id, each in free.items() if takes(each, kind, heavy_accepts_light=lenient)), None)
            if place is not None:
                stand(place, item)
    return standing


def _pairs(kinds: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    """Two items of a kind, for each kind there are two of, in the order given."""
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
            known = ", ".join(each.id for each in design.mounts) or "none"
            yield ErrorDetail(
                code="unknown_part",
                rule="DM-M-036",
                sentence=f"{printable_name(design.name)} has no mount {id[:60]!r}, which {printable_name(kind)} was "
                f"put in: its mounts are {known}.",
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
    arm = WEAPON_KINDS[kind]
    if not arm.mount:
        yield ErrorDetail(
            code="mount_type",
            rule="DM-M-122",
            sentence=f"{arm.name} needs no mount: take it out of {mount.id} and carry it in the car.",
        )
    elif kind in REARWARD and mount.type == "special" and mount.facing != "rear":
        yield ErrorDetail(
            code="special_facing",
            rule="DM-M-014",
            sentence=f"{arm.name} faces rear only, and {mount.id} faces {mount.facing}: put it in a mount that does.",
        )
    elif not takes(mount, kind, heavy_accepts_light=heavy_accepts_light):
        yield ErrorDetail(
            code="mount_type",
            rule="DM-M-013",
            sentence=f"{arm.name} goes in a {arm.mount} mount, and {mount.id} is a {mount.type} one: move it.",
        )
