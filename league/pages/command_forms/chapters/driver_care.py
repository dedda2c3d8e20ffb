"""The forms of what an owner does for their drivers: quirks cured, trait points placed. Rules DM-C-018, DM-C-057."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django import forms

from explain.printed_names import TRAIT_WORDS
from league.pages.command_forms.base import CommandForm, register_form
from league.pages.command_forms.fields import LenientChoiceField
from rules.campaign.people.medical_devices import CURES
from rules.campaign.people.quirks import quirk_name
from rules.campaign.people.traits import base_trait
from rules.core.refusals import Malformed
from rules.core.terms import Trait


@register_form("use_medical_device")
class UseMedicalDeviceForm(CommandForm):
    """A quirk corrected (DM-C-057), chosen as `ITEM/DRIVER/QUIRK`: each device is for quirks of its own."""

    title = "Use a medical device"
    verb = "Use it"
    final = "The device is used up."
    cure = LenientChoiceField(label="Cure", widget=forms.RadioSelect)

    def lay_out(self) -> None:
        """Every quirk on the roster that something in the stores corrects; of the driver or item asked for."""
        offered = [
            (f"{item}/{driver}/{quirk}", words)
            for item, driver, quirk, words in self._cures()
            if self.initial.get("driver", driver) == driver and self.initial.get("item", item) == item
        ]
        self.offer("cure", offered)
        if offered:
            self.initial.setdefault("cure", offered[0][0])
        else:
            self.fields["cure"].help_text = "No device in the stores is for a quirk that anybody here has."

    @classmethod
    def initial_from_document(cls, written: Mapping[str, Any]) -> dict[str, Any]:
        """Item, driver and quirk as one choice."""
        return {
            **super().initial_from_document(written),
            "cure": f"{written['item']}/{written['driver']}/{written['quirk']}",
        }

    def document(self) -> dict[str, Any]:
        """The choice as its three fields. Raises `Malformed` for what is none."""
        parts = self.cleaned_data["cure"].split("/")
        if len(parts) != len(("item", "driver", "quirk")):
            raise Malformed("That is no cure: choose who is to be cured of what.")
        return {**super().document(), "item": parts[0], "driver": parts[1], "quirk": parts[2]}

    def _cures(self) -> list[tuple[str, str, str, str]]:
        desk, found = self.desk, []
        for item in desk.season.stores(desk.franchise):
            for driver in desk.season.roster(desk.franchise):
                for quirk in CURES.get(item.kind, ()):
                    if times := driver.quirks.get(quirk, 0):
                        twice = " (second time)" if times > 1 else ""
                        name = desk.called.driver(driver.id)
                        words = f"{name}: {quirk_name(quirk)}{twice}, with {desk.called.item(item.id)}"
                        found.append((item.id, driver.id, quirk, words))
        return found


@register_form("choose_trait")
class ChooseTraitForm(CommandForm):
    """A trait point placed, where owners choose (DM-C-018)."""

    title = "Place a trait point"
    verb = "Raise it"
    final = "A trait rises for good."
    driver = LenientChoiceField(label="Driver")
    trait = LenientChoiceField(label="Trait", widget=forms.RadioSelect)

    def lay_out(self) -> None:
        """Whoever has a point to place, and their traits as they are."""
        desk = self.desk
        waits = [driver for driver in desk.season.roster(desk.franchise) if driver.trait_choices]
        self.offer("driver", desk.called.driver_choices(driver.id for driver in waits))
        driver_id = str(self.data.get("driver") or self.initial.get("driver") or "")
        one = next((driver for driver in waits if driver.id == driver_id), waits[0] if len(waits) == 1 else None)
        self.offer(
            "trait", [(trait.value, _trait_label(trait, base_trait(one, trait) if one else None)) for trait in Trait]
        )
        if not waits:
            self.fields["driver"].help_text = "Nobody has a trait point to place: advancement rolls give them."


def _trait_label(trait: Trait, base: int | None) -> str:
    words = TRAIT_WORDS[trait.value]
    return words if base is None else f"{words}, from {base} to {base + 1}"
