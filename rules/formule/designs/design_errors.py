"""Every error of a design, found at once. Rules FW-001 to FW-004, FW-010 to FW-012, FW-020 to FW-023."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import partial

from rules.core.document_validation import format_figure
from rules.core.plurals import count_phrase
from rules.core.readable_text import is_legible
from rules.core.switches import Setting, valid_settings
from rules.formule.designs.design import CHARACTERISTICS, WEAR, Design, points_spent
from rules.formule.settings import SWITCHES_BY_NAME, Settings, settings_of
from rules.formule.weapons import EQUIPMENT, MOUNTS, TURRET, TURRET_HOLDS, WEAPONS, Weapon
from rules.match.design_validation import submitted_design_errors
from rules.match.ruleset import ErrorDetail

LINK_SIZE = 2
"""The number of weapons in a link (FW-023)."""
ABOVE = "above_budget"
"""The code of a characteristic above the whole budget. With such an error the sum is not checked."""
PLAIN_POINTS = 35
PLAIN_LEAST = 1


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """The limits a car is built by.

    `points` are the build points (FW-001). `least` is the minimum of each characteristic but armor, and `most_tires`
    the maximum of tires, 0 for none (FW-002). `weapons` has the weapon table with its prices (FW-010).
    """

    points: int = PLAIN_POINTS
    least: int = PLAIN_LEAST
    most_tires: int = 0
    weapons: Mapping[str, Weapon] = field(default_factory=lambda: WEAPONS)


def document_errors(document: object, *, limits: Limits) -> list[ErrorDetail]:
    """Every error of a design document, of its shape or by `design_errors`; raises nothing (FW-002)."""
    return submitted_design_errors(document, Design, rule="FW-002", faults_of=partial(design_errors, limits=limits))


def design_errors(design: Design, *, limits: Limits) -> list[ErrorDetail]:
    """Every error of a design. A legal one that leaves points unspent gets a warning (FW-001)."""
    errors = [
        *_name(design),
        *_characteristics(design, limits),
        *_weapons(design, limits),
        *_equipment(design),
        *_turret(design, limits),
        *_links(design, limits),
    ]
    spent = points_spent(design, limits.weapons)
    if any(error.code == ABOVE for error in errors):
        return errors
    if spent > limits.points:
        text = f"The car takes {spent} build points and has {limits.points}: save {spent - limits.points}."
        errors.append(_fault("over_budget", "FW-001", text))
    elif not errors and spent < limits.points:
        text = f"{limits.points - spent} build points are not spent and lost: spend them."
        return [ErrorDetail(code="points_left", rule="FW-001", sentence=text, warning=True)]
    return errors


def _fault(code: str, rule: str, sentence: str) -> ErrorDetail:
    return ErrorDetail(code=code, rule=rule, sentence=sentence)


def _name(design: Design) -> Iterator[ErrorDetail]:
    """Check the name, which tables and stories print."""
    if not is_legible(design.name) or (design.name and not design.name.strip()):
        text = f"The design is called {design.name!r}: give it a name that can be printed, or none."
        yield _fault("bad_name", "FW-002", text)


def _characteristics(design: Design, limits: Limits) -> Iterator[ErrorDetail]:
    """Check the minimum of each characteristic, the maximum of tires, and the budget (FW-001, FW-002)."""
    for name in CHARACTERISTICS:
        figure, least = design.points_of(name), limits.least if name in WEAR else 0
        if figure < least:
            text = f"{name} is {format_figure(figure)}: give it {least} or more."
            yield _fault("below_minimum", "FW-002", text)
        elif figure > limits.points:
            text = (
                f"{name} is {format_figure(figure)}: give it no more than the {limits.points} build points of a car."
            )
            yield _fault(ABOVE, "FW-001", text)
    if limits.most_tires and design.tires > limits.most_tires:
        text = f"tires is {format_figure(design.tires)}: give it {limits.most_tires} at most."
        yield _fault("too_many_tires", "FW-002", text)


def _weapons(design: Design, limits: Limits) -> Iterator[ErrorDetail]:
    """Check that each weapon exists and may have its mount (FW-003, FW-004)."""
    for number, weapon in enumerate(design.weapons, start=1):
        if weapon.key not in limits.weapons:
            known = ", ".join(limits.weapons)
            text = f"Weapon {number} is {weapon.key!r}, which there is not: use one of {known}."
            yield _fault("unknown_weapon", "FW-010", text)
        if weapon.mount not in MOUNTS:
            text = f"Weapon {number} is mounted {weapon.mount!r}: use one of {', '.join(MOUNTS)}."
            yield _fault("unknown_mount", "FW-003", text)
        elif weapon.key in limits.weapons and weapon.mount not in limits.weapons[weapon.key].mounts:
            allowed = ", ".join(limits.weapons[weapon.key].mounts)
            text = (
                f"Weapon {number} ({limits.weapons[weapon.key].name}) is mounted {weapon.mount}: mount it {allowed}."
            )
            yield _fault("mount_limit", "FW-004", text)


def _equipment(design: Design) -> Iterator[ErrorDetail]:
    """Check that each item exists and is named once, and that there is one turret at most (FW-020, FW-021)."""
    for item, count in Counter(design.equipment).items():
        if item not in EQUIPMENT:
            text = f"There is no equipment {item[:60]!r}: use {', '.join(EQUIPMENT)}, and link weapons by a name."
            yield _fault("unknown_equipment", "FW-020", text)
        elif count > 1 and item not in TURRET_HOLDS:
            yield _fault("item_twice", "FW-020", f"The {item} stands there {count} times: name it once.")
    turrets = sum(item in TURRET_HOLDS for item in design.equipment)
    if turrets > 1:
        yield _fault("two_turrets", "FW-021", f"The car has {turrets} turrets: keep one of them.")


def _turret(design: Design, limits: Limits) -> Iterator[ErrorDetail]:
    """Check that weapons in a turret have one, with room for them (FW-003, FW-022)."""
    inside = [weapon for weapon in design.weapons if weapon.mount == TURRET]
    room = max((holds for item, holds in TURRET_HOLDS.items() if design.has(item)), default=0)
    points = sum(limits.weapons[weapon.key].price for weapon in inside if weapon.key in limits.weapons)
    if inside and not room:
        yield _fault("no_turret", "FW-003", "A weapon is mounted in a turret and there is none: buy one.")
    elif points > room:
        text = f"The turret holds weapons of {points} points and has room for {room}: mount some elsewhere."
        yield _fault("turret_full", "FW-022", text)


def _links(design: Design, limits: Limits) -> Iterator[ErrorDetail]:
    """Check that each link has two shooting weapons on one mount (FW-023)."""
    for link, numbers in design.links.items():
        coupled = [design.weapons[number] for number in numbers]
        named = " and ".join(str(number + 1) for number in numbers)
        if len(coupled) != LINK_SIZE:
            text = f"The link {link!r} has {count_phrase(len(coupled), 'weapon')} ({named}): couple two."
            yield _fault("link_size", "FW-023", text)
        if len({weapon.mount for weapon in coupled}) > 1:
            text = f"The link {link!r} couples weapons {named} of several mounts: put them in one."
            yield _fault("link_mounts", "FW-023", text)
        if any(weapon.key in limits.weapons and limits.weapons[weapon.key].is_dropper for weapon in coupled):
            text = f"The link {link!r} couples a dropper ({named}): couple weapons that shoot."
            yield _fault("link_dropper", "FW-023", text)


def limits_of(settings: Settings) -> Limits:
    """The limits under a league's house rules (FW-001, FW-002, FW-011, FW-012).

    Too few build points for the minimum of each characteristic are raised to that sum, and a maximum of tires below
    the minimum is raised to it, so that some car can be built under any setting.
    """
    least = settings.min_characteristic
    return Limits(
        points=max(settings.build_points, least * len(WEAR)),
        least=least,
        most_tires=max(settings.max_tires, least) if settings.max_tires else 0,
        weapons=settings.weapons,
    )


def limits_for_switches(switches: Mapping[str, Setting]) -> Limits:
    """The limits under a season's switches.

    Invalid switches are left out: other checks report them.
    """
    return limits_of(settings_of(valid_settings(switches, SWITCHES_BY_NAME)))
