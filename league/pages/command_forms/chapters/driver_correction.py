"""The form that corrects a driver's sheet. Rule HOUSE-002."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django import forms

from explain import links
from explain.printed_names import AVAILABILITY_WORDS, TRAIT_WORDS
from league.pages.command_forms.base import register_form
from league.pages.command_forms.chapters.house_acts import HouseActForm
from league.pages.command_forms.fields import LenientChoiceField, LenientMultipleChoiceField, TextLineField
from league.pages.number_fields import WholeNumberField
from rules.campaign.commissioner.driver_corrections import ADJUSTABLE_AVAILABILITIES
from rules.campaign.core.state import Driver
from rules.campaign.people.quirks import QUIRK_NAMES
from rules.campaign.people.talents import TALENT_BY_TAG
from rules.campaign.season.invariants import FATIGUE_TRAITS
from rules.core.refusals import Malformed
from rules.core.terms import Trait

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
