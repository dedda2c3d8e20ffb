"""How notices reach a person, read and changed by their program, and marking what was read."""

from __future__ import annotations

from typing import Any, get_args

import pytest

from api.notice_settings.schemas import Group
from league.accounts import preferences_of
from league.models import League, Membership, NoticeChoice
from league.role_changes import leave
from league.tokens import REPORT_SCOPE
from scheduling.notices.choices import NOTICE_GROUPS
from scheduling.notices.letters import MailList, sign_mail_list
from scheduling.notices.settings import find_mail_list, turn_off
from tests.api.api_callers import program_of
from tests.league.small_league import BEGAN, founded
from tests.scheduling.calendar_league import member

pytestmark = pytest.mark.django_db
SETTINGS, UNDO = (f"/leagues/rust-belt/{end}" for end in ("notice-settings", "notice-settings/undo"))


def test_the_schema_has_every_group() -> None:
    assert get_args(Group) == tuple(NOTICE_GROUPS)


def test_settings_are_saved_whole_and_what_is_left_out_is_the_default() -> None:
    table = founded()
    program = program_of(table, "razors")
    before = program.get(SETTINGS).json()
    sent = {
        "digest_hour": 7,
        "muted": ["rust-belt"],
        "groups": [{"group": "season", "mail": "weekly", "site": "off"}],
    }
    answer = program.post(SETTINGS, sent, key="a")
    assert (answer.status_code, answer.json()["muted"]) == (200, ["rust-belt"])
    assert program.get(SETTINGS).json() == answer.json()
    assert program_of(table, "saints").get(SETTINGS).json() == before
    assert program.post(SETTINGS, {}, key="b").json() == before


@pytest.mark.parametrize(("sent", "stored"), [("europe/berlin", "Europe/Berlin"), ("GMT", "UTC"), ("", "")])
def test_a_time_zone_is_stored_by_its_own_name(sent: str, stored: str) -> None:
    table = founded()
    answer = program_of(table, "razors").post(SETTINGS, {"time_zone": sent}, key="a")
    assert (answer.status_code, answer.json()["time_zone"]) == (200, stored)
    assert preferences_of(member(table, "razors").user).time_zone == stored


def test_settings_that_are_read_can_be_saved_again_after_a_league_was_left() -> None:
    table, other = founded(), founded(league="ash-coast")
    person = member(table, "razors").user
    Membership.objects.filter(league=other.league, franchise="ash-coast/razors").update(user=person)
    program = program_of(table, "razors")
    program.post(SETTINGS, {"muted": ["ash-coast"]}, key="a")
    leave(league=League.objects.get(pk="ash-coast"), user=person, at=BEGAN)
    settings = program.get(SETTINGS).json()
    assert settings["muted"] == []
    sent = {
        name: settings[name] for name in ("time_zone", "digest_hour", "digest_day", "groups", "muted", "mail_off")
    }
    assert program.post(SETTINGS, sent, key="b").json() == settings


@pytest.mark.parametrize(
    ("sent", "pointer"),
    [
        ({"time_zone": "Mars/Olympus"}, "/time_zone"),
        ({"digest_hour": 24}, "/digest_hour"),
        ({"groups": [{"group": "waits", "site": "off"}]}, "/choices"),
        ({"quiet": {"begin": 3, "end": 3}}, "/quiet"),
        ({"muted": ["elsewhere"]}, "/muted"),
    ],
)
def test_what_cannot_be_saved_is_refused_with_its_place(sent: dict[str, Any], pointer: str) -> None:
    table = founded()
    answer = program_of(table, "razors").post(SETTINGS, sent, key="a")
    assert (answer.status_code, pointer in answer.content.decode()) == (422, True)
    assert preferences_of(member(table, "razors").user).digest_hour == 9


def test_a_program_that_may_not_read_changes_nothing() -> None:
    program = program_of(founded(), "razors", REPORT_SCOPE)
    assert [program.post(path, {}, key=path).status_code for path in (SETTINGS, UNDO)] == [403] * 2


def test_what_letters_turned_off_is_turned_on_again() -> None:
    table = founded()
    person = member(table, "razors").user
    program = program_of(table, "razors")
    program.post(SETTINGS, {"groups": [{"group": "season", "mail": "weekly"}]}, key="a")
    for mail_list in (MailList(person.pk, "results", "rust-belt"), MailList(person.pk, digests=("weekly",))):
        state = find_mail_list(sign_mail_list(mail_list))
        assert state is not None
        turn_off(state, at=BEGAN)
    off = program.get(SETTINGS).json()
    assert off["mail_off"] == [{"league": "rust-belt", "group": "results"}]
    assert program.post(UNDO, {}, key="b").json()["mail_off"] == []
    assert list(NoticeChoice.objects.values_list("group", "delivery")) == [("season", "weekly")]
