"""Roles in a league: shown to members, changed with a reason, and never without a commissioner left."""

from __future__ import annotations

import re
from typing import Any
from urllib.parse import quote

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from franchises.models import StandingOrders
from franchises.standing_orders import set_standing_orders
from league.access import NotYours, ReasonMissing, refuse_unless_may_give, viewer_of
from league.accounts import erase
from league.membership import MemberAlready, SeatTaken, join
from league.models import Entry, LeagueLog, Membership
from league.pages.people.people import LOG_ACTION_WORDS, log_line
from league.role_changes import (
    LastCommissioner,
    NotMember,
    OwnAlready,
    appoint,
    end_role,
    give_franchise,
    hand_over,
    leave,
    remove,
)
from rules.campaign.core.codec import command_from_document
from rules.campaign.core.command import STEP_NAMES
from rules.core.refusals import Malformed, Refusal, Unknown
from scheduling.automatic_steps import attendance
from scheduling.calendar import set_calendar
from tests.guards.test_packages import CHECKOUT
from tests.journal.snapshot import everything
from tests.league.small_league import BEGAN
from tests.people.crowd import (
    PEOPLE,
    browser,
    known,
    league_of,
    link,
    member,
    noted,
    person,
    roles,
    rust_belt,
    said,
    vacate,
)
from tools.source_index import SITE_PACKAGES

pytestmark = pytest.mark.django_db
WHY = "He asked for it."
LOGGED = re.compile(r'add_league_log\([^)]*?\bwhat="([^"]+)"', re.DOTALL)


def by_boss() -> dict[str, Any]:
    """The arguments that all acts of the commissioner take."""
    return {"by": member("boss"), "at": BEGAN, "reason": WHY}


def page_of(who: str) -> str:
    """The path of a member's page."""
    return f"{PEOPLE}{member(who).pk}/"


# ------------------------------------------------------------------------------------------ the acts


def test_a_franchise_is_handed_over_and_who_had_it_stays_as_a_spectator() -> None:
    league_of()
    nora = person("nora")
    join(league=rust_belt(), user=nora, role="spectator", actor="", at=BEGAN)
    hand_over(league=rust_belt(), franchise="saints", user=nora, **by_boss())
    assert roles(nora) == [("owner", "rust-belt/saints")]
    assert roles(known("saints")) == [("spectator", None)]
    new = Membership.objects.get(user=nora)
    assert noted()[-1] == ("handed over", f"saints from rust-belt.saints to {new.handle}", WHY)


def test_a_new_owner_gives_the_commands_of_his_franchise_and_the_old_one_does_not() -> None:
    table = league_of()
    nora = person("nora")
    join(league=rust_belt(), user=nora, role="spectator", actor="", at=BEGAN, handle="rust-belt.nora")
    hand_over(league=rust_belt(), franchise="saints", user=nora, **by_boss())
    table.give("hire_rookie", by="nora", franchise="saints", driver="saints.d1", name="Kept On")
    with pytest.raises(NotYours):
        table.give("hire_rookie", by="saints", franchise="saints", driver="saints.d2", name="Too Late")


def test_a_franchise_taken_back_keeps_its_orders_and_is_answered_for_at_once() -> None:
    table = league_of()
    set_standing_orders(franchise="saints", document={"roster": 7}, member=member("saints"), at=BEGAN)
    calendar = set_calendar(league="rust-belt", member=member("boss"), at=BEGAN)
    end_role(member=member("saints"), **by_boss())
    assert StandingOrders.objects.get().document == {"roster": 7}
    assert attendance(table.row, calendar, at=BEGAN).owners == frozenset({"razors"})
    assert noted()[-1] == ("owner removed", "rust-belt.saints of saints", WHY)


def test_a_member_may_become_commissioner_and_be_one_no_more() -> None:
    league_of()
    chair = appoint(league=rust_belt(), user=known("razors"), **by_boss())
    assert roles(known("razors")) == [("owner", "rust-belt/razors"), ("commissioner", None)]
    assert noted()[-1] == ("joined", f"{chair.handle} as commissioner", WHY)
    end_role(member=chair, **by_boss())
    assert roles(known("razors")) == [("owner", "rust-belt/razors"), ("former", None)]
    assert noted()[-1] == ("commissioner removed", chair.handle, WHY)


def test_a_free_franchise_is_given_to_a_member() -> None:
    league_of()
    vacate("saints")
    give_franchise(league=rust_belt(), franchise="saints", user=known("boss"), **by_boss())
    assert roles(known("boss")) == [("commissioner", None), ("owner", "rust-belt/saints")]


def test_who_is_removed_has_no_part_left_and_reads_nothing_that_is_not_public() -> None:
    league_of(public=False)
    client = browser(known("saints"))
    assert client.get("/l/rust-belt/").status_code == 200
    remove(league=rust_belt(), user=known("saints"), **by_boss())
    assert roles(known("saints")) == [("former", None)]
    assert client.get("/l/rust-belt/").status_code == 404
    assert "Rust Belt" not in said(client.get("/"))
    assert not viewer_of(known("saints"), rust_belt()).is_member
    assert noted()[-1] == ("removed", "rust-belt.saints", WHY)


def test_the_handle_of_who_left_gives_no_command_and_is_told_as_a_former_member() -> None:
    table = league_of()
    table.give("hire_rookie", by="saints", franchise="saints", driver="saints.d1", name="One")
    number = Entry.objects.latest("number").number
    leave(league=rust_belt(), user=known("saints"), at=BEGAN)
    command = command_from_document(
        {"type": "hire_rookie", "franchise": "saints", "driver": "saints.d2", "name": "Two"}
    )
    with pytest.raises(Refusal, match="is not a member"):
        refuse_unless_may_give("rust-belt", command, actor="rust-belt.saints", on_behalf_of="", reason="")
    assert "a former member" in said(Client().get(f"/l/rust-belt/s1/journal/{number}/"))


def test_who_left_may_come_back_under_a_handle_of_its_own() -> None:
    league_of()
    leave(league=rust_belt(), user=known("saints"), at=BEGAN)
    join(league=rust_belt(), user=known("saints"), role="owner", franchise="saints", actor="", at=BEGAN)
    leave(league=rust_belt(), user=known("saints"), at=BEGAN)
    assert roles(known("saints")) == [("former", None), ("former", None)]
    assert Membership.objects.filter(user=known("saints")).values("handle").distinct().count() == 2


def test_the_last_commissioner_stays_until_there_is_another() -> None:
    league_of()
    before = everything()
    for act in (
        lambda: end_role(member=member("boss"), **by_boss()),
        lambda: remove(league=rust_belt(), user=known("boss"), **by_boss()),
        lambda: leave(league=rust_belt(), user=known("boss"), at=BEGAN),
    ):
        with pytest.raises(LastCommissioner, match="first hand it over"):
            act()
    assert everything() == before
    appoint(league=rust_belt(), user=known("razors"), **by_boss())
    leave(league=rust_belt(), user=known("boss"), at=BEGAN)
    assert roles(known("boss")) == [("former", None)]


@pytest.mark.rule("HOUSE-007")
@pytest.mark.parametrize(("reason", "why"), [("", "give a reason"), (" ", "give a reason")])
def test_what_is_done_to_a_member_has_a_reason(reason: str, why: str) -> None:
    league_of()
    how = {**by_boss(), "reason": reason}
    before = everything()
    for act in (
        lambda: appoint(league=rust_belt(), user=known("razors"), **how),
        lambda: hand_over(league=rust_belt(), franchise="saints", user=known("razors"), **how),
        lambda: end_role(member=member("saints"), **how),
        lambda: remove(league=rust_belt(), user=known("saints"), **how),
        lambda: give_franchise(league=rust_belt(), franchise="saints", user=known("saints"), **how),
    ):
        with pytest.raises(ReasonMissing, match=why):
            act()
    assert everything() == before


def test_a_reason_that_cannot_be_read_is_refused() -> None:
    league_of()
    for reason in ("x" * 1001, "a\x07b"):
        with pytest.raises(Malformed, match="at most 1000 characters"):
            end_role(member=member("saints"), by=member("boss"), at=BEGAN, reason=reason)


def test_acts_that_make_no_sense_are_refused_in_a_sentence() -> None:
    league_of()
    vacate("saints")
    nora = person("nora")
    cases: list[tuple[type[Refusal], Any]] = [
        (NotMember, lambda: appoint(league=rust_belt(), user=nora, **by_boss())),
        (SeatTaken, lambda: appoint(league=rust_belt(), user=known("boss"), **by_boss())),
        (NotMember, lambda: hand_over(league=rust_belt(), franchise="saints", user=known("boss"), **by_boss())),
        (OwnAlready, lambda: hand_over(league=rust_belt(), franchise="razors", user=known("razors"), **by_boss())),
        (Unknown, lambda: hand_over(league=rust_belt(), franchise="razors", user=None, **by_boss())),
        (
            SeatTaken,
            lambda: give_franchise(league=rust_belt(), franchise="saints", user=known("razors"), **by_boss()),
        ),
        (
            SeatTaken,
            lambda: give_franchise(league=rust_belt(), franchise="razors", user=known("saints"), **by_boss()),
        ),
        (NotMember, lambda: end_role(member=Membership.objects.get(user=known("saints")), **by_boss())),
        (NotMember, lambda: remove(league=rust_belt(), user=nora, **by_boss())),
        (NotMember, lambda: leave(league=rust_belt(), user=nora, at=BEGAN)),
        (
            MemberAlready,
            lambda: join(league=rust_belt(), user=known("razors"), role="spectator", actor="", at=BEGAN),
        ),
    ]
    before = everything()
    for refusal, act in cases:
        with pytest.raises(refusal):
            act()
    assert everything() == before


def test_a_commissioner_who_was_removed_meanwhile_acts_no_more() -> None:
    league_of()
    chair = appoint(league=rust_belt(), user=known("razors"), **by_boss())
    stale = Membership.objects.get(pk=chair.pk)
    end_role(member=chair, **by_boss())
    with pytest.raises(NotMember, match="has ended in the meantime"):
        remove(league=rust_belt(), user=known("saints"), by=stale, at=BEGAN, reason=WHY)


# ------------------------------------------------------------------------------------------ the pages


def test_members_see_each_other_with_their_parts_and_since_when() -> None:
    league_of()
    page = said(browser(known("razors")).get(PEOPLE))
    assert "rust-belt-boss Commissioner since 1 Sep 2026" in page
    assert "rust-belt-saints Saints owner since 1 Sep 2026" in page
    assert "rust-belt-boss brought in rust-belt-razors as owner of Razors" in page
    assert "Make a link" not in page


def test_others_are_not_told_who_belongs_to_a_league() -> None:
    league_of()
    assert Client().get(PEOPLE)["Location"] == f"/accounts/login/?next={quote(PEOPLE, safe='')}"
    assert browser(person("nora")).get(PEOPLE).status_code == 403
    assert browser(known("razors")).get(page_of("saints")).status_code == 403
    league_of(league="other", public=False)
    assert Client().get("/l/other/people/").status_code == 404


def test_the_log_tells_what_was_done_by_the_names_of_people() -> None:
    league_of()
    known_boss = known("boss")
    known_boss.first_name = "Marge"
    known_boss.save()
    end_role(member=member("saints"), **by_boss())
    page = said(browser(known("razors")).get(PEOPLE))
    assert "Marge took a franchise from its owner rust-belt-saints of saints “He asked for it.”" in page


def test_the_log_calls_the_steps_of_a_calendar_by_their_names() -> None:
    league_of()
    set_calendar(league="rust-belt", member=member("boss"), at=BEGAN, hours={"E4": 24, "M5.10": 12})
    page = said(browser(known("razors")).get(PEOPLE))
    assert f"set the calendar: {STEP_NAMES['E4']} 24 h, {STEP_NAMES['M5.10']} 12 h" in page


def test_an_older_part_of_the_log_is_a_page_of_its_own() -> None:
    league_of()
    for number in range(60):
        link("spectator", days=1 + number % 9)
    boss = browser(known("boss"))
    first = boss.get(PEOPLE).content.decode()
    (older,) = re.findall(r'href="(\?before=\d+)#log"', first)
    second = said(boss.get(PEOPLE + older))
    assert "founded the league" in second
    assert "Older" not in second


@pytest.mark.parametrize(
    ("act", "of", "choice", "came"),
    [
        ("hand_over", "saints", "boss", {"saints": [("spectator", None)]}),
        ("end", "saints", "", {"saints": [("spectator", None)]}),
        ("appoint", "", "", {"saints": [("owner", "rust-belt/saints"), ("commissioner", None)]}),
        ("remove", "", "", {"saints": [("former", None)]}),
    ],
)
def test_a_commissioner_changes_a_members_part_on_his_page(
    act: str, of: str, choice: str, came: dict[str, Any]
) -> None:
    league_of()
    payload = {
        "act": act,
        "of": str(member(of).pk) if act == "end" else of,
        "choice": str(member(choice).pk) if choice else "",
        "reason": WHY,
    }
    boss = browser(known("boss"))
    assert f'value="{act}"' in boss.get(page_of("saints")).content.decode()
    answer = boss.post(page_of("saints"), payload, follow=True)
    assert answer.redirect_chain == [(PEOPLE, 302)]
    assert WHY in said(answer)
    assert {who: roles(known(who)) for who in came} == came


def test_a_spectator_is_given_a_free_franchise_on_his_page() -> None:
    league_of("razors", "saints", "widows")
    vacate("saints")
    vacate("widows")
    address = f"{PEOPLE}{Membership.objects.get(user=known('widows')).pk}/"
    browser(known("boss")).post(address, {"act": "give", "choice": "saints", "reason": WHY})
    assert roles(known("widows")) == [("owner", "rust-belt/saints")]


def test_a_refusal_is_told_by_its_form_with_what_was_typed() -> None:
    league_of()
    boss = browser(known("boss"))
    answer = boss.post(page_of("boss"), {"act": "end", "of": str(member("boss").pk), "reason": "Tired."})
    assert answer.status_code == 422
    assert "Rust Belt would have no commissioner" in said(answer)
    assert ">Tired.</textarea>" in answer.content.decode()
    for sent in ({"act": "dance"}, {"act": "end", "of": "0"}, {"act": "hand_over", "of": "saints", "choice": "0"}):
        assert boss.post(page_of("saints"), {**sent, "reason": WHY}).status_code == 422


def test_the_page_of_somebody_who_is_not_in_the_league_is_not_there() -> None:
    league_of()
    league_of(league="other")
    other = Membership.objects.get(handle="other.razors")
    boss = browser(known("boss"))
    assert boss.get(f"{PEOPLE}{other.pk}/").status_code == 404
    address = page_of("saints")
    leave(league=rust_belt(), user=known("saints"), at=BEGAN)
    assert boss.get(address).status_code == 404


def test_a_league_is_shown_to_members_only_and_to_everybody_again() -> None:
    league_of()
    boss = browser(known("boss"))
    boss.post(PEOPLE, {"act": "show", "to": "members"})
    boss.post(PEOPLE, {"act": "show", "to": "members"})
    assert Client().get("/l/rust-belt/").status_code == 404
    boss.post(PEOPLE, {"act": "show", "to": "everybody"})
    assert Client().get("/l/rust-belt/").status_code == 200
    log_rows = [row for row in noted() if row[0] == "shown"]
    assert log_rows == [("shown", "to members only", ""), ("shown", "to everybody", "")]


def test_one_leaves_a_league_on_its_page() -> None:
    league_of()
    answer = browser(known("saints")).post(PEOPLE, {"act": "leave"}, follow=True)
    assert answer.redirect_chain == [("/", 302)]
    assert "You have left Rust Belt." in said(answer)
    assert noted()[-1] == ("left", "rust-belt.saints", "")


def test_a_league_is_closed_by_whoever_is_alone_in_it_and_by_nobody_else() -> None:
    league_of()
    boss = browser(known("boss"))
    assert "Close the league" not in said(boss.get(PEOPLE))
    assert "has other members: appoint one of them" in said(boss.post(PEOPLE, {"act": "close"}))
    Membership.objects.exclude(handle="rust-belt.boss").update(role=Membership.Role.FORMER, franchise=None)
    link("spectator")
    assert "Close the league" in said(boss.get(PEOPLE))
    answer = boss.post(PEOPLE, {"act": "close"}, follow=True)
    assert "Rust Belt is closed" in said(answer)
    assert answer.redirect_chain == [("/", 302)]
    assert Client().get("/l/rust-belt/").status_code == 404
    assert boss.get("/l/rust-belt/").status_code == 404
    assert noted()[-1] == ("closed", "", "")
    erase(user=known("boss"), at=BEGAN)
    assert Membership.objects.exclude(role=Membership.Role.FORMER).count() == 0


@pytest.mark.statements
@pytest.mark.parametrize("franchises", [2, 12])
def test_the_peoples_pages_ask_as_little_of_many_as_of_a_few(franchises: int) -> None:
    league_of(*(f"f{number:02}" for number in range(franchises)))
    vacate("f01")
    link("spectator")
    counted = {}
    for who, address in (("f00", PEOPLE), ("boss", PEOPLE), ("boss", page_of("f00"))):
        client = browser(known(who))
        with CaptureQueriesContext(
            connection,
        ) as queries:
            assert client.get(address).status_code == 200
        counted[who, address == PEOPLE] = len(queries)
    assert counted == {("f00", True): 5, ("boss", True): 7, ("boss", False): 6}


@pytest.mark.parametrize(
    ("what", "subject", "sentence"),
    [
        ("reveal", "round 2 (s1): called off", "changed the watch party of round 2 (s1): called off"),
        ("calendar", "unattended", "set the calendar: the season goes on by itself"),
        ("calendar", "reveals at no set time", "set the calendar: no weekly watch party"),
        ("match time", "round 1, match A: Wed 18:00 CET", "set the time of round 1, match A: Wed 18:00 CET"),
        ("match called off", "round 1, match A (season 1)", "called off the time of round 1, match A (season 1)"),
        ("match night", "WED 19:30", "set the match night to WED 19:30"),
        ("seats offered", "Razors, saints", "advertised seats: Razors, saints"),
        ("invitation revoked", "number 2", "took back the invitation number 2"),
        ("window closed", "line-ups of round 1", "ended the time for line-ups of round 1"),
        ("clock paused", "the league", "stopped the clock for the league"),
    ],
)
def test_a_line_of_the_log_is_a_sentence_about_whoever_acted(what: str, subject: str, sentence: str) -> None:
    line = log_line(LeagueLog(actor="x", what=what, subject=subject), {"x": "Vera"}, {"saints": "Not them"})
    assert f"{line.who} {line.done} {line.subject}" == f"Vera {sentence}"


def test_every_act_that_is_logged_reads_as_a_verb() -> None:
    sources = [path.read_text() for package in SITE_PACKAGES for path in sorted((CHECKOUT / package).rglob("*.py"))]
    logged = {what for source in sources for what in LOGGED.findall(source)}
    assert len(logged) > 20
    assert logged - LOG_ACTION_WORDS.keys() == {"handed over", "joined"}
