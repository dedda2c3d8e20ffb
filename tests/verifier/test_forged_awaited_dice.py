"""Forged exports of seasons with awaited dice: what `verify.py` finds by itself, and what a replay finds.

The forger repairs every hash and has the seed, so they throw the dice again with whatever they put in.
"""

from __future__ import annotations

import hashlib
import itertools
import json
from collections.abc import Callable, Iterator
from datetime import datetime, timedelta
from functools import cache
from typing import Any

import pytest

from journal.transfer.league_import import import_league
from league.queries.season_leaves import BEACON, REVEAL
from rules.core.dice import iter_faces as drawn
from rules.core.dice_leaves import Purpose, key_of
from rules.core.refusals import Refusal
from tests.beacon.chain import own_chain, signature_of
from tests.journal.awaited_seasons import AWAITING
from tests.journal.exported_leagues import compact, emptied
from tests.journal.exported_leagues import exported as whole_league
from tests.journal.forger import Document, exported, rehashed, thrown_anew
from tests.league.small_league import announced, founded, lined_up, settled, signed
from tests.verifier.test_findings import VERIFY, found

pytestmark = [pytest.mark.django_db, pytest.mark.rule("DM-C-002")]
SAINTS = "setup/saints/party"
TINKERS = "A gun manufacturer tinkers as soon as the shops open, in the same fall as the settlement."


@pytest.fixture(autouse=True)
def _own_chain() -> Iterator[None]:
    with own_chain():
        yield


@cache
def _text(dice: str) -> str:
    emptied()
    return json.dumps({"public": exported(_played(dice)), "whole": json.loads(whole_league())})


def _played(dice: str) -> str:
    """A season with a party, a settled match and a locked one."""
    table = signed(dice=AWAITING[dice], over=False)
    table.give("throw_party", by="saints", franchise="saints", spend_k=10, spoken="5a" * 32)
    table.give("close_setup")
    table.give("give_sponsor", franchise="razors", sponsor="house.sponsor1", kind="gun_manufacturer", reason=TINKERS)
    settled(1, table)
    lined_up(2, announced(2, table), announce=False)
    return table.season


@pytest.fixture
def texts() -> Callable[[str], Document]:
    """Copies of a season's public export and of its league's whole export, to forge in."""
    return lambda dice: json.loads(_text(dice))


# ---------------------------------------------------------------------------------------------------------- entries


def asking(document: Document) -> Document:
    """The entry that awaits the dice of the saints' party."""
    return next(
        entry
        for entry in document["entries"]
        if entry["command"] == "await_dice"
        and (entry["body"]["command"].get("given") or {}).get("type") == "throw_party"
    )


def throwing(document: Document) -> Document:
    """The entry in which those dice fell."""
    return next(entry for entry in document["entries"] if entry["command"] == "throw_party")


def thrown_again(document: Document) -> None:
    """Throw the party's dice again from what its entry says now, as anyone with the seed can."""
    entry = throwing(document)
    source = entry["body"]["source"]
    beacon = VERIFY["randomness"](source)
    head, words = source["head"], source.get("words", "")
    purpose = Purpose(
        season=document["season"], entry=source["entry"], what="entry", head=head, words=words, beacon=beacon
    )
    stream = drawn(key_of(bytes.fromhex(entry["body"]["opened"]), purpose), SAINTS, 6)
    face_by_place: dict[int, int] = {}
    for holder in (entry["body"], *entry["body"]["facts"]):
        for roll in holder.get("rolls", ()):
            if roll["path"] == SAINTS:
                roll["faces"] = [
                    face_by_place.setdefault(place, next(stream)) for place, _ in enumerate(roll["faces"])
                ]


# ------------------------------------------------------------------------------------------------------- forgeries


def another_round(document: Document) -> None:
    for body in (asking(document)["body"]["command"], throwing(document)["body"]["source"]):
        body["round"] += 1
    fact = asking(document)["body"]["facts"][0]
    fact["round"] += 1
    throwing(document)["body"]["source"]["signature"] = signature_of(fact["round"])
    thrown_again(document)


def the_next_round(document: Document) -> None:
    source = throwing(document)["body"]["source"]
    source["signature"] = signature_of(source["round"] + 1)
    thrown_again(document)


def a_signature(document: Document) -> None:
    throwing(document)["body"]["source"]["signature"] = "12" * 48
    thrown_again(document)


def no_signature(document: Document) -> None:
    del throwing(document)["body"]["source"]["signature"]
    thrown_again(document)


def without_the_beacon(document: Document) -> None:
    no_signature(document)
    throwing(document)["body"]["source"]["without"] = True


def thrown_before_the_round_was_made(document: Document) -> None:
    throwing(document)["at"] = asking(document)["at"]


def thrown_at_once(document: Document) -> None:
    del throwing(document)["body"]["source"]


def another_command_than_was_asked(document: Document) -> None:
    asking(document)["body"]["command"]["given"]["spend_k"] = 20


def another_franchise(document: Document) -> None:
    asking(document)["body"]["command"]["given"]["franchise"] = "widows"


def somebody_else(document: Document) -> None:
    throwing(document)["actor"] = "rust-belt.boss"
    throwing(document)["on_behalf_of"] = "saints"


def another_head(document: Document) -> None:
    throwing(document)["body"]["source"]["head"] = "12" * 32
    thrown_again(document)


def other_words(document: Document) -> None:
    throwing(document)["body"]["source"]["words"] = "5b" * 32
    thrown_again(document)


def the_leaf_of_another(document: Document) -> None:
    throwing(document)["body"]["leaf"] -= 1


def the_leaf_shown_before(document: Document) -> None:
    asking(document)["body"]["opened"] = throwing(document)["body"]["opened"]


def asked_and_never_written_down(document: Document) -> None:
    document["entries"].remove(asking(document))


def thrown_twice(document: Document) -> None:
    entries = document["entries"]
    entries.insert(entries.index(throwing(document)) + 1, json.loads(json.dumps(throwing(document))))


def the_dice_of_a_match(document: Document) -> None:
    ready = next(entry for entry in document["entries"] if entry["command"] == "ready_match_dice")
    source = ready["body"]["source"]
    if "signature" in source:
        source["signature"] = signature_of(source["round"] + 1)
    else:
        source["revealed"] = {}


def a_face(document: Document) -> None:
    for holder in (throwing(document)["body"], *throwing(document)["body"]["facts"]):
        for roll in holder.get("rolls", ()):
            if roll["path"] == SAINTS:
                roll["faces"][0] = roll["faces"][0] % 6 + 1


def words_that_nobody_gave(document: Document) -> None:
    throwing(document)["body"]["source"]["revealed"]["rust-belt.razors"] = "12" * 32
    thrown_again(document)


def words_of_somebody_who_gave_no_hash(document: Document) -> None:
    throwing(document)["body"]["source"]["revealed"]["rust-belt.nobody"] = "12" * 32
    thrown_again(document)


def hashes_closed_after_the_words(document: Document) -> None:
    closing = next(
        entry
        for entry in document["entries"]
        if entry["command"] == "close_hashes" and entry["body"]["command"]["entry"] == asking(document)["number"]
    )
    entries = document["entries"]
    index = entries.index(closing)
    entries[index], entries[index + 1] = entries[index + 1], entries[index]


def hashes_of_its_own(document: Document) -> None:
    words_by_name = {"rust-belt.razors": "12" * 32}
    hashes = {name: hashlib.sha256(words.encode()).hexdigest() for name, words in words_by_name.items()}
    entries = [entry for entry in document["entries"] if entry["command"] == "close_hashes"]
    about = asking(document)["number"]
    closing = next(entry for entry in entries if entry["body"]["command"]["entry"] == about)
    again = json.loads(json.dumps(closing))
    again["body"]["command"]["hashes"] = hashes
    again["body"]["facts"][0]["count"] = 1
    document["entries"].insert(document["entries"].index(closing) + 1, again)
    throwing(document)["body"]["source"]["revealed"] = words_by_name
    thrown_again(document)


def thrown_at_once_with_the_next_leaf(document: Document) -> None:
    """Throw as a season does whose dice are not awaited."""
    entries, entry, first = document["entries"], throwing(document), asking(document)
    entries.remove(first)
    del entry["body"]["source"]
    entry["at"] = first["at"]
    rehashed(document)
    purpose = Purpose(season=document["season"], entry=entry["number"], what="entry", head=entry["previous"])
    stream = drawn(key_of(bytes.fromhex(entry["body"]["opened"]), purpose), SAINTS, 6)
    face_by_place: dict[int, int] = {}
    for holder in (entry["body"], *entry["body"]["facts"]):
        for roll in holder.get("rolls", ()):
            if roll["path"] == SAINTS:
                roll["faces"] = [
                    face_by_place.setdefault(place, next(stream)) for place, _ in enumerate(roll["faces"])
                ]


def something_done_before_it_fell(document: Document) -> None:
    """Insert an act dated after the round was made, or after the words could be read."""
    entries = document["entries"]
    act = next(entry for entry in entries if entry["command"] == "close_setup")
    entries.remove(act)
    act["at"] = throwing(document)["at"]
    entries.insert(entries.index(throwing(document)), act)


def following(document: Document) -> Document:
    """The entry that throws with the same leaf and source as the one before it, in the same fall."""
    entries = document["entries"]
    pairs = itertools.pairwise(entries)
    return next(
        later
        for earlier, later in pairs
        if earlier["body"].get("opened") and later["body"].get("leaf") == earlier["body"].get("leaf")
    )


def another_leaf_where_two_show_it(document: Document) -> None:
    """Show a false leaf in the first of two entries that share one; the second shows the committed leaf."""
    first = document["entries"][following(document)["number"] - 2]
    first["body"]["opened"] = "77" * 32
    thrown_anew(document, first)


def another_source_for_what_follows(document: Document) -> None:
    later = following(document)
    source = later["body"]["source"]
    if source.get("revealed"):
        source["revealed"].popitem()
    else:
        source["signature"] = signature_of(source["round"] + 1)
    thrown_anew(document, later)


def dated_back_to_what_was_known(document: Document) -> None:
    """Date an awaiting entry back to a round made before the preceding act, and throw by that round."""
    number = following(document)["body"]["source"]["entry"]
    awaiting = document["entries"][number - 1]
    moment = datetime.fromisoformat(document["entries"][number - 2]["at"]) - timedelta(seconds=590)
    round = VERIFY["round_after"](moment, VERIFY["AWAITED"][BEACON])
    awaiting["at"] = moment.isoformat()
    awaiting["body"]["command"]["round"] = round
    for fact in awaiting["body"]["facts"]:
        fact["round"] = round
    rehashed(document)
    for entry in document["entries"]:
        source = entry["body"].get("source") or {}
        if source.get("entry") == number:
            source |= {"round": round, "signature": signature_of(round), "head": awaiting["previous"]}
            thrown_anew(document, entry)


OF_BOTH: tuple[Callable[[Document], None], ...] = (
    thrown_at_once, another_command_than_was_asked, another_franchise, somebody_else, another_head, other_words,
    the_leaf_of_another, the_leaf_shown_before, asked_and_never_written_down, thrown_twice,
    the_dice_of_a_match, a_face, thrown_at_once_with_the_next_leaf, something_done_before_it_fell,
    another_leaf_where_two_show_it, another_source_for_what_follows,
)  # fmt: skip
OF_A_BEACON = (
    another_round, the_next_round, a_signature, no_signature, without_the_beacon, thrown_before_the_round_was_made,
    dated_back_to_what_was_known,
)  # fmt: skip
OF_WORDS = (
    words_that_nobody_gave, words_of_somebody_who_gave_no_hash, hashes_closed_after_the_words, hashes_of_its_own,
)  # fmt: skip
ALL = [
    *[pytest.param(BEACON, forgery, id=f"beacon-{forgery.__name__}") for forgery in (*OF_BOTH, *OF_A_BEACON)],
    *[pytest.param(REVEAL, forgery, id=f"reveal-{forgery.__name__}") for forgery in (*OF_BOTH, *OF_WORDS)],
]


@pytest.mark.parametrize("dice", [BEACON, REVEAL])
def test_nothing_is_wrong_before_anything_is_forged(dice: str, texts: Callable[[str], Document]) -> None:
    assert found(rehashed(texts(dice)["public"])) == []


@pytest.mark.parametrize("dice", [BEACON, REVEAL])
def test_a_replay_of_what_nobody_forged_is_a_league_again(dice: str, texts: Callable[[str], Document]) -> None:
    league = texts(dice)["whole"]
    emptied()
    import_league(compact(league))


@pytest.mark.parametrize(("dice", "forgery"), ALL)
def test_the_file_and_the_replay_find_it(
    dice: str, forgery: Callable[[Document], None], texts: Callable[[str], Document]
) -> None:
    document = texts(dice)["public"]
    forgery(document)
    assert found(rehashed(document)) != []
    league: dict[str, Any] = texts(dice)["whole"]
    (season,) = league["seasons"]
    forgery(season)
    league["seasons"] = [rehashed(season)]
    emptied()
    with pytest.raises(Refusal):
        import_league(compact(league))


def test_a_round_that_nobody_can_have_awaited_is_found_wrong(texts: Callable[[str], Document]) -> None:
    document = texts(BEACON)["public"]
    asking(document)["body"]["command"]["round"] = 10**17
    throwing(document)["body"]["source"]["round"] = 10**17
    assert found(rehashed(document)) != []


def test_an_entry_that_awaits_no_command_is_found_wrong(texts: Callable[[str], Document]) -> None:
    document = texts(BEACON)["public"]
    asking(document)["body"]["command"]["given"] = None
    assert found(rehashed(document)) != []


def test_it_is_said_by_whose_words_dice_fell(texts: Callable[[str], Document]) -> None:
    (season,) = VERIFY["checked"](texts(REVEAL)["public"])
    assert any(
        line.startswith("  words: throws fell by those of rust-belt.razors in ") for line in VERIFY["told"](season)
    )


def test_without_the_beacon_the_file_checks_no_signature_and_says_so(texts: Callable[[str], Document]) -> None:
    document = texts(BEACON)["public"]
    a_signature(document)
    rehashed(document)
    assert any("false signature" in sentence for _, sentence in found(document))
    (season,) = VERIFY["checked"](document, beacon=False)
    assert not any("false signature" in sentence for _, sentence in season.found)
    assert "  beacon: signatures unchecked" in list(VERIFY["told"](season))


def test_a_signature_is_checked_by_its_pairing() -> None:
    emptied()
    with own_chain(pairing=True):
        table = founded(dice=AWAITING[BEACON], franchises=("razors", "saints"))
        document = exported(table.season)
        assert found(document) == []
        entry = next(entry for entry in document["entries"] if entry["command"] == "found_franchise")
        wrong = signature_of(entry["body"]["source"]["round"] + 1)
        entry["body"]["source"]["signature"] = wrong
        assert any("false signature" in sentence for _, sentence in found(document))


def test_a_head_between_what_was_asked_and_how_it_fell_is_a_witness(texts: Callable[[str], Document]) -> None:
    document = texts(BEACON)["public"]
    entry = asking(document)
    (season,) = VERIFY["checked"](document, [("", entry["number"], entry["hash"])])
    assert (season.found, season.counts["witnessed"]) == ([], 1)
    assert season.counts["fallen"] == sum("source" in entry["body"] for entry in document["entries"]) - 1
