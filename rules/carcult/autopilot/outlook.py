"""What a car sees before an order: its enemies, what they may do before its next activation, and what counts for it.
Rules CC-002, CC-010, CC-011, CC-053, CC-078, CC-090, CC-095, CC-096.

Expected damage is in damage tokens, lengths are in hundredths of an inch.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from math import isqrt, sqrt
from typing import NamedTuple

from rules.carcult.autopilot.design_features import features_of, next_tokens
from rules.carcult.autopilot.odds import (
    CAR_DIAGONAL,
    CLOSEST_PARTS,
    HIT_CHANCES,
    guess_percent,
    hit_chance,
    squared_distance,
)
from rules.carcult.autopilot.prices import Prices
from rules.carcult.autopilot.standing import care_for_cars, rounds_to_come
from rules.carcult.car.tokens import DODGE, bonus_by, move_of, sound_az, speed_of
from rules.carcult.cards import RAM, WEAPONS, Weapon
from rules.carcult.ground.table import INCH
from rules.carcult.match.match import Match
from rules.carcult.match.state import SPEED, CarState
from rules.match.driving.judgment import Profile
from rules.match.driving.plan import Plan

RAM_BLAST = WEAPONS[RAM].blast
SHARED_HARM = 0.7
"""How much less harm to the car weighs for each friend on the table."""


class EnemyGun(NamedTuple):
    """A weapon of an enemy: its blast, the damage if all its dice hit with the tokens it is expected to have, and how
    far it strikes after a move.
    """

    blast: int
    damage: float
    near: int
    far: int


class Enemy(NamedTuple):
    """An enemy car: how far its middle is from the own car's as guessed (`away`), its minimum move, its tokens on the
    dangerous driver, what it may attack with, its weight as a target, and how much damage to it is worth
    something: that of its AZ left, of which the last counts twice, since the car is gone without it.
    """

    car: CarState
    percent: int
    away: int
    minimum: int
    maximum: int
    dodges: int
    speed: int
    guns: tuple[EnemyGun, ...]
    ram: int
    weight: float
    left: int

    def hit_chance(self, blast: int) -> float:
        """The chance that one die of an attack hits it (CC-054)."""
        return hit_chance(blast, minimum=self.minimum, dodges=self.dodges)

    def attacks(self, prices: Prices) -> list[tuple[int, float]]:
        """What it may attack the car with where the car is: the blast, and the damage if all dice hit."""
        away = self.away
        attacks = [
            (gun.blast, gun.damage if away <= gun.near else gun.damage * prices.doubtful)
            for gun in self.guns
            if away <= gun.far
        ]
        if self.ram and away <= INCH * self.maximum + CLOSEST_PARTS:
            attacks.append((RAM_BLAST, prices.ram_fear * self.ram))
        return attacks


@dataclass(slots=True, kw_only=True)
class Outlook:
    """The situation of a car. `rounds_left` counts the rounds after this one. `care` weighs harm to the car by how
    its side stands. `dealt` and `taken` weigh damage to enemies and by enemies, `self_harm` that which the car does
    to itself, and `approach` nearness to enemies, as profile, plan and standing have it.

    `present` has for each enemy that may attack the car where it is what it may attack with, and `usual` what enemies
    may attack with in a later round, once that was asked.
    """

    play: Match
    car: CarState
    prices: Prices
    profile: Profile
    plan: Plan
    enemies: list[Enemy]
    rounds_left: int
    care: float
    dealt: float
    taken: float
    self_harm: float
    approach: float
    present: list[tuple[Enemy, list[tuple[int, float]]]] = field(init=False)
    usual: list[tuple[int, float]] | None = field(init=False, default=None)

    def __post_init__(self) -> None:
        attacks = [(enemy, enemy.attacks(self.prices)) for enemy in self.enemies]
        self.present = [entry for entry in attacks if entry[1]]

    def activations(self, enemy: Enemy, speed: int) -> float:
        """How often an enemy is expected to act before the car does again with that many tokens on its engine."""
        before = 0.0 if enemy.car.acted else 1.0
        if not self.rounds_left:
            return before
        if enemy.speed > speed:
            return before + 1
        return before + 0.5 if enemy.speed == speed else before

    def danger(self, *, minimum: int, dodges: int, speed: int) -> float:
        """The damage to expect from all enemies before the next activation where the car is."""
        return _expected(self._attacks(speed), minimum, dodges)

    def dangers(self, *, minimum: int, most_dodges: int, speed: int | None) -> list[float]:
        """What the damage to expect costs with no token on the dangerous driver, one, and so on.

        It is that before the next activation with `speed` tokens on the engine, from where the car is; without a
        speed, that of a later round, when every enemy's weapons may reach it.
        """
        attacks = self._usual_attacks() if speed is None else self._attacks(speed)
        taken = self.taken
        return (
            [taken * _expected(attacks, minimum, dodges) for dodges in range(most_dodges + 1)]
            if attacks
            else ([0.0] * (most_dodges + 1))
        )

    def _usual_attacks(self) -> list[tuple[int, float]]:
        """What enemies may attack with in a later round, those of the same blast together."""
        if self.usual is None:
            share, damage = self.prices.usual_reach, dict[int, float]()
            for enemy in self.enemies:
                for gun in enemy.guns:
                    damage[gun.blast] = damage.get(gun.blast, 0.0) + share * gun.damage
                if enemy.ram:
                    ram = share * self.prices.ram_fear * enemy.ram
                    damage[RAM_BLAST] = damage.get(RAM_BLAST, 0.0) + ram
            self.usual = list(damage.items())
        return self.usual

    def _attacks(self, speed: int) -> list[tuple[int, float]]:
        """The attacks to expect before the next activation with that many tokens on the engine."""
        attacks = []
        for enemy, possible in self.present:
            acts = self.activations(enemy, speed)
            if acts:
                attacks += [(blast, acts * damage) for blast, damage in possible]
        return attacks

    def under(self, plan: Plan) -> Outlook:
        """The same situation under another plan."""
        prices, profile = self.prices, self.profile
        return replace(
            self,
            plan=plan,
            enemies=[enemy._replace(weight=_weight(enemy.car, prices, profile, plan)) for enemy in self.enemies],
            taken=self.care * _taken(self.play, self.car, prices, profile, plan),
            approach=_approach(prices, profile, plan),
        )


def _expected(attacks: Sequence[tuple[int, float]], minimum: int, dodges: int) -> float:
    """The damage to expect of attacks on a car with that minimum move and so many tokens on its driver."""
    total, less = 0.0, minimum + DODGE * dodges
    for blast, damage in attacks:
        total += damage * HIT_CHANCES[blast - less]
    return total


def survey(play: Match, car: CarState, *, prices: Prices, profile: Profile, plan: Plan) -> Outlook:
    """The situation of a car, as it sees it under a plan."""
    care = care_for_cars(play, car.team)
    return Outlook(
        play=play,
        car=car,
        prices=prices,
        profile=profile,
        plan=plan,
        enemies=[_enemy(play, car, enemy, prices=prices, profile=profile, plan=plan) for enemy in play.enemies(car)],
        rounds_left=rounds_to_come(play),
        care=care,
        dealt=prices.dealt * profile.harm_done,
        taken=care * _taken(play, car, prices, profile, plan),
        self_harm=care * prices.self_harm * sqrt(profile.spending),
        approach=_approach(prices, profile, plan),
    )


def _taken(play: Match, car: CarState, prices: Prices, profile: Profile, plan: Plan) -> float:
    """The weight of damage by enemies: less for each friend that goes on if the car cannot."""
    friends = sum([other.team == car.team for other in play.cars_in_play()]) - 1
    care = prices.evade_care if plan.name == "evade" else 1
    return prices.taken * profile.harm_taken * care / (1 + SHARED_HARM * friends)


def _approach(prices: Prices, profile: Profile, plan: Plan) -> float:
    """The weight of nearness: more for those who would rather harm enemies than spare the own car."""
    if plan.name == "evade":
        return -prices.approach
    return prices.approach * (0.5 if plan.name == "line" else 1.0) * sqrt(profile.harm_done / profile.harm_taken)


def _weight(enemy: CarState, prices: Prices, profile: Profile, plan: Plan) -> float:
    """The weight of an enemy as a target: more for the one that the plan is about, above all to a hunter."""
    return 1 + (prices.focus * profile.harm_done * profile.patience if plan.about == enemy.id else 0)


def _enemy(play: Match, car: CarState, enemy: CarState, *, prices: Prices, profile: Profile, plan: Plan) -> Enemy:
    percent = guess_percent(play, enemy)
    minimum, maximum = move_of(play, enemy)
    tracks, design = enemy.tracks, play.entries[enemy.id].design
    features = features_of(design)
    pool = next_tokens(features, tracks) + sum(bonus_by(play, enemy).values())
    speed = speed_of(enemy)
    return Enemy(
        car=enemy,
        percent=percent,
        away=isqrt(squared_distance(car, enemy)) * percent // 100,
        minimum=minimum,
        maximum=maximum,
        dodges=sum([tracks[name].count(SPEED) for name in features.drivers]),
        speed=speed,
        guns=_guns(enemy, features.guns, pool * prices.fire_share, maximum),
        ram=speed if any(sound_az(tracks[name]) for name in features.rams) else 0,
        weight=_weight(enemy, prices, profile, plan),
        left=sum([sound_az(track) for track in tracks.values()]) + 1,
    )


def _guns(car: CarState, guns: Sequence[tuple[str, Weapon]], tokens: float, maximum: int) -> tuple[EnemyGun, ...]:
    """The weapons of an enemy, with the tokens that it can be expected to put on them, the best weapons first."""
    enemy_guns = []
    for name, weapon in guns:
        placed = min(tokens, sound_az(car.tracks[name]))
        if placed > 0:
            tokens -= placed
            reach = INCH * weapon.range + CLOSEST_PARTS
            enemy_guns.append(
                EnemyGun(
                    weapon.blast,
                    placed * weapon.shots * weapon.damage,
                    reach + INCH * maximum // 2,
                    reach + INCH * maximum + CAR_DIAGONAL // 2,
                )
            )
    return tuple(enemy_guns)
