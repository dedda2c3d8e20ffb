"""Fatigue: drivers who run in a match tire, and those who sit out recover.

Rules DM-C-005, DM-C-033, DM-C-043, DM-C-052, DM-C-101, DM-C-178.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from rules.campaign.core.facts import Fact, fact
from rules.campaign.core.state import Driver, LockSnapshot, Season
from rules.campaign.people.talents import ARDENT, IRON_MAN
from rules.campaign.people.traits import roll_trait_check, snapshot_toughness, trait_cap
from rules.core.dice import Roll, Stream
from rules.core.tables import D6, by_face
from rules.core.terms import DriverId, FranchiseId, Trait

TIRED_TRAIT_BY_FACE = by_face({(1, 2): Trait.INITIATIVE, (3, 4): Trait.DRIVING, (5, 6): Trait.GUNNERY}, faces=D6)
"""The trait that a fatigue point lowers, by face (DM-C-101). It is never Toughness."""
FATIGUE_POINTS, COMBAT_FATIGUE_POINTS = 1, 2


@dataclass(frozen=True, slots=True, kw_only=True)
class FatigueResult:
    """The fatigue that a match brought a driver who ran: the traits lowered, or why there are none."""

    shrugged: bool
    """Whether an Iron-man avoided all fatigue of the match."""
    shield_used: bool
    """Whether Ardent ignored the first point."""
    points: int
    traits: tuple[Trait, ...]
    rolls: tuple[Roll, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class RecoveryResult:
    """The fatigue a driver has left after sitting out, oldest first."""

    left: tuple[str, ...]
    rolls: tuple[Roll, ...]


def roll_fatigue(
    *,
    toughness: int,
    iron_man: bool = False,
    combat_fatigue: bool = False,
    shield: bool = False,
    natural_six_fails: bool = False,
    stream: Stream,
) -> FatigueResult:
    """Roll the fatigue of running: Iron-man and Combat-fatigue checks, Ardent's shield, trait dice (DM-C-101)."""
    rolls: list[Roll] = []
    if iron_man:
        check = roll_trait_check(trait=toughness, why="Iron-man", natural_six_fails=natural_six_fails, stream=stream)
        rolls.append(check.roll)
        if check.passed:
            return FatigueResult(shrugged=True, shield_used=False, points=0, traits=(), rolls=tuple(rolls))
    points = FATIGUE_POINTS
    if combat_fatigue:
        check = roll_trait_check(
            trait=toughness, why="Combat fatigue", natural_six_fails=natural_six_fails, stream=stream
        )
        rolls.append(check.roll)
        points = FATIGUE_POINTS if check.passed else COMBAT_FATIGUE_POINTS
    points -= shield
    traits: list[Trait] = []
    for _ in range(points):
        rolls.append(stream.roll(1, "trait tired"))
        traits.append(TIRED_TRAIT_BY_FACE[rolls[-1].total])
    return FatigueResult(shrugged=False, shield_used=shield, points=points, traits=tuple(traits), rolls=tuple(rolls))


def roll_recovery(
    *,
    fatigue: Sequence[str],
    toughness: int,
    combat_fatigue: bool = False,
    natural_six_fails: bool = False,
    stream: Stream,
) -> RecoveryResult:
    """The fatigue left after sitting out: none, or all but the newest on a failed Combat-fatigue check (DM-C-052)."""
    if not fatigue or not combat_fatigue:
        return RecoveryResult(left=(), rolls=())
    check = roll_trait_check(
        trait=toughness, why="Combat fatigue", natural_six_fails=natural_six_fails, stream=stream
    )
    return RecoveryResult(left=() if check.passed else tuple(fatigue[:-1]), rolls=(check.roll,))


@fact
@dataclass(frozen=True, slots=True, kw_only=True)
class FatigueGained(Fact):
    """A driver gained fatigue: `traits` names the trait that each point lowers."""

    says = "{driver} gained {points} fatigue: {traits}."
    franchise: FranchiseId
    driver: DriverId
    points: int
    traits: str
    shield_used: bool


@fact
@dataclass(frozen=True, slots=True, kw_only=True)
class FatigueShielded(Fact):
    """Ardent's shield took the only point that a driver would have gained (DM-C-033)."""

    says = "{driver} is Ardent and ignored their first fatigue."
    franchise: FranchiseId
    driver: DriverId


@fact
@dataclass(frozen=True, slots=True, kw_only=True)
class FatigueShrugged(Fact):
    """An Iron-man gained no fatigue (DM-C-043)."""

    says = "{driver} is an Iron-man and shrugged the fatigue off."
    franchise: FranchiseId
    driver: DriverId


@fact
@dataclass(frozen=True, slots=True, kw_only=True)
class FatigueCleared(Fact):
    """A driver sat out and lost all their fatigue."""

    says = "{driver} rested and lost all their fatigue: {points}."
    franchise: FranchiseId
    driver: DriverId
    points: int


@fact
@dataclass(frozen=True, slots=True, kw_only=True)
class FatigueEased(Fact):
    """A driver with Combat fatigue sat out and lost only their newest point (DM-C-052)."""

    says = "{driver} rested badly and lost 1 fatigue ({trait}); {left} stay."
    franchise: FranchiseId
    driver: DriverId
    trait: str
    left: int


@fact
@dataclass(frozen=True, slots=True, kw_only=True)
class ShieldRestored(Fact):
    """Ardent's shield came back with the last of the fatigue gone (DM-C-033)."""

    says = "The shield of {driver}, who is Ardent, is restored."
    franchise: FranchiseId
    driver: DriverId


def tire_driver(
    season: Season, driver: Driver, *, franchise: str, locked: LockSnapshot, stream: Stream
) -> list[Fact]:
    """Tire a driver who ran, by their snapshot at the lock (DM-C-005, DM-C-007). Returns the facts."""
    result = roll_fatigue(
        toughness=snapshot_toughness(locked, cap=trait_cap(season)),
        iron_man=IRON_MAN in locked.talents,
        combat_fatigue=bool(locked.quirks.get("combat_fatigue")),
        shield=ARDENT in locked.talents and not driver.ardent_spent,
        natural_six_fails=bool(season.setting("check.natural_six_fails")),
        stream=stream,
    )
    driver_id, team = DriverId(driver.id), FranchiseId(franchise)
    if result.shrugged:
        return [FatigueShrugged(rule="DM-C-043", rolls=result.rolls, franchise=team, driver=driver_id)]
    driver.ardent_spent = driver.ardent_spent or result.shield_used
    if not result.points:
        return [FatigueShielded(rule="DM-C-033", rolls=result.rolls, franchise=team, driver=driver_id)]
    driver.fatigue.extend(trait.value for trait in result.traits)
    return [
        FatigueGained(
            rule="DM-C-101",
            rolls=result.rolls,
            franchise=team,
            driver=driver_id,
            points=result.points,
            traits=" and ".join(trait.value for trait in result.traits),
            shield_used=result.shield_used,
        )
    ]


def rest_driver(
    season: Season, driver: Driver, *, franchise: str, locked: LockSnapshot, stream: Stream
) -> list[Fact]:
    """Rest a driver who sat out, by their snapshot at the lock. Returns facts only if anything changed."""
    driver_id, team = DriverId(driver.id), FranchiseId(franchise)
    old_fatigue = list(driver.fatigue)
    recovery = roll_recovery(
        fatigue=old_fatigue,
        toughness=snapshot_toughness(locked, cap=trait_cap(season)),
        combat_fatigue=bool(locked.quirks.get("combat_fatigue")),
        natural_six_fails=bool(season.setting("check.natural_six_fails")),
        stream=stream,
    )
    facts: list[Fact] = []
    driver.fatigue = list(recovery.left)
    if recovery.left:
        facts.append(
            FatigueEased(
                rule="DM-C-052",
                rolls=recovery.rolls,
                franchise=team,
                driver=driver_id,
                trait=old_fatigue[-1],
                left=len(recovery.left),
            )
        )
    elif old_fatigue:
        facts.append(
            FatigueCleared(
                rule="DM-C-101", rolls=recovery.rolls, franchise=team, driver=driver_id, points=len(old_fatigue)
            )
        )
    facts.extend(restore_shield(season, driver, franchise=franchise))
    return facts


def restore_shield(season: Season, driver: Driver, *, franchise: str) -> list[Fact]:
    """Restore Ardent's shield, if it was spent, once all the driver's fatigue is gone (DM-C-033)."""
    if not driver.ardent_spent or driver.fatigue or not season.setting("talents.ardent_recharges"):
        return []
    driver.ardent_spent = False
    return [ShieldRestored(rule="DM-C-033", franchise=FranchiseId(franchise), driver=DriverId(driver.id))]
