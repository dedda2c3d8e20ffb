"""The checks of a server: the document, keys, problems, tags, pages, commands, seals, packets and reports."""

from __future__ import annotations

import hashlib
import json

from league.management.conforming import (
    Document,
    NotKept,
    NotTried,
    Server,
    at_once,
    check,
    expect,
    hold,
    refused,
)

AGAIN = "idempotent-replayed"
MATCH, SEALED_BY = "m1", "grannies"


@check("the document is OpenAPI 3.1 and tells the operations that are tried here")
def _document(server: Server) -> None:
    told = expect(server.get("/openapi.json"), 200)
    hold(str(told["openapi"]).startswith("3.1"), f"it is of version {told['openapi']}")
    named = {each["operationId"] for path in told["paths"].values() for each in path.values()}
    missing = {"open_season", "give_commands", "try_commands", "entries", "packet", "report_match"} - named
    hold(not missing, f"it lacks {sorted(missing)}")


@check("key: the same request twice is done once and answered byte for byte as before")
def _twice(server: Server) -> None:
    season = server.plan["seasons"][0]
    asked = {"name": season["name"], "rounds": season["rounds"], "edition": season.get("edition", "1")}
    first = server.post(f"{server.home}/seasons", asked, key="conformance open")
    expect(first, 201)
    again = server.post(f"{server.home}/seasons", asked, key="conformance open")
    hold(again.status == first.status, f"the second time it answered {again.status}")
    hold(again.body == first.body, "the second answer is another")
    hold(again.headers.get(AGAIN) == "true", f"the second answer has no {AGAIN}")


@check("key: another request under a used key is refused")
def _other_body(server: Server) -> None:
    told = server.post(f"{server.home}/seasons", {"name": "s9", "rounds": 2}, key="conformance open")
    refused(told, 422, "key-reused")


@check("key: without one nothing is changed")
def _no_key(server: Server) -> None:
    before = _length(server)
    refused(server.post(f"{server.season}/commands", {"commands": server.batches[0]["commands"]}), 400, "key-missing")
    hold(_length(server) == before, "an entry was made")


@check("key: of two at the same moment one is done, and both hear of it")
def _at_once(server: Server) -> None:
    commands = {"commands": server.batches[0]["commands"]}

    def ask() -> object:
        return server.post(f"{server.season}/commands", commands, key=f"played {server.batches[0]['key']}")

    told = at_once([ask, ask, ask])  # type: ignore[list-item]
    hold({each.status for each in told} == {201}, f"they were answered {[each.status for each in told]}")
    hold(len({each.body for each in told}) == 1, "they were answered otherwise")
    server.given = 1


@check("key: a refusal is kept as well")
def _refusal_kept(server: Server) -> None:
    asked = {"commands": server.batches[0]["commands"][:1]}
    first = server.post(f"{server.season}/commands", asked, key="conformance refused")
    hold(first.status == 422, f"founding a franchise twice was answered {first.status}")
    again = server.post(f"{server.season}/commands", asked, key="conformance refused")
    hold((again.status, again.body) == (first.status, first.body), "the second answer is another")


@check("commands: all or none")
def _all_or_none(server: Server) -> None:
    before = _length(server)
    one = {"type": "found_franchise", "franchise": "conformists", "name": "The Conformists"}
    told = server.post(f"{server.season}/commands", {"commands": [one, one]}, key="conformance both")
    hold(told.status == 422, f"a batch whose second command cannot be was answered {told.status}")
    hold(_length(server) == before, "the first command was performed all the same")


@check("commands: what changed since it was read refuses them")
def _out_of_date(server: Server) -> None:
    asked = {"commands": [{"type": "close_setup"}], "seen": 10**6}
    refused(server.post(f"{server.season}/commands", asked, key="conformance seen"), 412, "out-of-date")


@check("commands: a trial changes nothing and tells no face")
def _trial(server: Server) -> None:
    batch = server.named("rust-saints.signing")
    before = _length(server)
    told = expect(
        server.post(
            f"{server.season}/trials", {"commands": batch["commands"][-1:]}, token=server.token_of(batch["by"])
        ),
        200,
    )
    hold(told["throws"], "a party that is thrown tells of no dice")
    hold(set(told["throws"][0]) == {"dice", "why"}, f"a throw tells {sorted(told['throws'][0])}")
    hold(_length(server) == before, "an entry was made")


@check("commands: an owner gives his own and nobody else's")
def _own(server: Server) -> None:
    batch, another = server.named("rust-saints.signing"), server.named("grannies.signing")
    asked = {"commands": another["commands"][:1]}
    told = server.post(
        f"{server.season}/commands", asked, key="conformance another's", token=server.token_of(batch["by"])
    )
    refused(told, 403, "scope-missing")
    server.play_to("r1.announce")


@check("problems: 401 for a token that is none")
def _no_token(server: Server) -> None:
    told = server.get(server.season, token="dm_nothing")  # noqa: S106 - it is to be none
    refused(told, 401, "not-logged-in")
    hold("www-authenticate" in told.headers, "it does not say what it asks for")


@check("problems: 404 for an address and a thing that are not there")
def _not_found(server: Server) -> None:
    refused(server.get("/nothing/here"), 404, "not-found")
    refused(server.get(f"{server.season}/matches/nothing"), 404, "not-found")


@check("problems: 405 tells what is allowed")
def _method(server: Server) -> None:
    told = server.ask("PUT", server.season, {})
    refused(told, 405, "method-not-allowed")
    hold("GET" in told.headers.get("allow", ""), "it does not tell what is allowed")


@check("problems: 406 for what it does not write, 415 for what it does not read")
def _kinds(server: Server) -> None:
    refused(server.get(server.season, Accept="text/csv"), 406, "not-acceptable")
    told = server.post(f"{server.season}/commands", b"a,b", key="conformance csv", Content_Type="text/csv")
    refused(told, 415, "unsupported-media-type")


@check("problems: malformed JSON, a field nobody knows and one of the wrong kind")
def _malformed(server: Server) -> None:
    for broken in (b"{", b'{"commands": [], "commands": []}', b"\xff"):
        told = server.post(f"{server.season}/commands", broken, key="conformance broken")
        refused(told, 400, "malformed-request")
    told = server.post(f"{server.season}/commands", {"commands": [], "more": 1}, key="conformance more")
    refused(told, 422, "misshapen")
    told = server.post(f"{server.season}/commands", {"commands": [], "seen": "one"}, key="conformance kind")
    pointers = [each["pointer"] for each in refused(told, 422, "misshapen").get("errors", [])]
    hold(pointers == ["/seen"], f"it points at {pointers}")


@check("tags: 304 until something changes, and another tag then")
def _tags(server: Server) -> None:
    for path in (server.season, f"{server.season}/standings", f"{server.season}/matches"):
        first = server.get(path)
        expect(first, 200)
        tag = first.headers.get("etag", "")
        hold(tag, f"{path} has no ETag")
        again = server.get(path, If_None_Match=tag)
        hold((again.status, again.body) == (304, b""), f"{path} was answered {again.status}")
    before = server.get(server.season).headers["etag"]
    server.play_to("m1.line-up.grannies")
    hold(server.get(server.season, If_None_Match=before).status == 200, "it is said to be the same after a command")


@check("pages: the journal is read in parts, and nothing is missed or told twice")
def _pages(server: Server) -> None:
    numbers: list[int] = []
    after: int | None = 0
    while after is not None:
        part = expect(server.get(f"{server.season}/entries?after={after}&limit=7"), 200)
        hold(len(part["entries"]) <= 7, "a part is longer than was asked")
        numbers += [each["number"] for each in part["entries"]]
        after = part["next"]
    hold(numbers == list(range(1, _length(server) + 1)), "its numbers are not those of the journal")
    for query in ("after=x", "limit=0"):
        refused(server.get(f"{server.season}/entries?{query}"), 400, "query-wrong")


@check("sealed: a line-up is told to who named it and to nobody else before the lock")
def _sealed(server: Server) -> None:
    number = _length(server)
    batch = server.named("m1.line-up.grannies")
    own = expect(server.get(f"{server.season}/entries/{number}", token=server.token_of(batch["by"])), 200)
    hold(own["command"] and own["command"]["type"] == "name_line_up", "its owner is not told it")
    rival = server.token_of(server.named("m1.line-up.rust-saints")["by"])
    for who, token in (("a stranger", ""), ("a rival", rival), ("the commissioner", server.token)):
        told = expect(server.get(f"{server.season}/entries/{number}", token=token), 200)
        hold(not told["readable"] and told["command"] is None and not told["facts"], f"{who} is told it")
        feed = expect(server.get(f"{server.season}/entries?after={number - 1}", token=token), 200)["entries"][0]
        hold(feed["command"] is None and not feed["facts"], f"{who} is told it in the feed")
        digest = expect(server.get(server.season, token=token), 200).get("digest", "")
        hold(digest == "", f"{who} is told the digest of a state that holds it")
    hold(server.get(f"{server.season}/matches/{MATCH}/packet").status == 422, "there is a packet before the lock")


@check("packets: one digest, as its bytes come to it, signed by a key that is published")
def _packet(server: Server) -> None:
    server.play_to("m1.lock")
    told = expect(server.get(f"{server.season}/matches/{MATCH}/packet"), 200)
    hold(_hashed(told["packet"]) == told["digest"], "its digest is another")
    statement = json.loads(told["signed"]["statement"])
    hold(statement["digest"] == told["digest"], "what was signed is another packet")
    keys = [each["id"] for each in expect(server.get("/keys"), 200)["keys"]]
    hold(told["signed"]["key"] in keys, "its key is not published")


@check("reports: stale, partial and false ones are refused, and nothing is claimed")
def _false_reports(server: Server) -> None:
    path, report = f"{server.season}/matches/{MATCH}/reports", _report(server)
    packet = expect(server.get(f"{server.season}/matches/{MATCH}/packet"), 200)["claimed_as"]
    owner = server.token_of(server.named("m1.line-up.grannies")["by"])
    false = {
        "stale": {"packet": "0" * 64, "report": report},
        "partial": {"packet": packet, "report": {**report, "drivers": report["drivers"][1:]}},
        "unknown": {"packet": packet, "report": {**report, "weather": "rain"}},
        "of another's side": {"packet": packet, "report": report, "side": "rust-saints"},
    }
    for what, asked in false.items():
        told = server.post(path, asked, key=f"conformance {what}", token=owner)
        hold(told.status in (403, 409, 412, 422), f"a {what} report was answered {told.status}")
        hold(told.headers.get("content-type", "").startswith("application/problem"), f"{what}: no problem document")
    hold(not expect(server.get(path), 200)["claims"], "something is claimed")


@check("reports: one that is sent twice is one claim, and two teams that claim alike agree")
def _reports(server: Server) -> None:
    path = f"{server.season}/matches/{MATCH}/reports"
    packet = expect(server.get(f"{server.season}/matches/{MATCH}/packet"), 200)["claimed_as"]
    asked = {"packet": packet, "report": _report(server)}
    first, second = (
        server.token_of(server.named(f"m1.line-up.{each}")["by"]) for each in ("grannies", "rust-saints")
    )
    told = server.post(path, asked, key="conformance report", token=first)
    expect(told, 201)
    again = server.post(path, asked, key="conformance report", token=first)
    hold((again.status, again.body) == (told.status, told.body), "the second answer is another")
    hold(len(expect(server.get(path), 200)["claims"]) == 1, "it is claimed twice")
    expect(server.post(path, asked, key="conformance report", token=second), 201)
    state = expect(server.get(path), 200)["state"]
    hold(state in ("agreed", "accepted"), f"two teams claim alike, and the match is {state}")


@check("problems: 429 says when to ask again")
def _throttled(server: Server) -> None:
    if not server.throttled_after:
        raise NotTried("nobody said how often to ask: give --until-throttled")
    for _ in range(server.throttled_after):
        told = server.get("/leagues", token="")
        if told.status == 429:
            refused(told, 429, "too-many-requests")
            hold(told.headers.get("retry-after", "").isdecimal(), "it does not say when")
            return
    raise NotKept(f"it never came in {server.throttled_after} requests")


def _length(server: Server) -> int:
    return int(expect(server.get(server.season), 200)["entries"])


def _report(server: Server) -> Document:
    folder = server.folder / server.plan["seasons"][0]["name"]
    read: Document = json.loads((folder / "reports" / f"{MATCH}.json").read_bytes())
    return read


def _hashed(document: object) -> str:
    text = json.dumps(document, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()
