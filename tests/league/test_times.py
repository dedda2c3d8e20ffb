"""Times in words: in the reader's zone with its name, and the league's beside it where its clock differs."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from league.times import (
    CLOCK,
    DAY,
    DEADLINE,
    EXACT,
    Zones,
    clock_change_note,
    find_zone,
    format_time,
    from_local_time,
    similar_zones,
    time_zones,
    unknown_zone_words,
    write_time,
)

EVENING = datetime(2026, 11, 24, 19, 0, 5, tzinfo=UTC)
BERLIN = "Europe/Berlin"


@pytest.mark.parametrize(
    ("zones", "style", "shown"),
    [
        (Zones(), "", "24 Nov 2026, 19:00 UTC"),
        (Zones(league=BERLIN), "", "24 Nov 2026, 20:00 CET"),
        (Zones(BERLIN, BERLIN), DEADLINE, "Tue 24 Nov 20:00 CET"),
        (Zones("Europe/Paris", BERLIN), DEADLINE, "Tue 24 Nov 20:00 CET"),
        (Zones("Europe/London", "UTC"), DEADLINE, "Tue 24 Nov 19:00 GMT"),
        (Zones("America/St_Johns", BERLIN), "", "24 Nov 2026, 15:30 NST (20:00 CET)"),
        (Zones("America/St_Johns", BERLIN), DEADLINE, "Tue 24 Nov 15:30 NST (20:00 CET in the league)"),
        (
            Zones("Pacific/Kiritimati", "America/St_Johns"),
            DEADLINE,
            "Wed 25 Nov 09:00 UTC+14 (Tue 24 Nov 15:30 NST in the league)",
        ),
        (Zones("Pacific/Kiritimati", BERLIN), EXACT, "25 Nov 2026, 09:00:05 UTC+14 (24 Nov 2026, 20:00 CET)"),
        (Zones("Pacific/Kiritimati", BERLIN), DAY, "25 Nov 2026"),
        (Zones("Asia/Kathmandu", BERLIN), CLOCK, "00:45:05 UTC+5:45"),
        (Zones("Nowhere/Gone", BERLIN), "", "24 Nov 2026, 19:00 UTC (20:00 CET)"),
    ],
)
def test_a_time_names_its_zone_and_the_leagues_where_it_differs(zones: Zones, style: str, shown: str) -> None:
    assert write_time(EVENING, zones, style) == shown


@pytest.mark.parametrize(
    ("local", "moment", "note"),
    [
        ("2026-11-24T20:00", "2026-11-24T19:00", ""),
        (
            "2026-03-29T02:30",
            "2026-03-29T01:30",
            "The clocks skip 02:30 that day, so it was read as Sun 29 Mar 03:30 CEST.",
        ),
        (
            "2026-10-25T02:30",
            "2026-10-25T00:30",
            "The clocks show 02:30 twice that day. The first one was taken, Sun 25 Oct 02:30 CEST.",
        ),
    ],
)
def test_a_forms_time_that_the_clocks_skip_or_repeat_says_what_was_understood(
    local: str, moment: str, note: str
) -> None:
    typed = datetime.fromisoformat(local)
    understood = from_local_time(typed, BERLIN)
    assert understood == datetime.fromisoformat(moment).replace(tzinfo=UTC)
    assert clock_change_note(typed, BERLIN, understood) == note


def test_a_form_filled_in_with_the_second_of_two_equal_times_keeps_it() -> None:
    second = datetime(2026, 10, 25, 1, 30, tzinfo=UTC)
    typed = datetime.fromisoformat("2026-10-25T02:30")
    assert from_local_time(typed, BERLIN, seen=second) == second
    assert "The second one was taken" in clock_change_note(typed, BERLIN, second)
    assert from_local_time(typed, BERLIN, seen=EVENING) != second


@pytest.mark.parametrize(
    ("name", "zone"),
    [
        ("Europe/Berlin", BERLIN),
        ("europe/berlin", BERLIN),
        (" AMERICA/new york ", "America/New_York"),
        ("Asia/Calcutta", "Asia/Calcutta"),
        ("utc", "UTC"),
        ("GMT", "UTC"),
        ("US/Eastern", "America/New_York"),
        ("", None),
        ("Factory", None),
        ("localtime", None),
        ("Etc/GMT+5", None),
        ("../etc/passwd", None),
        ("Europe/Berlín\x00", None),
    ],
)
def test_zones_are_those_of_places_in_any_case_and_by_well_known_names(name: str, zone: str | None) -> None:
    assert find_zone(name) == zone


def test_a_name_that_is_no_zone_suggests_names_like_it() -> None:
    assert similar_zones("Berlim")[0] == BERLIN
    assert "America/New_York" in similar_zones("America/New_Yrok")
    assert unknown_zone_words("Europe/Berln").startswith("There is no time zone 'Europe/Berln': did you mean Europe/")
    assert unknown_zone_words("§" * 500).endswith("name an area and a city such as Europe/Berlin, or UTC.")


def test_every_zone_can_write_every_time() -> None:
    assert all(format_time(EVENING, zone) for zone in time_zones())
