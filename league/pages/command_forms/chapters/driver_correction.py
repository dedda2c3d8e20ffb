"""The form of a correction to a driver's sheet. Rule HOUSE-002."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django import forms

from explain import links
from explain.printed_names import AVAILABILITY_WORDS, TRAIT_WORDS
from league.pages.command_forms.base import register_form
from league.pages.command_forms.chapters.house_acts import HouseActForm
from league.pages.command_forms.fields import LenientChoiceField, LenientMultipleChoiceField, TextLineField
from rules.campaign.commissioner.driver_corrections import ADJUSTABLE_AVAILABILITIES
from rules.campaign.core.state import Driver
from rules.campaign.people.quirks import QUIRK_NAMES
from rules.campaign.people.talents import TALENT_BY_TAG
from rules.campaign.season.invariants import FATIGUE_TRAITS
from rules.core.refusals import Malformed
from rules.core.terms import Trait

UNCHANGED_LABEL = "Leave it as it is"
ADDITIVE_FIELDS = ("driving", "gunnery", "initiative", "toughness", "xp")
"""Fields whose number is added, below 0 taken off."""
NO_FATIGUE = "none"


@register_form("adjust_driver")
class AdjustDriverForm(HouseActForm):
    """A correction: what is left as it is changes nothing (HOUSE-002)."""

    title = "Correct a driver"
    verb = "Correct him"
    throws = True
    template = "league/desk/driver.html"
    driver = LenientChoiceField(label="Driver")
    driving = forms.IntegerField(label="Driving", required=False)
    gunnery = forms.IntegerField(label="Gunnery", required=False)
    initiative = forms.IntegerField(label="Initiative", required=False)
    toughness = forms.IntegerField(label="Toughness", required=False)
    xp = forms.IntegerField(
        label="XP", required=False, help_text="A level reached by it is rolled for as after a match."
    )
    quirk = LenientChoiceField(label="Quirk", required=False)
    quirk_change = forms.IntegerField(label="How often it is added", required=False, help_text="−1 takes one off.")
    fatigue = TextLineField(
        label="Fatigue",
        required=False,
        help_text="The whole list of traits it lowers, oldest first, with spaces: gunnery driving. none clears it.",
    )
    availability = LenientChoiceField(label="Availability", required=False)
    retiring = forms.ChoiceField(
        label="When the season ends",
        required=False,
        choices=[("", UNCHANGED_LABEL), ("yes", "he must retire"), ("no", "he may stay")],
    )
    talents_added = LenientMultipleChoiceField(label="Talents to add", required=False)
    talents_removed = LenientMultipleChoiceField(label="Talents to take", required=False)

    def lay_out(self) -> None:
        """Whoever has not left the sport; and what the chosen one's sheet says now."""
        season, called = self.desk.season, self.desk.called
        self.offer(
            "driver",
            called.driver_choices(each.id for each in season.all_drivers() if each.availability != "retired"),
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
        """Fatigue in words, and whether they must retire."""
        made = super().initial_from_document(written)
        if "retiring" in written:
            made["retiring"] = "yes" if written["retiring"] else "no"
        if "fatigue" in written:
            made["fatigue"] = " ".join(written["fatigue"] or []) or NO_FATIGUE
        return made

    def document(self) -> dict[str, Any]:
        """What was filled in. Raises `Malformed` for fatigue that names no trait."""
        made = {name: value for name, value in super().document().items() if value != []}
        made.pop("retiring", None)
        made.pop("fatigue", None)
        if self.cleaned_data["retiring"]:
            made["retiring"] = self.cleaned_data["retiring"] == "yes"
        if tired := self.cleaned_data["fatigue"].lower().replace(",", " ").split():
            traits = [] if tired == [NO_FATIGUE] else tired
            if unknown := next((trait for trait in traits if trait not in TRAIT_WORDS), None):
                raise Malformed(
                    f"{unknown[:40]!r} in the fatigue is no trait: write {', '.join(sorted(FATIGUE_TRAITS))}, or "
                    f"{NO_FATIGUE}."
                )
            made["fatigue"] = [Trait(trait).value for trait in traits]
        return made

    def get_success_url(self) -> str:
        """The driver, once one is chosen."""
        chosen = self.current_value("driver")
        known = chosen in self.desk.season.drivers
        return links.driver_url(self.desk.row.league_id, chosen) if known else super().get_success_url()

    def _add_current_values(self, driver: Driver) -> None:
        """Say beside each field what it is now."""
        for name in ADDITIVE_FIELDS:
            now, more = getattr(driver, name), self.fields[name].help_text
            self.fields[name].help_text = f"Is {now}. {more}".strip()
        quirks = [f"{QUIRK_NAMES[each]} ×{times}" for each, times in sorted(driver.quirks.items())]
        self.fields["quirk"].help_text = f"Has {', '.join(quirks) or 'none'}."
        self.fields["fatigue"].help_text += f" Is {' '.join(driver.fatigue) or NO_FATIGUE}."
        self.fields["availability"].help_text = f"Is {AVAILABILITY_WORDS[driver.availability]}."
        self.fields["retiring"].help_text = "Is marked to retire." if driver.retiring else "Is not marked to retire."
        held = list(dict.fromkeys(driver.talents))
        self.offer("talents_removed", [(tag, TALENT_BY_TAG[tag].name) for tag in held])
        if not held:
            self.fields["talents_removed"].help_text = "Has none."
