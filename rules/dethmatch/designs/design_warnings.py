"""What is legal in a design and seldom meant: a designer is warned. Rules DM-M-010, DM-M-020, DM-M-033, DM-M-036."""

from __future__ import annotations

from collections.abc import Iterator

from rules.dethmatch.designs.design import Design
from rules.dethmatch.designs.ratings import compute_ratings
from rules.match.ruleset import ErrorDetail

DESIGNER_TURNS = 15  # no mutant: 14 turns want 5 points too
"""The turns a tank is measured by where no event is at hand: 5 fuel points' worth (DM-M-036)."""
TURNS_A_POINT = 3
"""The turns a fuel point lasts (DM-M-048)."""


def design_warnings(design: Design, *, unspent: int, turns: int = DESIGNER_TURNS) -> list[ErrorDetail]:
    """The warnings a legal design earns, with that many DP left over, for an event of so many turns (DM-M-036)."""
    return [*_ratings(design, turns=turns), *_seats(design), *_unspent_warnings(unspent)]


def _caution(code: str, rule: str, sentence: str) -> ErrorDetail:
    return ErrorDetail(code=code, rule=rule, sentence=sentence, warning=True)


def _ratings(design: Design, *, turns: int) -> Iterator[ErrorDetail]:
    """No handling, no acceleration, too little fuel (DM-M-036)."""
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
    """An armored seat for one of two, or for nobody (DM-M-020)."""
    driver, gunner = design.has("armored_seat_driver"), design.has("armored_seat_gunner")
    if design.has("gunner_station") and driver is not gunner:
        yield _caution("unprotected_seat", "DM-M-020", "One of its two seats is armored and the other is not.")
    if gunner and not design.has("gunner_station"):
        yield _caution("seat_without_station", "DM-M-020", "A gunner's seat is armored, and there is no station.")


def _unspent_warnings(dp: int) -> Iterator[ErrorDetail]:
    """Design points that are lost (DM-M-010)."""
    if dp:
        yield _caution("unspent_dp", "DM-M-010", f"{dp} DP are not spent, and are lost.")
