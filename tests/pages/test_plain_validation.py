"""Forms say what is wrong with a value in the site's words; Django's own sentences appear nowhere."""

from __future__ import annotations

from typing import Any

import pytest
from django import forms

DJANGOS = ("Ensure this", "This field", "Select a valid", "No file was submitted", "not allowed")
"""How Django's own sentences begin or end."""


@pytest.mark.parametrize(
    ("field", "value", "sentence"),
    [
        (forms.CharField(), "", "Fill this in."),
        (forms.CharField(max_length=3), "rusty", "Write at most 3 characters: this has 5."),
        (forms.CharField(min_length=3), "a", "Write at least 3 characters: this has 1."),
        (forms.CharField(), "a\x00b", "Take out the characters that cannot be seen."),
        (forms.IntegerField(), "many", "Enter a whole number."),
        (forms.IntegerField(min_value=2), 1, "The least is 2."),
        (forms.IntegerField(max_value=7), 8, "The most is 7."),
        (forms.DecimalField(), "much", "Enter a number."),
        (
            forms.DecimalField(max_digits=4, decimal_places=1),
            "1.25",
            "The number may have 1 decimal places at most.",
        ),
        (forms.ChoiceField(choices=[("a", "A")]), "b", "b is not one of the choices: choose one of those shown."),
        (
            forms.MultipleChoiceField(choices=[("a", "A")]),
            ["b"],
            "b is not one of the choices: choose among those shown.",
        ),
        (forms.EmailField(), "nora", "Write a mail address, such as nora@example.com."),
    ],
)
def test_a_wrong_value_is_answered_in_plain_words(field: forms.Field, value: Any, sentence: str) -> None:
    with pytest.raises(forms.ValidationError) as wrong:
        field.clean(value)
    assert wrong.value.messages == [sentence]
    assert not [words for words in DJANGOS if words in sentence]


def test_a_fields_own_sentence_comes_first() -> None:
    field = forms.CharField(error_messages={"required": "Name the league."})
    with pytest.raises(forms.ValidationError) as wrong:
        field.clean("")
    assert wrong.value.messages == ["Name the league."]
