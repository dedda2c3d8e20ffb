"""Heats: entering the match, the start and end of each heat, and the interval between two. Rules DM-M-022, DM-M-030,
DM-M-038 to DM-M-040, DM-M-110, DM-M-128, DM-M-131, DM-M-134, DM-M-135.
"""

from __future__ import annotations

from typing import Any

from rules.core.refusals import Refusal
from rules.dethmatch.driving.handling import maximum_handling
from rules.dethmatch.editions import POINTS_EXPLAINED
from rules.dethmatch.events import scoring
from rules.dethmatch.events.event import event_of
from rules.dethmatch.events.starting_grid import starters
from rules.dethmatch.match.entries import CarEntry
from rules.dethmatch.match.fitted_car import initial_weapon_states
from rules.dethmatch.match.match import Match
from rules.dethmatch.match.state import (
    KNOCKED_OUT,
    CarState,
    CarStatus,
    CrewState,
    Critical,
    Loadout,
    TeamState,
    WeaponState,
)
from rules.dethmatch.pits import interval_repairs
from rules.dethmatch.pits.loadouts import TIRE_SET_KINDS

FROM_BEFORE = "standing"
"""The row of a critical that a car brought with it, whose effect is unknown."""


def count(play: Match) -> int:
    """The number of heats: the match's own, else the house rule's, else the event's (DM-M-128)."""
    return play.setup.heats or play.settings.heats or event_of(play).heats


def enter(play: Match) -> None:
    """Create the state of every team, competitor and car that enters the match (DM-M-038, DM-M-039)."""
    state = play.state
    for team in play.setup.teams:
        state.teams[team.id] = TeamState(id=team.id, kit_uses=team.kit_uses)
        for crew in team.crew:
            state.crew[crew.id] = CrewState(id=crew.id, team=team.id)
        for entry in team.cars:
            car = state.cars[entry.id] = initial_car_sheet(entry, team=team.id)
            fit = play.update_fit(car)
            car.armor, car.guns = dict(fit.armor), initial_weapon_states(fit, play.items)


def initial_car_sheet(entry: CarEntry, *, team: str) -> CarState:
    """A car as it comes to the match, without armor and guns, which depend on its fit."""
    tires = [item.id for item in entry.items if item.kind in TIRE_SET_KINDS]
    return CarState(
        id=entry.id,
        team=team,
        driver=entry.driver,
        gunner=entry.gunner,
        loadout=Loadout(
            gearing=entry.gearing,
            height=entry.height or entry.design.height,
            tires=tires[0] if tires else "",
            items=[item.id for item in entry.items],
        ),
        criticals=[Critical(row=FROM_BEFORE) for _ in range(entry.criticals)],
    )


def begin(play: Match) -> None:
    """Start a heat: forget everything of the last one but its damage, and place the cars on the grid (DM-M-040)."""
    state = play.state
    state.order, state.markers, state.flags, state.finishers = [], [], [], []
    state.winner_turn = state.out_of_it = 0
    for id, car in state.cars.items():
        play.update_fit(car, weighed=True)
        state.cars[id] = car_sheet_for_heat(play, car)
    for crew in state.crew.values():
        crew.used, crew.turn_used = {}, {}
    for car in starters(play):
        for competitor in (play.driver(car), play.gunner(car)):
            if competitor is not None:
                competitor.heats.append(state.moment.heat)
    play.note("heat_start", "DM-M-040", event=play.setup.event, track=play.track.id, of=count(play))
    event_of(play).place_on_grid(play)


def car_sheet_for_heat(play: Match, car: CarState) -> CarState:
    """A car at the start of a heat: what is listed here carries over, all else is reset (DM-M-040).

    Wrecks are cleared away and stay out. A car without an able driver does not start (DM-M-110, DM-M-134).
    """
    fresh = CarState(
        id=car.id,
        team=car.team,
        driver=car.driver,
        gunner=car.gunner,
        loadout=car.loadout,
        armor=car.armor,
        damage=car.damage,
        criticals=car.criticals,
        tire_damage=car.tire_damage,
        guns=[
            WeaponState(
                mount=gun.mount, item=gun.item, kind=gun.kind, ammunition=gun.ammunition, out=gun.out,
                destroyed=gun.destroyed,
            )
            for gun in car.guns
        ],
        broken=car.broken,
    )  # fmt: skip
    if car.status in KNOCKED_OUT:
        fresh.status = CarStatus.WRECK
    elif play.driver(car) is None:
        fresh.status = CarStatus.OFF
    full = play.state.moment.heat == 1 or play.settings.refuel_between_heats
    fresh.fuel = play.fits[car.id].fuel if full else car.fuel
    fresh.handling = car.handling if car.broken else maximum_handling(play, fresh)
    return fresh


def is_unfought(play: Match) -> bool:
    """Whether fewer teams start the heat than the event needs, and the house rule pays nothing then (DM-M-135)."""
    teams = {car.team for car in starters(play)}
    return not play.settings.unfought_heat_pays and len(teams) < event_of(play).least_teams


def end_unfought(play: Match) -> None:
    """End a heat at its start: no turn is played, and no team gets points (DM-M-135)."""
    teams = list(dict.fromkeys(car.team for car in starters(play)))
    play.note("unfought", "DM-M-135", teams=teams)
    _close(play, dict.fromkeys(play.state.teams, 0))


def end(play: Match) -> None:
    """End a heat: award its points, and after the last heat log the result of the match (DM-M-135)."""
    event = event_of(play)
    why = event.end_reason(play) if play.setup.edition >= POINTS_EXPLAINED else ""
    event.on_heat_end(play)
    _close(play, event.points(play), why=why)


def _close(play: Match, points: dict[str, int], *, why: str = "") -> None:
    state = play.state
    for team, made in points.items():
        state.teams[team].points.append(made)
    state.heats.append(points)
    scoring.bank_kills(play)
    reason: dict[str, Any] = {"why": why} if why else {}
    play.note("heat_end", "DM-M-135", points=points, **reason)
    if state.moment.heat >= count(play):
        totals = {team: scoring.match_points(sheet) for team, sheet in state.teams.items()}
        penalties = {team: sheet.penalty for team, sheet in state.teams.items() if sheet.penalty}
        explained = penalties and play.setup.edition >= POINTS_EXPLAINED
        less: dict[str, Any] = {"penalties": penalties} if explained else {}
        play.note("match_result", "DM-M-140", points=totals, **less)


def interval(play: Match) -> None:
    """Let each team substitute, heal and repair between two heats; an order that cannot be done lapses (DM-M-131)."""
    for team in play.state.teams:
        order = play.pilot.interval(play, team)
        play.log.orders.append((f"h{play.state.moment.heat}/interval", team, order))
        try:
            interval_repairs.carry_out(play, team, order)
        except Refusal as refusal:
            play.note("order_lapsed", "DM-M-131", order="interval", team=team, why=refusal.sentence)
