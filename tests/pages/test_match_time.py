"""The page on which the sides of a match agree on its time, and the pages that show what they agreed on."""

from __future__ import annotations

import re
from datetime import datetime, timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone
from django.utils.http import http_date
from icalendar import Calendar as Ical

from league.models import Appointment, HomeNight, ProposedTime
from scheduling.clock_tick import tick
from tests.league.small_league import Table, announced
from tests.pages.page_reader import reader
from tests.scheduling.appointed_league import PAIR
from tests.scheduling.calendar_league import clocked

pytestmark = pytest.mark.django_db
HERE, HOME, SCHEDULE, MATCH, FEED = (
    f"/l/rust-belt/s1/{page}" for page in ("m1/time/", "", "schedule/", "m1/", "calendar.ics")
)
SEEN = re.compile(r'name="seen" value="([0-9]+)"')


def in_days(days: int) -> datetime:
    """A moment that many days from now, at a full hour, in UTC."""
    return (timezone.now() + timedelta(days=days)).replace(minute=0, second=0, microsecond=0)


def typed(time: datetime) -> str:
    return f"{time:%Y-%m-%dT%H:%M}"


def visitor(who: str) -> Client:
    """Somebody's browser; a stranger's if nobody is named."""
    return reader(who) if who else Client()


def league(franchises: tuple[str, ...] = PAIR, **calendar: Any) -> Table:
    """A league whose match awaits its line-ups now."""
    table = clocked(announced(franchises=franchises), **calendar)
    tick(table.season, at=timezone.now())
    return table


def post(who: str, act: str, **fields: Any) -> Any:
    """What somebody sends from the page as it is now, and the page that answers."""
    client = visitor(who)
    page = client.get(HERE).content.decode()
    seen = SEEN.search(page)
    return client.post(HERE, {"act": act, "side": who, "seen": seen[1] if seen else "0", **fields}, follow=True)


def text_of(answer: Any) -> str:
    return " ".join(re.sub(r"<[^>]+>", " ", answer.content.decode()).split())


def agreed() -> datetime:
    """Both sides agreed on a time tomorrow."""
    time = in_days(1)
    post("razors", "propose", times=[typed(time)], note="At ours?")
    post("saints", "accept", number="1")
    return time


def test_sides_propose_counter_and_accept_and_every_page_shows_the_time() -> None:
    league()
    first, second = in_days(1), in_days(2)
    assert "Your times are proposed" in text_of(post("razors", "propose", times=[typed(first), ""], note="At ours?"))
    page = text_of(reader("saints").get(HERE))
    assert "At ours?" in page
    assert "Razors yours" not in page
    assert "has not answered" in page
    assert "Another team proposes a time" in text_of(reader("saints").get(HOME))
    post("saints", "counter", times=[typed(second)])
    assert "Agreed: " in text_of(post("razors", "accept", number="1"))
    shown = f'datetime="{second.isoformat()}"'
    for address in (HOME, SCHEDULE, MATCH, HERE):
        assert shown in Client().get(address).content.decode(), address
    assert "You play Round 1, match A" in text_of(reader("razors").get(HOME))


def test_notes_and_open_times_are_for_the_teams_and_commissioners_only() -> None:
    league(("razors", "saints", "widows"))
    post("razors", "propose", times=[typed(in_days(1))], note="At ours?")
    for who, sees in (("", False), ("saints", True), ("boss", True)):
        page = text_of(visitor(who).get(HERE))
        assert ("At ours?" in page) is sees
        assert "No time is agreed on yet." in page


def test_what_is_refused_is_shown_with_what_was_typed() -> None:
    league()
    late = typed(in_days(30))
    answer = post("razors", "propose", times=[late], note="Soon")
    assert answer.status_code == 422
    assert "The report of round 1, match A is due" in text_of(answer)
    assert f'value="{late}"' in answer.content.decode()
    assert ">Soon</textarea>" in answer.content.decode()
    for act, fields in (("accept", {}), ("", {}), ("missed", {"said": "absent:saints"}), ("propose", {"times": "x"})):
        assert post("razors", act, **fields).status_code == 422
    assert not ProposedTime.objects.exists()


@pytest.mark.parametrize(
    ("now", "time", "understood"),
    [
        ("2026-03-28T20:00Z", "2026-03-29T02:30", "it was read as Sun 29 Mar 03:30 CEST."),
        ("2026-10-24T20:00Z", "2026-10-25T02:30", "The first one was taken, Sun 25 Oct 02:30 CEST."),
    ],
)
def test_a_time_that_the_clocks_skip_or_repeat_is_taken_and_the_page_says_which(
    monkeypatch: pytest.MonkeyPatch, now: str, time: str, understood: str
) -> None:
    monkeypatch.setattr(timezone, "now", lambda: datetime.fromisoformat(now))
    league(time_zone="Europe/Berlin")
    assert understood in text_of(post("razors", "propose", times=[time]))
    assert understood in text_of(post("boss", "set", side="", time=time, reason="The hall."))


def test_a_stale_page_says_who_was_faster() -> None:
    league()
    post("razors", "propose", times=[typed(in_days(1))])
    post("saints", "counter", times=[typed(in_days(2))])
    answer = reader("razors").post(HERE, {"act": "decline", "side": "razors", "seen": "1"})
    assert answer.status_code == 422
    assert "Saints countered meanwhile: look again." in text_of(answer)


def test_a_commissioner_sets_a_time_and_calls_it_off() -> None:
    league()
    time = in_days(1)
    assert post("boss", "set", time=typed(time), side="").status_code == 422
    post("boss", "set", time=typed(time), reason="The hall is free.", side="")
    assert Appointment.objects.get().agreed_at == time
    page = text_of(Client().get(HERE))
    assert "Set by a commissioner, in" in page
    assert "“The hall is free.”" in page
    post("boss", "call_off", side="", reason="The hall burned.")
    assert "The time was called off by a commissioner. “The hall burned.”" in text_of(Client().get(HERE))
    assert reader("razors").post(HERE, {"act": "set", "time": typed(time)}).status_code == 403


def test_home_nights_are_suggested_with_one_tap() -> None:
    league()
    day = f"{in_days(2):%a}".upper()
    assert "home night is saved" in text_of(post("razors", "night", day=day, clock="19:30"))
    reader("boss").post(SCHEDULE, {"act": "times", "night_day": day, "night_clock": "21:00", "missed": "12"})
    assert HomeNight.objects.count() == 2
    page = reader("saints").get(HERE).content.decode()
    values = re.findall(r'name="suggested" value="([^"]+)"', page)
    assert [value[11:16] for value in values] == ["19:30", "21:00"]
    assert "home night of Razors" in page
    post("saints", "propose", suggested=values)
    assert [f"{row.time:%H:%M}" for row in ProposedTime.objects.order_by("number")] == ["19:30", "21:00"]
    post("razors", "night", day="", clock="19:30")
    assert HomeNight.objects.count() == 1
    assert post("razors", "night", day="XXX", clock="19:30").status_code == 422
    assert post("razors", "propose", suggested="tomorrow").status_code == 422


def test_the_calendar_has_the_match_and_a_move_raises_its_number() -> None:
    league()
    first, second = agreed(), in_days(2)

    def event() -> Any:
        calendar = Ical.from_ical(Client().get(FEED).content)
        return next(it for it in calendar.walk("VEVENT") if str(it["uid"]).startswith("match-m1@"))

    assert (event()["dtstart"].dt, event()["sequence"], str(event()["status"])) == (first, 0, "CONFIRMED")
    assert str(event()["summary"]) == "Round 1, match A: Razors v Saints"
    post("razors", "move", times=[typed(second)])
    assert (event()["dtstart"].dt, event()["sequence"]) == (first, 0)
    post("saints", "accept", number="1")
    assert (event()["dtstart"].dt, event()["sequence"]) == (second, 1)
    post("saints", "call_off")
    assert (event()["sequence"], str(event()["status"])) == (2, "CANCELLED")


def test_a_calendar_program_that_asks_by_time_gets_a_time_that_was_agreed_on_since() -> None:
    league()
    agreed()
    before = Client().get(FEED)["Last-Modified"]
    later = timezone.now() + timedelta(hours=1)
    Appointment.objects.update(changed_at=later)
    answer = Client().get(FEED, headers={"If-Modified-Since": before})
    assert (answer.status_code, answer["Last-Modified"]) == (200, http_date(later.timestamp()))


def test_a_time_that_has_passed_leads_to_what_happened_and_to_the_forfeit() -> None:
    league()
    agreed()
    Appointment.objects.update(agreed_at=timezone.now() - timedelta(hours=2))
    assert "was to be played" in text_of(reader("saints").get(HOME))
    assert "Noted." in text_of(post("saints", "missed", said="absent:razors"))
    page = reader("boss").get(HERE).content.decode()
    assert "/do/forfeit_match/?match=m1&amp;franchise=razors" in page
    assert "says Razors did not come" in page
    form = reader("boss").get("/l/rust-belt/s1/do/forfeit_match/?match=m1&franchise=razors").content.decode()
    assert re.search(r'value="razors"[^>]*(selected|checked)', form)
    assert "forfeit_match" not in reader("saints").get(HERE).content.decode()


def test_a_match_that_is_over_shows_no_form() -> None:
    table = league()
    agreed()
    table.give("void_match", match="m1", reason="The hall burned.")
    page = reader("razors").get(HERE).content.decode()
    assert "was voided" in page
    assert 'name="act" value="move"' not in page
    assert 'id="time"' not in reader("razors").get(MATCH).content.decode()
    assert Client().get("/l/rust-belt/s1/m9/time/").status_code == 404
    assert reader("razors").post("/l/rust-belt/s1/m9/time/", {"act": "accept", "side": "razors"}).status_code == 404
