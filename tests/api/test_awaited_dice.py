"""A program reads which dice a season awaits, and sends what lets them fall: a round, words, or consent to go on."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import Any

import pytest
from django.utils import timezone

from api.errors import all_problem_kinds
from league.models import AwaitedWords, Entry, Membership
from league.queries.season_leaves import BEACON, REVEAL
from league.tokens import COMMISSION_SCOPE, READ_SCOPE, REPORT_SCOPE, act_scope
from scheduling.awaited_dice import let_due_dice_fall
from tests.api.api_callers import Program, at, program_of
from tests.api.test_problems import told
from tests.beacon.chain import own_chain, signature_of
from tests.journal.awaited_seasons import AWAITING, all_fall, words_of
from tests.league.small_league import Table, announced, founded, lined_up
from tests.pages.test_awaited_page import due, partying

pytestmark = [pytest.mark.django_db, pytest.mark.rule("DM-C-002")]


@pytest.fixture(autouse=True)
def _own_chain() -> Iterator[None]:
    with own_chain():
        yield


@pytest.fixture
def moments(monkeypatch: pytest.MonkeyPatch) -> list[datetime]:
    """The current time of the site, in a list of one that tests change."""
    current = [datetime(2026, 9, 2, tzinfo=timezone.get_current_timezone())]
    monkeypatch.setattr(timezone, "now", lambda: current[0])
    return current


def awaited(table: Table, program: Program | None = None) -> list[dict[str, Any]]:
    """The dice a season awaits, as the API returns them."""
    answer = (program or Program()).get(at(table, "/awaited"))
    assert answer.status_code == 200, answer.content
    found: list[dict[str, Any]] = answer.json()["dice"]
    return found


def gives(
    table: Table, who: str, *, key: str = "k", entry: int = 0, scopes: tuple[str, ...] = (), **sent: Any
) -> Any:
    """Send something, as `who`, for the first awaited dice or for those of an entry."""
    number = entry or table.row.awaited[0]["entry"]
    return program_of(table, who, *scopes).post(at(table, f"/awaited/{number}"), sent, key=key)


def hashed(words: str) -> str:
    """The SHA-256 hash that commits to these words."""
    return hashlib.sha256(words.encode()).hexdigest()


def pointed(answer: Any, status: int, kind: str, pointer: str) -> None:
    """Check that a request is refused with this status and problem type, and where its one error points."""
    assert [error["pointer"] for error in told(answer, status, kind)["errors"]] == [pointer]


def test_it_tells_which_dice_are_awaited_by_which_round_and_none_once_they_fell() -> None:
    table = partying(BEACON)
    (item,) = table.row.awaited
    (dice,) = awaited(table)
    assert datetime.fromisoformat(dice.pop("due")) == due(table)
    assert dice == {
        "entry": item["entry"],
        "command": "throw_party",
        "match": "",
        "round": item["round"],
        "words": False,
        "closed": False,
        "given": False,
        "held": False,
        "revealed": False,
        "agreed": [],
        "asked": Entry.objects.get(season=table.season, number=item["entry"]).hash,
        "closed_in": None,
        "receipt": None,
    }
    all_fall(table)
    assert awaited(table) == []


def test_dice_of_a_match_are_told_by_their_match() -> None:
    table = announced(dice=AWAITING[REVEAL])
    table.holds = True
    lined_up(table=table, announce=False)
    (dice,) = awaited(table)
    assert (dice["command"], dice["match"], dice["words"]) == ("", "m1", True)
    all_fall(table)
    assert awaited(table) == []


def test_what_was_read_is_known_by_its_tag_until_words_are_given(moments: list[datetime]) -> None:
    table = partying(REVEAL)
    moments[0] = table.now
    razors = program_of(table, "razors")
    tag = razors.get(at(table, "/awaited"))["ETag"]
    assert razors.get(at(table, "/awaited"), **{"if-none-match": tag}).status_code == 304
    assert gives(table, "razors", hash="c3" * 32).status_code == 200
    assert razors.get(at(table, "/awaited"), **{"if-none-match": tag}).status_code == 200
    (dice,) = awaited(table, razors)
    assert (dice["given"], dice["held"], dice["closed"]) == (True, False, False)
    assert awaited(table)[0]["given"] is False


@pytest.mark.parametrize("whole", [True, False], ids=["as the beacon answers", "the signature alone"])
def test_any_member_gives_the_round_and_the_dice_fall_once(moments: list[datetime], whole: bool) -> None:
    table = partying(BEACON)
    (item,) = table.row.awaited
    number, entry = item["round"], item["entry"]
    moments[0] = due(table)
    text = f'{{"round": {number}, "signature": "{signature_of(number)}"}}' if whole else signature_of(number)
    sent = {"entry": entry, "scopes": (READ_SCOPE,), "round": text}
    first, again = (gives(table, "razors", **sent) for _ in range(2))
    assert first.status_code == 200, first.content
    fell = first.json()["fell"]
    assert first.json() == {"entry": entry, "awaited": None, "fell": fell}
    assert Entry.objects.get(season=table.season, number=fell).command == "throw_party"
    assert (again.content, again["Idempotent-Replayed"]) == (first.content, "true")
    told(gives(table, "saints", key="k2", **sent), 422, "nothing-awaited")


def test_no_other_round_is_taken_and_none_before_it_is_made(moments: list[datetime]) -> None:
    table = partying(BEACON)
    number = table.row.awaited[0]["round"]
    moments[0] = due(table) - timedelta(seconds=1)
    told(gives(table, "razors", round=signature_of(number)), 422, "dice-awaited")
    moments[0] = due(table)
    other = f'{{"round": {number + 1}, "signature": "{signature_of(number + 1)}"}}'
    for place, (wrong, kind) in enumerate(
        [
            (signature_of(number + 1), "signature-refused"),
            ("00" * 48, "signature-refused"),
            ("no hex", "signature-refused"),
            ("", "signature-refused"),
            ("\u00e9\u0000", "signature-refused"),
            (other, "malformed"),
            ("{", "round-malformed"),
            ('{"round": "1", "signature": ""}', "round-malformed"),
            ("{" * 5000, "round-malformed"),
        ]
    ):
        pointed(gives(table, "razors", key=f"wrong {place}", round=wrong), 422, kind, "/round")
    assert len(table.row.awaited) == 1


def test_half_a_character_in_a_round_is_refused(moments: list[datetime]) -> None:
    table = partying(BEACON)
    moments[0] = due(table)
    number = table.row.awaited[0]["entry"]
    for place, text in enumerate((b'{"round": "\\ud800"}', b'{"round": "{\\ud800"}')):
        answer = program_of(table, "razors").post(at(table, f"/awaited/{number}"), text, key=f"k{place}")
        assert answer.status_code in (400, 422), answer.content


@pytest.mark.parametrize(
    "sent",
    [
        {},
        {"go_on": False},
        {"round": None},
        {"hash": "c3" * 32, "words": "c3" * 32},
        {"round": "00", "go_on": True},
    ],
)
def test_one_thing_is_given_at_a_time(sent: dict[str, Any]) -> None:
    told(gives(partying(REVEAL), "razors", **sent), 422, "malformed")


def test_what_is_out_of_shape_is_told_where(moments: list[datetime]) -> None:
    table = partying(REVEAL)
    moments[0] = table.now
    pointed(gives(table, "razors", key="k1", hash=5), 422, "wrong-kind", "/hash")
    pointed(gives(table, "razors", key="k2", salt="00"), 422, "field-unknown", "/salt")
    pointed(gives(table, "razors", key="k3", hash="C3" * 32), 422, "malformed", "/hash")
    pointed(gives(table, "razors", key="k4", words="short"), 422, "malformed", "/words")
    for number in (1, table.row.length + 1, 10**30):
        told(gives(table, "razors", key=f"none {number}", entry=number, hash="c3" * 32), 422, "nothing-awaited")


def test_owners_give_hashes_and_then_words_and_the_dice_fall_with_the_last(moments: list[datetime]) -> None:
    table = partying(REVEAL)
    moments[0] = table.now
    number = table.row.awaited[0]["entry"]
    words = {franchise: words_of(franchise, number) for franchise in table.franchises}
    for franchise in table.franchises:
        told(gives(table, franchise, key="early", words=words[franchise]), 422, "words-too-late")
        answer = gives(table, franchise, key="hash", hash=hashed(words[franchise]))
        assert answer.status_code == 200, answer.content
    assert answer.json()["awaited"]["closed"] is True
    (dice,) = awaited(table, program_of(table, "saints", READ_SCOPE))
    assert (dice["given"], dice["held"], dice["revealed"], dice["round"]) == (True, True, False, None)
    told(gives(table, "boss", key="late", hash="c3" * 32), 422, "words-too-late")
    pointed(gives(table, "saints", key="others", words=words["razors"]), 422, "words-differ", "/words")
    first, *_, last = [gives(table, franchise, key="words", words=words[franchise]) for franchise in table.franchises]
    assert first.json()["fell"] is None
    assert first.json()["awaited"]["revealed"] is True
    fell = last.json()["fell"]
    assert Entry.objects.get(season=table.season, number=fell).command == "throw_party"
    assert AwaitedWords.objects.filter(season=table.season, entry=number).count() == 3
    told(gives(table, "saints", key="over", entry=number, words=words["saints"]), 422, "nothing-awaited")


def test_words_are_what_is_asked_so_that_others_under_the_same_key_are_another_request(
    moments: list[datetime],
) -> None:
    table = partying(REVEAL)
    moments[0] = table.now
    number = table.row.awaited[0]["entry"]
    for franchise in table.franchises:
        gives(table, franchise, key="hash", hash=hashed(words_of(franchise, number)))
    assert gives(table, "saints", key="words", words=words_of("saints", number)).status_code == 200
    told(gives(table, "saints", key="words", words="00" * 32), 422, "key-reused")


def test_a_hash_stands_once_it_was_given(moments: list[datetime]) -> None:
    table = partying(REVEAL)
    moments[0] = table.now
    assert gives(table, "boss", key="k1", hash="c3" * 32).status_code == 200
    assert gives(table, "boss", key="k2", hash="c3" * 32).status_code == 200
    pointed(gives(table, "boss", key="k3", hash="a7" * 32), 422, "words-differ", "/hash")


def test_words_and_rounds_are_not_taken_for_one_another(moments: list[datetime]) -> None:
    table = partying(REVEAL)
    moments[0] = table.now
    told(gives(table, "razors", key="k1", round=signature_of(1)), 422, "nothing-awaited")
    told(gives(table, "razors", key="k2", go_on=True), 422, "beacon-not-missing")
    table = founded(league="other", dice=AWAITING[BEACON])
    table.holds = True
    table.give("throw_party", by="saints", franchise="saints", spend_k=10)
    told(gives(table, "razors", key="k3", hash="c3" * 32), 422, "nothing-awaited")


def test_after_a_week_without_the_beacon_all_owners_agree_to_go_on(moments: list[datetime]) -> None:
    table = partying(BEACON)
    moments[0] = due(table) + timedelta(days=7) - timedelta(seconds=1)
    told(gives(table, "saints", key="early", go_on=True), 422, "beacon-not-missing")
    moments[0] = due(table) + timedelta(days=7)
    told(gives(table, "boss", key="boss", go_on=True), 403, "not-yours")
    first, again = (gives(table, "saints", key=key, go_on=True) for key in ("k1", "k2"))
    assert first.json()["awaited"]["agreed"] == again.json()["awaited"]["agreed"] == ["saints"]
    for franchise in table.franchises[::2]:
        answer = gives(table, franchise, key=franchise, go_on=True)
    assert answer.json()["awaited"] is None
    assert Entry.objects.get(season=table.season, number=answer.json()["fell"]).command == "throw_party"


@pytest.mark.parametrize("sent", [{"hash": "c3" * 32}, {"words": "c3" * 32}, {"go_on": True}], ids=str)
def test_what_is_given_for_a_franchise_needs_its_scope(sent: dict[str, Any]) -> None:
    table = partying(REVEAL)
    told(gives(table, "razors", scopes=(READ_SCOPE, REPORT_SCOPE), **sent), 403, "scope-missing")
    told(gives(table, "boss", scopes=(READ_SCOPE, REPORT_SCOPE), key="k2", **sent), 403, "scope-missing")
    owner = Membership.objects.get(handle=table.handle("boss")).user
    Membership.objects.filter(handle=table.handle("saints")).update(user=owner)
    told(gives(table, "boss", scopes=(READ_SCOPE, COMMISSION_SCOPE), key="k3", **sent), 403, "scope-missing")
    answer = gives(table, "boss", scopes=(READ_SCOPE, act_scope("saints")), key="k4", **sent)
    assert answer.status_code in (200, 422), answer.content


def test_an_owner_whose_franchise_is_gone_gives_words_with_any_token(moments: list[datetime]) -> None:
    table = partying(REVEAL)
    moments[0] = table.now
    Membership.objects.filter(handle=table.handle("widows")).update(franchise=None)
    assert gives(table, "widows", scopes=(READ_SCOPE,), hash="c3" * 32).status_code == 200
    told(gives(table, "widows", scopes=(READ_SCOPE,), key="k2", go_on=True), 403, "not-yours")


def test_a_spectator_gives_rounds_and_nothing_else_and_a_stranger_nothing(moments: list[datetime]) -> None:
    table = partying(BEACON)
    moments[0] = due(table)
    number = table.row.awaited[0]["entry"]
    sent = {"round": signature_of(table.row.awaited[0]["round"])}
    told(Program().post(at(table, f"/awaited/{number}"), sent, key="k"), 401, "not-logged-in")
    Membership.objects.filter(handle=table.handle("widows")).update(role=Membership.Role.SPECTATOR, franchise=None)
    told(gives(table, "widows", scopes=(READ_SCOPE,), key="k1", go_on=True), 403, "forbidden")
    assert gives(table, "widows", scopes=(READ_SCOPE,), key="k2", **sent).status_code == 200


def test_words_that_come_too_late_are_told_so(moments: list[datetime]) -> None:
    table = partying(REVEAL)
    moments[0] = table.now
    number = table.row.awaited[0]["entry"]
    gives(table, "saints", key="hash", hash=hashed(words_of("saints", number)))
    let_due_dice_fall(table.season, at=moments[0] + timedelta(seconds=30))
    assert awaited(table)[0]["closed"] is True
    told(gives(table, "razors", key="k1", hash="c3" * 32), 422, "words-too-late")
    told(gives(table, "razors", key="k2", words="c3" * 32), 422, "words-too-late")
    let_due_dice_fall(table.season, at=moments[0] + timedelta(seconds=60))
    late = gives(table, "saints", key="k3", entry=number, words=words_of("saints", number))
    told(late, 422, "nothing-awaited")


def test_every_kind_of_refusal_here_is_among_the_kinds_of_problems() -> None:
    kinds = {"dice-awaited", "nothing-awaited", "words-too-late", "words-differ", "beacon-not-missing"}
    kinds |= {"signature-refused", "round-malformed"}
    assert kinds <= all_problem_kinds().keys()


def test_what_waits_for_words_cannot_be_gone_on_without_a_beacon(moments: list[datetime]) -> None:
    table = partying(REVEAL)
    moments[0] = datetime.fromisoformat(table.row.awaited[0]["due"])
    answer = gives(table, "saints", key="on", go_on=True)
    pointed(answer, 422, "beacon-not-missing", "/go_on")
    assert "waits for words" in answer.json()["detail"]
