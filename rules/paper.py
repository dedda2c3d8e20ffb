"""A match on paper: one file that describes it, read into a packet with all its faults told at once, for books that
play from the packet alone. Rules DM-M-007, DM-M-010, DM-M-036, DM-M-038, DM-M-113, DM-M-140.
"""

from __future__ import annotations

import dataclasses
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

import msgspec

from rules.packed import PackedCar, PackedDriver, PackedItem, PackedSeat, PackedTeam, Packet
from rules.refusal import Malformed, Refusal
from rules.ruleset import Document, Fault, Fixture, Ruleset, broken_by, in_words
from rules.switch import Setting
from rules.terms import LONGEST_NAME, NAME, proper_id

PLAIN_DP = 60
"""What a car is built on unless the file says otherwise (DM-M-010)."""
BUDGETS = (60, 63, 75, 81)
"""The design points a car may be built on (DM-M-010)."""
MOST_TRAIT = 20  # no mutant: far beyond what any campaign hands over
"""No trait is farther from 0 than that (DM-M-007)."""
MOST_CRITICALS = 20  # no mutant: more than any car stands
COPIES = 9  # no mutant: a talent so often is a slip of the pen
"""How often somebody may have one talent or quirk (DM-M-113)."""
LARGEST_FILE = 1024 * 1024  # no mutant: no rule prints it
"""A match's file may have that many bytes."""


class PaperUnreadable(Malformed):
    """A file is no description of a match."""


class PaperMatchFaulty(Refusal):
    """A match on paper cannot be played as it is described; every fault is named."""


class Competitor(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    """Somebody who may crew a car; a talent or quirk he has twice is listed twice."""

    id: str
    driving: int = 3
    gunnery: int = 3
    initiative: int = 3
    toughness: int = 3
    talents: list[str] = []
    quirks: list[str] = []
    worn: list[str] = []


class Entered(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    """A car: a `stock` design by name or a `design` written out, and with neither one made for what it carries.

    `items` are what it carries, by kind; `criticals` stand from before.
    """

    driver: str
    gunner: str = ""
    id: str = ""
    stock: str = ""
    design: Document | None = None
    dp: int = PLAIN_DP
    criticals: int = 0
    items: list[str] = []


class Team(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    """A team: its cars, and everybody who may crew them."""

    id: str
    cars: list[Entered]
    crew: list[Competitor]


class MatchFile(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    """The file as a whole; `setting` is what the ruleset asks of a match besides, such as a track.

    `ruleset` says by whose rules it is meant to be played; whoever reads it has chosen already.
    """

    event: str
    teams: list[Team]
    ruleset: str = ""
    match: str = "match"
    surface: str = ""
    heats: int = 1
    setting: Document = {}
    switches: dict[str, bool | int | str] = {}


def packet_of(text: bytes, ruleset: Ruleset, *, stock: Mapping[str, Document]) -> Packet:
    """The packet of the match a file describes for a ruleset with those `stock` designs by name.

    Raises `PaperUnreadable` for what is of the wrong form, and `PaperMatchFaulty` with a sentence for each fault.
    """
    file = _file(text)
    faults = [*_settings(file, ruleset), *_people(file), *_figures(file), *_cars(file, ruleset, stock)]
    refuse_faulty(faults, match=file.match)
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


def refuse_faulty(faults: Iterable[Fault], *, match: str) -> None:
    """Raise `PaperMatchFaulty` with everything wrong with a match, warnings left out."""
    if broken := broken_by(faults):
        called = match if NAME.fullmatch(match) else repr(match[:LONGEST_NAME])
        raise PaperMatchFaulty(f"{called[:LONGEST_NAME]} cannot be played: {in_words(broken)}")


def _file(text: bytes) -> MatchFile:
    if len(text) > LARGEST_FILE:  # no mutant: the same
        raise PaperUnreadable(f"The file has {len(text)} bytes and a match takes {LARGEST_FILE} at most: shorten it.")
    try:
        return msgspec.json.decode(text, type=MatchFile)
    except msgspec.ValidationError as no:
        raise PaperUnreadable(f"The match cannot be read: {no}. Mend it there.") from None
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as no:
        raise PaperUnreadable(f"The file is no JSON ({no}): mend it there.") from None


def _settings(file: MatchFile, ruleset: Ruleset) -> Iterator[Fault]:
    """What is wrong with the match itself, and with the house rules it is to be played by."""
    known = {switch.name: switch for switch in ruleset.switches}
    for name, value in file.switches.items():
        if name not in known:
            told = f"There is no switch {name[:80]!r} in {ruleset.title}: use one of {', '.join(known)}."
            yield Fault(code="unknown_switch", rule="", sentence=told)
            continue
        try:
            known[name].proper(value)
        except Malformed as no:
            yield Fault(code="bad_switch", rule=known[name].rule, sentence=no.sentence)
    if len(file.teams) > ruleset.most_teams:
        told = f"{len(file.teams)} teams are entered and {ruleset.title} takes {ruleset.most_teams}: enter fewer."
        yield Fault(code="too_many_teams", rule="", sentence=told)
    yield from ruleset.faults_of_setting(
        Fixture(
            event=file.event,
            surface=file.surface,
            heats=file.heats,
            teams=len(file.teams),
            vehicles_per_team=max((len(team.cars) for team in file.teams), default=0),
            setting=file.setting,
        )
    )


def _people(file: MatchFile) -> Iterator[Fault]:
    """Ids that are none, or stand twice; seats without anybody, and people in two of them (DM-M-038)."""
    teams = [team.id for team in file.teams]
    crew = [each.id for team in file.teams for each in team.crew]
    cars = [id for team in file.teams for id, _ in _named(team)]
    for thing, ids in (("match", [file.match]), ("team", teams), ("competitor", crew), ("car", cars)):
        yield from _ids(ids, thing)
    for team in file.teams:
        if not team.cars:
            told = f"{team.id} has no car: give it one, or take the team out."
            yield Fault(code="no_cars", rule="DM-M-038", sentence=told)
        own = {each.id for each in team.crew}
        for id in (id for id, car in _named(team) if not car.driver):
            told = f"{id[:60]} has no driver: seat one of the crew of {team.id[:60]}, or take the car out."
            yield Fault(code="no_driver", rule="DM-M-038", sentence=told)
        aboard = [seat for car in team.cars for seat in (car.driver, car.gunner) if seat]
        for who in dict.fromkeys(each for each in aboard if each not in own):
            told = f"{who[:60]!r} is not among the crew of {team.id}: list him there, or seat somebody who is."
            yield Fault(code="unknown_crew", rule="DM-M-038", sentence=told)
        for who, seats in Counter(aboard).items():
            if seats > 1:
                told = f"{who} of {team.id} sits in {seats} seats: give each seat somebody of its own."
                yield Fault(code="two_seats", rule="DM-M-038", sentence=told)


def _ids(ids: Iterable[str], thing: str) -> Iterator[Fault]:
    for id, times in Counter(ids).items():
        try:
            proper_id(id, thing=thing)
        except Malformed as no:
            yield Fault(code="bad_id", rule="", sentence=no.sentence)
        if times > 1:
            told = f"The {thing} {id[:60]} is entered {times} times: give each an id of its own."
            yield Fault(code="same_id", rule="", sentence=told)


def _figures(file: MatchFile) -> Iterator[Fault]:
    """Figures that no match has, and budgets that no car is built on (DM-M-007, DM-M-010, DM-M-113)."""
    for crew in (each for team in file.teams for each in team.crew):
        for trait, value in _traits(crew).items():
            if abs(value) > MOST_TRAIT:
                told = f"The {trait} of {crew.id} cannot be {value}: give one from -{MOST_TRAIT} to {MOST_TRAIT}."
                yield Fault(code="bad_trait", rule="DM-M-007", sentence=told)
        for name, times in Counter((*crew.talents, *crew.quirks)).items():
            if times > COPIES:
                told = f"{crew.id} cannot have {name[:40]} {times} times: give it {COPIES} times at most."
                yield Fault(code="too_often", rule="DM-M-113", sentence=told)
    for id, car in (named for team in file.teams for named in _named(team)):
        if car.dp not in BUDGETS:
            told = f"{id} is built on {', '.join(map(str, BUDGETS))} design points, not {car.dp}: choose."
            yield Fault(code="bad_budget", rule="DM-M-010", sentence=told)
        if not 0 <= car.criticals <= MOST_CRITICALS:
            told = f"{id} cannot bring {car.criticals} criticals: give a number from 0 to {MOST_CRITICALS}."
            yield Fault(code="bad_criticals", rule="", sentence=told)


def _cars(file: MatchFile, ruleset: Ruleset, stock: Mapping[str, Document]) -> Iterator[Fault]:
    """Everything wrong with the designs, each sentence with its car (DM-M-036)."""
    for id, car in (named for team in file.teams for named in _named(team)):
        if car.stock and car.design is not None:
            told = f"{id} has the stock design {car.stock!r} and one written out: take one of them out."
            yield Fault(code="two_designs", rule="DM-M-010", sentence=told)
        elif car.stock and car.stock not in stock:
            told = f"{id}: there is no stock design {car.stock!r}: use one of {', '.join(sorted(stock))}."
            yield Fault(code="unknown_stock", rule="DM-M-010", sentence=told)
        elif car.design is not None:
            wrong = ruleset.faults_of_design(
                car.design, dp=car.dp, gunner_station=bool(car.gunner), gearing=0, switches=file.switches
            )
            yield from (dataclasses.replace(each, sentence=f"{id}: {each.sentence}") for each in wrong)


def _named(team: Team) -> Iterator[tuple[str, Entered]]:
    """The cars of a team with their ids; one without is numbered."""
    return ((car.id or f"{team.id}.c{number}", car) for number, car in enumerate(team.cars, start=1))


def _team(team: Team, ruleset: Ruleset, stock: Mapping[str, Document], switches: Mapping[str, Setting]) -> PackedTeam:
    crew = {each.id: _driver(each) for each in team.crew}
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
            for id, car in _named(team)
        ),
        fresh=tuple(driver for id, driver in crew.items() if id not in aboard),
    )


def _car(
    id: str, car: Entered, ruleset: Ruleset, stock: Mapping[str, Document], switches: Mapping[str, Setting]
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


def _driver(each: Competitor) -> PackedDriver:
    return PackedDriver(
        id=each.id,
        traits=_traits(each),
        talents=tuple(each.talents),
        quirks=dict(Counter(each.quirks)),
        worn=tuple(each.worn),
    )


def _traits(each: Competitor) -> dict[str, int]:
    return {
        "driving": each.driving,
        "gunnery": each.gunnery,
        "initiative": each.initiative,
        "toughness": each.toughness,
    }
