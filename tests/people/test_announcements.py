"""Announcements by commissioners: shown to the league's readers, sent to each member once, and safely rendered."""

from __future__ import annotations

import re
from datetime import timedelta
from typing import Any

import pytest
from django.core import mail
from django.test import Client

from league.access import NotYours
from league.membership import join
from league.models import Announcement, LeagueLog, Notice, Wording
from league.pages.safe_markdown import excerpt, render_markdown
from rules.core.refusals import Malformed
from scheduling.announcements import (
    LONGEST_TEXT,
    AnnouncementChanged,
    AnnouncementUnknown,
    AnnouncementWithdrawn,
    edit_announcement,
    post_announcement,
    withdraw_announcement,
)
from scheduling.notices.mail import send_due_mail
from tests.league.small_league import BEGAN
from tests.people.crowd import browser, known, league_of, member, person, rust_belt, said

HOME, LIST, FIRST = "/l/rust-belt/", "/l/rust-belt/announcements/", "/l/rust-belt/announcements/1/"
SENT = {"title": "Rain", "text": "Bring *tyres*.", "key": "form.1"}
RLO, RLM, ZWJ = "\u202e", "\u200f", "\u200d"


def announced(**other: Any) -> Announcement:
    """An announcement by the commissioner."""
    arguments = {"title": "Rain", "text": "Bring *tyres*.", "pinned": False, "key": "rain", "at": BEGAN, **other}
    return post_announcement(league=rust_belt(), by=member("boss"), **arguments)


def again(**other: Any) -> Announcement:
    """The first announcement, edited."""
    arguments = {
        "title": "Rain",
        "text": "Bring nothing.",
        "pinned": False,
        "seen": 1,
        "tell": False,
        "at": BEGAN,
        **other,
    }
    return edit_announcement(league=rust_belt(), number=1, by=member("boss"), **arguments)


# ---------------------------------------------------------------------------------- permissions


@pytest.mark.django_db
def test_a_commissioner_announces_and_everybody_reads_it_at_home_in_the_list_and_in_the_feed() -> None:
    league_of()
    boss = browser(known("boss"))
    answer = boss.post(LIST, {**SENT, "pinned": "on"}, follow=True)
    assert answer.redirect_chain == [(FIRST, 302)]
    assert "Announced: the members are notified." in said(answer)
    for who in (Client(), browser(known("razors")), boss):
        home = who.get(HOME).content.decode()
        assert "<p>Bring <em>tyres</em>.</p>" in home
        assert re.search(r'<h2 id="note-1">\s*<a href="/l/rust-belt/announcements/1/" dir="auto">Rain</a>', home)
        assert "Bring tyres ." in said(who.get(LIST))
        assert "Announcement: Rain" in who.get("/l/rust-belt/journal.atom").content.decode()
    assert "by the commissioner" in said(Client().get(FIRST))
    assert "by rust-belt-boss" in said(browser(known("razors")).get(FIRST))


@pytest.mark.django_db
def test_only_commissioners_are_shown_the_forms_and_only_they_may_send_them() -> None:
    league_of()
    announced()
    for who in (Client(), browser(known("razors")), browser(person("nora"))):
        refused = 403 if who.session.get("_auth_user_id") else 302
        assert who.post(LIST, SENT).status_code == refused
        assert who.post(FIRST, {"act": "withdraw"}).status_code == refused
        for page in (LIST, FIRST):
            assert 'method="post"' not in who.get(page).content.decode().split("<footer")[0]
    with pytest.raises(NotYours):
        post_announcement(
            league=rust_belt(), by=member("razors"), title="I", text="say", pinned=False, key="k", at=BEGAN
        )
    assert Announcement.objects.count() == 1


@pytest.mark.django_db
def test_a_league_for_members_keeps_what_it_announces_to_them() -> None:
    league_of(public=False)
    announced(pinned=True)
    for who in (Client(), browser(person("nora"))):
        for page in (HOME, LIST, FIRST, "/l/rust-belt/journal.atom"):
            assert who.get(page).status_code == 404
    assert browser(known("razors")).get(FIRST).status_code == 200


# --------------------------------------------------------------------------------------- notices


@pytest.mark.django_db
def test_each_person_is_told_once_by_inbox_and_mail_whatever_parts_he_has() -> None:
    league_of()
    join(league=rust_belt(), user=known("razors"), role="commissioner", actor="", at=BEGAN)
    announced()
    notices = Notice.objects.filter(about="announced")
    assert sorted(notice.member.user.username for notice in notices) == ["rust-belt-razors", "rust-belt-saints"]
    notices.first().member.user.__class__.objects.update(email="owner@example.com")
    send_due_mail(at=BEGAN)
    assert [message.subject for message in mail.outbox] == ["Rust Belt: Announcement"] * 2
    assert "The commissioner announces: Rain" in mail.outbox[0].body
    assert FIRST in mail.outbox[0].body
    inbox = browser(known("saints")).get("/inbox/").content.decode()
    assert "The commissioner announces: Rain" in inbox
    assert f'href="{FIRST}"' in inbox


@pytest.mark.django_db
def test_a_form_sent_twice_announces_once() -> None:
    league_of()
    boss = browser(known("boss"))
    assert [boss.post(LIST, SENT)["Location"] for _ in range(2)] == [FIRST, FIRST]
    assert Wording.objects.count() == 1
    assert Notice.objects.filter(about="announced").count() == 2


@pytest.mark.django_db
def test_other_words_are_told_again_only_where_that_is_asked_for() -> None:
    league_of()
    announced()
    again()
    assert Notice.objects.filter(about="announced").count() == 2
    again(text="Bring a boat.", seen=2, tell=True)
    assert Notice.objects.filter(about="announced").count() == 4


# ------------------------------------------------------------------------------------------ history


@pytest.mark.django_db
def test_every_wording_is_kept_and_can_be_read() -> None:
    league_of()
    announced()
    answer = browser(known("boss")).post(
        FIRST, {"act": "word", "seen": 1, "title": "Storm", "text": "Bring a boat.", "pinned": "on"}, follow=True
    )
    assert "The words it had before are kept below." in said(answer)
    page = said(Client().get(FIRST))
    assert page.index("Bring a boat.") < page.index("The words it had before") < page.index("Bring tyres .")
    assert Announcement.objects.get().pinned


@pytest.mark.django_db
def test_of_two_who_word_it_anew_the_second_is_told() -> None:
    league_of()
    announced()
    again()
    with pytest.raises(AnnouncementChanged):
        again(text="Bring a boat.")
    boss = browser(known("boss"))
    payload = {"act": "word", "seen": 1, "title": "Rain", "text": "Bring a boat."}
    answer = boss.post(FIRST, payload)
    assert answer.status_code == 422
    page = answer.content.decode()
    assert "Somebody changed the text while you wrote" in page
    assert "Bring nothing." in page
    assert 'name="seen" value="2"' in page
    assert "Bring a boat.</textarea>" in page
    assert boss.post(FIRST, {**payload, "seen": 2}).status_code == 302


@pytest.mark.django_db
def test_what_is_withdrawn_is_gone_for_all_but_commissioners_and_the_log_says_who_did_it() -> None:
    league_of()
    announced(pinned=True)
    again(pinned=True)
    boss = browser(known("boss"))
    assert "It is withdrawn" in said(boss.post(FIRST, {"act": "withdraw"}, follow=True))
    for page in (HOME, LIST, FIRST, "/l/rust-belt/journal.atom"):
        html = Client().get(page).content.decode()
        assert "Bring" not in html
        assert "Rain" not in html
    assert "An announcement that was withdrawn" in said(Client().get(LIST))
    assert "Its words are no longer shown." in said(browser(known("razors")).get(FIRST))
    assert "Bring nothing." in said(boss.get(FIRST))
    assert "Bring tyres ." in said(boss.get(FIRST))
    assert not Notice.objects.filter(about="announced").exists()
    assert LeagueLog.objects.filter(what="withdrew", subject="Rain").count() == 1
    assert "withdrew the announcement Rain" in said(boss.get("/l/rust-belt/people/"))


@pytest.mark.django_db
def test_withdrawn_it_stays_and_one_that_is_not_there_is_nobodys_to_change() -> None:
    league_of()
    announced()
    act = {"league": rust_belt(), "by": member("boss"), "at": BEGAN}
    withdraw_announcement(number=1, **act)
    withdraw_announcement(number=1, **act)
    assert LeagueLog.objects.filter(what="withdrew").count() == 1
    with pytest.raises(AnnouncementWithdrawn):
        again(pinned=True)
    with pytest.raises(AnnouncementUnknown):
        withdraw_announcement(number=2, **act)
    boss = browser(known("boss"))
    assert boss.post(f"{LIST}7/", {"act": "withdraw"}).status_code == 404
    assert boss.post(FIRST, {"act": "burn"}).status_code == 422


# ----------------------------------------------------------------------------------------- title and text


IMPROPER = [
    ("", "Bring tyres.", "needs a title"),
    ("   ", "Bring tyres.", "needs a title"),
    ("R" * 121, "Bring tyres.", "at most 120 characters, and this one 121"),
    (f"Rain{RLO}", "Bring tyres.", "The title has invisible characters"),
    ("Rain\x00", "Bring tyres.", "The title has invisible characters"),
    ("Rain", "", "needs a text"),
    ("Rain", "\n \t\n", "needs a text"),
    ("Rain", "x" * (LONGEST_TEXT + 1), "at most 10,000 characters, and this one 10,001"),
    ("Rain", f"Bring {RLO}seryt.", "The text has invisible characters"),
    ("Rain", f"{RLM}tyres", "The text has invisible characters"),
    ("Rain", "a\x1bb", "The text has invisible characters"),
]


@pytest.mark.django_db
def test_what_cannot_be_announced_is_refused_in_a_sentence_and_the_form_keeps_what_was_written() -> None:
    league_of()
    boss = browser(known("boss"))
    for title, text, because in IMPROPER:
        with pytest.raises(Malformed, match=because):
            announced(title=title, text=text)
        answer = boss.post(LIST, {"title": title, "text": text, "key": "k"})
        assert answer.status_code == 422
        assert because in said(answer)
        assert 'value="k"' in answer.content.decode()
    assert not Announcement.objects.exists()


ODD = [
    "x" * LONGEST_TEXT,
    "[" * LONGEST_TEXT,
    "> " * (LONGEST_TEXT // 2 - 2) + "deep",
    "* " * (LONGEST_TEXT // 2 - 2) + "deep",
    f"🚗💥 👨{ZWJ}👩{ZWJ}👧 🏁",
    "שלום עולם, the race is on",
    "one\u00a0two\u2003three",
]


@pytest.mark.django_db
def test_whatever_else_is_written_is_shown_on_home_list_and_page() -> None:
    league_of()
    for number, text in enumerate(ODD, start=1):
        announced(text=text, pinned=True, key=str(number))
        for page in (HOME, LIST, f"{LIST}{number}/"):
            assert Client().get(page).status_code == 200, text[:20]
    assert "one two three" in said(Client().get(f"{LIST}{len(ODD)}/"))


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("<script>alert(1)</script>", "&lt;script&gt;alert(1)&lt;/script&gt;"),
        ("a <img src=x onerror=alert(1)> b", "a &lt;img src=x onerror=alert(1)&gt; b"),
        ("[x](javascript:alert(1))", "[x](javascript:alert(1))"),
        ("[x](JaVaScRiPt:alert(1))", "[x](JaVaScRiPt:alert(1))"),
        ("[x](vbscript:a)", "[x](vbscript:a)"),
        ("[x](ftp://a/b)", '<a rel="nofollow ugc noopener noreferrer">x</a>'),
        ("![x](https://e.example/x.png)", '!<a href="https://e.example/x.png"'),
        ('[x](https://e.example/"onmouseover="a)', "%22onmouseover=%22a"),
        ("[x](https://e.example)", '<a href="https://e.example" rel="nofollow ugc noopener noreferrer">x</a>'),
        ("# Big", "<h3>Big</h3>"),
        ("- one\n- two", "<li>one</li>"),
    ],
)
def test_markdown_is_shown_without_anything_that_acts(text: str, shown: str) -> None:
    html = render_markdown(text)
    assert shown in html
    assert not re.search(
        r"<(script|img|style|iframe|svg)|<[^>]* on\w+=|href=\"\s*(javascript|vbscript|data|ftp):",
        html,
        re.IGNORECASE,
    )


@pytest.mark.parametrize(
    ("text", "begun"),
    [
        ("short", ("short", False)),
        ("one\n\ntwo\n\n" + "x" * 40, ("one\n\ntwo", True)),
        ("one two three four five six seven", ("one two three four…", True)),
        ("x" * 40, ("x" * 20 + "…", True)),
    ],
)
def test_an_opening_ends_at_a_paragraph_or_else_at_a_word(text: str, begun: tuple[str, bool]) -> None:
    assert excerpt(text, most=20) == begun


@pytest.mark.django_db
def test_the_list_goes_back_page_by_page_and_home_shows_the_latest() -> None:
    league_of()
    for number in range(1, 24):
        announced(title=f"No. {number}.", key=str(number), at=BEGAN + timedelta(minutes=number))
    first = said(Client().get(LIST))
    assert "No. 23." in first
    assert "No. 3." not in first
    older = said(Client().get(f"{LIST}?before=4"))
    assert "No. 3." in older
    assert "No. 4." not in older
    home = said(Client().get(HOME))
    assert "No. 20." in home
    assert "No. 19." not in home
    assert "There is nothing older." in said(Client().get(f"{LIST}?before=1"))
    assert Client().get(f"{LIST}?before=x").status_code == 200
