"""The audit replays a claimed log from its own faces and names its first wrong entry."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import msgspec
import pytest

from rules.core.dice import Dice, KeyRing
from rules.match import log_audit
from rules.match.exhibition import exhibition_ruleset
from rules.match.log_audit import LogAudit, audit_log, with_entries
from rules.match.packet import Packet
from rules.match.registry import get_ruleset
from rules.match.replay_observer import ReplayObserver
from rules.match.spec import packet_from_spec
from tests.rules.ladder import LADDER

pytestmark = pytest.mark.rule("DM-M-001", "DM-M-140")
MATCHES = Path(__file__).parents[2] / "examples" / "matches"
DUEL, ARENA, CULTS = "formule/rust-duel.json", "rhad/own-arena.json", "carcult/two-alone.json"
EVERY = (DUEL, ARENA, CULTS)
EDITIONS = {"formule": 1, "rhad": 2, "carcult": 1}
"""The editions that the examples are played by: earlier ones, whose entries stay where they are."""


@cache
def played(file: str) -> tuple[Any, Packet, bytes]:
    """The ruleset, packet and log of an example match, played with a fixed secret."""
    text = (MATCHES / file).read_bytes()
    ruleset: Any = get_ruleset(json.loads(text)["ruleset"])
    newest = packet_from_spec(text, ruleset, stock=ruleset.stock_designs())
    packet = replace(newest, edition=EDITIONS[ruleset.name])
    return ruleset, packet, ruleset.resolve(packet, Dice(KeyRing(b"x", {packet.match: ""}))).log


@cache
def told(file: str) -> bytes:
    """The log of an example match, with its entries."""
    return with_entries(*played(file))


def document(file: str, *, entries: bool = False) -> Any:
    """The log of an example match, decoded; with its entries if asked for."""
    return json.loads(told(file) if entries else played(file)[2])


def looked_at(file: str, log: Any) -> LogAudit:
    """The audit of a log against the packet of an example match."""
    ruleset, packet, _ = played(file)
    return audit_log(ruleset, packet, log if isinstance(log, bytes) else msgspec.json.encode(log))


def found(file: str, log: Any) -> tuple[int, str]:
    """Entry number and sentence of the one finding about a log."""
    audit = looked_at(file, log)
    assert audit.resolution is None
    (finding,) = audit.findings
    return finding.entry, finding.sentence


def rolls_of(file: str) -> list[tuple[int, dict[str, Any], int]]:
    """Every roll of an example match: entry number, roll, and the index of its first face in its path."""
    counted: dict[str, int] = {}
    rolls = []
    for entry in document(file, entries=True)["entries"]:
        for roll in entry["rolls"]:
            place = counted.setdefault(roll["path"], 0)
            rolls.append((entry["n"], roll, place))
            counted[roll["path"]] += len(roll["faces"])
    return rolls


@pytest.mark.parametrize("file", EVERY)
def test_a_log_of_the_newest_edition_is_audited_alike(file: str) -> None:
    text = (MATCHES / file).read_bytes()
    ruleset: Any = get_ruleset(json.loads(text)["ruleset"])
    log = exhibition_ruleset(ruleset.name).play_exhibition(text, secret=b"x").log
    audit = audit_log(ruleset, packet_from_spec(text, ruleset, stock=ruleset.stock_designs()), log)
    assert audit.findings == ()
    assert audit.resolution is not None
    assert audit.resolution.log == log


def with_face(log: Any, path: str, place: int, value: int) -> Any:
    """The log with `value` as one face of a path."""
    faces = log["faces"][path].split()
    faces[place] = str(value) + "".join(faces[place].partition("/")[1:])
    return {**log, "faces": {**log["faces"], path: " ".join(faces)}}


@pytest.mark.parametrize("file", EVERY)
def test_an_honest_log_is_played_to_its_end_with_or_without_its_entries(file: str) -> None:
    for log in (played(file)[2], told(file), json.dumps(document(file), indent=1).encode()):
        audit = looked_at(file, log)
        assert audit.findings == ()
        assert audit.resolution is not None
        assert audit.resolution.log == played(file)[2]
        assert [roll_record.faces for roll_record in audit.rolls] == [
            tuple(roll["faces"]) for _, roll, _ in rolls_of(file)
        ]


@pytest.mark.long
@pytest.mark.parametrize("file", EVERY)
def test_an_altered_roll_is_named_by_its_own_entry_wherever_anything_came_of_it(file: str) -> None:
    log, named_ones = document(file), 0
    for entry, roll, place in rolls_of(file)[:: max(1, len(rolls_of(file)) // 24)]:
        face = roll["faces"][0]
        audit = looked_at(file, with_face(log, roll["path"], place, face % roll["sides"] + 1))
        if audit.resolution is None:
            assert entry in [finding.entry for finding in audit.findings], audit.findings
            assert all(finding.sentence.startswith(f"Entry {finding.entry} (") for finding in audit.findings)
            named_ones += len(audit.findings) == 1
    assert named_ones >= 1


@pytest.mark.parametrize("file", EVERY)
def test_an_altered_roll_is_always_named_where_the_log_tells_its_entries(file: str) -> None:
    log = document(file, entries=True)
    for entry, roll, place in rolls_of(file)[:: len(rolls_of(file)) // 12]:
        changed = with_face(log, roll["path"], place, roll["faces"][0] % roll["sides"] + 1)
        assert found(file, changed)[0] == entry


def shots(file: str, *, hit: bool) -> list[dict[str, Any]]:
    """The entries of shots that hit, or that missed."""
    entries = document(file, entries=True)["entries"]
    return [entry for entry in entries if entry["kind"] in ("attack", "shot") and entry["more"].get("hit") is hit]


@pytest.mark.parametrize("file", [DUEL, ARENA])
def test_one_extra_hit_is_named_by_the_entry_of_its_shot(file: str) -> None:
    (shot, *_) = shots(file, hit=False)
    roll = shot["rolls"][0]
    place = next(place for entry, other_roll, place in rolls_of(file) if (entry, other_roll) == (shot["n"], roll))
    log = document(file)
    for offset in range(len(roll["faces"])):
        log = with_face(log, roll["path"], place + offset, roll["sides"])
    spread = " ".join([log["faces"][roll["path"]], *["3"] * 9])
    for changed in (log, {**log, "faces": {**log["faces"], roll["path"]: spread}}):
        number, sentence = found(file, changed)
        assert number in (shot["n"], shot["n"] + 1), sentence


@pytest.mark.parametrize("file", EVERY)
def test_one_extra_hit_among_the_entries_is_named(file: str) -> None:
    log = document(file, entries=True)
    hits = [hit for hit in log["entries"] if hit["kind"] in ("hit", "hits", "damage", "collision")]
    log["entries"].insert(hits[0]["n"], hits[0])
    number, sentence = found(file, log)
    assert (number, "was added" in sentence) == (hits[0]["n"] + 1, True)


@pytest.mark.parametrize("file", EVERY)
def test_one_shot_missing_from_the_entries_is_named(file: str) -> None:
    log = document(file, entries=True)
    (shot, *_) = [logged for logged in log["entries"] if logged["kind"] in ("attack", "shot")]
    log["entries"].remove(shot)
    number, sentence = found(file, log)
    assert number == shot["n"], sentence
    assert "is missing from the log's entries" in sentence


@pytest.mark.parametrize("file", [DUEL, ARENA])
def test_one_shot_whose_dice_are_missing_is_named(file: str) -> None:
    (shot, *_) = [
        logged for logged in document(file, entries=True)["entries"] if logged["kind"] in ("attack", "shot")
    ]
    path = shot["rolls"][0]["path"]
    log = document(file)
    del log["faces"][path]
    number, sentence = found(file, log)
    assert number == shot["n"], sentence
    assert path in sentence


def test_one_shot_that_nobody_ordered_any_more_is_named_by_the_entries_of_its_car() -> None:
    log = document(DUEL)
    number, (step, car, order) = next(
        (number, order) for number, order in enumerate(log["orders"]) if "fire" in order[2]
    )
    log["orders"][number] = [step, car, {name: value for name, value in order.items() if name != "fire"}]
    number_found, sentence = found(DUEL, log)
    entry = next(logged for logged in document(DUEL, entries=True)["entries"] if logged["kind"] == "shot")
    assert car == entry["car"]
    assert abs(number_found - entry["n"]) <= 3, sentence
    assert car in sentence


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (lambda log: log["orders"].pop(3), " asks "),
        (lambda log: log["orders"].append(log["orders"][-1]), " is over, and its log has orders of "),
        (lambda log: log["orders"][0].__setitem__(2, {"zz": 1}), " has orders that nobody gives"),
        (lambda log: log["digests"].pop(), "the log ends after "),
        (lambda log: log["digests"].append([1, 99, "0" * 64]), " lasted "),
        (lambda log: log["digests"][0].__setitem__(2, "0" * 64), "comes out otherwise than the log says"),
        (lambda log: log["faces"].update({f"{log['packet']['match']}/h1/r1/zz": "1 2"}), "2 more faces of "),
        (lambda log: log["faces"].update(dict.fromkeys(log["faces"], "99 99 99 99")), "99 is not on a d"),
    ],
)
@pytest.mark.parametrize("file", EVERY)
def test_whatever_else_is_wrong_is_named_with_an_entry(file: str, change: Callable[[Any], object], said: str) -> None:
    log = document(file)
    change(log)
    number, sentence = found(file, log)
    assert number >= 1
    assert sentence.startswith(f"Entry {number} ")
    assert said in sentence


@pytest.mark.parametrize(
    ("log", "said"),
    [
        (b"", "This is no log of a RHAD match"),
        (b"\xff\xfe", "This is no log of a RHAD match"),
        (b"[]", "This is no log of a RHAD match"),
        (b'{"edition": 1, "orders": ' + b"[" * 99_999, "This is no log of a RHAD match"),
        (b'{"edition": 1, "orders": [[]], "faces": {}, "digests": []}', "has no three parts"),
        (b'{"edition": 1, "orders": [["h1", "c1"]], "faces": {}, "digests": []}', "has no three parts"),
        (b'{"edition": 1, "orders": [], "faces": {"a": "x"}, "digests": []}', "are no faces"),
        (b'{"edition": 3, "orders": [], "faces": {}, "digests": []}', "This is no log of a RHAD match"),
    ],
)
def test_what_is_no_log_is_said_of_the_whole(log: bytes, said: str) -> None:
    number, sentence = found(ARENA, log)
    assert (number, said in sentence) == (0, True), sentence


def test_a_log_of_another_edition_of_another_packet_or_another_book_is_said_of_the_whole() -> None:
    assert found(ARENA, {**document(ARENA), "edition": 99}) == (
        0,
        "It was played by edition 99 of RHAD and this is edition 3: play by the edition that the packet names.",
    )
    foreign = document(ARENA)
    foreign["packet"]["teams"][0]["staff_rating"] += 1
    assert found(ARENA, foreign)[0] == 0
    assert "the log of another match" in found(ARENA, foreign)[1]
    assert found(ARENA, played(DUEL)[2])[0] == 0


def test_a_match_without_end_is_not_played_for_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(log_audit, "MOST_ENTRIES", 50)
    number, sentence = found(ARENA, played(ARENA)[2])
    assert (number, "no match has so many" in sentence) == (0, True)


def test_a_ruleset_that_lets_nobody_look_on_says_whether_it_plays_the_log_again() -> None:
    packet = Packet(match="m1", event="ladder", surface="", heats=1, scoring="", repair_attempts=6, teams=())
    resolution = LADDER.resolve(packet, Dice(loaded={}))
    assert audit_log(LADDER, packet, resolution.log).resolution == resolution
    assert with_entries(LADDER, packet, resolution.log) == resolution.log
    (finding,) = audit_log(LADDER, packet, b"{").findings
    assert finding.entry == 0


class Failing:
    """A ruleset that reads a log and fails while it plays it."""

    def __init__(self, ruleset: Any) -> None:
        self.title, self.edition = ruleset.title, ruleset.edition

    def replay_with_observer(self, *_asked: object) -> Any:
        raise KeyError("car")


class FailingUnwatched:
    """A ruleset that fails in the same way and does not accept a replay observer."""

    title, edition = "Ladder", 1

    def replay(self, *_asked: object) -> Any:
        raise KeyError("car")


def test_a_log_that_cannot_be_gone_on_with_is_said_of_the_whole() -> None:
    ruleset, packet, log = played(ARENA)
    for failing in (Failing(ruleset), FailingUnwatched()):
        (finding,) = audit_log(failing, packet, log).findings  # type: ignore[arg-type]
        assert (finding.entry, finding.sentence) == (0, "It cannot be played again: send it as it was written.")


@pytest.mark.parametrize("file", EVERY)
def test_an_entry_after_the_end_is_named_by_its_number(file: str) -> None:
    log = document(file, entries=True)
    after = len(log["entries"]) + 1
    log["entries"].append({**log["entries"][-1], "n": after})
    number, sentence = found(file, log)
    assert number == after
    assert sentence.startswith(f"Entry {after} (")
    assert sentence.endswith(" comes after the end of the match: leave it out.")


@pytest.mark.parametrize("file", EVERY)
@pytest.mark.parametrize("last", [False, True])
def test_the_first_and_the_last_entry_are_named_with_what_they_are_and_when(file: str, last: bool) -> None:
    log = document(file, entries=True)
    record = log["entries"][-1 if last else 0]
    of = f" of {record['car']}" if record.get("car") else ""
    kind, moment = record["kind"], f"heat {record['heat']}, turn {record['turn']}, phase {record['phase']}"
    record["heat"] = 9
    number, sentence = found(file, log)
    assert number == record["n"]
    assert sentence.startswith(f"Entry {number} ({kind}{of}, {moment}): the log tells its heat as 9, ")


@pytest.mark.parametrize("file", EVERY)
def test_a_turn_that_comes_out_otherwise_is_named_from_its_first_entry_on(file: str) -> None:
    log = document(file)
    log["digests"][0][2] = "0" * 64
    number, sentence = found(file, log)
    assert (number, "up to " in sentence) == (1, True), sentence


@pytest.mark.parametrize(
    ("path", "of_turn"),
    [
        ("m1/h2/t3", True),
        ("m1/h2/t3/p1/c1", True),
        ("m1/h2/r3/p1", True),
        ("m1/h2/t4/p1", False),
        ("m1/h1/t3/p1", False),
        ("m1/h2", False),
        ("m1", False),
    ],
)
def test_a_path_is_of_the_turn_that_it_names(path: str, of_turn: bool) -> None:
    assert log_audit._of_turn(path, 2, 3) is of_turn


@pytest.mark.parametrize(("entry", "shown", "to"), [(1, 1, 3), (68, 6, 3)])
def test_a_lowest_and_a_highest_face_are_found_though_the_turn_after_theirs_is_wrong_as_well(
    entry: int, shown: int, to: int
) -> None:
    (roll, place) = next((roll, place) for number, roll, place in rolls_of(DUEL) if number == entry)
    assert roll["faces"][0] == shown
    log = with_face(document(DUEL), roll["path"], place, to)
    (turn,) = {logged["turn"] for logged in document(DUEL, entries=True)["entries"] if logged["n"] == entry}
    log["digests"][max(turn, 1)][2] = "0" * 64
    number_found, sentence = found(DUEL, log)
    assert number_found == entry
    assert sentence.endswith(": the roll was altered.")


@pytest.mark.parametrize("entry", [36, 102])
def test_a_face_that_is_written_one_lower_is_named_with_what_it_was(entry: int) -> None:
    (roll, place) = next((roll, place) for number, roll, place in rolls_of(DUEL) if number == entry)
    (face,) = roll["faces"]
    number_found, sentence = found(DUEL, with_face(document(DUEL), roll["path"], place, face - 1))
    assert number_found == entry
    assert f" shows {face - 1}, and what the log says of this turn comes of a {face}: the roll" in sentence


@pytest.mark.parametrize(("length", "quoted"), [(118, f'"{"z" * 118}"'), (119, f'"{"z" * 119}…')])
def test_a_value_is_quoted_whole_up_to_120_characters_and_else_cut_short(length: int, quoted: str) -> None:
    log = document(DUEL, entries=True)
    log["entries"][0]["phase"] = "z" * length
    assert f": the log tells its phase as {quoted}, and by its orders " in found(DUEL, log)[1]


@pytest.mark.parametrize(("number", "entry"), [(0, 11), (5, 27)])
def test_an_order_that_is_written_otherwise_is_named_by_the_entry_it_led_to(number: int, entry: int) -> None:
    log = document(DUEL)
    step, car, order = log["orders"][number]
    log["orders"][number] = [step, car, {**order, "ram": []}]
    number_found, sentence = found(DUEL, log)
    assert number_found == entry, sentence
    assert f": order {number + 1}, of {car} at {step}, is written otherwise than it was carried out" in sentence


@pytest.mark.parametrize("file", EVERY)
def test_something_that_no_log_holds_is_said_of_the_whole(file: str) -> None:
    sentence = "Its zz are not as this match writes them: send the log as it was written."
    assert found(file, {**document(file), "zz": 1}) == (0, sentence)


def test_no_entry_is_placed_in_a_match_that_has_none() -> None:
    assert log_audit._entry_label(ReplayObserver([], most=1), 0) == "Entry 0"
