"""The form for buying from the price lists. Rules DM-C-067, DM-C-078, DM-C-174, DM-C-175."""

from __future__ import annotations

from typing import Any

from explain.season_names import Choices
from league.pages.command_forms.base import CommandForm, register_form
from league.pages.command_forms.fields import LenientChoiceField, LenientNumberChoiceField, NewIdField
from rules.campaign.garage.stores import item_price
from rules.campaign.money.prices import list_price
from rules.campaign.steward.proposed_ids import first_free_id, item_stem
from rules.core.terms import in_k
from rules.match.catalog import CATALOG, TREADS, item_type

GROUP_TITLES = {"weapon": "Weapons", "tires": "Tires", "gears": "Gear-sets"}
LISTED_KINDS = [kind for kind, row in CATALOG.items() if row.price_k is not None and row.sold == "list"]
GEAR_SET_CHOICES = [("", "for a gear-set only"), ("-1", "−1"), ("0", "0"), ("1", "+1")]


@register_form("buy_item")
class BuyItemForm(CommandForm):
    """Buy a weapon, tires or a gear-set at its list price (DM-C-174, DM-C-175)."""

    title = "Buy from the price list"
    verb = "Buy"
    lead = "Purchases go to the stores until you fit them to a car. They do not add to the size."
    kind = LenientChoiceField(label="What")
    tread = LenientChoiceField(label="Tread", required=False)
    gearing = LenientNumberChoiceField(label="Gearing", choices=GEAR_SET_CHOICES, required=False)
    item = NewIdField()

    def lay_out(self) -> None:
        """Offer the price lists by group, at present prices."""
        self.fields["kind"].choices = [  # type: ignore[attr-defined]
            (words, self._choices_of_group(group))
            for group, words in GROUP_TITLES.items()
            if self._choices_of_group(group)
        ]
        treads = [(tread, tread.replace("_", " ")) for tread in TREADS]
        self.offer("tread", treads, none="for tires only")

    def fresh_id(self, name: str) -> str:  # noqa: ARG002 - the command creates one thing
        """The id of the next item bought in that round's shops, such as `razors.s1.r2.item3`."""
        return first_free_id(item_stem(self.desk.season, self.desk.franchise), self.desk.unavailable_ids("items"))

    def document(self) -> dict[str, Any]:
        """The command, without a tread or gearing if the item has none."""
        document = super().document()
        group = item_type(document["kind"]).group if document["kind"] in CATALOG else ""
        for field, field_group in (("tread", "tires"), ("gearing", "gears")):
            if group and group != field_group:
                document.pop(field, None)
        return document

    def get_success_url(self) -> str:
        """The franchise's stores."""
        return self.desk.franchise_tab_url("stores")

    def _choices_of_group(self, group: str) -> Choices:
        return [(kind, self._item_label(kind)) for kind in LISTED_KINDS if item_type(kind).group == group]

    def _item_label(self, kind: str) -> str:
        row, price = item_type(kind), list_price(kind)
        if self.desk.franchise:
            price = item_price(self.desk.season, self.desk.franchise, kind=kind, listed=price)
        mount = f", {row.mount} mount" if row.mount else ""
        return f"{row.name}{mount}: {in_k(price)}"
