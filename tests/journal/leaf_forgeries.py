"""A season with leaves, and forgeries of its export, made by somebody who repairs all hashes afterwards."""

from __future__ import annotations

import copy
import hashlib
import json
from collections.abc import Callable
from functools import cache
from typing import Any

from rules.core.dice import Stream
from rules.core.dice import iter_faces as drawn
from rules.core.dice_leaves import Leaves, Purpose, key_of
from tests.journal.amends import amended
from tests.journal.exported_leagues import emptied
from tests.journal.exported_leagues import exported as whole_league
from tests.journal.forger import Document, exported, rehashed, thrown_anew
from tests.journal.test_amend_approvals import own
from tests.league.league_cache import built_once
from tests.league.resolved_leagues import PAIR, climbing, resolved
from tests.league.small_league import SEEDS, Table, founded, settled, signed

WORDS = "8d" * 32
"""Words with which every forgery changes a die that is thrown."""
PARTY = "setup/saints/party"


@built_once
def played() -> Table:
    """A season with words, an amend that threw dice, and a settled round."""
    table = founded(dice=SEEDS)
    gift = table.give("throw_party", by="saints", franchise="saints", spend_k=10, spoken=WORDS).entries[0].number
    more = [own(table, gift), {"type": "throw_party", "franchise": "widows", "spend_k": 10}]
    amended(table, {gift: more}, approved_by=table.handle("widows"), words=WORDS)
    for franchise in table.franchises:
        for number in range(1, 7):
            table.give(
                "hire_rookie",
                by=franchise,
                franchise=franchise,
                driver=f"{franchise}.d{number}",
                name=f"{franchise} {number}",
            )
        for number in range(1, 4):
            table.give(
                "buy_car", by=franchise, franchise=franchise, car=f"{franchise}.car{number}", name=f"Car {number}"
            )
    table.give("close_setup")
    return settled(1, table)


@cache
def _text(which: str) -> str:
    emptied()
    if which == "resolved":
        plan: dict[str, Any] = {"event": "last_cult", "setting": {"table": "crossroads"}, "ruleset": "carcult"}
        resolved(climbing(table=signed(franchises=PAIR, dice=SEEDS), **plan))
    else:
        played()
    return json.dumps({"public": exported("rust-belt/s1"), "whole": json.loads(whole_league())})


def to_forge(which: str) -> Document:
    """The public export of a season, and its league's whole export, to forge in."""
    documents: Document = json.loads(_text(which))
    return documents


# ---------------------------------------------------------------------------------------------------------- entries


def given(document: Document, command: str, at: int = 0) -> Document:
    """An entry with that command, by default the first."""
    return [entry for entry in document["entries"] if entry.get("command") == command][at]


def throwing(document: Document, path: str) -> Document:
    """The entry that threw on a path."""
    return next(
        entry for entry in document["entries"] if any(roll["path"] == path for roll in entry["body"]["rolls"])
    )


def rolls_of(entry: Document, path: str) -> list[Document]:
    """The rolls on a path in an entry and in its facts."""
    holders = [entry["body"], *entry["body"]["facts"]]
    return [roll for holder in holders for roll in holder.get("rolls", ()) if roll["path"] == path]


def another(face: int) -> int:
    """Another face of a d6."""
    return face % 6 + 1


# ------------------------------------------------------------------------------------------------------- forgeries


def a_die(document: Document) -> None:
    for roll in rolls_of(throwing(document, "m1/settle/pot"), "m1/settle/pot"):
        roll["faces"][0] = another(roll["faces"][0])


def a_figure_alone(document: Document) -> None:
    next(fact for fact in given(document, "close_settlement")["body"]["facts"] if "amount" in fact)["amount"] += 1000


def a_figure_with_its_sums(document: Document) -> None:
    booked = [fact for entry in document["entries"] for fact in entry["body"]["facts"] if "balance" in fact]
    index = next(place for place, fact in enumerate(booked) if fact["franchise"] == "razors")
    booked[index]["amount"] += 1000
    for fact in booked[index:]:
        if fact["franchise"] == "razors":
            fact["balance"] += 1000
    document["balances"]["razors"] += 1000


def an_argument(document: Document) -> None:
    given(document, "accept_report")["body"]["command"]["report"]["teams"][0]["points"] = 11


def the_order_of_two(document: Document) -> None:
    entries = document["entries"]
    index = entries.index(given(document, "hire_rookie"))
    entries[index], entries[index + 1] = entries[index + 1], entries[index]


def an_entry_left_out(document: Document) -> None:
    document["entries"].remove(given(document, "buy_car"))


def an_entry_put_in(document: Document) -> None:
    entries = document["entries"]
    entries.insert(entries.index(given(document, "close_setup")), copy.deepcopy(given(document, "buy_car")))


def a_leaf_of_ones_own_and_its_dice(document: Document) -> None:
    _thrown_with(document, "77" * 32)


def the_next_leaf_and_its_dice(document: Document) -> None:
    leaf = throwing(document, PARTY)["body"]["leaf"] + 1
    _thrown_with(document, Leaves(SEEDS.leaves).leaf(leaf).hex(), index=leaf)


def _thrown_with(document: Document, leaf: str, *, index: int | None = None) -> None:
    """Throw the party with another leaf, by the key made from that leaf."""
    entry = throwing(document, PARTY)
    entry["body"]["opened"] = leaf
    if index is not None:
        entry["body"]["leaf"] = index
    words, number = entry["body"]["words"], entry["number"]
    purpose = Purpose(season=document["season"], entry=number, what="entry", head=entry["previous"], words=words)
    stream = drawn(key_of(bytes.fromhex(leaf), purpose), PARTY, 6)
    face_by_place: dict[int, int] = {}
    for roll in rolls_of(entry, PARTY):
        roll["faces"] = [face_by_place.setdefault(place, next(stream)) for place, _ in enumerate(roll["faces"])]


def another_root(document: Document) -> None:
    root = Leaves(b"\x01" * 32).root(0).hex()
    document["secret_hash"] = document["roots"][0] = root
    _genesis(document)


def another_root_everywhere(document: Document) -> None:
    root = Leaves(b"\x01" * 32).root(0).hex()
    opening = given(document, "open_season")["body"]
    opening["command"]["secret_hash"] = root
    next(fact for fact in opening["facts"] if fact["kind"] == "season_opened")["secret_hash"] = root
    another_root(document)


def _genesis(document: Document) -> None:
    genesis_fields = {name: document[name] for name in ("dice", "opening", "previous", "season", "secret_hash")}
    text = json.dumps(dict(sorted(genesis_fields.items())), ensure_ascii=False, separators=(",", ":"))
    document["genesis"] = hashlib.sha256(text.encode()).hexdigest()


def the_genesis(document: Document) -> None:
    document["genesis"] = "12" * 32


def the_head(document: Document) -> None:
    document["head"] = "12" * 32


def faces_by_hand(document: Document) -> None:
    entry = throwing(document, "m1/settle/pot")
    rolls = rolls_of(entry, "m1/settle/pot")
    faces = [another(face) for face in rolls[0]["faces"]]
    for roll in rolls:
        roll["faces"] = faces
    entry["body"]["typed"] = {"faces": {"m1/settle/pot": faces}, "typist": "the marshal", "witness": ""}


def a_path(document: Document) -> None:
    for roll in rolls_of(throwing(document, "m1/settle/pot"), "m1/settle/pot"):
        roll["path"] = "m1/settle/pot.76"


def sides(document: Document) -> None:
    for roll in rolls_of(throwing(document, "m1/settle/pot"), "m1/settle/pot"):
        roll["sides"] = 20


def an_actor(document: Document) -> None:
    given(document, "close_settlement")["actor"] = "rust-belt.boss"


def a_date(document: Document) -> None:
    given(document, "throw_party")["at"] = "2020-01-01T00:00:00+00:00"


def the_opening_state(document: Document) -> None:
    document["opening_state"]["franchises"] = {"razors": {"id": "razors", "name": "Razors", "balance": 9}}


def a_false_amend(document: Document) -> None:
    amended_body = next(iter(given(document, "amend")["body"]["amended"]["retold"].values()))
    booked = next(fact for fact in amended_body["facts"] if "amount" in fact)
    booked["amount"] += 1000


def a_die_of_an_amend(document: Document) -> None:
    amended_body = next(iter(given(document, "amend")["body"]["amended"]["retold"].values()))
    holders = [amended_body, *amended_body["facts"]]
    rolls = [roll for holder in holders for roll in holder.get("rolls", ()) if roll["path"] == "setup/widows/party"]
    for roll in rolls:
        roll["faces"][0] = another(roll["faces"][0])


def an_approval(document: Document) -> None:
    del given(document, "amend")["body"]["approved_by"]


def other_words(document: Document) -> None:
    throwing(document, PARTY)["body"]["words"] = "5b" * 32


def no_words(document: Document) -> None:
    del throwing(document, PARTY)["body"]["words"]


def a_node_of_the_proof(document: Document) -> None:
    document["beside"][0][0] = "12" * 32


def a_node_left_out(document: Document) -> None:
    document["beside"][0].pop()


def the_leaf_of_a_match(document: Document) -> None:
    document["match_leaves"]["m1"]["opened"] = "12" * 32


def the_leaf_of_a_match_left_out(document: Document) -> None:
    del document["match_leaves"]["m1"]["opened"]


def the_entry_that_locked_a_match(document: Document) -> None:
    document["match_leaves"]["m1"]["entry"] -= 1


def leaves_passed_over(document: Document) -> None:
    document["match_leaves"]["m9"] = {"entry": 0, "head": document["genesis"], "leaf": 0, "words": ""}
    for entry in document["entries"]:
        if "leaf" in entry["body"]:
            entry["body"]["leaf"] += 1


def a_throw_without_its_leaf(document: Document) -> None:
    body = throwing(document, PARTY)["body"]
    del body["leaf"], body["opened"]


def a_leaf_used_twice(document: Document) -> None:
    given(document, "close_settlement")["body"]["leaf"] = throwing(document, PARTY)["body"]["leaf"]


def a_further_root(document: Document) -> None:
    document["roots"].append(Leaves(b"\x01" * 32).root(1).hex())


def the_scheme(document: Document) -> None:
    del document["dice"]


def a_balance(document: Document) -> None:
    document["balances"]["razors"] += 1


def a_log(document: Document) -> None:
    document["logs"][0]["log"] = "eJwDAAAAAAE="


def a_packet(document: Document) -> None:
    document["logs"][0]["packet"]["match"] = "m2"


def last_throw(document: Document) -> Document:
    """The last entry that threw, which was given by the season itself."""
    return next(entry for entry in reversed(document["entries"]) if entry["body"].get("opened"))


def words_of_nobody(document: Document) -> None:
    """Give an entry of the season itself words, chosen for the dice they bring."""
    last_throw(document)["body"]["words"] = "99" * 32
    thrown_anew(rehashed(document), last_throw(document))


def an_entry_that_tells_of_others(document: Document) -> None:
    """Make an ordinary entry throw as an amend does, which gives a second throw to choose from."""
    last_throw(document)["body"]["amended"] = {}
    thrown_anew(rehashed(document), last_throw(document), what="amend")


def faces_by_hand_of_whom_no_house_rule_lets(document: Document) -> None:
    body = last_throw(document)["body"]
    index = body.pop("leaf")
    del body["opened"]
    rolls = [roll for holder in (body, *body["facts"]) for roll in holder.get("rolls", ())]
    for roll in rolls:
        roll["faces"] = [6 for _ in roll["faces"]]
    faces: dict[str, list[int]] = {}
    for roll in body["rolls"]:
        faces.setdefault(roll["path"], []).extend(roll["faces"])
    body["typed"] = {"faces": faces, "typist": "rust-belt.boss", "witness": ""}
    document["beside"] = [beside(range(index))]


def an_amend_by_a_key_in_the_file(document: Document) -> None:
    body = given(document, "amend")["body"]
    del body["amended"]["dice"]
    document["keys"]["season"] = "ab" * 32
    (amended_body,) = body["amended"]["retold"].values()
    streams: dict[str, Stream] = {}
    for holder in (amended_body, *amended_body["facts"]):
        streams.clear()
        for roll in holder.get("rolls", ()):
            stream = streams.setdefault(roll["path"], Stream(roll["path"], key=bytes.fromhex("ab" * 32)))
            roll["faces"] = [stream.throw(roll["sides"], "") for _ in roll["faces"]]


def a_season_called_a_rehearsal(document: Document) -> None:
    document["forked_from"] = "rust-belt/s9"
    given(document, "buy_car")["actor"] = "somebody.else"


def moved_up(document: Document, burnt: Document, index: int) -> None:
    """Give the entries after `burnt` that throw the next leaf, for every leaf from that index on."""
    for entry in document["entries"][burnt["number"] :]:
        if entry["body"].get("leaf", -1) >= index:
            entry["body"]["leaf"] += 1
            entry["body"]["opened"] = Leaves(SEEDS.leaves).leaf(entry["body"]["leaf"]).hex()
    last = max(entry["body"].get("leaf", 0) for entry in document["entries"])
    document["beside"] = [beside(range(last + 1))]
    for entry in document["entries"][burnt["number"] :]:
        if entry["body"].get("opened"):
            thrown_anew(rehashed(document), entry)


def a_leaf_for_nothing(document: Document) -> None:
    """Let an entry without dice take a leaf, so that everything after it throws with other leaves."""
    burnt, index = given(document, "decide_repairs"), given(document, "close_settlement")["body"]["leaf"]
    burnt["body"] |= {"leaf": index, "opened": Leaves(SEEDS.leaves).leaf(index).hex()}
    moved_up(document, burnt, index)


def a_leaf_for_a_match_that_is_none(document: Document) -> None:
    burnt, index = given(document, "decide_repairs"), given(document, "close_settlement")["body"]["leaf"]
    burnt["body"]["match_leaves"] = {"m9": index}
    opened = Leaves(SEEDS.leaves).leaf(index).hex()
    match_leaf = {"entry": burnt["number"], "head": burnt["previous"], "leaf": index, "words": "", "opened": opened}
    document["match_leaves"]["m9"] = match_leaf
    moved_up(document, burnt, index)
    match_leaf["head"] = rehashed(document)["entries"][burnt["number"] - 1]["previous"]


def beside(indices: range) -> list[str]:
    """The proof's sibling nodes of the leaves with those indices."""
    return [sibling_node.hex() for sibling_node in Leaves(SEEDS.leaves).sibling_nodes(indices)]


FORGERIES = (
    a_die, a_figure_alone, a_figure_with_its_sums, an_argument, the_order_of_two, an_entry_left_out, an_entry_put_in,
    a_leaf_of_ones_own_and_its_dice, the_next_leaf_and_its_dice, another_root, another_root_everywhere, the_genesis,
    the_head, faces_by_hand, a_path, sides, an_actor, a_date, the_opening_state, a_false_amend, a_die_of_an_amend,
    an_approval, other_words, no_words, a_node_of_the_proof, a_node_left_out, the_leaf_of_a_match,
    the_leaf_of_a_match_left_out, the_entry_that_locked_a_match, a_throw_without_its_leaf, a_leaf_used_twice,
    a_further_root, the_scheme, a_balance, leaves_passed_over, words_of_nobody, an_entry_that_tells_of_others,
    faces_by_hand_of_whom_no_house_rule_lets, an_amend_by_a_key_in_the_file, a_season_called_a_rehearsal,
    a_leaf_for_nothing, a_leaf_for_a_match_that_is_none,
)  # fmt: skip
OF_A_LOG = (a_log, a_packet)
UNREPAIRED = frozenset({the_head, a_balance})
"""Forgeries that repairing the hashes would undo, or that leave no hash to repair."""
OF_THE_PUBLIC_EXPORT = frozenset({
    a_node_of_the_proof, a_node_left_out, the_leaf_of_a_match, the_leaf_of_a_match_left_out, a_balance,
    the_entry_that_locked_a_match,
})  # fmt: skip
"""Forgeries of what a replay computes itself instead of taking it from the export."""


def forged(document: Document, forgery: Callable[[Document], None]) -> Document:
    """The export with that forgery applied and its hashes repaired."""
    forgery(document)
    return document if forgery in UNREPAIRED else rehashed(document)
