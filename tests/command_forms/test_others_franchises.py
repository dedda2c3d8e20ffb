"""An owner cannot open, preview or send a form for another franchise, whose choices are private."""

from __future__ import annotations

import pytest

from league.pages.command_forms.base import FORMS
from rules.campaign.core.command import Giver
from tests.command_forms.desk import Sitter
from tests.league.small_league import announced, founded

pytestmark = pytest.mark.django_db


def test_no_form_of_another_franchise_is_opened_by_an_owner() -> None:
    saints = Sitter(announced().season, "saints")
    assert saints.open("name_line_up", match="m1").status_code == 200
    owners = sorted(tag for tag, cls in FORMS.items() if cls.row_of().by is Giver.OWNER)
    opened = {tag: saints.open(tag, franchise="razors", match="m1").status_code for tag in owners}
    assert len(opened) > 30
    assert {tag: status for tag, status in opened.items() if status != 403} == {}


@pytest.mark.parametrize("act", ["try", "give"])
def test_what_is_sent_for_another_franchise_is_neither_tried_nor_done(act: str) -> None:
    table = founded()
    sent = Sitter(table.season, "razors").filled("hire_rookie", name="Mad Marnie")
    length = table.row.length
    answer = Sitter(table.season, "saints").send("hire_rookie", {**sent, "franchise": "razors"}, act=act)
    page = answer.content.decode()
    assert (answer.status_code, table.row.length) == (403, length)
    assert "That franchise is another" in page
    assert 'value="Mad Marnie"' in page
    assert "What would happen" not in page


def test_a_commissioner_opens_the_form_of_any_franchise() -> None:
    boss = Sitter(announced().season, "boss")
    assert boss.open("name_line_up", franchise="razors", match="m1").status_code == 200
