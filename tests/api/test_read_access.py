"""A program reads what the pages show, and no more than its person may see."""

from __future__ import annotations

from typing import Any

import pytest
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext

from tests.api.api_callers import Program, at, program_of
from tests.api.test_problems import told
from tests.league.small_league import announced, founded, signed
from tests.pages.large_league import grown

pytestmark = pytest.mark.django_db


def read(program: Program, path: str) -> Any:
    """The document at a path. Fails if the answer is not 200."""
    answer = program.get(path)
    assert answer.status_code == 200, answer.content
    return answer.json()


def test_a_league_is_found_with_its_seasons() -> None:
    table = founded()
    assert read(Program(), "/leagues")["leagues"] == [read(Program(), f"/leagues/{table.league}")]
    (season,) = read(Program(), f"/leagues/{table.league}/seasons")["seasons"]
    alone = read(Program(), at(table))
    assert (season["awaited"], alone["awaited"] != []) == ([], True)
    assert {**season, "awaited": alone["awaited"]} == alone
    assert (season["step"], season["entries"], season["head"]) == ("S1", table.row.length, table.row.head)


def test_the_standings_are_those_of_now_or_as_of_a_round() -> None:
    table = grown(8)
    current = read(Program(), at(table, "/standings"))
    assert current["standings"][0]["rank"] == 1
    assert sum(line["points"] for line in current["standings"]) > 0
    assert read(Program(), at(table, "/standings?after=1"))["after"] == 1
    told(Program().get(at(table, "/standings?after=99")), 404, "not-found")
    told(Program().get(at(table, "/standings?after=")), 400, "query-wrong")


def test_matches_are_told_and_found_by_their_names() -> None:
    table = announced()
    (match,) = read(Program(), at(table, "/matches"))["matches"]
    assert match == read(Program(), at(table, "/matches/m1"))
    assert all(team["points"] is None for team in match["teams"])
    told(Program().get(at(table, "/matches/m9")), 404, "not-found")


def test_the_journal_is_read_from_any_entry_on_and_nothing_is_missed() -> None:
    table = signed()
    numbers, after = [], 0
    while after is not None:
        part = read(Program(), at(table, f"/entries?after={after}&limit=7"))
        numbers += [entry["number"] for entry in part["entries"]]
        after = part["next"]
    assert numbers == list(range(1, table.row.length + 1))
    entry = read(Program(), at(table, "/entries/3"))
    assert entry["number"] == 3
    assert entry["facts"]
    assert entry["facts"][0]["sentence"].endswith(".")


def test_a_sealed_entry_says_nothing_to_others_and_all_to_who_gave_it() -> None:
    table = announced()
    seats = [{"driver": f"razors.d{seat}", "car": f"razors.car{seat}"} for seat in (1, 2, 3)]
    table.give("name_line_up", by="razors", match="m1", franchise="razors", seats=seats)
    number = table.row.length
    own, others = program_of(table, "razors"), [Program(), program_of(table, "saints"), program_of(table, "boss")]
    assert read(own, at(table, f"/entries/{number}"))["command"]["type"] == "name_line_up"
    for other in others:
        visible = read(other, at(table, f"/entries/{number}"))
        assert (visible["readable"], visible["command"], visible["facts"], visible["actor"]) == (False, None, [], "")


def test_what_has_not_changed_of_a_league_is_not_sent_again() -> None:
    table = announced()
    parts = ("/leagues", f"/leagues/{table.league}", f"/leagues/{table.league}/seasons")
    tags = {part: Program().get(part)["ETag"] for part in parts}
    assert [Program().get(part, **{"if-none-match": tag}).status_code for part, tag in tags.items()] == [304] * 3
    table.give("void_match", match="m1", reason="Rain.")
    assert Program().get(parts[2])["ETag"] != tags[parts[2]]


def test_what_has_not_changed_is_not_sent_again() -> None:
    table = announced()
    for part in ("", "/standings", "/matches", "/matches/m1", "/entries", "/entries/1"):
        first = Program().get(at(table, part))
        again = Program().get(at(table, part), **{"if-none-match": f'W/"other", {first["ETag"]}'})
        assert (again.status_code, again.content, again["ETag"]) == (304, b"", first["ETag"]), part
        assert program_of(table, "razors").get(at(table, part))["ETag"] != first["ETag"]
    before = Program().get(at(table))["ETag"]
    table.give("void_match", match="m1", reason="Rain.")
    assert Program().get(at(table))["ETag"] != before


@pytest.mark.parametrize("part", ["", "/standings", "/matches", "/matches/m0", "/entries"])
def test_reading_asks_as_little_of_a_large_league_as_of_a_small_one(part: str) -> None:
    small, large = _asked(8, part), _asked(24, part)
    assert small == large
    assert small <= 4


def _asked(size: int, part: str) -> int:
    """The number of queries for an anonymous GET in a league of `size` franchises."""
    with transaction.atomic():
        league = grown(size)
        with CaptureQueriesContext(connection) as queries:
            read(Program(), at(league, part))
        transaction.set_rollback(True)
    return len(queries)


@pytest.mark.parametrize("who", ["a stranger", "a member of another league"])
def test_a_closed_league_is_answered_with_the_same_text_and_queries_as_one_that_does_not_exist(who: str) -> None:
    founded(public=False)
    other = founded(league="far-coast", franchises=("razors", "saints"))
    program = Program() if who == "a stranger" else program_of(other, "razors")
    parts = ("", "/seasons", "/seasons/s1", "/seasons/s9", "/seasons/s1/awaited", "/names", "/future", "/feed-key")
    addresses = [f"/api/v1/leagues/{{}}{part}" for part in parts]
    addresses += [f"/l/{{}}/{part}" for part in ("", "s1/", "s9/", "people/", "journal.atom", "s1/calendar.ics")]
    for address in addresses:
        closed, unknown = (answer_and_queries(program, address, league) for league in ("rust-belt", "rust-bolt"))
        assert closed == unknown, address
        assert closed[0] == 404


def answer_and_queries(program: Program, address: str, league: str) -> tuple[int, str, int]:
    """The status and text of the answer about a league, without its name, and how many queries it took."""
    headers = {"authorization": f"Bearer {program.token}"} if program.token else {}
    program.client.get(address.format(league), headers=headers)
    with CaptureQueriesContext(connection) as queries:
        answer = program.client.get(address.format(league), headers=headers)
    return answer.status_code, answer.content.decode().replace(league, "…"), len(queries)
