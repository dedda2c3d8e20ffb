"""The registry of rulesets, and the switches and packets that they share with the campaign."""

from __future__ import annotations

from dataclasses import replace

import pytest

from rules.core.canonical_json import json_bytes, json_digest, without_defaults
from rules.core.refusals import Malformed, Unknown
from rules.core.switches import Setting, Switch
from rules.match.packet import PackedItem, Packet, packet_bytes, packet_digest, packet_from
from rules.match.registry import (
    RULESET_MODULES,
    NameTaken,
    get_ruleset,
    install,
    ruleset_names,
    ruleset_switches,
    rulesets,
    temporarily_installed,
)
from rules.match.ruleset import ErrorDetail, in_words, log_digest, without_warnings
from tests.rules.ladder import Ladder

ROPE = Ladder(name="rope", switches=(Switch("rope.knots", 3, "ROPE-1", "How many."),))
EMPTY = Packet(
    match="m1", event="race", surface="", heats=1, scoring="", repair_attempts=6, teams=(), ruleset="ladder"
)


def test_a_ruleset_is_found_by_its_name_while_it_is_installed() -> None:
    with temporarily_installed(ROPE):
        assert get_ruleset("rope") is ROPE
        assert ROPE in rulesets()
        assert set(ROPE.switches) <= set(ruleset_switches())
        install(ROPE)
        with temporarily_installed(ROPE):
            pass
        assert ROPE in rulesets()
    assert ROPE not in rulesets()
    assert set(ROPE.switches).isdisjoint(ruleset_switches())


def test_every_book_is_listed_by_the_name_of_its_ruleset() -> None:
    assert {name: get_ruleset(name).name for name in RULESET_MODULES} == {name: name for name in RULESET_MODULES}
    with temporarily_installed(ROPE):
        assert (
            ruleset_names()
            == tuple(ruleset.name for ruleset in rulesets())
            == tuple(sorted({*RULESET_MODULES, "rope"}))
        )


def test_an_unknown_ruleset_is_told_those_there_are() -> None:
    with temporarily_installed(ROPE), pytest.raises(Unknown, match=r"no ruleset 'stairs': use one of .*rope"):
        get_ruleset("stairs")


def test_two_rulesets_of_one_name_are_a_fault_of_the_program() -> None:
    with temporarily_installed(ROPE), pytest.raises(NameTaken):
        install(Ladder(name="rope", title="Another"))


@pytest.mark.parametrize(
    ("switch", "proper", "improper"),
    [
        (Switch("a.b", False, "R", "On."), (True, False), (1, "true", None)),
        (Switch("a.b", 3, "R", "How many.", lowest=1, highest=5), (1, 5), (0, 6, True, "3", None)),
        (Switch("a.b", "x", "R", "Which.", ("x", "y")), ("x", "y"), ("z", 1, "")),
        (Switch("a.b", 75, "R", "Which.", (75, 150)), (75, 150), (76, "75", True)),
        (
            Switch("a.b", "10 7", "R", "Points.", form=r"\d+( \d+)*"),
            ("5", "10 7 5"),
            ("", "ten", "1 ", 10, "1" * 201),
        ),
    ],
)
def test_a_switch_is_what_it_may_be_and_nothing_else(
    switch: Switch, proper: tuple[Setting, ...], improper: tuple[object, ...]
) -> None:
    for setting in proper:
        assert switch.validate(setting) == setting
    for value in improper:
        with pytest.raises(Malformed, match=r"^a\.b is "):
            switch.validate(value)


def test_a_text_may_be_as_long_as_a_setting_is() -> None:
    assert Switch("a.b", "x", "R", "What.").validate("1" * 200) == "1" * 200


def test_a_packet_is_kept_as_json_and_read_again() -> None:
    item = PackedItem(id="gun", kind="machinegun", rolled={"fuel": 2}, ammunition=0)
    assert packet_from(packet_bytes(EMPTY)) == EMPTY
    assert packet_digest(EMPTY) == json_digest(EMPTY)
    assert len(packet_digest(EMPTY)) == 64
    assert packet_digest(replace(EMPTY, heats=2)) != packet_digest(EMPTY)
    assert packet_digest(replace(EMPTY, switches={"ladder.slippery": True})) != packet_digest(EMPTY)
    assert (
        json_bytes(without_defaults(item)) == b'{"ammunition":0,"id":"gun","kind":"machinegun","rolled":{"fuel":2}}'
    )
    with pytest.raises(Malformed, match="no packet of a match"):
        packet_from(b'{"match":1}')
    with pytest.raises(Malformed, match="no packet of a match"):
        packet_from(b"{")


def test_faults_are_told_together_and_warnings_break_nothing() -> None:
    faults = [
        ErrorDetail(code="a", rule="R-1", sentence="It is too heavy: take some off."),
        ErrorDetail(code="b", rule="", sentence="It is empty.", warning=True),
    ]
    assert in_words(faults) == "It is too heavy: take some off (R-1). It is empty."
    assert without_warnings(faults) == faults[:1]


def test_a_log_is_known_by_its_sha_256() -> None:
    assert log_digest(b"") == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"
