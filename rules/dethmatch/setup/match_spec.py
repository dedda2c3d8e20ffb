"""Reads a match described in one file, and reports all of its errors at once. Rules DM-C-040, DM-M-010, DM-M-018,
DM-M-036, DM-M-038, DM-M-039, DM-M-131, DM-M-136 to DM-M-138.

A file can be short: stock designs by name, items by kind, and ids made up where none are given.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Iterator
from typing import Any

from rules.core.document_validation import format_figure, read_document
from rules.core.refusals import Malformed
from rules.core.terms import printable_id
from rules.dethmatch.designs.design import Design, read_design
from rules.dethmatch.designs.design_errors import document_errors
from rules.dethmatch.designs.mounts import assign_mounts
from rules.dethmatch.designs.stock_designs import stock_design, stock_designs
from rules.dethmatch.events.event import EVENTS
from rules.dethmatch.match.entries import CarEntry, CrewEntry, ItemEntry, MatchSetup, Mechanic, TeamEntry
from rules.dethmatch.settings import SWITCHES_BY_NAME
from rules.dethmatch.setup.match_errors import UNREADABLE_DESIGN, error_detail, ids_in, refuse_errors, setup_errors
from rules.dethmatch.setup.match_spec_schema import (
    CarSpec,
    ItemSpec,
    MatchSpec,
    TeamSpec,
    read_item,
    spec_error_clauses,
)
from rules.match.catalog import WEAPON_KINDS
from rules.match.mechanics import repair_checks
from rules.match.ruleset import ErrorDetail, without_warnings
from rules.match.spec import shared_id_errors
from rules.match.spec_schema import BUDGETS, CompetitorSpec, PaperUnreadable, read_json

FALLBACK_BUDGET = BUDGETS[-1]
"""The budget for checking a car whose own budget is not allowed."""
EVENT_RULES = {"lap_race": "DM-M-136", "flags": "DM-M-137", "last_car": "DM-M-138"}
"""The rule of each event."""


def match_from(text: bytes) -> MatchSetup:
    """The match that a file describes, from its bytes. Raises what `read_match` raises."""
    return read_match(read_json(text))


def read_match(document: object) -> MatchSetup:
    """The match that a document describes.

    Raises `PaperUnreadable` with everything of the wrong form, or `MatchImpossible` with a sentence for each error of
    its designs, its track and its line-ups.
    """
    if clauses := spec_error_clauses(document):
        raise PaperUnreadable(f"The match cannot be read: {'; '.join(clauses)}. Fix each of these.")
    file = read_document(document, MatchSpec)
    reader = _SpecReader(file)
    teams = tuple(reader.team(team) for team in file.teams)
    drawn = {} if isinstance(file.track, str) else file.track
    setup = MatchSetup(
        match=file.match,
        event=file.event,
        track=file.track if isinstance(file.track, str) else str(file.track.get("id", "")),
        teams=teams,
        laps=file.laps,
        heats=file.heats,
        switches=dict(file.switches),
        profiles={team.id: team.profile for team in file.teams if team.profile},
        drawn=drawn,
    )
    errors = [*_opponents(setup), *shared_id_errors(ids_in(setup)), *reader.faults, *setup_errors(setup)]
    refuse_errors(file.match, errors)
    return setup


def _opponents(setup: MatchSetup) -> Iterator[ErrorDetail]:
    """Errors for teams without cars, and for too few teams (DM-M-038, DM-M-136 to DM-M-138)."""
    for team in setup.teams:
        if not team.cars:
            text = f"{printable_id(team.id)} has no car: give it one, or take the team out."
            yield error_detail("no_cars", "DM-M-038", text)
    if setup.event not in EVENTS:
        return
    least, present = EVENTS[setup.event].least_teams, sum(bool(team.cars) for team in setup.teams)
    if present < least:
        teams = "teams" if least > 1 else "team"
        text = f"The event {setup.event} needs {least} {teams} with cars and has {present}: enter more of them."
        yield error_detail("too_few_teams", EVENT_RULES[setup.event], text)


class _SpecReader:
    """Reads a match file and collects the errors of its designs."""

    def __init__(self, file: MatchSpec) -> None:
        self.faults: list[ErrorDetail] = []
        self._accepts_light = bool(file.switches.get("dethmatch.heavy_mount_accepts_light", False))
        self._special_dp = _number(file, "dethmatch.special_mount_dp")
        self._attempts = _number(file, "match.repair_attempts")

    def team(self, team: TeamSpec) -> TeamEntry:
        """Read a team, with ids for its cars and the checks of its Mechanics."""
        return TeamEntry(
            id=team.id,
            cars=tuple(self.car(car, car.id or f"{team.id}.c{n}") for n, car in enumerate(team.cars, start=1)),
            crew=tuple(_competitor(competitor) for competitor in team.crew),
            mechanic=team.mechanic,
            pit_bonus=team.pit_bonus,
            mechanics=tuple(
                Mechanic(crew=mechanic.driver, checks=mechanic.checks, skill=mechanic.skill)
                for mechanic in repair_checks(
                    {competitor.id: competitor.talents.count("mechanic") for competitor in team.crew},
                    attempts=self._attempts,
                )
            ),
            kit_uses=team.kit_uses,
            stores=tuple(_item(item, id) for id, item in _items_by_id(team.stores, f"{team.id}.stores").items()),
        )

    def car(self, car: CarSpec, id: str) -> CarEntry:
        """Read a car, with everything on it in its place (DM-M-018, DM-M-039)."""
        items = _items_by_id([*car.weapons.values(), *car.items], id)
        mount_by_item = dict(zip(items, car.weapons, strict=False))
        design = self.design(car, id, [spec.kind for spec in items.values()])
        loose = {
            item: spec.kind for item, spec in items.items() if item not in mount_by_item and spec.kind in WEAPON_KINDS
        }
        remaining = dataclasses.replace(
            design, mounts=tuple(mount for mount in design.mounts if mount.id not in mount_by_item.values())
        )
        assigned = assign_mounts(remaining, loose, heavy_accepts_light=self._accepts_light)
        mount_by_item |= {item: mount for mount, item in assigned.items()}
        weapon_in = {mount: item for item, mount in mount_by_item.items()}
        gears = [spec.gearing for spec in items.values() if spec.kind == "gear_set"]
        return CarEntry(
            id=id,
            design=design,
            driver=car.driver,
            gunner=car.gunner,
            items=tuple(
                _item(spec, item, mount=mount_by_item.get(item, ""), weapon=weapon_in.get(spec.on, ""))
                for item, spec in items.items()
            ),
            gearing=gears[0] if gears else design.gearing,
            height=car.height,
            criticals=car.criticals,
        )

    def design(self, car: CarSpec, id: str, kinds: list[str]) -> Design:
        """A car's design, within its budget, or `UNREADABLE_DESIGN` if it cannot be read (DM-M-010, DM-M-036)."""
        budget = car.dp if car.dp in BUDGETS else FALLBACK_BUDGET
        if car.dp not in BUDGETS:
            budgets = ", ".join(map(str, BUDGETS))
            text = f"A car is built on {budgets} design points, not {format_figure(car.dp)}: choose."
            self._add_errors(id, [error_detail("bad_budget", "DM-M-010", text)])
        if car.stock and car.design is not None:
            text = f"It has the stock design {car.stock[:60]!r} and one written out: take one of them out."
            self._add_errors(id, [error_detail("two_designs", "DM-M-010", text)])
            return UNREADABLE_DESIGN
        if not car.stock and car.design is None:
            known = [kind for kind in kinds if kind in WEAPON_KINDS]
            return stock_design(
                dp=budget,
                gunner_station=bool(car.gunner),
                gearing=0,
                kinds=known,
                special_mount_dp=self._special_dp,
            )
        if car.design is not None:
            errors = without_warnings(document_errors(car.design, budget=budget, special_mount_dp=self._special_dp))
            if any(error.code == "unreadable" for error in errors):
                self._add_errors(id, errors)
                return UNREADABLE_DESIGN
            self._add_errors(id, [error for error in errors if error.code == "over_budget"])
            return read_design(car.design)
        if car.stock in stock_designs():
            return stock_designs()[car.stock].design
        text = f"There is no stock design {car.stock[:60]!r}: use one of {', '.join(sorted(stock_designs()))}."
        self._add_errors(id, [error_detail("unknown_stock", "DM-M-010", text)])
        return UNREADABLE_DESIGN

    def _add_errors(self, id: str, errors: Iterable[ErrorDetail]) -> None:
        self.faults += [
            dataclasses.replace(error, sentence=f"{printable_id(id)}: {error.sentence}") for error in errors
        ]


def _number(file: MatchSpec, switch: str) -> int:
    """The value of a switch that the reader needs. An invalid one is reported with the other settings."""
    known = SWITCHES_BY_NAME[switch]
    try:
        return int(known.validate(file.switches.get(switch, known.default)))
    except Malformed:
        return int(known.default)


def _competitor(competitor: CompetitorSpec) -> CrewEntry:
    return CrewEntry(
        id=competitor.id,
        driving=competitor.driving,
        gunnery=competitor.gunnery,
        initiative=competitor.initiative,
        toughness=competitor.toughness,
        talents=tuple(competitor.talents),
        quirks={quirk: competitor.quirks.count(quirk) for quirk in competitor.quirks},
        worn=tuple(competitor.worn),
    )


def _items_by_id(items: Iterable[Any], owner: str) -> dict[str, ItemSpec]:
    """Items by id. One without an id is named for its owner and kind, with a number
    from the second of the kind on.
    """
    named: dict[str, ItemSpec] = {}
    for item in map(read_item, items):
        base = item.id or f"{owner}.{item.kind.replace('_', '-')}"
        id, number = base, 1
        while id in named:
            number += 1
            id = f"{base}-{number}"
        named[id] = item
    return named


def _item(spec: ItemSpec, id: str, *, mount: str = "", weapon: str = "") -> ItemEntry:
    return ItemEntry(
        id=id,
        kind=spec.kind,
        mount=mount,
        weapon=weapon,
        carcass=spec.carcass,
        tread=spec.tread,
        variant=spec.variant,
        gearing=spec.gearing,
        rolled=dict(spec.rolled),
        ammunition=spec.ammunition,
        backwards=spec.backwards,
    )
