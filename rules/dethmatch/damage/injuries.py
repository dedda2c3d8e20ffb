"""What happens to the people in a car: armored seats, flesh wounds, out of action. Rules DM-C-133, DM-M-020,
DM-M-092, DM-M-107 to DM-M-110, DM-M-115, DM-M-116, DM-M-127.
"""

from __future__ import annotations

from typing import Any

from rules.dethmatch.crew.checks import MOST_REROLLS, check, effective_trait
from rules.dethmatch.driving import uncontrolled
from rules.dethmatch.match.match import Match
from rules.dethmatch.match.state import CarState, CrewState

SEAT_SAVES_FROM = 4
"""The lowest face on which an armored seat saves its occupant (DM-M-020)."""
BODY_ARMOR = 1
"""What heavy body armor adds to the toughness of its wearer when they are hit (DM-M-109, DM-M-127)."""
BODY_ARMOR_KIND, SUIT_KIND = "heavy_body_armour", "fireproof_suit"
WOUNDABLE_TRAITS = ("driving", "gunnery", "initiative")  # no mutant: order
"""The traits that a flesh wound takes 1 off. At 0 in any of them a competitor is out of action
(DM-C-132, DM-M-108).
"""


def able_crew(play: Match, car: CarState) -> list[CrewState]:
    """Return those in a car who are not out of action, the driver first."""
    return [sheet for sheet in (play.driver(car), play.gunner(car)) if sheet is not None]


def injure(play: Match, crew: CrewState, car: CarState, *, by: str) -> None:
    """Injure a competitor: their armored seat may save them, then they check toughness. Passed, they take a flesh
    wound; failed, they are out of action (DM-C-034, DM-C-039, DM-M-020, DM-M-107).

    An Ornery competitor's first injury of the match has no effect instead of a flesh wound, and is a flesh wound
    instead of out of action (DM-M-115).
    """
    if _seat_saves(play, crew, car):
        return
    worn = play.crews[crew.id].worn
    bonus = BODY_ARMOR if BODY_ARMOR_KIND in worn else 0
    result = check(play, crew, "toughness", penalty=-bonus, why="toughness", serious=True, sources=("pro",))
    shrugs = bool(play.talent_count(crew.id, "ornery")) and not crew.shrugged
    crew.shrugged = crew.shrugged or shrugs
    details: dict[str, Any] = {"needed": result.needed, "passed": result.passed, "ornery": shrugs, "by": by}
    if not result.passed and not shrugs:
        put_out_of_action(play, crew, car, rule="DM-M-107", **details)
    elif result.passed and shrugs:
        play.note("injury", "DM-M-115", car, crew=crew.id, **details)
    else:
        _wound(play, crew, car, details)


def _wound(play: Match, crew: CrewState, car: CarState, details: dict[str, Any]) -> None:
    """Add a flesh wound. At 0 driving, gunnery or initiative the competitor is out of action (DM-M-108)."""
    before = crew.wounds
    crew.wounds += 1
    play.note(
        "wound",
        "DM-M-108",
        car,
        crew=crew.id,
        before={"wounds": before},
        after={"wounds": crew.wounds},
        **details,
    )
    if any(effective_trait(play, crew, trait) <= 0 for trait in WOUNDABLE_TRAITS):
        put_out_of_action(play, crew, car, rule="DM-M-108")


def put_out_of_action(play: Match, crew: CrewState, car: CarState, *, rule: str, **details: Any) -> None:
    """Put a competitor out of action for the match. Their car, if they drive it, rolls on uncontrolled or is parked
    (DM-M-092, DM-M-109).
    """
    crew.out = True
    play.note("ooa", rule, car, crew=crew.id, before={"out": False}, after={"out": True}, **details)
    if crew.id == car.driver:
        uncontrolled.roll_on(play, car)


def test_crew_of_destroyed(play: Match, car: CarState) -> None:
    """Test the toughness of everybody in a destroyed car. Those who fail are out of action (DM-M-110, DM-M-115).

    Their armored seat comes first, then the check, then Fireproof Suit, Bail-Out! and Pro, with two re-rolls at most.
    Ornery does not help.
    """
    for crew in able_crew(play, car):
        if play.settings.armored_seat_covers_destroyed and _seat_saves(play, crew, car):
            continue
        saves = _saves(play, crew)
        result = check(play, crew, "toughness", why="destroyed vehicle", serious=True, sources=_pro(saves, used=0))
        for used, save in enumerate(saves, start=1):
            if result.passed:
                break
            result = check(
                play,
                crew,
                "toughness",
                why=f"destroyed vehicle, {save}",
                serious=True,
                sources=_pro(saves, used=used),
            )
        details: dict[str, Any] = {"needed": result.needed, "passed": result.passed, "saves": saves}
        if result.passed:
            play.note("survived", "DM-M-110", car, crew=crew.id, **details)
        else:
            put_out_of_action(play, crew, car, rule="DM-M-110", **details)


def _saves(play: Match, crew: CrewState) -> list[str]:
    """Return what lets a competitor throw their test again, in the order it is used (DM-C-044, DM-M-110)."""
    saves = ["fireproof suit"] if SUIT_KIND in play.crews[crew.id].worn else []
    return [*saves, "bail out"] if play.talent_count(crew.id, "bail_out") else saves


def _pro(saves: list[str], *, used: int) -> tuple[str, ...]:
    """Return Pro as the source of a re-roll once all saves are used, if fewer than two were (DM-C-039, DM-M-006,
    DM-M-116).
    """
    return ("pro",) if used == len(saves) and used < MOST_REROLLS else ()


def _seat_saves(play: Match, crew: CrewState, car: CarState) -> bool:
    """Whether an armored seat, if the competitor sits in one, prevents the injury (DM-M-020)."""
    fit = play.fits[car.id]
    if not (fit.armored_driver if crew.id == car.driver else fit.armored_gunner):
        return False
    face = play.d6("armored seat")
    saved = face >= SEAT_SAVES_FROM
    play.note("seat", "DM-M-020", car, crew=crew.id, face=face, saved=saved)
    return saved
