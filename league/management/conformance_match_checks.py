"""Checks of a server about a match: packets, reports, disputed claims and rulings. The check of 429 comes last."""

from __future__ import annotations

import base64
import copy
import hashlib
import json

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

from league.management.conformance import (
    CheckFailed,
    CheckSkipped,
    Document,
    Server,
    ServerResponse,
    check,
    expect_problem,
    expect_status,
    read_example_file,
    request_together,
    require,
)
from league.management.conformance_checks import MATCH, journal_length

FIRST_TEAM, SECOND_TEAM, THIRD_TEAM = "grannies", "rust-saints", "loss-adjusters"
"""The teams that report the match."""
AGREED_STATES = ("agreed", "accepted")
"""States of a match whose teams agree: the league's calendar decides whether it is accepted at once."""


@check("packets: one digest, as its bytes come to it, signed by a key that is published")
def _check_packet(server: Server) -> None:
    server.play_until("m1.lock")
    packet = expect_status(server.get(f"{server.season_path}/matches/{MATCH}/packet"), 200)
    require(_canonical_hash(packet["packet"]) == packet["digest"], "its digest is another")
    signed = packet["signed"]
    statement = json.loads(signed["statement"])
    require(statement["season"] == packet["season"], "what was signed is of another season")
    require(statement["digest"] == packet["digest"], "what was signed is another packet")
    require(statement["sheets"] == _canonical_hash(packet["sheets"]), "what was signed is of other cars")
    statement_hash = hashlib.sha256(signed["statement"].encode()).hexdigest()
    require(packet["claimed_as"] == statement_hash, "reports of it name another digest than that of what was signed")
    require(statement["commitment"] == packet["dice"]["key_hash"], "what was signed is of other dice")
    keys = {key["id"]: key["public"] for key in expect_status(server.get("/keys"), 200)["keys"]}
    require(signed["key"] in keys, "its key is not published")
    public = Ed25519PublicKey.from_public_bytes(base64.b64decode(keys[signed["key"]]))
    try:
        public.verify(base64.b64decode(signed["signature"]), signed["statement"].encode())
    except InvalidSignature:
        raise CheckFailed("its signature is not of its statement") from None


@check("reports: stale, partial, unknown, another team's and contradictory ones are refused, and nothing is claimed")
def _check_invalid_reports(server: Server) -> None:
    before, report = journal_length(server), _example_report(server)
    idle_driver = _with_changed_line(report, "drivers", 0, heats=[], criticals=2)
    with_unknown_team = {**report, "teams": [*report["teams"], {"franchise": "nobody", "points": 0, "rank": 5}]}
    invalid_reports = (
        ("stale", {"packet": "0" * 64}, 409, "stale-packet", "/packet"),
        ("partial", {"report": {**report, "drivers": report["drivers"][1:]}}, 422, "driver-missing", ""),
        ("unknown", {"report": {**report, "weather": "rain"}}, 422, "field-unknown", "/report/weather"),
        ("of a team not in it", {"report": with_unknown_team}, 422, "team-not-in-match", ""),
        ("of the wrong kind", {"report": {**report, "teams": "all"}}, 422, "wrong-kind", "/report/teams"),
        ("of no heat there is", {"heat": 99}, 422, "heat-unknown", "/heat"),
        ("with a log that is none", {"log": "not base64"}, 422, "log-unreadable", "/log"),
        ("idle", {"report": idle_driver}, 422, "did-not-run", "/report/drivers/0/heats"),
        ("of another's side", {"side": SECOND_TEAM}, 403, "not-yours", ""),
        ("of no side", {"side": "nobody"}, 422, "side-not-in-match", "/side"),
    )
    for description, changes, status, kind, pointer in invalid_reports:
        problem = expect_problem(
            _post_report(server, FIRST_TEAM, report, key=f"conformance {description}", **changes), status, kind
        )
        pointers = [error["pointer"] for error in problem.get("errors", ())]
        require(not pointer or pointer in pointers, f"a report that is {description} is pointed at {pointers}")
    require(not _claims(server), "something is claimed")
    require(journal_length(server) == before, "an entry was made")


@check("reports: all that is false is told at once")
def _check_all_errors(server: Server) -> None:
    report = _with_changed_line(
        _with_changed_line(_example_report(server), "drivers", 0, criticals=-1), "teams", 1, points=-5
    )
    problem = expect_problem(_post_report(server, FIRST_TEAM, report, key="conformance two faults"), 422, None)
    pointers = {error["pointer"] for error in problem.get("errors", ())}
    missed = {"/report/drivers/0/criticals", "/report/teams/1/points"} - pointers
    require(not missed, f"nothing is said of {sorted(missed)}")


@check("reports: without a key nothing is claimed, and a stranger claims nothing")
def _check_keyless_reports(server: Server) -> None:
    report = _example_report(server)
    expect_problem(_post_report(server, FIRST_TEAM, report, key=""), 400, "key-missing")
    response = server.post(_reports_path(server), _report_body(server, report), key="conformance stranger", token="")
    require(response.status == 401, f"a stranger's report was answered {response.status}")
    require(not _claims(server), "something is claimed")


@check("reports: of one that is sent three times at once one claim is made, answered byte for byte alike")
def _check_simultaneous_reports(server: Server) -> None:
    report = _example_report(server)
    body, token = _report_body(server, report), _team_token(server, FIRST_TEAM)

    def ask() -> ServerResponse:
        return server.post(_reports_path(server), body, key="conformance report", token=token)

    responses = request_together([ask, ask, ask])
    require(
        {response.status for response in responses} == {201},
        f"they were answered {[response.status for response in responses]}",
    )
    require(len({response.body for response in responses}) == 1, "they were answered otherwise")
    require(len(_claims(server)) == 1, "it is claimed more than once")
    changed_report = _with_changed_line(report, "drivers", 0, scores=9)
    expect_problem(_post_report(server, FIRST_TEAM, changed_report, key="conformance report"), 422, "key-reused")
    expect_status(_post_report(server, FIRST_TEAM, report, key="conformance duplicate"), 201)
    require(len(_claims(server)) == 1, "the same report under another key is a second claim")


@check("reports: a team that claims otherwise is named, figure by figure, and nothing is accepted")
def _check_disputed_reports(server: Server) -> None:
    before, report = journal_length(server), _example_report(server)
    line = report["drivers"][0]
    changed_report = _with_changed_line(report, "drivers", 0, scores=line.get("scores", 0) + 1)
    expect_status(_post_report(server, THIRD_TEAM, changed_report, key="conformance otherwise"), 201)
    reports = expect_status(server.get(_reports_path(server)), 200)
    require(reports["state"] == "disputed", f"the match is {reports['state']}")
    differences = [
        (difference["part"], difference["id"], difference["field"]) for difference in reports["differences"]
    ]
    require(differences == [("drivers", line["driver"], "scores")], f"what differs is told as {differences}")
    require(journal_length(server) == before, "an entry was made")


@check("reports: a side may claim again, and teams that claim alike agree")
def _check_agreement(server: Server) -> None:
    for team in (THIRD_TEAM, SECOND_TEAM):
        expect_status(_post_report(server, team, _example_report(server), key="conformance alike"), 201)
    reports = expect_status(server.get(_reports_path(server)), 200)
    require(reports["state"] in AGREED_STATES, f"teams claim alike, and the match is {reports['state']}")
    sides = [claim["side"] for claim in reports["claims"]]
    require(len(sides) == len(set(sides)), f"a side claims twice: {sides}")


@check(
    "reports: one is accepted once; the same again is answered 200, another is refused, and there is no packet more"
)
def _check_ruling(server: Server) -> None:
    reports = expect_status(server.get(_reports_path(server)), 200)
    if reports["accepted"] is None:
        claim = reports["claims"][0]["id"]
        ruling = server.post(
            f"{server.season_path}/matches/{MATCH}/ruling", {"claim": claim}, key="conformance ruling"
        )
        if ruling.status == 202:
            raise CheckSkipped("the league's commissioner has a team in the match, and somebody else is asked")
        expect_status(ruling, 201)
    accepted = expect_status(server.get(_reports_path(server)), 200)["accepted"]
    require(accepted, "no report stands after the ruling")
    repeated = expect_status(_post_report(server, SECOND_TEAM, _example_report(server), key="conformance late"), 200)
    require(repeated["entry"] == accepted["entry"], "the same report is answered by another entry")
    changed_report = _with_changed_line(_example_report(server), "drivers", 0, scores=9)
    expect_problem(
        _post_report(server, SECOND_TEAM, changed_report, key="conformance late otherwise"), 409, "result-stands"
    )
    require(
        server.get(f"{server.season_path}/matches/{MATCH}/packet").status == 422,
        "there is a packet of a settled match",
    )
    result = expect_status(server.get(f"{server.season_path}/matches/{MATCH}/result"), 200)
    require(result["accepted_by"] == accepted["entry"], "the result is of another entry")


@check("reports: what is claimed has a tag, and is answered 304 until it changes")
def _check_reports_etag(server: Server) -> None:
    tag = server.get(_reports_path(server)).headers.get("etag", "")
    require(tag, "it has no ETag")
    require(
        server.get(_reports_path(server), If_None_Match=tag).status == 304, "it is told again though nothing changed"
    )


@check("problems: 429 says when to ask again")
def _check_throttling(server: Server) -> None:
    if not server.throttled_after:
        raise CheckSkipped("nobody said how often to ask: give --until-throttled")
    for _ in range(server.throttled_after):
        response = server.get("/leagues", token="")
        if response.status == 429:
            expect_problem(response, 429, "too-many-requests")
            require(response.headers.get("retry-after", "").isdecimal(), "it does not say when")
            return
    raise CheckFailed(f"it never came in {server.throttled_after} requests")


def _example_report(server: Server) -> Document:
    folder = server.folder / server.plan["seasons"][0]["name"]
    report: Document = read_example_file(folder / "reports" / f"{MATCH}.json", dict)
    return report


def _with_changed_line(report: Document, part: str, place: int, **changed: object) -> Document:
    """A copy of a report with one line changed."""
    copied = copy.deepcopy(report)
    copied[part][place] |= changed
    return copied


def _reports_path(server: Server) -> str:
    return f"{server.season_path}/matches/{MATCH}/reports"


def _report_body(server: Server, report: Document) -> Document:
    reports = expect_status(server.get(_reports_path(server)), 200)
    return {"packet": reports["packet"], "report": report}


def _team_token(server: Server, team: str) -> str:
    return server.token_for(server.batch_under_key(f"{MATCH}.line-up.{team}")["by"])


def _post_report(server: Server, team: str, report: Document, /, *, key: str, **changed: object) -> ServerResponse:
    """Post a team's report, and return the response."""
    body = {**_report_body(server, report), **changed}
    return server.post(_reports_path(server), body, key=key, token=_team_token(server, team))


def _claims(server: Server) -> list[Document]:
    claims: list[Document] = expect_status(server.get(_reports_path(server)), 200)["claims"]
    return claims


def _canonical_hash(document: object) -> str:
    text = json.dumps(document, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()
