"""Which item of the campaign each weapon of another book's design stands for. Rules FW-154, RH-094."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from rules.match.packet import PackedItem


def counterparts(weapons: Iterable[str], items: Iterable[PackedItem], *, alike: Mapping[str, str]) -> list[str]:
    """For each weapon, by its book's key, the id of the item it stands for, empty for none.

    `alike` has the key of each kind of item; an item stands for one weapon, items in their order.
    """
    free: dict[str, list[str]] = {}
    for item in items:
        if item.kind in alike:
            free.setdefault(alike[item.kind], []).append(item.id)
    return [free[weapon].pop(0) if free.get(weapon) else "" for weapon in weapons]
