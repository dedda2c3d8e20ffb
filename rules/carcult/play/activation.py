"""A car's activation: clear, down shift, generate, allocate, act. Rules CC-002, CC-011 to CC-018, CC-030, CC-031,
CC-041, CC-042.
"""

from __future__ import annotations

from typing import Any

from rules.carcult.car.damage import OWNER, put_damage
from rules.carcult.car.tokens import bonus_by, fill, open_az, speed_of, take_off, token_pool
from rules.carcult.cards import ARMOR, ENGINE
from rules.carcult.combat.attacks import D20, SUCCESS
from rules.carcult.combat.explosions import explode_all
from rules.carcult.match.match import Match, Question, Steps
from rules.carcult.match.orders import ActOrder, AllocateOrder, Order, ShiftOrder
from rules.carcult.match.state import SPEED, CarState
from rules.carcult.movement.collisions import is_off_table
from rules.carcult.movement.moves import act

GUESS_ERROR = 10
"""How far off a distance may be guessed, in percent (CC-002)."""
FREE_SHIFT = 1
"""How many tokens may be taken off an engine without a roll (CC-041)."""


def activate(play: Match, car: CarState) -> Steps[None]:
    """Run the steps of an activation (CC-013 to CC-017)."""
    path = f"r{play.moment.turn}/{car.id}"
    play.begin_procedure(f"{path}/look")
    _judge_distances(play, car)
    _clear(play, car)
    if speed_of(car):
        order: Order | None = yield Question(car.id, "shift")
        assert isinstance(order, ShiftOrder)  # noqa: S101 - the answer has the type that was asked for
        play.begin_procedure(f"{path}/shift")
        yield from shift(play, car, order.tokens)
    if not is_off_table(car) and any(allocation_limits(play, car).values()):
        order = yield Question(car.id, "allocate")
        assert isinstance(order, AllocateOrder)  # noqa: S101 - the same
        allocate(play, car, order.tokens)
    if not is_off_table(car) and can_act(car):
        order = yield Question(car.id, "act")
        assert isinstance(order, ActOrder)  # noqa: S101 - the same
        play.begin_procedure(f"{path}/act")
        yield from act(play, car, order)
    play.state.guesses = {}
    car.acted, car.tie, car.tie_speed = True, [], 0
    play.note("acted", "CC-010", car)


def _judge_distances(play: Match, car: CarState) -> None:
    """Roll how far off the car guesses the distance to each enemy in this activation, in percent (CC-002)."""
    enemies = play.enemies(car)
    if play.settings.premeasure or not enemies:
        return
    faces = play.roll(len(enemies), f"{car.id} judges distances", sides=2 * GUESS_ERROR + 1).faces
    play.state.guesses = {
        enemy.id: face - GUESS_ERROR - 1 for enemy, face in zip(enemies, faces, strict=True)
    }  # fmt: skip
    play.note("look", "CC-002", car, percent=dict(play.state.guesses))


def _clear(play: Match, car: CarState) -> None:
    """Take off every speed token except those on the engine (CC-013)."""
    names = [name for name, track in car.tracks.items() if name != ENGINE and SPEED in track]
    car.shifted = car.boosted = False
    if names:
        before = {name: list(car.tracks[name]) for name in names}
        for name in names:
            take_off(car.tracks[name], len(car.tracks[name]))
        play.note("clear", "CC-013", car, before=before, after={name: list(car.tracks[name]) for name in names})


def shift(play: Match, car: CarState, tokens: int) -> Steps[None]:
    """Take that many speed tokens off the engine (CC-014, CC-041).

    One token is free. If there are more, each of them is rolled for, or by the house rule each but the first. Every
    result below 10 puts a damage token on the engine.
    """
    if not tokens:
        return
    track = car.tracks[ENGINE]
    before = list(track)
    take_off(track, tokens)
    car.shifted = True
    play.note("shift", "CC-041", car, before={ENGINE: before}, after={ENGINE: list(track)}, tokens=tokens)
    if tokens > FREE_SHIFT:
        dice = tokens if play.settings.downshift_dice == "all" else tokens - FREE_SHIFT
        faces = play.roll(dice, f"down shift by {tokens}", sides=D20).faces
        harmed = sum(face < SUCCESS for face in faces)
        play.note("shift_dice", "CC-041", car, faces=list(faces), harmed=harmed)
        for _ in range(harmed):
            put_damage(play, car, ENGINE, rule="CC-041", why="shift", side=OWNER)
        yield from explode_all(play)


def allocation_limits(play: Match, car: CarState) -> dict[str, int]:
    """The most tokens that may go on each component now, by name (CC-016, CC-018, CC-031, CC-042).

    The limits are the car's tokens and the open AZ of each component. An engine also takes no more than its plug
    value, and none after a down shift unless the house rules allow it. Armor takes none.
    """
    pool, limits = token_pool(play, car), {}
    for name, card in play.components[car.id].items():
        if card.key != ARMOR:
            limits[name] = min(pool, open_az(car.tracks[name]))
    plug = play.entries[car.id].design.engine.plug
    may_accelerate = not car.shifted or play.settings.shift_then_accelerate
    limits[ENGINE] = min(limits[ENGINE], plug if may_accelerate else 0)
    return limits


def allocate(play: Match, car: CarState, tokens: dict[str, int]) -> None:
    """Put the generated tokens on components as ordered; the others are lost (CC-015, CC-016).

    Entries list components by name, because a log does not keep the order in which they were given.
    """
    pool, bonus = token_pool(play, car), bonus_by(play, car)
    numbers = {name: number for name, number in sorted(tokens.items()) if number}
    before = {name: list(car.tracks[name]) for name in numbers}
    more: dict[str, Any] = {"bonus": bonus} if bonus else {}
    for name, number in numbers.items():
        fill(car.tracks[name], number)
    play.note(
        "allocate",
        "CC-016",
        car,
        before=before,
        after={name: list(car.tracks[name]) for name in numbers},
        generated=pool,
        lost=pool - sum(numbers.values()),
        **more,
    )


def can_act(car: CarState) -> bool:
    """Whether a car has a speed token anywhere, without which it can do nothing (CC-017)."""
    return any(SPEED in track for track in car.tracks.values())


def most_at_start(play: Match, car: CarState) -> int:
    """The most speed tokens a car may choose to begin with (CC-030).

    They are limited by its + symbols and by the open AZ of its engine.
    """
    return min(play.entries[car.id].design.symbols, open_az(car.tracks[ENGINE]))


def set_starting_speed(play: Match, car: CarState, tokens: int) -> None:
    """Put the speed tokens that a car begins with on its engine (CC-030)."""
    track = car.tracks[ENGINE]
    before = list(track)
    fill(track, tokens)
    play.note("start", "CC-030", car, before={ENGINE: before}, after={ENGINE: list(track)}, tokens=tokens)
