"""Django's own sentences about wrong values in forms, in the site's words, set once for every field."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from django import forms
from django.core import validators

FIELD_SENTENCES: Mapping[type[forms.Field], Mapping[str, str]] = MappingProxyType(
    {
        forms.Field: {"required": "Fill this in."},
        forms.ChoiceField: {"invalid_choice": "%(value)s is not one of the choices: choose one of those shown."},
        forms.MultipleChoiceField: {
            "invalid_choice": "%(value)s is not one of the choices: choose among those shown.",
            "invalid_list": "Choose among those shown.",
        },
        forms.FileField: {
            "invalid": "No file arrived: choose one and send it again.",
            "missing": "No file arrived: choose one and send it again.",
            "empty": "The file is empty: choose another.",
        },
    }
)
"""What is said instead of Django's sentences, by field class and code."""
VALIDATOR_SENTENCES: Mapping[type[Any], str] = MappingProxyType(
    {
        validators.MinValueValidator: "The least is %(limit_value)s.",
        validators.MaxValueValidator: "The most is %(limit_value)s.",
        validators.MinLengthValidator: "Write at least %(limit_value)s characters: this has %(show_value)s.",
        validators.MaxLengthValidator: "Write at most %(limit_value)s characters: this has %(show_value)s.",
        validators.EmailValidator: "Write a mail address, such as nora@example.com.",
        validators.ProhibitNullCharactersValidator: "Take out the characters that cannot be seen.",
    }
)
"""The same for validators, which have one sentence each."""
DECIMAL_SENTENCES = MappingProxyType(
    {
        "invalid": "Enter a number.",
        "max_digits": "The number may have %(max)s digits at most.",
        "max_decimal_places": "The number may have %(max)s decimal places at most.",
        "max_whole_digits": "The number may have %(max)s digits before the point at most.",
    }
)
"""The same for the digits of a decimal number."""


def use_plain_sentences() -> None:
    """Replace Django's sentences. Called once when the site starts; a field's own sentence still comes first."""
    for field, sentences in FIELD_SENTENCES.items():
        field.default_error_messages = {**field.default_error_messages, **sentences}
    for validator, sentence in VALIDATOR_SENTENCES.items():
        validator.message = sentence
    validators.DecimalValidator.messages = dict(DECIMAL_SENTENCES)
