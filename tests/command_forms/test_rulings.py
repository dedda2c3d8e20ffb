"""A commissioner's ruling on their own match or franchise needs another member, or says that there was none."""

from __future__ import annotations

import re
from html import unescape
from typing import Any

import pytest
from django.contrib.auth import get_user_model
from django.test import Client

from journal import audit
from league.membership import join
from league.models import Entry, Membership, Notice, Ruling
from league.queries.report_claims import agreed_claim, claims_of
from rules.campaign.core.codec import command_from_document
from scheduling.claims import claim_match_report
from tests.command_forms.desk import Sitter
from tests.command_forms.test_form_recovery import lapsed
from tests.journal.amends import number_of
from tests.league.league_cache import built_once
from tests.league.small_league import Table, founded, lined_up, report, settled

pytestmark = pytest.mark.django_db
RULINGS = "/l/rust-belt/s1/rulings/"


def words(answer: Any) -> str:
    page = answer.content.decode().split("<main", 1)[1].split("</main>")[0]
    return " ".join(unescape(re.sub(r"<[^>]*>", " ", page)).split())


def plays_too(table: Table, *, franchise: str = "razors", also: bool = False) -> Table:
    """Make the commissioner the owner of a franchise; with `also`, add a second commissioner."""
    owner = Membership.objects.get(franchise_id=f"{table.league}/{franchise}")
    owner.user = get_user_model().objects.get(username=f"{table.league}-boss")
    owner.save()
    if also:
        user = get_user_model().objects.create_user(f"{table.league}-second", password="second")
        join(
            league=table.row.league,
            user=user,
            role=Membership.Role.COMMISSIONER,
            actor=table.handle("boss"),
            at=table.at,
            handle=table.handle("second"),
        )
    return table


@built_once
def locked() -> Table:
    return plays_too(lined_up())


@built_once
def locked_by_two() -> Table:
    return plays_too(lined_up(), also=True)


def client(table: Table, who: str) -> Client:
    return Sitter(table.season, who).client


def void(table: Table) -> Any:
    return Sitter(table.season, "boss").give("void_match", match="m1", reason="The track was flooded.")


def answered(table: Table, who: str, act: str, said: str = "") -> Any:
    posted = {"ruling": Ruling.objects.latest("pk").pk, "act": act, "said": said}
    return client(table, who).post(RULINGS, posted)


def test_his_own_match_is_voided_only_when_another_commissioner_says_so() -> None:
    table = locked_by_two()
    length = table.row.length
    assert void(table)["Location"] == RULINGS
    assert (table.row.length, table.state.match("m1").step) == (length, "M4")
    notices = Notice.objects.filter(about="ruling_asked")
    assert [notice.member.handle for notice in notices] == ["rust-belt.second"]
    assert "1 ruling" in words(client(table, "second").get("/l/rust-belt/s1/board/"))
    page = words(client(table, "second").get(RULINGS))
    assert "Void match" in page
    assert "The track was flooded." in page
    assert "Confirm it" in page
    assert answered(table, "second", "confirm").status_code == 302
    assert table.state.match("m1").step == "void"
    entry = Entry.objects.get(season=table.season, command="void_match")
    assert entry.actor == "rust-belt.boss"
    assert "confirmed by another commissioner" in entry.reason
    assert "commissioner, who owns Razors" in words(Client().get(f"/l/rust-belt/s1/journal/{entry.number}/"))
    assert answered(table, "second", "confirm").status_code == 422
    assert Notice.objects.filter(about="ruling_confirmed", member__handle="rust-belt.boss").exists()
    assert audit(table.row) == []


def test_nobody_confirms_his_own_and_a_rival_of_another_league_nothing() -> None:
    table = locked_by_two()
    void(table)
    for who in ("boss", "saints"):
        assert answered(table, who, "confirm").status_code == 422
    assert Client().post(RULINGS, {"act": "confirm"}).status_code == 302
    assert table.state.match("m1").step == "M4"
    assert answered(table, "boss", "withdraw").status_code == 302
    assert Ruling.objects.get().standing == "withdrawn"


def test_without_a_second_commissioner_the_owner_of_the_other_side_is_asked() -> None:
    table = locked()
    void(table)
    handles = set(Notice.objects.filter(about="ruling_asked").values_list("member__handle", flat=True))
    assert handles == {"rust-belt.saints", "rust-belt.widows"}
    assert answered(table, "saints", "decline").status_code == 422
    assert answered(table, "saints", "decline", "It was dry.").status_code == 302
    page = words(Client().get(RULINGS))
    assert "declined" in page
    assert "It was dry." in page
    assert table.state.match("m1").step == "M4"


def test_where_nobody_else_could_say_so_all_can_read_that_he_ruled_on_his_own_match() -> None:
    table = plays_too(lined_up())
    Membership.objects.filter(role=Membership.Role.OWNER).exclude(franchise_id="rust-belt/razors").delete()
    void(table)
    assert table.state.match("m1").step == "void"
    entry = Entry.objects.get(season=table.season, command="void_match")
    assert "They ruled on their own match" in entry.reason
    assert Ruling.objects.get().standing == "alone"
    assert "ruled on their own match" in words(Client().get(RULINGS))


def test_what_the_journal_refuses_is_put_to_nobody_and_the_same_form_twice_is_one_ruling() -> None:
    table = locked_by_two()
    boss = Sitter(table.season, "boss")
    refused = boss.give("forfeit_match", match="m1", franchise="nobody", reason="Absent.")
    assert (refused.status_code, Ruling.objects.count()) == (422, 0)
    sent = boss.filled("forfeit_match", match="m1", franchise="saints", reason="Absent.")
    assert [boss.send("forfeit_match", sent).status_code for _ in range(2)] == [302, 302]
    assert Ruling.objects.count() == 1


@pytest.mark.parametrize(
    ("tag", "fields"),
    [
        ("adjust_balance", {"franchise": "razors", "amount": "50", "reason": "So it is."}),
        ("adjust_driver", {"driver": "razors.d1", "xp": "5", "reason": "So it is."}),
        ("accept_report", {}),
    ],
)
def test_house_acts_on_his_own_and_reports_that_sides_have_not_agreed_on_wait(
    tag: str, fields: dict[str, str]
) -> None:
    table = locked_by_two()
    if tag == "accept_report":
        form = Sitter(table.season, "boss").client.get(f"/l/rust-belt/s1/do/{tag}/?match=m1").context["form"]
        fields = {field.html_name: field.value() or "" for field in form}
    assert Sitter(table.season, "boss").give(tag, **fields)["Location"] == RULINGS
    assert Ruling.objects.get().commands[0]["type"] == tag


def test_acts_on_what_is_not_his_go_through_at_once() -> None:
    table = locked_by_two()
    answer = Sitter(table.season, "boss").give("adjust_balance", franchise="saints", amount="50", reason="A prize.")
    assert (answer.status_code, Ruling.objects.count()) == (302, 0)
    assert table.state.franchise("saints").balance


def test_an_amend_of_his_own_match_waits_and_is_made_when_it_is_confirmed() -> None:
    table = plays_too(settled(), also=True)
    boss, number = client(table, "boss"), number_of(table, "accept_report", match="m1")
    preview = boss.post(
        f"/l/rust-belt/s1/journal/{number}/amend/",
        {"way": "void", "reason": "Flooded.", "key": "one", "act": "preview"},
    )["Location"]
    saved = boss.post(preview.replace("/amends/", "/journal/") + "amend/", {"act": "save"})
    assert saved["Location"] == RULINGS
    assert table.state.match("m1").step != "void"
    assert f'href="{preview}"' in client(table, "second").get(RULINGS).content.decode()
    assert answered(table, "second", "confirm").status_code == 302
    assert table.state.match("m1").step == "void"
    assert audit(table.row) == []


def test_who_owns_both_teams_does_not_agree_with_himself() -> None:
    table = lined_up(franchises=("razors", "saints"))
    owners = Membership.objects.filter(role=Membership.Role.OWNER)
    person = owners.get(franchise_id="rust-belt/razors").user
    owners.filter(franchise_id="rust-belt/saints").update(user=person)
    command: Any = command_from_document({"type": "accept_report", "match": "m1", "report": report(table)})
    for side in ("razors", "saints"):
        member = owners.get(franchise_id=f"rust-belt/{side}")
        claim_match_report(
            table.season, match="m1", side=side, report=command.report, member=member, key=side, at=table.at
        )
    assert agreed_claim(claims_of(table.season, "m1")) is None
    owners.filter(franchise_id="rust-belt/saints").update(user=get_user_model().objects.create_user("another"))
    assert agreed_claim(claims_of(table.season, "m1")) is not None


def test_a_stranger_reads_rulings_and_a_season_without_any_says_what_they_are() -> None:
    founded()
    assert "No ruling waits for confirmation." in words(Client().get(RULINGS))


def test_what_is_said_to_a_ruling_outlives_a_lapsed_log_in() -> None:
    table = locked_by_two()
    void(table)
    sent = {"act": "decline", "ruling": Ruling.objects.get().pk, "said": "It was dry."}
    page = lapsed(client(table, "second"), RULINGS, sent).content.decode()
    assert ">It was dry.</textarea>" in page
    assert Ruling.objects.get().standing == "waiting"
