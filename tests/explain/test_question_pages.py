"""The pages of questionnaires: every question is on one, none is too tall, and what leagues change most is first."""

from __future__ import annotations

import pytest

from explain import links
from explain.house_rule_questions import HOUSE_RULES, MOST_SHOWN, most_changed_questions
from explain.question_pages import (
    TALLEST_LIST,
    MeasuredQuestion,
    page_of_question,
    pages_of_questionnaire,
    question_height,
    section_pages,
)
from league.founding.league_shape import SEASON_KINDS
from rules.campaign.core.switches import every_switch
from rules.match.referee.questionnaire import Part
from rules.match.registry import get_questionnaire

KEYS = {
    HOUSE_RULES.id: [question.id for question in HOUSE_RULES.questions()],
    "carwars": list(get_questionnaire("carwars").questions()),
}


@pytest.mark.parametrize("questionnaire", KEYS)
def test_every_question_is_on_one_page_in_its_order(questionnaire: str) -> None:
    pages = pages_of_questionnaire(questionnaire)
    assert [key for page in pages for key in page.keys] == KEYS[questionnaire]
    assert len({page.slug for page in pages}) == len(pages) > 10
    assert {page.slug for page in pages if KEYS[questionnaire][-1] in page.keys} == {
        page_of_question(questionnaire, KEYS[questionnaire][-1])
    }


def test_a_question_leads_to_the_page_of_its_section() -> None:
    home = "/l/rust-belt/s1/questionnaires"
    assert links.question_url("rust-belt/s1", "carwars", "duel.points") == (
        f"{home}/carwars/sections/scoring-and-the-arena/#duelpoints"
    )
    assert links.question_url("rust-belt/s1", "own", "arena.music") == (
        f"{home}/own/?question=arena.music#arenamusic"
    )
    assert page_of_question("carwars", "chess") == ""
    assert pages_of_questionnaire("own") == ()


def test_a_long_section_is_cut_into_parts_of_about_the_same_height() -> None:
    questions = [MeasuredQuestion(f"q{number}", "Fire", 1000) for number in range(9)]
    pages = section_pages(questions)
    assert [(page.slug, page.title, len(page.keys)) for page in pages] == [
        ("fire", "Fire, part 1", 3),
        ("fire-2", "Fire, part 2", 3),
        ("fire-3", "Fire, part 3", 3),
    ]
    assert TALLEST_LIST > 3 * 1000


def test_sections_without_latin_letters_or_with_one_name_have_pages_of_their_own() -> None:
    sections = ["Арена", "火", "Fire", "Fire 2", "Fire", "Fire 2"]
    pages = section_pages([MeasuredQuestion(f"q{number}", title, 10) for number, title in enumerate(sections)])
    assert [page.slug for page in pages] == ["section", "section-2", "fire", "fire-2", "fire-3", "fire-2-2"]


def test_a_field_for_each_part_makes_a_question_taller() -> None:
    yes = Part(name="a", label="A", kind="yes_no", default=True)
    text = Part(name="b", label="B", kind="text", default="", longest=500)
    choices = Part(name="c", label="C", kind="set", default=(), choices=(("x", "X"), ("y", "Y")))
    alone = question_height(["What is it?"], [])
    heights = [question_height(["What is it?"], [part]) for part in (yes, choices, text)]
    assert alone < heights[0] < heights[1] < heights[2]
    assert question_height(["What is it?" * 20], []) > alone


def places(questionnaire: str) -> list[int]:
    """The places that questions of a questionnaire declare among those that leagues change most."""
    books = () if questionnaire == HOUSE_RULES.id else get_questionnaire(questionnaire).questions().values()
    return [declared.most_changed.place for declared in books or every_switch() if declared.most_changed]


@pytest.mark.parametrize("questionnaire", KEYS)
def test_at_most_a_dozen_questions_are_first_each_with_a_reason(questionnaire: str) -> None:
    first = most_changed_questions(questionnaire)
    assert first.keys() <= set(KEYS[questionnaire])
    assert 0 < len(first) <= MOST_SHOWN
    assert sorted(places(questionnaire)) == list(range(1, len(first) + 1))
    assert all(why.endswith(".") for why in first.values())
    assert most_changed_questions("own") == {}


def test_whatever_a_preset_changes_is_among_what_leagues_change_most() -> None:
    switches = {switch for kind in SEASON_KINDS for switch in kind.switches}
    assert switches <= most_changed_questions(HOUSE_RULES.id).keys()
    book = get_questionnaire("carwars")
    assert {key for preset in book.read_presets() for key in preset.answers} <= most_changed_questions(
        "carwars"
    ).keys()
