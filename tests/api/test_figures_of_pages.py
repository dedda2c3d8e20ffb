"""Programs can read every figure the pages show, in credits, and the facts behind it."""

from __future__ import annotations

import base64
import hashlib
from typing import Any

import pytest
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext

from explain.figure_facts import FIGURE_NAMES
from franchises.models import FranchiseSeason, LedgerLine
from league.models import Announcement, Calendar, Window
from tests.api.api_callers import Program, at, program_of
from tests.api.example_answers import played, played_here
from tests.api.test_problems import told
from tests.journal.amends import amended, lost_by
from tests.league.small_league import announced, closed, founded, settled
from tests.pages.large_league import grown

pytestmark = pytest.mark.django_db
PARTS = (
    "/franchises", "/franchises/f00", "/franchises/f00/garage", "/franchises/f00/stores", "/franchises/f00/ledger",
    "/franchises/f00/history", "/drivers", "/drivers/f00.d0", "/rounds", "/matches/m0/line-ups",
    "/matches/m1/line-ups", "/matches/m0/result", "/windows", "/end", "/market", "/draft", "/pool",
    "/house-rules", "/questionnaire", "/questionnaires/house-rules/answers", "/questionnaires/own/answers",
    "/questionnaires/carwars/answers", "/questionnaires/carwars/versions",
    "/facts?subject=f00&figure=balance", "/facts?subject=franchise:f00&figure=balance", "/facts?limit=200",
    "/standings?after=1",
)  # fmt: skip
MOST = 10
"""The most queries a GET of a season may make, including one each for the token, the season and the reader."""


def read(program: Program, path: str) -> Any:
    """The document at a path. Fails if the answer is not 200."""
    answer = program.get(path)
    assert answer.status_code == 200, (path, answer.content)
    return answer.json()


def every(program: Program, path: str, lines: str) -> list[Any]:
    """All items of a feed, read three at a time."""
    found, after = [], ""
    while after is not None:
        part = read(program, f"{path}{'&' if '?' in path else '?'}limit=3{after and f'&after={after}'}")
        assert len(part[lines]) <= 3
        found += part[lines]
        after = part["next"]
    return found


def test_the_ledger_is_read_in_parts_and_sums_to_the_balance_each_line_with_its_rule_and_dice() -> None:
    table = settled()
    for franchise in table.franchises:
        ledger = every(Program(), at(table, f"/franchises/{franchise}/ledger"), "lines")
        row = FranchiseSeason.objects.get(pk=f"{table.season}/{franchise}")
        assert len(ledger) == LedgerLine.objects.filter(franchise=row).count()
        assert sum(line["amount"] for line in ledger) == row.balance == ledger[-1]["balance"]
        for line in ledger:
            entry = read(Program(), at(table, f"/entries/{line['entry']}"))
            assert entry["facts"][line["line"]] == line["fact"]


def test_income_by_source_is_the_ledger_summed() -> None:
    table = settled()
    found = read(Program(), at(table, "/franchises/razors"))
    assert sum(source["amount"] for source in found["income"]) == found["balance"]
    assert found["balance"] == read(Program(), at(table, "/standings"))["standings"][0]["balance"]
    assert found["size"]["size"] == found["size"]["drivers"] + found["size"]["cars"] + found["size"]["overhead_cars"]


def test_the_facts_behind_a_balance_are_the_lines_of_the_ledger() -> None:
    table = settled()
    why = read(Program(), at(table, "/franchises/razors"))["why"]["balance"].removeprefix("/api/v1")
    facts = every(Program(), why, "facts")
    ledger = every(Program(), at(table, "/franchises/razors/ledger"), "lines")
    assert [(fact["entry"], fact["line"]) for fact in facts] == [(line["entry"], line["line"]) for line in ledger]
    assert [fact["fact"] for fact in facts] == [line["fact"] for line in ledger]


def test_every_figures_address_leads_to_facts_of_its_subject() -> None:
    table = settled()
    franchise = read(Program(), at(table, "/franchises/razors"))
    car = read(Program(), at(table, "/franchises/widows/garage"))["cars"][1]
    behind = {**franchise["why"], **franchise["roster"][0]["why"]}
    facts = {figure: every(Program(), path.removeprefix("/api/v1"), "facts") for figure, path in behind.items()}
    assert set(facts) <= set(FIGURE_NAMES)
    assert {entry["fact"]["kind"] for entry in facts["points"]} == {"points_scored"}
    assert {entry["fact"]["kind"] for entry in facts["xp"]} == {"driver_appeared"}
    assert all(entry["fact"]["fields"]["driver"] == "razors.d1" for entry in facts["xp"])
    assert facts["profit"][-1]["cell"].startswith("Overhead table")
    destroyed = every(Program(), car["why"]["criticals"].removeprefix("/api/v1"), "facts")
    assert "car_destroyed" in {entry["fact"]["kind"] for entry in destroyed}


def test_what_an_amend_retold_is_behind_the_figures_and_what_it_took_back_is_not() -> None:
    table = settled()
    amended(table, lost_by(table))
    points = every(Program(), at(table, "/facts?subject=razors&figure=points"), "facts")
    assert points[-1]["fact"]["fields"]["season_points"] == read(Program(), at(table, "/franchises/razors"))["points"]


def test_a_driver_is_told_with_what_is_in_effect_and_his_career() -> None:
    table = closed(settled(rounds=1))
    found = read(Program(), at(table, "/drivers/widows.d2"))
    listed = next(
        driver for driver in read(Program(), at(table, "/drivers"))["drivers"] if driver["id"] == "widows.d2"
    )
    assert found["sheet"] == listed
    assert [match["match"] for match in found["matches"]] == ["m1"]
    assert [body["ended_in"] for body in found["bodies"]] == ["", "m1"]
    assert found["bodies"][1]["came_of_it"]
    assert found["seasons"][0]["out"] == 1
    assert "driver_hired" in {event["kind"] for event in found["career"]}
    for trait in listed["traits"]:
        assert trait["value"] == trait["base"] + sum(modifier["amount"] for modifier in trait["modifiers"])
    told(Program().get(at(table, "/drivers/nobody")), 404, "not-found")


def test_a_result_has_its_points_box_score_and_settlements_by_the_entries_that_made_them() -> None:
    table = settled()
    found = read(Program(), at(table, "/matches/m1/result"))
    assert [team["points"] for team in found["points"]] == [10, 7, 4]
    assert {line["driver"] for line in found["box"] if line["out"]} == {"widows.d2"}
    assert len(found["settlements"]) == 3
    for settlement in found["settlements"]:
        kinds = [fact["kind"] for fact in read(Program(), at(table, f"/entries/{settlement['entry']}"))["facts"]]
        assert "settlement_reckoned" in kinds
    assert read(Program(), at(table, f"/entries/{found['accepted_by']}"))["command"]["type"] == "accept_report"
    assert found["log"] is None
    assert [key["name"] for key in found["keys"]] == ["Pre-match", "Match", "Shop"]
    told(Program().get(at(table, "/matches/m1/log")), 404, "not-found")
    assert read(Program(), at(announced(2, table), "/matches/m2/result"))["report"] is None


@pytest.mark.long
def test_a_log_is_the_very_bytes_its_digest_is_of() -> None:
    table = played_here()
    reference = read(Program(), at(table, "/matches/m1/result"))["log"]
    log = read(Program(), reference["at"].removeprefix("/api/v1"))
    assert hashlib.sha256(base64.b64decode(log["log"])).hexdigest() == log["digest"] == reference["digest"]


def test_a_seasons_end_is_told_as_far_as_it_has_come() -> None:
    table = settled(rounds=1)
    before = read(Program(), at(table, "/end"))
    assert (before["final"], before["cup"], before["picks"]) == ([], None, [])
    closed(table)
    found = read(Program(), at(table, "/end"))
    assert [standing["rank"] for standing in found["final"]] == [1, 2, 3]
    assert found["cup"]["franchise"] == found["final"][0]["franchise"]
    assert found["picks"][0]["driver"] is not None
    assert found["key"]["name"] == "Season"
    assert read(Program(), f"/leagues/{table.league}/records")["champions"][0]["franchise"] == "razors"
    (season,) = read(Program(), f"/leagues/{table.league}/heads")["seasons"]
    assert (season["head"], season["heads"][0]["command"]) == (table.row.head, "close_season")


def test_house_rules_tell_since_which_entry_they_stand_and_what_is_to_change() -> None:
    table = settled()
    table.give("change_switch", switch="round.idle_may_shop", setting=True, reason="Agreed.")
    number = table.row.length
    table.give("change_switch", switch="draft.snake", setting=True, step="E6", reason="Agreed.")
    found = read(Program(), at(table, "/house-rules"))
    (changed,) = [switch for switch in found["switches"] if switch["changed"]]
    assert (changed["switch"], changed["setting"], changed["since"]) == ("round.idle_may_shop", True, number)
    assert [(change["switch"], change["step"]) for change in found["pending"]] == [("draft.snake", "E6")]


def test_members_read_by_which_hours_their_league_goes() -> None:
    table = played()
    Calendar.objects.update(agreed_hours=6, least_evidence="legal", appeal_hours=12)
    assert read(Program(), at(table, "/windows"))["calendar"] is None
    calendar = read(program_of(table, "razors"), at(table, "/windows"))["calendar"]
    assert calendar["hours"]["M3"] == 30
    assert (calendar["agreed_hours"], calendar["least_evidence"], calendar["appeal_hours"]) == (6, "legal", 12)


def test_what_is_beside_the_journal_changes_its_tag() -> None:
    table = played()
    league = f"/leagues/{table.league}"
    before = {part: Program().get(at(table, part))["ETag"] for part in ("/windows", "/questionnaire")}
    tag = Program().get(f"{league}/announcements")["ETag"]
    assert Program().get(f"{league}/announcements", **{"if-none-match": tag}).status_code == 304
    Window.objects.all().delete()
    Announcement.objects.update(pinned=False)
    assert Program().get(at(table, "/windows"))["ETag"] != before["/windows"]
    assert Program().get(at(table, "/questionnaire"))["ETag"] == before["/questionnaire"]
    assert Program().get(f"{league}/announcements")["ETag"] != tag


@pytest.mark.parametrize(
    ("query", "kind"),
    [("after=x", "query-wrong"), ("limit=0", "query-wrong"), ("figure=luck", "query-wrong"),
     ("kind=luck", "query-wrong"), ("subject=A%20B", "query-wrong")],
)  # fmt: skip
def test_a_query_that_is_none_is_refused(query: str, kind: str) -> None:
    told(Program().get(at(settled(), f"/facts?{query}")), 400, kind)


def test_facts_of_a_kind_are_found_wherever_they_are() -> None:
    table = settled()
    found = every(Program(), at(table, "/facts?kind=pot_rolled"), "facts")
    assert [entry["command"] for entry in found] == ["close_settlement"]
    assert found[0]["fact"]["rolls"]


@pytest.mark.long
@pytest.mark.parametrize("part", PARTS)
def test_an_answer_asks_as_little_of_64_franchises_as_of_8(part: str) -> None:
    small, large = _asked(8, part), _asked(64, part)
    assert small == large
    assert small <= MOST


def _asked(size: int, part: str) -> int:
    """The number of queries for an owner's GET in a league of `size` franchises."""
    with transaction.atomic():
        table = grown(size)
        owner = _owner(table)
        read(owner, f"/leagues/{table.league}")  # the first use of a token writes when it was used
        with CaptureQueriesContext(connection) as queries:
            read(owner, at(table, part))
        transaction.set_rollback(True)
    return len(queries)


def _owner(table: Any) -> Program:
    return program_of(table, "owner", "read", "act:f00")


def test_a_command_that_names_the_season_as_it_was_read_is_refused_when_anything_happened_since() -> None:
    table = founded()
    razors = program_of(table, "razors")
    hire = {"type": "hire_rookie", "franchise": "razors", "driver": "razors.d1", "name": "Vega"}
    tag = razors.get(at(table))["ETag"]
    table.give("hire_rookie", by="saints", franchise="saints", driver="saints.d1", name="Rivet")
    length = table.row.length
    stale = {"if-match": tag}
    told(razors.post(at(table, "/commands"), {"commands": [hire]}, key="a", **stale), 412, "out-of-date")
    assert table.row.length == length
    again = razors.post(at(table, "/commands"), {"commands": [hire]}, key="a", **stale)
    assert (again.status_code, again["Idempotent-Replayed"]) == (412, "true")
    fresh = {"if-match": f'"another", {razors.get(at(table))["ETag"]}'}
    done = razors.post(at(table, "/commands"), {"commands": [hire]}, key="b", **fresh)
    assert done.status_code == 201
    assert razors.post(at(table, "/commands"), {"commands": [hire]}, key="b", **fresh).content == done.content
    told(razors.post(at(table, "/commands"), {"commands": [hire]}, key="c", **{"if-match": tag}), 412, "out-of-date")
    told(razors.post(at(table, "/commands"), {"commands": [hire]}, key="d", **{"if-match": "*"}), 422, "id-taken")
