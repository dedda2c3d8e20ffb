"""A ruleset's story on a page: parts with headings, phases, rules, anchors, and links to jump by."""

from __future__ import annotations

from pathlib import Path

import pytest

from league.pages.matches.story import Jumps, jumps, parts_about, parts_of, story_ids, titles_of_rules
from rules.dethmatch.ruleset import RULESET
from rules.match.registry import rulesets
from rules.match.ruleset import Page
from tests.rules.dethmatch.test_match_file import EXAMPLES

STORY = [
    "Heat 1 of 2: a race on the_oval [XX-A-001]",
    "     razors.c1 with jane starts from place 1 [XX-A-001]",
    "",
    "Turn 1 of heat 1 (Speeds: razors.c1 3, saints.c1 2)",
    "  1  jane in razors.c1 fires: needs 3, rolls 2, hits [XX-A-097]",
    "  1  saints.c1 takes 1 damage (shot) [XX-A-106]",
    "  2  saints.c1 slides [XX-A-071]",
    "",
    "Turn 2 of heat 1 (Speeds: razors.c1 3)",
    "",
    "Heat 1 is over: razors 3, saints 0 [XX-A-135]",
    "     jane has a wound healed []",
    "",
    "Turn 1 of heat 2",
    "  3  razors.c1 is destroyed [XX-A-110]",
]


def test_lines_that_are_not_indented_head_parts_and_what_is_indented_stands_under_them() -> None:
    outline = [(part.heading, part.note, part.rule, len(part.lines)) for part in parts_of(STORY)]
    assert outline == [
        ("Heat 1 of 2: a race on the_oval", "", "XX-A-001", 1),
        ("Turn 1 of heat 1", "Speeds: razors.c1 3, saints.c1 2", "", 3),
        ("Turn 2 of heat 1", "Speeds: razors.c1 3", "", 0),
        ("Heat 1 is over: razors 3, saints 0", "", "XX-A-135", 1),
        ("Turn 1 of heat 2", "", "", 1),
    ]


def test_a_line_is_told_with_its_number_phase_and_rule_and_by_phase() -> None:
    turn = parts_of(STORY)[1]
    assert [(line.number, line.phase, line.text, line.rule) for line in turn.lines] == [
        ("4", "1", "jane in razors.c1 fires: needs 3, rolls 2, hits", "XX-A-097"),
        ("5", "1", "saints.c1 takes 1 damage (shot)", "XX-A-106"),
        ("6", "2", "saints.c1 slides", "XX-A-071"),
    ]
    assert [(phase, [line.number for line in lines]) for phase, lines in turn.phases] == [
        ("1", ["4", "5"]),
        ("2", ["6"]),
    ]


def test_a_line_without_a_rule_ends_without_empty_brackets() -> None:
    healed = parts_of(STORY)[3].lines[0]
    assert (healed.text, healed.rule, healed.phase) == ("jane has a wound healed", "", "")


def test_each_part_has_an_anchor_of_its_own_made_of_its_heading() -> None:
    assert [part.anchor for part in parts_of(STORY)] == [
        "heat-1-of-2",
        "turn-1-of-heat-1",
        "turn-2-of-heat-1",
        "heat-1-is-over",
        "turn-1-of-heat-2",
    ]
    alike = parts_of(["Turn", "  one", "", "Turn", "  two", "", "!", "  three"])
    assert [part.anchor for part in alike] == ["turn", "turn-2", "story"]


def test_a_plain_story_is_one_part_without_a_heading() -> None:
    (only,) = parts_of(["Heat 1: razors.c1 is at the top.", "Heat 2: saints.c1 falls off."])
    assert (only.heading, [line.text for line in only.lines]) == (
        "",
        ["Heat 1: razors.c1 is at the top.", "Heat 2: saints.c1 falls off."],
    )


@pytest.mark.parametrize("file", EXAMPLES[:3], ids=lambda file: file.stem)
def test_a_match_that_is_played_here_is_told_by_these_habits(file: Path) -> None:
    parts = parts_of(RULESET.play_exhibition(file.read_bytes(), secret=b"abc").story)
    assert {part.heading.split()[0] for part in parts} == {"Heat", "Turn", "The"}
    assert [line for part in parts for line in part.lines if not line.rule] == []
    assert {line.phase for part in parts for line in part.lines} == {"", "1", "2", "3"}


def test_every_book_says_what_the_numbers_before_its_lines_count() -> None:
    assert {ruleset.title: ruleset.phase_called for ruleset in rulesets()} == {
        "Car Cult": "activation",
        "Dethmatch": "phase",
        "Formule Wars": "turn",
        "RHAD": "phase",
    }


def test_nothing_told_is_no_part() -> None:
    assert parts_of([]) == ()


def test_what_speaks_of_one_car_keeps_its_numbers_and_parts_that_do_not_are_left_out() -> None:
    parts = list(parts_about(parts_of(STORY), frozenset({"saints.c1"})))
    assert [(part.anchor, part.note, [line.number for line in part.lines]) for part in parts] == [
        ("turn-1-of-heat-1", "Speeds: saints.c1 2", ["5", "6"])
    ]


def test_headings_that_differ_in_one_number_share_a_row_to_jump_by() -> None:
    turns = [f"Turn {turn} of heat {heat}" for heat in (1, 2) for turn in (1, 2, 3)]
    story = ["Heat 1 of 2: a race", "", *(line for turn in turns for line in (turn, "")), "The match is over"]
    assert jumps(parts_of(story)) == [
        Jumps("", (("heat-1-of-2", "Heat 1 of 2"),)),
        Jumps("Turn … of heat 1", tuple((f"turn-{n}-of-heat-1", str(n)) for n in (1, 2, 3))),
        Jumps("Turn … of heat 2", tuple((f"turn-{n}-of-heat-2", str(n)) for n in (1, 2, 3))),
        Jumps("", (("the-match-is-over", "The match is over"),)),
    ]


def test_a_plain_story_has_nothing_to_jump_to() -> None:
    assert jumps(parts_of(["One.", "Two."])) == []


@pytest.mark.parametrize(
    ("text", "ids"),
    [
        ("jane in razors.c1", ("jane", "in", "razors.c1")),
        ("Off goes razors.c1.", ("goes", "razors.c1")),
        ("razors.c1A on the_oval", ("on",)),
    ],
)
def test_every_whole_word_of_small_letters_may_be_an_id(text: str, ids: tuple[str, ...]) -> None:
    assert story_ids(text) == ids


def test_a_rulebooks_headings_say_what_its_rules_are_about() -> None:
    page = Page(title="Shooting", text="## XX-A-093 Rate of fire\n\nOnce.\n\n### XX-A-097  Hitting \n\nSee XX-A-001.")
    assert titles_of_rules([page]) == {"XX-A-093": "Rate of fire", "XX-A-097": "Hitting"}


def test_the_rulebooks_there_are_name_their_rules_in_their_headings() -> None:
    titles_by_ruleset = {ruleset.name: titles_of_rules(ruleset.rulebook) for ruleset in rulesets()}
    assert titles_by_ruleset
    assert [name for name, titles in titles_by_ruleset.items() if len(titles) < 20] == []
