"""Medical devices, which remove quirks. Rules DM-C-057, DM-C-127 to DM-C-129."""

from __future__ import annotations

from dataclasses import dataclass

from rules.campaign.core.command import Command, Giver, command
from rules.campaign.core.facts import Fact, fact
from rules.campaign.core.locks_and_shops import refuse_locked
from rules.campaign.core.state import Driver, DriverNotOnRoster, Season
from rules.campaign.garage.stores import lose_item, own_item
from rules.campaign.people.cloning import change_availability
from rules.campaign.people.quirks import consequence, quirk_name
from rules.core.dice import Dice
from rules.core.refusals import Refusal
from rules.core.terms import DriverId, FranchiseId, ItemId

CURES = {
    "artificial_eye": ("eye_problem",),
    "artificial_organs": ("heart_condition", "poor_health"),
    "artificial_limbs": ("arthritic",),
}
"""The quirks that each kind of device can remove, one occurrence each time.

Rules DM-C-049, DM-C-050, DM-C-053, DM-C-054, DM-C-127 to DM-C-129.
"""


class CuresOtherQuirks(Refusal):
    """The item is not a medical device, or not one for that quirk."""


class QuirkAbsent(Refusal):
    """The driver does not have that quirk."""


@fact
@dataclass(frozen=True, slots=True, kw_only=True)
class QuirkCured(Fact):
    """A medical device took one occurrence of a quirk away; `count` are left (DM-C-057)."""

    says = "{driver} of {franchise} is rid of the quirk {quirk} once; occurrences left: {count}."
    franchise: FranchiseId
    driver: DriverId
    item: ItemId
    quirk: str
    count: int


@fact
@dataclass(frozen=True, slots=True, kw_only=True)
class RetirementLifted(Fact):
    """A driver no longer has to retire when the season ends (DM-C-057)."""

    says = "{driver} need not retire for {quirk} any more."
    franchise: FranchiseId
    driver: DriverId
    quirk: str


@command(steps=("S1", "S2", "S3", "M", "E1", "E2"), by=Giver.OWNER)
@dataclass(frozen=True, slots=True, kw_only=True)
class UseMedicalDevice(Command):
    """Correct one occurrence of a driver's quirk with an artificial eye, organs or limbs (DM-C-057)."""

    franchise: FranchiseId
    item: ItemId
    driver: DriverId
    quirk: str

    def perform(self, season: Season, dice: Dice) -> list[Fact]:  # noqa: ARG002 - every command is given dice
        """Raises `NotYourItem`, `LockedForMatch`, `DriverNotOnRoster`, `CuresOtherQuirks` or `QuirkAbsent`."""
        item, driver = own_item(season, self.franchise, self.item), season.driver(self.driver)
        refuse_locked(season, self.franchise)
        contract = season.contracts.get(driver.id)
        if contract is None or contract.franchise != self.franchise:
            raise DriverNotOnRoster(f"{driver.id} is not under contract with {self.franchise}: name one who is.")
        corrected = CURES.get(item.kind, ())
        if self.quirk not in corrected:
            cures = " or ".join(quirk_name(quirk) for quirk in corrected) or "no quirk"
            raise CuresOtherQuirks(f"{item.id} corrects {cures}: name a quirk it is made for.")
        had = driver.quirks.get(self.quirk, 0)
        if not had:
            raise QuirkAbsent(f"{driver.id} has no {quirk_name(self.quirk)}: keep {item.id} for one who has.")
        if had > 1:
            driver.quirks[self.quirk] = had - 1
        else:
            del driver.quirks[self.quirk]
        cured = QuirkCured(
            rule="DM-C-057",
            franchise=self.franchise,
            driver=self.driver,
            item=self.item,
            quirk=self.quirk,
            count=had - 1,
        )
        lost = lose_item(season, item, reason=f"used on {driver.id}", rule="DM-C-057")
        lifted: list[Fact] = []
        if season.setting("quirks.cure_cancels_retirement"):
            lifted = self._lift(season, driver, had=had)
        return [cured, *lost, *lifted]

    def _lift(self, season: Season, driver: Driver, *, had: int) -> list[Fact]:
        """Undo what the second occurrence caused, unless a remaining quirk causes it too (DM-C-012, DM-C-048,
        DM-C-057).
        """
        cured_effect = consequence(quirk=self.quirk, count=had)
        retires = bool(season.setting("quirks.season_out_becomes_retirement"))
        remaining = [
            consequence(quirk=quirk, count=count, season_out_retires=retires)
            for quirk, count in sorted(driver.quirks.items())
        ]
        facts: list[Fact] = []
        unbarred = cured_effect.availability == "barred" and all(
            effect.availability != "barred" for effect in remaining
        )
        if unbarred and driver.availability == "barred":
            facts.append(change_availability(driver, franchise=self.franchise, now="available", rule="DM-C-057"))
        freed = cured_effect.retiring and not any(effect.retiring for effect in remaining)
        if freed and driver.retiring:
            driver.retiring = False
            facts.append(
                RetirementLifted(rule="DM-C-057", franchise=self.franchise, driver=self.driver, quirk=self.quirk)
            )
        return facts
