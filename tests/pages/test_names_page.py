"""Pages on which things are renamed, and former names where people look for them."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from franchises.models import Franchise
from league.founding.franchise_names import FRANCHISE_NAMES
from league.models import Invitation, League, Membership, NameChange, Season
from scheduling.league_life import archive_league, unarchive_league
from tests.command_forms.desk import Sitter
from tests.journal.test_renamed import NAMED, all_renamed
from tests.league.small_league import BEGAN, announced, founded, signed
from tests.pages.season_pages import main_of, owner, said
from tests.people.crowd import (
    PEOPLE,
    SIGN_UP,
    browser,
    known,
    league_of,
    member,
    now_link,
    person,
    rust_belt,
    vacate,
)

pytestmark = pytest.mark.django_db
HOME = "/l/rust-belt/"
NAMES = f"{HOME}names/"
RAZORS = f"{NAMES}franchise/razors/"


def boss() -> Client:
    """The commissioner's browser."""
    return browser(known("boss"))


def rename(client: Client, address: str, name: str, **more: str) -> Any:
    """Send the form that renames a thing."""
    return client.post(address, {"act": "rename", "name": name, **more})


def test_an_owner_renames_a_franchise_where_its_page_says_so() -> None:
    signed()
    client = owner("razors")
    (href,) = re.findall(r'href="([^"]+)">Rename<', main_of(f"{HOME}f/razors/", client))
    assert href == RAZORS
    assert 'value="Razors"' in main_of(href, client)
    answer = rename(client, href, "The Blades")
    assert (answer.status_code, answer["Location"]) == (302, RAZORS)
    page = said(f"{HOME}f/razors/")
    assert "The Blades The Blades Season 1 formerly Razors" in page


@pytest.mark.parametrize("page", ["f/razors/", "d/razors.d1/", "f/razors/garage/razors.car1/"])
def test_nobody_else_is_offered_to_rename(page: str) -> None:
    signed()
    assert "Rename" in main_of(HOME + page, owner("razors"))
    assert "Rename" in main_of(HOME + page, boss())
    for client in (Client(), owner("saints")):
        assert "Rename" not in main_of(HOME + page, client)


@pytest.mark.parametrize("page", ["names/driver/razors.d99/", "names/planet/razors/", "names/league/other/"])
def test_what_is_not_there_has_no_page(page: str) -> None:
    signed()
    assert Client().get(HOME + page).status_code == 404


def test_every_page_shows_the_new_name_and_the_former_one() -> None:
    signed()
    all_renamed()
    for page, formerly in {
        "f/razors/": "formerly Razors",
        "d/razors.d1/": "formerly razors 1",
        "f/razors/garage/razors.car1/": "formerly Car 1",
        "": "formerly Rust Belt",
    }.items():
        text = said(HOME + page)
        assert formerly in text, page
    home = said(HOME)
    assert f"{NAMED['league']} formerly Rust Belt" in home
    assert f"Season 1: {NAMED['season']}" in home
    for page in ("standings/", "journal/", "schedule/"):
        assert f"season 1 (“{NAMED['season']}”)" in said(f"{HOME}s1/{page}")
    table = Client().get(f"{HOME}s1/tables/drivers.csv").content.decode()
    assert NAMED["driver"] in table
    assert "razors 1," not in table
    assert NAMED["league"] in Client().get(f"{HOME}journal.atom").content.decode()


@pytest.mark.parametrize(
    ("sought", "kind", "name"),
    [
        ("razors 1", "driver", "Ann Chovy"),
        ("car 1", "car", "Old Faithful"),
        ("rust belt", "league", "Rust Bowl"),
        ("dust year", "season", "Season 1: The Dust Year"),
    ],
)
def test_a_search_for_a_former_name_finds_what_had_it(sought: str, kind: str, name: str) -> None:
    signed()
    all_renamed()
    text = said(f"{HOME}search/?q={sought.replace(' ', '+')}")
    assert name in text
    if kind != "season":
        assert "formerly" in text


def test_a_name_that_was_taken_back_is_neither_shown_nor_found() -> None:
    signed()
    rename(owner("razors"), RAZORS, "Rude Ones")
    change = NameChange.objects.get()
    answer = boss().post(RAZORS, {"act": "undo", "change": change.pk, "reason": "It is rude."})
    assert answer.status_code == 302
    assert "Rude" not in said(f"{HOME}f/razors/")
    assert "Rude" not in said(f"{HOME}search/?q=rude").replace("“rude”", "")
    assert "taken back" in said(RAZORS, boss())
    assert "Rude" not in said(RAZORS)
    assert "Rude Ones" in said(RAZORS, owner("razors"))
    assert "It is rude." in said("/inbox/", owner("razors"))


@pytest.mark.parametrize("name", [".", "saints", "Rаzors"])
def test_a_refused_name_is_shown_again_with_why(name: str) -> None:
    signed()
    answer = rename(owner("razors"), RAZORS, name)
    page = answer.content.decode()
    assert answer.status_code == 422
    assert 'aria-invalid="true"' in page
    assert f'value="{name}"' in page
    assert 'id="name-error"' in page


def test_a_commissioner_gives_a_reason_and_a_refused_veto_keeps_what_was_typed() -> None:
    signed()
    page = rename(boss(), RAZORS, "Polite").content.decode()
    assert 'id="reason-error"' in page
    assert rename(boss(), RAZORS, "Polite", reason="They asked for it.").status_code == 302
    refused = boss().post(RAZORS, {"act": "undo", "change": "1", "reason": ""})
    assert refused.status_code == 422
    assert rename(owner("razors"), RAZORS, "Mine").status_code == 302
    assert owner("razors").post(RAZORS, {"act": "undo", "change": "1", "reason": "x"}).status_code == 403


def test_a_commissioner_names_league_and_seasons_from_the_people_page() -> None:
    signed()
    hrefs = re.findall(rf'href="({NAMES}[^"]+)"', main_of(PEOPLE, boss()))
    assert hrefs == [f"{NAMES}league/rust-belt/", f"{NAMES}season/s1/"]
    assert hrefs[1] in main_of(f"{HOME}s1/", boss())
    assert hrefs[1] not in main_of(f"{HOME}s1/", owner("razors"))
    assert rename(boss(), hrefs[0], "Rust Bowl").status_code == 302
    assert rename(boss(), hrefs[1], "The Dust Year").status_code == 302
    assert rename(boss(), hrefs[1], "").status_code == 302
    assert (League.objects.get().name, Season.objects.get().title) == ("Rust Bowl", "")
    assert "renamed the league from “Rust Belt” to “Rust Bowl”" in said(PEOPLE, boss())
    assert hrefs[0] not in main_of(PEOPLE, owner("razors"))


def test_people_who_claim_a_seat_may_name_the_franchise() -> None:
    league_of()
    vacate("saints")
    path, nora = now_link(franchise="saints"), person("nora")
    assert 'name="name"' in Client().get(path).content.decode()
    page = browser(nora).get(path).content.decode()
    assert re.search(r'name="name"[^>]*value="Saints"', page)
    refused = browser(nora).post(path, {"franchise": "saints", "name": "RAZORS"})
    assert refused.status_code == 422
    assert "franchise-name-error" in refused.content.decode()
    assert Invitation.objects.get().used == 0
    assert browser(nora).post(path, {"franchise": "saints", "name": "Sinners"}).status_code == 302
    assert Franchise.objects.get(pk="rust-belt/saints").name == "Sinners"
    assert NameChange.objects.get().by == Membership.objects.get(user=nora).handle


@pytest.mark.parametrize("name", ["", "Saints", " Saints "])
def test_a_seat_that_is_claimed_without_a_new_name_keeps_its_own(name: str) -> None:
    league_of()
    vacate("saints")
    assert browser(person("nora")).post(now_link(), {"franchise": "saints", "name": name}).status_code == 302
    assert Franchise.objects.get(pk="rust-belt/saints").name == "Saints"
    assert not NameChange.objects.exists()


def test_no_account_is_made_for_a_name_that_cannot_be_had() -> None:
    league_of()
    vacate("saints")
    path = now_link(franchise="saints")
    answer = Client().post(path, {**SIGN_UP, "name": "Razors"})
    assert answer.status_code == 422
    assert not type(known("boss")).objects.filter(username="nora").exists()
    assert Client().post(path, {**SIGN_UP, "name": "Sinners"}).status_code == 302
    assert Franchise.objects.get(pk="rust-belt/saints").name == "Sinners"


def test_a_name_the_site_made_up_is_pointed_out_to_who_claims_the_seat() -> None:
    league_of()
    vacate("saints")
    Franchise.objects.filter(pk="rust-belt/saints").update(name=FRANCHISE_NAMES[0])
    answer = browser(person("nora")).post(now_link(franchise="saints"), {"name": ""}, follow=True)
    assert "Its name was made up by the site" in answer.content.decode()


@pytest.mark.statements
@pytest.mark.parametrize("page", ["f/razors/", "d/razors.d1/", "f/razors/garage/razors.car1/", ""])
def test_former_names_cost_a_query_each_and_nothing_where_nothing_was_renamed(page: str) -> None:
    signed()
    counts = []
    for _ in range(2):
        Client().get(HOME + page)
        with CaptureQueriesContext(connection) as queries:
            Client().get(HOME + page)
        counts.append(sum("namechange" in query["sql"] for query in queries))
        all_renamed()
    assert counts[0] == 0
    assert counts[1] <= 2


@pytest.mark.parametrize("act", ["try", "give"])
def test_a_hire_with_a_name_too_like_another_is_refused_beside_the_field_and_in_its_preview(act: str) -> None:
    table = founded()
    table.give("hire_rookie", by="saints", franchise="saints", driver="saints.d1", name="Rosie Rivet")
    sitter = Sitter(table.season, "razors")
    form = sitter.filled("hire_rookie", franchise="razors", driver="razors.d1", name="R0sie Rivet")
    answer = sitter.send("hire_rookie", form, act=act)
    page = answer.content.decode()
    assert answer.status_code == 422
    assert "There is a driver of this league called “Rosie Rivet”" in page
    assert 'value="R0sie Rivet"' in page
    assert 'id="id_name_error"' in page


def test_the_form_that_takes_a_name_back_says_whom_it_tells() -> None:
    signed()
    rename(owner("razors"), RAZORS, "Rude Ones")
    assert "Its owner is notified" in said(RAZORS, boss())
    for page in (f"{HOME}names/league/rust-belt/", f"{HOME}names/season/s1/"):
        rename(boss(), page, "Rude League")
        text = said(page, boss())
        assert "nobody is notified" in text
        assert "Its owner is notified" not in text


TITLED = (
    "s1/", "s1/schedule/", "s1/standings/", "s1/drivers/", "s1/rules/", "s1/journal/", "s1/amends/", "s1/fair/",
    "s1/tables/", "s1/rulings/", "s1/market/", "s1/board/", "s1/acts/", "s1/m1/", "s1/m1/time/",
)  # fmt: skip
"""Pages of a season, and of a match in it."""


def test_every_page_of_a_season_is_below_its_title() -> None:
    announced()
    rename(boss(), f"{NAMES}season/s1/", "The Dust Year")
    for page in TITLED:
        html = boss().get(HOME + page).content.decode()
        crumbs = html[html.index('<ol class="breadcrumb">') :].partition("</ol>")[0]
        assert "Season 1: The Dust Year" in crumbs, page


def test_no_page_writes_the_number_of_a_season_without_its_title_into_its_breadcrumbs() -> None:
    modules = [path for room in ("league", "franchises", "drivers") for path in Path(room).rglob("*.py")]
    texts = {str(path): path.read_text() for path in modules}
    assert any("Breadcrumb(season.label" in text for text in texts.values())
    assert [path for path, text in texts.items() if re.search(r'Breadcrumb\(f?"Season ', text)] == []


def test_cards_of_a_season_have_its_title() -> None:
    signed()
    rename(boss(), f"{NAMES}season/s1/", "The Dust Year")
    for page in ("/", f"{HOME}f/razors/history/", f"{HOME}future/"):
        assert "Season 1: The Dust Year" in main_of(page, boss()), page


def test_in_an_archived_league_nothing_is_offered_that_would_be_refused() -> None:
    signed()
    rename(boss(), f"{NAMES}season/s1/", "The Dust Year")
    archive_league(league=rust_belt(), by=member("boss"), at=BEGAN)
    offered = {
        RAZORS: "Save the name",
        f"{NAMES}season/s1/": "Take the title back",
        PEOPLE: "Rename",
        HOME: "Your turn",
        f"{HOME}seats/": "Advertise",
        f"{HOME}future/": "Offer the league",
    }
    for page, button in offered.items():
        assert button not in main_of(page, boss()), page
    assert "Show it to members only" in main_of(PEOPLE, boss())
    front = said("/")
    assert "Archived" in front
    assert "Season over" not in front
    unarchive_league(league=rust_belt(), by=member("boss"), at=BEGAN)
    for page, button in offered.items():
        assert button in main_of(page, boss()), page
