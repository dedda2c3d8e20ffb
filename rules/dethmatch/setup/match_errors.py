"""Finds everything that keeps a match from being played. Rules DM-M-013, DM-M-023, DM-M-035, DM-M-036, DM-M-038,
DM-M-128, DM-M-136 to DM-M-138, DM-M-142.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import replace

from rules.core.document_validation import format_figure
from rules.core.refusals import Malformed, Refusal
from rules.core.suggestions import suggestion_clause
from rules.core.switches import valid_settings
from rules.core.terms import printable_id
from rules.dethmatch.designs.design import Design
from rules.dethmatch.designs.design_errors import design_errors
from rules.dethmatch.designs.load_errors import load_errors
from rules.dethmatch.designs.mounts import mounted_weapon_errors
from rules.dethmatch.events.event import EVENTS
from rules.dethmatch.events.heat_limits import MOST_TURNS
from rules.dethmatch.events.scoring import points_by_place
from rules.dethmatch.ground.track import Track, compile_track, load_track
from rules.dethmatch.ground.track_errors import event_fit_errors, track_errors
from rules.dethmatch.ground.track_file import read_track
from rules.dethmatch.match.entries import CarEntry, CrewEntry, MatchSetup, TeamEntry
from rules.dethmatch.settings import PROFILES, SWITCHES_BY_NAME, Settings, settings_of
from rules.dethmatch.setup.entry_bounds import bound_errors
from rules.match.catalog import AIDS, CAR_ITEM_KINDS, TIRE_KINDS, WEAPON_KINDS, WEARABLES
from rules.match.packet_vocabulary import QUIRKS, TALENTS
from rules.match.ruleset import ErrorDetail, in_words, without_warnings
from rules.match.spec import id_errors, switch_errors

MOST_HEATS = 3
"""The most heats of a match (DM-M-128)."""
MOST_LAPS = 7
"""The most laps of a race, for which 120 turns are enough (DM-M-128, DM-M-136)."""
MANY_TEAMS, CARS_OF_MANY = 4, 2
"""With more than 4 teams, each lines up 2 cars unless the match says otherwise (DM-M-038)."""
VEHICLES = "match.vehicles_per_team"
ESTIMATED_TURNS_PER_LAP = 8
"""The turns that cars take for a lap, as counted in `docs/sanity-dethmatch.md`."""
LITTLE_FUEL = "little_fuel"
RACE = "lap_race"
ANY_BUDGET = 100_000  # no mutant: no design costs so much
"""A budget that no design exceeds, for cars whose design was checked when they were bought."""

UNREADABLE_DESIGN = Design(name="unread", engine=4, suspension=6, fuel=16, toughness=1)  # no mutant: any design does
"""Stands for a design that cannot be read while the rest of a file is checked; it causes no errors itself."""
PLACE_POINT_SWITCHES = ("dethmatch.race_points", "dethmatch.lcs_points")  # no mutant: the order does not matter
"""Switches that hold points by place."""


class MatchImpossible(Refusal):
    """The match cannot be played as described; every error is listed."""


def track_of(setup: MatchSetup) -> Track:
    """The track of a match: its own, or one of the game's. Raises `TrackUnknown` or `TrackUnreadable`."""
    return compile_track(read_track(setup.drawn)) if setup.drawn else load_track(setup.track)


def refuse_faulty_setup(setup: MatchSetup) -> None:
    """Raise `MatchImpossible`, with a sentence for each error, unless the match can be played."""
    refuse_errors(setup.match, setup_errors(setup))


def refuse_errors(match: str, errors: Iterable[ErrorDetail]) -> None:
    """Raise `MatchImpossible` if any of the errors is more than a warning."""
    if serious := without_warnings(errors):
        raise MatchImpossible(f"{printable_id(match)} cannot be played: {in_words(serious)}")


def setup_errors(setup: MatchSetup) -> list[ErrorDetail]:
    """Every error of a match that the engine is to play, without warnings."""
    settings = _settings(setup)
    errors = [
        *_switches(setup),
        *id_errors({"match": [setup.match], **ids_in(setup)}),
        *_course(setup),
        *_track(setup),
        *_line_ups(setup, settings),
    ]
    for team in setup.teams:
        errors += [*bound_errors(team), *_stores(team)]
        for crew in team.crew:
            errors += _crew(crew)
        for car in team.cars:
            errors += [*_aboard(car, team), *_items(car), *_design(car, settings)]
    return without_warnings(errors)


def fuel_warnings(setup: MatchSetup) -> list[ErrorDetail]:
    """A warning for each car whose fuel does not last a heat without a stop (DM-M-014, DM-M-035, DM-M-036)."""
    settings = _settings(setup)
    turns = estimated_turns(setup, settings)
    return [
        replace(design_error, sentence=f"{printable_id(car.id)}: {design_error.sentence}")
        for team in setup.teams
        for car in team.cars
        for design_error in design_errors(
            car.design, budget=ANY_BUDGET, special_mount_dp=settings.special_mount_dp, turns=turns
        )
        if design_error.code == LITTLE_FUEL
    ]


def estimated_turns(setup: MatchSetup, settings: Settings) -> int:
    """The turns that a car is expected to drive in a heat: an arena's limit, or 8 for each lap (DM-M-036, DM-M-128).

    A race is cut off only much later, at 15 turns a lap and more. No stock car has enough fuel for that many.
    """
    if setup.event == RACE:
        return ESTIMATED_TURNS_PER_LAP * (setup.laps or settings.race_laps)
    return min(settings.arena_turn_limit, MOST_TURNS)


def cars_a_team(setup: MatchSetup, settings: Settings) -> int:
    """The most cars a team lines up: as the match says, or 3, or 2 with more than four teams (DM-C-089, DM-M-038)."""
    many = len(setup.teams) > MANY_TEAMS and VEHICLES not in setup.switches
    return min(settings.vehicles_per_team, CARS_OF_MANY) if many else settings.vehicles_per_team


def error_detail(code: str, rule: str, sentence: str) -> ErrorDetail:
    """An error with its code, its rule, and a sentence that says what to do."""
    return ErrorDetail(code=code, rule=rule, sentence=sentence)


def _settings(setup: MatchSetup) -> Settings:
    """The settings of a match, with the printed default for each switch with an invalid value."""
    return settings_of(valid_settings(setup.switches, SWITCHES_BY_NAME), edition=setup.edition)


def _switches(setup: MatchSetup) -> Iterator[ErrorDetail]:
    """Errors for unknown switches and invalid values."""
    yield from switch_errors(setup.switches, SWITCHES_BY_NAME, title="Dethmatch")
    for name, value in valid_settings(setup.switches, SWITCHES_BY_NAME).items():
        try:
            if name in PLACE_POINT_SWITCHES:
                points_by_place(str(value))
        except Malformed as error:
            yield error_detail("bad_switch", SWITCHES_BY_NAME[name].rule, error.sentence)


def ids_in(setup: MatchSetup) -> dict[str, list[str]]:
    """The ids in a match, by the kind of thing they identify."""
    return {
        "team": [team.id for team in setup.teams],
        "competitor": [crew.id for team in setup.teams for crew in team.crew],
        "car": [car.id for team in setup.teams for car in team.cars],
    }


def _course(setup: MatchSetup) -> Iterator[ErrorDetail]:
    """Errors in the event, its laps and heats, and the profiles of autopilots."""
    if setup.event not in EVENTS:
        yield error_detail(
            "unknown_event", "DM-M-135", f"There is no event {setup.event[:60]!r}: choose {', '.join(EVENTS)}."
        )
    if not 0 <= setup.heats <= MOST_HEATS:
        yield error_detail(
            "bad_heats", "DM-M-128", f"A match has 1 to {MOST_HEATS} heats, not {format_figure(setup.heats)}: choose."
        )
    if not 0 <= setup.laps <= MOST_LAPS:
        yield error_detail(
            "bad_laps", "DM-M-136", f"A race has 1 to {MOST_LAPS} laps, not {format_figure(setup.laps)}: choose."
        )
    elif setup.laps and setup.event in EVENTS and not EVENTS[setup.event].circuit:
        yield error_detail("bad_laps", "DM-M-136", f"The event {setup.event} has no laps: leave them out.")
    for team, profile in setup.profiles.items():
        if profile not in PROFILES:
            text = (
                f"The autopilot of {printable_id(team)} cannot be {profile[:60]!r}: choose {' or '.join(PROFILES)}."
            )
            yield error_detail("unknown_profile", "DM-M-142", text)


def _track(setup: MatchSetup) -> Iterator[ErrorDetail]:
    """Errors of the track, which must exist, be sound, and have room for these cars in this event."""
    try:
        if setup.drawn and (problems := track_errors(read_track(setup.drawn))):
            yield from problems
            return
        track = track_of(setup)
    except Refusal as error:
        yield error_detail("unknown_track", "", error.sentence)
        return
    if setup.event in EVENTS:
        yield from event_fit_errors(track, event=setup.event, cars=[len(team.cars) for team in setup.teams])


def _line_ups(setup: MatchSetup, settings: Settings) -> Iterator[ErrorDetail]:
    """Errors for teams with too many cars, and competitors in two seats (DM-M-038)."""
    most = cars_a_team(setup, settings)
    for team in setup.teams:
        if len(team.cars) > most:
            text = (
                f"{printable_id(team.id)} brings {len(team.cars)} cars and a team may bring {most}: leave some at "
                "home."
            )
            yield error_detail("too_many_cars", "DM-M-038", text)
    seats = Counter(id for team in setup.teams for car in team.cars for id in (car.driver, car.gunner) if id)
    for id, times in seats.items():
        if times > 1:
            text = f"{printable_id(id)} has {times} seats and can have one in a heat: seat somebody else."
            yield error_detail("crew_twice", "DM-M-038", text)


def _crew(crew: CrewEntry) -> Iterator[ErrorDetail]:
    """Errors for unknown talents, quirks and gear."""
    for kind, names, known, rule in (
        ("talent", crew.talents, TALENTS, "DM-M-113"),
        ("quirk", crew.quirks, QUIRKS, "DM-M-117"),
        ("gear", crew.worn, WEARABLES, "DM-M-127"),
    ):
        for name in names:
            if name not in known:
                text = (
                    f"{printable_id(crew.id)} cannot have the {kind} {name[:60]!r}: {suggestion_clause(name, known)}."
                )
                yield error_detail(f"unknown_{kind}", rule, text)


def _aboard(car: CarEntry, team: TeamEntry) -> Iterator[ErrorDetail]:
    """Errors for a car without a driver, strangers in car_id crew, or a gunner without a
    station (DM-M-023, DM-M-038).
    """
    car_id, team_id, crews = printable_id(car.id), printable_id(team.id), {crew.id for crew in team.crew}
    if not car.driver:
        yield error_detail(
            "no_driver", "DM-M-038", f"{car_id} has no driver: put somebody of {team_id} at its wheel."
        )
    for id in (car.driver, car.gunner):
        if id and id not in crews:
            text = (
                f"{printable_id(id)} sits in {car_id} and is not of {team_id}: list them in its crew, "
                "or seat somebody who is."
            )
            yield error_detail("unknown_crew", "DM-M-038", text)
    if car.design is UNREADABLE_DESIGN:
        return
    if car.gunner and not car.design.has("gunner_station"):
        text = (
            f"{printable_id(car.gunner)} has no station to sit at in {car_id}: leave them out, "
            "or take a design with one."
        )
        yield error_detail("no_station", "DM-M-023", text)
    if car.height and car.height not in car.design.heights:
        text = (
            f"The suspension of {car_id} has no setting {car.height[:60]!r}: use {' or '.join(car.design.heights)}."
        )
        yield error_detail("bad_height", "DM-M-022", text)


def _stores(team: TeamEntry) -> Iterator[ErrorDetail]:
    """Errors for items in the stores that a pit crew cannot fit (DM-M-039)."""
    for item in team.stores:
        if item.kind not in CAR_ITEM_KINDS:
            text = (
                f"{printable_id(team.id)} cannot store {item.kind[:40]!r}: "
                f"{suggestion_clause(item.kind, CAR_ITEM_KINDS)}."
            )
            yield error_detail("unknown_item", "DM-M-036", text)


def _items(car: CarEntry) -> Iterator[ErrorDetail]:
    """Errors for unknown items, two sets of tires, weapons without a mount, and aids without a weapon."""
    car_id, unread = printable_id(car.id), car.design is UNREADABLE_DESIGN
    for id, times in Counter(item.id for item in car.items).items():
        if times > 1:
            yield error_detail(
                "same_id",
                "",
                f"The item {printable_id(id)} is on {car_id} {times} times: give each an id of its own.",
            )
    carried = {item.id for item in car.items}
    for item in car.items:
        if item.kind not in CAR_ITEM_KINDS:
            text = f"{car_id} cannot carry {item.kind[:60]!r}: {suggestion_clause(item.kind, CAR_ITEM_KINDS)}."
            yield error_detail("unknown_item", "DM-M-036", text)
        elif item.kind in WEAPON_KINDS and WEAPON_KINDS[item.kind].mount and not item.mount and not unread:
            text = f"{WEAPON_KINDS[item.kind].name} of {car_id} stands in no mount: name the one it is in."
            yield error_detail("no_mount", "DM-M-013", text)
        elif item.kind in AIDS and item.weapon not in carried and not unread:
            text = f"The {item.kind} of {car_id} is fixed to no weapon of it: say which one it aims."
            yield error_detail("loose_aid", "DM-M-123", text)
    if sum(item.kind in TIRE_KINDS for item in car.items) > 1:
        yield error_detail("tires_twice", "DM-M-027", f"{car_id} has two tire-sets on: put one in the stores.")


def _design(car: CarEntry, settings: Settings) -> Iterator[ErrorDetail]:
    """Errors of the design, of weapons in mounts that cannot take them, and of items it forbids (DM-C-150, DM-M-013,
    DM-M-014, DM-M-036).
    """
    if car.design is UNREADABLE_DESIGN:
        return
    mounted = [item for item in car.items if item.mount and item.kind in WEAPON_KINDS]
    weapons = {item.mount: item.kind for item in mounted}
    if len(weapons) < len(mounted):
        yield error_detail(
            "mount_taken", "DM-M-013", f"Two weapons of {printable_id(car.id)} stand in one mount: move one of them."
        )
    errors = [
        *design_errors(car.design, budget=ANY_BUDGET, special_mount_dp=settings.special_mount_dp),
        *mounted_weapon_errors(car.design, weapons, heavy_accepts_light=settings.heavy_mount_accepts_light),
        *load_errors(car.design, [item.kind for item in car.items]),
    ]
    for error in without_warnings(errors):
        yield error_detail(error.code, error.rule, f"{printable_id(car.id)}: {error.sentence}")
