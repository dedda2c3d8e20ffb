"""A commissioner's corrections to a driver's sheet. Rules DM-C-015, DM-C-018, DM-C-040, HOUSE-002."""

from __future__ import annotations

from dataclasses import dataclass, field

from rules.campaign.commissioner.balance_and_points import NothingToChange
from rules.campaign.core.command import STEPS_BEFORE_CLOSED, Command, Giver, command
from rules.campaign.core.dice_paths import HOUSE_LEVEL
from rules.campaign.core.facts import Fact, fact
from rules.campaign.core.figure_limits import LARGEST_FIGURE, refuse_too_large
from rules.campaign.core.state import Driver, Season
from rules.campaign.people.cloning import change_availability
from rules.campaign.people.experience import TalentGained, level_at, level_up
from rules.campaign.people.quirks import QUIRK_NAMES
from rules.campaign.people.talents import MECHANIC, TALENT_BY_TAG
from rules.campaign.people.traits import base_trait, raise_trait
from rules.campaign.season.invariants import FATIGUE_TRAITS
from rules.core.dice import Dice
from rules.core.refusals import Malformed, Refusal, Unknown
from rules.core.terms import DriverId, FranchiseId, Trait

ADJUSTABLE_AVAILABILITIES = ("available", "heart_out", "season_out", "barred")  # no mutant: order
"""The availabilities a commissioner may set; not `retired`, which no driver under contract is."""
MOST_TRAIT = 20
MOST_XP = 100_000


class DriverLeftSport(Refusal):
    """The driver has retired and has no sheet to correct."""


class FigureOutOfRange(Refusal):
    """The correction would take a trait, the experience or a quirk out of its range."""


class TalentHeld(Refusal):
    """The driver already has that talent, which can be held only once (DM-C-020)."""


class TalentNotHeld(Refusal):
    """The driver does not have the talent that was to be removed."""


@fact
@dataclass(frozen=True, slots=True, kw_only=True)
class TraitAdjusted(Fact):
    """A commissioner changed a trait, before quirks and fatigue (HOUSE-002)."""

    says = "The {trait} of {driver} was changed from {was} to {now}."
    franchise: FranchiseId
    driver: DriverId
    trait: str
    was: int
    now: int


@fact
@dataclass(frozen=True, slots=True, kw_only=True)
class ExperienceAdjusted(Fact):
    """A commissioner changed a driver's XP; the level follows upward only (HOUSE-002)."""

    says = "The XP of {driver} were changed from {was} to {now}."
    franchise: FranchiseId
    driver: DriverId
    was: int
    now: int


@fact
@dataclass(frozen=True, slots=True, kw_only=True)
class QuirkAdjusted(Fact):
    """A commissioner changed how often a driver has a quirk, but none of its other effects (HOUSE-002)."""

    says = "The quirk {quirk} of {driver} was counted {was} times and is counted {now} times."
    franchise: FranchiseId
    driver: DriverId
    quirk: str
    was: int
    now: int


@fact
@dataclass(frozen=True, slots=True, kw_only=True)
class FatigueAdjusted(Fact):
    """A commissioner set a driver's fatigue: `traits` names what each point lowers, oldest first (HOUSE-002)."""

    says = "The fatigue of {driver} was set to {points}: {traits}."
    franchise: FranchiseId
    driver: DriverId
    points: int
    traits: str


@fact
@dataclass(frozen=True, slots=True, kw_only=True)
class RetirementAdjusted(Fact):
    """A commissioner said whether a driver must retire when the season ends (HOUSE-002)."""

    says = "That {driver} must retire when the season ends was set: {retiring}."
    franchise: FranchiseId
    driver: DriverId
    retiring: bool


@fact
@dataclass(frozen=True, slots=True, kw_only=True)
class TalentTaken(Fact):
    """A commissioner took a talent from a driver (HOUSE-002)."""

    says = "{driver} lost the talent {talent}."
    franchise: FranchiseId
    driver: DriverId
    talent: str


@command(steps=STEPS_BEFORE_CLOSED, by=Giver.COMMISSIONER, reasoned=True)
@dataclass(frozen=True, slots=True, kw_only=True)
class AdjustDriver(Command):
    """Correct a driver's sheet: only what is given changes (HOUSE-002).

    The four traits, `xp` and `quirk_change` are added, and may be negative. `fatigue` is the whole new list of tired
    traits, oldest first. `availability` and `retiring` are set. What was locked for a match does not change.
    """

    driver: DriverId
    driving: int = 0
    gunnery: int = 0
    initiative: int = 0
    toughness: int = 0
    xp: int = 0
    quirk: str = ""
    quirk_change: int = 0
    fatigue: list[Trait] | None = None
    availability: str = ""
    retiring: bool | None = None
    talents_added: list[str] = field(default_factory=list)
    talents_removed: list[str] = field(default_factory=list)

    def perform(self, season: Season, dice: Dice) -> list[Fact]:
        """Raises the refusals of this module, `NothingToChange`, `FigureTooLarge`, `Malformed` or `Unknown`."""
        driver = season.driver(self.driver)
        if driver.availability == "retired":
            raise DriverLeftSport(f"{driver.id} left the sport: correct a driver who is in it.")
        self._refuse_nothing(driver)
        self._refuse_figures(driver)
        self._refuse_words()
        self._refuse_talents(season, driver)
        contract = season.contracts.get(driver.id)
        team = FranchiseId(contract.franchise if contract else "")
        return [
            *self._set_sheet(driver, team),
            *self._set_talents(driver, team),
            *self._add_xp(season, driver, team, dice),
        ]

    def _deltas(self) -> dict[Trait, int]:
        return {trait: getattr(self, trait.value) for trait in Trait if getattr(self, trait.value)}

    def _refuse_nothing(self, driver: Driver) -> None:
        changes = (
            self._deltas(),
            self.xp,
            self.quirk,
            self.quirk_change,
            self.fatigue is not None and [trait.value for trait in self.fatigue] != driver.fatigue,
            self.availability and self.availability != driver.availability,
            self.retiring is not None and self.retiring is not driver.retiring,
            self.talents_added,
            self.talents_removed,
        )
        if not any(changes):
            raise NothingToChange(f"Nothing of {driver.id} would change: name what to correct.")

    def _refuse_figures(self, driver: Driver) -> None:
        for trait, delta in self._deltas().items():
            value = base_trait(driver, trait) + delta
            if not 0 <= value <= MOST_TRAIT:
                raise FigureOutOfRange(
                    f"The {trait.value} of {driver.id} cannot be {value}: keep it from 0 to {MOST_TRAIT}."
                )
        if not 0 <= driver.xp + self.xp <= MOST_XP:
            raise FigureOutOfRange(
                f"{driver.id} cannot have {driver.xp + self.xp} XP: keep them from 0 to {MOST_XP}."
            )
        if bool(self.quirk) is not bool(self.quirk_change):
            raise Malformed("A quirk goes with how often it is added or taken off: give both, or neither.")
        if self.quirk and self.quirk not in QUIRK_NAMES:
            raise Unknown(f"There is no quirk {self.quirk[:80]!r}: use one of {', '.join(QUIRK_NAMES)}.")
        refuse_too_large(self.quirk_change, most=LARGEST_FIGURE, what="A change of quirks")
        if driver.quirks.get(self.quirk, 0) + self.quirk_change < 0:
            raise FigureOutOfRange(
                f"{driver.id} has the quirk {self.quirk} {driver.quirks.get(self.quirk, 0)} times: take off no more."
            )

    def _refuse_words(self) -> None:
        for trait in self.fatigue or ():
            if trait.value not in FATIGUE_TRAITS:
                raise Malformed(f"Fatigue never lowers {trait.value}: name {', '.join(sorted(FATIGUE_TRAITS))}.")
        if self.availability and self.availability not in ADJUSTABLE_AVAILABILITIES:
            raise Malformed(
                f"Nobody is {self.availability[:80]!r} by a house act: use one of "
                f"{', '.join(ADJUSTABLE_AVAILABILITIES)}."
            )

    def _refuse_talents(self, season: Season, driver: Driver) -> None:
        talents = list(driver.talents)
        for talent in self.talents_removed:
            if talent not in talents:
                raise TalentNotHeld(f"{driver.id} has no talent {talent[:80]!r} to take: name one he has.")
            talents.remove(talent)
        for talent in self.talents_added:
            if talent not in TALENT_BY_TAG:
                raise Unknown(f"There is no talent {talent[:80]!r}: use one of {', '.join(sorted(TALENT_BY_TAG))}.")
            if talent in talents and talent != MECHANIC and season.setting("talents.duplicates") != "stack":
                raise TalentHeld(f"{driver.id} has the talent {talent}, which is held once: add another.")
            talents.append(talent)

    def _set_sheet(self, driver: Driver, team: FranchiseId) -> list[Fact]:
        driver_id = self.driver
        facts: list[Fact] = []
        for trait, delta in self._deltas().items():
            was = base_trait(driver, trait)
            now = raise_trait(driver, trait, by=delta)
            facts.append(
                TraitAdjusted(rule="HOUSE-002", franchise=team, driver=driver_id, trait=trait.value, was=was, now=now)
            )
        if self.quirk:
            was = driver.quirks.pop(self.quirk, 0)
            now = was + self.quirk_change
            if now:
                driver.quirks[self.quirk] = now
            facts.append(
                QuirkAdjusted(rule="HOUSE-002", franchise=team, driver=driver_id, quirk=self.quirk, was=was, now=now)
            )
        if self.fatigue is not None and [trait.value for trait in self.fatigue] != driver.fatigue:
            driver.fatigue = [trait.value for trait in self.fatigue]
            traits = " and ".join(driver.fatigue) or "none"
            facts.append(
                FatigueAdjusted(
                    rule="HOUSE-002", franchise=team, driver=driver_id, points=len(driver.fatigue), traits=traits
                )
            )
        if self.availability and self.availability != driver.availability:
            facts.append(change_availability(driver, franchise=team, now=self.availability, rule="HOUSE-002"))
        if self.retiring is not None and self.retiring is not driver.retiring:
            driver.retiring = self.retiring
            facts.append(
                RetirementAdjusted(rule="HOUSE-002", franchise=team, driver=driver_id, retiring=self.retiring)
            )
        return facts

    def _set_talents(self, driver: Driver, team: FranchiseId) -> list[Fact]:
        facts: list[Fact] = []
        for talent in self.talents_removed:
            driver.talents.remove(talent)
            facts.append(TalentTaken(rule="HOUSE-002", franchise=team, driver=self.driver, talent=talent))
        for talent in self.talents_added:
            driver.talents.append(talent)
            facts.append(TalentGained(rule="HOUSE-002", franchise=team, driver=self.driver, talent=talent))
        return facts

    def _add_xp(self, season: Season, driver: Driver, team: FranchiseId, dice: Dice) -> list[Fact]:
        if not self.xp:
            return []
        was = driver.xp
        driver.xp += self.xp
        adjusted = ExperienceAdjusted(rule="HOUSE-002", franchise=team, driver=self.driver, was=was, now=driver.xp)
        level = level_at(xp=driver.xp, capped=season.setting("xp.beyond_table") == "cap_9")
        if level <= driver.level:  # no mutant: at the same level nothing is rolled
            return [adjusted]
        # Levels are never lost, so that none is reached twice and no path is opened twice.
        rolled = level_up(
            driver,
            franchise=team,
            level=level,
            duplicates=str(season.setting("talents.duplicates")),
            choose_trait=bool(season.setting("advancement.choose_trait")),
            stream=HOUSE_LEVEL.open(dice, driver=driver.id, level=str(driver.level + 1)),
        )
        return [adjusted, *rolled]
