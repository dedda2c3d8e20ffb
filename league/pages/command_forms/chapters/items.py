"""Forms that fit items from the stores to cars, weapons and drivers, and take them off. Rule DM-C-067."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from explain.season_names import Choices
from league.pages.command_forms.base import CommandForm, register_form
from league.pages.command_forms.fields import LenientChoiceField
from rules.campaign.core.state import Item
from rules.core.refusals import Malformed
from rules.match.catalog import item_type, stat_lines

PLACES = {"car": "Cars", "weapon": "Weapons", "driver": "Drivers"}


@register_form("fit_item")
class FitItemForm(CommandForm):
    """Fit an item; the place includes its kind, as in `car:razors.car1`."""

    title = "Fit an item"
    verb = "Fit it"
    item = LenientChoiceField(label="Item")
    to = LenientChoiceField(label="Where to")

    def lay_out(self) -> None:
        """Offer the items that can be moved, and the places where the requested one can go, or else all."""
        desk = self.desk
        items = [item for item in desk.season.stores(desk.franchise) if item_type(item.kind).where]
        self.offer("item", desk.called.item_choices(item.id for item in items if movable(item)))
        requested = next((item for item in items if item.id == self._current_value("item")), None)
        kinds = {item_type(requested.kind).where} if requested else {item_type(item.kind).where for item in items}
        places = {where: self._places(where) for where in PLACES if where in kinds}
        self.fields["to"].choices = [  # type: ignore[attr-defined]
            (PLACES[where], choices) for where, choices in places.items() if choices
        ]
        if not items:
            self.fields[
                "item"
            ].help_text = "There is nothing in the stores to fit. Buy something from the price list first."

    @classmethod
    def initial_from_document(cls, written: Mapping[str, Any]) -> dict[str, Any]:
        """The place with its kind."""
        places = [f"{where}:{written[where]}" for where in PLACES if written.get(where)]
        return {**super().initial_from_document(written), "to": "".join(places)}

    def document(self) -> dict[str, Any]:
        """The place as the field for its kind. Raises `Malformed` if it is no place."""
        place_kind, _, id = self.cleaned_data["to"].partition(":")
        if place_kind not in PLACES or not id:
            raise Malformed("The item cannot go there: choose a car, a weapon or a driver.")
        return {**super().document(), place_kind: id}

    def get_success_url(self) -> str:
        """The franchise's stores."""
        return self.desk.franchise_tab_url("stores")

    def _current_value(self, name: str) -> str:
        return str(self.data.get(name) or self.initial.get(name) or "")

    def _places(self, where: str) -> Choices:
        desk, season = self.desk, self.desk.season
        match where:
            case "car":
                cars = [car.id for car in season.garage(desk.franchise) if not car.destroyed]
                choices = desk.called.car_choices(cars)
            case "driver":
                choices = desk.called.driver_choices(driver.id for driver in season.roster(desk.franchise))
            case _:
                choices = [(item.id, self._gun(item)) for item in season.stores(desk.franchise) if _shoots(item)]
        return [(f"{where}:{id}", words) for id, words in choices]

    def _gun(self, gun: Item) -> str:
        names = self.desk.called
        return f"{names.item(gun.id)} {f'on {names.car(gun.car)}' if gun.car else 'in the stores'}"


@register_form("stow_item")
class StowItemForm(CommandForm):
    """Put an item back into the stores (DM-C-067)."""

    title = "Put an item into the stores"
    verb = "Stow it"
    item = LenientChoiceField(label="Item")

    def lay_out(self) -> None:
        """Offer every fitted item that can be taken off."""
        desk = self.desk
        stores = desk.season.stores(desk.franchise)
        fitted = [item for item in stores if (item.car or item.driver or item.weapon) and movable(item)]
        self.offer("item", [(item.id, self._item_label(item)) for item in fitted])

    def get_success_url(self) -> str:
        """The franchise's stores."""
        return self.desk.franchise_tab_url("stores")

    def _item_label(self, item: Item) -> str:
        names = self.desk.called
        carrier = names.car(item.car) if item.car else names.driver(item.driver) if item.driver else ""
        return f"{names.item(item.id)}, on {carrier or names.item(item.weapon)}"


def movable(item: Item) -> bool:
    """Whether an item can be moved: it can be taken off again, or is not fitted yet."""
    return item_type(item.kind).removable or not (item.car or item.weapon)


def _shoots(item: Item) -> bool:
    return bool(stat_lines(item.kind, variant=item.variant))
