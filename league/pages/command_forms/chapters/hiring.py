"""Forms for hiring drivers and letting them go. Rules DM-C-060 to DM-C-063."""

from __future__ import annotations

from dataclasses import replace

from drivers.queries import driver_names
from explain.names import trade_number
from journal.state.default_names import ROOKIES
from league.pages.command_forms.base import CommandForm, register_form
from league.pages.command_forms.driver_choices import DriverField, offer_drivers, rows_of_drivers
from league.pages.command_forms.fields import NewIdField, TextLineField
from league.pages.command_forms.name_suggestions import suggest_names
from league.pages.command_forms.size_effects import SizeChoice, SizeEffectForm
from league.pages.command_forms.trade_preview import goods_words
from rules.campaign.core.command import open_steps
from rules.campaign.core.state import Driver, Franchise, Season, Trade
from rules.campaign.money.prices import ROOKIE_K
from rules.campaign.people.veterans import rehire_fee
from rules.campaign.steward.proposed_ids import first_free_id, rookie_stem
from rules.core.terms import K, in_k

IN_TRADE = ("in a waiting trade", "warn")
"""The note on a driver who would change sides in a trade that is not made yet."""


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
        label="Name", help_text="What the crowd will shout. Their clones have it too, and you can rename them later."
    )
    driver = NewIdField()

    def lay_out(self) -> None:
        """Suggest an unused name."""
        desk = self.desk
        names = suggest_names(ROOKIES, franchise=desk.franchise, taken=driver_names(desk.row.league_id))
        if names and "name" not in self.initial:
            self.initial["name"] = names[0]
            self.filled_because = "Filled in with a name that nobody here has had. Change it as you like."

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
    shows_drivers = True
    driver = DriverField(label="Driver")

    def lay_out(self) -> None:
        """Offer the drivers who may sign here with what hiring each takes, the highest levels first."""
        desk, season = self.desk, self.desk.season
        free = veterans_to_hire(season, desk.franchise) if desk.franchise else []
        free.sort(key=lambda veteran: (-veteran.level, -veteran.xp, veteran.id))
        offer_drivers(self, "driver", rows_of_drivers(desk, fee=fee_of)(free) if free else [])
        if not free:
            self.fields[
                "driver"
            ].help_text = (
                "There is nobody you may sign now. You can sign drivers you protected or drafted at a season's end."
            )

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
    final = "Nothing is refunded, and others may draft them when the season ends."
    shows_drivers = True
    driver = DriverField(label="Driver")

    def lay_out(self) -> None:
        """Offer the drivers of the roster."""
        desk = self.desk
        roster = desk.season.roster(desk.franchise) if desk.franchise else []
        rows = rows_of_drivers(desk)(roster) if roster else []
        noted = [replace(row, notes=(*row.notes, IN_TRADE)) if self._trades_with(row.id) else row for row in rows]
        offer_drivers(self, "driver", noted)

    def _trades_with(self, driver: str) -> list[Trade]:
        """The waiting trades in which the driver would change sides, as far as the person may see them (DM-C-107)."""
        return [
            trade for trade in self.desk.season.all_trades() if driver in (*trade.gives.drivers, *trade.takes.drivers)
        ]

    def consequence(self) -> str:
        """Which waiting trades can no longer be made without the driver."""
        return " ".join(self._lost_trade(trade) for trade in self._trades_with(self.cleaned_data["driver"]))

    def _lost_trade(self, trade: Trade) -> str:
        names = self.desk.called
        gives, takes = (", ".join(goods_words(self.desk, goods)) or "nothing" for goods in (trade.gives, trade.takes))
        return (
            f"This ends the trade {trade_number(trade.id)} that {names.franchise(trade.franchise)} proposed to "
            f"{names.franchise(trade.partner)}, {gives} for {takes}: it cannot be made without "
            f"{names.driver(self.cleaned_data['driver'])}."
        )

    def size_choices(self, franchise: Franchise) -> list[SizeChoice]:  # noqa: ARG002 - the same for all franchises
        """One driver fewer, without a refund."""
        return [SizeChoice("without them", 0, -1)]


@register_form("acknowledge_short_roster")
class AcknowledgeShortRosterForm(CommandForm):
    """Acknowledge a short roster (DM-C-060)."""

    title = "Start with a short roster"
    verb = "Acknowledge"
    lead = "You will have nobody to replace drivers who are hurt or tired. Confirm that you know this."
