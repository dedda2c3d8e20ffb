"""A sandbox is for its maker only, hides what they may not see, and changes nothing of its league."""

from __future__ import annotations

import re
from datetime import timedelta
from typing import Any

import pytest
from django.contrib.auth import get_user_model
from django.test import Client
from django.utils import timezone

from jobs import outbox_delivery
from journal import amend, fork_season, take_back
from journal.dice.leaf_allocation import key_of_entry
from journal.entry_body import load_body
from journal.replay import state_after
from journal.transfer.league_export import league_lines
from league.access import NotYours, viewer_of
from league.models import Entry, Notice, Sandbox, Season
from league.sandboxes import MOST_PER_LEAGUE, MOST_PER_PERSON, TooManySandboxes, create_sandbox
from league.tokens import COMMISSION_SCOPE, READ_SCOPE, REPORT_SCOPE, act_scope
from rules.campaign.core.codec import season_bytes, season_from_json
from rules.campaign.core.command import Reader
from rules.campaign.core.visible_state import hide_from_reader
from rules.core.dice import Dice
from tests.api.api_callers import Program, at, program_of
from tests.api.test_problems import told
from tests.journal.snapshot import everything
from tests.league.small_league import Table, announced, assert_reconciled, founded, lined_up, report, settled, signed

pytestmark = pytest.mark.django_db
HIRE = {"type": "hire_rookie", "franchise": "razors", "driver": "razors.d1", "name": "Vega"}
CAR = {"car": "razors.car1", "driver": "razors.d1"}


def made(table: Table, who: str = "razors", *, key: str = "make", **asked: Any) -> tuple[Table, Program]:
    """Make a sandbox as a member; return it as a table, with the member's program."""
    program = program_of(table, who)
    answer = program.post(at(table, "/sandboxes"), asked, key=key)
    assert answer.status_code == 201, answer.content
    return Table(season=f"{table.league}/{answer.json()['name']}"), program


def give(there: Table, program: Program, *commands: dict[str, Any], key: str = "k", **more: Any) -> Any:
    """Give commands in a sandbox."""
    return program.post(at(there, "/commands"), {"commands": list(commands), **more}, key=key)


def rows() -> dict[str, Any]:
    """All rows of the database by table, except tokens and stored answers, which any request may write."""
    written = {"league_accesstoken", "league_storedanswer"}
    return {name: table_rows for name, table_rows in everything().items() if name not in written}


def viewer(table: Table, who: str) -> Any:
    """The viewer that a member is in their league."""
    return viewer_of(get_user_model().objects.get(username=f"{table.league}-{who}"), table.row.league)


# -------------------------------------------------------------------------------------------- creation


def test_an_owner_forks_his_season_and_is_commissioner_and_every_owner_in_it() -> None:
    table = founded()
    sandbox, program = made(table)
    assert sandbox.row.digest == table.row.digest
    assert sandbox.row.secret != table.row.secret
    assert give(sandbox, program, HIRE).status_code == 201
    other = {**HIRE, "franchise": "saints", "driver": "saints.d1"}
    assert give(sandbox, program, other, key="k2").status_code == 201
    fined = {"type": "adjust_balance", "franchise": "saints", "amount": -5000}
    told(give(table, program, fined, reason="Mine?", key="k3"), 403, "scope-missing")
    assert give(sandbox, program, fined, key="k4").status_code == 201
    assert (sandbox.state.franchise("saints").balance, sandbox.row.length) != (
        table.state.franchise("saints").balance,
        0,
    )
    assert_reconciled(sandbox.season)


def test_playing_in_a_sandbox_changes_no_row_of_the_season_it_was_taken_from() -> None:
    table = settled()
    before, digest = rows(), table.row.digest
    sandbox, program = made(table)
    match = {"match": "m2", "event": "race", "franchises": ["razors", "saints"]}
    assert give(sandbox, program, {"type": "announce_round", "round": "r2", "matches": [match]}).status_code == 201
    after = rows()
    for name, table_rows in before.items():
        assert set(map(repr, table_rows)) <= set(map(repr, after[name])), name
    assert table.row.digest == digest
    assert_reconciled(table.season)


def test_it_throws_dice_of_its_own() -> None:
    table = founded()
    sandbox, program = made(table)
    party = {"type": "throw_party", "franchise": "razors", "spend_k": 40}
    (entry, *_) = give(sandbox, program, party).json()["entries"]
    rolls = [roll for fact in entry["facts"] for roll in fact["rolls"]]
    assert rolls
    row = Entry.objects.get(season=sandbox.season, number=entry["number"])
    key = key_of_entry(sandbox.season, row.number, row.previous, load_body(row.body))
    dice = Dice(onward=key).open(rolls[0]["path"])
    thrown = dice.roll(len(rolls[0]["faces"]), "the same", sides=rolls[0]["sides"])
    assert list(thrown.faces) == rolls[0]["faces"]
    assert (sandbox.row.dice, table.row.dice) == ("leaves", "")


def test_a_sandbox_of_the_season_as_it_stood_after_an_entry() -> None:
    table = signed()
    past = table.row.length - 4
    sandbox, program = made(table, entry=past)
    assert season_bytes(sandbox.state) == season_bytes(state_after(table.row, past))
    assert sandbox.state != table.state
    assert_reconciled(sandbox.season)
    refused = program.post(at(table, "/sandboxes"), {"entry": table.row.length + 1}, key="far")
    told(refused, 422, "unknown")


@pytest.mark.parametrize("days", [0, 31])
def test_it_stands_for_some_days_and_no_longer(days: int) -> None:
    table = founded()
    told(program_of(table, "razors").post(at(table, "/sandboxes"), {"days": days}, key="k"), 422, "malformed")


def test_a_person_and_a_league_have_so_many_and_an_ended_one_makes_room() -> None:
    table = founded()
    sandbox, program = made(table, key="k0")
    for number in range(1, MOST_PER_PERSON):
        made(table, key=f"k{number}")
    told(program.post(at(table, "/sandboxes"), {}, key="one more"), 422, "too-many-sandboxes")
    assert program.delete(at(table, f"/sandboxes/{sandbox.row.name}")).status_code == 200
    made(table, key="room")
    now = timezone.now()
    boss = viewer(table, "boss")
    for number in range(MOST_PER_LEAGUE - MOST_PER_PERSON):
        row = fork_season(table.season, f"filler-{number}", secret=str(number).encode(), at=now)
        person = get_user_model().objects.create_user(f"p{number}")
        Sandbox.objects.create(season=row, user=person, made_at=now, expires_at=now + timedelta(days=1))
    with pytest.raises(TooManySandboxes, match="wait for one to end"):
        create_sandbox(season=table.row, viewer=boss, at=now)


def test_the_same_request_again_makes_no_second_sandbox() -> None:
    table = founded()
    program = program_of(table, "razors")
    first, again = (program.post(at(table, "/sandboxes"), {}, key="k") for _ in range(2))
    assert again.content == first.content
    assert Sandbox.objects.count() == 1


def test_only_who_may_give_commands_makes_one_and_only_of_a_season_of_the_league() -> None:
    table = founded()
    told(
        program_of(table, "razors", READ_SCOPE, REPORT_SCOPE).post(at(table, "/sandboxes"), {}, key="k"),
        403,
        "scope-missing",
    )
    told(Program().post(at(table, "/sandboxes"), {}, key="k"), 401, "not-logged-in")
    sandbox, program = made(table)
    told(program.post(at(sandbox, "/sandboxes"), {}, key="k"), 422, "sandbox-nested")


# ------------------------------------------------------------------------------------------- who may see it


@pytest.mark.parametrize("who", ["saints", "boss", "stranger"])
def test_nobody_else_reads_or_plays_in_it_by_any_way(who: str) -> None:
    table = founded()
    sandbox, _ = made(table)
    other = Program() if who == "stranger" else program_of(table, who)
    for part in ("", "/standings", "/matches", "/entries", "/commands"):
        assert other.get(at(sandbox, part)).status_code in (404, 405), part
    assert give(sandbox, other, HIRE).status_code == 404
    client = Client()
    if who != "stranger":
        client.force_login(get_user_model().objects.get(username=f"rust-belt-{who}"))
    name = sandbox.row.name
    for page in (f"/l/rust-belt/{name}/", f"/l/rust-belt/{name}/journal/", f"/l/rust-belt/{name}/export.json"):
        assert client.get(page).status_code == 404, page


def test_nobody_else_writes_in_it_even_past_the_doors() -> None:
    table = founded()
    sandbox, _ = made(table)
    with pytest.raises(NotYours, match="somebody else's sandbox"):
        sandbox.give("hire_rookie", by="saints", franchise="saints", driver="saints.d1", name="One")
    with pytest.raises(NotYours, match="somebody else's sandbox"):
        sandbox.give("open_setup", by="boss")
    assert sandbox.row.length == 0


def test_its_maker_reads_it_in_his_browser_and_by_program() -> None:
    table = founded()
    sandbox, program = made(table)
    assert program.get(at(sandbox)).json()["name"] == sandbox.row.name
    assert program.get(at(sandbox, "/standings")).status_code == 200
    client = Client()
    client.force_login(get_user_model().objects.get(username="rust-belt-razors"))
    assert client.get(f"/l/rust-belt/{sandbox.row.name}/").status_code == 200


def test_it_is_in_no_list_search_record_feed_or_notice() -> None:
    table = settled()
    sandbox, program = made(table)
    give(sandbox, program, {**HIRE, "driver": "razors.zz", "name": "Zzyzx Quill"})
    round_two = {"match": "m2", "event": "race", "franchises": ["razors", "saints"]}
    give(sandbox, program, {"type": "announce_round", "round": "r2", "matches": [round_two]}, key="k2")
    outbox_delivery.deliver_outbox(at=timezone.now())
    assert not Notice.objects.filter(season=sandbox.season).exists()
    assert program.get("/leagues/rust-belt/seasons").json()["seasons"][0]["name"] == "s1"
    assert sandbox.row.name not in program.get("/leagues/rust-belt/seasons").content.decode()
    client = Client()
    client.force_login(get_user_model().objects.get(username="rust-belt-razors"))
    for page in (
        "/",
        "/inbox/",
        "/l/rust-belt/",
        "/l/rust-belt/heads/",
        "/l/rust-belt/records/",
        "/l/rust-belt/jobs/",
        "/l/rust-belt/people/",
        "/l/rust-belt/s1/",
        "/l/rust-belt/s1/drivers/",
        "/l/rust-belt/s1/tables/",
        "/l/rust-belt/f/razors/",
        "/l/rust-belt/f/razors/history/",
        "/l/rust-belt/journal.atom",
        "/l/rust-belt/search/?q=zzyzx",
        "/l/rust-belt/search/?q=m2",
    ):
        response = client.get(page)
        assert response.status_code == 200, page
        assert sandbox.row.name not in response.content.decode(), page
        assert "/razors.zz/" not in response.content.decode(), page
        assert "/m2/" not in response.content.decode(), page
    assert client.get("/l/rust-belt/d/razors.zz/").status_code == 404


def test_a_franchise_founded_in_a_sandbox_changes_no_page_of_its_league() -> None:
    table = founded()
    client = Client()
    pages = ("/l/rust-belt/", "/l/rust-belt/s1/", "/l/rust-belt/records/", "/l/rust-belt/search/?q=aaa")

    def page_texts() -> list[str]:
        return [re.sub(r'name="csrf\w+" value="\w+"', "", client.get(page).content.decode()) for page in pages]

    before = page_texts()
    sandbox, program = made(table, entry=2)
    command = {"type": "found_franchise", "franchise": "aaa", "name": "Aaa"}
    assert give(sandbox, program, command).status_code == 201
    assert page_texts() == before
    assert client.get("/l/rust-belt/f/aaa/").status_code == 404


def test_a_franchise_that_is_only_in_a_sandbox_has_a_crest_for_its_maker_and_for_nobody_else() -> None:
    table = founded()
    sandbox, program = made(table, entry=2)
    command = {"type": "found_franchise", "franchise": "aaa", "name": "Aaa"}
    assert give(sandbox, program, command).status_code == 201
    listed = program.get(at(sandbox, "/franchises"))
    assert listed.status_code == 200
    crests = {line["id"]: line["crest"] for line in listed.json()["franchises"]}
    assert program.get(at(sandbox, "/franchises/aaa")).json()["crest"] == crests["aaa"]
    picture, maker, other = crests["aaa"]["picture"], Client(), Client()
    maker.force_login(get_user_model().objects.get(username="rust-belt-razors"))
    other.force_login(get_user_model().objects.get(username="rust-belt-saints"))
    assert crests["aaa"]["words"] in maker.get(picture).content.decode()
    assert [client.get(picture).status_code for client in (maker, other, Client())] == [200, 404, 404]
    assert maker.get(picture.replace("aaa", "bbb")).status_code == 404


def test_the_export_of_a_league_leaves_sandboxes_and_who_was_made_up_in_them_out() -> None:
    table = founded()
    before = b"".join(league_lines(table.row.league))
    sandbox, program = made(table)
    give(sandbox, program, HIRE)
    assert b"".join(league_lines(table.row.league)) == before


def test_a_commissioner_hears_that_there_is_one_and_may_end_it() -> None:
    table = founded()
    sandbox, _ = made(table)
    boss = program_of(table, "boss")
    (listed,) = boss.get(at(table, "/sandboxes")).json()["sandboxes"]
    assert (listed["name"], listed["own"]) == (sandbox.row.name, False)
    assert program_of(table, "saints").get(at(table, "/sandboxes")).json()["sandboxes"] == []
    told(program_of(table, "saints").delete(at(table, f"/sandboxes/{listed['name']}")), 404, "not-found")
    assert boss.delete(at(table, f"/sandboxes/{listed['name']}")).status_code == 200
    assert not Season.objects.exclude(forked_from="").exists()


# ---------------------------------------------------------------------------------------------- sealed entries


@pytest.mark.parametrize("who", ["saints", "boss"])
def test_line_ups_that_others_named_under_seal_are_left_out(who: str) -> None:
    table = announced()
    for franchise in ("razors", "saints"):
        seats = [{"car": f"{franchise}.car1", "driver": f"{franchise}.d1"}]
        table.give(
            "name_line_up", by=franchise, franchise=franchise, match="m1", seats=seats, words=f"{franchise} words"
        )
    sandbox, program = made(table, who)
    assert table.state.line_up("m1", "razors").named
    state = sandbox.state
    assert not state.line_up("m1", "razors").named
    assert not any(seat.line_up == "m1.razors" for seat in state.seats.values())
    assert state.line_up("m1", "saints").named is (who == "saints")
    assert "razors words" not in season_bytes(state).decode()
    for part in ("", "/matches/m1", "/entries", "/standings"):
        assert "razors words" not in program.get(at(sandbox, part)).content.decode()
    named = {"type": "name_line_up", "franchise": "razors", "match": "m1", "seats": [CAR]}
    assert give(sandbox, program, named).status_code == 201
    assert_reconciled(sandbox.season)


def test_a_sandbox_of_before_the_seal_was_opened_has_what_is_public_by_now() -> None:
    table = lined_up()
    named = Entry.objects.filter(season=table.season, command="name_line_up").latest("number").number
    sandbox, _ = made(table, "saints", entry=named - 1)
    assert sandbox.state.line_up("m1", "razors").named


def test_franchise_contracts_named_under_seal_are_left_out() -> None:
    season = season_from_json(season_bytes(settled().state))
    season.step = "E5"
    for franchise in ("razors", "saints"):
        season.franchises[franchise].contracts_named = True
        season.contracts[f"{franchise}.d1"].protected = True
    visible = season_from_json(season_bytes(season))
    hide_from_reader(visible, Reader(owns=frozenset({"razors"})), now=season, forget=True)
    assert visible.contracts["razors.d1"].protected
    assert visible.franchises["razors"].contracts_named
    assert not visible.contracts["saints.d1"].protected
    assert not visible.franchises["saints"].contracts_named


def test_a_sandboxs_own_chain_holds_and_its_tokens_need_a_scope() -> None:
    table = founded()
    sandbox, _ = made(table)
    reader = program_of(table, "razors", READ_SCOPE)
    assert reader.get(at(sandbox)).status_code == 200
    told(give(sandbox, reader, HIRE), 403, "scope-missing")
    actor = program_of(table, "razors", READ_SCOPE, act_scope("razors"))
    trial = actor.post(at(sandbox, "/trials"), {"commands": [{**HIRE, "franchise": "saints", "driver": "saints.d1"}]})
    assert trial.json()["refusal"] == ""
    assert_reconciled(sandbox.season)


def test_a_commissioners_own_match_asks_nobody_in_a_sandbox() -> None:
    table = lined_up()
    sandbox, program = made(table, "boss")
    before = Notice.objects.count()
    void = {"type": "void_match", "match": "m1"}
    answer = give(sandbox, program, void, reason="To see.")
    assert answer.status_code == 201, answer.content
    assert Notice.objects.count() == before
    assert (
        program_of(table, "boss", READ_SCOPE, COMMISSION_SCOPE).get(at(table, "/matches/m1")).json()["step"] != "void"
    )


def test_who_made_a_sandbox_amends_in_it_by_a_token_that_acts_and_nobody_else_does() -> None:
    table = founded()
    sandbox, program = made(table)
    struck = {"corrections": {"1": []}}
    assert give(sandbox, program, HIRE).status_code == 201
    told(
        program_of(table, "razors", READ_SCOPE, REPORT_SCOPE).post(at(sandbox, "/amends"), struck, key="r"),
        403,
        "scope-missing",
    )
    told(program_of(table, "boss").post(at(sandbox, "/amends"), struck, key="b"), 404, "not-found")
    assert program.post(at(sandbox, "/amends/preview"), struck, key="look").status_code == 201
    assert program.post(at(sandbox, "/amends"), struck, key="do").status_code == 201
    assert "razors.d1" not in sandbox.state.drivers
    told(program.post(at(table, "/amends"), struck, key="there"), 403, "scope-missing")
    assert_reconciled(sandbox.season)


def test_an_amend_of_ones_own_match_asks_nobody_in_a_sandbox() -> None:
    table = lined_up()
    sandbox, program = made(table, "boss")
    before = Notice.objects.count()
    assert give(sandbox, program, {"type": "void_match", "match": "m1"}).status_code == 201
    answer = program.post(at(sandbox, "/amends"), {"corrections": {"1": []}}, key="back")
    assert (answer.status_code, answer.json()["waits"]) == (201, "")
    assert Notice.objects.count() == before


def test_the_journal_lets_nobody_but_its_maker_amend_in_a_sandbox() -> None:
    table = founded()
    sandbox, program = made(table)
    give(sandbox, program, HIRE)
    options: Any = {"at": timezone.now(), "key": "k", "reason": "To see."}
    with pytest.raises(NotYours, match="somebody else's sandbox"):
        amend(sandbox.season, {1: []}, actor=table.handle("boss"), **options)
    with pytest.raises(NotYours, match="only its owner"):
        take_back(sandbox.season, 1, actor=table.handle("saints"), **options)


def test_an_old_report_is_put_right_in_a_sandbox_of_the_entry_before_it_and_not_by_an_amend() -> None:
    table = lined_up()
    accepted = table.give("accept_report", match="m1", report=report(table)).entries[0].number
    later, program = made(table)
    body = {"corrections": {str(accepted): []}}
    problem = told(program.post(at(later, "/amends"), body, key="late"), 422, "unknown")
    assert [error["pointer"] for error in problem["errors"]] == [f"/corrections/{accepted}"]
    assert f"belong to {table.season}: make one as that stood before the entry" in problem["detail"]
    before, _ = made(table, key="before", entry=accepted - 1)
    teams = [
        {"franchise": franchise, "points": 1 + place, "rank": 3 - place}
        for place, franchise in enumerate(table.franchises)
    ]
    command = {"type": "accept_report", "match": "m1", "report": report(table, teams=teams)}
    assert give(before, program, command, key="again").status_code == 201
    assert (before.state.match("m1").step, before.row.digest == table.row.digest) == (
        table.state.match("m1").step,
        False,
    )
