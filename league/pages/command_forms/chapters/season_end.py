"""Owners' forms at a season's end: protecting drivers, the draft, the safe sponsor, the sponsor pool.

Rules DM-C-161, DM-C-165, DM-C-166, DM-C-168, DM-C-171.
"""

from __future__ import annotations

from django import forms

from explain import links
from explain.items_and_sponsors import SPONSOR_EFFECTS
from explain.printed_names import quantity
from league.pages.command_forms.base import CommandForm, register_form
from league.pages.command_forms.fields import LenientChoiceField, LenientMultipleChoiceField
from league.pages.command_forms.standing_order_answers import suggested_command
from rules.campaign.core.state import Contract, Driver, Franchise, Sponsor
from rules.campaign.people.veterans import rehire_fee
from rules.campaign.season_end.draft import PickDriver as PickDriverCommand
from rules.campaign.season_end.draft import draftable_drivers
from rules.campaign.season_end.franchise_contracts import ProtectDrivers as ProtectDriversCommand
from rules.campaign.season_end.franchise_contracts import contract_limit
from rules.campaign.season_end.safe_sponsors import DeclareSafe as DeclareSafeCommand
from rules.campaign.season_end.sponsor_pool import PickSponsor as PickSponsorCommand
from rules.campaign.sponsors.kinds import SPONSOR_KINDS
from rules.campaign.steward.season_end_answers import pick_driver, protect_drivers
from rules.campaign.steward.sponsor_answers import declare_safe, pick_from_pool
from rules.core.terms import in_k


class SeasonEndForm(CommandForm):
    """A form that leads to the draft page."""

    def get_success_url(self) -> str:
        """The draft page."""
        return links.draft_url(self.desk.row.pk)

    @property
    def acting_franchise(self) -> Franchise | None:
        """The franchise acted for, None if there is none."""
        return self.desk.season.franchises.get(self.desk.franchise)


@register_form("protect_drivers")
class ProtectDriversForm(SeasonEndForm):
    """Name the drivers to keep out of the draft, in secret (DM-C-161).

    The initial values are those named before, or else those that standing orders would name; a commissioner who acts
    for an owner sees neither.
    """

    title = "Franchise contracts"
    verb = "Protect these"
    drivers = LenientMultipleChoiceField(label="Drivers", required=False)

    def lay_out(self) -> None:
        """Offer the roster without retiring drivers, the highest levels first."""
        desk, franchise = self.desk, self.acting_franchise
        if franchise is None:
            self.most = 0
            return
        self.most = contract_limit(desk.season, franchise)
        staying = [driver for driver in desk.season.roster(franchise.id) if not driver.retiring]
        staying.sort(key=lambda driver: (-driver.level, -driver.xp, driver.id))
        self.offer("drivers", [(driver.id, self._words(driver)) for driver in staying])
        self.fields["drivers"].help_text = (
            f"At most {self.most}. The others may be drafted; who names nobody protects the highest levels. "
            "Nobody else sees it before the draft opens, and till then it may be named again."
        )
        if desk.is_own and franchise.contracts_named:
            drivers = [driver.id for driver in staying if desk.season.contracts[driver.id].protected]
        else:
            suggested = suggested_command(desk, protect_drivers, ProtectDriversCommand)
            drivers = [] if suggested is None else list(suggested.drivers)
        self.initial.setdefault("drivers", drivers)

    def _words(self, driver: Driver) -> str:
        return f"{self.desk.called.driver(driver.id)}, level {driver.level}, {driver.xp} XP"


@register_form("pick_driver")
class PickDriverForm(SeasonEndForm):
    """Pick a driver who is not protected (DM-C-165, DM-C-166)."""

    title = "Pick a driver"
    verb = "Pick him"
    final = "A pick stands. His fee is paid when you hire him for the next season; nobody else may."
    driver = LenientChoiceField(label="Driver")

    def lay_out(self) -> None:
        """Offer the drivers the franchise may pick, the best first; the initial value is what standing orders
        would pick.
        """
        desk, season = self.desk, self.desk.season
        draftable = (
            draftable_drivers(season, desk.franchise) if season.draft is not None and self.acting_franchise else []
        )
        draftable.sort(key=lambda driver: (-driver.level, -driver.xp, driver.id))
        self.offer("driver", [(driver.id, self._words(driver)) for driver in draftable])
        if draftable and "driver" not in self.initial and not self.is_bound:
            suggested = suggested_command(desk, pick_driver, PickDriverCommand)
            self.initial["driver"] = draftable[0].id if suggested is None else suggested.driver

    def _words(self, driver: Driver) -> str:
        season, names = self.desk.season, self.desk.called
        contract = season.contracts.get(driver.id)
        former_team = f", was with {names.franchise(contract.franchise)}" if contract else ""
        new_contract = Contract(id=driver.id, franchise=self.desk.franchise, fee=0, origin="draft", phase="reserved")
        fee = rehire_fee(season, new_contract, level=driver.level)
        return (
            f"{names.driver(driver.id)}, level {driver.level}, {driver.xp} XP{former_team}, to hire for {in_k(fee)}"
        )


@register_form("pass_pick")
class PassPickForm(SeasonEndForm):
    """Pass a turn in the draft (DM-C-166)."""

    title = "Pass in the draft"
    verb = "Pass"
    lead = "You keep the pick for a later round; when everybody passes in one round, the draft ends."
    final = "This turn is gone."


class SponsorForm(SeasonEndForm):
    """A form about sponsors that leads to the sponsor pool's page."""

    def get_success_url(self) -> str:
        """The sponsor pool's page."""
        return links.sponsor_pool_url(self.desk.row.pk)

    def _words(self, sponsor: Sponsor) -> str:
        kind = SPONSOR_KINDS[sponsor.kind]
        return f"{kind.name}: {kind.dice}d6 × {kind.each_k}k a match. {SPONSOR_EFFECTS[sponsor.kind]}"

    def _offer_sponsors(self, sponsors: list[Sponsor], *, none: str = "") -> None:
        kinds = [sponsor.kind for sponsor in sponsors]
        self.offer(
            "sponsor",
            [
                (sponsor.id, self._words(sponsor) + (f" ({sponsor.id})" if kinds.count(sponsor.kind) > 1 else ""))
                for sponsor in sorted(sponsors, key=lambda entry: (SPONSOR_KINDS[entry.kind].name, entry.id))
            ],
            none=none,
        )


@register_form("declare_safe")
class DeclareSafeForm(SponsorForm):
    """Name the sponsor that cannot be lost (DM-C-168)."""

    title = "Declare a sponsor safe"
    verb = "Declare it"
    sponsor = LenientChoiceField(label="Sponsor", required=False, widget=forms.RadioSelect)

    def lay_out(self) -> None:
        """Offer the franchise's sponsors except the one that was safe last season.

        The initial value is what was declared before, or else what standing orders would declare.
        """
        desk, season = self.desk, self.desk.season
        sponsors = season.sponsors_of(desk.franchise) if self.acting_franchise else []
        eligible = [sponsor for sponsor in sponsors if season.number - 1 not in sponsor.safe_in]
        self._offer_sponsors(eligible, none="None of them")
        self.fields["sponsor"].help_text = (
            f"Of its {quantity(len(sponsors), 'sponsor')} each franchise loses one by the dice, never the safe one. "
            "None is safe in two seasons running; till the draw it may be declared again."
        )
        declared = next((sponsor.id for sponsor in sponsors if season.number in sponsor.safe_in), None)
        if declared is None and self.acting_franchise is not None and not self.acting_franchise.safe_declared:
            suggested = suggested_command(desk, declare_safe, DeclareSafeCommand)
            declared = None if suggested is None else suggested.sponsor
        self.initial.setdefault("sponsor", declared or "")


@register_form("pick_sponsor")
class PickSponsorForm(SponsorForm):
    """Take a sponsor from the pool (DM-C-171)."""

    title = "Take a sponsor"
    verb = "Take it"
    final = "It signs with you at once."
    sponsor = LenientChoiceField(label="Sponsor", widget=forms.RadioSelect)

    def lay_out(self) -> None:
        """Offer every sponsor of the pool; the initial value is what standing orders would take."""
        desk = self.desk
        self._offer_sponsors(desk.season.pool_sponsors() if self.acting_franchise else [])
        if self.acting_franchise is not None and "sponsor" not in self.initial and not self.is_bound:
            suggested = suggested_command(desk, pick_from_pool, PickSponsorCommand)
            if suggested is not None:
                self.initial["sponsor"] = suggested.sponsor


@register_form("pass_sponsor")
class PassSponsorForm(SponsorForm):
    """Pass a turn at the sponsor pool (DM-C-171)."""

    title = "Pass at the sponsor pool"
    verb = "Pass"
    lead = "You take nothing now; when everybody passes in one round, the pool closes and what is in it is gone."
    final = "This turn is gone."
