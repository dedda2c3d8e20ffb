"""Form fields for standing orders, made from the types of the policies. DM-C-179."""

from __future__ import annotations

from typing import Annotated, Any, Literal, get_args, get_origin

import msgspec
from django import forms

from explain.season_names import Choices
from league.pages.command_forms.fields import LenientChoiceField
from league.pages.number_fields import WholeNumberField
from rules.campaign.steward.standing_orders import POLICIES

MIN_PLACES, MAX_PLACES = 3, 12
"""The fewest and the most places that a list of preferences shows."""


class RankedChoiceField(forms.MultiValueField):
    """A list of preferences: several selects in order, any of which may be left empty."""

    def __init__(self, *, choices: Choices, chosen: int, **options: Any) -> None:
        places = min(max(MIN_PLACES, chosen + 2), max(MAX_PLACES, chosen))
        offered = [("", "–"), *choices]
        widgets = [
            forms.Select(choices=offered, attrs={"aria-label": f"{options['label']}: choice {place}"})
            for place in range(1, places + 1)
        ]
        fields = [LenientChoiceField(choices=offered, required=False) for _ in widgets]
        super().__init__(
            fields, widget=RankedChoiceWidget(widgets), required=False, require_all_fields=False, **options
        )

    def compress(self, given: list[str]) -> list[str]:
        """The choices in order, without duplicates."""
        return list(dict.fromkeys(choice for choice in given if choice))


class RankedChoiceWidget(forms.MultiWidget):
    """The selects of a list of preferences."""

    def decompress(self, value: Any) -> list[str]:
        """The value of each select."""
        return [str(item) for item in value or []]


class CapsField(forms.MultiValueField):
    """The most to pay for some kinds: rows of a kind and an amount in k."""

    def __init__(self, *, choices: Choices, chosen: int, **options: Any) -> None:
        offered = [("", "–"), *choices]
        widgets: list[forms.Widget] = []
        fields: list[forms.Field] = []
        for row in range(1, chosen + MIN_PLACES):
            row_label = f"{options['label']}: row {row}"
            widgets += [
                forms.Select(choices=offered, attrs={"aria-label": f"{row_label}, what"}),
                forms.NumberInput(attrs={"aria-label": f"{row_label}, at most, in k", "min": 0}),
            ]
            fields += [
                LenientChoiceField(choices=offered, required=False),
                WholeNumberField(min_value=0, required=False),
            ]
        super().__init__(fields, widget=CapsWidget(widgets), required=False, require_all_fields=False, **options)

    def compress(self, given: list[Any]) -> dict[str, int]:
        """The most for each chosen kind, in k. An empty amount is 0, which means never to buy it.

        Raises `ValidationError` for an amount of nothing, and for a kind in two rows.
        """
        rows = list(zip(given[::2], given[1::2], strict=True)) if given else []
        if any(amount is not None and not kind for kind, amount in rows):
            raise forms.ValidationError("This row has an amount but no item: choose an item, or clear the amount.")
        kinds = [kind for kind, _ in rows if kind]
        if len(kinds) != len(set(kinds)):
            raise forms.ValidationError("Two rows have the same item: keep one of them.")
        return {kind: amount or 0 for kind, amount in rows if kind}


class CapsWidget(forms.MultiWidget):
    """The rows of kinds and amounts."""

    def decompress(self, value: Any) -> list[Any]:
        """Kinds and amounts in turn, as a flat list."""
        return [part for row in sorted((value or {}).items()) for part in row]


class PolicyChoiceField(forms.ChoiceField):
    """One of a policy's literal values, returned with its own type."""

    def __init__(self, *, may_be: tuple[Any, ...], **options: Any) -> None:
        self.may_be = {str(allowed): allowed for allowed in may_be}
        words = [(key, key.replace("_", " ").replace("-", "\N{MINUS SIGN}")) for key in self.may_be]
        super().__init__(choices=words, **options)

    def clean(self, value: Any) -> Any:
        """The chosen value with the policy's own type, such as a number."""
        return self.may_be[super().clean(value)]


def field_of(policy: str, *, label: str, value: Any, choices: Choices) -> forms.Field:
    """The form field of a policy; `choices` are what its list or table may name."""
    hint = POLICIES[policy]
    if get_origin(hint) is Annotated:
        plain, *marks = get_args(hint)
        (meta,) = (mark for mark in marks if isinstance(mark, msgspec.Meta))
        least, most = int(meta.ge or 0), None if meta.le is None else int(meta.le)
        if plain is int:
            label += ", in k" if policy.endswith("_k") else ""
            return WholeNumberField(label=label, initial=value, min_value=least, max_value=most)
    if hint is bool:
        return forms.BooleanField(label=label, initial=value, required=False)
    if get_origin(hint) is Literal:
        return PolicyChoiceField(label=label, initial=str(value), may_be=get_args(hint))
    if get_origin(hint) is dict:
        return CapsField(label=label, initial=value, choices=choices, chosen=len(value))
    return RankedChoiceField(label=label, initial=[str(item) for item in value], choices=choices, chosen=len(value))
