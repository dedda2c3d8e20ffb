"""A form that is refused is shown again with all that was typed, says why where it was typed, and has the focus."""

from __future__ import annotations

import re
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from scheduling.seats import ask_for_seat
from tests.league.small_league import announced
from tests.pages.test_match_time import in_days
from tests.people.crowd import browser, known, league_of, member, person
from tests.people.test_seats import offering
from tests.scheduling.appointed_league import PAIR
from tests.scheduling.calendar_league import clocked

pytestmark = pytest.mark.django_db
HOME = "/l/rust-belt/"
INVISIBLE = "a\u202eb"
ALERT = re.compile(r'<p class="alert alert-danger" role="alert" tabindex="-1" autofocus>([^<]*)</p>')


def forms_of(html: str) -> list[str]:
    """The forms of a page's content."""
    return re.findall(r"<form.*?</form>", html[html.index("<main") :], re.DOTALL)


def refused_form(client: Client, address: str, fields: dict[str, Any]) -> str:
    """The form that says why it was refused, which is the only place where the page does."""
    answer = client.post(address, fields)
    html = answer.content.decode()
    assert answer.status_code == 422
    assert len(ALERT.findall(html)) == 1
    assert html.count(" autofocus") == 1
    (form,) = [form for form in forms_of(html) if ALERT.search(form)]
    return form


@pytest.mark.parametrize(
    ("fields", "sentence", "kept"),
    [
        ({"act": "delete", "reason": "", "days": "45"}, "give a reason", 'value="45"'),
        ({"act": "delete", "reason": "We stopped.", "days": "2"}, "days", ">We stopped.</textarea>"),
        ({"act": "archive", "reason": INVISIBLE}, "none of them invisible", f">{INVISIBLE}</textarea>"),
        ({"act": "offer", "to": "", "steps": "down", "note": "Please."}, "member", ">Please.</textarea>"),
    ],
)
def test_what_a_commissioner_decides_on_a_league(fields: dict[str, str], sentence: str, kept: str) -> None:
    league_of()
    form = refused_form(browser(known("boss")), f"{HOME}future/", fields)
    assert sentence in form
    assert kept in form
    assert f'value="{fields["act"]}"' in form


def test_of_a_folded_form_that_is_refused_the_fold_is_open() -> None:
    league_of()
    page = browser(known("boss")).post(f"{HOME}future/", {"act": "delete", "reason": "", "days": "30"})
    assert '<details class="panel pad why" open>' in page.content.decode()


def test_an_answer_to_one_of_two_who_ask_for_a_seat_stays_with_that_one() -> None:
    now = timezone.now()
    offering(at=now)
    asked = [ask_for_seat(league="rust-belt", user=person(name), note="", at=now) for name in ("vera", "otto")]
    client = browser(known("boss"))
    fields = {"act": "give", "request": asked[1].pk, "seat": "widows", "answer": INVISIBLE}
    form = refused_form(client, f"{HOME}seats/", fields)
    assert f'name="request" value="{asked[1].pk}"' in form
    assert f">{INVISIBLE}</textarea>" in form
    page = client.post(f"{HOME}seats/", fields).content.decode()
    assert '<input type="checkbox" name="franchise" value="widows" checked>' in page  # as it is advertised


def test_a_person_who_looks_for_a_seat_keeps_note_and_zone() -> None:
    fields = {"act": "look", "note": INVISIBLE, "time_zone": "Asia/Tokyo"}
    form = refused_form(browser(person("vera")), "/seats/", fields)
    assert f">{INVISIBLE}</textarea>" in form
    assert "<option selected>Asia/Tokyo</option>" in form


def test_what_is_done_to_a_member() -> None:
    league_of()
    address = f"{HOME}people/{member('saints').pk}/"
    form = refused_form(browser(known("boss")), address, {"act": "appoint", "of": "", "reason": ""})
    assert "give a reason" in form


def test_a_rename_without_a_reason_has_the_focus_on_the_reason() -> None:
    league_of()
    answer = browser(known("boss")).post(f"{HOME}names/franchise/razors/", {"act": "rename", "name": "The Blades"})
    html = answer.content.decode()
    assert answer.status_code == 422
    assert 'value="The Blades"' in html
    assert re.search(r'<textarea id="reason"[^>]* aria-invalid="true" autofocus>', html)


def test_quiet_hours_with_one_end_have_the_focus_on_the_other() -> None:
    league_of()
    answer = browser(known("saints")).post("/me/notices/", {"act": "save", "quiet_from": "22"})
    assert answer.status_code == 422
    assert answer.content.decode().count(" autofocus") == 1


def test_a_time_that_has_passed_is_named_in_the_zone_in_which_it_was_typed() -> None:
    clocked(announced(franchises=PAIR), time_zone="Europe/Berlin")
    razors = browser(known("razors"))
    razors.post("/me/", {"act": "zone", "time_zone": "Asia/Tokyo"})
    past = in_days(-1)
    form = refused_form(
        razors,
        f"{HOME}s1/m1/time/",
        {"act": "propose", "side": "razors", "seen": "0", "times": f"{past + timedelta(hours=9):%Y-%m-%dT%H:%M}"},
    )
    assert f"{past + timedelta(hours=9):%H:%M} JST" in form
    assert "in the league) has passed" in form
