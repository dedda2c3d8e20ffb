"""Damage tokens: who places them, where they may go, and who is credited. Rules CC-048, CC-060 to CC-064, CC-067."""

from __future__ import annotations

from rules.carcult.car.tokens import put_damage_token, room_for_damage, update_engine_status
from rules.carcult.match.match import Match, Question, Steps
from rules.carcult.match.orders import Order, PlaceOrder
from rules.carcult.match.state import CarState, DamagePlacement

OWNER, OPPONENT = "owner", "opponent"
"""The side that places a damage token: that of the damaged car, or the other one (CC-048, CC-061)."""


def place_damage(
    play: Match,
    car: CarState,
    *,
    rule: str,
    why: str,
    side: str = OWNER,
    placer: str = "",
    by: str = "",
    attack: bool = False,
) -> Steps[str]:
    """Place one damage token on a car and return the component it went on, empty if no AZ is left for it.

    `side` is who chooses the component: the owner, or the opponent with the car `placer`. `by` is the car that caused
    the damage (CC-067). Armor takes damage first; a house rule may limit that to damage of attacks (CC-063).
    """
    armor_first = attack or play.settings.armor_scope == "all"
    room = room_for_damage(play, car, armor_first=armor_first)
    if not room:
        return ""
    component = room[0]
    if len(room) > 1:
        play.state.placing = DamagePlacement(car=car.id, side=side, components=room)
        order: Order | None = yield Question(placer or car.id, "place")
        assert isinstance(order, PlaceOrder)  # noqa: S101 - the answer has the type that was asked for
        component = order.component
        play.state.placing = None
    nearest = "" if by or not play.logs_distances else placer
    put_damage(play, car, component, rule=rule, why=why, side=side, by=by, nearest=nearest)
    return component


def put_damage(
    play: Match, car: CarState, component: str, *, rule: str, why: str, side: str, by: str = "", nearest: str = ""
) -> None:
    """Put a damage token on the right-most AZ of a component without one, and credit it (CC-062).

    `nearest` is the nearest enemy, if that is who chose the component (CC-040).
    """
    track = car.tracks[component]
    before, status = list(track), car.status
    az = put_damage_token(track)
    car.hit_by = by
    _credit(play, car, by)
    update_engine_status(car)
    play.note(
        "damage",
        rule,
        car,
        before={component: before},
        after={component: list(track)},
        component=component,
        az=az,
        placed_by=side,
        by=by,
        why=why,
        **({"placer": nearest} if nearest else {}),
    )
    if car.status != status:
        play.note("dead_engine", "CC-064", car, before={"status": status}, after={"status": car.status})


def _credit(play: Match, car: CarState, by: str) -> None:
    """Credit a damage token to the car that caused it, if that is an enemy (CC-067)."""
    if by and (attacker := play.state.cars[by]).team != car.team:
        attacker.caused += 1
