"""The packet of a locked match: everything an engine needs to play it. Rules DM-C-011, DM-C-012, DM-C-040, DM-C-050,
DM-C-067, DM-C-077, DM-C-087, DM-C-090, DM-C-092, DM-M-038.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial

from rules.campaign.core.duels import is_duel
from rules.campaign.core.editions import has_edition
from rules.campaign.core.questionnaires import OWN
from rules.campaign.core.sealed_line_ups import BEFORE_THE_LOCK
from rules.campaign.core.state import Car, Driver, Item, LineUp, LockSnapshot, Match, Season, Seat
from rules.campaign.garage.designs import design_for
from rules.campaign.match_day.fixture_checks import FixtureFaulty
from rules.campaign.match_day.match_items import kit_uses, kits_of, magazine_size
from rules.campaign.people.staff import match_staff_rating
from rules.campaign.people.talents import MECHANIC
from rules.campaign.people.traits import effective_trait, take_lock_snapshot, trait_cap
from rules.campaign.sponsors.kinds import effect_count
from rules.core.refusals import Refusal
from rules.core.terms import Trait
from rules.match.mechanics import repair_checks
from rules.match.packet import PackedCar, PackedDriver, PackedItem, PackedSeat, PackedTeam, Packet, RepairCheck
from rules.match.registry import get_ruleset
from rules.match.ruleset import Fixture, in_words, without_warnings

PROPOSALS = 12  # no mutant: a few more or fewer find the same event
"""How many of a ruleset's proposals, from the round's on, are searched for the announced event."""


class NotLocked(Refusal):
    """The match's line-ups are not locked, or its report has already been accepted."""


class AnotherRuleset(Refusal):
    """The match is resolved by its own ruleset and cannot be played by another."""


def build_packet(season: Season, match: str, *, by: str = "") -> Packet:
    """Everything an engine needs to resolve a match. Raises `NotLocked` unless it awaits its report.

    `by` names a ruleset by which people play a match that they report. If it cannot play the match as announced, the
    event, surface and setting are those it proposes for the round. Raises `Unknown` if the ruleset is not installed,
    `AnotherRuleset` if the match is a duel or is resolved by its own, and `FixtureFaulty` if the ruleset cannot play
    the match.
    """
    locked = season.match(match)
    if locked.step != "M4":
        raise NotLocked(_why_not(locked))
    if by and by != locked.ruleset:
        if is_duel(locked):
            raise AnotherRuleset(f"{locked.id} is a duel, which no ruleset plays: take its packet as it is.")
        if locked.ruleset:
            raise AnotherRuleset(f"{locked.id} is played here by {locked.ruleset}: take its packet as it is.")
        locked = _match_played_by(season, locked, by)
    appear = [line_up for line_up in season.line_ups_of(locked.id) if not line_up.forfeited]
    return _assemble_packet(season, locked, [_team(season, locked, line_up) for line_up in appear])


def _why_not(match: Match) -> str:
    if match.step == "void":
        return f"{match.id} was voided, and nobody plays it: see which matches await a report."
    if match.step in BEFORE_THE_LOCK:
        return f"The line-ups of {match.id} are not locked yet: lock them first, or wait until they are."
    return f"{match.id} has its result, and no packet any more: read what came of it instead."


def _match_played_by(season: Season, match: Match, by: str) -> Match:
    """A match that people report, changed as little as possible so that a ruleset can play it."""
    ruleset, teams = get_ruleset(by), len(season.line_ups_of(match.id))
    announced = Fixture(
        event=match.event,
        surface=match.surface,
        heats=match.heats,
        teams=teams,
        vehicles_per_team=match.vehicles_per_team,
        scoring=match.scoring,
    )
    first = season.rounds[match.round].number
    proposals = [
        ruleset.propose_fixture(number=first + ahead, teams=teams, vehicles_per_team=match.vehicles_per_team)
        for ahead in range(PROPOSALS)
    ]
    same_event = next((proposal for proposal in proposals if proposal.event == match.event), None)
    fixtures = [
        replace(announced, setting=fixture.setting) for fixture in (announced, same_event) if fixture is not None
    ]
    fixtures += [
        replace(announced, event=proposal.event, surface=proposal.surface, setting=proposal.setting)
        for proposal in proposals
    ]
    for fixture in fixtures:
        errors = without_warnings(ruleset.fixture_errors(fixture))
        if not errors:
            return replace(match, ruleset=by, event=fixture.event, surface=fixture.surface, setting=fixture.setting)
    raise FixtureFaulty(f"{match.id} cannot be played by {ruleset.title}: {in_words(errors)}")


def build_line_up_packet(season: Season, line_up: LineUp) -> Packet:
    """The packet of one team alone, as if its line-up were locked now."""
    match = season.match(line_up.match)
    return _assemble_packet(season, match, [_team(season, match, line_up)])


def _assemble_packet(season: Season, match: Match, teams: Sequence[PackedTeam]) -> Packet:
    ruleset = get_ruleset(match.ruleset) if match.ruleset else None
    switch_names = (
        () if ruleset is None else sorted({switch.name for switch in ruleset.switches} & season.switches.keys())
    )
    return Packet(
        match=match.id,
        event=match.event,
        surface=match.surface,
        heats=match.heats,
        scoring=match.scoring,
        repair_attempts=match.repair_attempts,
        teams=tuple(teams),
        ruleset=match.ruleset,
        edition=0 if ruleset is None else ruleset.edition_in(partial(has_edition, season)),
        setting=match.setting,
        switches={name: season.switches[name] for name in switch_names},
        answer_versions=match.answer_versions,
        answers={id: answers for id, answers in season.answers.items() if id in match.answer_versions and id != OWN},
    )


def _team(season: Season, match: Match, line_up: LineUp) -> PackedTeam:
    franchise = season.franchise(line_up.franchise)
    seats = season.seats_of(line_up.id)
    crew = {id for seat in seats for id in (seat.driver, seat.gunner) if id}
    return PackedTeam(
        franchise=franchise.id,
        staff_rating=match_staff_rating(franchise, line_up),
        pit_bonus=effect_count(season, franchise.id, "tire_company"),
        kit_uses=sum(kit_uses(season, kit) for kit in kits_of(season, franchise.id)),
        mechanics=_mechanics(season, match, line_up),
        seats=tuple(pack_seat(season, line_up, seat, ruleset=match.ruleset) for seat in seats),
        fresh=tuple(
            _driver(season, line_up, driver.id)
            for driver in season.roster(franchise.id)
            if driver.availability == "available" and driver.id not in crew
        ),
        stores=tuple(
            _item(season, item)
            for item in season.stores(franchise.id)
            if not (item.car or item.driver or item.weapon or item.bound)
        ),
    )


def _mechanics(season: Season, match: Match, line_up: LineUp) -> tuple[RepairCheck, ...]:
    """The checks of all available Mechanics, seated or not, and by house rule of barred ones (DM-C-040, DM-C-050)."""
    availabilities = {"available"}
    if season.setting("quirks.barred_mechanic_may_repair"):
        availabilities.add("barred")
    copies = {
        driver.id: _lock_snapshot_of(line_up, driver).talents.count(MECHANIC)
        for driver in season.roster(line_up.franchise)
        if driver.availability in availabilities
    }
    return repair_checks(copies, attempts=match.repair_attempts)


def pack_seat(season: Season, line_up: LineUp, seat: Seat, *, ruleset: str) -> PackedSeat:
    """A car of a line-up with its crew, and its design for a ruleset; empty without one."""
    return PackedSeat(
        car=_car(season, season.car(seat.car), ruleset=ruleset),
        driver=_driver(season, line_up, seat.driver),
        gunner=_driver(season, line_up, seat.gunner) if seat.gunner else None,
    )


def _car(season: Season, car: Car, *, ruleset: str) -> PackedCar:
    items = season.items_on_car(car.id)
    sets = [item.gearing for item in items if item.kind == "gear_set"]
    return PackedCar(
        id=car.id,
        dp=car.dp,
        overhead=car.overhead,
        gunner_station=car.gunner_station,
        gearing=sets[0] if sets else car.gearing,
        criticals=car.criticals,
        items=tuple(_item(season, item) for item in items),
        design=design_for(season, car, ruleset),
    )


def _item(season: Season, item: Item) -> PackedItem:
    ammunition = magazine_size(item) or None
    if item.ammunition is not None and not season.setting("stores.free_ammo"):
        ammunition = item.ammunition
    return PackedItem(
        id=item.id,
        kind=item.kind,
        weapon=item.weapon,
        carcass=item.carcass,
        tread=item.tread,
        variant=item.variant,
        gearing=item.gearing,
        rolled=dict(item.rolled),
        ammunition=ammunition,
        backwards=item.backwards,
    )


def _driver(season: Season, line_up: LineUp, id: str) -> PackedDriver:
    driver, cap = season.driver(id), trait_cap(season)
    locked = _lock_snapshot_of(line_up, driver)
    return PackedDriver(
        id=id,
        traits={trait.value: effective_trait(driver, trait, cap=cap).value for trait in Trait},
        talents=tuple(locked.talents),
        quirks=dict(sorted(locked.quirks.items())),
        worn=tuple(item.kind for item in season.equipment_of(id)),
    )


def _lock_snapshot_of(line_up: LineUp, driver: Driver) -> LockSnapshot:
    """A driver's snapshot at the lock, or one taken now if there is none."""
    return line_up.locked.get(driver.id) or take_lock_snapshot(driver)
