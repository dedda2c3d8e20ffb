"""Matches the weapons of another book's design to the campaign items they stand for. Rules FW-154, RH-094."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from rules.match.packet import PackedItem


def counterparts(weapons: Iterable[str], items: Iterable[PackedItem], *, alike: Mapping[str, str]) -> list[str]:
    """For each weapon, by its key in its book, the id of the item it stands for, or an empty text.

    `alike` maps kinds of items to weapon keys. Each item stands for one weapon at most; items are used in their
    order.
    """
    free: dict[str, list[str]] = {}
    for item in items:
        if item.kind in alike:
            free.setdefault(alike[item.kind], []).append(item.id)
    return [free[weapon].pop(0) if free.get(weapon) else "" for weapon in weapons]
