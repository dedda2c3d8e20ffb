"""The harm that the teams of a duel have done and suffered. Rule RH-089.

Ruling: a team's harm is the share of its enemies' armor, power plants and weapons that its cars took off, less the
share of its own that it has lost, to whatever cause. What old criticals had taken when a car entered counts for
neither.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from rules.rhad.designs.design import SIDES
from rules.rhad.match.match import Match
from rules.rhad.match.state import CarState


def harm_by_team(play: Match) -> dict[str, Fraction]:
    """The harm of every team: what share of its enemies it took off, less what share of itself it lost (RH-089)."""
    entered = {car.id: _points_at_start(play, car) for car in play.state.cars.values()}
    return {team: _dealt(play, team, entered) - _suffered(play, team, entered) for team in play.state.teams}


def _dealt(play: Match, team: str, entered: Mapping[str, int]) -> Fraction:
    """The share of all enemies' points that a team's cars have taken off."""
    cars = play.state.cars.values()
    done = sum(play.harm_done[car.id] for car in cars if car.team == team)
    return _share(done, sum(entered[car.id] for car in cars if car.team != team))


def _suffered(play: Match, team: str, entered: Mapping[str, int]) -> Fraction:
    """The share of a team's own points that are gone."""
    own = [car for car in play.state.cars.values() if car.team == team]
    whole = sum(entered[car.id] for car in own)
    return _share(whole - sum(map(_points_left, own)), whole)


def _share(part: int, whole: int) -> Fraction:
    return Fraction(part, whole) if whole else Fraction(0)


def _points_left(car: CarState) -> int:
    """The points of a car's armor, power plant and weapons."""
    return sum(car.armor.values()) + car.power_plant + sum(gun.dp for gun in car.guns)


def _points_at_start(play: Match, car: CarState) -> int:
    """The points of armor, power plant and weapons with which a car entered (RH-091)."""
    design = play.designs[car.id]
    armor = sum(design.armor.on(side) for side in SIDES if side not in car.old)
    guns = sum(weapon.dp for number, weapon in enumerate(design.weapons) if str(number) not in car.old)
    return armor + design.power_plant_dp + guns
