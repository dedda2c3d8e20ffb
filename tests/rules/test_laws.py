"""The laws of a book: when each is checked, and how a broken law is reported."""

from __future__ import annotations

import json
from collections.abc import Iterator

import pytest

from rules.core.dice import Dice, KeyRing
from rules.match.laws import LawBroken, Laws
from rules.match.spec import packet_from_spec
from tests.rules.test_match_recording import DUEL
from tests.rules.towers import LAWS, STOCK, TOWERS, Play, is_over, step


def match() -> Play:
    packet = packet_from_spec(json.dumps(DUEL).encode(), TOWERS, stock=STOCK)
    return Play(packet, Dice(KeyRing(b"k", {packet.match: ""})))


def played_out(play: Play) -> Play:
    while not is_over(play):
        step(play)
    return play


@pytest.mark.rule("DM-M-001")
def test_a_match_that_keeps_its_laws_is_played_as_if_nobody_looked_on() -> None:
    watched = LAWS.watch_match(match())
    assert played_out(watched).log.entries == played_out(match()).log.entries
    assert LAWS.names == ("no_tower_is_higher_than_its_dice", "everybody_was_asked")


@pytest.mark.rule("DM-M-001")
def test_each_law_is_asked_when_it_holds_and_no_law_twice() -> None:
    laws: Laws[Play] = Laws()
    checked: list[tuple[str, str]] = []

    @laws.after_a_turn
    def at_the_end(play: Play) -> Iterator[str]:
        checked.append(("turn", play.log.entries[-1].kind))
        return iter(())

    @laws.always
    def at_all_times(play: Play) -> Iterator[str]:
        checked.append(("always", play.log.entries[-1].kind))
        return iter(())

    play = laws.watch_match(match())
    for _ in range(3):
        step(play)
    assert laws.names == ("at_all_times", "at_the_end")
    assert checked == [("always", "pile"), ("always", "pile"), ("always", "turn_end"), ("turn", "turn_end")]


@pytest.mark.rule("DM-M-001")
def test_every_law_that_is_broken_is_told_with_the_entry_after_which_it_was() -> None:
    laws: Laws[Play] = Laws()

    @laws.always
    def broken(play: Play) -> Iterator[str]:
        yield from (f"{tower.id} stands" for tower in play.state.towers)

    @laws.always
    def broken_too(play: Play) -> Iterator[str]:
        yield f"{play.match} is on"

    with pytest.raises(LawBroken) as raised:
        step(laws.watch_match(match()))
    assert raised.value.laws == {"broken", "broken_too"}
    assert str(raised.value) == (
        "heat 1, turn 1, phase 0, after entry 1 (pile of red.c1): broken: red.c1 stands; broken: blue.c1 stands; "
        "broken_too: m1 is on"
    )


def test_a_law_that_is_broken_at_a_turn_s_end_is_nobody_s() -> None:
    play = LAWS.watch_match(match())
    step(play)
    step(play)
    play.moment.place = 1
    with pytest.raises(
        LawBroken, match=r"after entry 3 \(turn_end of nobody\): everybody_was_asked: turn 1 ended with 1"
    ):
        play.note("turn_end", "FW-154")
