"""Inboxes: each notice is given once, read only by its member, and every kind has its words."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
from django.contrib.auth import get_user_model
from django.contrib.auth.models import AnonymousUser

from league.access import viewer_of
from league.models import Notice
from league.queries.notices import inbox, unread_count_of_viewer
from scheduling.calendar import DEFAULT_HOURS
from scheduling.notices.inbox import franchise_owners, mark_read, notify, season_owners
from scheduling.notices.texts import (
    MAIL_SUBJECTS,
    NOTICE_SENTENCES,
    STEP_PROMPTS,
    describe_wait,
    notice_text,
    step_prompt,
)
from tests.league.small_league import BEGAN, founded, lined_up
from tests.scheduling.calendar_league import HOUR, delivered, member


def test_every_kind_of_notice_has_a_subject_and_every_step_its_words() -> None:
    assert NOTICE_SENTENCES.keys() == MAIL_SUBJECTS.keys()
    assert STEP_PROMPTS.keys() == DEFAULT_HOURS.keys()


@pytest.mark.parametrize("about", sorted(NOTICE_SENTENCES))
def test_a_notice_is_a_sentence_of_its_arguments(about: str) -> None:
    arguments = {name: name.upper() for name in re.findall(r"{(\w+)}", NOTICE_SENTENCES[about])}
    words = notice_text(Notice(about=about, arguments=arguments), {})
    assert words.subject == MAIL_SUBJECTS[about]
    assert all(argument in words.sentence for argument in arguments.values())
    assert "{" not in words.sentence


@pytest.mark.parametrize(
    ("about", "arguments", "sentence"),
    [
        ("seat_declined", {"league": "Rust Belt", "said": "We are full."}, "ask another league. “We are full.”"),
        ("time_called_off", {"what": "Round 1, match A", "until": "Wed", "reason": "I am ill."}, "more. “I am ill.”"),
        ("time_called_off", {"what": "It", "until": "Wed", "reason": "", "why": "It was voided."}, "It was voided."),
        ("time_missed", {"match": "m1", "until": "Wed", "said": "Nobody came."}, "Wed. Nobody came. Ask"),
        ("seat_given", {"league": "Rust Belt", "franchise": "Razors", "said": ""}, "you can rename it."),
    ],
)
def test_what_a_member_wrote_is_quoted_and_what_the_site_says_is_not(
    about: str, arguments: dict[str, str], sentence: str
) -> None:
    said = notice_text(Notice(about=about, arguments=arguments), {}).sentence
    assert sentence in said
    assert "“”" not in said
    assert ("“" in said) == ("“" in sentence)


def test_a_kind_that_is_told_no_more_still_says_what_it_was_about() -> None:
    assert notice_text(Notice(about="telegram"), {}).sentence == "telegram."


def test_braces_in_what_people_write_are_only_braces() -> None:
    notice = Notice(about="paused", arguments={"what": "the draft", "reason": "{member.user.password}"})
    assert notice_text(notice, {}).sentence == "The clock is stopped for the draft. “{member.user.password}”"


@pytest.mark.parametrize(
    ("what", "words"),
    [
        ("S1", "hiring"),
        ("M3/m4", "line-ups of round 4, match A"),
        ("M4/m4", "the report of round 4, match A"),
        ("M5.10/m4", "shopping of round 4, match A"),
        ("E6", "the draft"),
        ("E6/7", "turn 7 of the draft"),
    ],
)
def test_a_wait_is_described(what: str, words: str) -> None:
    assert describe_wait(what, match="Round 4, match A" if "m4" in what else "") == words


def test_what_is_asked_names_the_match() -> None:
    assert step_prompt("M3", match="Round 4, match A") == "Name your line-up for round 4, match A"
    assert step_prompt("S1") != step_prompt("S1", single_window=True)


def test_a_notice_calls_a_match_by_its_title_at_the_beginning_of_a_sentence_and_within_it() -> None:
    titles = {"rust/s1/m4": "Round 2, match B"}
    settled = {"match": "m4", "franchise": "Razors"}
    asked = {"asked": "Name your line-up for m4", "until": "Monday"}
    sentences = [
        notice_text(Notice(about=about, season_id="rust/s1", arguments=arguments), titles).sentence
        for about, arguments in (("settled", settled), ("locked", {"match": "m4"}), ("turn", asked))
    ]
    assert sentences == [
        "Round 2, match B is settled: see what it brought Razors.",
        "The line-ups of round 2, match B are locked.",
        "Name your line-up for round 2, match B by Monday.",
    ]


@pytest.mark.django_db
def test_a_member_is_told_a_thing_once_and_others_are_still_told_it() -> None:
    table = founded()
    razors, saints = member(table, "razors"), member(table, "saints")
    assert notify([razors], about="locked", key="k", at=BEGAN, arguments={"match": "m1"}) == 1
    assert notify([razors, saints, saints], about="locked", key="k", at=BEGAN, arguments={"match": "m2"}) == 1
    assert [notice.arguments for notice in Notice.objects.order_by("pk")] == [{"match": "m1"}, {"match": "m2"}]


@pytest.mark.django_db
def test_a_person_reads_his_own_inbox_newest_first_and_nobody_elses() -> None:
    table = founded()
    razors, saints = member(table, "razors"), member(table, "saints")
    for number, who in enumerate((razors, saints, razors)):
        notify([who], about="locked", key=f"k{number}", at=BEGAN + number * HOUR, arguments={"match": f"m{number}"})
    viewer = viewer_of(razors.user, table.row.league)
    assert [notice.arguments["match"] for notice in inbox(viewer)] == ["m2", "m0"]
    assert unread_count_of_viewer(viewer) == 2
    everything = list(Notice.objects.values_list("pk", flat=True))
    assert mark_read(everything, members=[razors.pk], at=BEGAN) == 2
    assert mark_read(everything, members=[razors.pk], at=BEGAN) == 0
    assert (unread_count_of_viewer(viewer), unread_count_of_viewer(viewer_of(saints.user, table.row.league))) == (
        0,
        1,
    )
    for stranger in (AnonymousUser(), get_user_model().objects.create_user("nobody")):
        assert list(inbox(viewer_of(stranger, table.row.league))) == []
        assert unread_count_of_viewer(viewer_of(stranger, table.row.league)) == 0


@pytest.mark.django_db
def test_a_seat_without_an_owner_has_nobody_to_tell() -> None:
    table = founded()
    member(table, "widows").delete()
    assert [season_owner.handle for season_owner in season_owners(table.row).order_by("handle")] == [
        "rust-belt.razors",
        "rust-belt.saints",
    ]
    assert list(franchise_owners("rust-belt", ["widows", "ghosts"])) == []


@pytest.mark.django_db
@pytest.mark.parametrize(("later", "told"), [(timedelta(days=6), 1), (timedelta(days=8), 0)])
def test_nobody_is_told_of_a_past_that_was_played_into_the_database(later: timedelta, told: int) -> None:
    lined_up()
    delivered(BEGAN + later)
    assert Notice.objects.filter(about="locked", member__handle="rust-belt.razors").count() == told
