"""Checks figures and choices of a described match against what can occur in one. Rules DM-C-040, DM-C-124, DM-M-007,
DM-M-015, DM-M-026 to DM-M-028, DM-M-106, DM-M-113, DM-M-117, DM-M-121, DM-M-125, DM-M-127, DM-M-129, DM-M-131.

This is for matches that people write. A league's packets contain only what its campaign allows.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import NamedTuple

from rules.core.document_validation import format_figure
from rules.core.terms import printable_id
from rules.dethmatch.designs.ratings import CARCASS_TOUGHNESS
from rules.dethmatch.ground.surfaces import TREAD_EFFECTS
from rules.dethmatch.match.entries import CarEntry, CrewEntry, ItemEntry, TeamEntry
from rules.dethmatch.match.fitted_car import HEAT_SEEKING
from rules.match.catalog import TIRE_KINDS, WEAPON_KINDS
from rules.match.ruleset import ErrorDetail
from rules.match.spec_schema import COPIES, MOST_CRITICALS, MOST_TRAIT

RARE_TIRES = "rare_tires"


class Bound(NamedTuple):
    """The lowest and highest value of a figure, and the rule it comes from."""

    least: int
    most: int
    rule: str


TRAIT = Bound(-MOST_TRAIT, MOST_TRAIT, "DM-M-007")
CRITICALS = Bound(0, MOST_CRITICALS, "DM-M-106")
ROUNDS = Bound(0, 99, "DM-M-015")  # no mutant: no magazine holds so much
ROLLED = Bound(0, 99, "DM-M-121")  # no mutant: no die shows so much
GEARING = Bound(-1, 1, "DM-M-026")
MECHANIC = Bound(1, 4, "DM-M-129")
PIT_BONUS = Bound(0, 9, "DM-M-129")  # no mutant: no check needs more than 6
KIT_USES = Bound(0, 99, "DM-M-127")  # no mutant: nobody has so many kits


def bound_errors(team: TeamEntry) -> Iterator[ErrorDetail]:
    """An error for every figure or choice that is not allowed in a team, its crew, its cars or its stores."""
    yield from _figure(f"The mechanic of {printable_id(team.id)}", team.mechanic, MECHANIC)
    yield from _figure(f"The pit bonus of {printable_id(team.id)}", team.pit_bonus, PIT_BONUS)
    yield from _figure(f"The uses of the medical kits of {printable_id(team.id)}", team.kit_uses, KIT_USES)
    for crew in team.crew:
        yield from _crew(crew)
    for car in team.cars:
        yield from _car(car)
    for item in team.stores:
        yield from _item(item, printable_id(team.id))


def _figure(label: str, given: int, bound: Bound) -> Iterator[ErrorDetail]:
    if not bound.least <= given <= bound.most:
        text = f"{label} cannot be {format_figure(given)}: give a whole number from {bound.least} to {bound.most}."
        yield ErrorDetail(code="out_of_bounds", rule=bound.rule, sentence=text)


def _choice(label: str, given: str, choices: Iterator[str] | list[str], rule: str) -> Iterator[ErrorDetail]:
    known = sorted(choices)
    if given not in known:
        text = f"{label} cannot be {given[:40]!r}: choose one of {', '.join(known)}."
        yield ErrorDetail(code="unknown_choice", rule=rule, sentence=text)


def _crew(crew: CrewEntry) -> Iterator[ErrorDetail]:
    for trait in ("driving", "gunnery", "initiative", "toughness"):
        yield from _figure(f"The {trait} of {printable_id(crew.id)}", getattr(crew, trait), TRAIT)
    counts = [*Counter(crew.talents).items(), *crew.quirks.items()]
    for name, times in counts:
        if times > COPIES:
            text = (
                f"{printable_id(crew.id)} cannot have {printable_id(name)} {times} times: give it {COPIES} times at "
                "most."
            )
            yield ErrorDetail(code="out_of_bounds", rule="DM-M-113", sentence=text)


def _car(car: CarEntry) -> Iterator[ErrorDetail]:
    yield from _figure(f"The criticals {printable_id(car.id)} brings with it", car.criticals, CRITICALS)
    for item in car.items:
        yield from _item(item, printable_id(car.id))


def _item(item: ItemEntry, owner: str) -> Iterator[ErrorDetail]:
    """Errors in what was chosen, rolled or is left of an item."""
    label = f"{printable_id(item.id)} of {owner}"
    if item.ammunition is not None:
        yield from _figure(f"The ammunition in {label}", item.ammunition, ROUNDS)
    for name, rolled in item.rolled.items():
        yield from _figure(f"The {printable_id(name)} of {label}", rolled, ROLLED)
    yield from _figure(f"The gearing of {label}", item.gearing, GEARING)
    if item.kind == RARE_TIRES:
        yield from _choice(f"The carcass of {label}", item.carcass, list(CARCASS_TOUGHNESS), "DM-M-125")
    if item.kind in TIRE_KINDS and item.tread:
        yield from _choice(f"The tread of {label}", item.tread, list(TREAD_EFFECTS), "DM-M-028")
    if item.kind == HEAT_SEEKING and item.variant:
        packs = [kind for kind, arm in WEAPON_KINDS.items() if arm.mount == "rocket" and arm.shots]
        yield from _choice(f"The rockets under {label}", item.variant, packs, "DM-M-121")
