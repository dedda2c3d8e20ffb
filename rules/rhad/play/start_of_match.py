"""The setup of a match: every car on its starting place, at its starting speed, with its old criticals applied. Rules
RH-030, RH-085, RH-091.

Rulings under RH-085: cars start at 30 mph, or as fast as they can. Each old critical takes a random armor side that
has points, or a random weapon, and never the power plant. An old critical that finds nothing to take has no effect
here.
"""

from __future__ import annotations

from rules.core.dice import Dice
from rules.match.handling.headings import ONE_SIDE
from rules.match.handling.speed_table import SPEED_STEP, SPEEDS
from rules.rhad.designs.design import DRIVER, GUNNER, SIDES, Design, parse_damage
from rules.rhad.editions import SCORED_BY_PHASE
from rules.rhad.ground.hexes import middle
from rules.rhad.match.match import Match, Pilot
from rules.rhad.match.setup import CarEntry, CrewEntry, MatchSetup
from rules.rhad.match.state import UNLIMITED, CarState, CrewState, MatchState, WeaponState
from rules.rhad.play.phase_close import begin_duel
from rules.rhad.settings import settings_of


def set_up(setup: MatchSetup, dice: Dice, pilot: Pilot) -> Match:
    """The match before its first step. Raises `Unknown` or `Malformed` for invalid switches."""
    play = Match(
        setup=setup,
        settings=settings_of(setup.switches, edition=setup.edition),
        state=MatchState(),
        dice=dice,
        pilot=pilot,
    )
    state = play.state
    state.teams = [team.id for team in setup.teams if team.cars]
    state.held = dict.fromkeys(state.teams, 0)
    entered = sorted(
        ((car, team.id) for team in setup.teams for car in team.cars), key=lambda entered_car: entered_car[0].id
    )
    for number, (car, team) in enumerate(entered):
        state.cars[car.id] = _car_state(play, car, team, number)
        for role, crew in ((DRIVER, car.driver), (GUNNER, car.gunner)):
            if crew is not None:
                state.crew[crew.id] = _crew_state(crew, role, car.id, team)
    for car, _ in entered:
        _take_old_criticals(play, state.cars[car.id], car.criticals)
    if setup.edition >= SCORED_BY_PHASE:
        begin_duel(play)
    return play


def _crew_state(crew: CrewEntry, role: str, car: str, team: str) -> CrewState:
    return CrewState(id=crew.id, team=team, car=car, role=role)


def starting_speed(play: Match, design: Design) -> int:
    """The starting speed of a car of that design, in mph (ruling under RH-085)."""
    fastest = max(design.max_speed, 0)  # no mutant: nobody is built to go backwards
    return min(play.duel.start, fastest, SPEEDS[-1]) // SPEED_STEP * SPEED_STEP


def _car_state(play: Match, car: CarEntry, team: str, number: int) -> CarState:
    """A car at the start, with its base handling and all its points (RH-030)."""
    design = car.design
    speed = starting_speed(play, design)
    return CarState(
        id=car.id,
        team=team,
        number=number,
        at=middle(car.at),
        facing=car.facing * ONE_SIDE,
        heading=car.facing * ONE_SIDE,
        speed=speed,
        set_speed=speed,
        base_hc=design.base_hc,
        built_hc=design.base_hc,
        hc=design.base_hc,
        tires=[tire.dp for tire in design.tires],
        ends=[tire.end for tire in design.tires],
        armor={side: design.armor.on(side) for side in SIDES},
        power_plant=design.power_plant_dp,
        guns=_guns(car),
        driver=car.driver.id,
        gunner="" if car.gunner is None else car.gunner.id,
    )


def _guns(car: CarEntry) -> list[WeaponState]:
    guns = []
    for number, weapon in enumerate(car.design.weapons):
        dice, plus = parse_damage(weapon.damage)
        guns.append(
            WeaponState(
                name=weapon.name,
                mount=weapon.mount,
                to_hit=weapon.to_hit,
                dice=dice,
                plus=plus,
                dp=weapon.dp,
                shots=UNLIMITED if weapon.shots is None else weapon.shots,
                item=car.items[number] if number < len(car.items) else "",
            )
        )
    return guns


def _take_old_criticals(play: Match, car: CarState, criticals: int) -> None:
    """Let each old critical take a random side or weapon that still has points (ruling under RH-085)."""
    play.begin_procedure(f"old/{car.id}")
    for _ in range(criticals):
        sides = [side for side in SIDES if car.armor[side] > 0]
        guns = [number for number, gun in enumerate(car.guns) if gun.dp > 0]
        if not sides and not guns:
            return
        choice = play.pick(len(sides) + len(guns), "old critical")
        if choice < len(sides):
            taken = key = sides[choice]
            before, car.armor[taken] = car.armor[taken], 0
        else:
            number = guns[choice - len(sides)]
            before, car.guns[number].dp = car.guns[number].dp, 0
            taken, key = str(number), f"gun_{number}"
        car.old.append(taken)
        play.note("old_critical", "RH-091", car, before={key: before}, after={key: 0})
