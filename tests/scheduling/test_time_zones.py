"""Only the time zones of places, and UTC, are offered where a league is founded and accepted for a calendar."""

from __future__ import annotations

from pathlib import Path
from zoneinfo import ZoneInfo

import pytest
from django import forms
from django.http import QueryDict

from league.pages.founding import FoundingForm
from league.times import AREAS, time_zones

ROOT = Path(__file__).parents[2]
ROOMS = ("api", "drivers", "explain", "franchises", "journal", "jobs", "league", "scheduling", "webhooks")


def test_every_zone_is_an_area_with_a_city_or_utc_and_is_known_to_python() -> None:
    utc, *places = time_zones()
    assert utc == "UTC"
    assert len(places) > 300
    assert {place.split("/")[0] for place in places} == AREAS
    assert {"Europe/Berlin", "America/Argentina/Buenos_Aires", "Asia/Kolkata"} <= set(places)
    assert all(ZoneInfo(zone) for zone in time_zones())


@pytest.mark.parametrize(
    "name", ["Factory", "localtime", "posixrules", "Etc/UTC", "Etc/GMT+5", "EST5EDT", "US/Eastern"]
)
def test_a_name_that_is_no_place_is_neither_offered_nor_accepted(name: str) -> None:
    offered = FoundingForm().fields["time_zone"]
    assert isinstance(offered, forms.ChoiceField)
    assert [zone for zone, _ in offered.choices] == list(time_zones())
    assert name not in time_zones()
    form = FoundingForm(QueryDict(f"time_zone={name.replace('+', '%2B')}"))
    assert form.errors["time_zone"] == [
        "That is no time zone of a place: choose an area and a city such as Europe/Berlin, or UTC."
    ]


def test_the_list_of_python_is_read_in_one_place_alone() -> None:
    reading = [
        path.relative_to(ROOT).as_posix()
        for room in ROOMS
        for path in sorted((ROOT / room).rglob("*.py"))
        if "available_timezones" in path.read_text(encoding="utf-8")
    ]
    assert reading == ["league/times.py"]
