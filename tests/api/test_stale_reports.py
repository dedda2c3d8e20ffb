"""A report names one match of one season, with its rules and dice. The same line-ups elsewhere are another match."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from league.models import ReportClaim, Season
from league.packet_statements import packet_statement_digest
from league.tokens import READ_SCOPE, REPORT_SCOPE, act_scope
from rules.campaign.core import state
from tests.api.api_callers import Program, at, program_of
from tests.api.reportable_matches import TWO, claimed, document, locked, send
from tests.api.test_packets import packet, stated
from tests.api.test_problems import told
from tests.league.small_league import Table, lined_up
from tests.league.tables import locked_for_a_table

pytestmark = pytest.mark.django_db


def sandbox_of(table: Table, who: str) -> tuple[Table, Program]:
    """A sandbox of a season, made by a program of `who`, and that program."""
    program = program_of(table, who, READ_SCOPE, REPORT_SCOPE, act_scope(who))
    answer = program.post(at(table, "/sandboxes"), {}, key="sandbox")
    assert answer.status_code == 201, answer.content
    return Table(league=table.league, season=f"{table.league}/{answer.json()['name']}", franchises=TWO), program


def read(program: Program, table: Table, query: str = "") -> dict[str, Any]:
    """The packet of m1 for a program."""
    answer = program.get(at(table, f"/matches/m1/packet{query}"))
    assert answer.status_code == 200, answer.content
    packet_document: dict[str, Any] = answer.json()
    return packet_document


def stale(answer: Any) -> None:
    """Check that a report was refused as one of another packet, and that no claim exists."""
    problem = told(answer, 409, "stale-packet")
    assert [error["pointer"] for error in problem["errors"]] == ["/packet"]
    assert not ReportClaim.objects.exists()


def test_a_match_that_was_played_in_a_sandbox_is_no_match_of_the_season() -> None:
    table = locked()
    sandbox, program = sandbox_of(table, "razors")
    sandbox_packet, own = read(program, sandbox), packet(table)
    assert (sandbox_packet["digest"], sandbox_packet["packet"]) == (own["digest"], own["packet"])
    assert sandbox_packet["claimed_as"] != own["claimed_as"]
    stale(send(table, "razors", document(table, packet=sandbox_packet["claimed_as"])))
    stale(send(table, "razors", document(table, packet=own["digest"]), key="k2"))
    stale(program.post(at(sandbox, "/matches/m1/reports"), document(table), key="k3"))
    assert program.post(at(sandbox, "/matches/m1/reports"), document(sandbox), key="k4").status_code == 201
    assert [report_claim.season_id for report_claim in ReportClaim.objects.all()] == [sandbox.season]
    assert send(table, "razors", document(table, packet=own["claimed_as"]), key="k5").status_code == 201


def test_a_match_of_the_same_names_and_dice_in_another_league_is_another_match() -> None:
    table, other = locked(), lined_up(franchises=TWO, league="dust-bowl")
    own, others = packet(table), packet(other)
    for packet_document in (own, others):
        del packet_document["dice"]["head"]  # journals differ
    assert (own["packet"], own["dice"]) == (others["packet"], others["dice"])
    assert own["claimed_as"] != others["claimed_as"]
    stale(send(table, "razors", document(table, packet=others["claimed_as"])))
    assert send(table, "razors", document(table), key="k2").status_code == 201


def test_what_a_claim_keeps_and_the_reports_tell_is_what_the_packet_says_it_is_claimed_as() -> None:
    table = locked()
    named = packet(table)["claimed_as"]
    assert claimed(table)["packet"] == named
    send(table, "razors", document(table))
    assert ReportClaim.objects.get().packet == claimed(table)["packet"] == named


def test_a_house_rule_that_changes_meanwhile_makes_another_match_of_it() -> None:
    table = locked()
    sent = document(table)
    assert send(table, "razors", sent).status_code == 201
    table.give("change_switch", switch="cloning.clears_fatigue", setting=True, reason="We agreed.")
    told(send(table, "saints", sent), 409, "stale-packet")
    found = claimed(table)
    assert (found["state"], found["claims"]) == ("awaited", [])
    assert send(table, "saints", document(table), key="k2").status_code == 201


def season_edition(_row: Season, season: state.Season) -> None:
    season.edition = "3"


def house_rules(_row: Season, season: state.Season) -> None:
    season.switches = {"cloning.clears_fatigue": True}


def words(_row: Season, season: state.Season) -> None:
    season.match("m1").words += " and more"


def secret(row: Season, _season: state.Season) -> None:
    row.secret = "ff00"


def name(row: Season, _season: state.Season) -> None:
    row.pk = "rust-belt/s2"


def car(_row: Season, season: state.Season) -> None:
    season.car("razors.car1").criticals += 1


@pytest.mark.parametrize("changed", [season_edition, house_rules, words, secret, name, car])
@pytest.mark.parametrize("ruleset", ["", "rhad"])
def test_whatever_a_match_hangs_on_bears_on_what_reports_name(
    changed: Callable[[Season, state.Season], None], ruleset: str
) -> None:
    table = locked_for_a_table()
    row, season = table.row, table.state
    before = packet_statement_digest(row, season, "m1", by=ruleset)
    assert packet_statement_digest(table.row, table.state, "m1", by=ruleset) == before
    changed(row, season)
    assert packet_statement_digest(row, season, "m1", by=ruleset) != before


def test_a_report_may_name_the_packet_of_the_ruleset_its_source_names_and_that_of_this_season_alone() -> None:
    table = locked_for_a_table()
    sandbox, program = sandbox_of(table, "razors")
    season_packet, sandbox_packet = read(program, table, "?ruleset=rhad"), read(program, sandbox, "?ruleset=rhad")
    assert season_packet["digest"] == sandbox_packet["digest"]
    base = {**document(table), "report": just_reported(table)}
    named_by_rhad = {**base, "source": {"ruleset": "rhad"}}
    for number, (sent, packet_named) in enumerate(
        (
            (base, stated(season_packet)),
            (named_by_rhad, season_packet["digest"]),
            (named_by_rhad, stated(sandbox_packet)),
            (named_by_rhad, sandbox_packet["claimed_as"]),
            ({**base, "source": {"ruleset": "formule"}}, stated(season_packet)),
            ({**base, "source": {"ruleset": "chess"}}, stated(season_packet)),
        )
    ):
        stale(send(table, "razors", {**sent, "packet": packet_named}, key=f"k{number}"))
    for who, packet_named in (("razors", stated(season_packet)), ("saints", season_packet["claimed_as"])):
        answer = send(table, who, {**named_by_rhad, "packet": packet_named}, key="right")
        assert answer.status_code == 201, answer.content
    assert {report_claim.packet for report_claim in ReportClaim.objects.all()} == {season_packet["claimed_as"]}


def just_reported(table: Table) -> dict[str, Any]:
    """A report of m1 with one heat, in which nothing happened."""
    drivers = [{"driver": f"{franchise}.d{number}", "heats": [1]} for franchise in TWO for number in (1, 2)]
    return {
        "teams": [
            {"franchise": franchise, "points": 2 - place, "rank": place + 1} for place, franchise in enumerate(TWO)
        ],
        "drivers": drivers,
        "cars": [{"car": f"{franchise}.car{number}"} for franchise in table.franchises for number in (1, 2)],
    }
