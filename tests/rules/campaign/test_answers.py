"""Answers to questionnaires: versions in force and planned, sections that close, and the league's own questions."""

from __future__ import annotations

from typing import Any

import pytest

from rules.campaign.core.questionnaires import OWN, OwnQuestion, PendingAnswers, answer_words, season_questionnaire
from rules.campaign.founding.season_start import OpenSeason
from rules.campaign.match_day.packet_builder import build_packet
from rules.campaign.season.answers import (
    AnswerGiven,
    AnswerQuestions,
    AnswersPlanned,
    AnswersPublished,
    NothingAnswered,
    SectionClosed,
    VersionTaken,
    closed_section_step,
)
from rules.campaign.season.own_questions import (
    AskQuestion,
    QuestionAnswered,
    QuestionAsked,
    QuestionPosed,
    TooManyQuestions,
    WithdrawQuestion,
)
from rules.campaign.season.steps import StepPast
from rules.campaign.season_end.off_season import next_season
from rules.core.refusals import Malformed, Refusal, Unknown
from rules.core.terms import MatchId
from rules.match.packet import packet_bytes
from rules.match.registry import get_questionnaire
from tests.rules.campaign.memory_seasons import Table, announce, locked, settled, shopping, signed

CARWARS = "carwars"
COMBAT, SCORE, DESIGN = "fire.sustained_los", "duel.points", "design.rubber_armour"


def answered(key: str, **parts: Any) -> dict[str, dict[str, Any]]:
    """The printed answer to a question of the referee, with other values for some parts."""
    printed = get_questionnaire(CARWARS).question(key).printed_answer
    return {key: {**printed, **parts}}


def publish(version: int, answers: dict[str, dict[str, Any]], step: str = "") -> AnswerQuestions:
    """The command that publishes a version of the referee's answers."""
    return AnswerQuestions(questionnaire=CARWARS, version=version, answers=answers, step=step)


def asked(key: str = "arena.music", **fields: Any) -> AskQuestion:
    """The command that asks a question of the league's own, answered by a text unless said otherwise."""
    given: dict[str, Any] = {
        "section": "The arena",
        "question": "Which music is played?",
        "kind": "text",
        "default": "None.",
    }
    return AskQuestion(question=OwnQuestion(key=key, **given | fields))


@pytest.fixture
def founding() -> Table:
    """A season that is open and has no franchise yet."""
    table = Table()
    table.give(OpenSeason(rounds=3))
    return table


@pytest.mark.rule("HOUSE-012")
def test_a_version_is_in_force_at_once_and_only_what_is_not_printed_is_kept() -> None:
    table = signed()
    table.give(publish(1, answered(SCORE, mobility_kill=25)))
    assert table.season.answers == {CARWARS: answered(SCORE, mobility_kill=25)}
    assert table.season.versions_in_force == {CARWARS: 1}
    assert table.season.answer(CARWARS, SCORE)["mobility_kill"] == 25
    table.give(publish(2, answered(SCORE)))
    assert table.season.answers == {CARWARS: {}}
    assert [(fact.rule, fact.version) for fact in table.said(AnswersPublished)] == [
        ("HOUSE-012", 1),
        ("HOUSE-012", 2),
    ]
    assert [fact.question for fact in table.said(AnswerGiven)] == [SCORE, SCORE]


@pytest.mark.rule("HOUSE-012")
def test_the_first_version_may_answer_everything_as_printed_and_the_second_may_not() -> None:
    table = signed()
    table.give(publish(1, {}))
    assert table.season.versions_in_force == {CARWARS: 1}
    with pytest.raises(NothingAnswered, match="answer a question otherwise"):
        table.give(publish(2, {}))
    with pytest.raises(NothingAnswered):
        table.give(publish(2, answered(SCORE)))


@pytest.mark.rule("HOUSE-012")
@pytest.mark.parametrize(("version", "error"), [(0, Malformed), (-1, Malformed), (1, VersionTaken)])
def test_a_version_has_a_number_above_all_before_it(version: int, error: type[Refusal]) -> None:
    table = signed()
    table.give(publish(1, {}))
    with pytest.raises(error, match="number"):
        table.give(publish(version, answered(SCORE, mobility_kill=25)))


@pytest.mark.rule("HOUSE-012")
def test_a_planned_version_counts_as_taken() -> None:
    table = signed()
    table.give(publish(4, answered(SCORE, mobility_kill=25), "r2"))
    with pytest.raises(VersionTaken, match="number the next one 5"):
        table.give(publish(4, answered(SCORE, mobility_kill=30)))


@pytest.mark.rule("HOUSE-012")
@pytest.mark.parametrize(
    ("answers", "error", "words"),
    [
        ({"duel.pionts": {}}, Unknown, "duel.points"),
        ({SCORE: {"mobility_kill": 20}}, Malformed, "give it a value"),
        (answered(SCORE, mobility_kill="many"), Malformed, "from 0 to 1000"),
    ],
)
def test_what_is_no_answer_is_refused_by_name(answers: Any, error: type[Refusal], words: str) -> None:
    table = signed()
    with pytest.raises(error, match=words):
        table.give(publish(1, answers))
    assert table.season.answers == {}


@pytest.mark.rule("HOUSE-012")
def test_an_unknown_questionnaire_is_refused_with_those_there_are() -> None:
    with pytest.raises(Unknown, match="carwars, own"):
        signed().give(AnswerQuestions(questionnaire="carwors", version=1))


@pytest.mark.rule("HOUSE-012")
def test_answers_about_designs_close_when_the_garage_opens(founding: Table) -> None:
    founding.give(publish(1, answered(DESIGN, allowed=True)))
    table = signed()
    assert closed_section_step(table.season, "designs") == "the garage opened"
    with pytest.raises(SectionClosed, match=r"closed when the garage opened: plan design.rubber_armour .* r1\."):
        table.give(publish(1, answered(DESIGN, allowed=True)))
    table.give(publish(1, answered(DESIGN, allowed=True), "r1"))


@pytest.mark.rule("HOUSE-012")
def test_answers_about_combat_close_when_a_match_is_announced_and_open_when_it_is_settled() -> None:
    table = signed()
    table.give(publish(1, answered(COMBAT, phases_out_of_sight=2)))
    announce(table)
    with pytest.raises(SectionClosed, match="closed when match m1 was announced"):
        table.give(publish(2, answered(COMBAT, phases_out_of_sight=3)))
    table = shopping()
    settled(table)
    table.give(publish(1, answered(COMBAT, phases_out_of_sight=3)))


@pytest.mark.rule("HOUSE-012")
def test_answers_about_scoring_close_when_line_ups_are_locked() -> None:
    table = signed()
    announce(table)
    table.give(publish(1, answered(SCORE, mobility_kill=25)))
    table = locked()
    with pytest.raises(SectionClosed, match="closed when the line-ups of match m1 were locked"):
        table.give(publish(1, answered(SCORE, mobility_kill=25)))


@pytest.mark.rule("HOUSE-012")
def test_a_version_for_a_round_to_come_is_in_force_when_that_is_announced() -> None:
    table = signed()
    table.give(publish(1, answered(COMBAT, phases_out_of_sight=2)))
    shopping(table=table)
    table.give(publish(2, answered(COMBAT, phases_out_of_sight=3), "r2"))
    assert [(fact.version, fact.step) for fact in table.said(AnswersPlanned)] == [(2, "r2")]
    assert table.season.match("m1").answer_versions == {CARWARS: 1}
    settled(table)
    assert table.season.answers[CARWARS] == answered(COMBAT, phases_out_of_sight=2)
    announce(table, 2)
    assert table.season.answers[CARWARS] == answered(COMBAT, phases_out_of_sight=3)
    assert (table.season.versions_in_force, table.season.pending_answers) == ({CARWARS: 2}, [])


@pytest.mark.rule("HOUSE-012")
def test_a_step_that_is_past_or_none_is_refused() -> None:
    table = signed()
    with pytest.raises(StepPast):
        table.give(publish(1, answered(SCORE, mobility_kill=25), "S1"))
    with pytest.raises(Malformed, match="There is no step"):
        table.give(publish(1, answered(SCORE, mobility_kill=25), "soon"))


@pytest.mark.rule("HOUSE-012")
def test_a_packet_has_the_versions_and_answers_of_its_match() -> None:
    table = signed()
    table.give(publish(1, answered(SCORE, mobility_kill=25)))
    locked(table=table)
    packed = build_packet(table.season, MatchId("m1"))
    assert (packed.answer_versions, packed.answers) == ({CARWARS: 1}, {CARWARS: answered(SCORE, mobility_kill=25)})
    assert b"answer" not in packet_bytes(build_packet(locked().season, MatchId("m1")))


@pytest.mark.rule("HOUSE-012")
def test_answers_and_own_questions_go_on_in_the_next_season() -> None:
    table = signed()
    table.give(publish(1, answered(SCORE, mobility_kill=25)))
    table.give(asked())
    table.season.step = "closed"
    following = next_season(table.season)
    assert (following.answers, following.versions_in_force) == (table.season.answers, {})
    assert set(following.own_questions) == {"arena.music"}


@pytest.mark.rule("HOUSE-013")
def test_a_league_asks_a_question_of_its_own_and_answers_it() -> None:
    table = signed()
    table.give(asked())
    assert [fact.key for fact in table.said(QuestionPosed)] == ["arena.music"]
    table.give(AnswerQuestions(questionnaire=OWN, version=1, answers={"arena.music": {"answer": "Loud."}}))
    questionnaire = season_questionnaire(OWN, table.season.own_questions)
    question = questionnaire.question("arena.music")
    assert question.printed == "None."
    assert answer_words(question, table.season.answer(OWN, "arena.music")) == "Loud."
    assert (question.scope, questionnaire.section_of("arena.music").title) == ("text", "The arena")


@pytest.mark.rule("HOUSE-013")
def test_a_question_is_reworded_until_answers_are_published() -> None:
    table = signed()
    table.give(asked())
    with pytest.raises(QuestionAsked):
        table.give(asked())
    table.give(asked(question="Which songs are played?"))
    table.give(AnswerQuestions(questionnaire=OWN, version=1))
    with pytest.raises(QuestionAnswered, match="withdraw it, and ask another question"):
        table.give(asked(question="Which band plays?"))
    table.give(asked("arena.band", question="Which band plays?"))


@pytest.mark.rule("HOUSE-013")
def test_a_withdrawn_question_is_asked_no_more() -> None:
    table = signed()
    table.give(asked())
    table.give(WithdrawQuestion(key="arena.music"))
    assert season_questionnaire(OWN, table.season.own_questions).questions() == {}
    for key in ("arena.music", "arena.band"):
        with pytest.raises(Unknown, match="asks no question"):
            table.give(WithdrawQuestion(key=key))


@pytest.mark.rule("HOUSE-013")
@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({"key": "Arena"}, "is no key"),
        ({"section": " "}, "write both"),
        ({"question": ""}, "write both"),
        ({"question": "?" * 301}, "at most 300 characters"),
        ({"kind": "choice", "choices": ["one"], "default": "one"}, "2 to 20 different answers"),
        ({"kind": "choice", "choices": ["a", "a"], "default": "a"}, "2 to 20 different answers"),
        ({"kind": "choice", "choices": [f"answer {number}" for number in range(21)]}, "2 to 20 different answers"),
        ({"choices": ["a", "b"]}, "Only a question of kind choice"),
        ({"kind": "number", "default": 1, "lowest": 1, "highest": 1}, "give both"),
        ({"kind": "number", "default": 9, "lowest": 1, "highest": 8}, "from 1 to 8"),
        ({"kind": "yes_no"}, "answer yes or no"),
        ({"kind": "choice", "choices": ["a", "b"], "default": "c"}, "choose one of a, b"),
        ({"default": "x" * 2001}, "at most 2000 characters"),
    ],
)
def test_what_cannot_be_asked_is_refused(fields: dict[str, Any], words: str) -> None:
    table = signed()
    with pytest.raises(Malformed, match=words):
        table.give(asked(**fields))
    assert table.season.own_questions == {}


@pytest.mark.rule("HOUSE-013")
def test_a_league_asks_at_most_a_hundred_questions() -> None:
    table = signed()
    for number in range(100):
        table.give(asked(f"q{number}"))
    with pytest.raises(TooManyQuestions, match="at most 100"):
        table.give(asked("more"))


@pytest.mark.rule("HOUSE-013")
def test_the_questions_of_a_section_that_close_at_another_step_are_apart() -> None:
    table = signed()
    for key, freezes in (("a", "staging"), ("b", ""), ("c", "staging")):
        table.give(asked(key, freezes=freezes))
    sections = season_questionnaire(OWN, table.season.own_questions).sections()
    assert [(section.freezes, [question.key for question in section.questions]) for section in sections] == [
        ("", ["b"]),
        ("staging", ["a", "c"]),
    ]


def test_versions_planned_for_the_same_step_follow_each_other() -> None:
    table = signed()
    table.give(publish(1, answered(SCORE, mobility_kill=25), "r1"))
    table.give(publish(2, answered(SCORE, mobility_kill=30), "r1"))
    assert [planned.version for planned in table.season.pending_answers] == [1, 2]
    assert isinstance(table.season.pending_answers[0], PendingAnswers)
    announce(table)
    assert table.season.answer(CARWARS, SCORE)["mobility_kill"] == 30


@pytest.mark.rule("HOUSE-013")
def test_a_version_after_a_question_was_withdrawn_answers_those_that_are_still_asked() -> None:
    table = signed()
    for key in ("arena.music", "arena.beer"):
        table.give(asked(key))
    both = {"arena.music": {"answer": "Polka."}, "arena.beer": {"answer": "Two."}}
    table.give(AnswerQuestions(questionnaire=OWN, version=1, answers=both))
    table.give(WithdrawQuestion(key="arena.beer"))
    waltz = {"arena.music": {"answer": "Waltz."}}
    table.give(AnswerQuestions(questionnaire=OWN, version=2, answers=waltz))
    assert (table.season.answers[OWN], table.season.versions_in_force[OWN]) == (waltz, 2)
