"""Run in a checkout that followed the recipe for a ruling: its form gives its command, and the site shows it."""

from __future__ import annotations

import pytest

from league.models import Entry
from rules.campaign.core.command import COMMAND_TYPES
from tests.command_forms.desk import Sitter
from tests.league.small_league import signed
from tests.pages.season_pages import said

pytestmark = pytest.mark.django_db


def test_the_ruling_is_given_by_its_form_and_shown_with_its_reason() -> None:
    assert "rest_driver" in COMMAND_TYPES
    table = signed()
    table.give("adjust_driver", driver="razors.d1", fatigue=["driving"], reason="A long night.")
    Sitter(table.season, "boss").give("rest_driver", driver="razors.d1", reason="A week at the sea.")
    assert table.state.drivers["razors.d1"].fatigue == []
    assert Entry.objects.filter(season=table.season, command="rest_driver").count() == 1
    record = said(f"/l/{table.season}/acts/", at="acts")
    assert "was ruled to be rested and lost 1 fatigue." in record
    assert "A week at the sea." in record
