"""Trait checks, and a driver's effective traits. Rules DM-C-005, DM-C-007, DM-C-009 to DM-C-011."""

from __future__ import annotations

from dataclasses import dataclass

from rules.campaign.core.state import Driver, LockSnapshot, Season
from rules.campaign.people.quirks import LOWERED_TRAITS, penalty, quirk_name
from rules.core.dice import Roll, Stream
from rules.core.terms import Trait

NO_CAP = "none"


@dataclass(frozen=True, slots=True, kw_only=True)
class TraitCheck:
    """A trait check: whether it succeeded, the modified trait, and the die."""

    passed: bool
    trait: int
    roll: Roll


@dataclass(frozen=True, slots=True, kw_only=True)
class TraitModifier:
    """One reason why an effective trait differs from its base: the source, the amount and the rule."""

    source: str
    amount: int
    rule: str


@dataclass(frozen=True, slots=True, kw_only=True)
class EffectiveTrait:
    """An effective trait: the base with its advances, every modifier, and the cap of a house rule, if any."""

    trait: Trait
    base: int
    modifiers: tuple[TraitModifier, ...]
    cap: int | None = None

    @property
    def value(self) -> int:
        """The effective value. Quirks and fatigue may lower it to 0 or less (DM-C-011)."""
        return apply_cap(self.base + sum(modifier.amount for modifier in self.modifiers), cap=self.cap)


def trait_cap(season: Season) -> int | None:
    """The highest effective trait in this season; None without such a limit (DM-C-011)."""
    setting = season.setting("traits.cap")
    return None if setting == NO_CAP else int(setting)


def apply_cap(value: int, *, cap: int | None) -> int:
    """A trait's value, no higher than the cap. Bonuses of a check are added after the cap (DM-C-005)."""
    return value if cap is None else min(value, cap)


def succeeds(*, die: int, trait: int, natural_six_fails: bool = False) -> bool:
    """Whether a die is equal to or lower than the modified trait (DM-C-005)."""
    return die <= trait and not (natural_six_fails and die == 6)


def roll_trait_check(*, trait: int, why: str, natural_six_fails: bool = False, stream: Stream) -> TraitCheck:
    """Throw a trait check (DM-C-005)."""
    roll = stream.roll(1, why)
    passed = succeeds(die=roll.total, trait=trait, natural_six_fails=natural_six_fails)
    return TraitCheck(passed=passed, trait=trait, roll=roll)


def base_trait(driver: Driver, trait: Trait) -> int:
    """A trait with its advances, before quirks and fatigue."""
    return {
        Trait.DRIVING: driver.driving,
        Trait.GUNNERY: driver.gunnery,
        Trait.INITIATIVE: driver.initiative,
        Trait.TOUGHNESS: driver.toughness,
    }[trait]


def raise_trait(driver: Driver, trait: Trait, *, by: int = 1) -> int:
    """Raise a trait permanently and return its new value. Only a commissioner's change is not 1 (DM-C-018)."""
    match trait:
        case Trait.DRIVING:
            driver.driving += by
        case Trait.GUNNERY:
            driver.gunnery += by
        case Trait.INITIATIVE:
            driver.initiative += by
        case Trait.TOUGHNESS:
            driver.toughness += by
    return base_trait(driver, trait)


def effective_trait(driver: Driver, trait: Trait, *, cap: int | None = None) -> EffectiveTrait:
    """A trait as matches and checks use it, with every modifier listed (DM-C-011)."""
    modifiers = [
        TraitModifier(source=quirk_name(quirk), amount=-penalty(quirk, count), rule="DM-C-047")
        for quirk, count in sorted(driver.quirks.items())
        if LOWERED_TRAITS.get(quirk) is trait and count
    ]
    fatigue_points = driver.fatigue.count(trait.value)
    if fatigue_points:
        modifiers.append(TraitModifier(source="Fatigue", amount=-fatigue_points, rule="DM-C-101"))
    return EffectiveTrait(trait=trait, base=base_trait(driver, trait), modifiers=tuple(modifiers), cap=cap)


def all_effective_traits(driver: Driver, *, cap: int | None = None) -> tuple[EffectiveTrait, ...]:
    """All four effective traits, in the order of the book."""
    return tuple(effective_trait(driver, trait, cap=cap) for trait in Trait)


def take_lock_snapshot(driver: Driver) -> LockSnapshot:
    """Copy what a driver's post-match checks are made by (DM-C-007)."""
    return LockSnapshot(talents=list(driver.talents), quirks=dict(driver.quirks), toughness=driver.toughness)


def snapshot_toughness(locked: LockSnapshot, *, cap: int | None = None) -> int:
    """Toughness at the lock, minus Poor health (DM-C-053). Fatigue never lowers it (DM-C-101)."""
    reduction = sum(
        penalty(quirk, count)
        for quirk, count in locked.quirks.items()
        if LOWERED_TRAITS.get(quirk) is Trait.TOUGHNESS
    )
    return apply_cap(locked.toughness - reduction, cap=cap)
