"""What the pages show of a league that has been played a little, and what they say when there is nothing yet."""

from __future__ import annotations

import re
from html import unescape

import pytest
from django.contrib.auth import get_user_model
from django.test import Client

from league.membership import found_league
from league.templatetags.formatting import color_flag, k, signed_k
from tests.league.small_league import BEGAN, founded, lined_up, report, settled, signed

pytestmark = pytest.mark.django_db


def words(client: Client, address: str) -> str:
    """The text of the page's main part on one line."""
    answer = client.get(address)
    assert answer.status_code == 200, address
    main = answer.content.decode().split('tabindex="-1">', 1)[1].split("</main>")[0]
    return " ".join(unescape(re.sub(r"<[^>]*>", " ", main)).split())


def logged_in(who: str) -> Client:
    client = Client()
    client.force_login(get_user_model().objects.get(username=f"rust-belt-{who}"))
    return client


def ranks(client: Client) -> list[tuple[str, str]]:
    """The rank and name in each line of the standings."""
    page = client.get("/l/rust-belt/s1/").content.decode().split("<tbody>")[1].split("</tbody>")[0]
    lines = []
    for row in re.sub(r'<tr class="cut">.*?</tr>', "", page, flags=re.DOTALL).split("</tr>")[:-1]:
        cells = [" ".join(re.sub(r"<[^>]*>", " ", cell).split()) for cell in re.split(r"</t[dh]>", row)]
        lines.append((cells[0], cells[1]))
    return lines


def steps_of(match: str) -> list[str]:
    """The numbers of the settlement's steps on a match's page, in order."""
    page = Client().get(f"/l/rust-belt/s1/{match}/").content.decode()
    return re.findall(r'#step-\d+[a-c]?">(\d+[a-c]?)\. ', page)


@pytest.mark.parametrize(
    ("credits", "said", "signed"),
    [
        (0, "0k", "0k"),
        (13_500, "13.5k", "+13.5k"),
        (-5_000, "\N{MINUS SIGN}5k", "\N{MINUS SIGN}5k"),
        (1_000_000, "1000k", "+1000k"),
        (None, "–", "–"),
    ],
)
def test_money_is_shown_in_k(credits: int | None, said: str, signed: str) -> None:
    assert (k(credits), signed_k(credits)) == (said, signed)


def test_a_color_that_is_none_cannot_write_into_the_page() -> None:
    assert 'fill="#8a8f98"' in color_flag('"><script>')


def test_the_front_page_without_a_league_says_the_next_step() -> None:
    said = words(Client(), "/")
    assert "Take a free seat Found a league" in said
    assert "Watch a match" not in said
    assert said.endswith("There is no league here yet. Log in if you are a member of one, or found a league.")


def test_a_league_without_a_season_says_the_next_step() -> None:
    boss = get_user_model().objects.create_user("boss")
    found_league(id="new", name="New", public=True, commissioner=boss, at=BEGAN)
    assert "No season has been opened yet." in words(Client(), "/l/new/")


@pytest.mark.parametrize(
    ("address", "said"),
    [
        ("/l/rust-belt/", "No round has been announced."),
        ("/l/rust-belt/s1/drivers/", "Nobody has been hired yet."),
        ("/l/rust-belt/f/razors/", "Nobody is under contract."),
        ("/l/rust-belt/f/razors/", "The garage is empty."),
        ("/l/rust-belt/s1/journal/?subject=nobody", "No entry of this season names nobody."),
    ],
)
def test_an_empty_page_says_what_comes_next(address: str, said: str) -> None:
    founded()
    assert said in words(Client(), address)


@pytest.mark.parametrize(
    "address",
    [
        "/l/nowhere/",
        "/l/rust-belt/s9/",
        "/l/rust-belt/s1/m9/",
        "/l/rust-belt/s1/journal/999/",
        "/l/rust-belt/f/nobody/",
        "/l/rust-belt/d/nobody/",
        "/l/rust-belt/f/",
        "/nowhere/",
    ],
)
def test_what_is_not_there_answers_404_in_our_own_words(address: str) -> None:
    founded()
    answer = Client().get(address)
    assert answer.status_code == 404
    assert "Nothing at this address" in answer.content.decode()


def test_the_settled_match_shows_box_score_and_every_step_in_the_rulebooks_order() -> None:
    settled()
    text = words(Client(), "/l/rust-belt/s1/m1/")
    assert steps_of("m1") == ["1", "2", "3", "4", "5", "6", "7", "8", "9", "10a", "10c", "11"]
    steps = " ".join(words(Client(), f"/l/rust-belt/s1/m1/settlement/?page={page}") for page in (1, 2))
    assert "Overhead table: row" in steps
    assert re.search(r"Toughness check \d against \d: (held|failed)", steps)
    assert re.search(r"1 razors 1 Razors Car 1 2 1 2 – \+5", text)


def test_a_reported_match_that_is_not_settled_shows_its_crews_and_the_steps_so_far() -> None:
    table = lined_up()
    table.give("accept_report", match="m1", report=report(table))
    text = words(Client(), "/l/rust-belt/s1/m1/")
    assert steps_of("m1") == ["1", "2", "3", "4"]
    assert "Razors razors 1 Car 1" in text
    assert "nothing on it" not in text


def test_the_ledger_runs_from_the_balance_back_to_the_seed_money() -> None:
    settled()
    first = words(Client(), "/l/rust-belt/f/razors/finances/")
    lines = re.findall(
        r"([+\N{MINUS SIGN}][\d.]+k) ([\d.]+k) DM-C", re.sub(r" rolled [\d, ]+.*?(?=DM-C)", " ", first)
    )
    assert lines[-1] == ("+1000k", "1000k")
    assert lines[-2] == ("\N{MINUS SIGN}50k", "950k")


def test_the_ledger_goes_on_where_the_page_ended() -> None:
    table = founded()
    for number in range(1, 11):
        table.give("hire_rookie", by="razors", franchise="razors", driver=f"razors.d{number}")
    for number in range(1, 4):
        table.give("buy_car", by="saints", franchise="saints", car=f"saints.car{number}")
    client = Client()
    assert client.get("/l/rust-belt/f/razors/finances/").content.decode().count('<details class="why">') == 11
    answer = client.get("/l/rust-belt/f/razors/finances/?before=1-0")
    assert "No money has moved yet." in answer.content.decode()


def test_a_drivers_page_explains_each_trait_and_the_way_to_the_next_level() -> None:
    settled()
    page = Client().get("/l/rust-belt/d/razors.d1/").content.decode()
    assert 'title="Base and advances' in page
    assert re.search(r'<progress class="gauge" max="\d+" value="\d+"', page)
    assert "5 XP" in page


def test_those_level_on_everything_share_a_rank_and_the_page_says_so() -> None:
    founded()
    assert ranks(Client()) == [("1=", "Razors"), ("1=", "Saints"), ("1=", "Widows")]
    assert (
        "Level on points, wins and criticals: the rank is shared." in Client().get("/l/rust-belt/").content.decode()
    )


@pytest.mark.rule("DM-C-156")
def test_the_standings_go_by_points_then_wins_then_criticals() -> None:
    table = lined_up()
    teams = [{"franchise": franchise, "points": 4, "rank": 1} for franchise in table.franchises]
    match_report = report(table, teams=teams)
    for driver in match_report["drivers"]:
        driver["criticals"] = {"saints.d1": 5, "widows.d1": 2}.get(driver["driver"], 0)
    table.give("accept_report", match="m1", report=match_report)
    assert ranks(Client()) == [("1", "Saints"), ("2", "Widows"), ("3", "Razors")]
    page = Client().get("/l/rust-belt/").content.decode()
    assert "Level on points and wins: placed by criticals (5)." in page


def test_an_owner_sees_his_franchise_and_balance_in_the_bar_and_his_row_marked() -> None:
    founded()
    page = logged_in("saints").get("/l/rust-belt/").content.decode()
    assert ">Saints · </span><strong>1000k</strong>" in page
    assert page.count('<tr class="own">') == 1
    assert '<tr class="own">' not in Client().get("/l/rust-belt/").content.decode()


def test_an_owner_sees_his_balance_on_the_page_of_a_match_he_is_not_in() -> None:
    table = signed()
    match = {"match": "m1", "event": "race", "franchises": ["razors", "saints"]}
    table.give("announce_round", round="r1", matches=[match])
    page = logged_in("widows").get("/l/rust-belt/s1/m1/").content.decode()
    assert ">Widows · </span><strong>400k</strong>" in page


def test_the_journal_names_command_role_rule_and_dice_newest_first() -> None:
    table = settled()
    text = words(Client(), "/l/rust-belt/s1/journal/")
    numbers = [int(number) for number in re.findall(r"(\d+) · [A-Z]", text)]
    assert 10 < len(numbers) <= 25
    assert numbers == list(range(table.row.length, table.row.length - len(numbers), -1))
    assert "by the season itself" in text
    assert "by owner" in text
    assert "DM-C-096" in text


def test_the_journals_pages_meet_without_gap_or_repeat() -> None:
    table = settled()
    client, numbers_seen, address = Client(), [], "/l/rust-belt/s1/journal/"
    while address:
        page = client.get(address).content.decode()
        numbers_seen += [int(number) for number in re.findall(r'class="name" href="[^"]*">(\d+) · ', page)]
        older = re.search(r'rel="next" href="(\?before=\d+)"', page)
        address = f"/l/rust-belt/s1/journal/{older[1]}" if older else ""
    assert numbers_seen == list(range(table.row.length, 0, -1))


def test_the_journal_by_subject_holds_only_what_names_it() -> None:
    settled()
    page = Client().get("/l/rust-belt/s1/journal/?subject=razors.d6").content.decode()
    assert re.findall(r'class="name" href="[^"]*">\d+ · ([A-Za-z ]+)<', page)[-1] == "Hire rookie"


@pytest.mark.parametrize("query", ["?before=x", "?before=-1", "?before=99999999999999999999", "?subject=%22%25"])
def test_nonsense_in_the_journals_address_is_harmless(query: str) -> None:
    founded()
    assert Client().get(f"/l/rust-belt/s1/journal/{query}").status_code == 200


def test_what_people_typed_is_shown_as_text() -> None:
    table = founded()
    table.give("hire_rookie", by="razors", franchise="razors", driver="razors.d1", name="<b>Al</b> & Co")
    page = Client().get("/l/rust-belt/f/razors/").content.decode()
    assert "&lt;b&gt;Al&lt;/b&gt; &amp; Co" in page
    assert "<b>Al</b>" not in page
