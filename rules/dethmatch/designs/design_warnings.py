"""Warnings about what is legal in a design but seldom intended. Rules DM-M-010, DM-M-020, DM-M-033, DM-M-036."""

from __future__ import annotations

from collections.abc import Iterator

from rules.dethmatch.designs.design import Design
from rules.dethmatch.designs.ratings import compute_ratings
from rules.match.ruleset import ErrorDetail

DESIGNER_TURNS = 15  # no mutant: 14 turns want 5 points too
"""The turns a tank must last where no event is known: 5 fuel points' worth (DM-M-036)."""
TURNS_A_POINT = 3
"""The turns that a fuel point lasts (DM-M-048)."""


def design_warnings(design: Design, *, unspent: int, turns: int = DESIGNER_TURNS) -> list[ErrorDetail]:
    """Return the warnings about a legal design with `unspent` DP left, for an event of that many turns (DM-M-036)."""
    return [*_ratings(design, turns=turns), *_seats(design), *_unspent_warnings(unspent)]


def _caution(code: str, rule: str, sentence: str) -> ErrorDetail:
    return ErrorDetail(code=code, rule=rule, sentence=sentence, warning=True)


def _ratings(design: Design, *, turns: int) -> Iterator[ErrorDetail]:
    """Yield warnings about an overloaded suspension, no acceleration and too little fuel (DM-M-036)."""
    bare = compute_ratings(design)
    if bare.overload:
        yield _caution(
            "overloaded",
            "DM-M-033",
            f"The car weighs {bare.weight} and its suspension carries {design.suspension}: it handles at 0, and any "
            "hazard may break it.",
        )
    if bare.acceleration <= 0:
        yield _caution(
            "slow",
            "DM-M-031",
            f"The car weighs {bare.weight} for a power of {design.engine}: its acceleration is {bare.acceleration}.",
        )
    if TURNS_A_POINT * bare.fuel < turns:
        yield _caution(
            "little_fuel", "DM-M-035", f"Its {bare.fuel} fuel points do not last the {turns} turns of the event."
        )


def _seats(design: Design) -> Iterator[ErrorDetail]:
    """Yield warnings about an armored seat for one of two people, or for a gunner without a station (DM-M-020)."""
    driver, gunner = design.has("armored_seat_driver"), design.has("armored_seat_gunner")
    if design.has("gunner_station") and driver is not gunner:
        yield _caution("unprotected_seat", "DM-M-020", "One of its two seats is armored and the other is not.")
    if gunner and not design.has("gunner_station"):
        yield _caution("seat_without_station", "DM-M-020", "A gunner's seat is armored, and there is no station.")


def _unspent_warnings(dp: int) -> Iterator[ErrorDetail]:
    """Yield a warning about design points that are lost (DM-M-010)."""
    if dp:
        yield _caution("unspent_dp", "DM-M-010", f"{dp} DP are not spent, and are lost.")
