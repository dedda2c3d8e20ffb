"""Numbers that people type: form fields that refuse what may mean two things, and the numbers of addresses."""

from __future__ import annotations

from typing import Any

from django import forms
from django.core.exceptions import ValidationError

from rules.core.terms import K
from rules.core.typed_numbers import (
    AmbiguousNumber,
    NotANumber,
    read_number,
    read_whole_number,
    without_trailing_zeros,
)

MAX_NUMBER_DIGITS = 10


def whole_number(text: str) -> int | None:
    """The number in a query string or form, None if the text is not one or is too long."""
    return int(text) if text.isdecimal() and len(text) < MAX_NUMBER_DIGITS else None


class WholeNumberField(forms.IntegerField):
    """A whole number, whose thousands may be grouped. `1.000` and `1,000` are refused: they may mean 1 or 1000."""

    def to_python(self, value: Any) -> int | None:
        """The number, None if there is none."""
        if not isinstance(value, str) or not value.strip():
            return super().to_python(value)
        try:
            return read_whole_number(value)
        except AmbiguousNumber as refusal:
            raise ValidationError(refusal.sentence, code="invalid") from None
        except NotANumber:
            raise ValidationError(self.error_messages["invalid"], code="invalid") from None


class MoneyField(forms.DecimalField):
    """An amount of money in k, with at most three decimal places; its value is whole credits.

    The decimal sign is a point or a comma, a `k` may follow, and thousands may be grouped.
    """

    widget = forms.TextInput

    def __init__(self, **options: Any) -> None:
        super().__init__(max_digits=9, decimal_places=3, **options)
        if options.get("min_value", -1) >= 0:
            self.widget.attrs.setdefault("inputmode", "decimal")  # a keypad that has no minus sign

    def to_python(self, value: Any) -> Any:
        """The amount in k, None if there is none."""
        if not isinstance(value, str) or not value.strip():
            return super().to_python(value)
        try:
            return without_trailing_zeros(read_number(value, unit="k"))
        except AmbiguousNumber as refusal:
            raise ValidationError(refusal.sentence, code="invalid") from None
        except NotANumber:
            raise ValidationError(self.error_messages["invalid"], code="invalid") from None

    def clean(self, value: Any) -> int | None:
        """The amount in credits."""
        amount = super().clean(value)
        return None if amount is None else int(amount * K)
