"""The page *How fair is this season?*, and what the pages of entries and matches say about their dice."""

from __future__ import annotations

import contextlib
import io
import re
from datetime import timedelta
from html import unescape

import pytest
from django.test import Client

from journal.entry_body import EntryBody, load_body
from league.models import Entry
from league.pages.dice.words import WORDS_FIELD
from league.queries.season_leaves import key_of_match, leaf_at
from league.signing import public_key_base64, rotate, signing_key
from tests.command_forms.desk import Sitter
from tests.league.small_league import BEGAN, SEEDS, Table, announced, founded, lined_up, report, settled, signed
from tests.pages.page_reader import main_of, reader, words

pytestmark = pytest.mark.django_db
FAIR = "/l/rust-belt/s1/fair/"
CLAIM = (
    "No owner foresees or chooses dice. Nobody foresees a roll before the last words given before it. Somebody who "
    "runs the server and acts last can choose among their own acts, and the rolls of their acts say so."
)
WORDS = "0123456789abcdef" * 4


def figure(text: str, after: str) -> int:
    """The number in front of those words."""
    match = re.search(rf"(\d+) {after}", text)
    assert match, f"{after!r} is not in {text}"
    return int(match[1])


def printed(page: str) -> list[int]:
    """The numbers that the program on an entry's page prints."""
    program = re.search(r'<pre [^>]*id="by-hand"[^>]*>(.*?)</pre>', page, flags=re.DOTALL)
    assert program
    lines = unescape(program[1])
    assert len(lines.splitlines()) == 10
    output = io.StringIO()
    with contextlib.redirect_stdout(output):
        exec(compile(lines, "the page", "exec"), {})  # noqa: S102 - runs exactly what the page shows
    return [int(number) for number in output.getvalue().split()]


def party(table: Table) -> Entry:
    """The entry of an owner's party, given with the form and with words as a browser's script sends them."""
    razors = Sitter(table.season, "razors")
    assert (
        razors.send("throw_party", razors.filled("throw_party", spend_k="10") | {WORDS_FIELD: WORDS}).status_code
        == 302
    )
    return Entry.objects.get(season=table.season, command="throw_party")


def bodies_of(table: Table) -> dict[int, EntryBody]:
    """The bodies of a season's entries, by number."""
    return {entry.number: load_body(entry.body) for entry in Entry.objects.filter(season=table.season)}


@pytest.mark.parametrize("who", ["stranger", "razors", "boss"])
def test_a_season_with_leaves_makes_exactly_the_claims_of_words(who: str) -> None:
    table = settled(1, dice=SEEDS)
    text = words(reader(who), FAIR)
    assert CLAIM in text
    assert table.row.roots[0] in text
    assert f"{table.row.length}:{table.row.head}" in text
    assert "beacon" not in text.lower()
    assert "secret knows all dice" not in text


def test_a_season_of_before_says_plainly_that_whoever_has_the_secret_knows_all_dice() -> None:
    table = settled(1)
    text = words(Client(), FAIR)
    assert "Anybody who has the secret knows all dice to come." in text
    assert table.row.secret_hash in text
    assert table.row.secret not in text
    assert CLAIM not in text


def test_it_counts_the_rolls_and_what_they_rest_on() -> None:
    table = settled(1, dice=SEEDS)
    text, bodies = words(Client(), FAIR), bodies_of(table)
    rolls = sum(len(body.new_rolls()) for body in bodies.values())
    assert figure(text, "rolls? in the journal") == rolls
    assert figure(text, "of them committed by leaves") == rolls
    assert figure(text, "with the words of the person who acted") == 0
    assert figure(text, "before anybody had given words") == rolls
    assert figure(text, "entered by hand") == 0


def test_what_came_with_words_is_counted_with_them() -> None:
    table = founded(dice=SEEDS)
    entry = party(table)
    text = words(Client(), FAIR)
    assert load_body(entry.body).words == WORDS
    assert figure(text, "with the words of the person who acted") == len(load_body(entry.body).rolls) == 1
    earlier = Entry.objects.filter(season=table.season, number__lt=entry.number)
    assert figure(text, "before anybody had given words") == sum(
        len(load_body(entry.body).rolls) for entry in earlier
    )


def test_dice_that_were_entered_by_hand_are_counted_apart() -> None:
    table = founded(dice=SEEDS, switches={"dice.by_hand": "everybody"})
    table.throw("throw_party", {"setup/razors/party": [1]}, by="razors", franchise="razors", spend_k=10)
    text = words(Client(), FAIR)
    assert figure(text, "entered by hand") == 1
    assert "Nobody can check those afterwards" in text


def test_nothing_that_is_sealed_is_counted_or_shown() -> None:
    table = announced(dice=SEEDS)
    seats = [{"car": "razors.car3", "driver": "razors.d4"}]
    table.give("name_line_up", by="razors", franchise="razors", match="m1", seats=seats, words="only the rain knows")
    pages = {words(reader(who), FAIR) for who in ("stranger", "razors", "boss")}
    for page_text in pages:
        assert "1 sealed entry is not counted until it is opened" in page_text
        assert "only the rain knows" not in page_text


@pytest.mark.parametrize(("who", "status"), [("stranger", 404), ("razors", 200), ("boss", 200)])
def test_a_members_only_league_shows_it_to_its_members(who: str, status: int) -> None:
    founded(public=False, dice=SEEDS)
    client = reader(who)
    assert [client.get(path).status_code for path in (FAIR, f"{FAIR}hashes.json?entries=1")] == [status, status]


def test_the_seasons_page_and_its_journal_lead_there() -> None:
    settled(1, dice=SEEDS)
    for address in ("/l/rust-belt/s1/", "/l/rust-belt/s1/journal/", "/l/rust-belt/s1/m1/"):
        assert f'href="{FAIR}' in main_of(Client(), address)


def test_every_proof_that_it_leads_to_is_there() -> None:
    settled(1, dice=SEEDS)
    page = main_of(Client(), FAIR)
    for address in set(re.findall(r'href="(/l/[^"#]*)', page)):
        assert Client().get(address).status_code == 200, address
    for name in set(re.findall(r'href="#([^"]+)"', page)):
        assert f'id="{name}"' in page


def test_the_hashes_of_entries_are_anybodys_to_compare() -> None:
    table = settled(1, dice=SEEDS)
    first = Entry.objects.get(season=table.season, number=1)
    answer = Client().get(f"{FAIR}hashes.json?entries=1,x,99999,{10**30}")
    assert answer.json() == {"1": first.hash}
    assert Client().get(f"{FAIR}hashes.json").json() == {}


def test_every_entry_that_threw_shows_ten_lines_that_throw_its_dice_again() -> None:
    table = settled(1, dice=SEEDS)
    looked = 0
    for number, body in bodies_of(table).items():
        page = main_of(Client(), f"/l/rust-belt/s1/journal/{number}/")
        assert ('id="leaf"' in page) == (body.leaf is not None)
        if body.leaf is None:
            continue
        looked += 1
        assert body.opened in page
        path = body.rolls[0]["path"]
        assert f'throw <span class="mono">{path}</span> again' in page
        assert printed(page) == [face for roll in body.rolls if roll["path"] == path for face in roll["faces"]]
    assert looked > 3


def test_an_entry_says_whose_words_its_dice_have() -> None:
    table = founded(dice=SEEDS)
    entry = party(table)
    address = f"/l/rust-belt/s1/journal/{entry.number}/"
    text = words(Client(), address)
    assert f"Words sent by owner {WORDS}" in text
    assert "they could choose among their own acts" in text
    assert printed(main_of(Client(), address)) == list(load_body(entry.body).rolls[0]["faces"])


def test_an_entry_that_nobody_gave_words_for_says_why() -> None:
    table = settled(1, dice=SEEDS)
    by_itself = next(
        entry
        for entry in Entry.objects.filter(season=table.season, actor="season")
        if load_body(entry.body).leaf is not None
    )
    text = words(Client(), f"/l/rust-belt/s1/journal/{by_itself.number}/")
    assert "Nobody's words. The season did this automatically." in text


def test_a_match_shows_its_leaf_once_its_settlement_is_closed() -> None:
    table = lined_up(1, dice=SEEDS)
    match_leaf = table.row.match_leaves["m1"]
    before = words(Client(), "/l/rust-belt/s1/m1/")
    assert f"Leaf {match_leaf['leaf']}" in before
    assert "shown when the settlement is closed" in before
    table.give("accept_report", match="m1", report=report(table))
    table.give("decide_repairs", by="widows", franchise="widows", match="m1")
    after = words(Client(), "/l/rust-belt/s1/m1/")
    assert leaf_at(table.row, match_leaf["leaf"]).hex() in after
    assert key_of_match(table.row, "m1").hex() in after


def test_it_shows_the_keys_that_receipts_are_signed_with_and_the_command_that_checks_them() -> None:
    settled(1, dice=SEEDS)
    assert "--key" not in words(Client(), FAIR)
    old, new = signing_key(at=BEGAN), rotate(at=BEGAN + timedelta(seconds=1))
    text = words(Client(), FAIR)
    assert f"--receipt FILE --key {public_key_base64(new)} --key {public_key_base64(old)}" in text
    assert text.count(public_key_base64(old)) == 2
    assert new.private not in text


def test_an_entry_that_threw_nothing_shows_the_words_it_came_with() -> None:
    table = signed(dice=SEEDS)
    result = table.give("release_driver", by="razors", franchise="razors", driver="razors.d6", spoken=WORDS)
    page = f"/l/rust-belt/s1/journal/{result.entries[0].number}/"
    assert f'<strong>Sent with it</strong> <span class="mono">{WORDS}</span>' in Client().get(page).content.decode()
    earlier = result.entries[0].number - 1
    assert "Sent with it" not in Client().get(f"/l/rust-belt/s1/journal/{earlier}/").content.decode()
