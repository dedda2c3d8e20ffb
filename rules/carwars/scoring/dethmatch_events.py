"""What happens to a car in a match of Dethmatch, as events of a duel. Rule CW-S-058.

The facts are plain figures, so that the scorer needs no rulebook of that game. Facts at the close of a phase are
compared with those at the close of the phase before.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from rules.carwars.scoring.causes import Cause, NobodyElse
from rules.carwars.scoring.events import Armed, Crew, DuelEvent, Kill, KillPart, Speed

DESTROYING_CRITICAL = 7
"""The lowest row of the critical table that destroys a car."""
LOWEST_ROLL = 1
"""The lowest face of a die: a car that would need less gains no speed."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CarFacts:
    """A car of Dethmatch at the close of a phase.

    `speed` is in any unit: only whether it is 0 counts. `best_roll` is the highest face that gains speed on an
    acceleration roll, in the best band and with every boost that the car may still have in this heat.
    `highest_critical` is the highest row of the critical table that was applied to it, 0 without one. `off_wheels`
    says that it lies on its side or roof after a rollover. `weapons` are those that are fitted and neither destroyed
    nor out of use, `loaded` those of them that have ammunition; dischargers and what it dropped are none. `alive` are
    those aboard who are not out of action, `drivers` those of them who are able to drive.
    """

    speed: int
    best_roll: int
    alive: int
    drivers: int
    weapons: int
    loaded: int
    highest_critical: int = 0  # no mutant: any row below the one that destroys
    suspension_broken: bool = False
    off_wheels: bool = False

    @property
    def is_destroyed(self) -> bool:
        """Whether it is a mobility kill and a complete kill at once: destroyed, or at rest off its wheels."""
        return self.highest_critical >= DESTROYING_CRITICAL or (self.off_wheels and self.speed == 0)

    @property
    def is_immobile(self) -> bool:
        """Whether it is a mobility kill: without suspension or driver, or no roll gains it speed in this heat."""
        return self.is_destroyed or self.suspension_broken or self.drivers == 0 or self.best_roll < LOWEST_ROLL

    @property
    def crew(self) -> tuple[int, bool]:
        """How many aboard are alive, and whether one of them can drive."""
        return self.alive, self.drivers > 0

    @property
    def can_fire(self) -> bool:
        """Whether it has a usable weapon with ammunition."""
        return self.loaded > 0

    @property
    def is_out(self) -> bool:
        """Whether it is a complete kill: destroyed, or immobile, at rest and with nothing to fire."""
        return self.is_destroyed or (self.is_immobile and self.speed == 0 and not self.can_fire)


def car_events(
    car: str,
    *,
    before: CarFacts,
    now: CarFacts,
    turn: int,
    phase: int,
    killed: KillPart | None = None,
    because: Cause | None = None,
) -> Iterator[DuelEvent]:
    """The events that a car's facts come to at the close of a phase: what it became, and what changed about it.

    `killed` is what it is in the duel so far, which no repair undoes (CW-S-016). `because` is what led to its kill in
    this phase; without it nobody else had a part in that. The scorer itself completes the kill of a car that stopped
    or ran dry, for the car that made it immobile (CW-S-011), so that a complete kill is an event only where an attack
    of this phase took the last weapon.
    """
    cause = NobodyElse() if because is None else because
    destroyed = now.is_destroyed and killed in (None, "mobility")
    if destroyed:
        yield Kill(turn=turn, phase=phase, on=car, part="destroyed", because=cause)
    elif now.is_immobile and killed is None:
        yield Kill(turn=turn, phase=phase, on=car, part="mobility", because=cause)
    if not destroyed and now.is_out and killed in (None, "mobility") and because and _lost_last_weapon(before, now):
        yield Kill(turn=turn, phase=phase, on=car, part="complete", because=because)
    if destroyed or now.speed != before.speed:
        yield Speed(turn=turn, phase=phase, of=car, mph=now.speed)
    if destroyed or now.crew != before.crew:
        alive, can_drive = now.crew
        yield Crew(turn=turn, phase=phase, of=car, alive=alive, can_drive=can_drive)
    if now.can_fire != before.can_fire:
        yield Armed(turn=turn, phase=phase, of=car, can_fire=now.can_fire)


def _lost_last_weapon(before: CarFacts, now: CarFacts) -> bool:
    """Whether a car lost its last weapon in this phase, which is another thing than running dry."""
    return before.weapons > now.weapons == 0
