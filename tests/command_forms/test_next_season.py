"""A commissioner opens the season after a closed one in a browser."""

from __future__ import annotations

import pytest
from django.test import Client

from journal import audit
from journal.entry_body import load_body
from league.models import Entry, Season
from league.pages.dice.words import WORDS_FIELD
from tests.command_forms.test_dice_words import WORDS, said_in
from tests.league.small_league import closed, founded, settled
from tests.people.crowd import browser, known, said

pytestmark = pytest.mark.django_db
NEXT = "/l/rust-belt/s1/next/"
BUTTON = "Open the next season"


def test_a_commissioner_alone_opens_the_next_season_and_once_however_often_he_sends_the_form() -> None:
    table = closed(settled(rounds=1))
    boss, owner = browser(known("boss")), browser(known("razors"))
    for client, status in ((owner, 403), (Client(), 302)):
        assert client.get(NEXT).status_code == status
        assert client.post(NEXT, {"key": "k", "rounds": "1"}).status_code == status
    for rounds in ("", "0", "61", "many"):
        answer = boss.post(NEXT, {"key": "k", "rounds": rounds})
        assert (answer.status_code, bool(answer.context["form"].errors["rounds"])) == (422, True)
    assert [BUTTON in said(client.get("/l/rust-belt/")) for client in (boss, owner)] == [True, False]
    assert boss.get(NEXT).context["form"].initial["rounds"] == 1
    assert not Season.objects.filter(pk="rust-belt/s2").exists()
    for _ in range(2):
        answer = boss.post(NEXT, {"key": "once", "rounds": "2", WORDS_FIELD: WORDS})
        assert (answer.status_code, answer["Location"]) == (302, "/l/rust-belt/s2/board/")
    assert "Season 2 is open. Change its house rules first" in said(boss.get("/l/rust-belt/s2/board/"))
    opened = Season.objects.get(pk="rust-belt/s2")
    first = Entry.objects.get(season=opened, number=1)
    assert (load_body(first.body).words, said_in(answer)) == (WORDS, (opened.pk, 1, first.hash))
    assert (opened.number, opened.rounds_planned, opened.step) == (2, 2, "S0")
    assert opened.secret != Season.objects.get(pk=table.season).secret
    assert [audit(table.season), audit(opened.pk)] == [[], []]
    again = boss.post(NEXT, {"key": "twice", "rounds": "2"})
    assert (again.status_code, "Season 2 is open already." in said(again)) == (422, True)
    assert "Season 2 is open already." in said(boss.get(NEXT))
    assert BUTTON not in said(boss.get("/l/rust-belt/"))
    assert Season.objects.filter(league="rust-belt").count() == 2


def test_no_season_follows_one_that_is_not_over() -> None:
    founded()
    boss = browser(known("boss"))
    assert "Season 1 is not over." in said(boss.get(NEXT))
    answer = boss.post(NEXT, {"key": "k", "rounds": "1"})
    assert (answer.status_code, "play it to its end" in said(answer)) == (422, True)
