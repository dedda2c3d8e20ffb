"""The fanatical fixer, which swaps two tokens of its car. Rules CC-017, CC-032, CC-073, CC-074, CC-076."""

from __future__ import annotations

from collections.abc import Mapping

from rules.carcult.car.tokens import components_with_card, take_off, track_limits, update_engine_status
from rules.carcult.cards import ARMOR, ENGINE, FIXER
from rules.carcult.designs.design import Card
from rules.carcult.match.match import Match
from rules.carcult.match.orders import ActOrder, Swap
from rules.carcult.match.state import FREE, SPEED, USED, CarState


def swap(play: Match, car: CarState, order: Swap) -> None:
    """Swap two tokens of a car for one token of its fixer. An order that has become impossible lapses."""
    why = why_not_swap(play.components[car.id], car.tracks, order)
    fixer = next((name for name in components_with_card(play, car, FIXER) if SPEED in car.tracks[name]), "")
    if why or not fixer:
        play.note("no_swap", "CC-073", car, why=why or "no token")
        return
    names, status = dict.fromkeys((fixer, order.first[0], order.second[0])), car.status
    before = {name: list(car.tracks[name]) for name in names}
    take_off(car.tracks[fixer], 1)
    change_places(car.tracks, order)
    update_engine_status(car)
    play.note("swap", "CC-073", car, before=before, after={name: list(car.tracks[name]) for name in names})
    if car.status != status:
        play.note("engine", "CC-064", car, before={"status": status}, after={"status": car.status})


def why_not_swap(cards: Mapping[str, Card], tracks: Mapping[str, list[int]], order: Swap) -> str:
    """Why two tokens cannot be swapped; empty if they can (CC-073, CC-074, CC-076).

    There must be two tokens, neither of them on a fixer, and no speed token may end up on armor. A box used up by
    laying cannot be swapped, or its card could lay more than it has boxes.
    """
    tokens = []
    for component, az in (order.first, order.second):
        track = tracks.get(component, [])
        if not 1 <= az <= len(track) or track[az - 1] == FREE:
            return "no token there"
        if cards[component].key == FIXER:
            return "on the fixer"
        if track[az - 1] == USED:
            return "used up"
        tokens.append(track[az - 1])
    if order.first == order.second:
        return "one token"
    if SPEED in tokens and any(cards[component].key == ARMOR for component, _ in (order.first, order.second)):
        return "armor"
    return ""


def engine_track_for_move(play: Match, car: CarState, order: ActOrder) -> list[int]:
    """The engine's track that a move is made with, after the swaps ordered before it (CC-017, CC-032)."""
    tracks = {name: list(track) for name, track in car.tracks.items()}
    for swap_order in order.swaps:
        if order.legs and not swap_order.after and not why_not_swap(play.components[car.id], tracks, swap_order):
            change_places(tracks, swap_order)
    return tracks[ENGINE]


def ordered_move_limits(play: Match, car: CarState, order: ActOrder) -> tuple[int, int]:
    """The minimum and maximum of an ordered move in inches, after the swaps before it (CC-032, CC-073)."""
    return track_limits(engine_track_for_move(play, car, order), play.entries[car.id].design.engine.track)


def change_places(tracks: Mapping[str, list[int]], order: Swap) -> None:
    """Swap two tokens on the tracks."""
    (one, first), (other, second) = order.first, order.second
    first_token, second_token = tracks[one][first - 1], tracks[other][second - 1]
    tracks[one][first - 1], tracks[other][second - 1] = second_token, first_token
