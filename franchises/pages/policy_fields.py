"""The fields standing orders are set by: one for each policy, made from what the policy may be. DM-C-179."""

from __future__ import annotations

from typing import Annotated, Any, Literal, get_args, get_origin

import msgspec
from django import forms

from explain.season_names import Choices
from league.pages.command_forms.fields import LenientChoiceField
from rules.campaign.steward.standing_orders import POLICIES

MIN_PLACES, MAX_PLACES = 3, 12
"""Places a list of preferences shows at least, and at most, however many there are to choose from."""


class RankedChoiceField(forms.MultiValueField):
    """Some of what is on offer, in the order of preference: one place after the other, any of them left empty."""

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
        """What was chosen, in order and each once."""
        return list(dict.fromkeys(each for each in given if each))


class RankedChoiceWidget(forms.MultiWidget):
    """The places of a list of preferences."""

    def decompress(self, value: Any) -> list[str]:
        """What stands in each place."""
        return [str(each) for each in value or []]


class CapsField(forms.MultiValueField):
    """The most to be paid for some kinds: a kind and an amount in k in each row."""

    def __init__(self, *, choices: Choices, chosen: int, **options: Any) -> None:
        offered = [("", "–"), *choices]
        widgets: list[forms.Widget] = []
        fields: list[forms.Field] = []
        for row in range(1, chosen + MIN_PLACES):
            named = f"{options['label']}: row {row}"
            widgets += [
                forms.Select(choices=offered, attrs={"aria-label": f"{named}, what"}),
                forms.NumberInput(attrs={"aria-label": f"{named}, at most, in k", "min": 0}),
            ]
            fields += [
                LenientChoiceField(choices=offered, required=False),
                forms.IntegerField(min_value=0, required=False),
            ]
        super().__init__(fields, widget=CapsWidget(widgets), required=False, require_all_fields=False, **options)

    def compress(self, given: list[Any]) -> dict[str, int]:
        """The most for each kind that was named; an amount left empty is 0, which never buys it."""
        rows = zip(given[::2], given[1::2], strict=True) if given else ()
        return {kind: amount or 0 for kind, amount in rows if kind}


class CapsWidget(forms.MultiWidget):
    """The rows of kinds and amounts."""

    def decompress(self, value: Any) -> list[Any]:
        """Kind and amount, one after the other."""
        return [each for row in sorted((value or {}).items()) for each in row]


class PolicyChoiceField(forms.ChoiceField):
    """One of the few things a policy may be, read back as what it is."""

    def __init__(self, *, may_be: tuple[Any, ...], **options: Any) -> None:
        self.may_be = {str(each): each for each in may_be}
        words = [(key, key.replace("_", " ").replace("-", "\N{MINUS SIGN}")) for key in self.may_be]
        super().__init__(choices=words, **options)

    def clean(self, value: Any) -> Any:
        """The thing itself: a number where the policy is one."""
        return self.may_be[super().clean(value)]


def field_of(policy: str, *, label: str, value: Any, choices: Choices) -> forms.Field:
    """The field a policy is set by; `choices` are what a list or a table of it may name."""
    hint = POLICIES[policy]
    if get_origin(hint) is Annotated:
        plain, *marks = get_args(hint)
        (meta,) = (mark for mark in marks if isinstance(mark, msgspec.Meta))
        least, most = int(meta.ge or 0), None if meta.le is None else int(meta.le)
        if plain is int:
            label += ", in k" if policy.endswith("_k") else ""
            return forms.IntegerField(label=label, initial=value, min_value=least, max_value=most)
    if hint is bool:
        return forms.BooleanField(label=label, initial=value, required=False)
    if get_origin(hint) is Literal:
        return PolicyChoiceField(label=label, initial=str(value), may_be=get_args(hint))
    if get_origin(hint) is dict:
        return CapsField(label=label, initial=value, choices=choices, chosen=len(value))
    return RankedChoiceField(label=label, initial=[str(item) for item in value], choices=choices, chosen=len(value))
