"""The fanatical fixer: two tokens change places. Rules CC-073, CC-074."""

from __future__ import annotations

from collections.abc import Mapping

from rules.carcult.cards import ARMOR, FIXER
from rules.carcult.design import Card
from rules.carcult.orders import Swap
from rules.carcult.play import Play
from rules.carcult.state import FREE, SPEED, CarState
from rules.carcult.tokens import look_at_engine, named, take_off


def swap(play: Play, car: CarState, order: Swap) -> None:
    """Two tokens of a car change places for one token of its fixer; it lapses where it has become impossible."""
    why = swap_fault(play.components[car.id], car.tracks, order)
    fixer = next((name for name in named(play, car, FIXER) if SPEED in car.tracks[name]), "")
    if why or not fixer:
        play.note("no_swap", "CC-073", car, why=why or "no token")
        return
    names, status = dict.fromkeys((fixer, order.first[0], order.second[0])), car.status
    before = {name: list(car.tracks[name]) for name in names}
    take_off(car.tracks[fixer], 1)
    change_places(car.tracks, order)
    look_at_engine(car)
    play.note("swap", "CC-073", car, before=before, after={name: list(car.tracks[name]) for name in names})
    if car.status != status:
        play.note("engine", "CC-064", car, before={"status": status}, after={"status": car.status})


def swap_fault(cards: Mapping[str, Card], tracks: Mapping[str, list[int]], order: Swap) -> str:
    """Why two tokens cannot change places, empty where they can: there must be two, neither on a fixer, and no speed
    token may come to lie on armor (CC-073, CC-074).
    """
    held = []
    for component, az in (order.first, order.second):
        track = tracks.get(component, [])
        if not 1 <= az <= len(track) or track[az - 1] == FREE:
            return "no token there"
        if cards[component].key == FIXER:
            return "on the fixer"
        held.append(track[az - 1])
    if order.first == order.second:
        return "one token"
    if SPEED in held and any(cards[component].key == ARMOR for component, _ in (order.first, order.second)):
        return "armor"
    return ""


def change_places(tracks: Mapping[str, list[int]], order: Swap) -> None:
    """Two tokens change places on the tracks."""
    (one, first), (other, second) = order.first, order.second
    held, moved = tracks[one][first - 1], tracks[other][second - 1]
    tracks[one][first - 1], tracks[other][second - 1] = moved, held
