"""The draft and the sponsor pool: secrets and when they open, turns, picks, and what was left."""

from __future__ import annotations

import re

import pytest
from django.test import Client

from rules.campaign.season_end.draft import draft_turn
from rules.campaign.sponsors.kinds import SPONSOR_KINDS
from scheduling.clock_tick import tick
from tests.league.small_league import BEGAN, Table, closed, drafting, founded
from tests.pages.multiple_owners import owner_of
from tests.pages.season_pages import HOME, ended, owner, said
from tests.scheduling.calendar_league import clocked

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    ("address", "words"),
    [
        ("draft/", "The draft comes when the rounds are over."),
        ("pool/", "The pool opens after the draft."),
        ("market/", "No shops have opened yet."),
        ("rules/", "This season is played as printed."),
        ("rules/", "Nothing was done by hand."),
        ("questionnaires/house-rules/?q=nonsense", "No question matches."),
    ],
)
def test_an_empty_page_of_the_season_says_what_comes_next(address: str, words: str) -> None:
    founded()
    assert words in said(f"{HOME}{address}")


def test_a_league_without_a_draft_says_so() -> None:
    founded(switches={"draft.enabled": False})
    assert "No draft is held in this season." in said(f"{HOME}draft/")


def contracts_open() -> Table:
    """A league at its franchise contracts; the razors have named theirs."""
    table = ended()
    for tag in ("rank_table", "award_cup", "retire_drivers", "close_staff_keep"):
        table.give(tag)
    table.give("protect_drivers", by="razors", franchise="razors", drivers=["razors.d4", "razors.d5"])
    return table


@pytest.mark.rule("DM-C-161")
def test_whom_a_franchise_protects_is_its_owners_secret_until_the_draft_opens() -> None:
    table = contracts_open()
    for reader in (Client(), owner("saints")):
        words = said(f"{HOME}draft/", reader)
        assert "Razors may protect 3 named" in words
        assert "razors 4" not in words
    assert "You protect razors 4 , razors 5 ." in said(f"{HOME}draft/", owner("razors"))
    assert "razors 4" in said(f"{HOME}draft/", owner_of(table, "razors", "widows"))
    table.give("open_draft")
    assert "Razors razors 4 , razors 5" in said(f"{HOME}draft/", at="protected")
    assert "by default" in said(f"{HOME}draft/", at="protected")


@pytest.mark.rule("DM-C-163")
@pytest.mark.rule("DM-C-166")
def test_the_draft_shows_the_order_who_is_on_turn_and_every_pick_and_pass() -> None:
    table = drafting(ended())
    words = said(f"{HOME}draft/")
    assert "Widows is on turn in round 1" in words
    assert re.search(r"1 Widows on turn 4 4 – 0 2 Saints 4 4 – 0 3 Razors 3 3 – 0", words)
    free = said(f"{HOME}draft/", at="available")
    assert "razors 5" in free
    assert "razors 1" not in free
    turn = draft_turn(table.state)
    assert turn is not None
    table.give("pick_driver", by="widows", franchise="widows", driver="razors.d5")
    table.give("pass_pick", by="saints", franchise="saints")
    turns = said(f"{HOME}draft/", at="turns")
    assert "Round 1 Widows picked razors 5 from Razors pick 1" in turns
    assert "Round 1 Saints passed pass" in turns
    assert "razors 5" not in said(f"{HOME}draft/", at="available")


def test_the_clock_of_the_draft_tells_of_the_turn_that_is_on_and_of_no_other() -> None:
    table = clocked(drafting(ended()), hours={"E6": 24})
    page = said(f"{HOME}draft/")
    assert "The deadline appears here within 60 seconds." in page
    tick(table.season, at=BEGAN)
    assert "turn 1 of" in said(f"{HOME}draft/", at="clock")
    turn = draft_turn(table.state)
    assert turn is not None
    table.give("pass_pick", by=turn.franchise, franchise=turn.franchise)
    assert "turn 1 of" not in said(f"{HOME}draft/", at="clock")
    tick(table.season, at=BEGAN)
    assert "turn 2 of" in said(f"{HOME}draft/", at="clock")


def test_an_owner_who_is_not_on_turn_is_led_from_the_leagues_home_to_their_queue() -> None:
    table = drafting(ended())
    turn = draft_turn(table.state)
    assert turn is not None
    hint = "The draft is on."
    waiting = next(id for id in table.franchises if id != turn.franchise)
    assert hint in said(HOME, owner(waiting))
    assert hint not in said(HOME, owner(turn.franchise)), "they are asked to pick"
    assert hint not in said(HOME)


def test_in_the_draft_an_owners_own_drivers_are_marked_and_have_no_button() -> None:
    table = drafting(ended())
    turn = draft_turn(table.state)
    assert turn is not None
    page = owner(turn.franchise).get(f"{HOME}draft/").content.decode()
    table_body = page.split('id="available"')[1].split("<tbody")[1]
    rows = re.findall(r'<tr role="row"(?: class="queued")? data-driver="[^"]*">.*?</tr>', table_body, re.DOTALL)
    own = [row for row in rows if f"/d/{turn.franchise}." in row]
    assert own
    for row in rows:
        assert ('<span class="chip">yours</span>' in row) is (row in own)
        assert ("/do/pick_driver/" in row) is (row not in own)


def test_a_pick_is_confirmed_on_a_page_with_that_driver_alone() -> None:
    table = drafting(ended())
    turn = draft_turn(table.state)
    assert turn is not None
    form = f"{HOME}do/pick_driver/?franchise={turn.franchise}"
    alone = owner(turn.franchise).get(f"{form}&driver=razors.d5").content.decode()
    assert re.findall(r'type="radio" name="driver" value="([^"]*)"', alone) == ["razors.d5"]
    every = owner(turn.franchise).get(form).content.decode()
    assert len(re.findall(r'type="radio" name="driver" value="([^"]*)"', every)) > 1


def test_a_commissioner_undoes_the_last_turn_of_the_draft_from_its_page() -> None:
    table = drafting(ended())
    turn = draft_turn(table.state)
    assert turn is not None
    table.give("pick_driver", by=turn.franchise, franchise=turn.franchise, driver="razors.d5")
    boss = owner("boss")
    page = boss.get(f"{HOME}draft/").content.decode()
    (undo,) = re.findall(r'href="([^"]*)">Undo this pick<', page)
    assert "Undo this pick" not in Client().get(f"{HOME}draft/").content.decode()
    form = boss.get(undo).content.decode()
    assert re.search(r'value="strike"[^>]* checked', form)


def test_when_the_draft_is_over_the_undrafted_are_named() -> None:
    closed(ended())
    assert re.search(r"they left the sport .*razors 6", said(f"{HOME}draft/", at="undrafted"))
    assert "on turn" not in said(f"{HOME}draft/")


@pytest.mark.rule("DM-C-169")
@pytest.mark.rule("DM-C-171")
def test_the_pool_shows_who_is_on_turn_what_was_lost_and_what_may_be_taken() -> None:
    table = drafting(ended())
    while table.state.step == "E6":
        turn = draft_turn(table.state)
        assert turn is not None
        table.give("pass_pick", by=turn.franchise, franchise=turn.franchise)
    kept_sponsor = table.state.sponsors_of("saints")[0]
    table.give("declare_safe", by="saints", franchise="saints", sponsor=kept_sponsor.id)
    assert f"Saints declared {SPONSOR_KINDS[kept_sponsor.kind].name} safe." in said(f"{HOME}pool/", at="safe")
    table.give("draw_sponsors")
    words = said(f"{HOME}pool/")
    assert "Razors is on turn" in words
    assert "1 Razors on turn – 2 Saints" in said(f"{HOME}pool/", at="order")
    assert said(f"{HOME}pool/", at="lost").count("for the common pool") == 3
    sponsor_taken = table.state.pool_sponsors()[0].id
    kind = SPONSOR_KINDS[table.state.pool_sponsors()[0].kind].name
    assert sponsor_taken not in said(f"{HOME}pool/", at="pooled")
    assert f"{kind} " in said(f"{HOME}pool/", at="pooled")
    assert "left Razors" in said(f"{HOME}pool/", at="pooled")
    table.give("pick_sponsor", by="razors", franchise="razors", sponsor=sponsor_taken)
    assert sponsor_taken not in said(f"{HOME}pool/", at="pooled")
    assert f"{kind} became a sponsor of Razors" in said(f"{HOME}pool/", at="taken")


def test_sponsors_nobody_took_are_told_when_the_pool_is_closed() -> None:
    closed(ended())
    assert "Nobody took" in said(f"{HOME}pool/", at="gone")
