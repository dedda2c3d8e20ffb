"""The checks of a server: the document, keys, commands, problems, tags, pages and seals; those of matches follow."""

from __future__ import annotations

from league.management.conforming import (
    Server,
    at_once,
    check,
    expect,
    hold,
    refused,
)

AGAIN = "idempotent-replayed"
MATCH = "m1"


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
    before = length(server)
    refused(server.post(f"{server.season}/commands", {"commands": server.batches[0]["commands"]}), 400, "key-missing")
    hold(length(server) == before, "an entry was made")


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
    before = length(server)
    one = {"type": "found_franchise", "franchise": "conformists", "name": "The Conformists"}
    told = server.post(f"{server.season}/commands", {"commands": [one, one]}, key="conformance both")
    hold(told.status == 422, f"a batch whose second command cannot be was answered {told.status}")
    hold(length(server) == before, "the first command was performed all the same")


@check("commands: what changed since it was read refuses them")
def _out_of_date(server: Server) -> None:
    asked = {"commands": [{"type": "close_setup"}], "seen": 10**6}
    refused(server.post(f"{server.season}/commands", asked, key="conformance seen"), 412, "out-of-date")


@check("commands: a trial changes nothing, is answered alike each time, and tells prices and odds but no face")
def _trial(server: Server) -> None:
    batch = server.named("rust-saints.signing")
    before = length(server)
    asked, token = {"commands": batch["commands"][-1:]}, server.token_of(batch["by"])
    told, again = (expect(server.post(f"{server.season}/trials", asked, token=token), 200) for _ in range(2))
    hold(told["throws"], "a party that is thrown tells of no dice")
    thrown = {"dice", "why", "always", "times", "more", "table"}
    hold(set(told["throws"][0]) == thrown, f"a throw tells {sorted(told['throws'][0])}")
    hold(told["throws"][0]["table"]["odds"], "the die of a party has no odds")
    hold([each["amount"] for each in told["prices"]] == [-asked["commands"][0]["spend_k"] * 1000], "it has no price")
    hold(again == told, "the same trial is answered otherwise")
    hold(length(server) == before, "an entry was made")


@check("commands: a trial that would be refused says so, and points at the command")
def _trial_refused(server: Server) -> None:
    asked = {"commands": [{"type": "close_setup"}, server.batches[0]["commands"][0]]}
    told = expect(server.post(f"{server.season}/trials", asked), 200)
    hold(told["refusal"], "founding a franchise twice is not said to be refused")
    pointers = [each["pointer"] for each in told["problem"]["errors"]]
    hold(all(each.startswith("/commands/") for each in pointers) and pointers, f"it points at {pointers}")


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
    told = server.ask("DELETE", f"{server.season}/commands")
    refused(told, 405, "method-not-allowed")
    hold("POST" in told.headers.get("allow", ""), "it does not tell what is allowed")


@check("problems: 406 for what it does not write, 415 for what it does not read")
def _kinds(server: Server) -> None:
    refused(server.get(server.season, Accept="text/csv"), 406, "not-acceptable")
    for path in (f"{server.season}/commands", f"{server.season}/trials", f"{server.home}/seasons"):
        told = server.post(path, b"a,b", key="conformance csv", Content_Type="text/csv")
        refused(told, 415, "unsupported-media-type")


@check("problems: malformed JSON, a field nobody knows and one of the wrong kind")
def _malformed(server: Server) -> None:
    for broken in (b"{", b'{"commands": [], "commands": []}', b"\xff"):
        told = server.post(f"{server.season}/commands", broken, key="conformance broken")
        refused(told, 400, "malformed-request")
    told = server.post(f"{server.season}/commands", {"commands": [], "more": 1}, key="conformance more")
    refused(told, 422, "field-unknown")
    told = server.post(f"{server.season}/commands", {"commands": [], "seen": "one"}, key="conformance kind")
    pointers = [each["pointer"] for each in refused(told, 422, "wrong-kind").get("errors", [])]
    hold(pointers == ["/seen"], f"it points at {pointers}")


@check("reading: HEAD is answered as GET is, without the body, and an answer is its reader's own")
def _heads(server: Server) -> None:
    told, asked = server.ask("HEAD", server.season), server.get(server.season)
    hold((told.status, told.body) == (200, b""), f"HEAD was answered {told.status}")
    hold(told.headers.get("etag") == asked.headers.get("etag"), "HEAD has another ETag than GET")
    varies = {each.strip().lower() for each in asked.headers.get("vary", "").split(",")}
    hold("authorization" in varies, "a cache may give one reader's answer to another: it lacks Vary: Authorization")


@check("reading: a part of a query that nobody takes is refused, and named")
def _unknown_query(server: Server) -> None:
    for path in (server.season, f"{server.season}/standings", "/leagues"):
        problem = refused(server.get(f"{path}?colour=red"), 400, "query-wrong")
        hold("colour" in problem["detail"], f"{path} does not name it: {problem['detail']}")


@check("tags: a command that names another tag than the season's is refused before it is tried")
def _if_match(server: Server) -> None:
    before = length(server)
    asked = {"commands": [{"type": "close_setup"}]}
    told = server.post(f"{server.season}/commands", asked, key="conformance tag", If_Match='"another"')
    refused(told, 412, "out-of-date")
    hold(length(server) == before, "an entry was made")


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
    hold(numbers == list(range(1, length(server) + 1)), "its numbers are not those of the journal")
    for query in ("after=x", "limit=0"):
        refused(server.get(f"{server.season}/entries?{query}"), 400, "query-wrong")


@check("sealed: a line-up is told to who named it and to nobody else before the lock")
def _sealed(server: Server) -> None:
    number = length(server)
    batch = server.named("m1.line-up.grannies")
    own = expect(server.get(f"{server.season}/entries/{number}", token=server.token_of(batch["by"])), 200)
    hold(own["command"] and own["command"]["type"] == "name_line_up", "its owner is not told it")
    rival = server.token_of(server.named("m1.line-up.rust-saints")["by"])
    for who, token in (("a stranger", ""), ("a rival", rival), ("the commissioner", server.token)):
        told = expect(server.get(f"{server.season}/entries/{number}", token=token), 200)
        hold(not told["readable"] and told["command"] is None and not told["facts"], f"{who} is told it")
        feed = expect(server.get(f"{server.season}/entries?after={number - 1}", token=token), 200)["entries"][0]
        hold(feed["command"] is None and not feed["facts"], f"{who} is told it in the feed")
        facts = expect(server.get(f"{server.season}/facts?after={number - 1}-9999", token=token), 200)["facts"]
        hold(not facts, f"{who} is told its facts")
        seats = expect(server.get(f"{server.season}/matches/{MATCH}/line-ups", token=token), 200)["seats"]
        hold(not seats, f"{who} is told who sits where")
        digest = expect(server.get(server.season, token=token), 200).get("digest", "")
        hold(digest == "", f"{who} is told the digest of a state that holds it")
    seats = expect(server.get(f"{server.season}/matches/{MATCH}/line-ups", token=server.token_of(batch["by"])), 200)
    hold(seats["seats"], "its owner is not told who sits where")
    hold(server.get(f"{server.season}/matches/{MATCH}/packet").status == 422, "there is a packet before the lock")


def length(server: Server) -> int:
    """How many entries the season's journal has."""
    return int(expect(server.get(server.season), 200)["entries"])
