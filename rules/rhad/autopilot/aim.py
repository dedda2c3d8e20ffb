"""The autopilot's attacks: which weapon fires at which enemy, and whether it waits for a later phase.

Rules RH-085, RH-088.
"""

from __future__ import annotations

from typing import NamedTuple

from rules.match.handling.speed_table import HALVES, PHASES, ROWS
from rules.rhad.autopilot.car_summary import mean_damage
from rules.rhad.autopilot.outlook import CHANCES, Foe, Outlook
from rules.rhad.autopilot.sight import MOUNTS_IN_ORDER, sight
from rules.rhad.combat.attacks import ready_seats, ready_weapons
from rules.rhad.ground.hexes import STRIDES, Place
from rules.rhad.match.orders import Attack
from rules.rhad.match.state import UNLIMITED, WeaponState

USUAL_PENALTY = 1
"""What range and the target's speed usually add to the number needed to hit."""


class Line(NamedTuple):
    """A line of fire: from a place, with the car's facing, to another place."""

    at: Place
    facing: int
    to: Place


class Course(NamedTuple):
    """A car that goes straight on: its place, heading, speed in mph, and half steps saved up (RH-023)."""

    at: Place
    heading: int
    mph: int
    credit: int

    def after(self, phase: int) -> Course:
        """The car after its steps of a phase, 1 to 5 (RH-024)."""
        steps, credit = divmod(self.credit + ROWS[self.mph].half_steps[phase - 1], HALVES)
        along, down = STRIDES[self.heading]
        return Course((self.at[0] + steps * along, self.at[1] + steps * down), self.heading, self.mph, credit)


def choose_attacks(view: Outlook, at: Place, facing: int) -> tuple[Attack, ...]:
    """One attack for each seat that has not attacked this round, fired from the place where the car will be."""
    play, car = view.play, view.car
    seats = ready_seats(play, car)
    if not seats:
        return ()
    shots = []
    for number in ready_weapons(play, car):
        gun = car.guns[number]
        price = _price_of_shot(view, gun)
        for order, foe in enumerate(view.foes):
            line = Line(at, facing, (foe.along, foe.down))
            value = _worth_of_shot(view, gun, foe, line)
            if value > price:
                shots.append((-value, order, number, foe, line))
    if not shots:
        return ()
    shots.sort(key=lambda shot: shot[:3])
    attacks: list[Attack] = []
    used = set()
    for value, _, number, foe, line in shots:
        if len(attacks) == len(seats):
            break
        if number in used:
            continue
        used.add(number)
        if not _waits(view, car.guns[number], foe, line, -value / view.prices.patience):
            attacks.append(Attack(weapon=number, target=foe.car.id, crew=seats[len(attacks)]))
    return tuple(attacks)


def _price_of_shot(view: Outlook, gun: WeaponState) -> float:
    """What a shot costs: less, the more rounds the shots of the weapon would last. With hardly any left, it is as
    much as a usual shot of it at the best of the enemies is worth.
    """
    rounds = view.play.duel.rounds - view.play.state.moment.turn + 1
    if gun.shots == UNLIMITED or gun.shots >= rounds or not view.foes:
        return 0.0
    usual = CHANCES[gun.to_hit + USUAL_PENALTY] * mean_damage(gun)
    usual *= max([foe.kill * max(foe.parts.values()) for foe in view.foes])
    return view.prices.shot * view.constants.profile.spending * usual * (rounds - gun.shots) / rounds


def _worth_of_shot(view: Outlook, gun: WeaponState, foe: Foe, line: Line) -> float:
    """What a shot is worth along a line; 0 if the weapon does not bear."""
    q, r = line.to[0] - line.at[0], line.to[1] - line.at[1]
    own = sight(q, r, line.facing)
    if own.turns[MOUNTS_IN_ORDER[gun.mount]]:
        return 0.0
    side = sight(-q, -r, foe.facing).side
    damage = mean_damage(gun)
    return CHANCES[gun.to_hit + view.constants.ranges[own.hexes] + foe.penalty] * damage * foe.kill * foe.parts[side]


def _waits(view: Outlook, gun: WeaponState, foe: Foe, line: Line, least: float) -> bool:
    """Whether a later phase of the round is expected to bring a shot worth more than that, if both cars go straight
    on.
    """
    play, car, other = view.play, view.car, foe.car
    moment = play.state.moment
    if moment.phase == PHASES or not (car.speed or other.speed):
        return False
    heading = car.heading if line.facing == car.facing else line.facing
    own = Course(line.at, heading, car.speed, car.credit)
    its = Course(line.to, other.heading, other.speed, other.credit)
    if other.id in moment.queue:
        its = its.after(moment.phase)
    last = min(moment.phase + view.judgment.look_ahead - 1, PHASES)
    for phase in range(moment.phase + 1, last + 1):
        own = own.after(phase)
        if not view.constants.roads.is_free(own.at):
            return False
        if _worth_of_shot(view, gun, foe, Line(own.at, line.facing, its.at)) > least:
            return True
        its = its.after(phase)
    return False
