"""*Dice to come*: which dice a season awaits, and what its members can do about them there."""

from __future__ import annotations

import hashlib
import json
import subprocess
import sys
from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import Any

import pytest
from django.contrib.auth import get_user_model
from django.test import Client
from django.utils import timezone

from explain.links import franchise_url
from journal.dice.throw_awaited import close_hashes
from league.founding.new_league import FoundingRequest, create_playable_league
from league.invitations import invite
from league.membership import join
from league.models import AwaitedWords, Entry, League, Membership
from league.queries.season_leaves import BEACON, REVEAL
from scheduling.awaited_dice import let_due_dice_fall
from tests.beacon.chain import own_chain, signature_of
from tests.journal.awaited_seasons import AWAITING, all_fall, words_of
from tests.journal.forger import exported
from tests.league.small_league import BEGAN, Table, founded, settled
from tests.verifier.test_findings import VERIFY

pytestmark = [pytest.mark.django_db, pytest.mark.rule("DM-C-002")]
HERE = "/l/rust-belt/s1/fair/dice/"


@pytest.fixture(autouse=True)
def _own_chain() -> Iterator[None]:
    with own_chain():
        yield


@pytest.fixture
def moments(monkeypatch: pytest.MonkeyPatch) -> list[datetime]:
    """The current time for pages, as a list of one moment that tests can replace."""
    now = [datetime(2026, 9, 2, tzinfo=timezone.get_current_timezone())]
    monkeypatch.setattr(timezone, "now", lambda: now[0])
    return now


def seen_by(who: str) -> Client:
    """A browser in which that member is logged in."""
    client = Client()
    assert client.login(username=f"rust-belt-{who}", password=who)
    return client


def partying(dice: str) -> Table:
    """A league in which the dice of the saints' party are awaited."""
    table = founded(dice=AWAITING[dice])
    table.holds = True
    table.give("throw_party", by="saints", franchise="saints", spend_k=10)
    return table


def acted(client: Client, table: Table, act: str, text: str = "") -> Any:
    """The response to a button about the first awaited command."""
    number = table.row.awaited[0]["entry"]
    return client.post(f"{HERE}{number}/", {"act": act, "given": text})


def due(table: Table) -> datetime:
    """When the first awaited dice may fall."""
    return datetime.fromisoformat(table.row.awaited[0]["due"])


def test_the_entry_that_awaits_dice_tells_the_command_field_by_field() -> None:
    table = partying(BEACON)
    number = table.row.awaited[0]["entry"]
    page = seen_by("saints").get(f"/l/rust-belt/s1/journal/{number}/").content.decode()
    for markup in ("<strong>command</strong> throw party", "<strong>franchise</strong>", "<strong>spend k</strong>"):
        assert markup in page
    assert "{&quot;franchise&quot;" not in page


@pytest.mark.parametrize("reached", [True, False])
def test_who_founds_a_league_is_told_why_dice_cannot_wait_for_the_beacon(
    reached: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    founded()
    monkeypatch.setattr("league.views.founding.beacon_is_reachable", lambda **_asked: reached)
    page = seen_by("saints").get("/new/").content.decode()
    assert ("cannot reach the public beacon" in page) is not reached
    assert ("The public beacon, for leagues that meet live." in page) is reached


def spectator(table: Table) -> Client:
    """A browser of a spectator of that league."""
    user = get_user_model().objects.create_user("fan", password="fan")
    league, actor = League.objects.get(pk=table.league), table.handle("boss")
    join(league=league, user=user, role=Membership.Role.SPECTATOR, actor=actor, at=BEGAN, handle="rust-belt.fan")
    client = Client()
    client.force_login(user)
    return client


def test_who_looks_on_may_bring_the_round_and_is_offered_nothing_that_is_for_owners(moments: list[datetime]) -> None:
    table = partying(BEACON)
    fan = spectator(table)
    moments[0] = due(table) + timedelta(days=8)
    page = fan.get(HERE).content.decode()
    assert ("Paste the round" in page, "I agree to go on without it" in page) == (True, False)
    assert [acted(fan, table, act).status_code for act in ("waive", "hash", "words")] == [403, 403, 403]
    number = table.row.awaited[0]["round"]
    assert acted(fan, table, "round", signature_of(number)).status_code == 302
    assert table.row.awaited == []


def test_a_round_that_is_refused_stands_where_it_was_pasted_and_nowhere_else(moments: list[datetime]) -> None:
    table = partying(BEACON)
    table.give("throw_party", by="widows", franchise="widows", spend_k=10)
    moments[0] = max(datetime.fromisoformat(wait["due"]) for wait in table.row.awaited) + timedelta(minutes=1)
    answer = acted(seen_by("saints"), table, "round", "no round at all")
    assert answer.status_code == 422
    page = answer.content.decode()
    assert (page.count("no round at all</textarea>"), page.count("required></textarea>")) == (1, 1)


def test_who_chose_the_beacon_while_it_was_reached_is_told_that_it_is_not_any_more(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    founded()
    monkeypatch.setattr("league.views.founding.beacon_is_reachable", lambda **_asked: False)
    answer = seen_by("saints").post("/new/", {"key": "k", "name": "Sunday Drivers", "dice": BEACON})
    assert answer.status_code == 422
    (error,) = answer.context["form"].errors["dice"]
    assert error.startswith(
        "This server cannot reach the public beacon now, a source of random numbers on the internet, so"
    )


@pytest.mark.parametrize(
    ("pasted", "said"),
    [
        ("1:ab", "That is round 1 of the beacon"),
        (f'{{"round": {"9" * 900}, "signature": "{"ab" * 48}"}}', "900 digits"),
    ],
)
def test_another_round_is_named_shortly(pasted: str, said: str, moments: list[datetime]) -> None:
    table = partying(BEACON)
    moments[0] = due(table) + timedelta(minutes=1)
    answer = acted(seen_by("saints"), table, "round", pasted)
    assert (answer.status_code, said in answer.content.decode(), "9" * 20 in answer.context["refused"]) == (
        422,
        True,
        False,
    )


def test_a_round_is_pasted_with_its_number_as_verify_py_takes_it(moments: list[datetime]) -> None:
    table = partying(BEACON)
    moments[0] = due(table) + timedelta(minutes=1)
    number = table.row.awaited[0]["round"]
    assert acted(seen_by("saints"), table, "round", f" {number}:{signature_of(number).upper()}\n").status_code == 302
    assert table.row.awaited == []


def test_every_page_of_the_season_says_that_dice_are_awaited_and_leads_there() -> None:
    table = partying(BEACON)
    page = Client().get("/l/rust-belt/s1/").content.decode()
    assert "Dice of this season fall with the public beacon" in page
    assert 'role="status" hidden' not in page
    assert f'href="{HERE}"' in page
    all_fall(table)
    assert 'role="status" hidden' in Client().get("/l/rust-belt/s1/").content.decode()
    founded(league="other")
    assert "data-awaited" not in Client().get("/l/other/s1/").content.decode()


def test_it_says_which_round_is_awaited_and_a_stranger_has_no_button(moments: list[datetime]) -> None:
    table = partying(BEACON)
    moments[0] = due(table) + timedelta(minutes=1)
    page = Client().get(HERE).content.decode()
    assert f"round {table.row.awaited[0]['round']}" in page
    assert "has not arrived yet" in page
    assert "<button" not in page.partition("<main")[2].partition("</main>")[0]
    assert acted(Client(), table, "fetch").status_code == 302


def test_a_member_pastes_the_round_and_the_dice_fall(moments: list[datetime]) -> None:
    table = partying(BEACON)
    moments[0] = due(table) + timedelta(minutes=1)
    razors = seen_by("razors")
    number = table.row.awaited[0]["round"]
    for wrong, why in (
        ("00" * 48, "It is not the signature of that round"),
        ("no hex", "is no signature"),
        (f'{{"round": {number + 1}, "signature": "{signature_of(number + 1)}"}}', f"round {number} is needed"),
        (signature_of(number + 1), "It is not the signature of that round"),
    ):
        answer = acted(razors, table, "round", wrong)
        assert (answer.status_code, why in answer.content.decode()) == (422, True), wrong
    answer = acted(razors, table, "round", f'{{"round": {number}, "signature": "{signature_of(number)}"}}')
    assert answer.status_code == 302
    assert table.row.awaited == []
    assert "All dice have fallen" in razors.get(HERE).content.decode()


def test_the_beacon_that_is_not_reached_is_said_so(moments: list[datetime]) -> None:
    table = partying(BEACON)
    moments[0] = due(table) + timedelta(minutes=1)
    answer = acted(seen_by("razors"), table, "fetch")
    assert answer.status_code == 422
    assert "No address of the beacon gave round" in answer.content.decode()


def test_after_a_week_every_owner_may_agree_to_go_on(moments: list[datetime]) -> None:
    table = partying(BEACON)
    moments[0] = due(table) + timedelta(days=6)
    assert "I agree to go on" not in seen_by("saints").get(HERE).content.decode()
    moments[0] = due(table) + timedelta(days=7)
    assert "I agree to go on" in seen_by("saints").get(HERE).content.decode()
    number = table.row.awaited[0]["entry"]
    for franchise in table.franchises:
        assert len(table.row.awaited) == 1
        assert acted(seen_by(franchise), table, "waive").status_code == 302
    assert table.row.awaited == []
    late = seen_by("saints").post(f"{HERE}{number}/", {"act": "waive"}, follow=True)
    assert "There is nothing to agree to" in late.content.decode()
    last = Entry.objects.filter(season=table.season).order_by("-number")[0]
    page = Client().get(f"/l/rust-belt/s1/journal/{last.number}/").content.decode()
    assert "was missing for a week, and every owner agreed to go on" in page


def test_words_are_given_by_the_programs_of_pages(moments: list[datetime]) -> None:
    table = partying(REVEAL)
    moments[0] = table.now
    number = table.row.awaited[0]["entry"]
    words = {franchise: hashlib.sha256(franchise.encode()).hexdigest() for franchise in table.franchises}
    browsers = {franchise: seen_by(franchise) for franchise in table.franchises}
    for handle, client in browsers.items():
        hashed = hashlib.sha256(words[handle].encode()).hexdigest()
        assert acted(client, table, "hash", hashed).json() == {"taken": "hash"}
    document = browsers["saints"].get(f"{HERE}now.json").json()
    (item,) = document["items"]
    assert (item["entry"], item["closed"], item["given"], item["held"], item["revealed"]) == (
        number,
        True,
        True,
        True,
        False,
    )
    assert acted(browsers["saints"], table, "words", words["razors"]).status_code == 422
    for handle, client in browsers.items():
        assert acted(client, table, "words", words[handle]).json() == {"taken": "words"}
    assert table.row.awaited == []
    assert AwaitedWords.objects.filter(season=table.season, entry=number).count() == 3
    nobody = {"length": table.row.length, "mine": False, "receipt": None, "items": []}
    assert Client().get(f"{HERE}now.json").json() == nobody


def test_a_member_who_waits_is_given_a_receipt_once_and_so_witnesses_what_was_asked(moments: list[datetime]) -> None:
    table = partying(BEACON)
    moments[0] = table.now
    razors = seen_by("razors")
    receipt = razors.get(f"{HERE}now.json").json()["receipt"]
    statement = json.loads(receipt["statement"])
    assert (statement["entry"], statement["head"]) == (table.row.length, table.row.head)
    assert razors.get(f"{HERE}now.json?seen={table.row.length}").json()["receipt"] is None
    assert Client().get(f"{HERE}now.json").json()["receipt"] is None
    all_fall(table)
    (season,) = VERIFY["checked"](exported(table.season), [("", statement["entry"], statement["head"])])
    assert season.counts["witnessed"] == 1


@pytest.mark.parametrize(("dice", "name"), [(BEACON, "Beacon"), (REVEAL, "Reveal")])
def test_the_page_on_fairness_names_the_level_and_counts_what_fell_by_it(dice: str, name: str) -> None:
    settled(1, dice=AWAITING[dice])
    page = Client().get("/l/rust-belt/s1/fair/").content.decode()
    assert f'<span class="chip good">{name}</span>' in page
    by = "by words that were revealed" if dice == REVEAL else "by a round of the beacon"
    counted = page.partition(f"</strong> {by}")[0].rpartition("<strong>")[2]
    assert int(counted) > 10


def test_an_entry_shows_what_its_dice_were_awaited_by_and_ten_lines_that_throw_them() -> None:
    table = partying(BEACON)
    awaiting = table.row.awaited[0]
    page = Client().get(f"/l/rust-belt/s1/journal/{awaiting['entry']}/").content.decode()
    assert "Its dice have not fallen" in page
    all_fall(table)
    last = Entry.objects.filter(season=table.season).order_by("-number")[0]
    answer = Client().get(f"/l/rust-belt/s1/journal/{last.number}/")
    assert signature_of(awaiting["round"]) in answer.content.decode()
    check = answer.context["leaf"].check
    completed = subprocess.run([sys.executable, "-c", check.program], capture_output=True, text=True, check=True)
    assert completed.stdout.split() == [str(face) for face in check.faces]


def test_before_the_first_dice_have_fallen_pages_say_that_franchises_are_to_come_and_link_to_none() -> None:
    founder = get_user_model().objects.create_user("ethel", password="ethel")
    request = FoundingRequest(name="Sunday Drivers", franchises=4, dice=REVEAL)
    season = create_playable_league(request, founder=founder, at=timezone.now(), key="k").seasons.get()
    awaited = season.awaited[0]
    to_come = franchise_url("sunday-drivers", awaited["subjects"][0])
    client = Client()
    client.force_login(founder)
    for page, expected in (
        ("s1/board/", "The season goes on once they have fallen."),
        ("s1/board/", "Each is ready once its first dice have fallen."),
        ("people/", "Each is ready once its first dice have fallen."),
        ("s1/", "Each is ready once its first dice have fallen."),
    ):
        html = client.get(f"/l/sunday-drivers/{page}").content.decode()
        assert expected in html
        assert "Go on until people are asked" not in html
        assert to_come not in html
    boss = Membership.objects.get(league="sunday-drivers", role=Membership.Role.COMMISSIONER)
    _, token = invite(league=boss.league, by=boss, role=Membership.Role.OWNER, at=timezone.now(), uses=1)
    invited = client.get(f"/join/{token}/").content.decode()
    assert "Open this link again in a minute" in invited
    assert "Every franchise has an owner" not in invited
    entry = client.get(f"/l/sunday-drivers/s1/journal/{awaited['entry']}/").content.decode()
    assert awaited["subjects"][0] in entry
    assert to_come not in entry


def test_words_are_revealed_to_whoever_signed_that_the_hashes_are_closed(moments: list[datetime]) -> None:
    table = partying(REVEAL)
    number = table.row.awaited[0]["entry"]
    moments[0] = due(table)
    acted(seen_by("saints"), table, "hash", "c3" * 32)
    item = json.loads(seen_by("saints").get(f"{HERE}now.json?seen=").content)["items"][0]
    assert (item["closed_in"], item["receipt"]) == (None, None)
    assert item["asked"] == Entry.objects.get(season=table.season, number=number).hash
    close_hashes(table.season, number, at=due(table) + timedelta(seconds=1))
    item = json.loads(seen_by("saints").get(f"{HERE}now.json?seen=").content)["items"][0]
    closing = Entry.objects.filter(season=table.season, command="close_hashes").latest("number")
    statement = json.loads(item["receipt"]["statement"])
    assert (item["closed_in"], statement["entry"], statement["head"]) == (
        closing.number,
        closing.number,
        closing.hash,
    )
    assert json.loads(Client().get(f"{HERE}now.json?seen=").content)["items"][0]["receipt"] is None


def test_an_entry_names_who_gave_a_hash_and_revealed_nothing(moments: list[datetime]) -> None:
    table = partying(REVEAL)
    number = table.row.awaited[0]["entry"]
    moments[0] = due(table)
    for who in ("saints", "razors"):
        acted(seen_by(who), table, "hash", hashlib.sha256(words_of(table.handle(who), number).encode()).hexdigest())
    moments[0] += timedelta(seconds=31)
    close_hashes(table.season, number, at=moments[0])
    acted(seen_by("saints"), table, "words", words_of(table.handle("saints"), number))
    let_due_dice_fall(table.season, at=moments[0] + timedelta(seconds=31))
    throwing_number = Entry.objects.get(season=table.season, command="throw_party").number
    page = " ".join(Client().get(f"/l/rust-belt/s1/journal/{throwing_number}/").content.decode().split())
    assert f'The owner of Saints <span class="faint mono">{table.handle("saints")}</span>' in page
    assert (
        f'The owner of Razors <span class="faint mono">{table.handle("razors")}</span> <span class="chip warn">gave'
        in page
    )
    assert "A member who left words out could choose between two throws." in page
