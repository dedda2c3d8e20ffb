"""Forms with which owners look after their drivers: cure quirks, place trait points. Rules DM-C-018, DM-C-057."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django import forms

from explain.printed_names import TRAIT_WORDS
from league.pages.command_forms.base import CommandForm, register_form
from league.pages.command_forms.driver_choices import DriverField, offer_drivers, rows_of_drivers
from league.pages.command_forms.fields import LenientChoiceField
from rules.campaign.people.medical_devices import CURES
from rules.campaign.people.quirks import quirk_name
from rules.campaign.people.traits import base_trait
from rules.core.refusals import Malformed
from rules.core.terms import Trait


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
