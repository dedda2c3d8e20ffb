"""Where the speed tokens go: the speed of the engine and the other components, weighed together. Rules CC-014 to
CC-016, CC-030 to CC-032, CC-041, CC-042, CC-073, CC-076, CC-095.

At each speed, tokens go one by one where each is worth most: on the driver for the danger it takes away, on a weapon
for the damage it deals, on the gunner for the die rerolled, on the fixer for the damage it moves, on mines for those
that enemies will drive on. Attacks are worth no more than what is left of the enemies in reach. No token is thrown
away while there is an open AZ.

Speeds are weighed over some activations: from each speed the plug and the free down shift lead to others, and a speed
decides how many tokens the next activation has.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from rules.carcult.autopilot.design_features import features_of, next_tokens
from rules.carcult.autopilot.goals import way_to_go
from rules.carcult.autopilot.mine_choice import mine_worth
from rules.carcult.autopilot.odds import CLOSEST_PARTS, is_ahead
from rules.carcult.autopilot.outlook import Enemy, Outlook
from rules.carcult.autopilot.room import has_room, has_way_on
from rules.carcult.autopilot.swap_choice import best_swap_gain
from rules.carcult.car.tokens import Track, bonus_by, open_az, playable_droppers, sound_az, track_limits
from rules.carcult.cards import ARMOR, DRIVER, ENGINE, FIXER, GUNNER, GUNS, MINES, RAM, TURBO, WEAPONS
from rules.carcult.combat.lines_of_sight import blockers, other_shapes
from rules.carcult.ground.geometry import Shape, crosses
from rules.carcult.ground.table import INCH
from rules.carcult.match.state import FREE, SPEED
from rules.carcult.play.activation import FREE_SHIFT

TAKE_NO_TOKENS = frozenset({ENGINE, ARMOR, RAM, TURBO})
"""The engine, whose tokens are weighed by themselves, and cards that no token helps (CC-074, CC-078, CC-081)."""
MOVING = 2
"""The fewest tokens on an engine with which a car has a minimum move (CC-033)."""
ALIKE = 0.05
"""Starting speeds whose worth differs by this much at most are as good, in victory points."""
INCHES_PER_TURN = 8
"""How many inches a car may go for each turn it has, if it is to stay on the table without braking."""
DROPPER_WORTH = 0.05
"""What a token on an oil or caltrops dropper is worth."""
NOTHING = -1e9
"""Less than anything is worth."""
FADE = 0.8
"""What an activation is worth of the one before it."""


@dataclass(slots=True)
class Want:
    """A component that may take tokens: its card, how many more, and what the next one is worth."""

    name: str
    key: str
    room: int
    worth: float


class Shot(NamedTuple):
    """What a weapon can do to an enemy: the expected damage of an attack, and how far the car must come for it, 0 or
    less if it reaches from where the car is.
    """

    deals: float
    gap: int


class Speed(NamedTuple):
    """A speed of the engine: its tokens, what it is worth with 0, 1, 2 and more tokens elsewhere, the components that
    take them in this order, and how many tokens the car generates at it.
    """

    worth: list[float]
    places: list[str]


class TokenChoice:
    """The choice among speeds and allocations in one situation, looking `ahead` that many activations.

    `notices` is the smallest difference that the driver notices between speeds, and `gunner_notices` the smallest
    that the person who fires notices between components.
    """

    def __init__(self, outlook: Outlook, *, ahead: int, notices: float, gunner_notices: float) -> None:
        self.outlook = outlook
        self.notices, self.gunner_notices = notices, gunner_notices
        self.ahead = min(ahead, outlook.rounds_left)
        play, car = outlook.play, outlook.car
        self.cards = play.components[car.id]
        design = play.entries[car.id].design
        self.features = features_of(design)
        self.inches, self.plug = design.engine.track, design.engine.plug
        self.engine = car.tracks[ENGINE]
        tokens_elsewhere = next_tokens(self.features, car.tracks) + sum(bonus_by(play, car).values())
        symbols = [az - 1 for az in design.engine.plus]
        tokens_elsewhere -= sum([self.engine[az] == FREE for az in symbols])
        self.engines = self._engines()
        """The engine's track by the number of its tokens."""
        self.limits = [track_limits(track, self.inches) for track in self.engines]
        """The minimum and maximum move by the number of tokens on the engine (CC-032)."""
        self.most_speed = len(self.engines) - 1
        self.pools = [tokens_elsewhere + sum([track[az] == FREE for az in symbols]) for track in self.engines]
        """How many tokens the car generates by the number of tokens on its engine (CC-015)."""
        self.most_elsewhere = self._most_elsewhere()
        """How many tokens the car may have for other components by the number of tokens on its engine."""
        self.droppers = playable_droppers(play)
        self.rooms_elsewhere = [
            (name, card.key, room)
            for name, card in self.cards.items()
            if card.key not in TAKE_NO_TOKENS and (room := sound_az(car.tracks[name]))
        ]
        """The components other than the engine that take tokens, with their cards and how many they take."""
        self.shots = self._shots()
        self.prey = self._prey()
        """How far the car must come to fire at each enemy, and what all that is left of it is worth."""
        self.driver_room = sum([sound_az(car.tracks[name]) for name in self.features.drivers])
        self.rams = any(sound_az(car.tracks[name]) for name in self.features.rams)
        self.way_to_go = way_to_go(outlook)
        self.others: list[tuple[str, Shape]] | None = None
        self.swap_gain: float | None = None
        self.rooms: dict[int, int] = {}
        self.speeds: dict[tuple[int, bool], Speed] = {}
        self.futures: dict[tuple[int, int], float] = {}

    def _engines(self) -> list[Track]:
        """The engine's track with no token, with one, and so on: tokens come from the left and go from the right."""
        track, slower = list(self.engine), list[Track]()
        for az in reversed(range(len(track))):
            if track[az] == SPEED:
                track[az] = FREE
                slower.append(list(track))
        track = list(self.engine)
        engines = [*reversed(slower), list(track)]
        for az, content in enumerate(track):
            if content == FREE:
                track[az] = SPEED
                engines.append(list(track))
        return engines

    def _most_elsewhere(self) -> list[int]:
        pools, most = self.pools, []
        for speed, pool in enumerate(pools):
            fewest = max(0, speed - self.plug)
            added = [pools[slower] - speed + slower for slower in range(fewest, speed)]
            most.append(max(pool, *added, pools[min(speed + 1, self.most_speed)]))
        return most

    def _shots(self) -> dict[str, list[Shot]]:
        """What each weapon can do to each enemy, the most harmful first."""
        outlook = self.outlook
        shots: dict[str, list[Shot]] = {name: [] for name, _ in self.features.guns}
        for enemy in outlook.enemies:
            is_clear: bool | None = None
            for name, weapon in self.features.guns:
                deals = weapon.shots * weapon.damage * enemy.hit_chance(weapon.blast) * enemy.weight * outlook.dealt
                gap = enemy.away - CLOSEST_PARTS - INCH * weapon.range
                if gap <= 0 and is_clear is None:
                    is_clear = self._is_clear(enemy)
                if gap > 0 or not is_clear:
                    deals *= outlook.prices.doubtful
                    gap = max(gap, 1)
                shots[name].append(Shot(deals, gap))
        for options in shots.values():
            options.sort(reverse=True)
        return shots

    def _prey(self) -> list[tuple[int, float]]:
        reach = INCH * max([weapon.range for _, weapon in self.features.guns], default=0)
        dealt = self.outlook.dealt
        return [
            (enemy.away - CLOSEST_PARTS - reach, dealt * enemy.weight * enemy.left) for enemy in self.outlook.enemies
        ]

    def _is_clear(self, enemy: Enemy) -> bool:
        """Whether the line between the middles of the car and an enemy is clear (CC-004)."""
        car, target = self.outlook.car, enemy.car
        start, end = (car.x, car.y), (target.x, target.y)
        return not any(crosses(start, end, shape) for shape in blockers(self.outlook.play, car.id, target.id))

    # ----------------------------------------------------------------------------------------------- choices

    def start(self, most: int) -> int:
        """How many tokens to start with (CC-030): of those that are as good for what follows, the fewest with which
        the car is not at a stand. Who has fewer acts later in the first round, when enemies are in range (CC-011).
        """
        least = min(MOVING, most)
        worths = {tokens: self._future(tokens, self.ahead) for tokens in range(least, most + 1)}
        enough = max(worths.values()) - ALIKE
        return min(tokens for tokens, worth in worths.items() if worth >= enough)

    def shift(self) -> int:
        """How many tokens to take off the engine: only as many as need no roll, since more gain nothing on average
        (CC-014, CC-041).
        """
        speed = self.engine.count(SPEED)
        plug = self.plug if self.outlook.play.settings.shift_then_accelerate else 0
        stays = self._best_addition(speed, self.plug)[1]
        shifted = min(speed, FREE_SHIFT)
        return shifted if self._best_addition(speed - shifted, plug)[1] > stays else 0

    def allocation(self, plug: int) -> dict[str, int]:
        """The tokens for each component, at most `plug` of them on the engine (CC-016, CC-031)."""
        speed = self.engine.count(SPEED)
        added = self._best_addition(speed, plug)[0]
        places = self._speed(speed + added, now=True).places[: self.pools[speed] - added]
        tokens = {ENGINE: added} if added else {}
        for name in places:
            tokens[name] = tokens.get(name, 0) + 1
        return tokens

    def _best_addition(self, speed: int, plug: int) -> tuple[int, float]:
        """How many tokens to add at that speed, and what the situation is worth then."""
        pool, best = self.pools[speed], (0, NOTHING)
        for added in range(min(pool, plug, self.most_speed - speed) + 1):
            worths = self._speed(speed + added, now=True).worth
            worth = worths[min(pool - added, len(worths) - 1)]
            if self.ahead:
                worth += FADE * self._future(speed + added, self.ahead - 1)
            if worth > best[1] + self.notices:
                best = added, worth
        return best

    def _future(self, speed: int, ahead: int) -> float:
        """What that many tokens on the engine are worth in the activations to come, of which it sees `ahead` more
        than the next.
        """
        key = speed, ahead
        if key in self.futures:
            return self.futures[key]
        pool = self.pools[speed]
        best = self._at_later_speed(speed - 1, self.pools[speed - 1], ahead) if speed else NOTHING
        for added in range(min(pool, self.plug, self.most_speed - speed) + 1):
            worth = self._at_later_speed(speed + added, pool - added, ahead)
            best = max(best, worth)
        self.futures[key] = best
        return best

    def _at_later_speed(self, speed: int, elsewhere: int, ahead: int) -> float:
        """What a later activation at that speed is worth, with those after it."""
        worths = self._speed(speed, now=False).worth
        worth = worths[elsewhere] if elsewhere < len(worths) else worths[-1]
        return worth + FADE * self._future(speed, ahead - 1) if ahead else worth

    # ------------------------------------------------------------------------------------------- one speed

    def _speed(self, speed: int, *, now: bool) -> Speed:
        key = speed, now
        if key not in self.speeds:
            self.speeds[key] = self._weigh_speed(speed, now=now)
        return self.speeds[key]

    def _weigh_speed(self, speed: int, *, now: bool) -> Speed:
        """What a speed is worth with any number of tokens elsewhere: now, or at any later time."""
        outlook = self.outlook
        engine = self.engines[speed]
        minimum, maximum = self.limits[speed]
        danger = outlook.dangers(minimum=minimum, most_dodges=self.driver_room, speed=speed if now else None)
        worth = self._speed_worth(engine, speed, minimum, maximum, now=now) - danger[0]
        wants = self._wants(danger, maximum=maximum)
        worths, places = [worth], list[str]()
        dodges, dice, chance = 0, 0, 0.0
        most = self.most_elsewhere[speed]
        unhurt = sum([worth for gap, worth in self.prey if gap <= INCH * maximum])
        while wants and len(places) < most:
            best = wants[0]
            for want in wants:
                if want.worth > best.worth + self.gunner_notices:
                    best = want
            places.append(best.name)
            worth += max(0.0, best.worth)
            worths.append(worth)
            best.room -= 1
            if not best.room:
                wants.remove(best)
            if best.key == DRIVER:
                dodges += 1
                best.worth = danger[dodges] - danger[dodges + 1] if dodges + 1 < len(danger) else 0
            elif best.key == FIXER:
                best.worth = 0
            elif best.key in GUNS and best.worth > 0:
                shots = WEAPONS[best.key].shots
                dice += shots
                chance = max(chance, best.worth / shots)
                unhurt -= best.worth
                for want in wants:
                    if want.key in GUNS and want.worth > unhurt:
                        want.worth = max(0.0, unhurt)
                    elif want.key == GUNNER:
                        want.worth = chance * (1 - chance) if dice == 1 else chance
            elif best.key == GUNNER:
                best.worth *= 0.6
        return Speed(worths, places)

    def _speed_worth(self, engine: Track, speed: int, minimum: int, maximum: int, *, now: bool) -> float:
        """What a speed is worth besides the danger it saves."""
        outlook, prices = self.outlook, self.outlook.prices
        turns = open_az(engine) if maximum else 0
        if now:
            worth = prices.turn * min(turns, 3) - prices.shut_in * self._shifts_to_room(speed)
        else:
            worth = -prices.clumsy * max(0, minimum - INCHES_PER_TURN * turns) / INCHES_PER_TURN
        if outlook.approach > 0:
            worth += outlook.approach * min(self.way_to_go, maximum)
        else:
            worth -= outlook.approach * maximum
        if self.rams:
            worth += outlook.dealt * self._ram_worth(speed, maximum, turns, now=now)
        return worth

    def _shifts_to_room(self, speed: int) -> int:
        """How many free down shifts a car with that many tokens needs until it can move on from where it is, now and
        after the free down shift of next time. A car that only counted whether it can now would stand at full
        throttle and brake in every round.
        """
        shifts = self.rooms.get(speed)
        if shifts is None:
            is_free = not self.limits[speed][0] or self._has_way_on(speed)
            shifts = self.rooms[speed] = 0 if is_free else 1 + self._shifts_to_room(speed - 1)
        return shifts

    def _has_way_on(self, speed: int) -> bool:
        play, car = self.outlook.play, self.outlook.car
        if self.others is None:
            self.others = other_shapes(play, car.id)
        now, slower = (
            (self.limits[tokens][0], open_az(self.engines[tokens])) for tokens in (speed, speed - FREE_SHIFT)
        )
        pose = car.x, car.y, car.heading
        if not self.outlook.rounds_left:
            return has_room(play, self.others, pose, *now)
        return has_way_on(play, self.others, pose, now, slower)

    def _ram_worth(self, speed: int, maximum: int, turns: int, *, now: bool) -> float:
        best, car = 0.0, self.outlook.car
        blast = WEAPONS[RAM].blast
        for enemy in self.outlook.enemies:
            gap = enemy.away - CLOSEST_PARTS
            near = 0.5
            if now:
                near = (
                    1.0 if gap <= INCH * maximum and (turns > 2 or is_ahead(car, enemy.car.x, enemy.car.y)) else 0.2
                )
            best = max(best, self.outlook.prices.doubtful * near * speed * enemy.hit_chance(blast) * enemy.weight)
        return best

    def _wants(self, danger: list[float], *, maximum: int) -> list[Want]:
        wants = []
        for name, key, room in self.rooms_elsewhere:
            worth = 0.0
            if key == DRIVER:
                worth = danger[0] - danger[1]
            elif key in GUNS:
                worth = self._best_shot(name, maximum)
            elif key == FIXER:
                worth = self._swap_gain()
            elif key == MINES:
                worth = self.outlook.dealt * mine_worth(self.outlook, maximum)
            elif key in self.droppers:
                worth = DROPPER_WORTH
            wants.append(Want(name, key, room, worth))
        return wants

    def _swap_gain(self) -> float:
        if self.swap_gain is None:
            self.swap_gain = best_swap_gain(self.outlook, self.outlook.car.tracks)
        return self.swap_gain

    def _best_shot(self, name: str, maximum: int) -> float:
        furthest = INCH * maximum
        for shot in self.shots[name]:
            if shot.gap <= furthest:
                return shot.deals
        return 0.0
