"""Names and ids given by people or programs."""

from __future__ import annotations

import pytest

from rules.campaign.core.names import IdTaken, clean_new_id, clean_text, refuse_illegible_names
from rules.campaign.match_day.repairs import CarNotDestroyed, DecideRepairs
from rules.campaign.match_day.settlement import OpenSettlement
from rules.core.refusals import Malformed, Unknown
from rules.core.terms import CarId, FranchiseId, MatchId
from tests.rules.campaign.memory_seasons import accept, line_up, locked, report, signed


def test_an_id_is_free_while_nothing_of_its_kind_has_it() -> None:
    assert clean_new_id("razors.d1", among={"razors.d2": 1}, thing="driver") == "razors.d1"
    with pytest.raises(IdTaken, match=r"There is a driver razors.d1 already"):
        clean_new_id("razors.d1", among={"razors.d1": 1}, thing="driver")
    with pytest.raises(IdTaken, match=r"There is an item vest already"):
        clean_new_id("vest", among={"vest": 1}, thing="item")


@pytest.mark.parametrize(("text", "longest"), [("", 0), ("x" * 80, 80), ("Überfahrer 9", 20)])
def test_a_name_is_one_line(text: str, longest: int) -> None:
    assert clean_text(text, thing="name", longest=longest) == text


@pytest.mark.parametrize("text", ["x" * 81, "a\nb", "a\u2028b"])
def test_a_name_that_is_not_one_line_is_refused(text: str) -> None:
    with pytest.raises(Malformed, match="one line of at most 80"):
        clean_text(text, thing="name")


@pytest.mark.parametrize("text", ["a\x00b", "\u202eevil", "\u200b", "Ma\u200bx"])
def test_a_name_with_marks_that_nobody_sees_is_refused_for_those_and_not_for_its_length(text: str) -> None:
    with pytest.raises(Malformed, match="The name has marks in it that nobody can see"):
        clean_text(text, thing="name")


@pytest.mark.parametrize("name", ["   ", "\u3164", "\u2800 ", "\u0301", "\xa0"])
def test_a_new_name_of_which_nothing_is_seen_is_refused_where_it_stands(name: str) -> None:
    with pytest.raises(Malformed, match="nothing in it that can be seen: give it a letter or a digit") as raised:
        refuse_illegible_names({"type": "t", "drivers": [{"name": "Ann"}, {"driver": "d2", "name": name}]})
    assert raised.value.pointer == "/drivers/1/name"


def test_a_new_name_is_no_tower_of_marks() -> None:
    with pytest.raises(Malformed, match="more than 4 marks on one letter"):
        refuse_illegible_names({"name": "Z" + "\u0301" * 5})


@pytest.mark.parametrize("name", ["", "Zo\u0308e\u0301", "!", "\U0001f3ce", "नमस्ते", " Ann ", "Z" + "\u0301" * 4])
def test_any_other_new_name_passes(name: str) -> None:
    refuse_illegible_names({"name": name, "words": "  "})


def test_a_refusal_repeats_no_endless_name() -> None:
    endless = "x" * 10_000
    sentence = signed().refused(line_up(endless, "m1"), Unknown)
    assert len(sentence) < 300
    table = locked()
    accept(table, report(table, cars={"razors.c1": {"destroyed": True}}))
    table.give(OpenSettlement(match=MatchId("m1")))
    command = DecideRepairs(franchise=FranchiseId("razors"), match=MatchId("m1"), give_up=[CarId(endless)])
    assert len(table.refused(command, CarNotDestroyed)) < 300
