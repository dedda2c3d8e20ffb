"""The forms of fitting: what lies in the stores goes on cars, weapons and drivers, and comes off. Rule DM-C-067."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from explain.season_names import Choices
from league.pages.command_forms.base import CommandForm, register_form
from league.pages.command_forms.fields import LenientChoiceField
from rules.campaign.core.goods import Item
from rules.campaign.garage.catalog import item_type, stat_lines
from rules.core.refusals import Malformed

PLACES = {"car": "Cars", "weapon": "Weapons", "driver": "Drivers"}


@register_form("fit_item")
class FitItemForm(CommandForm):
    """An item put where it goes; the place says what kind of place it is, as in `car:razors.car1`."""

    title = "Fit an item"
    verb = "Fit it"
    item = LenientChoiceField(label="Item")
    to = LenientChoiceField(label="Where to")

    def lay_out(self) -> None:
        """What is in the stores or may be moved; places where the one that was asked for goes, or all."""
        desk = self.desk
        items = [item for item in desk.season.stores(desk.franchise) if item_type(item.kind).where]
        self.offer("item", desk.called.item_choices(item.id for item in items if movable(item)))
        asked = next((item for item in items if item.id == self._current_value("item")), None)
        wheres = {item_type(asked.kind).where} if asked else {item_type(item.kind).where for item in items}
        places = {where: self._places(where) for where in PLACES if where in wheres}
        self.fields["to"].choices = [  # type: ignore[attr-defined]
            (PLACES[where], offered) for where, offered in places.items() if offered
        ]
        if not items:
            self.fields["item"].help_text = "The stores hold nothing to fit: buy from the price list first."

    @classmethod
    def initial_from_document(cls, written: Mapping[str, Any]) -> dict[str, Any]:
        """The place with the word for its kind."""
        places = [f"{where}:{written[where]}" for where in PLACES if written.get(where)]
        return {**super().initial_from_document(written), "to": "".join(places)}

    def document(self) -> dict[str, Any]:
        """The place as the field of its kind. Raises `Malformed` for what is no place."""
        where, _, id = self.cleaned_data["to"].partition(":")
        if where not in PLACES or not id:
            raise Malformed("That is no place for an item: choose a car, a weapon or a driver.")
        return {**super().document(), where: id}

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
                offered = desk.called.car_choices(cars)
            case "driver":
                offered = desk.called.driver_choices(driver.id for driver in season.roster(desk.franchise))
            case _:
                offered = [(item.id, self._gun(item)) for item in season.stores(desk.franchise) if _shoots(item)]
        return [(f"{where}:{id}", words) for id, words in offered]

    def _gun(self, gun: Item) -> str:
        called = self.desk.called
        return f"{called.item(gun.id)} {f'on {called.car(gun.car)}' if gun.car else 'in the stores'}"


@register_form("stow_item")
class StowItemForm(CommandForm):
    """An item back to the stores (DM-C-067)."""

    title = "Put an item into the stores"
    verb = "Stow it"
    item = LenientChoiceField(label="Item")

    def lay_out(self) -> None:
        """Everything that is on something and comes off it."""
        desk = self.desk
        stores = desk.season.stores(desk.franchise)
        fitted = [item for item in stores if (item.car or item.driver or item.weapon) and movable(item)]
        self.offer("item", [(item.id, self._item_label(item)) for item in fitted])

    def get_success_url(self) -> str:
        """The franchise's stores."""
        return self.desk.franchise_tab_url("stores")

    def _item_label(self, item: Item) -> str:
        called = self.desk.called
        on = called.car(item.car) if item.car else called.driver(item.driver) if item.driver else ""
        return f"{called.item(item.id)}, on {on or called.item(item.weapon)}"


def movable(item: Item) -> bool:
    """Whether an item may go somewhere: it comes off again, or is on nothing yet."""
    return item_type(item.kind).removable or not (item.car or item.weapon)


def _shoots(item: Item) -> bool:
    return bool(stat_lines(item.kind, variant=item.variant))
