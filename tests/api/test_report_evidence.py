"""A claim keeps the evidence its log proves. A league may require a grade, and no sender can set their own."""

from __future__ import annotations

import base64
import zlib
from collections.abc import Iterator
from typing import Any

import pytest

from journal import amend, entry_body
from journal.verify import MatchVerification, verify_matches
from league.models import ClaimedLog, Entry, ReportClaim
from rules.core.canonical_json import without_defaults
from rules.match.registry import get_ruleset, temporarily_installed
from scheduling.evidence import decompress_log, evidence_by_match
from tests.api.api_callers import at
from tests.api.reportable_matches import claimed, document, locked, reporting, send
from tests.api.test_problems import told
from tests.league.resolved_leagues import resolved, results
from tests.league.small_league import Table, assert_reconciled
from tests.league.tables import AtATable, locked_for_a_table, played_at_a_table, played_by_the_season
from tests.rules.ladder import LADDER
from tests.scheduling.calendar_league import clocked

pytestmark = [pytest.mark.long, pytest.mark.django_db]


def sent_by(played: AtATable, table: Table, **more: Any) -> dict[str, Any]:
    """The body of a report, with the log of the match that was played."""
    return {
        **document(table),
        "report": without_defaults(played.report),
        "log": base64.b64encode(played.log).decode(),
        **more,
    }


def test_a_legal_log_is_kept_and_told_and_counts_as_dice_of_the_reporters_own() -> None:
    table = locked_for_a_table()
    played = played_at_a_table(table, "dethmatch")
    answer = send(table, table.franchises[0], sent_by(played, table))
    assert answer.status_code == 201, answer.content
    (claim,) = answer.json()["reports"]["claims"]
    assert (claim["evidence"], claim["own_dice"], claim["findings"]) == ("legal", True, [])
    stored = ClaimedLog.objects.get()
    assert (stored.digest, decompress_log(bytes(stored.log))) == (claim["log"], played.log)


def test_a_report_that_its_log_contradicts_is_refused_field_by_field() -> None:
    table = locked_for_a_table()
    played = played_at_a_table(table, "dethmatch")
    sent = sent_by(played, table)
    index = next(place for place, driver in enumerate(sent["report"]["drivers"]) if driver.get("heats"))
    sent["report"]["drivers"][index]["criticals"] = 99
    answer = send(table, table.franchises[0], sent)
    told(answer, 422, "report-contradicts-log")
    assert [error["pointer"] for error in answer.json()["errors"]] == [f"/report/drivers/{index}/criticals"]
    assert (ReportClaim.objects.count(), ClaimedLog.objects.count()) == (0, 0)


@pytest.mark.parametrize(
    ("field", "said"), [("ruleset", "formule"), ("version", "99"), ("log_digest", "0" * 64), ("packet", "0" * 64)]
)
def test_a_source_that_its_log_contradicts_is_refused_and_nothing_is_kept(field: str, said: str) -> None:
    table = locked_for_a_table()
    sent = sent_by(played_at_a_table(table, "rhad"), table)
    sent["report"]["source"][field] = said
    answer = send(table, table.franchises[0], sent)
    told(answer, 422, "report-contradicts-log")
    assert [error["pointer"] for error in answer.json()["errors"]] == [f"/report/source/{field}"]
    assert (ReportClaim.objects.count(), ClaimedLog.objects.count()) == (0, 0)


@pytest.mark.parametrize("ruleset", ["rhad", "dethmatch"])
def test_a_log_is_kept_under_the_ruleset_that_plays_it_and_the_edition_it_names_itself(ruleset: str) -> None:
    table = locked_for_a_table()
    sent = sent_by(played_at_a_table(table, ruleset), table)
    del sent["report"]["source"]
    answer = send(table, table.franchises[0], sent)
    assert answer.status_code == 201, answer.content
    stored = ClaimedLog.objects.get()
    assert (stored.ruleset, stored.edition) == (ruleset, get_ruleset(ruleset).edition)


@pytest.mark.parametrize("log", [b"PK\x03\x04", b"5", b"null", zlib.compress(b""), zlib.compress(b"{}")[:-1]])
def test_a_log_that_cannot_be_read_proves_nothing_and_says_why(log: bytes) -> None:
    table = locked_for_a_table()
    played = played_at_a_table(table, "dethmatch")
    answer = send(table, table.franchises[0], sent_by(played, table, log=base64.b64encode(log).decode()))
    (claim,) = answer.json()["reports"]["claims"]
    assert (claim["evidence"], claim["log"], len(claim["findings"])) == ("claimed", "", 1)
    assert not ClaimedLog.objects.exists()


def of_the_result(table: Table) -> list[tuple[str, bool]]:
    """Grade of the result of m1 and whether the reporter used their own dice, as in the match and in its reports."""
    match = reporting(table, "boss").get(at(table, "/matches/m1")).json()
    (listed,) = reporting(table, "boss").get(at(table, "/matches")).json()["matches"]
    assert listed == match
    accepted = claimed(table)["accepted"] or {"evidence": "", "own_dice": False}
    return [(evidence["evidence"], evidence["own_dice"]) for evidence in (match, accepted)]


def test_a_result_tells_that_its_dice_were_held_by_who_reported_it() -> None:
    table = clocked(locked_for_a_table(), agreed_hours=0)
    assert of_the_result(table) == [("", False)] * 2
    answer = send(table, "boss", sent_by(played_at_a_table(table, "dethmatch"), table, side=""))
    assert (answer.json()["entry"] is None, answer.status_code) == (False, 201), answer.content
    assert answer.json()["reports"] == claimed(table)
    assert of_the_result(table) == [("legal", True)] * 2
    entry = Entry.objects.get(season=table.season, command="accept_report")
    command = entry_body.load_body(entry.body).command
    other = {name: value for name, value in command.items() if name != "evidence"}
    drivers = other["report"]["drivers"]
    other["report"] = {**other["report"], "drivers": [{**drivers[0], "kills": 7}, *drivers[1:]]}
    amend(table.season, {entry.number: [other]}, actor=table.handle("boss"), at=table.at, key="a", reason="Seven.")
    assert of_the_result(table) == [("claimed", False)] * 2


def test_a_result_with_the_seasons_dice_or_of_which_nobody_knows_the_dice_tells_none_of_their_own() -> None:
    table = clocked(locked_for_a_table(), agreed_hours=0)
    send(table, "razors", sent_by(played_by_the_season(table, "dethmatch"), table))
    assert of_the_result(table) == [("rerun", False)] * 2


@pytest.mark.parametrize(("with_log", "proven"), [("razors", ("legal", True)), ("", ("attested", False))])
def test_a_result_that_teams_agree_on_has_the_dice_of_the_one_whose_log_is_legal(
    with_log: str, proven: tuple[str, bool]
) -> None:
    table = locked_for_a_table()
    played = played_at_a_table(table, "dethmatch")
    for who in ("razors", "saints"):
        sent = sent_by(played, table)
        if who != with_log:
            del sent["log"]
        claim = send(table, who, sent).json()["claim"]
    ruled = reporting(table, "boss").post(at(table, "/matches/m1/ruling"), {"claim": claim}, key="r")
    assert ruled.status_code == 201, ruled.content
    assert of_the_result(table) == [proven] * 2


def test_a_log_with_the_seasons_dice_is_accepted_at_once_where_the_calendar_says_so() -> None:
    table = clocked(locked_for_a_table(), agreed_hours=0, least_evidence="rerun")
    played = played_by_the_season(table, "dethmatch")
    answer = send(table, table.franchises[0], sent_by(played, table))
    assert answer.json()["reports"]["accepted"]["evidence"] == "rerun", answer.content
    assert_reconciled(table.season)


def test_a_reported_match_whose_source_names_its_packet_is_not_taken_for_one_resolved_here() -> None:
    table = clocked(locked_for_a_table(), agreed_hours=0)
    sent = sent_by(played_by_the_season(table, "dethmatch"), table)
    assert sent["report"]["source"]["packet"]
    assert send(table, table.franchises[0], sent).json()["entry"]
    assert verify_matches(table.season) == MatchVerification(table.season)


def test_a_league_that_asks_for_more_accepts_no_less_by_itself_and_its_commissioner_says_why() -> None:
    table = clocked(locked(), agreed_hours=0, least_evidence="legal")
    for who in ("razors", "saints"):
        answer = send(table, who, document(table)).json()
    assert (answer["entry"], answer["reports"]["state"]) == (None, "agreed")
    boss, claim = reporting(table, "boss"), answer["claim"]
    told(boss.post(at(table, "/matches/m1/ruling"), {"claim": claim}, key="r1"), 422, "evidence-too-weak")
    ruled = boss.post(at(table, "/matches/m1/ruling"), {"claim": claim, "reason": "I was there."}, key="r2")
    assert ruled.status_code == 201, ruled.content
    accepted = entry_body.load_body(Entry.objects.get(season=table.season, command="accept_report").body).command
    assert accepted["evidence"] == "attested"


@pytest.mark.parametrize("said", ["rerun", "sworn"])
def test_evidence_that_the_site_does_not_find_is_refused(said: str) -> None:
    table = locked()
    send(table, "razors", document(table))
    command = {"type": "accept_report", "match": "m1", "report": document(table)["report"], "evidence": said}
    answer = reporting(table, "boss").post(at(table, "/commands"), {"commands": [command]}, key="c")
    told(answer, 422, "evidence-untrue")
    assert table.state.matches["m1"].step == "M4"


def test_the_same_command_again_answers_the_same_though_its_claims_count_no_more() -> None:
    table = locked()
    send(table, "razors", document(table))
    command = {"type": "accept_report", "match": "m1", "report": document(table)["report"]}
    boss = reporting(table, "boss")
    first = boss.post(at(table, "/commands"), {"commands": [command]}, key="c")
    again = boss.post(at(table, "/commands"), {"commands": [command]}, key="c")
    assert (first.status_code, again.content) == (201, first.content)
    assert first.json()["entries"][0]["command"]["evidence"] == "claimed"


def test_an_amend_gives_no_evidence_of_its_own() -> None:
    table = locked()
    send(table, "razors", document(table))
    command = {"type": "accept_report", "match": "m1", "report": document(table)["report"]}
    boss = reporting(table, "boss")
    entry = boss.post(at(table, "/commands"), {"commands": [command]}, key="c").json()["entries"][0]["number"]
    better = {**command, "evidence": "rerun"}
    sent = {"corrections": {str(entry): [better]}, "reason": "So that it looks better."}
    told(boss.post(at(table, "/amends"), sent, key="a"), 422, "evidence-untrue")


@pytest.fixture
def _ladder() -> Iterator[None]:
    with temporarily_installed(LADDER):
        yield


@pytest.mark.usefixtures("_ladder")
def test_a_match_resolved_here_says_so_and_one_put_right_by_hand_is_a_commissioners_word() -> None:
    table = resolved()
    assert evidence_by_match(table.season) == {"m1": "run_here"}
    (entry,) = results(table)
    command = entry_body.load_body(entry.body).command
    line = {**command["report"]["drivers"][0], "kills": 7}
    other = {**command, "report": {**command["report"], "drivers": [line, *command["report"]["drivers"][1:]]}}
    amend(table.season, {entry.number: [other]}, actor=table.handle("boss"), at=table.at, key="a", reason="Seven.")
    assert evidence_by_match(table.season) == {"m1": "claimed"}
