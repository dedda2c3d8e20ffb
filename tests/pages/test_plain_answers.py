"""Pages answer in plain words where something is missing, mistyped, late or sent again."""

from __future__ import annotations

import codecs
from typing import Any

import pytest
from django.contrib.auth import get_user_model
from django.test import Client

from league.models import Entry, League
from tests.command_forms.desk import Sitter
from tests.league.resolved_leagues import resolved
from tests.league.small_league import announced, lined_up, settled
from tests.pages.page_reader import reader, words

pytestmark = pytest.mark.django_db
HOME = "/l/rust-belt/s1/"
LINE_UP = f"{HOME}do/name_line_up/?match=m1"


def shown(form: Any) -> dict[str, Any]:
    """What a form sends that nobody changed."""
    return {field.html_name: value for field in form if (value := field.value()) not in (None, "", [], False)}


def line_up_form(who: str = "razors") -> dict[str, Any]:
    """The form of a franchise's line-up as its owner opens it now."""
    return shown(reader(who).get(LINE_UP).context["form"])


def test_an_unknown_address_asks_only_who_is_logged_out_to_log_in() -> None:
    announced()
    assert "log in</a> first" in Client().get("/l/nowhere/").content.decode()
    page = reader("razors").get("/l/nowhere/").content.decode()
    assert "log in" not in page.split("<main", 1)[1].lower()


def test_a_match_played_at_a_table_has_a_page_for_its_log_that_says_there_is_none() -> None:
    settled(rounds=1)
    text = words(Client(), f"{HOME}m1/log/")
    assert "There is no log of this match. It is played at a table" in text
    assert Client().get(f"{HOME}m9/log/").status_code == 404


@pytest.mark.long
@pytest.mark.parametrize("part", ["log", "replay"])
def test_a_car_that_a_match_does_not_have_is_said_and_not_ignored(part: str) -> None:
    resolved(ruleset="carcult", event="last_cult", setting={"table": "crossroads"})
    assert "No car of this match has the id nope :" in words(Client(), f"{HOME}m1/{part}/?car=nope")
    assert "No car of this match" not in words(Client(), f"{HOME}m1/{part}/")


def test_after_the_lock_the_form_shows_the_line_up_as_it_is_played() -> None:
    table = lined_up()
    text = words(reader("razors"), LINE_UP)
    assert "The line-ups are locked, and the match is played with them." in text
    seats = table.state.seats_of("m1.razors")
    assert "Your locked line-up" in text
    assert text.count("razors") >= len(seats)
    assert "Name this line-up" not in text


def test_a_line_up_that_comes_too_late_is_told_what_to_do_instead() -> None:
    table = announced()
    sent = line_up_form()
    for franchise in table.franchises:
        Sitter(table.season, franchise).send("name_line_up", line_up_form(franchise))
    table.give("lock_line_ups", match="m1")
    late = {**sent, "words": "Late.", "seen": table.row.length}
    page = Sitter(table.season, "razors").send("name_line_up", late).content.decode()
    assert "ask a commissioner to void the match and run it again" in page


def test_the_same_line_up_sent_again_is_named_once() -> None:
    table = announced()
    razors = Sitter(table.season, "razors")
    razors.send("name_line_up", line_up_form())
    named = Entry.objects.filter(command="name_line_up").count()
    answer = razors.send("name_line_up", line_up_form())
    assert answer.status_code == 302
    assert Entry.objects.filter(command="name_line_up").count() == named == 1


def test_the_form_that_founds_a_league_founds_it_once_though_it_is_opened_and_sent_again() -> None:
    client = Client()
    client.force_login(get_user_model().objects.create_user(name := "nora", password="x"))
    first, second = (client.post("/new/", shown(client.get("/new/").context["form"]))["Location"] for _ in range(2))
    assert first == second
    assert League.objects.filter(memberships__user__username=name).distinct().count() == 1
    client.post("/new/", {**shown(client.get("/new/").context["form"]), "name": "Another League"})
    assert League.objects.filter(memberships__user__username=name).distinct().count() == 2


def test_a_csv_file_begins_with_the_mark_by_which_spreadsheets_read_umlauts() -> None:
    announced()
    assert Client().get(f"{HOME}tables/standings.csv").content.startswith(codecs.BOM_UTF8)
