"""Checks a design and reports all its errors at once. Rules RH-022, RH-035, RH-060, RH-080, RH-085, RH-094.

The bounds are the league's (ruling under RH-085), except those of speeds (RH-022), seats and the figures of an
attack.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from functools import partial

from rules.core.document_validation import format_figure
from rules.core.readable_text import is_legible
from rules.match.design_validation import submitted_design_errors
from rules.match.handling.speed_table import SPEED_STEP
from rules.match.ruleset import ErrorDetail
from rules.rhad.designs.design import (
    ACCESSORIES,
    DAMAGE_PATTERN,
    DRIVER,
    ENDS,
    GUNNER,
    MOUNTS,
    ROLES,
    SIDES,
    Design,
    Weapon,
    parse_damage,
)
from rules.rhad.designs.design_points import dp_spent
from rules.rhad.designs.stock_weapons import WEAPON_BY_KIND

BOUNDS = {
    "base_hc": (-2, 6),
    "max_speed": (20, 300),
    "accel": (5, 40),
    "brake": (5, 60),
    "power_plant_dp": (1, 40),
}
"""The lowest and highest value of each figure (ruling under RH-085)."""
SPEED_FIGURES = ("max_speed", "accel", "brake")  # no mutant: order
TIRE_COUNT_BOUNDS, TIRE_DP_BOUNDS, ARMOR_BOUNDS = (2, 6), (1, 20), (0, 60)
"""The number of tires, the points of a tire, and the armor points of a side (ruling under RH-085)."""
WEAPON_COUNT_BOUNDS, TO_HIT_BOUNDS, DICE_BOUNDS, PLUS_BOUNDS, SHOTS_BOUNDS, WEAPON_DP_BOUNDS = (
    (0, 6),
    (2, 12),
    (1, 6),
    (-5, 5),
    (1, 50),
    (1, 10),
)
"""The number of weapons, and the figures of each (RH-085)."""
UNPRICEABLE_CODES = frozenset({f"bad_{name}" for name in BOUNDS}) | {
    "bad_tires", "bad_armor", "bad_weapons", "bad_to_hit", "bad_damage", "bad_shots", "bad_weapon_dp",
}  # fmt: skip
"""Errors of figures that are out of bounds, so that the design cannot be priced (ruling under RH-085)."""
FIGURE_LABELS = {
    "base_hc": "handling class",
    "max_speed": "top speed",
    "accel": "acceleration",
    "brake": "braking",
    "power_plant_dp": "power plant",
}


def document_errors(document: object, *, budget: int | None, gunner_station: bool | None = None) -> list[ErrorDetail]:
    """The errors of a design as it was sent: those of its shape, and those of `design_errors` (RH-085)."""
    by_the_rules = partial(design_errors, budget=budget, gunner_station=gunner_station)
    return submitted_design_errors(document, Design, rule="RH-085", faults_of=by_the_rules)


def design_errors(design: Design, *, budget: int | None, gunner_station: bool | None = None) -> list[ErrorDetail]:
    """Every error of a design, or the warnings of a legal one (RH-085).

    `budget` is in DP, or None if there is none. `gunner_station` says whether the car it is for has one, None if
    there is no car yet.
    """
    errors = [
        *_book(design),
        *_names(design),
        *_figures(design),
        *_tires(design),
        *_armor(design),
        *_seats(design, gunner_station=gunner_station),
        *_accessories(design),
        *_weapons(design),
    ]
    priced = not any(error.code in UNPRICEABLE_CODES for error in errors)
    if priced and budget is not None and (spent := dp_spent(design)) > budget:
        text = f"{design.name} takes {spent} DP and the car has {budget}: save {spent - budget}."
        errors.append(_fault("over_budget", text))
    return errors or list(_warnings(design, gunner_station=gunner_station))


def _fault(code: str, sentence: str, *, rule: str = "RH-085") -> ErrorDetail:
    return ErrorDetail(code=code, rule=rule, sentence=sentence)


def _book(design: Design) -> Iterator[ErrorDetail]:
    if design.ruleset != "rhad":
        yield _fault("other_book", f"The design was drawn for {design.ruleset!r}: draw one for rhad.")


def _names(design: Design) -> Iterator[ErrorDetail]:
    """Names appear in lines of the story, so they must be printable and not blank (RH-080)."""
    named_things = [("The design", design.name)]
    named_things += [(f"Weapon {number}", weapon.name) for number, weapon in enumerate(design.weapons, start=1)]
    for thing, name in named_things:
        if not name.strip() or not is_legible(name):
            text = f"{thing} is called {name!r}: give it a name that can be printed."
            yield _fault("bad_name", text, rule="RH-080")


def _figures(design: Design) -> Iterator[ErrorDetail]:
    """Handling class, speeds and power plant; speeds are multiples of 5 mph (RH-022, RH-085)."""
    for name, bounds in BOUNDS.items():
        figure: int = getattr(design, name)
        yield from _within(figure, bounds, f"The {FIGURE_LABELS[name]}", code=f"bad_{name}")
        within = bounds[0] <= figure <= bounds[1]  # no mutant: each bound is a multiple itself
        if name in SPEED_FIGURES and within and figure % SPEED_STEP:
            text = f"The {FIGURE_LABELS[name]} of {figure} is no multiple of {SPEED_STEP} mph: make it one."
            yield _fault("bad_step", text, rule="RH-022")


def _tires(design: Design) -> Iterator[ErrorDetail]:
    """The number of tires, at least one at each end, and their points (RH-060, RH-085)."""
    yield from _within(len(design.tires), TIRE_COUNT_BOUNDS, "The number of tires", code="bad_tires")
    for number, tire in enumerate(design.tires, start=1):
        if tire.end not in ENDS:
            yield _unknown(f"end {tire.end!r} of tire {number}", ENDS)
        yield from _within(tire.dp, TIRE_DP_BOUNDS, f"Tire {number}, its points", code="bad_tires")
    for end in ENDS:
        if not any(tire.end == end for tire in design.tires):
            yield _fault("no_tire", f"No tire is at the {end}: put one there.", rule="RH-060")


def _armor(design: Design) -> Iterator[ErrorDetail]:
    for side in SIDES:
        yield from _within(design.armor.on(side), ARMOR_BOUNDS, f"The armor of the {side}", code="bad_armor")


def _seats(design: Design, *, gunner_station: bool | None) -> Iterator[ErrorDetail]:
    """One driver, and a gunner only if the car was bought with a gunner station (RH-085)."""
    roles = Counter(seat.role for seat in design.crew)
    for role in roles:
        if role not in ROLES:
            yield _unknown(f"role {role!r}", ROLES)
    if roles[DRIVER] != 1:
        yield _fault("bad_driver", f"{roles[DRIVER]} drivers have a seat: give one driver a seat.")
    if roles[GUNNER] > 1:
        yield _fault("bad_gunner", f"{roles[GUNNER]} gunners have a seat: give no more than one a seat.")
    if roles[GUNNER] and gunner_station is False:
        yield _fault("other_station", "The car was bought without a gunner station: leave the gunner's seat out.")


def _accessories(design: Design) -> Iterator[ErrorDetail]:
    for accessory in design.accessories:
        if accessory not in ACCESSORIES:
            yield _unknown(f"accessory {accessory!r}", ACCESSORIES, rule="RH-035")


def _weapons(design: Design) -> Iterator[ErrorDetail]:
    yield from _within(len(design.weapons), WEAPON_COUNT_BOUNDS, "The number of weapons", code="bad_weapons")
    for number, weapon in enumerate(design.weapons, start=1):
        yield from _weapon(weapon, f"Weapon {number}")


def _weapon(weapon: Weapon, which: str) -> Iterator[ErrorDetail]:
    """The mount, kind, throw to hit, points, shots and damage of one weapon (RH-085)."""
    if weapon.mount not in MOUNTS:
        yield _unknown(f"mount {weapon.mount!r} of {which.lower()}", MOUNTS)
    if weapon.kind and weapon.kind not in WEAPON_BY_KIND:
        yield _unknown(f"kind {weapon.kind!r} of {which.lower()}", WEAPON_BY_KIND, rule="RH-094")
    yield from _within(weapon.to_hit, TO_HIT_BOUNDS, f"{which}, its throw to hit", code="bad_to_hit")
    yield from _within(weapon.dp, WEAPON_DP_BOUNDS, f"{which}, its points", code="bad_weapon_dp")
    if weapon.shots is not None:
        yield from _within(weapon.shots, SHOTS_BOUNDS, f"{which}, its shots", code="bad_shots")
    if not DAMAGE_PATTERN.fullmatch(weapon.damage):
        text = f"{which} has the damage {weapon.damage!r}: write dice, as 2d or 1d-1."
        yield _fault("bad_damage", text)
        return
    dice, plus = parse_damage(weapon.damage)
    yield from _within(dice, DICE_BOUNDS, f"{which}, its dice of damage", code="bad_damage")
    yield from _within(plus, PLUS_BOUNDS, f"{which}, what is added to its damage", code="bad_damage")


def _warnings(design: Design, *, gunner_station: bool | None) -> Iterator[ErrorDetail]:
    """What is legal but useless: a second accessory of a kind, and a gunner station without a seat (RH-035,
    RH-085).
    """
    for name, count in Counter(design.accessories).items():
        if count > 1:
            text = f"{design.name} has {count} of the accessory {name} and one of a kind counts: take the others out."
            yield ErrorDetail(code="accessory_twice", rule="RH-035", sentence=text, warning=True)
    if gunner_station and not design.has_gunner:
        text = f"{design.name} has no seat for the gunner of its station, who stays in the pits: give them one."
        yield ErrorDetail(code="no_seat", rule="RH-085", sentence=text, warning=True)


def _within(figure: int, bounds: tuple[int, int], label: str, *, code: str) -> Iterator[ErrorDetail]:
    least, most = bounds
    if not least <= figure <= most:
        yield _fault(code, f"{label}: {format_figure(figure)} is not {least} to {most}. Choose one of those.")


def _unknown(part: str, known: Iterable[str], *, rule: str = "RH-085") -> ErrorDetail:
    return _fault("unknown_part", f"There is no {part[:90]}: use one of {', '.join(known)}.", rule=rule)
