"""The forms that fold a franchise and refill its seat."""

from __future__ import annotations

import pytest

from tests.command_forms.desk import Sitter
from tests.league.small_league import signed

pytestmark = pytest.mark.django_db


@pytest.mark.rule("DM-C-179")
def test_a_franchise_folds_by_a_form_and_its_seat_is_given_to_another() -> None:
    table = signed()
    boss = Sitter(table.season, "boss")
    assert 'value="razors"' not in boss.open("refill_franchise").content.decode()
    answer = boss.give("fold_franchise", franchise="razors", reason="He moved away.")
    assert answer["Location"] == "/l/rust-belt/f/razors/"
    assert table.state.franchises["razors"].folded
    assert 'value="razors"' not in boss.open("fold_franchise").content.decode()
    assert boss.give("refill_franchise", franchise="razors", reason="Ann takes it over.").status_code == 302
    assert not table.state.franchises["razors"].folded


@pytest.mark.parametrize(
    ("tag", "words"), [("fold_franchise", "has folded"), ("refill_franchise", "its seat is taken")]
)
def test_a_seat_that_is_not_as_it_was_offered_is_refused_in_words(tag: str, words: str) -> None:
    table = signed()
    if tag == "fold_franchise":
        table.give("fold_franchise", franchise="razors", reason="He moved away.")
    answer = Sitter(table.season, "boss").give(tag, franchise="razors", reason="So.")
    assert answer.status_code == 422
    assert words in answer.content.decode()
