"""Quick draw: firing during another car's move. Rules DM-C-036, DM-M-115."""

from __future__ import annotations

from rules.dethmatch.combat import shooting
from rules.dethmatch.match.match import Match
from rules.dethmatch.match.state import CarState, CrewState
from rules.dethmatch.weapons.hit_chances import hit_in_sixths
from rules.dethmatch.weapons.targets import is_target
from rules.dethmatch.weapons.weapon_use import DRIVER, GUNNER

TALENT = "quick_draw"


def offer_quick_draws(play: Match, mover: CarState) -> None:
    """Let crews with Quick draw fire at a car between two of its movement points (DM-M-115, DM-M-145).

    Only enemies of the mover fire, and only if they have a use left this heat and the shot is at least as likely to
    hit as their standing order asks. Cars that act earlier in the turn go first.
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
    """Let one competitor fire their best shot at the mover, the first of equal ones (DM-C-036, DM-M-115)."""
    least, used = play.standing_order(car).quick_draw, crew.used.get(TALENT, 0)
    if not least or used >= play.talent_count(crew.id, TALENT):
        return
    shots = [shot for shot in shooting.possible_shots(play, car, seat) if shot[0].target == mover.id]
    if not shots:
        return
    order, needed = max(shots, key=lambda shot: shot[1])
    chance = hit_in_sixths(needed)
    if chance < least:
        return
    crew.used[TALENT] = used + 1
    play.note("quick_draw", "DM-M-115", car, crew=crew.id, target=mover.id, chance=chance)
    shooting.fire(play, car, order)
