"""A recorded match: replayed from its faces or its key, and every way in which a log can contradict itself."""

from __future__ import annotations

import dataclasses
import json
from collections.abc import Callable
from typing import Any

import msgspec
import pytest

from rules.core.dice import Dice, KeyRing
from rules.core.refusals import Malformed
from rules.match.packet import Packet
from rules.match.recording import (
    PacketRecording,
    RecordedOrders,
    decode_recording,
    digest_of_state,
    encode_recording,
    record_packet_match,
    replay_recording,
)
from rules.match.ruleset import LogContradicted, OtherEdition
from rules.match.spec import packet_from_spec
from tests.rules.towers import STOCK, TITLE, TOWERS, Play, State, Tower, _played, is_over, step

DUEL = {
    "match": "m1",
    "event": "towers",
    "teams": [
        {"id": "red", "crew": [{"id": "ada"}], "cars": [{"driver": "ada"}]},
        {"id": "blue", "crew": [{"id": "bob"}], "cars": [{"driver": "bob"}]},
    ],
}
PACKET: Packet = packet_from_spec(json.dumps(DUEL).encode(), TOWERS, stock=STOCK)


def keys(secret: bytes = b"k") -> Dice:
    return Dice(KeyRing(secret, {"m1": ""}))


def a_match() -> Play:
    """A duel in which the first car piles three dice each turn and the other gives no orders."""
    play = Play(PACKET, keys())
    while not is_over(play):
        question = play.asked()
        step(play, {"dice": 3} if question is not None and question.car == "red.c1" else None)
    return play


def log() -> bytes:
    return encode_recording(record_packet_match(a_match(), PACKET, edition=1))


def again(text: bytes, dice: Dice | None = None) -> Play:
    return replay_recording(
        decode_recording(text, PacketRecording, title=TITLE),
        lambda match_dice, recorded: _played(PACKET, match_dice, recorded),
        record=lambda play: record_packet_match(play, PACKET, edition=1),
        edition=1,
        title=TITLE,
        dice=dice,
    )


@pytest.mark.rule("DM-M-001", "DM-M-140")
def test_a_match_is_kept_with_its_orders_faces_and_digests_and_comes_back_as_it_was() -> None:
    play, recording = a_match(), decode_recording(log(), PacketRecording, title=TITLE)
    assert recording == record_packet_match(play, PACKET, edition=1)
    assert (recording.edition, recording.packet) == (1, PACKET)
    assert recording.orders[:2] == [("t1/red.c1", "red.c1", {"dice": 3}), ("t1/blue.c1", "blue.c1", {"dice": 2})]
    assert [len(recording.faces[f"m1/h1/t1/{car}"].split()) for car in ("red.c1", "blue.c1")] == [3, 2]
    assert [(heat, turn, len(digest)) for heat, turn, digest in recording.digests] == [(1, n, 64) for n in (1, 2, 3)]
    assert log() == log()


@pytest.mark.rule("DM-M-001", "DM-M-140")
@pytest.mark.parametrize("dice", [lambda: None, keys], ids=["from its own faces", "from the key of the match"])
def test_a_kept_match_is_played_again(dice: Callable[[], Dice | None]) -> None:
    play = again(log(), dice())
    assert play.log.entries == a_match().log.entries
    assert encode_recording(record_packet_match(play, PACKET, edition=1)) == log()


@pytest.mark.parametrize(
    "text", [b"", b"\xff", b"{", b"[]", b"{}", b'{"edition": "1"}', b'{"setup": ' + b"[" * 99_999]
)
def test_what_is_no_log_is_refused(text: bytes) -> None:
    with pytest.raises(Malformed, match=r"^This is no log of a Towers match .*: give it as it was written\.$"):
        decode_recording(text, PacketRecording, title=TITLE)


def test_a_log_of_another_edition_is_not_played() -> None:
    foreign = encode_recording(dataclasses.replace(decode_recording(log(), PacketRecording, title=TITLE), edition=2))
    with pytest.raises(OtherEdition, match="m1 was played by edition 2 of Towers and this is edition 1"):
        again(foreign)


def changed(change: Callable[[dict[str, Any]], object]) -> bytes:
    document = json.loads(log())
    change(document)
    return msgspec.json.encode(document)


def _other_digest(turn: int) -> Callable[[dict[str, Any]], None]:
    def change(document: dict[str, Any]) -> None:
        document["digests"][turn - 1][2] = "0" * 64

    return change


@pytest.mark.rule("DM-M-001", "DM-M-140")
@pytest.mark.parametrize(
    ("change", "words"),
    [
        (_other_digest(1), "m1 comes out otherwise from heat 1, turn 1 on"),
        (_other_digest(3), "m1 comes out otherwise from heat 1, turn 3 on"),
        (lambda d: d["digests"].pop(), "m1 lasted 2 turns and now lasts 3"),
        (lambda d: d["digests"].append([1, 4, "0" * 64]), "m1 lasted 4 turns and now lasts 3"),
        (
            lambda d: d["faces"].update({"m1/h1/t1/red.c1": "1"}),
            "m1 throws other dice than its log holds: .*needs 3d6",
        ),
        (lambda d: d["faces"].update({"m1/h1/t1/red.c1": "1 2 9"}), "m1 throws other dice.*9 is not on a d6"),
        (lambda d: d["faces"].update({"m1/h1/t9/x": "1"}), "m1 throws other dice than its log holds: m1/h1/t9/x was"),
        (lambda d: d["faces"].update({"m1/h1/t1/red.c1": "1 2 3 4"}), "m1 throws other dice.*take 1 away"),
        (lambda d: d["orders"].pop(), "m1 asks blue.c1 at t3/blue.c1 where the log has no more orders"),
        (lambda d: d["orders"].pop(0), "m1 asks red.c1 at t1/red.c1 where the log has blue.c1 at t1/blue.c1"),
        (
            lambda d: d["orders"].append(["t4/red.c1", "red.c1", {}]),
            "m1 is over, and its log has orders of red.c1 at",
        ),
        (
            lambda d: d["orders"][0].__setitem__(2, {"dice": 4}),
            "m1 has orders that nobody gives: red.c1 piles 1 to 3",
        ),
        (lambda d: d["faces"].update({"m1/h1/t1/red.c1": "6/6 6/6 6/6"}), "m1 comes out"),
    ],
)
def test_a_log_that_was_tampered_with_is_named(change: Callable[[dict[str, Any]], object], words: str) -> None:
    with pytest.raises(LogContradicted, match=words):
        again(changed(change))


def test_faces_that_are_none_are_malformed() -> None:
    with pytest.raises(Malformed, match="are no faces"):
        again(changed(lambda d: d["faces"].update({"m1/h1/t1/red.c1": "one"})))


def test_the_same_course_on_other_dice_is_a_contradiction() -> None:
    fallen = again(log(), keys())
    assert fallen.log.digests == a_match().log.digests
    with pytest.raises(LogContradicted, match="m1 comes out otherwise from heat 1, turn 1 on"):
        again(log(), keys(b"another"))


def test_faces_that_come_to_the_same_towers_are_still_other_dice() -> None:
    faces = decode_recording(log(), PacketRecording, title=TITLE).faces["m1/h1/t1/red.c1"]
    turned = " ".join(reversed(faces.split()))
    assert turned != faces
    doubled = changed(lambda d: d["faces"].update({"m1/h1/t1/red.c1": turned}))
    assert again(doubled).log.digests == a_match().log.digests
    with pytest.raises(LogContradicted, match="its log holds other dice or orders"):
        again(doubled, keys())


@pytest.mark.rule("DM-M-001")
def test_equal_states_have_equal_digests_and_others_other_ones() -> None:
    def state(height: int) -> State:
        return State([Tower("a", "b", "c", height=height)])

    assert digest_of_state(state(3)) == digest_of_state(state(3))
    assert digest_of_state(state(3)) != digest_of_state(state(4))
    assert digest_of_state({"b": 1, "a": 2}) == digest_of_state({"a": 2, "b": 1})
    assert digest_of_state([]) == "4f53cda18c2baa0c0354bb5f9a3ecbe5ed12ab4d8e11ba873c2f11161202b945"


def test_recorded_orders_are_given_in_their_order_and_none_is_left() -> None:
    recording = PacketRecording(
        edition=1, packet=PACKET, orders=[("t1", "a", {"x": 1}), ("t1", "b", {})], faces={}, digests=[]
    )
    orders = RecordedOrders(recording)
    assert orders.order("t1", "a") == {"x": 1}
    with pytest.raises(LogContradicted, match="m1 is over, and its log has orders of b at t1"):
        orders.refuse_leftovers()
    with pytest.raises(LogContradicted, match="m1 asks c at t1 where the log has b at t1"):
        orders.order("t1", "c")
    assert orders.order("t1", "b") == {}
    orders.refuse_leftovers()
    with pytest.raises(LogContradicted, match="m1 asks a at t2 where the log has no more orders"):
        orders.order("t2", "a")
