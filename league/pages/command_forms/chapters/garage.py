"""Forms of the garage: cars bought, sold and designed, and items fitted to cars, weapons and drivers.

Rules DM-C-065 to DM-C-067, DM-C-106, DM-M-010.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from django import forms

from explain.season_names import Choices
from journal.state.default_names import CAR_NAMES
from league.pages.command_forms.base import CommandForm, register_form
from league.pages.command_forms.fields import LenientChoiceField, LenientNumberChoiceField, NewIdField, TextLineField
from league.pages.command_forms.name_suggestions import suggest_names
from league.pages.command_forms.size_effects import SizeChoice, SizeEffectForm
from rules.campaign.core.codec import parse_json
from rules.campaign.core.state import Car, Franchise, Item, Season
from rules.campaign.garage.cars import NORMAL_DP, OVERHEAD_DP, RESALE_DIVISOR, new_car_price
from rules.campaign.money.prices import car_price, round_amount
from rules.campaign.sponsors.kinds import effect_count, new_car_dp
from rules.campaign.steward.proposed_ids import car_stem, first_free_id
from rules.core.refusals import Malformed
from rules.core.terms import in_k
from rules.core.text_folding import fold_text
from rules.match.catalog import PLAIN_TREAD, TREADS, item_type, stat_lines
from rules.match.registry import rulesets

OVERHEAD = "overhead"
GEARING_CHOICES = [("0", "0, as most are"), ("-1", "−1, quicker off the mark"), ("1", "+1, faster at the end")]
LONGEST_DESIGN = 20_000
"""The longest design, in characters of JSON."""


def sale_proceeds(season: Season, car: Car) -> int:
    """What selling a car brings, in credits (DM-C-001, DM-C-106)."""
    value = car.paid if season.setting("sell.base") == "price_paid" else car_price(overhead=car.overhead)
    return round_amount(value // RESALE_DIVISOR, str(season.setting("money.rounding")))


def dp_now(season: Season, franchise: str, *, overhead: bool) -> int:
    """The design points of a car bought now (DM-C-066, DM-C-075)."""
    manufacturers = effect_count(season, franchise, "car_manufacturer")
    return new_car_dp(printed=OVERHEAD_DP if overhead else NORMAL_DP, overhead=overhead, manufacturer=manufacturers)


@register_form("buy_car")
class BuyCarForm(SizeEffectForm):
    """Buy a new car (DM-C-066)."""

    title = "Buy a car"
    verb = "Buy"
    overhead = LenientChoiceField(label="Car", widget=forms.RadioSelect, required=False)
    name = TextLineField(label="Name", required=False, help_text="What is painted on its side.")
    gunner_station = forms.BooleanField(
        label="With a gunner station",
        required=False,
        help_text="A second person can sit at its guns. You cannot change this later.",
    )
    gearing = LenientNumberChoiceField(
        label="Gear-set",
        choices=GEARING_CHOICES,
        required=False,
        help_text="The car comes with the one it is built for.",
    )
    tread = LenientChoiceField(label="Tread of its tires", required=False)
    car = NewIdField()

    def lay_out(self) -> None:
        """Offer both sizes of car at their present prices, and suggest an unused name."""
        desk, season = self.desk, self.desk.season
        if desk.franchise:
            self.offer(
                "overhead", [("", self._car_label(overhead=False)), (OVERHEAD, self._car_label(overhead=True))]
            )
        else:
            self.offer("overhead", [("", "an ordinary car"), (OVERHEAD, "an overhead car")])
        if season.setting("vehicle.includes_light_tires"):
            self.offer("tread", [(tread, tread.replace("_", " ")) for tread in TREADS])
            self.initial.setdefault("tread", PLAIN_TREAD)
        else:
            del self.fields["tread"]
        names = suggest_names(CAR_NAMES, franchise=desk.franchise, taken=desk.called.names.cars.values())
        if names and "name" not in self.initial:
            self.initial["name"] = names[0]
            self.filled_because = "Filled in with a name that no car here has had. Change it as you like."

    def fresh_id(self, name: str) -> str:  # noqa: ARG002 - the command creates one thing
        """The id of the franchise's next car, such as `razors.car4`."""
        return first_free_id(car_stem(self.desk.season, self.desk.franchise), self.desk.unavailable_ids("cars"))

    @classmethod
    def initial_from_document(cls, written: Mapping[str, Any]) -> dict[str, Any]:
        """The choice of an ordinary or an overhead car."""
        return {**super().initial_from_document(written), "overhead": OVERHEAD if written.get("overhead") else ""}

    def document(self) -> dict[str, Any]:
        """The choice as `overhead`, true or false."""
        return {**super().document(), "overhead": self.cleaned_data["overhead"] == OVERHEAD}

    def size_choices(self, franchise: Franchise) -> list[SizeChoice]:
        """An ordinary car counts once, an overhead car twice."""
        season = self.desk.season
        return [
            SizeChoice("with this car", -new_car_price(season, franchise.id), 1),
            SizeChoice("with an overhead car", -new_car_price(season, franchise.id, overhead=True), 2),
        ]

    def _car_label(self, *, overhead: bool) -> str:
        season, franchise = self.desk.season, self.desk.franchise
        kind_words = "an overhead car" if overhead else "an ordinary car"
        price = in_k(new_car_price(season, franchise, overhead=overhead))
        return f"{kind_words}, {dp_now(season, franchise, overhead=overhead)} DP for {price}"


@register_form("sell_car")
class SellCarForm(SizeEffectForm):
    """Sell a car (DM-C-106)."""

    title = "Sell a car"
    verb = "Sell"
    lead = "A car sells for half its worth. What can be taken off it goes to the stores; the rest is sold with it."
    final = "You cannot get a sold car back."
    car = LenientChoiceField(label="Car")

    def lay_out(self) -> None:
        """Offer every car that is not destroyed, with its proceeds."""
        cars = self._cars()
        labels = {car.id: f"{self.desk.called.car(car.id)}, sells for {in_k(self._proceeds(car))}" for car in cars}
        self.offer("car", sorted(labels.items(), key=lambda choice: fold_text(choice[1])))

    def size_choices(self, franchise: Franchise) -> list[SizeChoice]:  # noqa: ARG002 - the garage is the context's
        """Each car with its proceeds."""
        return [
            SizeChoice(f"without {self.desk.called.car(car.id)}", self._proceeds(car), -1 - car.overhead)
            for car in self._cars()
        ]

    def _cars(self) -> list[Car]:
        return [car for car in self.desk.season.garage(self.desk.franchise) if not car.destroyed]

    def _proceeds(self, car: Car) -> int:
        return sale_proceeds(self.desk.season, car)


@register_form("design_car")
class DesignCarForm(CommandForm):
    """Give a design, as JSON, to a car that has none (DM-M-010)."""

    title = "Give a car its design"
    verb = "Build it like that"
    final = "A design is final."
    car = LenientChoiceField(label="Car")
    ruleset = LenientChoiceField(label="For matches of")
    design = forms.CharField(
        label="Design",
        max_length=LONGEST_DESIGN,
        widget=forms.Textarea(attrs={"rows": 12, "spellcheck": "false"}),
        help_text="As JSON. A car without a design enters with a stock design that fits what it carries.",
    )

    def lay_out(self) -> None:
        """Offer every car of the garage, and the rulesets."""
        desk = self.desk
        cars = desk.season.garage(desk.franchise) if desk.franchise else []
        self.offer("car", desk.called.car_choices(car.id for car in cars))
        self.offer("ruleset", [(ruleset.name, ruleset.title) for ruleset in rulesets()])

    @classmethod
    def initial_from_document(cls, written: Mapping[str, Any]) -> dict[str, Any]:
        """The design as JSON."""
        return {**super().initial_from_document(written), "design": json.dumps(written["design"], indent=2)}

    def document(self) -> dict[str, Any]:
        """The design parsed from JSON. Raises `Malformed` if it is no JSON."""
        return {**super().document(), "design": parse_json(self.cleaned_data["design"])}


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
