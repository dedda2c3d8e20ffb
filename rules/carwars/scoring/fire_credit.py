"""Who is credited with a fire: the ledger of burn modifiers against the roll. Rules CW-S-049 to CW-S-053."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import NamedTuple

NOBODY = ""
"""Who holds the part of a credit that is lost."""


class LedgerEntry(NamedTuple):
    """A burn modifier on a vehicle: who inflicted it, how much, and from which phase to which it is active."""

    by: str
    modifier: int
    placed: int
    expires: int


class ActiveModifier(NamedTuple):
    """What one duelist's active entries add up to, and the phase of the earliest of them (CW-S-049)."""

    total: int
    first_placed: int


def active_modifiers(ledger: Iterable[LedgerEntry], phase: int) -> dict[str, ActiveModifier]:
    """The modifiers on a vehicle that are active in a phase, by who inflicted them (CW-S-049)."""
    active: dict[str, ActiveModifier] = {}
    for entry in ledger:
        if entry.placed <= phase <= entry.expires:
            so_far = active.get(entry.by, ActiveModifier(0, entry.placed))
            active[entry.by] = ActiveModifier(so_far.total + entry.modifier, min(so_far.first_placed, entry.placed))
    return active


def ignites(active: Mapping[str, ActiveModifier], roll: int) -> bool:
    """Whether a vehicle catches fire: the roll is at most the sum of its modifiers (CW-S-050)."""
    return roll <= sum(modifier.total for modifier in active.values())


def fire_shares(
    active: Mapping[str, ActiveModifier], roll: int, *, victim: str, division: str, sharers: str
) -> dict[str, Fraction]:
    """The credit for a fire that a roll lit, as shares that add up to 1 (CW-S-051 to CW-S-053).

    `division` and `sharers` are the settings `credit_fire` and `fire_share`. The victim's own share is lost: it is
    held by `NOBODY`.
    """
    shares = _shares_by_division(active, roll, division, sharers)
    lost = shares.pop(victim, Fraction(0))
    if lost:
        shares[NOBODY] = shares.get(NOBODY, Fraction(0)) + lost
    return shares


def _shares_by_division(
    active: Mapping[str, ActiveModifier], roll: int, division: str, sharers: str
) -> dict[str, Fraction]:
    if division == "even_split":
        return _even_split(active)
    if division == "proportional":
        whole = sum(modifier.total for modifier in active.values())
        return {duelist: Fraction(modifier.total, whole) for duelist, modifier in active.items() if modifier.total}
    alone = {duelist: modifier for duelist, modifier in active.items() if roll <= modifier.total}
    if alone:
        earliest = min(modifier.first_placed for modifier in alone.values())
        return _even_split(duelist for duelist, modifier in alone.items() if modifier.first_placed == earliest)
    return _even_split(active if sharers == "all" else pivotal_duelists(active, roll))


def pivotal_duelists(active: Mapping[str, ActiveModifier], roll: int) -> list[str]:
    """Those who belong to some smallest group that lights the fire together (CW-S-052).

    A duelist with modifier m belongs to one if a group of the others adds up to s with s < roll <= s + m.
    """
    return [
        duelist
        for duelist, modifier in active.items()
        if any(
            total < roll <= total + modifier.total
            for total in _subset_sums(other.total for name, other in active.items() if name != duelist)
        )
    ]


def _subset_sums(modifiers: Iterable[int]) -> set[int]:
    sums = {0}
    for modifier in modifiers:
        sums |= {total + modifier for total in sums}
    return sums


def _even_split(duelists: Iterable[str]) -> dict[str, Fraction]:
    names = list(duelists)
    return {name: Fraction(1, len(names)) for name in names}
