"""Whether a weapon may be used now, wherever it points: its user, rate of fire, ammunition, weapons held. Rules
DM-C-031, DM-M-017, DM-M-018, DM-M-023, DM-M-093, DM-M-094, DM-M-109, DM-M-119, DM-M-120, DM-M-123, DM-M-133.
"""

from __future__ import annotations

from dataclasses import dataclass

from rules.core.refusals import Refusal
from rules.dethmatch.events.event import event_of
from rules.dethmatch.match.match import Match
from rules.dethmatch.match.state import INTACT_STATUSES, CarState, CrewState, WeaponState
from rules.match.catalog import WEAPON_KINDS
from rules.match.item_types import StatLine

DRIVER, GUNNER, SYSTEM = "driver", "gunner", "system"
"""Who may fire: a competitor in their seat, or an Autonomous Target System for its operator (DM-M-023, DM-M-123)."""
RESTS_AT = 2
"""A weapon of this rate or less may not fire in two consecutive phases (DM-M-093)."""
BOTH_BARRELS = 2
"""The ammunition that both barrels of a dual recoilless use (DM-M-119)."""
GUNSLINGER_WEAPONS = 2
"""The weapons a Gunslinger may use in one turn; others use one (DM-M-094)."""
GUN_MOUNTS = frozenset({"light", "heavy"})
"""The types of mounts whose weapons are reloaded and kept (DM-M-013)."""
TARGET_SET_KEY = "system"
"""A key of `turn_used`, for the phase in which a competitor last set the target of a system (DM-M-123)."""
WEAPON_USE_PREFIX = "weapon "
"""The start of keys of `turn_used`, for the phase in which a competitor last used that weapon (DM-M-094)."""


class NotUsed(Refusal):
    """A weapon or device cannot be used as ordered.

    Each reason is a subclass that has its sentence in `says`.
    """

    says = ""


class CarSilenced(NotUsed):
    """The car is destroyed, finished or out of the heat, and can fire nothing (DM-M-075, DM-M-110)."""

    says = "{car} is out of the fight and can fire nothing: give it no fire orders."


class SeatEmpty(NotUsed):
    """Nobody able to act is in the seat that the weapon is fired from (DM-M-023, DM-M-109)."""

    says = "Nobody able is in the {seat} seat of {car}: fire from the other seat, if anybody is there."


class WeaponsHeld(NotUsed):
    """Nobody may fire until the leading car has completed its first laps (DM-M-133)."""

    says = "Weapons are held until the leading car has completed its first laps: do not fire or drop anything yet."


class WeaponOut(NotUsed):
    """The weapon is destroyed, or is jammed or burned out until a pit check clears it (DM-M-120)."""

    says = "The {weapon} in {mount} of {car} does not work: use another, or have it cleared in the pit."


class WeaponTaken(NotUsed):
    """Somebody else in the car has used the weapon this turn, or a system fires it (DM-M-023, DM-M-123)."""

    says = "The {weapon} in {mount} of {car} is in other hands this turn: use another weapon."


class OneWeaponATurn(NotUsed):
    """The competitor has already used another weapon this turn (DM-M-094)."""

    says = (
        "{crew} has used another weapon this turn and may use one only: go on with that, or wait for the next turn."
    )


class TargetChanged(NotUsed):
    """A Gunslinger's two weapons must fire at the same target (DM-M-094)."""

    says = "{crew} may use two weapons in a turn against one target only: fire both at the same car."


class ShotSpent(NotUsed):
    """The competitor has already fired or set the target of a system in this phase (DM-M-123)."""

    says = "{crew} either fires or sets the target of a system in a phase: leave one of the two for the next phase."


class FiredThisPhase(NotUsed):
    """The weapon has already fired in this phase (DM-M-093)."""

    says = "The {weapon} in {mount} of {car} has fired in this phase: it may fire once a phase."


class RateSpent(NotUsed):
    """The weapon has already made all its attacks of this turn (DM-M-093)."""

    says = "The {weapon} in {mount} of {car} has fired as often as its rate allows: wait for the next turn."


class FiredLastPhase(NotUsed):
    """A weapon of rate 1 or 2 cannot fire in two consecutive phases (DM-M-093)."""

    says = "The {weapon} in {mount} of {car} fired in the phase before and rests for one: fire it in the next phase."


class NoAmmunition(NotUsed):
    """The weapon has too little ammunition left for the attack (DM-M-093, DM-M-119)."""

    says = "The {weapon} in {mount} of {car} has not the ammunition left for that: reload it in the pit."


UseRefusal = type[NotUsed]
"""A reason why a weapon cannot be used."""


@dataclass(frozen=True, slots=True)
class WeaponUser:
    """Who uses a weapon: the car, the seat, and the competitor; for a system, that is its operator (DM-M-123)."""

    car: CarState
    seat: str
    crew: CrewState | None

    @property
    def by(self) -> str:
        """The competitor who is credited with the results; empty for nobody (DM-M-139)."""
        return self.crew.id if self.crew else ""


def weapon_user(play: Match, car: CarState, seat: str) -> WeaponUser:
    """The user of a weapon from a seat; a system's operator is the gunner, or the driver without one (DM-M-123)."""
    if seat == DRIVER:
        return WeaponUser(car, seat, play.driver(car))
    gunner = play.gunner(car)
    if seat == SYSTEM and gunner is None:
        return WeaponUser(car, seat, play.driver(car))
    return WeaponUser(car, seat, gunner)


def user_refusal(play: Match, hand: WeaponUser, *, involuntary: bool = False) -> UseRefusal | None:
    """Why nobody may fire from a seat at all, or None; an involuntary shot ignores held
    weapons (DM-M-118, DM-M-133).
    """
    if hand.car.status not in INTACT_STATUSES:
        return CarSilenced
    if hand.crew is None and hand.seat != SYSTEM:
        return SeatEmpty
    if not involuntary and event_of(play).weapons_held(play):
        return WeaponsHeld
    return None


def weapon_refusal(
    play: Match, hand: WeaponUser, gun: WeaponState, shot: StatLine, *, both: bool = False
) -> UseRefusal | None:
    """Why a weapon cannot make that attack now, or None: broken, its rate of fire, its magazine (DM-M-093, DM-M-120).

    With Rapid-Fire, a weapon whose rate is not spent may fire in two consecutive phases.
    """
    if gun.out or gun.destroyed:
        return WeaponOut
    phase = play.elapsed_phases
    if gun.fired == phase:
        return FiredThisPhase
    if gun.spent >= shot.rate:
        return RateSpent
    if shot.rate <= RESTS_AT and gun.fired == phase - 1 and not _is_rapid(play, hand):
        return FiredLastPhase
    if gun.ammunition < ammunition_for(play, shot, both=both):
        return NoAmmunition
    return None


def ammunition_for(play: Match, shot: StatLine, *, both: bool = False) -> int:
    """The ammunition of one attack: 1, as the house rules say for a rate with a `+`, or 2 for both barrels (DM-M-017,
    DM-M-093, DM-M-119).
    """
    if both:
        return BOTH_BARRELS
    return play.settings.plus_rof_ammo_per_use if shot.dice > 1 else 1


def competitor_refusal(
    play: Match, hand: WeaponUser, mounts: tuple[str, ...], *, target: str = ""
) -> UseRefusal | None:
    """Why a competitor may not use a weapon, or None: one a turn each, and none that their crewmate has used
    (DM-C-029, DM-M-094).

    `mounts` are those that fire as one. `target` is empty for something dropped, which cannot be a second weapon.
    """
    crew = hand.crew
    if crew is None:
        return None
    for id in (hand.car.driver, hand.car.gunner):
        if id and id != crew.id and not weapons_used(play.state.crew[id]).isdisjoint(mounts):
            return WeaponTaken
    if has_set_target(play, crew):
        return ShotSpent
    arms = weapons_used(crew)
    if not arms or (len(arms) == 1 and not arms.isdisjoint(mounts)):
        return None
    if arms.isdisjoint(mounts) and (
        len(arms) >= GUNSLINGER_WEAPONS or not target or not play.talent_count(crew.id, "gunslinger")
    ):
        return OneWeaponATurn
    if target == crew.aim:
        return None
    return TargetChanged if crew.aim else OneWeaponATurn


def take_up(play: Match, hand: WeaponUser, mount: str, *, target: str = "") -> None:
    """Record that a competitor has used a weapon this turn, and at which target (DM-M-094)."""
    crew = hand.crew
    if crew is None:
        return
    arms = weapons_used(crew)
    if not arms:
        crew.aim = target
    elif target != crew.aim:
        crew.aim = ""
    crew.turn_used[WEAPON_USE_PREFIX + mount] = play.elapsed_phases


def has_set_target(play: Match, crew: CrewState) -> bool:
    """Whether a competitor has set or cleared a system's target in this phase, which
    counts as their shot (DM-M-123).
    """
    return crew.turn_used.get(TARGET_SET_KEY) == play.elapsed_phases


def mark_target_set(play: Match, crew: CrewState) -> None:
    """Record that a competitor has set or cleared a system's target in this phase (DM-M-123)."""
    crew.turn_used[TARGET_SET_KEY] = play.elapsed_phases


def spend(car: CarState, gun: WeaponState, rounds: int) -> None:
    """Take rounds from a magazine; a weapon that is no gun is used up with its last round (DM-M-093, DM-M-140)."""
    gun.ammunition -= rounds
    if gun.ammunition == 0 and WEAPON_KINDS[gun.kind].mount not in GUN_MOUNTS:
        car.loadout.used.append(gun.item)


def mark_fired(play: Match, gun: WeaponState) -> None:
    """Record that a weapon has made an attack in this phase (DM-M-093)."""
    gun.fired, gun.spent = play.elapsed_phases, gun.spent + 1


def weapon_in_mount(car: CarState, mount: str) -> WeaponState | None:
    """The state of the weapon in a mount, or None if there is none."""
    for gun in car.guns:
        if gun.mount == mount:
            return gun
    return None


def weapons_used(crew: CrewState) -> frozenset[str]:
    """The mounts and items a competitor has used this turn, a linked pair by its first mount (DM-M-094)."""
    if not crew.turn_used:
        return frozenset()
    return frozenset(
        key.removeprefix(WEAPON_USE_PREFIX) for key in crew.turn_used if key.startswith(WEAPON_USE_PREFIX)
    )


def make_refusal(
    bar: UseRefusal, hand: WeaponUser, *, mount: str = "", weapon: str = "", target: str = ""
) -> NotUsed:
    """Make the refusal for a reason, with its sentence filled in."""
    crew = hand.crew.id if hand.crew else "nobody"
    filled = {"car": hand.car.id, "seat": hand.seat, "crew": crew, "mount": mount, "target": target}
    return bar(bar.says.format(weapon=weapon.replace("_", " "), **filled))


def _is_rapid(play: Match, hand: WeaponUser) -> bool:
    return hand.seat != SYSTEM and hand.crew is not None and play.talent_count(hand.crew.id, "rapid_fire") > 0
