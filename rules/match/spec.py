"""Reads the file that describes a match into a packet, with all its errors reported at once, for books that play from
the packet alone.

Rules DM-C-011, DM-C-019, DM-C-020, DM-C-047, DM-C-066, DM-C-067, DM-C-089, DM-C-135.
"""

from __future__ import annotations

import dataclasses
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from rules.core.document_validation import format_figure
from rules.core.refusals import Malformed, Refusal
from rules.core.suggestions import suggestion_clause
from rules.core.switches import Setting, Switch, unknown_switch
from rules.core.terms import printable_id, validate_id, with_article
from rules.match.catalog import CAR_ITEM_KINDS, WEARABLES
from rules.match.packet import PackedCar, PackedDriver, PackedItem, PackedSeat, PackedTeam, Packet
from rules.match.packet_vocabulary import QUIRKS, TALENTS
from rules.match.ruleset import Document, ErrorDetail, Fixture, Ruleset, in_words, without_warnings
from rules.match.spec_schema import (
    BUDGETS,
    COPIES,
    MOST_CRITICALS,
    MOST_TRAIT,
    CarSpec,
    CompetitorSpec,
    MatchSpec,
    TeamSpec,
    read_spec,
)


class PaperMatchFaulty(Refusal):
    """The match cannot be played as its file describes it; every error is listed."""


def packet_from_spec(text: bytes, ruleset: Ruleset, *, stock: Mapping[str, Document]) -> Packet:
    """The packet of the match that a file describes, for a ruleset whose stock designs are given by name in `stock`.

    Raises `PaperUnreadable` if the form is wrong, and `PaperMatchFaulty` with a sentence for each error.
    """
    file = read_spec(text)
    errors = [
        *_settings(file, ruleset),
        *_people(file),
        *(error for team in file.teams for competitor in team.crew for error in _competitor(competitor)),
        *(error for team in file.teams for id, car in _cars_by_id(team) for error in _car_errors(id, car)),
        *_designs(file, ruleset, stock),
    ]
    refuse_faulty_spec(errors, match=file.match)
    return Packet(
        match=file.match,
        event=file.event,
        surface=file.surface,
        heats=file.heats,
        scoring="",
        repair_attempts=0,
        teams=tuple(_team(team, ruleset, stock, file.switches) for team in file.teams),
        ruleset=ruleset.name,
        edition=ruleset.edition,
        setting=file.setting,
        switches=dict(file.switches),
    )


def refuse_faulty_spec(faults: Iterable[ErrorDetail], *, match: str) -> None:
    """Raise `PaperMatchFaulty` with every error of a match except warnings."""
    if errors := without_warnings(faults):
        raise PaperMatchFaulty(f"{printable_id(match)} cannot be played: {in_words(errors)}")


def _settings(file: MatchSpec, ruleset: Ruleset) -> Iterator[ErrorDetail]:
    """Errors of the match itself, and of its house rules."""
    known = {switch.name: switch for switch in ruleset.switches}
    yield from switch_errors(file.switches, known, title=ruleset.title)
    yield from ruleset.fixture_errors(
        Fixture(
            event=file.event,
            surface=file.surface,
            heats=file.heats,
            teams=len(file.teams),
            vehicles_per_team=max((len(team.cars) for team in file.teams), default=0),
            setting=file.setting,
        )
    )


def _people(file: MatchSpec) -> Iterator[ErrorDetail]:
    """Invalid or repeated ids, seats without anybody, and people in two seats (DM-C-089)."""
    ids_by_thing = {
        "team": [team.id for team in file.teams],
        "competitor": [competitor.id for team in file.teams for competitor in team.crew],
        "car": [id for team in file.teams for id, _ in _cars_by_id(team)],
    }
    yield from id_errors({"match": [file.match], **ids_by_thing})
    yield from shared_id_errors(ids_by_thing)
    for team in file.teams:
        team_id = printable_id(team.id)
        if not team.cars:
            yield _seat_error("no_cars", f"{team_id} has no car: give it one, or take the team out.")
        crew_ids = {competitor.id for competitor in team.crew}
        for id in (id for id, car in _cars_by_id(team) if not car.driver):
            text = f"{printable_id(id)} has no driver: seat one of the crew of {team_id}, or take the car out."
            yield _seat_error("no_driver", text)
        aboard = [seat for car in team.cars for seat in (car.driver, car.gunner) if seat]
        for person in dict.fromkeys(seat for seat in aboard if seat not in crew_ids):
            text = f"{person[:60]!r} is not among the crew of {team_id}: list them there, or seat somebody who is."
            yield _seat_error("unknown_crew", text)
        for person, seats in Counter(aboard).items():
            if seats > 1:
                text = (
                    f"{printable_id(person)} of {team_id} sits in {seats} seats: give each seat somebody of its own."
                )
                yield _seat_error("two_seats", text)


def _seat_error(code: str, sentence: str) -> ErrorDetail:
    return ErrorDetail(code=code, rule="DM-C-089", sentence=sentence)


def _competitor(crew: CompetitorSpec) -> Iterator[ErrorDetail]:
    """Traits out of bounds, and unknown talents, quirks and gear (DM-C-011, DM-C-019, DM-C-047, DM-C-135)."""
    crew_id = printable_id(crew.id)
    for trait, value in _traits(crew).items():
        if abs(value) > MOST_TRAIT:
            between = f"give one from -{MOST_TRAIT} to {MOST_TRAIT}"
            text = f"The {trait} of {crew_id} cannot be {format_figure(value)}: {between}."
            yield ErrorDetail(code="bad_trait", rule="DM-C-011", sentence=text)
    for noun, names, known, rule in (
        ("talent", crew.talents, TALENTS, "DM-C-019"),
        ("quirk", crew.quirks, QUIRKS, "DM-C-047"),
        ("gear", crew.worn, WEARABLES, "DM-C-135"),
    ):
        for name, times in Counter(names).items():
            if name not in known:
                text = f"{crew_id} cannot have the {noun} {name!r}: {suggestion_clause(name, known)}."
                yield ErrorDetail(code=f"unknown_{noun}", rule=rule, sentence=text)
            elif times > COPIES:
                text = f"{crew_id} cannot have {name} {times} times: give it {COPIES} times at most."
                yield ErrorDetail(code="too_often", rule=rule, sentence=text)


def _car_errors(id: str, car: CarSpec) -> Iterator[ErrorDetail]:
    """Budgets and criticals that no car has, and unknown items (DM-C-066, DM-C-067)."""
    car_id = printable_id(id)
    if car.dp not in BUDGETS:
        budgets = ", ".join(map(str, BUDGETS))
        text = f"{car_id} is built on {budgets} design points, not {format_figure(car.dp)}: choose."
        yield ErrorDetail(code="bad_budget", rule="DM-C-066", sentence=text)
    if not 0 <= car.criticals <= MOST_CRITICALS:
        bound = f"give a number from 0 to {MOST_CRITICALS}"
        text = f"{car_id} cannot bring {format_figure(car.criticals)} criticals: {bound}."
        yield ErrorDetail(code="bad_criticals", rule="", sentence=text)
    for kind in dict.fromkeys(car.items):
        if kind not in CAR_ITEM_KINDS:
            text = f"{car_id} cannot carry {kind!r}: {suggestion_clause(kind, CAR_ITEM_KINDS)}."
            yield ErrorDetail(code="unknown_item", rule="DM-C-067", sentence=text)


def _designs(file: MatchSpec, ruleset: Ruleset, stock: Mapping[str, Document]) -> Iterator[ErrorDetail]:
    """Every error of the designs, each with the id of its car in front."""
    for id, car in ((printable_id(id), car) for team in file.teams for id, car in _cars_by_id(team)):
        if car.stock and car.design is not None:
            text = f"{id} has the stock design {car.stock!r} and one written out: take one of them out."
            yield ErrorDetail(code="two_designs", rule="", sentence=text)
        elif car.stock and car.stock not in stock:
            text = f"{id}: there is no stock design {car.stock!r}: {suggestion_clause(car.stock, stock)}."
            yield ErrorDetail(code="unknown_stock", rule="", sentence=text)
        elif car.design is not None:
            errors = ruleset.design_errors(
                car.design, dp=car.dp, gunner_station=bool(car.gunner), gearing=0, switches=file.switches
            )
            yield from (dataclasses.replace(error, sentence=f"{id}: {error.sentence}") for error in errors)


def _cars_by_id(team: TeamSpec) -> Iterator[tuple[str, CarSpec]]:
    """The cars of a team with their ids; a car without an id gets one from its number."""
    return ((car.id or f"{team.id}.c{number}", car) for number, car in enumerate(team.cars, start=1))


def _team(
    team: TeamSpec, ruleset: Ruleset, stock: Mapping[str, Document], switches: Mapping[str, Setting]
) -> PackedTeam:
    crew = {competitor.id: _driver(competitor) for competitor in team.crew}
    aboard = {seat for car in team.cars for seat in (car.driver, car.gunner)}
    return PackedTeam(
        franchise=team.id,
        staff_rating=1,
        pit_bonus=0,
        kit_uses=0,
        mechanics=(),
        seats=tuple(
            PackedSeat(
                car=_car(id, car, ruleset, stock, switches),
                driver=crew[car.driver],
                gunner=crew[car.gunner] if car.gunner else None,
            )
            for id, car in _cars_by_id(team)
        ),
        fresh=tuple(driver for id, driver in crew.items() if id not in aboard),
    )


def _car(
    id: str, car: CarSpec, ruleset: Ruleset, stock: Mapping[str, Document], switches: Mapping[str, Setting]
) -> PackedCar:
    design: dict[str, Any] | None = stock[car.stock] if car.stock else car.design
    if design is None:
        design = ruleset.stock_design(
            dp=car.dp, gunner_station=bool(car.gunner), gearing=0, kinds=car.items, switches=switches
        )
    return PackedCar(
        id=id,
        dp=car.dp,
        overhead=False,
        gunner_station=bool(car.gunner),
        gearing=0,
        criticals=car.criticals,
        items=tuple(PackedItem(id=f"{id}.i{number}", kind=kind) for number, kind in enumerate(car.items, start=1)),
        design=design,
    )


def _driver(competitor: CompetitorSpec) -> PackedDriver:
    return PackedDriver(
        id=competitor.id,
        traits=_traits(competitor),
        talents=tuple(competitor.talents),
        quirks=dict(Counter(competitor.quirks)),
        worn=tuple(competitor.worn),
    )


def _traits(competitor: CompetitorSpec) -> dict[str, int]:
    return {
        "driving": competitor.driving,
        "gunnery": competitor.gunnery,
        "initiative": competitor.initiative,
        "toughness": competitor.toughness,
    }


def id_errors(named: Mapping[str, Sequence[str]]) -> Iterator[ErrorDetail]:
    """Ids of each kind of thing that are invalid, since they become parts of dice paths, or that occur twice."""
    for thing, ids in named.items():
        for id, times in Counter(ids).items():
            try:
                validate_id(id, thing=thing)
            except Malformed as refusal:
                yield ErrorDetail(code="bad_id", rule="", sentence=refusal.sentence)
            if times > 1:
                text = f"The {thing} {printable_id(id)} is entered {times} times: give each an id of its own."
                yield ErrorDetail(code="same_id", rule="", sentence=text)


def shared_id_errors(named: Mapping[str, Sequence[str]]) -> Iterator[ErrorDetail]:
    """Ids that name things of different kinds, which the lines of a story could not tell apart."""
    for id in dict.fromkeys(id for ids in named.values() for id in ids):
        things = [with_article(thing) for thing, ids in named.items() if id in ids]
        if len(things) > 1:
            text = f"{printable_id(id)} is the id of {' and of '.join(things)}: give each one of its own."
            yield ErrorDetail(code="same_id", rule="", sentence=text)


def switch_errors(
    settings: Mapping[str, Setting], switches: Mapping[str, Switch], *, title: str
) -> Iterator[ErrorDetail]:
    """Switches that the book with that title does not have, and values they do not accept."""
    for name, value in settings.items():
        if name not in switches:
            yield ErrorDetail(code="unknown_switch", rule="", sentence=unknown_switch(name, switches, title=title))
            continue
        try:
            switches[name].validate(value)
        except Malformed as refusal:
            yield ErrorDetail(code="bad_switch", rule=switches[name].rule, sentence=refusal.sentence)
