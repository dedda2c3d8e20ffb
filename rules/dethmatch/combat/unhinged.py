"""The Unhinged quirk: shots that no order asked for. Rules DM-M-001, DM-M-118, DM-M-133."""

from __future__ import annotations

from rules.dethmatch.combat import shooting
from rules.dethmatch.match.match import Match
from rules.dethmatch.match.state import CarState, CrewState
from rules.dethmatch.weapons.targets import nearest_target
from rules.dethmatch.weapons.weapon_use import DRIVER, GUNNER

FIRES_ON = 6
"""The face on which an Unhinged competitor fires at the closest car (DM-M-118)."""


def roll(play: Match, car: CarState, crew: CrewState) -> None:
    """Roll for an Unhinged competitor at the start of their car's activation (DM-M-118).

    On a 6 they fire at the closest car, friend or not, with the weapon most likely to hit it. Nothing happens if no
    weapon bears. While weapons are held the shot costs the team points (DM-M-133).
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
    shots = [
        shot for shot in shooting.possible_shots(play, car, seat, involuntary=True) if shot[0].target == closest.id
    ]
    if shots:
        order, _ = max(shots, key=lambda shot: shot[1])
        shooting.fire(play, car, order, involuntary=True)
