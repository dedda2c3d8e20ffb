"""The fields of command forms. They accept values that are not among the choices, so that the rules refuse them."""

from __future__ import annotations

import re
from typing import Any

from django import forms

WHOLE = re.compile(r"-?\d{1,6}")


class LenientChoiceField(forms.ChoiceField):
    """A choice; any text is valid here."""

    def valid_value(self, value: Any) -> bool:  # noqa: ARG002 - Django asks it of every value
        """Accept any value: the rules refuse those that are no longer possible, with a better sentence."""
        return True


class LenientNumberChoiceField(LenientChoiceField):
    """A choice of a whole number; other text is refused by the codec."""

    def clean(self, value: Any) -> Any:
        """The chosen number, or the text if it is no whole number."""
        text = super().clean(value)
        return int(text) if WHOLE.fullmatch(text) else text


class LenientMultipleChoiceField(forms.MultipleChoiceField):
    """Several choices, each with a checkbox."""

    widget = forms.CheckboxSelectMultiple

    def valid_value(self, value: Any) -> bool:  # noqa: ARG002 - Django asks it of every value
        """Accept any value: the rules refuse those that are no longer possible, with a better sentence."""
        return True


class TextLineField(forms.CharField):
    """A line of text; the rules refuse one that is too long or not printable."""


class NewIdField(forms.CharField):
    """The id of something the command creates, chosen by the form so that sending it twice creates it once."""

    widget = forms.HiddenInput

    def __init__(self, **options: Any) -> None:
        super().__init__(max_length=60, **options)
