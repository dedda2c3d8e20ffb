"""The Unhinged: shots nobody ordered. Rules DM-M-001, DM-M-118, DM-M-133."""

from __future__ import annotations

from rules.dethmatch.combat import shooting
from rules.dethmatch.match.match import Match
from rules.dethmatch.match.state import CarState, CrewState
from rules.dethmatch.weapons.targets import nearest_target
from rules.dethmatch.weapons.weapon_use import DRIVER, GUNNER

FIRES_ON = 6
"""The face on which an Unhinged competitor fires at whoever is closest (DM-M-118)."""


def roll(play: Match, car: CarState, crew: CrewState) -> None:
    """At the start of their activation: on a 6 they fire at the closest vehicle, friend or not, with the weapon that
    has the best chance; where none bears nothing happens (DM-M-118).

    While weapons are held the shot is flagged (DM-M-133).
    """
    face = play.d6("Unhinged")
    play.note("status_roll", "DM-M-118", car, crew=crew.id, face=face, fires=face == FIRES_ON)
    if face != FIRES_ON:
        return
    closest = nearest_target(play, car)
    if closest is None:
        return
    if play.has_unrecorded_dice:
        play.note("nearest", "DM-M-118", car, crew=crew.id, target=closest.id)
    seat = DRIVER if crew.id == car.driver else GUNNER
    at_it = [
        possible_shot
        for possible_shot in shooting.possible_shots(play, car, seat, involuntary=True)
        if possible_shot[0].target == closest.id
    ]
    if at_it:
        order, _ = max(at_it, key=lambda each: each[1])
        shooting.fire(play, car, order, involuntary=True)
