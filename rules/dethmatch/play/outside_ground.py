"""What happens to cars outside the ground that closes in. Rule DM-M-138."""

from __future__ import annotations

from rules.dethmatch.damage import damage
from rules.dethmatch.events.closing_ground import closes, is_outside, radius_in
from rules.dethmatch.match.match import Match
from rules.dethmatch.match.state import INTACT_STATUSES
from rules.dethmatch.movement.collision_positions import leave_map

CLOSED_GROUND = "closed_ground"
"""The cause of the damage."""


def strike_outside(play: Match) -> None:
    """At the end of a turn, damage the cars outside the ground, or take them off the map if the house rule has no
    damage for them. Nobody is credited (DM-M-138, DM-M-139).
    """
    turn = play.state.moment.turn
    if not closes(play) or radius_in(play, turn) == radius_in(play, 0):
        return
    play.begin_procedure(f"t{turn}/ground")
    for car in play.state.cars.values():
        if car.status not in INTACT_STATUSES or not is_outside(play, car.at, turn):
            continue
        points = play.settings.lcs_outside_damage
        play.note("outside", "DM-M-138", car, radius=radius_in(play, turn), points=points)
        if points:
            damage.suffer(play, car, points, quadrant="", by="", cause=CLOSED_GROUND)
        else:
            leave_map(play, car)
