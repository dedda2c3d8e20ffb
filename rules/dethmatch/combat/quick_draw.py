"""Quick draw: firing during another's move. Rules DM-C-036, DM-M-115."""

from __future__ import annotations

from rules.dethmatch.combat import shooting
from rules.dethmatch.match.match import Match
from rules.dethmatch.match.state import CarState, CrewState
from rules.dethmatch.weapons.hit_chances import hit_in_sixths
from rules.dethmatch.weapons.targets import is_target
from rules.dethmatch.weapons.weapon_use import DRIVER, GUNNER

TALENT = "quick_draw"


def offer_quick_draws(play: Match, mover: CarState) -> None:
    """Between two movement points of a car: whoever has Quick draw left this heat may fire at it, if it is an enemy
    and the shot is as good as their standing order wants (DM-M-115, DM-M-145).

    Those who act earlier in the turn are asked first.
    """
    quick = [id for id, entry in play.crews.items() if TALENT in entry.talents]
    if not quick:
        return
    for id in play.state.order:
        car = play.state.cars[id]
        if car.team == mover.team or not is_target(car, mover) or not (car.driver in quick or car.gunner in quick):
            continue
        for seat, crew in ((DRIVER, play.driver(car)), (GUNNER, play.gunner(car))):
            if crew is not None and crew.id in quick:
                _draw(play, car, seat, crew, mover)


def _draw(play: Match, car: CarState, seat: str, crew: CrewState, mover: CarState) -> None:
    """One of them: their best shot at the car, the first of equal ones (DM-C-036, DM-M-115)."""
    least, used = play.standing_order(car).quick_draw, crew.used.get(TALENT, 0)
    if not least or used >= play.talent_count(crew.id, TALENT):
        return
    at_him = [
        possible_shot
        for possible_shot in shooting.possible_shots(play, car, seat)
        if possible_shot[0].target == mover.id
    ]
    if not at_him:
        return
    order, needed = max(at_him, key=lambda each: each[1])
    chance = hit_in_sixths(needed)
    if chance < least:
        return
    crew.used[TALENT] = used + 1
    play.note("quick_draw", "DM-M-115", car, crew=crew.id, target=mover.id, chance=chance)
    shooting.fire(play, car, order)
