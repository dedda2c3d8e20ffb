"""The choice among candidate moves, and the actions on the way. Rules CC-017, CC-034 to CC-037, CC-040, CC-045 to
CC-052, CC-073, CC-076 to CC-078, CC-096.

A first look weighs every candidate by what is quickly seen: what weapons may reach, the danger where it ends, and
whether it leads off the table. It is never too low, so that a second look at what the car would touch, cross and see
need only be taken at the best ones. All worth is in victory points.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import isqrt
from typing import NamedTuple

from rules.carcult.autopilot.candidate_moves import Candidate, aimed_moves, candidate_moves
from rules.carcult.autopilot.goals import goal_of, wished_distance
from rules.carcult.autopilot.mine_choice import SPAN, kept_worth, worth_at
from rules.carcult.autopilot.odds import CAR_DIAGONAL, CLOSEST_PARTS, hit_chance
from rules.carcult.autopilot.outlook import Enemy, Outlook
from rules.carcult.autopilot.possible_attacks import Gun, Shot, Target, range_chance
from rules.carcult.autopilot.room import has_room
from rules.carcult.autopilot.standing import settles_match
from rules.carcult.autopilot.swap_choice import choose_swap
from rules.carcult.car.tokens import (
    components_with_card,
    drift_of,
    move_of,
    playable_droppers,
    rerolls,
    sound_az,
    speed_of,
    take_off,
    track_limits,
    turns_of_car,
    turns_on_track,
)
from rules.carcult.cards import DRIVER, ENGINE, GUNS, MINES, RAM, WEAPONS
from rules.carcult.combat.lines_of_sight import blockers, other_shapes, shape_of_car, squared_clear_line
from rules.carcult.first_autopilot.move_samples import HALF_ROUND, Drive, Path, Pose
from rules.carcult.ground.geometry import FULL_CIRCLE, Shape, car_shape, displacement, distance_squared, shape_of
from rules.carcult.ground.obstacles import EDGE, TERRAIN, distances_inside
from rules.carcult.ground.table import INCH, Point
from rules.carcult.match.orders import ActOrder, Attack, Lay, Leg
from rules.carcult.match.state import SPEED, CarState
from rules.carcult.movement.collisions import has_ram, shortfall
from rules.carcult.play.activation import FREE_SHIFT, GUESS_ERROR

BASE_HARM = 9
"""How many faces of a d20 harm a car in less than an inch of rough ground, or braking by less than an inch (CC-040,
CC-045).
"""
D20_FACES = 20
MARGIN = 2 * INCH
"""A move should not lead on to a place this close to the edge."""
LEAST_PACE = 4
"""How many inches on a move should lead at least."""
MOST_LOOKS = 30
"""The most moves that are looked at, however many of them touch something or are shut in, unless all are."""
NOTHING = -1e9
"""Less than any move is worth."""
FRIEND_PRICE = 0.5
"""The price of driving a ram into a car of the own side, which ends the way of both (CC-078)."""
LAST_AZ = 3.0
"""The price of the last sound AZ, with which the car explodes (CC-065), besides that of the damage."""
LEAVING = SETTLED = 20.0
"""The price of driving off the table, if cars may (CC-049), and of a match that a crash loses."""


class Outcome(NamedTuple):
    """What comes of a leg: where it ends, how far it goes, after which fraction of it something stops the car, and
    what does.
    """

    x: int
    y: int
    far: int
    until: tuple[int, int]
    touched: str


class Prospect(NamedTuple):
    """What comes of a candidate: its worth, what it touches, and its attacks, each with the leg after which it is
    made.
    """

    worth: float
    touched: str
    shut_in: bool
    attacks: list[tuple[str, str, int]]


class MoveChoice:
    """The choice of a car's move in one situation."""

    def __init__(self, outlook: Outlook, *, looks: int) -> None:
        self.outlook, self.looks = outlook, looks
        play, car = outlook.play, outlook.car
        self.play, self.car = play, car
        self.here: Pose = (car.x, car.y, car.heading)
        self.minimum, self.maximum = move_of(play, car)
        self.turns, self.drift = turns_of_car(play, car), drift_of(self.minimum)
        self.longest_way = INCH * (self.maximum + self.drift)
        self.speed = speed_of(car)
        self.next_moves = self._next_moves()
        self.dodges = sum(car.tracks[name].count(SPEED) for name in components_with_card(play, car, DRIVER))
        reach = self.longest_way + CAR_DIAGONAL
        near = [self._near(shape, reach) for _, shape in play.ground.solid]
        self.solid = [piece for piece, is_near in zip(play.ground.solid, near, strict=True) if is_near]
        self.others = other_shapes(play, car.id)
        self.solid += [piece for piece in self.others if self._near(piece[1], reach)]
        self.rough = [shape for shape in play.ground.rough if self._near(shape, reach)]
        self.guns = list(self._guns())
        self.mines = [(marker.x, marker.y) for marker in play.state.markers if marker.kind == MINES]
        self.rams = has_ram(play, car)
        self.left = sum([sound_az(track) for track in car.tracks.values()])
        self.mine_tokens = {
            name: car.tracks[name].count(SPEED)
            for key in playable_droppers(play)
            for name in components_with_card(play, car, key)
            if SPEED in car.tracks[name]
        }
        self.by_id = {enemy.car.id: enemy for enemy in outlook.enemies}
        self.own_mine_harm = (
            WEAPONS[MINES].damage
            * hit_chance(WEAPONS[MINES].blast, minimum=self.minimum, dodges=self.dodges)
            * outlook.self_harm
        )
        self.both_credited = play.settings.collision_credit == "both"
        self.stop_price = self._stop_price()
        self.edge_price = self.stop_price if play.settings.edge == "blocking" else LEAVING
        self.wish = wished_distance(outlook)
        self.seen: dict[tuple[Pose, str], int | None] = {}
        self.ways: dict[tuple[int, int, Drive], Outcome] = {}
        self.inside: dict[tuple[int, int, Drive], list[int]] = {}
        """How far each drive leads through each piece of rough ground (CC-045)."""
        self.blockers: dict[str, list[Shape]] = {}
        self.lines: dict[str, int] = {}
        for gun in self.guns:
            for target in gun.targets:
                id = target.enemy.car.id
                self.lines[id] = max(self.lines.get(id, 0), target.line)

    def _next_moves(self) -> list[tuple[int, int]]:
        """The minimum and the turns of the next activation, as they are and after the free down shift (CC-041)."""
        car = self.car
        track = list(car.tracks[ENGINE])
        take_off(track, FREE_SHIFT)
        slower, _ = track_limits(track, self.play.entries[car.id].design.engine.track)
        return [(self.minimum, self.turns), (slower, turns_on_track(self.play, track))]

    def _near(self, shape: Shape, reach: int) -> bool:
        left, top, right, bottom = shape.box
        car = self.car
        return left - reach <= car.x <= right + reach and top - reach <= car.y <= bottom + reach

    def _guns(self) -> Iterator[Gun]:
        play, car, outlook = self.play, self.car, self.outlook
        furthest = self.longest_way
        for name, card in play.components[car.id].items():
            tokens = car.tracks[name].count(SPEED) if card.key in GUNS else 0
            if not tokens:
                continue
            weapon = WEAPONS[card.key]
            reach = INCH * weapon.range
            targets = []
            for enemy in outlook.enemies:
                line = reach * 100 // enemy.percent
                within = line + CAR_DIAGONAL
                if enemy.away * 100 // enemy.percent <= within + furthest:
                    damage = weapon.shots * weapon.damage * enemy.hit_chance(weapon.blast)
                    worth = min(damage, enemy.left) * enemy.weight * outlook.dealt
                    sure = line if play.settings.premeasure else line * (100 - GUESS_ERROR) // 100
                    targets.append(Target(worth, damage, enemy, within, line * line, sure * sure))
            if targets:
                yield Gun(name, tokens, tuple(sorted(targets, key=lambda target: -target.deals)))

    # ----------------------------------------------------------------------------------------------- the choice

    def choose(self, *, notices: float) -> ActOrder:
        """The move worth most, with all actions on the way."""
        table = candidate_moves(self.here[2], self.minimum, self.maximum, self.turns, self.drift)
        aimed = []
        if self.maximum:
            near = [
                (enemy.car.x - self.car.x, enemy.car.y - self.car.y)
                for enemy in self.outlook.enemies
                if enemy.away <= INCH * (self.maximum + 4)
            ]
            aimed = aimed_moves(self.here[2], near, maximum=self.maximum, turns=self.turns, exactly=self.rams)
        candidate, prospect = self._best([*table, *aimed], notices)
        if self.minimum and (prospect.touched or prospect.shut_in):
            braked = self._best(candidate_moves(self.here[2], 0, self.minimum, self.turns, self.drift), notices)
            if braked[1].worth > prospect.worth:
                candidate, prospect = braked
        return self._order(candidate, prospect)

    def _best(self, table: Sequence[Candidate], notices: float) -> tuple[Candidate, Prospect]:
        most, rest = self._first_look(table)
        gains = [worth - end for worth, end in zip(most, rest, strict=True)]
        for index in self._over_rough(table):
            most[index] -= self.outlook.self_harm * BASE_HARM / D20_FACES
        best: tuple[Candidate, Prospect] | None = None
        looked: list[tuple[int, Prospect]] = []
        clear = 0
        order = sorted(range(len(table)), key=lambda index: -most[index])
        if not table[0].length and 0 in order[MOST_LOOKS:]:
            order[MOST_LOOKS:] = [0]
        for number, index in enumerate(order):
            least = best[1].worth - notices if best else NOTHING
            if most[index] <= least or clear == self.looks or (clear and number > MOST_LOOKS):
                break
            prospect, is_clear = self._second_look(table[index], rest[index], least, gains[index])
            clear += is_clear
            if prospect is not None:
                if notices:
                    looked.append((index, prospect))
                if best is None or prospect.worth > best[1].worth:
                    best = table[index], prospect
        assert best is not None  # noqa: S101 - there is a candidate, and the first is looked at
        if notices:
            enough = best[1].worth - notices
            index, prospect = max(
                (entry for entry in looked if entry[1].worth >= enough),
                key=lambda entry: (table[entry[0]].length, -entry[0]),
            )
            return table[index], prospect
        return best

    # -------------------------------------------------------------------------------------------- the first look

    def _first_look(self, table: Sequence[Candidate]) -> tuple[list[float], list[float]]:
        """The most that each candidate can be worth, and what it is worth where it ends."""
        ends = self._ends(table)
        most = list(ends)
        gains = self._contact_gains()
        if not gains:
            for index in self._leading_off(table):
                most[index] -= self.edge_price
        certain, open_guns = self._certain()
        car = self.car
        for gun in open_guns:
            targets = [
                (
                    target.enemy.car.x - car.x,
                    target.enemy.car.y - car.y,
                    target.within + 1,
                    gun.tokens * target.deals,
                )
                for target in gun.targets
            ]
            for index, candidate in enumerate(table):
                slack = candidate.length // 2
                for dx, dy, within, deals in targets:
                    far = (within + slack) * (within + slack)
                    if dx * dx + dy * dy <= far or (dx - candidate.dx) ** 2 + (dy - candidate.dy) ** 2 <= far:
                        most[index] += deals
                        break
        for dx, dy, away, gain in gains:
            for index, candidate in enumerate(table):
                if isqrt((dx - candidate.dx) ** 2 + (dy - candidate.dy) ** 2) + away <= candidate.length:
                    most[index] += gain
        if self.mine_tokens:
            mines = self.outlook.dealt * 2.0 * sum(self.mine_tokens.values())
            most = [worth + mines for worth in most]
        return [worth + certain for worth in most], ends

    def _over_rough(self, table: Sequence[Candidate]) -> list[int]:
        """The numbers of the candidates with a place of their way on rough ground, as far as it is quickly seen."""
        numbers: set[int] = set()
        here_x, here_y = self.car.x, self.car.y
        for shape in self.rough:
            left, top, right, bottom = shape.box
            left, top, right, bottom = left - here_x, top - here_y, right - here_x, bottom - here_y
            for index, candidate in enumerate(table):
                _, _, path_left, path_top, path_right, path_bottom = candidate.path
                if path_right <= left or path_left >= right or path_bottom <= top or path_top >= bottom:
                    continue
                for x, y in candidate.places:
                    if left < x < right and top < y < bottom and _is_inside(shape, x + here_x, y + here_y):
                        numbers.add(index)
                        break
        return list(numbers)

    def _certain(self) -> tuple[float, list[Gun]]:
        """The damage of weapons that already reach their best target, and the other weapons."""
        total, open_guns = 0.0, []
        at_once = self.play.settings.attack_window != "after_move"
        for gun in self.guns:
            if at_once and self._line_to(self.here, gun.targets[0]) is not None:
                total += gun.tokens * gun.targets[0].deals
            else:
                open_guns.append(gun)
        return total, open_guns

    def _contact_gains(self) -> list[tuple[int, int, int, float]]:
        """Where enemies are that the car may run into, how far they are, and what it would gain."""
        gains = []
        for enemy in self.outlook.enemies:
            gain = self._contact_worth(enemy, self.minimum)
            dx, dy = enemy.car.x - self.car.x, enemy.car.y - self.car.y
            away = isqrt(dx * dx + dy * dy) - 2 * CAR_DIAGONAL - 2
            if gain > 0 and away <= self.longest_way:
                gains.append((dx, dy, away, gain))
        return gains

    def _leading_off(self, table: Sequence[Candidate]) -> list[int]:
        """The numbers of the candidates that lead off the table."""
        x, y = self.car.x, self.car.y
        x_left, y_left = self.play.ground.width - x, self.play.ground.height - y
        if min(x, y, x_left, y_left) > self.longest_way + CAR_DIAGONAL:
            return []
        numbers = []
        for index, candidate in enumerate(table):
            _, _, left, top, right, bottom = candidate.path
            if right >= x_left or bottom >= y_left or left <= -x or top <= -y:
                numbers.append(index)
        return numbers

    def _ends(self, table: Sequence[Candidate]) -> list[float]:
        """What each candidate is worth by where it ends: less the danger there, and whether it leads on."""
        outlook, car = self.outlook, self.car
        prices = outlook.prices
        dangers = self._dangers(self.minimum)
        goal = goal_of(outlook)
        goal_x, goal_y = (goal.car.x - car.x, goal.car.y - car.y) if goal else (0, 0)
        approach = outlook.approach / INCH if goal else 0.0
        wish, ground = self.wish, self.play.ground
        x_left, y_left = ground.width - car.x, ground.height - car.y
        left, top, right, bottom = MARGIN - car.x, MARGIN - car.y, x_left - MARGIN, y_left - MARGIN
        ways_on: dict[int, list[Point]] = {}
        ends = list[float]()
        is_open = min(-left, -top, right, bottom) > self.longest_way + self._pace()
        for _, _, dx, dy, facing, _ in table:
            worth = 0.0
            for x, y, steps in dangers:
                square = (x - dx) * (x - dx) + (y - dy) * (y - dy)
                for reach, harm in steps:
                    if square > reach:
                        break
                    worth -= harm
            if approach:
                gap = isqrt((goal_x - dx) * (goal_x - dx) + (goal_y - dy) * (goal_y - dy)) - wish
                if gap > 0:
                    worth -= approach * gap
            if not is_open:
                ways = ways_on.get(facing)
                if ways is None:
                    ways = ways_on[facing] = self._ways_on(facing)
                for x, y in ways:
                    if left <= dx + x <= right and top <= dy + y <= bottom:
                        break
                else:
                    worth -= prices.edge
            ends.append(worth)
        return ends

    def _ways_on(self, facing: int) -> list[Point]:
        """How far the next move of the minimum leads from a move's end, for each turn it may begin with."""
        pace = self._pace()
        return [displacement((facing + turn) % FULL_CIRCLE, pace, 0) for turn in WAYS_ON[min(self.turns, HALF_ROUND)]]

    def _pace(self) -> int:
        """How far the next move should lead at least."""
        return INCH * max(self.minimum, LEAST_PACE)

    def _dangers(self, minimum: int) -> list[tuple[int, int, list[tuple[int, float]]]]:
        """Where each dangerous enemy is, and the squares of the distances within which it adds how much danger, the
        farthest first.
        """
        outlook, car = self.outlook, self.car
        doubtful, dangers = outlook.prices.doubtful, []
        for enemy in outlook.enemies:
            acts = outlook.activations(enemy, self.speed) * outlook.taken
            if not acts:
                continue
            steps = []
            for gun in enemy.guns:
                harm = acts * gun.damage * hit_chance(gun.blast, minimum=minimum, dodges=self.dodges)
                far, near = gun.far * 100 // enemy.percent, gun.near * 100 // enemy.percent
                steps += [(far * far, harm * doubtful), (near * near, harm * (1 - doubtful))]
            if enemy.ram:
                reach = INCH * enemy.maximum + CLOSEST_PARTS
                chance = hit_chance(WEAPONS[RAM].blast, minimum=minimum, dodges=self.dodges)
                steps.append((reach * reach, acts * outlook.prices.ram_fear * enemy.ram * chance))
            if steps:
                steps.sort(reverse=True)
                x, y = enemy.car.x - car.x, enemy.car.y - car.y
                if max(abs(x), abs(y)) <= self.longest_way + isqrt(steps[0][0]) + 1:
                    dangers.append((x, y, steps))
        return dangers

    # ------------------------------------------------------------------------------------------- the second look

    def _second_look(
        self, candidate: Candidate, end: float, least: float, most_gain: float
    ) -> tuple[Prospect | None, bool]:
        """What comes of a candidate, None as soon as it cannot be worth more than `least` with a gain of at most
        `most_gain` on the way, and whether nothing is known to stop the car there or next time.
        """
        path = candidate.path
        outcomes = self._ways(path)
        touched = outcomes[-1].touched if outcomes else ""
        moved = sum(outcome.far for outcome in outcomes)
        short = shortfall(self.minimum, moved)
        worth = end
        if touched:
            worth += self._touch_worth(touched, short)
        elif moved < INCH * self.minimum:
            worth -= self.outlook.self_harm * min(D20_FACES, BASE_HARM + short) / D20_FACES
        if worth + most_gain <= least:
            return None, not touched
        if self.rough or self.mines:
            worth -= self._ground_harm(path, outcomes)
            if worth + most_gain <= least:
                return None, not touched
        stops = self._stops(path, outcomes)
        dealt, attacks = self._attacks(stops, len(path.legs))
        worth += dealt
        if worth <= least and not self.mine_tokens:
            return None, not touched
        shut_in = False
        if self.outlook.rounds_left and not touched and self.minimum:
            shut_in = self._is_shut_in(stops[-1])
            if shut_in:
                worth -= self.outlook.prices.shut_in
        if self.mine_tokens:
            _, gain = self._best_lay(outcomes, stops[-1])
            worth += max(0.0, gain) * sum(self.mine_tokens.values())
        is_clear = not touched and not shut_in
        return (Prospect(worth, touched, shut_in, attacks) if worth > least else None), is_clear

    def _is_shut_in(self, pose: Pose) -> bool:
        """Whether no move of the next activation's minimum is clear from a pose."""
        for minimum, turns in self.next_moves:  # noqa: SIM110 - a plain loop takes less time
            if has_room(self.play, self.others, pose, minimum, turns):
                return False
        return True

    def _ways(self, path: Path) -> list[Outcome]:
        """What comes of each leg that is driven, up to the first contact."""
        x, y, _ = self.here
        outcomes = []
        for drive in path.drives:
            key = (x, y, drive)
            outcome = self.ways.get(key)
            if outcome is None:
                outcome = self.ways[key] = self._drive_leg(x, y, drive)
            outcomes.append(outcome)
            if outcome.touched:
                break
            x, y = outcome.x, outcome.y
        return outcomes

    def _drive_leg(self, x: int, y: int, drive: Drive) -> Outcome:
        heading, forward, (dx, dy) = drive
        contact = self.play.ground.first_contact_among((x, y), heading, (dx, dy), self.solid)
        if contact is None:
            return Outcome(x + dx, y + dy, forward, (1, 1), "")
        part, whole, touched = contact
        far = forward * part // whole
        return Outcome(x + dx * part // whole, y + dy * part // whole, far, (part, whole), touched)

    def _touch_worth(self, what: str, short: int) -> float:
        outlook = self.outlook
        if what == EDGE and self.play.settings.edge == "leave_play":
            return -LEAVING
        if what in {EDGE, TERRAIN}:
            return -self._own_harm(short) - self.stop_price
        enemy = self.by_id.get(what)
        if enemy is not None:
            return self._contact_worth(enemy, short)
        if self.rams:
            return -FRIEND_PRICE
        return -2 * short * outlook.self_harm - self.stop_price

    def _own_harm(self, short: int) -> float:
        """The price of that much damage to the car: no more than it has AZ left, and the car itself with the last."""
        return self.outlook.self_harm * min(short, self.left) + (LAST_AZ if short >= self.left else 0.0)

    def _contact_worth(self, enemy: Enemy, short: int) -> float:
        """What running into an enemy is worth (CC-047, CC-078)."""
        outlook = self.outlook
        if self.rams:
            return outlook.dealt * self.speed * enemy.hit_chance(WEAPONS[RAM].blast) * enemy.weight
        gained, given = min(short, enemy.left), min(short, self.left) if self.both_credited else 0
        end = settles_match(outlook.play, outlook.car.team, gained=gained, other=enemy.car.team, given=given)
        return outlook.dealt * gained - self._own_harm(short) - given - self.stop_price + SETTLED * end

    def _stop_price(self) -> float:
        """What it costs to lose the engine's tokens: the tokens, and the danger to a car that stands still."""
        outlook = self.outlook
        standing = outlook.danger(minimum=0, dodges=self.dodges, speed=0)
        moving = outlook.danger(minimum=self.minimum, dodges=self.dodges, speed=self.speed)
        return outlook.prices.stop * self.speed + outlook.taken * max(0.0, standing - moving)

    def _ground_harm(self, path: Path, outcomes: list[Outcome]) -> float:
        """The harm to expect of rough ground and mines on the way."""
        x, y, _ = self.here
        inside: dict[int, int] = {}
        harm = 0.0
        for drive, outcome in zip(path.drives, outcomes, strict=False):
            heading, forward, way = drive
            if self.mines:
                harm += self._mine_harm((x, y), way)
            if self.rough:
                key = (x, y, drive)
                distances = self.inside.get(key)
                if distances is None:
                    distances = self.inside[key] = distances_inside(
                        (x, y), heading, way, forward, until=outcome.until, shapes=self.rough
                    )
                for number, inches in enumerate(distances):
                    if inches >= 0:
                        inside[number] = inside.get(number, 0) + inches
            x, y = outcome.x, outcome.y
        for inches in inside.values():
            harm += self.outlook.self_harm * min(D20_FACES, BASE_HARM + inches // INCH) / D20_FACES
        return harm

    def _mine_harm(self, start: Point, way: Point) -> float:
        weapon = WEAPONS[MINES]
        reach = (INCH * weapon.range + CAR_DIAGONAL // 4) ** 2
        (x, y), (vx, vy) = start, way
        length, total = vx * vx + vy * vy, 0.0
        for mine_x, mine_y in self.mines:
            px, py = mine_x - x, mine_y - y
            along = max(0, min(length, px * vx + py * vy))
            off_x, off_y = px * length - vx * along, py * length - vy * along
            if off_x * off_x + off_y * off_y <= reach * length * length:
                total += weapon.damage * hit_chance(weapon.blast, minimum=self.minimum, dodges=self.dodges)
        return total * self.outlook.taken

    def _stops(self, path: Path, outcomes: list[Outcome]) -> list[Pose]:
        """The poses of the car at the start and after each leg, up to the first contact."""
        pose, driven = self.here, iter(outcomes)
        stops = [pose]
        for leg in path.legs:
            x, y, heading = pose
            touched = ""
            if leg.forward:
                x, y, _, _, touched = next(driven)
            if touched:
                stops.append((x, y, heading))
                break
            pose = (x, y, (heading + leg.turn) % FULL_CIRCLE)
            stops.append(pose)
        return stops

    # ----------------------------------------------------------------------------------------------- attacks

    def _attacks(self, stops: list[Pose], legs: int) -> tuple[float, list[tuple[str, str, int]]]:
        """The damage to expect of all weapons, and their attacks (CC-051). No enemy is worth more attacks than it has
        AZ left for their damage.
        """
        dealt, attacks = 0.0, []
        last = len(stops) - 1
        first = last if self.play.settings.attack_window == "after_move" else 0
        expected: dict[str, float] = {}
        for gun in self.guns:
            tokens = gun.tokens
            shots = self._shots(gun, stops, first, expected)
            while tokens and shots:
                best, worth = shots[0], -1.0
                for shot in shots:
                    gain = self._gain(shot, expected)
                    if gain > worth:
                        best, worth = shot, gain
                dealt += worth
                id = best.target.enemy.car.id
                expected[id] = expected.get(id, 0.0) + best.target.damage * best.chance
                attacks.append((gun.name, id, legs if best.stop == last and best.stop else best.stop))
                tokens -= 1
        return dealt, attacks

    def _gain(self, shot: Shot, expected: dict[str, float]) -> float:
        """What an attack is worth after others from which that damage is expected, by enemy."""
        target = shot.target
        before = expected.get(target.enemy.car.id)
        worth = target.deals * shot.chance
        if before is None or before + target.damage <= target.enemy.left:
            return worth
        return worth * max(0.0, target.enemy.left - before) / target.damage

    def _shots(self, gun: Gun, stops: list[Pose], first: int, expected: dict[str, float]) -> list[Shot]:
        """The attacks that a weapon may make, each from the stop nearest to its target. If all tokens are surely well
        spent on the best target, others are left out.
        """
        shots = []
        for target in gun.targets:
            shot = self._shot(target, stops, first)
            if shot is None:
                continue
            shots.append(shot)
            enemy = target.enemy
            total = expected.get(enemy.car.id, 0.0) + gun.tokens * target.damage
            if shot.chance == 1 and total <= enemy.left:
                break
        return shots

    def _shot(self, target: Target, stops: list[Pose], first: int) -> Shot | None:
        """The attack on a target from the first stop that is surely in range, or else from the nearest."""
        best, shortest = -1, 0
        for stop in range(first, len(stops)):
            line = self._line_to(stops[stop], target)
            if line is None:
                continue
            if line <= target.sure:
                return Shot(target, stop, 1.0)
            if best < 0 or line < shortest:
                best, shortest = stop, line
        return None if best < 0 else Shot(target, best, range_chance(shortest, target.line))

    def _line_to(self, pose: Pose, target: Target) -> int | None:
        """The square of the clear line to a target from a pose, None if there is none that seems in range (CC-004,
        CC-052).
        """
        enemy = target.enemy.car
        dx, dy = pose[0] - enemy.x, pose[1] - enemy.y
        if dx * dx + dy * dy > target.within * target.within:
            return None
        key = (pose, enemy.id)
        if key not in self.seen:
            self.seen[key] = self._line(pose, enemy)
        line = self.seen[key]
        return line if line is not None and line <= target.line else None

    def _line(self, pose: Pose, enemy: CarState) -> int | None:
        if enemy.id not in self.blockers:
            self.blockers[enemy.id] = blockers(self.play, self.car.id, enemy.id)
        return squared_clear_line(
            car_shape(*pose), shape_of_car(enemy), self.blockers[enemy.id], self.lines[enemy.id]
        )

    # ------------------------------------------------------------------------------------------------- order

    def _order(self, candidate: Candidate, prospect: Prospect) -> ActOrder:
        play, car = self.play, self.car
        legs, most_rerolls = candidate.path.legs, rerolls(play, car)
        lays: tuple[Lay, ...] = ()
        attacks = prospect.attacks
        if self.mine_tokens:
            legs, lays, attacks = self._with_lays(candidate, prospect)
        if legs and attacks and play.settings.attack_window != "after_move" and self._rolls_at_end(legs):
            legs = (*legs, Leg())
        return ActOrder(
            legs=legs,
            attacks=tuple(
                Attack(weapon=weapon, target=target, after=after, rerolls=most_rerolls)
                for weapon, target, after in attacks
            ),
            lays=lays,
            swaps=tuple(choose_swap(self.outlook, used={weapon for weapon, _, _ in attacks}, after=len(legs))),
            ram_rerolls=most_rerolls if self.rams else 0,
        )

    def _rolls_at_end(self, legs: tuple[Leg, ...]) -> bool:
        """Whether a car rolls for brakes or rough ground after its last leg, so that it had better act before."""
        return bool(self.rough) or sum([leg.forward for leg in legs]) < INCH * self.minimum

    def _best_lay(self, outcomes: list[Outcome], end: Pose) -> tuple[int, float]:
        """Before or after which of the driven legs a mine is worth most, and what it is worth more than one kept for
        later, if the car ends its move at that pose.
        """
        places = [(self.here[0], self.here[1]), *((outcome.x, outcome.y) for outcome in outcomes)]
        shape = car_shape(*end)
        best, gain = 0, NOTHING
        for number, (x, y) in enumerate(places):
            worth = worth_at(self.outlook, x, y) - kept_worth(self.outlook)
            if worth > gain and self.speed and distance_squared(shape, shape_of(((x, y), (x, y)))) <= SPAN * SPAN:
                worth -= self.own_mine_harm
            if worth > gain:
                best, gain = number, worth
        return best, gain

    def _with_lays(
        self, candidate: Candidate, prospect: Prospect
    ) -> tuple[tuple[Leg, ...], tuple[Lay, ...], list[tuple[str, str, int]]]:
        """The legs of a move with what is laid on the way, where it is worth most."""
        legs = candidate.path.legs
        if not legs and self.play.settings.mine_arming == "at_once":
            return legs, (), prospect.attacks
        outcomes = self._ways(candidate.path)
        best, gain = self._best_lay(outcomes, self._stops(candidate.path, outcomes)[-1])
        if gain <= 0:
            return legs, (), prospect.attacks
        driven = [number for number, leg in enumerate(legs, start=1) if leg.forward]
        after = driven[best - 1] if best else 0
        lays = tuple(Lay(card=name, after=after) for name, tokens in self.mine_tokens.items() for _ in range(tokens))
        return legs, lays, prospect.attacks


def _is_inside(shape: Shape, x: int, y: int) -> bool:
    """Whether a place is inside a shape."""
    return all(low < nx * x + ny * y < high for nx, ny, low, high in shape.axes)


WAYS_ON = tuple(
    tuple(45 * turn for turn in sorted(range(-turns, turns + 1), key=abs)) for turns in range(HALF_ROUND + 1)
)
