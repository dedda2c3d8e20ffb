"""The forms of a commissioner's acts on money, points, deadlines, and what franchises have.

Rules HOUSE-001, HOUSE-003, HOUSE-004, HOUSE-006.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, ClassVar

from django import forms

from explain import links
from explain.printed_names import ITEM_WORDS
from explain.season_names import Choices
from league.pages.command_forms.base import CommandForm, register_form
from league.pages.command_forms.fields import LenientChoiceField, MoneyField, NewIdField, TextLineField
from rules.campaign.garage.cars import NORMAL_DP, OVERHEAD_DP
from rules.campaign.garage.catalog import CATALOG, RARE_CARCASSES
from rules.campaign.garage.devices import GEARINGS, TREADS
from rules.campaign.garage.weapons import ROCKET_PACKS
from rules.campaign.market.tinkering import HEAT_SEEKING, ROLLED_VALUES
from rules.campaign.market.world_trade import RARE_TIRES
from rules.campaign.market.world_trade import RARE_TREAD_BY_FACE as RARE_TREADS
from rules.campaign.sponsors.kinds import SPONSOR_KINDS
from rules.campaign.steward.proposed_ids import first_free_id
from rules.core.tables import D6
from rules.core.terms import in_k

GEARING_WORDS = {-1: "gear-set −1", 0: "normal gears", 1: "gear-set +1"}
ROLL = "rolled_"
"""What the name of a field for a rolled value begins with."""


class HouseActForm(CommandForm):
    """An act on one franchise; it leads to the record of house acts."""

    def get_success_url(self) -> str:
        """The record, where everybody reads it with its reason."""
        return links.house_acts_url(self.desk.row.pk)

    def current_value(self, name: str) -> str:
        """What a field says before the form is read: as it was sent, or as the link that led here fills it in."""
        sent = self.given.get(name) if self.given is not None else self.initial.get(name)
        return str(sent or "")


class _FranchiseActForm(HouseActForm):
    franchise = LenientChoiceField(label="Franchise")

    def lay_out(self) -> None:
        """Every franchise of the season, by name, with what the act changes."""
        season = self.desk.season
        named = self.desk.called.franchise_choices(season.franchises)
        self.offer("franchise", [(id, f"{name}{self.franchise_note(id)}") for id, name in named])

    def franchise_note(self, id: str) -> str:  # noqa: ARG002 - most say nothing
        """What stands behind a franchise's name."""
        return ""


@register_form("adjust_balance")
class AdjustBalanceForm(_FranchiseActForm):
    """Money given or taken (HOUSE-001)."""

    title = "Adjust a balance"
    verb = "Adjust it"
    amount = MoneyField(
        label="Amount in k", help_text="12.5 gives 12.5k; −12.5 takes it. A balance stays at 0 or above."
    )

    def franchise_note(self, id: str) -> str:
        """Its balance."""
        return f" · balance {in_k(self.desk.season.franchises[id].balance)}"


@register_form("award_points")
class AwardPointsForm(_FranchiseActForm):
    """Points given or docked (HOUSE-004)."""

    title = "Award or dock points"
    verb = "Change the points"
    points = forms.IntegerField(label="Points", help_text="2 awards two; −2 docks two. Nobody falls below 0.")

    def franchise_note(self, id: str) -> str:
        """Its points in the season."""
        return f" · {self.desk.season.franchises[id].points} points"


@register_form("give_car")
class GiveCarForm(_FranchiseActForm):
    """A car (HOUSE-003)."""

    title = "Give a car"
    verb = "Give it"
    name = TextLineField(label="Name", required=False)
    overhead = forms.BooleanField(label="An overhead car: counts as two vehicles for overhead", required=False)
    gunner_station = forms.BooleanField(label="With a gunner station", required=False)
    gearing = forms.TypedChoiceField(
        label="Gears",
        coerce=int,
        choices=[(gearing, GEARING_WORDS[gearing]) for gearing in sorted(GEARINGS)],
        initial=0,
    )
    dp = forms.IntegerField(
        label="Design points",
        required=False,
        help_text=f"Left empty: {NORMAL_DP}, or {OVERHEAD_DP} for an overhead car.",
    )
    car = NewIdField()

    def franchise_note(self, id: str) -> str:
        """How full its garage is."""
        season = self.desk.season
        return f" · {len(season.garage(id))} of {season.number_setting('garage.max')} cars"

    def fresh_id(self, name: str) -> str:  # noqa: ARG002 - it makes one thing
        """`house.car1`: the house's next."""
        return first_free_id("house.car", self.desk.unavailable_ids("cars"))


@register_form("give_item")
class GiveItemForm(_FranchiseActForm):
    """An item of any table; what it is made of is asked once its kind is known (HOUSE-003)."""

    title = "Give an item"
    verb = "Give it"
    kind = LenientChoiceField(
        label="Item", help_text="What else has to be said of it is asked when you press a button."
    )
    item = NewIdField()

    def lay_out(self) -> None:
        """Every kind there is, and what has to be said of the one that was chosen."""
        super().lay_out()
        self.offer("kind", sorted(((each, ITEM_WORDS[each]) for each in CATALOG), key=lambda each: each[1]))
        for name, label, choices in self._particulars(self.current_value("kind")):
            self.fields[name] = LenientChoiceField(label=label, choices=choices)
        if CATALOG.get(self.current_value("kind")) is not None and CATALOG[self.current_value("kind")].uses:
            most = CATALOG[self.current_value("kind")].uses
            self.fields["uses"] = forms.IntegerField(
                label="Uses left", required=False, help_text=f"Left empty it is new: {most}."
            )

    def fresh_id(self, name: str) -> str:  # noqa: ARG002 - it makes one thing
        """`house.item1`: the house's next."""
        return first_free_id("house.item", self.desk.unavailable_ids("items"))

    @classmethod
    def initial_from_document(cls, written: Mapping[str, Any]) -> dict[str, Any]:
        """Each value that was rolled in a field of its own."""
        rolled = {f"{ROLL}{name}": str(value) for name, value in written.get("rolled", {}).items()}
        gearing = {"gearing": str(written["gearing"])} if "gearing" in written else {}
        return {**super().initial_from_document(written), **rolled, **gearing}

    def document(self) -> dict[str, Any]:
        """The item with what would have been rolled when it was invented."""
        fields = self.cleaned_data
        made = {name: fields[name] for name in ("franchise", "item", "kind")}
        for name in ("tread", "carcass", "variant"):
            made |= {name: fields[name]} if fields.get(name) else {}
        if fields.get("gearing"):
            made["gearing"] = int(fields["gearing"])
        if fields.get("uses") is not None:
            made["uses"] = fields["uses"]
        rolled = {each.removeprefix(ROLL): int(value) for each, value in fields.items() if each.startswith(ROLL)}
        return {"type": self.tag, **made, **({"rolled": rolled} if rolled else {})}

    @staticmethod
    def _particulars(kind: str) -> Iterable[tuple[str, str, Choices]]:
        """What has to be said of an item of that kind: the field, its label, and what it may be."""
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
    """A sponsor (HOUSE-003)."""

    title = "Give a sponsor"
    verb = "Give it"
    kind = LenientChoiceField(label="Sponsor")
    sponsor = NewIdField()

    def lay_out(self) -> None:
        """Every kind there is."""
        super().lay_out()
        self.offer(
            "kind", sorted(((tag, kind.name) for tag, kind in SPONSOR_KINDS.items()), key=lambda each: each[1])
        )

    def franchise_note(self, id: str) -> str:
        """How many sponsors it has."""
        season = self.desk.season
        return f" · {len(season.sponsors_of(id))} of {season.number_setting('sponsors.max')} sponsors"

    def fresh_id(self, name: str) -> str:  # noqa: ARG002 - it makes one thing
        """`house.sponsor1`: the house's next."""
        return first_free_id("house.sponsor", self.desk.unavailable_ids("sponsors"))


class _TakeForm(HouseActForm):
    """Something taken from whoever has it: each choice says from whom."""

    thing: ClassVar[str]

    def lay_out(self) -> None:
        """Whatever there is of it, by franchise."""
        season, called = self.desk.season, self.desk.called
        offered: list[tuple[str, Choices]] = []
        for id, name in called.franchise_choices(season.franchises):
            theirs = self.choices_of(id)
            if theirs:
                offered.append((name, theirs))
        field = self.fields[self.thing]
        assert isinstance(field, forms.ChoiceField)  # noqa: S101 - it is a Pick
        field.choices = offered

    def choices_of(self, franchise: str) -> Choices:
        """What a franchise has of it."""
        raise NotImplementedError


@register_form("take_car")
class TakeCarForm(_TakeForm):
    """A car (HOUSE-003)."""

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
    """An item (HOUSE-003)."""

    title = "Take an item"
    verb = "Take it"
    final = "The item is gone, wherever it is fitted."
    thing = "item"
    item = LenientChoiceField(label="Item")

    def choices_of(self, franchise: str) -> Choices:
        """Its stores and what is fitted."""
        return self.desk.called.item_choices(item.id for item in self.desk.season.stores(franchise))


@register_form("take_sponsor")
class TakeSponsorForm(_TakeForm):
    """A sponsor (HOUSE-003)."""

    title = "Take a sponsor"
    verb = "Take it"
    final = "The sponsor is gone, with what it would have paid."
    thing = "sponsor"
    sponsor = LenientChoiceField(label="Sponsor")

    def choices_of(self, franchise: str) -> Choices:
        """Its sponsors."""
        return self.desk.called.sponsor_choices(sponsor.id for sponsor in self.desk.season.sponsors_of(franchise))


class _MatchActForm(HouseActForm):
    """An end to what owners are asked after a match."""

    at: ClassVar[str]
    match = LenientChoiceField(label="Match")

    def lay_out(self) -> None:
        """The matches that wait for owners at that step, each with those it waits for."""
        season, called = self.desk.season, self.desk.called
        offered = []
        for id in sorted(season.matches):
            if season.matches[id].step == self.at:
                waited = [
                    called.franchise(line_up.franchise) for line_up in season.line_ups_of(id) if self.waits(line_up)
                ]
                offered.append((id, f"{id} · waits for {', '.join(waited)}" if waited else id))
        self.offer("match", offered)

    def waits(self, line_up: Any) -> bool:
        """Whether the match waits for that franchise."""
        raise NotImplementedError

    def get_success_url(self) -> str:
        """The match, once one is chosen."""
        chosen = self.current_value("match")
        known = chosen in self.desk.season.matches
        return links.match_url(f"{self.desk.row.pk}/{chosen}") if known else super().get_success_url()


@register_form("end_decisions")
class EndDecisionsForm(_MatchActForm):
    """Bills and repairs are decided for whoever has not (HOUSE-006)."""

    title = "Close the decisions on cars"
    verb = "Close them"
    final = "Whoever has not decided has every car replaced and repaired, and pays for it now."
    at = "M5.4"

    def waits(self, line_up: Any) -> bool:
        """Whether it has not decided."""
        return not line_up.decided


@register_form("end_shopping")
class EndShoppingForm(_MatchActForm):
    """The shops close (HOUSE-006)."""

    title = "Close the shops"
    verb = "Close them"
    final = "Offers that nobody took are gone, and trades that wait are called off."
    at = "M5.10"

    def waits(self, line_up: Any) -> bool:
        """Whether it has not finished."""
        return line_up.shopping == "open"


def _words(tags: Iterable[str]) -> Choices:
    return [(tag, tag.replace("_", " ")) for tag in tags]
