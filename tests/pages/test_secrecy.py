"""Of a sealed entry only the seal is shown, and a members-only league does not exist for strangers."""

from __future__ import annotations

import pytest
from django.contrib.auth import get_user_model
from django.test import Client

from league.models import Entry
from tests.league.small_league import Table, announced, founded

pytestmark = pytest.mark.django_db

PAGES = (
    "/l/rust-belt/",
    "/l/rust-belt/s1/",
    "/l/rust-belt/s1/m1/",
    "/l/rust-belt/s1/drivers/",
    "/l/rust-belt/s1/rules/",
    "/l/rust-belt/s1/draft/",
    "/l/rust-belt/s1/pool/",
    "/l/rust-belt/s1/end/",
    "/l/rust-belt/s1/market/",
    "/l/rust-belt/s1/journal/",
    "/l/rust-belt/s1/journal/?subject=razors.car3",
    "/l/rust-belt/s1/journal/?subject=razors.d4",
    "/l/rust-belt/f/razors/",
    "/l/rust-belt/d/razors.d4/",
)
WORDS = "only the rain knows"


def reader(who: str) -> Client:
    """The browser of a stranger, or of the league's member with that name."""
    client = Client()
    if who != "stranger":
        client.force_login(get_user_model().objects.get(username=f"rust-belt-{who}"))
    return client


def sealed() -> tuple[Table, int]:
    """A league in which only the razors have named their line-up, and the number of that entry."""
    table = announced()
    seats = [{"car": "razors.car3", "driver": "razors.d4"}]
    answer = table.give("name_line_up", by="razors", franchise="razors", match="m1", seats=seats, words=WORDS)
    return table, answer.entries[0].number


def main_of(client: Client, address: str) -> str:
    """The HTML of the page's main part, without the bar."""
    return client.get(address).content.decode().split("<main", 1)[1]


@pytest.mark.parametrize("who", ["stranger", "saints", "boss"])
def test_a_named_line_up_is_told_to_nobody_else_before_the_lock(who: str) -> None:
    _, number = sealed()
    client = reader(who)
    for address in (*PAGES, f"/l/rust-belt/s1/journal/{number}/"):
        page = main_of(client, address)
        assert WORDS not in page
        assert "Name a line-up" not in page
    match = main_of(client, "/l/rust-belt/s1/m1/")
    assert "Car 3" not in match
    assert "razors 4" not in match
    assert "Nobody's seats are shown before the lock." in match.replace("&#x27;", "'")
    entry = main_of(client, f"/l/rust-belt/s1/journal/{number}/")
    assert "<strong>Sealed</strong> until round 1, match A is locked, awaiting the report" in entry


def test_a_sealed_entry_does_not_answer_to_its_subjects() -> None:
    _, number = sealed()
    href = f"/journal/{number}/"
    assert href in main_of(reader("stranger"), "/l/rust-belt/s1/journal/")
    for subject in ("razors", "m1"):
        assert href not in main_of(reader("stranger"), f"/l/rust-belt/s1/journal/?subject={subject}")
        assert href in main_of(reader("razors"), f"/l/rust-belt/s1/journal/?subject={subject}")


def test_an_owner_reads_his_own_sealed_line_up() -> None:
    _, number = sealed()
    assert WORDS in main_of(reader("razors"), f"/l/rust-belt/s1/journal/{number}/")
    assert "razors 4" in main_of(reader("razors"), "/l/rust-belt/s1/m1/")


def test_whom_the_season_waits_for_gives_no_sealed_line_up_away() -> None:
    table, _ = sealed()
    before = main_of(reader("stranger"), "/l/rust-belt/").split('id="next"')[1].split("</section>")[0]
    table.give("adjust_driver", driver="razors.d4", availability="barred", reason="Bit the marshal.")
    after = main_of(reader("stranger"), "/l/rust-belt/").split('id="next"')[1].split("</section>")[0]
    assert "Saints" in after
    assert after == before


def test_the_lock_opens_the_seals_for_everybody() -> None:
    table, number = sealed()
    for franchise in ("saints", "widows"):
        seats = [{"car": f"{franchise}.car1", "driver": f"{franchise}.d1"}]
        table.give("name_line_up", by=franchise, franchise=franchise, match="m1", seats=seats)
    table.give("lock_line_ups", match="m1")
    assert WORDS in main_of(reader("stranger"), f"/l/rust-belt/s1/journal/{number}/")
    assert "razors 4" in main_of(reader("stranger"), "/l/rust-belt/s1/m1/")


@pytest.mark.parametrize(("who", "status"), [("stranger", 404), ("razors", 200), ("boss", 200)])
def test_a_members_only_league_is_there_for_its_members_alone(who: str, status: int) -> None:
    table = founded(public=False)
    for number in range(1, 5):
        name = f"razors {number}"
        table.give("hire_rookie", by="razors", franchise="razors", driver=f"razors.d{number}", name=name)
    client = reader(who)
    addresses = [page for page in PAGES if "/m1/" not in page] + ["/l/rust-belt/s1/journal/1/"]
    assert {address: client.get(address).status_code for address in addresses} == dict.fromkeys(addresses, status)
    assert (b"Rust Belt" in client.get("/").content) == (status == 200)


def test_a_person_of_another_league_is_a_stranger_to_a_members_only_one() -> None:
    founded(public=False)
    founded(league="other")
    client = Client()
    client.force_login(get_user_model().objects.get(username="other-boss"))
    assert client.get("/l/rust-belt/").status_code == 404


@pytest.mark.parametrize("who", ["stranger", "saints", "razors", "boss"])
def test_no_digest_is_told_that_a_sealed_line_up_could_be_guessed_from(who: str) -> None:
    table, number = sealed()
    digests = dict(Entry.objects.filter(season=table.season).values_list("number", "digest"))
    seats = [{"car": "saints.car1", "driver": "saints.d1"}]
    later = table.give("name_line_up", by="saints", franchise="saints", match="m1", seats=seats).entries[0].number
    digests[later] = table.row.digest
    for entry_number in (number - 1, number, later):
        page = reader(who).get(f"/l/rust-belt/s1/journal/{entry_number}/").content.decode()
        assert (digests[entry_number] in page) == (entry_number < number)
    table.give(
        "name_line_up",
        by="widows",
        franchise="widows",
        match="m1",
        seats=[{"car": "widows.car1", "driver": "widows.d1"}],
    )
    table.give("lock_line_ups", match="m1")
    assert digests[later] in reader(who).get(f"/l/rust-belt/s1/journal/{later}/").content.decode()
