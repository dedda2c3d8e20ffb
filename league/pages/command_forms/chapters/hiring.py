"""Forms for hiring drivers and letting them go. Rules DM-C-060 to DM-C-063."""

from __future__ import annotations

from journal.state.default_names import ROOKIES
from league.pages.command_forms.base import CommandForm, register_form
from league.pages.command_forms.fields import LenientChoiceField, NewIdField, TextLineField
from league.pages.command_forms.name_suggestions import suggest_names
from league.pages.command_forms.size_effects import SizeChoice, SizeEffectForm
from rules.campaign.core.command import open_steps
from rules.campaign.core.state import Driver, Franchise, Season
from rules.campaign.money.prices import ROOKIE_K
from rules.campaign.people.veterans import rehire_fee
from rules.campaign.steward.proposed_ids import first_free_id, rookie_stem
from rules.core.terms import K, in_k


def fee_of(season: Season, driver: Driver) -> int:
    """A veteran's present fee, in credits (DM-C-062)."""
    return rehire_fee(season, season.contracts.get(driver.id), level=driver.level)


def veterans_to_hire(season: Season, franchise: str) -> list[Driver]:
    """The veterans a franchise may hire: those reserved for it, or between matches all free ones (DM-C-062,
    DM-C-063).
    """
    if "S1" in open_steps(season):
        return season.reserved_drivers(franchise)
    free = (driver for driver in season.all_drivers() if driver.id not in season.contracts)
    return [driver for driver in free if driver.availability != "retired"]


@register_form("hire_rookie")
class HireRookieForm(SizeEffectForm):
    """Hire a rookie under a name of the owner's choice (DM-C-061)."""

    title = "Hire a rookie"
    verb = f"Hire for {ROOKIE_K}k"
    name = TextLineField(
        label="Name", help_text="What the crowd will shout. He keeps it for life, and so do his clones."
    )
    driver = NewIdField()

    def lay_out(self) -> None:
        """Suggest an unused name."""
        desk = self.desk
        names = suggest_names(ROOKIES, franchise=desk.franchise, taken=desk.called.names.drivers.values())
        self.initial.setdefault("name", names[0] if names else "")

    def fresh_id(self, name: str) -> str:  # noqa: ARG002 - the command creates one thing
        """The id of the franchise's next driver, such as `razors.d5`."""
        return first_free_id(rookie_stem(self.desk.season, self.desk.franchise), self.desk.unavailable_ids("drivers"))

    def size_choices(self, franchise: Franchise) -> list[SizeChoice]:  # noqa: ARG002 - the same for all franchises
        """One more driver."""
        return [SizeChoice("with this rookie", -ROOKIE_K * K, 1)]


@register_form("hire_veteran")
class HireVeteranForm(SizeEffectForm):
    """Hire a veteran who was kept or drafted, or is free between matches (DM-C-062, DM-C-063)."""

    title = "Hire a veteran"
    verb = "Hire"
    driver = LenientChoiceField(label="Driver")

    def lay_out(self) -> None:
        """Offer the drivers who may sign here, with their levels and fees."""
        desk, season = self.desk, self.desk.season
        free = veterans_to_hire(season, desk.franchise) if desk.franchise else []
        choices = [
            (driver.id, f"{desk.called.driver(driver.id)}, level {driver.level}, {in_k(fee_of(season, driver))}")
            for driver in sorted(free, key=lambda veteran: (-veteran.level, veteran.id))
        ]
        self.offer("driver", choices)
        if not choices:
            self.fields["driver"].help_text = "Nobody may sign here now: protect or draft drivers at a season's end."

    def size_choices(self, franchise: Franchise) -> list[SizeChoice]:
        """One more driver, at each of the possible fees."""
        fees = sorted(
            {fee_of(self.desk.season, veteran) for veteran in veterans_to_hire(self.desk.season, franchise.id)}
        )
        return [SizeChoice(f"with one for {in_k(fee)}", -fee, 1) for fee in fees]


@register_form("release_driver")
class ReleaseDriverForm(SizeEffectForm):
    """Let a driver go (DM-C-063)."""

    title = "Let a driver go"
    verb = "Let go"
    final = "Nothing is refunded, and others may draft him when the season ends."
    driver = LenientChoiceField(label="Driver")

    def lay_out(self) -> None:
        """Offer the drivers of the roster."""
        desk = self.desk
        roster = desk.season.roster(desk.franchise) if desk.franchise else []
        self.offer("driver", desk.called.driver_choices(driver.id for driver in roster))

    def size_choices(self, franchise: Franchise) -> list[SizeChoice]:  # noqa: ARG002 - the same for all franchises
        """One driver fewer, without a refund."""
        return [SizeChoice("without him", 0, -1)]


@register_form("acknowledge_short_roster")
class AcknowledgeShortRosterForm(CommandForm):
    """Acknowledge a short roster (DM-C-060)."""

    title = "Start with a short roster"
    verb = "Acknowledge"
    lead = "Whoever is hurt or tired cannot be replaced by a driver you do not have; say that you know."
