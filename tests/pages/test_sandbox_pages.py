"""An owner makes a sandbox in their browser, plays in it, and ends it; others cannot find it."""

from __future__ import annotations

import re

import pytest
from django.contrib.auth import get_user_model
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from league.membership import join
from league.models import League, Notice, Sandbox, Season
from tests.command_forms.desk import Sitter
from tests.league.small_league import BEGAN, Table, assert_reconciled, founded, settled

pytestmark = pytest.mark.django_db
SANDBOXES = "/l/rust-belt/s1/sandboxes/"


def browser(who: str) -> Client:
    """A browser in which a member is logged in."""
    client = Client()
    client.force_login(get_user_model().objects.get(username=f"rust-belt-{who}"))
    return client


def made(client: Client, **fields: str) -> str:
    """The path of a sandbox made with the form."""
    answer = client.post(SANDBOXES, {"act": "make", "days": "7", **fields})
    assert answer.status_code == 302, answer.content
    return str(answer["Location"])


def test_an_owner_makes_one_and_plays_in_it_at_the_desk() -> None:
    founded()
    client = browser("razors")
    home = made(client)
    page = client.get(home).content.decode()
    assert "This is a sandbox." in page
    name = home.strip("/").split("/")[-1]
    fork = Table(season=f"rust-belt/{name}")
    sitter = Sitter(fork.season, "razors")
    sitter.client.get(f"/l/rust-belt/{name}/do/hire_rookie/")
    fork.give("hire_rookie", by="razors", franchise="razors", driver="razors.d1", name="Vega")
    assert "Vega" in client.get(f"{home}journal/").content.decode()
    assert "Vega" not in client.get("/l/rust-belt/s1/journal/").content.decode()
    assert_reconciled("rust-belt/s1")


def test_it_is_made_as_the_season_stood_after_an_entry() -> None:
    table = settled()
    client = browser("razors")
    assert 'value="5"' in client.get(f"{SANDBOXES}?entry=5").content.decode()
    home = made(client, entry="5")
    row = Season.objects.get(name=home.strip("/").split("/")[-1])
    assert row.digest != table.row.digest
    refused = client.post(SANDBOXES, {"act": "make", "days": "7", "entry": "9999"})
    assert refused.status_code == 422
    assert b"name one of them" in refused.content
    assert client.post(SANDBOXES, {"act": "make", "days": "99"}).status_code == 422


def test_a_form_that_is_sent_twice_makes_one() -> None:
    founded()
    client = browser("razors")
    key = re.search(r'name="key" value="([^"]+)"', client.get(SANDBOXES).content.decode())
    assert key
    assert made(client, key=key[1]) == made(client, key=key[1])
    assert Sandbox.objects.count() == 1


def test_it_is_ended_by_its_maker_or_a_commissioner_and_by_nobody_else() -> None:
    founded()
    client = browser("razors")
    homes = [made(client), made(client)]
    first, second = (home.strip("/").split("/")[-1] for home in homes)
    assert browser("saints").post(SANDBOXES, {"act": "end", "sandbox": first}).status_code == 422
    assert first not in browser("saints").get(SANDBOXES).content.decode()
    assert client.post(SANDBOXES, {"act": "end", "sandbox": first}).status_code == 302
    boss = browser("boss")
    page = boss.get(SANDBOXES).content.decode()
    assert second in page
    assert homes[1] not in page
    assert boss.get(homes[1]).status_code == 404
    assert boss.post(SANDBOXES, {"act": "end", "sandbox": second}).status_code == 302
    assert not Sandbox.objects.exists()


def test_who_only_watches_makes_none() -> None:
    table = founded()
    fan = get_user_model().objects.create_user("fan")
    join(league=League.objects.get(pk=table.league), user=fan, role="spectator", actor=table.handle("boss"), at=BEGAN)
    client = Client()
    client.force_login(fan)
    assert client.get(SANDBOXES).status_code == 403
    assert client.post(SANDBOXES, {"act": "make", "days": "7"}).status_code == 403


def test_the_page_asks_no_more_for_many_and_a_sandbox_hardly_more_than_a_season() -> None:
    founded()
    boss = browser("boss")
    counts = []
    for who in ("razors", "saints"):
        home = made(browser(who))
        with CaptureQueriesContext(connection) as queries:
            assert boss.get(SANDBOXES).status_code == 200
        counts.append(len(queries))
    assert counts[0] == counts[1] <= 8
    saints, of = browser("saints"), []
    for page in ("/l/rust-belt/s1/", home):
        saints.get(page)
        with CaptureQueriesContext(connection) as queries:
            assert saints.get(page).status_code == 200
        of.append(len(queries))
    assert of[1] <= of[0] + 1


def test_a_match_that_was_settled_before_a_sandbox_leads_to_the_season_and_to_no_dead_end() -> None:
    settled()
    client = browser("razors")
    home = made(client)
    page = client.get(f"{home}m1/").content.decode()
    assert page.count("That was before this copy of the season was made.") == 1
    assert 'href="/l/rust-belt/s1/m1/"' in page
    assert 'href="/l/rust-belt/s1/m1/#proof"' in page
    for untrue in ("No entry speaks of", "Nothing has been settled", "Nobody ran for this team"):
        assert untrue not in page
    steps = client.get(f"{home}m1/settlement/").content.decode()
    assert "That was before this copy of the season was made." in steps
    assert client.get(f"{home}m1/reward/razors/").status_code == 404
    assert "/m1/reward/razors/" in client.get("/l/rust-belt/s1/").content.decode()
    assert "/m1/reward/razors/" not in client.get(home).content.decode()


def test_a_commissioner_sees_no_heading_without_a_button_at_a_match_from_before_their_sandbox() -> None:
    settled()
    boss = browser("boss")
    assert "As commissioner" in boss.get("/l/rust-belt/s1/m1/").content.decode()
    assert "As commissioner" not in boss.get(f"{made(boss)}m1/").content.decode()


def test_the_links_of_a_sandboxs_tables_and_dice_lead_somewhere() -> None:
    settled()
    client = browser("razors")
    home = made(client)
    for part in ("tables/", "tables/?match=m1", "fair/"):
        page = client.get(f"{home}{part}").content.decode()
        found = {link for link in re.findall(r'href="(/l/[^"#]+)', page) if "rulebook" not in link}
        assert found
        assert {link: client.get(link.replace("&amp;", "&")).status_code for link in found} == dict.fromkeys(
            found, 200
        )
        assert "the opening" not in page


def test_nobody_is_said_to_be_notified_of_what_is_done_in_a_sandbox() -> None:
    settled()
    for client in (browser("boss"), browser("razors")):
        home = made(client)
        asked = client.post(f"{home}questions/", {"act": "ask", "put": "May I?"}, follow=True).content.decode()
        assert "Nobody is notified: put it in the season itself to have it ruled on." in asked
        assert "you are notified" not in asked
    boss, home = browser("boss"), made(browser("boss"))
    boss.post(f"{home}questions/", {"act": "ask", "put": "May I?"})
    ruled = boss.post(f"{home}questions/", {"act": "rule", "number": "1", "answer": "Yes."}, follow=True)
    assert "Nobody is notified of what is ruled here." in ruled.content.decode()
    questions = f"{home}questionnaires/carwars/"
    draft = boss.post(questions, {"act": "as_printed", "revision": "0"}, follow=True).content.decode()
    assert "Nobody will be notified of it." in draft
    assert "will be notified and asked" not in draft
    published = boss.post(f"{questions}draft/", {"act": "publish", "revision": "1"}, follow=True).content.decode()
    assert "Version 1 is published. Nobody is notified of it." in published
    assert not Notice.objects.filter(about__in=("answers", "question_put", "question_ruled")).exists()
