"""Forms for a franchise's drivers: hired, let go, looked after, and corrected by a commissioner.

Rules DM-C-018, DM-C-057, DM-C-060 to DM-C-063, HOUSE-002.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from django import forms

from drivers.queries import driver_names
from explain import links
from explain.names import trade_number
from explain.printed_names import AVAILABILITY_WORDS, TRAIT_WORDS
from journal.state.default_names import ROOKIES
from league.pages.command_forms.base import CommandForm, register_form
from league.pages.command_forms.chapters.house_acts import HouseActForm
from league.pages.command_forms.driver_choices import DriverField, offer_drivers, rows_of_drivers
from league.pages.command_forms.fields import (
    LenientChoiceField,
    LenientMultipleChoiceField,
    NewIdField,
    TextLineField,
)
from league.pages.command_forms.name_suggestions import suggest_names
from league.pages.command_forms.size_effects import SizeChoice, SizeEffectForm
from league.pages.command_forms.trade_preview import goods_words
from league.pages.number_fields import WholeNumberField
from rules.campaign.commissioner.driver_corrections import ADJUSTABLE_AVAILABILITIES
from rules.campaign.core.command import open_steps
from rules.campaign.core.state import Driver, Franchise, Season, Trade
from rules.campaign.money.prices import ROOKIE_K
from rules.campaign.people.medical_devices import CURES
from rules.campaign.people.quirks import QUIRK_NAMES, quirk_name
from rules.campaign.people.talents import TALENT_BY_TAG
from rules.campaign.people.traits import base_trait
from rules.campaign.people.veterans import rehire_fee
from rules.campaign.season.invariants import FATIGUE_TRAITS
from rules.campaign.steward.proposed_ids import first_free_id, rookie_stem
from rules.core.refusals import Malformed
from rules.core.terms import K, Trait, in_k

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


@register_form("use_medical_device")
class UseMedicalDeviceForm(CommandForm):
    """Correct a quirk (DM-C-057); the choice is `ITEM/DRIVER/QUIRK`, since each device cures only some quirks."""

    title = "Use a medical device"
    verb = "Use it"
    final = "The device is used up."
    cure = LenientChoiceField(label="Cure", widget=forms.RadioSelect)

    def lay_out(self) -> None:
        """Offer every quirk of the roster that an item in the stores corrects, or those of the requested driver or
        item.
        """
        choices = [
            (f"{item}/{driver}/{quirk}", words)
            for item, driver, quirk, words in self._cures()
            if self.initial.get("driver", driver) == driver and self.initial.get("item", item) == item
        ]
        self.offer("cure", choices)
        if choices:
            self.initial.setdefault("cure", choices[0][0])
        else:
            self.fields["cure"].help_text = "No device in the stores cures a quirk that one of these drivers has."

    @classmethod
    def initial_from_document(cls, written: Mapping[str, Any]) -> dict[str, Any]:
        """Item, driver and quirk as one choice."""
        return {
            **super().initial_from_document(written),
            "cure": f"{written['item']}/{written['driver']}/{written['quirk']}",
        }

    def document(self) -> dict[str, Any]:
        """The choice as three fields. Raises `Malformed` if it is not a cure."""
        parts = self.cleaned_data["cure"].split("/")
        if len(parts) != len(("item", "driver", "quirk")):
            raise Malformed("That is not one of the cures: choose a driver and a quirk.")
        return {**super().document(), "item": parts[0], "driver": parts[1], "quirk": parts[2]}

    def _cures(self) -> list[tuple[str, str, str, str]]:
        desk, cures = self.desk, []
        for item in desk.season.stores(desk.franchise):
            for driver in desk.season.roster(desk.franchise):
                for quirk in CURES.get(item.kind, ()):
                    if times := driver.quirks.get(quirk, 0):
                        twice = " (second time)" if times > 1 else ""
                        name = desk.called.driver(driver.id)
                        words = f"{name}: {quirk_name(quirk)}{twice}, with {desk.called.item(item.id)}"
                        cures.append((item.id, driver.id, quirk, words))
        return cures


@register_form("choose_trait")
class ChooseTraitForm(CommandForm):
    """Place a trait point, if owners choose traits (DM-C-018)."""

    title = "Place a trait point"
    verb = "Raise it"
    final = "A trait rises for good."
    shows_drivers = True
    driver = DriverField(label="Driver")
    trait = LenientChoiceField(label="Trait", widget=forms.RadioSelect)

    def lay_out(self) -> None:
        """Offer the drivers with a point to place, and traits with the chosen driver's present values."""
        desk = self.desk
        waiting = [driver for driver in desk.season.roster(desk.franchise) if driver.trait_choices]
        offer_drivers(self, "driver", rows_of_drivers(desk)(waiting) if waiting else [])
        driver_id = str(self.data.get("driver") or self.initial.get("driver") or "")
        chosen = next(
            (driver for driver in waiting if driver.id == driver_id), waiting[0] if len(waiting) == 1 else None
        )
        self.offer(
            "trait",
            [(trait.value, _trait_label(trait, base_trait(chosen, trait) if chosen else None)) for trait in Trait],
        )
        if not waiting:
            self.fields["driver"].help_text = "Nobody has a trait point to place: advancement rolls give them."


def _trait_label(trait: Trait, base: int | None) -> str:
    words = TRAIT_WORDS[trait.value]
    return words if base is None else f"{words}, from {base} to {base + 1}"


UNCHANGED_LABEL = "Leave it as it is"
ADDITIVE_FIELDS = ("driving", "gunnery", "initiative", "toughness", "xp")
"""Fields whose number is added to the present value."""
NO_FATIGUE = "none"


@register_form("adjust_driver")
class AdjustDriverForm(HouseActForm):
    """Correct a driver's sheet; fields left empty change nothing (HOUSE-002)."""

    title = "Correct a driver"
    verb = "Correct this driver"
    throws = True
    template = "league/desk/driver.html"
    driver = LenientChoiceField(label="Driver")
    driving = WholeNumberField(label="Driving", required=False)
    gunnery = WholeNumberField(label="Gunnery", required=False)
    initiative = WholeNumberField(label="Initiative", required=False)
    toughness = WholeNumberField(label="Toughness", required=False)
    xp = WholeNumberField(
        label="XP", required=False, help_text="If this reaches a new level, it is rolled for as after a match."
    )
    quirk = LenientChoiceField(label="Quirk", required=False)
    quirk_change = WholeNumberField(label="How many times to add it", required=False, help_text="−1 removes it once.")
    fatigue = TextLineField(
        label="Fatigue",
        required=False,
        help_text="All traits it lowers, oldest first, with spaces: gunnery driving. Write none to clear it.",
    )
    availability = LenientChoiceField(label="Availability", required=False)
    retiring = forms.ChoiceField(
        label="When the season ends",
        required=False,
        choices=[("", UNCHANGED_LABEL), ("yes", "must retire"), ("no", "may stay")],
    )
    talents_added = LenientMultipleChoiceField(label="Talents to add", required=False)
    talents_removed = LenientMultipleChoiceField(label="Talents to remove", required=False)

    def lay_out(self) -> None:
        """Offer the drivers who have not retired, and show the present values of the chosen one."""
        season, names = self.desk.season, self.desk.called
        self.offer(
            "driver",
            names.driver_choices(driver.id for driver in season.all_drivers() if driver.availability != "retired"),
        )
        self.offer("quirk", list(QUIRK_NAMES.items()), none="No quirk")
        self.offer(
            "availability",
            [(availability, AVAILABILITY_WORDS[availability]) for availability in ADJUSTABLE_AVAILABILITIES],
            none=UNCHANGED_LABEL,
        )
        self.offer("talents_added", [(tag, TALENT_BY_TAG[tag].name) for tag in sorted(TALENT_BY_TAG)])
        driver = season.drivers.get(self.current_value("driver"))
        if driver is None:
            self.offer("talents_removed", [(tag, TALENT_BY_TAG[tag].name) for tag in sorted(TALENT_BY_TAG)])
        else:
            self._add_current_values(driver)

    @classmethod
    def initial_from_document(cls, written: Mapping[str, Any]) -> dict[str, Any]:
        """Fatigue as text, and retirement as a choice."""
        initial = super().initial_from_document(written)
        if "retiring" in written:
            initial["retiring"] = "yes" if written["retiring"] else "no"
        if "fatigue" in written:
            initial["fatigue"] = " ".join(written["fatigue"] or []) or NO_FATIGUE
        return initial

    def document(self) -> dict[str, Any]:
        """The command's document. Raises `Malformed` if the fatigue names something that is no trait."""
        document = {name: value for name, value in super().document().items() if value != []}
        document.pop("retiring", None)
        document.pop("fatigue", None)
        if self.cleaned_data["retiring"]:
            document["retiring"] = self.cleaned_data["retiring"] == "yes"
        if words := self.cleaned_data["fatigue"].lower().replace(",", " ").split():
            traits = [] if words == [NO_FATIGUE] else words
            if unknown := next((trait for trait in traits if trait not in TRAIT_WORDS), None):
                raise Malformed(
                    f"{unknown[:40]!r} in the fatigue is not a trait: write {', '.join(sorted(FATIGUE_TRAITS))}, or "
                    f"{NO_FATIGUE}."
                )
            document["fatigue"] = [Trait(trait).value for trait in traits]
        return document

    def get_success_url(self) -> str:
        """The driver's page, once a driver is chosen."""
        driver = self.current_value("driver")
        exists = driver in self.desk.season.drivers
        return links.driver_url(self.desk.row.league_id, driver) if exists else super().get_success_url()

    def _add_current_values(self, driver: Driver) -> None:
        """Show the present value in each field's help text."""
        for name in ADDITIVE_FIELDS:
            current, help_text = getattr(driver, name), self.fields[name].help_text
            self.fields[name].help_text = f"Is {current}. {help_text}".strip()
        quirks = [f"{QUIRK_NAMES[quirk]} ×{times}" for quirk, times in sorted(driver.quirks.items())]
        self.fields["quirk"].help_text = f"Has {', '.join(quirks) or 'none'}."
        self.fields["fatigue"].help_text += f" Is {' '.join(driver.fatigue) or NO_FATIGUE}."
        self.fields["availability"].help_text = f"Is {AVAILABILITY_WORDS[driver.availability]}."
        self.fields["retiring"].help_text = "Is marked to retire." if driver.retiring else "Is not marked to retire."
        talents = list(dict.fromkeys(driver.talents))
        self.offer("talents_removed", [(tag, TALENT_BY_TAG[tag].name) for tag in talents])
        if not talents:
            self.fields["talents_removed"].help_text = "Has none."
