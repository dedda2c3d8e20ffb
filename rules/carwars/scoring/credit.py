"""Who gets a kill: the chain of causes is walked back to the act that began it. Rules CW-S-040 to CW-S-048."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from rules.carwars.scoring.causes import (
    Attack,
    Avoided,
    Bounced,
    Burned,
    Cause,
    LostControl,
    Pushed,
    ShedObstacle,
)
from rules.carwars.scoring.duel import Duel
from rules.carwars.scoring.fire_credit import NOBODY
from rules.carwars.scoring.state import Credit, DuelistScore

WHOLE = Fraction(1)


def propose_credit(
    cause: Cause, victim: str, *, duel: Duel, scores: Mapping[str, DuelistScore], phase: int
) -> Credit:
    """The credit for taking out a vehicle, with its reasoning (CW-S-048).

    A share that falls to the victim is lost (CW-S-015). A fire that no roll lit is to nobody's credit.
    """
    credit = _walk(cause, victim, duel, scores, phase)
    own = credit.shares.get(victim)
    if own is None:
        return credit
    shares = {duelist: share for duelist, share in credit.shares.items() if duelist != victim}
    shares[NOBODY] = shares.get(NOBODY, Fraction(0)) + own
    said = f"{duel.name_of(victim)} is never credited for their own vehicle: that share is lost."
    return Credit(shares=shares, rule="CW-S-015", steps=(*credit.steps, said))


def burning_vehicle(cause: Cause, victim: str, *, last_contact: bool) -> str:
    """The vehicle whose fire a chain of causes leads back to, empty where it leads to none.

    `last_contact` says that a pushed driver is credited, so that what pushed them does not matter.
    """
    match cause:
        case Burned(on=on):
            return on or victim
        case Pushed(voluntary=False, because=because) if not last_contact:
            return burning_vehicle(because, victim, last_contact=last_contact)
        case LostControl(because=because):
            return burning_vehicle(because, victim, last_contact=last_contact)
        case _:
            return ""


def _walk(cause: Cause, victim: str, duel: Duel, scores: Mapping[str, DuelistScore], phase: int) -> Credit:
    """The credit of a cause before it is asked whether the victim is among those credited."""
    name = duel.name_of
    match cause:
        case Pushed(driver=driver, voluntary=True):
            return _credit_to(driver, "CW-S-043", f"{name(driver)} was pushed, and then turned into it by choice.")
        case Pushed(driver=driver) if duel.settings.credit_push == "last_contact":
            return _credit_to(driver, "CW-S-042", f"{name(driver)} was pushed into it, and hit it last.")
        case Pushed(driver=driver, because=because):
            before = _walk(because, victim, duel, scores, phase)
            return _after(
                before, "CW-S-042", f"{name(driver)} was pushed into it, and did nothing of their own since."
            )
        case LostControl(because=because):
            return _after(
                _walk(because, victim, duel, scores, phase), "CW-S-048", "A hazard cost the driver control."
            )
        case ShedObstacle(by=shedder):
            return _shed_credit(shedder, duel, scores, phase)
        case Burned(on=on):
            fire = scores[on or victim].fire
            return fire or _credit_to(NOBODY, "CW-S-050", f"No roll lit a fire on {name(on or victim)}.")
        case _:
            return _direct_credit(cause, duel)


def _direct_credit(cause: Cause, duel: Duel) -> Credit:
    """The credit of a cause that leads no further back."""
    settings, name = duel.settings, duel.name_of
    match cause:
        case Attack(by=by):
            return _credit_to(by, "CW-S-041", f"{name(by)} did it.")
        case Bounced(off=off) if settings.credit_bounce:
            return _credit_to(off, "CW-S-045", f"The driver rammed {name(off)} and lost control by it.")
        case Bounced():
            return _credit_to(NOBODY, "CW-S-045", "Bouncing off a car earns nobody anything in this duel.")
        case Avoided(owner=owner) if settings.credit_swerve:
            said = f"The driver lost control while avoiding what {name(owner)} dropped."
            return _credit_to(owner, "CW-S-044", said)
        case Avoided():
            return _credit_to(NOBODY, "CW-S-044", "Avoiding a dropped weapon earns nobody anything in this duel.")
        case _:
            return _credit_to(NOBODY, "CW-S-048", "Nobody else had a part in it.")


def _shed_credit(shedder: str, duel: Duel, scores: Mapping[str, DuelistScore], phase: int) -> Credit:
    """The credit for an obstacle that fell off a car (CW-S-046)."""
    name = duel.name_of(shedder)
    match duel.settings.credit_shed_obstacle:
        case "shedder":
            return _credit_to(shedder, "CW-S-046", f"The obstacle fell off the car of {name}.")
        case "nobody":
            return _credit_to(NOBODY, "CW-S-046", "An obstacle that fell off a car earns nobody anything here.")
    inflicted = [(at, by) for at, by in scores[shedder].hazards if at <= phase]
    if not inflicted:
        return _credit_to(NOBODY, "CW-S-046", f"The obstacle fell off the car of {name}, and nobody had hazarded it.")
    latest = max(at for at, _ in inflicted)
    last = sorted({by for at, by in inflicted if at == latest})
    said = " and ".join(duel.name_of(by) for by in last)
    return Credit(
        shares={by: Fraction(1, len(last)) for by in last},
        rule="CW-S-046",
        steps=(f"The obstacle fell off the car of {name}, on which {said} inflicted the last hazard.",),
    )


def _credit_to(duelist: str, rule: str, said: str) -> Credit:
    return Credit(shares={duelist: WHOLE}, rule=rule, steps=(said,))


def _after(before: Credit, rule: str, said: str) -> Credit:
    """The credit of what came before, with one more step of reasoning in front."""
    return Credit(
        shares=before.shares, rule=rule if before.rule == "CW-S-041" else before.rule, steps=(said, *before.steps)
    )
