"""Run in a checkout that followed the recipe for a house rule: it is in the questionnaire, listed, and played by."""

from __future__ import annotations

import pytest
from django.test import Client

from tests.league.small_league import settled

pytestmark = pytest.mark.django_db


def test_the_house_rule_is_asked_by_the_questionnaire_and_listed_by_the_api() -> None:
    table = settled(switches={"prize.pip_k": 20})
    section = Client().get(f"/l/{table.season}/questionnaires/house-rules/sections/money/").content.decode()
    assert "What is a pip of the prize dice worth?" in section
    switches = Client().get("/api/v1/catalogue/switches").json()["switches"]
    assert [switch["printed"] for switch in switches if switch["switch"] == "prize.pip_k"] == [15]
    assert table.state.switches == {"prize.pip_k": 20}
