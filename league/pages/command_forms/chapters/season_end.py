"""Owners' forms at a season's end: protecting drivers, the draft, the safe sponsor, the sponsor pool.

Rules DM-C-161, DM-C-165, DM-C-166, DM-C-168, DM-C-171.
"""

from __future__ import annotations

from django import forms

from drivers.pages.driver_table import drafted_fee
from drivers.pages.pick_effects import PickEffects, pick_effects
from explain import links
from explain.printed_effects import SPONSOR_EFFECTS
from explain.printed_names import quantity
from explain.season_names import number_duplicates
from league.pages.command_forms.base import CommandForm, field_value, register_form
from league.pages.command_forms.driver_choices import DriverField, DriversField, offer_drivers, rows_of_drivers
from league.pages.command_forms.fields import LenientChoiceField
from league.pages.command_forms.usual_answers import suggested_command
from rules.campaign.core.state import Driver, Franchise, Season, Sponsor
from rules.campaign.season_end.draft import PickDriver as PickDriverCommand
from rules.campaign.season_end.draft import draftable_drivers
from rules.campaign.season_end.franchise_contracts import ProtectDrivers as ProtectDriversCommand
from rules.campaign.season_end.franchise_contracts import contract_limit
from rules.campaign.season_end.sponsor_pool import DeclareSafe as DeclareSafeCommand
from rules.campaign.season_end.sponsor_pool import PickSponsor as PickSponsorCommand
from rules.campaign.sponsors.kinds import SPONSOR_KINDS
from rules.campaign.steward.franchise_answers import declare_safe, pick_driver, pick_from_pool, protect_drivers

STANDING_ORDERS = "Filled in as usual, with what standing orders would name."
"""Why fields arrive filled in that nobody has answered before."""


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
    shows_drivers = True
    drivers = DriversField(label="Drivers", required=False)

    def lay_out(self) -> None:
        """Offer the roster without retiring drivers, the highest levels first."""
        desk, franchise = self.desk, self.acting_franchise
        if franchise is None:
            self.most = 0
            return
        self.most = contract_limit(desk.season, franchise)
        staying = [driver for driver in desk.season.roster(franchise.id) if not driver.retiring]
        staying.sort(key=lambda driver: (-driver.level, -driver.xp, driver.id))
        offer_drivers(self, "drivers", rows_of_drivers(desk, with_form=False)(staying))
        self.fields["drivers"].help_text = (
            f"Up to {self.most}. The others may be drafted. If you do not answer, the highest levels are protected; "
            "if you tick nobody, no driver is. Nobody else sees this before the draft opens, and you may change it "
            "until then."
        )
        if desk.is_own and franchise.contracts_named:
            drivers = [driver.id for driver in staying if desk.season.contracts[driver.id].protected]
            self.filled_because = "Filled in as you named them last."
        else:
            self.filled_because = STANDING_ORDERS
            suggested = suggested_command(desk, protect_drivers, ProtectDriversCommand)
            drivers = [] if suggested is None else list(suggested.drivers)
        self.initial.setdefault("drivers", drivers)

    def consequence(self) -> str:
        """That nobody is protected, if nobody is ticked."""
        return "" if self.cleaned_data.get("drivers") else "No driver is protected: all of them may be drafted."


@register_form("pick_driver")
class PickDriverForm(SeasonEndForm):
    """Pick a driver who is not protected (DM-C-165, DM-C-166)."""

    title = "Pick a driver"
    verb = "Pick this driver"
    final = "A pick is final. You pay their fee when you hire them for the next season; nobody else may hire them."
    template = "league/desk/pick.html"
    shows_drivers = True
    driver = DriverField(label="Driver")

    def lay_out(self) -> None:
        """Offer the drivers the franchise may pick, the best first; the initial value is what standing orders
        would pick.
        """
        desk, season = self.desk, self.desk.season
        draftable = (
            draftable_drivers(season, desk.franchise) if season.draft is not None and self.acting_franchise else []
        )
        draftable.sort(key=lambda driver: (-driver.level, -driver.xp, driver.id))
        if not self.is_bound and not self.written and "driver" in self.asked:  # chosen in the draft room already
            draftable = [driver for driver in draftable if driver.id == self.initial["driver"]] or draftable
        rows = rows_of_drivers(desk, fee=_drafted_fee, with_teams=True)
        offer_drivers(self, "driver", rows(draftable), with_teams=True)
        if draftable and "driver" not in self.initial and not self.is_bound:
            suggested = suggested_command(desk, pick_driver, PickDriverCommand)
            self.initial["driver"] = draftable[0].id if suggested is None else suggested.driver
            self.filled_because = "Filled in with the highest level." if suggested is None else STANDING_ORDERS

    @property
    def if_picked(self) -> PickEffects | None:
        """What picking the chosen driver would mean for the franchise; None if nobody is chosen."""
        season, id = self.desk.season, field_value(self, "driver")
        if self.acting_franchise is None or id not in season.drivers:
            return None
        return pick_effects(season, self.desk.franchise, [season.driver(id)], wanted=id, name=self.desk.called.driver)


@register_form("pass_pick")
class PassPickForm(SeasonEndForm):
    """Pass a turn in the draft (DM-C-166)."""

    title = "Pass in the draft"
    verb = "Pass"
    lead = "You keep the pick for a later round. When everybody passes in one round, the draft ends."
    final = "You cannot take this turn back."


class SponsorForm(SeasonEndForm):
    """A form about sponsors that leads to the sponsor pool's page."""

    def get_success_url(self) -> str:
        """The sponsor pool's page."""
        return links.sponsor_pool_url(self.desk.row.pk)

    def _words(self, sponsor: Sponsor) -> str:
        kind = SPONSOR_KINDS[sponsor.kind]
        return f"{kind.name}: {kind.dice}d6 × {kind.each_k}k a match. {SPONSOR_EFFECTS[sponsor.kind]}"

    def _offer_sponsors(self, sponsors: list[Sponsor], *, none: str = "") -> None:
        ordered = sorted(sponsors, key=lambda sponsor: (SPONSOR_KINDS[sponsor.kind].name, sponsor.id))
        choices = number_duplicates((sponsor.id, self._words(sponsor)) for sponsor in ordered)
        self.offer("sponsor", list(choices), none=none)


@register_form("declare_safe")
class DeclareSafeForm(SponsorForm):
    """Name the sponsor that cannot be lost (DM-C-168)."""

    title = "Declare a sponsor safe"
    verb = "Declare it safe"
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
            f"Of its {quantity(len(sponsors), 'sponsor')} each franchise loses one by dice, never the safe one. "
            "None is safe in two consecutive seasons. You may change this until the draw."
        )
        declared = next((sponsor.id for sponsor in sponsors if season.number in sponsor.safe_in), None)
        if declared is None and self.acting_franchise is not None and not self.acting_franchise.safe_declared:
            suggested = suggested_command(desk, declare_safe, DeclareSafeCommand)
            declared = None if suggested is None else suggested.sponsor
            self.filled_because = STANDING_ORDERS
        elif declared is not None:
            self.filled_because = "Filled in with the sponsor that is declared now."
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
                self.filled_because = STANDING_ORDERS


@register_form("pass_sponsor")
class PassSponsorForm(SponsorForm):
    """Pass a turn at the sponsor pool (DM-C-171)."""

    title = "Pass at the sponsor pool"
    verb = "Pass"
    lead = "You take nothing now. When everybody passes in one round, the pool closes and what is left in it is gone."
    final = "You cannot take this turn back."


def _drafted_fee(season: Season, driver: Driver) -> int:
    return drafted_fee(season, level=driver.level)
