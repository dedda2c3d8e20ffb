"""Numbers typed into forms: a decimal comma is read, and what may be thousands is asked about."""

from __future__ import annotations

from typing import Any

import pytest
from django.core.exceptions import ValidationError

from franchises.pages.standing_orders import CapsField
from league.pages.number_fields import MoneyField, WholeNumberField
from tests.command_forms.test_house_acts import boss
from tests.league.small_league import signed


@pytest.mark.parametrize(
    ("text", "credits"),
    [
        ("1,5", 1_500),
        ("1.5k", 1_500),
        ("−12,5", -12_500),
        ("1 000", 1_000_000),
        ("1.1250", 1_125),
        ("0", 0),
        ("", None),
    ],
)
def test_a_sum_with_one_meaning_is_read(text: str, credits: int | None) -> None:
    assert MoneyField(required=False).clean(text) == credits


@pytest.mark.parametrize(
    ("field", "text", "sentence"),
    [
        (MoneyField(), "1,000", "1,000 may be 1000k or 1k: write one of them."),
        (MoneyField(), "1.250", "1.250 may be 1250k or 1.25k: write one of them."),
        (MoneyField(), "much", "Enter a number."),
        (MoneyField(), "0.00001", "The number may have 3 decimal places at most."),
        (MoneyField(min_value=0), "−1", "The least is 0."),
        (WholeNumberField(), "1.000", "1.000 may be 1000 or 1: write one of them."),
        (WholeNumberField(), "3,5", "Enter a whole number."),
        (WholeNumberField(max_value=7), "8", "The most is 7."),
    ],
)
def test_a_number_with_two_meanings_or_none_is_refused(field: Any, text: str, sentence: str) -> None:
    with pytest.raises(ValidationError) as refused:
        field.clean(text)
    assert refused.value.messages == [sentence]


@pytest.mark.parametrize(
    ("rows", "words"),
    [(["", "5"], "This row has an amount but no item"), (["oil", "5", "oil", "6"], "Two rows have the same item")],
)
def test_no_row_of_amounts_is_dropped(rows: list[str], words: str) -> None:
    field = CapsField(label="At most", choices=[("oil", "Oil")], chosen=0)
    with pytest.raises(ValidationError, match=words):
        field.clean(rows + [""] * (len(field.fields) - len(rows)))


@pytest.mark.django_db
def test_a_decimal_comma_in_a_balance_is_read_and_thousands_are_asked_about() -> None:
    table = signed()
    before = table.state.franchises["razors"].balance
    asked = boss(table).give("adjust_balance", franchise="razors", amount="1,000", reason="A prize.")
    assert asked.status_code == 422
    assert "1,000 may be 1000k or 1k: write one of them." in asked.content.decode()
    boss(table).give("adjust_balance", franchise="razors", amount="1,5", reason="A prize.")
    assert table.state.franchises["razors"].balance == before + 1_500
