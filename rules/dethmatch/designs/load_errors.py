"""What a car may not carry because of how it is built. Rules DM-C-150, DM-M-022, DM-M-124."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rules.dethmatch.designs.design import Design
from rules.match.ruleset import ErrorDetail

HYDRAULICS = "hydraulics"
LOWERED = "lowered"


def load_errors(design: Design, kinds: Sequence[str]) -> Iterator[ErrorDetail]:
    """Yield an error for hydraulics on a suspension that is not lowered and cannot be (DM-C-150, DM-M-022)."""
    if HYDRAULICS in kinds and LOWERED not in design.heights:
        height = " or ".join(design.heights)
        yield ErrorDetail(
            code="not_lowered",
            rule="DM-C-150",
            sentence=f"Hydraulics go on a lowered suspension alone, and this one is {height}: leave them off, or "
            "take a design whose suspension is or can be lowered.",
        )
