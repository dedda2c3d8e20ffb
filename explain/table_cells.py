"""The cell of a printed table that a fact hit, in words."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from rules.campaign.core.facts import Fact
from rules.campaign.money.overhead import INCOME_UP_TO_K, SIZE_UP_TO
from rules.campaign.people.experience import LEVEL_UP_TO
from rules.campaign.sponsors.kinds import SPONSOR_KINDS
from rules.core.terms import in_k


def band_words(bounds: Sequence[int], index: int, *, unit: str = "") -> str:
    """A printed range: "up to 20k", "21–50k", "571k and more"."""
    if index == 0:
        return f"up to {bounds[0]}{unit}"
    if index == len(bounds):
        return f"{bounds[-1] + 1}{unit} and more"
    low, high = bounds[index - 1] + 1, bounds[index]
    return f"{low}{unit}" if low == high else f"{low}–{high}{unit}"


def _overhead(stated: Any) -> str:
    row = band_words(INCOME_UP_TO_K, stated.row, unit="k")
    column = band_words(SIZE_UP_TO, stated.column)
    return f"Overhead table: row {row}, column size {column}"


def _sponsor_attracted_cell(stated: Any) -> str:
    return f"Sponsor attracted table: {stated.rolls[-1].d66}" if stated.rolls else ""


def _party(stated: Any) -> str:
    return f"Sponsor party table: row {in_k(-stated.amount)}, column {stated.rolls[-1].total}" if stated.rolls else ""


def _quirk(stated: Any) -> str:
    check, table = stated.rolls[0], stated.rolls[-1]
    trait = stated.toughness + stated.stable + stated.sponsored
    return f"Toughness check {check.total} against {trait}: failed. Quirk table: {table.total}"


def _toughness_check_cell(stated: Any) -> str:
    trait = stated.toughness + stated.stable + stated.sponsored
    return f"Toughness check {stated.rolls[0].total} against {trait}: held"


def _advancement_cell(stated: Any) -> str:
    if not stated.rolls:
        return ""
    first, last = stated.rolls[0], stated.rolls[-1]
    return f"Advancement table: {first.total}, then {last.total}"


def _level(stated: Any) -> str:
    return (
        f"Experience table: {band_words(LEVEL_UP_TO, stated.level - 1)} XP"
        if stated.level <= len(LEVEL_UP_TO)
        else ""
    )


def _pot(stated: Any) -> str:
    if not stated.rolls:
        return ""
    return f"{len(stated.rolls[0].faces)} dice, one for each team, {stated.rolls[0].total} in all × 15k"


def _sponsor_effect_cell(stated: Any) -> str:
    row = SPONSOR_KINDS[stated.sponsor_kind]
    return f"Sponsor effect table: {row.name} pays {row.dice}d6 × {row.each_k}k"


CELL_WORDS: dict[str, Callable[[Any], str]] = {
    "profit_kept": _overhead,
    "sponsor_joined": _sponsor_attracted_cell,
    "sponsor_waits": _sponsor_attracted_cell,
    "party_thrown": _party,
    "quirk_gained": _quirk,
    "quirk_resisted": _toughness_check_cell,
    "talent_gained": _advancement_cell,
    "trait_raised": _advancement_cell,
    "advancement_wasted": _advancement_cell,
    "level_reached": _level,
    "pot_rolled": _pot,
    "sponsor_paid": _sponsor_effect_cell,
}
"""The function that makes the words, by the fact's tag."""


def table_cell_words(stated: Fact) -> str:
    """The table, row and column behind a fact; empty if it used no table."""
    cell_of = CELL_WORDS.get(stated.tag)
    return "" if cell_of is None else cell_of(stated)
