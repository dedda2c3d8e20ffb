"""Checks of a server: document, keys, commands, problems, tags, pages, seals; then packets, reports, rulings.

The check of 429 comes last.
"""

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

REPLAYED_HEADER = "idempotent-replayed"
MATCH = "m1"


@check("the document is OpenAPI 3.1 and tells the operations that are tried here")
def _check_openapi(server: Server) -> None:
    schema = expect_status(server.get("/openapi.json"), 200)
    require(str(schema["openapi"]).startswith("3.1"), f"it is of version {schema['openapi']}")
    ids = {operation["operationId"] for path in schema["paths"].values() for operation in path.values()}
    missing = {"open_season", "give_commands", "try_commands", "entries", "packet", "report_match"} - ids
    require(not missing, f"it lacks {sorted(missing)}")


@check("key: the same request twice is done once and answered byte for byte as before")
def _check_repeated_request(server: Server) -> None:
    season = server.plan["seasons"][0]
    body = {"name": season["name"], "rounds": season["rounds"], "edition": season.get("edition", "1")}
    first = server.post(f"{server.league_path}/seasons", body, key="conformance open")
    expect_status(first, 201)
    repeated = server.post(f"{server.league_path}/seasons", body, key="conformance open")
    require(repeated.status == first.status, f"the second time it answered {repeated.status}")
    require(repeated.body == first.body, "the second answer is another")
    require(repeated.headers.get(REPLAYED_HEADER) == "true", f"the second answer has no {REPLAYED_HEADER}")


@check("key: another request under a used key is refused")
def _check_reused_key(server: Server) -> None:
    response = server.post(f"{server.league_path}/seasons", {"name": "s9", "rounds": 2}, key="conformance open")
    expect_problem(response, 422, "key-reused")


@check("key: without one nothing is changed")
def _check_missing_key(server: Server) -> None:
    before = journal_length(server)
    expect_problem(
        server.post(f"{server.season_path}/commands", {"commands": server.batches[0]["commands"]}), 400, "key-missing"
    )
    require(journal_length(server) == before, "an entry was made")


@check("key: of two at the same moment one is done, and both hear of it")
def _check_simultaneous_requests(server: Server) -> None:
    commands = {"commands": server.batches[0]["commands"]}

    def ask() -> object:
        return server.post(f"{server.season_path}/commands", commands, key=f"played {server.batches[0]['key']}")

    responses = request_together([ask, ask, ask])  # type: ignore[list-item]
    require(
        {response.status for response in responses} == {201},
        f"they were answered {[response.status for response in responses]}",
    )
    require(len({response.body for response in responses}) == 1, "they were answered otherwise")
    server.given = 1


@check("key: a refusal is kept as well")
def _check_repeated_refusal(server: Server) -> None:
    body = {"commands": server.batches[0]["commands"][:1]}
    first = server.post(f"{server.season_path}/commands", body, key="conformance refused")
    require(first.status == 422, f"founding a franchise twice was answered {first.status}")
    repeated = server.post(f"{server.season_path}/commands", body, key="conformance refused")
    require((repeated.status, repeated.body) == (first.status, first.body), "the second answer is another")


@check("commands: all or none")
def _check_atomic_batch(server: Server) -> None:
    before = journal_length(server)
    command = {"type": "found_franchise", "franchise": "conformists", "name": "The Conformists"}
    response = server.post(f"{server.season_path}/commands", {"commands": [command, command]}, key="conformance both")
    require(response.status == 422, f"a batch whose second command cannot be was answered {response.status}")
    require(journal_length(server) == before, "the first command was performed all the same")


@check("commands: what changed since it was read refuses them")
def _check_out_of_date(server: Server) -> None:
    body = {"commands": [{"type": "close_setup"}], "seen": 10**6}
    expect_problem(server.post(f"{server.season_path}/commands", body, key="conformance seen"), 412, "out-of-date")


@check("commands: a trial changes nothing, is answered alike each time, and tells prices and odds but no face")
def _check_trial(server: Server) -> None:
    batch = server.batch_under_key("rust-saints.signing")
    before = journal_length(server)
    body, token = {"commands": batch["commands"][-1:]}, server.token_for(batch["by"])
    first, repeated = (
        expect_status(server.post(f"{server.season_path}/trials", body, token=token), 200) for _ in range(2)
    )
    require(first["throws"], "a party that is thrown tells of no dice")
    throw_fields = {"dice", "why", "always", "times", "more", "table"}
    require(set(first["throws"][0]) == throw_fields, f"a throw tells {sorted(first['throws'][0])}")
    require(first["throws"][0]["table"]["odds"], "the die of a party has no odds")
    require(
        [price["amount"] for price in first["prices"]] == [-body["commands"][0]["spend_k"] * 1000], "it has no price"
    )
    require(repeated == first, "the same trial is answered otherwise")
    require(journal_length(server) == before, "an entry was made")


@check("commands: a trial that would be refused says so, and points at the command")
def _check_refused_trial(server: Server) -> None:
    body = {"commands": [{"type": "close_setup"}, server.batches[0]["commands"][0]]}
    answer = expect_status(server.post(f"{server.season_path}/trials", body), 200)
    require(answer["refusal"], "founding a franchise twice is not said to be refused")
    pointers = [error["pointer"] for error in answer["problem"]["errors"]]
    require(all(pointer.startswith("/commands/") for pointer in pointers) and pointers, f"it points at {pointers}")


@check("commands: an owner gives their own and nobody else's")
def _check_foreign_commands(server: Server) -> None:
    batch, other_batch = server.batch_under_key("rust-saints.signing"), server.batch_under_key("grannies.signing")
    body = {"commands": other_batch["commands"][:1]}
    response = server.post(
        f"{server.season_path}/commands", body, key="conformance another's", token=server.token_for(batch["by"])
    )
    expect_problem(response, 403, "scope-missing")
    server.play_until("r1.announce")


@check("problems: 401 for a token that is none")
def _check_invalid_token(server: Server) -> None:
    response = server.get(server.season_path, token="dm_nothing")  # noqa: S106 - deliberately invalid
    expect_problem(response, 401, "not-logged-in")
    require("www-authenticate" in response.headers, "it does not say what it asks for")


@check("problems: 404 for an address and a thing that are not there")
def _check_not_found(server: Server) -> None:
    expect_problem(server.get("/nothing/here"), 404, "not-found")
    expect_problem(server.get(f"{server.season_path}/matches/nothing"), 404, "not-found")


@check("problems: 405 tells what is allowed")
def _check_wrong_method(server: Server) -> None:
    response = server.request("PUT", server.season_path, {})
    expect_problem(response, 405, "method-not-allowed")
    require("GET" in response.headers.get("allow", ""), "it does not tell what is allowed")
    response = server.request("DELETE", f"{server.season_path}/commands")
    expect_problem(response, 405, "method-not-allowed")
    require("POST" in response.headers.get("allow", ""), "it does not tell what is allowed")


@check("problems: 406 for what it does not write, 415 for what it does not read")
def _check_media_types(server: Server) -> None:
    expect_problem(server.get(server.season_path, Accept="text/csv"), 406, "not-acceptable")
    for path in (f"{server.season_path}/commands", f"{server.season_path}/trials", f"{server.league_path}/seasons"):
        response = server.post(path, b"a,b", key="conformance csv", Content_Type="text/csv")
        expect_problem(response, 415, "unsupported-media-type")


@check("problems: malformed JSON, a field nobody knows and one of the wrong kind")
def _check_malformed_json(server: Server) -> None:
    for malformed in (b"{", b'{"commands": [], "commands": []}', b"\xff"):
        response = server.post(f"{server.season_path}/commands", malformed, key="conformance broken")
        expect_problem(response, 400, "malformed-request")
    response = server.post(f"{server.season_path}/commands", {"commands": [], "more": 1}, key="conformance more")
    expect_problem(response, 422, "field-unknown")
    response = server.post(f"{server.season_path}/commands", {"commands": [], "seen": "one"}, key="conformance kind")
    pointers = [error["pointer"] for error in expect_problem(response, 422, "wrong-kind").get("errors", [])]
    require(pointers == ["/seen"], f"it points at {pointers}")


@check("reading: HEAD is answered as GET is, without the body, and an answer is its reader's own")
def _check_head_requests(server: Server) -> None:
    head, response = server.request("HEAD", server.season_path), server.get(server.season_path)
    require((head.status, head.body) == (200, b""), f"HEAD was answered {head.status}")
    require(head.headers.get("etag") == response.headers.get("etag"), "HEAD has another ETag than GET")
    varies = {name.strip().lower() for name in response.headers.get("vary", "").split(",")}
    require(
        "authorization" in varies, "a cache may give one reader's answer to another: it lacks Vary: Authorization"
    )


@check("reading: a part of a query that nobody takes is refused, and named")
def _check_unknown_query(server: Server) -> None:
    for path in (server.season_path, f"{server.season_path}/standings", "/leagues"):
        problem = expect_problem(server.get(f"{path}?colour=red"), 400, "query-wrong")
        require("colour" in problem["detail"], f"{path} does not name it: {problem['detail']}")


@check("tags: a command that names another tag than the season's is refused before it is tried")
def _check_if_match(server: Server) -> None:
    before = journal_length(server)
    body = {"commands": [{"type": "close_setup"}]}
    response = server.post(f"{server.season_path}/commands", body, key="conformance tag", If_Match='"another"')
    expect_problem(response, 412, "out-of-date")
    require(journal_length(server) == before, "an entry was made")


@check("tags: 304 until something changes, and another tag then")
def _check_etags(server: Server) -> None:
    for path in (server.season_path, f"{server.season_path}/standings", f"{server.season_path}/matches"):
        first = server.get(path)
        expect_status(first, 200)
        tag = first.headers.get("etag", "")
        require(tag, f"{path} has no ETag")
        repeated = server.get(path, If_None_Match=tag)
        require((repeated.status, repeated.body) == (304, b""), f"{path} was answered {repeated.status}")
    before = server.get(server.season_path).headers["etag"]
    server.play_until("m1.line-up.grannies")
    require(
        server.get(server.season_path, If_None_Match=before).status == 200,
        "it is said to be the same after a command",
    )


@check("pages: the journal is read in parts, and nothing is missed or told twice")
def _check_pagination(server: Server) -> None:
    numbers: list[int] = []
    after: int | None = 0
    while after is not None:
        page = expect_status(server.get(f"{server.season_path}/entries?after={after}&limit=7"), 200)
        require(len(page["entries"]) <= 7, "a part is longer than was asked")
        numbers += [entry["number"] for entry in page["entries"]]
        after = page["next"]
    require(numbers == list(range(1, journal_length(server) + 1)), "its numbers are not those of the journal")
    for query in ("after=x", "limit=0"):
        expect_problem(server.get(f"{server.season_path}/entries?{query}"), 400, "query-wrong")


@check("sealed: a line-up is told to who named it and to nobody else before the lock")
def _check_sealed_line_up(server: Server) -> None:
    number = journal_length(server)
    batch = server.batch_under_key("m1.line-up.grannies")
    own = expect_status(
        server.get(f"{server.season_path}/entries/{number}", token=server.token_for(batch["by"])), 200
    )
    require(own["command"] and own["command"]["type"] == "name_line_up", "its owner is not told it")
    rival = server.token_for(server.batch_under_key("m1.line-up.rust-saints")["by"])
    for reader, token in (("a stranger", ""), ("a rival", rival), ("the commissioner", server.token)):
        entry = expect_status(server.get(f"{server.season_path}/entries/{number}", token=token), 200)
        require(not entry["readable"] and entry["command"] is None and not entry["facts"], f"{reader} is told it")
        page = server.get(f"{server.season_path}/entries?after={number - 1}", token=token)
        feed = expect_status(page, 200)["entries"][0]
        require(feed["command"] is None and not feed["facts"], f"{reader} is told it in the feed")
        page = server.get(f"{server.season_path}/facts?after={number - 1}-9999", token=token)
        facts = expect_status(page, 200)["facts"]
        require(not facts, f"{reader} is told its facts")
        seats = expect_status(server.get(f"{server.season_path}/matches/{MATCH}/line-ups", token=token), 200)["seats"]
        require(not seats, f"{reader} is told who sits where")
        digest = expect_status(server.get(server.season_path, token=token), 200).get("digest", "")
        require(digest == "", f"{reader} is told the digest of a state that holds it")
    seats = expect_status(
        server.get(f"{server.season_path}/matches/{MATCH}/line-ups", token=server.token_for(batch["by"])), 200
    )
    require(seats["seats"], "its owner is not told who sits where")
    require(
        server.get(f"{server.season_path}/matches/{MATCH}/packet").status == 422, "there is a packet before the lock"
    )


def journal_length(server: Server) -> int:
    """The number of entries in the season's journal."""
    return int(expect_status(server.get(server.season_path), 200)["entries"])


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
