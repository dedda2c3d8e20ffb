"""The client reads awaited dice, sends what lets them fall, and takes part with its own words in one call."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterator
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from dethmetal_client import ApiProblem, AwaitedDice, Client, TookPart
from dethmetal_client.__main__ import main
from dethmetal_client.reveal_bot import CLOSED_BEFORE, FELL_BEFORE, take_part, words_for
from dethmetal_client.shapes import Receipt

from league.models import AwaitedWords, Entry
from league.queries.season_leaves import BEACON, REVEAL
from scheduling.awaited_dice import let_due_dice_fall
from tests.api.api_callers import token_of
from tests.beacon.chain import own_chain, signature_of
from tests.clients.scripted_server import Scripted
from tests.league.small_league import Table
from tests.pages.test_awaited_page import partying

pytestmark = pytest.mark.once
SECRET = b"s" * 32
DICE: dict[str, Any] = {
    "entry": 9,
    "command": "throw_party",
    "match": "",
    "round": None,
    "due": "2026-09-01T18:30:00Z",
    "words": True,
    "closed": False,
    "given": False,
    "held": False,
    "revealed": False,
    "agreed": [],
    "asked": "5e" * 32,
    "closed_in": None,
    "receipt": None,
}
SIGNED = {"statement": '{"entry": 10}', "key": "k", "algorithm": "Ed25519", "signature": "c2lnbmVk"}
CLOSED = {**DICE, "closed": True, "given": True, "held": True, "closed_in": 10, "receipt": SIGNED}
REVEALED = TookPart(entry=9, revealed=True, receipt=Receipt(**SIGNED))
WORDS = words_for(SECRET, "l", "s1", AwaitedDice(entry=9, command="", match="", due="", words=True, asked="5e" * 32))
STANDS = {"entry": 9, "awaited": DICE, "fell": None}
NO: dict[str, Any] = {"title": "No", "status": 422, "detail": "No."}


def there(*dice: dict[str, Any]) -> tuple[int, dict[str, Any]]:
    """The answer of a season that awaits these dice."""
    return 200, {"season": "l/s1", "step": "S1", "awaited": [], "results": [], "dice": list(dice)}


def refused(kind: str) -> tuple[int, dict[str, Any]]:
    """A refusal with this problem type."""
    return 422, {"type": f"/api/v1/problems/{kind}", **NO}


def sent(server: Scripted) -> list[dict[str, Any]]:
    """The bodies of the requests to a server, in order."""
    return [json.loads(body) for _, _, body in server.asked if body]


def test_it_gives_a_hash_waits_until_all_are_closed_and_reveals_its_words(scripted: Callable[..., Scripted]) -> None:
    after_hash = {**DICE, "given": True}
    server = scripted(there(DICE), (200, STANDS), there(after_hash), there(CLOSED), (200, STANDS))
    with server.client() as client:
        assert client.take_part("l", "s1", secret=SECRET) == (REVEALED,)
    assert sent(server) == [{"hash": hashlib.sha256(WORDS.encode()).hexdigest()}, {"words": WORDS}]
    assert len({headers["idempotency-key"] for _, headers, body in server.asked if body}) == 2
    assert server.waited == [1.0, 1.0]


def test_words_are_drawn_afresh_where_no_secret_is_given(scripted: Callable[..., Scripted]) -> None:
    hashes = set()
    for _ in range(2):
        server = scripted(there(DICE), (200, STANDS), there())
        with server.client() as client:
            assert client.take_part("l", "s1") == (TookPart(entry=9, why=FELL_BEFORE),)
        hashes.add(sent(server)[0]["hash"])
    assert len(hashes) == 2


@pytest.mark.parametrize(
    "unsigned",
    [
        {**CLOSED, "receipt": None},
        {**CLOSED, "closed_in": None},
        {**CLOSED, "receipt": {**SIGNED, "statement": '{"entry": 9}'}},
        {**CLOSED, "closed_in": 9, "receipt": {**SIGNED, "statement": '{"entry": 9}'}},
    ],
)
def test_it_reveals_nothing_before_the_site_has_signed_that_the_hashes_are_closed(
    scripted: Callable[..., Scripted], unsigned: dict[str, Any]
) -> None:
    server = scripted(there(unsigned), there(CLOSED), (200, STANDS))
    with server.client() as client:
        assert client.take_part("l", "s1", secret=SECRET) == (REVEALED,)
    assert (sent(server), server.waited) == ([{"words": WORDS}], [1.0])


def test_words_for_another_entry_in_the_place_of_one_are_others() -> None:
    first, second = (
        AwaitedDice(entry=9, command="", match="", due="", words=True, asked=entry_hash * 32)
        for entry_hash in ("5e", "5f")
    )
    assert words_for(SECRET, "l", "s1", first) != words_for(SECRET, "l", "s1", second)


def test_a_bot_that_was_stopped_finds_its_words_again(scripted: Callable[..., Scripted]) -> None:
    server = scripted(there(CLOSED), (200, STANDS))
    with server.client() as client:
        assert client.take_part("l", "s1", secret=SECRET) == (REVEALED,)
    assert sent(server) == [{"words": WORDS}]


@pytest.mark.parametrize(
    ("answers", "came"),
    [
        ([there()], ()),
        ([there({**DICE, "words": False, "round": 7})], ()),
        ([there({**CLOSED, "given": False, "held": False})], (TookPart(entry=9, why=CLOSED_BEFORE),)),
        ([there({**CLOSED, "revealed": True})], (REVEALED,)),
        ([there(DICE), refused("words-too-late")], (TookPart(entry=9, why="No."),)),
        ([there(DICE), refused("words-differ")], (TookPart(entry=9, why="No."),)),
        ([there(CLOSED), refused("nothing-awaited")], (TookPart(entry=9, why="No."),)),
    ],
    ids=["nothing", "a beacon", "closed before", "revealed before", "too late", "others given", "fallen"],
)
def test_where_it_can_take_no_part_it_says_why_and_ends(
    scripted: Callable[..., Scripted], answers: list[Any], came: tuple[TookPart, ...]
) -> None:
    server = scripted(*answers)
    with server.client() as client:
        assert client.take_part("l", "s1", secret=SECRET) == came
    assert server.waited == []


def test_what_is_no_matter_of_being_late_is_an_error(scripted: Callable[..., Scripted]) -> None:
    server = scripted(there(DICE), (403, {"type": "/api/v1/problems/scope-missing", **NO}))
    with server.client() as client, pytest.raises(ApiProblem) as caught:
        client.take_part("l", "s1")
    assert caught.value.kind == "scope-missing"


def test_it_looks_for_more_as_long_as_it_is_told_to(scripted: Callable[..., Scripted]) -> None:
    later = {**DICE, "entry": 12}
    moments = iter([0.0, 0.0, 3.0])
    signed = {**SIGNED, "statement": '{"entry": 14}'}
    closed = {**CLOSED, "entry": 12, "closed_in": 14, "receipt": signed}
    server = scripted(there(), there(later), (200, STANDS), there(closed), (200, STANDS))
    with server.client() as client:
        outcomes = take_part(client, "l", "s1", seconds=3.0, secret=SECRET, clock=lambda: next(moments))
    assert outcomes == (TookPart(entry=12, revealed=True, receipt=Receipt(**signed)),)


def test_a_secret_that_can_be_guessed_is_refused(scripted: Callable[..., Scripted]) -> None:
    server = scripted()
    with server.client() as client, pytest.raises(ValueError, match="A secret of 5 bytes can be guessed"):
        client.take_part("l", "s1", secret=b"short")


@pytest.fixture
def chained() -> Iterator[None]:
    """Use the test chain instead of the public beacon."""
    with own_chain():
        yield


def words_at(server: str, table: Table, who: str) -> list[str]:
    """The first arguments of a member's command line: server, token, and a single try."""
    return ["--server", server, "--token", token_of(table, who, "read", f"act:{who}")[1], "--tries", "1"]


@pytest.mark.long
@pytest.mark.django_db(transaction=True)
def test_one_call_takes_part_on_the_site_itself(server: str) -> None:
    table = partying(REVEAL)
    number = table.row.awaited[0]["entry"]

    def let_dice_fall(_seconds: float) -> None:
        due = datetime.fromisoformat(table.row.awaited[0]["due"])
        let_due_dice_fall(table.season, at=due + timedelta(seconds=1))

    with Client(server, token_of(table, "razors", "read", "act:razors")[1], sleep=let_dice_fall) as client:
        dice = next(iter(client.awaited(table.league, "s1")))
        (outcome,) = client.take_part(table.league, "s1", secret=SECRET)
        assert (outcome.entry, outcome.revealed) == (number, True)
        assert outcome.receipt is not None
        assert json.loads(outcome.receipt.statement)["entry"] == number + 1
        assert client.awaited(table.league, "s1") == ()
    stored_words = AwaitedWords.objects.get(season=table.season, entry=number)
    assert (stored_words.handle, stored_words.words) == (
        table.handle("razors"),
        words_for(SECRET, table.league, "s1", dice),
    )
    assert table.row.awaited == []


@pytest.mark.long
@pytest.mark.django_db(transaction=True)
@pytest.mark.usefixtures("chained")
def test_the_command_line_tells_what_is_awaited_and_gives_a_round(
    server: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    table = partying(BEACON)
    (item,) = table.row.awaited
    words, round = words_at(server, table, "razors"), tmp_path / "round.json"
    assert main([*words, "awaited", table.season]) == 0
    assert capsys.readouterr().out.startswith(f"#{item['entry']} throw_party: round {item['round']} of the beacon, ")
    fall = [*words, "fall", table.season, str(item["entry"])]
    assert main([*fall, "--hash", "00" * 32]) == 1
    assert capsys.readouterr().err.startswith("422 nothing-awaited: ")
    round.write_text(json.dumps({"round": item["round"], "signature": signature_of(item["round"])}))
    status = main([*fall, "--round", str(round)])
    output, errors = capsys.readouterr()
    last = Entry.objects.filter(season=table.season).order_by("-number")[0]
    assert (status, output, errors) == (0, f"#{item['entry']} fell in entry {last.number}\n", "")


def test_the_command_line_says_where_ones_words_stand(
    scripted: Callable[..., Scripted], capsys: pytest.CaptureFixture[str]
) -> None:
    match = {**DICE, "command": "", "match": "m1", "round": 7, "words": False, "agreed": ["razors"]}
    after_hash, revealed = {**DICE, "given": True}, {**CLOSED, "revealed": True}
    server = scripted(there(DICE, after_hash, CLOSED, revealed, match))
    assert main(["--server", server.url, "awaited", "l/s1"]) == 0
    due = DICE["due"]
    assert capsys.readouterr().out.splitlines() == [
        f"#9 throw_party: hashes of words until {due}",
        f"#9 throw_party: hashes of words until {due}, your hash was taken",
        f"#9 throw_party: words until {due}, your hash is held",
        f"#9 throw_party: words until {due}, your words were taken",
        f"#9 match m1: round 7 of the beacon, {due}, agreed to go on: razors",
    ]


@pytest.mark.parametrize(
    ("words", "body"),
    [
        (["--hash", "ab" * 32], {"hash": "ab" * 32}),
        (["--words", "cd" * 32], {"words": "cd" * 32}),
        (["--go-on"], {"go_on": True}),
    ],
)
def test_the_command_line_gives_each_under_a_new_key_each_time(
    scripted: Callable[..., Scripted], capsys: pytest.CaptureFixture[str], words: list[str], body: dict[str, Any]
) -> None:
    server = scripted((200, STANDS), (200, {**STANDS, "awaited": None, "fell": 11}))
    for _ in range(2):
        assert main(["--server", server.url, "fall", "l/s1", "9", *words]) == 0
    assert capsys.readouterr().out.splitlines()[1] == "#9 fell in entry 11"
    assert sent(server) == [body, body]
    assert len({headers["idempotency-key"] for _, headers, _ in server.asked}) == 2


def test_the_command_line_takes_part(
    scripted: Callable[..., Scripted], capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    (tmp_path / "secret").write_bytes(SECRET)
    late = {**DICE, "entry": 8, "closed": True}
    server = scripted(there(late, CLOSED), (200, STANDS))
    assert main(["--server", server.url, "take-part", "l/s1", "--secret", str(tmp_path / "secret")]) == 0
    assert capsys.readouterr().out == f"#8 {CLOSED_BEFORE}\n#9 your words were revealed\n"
    assert sent(server) == [{"words": WORDS}]
