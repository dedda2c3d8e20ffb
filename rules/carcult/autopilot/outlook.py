"""What a car sees before an order: its enemies, what they may do before its next activation, and what counts for it.
Rules CC-002, CC-010, CC-011, CC-053, CC-078, CC-090, CC-095, CC-096.

Expected damage is in damage tokens, lengths are in hundredths of an inch.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import isqrt

from rules.carcult.autopilot.odds import CAR_DIAGONAL, CLOSEST_PARTS, guessed, hit_chance, squared_distance
from rules.carcult.autopilot.prices import Prices
from rules.carcult.car.tokens import move_of, sound_az, speed_of, token_pool
from rules.carcult.cards import DRIVER, GUNS, RAM, WEAPONS
from rules.carcult.ground.table import INCH
from rules.carcult.match.match import Match
from rules.carcult.match.state import SPEED, CarState
from rules.match.driving.judgment import Profile
from rules.match.driving.plan import Plan

RAM_BLAST = WEAPONS[RAM].blast


@dataclass(frozen=True, slots=True, kw_only=True)
class EnemyGun:
    """A weapon of an enemy: its blast, the damage if all its dice hit with the tokens it is expected to have, and how
    far it strikes after a move.
    """

    blast: int
    damage: float
    near: int
    far: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Enemy:
    """An enemy car: how far its middle is from the own car's as guessed (`away`), its minimum move, its tokens on the
    dangerous driver, whether it has acted in this round, what it may attack with, and its weight as a target.
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
    plug: int

    def hit_chance(self, blast: int) -> float:
        """The chance that one die of an attack hits it (CC-054)."""
        return hit_chance(blast, minimum=self.minimum, dodges=self.dodges)

    def damage_at(self, away: int, *, minimum: int, dodges: int, prices: Prices) -> float:
        """The damage to expect of one activation against a car that far from it, middle to middle."""
        total = 0.0
        for gun in self.guns:
            if away <= gun.far:
                dealt = gun.damage * hit_chance(gun.blast, minimum=minimum, dodges=dodges)
                total += dealt if away <= gun.near else dealt * prices.doubtful
        if self.ram and away <= INCH * self.maximum + CLOSEST_PARTS:
            chance = hit_chance(WEAPONS[RAM].blast, minimum=minimum, dodges=dodges)
            total += prices.ram_fear * self.ram * chance
        return total


@dataclass(slots=True, kw_only=True)
class Outlook:
    """The situation of a car. `rounds_left` counts the rounds after this one. `dealt` and `taken` weigh damage to
    enemies and by enemies, and `approach` nearness to them, as profile and plan have it.
    """

    play: Match
    car: CarState
    prices: Prices
    profile: Profile
    plan: Plan
    enemies: list[Enemy]
    rounds_left: int
    dealt: float
    taken: float
    self_harm: float
    approach: float

    def activations(self, enemy: Enemy, speed: int) -> float:
        """How often an enemy is expected to act before the car does again with that many tokens on its engine."""
        before = 0.0 if enemy.car.acted else 1.0
        if not self.rounds_left:
            return before
        if enemy.speed > speed:
            return before + 1
        return before + 0.5 if enemy.speed == speed else before

    def danger(self, *, minimum: int, dodges: int, speed: int, nearer: int = 0) -> float:
        """The damage to expect from all enemies before the next activation, from where the car is or `nearer`."""
        total = 0.0
        for enemy in self.enemies:
            acts = self.activations(enemy, speed)
            if acts:
                away = max(0, enemy.away - nearer)
                total += acts * enemy.damage_at(away, minimum=minimum, dodges=dodges, prices=self.prices)
        return total

    def dangers(self, *, minimum: int, most_dodges: int, speed: int | None) -> list[float]:
        """What the damage to expect costs with no token on the dangerous driver, one, and so on.

        It is that before the next activation with `speed` tokens on the engine, from where the car is; without a
        speed, that of a later round, when every enemy's weapons may reach it.
        """
        attacks: list[tuple[int, float]] = []
        for enemy in self.enemies:
            if speed is None:
                share = self.prices.usual_reach
                attacks += [(gun.blast, share * gun.damage) for gun in enemy.guns]
                if enemy.ram:
                    attacks.append((RAM_BLAST, share * self.prices.ram_fear * enemy.ram))
                continue
            acts, away = self.activations(enemy, speed), enemy.away
            if acts:
                for gun in enemy.guns:
                    if away <= gun.far:
                        attacks.append(
                            (
                                gun.blast,
                                acts * (gun.damage if away <= gun.near else gun.damage * self.prices.doubtful),
                            )
                        )
                if enemy.ram and away <= INCH * enemy.maximum + CLOSEST_PARTS:
                    attacks.append((RAM_BLAST, acts * self.prices.ram_fear * enemy.ram))
        return [
            self.taken
            * sum([damage * hit_chance(blast, minimum=minimum, dodges=dodges) for blast, damage in attacks])
            for dodges in range(most_dodges + 1)
        ]


def survey(play: Match, car: CarState, *, prices: Prices, profile: Profile, plan: Plan) -> Outlook:
    """The situation of a car, as it sees it under a plan."""
    evades, lines = plan.name == "evade", plan.name == "line"
    rounds_left = max(0, play.settings.max_rounds - play.moment.turn)
    rivals = play.enemies(car)
    allies = sum(other.team == car.team for other in play.cars_in_play())
    return Outlook(
        play=play,
        car=car,
        prices=prices,
        profile=profile,
        plan=plan,
        enemies=[_enemy(play, car, enemy, prices=prices, plan=plan) for enemy in rivals],
        rounds_left=rounds_left,
        dealt=profile.harm_done,
        taken=prices.taken * profile.harm_taken * (prices.evade_care if evades else 1) / (1 + 0.7 * (allies - 1)),
        self_harm=prices.self_harm * profile.harm_taken,
        approach=prices.approach * (-1 if evades else 0.5 if lines else 1),
    )


def _enemy(play: Match, car: CarState, enemy: CarState, *, prices: Prices, plan: Plan) -> Enemy:
    percent = guessed(play, enemy)
    minimum, maximum = move_of(play, enemy)
    pool = token_pool(play, enemy) + sum(
        track.count(SPEED)
        for name, track in enemy.tracks.items()
        if name != "engine" and _makes_tokens(play, enemy, name)
    )
    speed = speed_of(enemy)
    return Enemy(
        car=enemy,
        percent=percent,
        away=isqrt(squared_distance(car, enemy)) * percent // 100,
        minimum=minimum,
        maximum=maximum,
        dodges=sum(
            enemy.tracks[name].count(SPEED) for name, card in play.components[enemy.id].items() if card.key == DRIVER
        ),
        speed=speed,
        guns=_guns(play, enemy, pool, maximum, prices),
        ram=speed
        if any(card.key == RAM and sound_az(enemy.tracks[name]) for name, card in play.components[enemy.id].items())
        else 0,
        weight=1 + (prices.focus if plan.about == enemy.id else 0),
        plug=play.entries[enemy.id].design.engine.plug,
    )


def _makes_tokens(play: Match, car: CarState, name: str) -> bool:
    return bool(play.components[car.id][name].plus)


def _guns(play: Match, car: CarState, pool: int, maximum: int, prices: Prices) -> tuple[EnemyGun, ...]:
    """The weapons of an enemy, with the tokens that it can be expected to put on them, the best weapons first."""
    options = sorted(
        (
            (-WEAPONS[card.key].shots * WEAPONS[card.key].damage * (4 + WEAPONS[card.key].blast), name)
            for name, card in play.components[car.id].items()
            if card.key in GUNS
        ),
    )
    left, guns = pool * prices.fire_share, []
    for _, name in options:
        weapon = WEAPONS[play.components[car.id][name].key]
        tokens = min(left, sound_az(car.tracks[name]))
        if tokens > 0:
            left -= tokens
            reach = INCH * weapon.range + CLOSEST_PARTS
            guns.append(
                EnemyGun(
                    blast=weapon.blast,
                    damage=tokens * weapon.shots * weapon.damage,
                    near=reach + INCH * maximum // 2,
                    far=reach + INCH * maximum + CAR_DIAGONAL // 2,
                )
            )
    return tuple(guns)
