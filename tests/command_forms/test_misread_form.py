"""A misread die is corrected in a browser: the form shows the faces, and the roll is marked for good."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.test import Client

from journal import audit
from journal.entry_body import load_body
from league.models import Entry, Membership, Ruling
from tests.command_forms.desk import Sitter
from tests.command_forms.test_amend_form import HERE, boss, form_of, saved, sent, words
from tests.journal.amends import number_of
from tests.journal.misread_league import COMMISSIONERS, PARTY, partied
from tests.league.small_league import Table, founded, lined_up, report

pytestmark = [pytest.mark.long, pytest.mark.django_db]
DIE = f"die:{PARTY}:1"


def approved(table: Table) -> Any:
    """Confirm the waiting ruling as an owner."""
    client = Sitter(table.season, "saints").client
    return client.post(f"{HERE}rulings/", {"ruling": Ruling.objects.latest("pk").pk, "act": "confirm", "said": ""})


def test_it_is_previewed_saved_approved_and_marked_wherever_the_roll_is_shown() -> None:
    table = partied()
    client, number = boss(table), number_of(table, "throw_party")
    assert "What the dice showed" in words(client.get(form_of(number)))
    previewed = sent(client, number, way="misread", **{DIE: "2"})
    assert previewed.status_code == 302, words(previewed)
    page = words(client.get(previewed["Location"]))
    assert "Misread dice" in page
    assert "1 → 2 die 1 setup/razors/party" in page
    assert "Somebody else approves it first" in page
    assert saved(client, previewed["Location"])["Location"] == f"{HERE}rulings/"
    assert table.row.misread == {}
    waiting = words(Sitter(table.season, "saints").client.get(f"{HERE}rulings/"))
    assert f"die 1 of {PARTY} was entered as 1 and shows 2" in waiting
    assert "Proposed by a commissioner," in waiting
    assert approved(table).status_code == 302
    amend = Entry.objects.get(season=table.season, command="amend").number
    entry = words(Client().get(f"{HERE}journal/{number}/"))
    assert f"misread Die 1 of {PARTY} was entered as 1 and shows 2, says a commissioner; the owner of" in entry
    assert f"the owner of Saints approved it. Amend {amend} : The marshal read the sheet wrongly." in entry
    assert "misread: die 1, 1 → 2" in entry
    assert "misread: die 1, 1 → 2" in words(Client().get(f"{HERE}journal/"))
    assert "approved The owner of Saints approved it." in words(Client().get(f"{HERE}amends/{amend}/"))
    assert "1 misread die" in words(Client().get(f"{HERE}amends/"))
    assert audit(table.row) == []


def test_undone_in_the_browser_the_mark_stays_with_every_face_that_stood() -> None:
    table = partied()
    client, number = boss(table), number_of(table, "throw_party")
    saved(client, sent(client, number, way="misread", **{DIE: "2"})["Location"])
    approved(table)
    amend = Entry.objects.get(season=table.season, command="amend").number
    saved(client, sent(client, amend)["Location"])
    approved(table)
    assert "misread: die 1, 1 → 2 → 1" in words(Client().get(f"{HERE}journal/{number}/"))
    assert audit(table.row) == []


def test_without_anybody_who_could_approve_it_is_marked_as_not_approved() -> None:
    table = partied()
    Membership.objects.filter(league_id=table.league).exclude(handle=table.handle("boss")).update(
        role=Membership.Role.FORMER, franchise=None
    )
    client, number = boss(table), number_of(table, "throw_party")
    answer = saved(client, sent(client, number, way="misread", **{DIE: "2"})["Location"])
    page = words(client.get(answer["Location"]))
    assert "not approved This needs a second person, because it corrects misread dice, and only" in page
    assert "nobody else approved it" in words(client.get(f"{HERE}journal/{number}/"))


@pytest.mark.parametrize(
    ("face", "sentence"),
    [
        ("1", "That is the same as before"),
        ("", "That is the same as before"),
        ("7", "The most is 6."),
        ("0", "The least is 1."),
        ("x", "Enter a whole number"),
    ],
)
def test_a_face_that_cannot_have_fallen_is_refused_beside_its_die(face: str, sentence: str) -> None:
    table = partied()
    length = table.row.length
    answer = sent(boss(table), number_of(table, "throw_party"), way="misread", **{DIE: face})
    assert (answer.status_code, sentence in words(answer)) == (422, True)
    assert table.row.length == length


def test_a_face_typed_beside_another_way_is_not_looked_at() -> None:
    table = partied()
    answer = sent(boss(table), number_of(table, "throw_party"), way="strike", **{DIE: "99"})
    assert answer.status_code == 302
    assert "misread" not in load_body(Entry.objects.get(season=table.season, command="preview_amend").body).command


def test_a_season_that_throws_its_own_dice_and_an_entry_without_entered_ones_offer_nothing() -> None:
    table = founded()
    table.give("throw_party", by="razors", franchise="razors", spend_k=10)
    assert "What the dice showed" not in words(boss(table).get(form_of(number_of(table, "throw_party"))))
    assert "What the dice showed" not in words(boss(partied(league="other")).get("/l/other/s1/journal/2/amend/"))


def test_an_owner_is_offered_nothing_and_refused() -> None:
    table = partied()
    client, number = Sitter(table.season, "razors").client, number_of(table, "throw_party")
    answer = client.post(form_of(number), {"way": "misread", DIE: "2", "reason": "So.", "key": "k"})
    assert answer.status_code in {403, 422}
    assert not Entry.objects.filter(season=table.season, command="preview_amend").exists()


def test_dice_of_the_seasons_own_steps_are_corrected_there_and_nothing_else_is() -> None:
    table = lined_up(1, switches=COMMISSIONERS)
    table.throw("accept_report", {}, match="m1", report=report(table), by="boss")
    own = Entry.objects.filter(season=table.season, actor="season", number__in=table.row.by_hand.values())
    assert own.exists()
    client, number = boss(table), own[0].number
    assert "Correct a misread die" in words(client.get(f"{HERE}journal/{number}/"))
    page = client.get(form_of(number)).content.decode()
    assert "What the dice showed" in page
    assert set(re.findall(r'name="way" value="([a-z_]+)"', page)) == {"misread"}
    path = next(path for path, entry_number in sorted(table.row.by_hand.items()) if entry_number == number)
    answer = sent(client, number, way="misread", **{f"die:{path}:1": "2"})
    assert answer.status_code == 302, words(answer)
