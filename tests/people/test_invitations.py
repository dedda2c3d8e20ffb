"""Invitations: what a link lets people do, and every case in which it lets nobody in."""

from __future__ import annotations

import re
from datetime import timedelta
from typing import Any

import pytest
from django.contrib.auth import get_user_model
from django.test import Client
from django.utils import timezone

from league.access import NotYours
from league.invitations import accept_invitation, free_franchises, invite, revoke_invitation
from league.membership import SeatTaken
from league.models import Invitation, Membership
from league.role_changes import give_franchise
from rules.core.refusals import Refusal, Unknown
from tests.journal.snapshot import everything
from tests.league.small_league import BEGAN
from tests.people.crowd import (
    PEOPLE,
    SIGN_UP,
    browser,
    known,
    league_of,
    member,
    noted,
    now_link,
    person,
    roles,
    rust_belt,
    said,
    vacate,
)

pytestmark = pytest.mark.django_db


def test_a_seat_shows_that_a_claim_link_is_out_and_the_link_is_taken_back_there() -> None:
    league_of()
    vacate("saints")
    boss = browser(known("boss"))
    assert "claim link open" not in said(boss.get(PEOPLE))
    now_link(franchise="saints")
    page = said(boss.get(PEOPLE))
    assert "Another claim link for Saints" in page
    assert "claim link open Saints, until" in page
    assert "Take back the claim link for Saints" in page
    boss.post(PEOPLE, {"act": "revoke", "invitation": Invitation.objects.get().pk})
    assert "claim link open" not in said(boss.get(PEOPLE))


def test_the_people_page_lists_an_invitation_once_and_marks_the_next_claim_link_as_what_to_do() -> None:
    league_of("razors", "saints", "widows")
    boss = browser(known("boss"))
    assert primary_buttons(boss.get(PEOPLE)) == ["Make a link"]
    vacate("saints")
    vacate("widows")
    assert primary_buttons(boss.get(PEOPLE)) == ["Claim link for Saints"]
    now_link(franchise="saints")
    page = boss.get(PEOPLE)
    assert primary_buttons(page) == ["Claim link for Widows"]
    assert said(page).count("until") == 1
    assert "Other open invitations" not in said(page)
    now_link("spectator")
    page = boss.get(PEOPLE)
    assert said(page).count("until") == 2
    assert "Other open invitations Spectator for 1 more, until" in said(page)
    now_link(franchise="widows")
    assert primary_buttons(boss.get(PEOPLE)) == ["Make a link"]


def test_the_form_of_an_invitation_is_folded_while_seats_are_free_and_open_once_it_is_refused() -> None:
    league_of()
    vacate("saints")
    boss, folded = browser(known("boss")), '<details class="why pad"><summary><h2>Another invitation'
    assert folded in boss.get(PEOPLE).content.decode()
    refused = boss.post(PEOPLE, {"act": "invite", "role": "owner", "uses": "many", "days": "14"})
    assert folded.replace('pad"', 'pad" open') in refused.content.decode()


def primary_buttons(answer: Any) -> list[str]:
    """The texts of a page's filled buttons."""
    found = re.findall(r'<button class="btn btn-primary"[^>]*>(.*?)</button>', answer.content.decode())
    return [re.sub(r"<[^>]*>", "", button) for button in found]


def test_a_claim_link_makes_its_opener_the_owner_of_that_franchise_with_one_press() -> None:
    league_of()
    vacate("saints")
    nora, path = person("nora"), now_link(franchise="saints")
    page = said(browser(nora).get(path))
    assert "Saints You are invited to run this franchise in Rust Belt ." in page
    assert "Claim Saints" in page
    answer = browser(nora).post(path, follow=True)
    assert answer.redirect_chain == [("/l/rust-belt/f/saints/founding/", 302)]
    assert "Saints is yours." in said(answer)
    assert roles(nora) == [("owner", "rust-belt/saints")]
    assert (Invitation.objects.get().used, Invitation.objects.get().uses) == (1, 1)


def test_an_open_invitation_lets_its_opener_choose_among_the_free_franchises() -> None:
    league_of("razors", "saints", "widows")
    vacate("saints")
    vacate("widows")
    nora, path = person("nora"), now_link()
    page = browser(nora).get(path).content.decode()
    assert re.findall(r'name="franchise" value="(\w+)"', page) == ["saints", "widows"]
    browser(nora).post(path, {"franchise": "widows"})
    assert roles(nora) == [("owner", "rust-belt/widows")]


@pytest.mark.parametrize("role", ["spectator", "commissioner"])
def test_others_are_invited_without_a_franchise(role: str) -> None:
    league_of(public=False)
    nora, path = person("nora"), now_link(role)
    assert browser(nora).get("/l/rust-belt/").status_code == 404
    assert browser(nora).post(path)["Location"] == "/l/rust-belt/"
    assert roles(nora) == [(role, None)]
    assert browser(nora).get("/l/rust-belt/").status_code == 200


def test_who_only_watched_keeps_his_handle_when_he_claims_a_franchise() -> None:
    league_of()
    vacate("saints")
    before = Membership.objects.get(user=known("saints"))
    browser(known("saints")).post(now_link(franchise="saints"))
    after = Membership.objects.get(user=known("saints"))
    assert (after.pk, after.handle, after.role) == (before.pk, before.handle, "owner")


def test_a_stranger_is_shown_the_ways_in_and_comes_back_to_the_link() -> None:
    league_of()
    vacate("saints")
    path = now_link(franchise="saints")
    page = Client().get(path).content.decode()
    assert "Sign up and claim Saints" in page
    assert f"/accounts/login/?next={path}" in page
    fields = {"username": "nora", "email": "nora@example.com", "password1": "a long pass phrase", "next": path}
    client = Client()
    assert client.post("/accounts/signup/", fields)["Location"] == path
    assert client.post(path)["Location"] == "/l/rust-belt/f/saints/founding/"
    assert roles(get_user_model().objects.get(username="nora")) == [("owner", "rust-belt/saints")]


def test_only_the_hash_of_a_token_is_kept_and_its_link_is_shown_once() -> None:
    league_of()
    boss = browser(known("boss"))
    payload = {"act": "invite", "role": "spectator", "franchise": "", "uses": "3", "days": "7"}
    html = boss.post(PEOPLE, payload, follow=True).content.decode()
    (token,) = re.findall(r"http://testserver/join/([\w-]+)/", html)
    invitation = Invitation.objects.get()
    assert token not in str(vars(invitation))
    assert (invitation.role, invitation.uses, invitation.franchise_id) == ("spectator", 3, None)
    assert token not in boss.get(PEOPLE).content.decode()
    assert browser(person("nora")).post(f"/join/{token}/").status_code == 302


@pytest.mark.parametrize(
    ("change", "status", "why"),
    [
        ({"revoked_at": BEGAN}, 410, "This invitation was taken back."),
        ({"used": 1}, 410, "This invitation has been used."),
        ({"expires_at": BEGAN}, 410, "This invitation was valid until 1 Sep 2026."),
        ({"digest": "0" * 64}, 404, "This link is not an invitation"),
    ],
)
def test_a_link_that_is_over_says_so_and_lets_nobody_in(change: dict[str, Any], status: int, why: str) -> None:
    league_of()
    vacate("saints")
    path = now_link(franchise="saints")
    Invitation.objects.update(**change)
    for client in (Client(), browser(person("nora"))):
        for answer in (client.get(path), client.post(path)):
            assert answer.status_code == status
            assert why in said(answer)
    assert not Membership.objects.filter(user__username="nora").exists()


def test_the_second_of_two_people_is_told_that_the_invitation_is_used() -> None:
    league_of()
    vacate("saints")
    path = now_link(franchise="saints")
    token = path.split("/")[2]
    accept_invitation(token=token, user=person("nora"), at=timezone.now())
    before = everything()
    answer = browser(person("otto")).post(path)
    assert (answer.status_code, "This invitation has been used." in said(answer)) == (410, True)
    assert everything() == before


def test_the_second_of_two_people_is_told_that_the_franchise_is_taken_and_may_choose_another() -> None:
    league_of("razors", "saints", "widows")
    vacate("saints")
    vacate("widows")
    path, otto = now_link(uses=5), person("otto")
    browser(person("nora")).post(path, {"franchise": "saints"})
    answer = browser(otto).post(path, {"franchise": "saints"})
    assert (answer.status_code, "Saints has an owner" in said(answer)) == (422, True)
    assert "Claim Widows" in said(answer)
    assert roles(otto) == []
    assert Invitation.objects.get().used == 1


@pytest.mark.parametrize("given", [False, True])
def test_the_other_links_to_a_seat_end_when_it_is_claimed_or_given_and_say_that_it_is_taken(given: bool) -> None:
    league_of("razors", "saints", "widows")
    vacate("saints")
    vacate("widows")
    paths, widows = [now_link(franchise="saints") for _ in range(2)], now_link(franchise="widows")
    if given:
        owner, reason = known("widows"), "They asked for it."
        give_franchise(
            league=rust_belt(), franchise="saints", user=owner, by=member("boss"), at=timezone.now(), reason=reason
        )
    else:
        browser(person("nora")).post(paths.pop())
    assert "claim link open Saints" not in said(browser(known("boss")).get(PEOPLE))
    for client in (Client(), browser(person("otto"))):
        for answer in (client.get(paths[0]), client.post(paths[0], {**SIGN_UP, "username": "zoe"})):
            page = said(answer)
            assert answer.status_code == 410
            assert "Saints has an owner now: this seat has been taken." in page
            assert "Free franchises: Widows ." in page
            assert "Sign up" not in page
            assert "Claim" not in page
    assert not get_user_model().objects.filter(username="zoe").exists()
    assert Client().get(widows).status_code == 200


def test_a_link_to_a_seat_that_folded_says_so_and_a_private_league_names_no_seats() -> None:
    table = league_of("razors", "saints", "widows", public=False)
    vacate("saints")
    vacate("widows")
    path = now_link(franchise="saints")
    table.give("fold_franchise", franchise="saints", reason="Its garage burnt down.")
    page = said(Client().get(path))
    assert "Saints takes no owner: it has folded." in page
    assert "Widows" not in page
    assert 'href="/l/' not in Client().get(path).content.decode()


@pytest.mark.parametrize("options", [{"franchise": "saints"}, {}, {"uses": 5}])
def test_back_after_joining_leads_to_the_franchise_one_owns(options: dict[str, Any]) -> None:
    league_of()
    vacate("saints")
    nora, path = person("nora"), now_link(**options)
    browser(nora).post(path, {"franchise": "saints"})
    answer = browser(nora).get(path)
    page = said(answer)
    assert (answer.status_code, "You own Saints already" in page) == (409, True)
    assert "This invitation has been used" not in page
    assert re.findall(r'btn-primary" href="([^"]*)">([^<]*)', answer.content.decode()) == [
        ("/l/rust-belt/f/saints/", "Saints")
    ]


def test_a_used_link_offers_to_log_in_to_whom_used_it() -> None:
    league_of()
    vacate("saints")
    path = now_link(franchise="saints")
    browser(person("nora")).post(path)
    assert f'href="/accounts/login/?next={path}">Log in</a>' in Client().get(path).content.decode()
    assert "Did you use it yourself" not in said(browser(person("otto")).get(path))


@pytest.mark.parametrize(
    ("franchise", "why"), [("", "Choose the franchise"), ("ghosts", "no such franchise"), ("razors", "has an owner")]
)
def test_a_franchise_that_cannot_be_had_is_refused(franchise: str, why: str) -> None:
    league_of()
    vacate("saints")
    token = now_link().split("/")[2]
    with pytest.raises(Refusal, match=why):
        accept_invitation(token=token, user=person("nora"), at=timezone.now(), franchise=franchise)


@pytest.mark.rule("DM-C-059")
def test_who_runs_a_franchise_is_told_to_leave_the_other_to_somebody_else() -> None:
    league_of()
    vacate("saints")
    path = now_link(franchise="saints")
    answer = browser(known("razors")).get(path)
    assert (answer.status_code, "You run a franchise of Rust Belt already" in said(answer)) == (409, True)
    with pytest.raises(SeatTaken, match="a player may run 1 here"):
        accept_invitation(token=path.split("/")[2], user=known("razors"), at=timezone.now())


@pytest.mark.parametrize(
    ("who", "role", "why"),
    [
        ("razors", "spectator", "You belong to Rust Belt already"),
        ("boss", "commissioner", "You are commissioner of Rust Belt already"),
    ],
)
def test_who_is_in_already_is_told_so(who: str, role: str, why: str) -> None:
    league_of()
    answer = browser(known(who)).post(now_link(role))
    assert (answer.status_code, why in said(answer)) == (409, True)


def test_an_invitation_without_a_free_franchise_says_what_to_do() -> None:
    league_of()
    page = said(browser(person("nora")).get(now_link()))
    assert "Every franchise has an owner." in page
    assert "What you will do" not in page


# ---------------------------------------------------------------------------- creating invitations


@pytest.mark.parametrize(
    ("asked", "why"),
    [
        ({"role": "former"}, "choose one of them"),
        ({"role": "owner", "days": 0}, "1 to 90 days"),
        ({"role": "owner", "days": 91}, "1 to 90 days"),
        ({"role": "owner", "uses": 0}, "1 to 100 people"),
        ({"role": "owner", "uses": 101}, "1 to 100 people"),
        ({"role": "spectator", "franchise": "razors"}, "Only an owner is invited to a franchise"),
        ({"role": "owner", "franchise": "razors"}, "has an owner"),
        ({"role": "owner", "franchise": "ghosts"}, "no such franchise"),
    ],
)
def test_an_invitation_that_makes_no_sense_is_refused(asked: dict[str, Any], why: str) -> None:
    league_of()
    with pytest.raises(Refusal, match=why):
        invite(league=rust_belt(), by=member("boss"), at=BEGAN, **asked)
    assert not Invitation.objects.exists()


def test_a_given_franchise_is_for_one_person_however_many_were_asked_for() -> None:
    league_of()
    vacate("saints")
    invitation, _ = invite(league=rust_belt(), by=member("boss"), role="owner", at=BEGAN, franchise="saints", uses=9)
    assert (invitation.uses, invitation.expires_at - BEGAN) == (1, timedelta(days=14))
    assert noted()[-1] == ("invited", "1 person as owner of saints", "")


def test_only_the_leagues_own_commissioners_invite_and_take_back() -> None:
    league_of()
    league_of(league="other")
    invitation, _ = invite(league=rust_belt(), by=member("boss"), role="spectator", at=BEGAN)
    other = Membership.objects.get(handle="other.boss")
    for by in (member("razors"), other):
        with pytest.raises(NotYours):
            invite(league=rust_belt(), by=by, role="spectator", at=BEGAN)
        with pytest.raises(NotYours):
            revoke_invitation(league=rust_belt(), invitation=invitation.pk, by=by, at=BEGAN)
    with pytest.raises(Unknown, match="no such open invitation"):
        revoke_invitation(league=other.league, invitation=invitation.pk, by=other, at=BEGAN)
    assert Invitation.objects.get().revoked_at is None


def test_an_invitation_is_taken_back_on_the_page_once() -> None:
    league_of()
    path = now_link("spectator", uses=2)
    boss, sent = browser(known("boss")), {"act": "revoke", "invitation": str(Invitation.objects.get().pk)}
    assert "Spectator for 2 more" in said(boss.get(PEOPLE))
    assert boss.post(PEOPLE, sent).status_code == 302
    assert Client().get(path).status_code == 410
    again = boss.post(PEOPLE, sent)
    assert (again.status_code, "no such open invitation" in said(again)) == (422, True)


def test_a_form_of_an_invitation_that_is_wrong_is_shown_again_with_why() -> None:
    league_of()
    answer = browser(known("boss")).post(PEOPLE, {"act": "invite", "role": "owner", "uses": "many", "days": "14"})
    assert answer.status_code == 422
    assert "For how many people: Enter a whole number." in said(answer)


def test_who_is_no_commissioner_is_refused_whatever_he_sends() -> None:
    league_of()
    razor = browser(known("razors"))
    for act in ("invite", "revoke", "show", ""):
        assert razor.post(PEOPLE, {"act": act}).status_code == 403


def test_a_folded_or_owned_franchise_is_not_free() -> None:
    table = league_of("razors", "saints", "widows")
    vacate("saints")
    vacate("widows")
    assert [free_franchise.pk for free_franchise in free_franchises(rust_belt())] == [
        "rust-belt/saints",
        "rust-belt/widows",
    ]
    table.give("fold_franchise", franchise="widows", reason="Its garage burnt down.")
    assert [free_franchise.pk for free_franchise in free_franchises(rust_belt())] == ["rust-belt/saints"]
    with pytest.raises(SeatTaken, match="has folded"):
        invite(league=rust_belt(), by=member("boss"), role="owner", at=BEGAN, franchise="widows")


def test_a_press_of_nothing_is_refused() -> None:
    league_of()
    answer = browser(known("boss")).post(PEOPLE, {"act": "dance"})
    assert (answer.status_code, "press one of the buttons" in said(answer)) == (422, True)


@pytest.mark.parametrize(
    ("opened", "site", "shown"),
    [
        ("localhost:8000", "http://192.168.1.20:8000", "http://192.168.1.20:8000"),
        ("127.0.0.1:8000", "https://league.example.org", "https://league.example.org"),
        ("192.168.1.20:8000", "http://192.168.1.20:8000", "http://192.168.1.20:8000"),
        ("garage.local:8000", "http://192.168.1.20:8000", "http://garage.local:8000"),
        ("localhost:8000", "http://localhost:8000", "http://localhost:8000"),
    ],
)
def test_the_card_of_a_link_shows_an_address_that_others_reach_or_says_that_there_is_none(
    settings: Any, opened: str, site: str, shown: str
) -> None:
    league_of()
    settings.SITE_URL, settings.ALLOWED_HOSTS = site, ["*"]
    commissioner, fields = browser(known("boss")), {"act": "invite", "role": "owner", "uses": "1", "days": "14"}
    commissioner.post("/l/rust-belt/people/", fields, headers={"host": opened})
    page = commissioner.get("/l/rust-belt/people/", headers={"host": opened}).content.decode()
    (link,) = re.findall(r'id="made" readonly value="([^"]+)"', page)
    assert link.startswith(f"{shown}/join/")
    here_only = "localhost" in shown
    assert ("This link works on this machine only." in page) == here_only
    assert ('class="qr"' in page) != here_only
