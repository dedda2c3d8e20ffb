"""The fields of the desk's forms. A value that is not on offer is the rules' to refuse, in their own words."""

from __future__ import annotations

import re
from typing import Any

from django import forms

from rules.core.terms import K

WHOLE = re.compile(r"-?\d{1,6}")


class LenientChoiceField(forms.ChoiceField):
    """One of what is on offer."""

    def valid_value(self, value: Any) -> bool:  # noqa: ARG002 - Django asks it of every value
        """Any value is read: one that is not on offer any more is refused by the rules."""
        return True


class LenientNumberChoiceField(LenientChoiceField):
    """One of the whole numbers on offer; what is no number is the codec's to refuse."""

    def clean(self, value: Any) -> Any:
        """The number that was picked."""
        found = super().clean(value)
        return int(found) if WHOLE.fullmatch(found) else found


class LenientMultipleChoiceField(forms.MultipleChoiceField):
    """Some of what is on offer, each with a box to tick."""

    widget = forms.CheckboxSelectMultiple

    def valid_value(self, value: Any) -> bool:  # noqa: ARG002 - Django asks it of every value
        """Any value is read: one that is not on offer any more is refused by the rules."""
        return True


class TextLineField(forms.CharField):
    """A line of text; what is too long or cannot be printed is the rules' to refuse."""


class MoneyField(forms.DecimalField):
    """An amount of money as people say it, in k with at most three places; its value is whole credits."""

    def __init__(self, **options: Any) -> None:
        super().__init__(max_digits=9, decimal_places=3, **options)
        self.widget.attrs.setdefault("inputmode", "decimal")

    def clean(self, value: Any) -> int | None:
        """The credits that were meant."""
        found = super().clean(value)
        return None if found is None else int(found * K)


class NewIdField(forms.CharField):
    """The id of something the command makes, chosen by the form so that the same form sent twice makes it once."""

    widget = forms.HiddenInput

    def __init__(self, **options: Any) -> None:
        super().__init__(max_length=60, **options)
