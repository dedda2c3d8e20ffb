"""Forms of commissioners' acts on money, points, deadlines, possessions and the seats of franchises.

Rules HOUSE-001, HOUSE-003, HOUSE-004, HOUSE-006, DM-C-179.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, ClassVar

from django import forms

from explain import links
from explain.printed_names import ITEM_WORDS
from explain.season_names import Choices
from league.pages.command_forms.base import CommandForm, register_form
from league.pages.command_forms.fields import LenientChoiceField, NewIdField, TextLineField
from league.pages.number_fields import MoneyField, WholeNumberField
from rules.campaign.garage.cars import NORMAL_DP, OVERHEAD_DP
from rules.campaign.market.tinkering import HEAT_SEEKING, ROLLED_VALUES
from rules.campaign.market.world_trade import RARE_TIRES
from rules.campaign.market.world_trade import RARE_TREAD_BY_FACE as RARE_TREADS
from rules.campaign.sponsors.kinds import SPONSOR_KINDS
from rules.campaign.steward.proposed_ids import first_free_id
from rules.core.tables import D6
from rules.core.terms import in_k
from rules.match.catalog import CATALOG, GEARINGS, RARE_CARCASSES, ROCKET_PACKS, TREADS

GEARING_WORDS = {-1: "gear-set −1", 0: "normal gears", 1: "gear-set +1"}
ROLL = "rolled_"
"""The prefix of fields for values that are otherwise rolled."""


class HouseActForm(CommandForm):
    """A commissioner's act; it leads to the house acts page."""

    def get_success_url(self) -> str:
        """The page where everyone can read the act with its reason."""
        return links.house_acts_url(self.desk.row.pk)

    def current_value(self, name: str) -> str:
        """A field's value before validation: as it was sent, or its initial value."""
        value = self.given.get(name) if self.given is not None else self.initial.get(name)
        return str(value or "")


class _FranchiseActForm(HouseActForm):
    franchise = LenientChoiceField(label="Franchise")

    def lay_out(self) -> None:
        """Offer every franchise of the season, by name, with the figure the act changes."""
        season = self.desk.season
        choices = self.desk.called.franchise_choices(season.franchises)
        self.offer("franchise", [(id, f"{name}{self.franchise_note(id)}") for id, name in choices])

    def franchise_note(self, id: str) -> str:  # noqa: ARG002 - for subclasses
        """The text after a franchise's name."""
        return ""


@register_form("adjust_balance")
class AdjustBalanceForm(_FranchiseActForm):
    """Give or take money (HOUSE-001)."""

    title = "Adjust a balance"
    verb = "Adjust it"
    amount = MoneyField(
        label="Amount in k", help_text="12.5 adds 12.5k, −12.5 takes it away. A balance never falls below 0."
    )

    def franchise_note(self, id: str) -> str:
        """Its balance."""
        return f" · balance {in_k(self.desk.season.franchises[id].balance)}"


@register_form("award_points")
class AwardPointsForm(_FranchiseActForm):
    """Give or dock points (HOUSE-004)."""

    title = "Award or dock points"
    verb = "Change the points"
    points = WholeNumberField(label="Points", help_text="2 awards two, −2 docks two. Nobody falls below 0.")

    def franchise_note(self, id: str) -> str:
        """Its points in the season."""
        return f" · {self.desk.season.franchises[id].points} points"


@register_form("give_car")
class GiveCarForm(_FranchiseActForm):
    """Give a car (HOUSE-003)."""

    title = "Give a car"
    verb = "Give it"
    name = TextLineField(label="Name", required=False)
    overhead = forms.BooleanField(label="An overhead car, which counts as two vehicles for overhead", required=False)
    gunner_station = forms.BooleanField(label="With a gunner station", required=False)
    gearing = forms.TypedChoiceField(
        label="Gears",
        coerce=int,
        choices=[(gearing, GEARING_WORDS[gearing]) for gearing in sorted(GEARINGS)],
        initial=0,
    )
    dp = WholeNumberField(
        label="Design points",
        required=False,
        help_text=f"Left empty: {NORMAL_DP}, or {OVERHEAD_DP} for an overhead car.",
    )
    car = NewIdField()

    def franchise_note(self, id: str) -> str:
        """The number of cars in its garage, and the limit."""
        season = self.desk.season
        return f" · {len(season.garage(id))} of {season.number_setting('garage.max')} cars"

    def fresh_id(self, name: str) -> str:  # noqa: ARG002 - the command creates one thing
        """The id of the next car a commissioner gives, such as `house.car1`."""
        return first_free_id("house.car", self.desk.unavailable_ids("cars"))


@register_form("give_item")
class GiveItemForm(_FranchiseActForm):
    """Give an item of any table; its details are asked once its kind is known (HOUSE-003)."""

    title = "Give an item"
    verb = "Give it"
    kind = LenientChoiceField(
        label="Item", help_text="If the item needs more details, the form asks for them when you press a button."
    )
    item = NewIdField()

    def lay_out(self) -> None:
        """Offer every kind of item, and add the fields for details of the chosen one."""
        super().lay_out()
        self.offer("kind", sorted(((kind, ITEM_WORDS[kind]) for kind in CATALOG), key=lambda choice: choice[1]))
        for name, label, choices in self._particulars(self.current_value("kind")):
            self.fields[name] = LenientChoiceField(label=label, choices=choices)
        if CATALOG.get(self.current_value("kind")) is not None and CATALOG[self.current_value("kind")].uses:
            most = CATALOG[self.current_value("kind")].uses
            self.fields["uses"] = WholeNumberField(
                label="Uses left", required=False, help_text=f"Left empty, the item is new and has {most}."
            )

    def fresh_id(self, name: str) -> str:  # noqa: ARG002 - the command creates one thing
        """The id of the next item a commissioner gives, such as `house.item1`."""
        return first_free_id("house.item", self.desk.unavailable_ids("items"))

    @classmethod
    def initial_from_document(cls, written: Mapping[str, Any]) -> dict[str, Any]:
        """Each rolled value in its own field."""
        rolled = {f"{ROLL}{name}": str(value) for name, value in written.get("rolled", {}).items()}
        gearing = {"gearing": str(written["gearing"])} if "gearing" in written else {}
        return {**super().initial_from_document(written), **rolled, **gearing}

    def document(self) -> dict[str, Any]:
        """The item with its details, including the values that would have been rolled."""
        fields = self.cleaned_data
        details = {name: fields[name] for name in ("franchise", "item", "kind")}
        for name in ("tread", "carcass", "variant"):
            details |= {name: fields[name]} if fields.get(name) else {}
        if fields.get("gearing"):
            details["gearing"] = int(fields["gearing"])
        if fields.get("uses") is not None:
            details["uses"] = fields["uses"]
        rolled = {
            field_name.removeprefix(ROLL): int(value)
            for field_name, value in fields.items()
            if field_name.startswith(ROLL)
        }
        return {"type": self.tag, **details, **({"rolled": rolled} if rolled else {})}

    @staticmethod
    def _particulars(kind: str) -> Iterable[tuple[str, str, Choices]]:
        """The details of an item of that kind: field name, label and choices."""
        row = CATALOG.get(kind)
        if row is None:
            return
        if kind == RARE_TIRES:
            yield "carcass", "Carcass", _words(RARE_CARCASSES)
            yield "tread", "Tread", _words(dict.fromkeys(RARE_TREADS.values()))
        elif row.group == "tires":
            yield "tread", "Tread", _words(TREADS)
        if row.group == "gears":
            yield (
                "gearing",
                "Gears",
                [(str(gearing), GEARING_WORDS[gearing]) for gearing in sorted(GEARINGS) if gearing],
            )
        if kind == HEAT_SEEKING:
            yield ("variant", "Rocket pack", [(pack, ITEM_WORDS.get(pack, pack)) for pack in ROCKET_PACKS])
        for value in ROLLED_VALUES.get(kind, ()):
            figures = dict.fromkeys(str(value.read(face)) for face in D6)
            yield (
                f"{ROLL}{value.name}",
                value.name.replace("_", " ").capitalize(),
                [(figure, figure) for figure in figures],
            )


@register_form("give_sponsor")
class GiveSponsorForm(_FranchiseActForm):
    """Give a sponsor (HOUSE-003)."""

    title = "Give a sponsor"
    verb = "Give it"
    kind = LenientChoiceField(label="Sponsor")
    sponsor = NewIdField()

    def lay_out(self) -> None:
        """Offer every kind of sponsor."""
        super().lay_out()
        self.offer(
            "kind", sorted(((tag, kind.name) for tag, kind in SPONSOR_KINDS.items()), key=lambda choice: choice[1])
        )

    def franchise_note(self, id: str) -> str:
        """The number of its sponsors, and the limit."""
        season = self.desk.season
        return f" · {len(season.sponsors_of(id))} of {season.number_setting('sponsors.max')} sponsors"

    def fresh_id(self, name: str) -> str:  # noqa: ARG002 - the command creates one thing
        """The id of the next sponsor a commissioner gives, such as `house.sponsor1`."""
        return first_free_id("house.sponsor", self.desk.unavailable_ids("sponsors"))


class _TakeForm(HouseActForm):
    """Take something from a franchise; the choices are grouped by franchise."""

    thing: ClassVar[str]

    def lay_out(self) -> None:
        """Offer everything of that kind, by franchise."""
        season, names = self.desk.season, self.desk.called
        groups: list[tuple[str, Choices]] = []
        for id, name in names.franchise_choices(season.franchises):
            choices = self.choices_of(id)
            if choices:
                groups.append((name, choices))
        field = self.fields[self.thing]
        assert isinstance(field, forms.ChoiceField)  # noqa: S101 - subclasses declare it as a choice field
        field.choices = groups

    def choices_of(self, franchise: str) -> Choices:
        """The choices among what a franchise has."""
        raise NotImplementedError


@register_form("take_car")
class TakeCarForm(_TakeForm):
    """Take a car (HOUSE-003)."""

    title = "Take a car"
    verb = "Take it"
    final = "The car is scrapped; what comes off it goes to the stores."
    thing = "car"
    car = LenientChoiceField(label="Car")

    def choices_of(self, franchise: str) -> Choices:
        """Its garage."""
        return self.desk.called.car_choices(car.id for car in self.desk.season.garage(franchise))


@register_form("take_item")
class TakeItemForm(_TakeForm):
    """Take an item (HOUSE-003)."""

    title = "Take an item"
    verb = "Take it"
    final = "The item is gone, wherever it is fitted."
    thing = "item"
    item = LenientChoiceField(label="Item")

    def choices_of(self, franchise: str) -> Choices:
        """Its stores and fitted items."""
        return self.desk.called.item_choices(item.id for item in self.desk.season.stores(franchise))


@register_form("take_sponsor")
class TakeSponsorForm(_TakeForm):
    """Take a sponsor (HOUSE-003)."""

    title = "Take a sponsor"
    verb = "Take it"
    final = "The sponsor is gone, and so is what it would have paid."
    thing = "sponsor"
    sponsor = LenientChoiceField(label="Sponsor")

    def choices_of(self, franchise: str) -> Choices:
        """Its sponsors."""
        return self.desk.called.sponsor_choices(sponsor.id for sponsor in self.desk.season.sponsors_of(franchise))


class _MatchActForm(HouseActForm):
    """End a step of a match at which owners are asked something."""

    at: ClassVar[str]
    match = LenientChoiceField(label="Match")

    def lay_out(self) -> None:
        """Offer the matches at that step, each with the franchises it waits for."""
        season, names = self.desk.season, self.desk.called
        choices = []
        for id in sorted(season.matches):
            if season.matches[id].step == self.at:
                awaited = [
                    names.franchise(line_up.franchise) for line_up in season.line_ups_of(id) if self.waits(line_up)
                ]
                choices.append((id, f"{id} · waits for {', '.join(awaited)}" if awaited else id))
        self.offer("match", choices)

    def waits(self, line_up: Any) -> bool:
        """Whether the match waits for that franchise."""
        raise NotImplementedError

    def get_success_url(self) -> str:
        """The match's page, once a match is chosen."""
        match = self.current_value("match")
        exists = match in self.desk.season.matches
        return links.match_url(f"{self.desk.row.pk}/{match}") if exists else super().get_success_url()


@register_form("end_decisions")
class EndDecisionsForm(_MatchActForm):
    """Decide bills and repairs for franchises that have not decided (HOUSE-006)."""

    title = "Close the decisions on cars"
    verb = "Close them"
    final = "If an owner has not decided, every car is replaced or repaired and they pay for it now."
    at = "M5.4"

    def waits(self, line_up: Any) -> bool:
        """Whether it has not decided."""
        return not line_up.decided


@register_form("end_shopping")
class EndShoppingForm(_MatchActForm):
    """Close the shops (HOUSE-006)."""

    title = "Close the shops"
    verb = "Close them"
    final = "Offers that nobody took are gone, and open trades are called off."
    at = "M5.10"

    def waits(self, line_up: Any) -> bool:
        """Whether it has not finished shopping."""
        return line_up.shopping == "open"


def _words(tags: Iterable[str]) -> Choices:
    return [(tag, tag.replace("_", " ")) for tag in tags]


class _SeatForm(HouseActForm):
    folded: ClassVar[bool]
    franchise = LenientChoiceField(label="Franchise")

    def lay_out(self) -> None:
        """Offer the franchises that have folded, or those that have not."""
        seats = self.desk.season.franchises.values()
        self.offer(
            "franchise", self.desk.called.franchise_choices(seat.id for seat in seats if seat.folded is self.folded)
        )

    def get_success_url(self) -> str:
        """The franchise's page, once a franchise is chosen."""
        franchise = self.current_value("franchise")
        exists = franchise in self.desk.season.franchises
        return links.franchise_url(self.desk.row.league_id, franchise) if exists else super().get_success_url()


@register_form("fold_franchise")
class FoldFranchiseForm(_SeatForm):
    """A franchise leaves the league (DM-C-179)."""

    title = "Fold a franchise"
    verb = "Fold it"
    lead = (
        "It keeps its points and is run by standing orders to the end of the season; it protects nobody and picks "
        "nobody, and its seat closes when the season does. Until the sponsor pool opens a new owner may take it over."
    )
    final = "Its protected drivers are no longer protected."
    folded = False


@register_form("refill_franchise")
class RefillFranchiseForm(_SeatForm):
    """A new owner takes over a folded franchise (DM-C-179)."""

    title = "Give a folded franchise a new owner"
    verb = "Let it go on"
    lead = (
        "The franchise goes on as it is: roster, garage, sponsors, balance and points. You choose its owner "
        "on the people page."
    )
    folded = True
