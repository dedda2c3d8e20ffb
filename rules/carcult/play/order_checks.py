"""Whether an order is legal, before anything is done. Rules CC-014, CC-016 to CC-018, CC-030, CC-031, CC-034 to
CC-037, CC-041, CC-042, CC-050, CC-051, CC-061, CC-073, CC-076, CC-081, CC-082.

What depends on the move itself (range, sight, tokens that damage removes meanwhile) is checked when the order is
carried out. What has become impossible by then lapses, and the log says so.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping

from rules.carcult.car.token_swaps import change_places, engine_track_for_move, ordered_move_limits, why_not_swap
from rules.carcult.car.tokens import (
    components_with_card,
    drift_of,
    playable_droppers,
    rerolls,
    speed_of,
    token_pool,
    turns_on_track,
)
from rules.carcult.cards import FIXER, GUNS, TURBO
from rules.carcult.ground.table import INCH
from rules.carcult.match.match import Match
from rules.carcult.match.orders import (
    ActOrder,
    AllocateOrder,
    Attack,
    Lay,
    Leg,
    Order,
    PlaceOrder,
    PlannedOrder,
    ShiftOrder,
    StartOrder,
    Swap,
)
from rules.carcult.match.state import SPEED, CarState
from rules.carcult.movement.moves import TURBO_INCHES
from rules.carcult.play.activation import allocation_limits, most_at_start
from rules.match.driving.plan import plan_error
from rules.match.stepwise_play import OrderIllegal

DEGREES_PER_TURN = 45
"""The degrees of one turn (CC-036)."""
LEGS = 60  # no mutant: more than a move has inches and turns
"""The most legs of a move."""
AFTER_MOVE = "after_move"
SWAP_ADVICE = {
    "no token there": "swap two action zones that both hold a token",
    "on the fixer": "swap tokens that are not on the fixer",
    "used up": "leave the boxes used up by laying where they are",
    "one token": "name two different tokens",
    "armor": "swap no speed token onto armor",
}
"""What to do instead, by the reason why a swap is impossible (CC-073, CC-074, CC-076)."""


def refuse_illegal(play: Match, car: CarState, order: Order) -> None:
    """Raise `OrderIllegal` unless the car may be given that order now."""
    if isinstance(order, PlannedOrder) and (error := plan_error(order.plan, cars=play.state.cars.keys() - {car.id})):
        raise OrderIllegal(error)
    CHECKS[type(order)](play, car, order)


def turns_in(legs: Iterable[Leg]) -> int:
    """How many turns the legs take: at each stop one for every 45 degrees or part of them (CC-036, CC-037)."""
    return sum(-(-abs(leg.turn) // DEGREES_PER_TURN) for leg in legs)


def may_boost(play: Match, car: CarState) -> bool:
    """Whether a car may use a turbo: if the house rules allow them, once per activation, and only to move
    (CC-081).
    """
    has_card = next(components_with_card(play, car, TURBO), "") != ""
    return play.settings.turbo and has_card and not car.boosted and speed_of(car) > 0


def ready_droppers(play: Match, car: CarState) -> dict[str, int]:
    """The cards that can lay a marker, by component, each with how many tokens it has for that (CC-076, CC-082)."""
    kinds = playable_droppers(play)
    return {
        name: car.tracks[name].count(SPEED)
        for name, card in play.components[car.id].items()
        if card.key in kinds and SPEED in car.tracks[name]
    }


def ready_weapons(play: Match, car: CarState) -> dict[str, int]:
    """The weapons that can attack, by component, each with how many tokens it has for that (CC-051)."""
    return {
        name: car.tracks[name].count(SPEED)
        for name, card in play.components[car.id].items()
        if card.key in GUNS and SPEED in car.tracks[name]
    }


def _refuse_start(play: Match, car: CarState, order: Order) -> None:
    assert isinstance(order, StartOrder)  # noqa: S101 - CHECKS has it for this type only
    _refuse_out_of_range(order.tokens, most_at_start(play, car), f"speed tokens on the engine of {car.id}")


def _refuse_shift(_: Match, car: CarState, order: Order) -> None:
    assert isinstance(order, ShiftOrder)  # noqa: S101 - the same
    _refuse_out_of_range(order.tokens, speed_of(car), f"speed tokens off the engine of {car.id}")


def _refuse_out_of_range(number: int, most: int, what: str) -> None:
    if not 0 <= number <= most:
        raise OrderIllegal(f"{number} {what} cannot be: give a number from 0 to {most}.")


def _refuse_allocation(play: Match, car: CarState, order: Order) -> None:
    """Refuse more tokens than a component takes or the car has (CC-016, CC-018, CC-031, CC-042)."""
    assert isinstance(order, AllocateOrder)  # noqa: S101 - the same
    most = allocation_limits(play, car)
    for name, number in order.tokens.items():
        if name not in most:
            raise OrderIllegal(f"{car.id} cannot put tokens on {name[:60]!r}: use {', '.join(most)}.")
        _refuse_out_of_range(number, most[name], f"tokens on the {name} of {car.id}")
    _refuse_out_of_range(sum(order.tokens.values()), token_pool(play, car), f"tokens for {car.id}")


def _refuse_place(play: Match, _: CarState, order: Order) -> None:
    """Refuse a component that the damage token may not go on (CC-061 to CC-063)."""
    assert isinstance(order, PlaceOrder)  # noqa: S101 - the same
    placing = play.state.placing
    assert placing is not None  # noqa: S101 - the question is only asked with one
    if order.component not in placing.components:
        text = ", ".join(placing.components)
        raise OrderIllegal(
            f"The damage of {placing.car} cannot go on {order.component[:60]!r}: choose one of {text}."
        )


def _refuse_act(play: Match, car: CarState, order: Order) -> None:
    """Refuse an illegal move, and illegal actions on the way (CC-017)."""
    assert isinstance(order, ActOrder)  # noqa: S101 - the same
    if order.turbo and not may_boost(play, car):
        raise OrderIllegal(f"{car.id} has no turbo to use now: leave it out.")
    _refuse_move(play, car, order)
    actions: tuple[Attack | Swap | Lay, ...] = (*order.attacks, *order.swaps, *order.lays)
    for action in actions:
        if not 0 <= action.after <= len(order.legs):
            raise OrderIllegal(f"{car.id} makes {len(order.legs)} legs: do nothing after {action.after} of them.")
    if play.settings.attack_window == AFTER_MOVE:
        for action in actions:
            if action.after != len(order.legs) and not isinstance(action, Lay):
                raise OrderIllegal(f"{car.id} attacks and swaps after its move here: say so with {len(order.legs)}.")
    _refuse_attacks(play, car, order)
    _refuse_lays(play, car, order)
    _refuse_swaps(play, car, order)


def _refuse_move(play: Match, car: CarState, order: ActOrder) -> None:
    """Refuse distances, turns and drift beyond what the engine gives (CC-032 to CC-037, CC-073, CC-081).

    The engine is taken as the swaps before the move leave it.
    """
    minimum, maximum = ordered_move_limits(play, car, order)
    engine = engine_track_for_move(play, car, order)
    if order.legs and SPEED not in engine:
        raise OrderIllegal(f"{car.id} has no speed token on its engine and cannot move: order no legs.")
    if len(order.legs) > LEGS:
        raise OrderIllegal(f"{len(order.legs)} legs are no move: order {LEGS} at most.")
    for leg in order.legs:
        if leg.forward < 0:
            raise OrderIllegal(f"{car.id} cannot go {leg.forward} ahead: cars do not go back.")
        if leg.drift and not leg.forward:
            raise OrderIllegal(f"{car.id} slides only while it goes ahead: give the leg some way.")
    most = maximum + (TURBO_INCHES if order.turbo else 0)
    ahead = sum(leg.forward for leg in order.legs)
    if ahead > most * INCH:
        raise OrderIllegal(f"{car.id} goes {ahead / INCH:g} inches that way: it may go {most} at most.")
    turns, may = turns_in(order.legs), turns_on_track(play, engine)
    if turns > may:
        raise OrderIllegal(
            f"{car.id} takes {turns} turns that way: it may take {may}, of {DEGREES_PER_TURN} degrees each."
        )
    right = sum(max(leg.drift, 0) for leg in order.legs)
    left = sum(max(-leg.drift, 0) for leg in order.legs)
    drift = left + right if play.settings.drift_limit == "total" else max(left, right)
    if drift > drift_of(minimum) * INCH:
        raise OrderIllegal(
            f"{car.id} drifts {drift / INCH:g} inches that way: it may drift {drift_of(minimum)} at most."
        )


def _refuse_attacks(play: Match, car: CarState, order: ActOrder) -> None:
    """Refuse attacks without a token on the weapon or at no enemy, and too many rerolls (CC-050, CC-051, CC-055).

    Each swap that involves a weapon may bring it another token.
    """
    ready, enemies = ready_weapons(play, car), {enemy.id for enemy in play.enemies(car)}
    wanted = Counter(attack.weapon for attack in order.attacks)
    for weapon, number in wanted.items():
        if number > ready.get(weapon, 0) + _count_swaps_to(order, weapon) or not _is_card_among(
            play, car, weapon, GUNS
        ):
            text = ", ".join(f"{name} ({tokens})" for name, tokens in ready.items()) or "none"
            raise OrderIllegal(f"{car.id} cannot attack {number} times with {weapon[:60]!r}: it may with {text}.")
    for attack in order.attacks:
        if attack.target not in enemies:
            raise OrderIllegal(f"{car.id} cannot attack {attack.target[:60]!r}: name an enemy car on the table.")
        _refuse_out_of_range(attack.rerolls, rerolls(play, car), f"rerolls of {car.id}")
    _refuse_out_of_range(order.ram_rerolls, rerolls(play, car), f"rerolls of the ram of {car.id}")


def _refuse_lays(play: Match, car: CarState, order: ActOrder) -> None:
    """Refuse to lay more markers than a card has tokens, or swaps may bring it (CC-076, CC-082)."""
    ready, kinds = ready_droppers(play, car), playable_droppers(play)
    for card, number in Counter(lay.card for lay in order.lays).items():
        if number > ready.get(card, 0) + _count_swaps_to(order, card) or not _is_card_among(play, car, card, kinds):
            text = ", ".join(f"{name} ({tokens})" for name, tokens in ready.items()) or "none"
            raise OrderIllegal(f"{car.id} cannot lay {number} of {card[:60]!r}: it may of {text}.")


def _refuse_swaps(play: Match, car: CarState, order: ActOrder) -> None:
    """Refuse more swaps than the fixer has tokens, and swaps that are impossible as tokens are now (CC-073)."""
    ready = sum(car.tracks[name].count(SPEED) for name in components_with_card(play, car, FIXER))
    if len(order.swaps) > ready:
        raise OrderIllegal(f"{car.id} cannot swap {len(order.swaps)} times: its fixer has {ready} tokens.")
    tracks = {name: list(track) for name, track in car.tracks.items()}
    for swap in sorted(order.swaps, key=lambda swap: swap.after):
        if reason := why_not_swap(play.components[car.id], tracks, swap):
            raise OrderIllegal(f"{car.id} cannot swap those tokens: {SWAP_ADVICE[reason]}.")
        change_places(tracks, swap)


def _count_swaps_to(order: ActOrder, component: str) -> int:
    """How many swaps may bring a token to a component."""
    return sum(component in {swap.first[0], swap.second[0]} for swap in order.swaps)


def _is_card_among(play: Match, car: CarState, component: str, keys: Iterable[str]) -> bool:
    card = play.components[car.id].get(component)
    return card is not None and card.key in keys


CHECKS: Mapping[type[Order], Callable[[Match, CarState, Order], None]] = {
    StartOrder: _refuse_start,
    ShiftOrder: _refuse_shift,
    AllocateOrder: _refuse_allocation,
    ActOrder: _refuse_act,
    PlaceOrder: _refuse_place,
}
"""The check of each type of order."""
