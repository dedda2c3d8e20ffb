"""The words a browser sends with a form are stored in the entries, and the answer has a receipt."""

from __future__ import annotations

import ast
import base64
import json
import re
from pathlib import Path
from typing import Any

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
from django.contrib.auth import get_user_model
from django.test import Client

from journal import audit
from journal.entry_body import load_body
from journal.verify import verify
from league.models import Entry, ReportClaim, Ruling, Season, SigningKey
from league.pages.dice.receipt_cookie import COOKIE
from league.pages.dice.words import WORDS_FIELD
from tests.command_forms.desk import HIDDEN, Sitter
from tests.command_forms.test_amend_form import accepted, sent
from tests.command_forms.test_founding import PAGE, hidden_of
from tests.command_forms.test_questionnaire import DRAFT, answered, revision
from tests.command_forms.test_reports import HERE as REPORT
from tests.command_forms.test_reports import filled, locked
from tests.command_forms.test_rulings import RULINGS, plays_too, void
from tests.league.small_league import SEEDS, Table, announced, founded, lined_up, settled, shopping
from tests.pages.test_sandbox_pages import browser, made
from tests.scheduling.calendar_league import clocked
from tools.source_index import SITE_PACKAGES

pytestmark = pytest.mark.django_db
WORDS = "0123456789abcdef" * 4
HERE = "/l/rust-belt/s1/"
FORM = re.compile(r'<form[^>]*method="post"[^>]*>')
GIVES = {
    *("perform_or_request_approval", "amend_or_request_approval", "answer_ruling", "perform", "advance_season"),
    *("publish", "create_playable_league", "take_back", "open_next_by_commissioner", "claim_match_report"),
}
"""The functions by which pages give commands. Each takes words."""
CHECKOUT = Path(__file__).parents[2]


def words_at(table: Table, tag: str) -> set[str]:
    """The words in all entries of a command."""
    return {load_body(entry.body).words for entry in Entry.objects.filter(season=table.season, command=tag)}


def receipt_in(answer: Any) -> dict[str, Any]:
    """The receipt in an answer's cookie."""
    text = answer.cookies[COOKIE].value
    receipt: dict[str, Any] = json.loads(base64.urlsafe_b64decode(text + "=" * (-len(text) % 4)))
    return receipt


def said_in(answer: Any) -> tuple[str, int, str]:
    """The season, entry number and head that an answer's receipt states."""
    statement = json.loads(receipt_in(answer)["statement"])
    return statement["season"], statement["entry"], statement["head"]


def reported(table: Table, who: str, **sent_with: str) -> Any:
    """Send a report of m1 by its form as `who`."""
    return Sitter(table.season, who).client.post(REPORT, {**filled(table, who), "act": "claim", **sent_with})


def sound(table: Table) -> None:
    """Check that neither the audit nor a verification finds anything."""
    assert (audit(table.season), verify(table.season).findings) == ([], [])


def party(table: Table, **fields: str) -> Any:
    """Throw a party of the razors by its form."""
    razors = Sitter(table.season, "razors")
    return razors.send("throw_party", razors.filled("throw_party", spend_k="10") | fields)


def test_a_command_of_the_desk_has_its_senders_words_and_is_answered_with_a_signed_receipt() -> None:
    table = founded(dice=SEEDS)
    answer = party(table, **{WORDS_FIELD: WORDS})
    assert words_at(table, "throw_party") == {WORDS}
    assert said_in(answer) == (table.season, table.row.length, table.row.head)
    receipt = receipt_in(answer)
    public = Ed25519PublicKey.from_public_bytes(bytes.fromhex(SigningKey.objects.get(pk=receipt["key"]).public))
    public.verify(base64.b64decode(receipt["signature"]), receipt["statement"].encode())
    sound(table)


def test_the_cookie_is_for_the_script_of_the_next_page_and_small() -> None:
    cookie = party(founded(dice=SEEDS)).cookies[COOKIE]
    assert (cookie["httponly"], cookie["samesite"], cookie["path"]) == ("", "Lax", "/")
    assert len(cookie.value) < 1000


@pytest.mark.parametrize("typed", ["", "nonsense", WORDS.upper(), WORDS + "0", WORDS[:-1], f"{WORDS}\n"])
def test_what_no_script_made_is_left_out_and_the_form_goes_through(typed: str) -> None:
    table = founded(dice=SEEDS)
    assert party(table, **{WORDS_FIELD: typed}).status_code == 302
    assert words_at(table, "throw_party") == {""}
    sound(table)


def test_a_season_whose_dice_come_from_its_secret_keeps_no_words_and_gives_receipts_all_the_same() -> None:
    table = founded()
    answer = party(table, **{WORDS_FIELD: WORDS})
    assert words_at(table, "throw_party") == {""}
    assert said_in(answer) == (table.season, table.row.length, table.row.head)


def test_a_refused_form_is_answered_without_a_receipt() -> None:
    table = founded(dice=SEEDS)
    party(table)
    assert COOKIE not in party(table, **{WORDS_FIELD: WORDS}).cookies


def test_the_words_that_owners_give_with_a_line_up_stay_theirs() -> None:
    table = announced(dice=SEEDS)
    razors = Sitter(table.season, "razors")
    seats = {"car_1": "razors.car1", "driver_1": "razors.d1"}
    form = razors.filled("name_line_up", match="m1", words="chrome", **seats)
    assert razors.send("name_line_up", form | {WORDS_FIELD: WORDS}).status_code == 302
    body = load_body(Entry.objects.get(season=table.season, command="name_line_up").body)
    assert (body.command["words"], body.words) == ("chrome", WORDS)


def test_a_press_of_the_board_has_the_commissioners_words_in_their_own_steps() -> None:
    table = settled(1, dice=SEEDS)
    client = Sitter(table.season, "boss").client
    hidden = dict(HIDDEN.findall(client.get(f"{HERE}board/").content.decode()))
    before = table.row.length
    answer = client.post(f"{HERE}board/", {**hidden, "act": "next", WORDS_FIELD: WORDS})
    entries = Entry.objects.filter(season=table.season, number__gt=before)
    own = {load_body(entry.body).words for entry in entries if entry.actor == table.handle("boss")}
    assert own == {WORDS}
    assert {load_body(entry.body).words for entry in entries if entry.actor == "season"} <= {""}
    assert said_in(answer) == (table.season, table.row.length, table.row.head)
    sound(table)


def test_a_confirmed_ruling_has_the_words_of_whoever_confirms_it() -> None:
    table = plays_too(lined_up(dice=SEEDS), also=True)
    void(table)
    second = Sitter(table.season, "second").client
    posted = {"ruling": Ruling.objects.get().pk, "act": "confirm", WORDS_FIELD: WORDS}
    answer = second.post(RULINGS, posted)
    assert words_at(table, "void_match") == {WORDS}
    entry = Entry.objects.get(season=table.season, command="void_match")
    assert said_in(answer) == (table.season, entry.number, entry.hash)
    sound(table)


def test_a_saved_amend_has_the_commissioners_words() -> None:
    table = settled(1, dice=SEEDS)
    boss = Sitter(table.season, "boss").client
    preview = sent(boss, accepted(table), **{"t:razors": "0", "t:saints": "9"})
    action = preview["Location"].replace("/amends/", "/journal/") + "amend/"
    answer = boss.post(action, {"act": "save", WORDS_FIELD: WORDS})
    assert words_at(table, "amend") == {WORDS}
    entry = Entry.objects.get(season=table.season, command="amend")
    assert said_in(answer) == (table.season, entry.number, entry.hash)
    sound(table)


def test_what_an_owner_takes_back_has_their_words() -> None:
    table = shopping(dice=SEEDS)
    table.give("buy_item", by="razors", franchise="razors", item="razors.i9", kind="caltrops")
    razors = Sitter(table.season, "razors").client
    number = table.row.length
    answer = sent(razors, number, act="back", **{WORDS_FIELD: WORDS})
    assert answer.status_code == 302
    assert words_at(table, "amend") == {WORDS}
    entry = Entry.objects.get(season=table.season, command="amend")
    assert said_in(answer) == (table.season, entry.number, entry.hash)
    sound(table)


@pytest.mark.parametrize("act", ["claim", "confirm"])
def test_a_report_that_is_accepted_at_once_has_the_words_of_whoever_claimed_it_last(act: str) -> None:
    table = clocked(locked(dice=SEEDS), agreed_hours=0)
    first = reported(table, "razors", **{WORDS_FIELD: "5a" * 32})
    assert (first.status_code, COOKIE in first.cookies) == (302, False)
    assert words_at(table, "accept_report") == set()
    saints = Sitter(table.season, "saints").client
    claim = ReportClaim.objects.get()
    confirm = {"act": "confirm", "side": "saints", "claim": claim.pk, "key": "confirm.1", WORDS_FIELD: WORDS}
    answer = saints.post(REPORT, confirm) if act == "confirm" else reported(table, "saints", **{WORDS_FIELD: WORDS})
    assert answer.status_code == 302
    assert words_at(table, "accept_report") == {WORDS}
    entry = Entry.objects.get(season=table.season, command="accept_report")
    assert (entry.actor, said_in(answer)) == ("clock", (table.season, entry.number, entry.hash))
    by_itself = {load_body(entry.body).words for entry in Entry.objects.filter(season=table.season, actor="season")}
    assert by_itself <= {""}
    sound(table)


def test_a_report_that_waits_brings_no_receipt_and_one_in_a_season_of_before_no_words() -> None:
    table = clocked(locked(dice=SEEDS), agreed_hours=24)
    for who in ("razors", "saints"):
        assert COOKIE not in reported(table, who, **{WORDS_FIELD: WORDS}).cookies
    assert words_at(table, "accept_report") == set()


@pytest.mark.parametrize("page", ["put_right", "following", "report"])
def test_the_forms_of_these_commands_have_the_script_send_words(page: str) -> None:
    forms = FORM.findall((CHECKOUT / f"templates/league/{page}.html").read_text(encoding="utf-8"))
    assert forms
    assert [form for form in forms if "data-words" not in form] == []


def test_the_rest_of_a_franchises_setup_has_its_owners_words() -> None:
    table = founded(dice=SEEDS)
    client, before = Sitter(table.season, "razors").client, table.row.length
    hidden = hidden_of(client.get(f"{PAGE}?fill=1").content.decode())
    answer = client.post(PAGE, {**hidden, WORDS_FIELD: WORDS})
    entries = Entry.objects.filter(season=table.season, number__gt=before, actor=table.handle("razors"))
    assert {load_body(entry.body).words for entry in entries} == {WORDS}
    assert said_in(answer) == (table.season, table.row.length, table.row.head)


def test_a_published_questionnaire_has_the_commissioners_words() -> None:
    table = founded(dice=SEEDS)
    boss = Sitter(table.season, "boss").client
    answered(boss, draft__snake="on")
    posted = {"revision": revision(), "note": "We agreed on it.", "step": "", "act": "publish", WORDS_FIELD: WORDS}
    answer = boss.post(DRAFT, posted)
    assert words_at(table, "change_switch") == {WORDS}
    assert said_in(answer)[0] == table.season


def test_the_sponsors_of_a_new_league_have_its_founders_words() -> None:
    client = Client()
    client.force_login(get_user_model().objects.create_user("ethel"))
    key = dict(HIDDEN.findall(client.get("/new/").content.decode()))["key"]
    answer = client.post("/new/", {"key": key, "name": "Sunday Drivers", WORDS_FIELD: WORDS})
    row = Season.objects.get(league="sunday-drivers")
    entries = [load_body(entry.body) for entry in Entry.objects.filter(season=row, command="found_franchise")]
    assert {entry.words for entry in entries} == {WORDS}
    assert said_in(answer) == (row.pk, row.length, row.head)


def test_a_sandbox_gives_no_receipts() -> None:
    founded(dice=SEEDS)
    name = made(browser("razors")).strip("/").split("/")[-1]
    razors = Sitter(f"rust-belt/{name}", "razors")
    answer = razors.send("throw_party", razors.filled("throw_party", spend_k="10", franchise="razors"))
    assert answer.status_code == 302
    assert COOKIE not in answer.cookies


def test_every_page_by_which_commands_are_given_passes_the_words_of_its_form_on() -> None:
    calls: list[tuple[str, str, bool]] = []
    paths = [path for package in SITE_PACKAGES for path in (CHECKOUT / package).rglob("*.py")]
    for path in sorted(path for path in paths if "views" in path.parts or path.stem == "views"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in GIVES:
                passes = {keyword.arg for keyword in node.keywords}
                calls.append((path.name, node.func.id, "words" in passes or None in passes))
    assert {name for _, name, _ in calls} == GIVES
    assert [call for call in calls if not call[2]] == []
