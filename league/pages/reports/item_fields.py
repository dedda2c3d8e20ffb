"""The fields of a report about items: what became of those on cars, and what was fitted from the stores.

Rules DM-C-067, DM-C-090, DM-C-094, DM-M-039, DM-M-130, DM-M-140.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django import forms

from explain.season_names import Choices, SeasonNames
from league.pages.command_forms.fields import LenientChoiceField
from league.pages.number_fields import WholeNumberField
from rules.campaign.core import state
from rules.campaign.core.state import Item
from rules.campaign.match_day.match_items import magazine_size
from rules.match.catalog import item_type

LOST, USED, STOWED = "lost", "used", "stowed"
TO = "to:"
REPORT_FIELD_OF_FATE = {LOST: "devices_lost", USED: "expendables_used", STOWED: "stowed"}
"""The list of a car's report line that has items with that fate."""


@dataclass(frozen=True, slots=True)
class ItemFields:
    """The fields of a match's items: `i:` and the item's id for its fate, `a:` for the ammunition left in a gun."""

    season: state.Season
    match: state.Match
    called: SeasonNames

    def add_to(self, form: forms.Form, line_up: state.LineUp) -> None:
        """Add the fields of everything a team has on its cars and, if it may be fitted, in its stores."""
        cars = [seat.car for seat in self.season.seats_of(line_up.id)]
        for car in cars:
            for item in self.season.items_on_car(car):
                others = [other for other in cars if other != car]
                form.fields[f"i:{item.id}"] = _field(self._item_name(item), self._fitted_item_choices(item, others))
                if self._counts_shots(item):
                    most = magazine_size(item)
                    form.fields[f"a:{item.id}"] = WholeNumberField(
                        label=f"{self._item_name(item)}: ammunition left", required=False, min_value=0, max_value=most
                    )
                    form.fields[f"a:{item.id}"].widget.attrs |= {"inputmode": "numeric", "data-step": "1"}
        for item in self._fittable_items(line_up) if cars else ():
            form.fields[f"i:{item.id}"] = _field(self._item_name(item), self._stored_item_choices(item, cars))

    def fields_on_car(self, form: forms.Form, car: str) -> tuple[forms.BoundField, ...]:
        """The fields of the items on a car."""
        names = [f"{kind}:{item.id}" for item in self.season.items_on_car(car) for kind in ("i", "a")]
        return tuple(form[name] for name in names if name in form.fields)

    def fields_in_stores(self, form: forms.Form, line_up: state.LineUp) -> tuple[forms.BoundField, ...]:
        """The fields of the items in the stores."""
        names = [f"i:{item.id}" for item in self._fittable_items(line_up)]
        return tuple(form[name] for name in names if name in form.fields)

    def initial_values(self, line: Mapping[str, Any]) -> dict[str, Any]:
        """The initial values from a car's line in a report."""
        initial: dict[str, Any] = {}
        fates = {id: word for word, name in REPORT_FIELD_OF_FATE.items() for id in line.get(name, ())}
        initial |= {f"i:{id}": word for id, word in fates.items()}
        for id in line.get("fitted", ()):
            suffix = f":{fates[id]}" if id in fates else ""
            initial[f"i:{id}"] = f"{TO}{line['car']}{suffix}"
        return {**initial, **{f"a:{id}": left for id, left in line.get("ammunition", {}).items()}}

    def item_lists_of(self, car: str, line_up: state.LineUp, cleaned: Mapping[str, Any]) -> dict[str, Any]:
        """The item lists of a car's line in the report."""
        lists: dict[str, Any] = {}
        for item in self.season.items_on_car(car):
            word = cleaned.get(f"i:{item.id}") or ""
            if word in REPORT_FIELD_OF_FATE:
                lists.setdefault(REPORT_FIELD_OF_FATE[word], []).append(item.id)
            left = cleaned.get(f"a:{item.id}")
            if left is not None and not word:
                lists.setdefault("ammunition", {})[item.id] = left
        for id in self._everything(line_up):
            word = str(cleaned.get(f"i:{id}") or "")
            if word.startswith(TO) and word.split(":")[1] == car:
                lists.setdefault("fitted", []).append(id)
                if (fate := word.split(":")[-1]) in REPORT_FIELD_OF_FATE:
                    lists.setdefault(REPORT_FIELD_OF_FATE[fate], []).append(id)
        return lists

    # ------------------------------------------------------------------------------------------------------ its parts

    def _item_name(self, item: Item) -> str:
        return self.called.item(item.id)

    def _fitted_item_choices(self, item: Item, others: list[str]) -> Choices:
        row = item_type(item.kind)
        choices: Choices = [("", "Still on it"), (LOST, "Lost or spoiled")]
        if row.consumed:
            choices.append((USED, "Used up"))
        if row.removable:
            choices.append((STOWED, "Back in the stores"))
            if not (item.bound or item.weapon):
                choices += [(f"{TO}{car}", f"Moved to {self.called.car(car)}") for car in others]
        return choices

    def _stored_item_choices(self, item: Item, cars: list[str]) -> Choices:
        suffixes = {"": "", f":{LOST}": ", and lost there"}
        if item_type(item.kind).consumed:
            suffixes[f":{USED}"] = ", and used up there"
        choices = [
            (f"{TO}{car}{ending}", f"Fitted to {self.called.car(car)}{words}")
            for car in cars
            for ending, words in suffixes.items()
        ]
        return [("", "In the stores"), *choices]

    def _counts_shots(self, item: Item) -> bool:
        return not self.season.setting("stores.free_ammo") and magazine_size(item) > 0

    def _fittable_items(self, line_up: state.LineUp) -> list[Item]:
        """Items in the stores that a pit crew may fit to a car (DM-M-039)."""
        return [
            item
            for item in self.season.stores(line_up.franchise)
            if not (item.car or item.driver or item.weapon or item.bound) and item_type(item.kind).where == "car"
        ]

    def _everything(self, line_up: state.LineUp) -> list[str]:
        on_cars = [
            item.id for seat in self.season.seats_of(line_up.id) for item in self.season.items_on_car(seat.car)
        ]
        return [*on_cars, *(item.id for item in self._fittable_items(line_up))]


def _field(label: str, choices: Choices) -> LenientChoiceField:
    return LenientChoiceField(label=label, choices=choices, required=False)
