"""Serializers of questionnaires: every question in one form, whatever its questionnaire.

A house rule is a question whose answer has the one part `setting`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import groupby
from typing import Any

from django.urls import reverse

from api.questionnaires.schemas import (
    AnswerPartOut,
    Answers,
    NeedOut,
    OnlyIfOut,
    PartChoiceOut,
    QuestionnairesOut,
    QuestionnaireSummaryOut,
    QuestionOut,
    QuestionsOut,
    SectionOut,
)
from explain.house_rule_questions import CHOICE, NUMBER, TEXT, YES_NO, house_rules
from explain.house_rule_questions import Question as HouseRuleQuestion
from explain.printed_names import setting_words
from rules.campaign.core.questionnaires import HOUSE_RULES
from rules.campaign.core.switches import switch_by_name
from rules.core.refusals import Malformed, refuse_any
from rules.core.switches import LONGEST_SETTING, Setting
from rules.match.referee.questionnaire import Part, Question, Section
from rules.match.registry import QUESTIONNAIRES, get_questionnaire

SETTING = "setting"
"""The one part of the answer to a house rule."""
HOUSE_RULES_TITLE = "the house rules"
QUESTIONNAIRE_IDS = (HOUSE_RULES, *QUESTIONNAIRES)
"""The ids of the questionnaires that are the same for every league."""


def serialize_questionnaires() -> QuestionnairesOut:
    """Every questionnaire that is the same for every league."""
    return QuestionnairesOut(questionnaires=tuple(map(_summarize, QUESTIONNAIRE_IDS)))


def serialize_questions(id: str) -> QuestionsOut:
    """The questions of one of these questionnaires."""
    if id == HOUSE_RULES:
        return QuestionsOut(id=id, title=HOUSE_RULES_TITLE, sections=_house_rule_sections())
    questionnaire = get_questionnaire(id)
    return QuestionsOut(id=id, title=questionnaire.title, sections=serialize_sections(questionnaire.sections()))


def serialize_sections(sections: Iterable[Section]) -> tuple[SectionOut, ...]:
    """The sections of a questionnaire whose answers have parts."""
    return tuple(
        SectionOut(
            code=section.code,
            title=section.title,
            group=section.group,
            freezes=section.freezes,
            questions=tuple(map(_serialize_question, section.questions)),
        )
        for section in sections
    )


def to_answers(questionnaire: str, stored: Mapping[str, Any]) -> Answers:
    """Stored answers with parts: the setting of a house rule becomes its one part."""
    if questionnaire == HOUSE_RULES:
        return {key: {SETTING: setting} for key, setting in sorted(stored.items())}
    return {key: dict(answer) for key, answer in sorted(stored.items())}


def to_stored_answers(questionnaire: str, answers: Answers) -> dict[str, Any]:
    """Answers that were sent, as they are stored: of a house rule the setting alone.

    Raises `Malformed` for every answer to a house rule that has other parts.
    """
    if questionnaire != HOUSE_RULES:
        return {key: dict(answer) for key, answer in answers.items()}
    refuse_any(
        Malformed(f"The answer to {key[:80]} has the one part {SETTING!r}: send that alone.").at(key)
        for key, answer in answers.items()
        if answer.keys() != {SETTING}
    )
    return {key: answer[SETTING] for key, answer in answers.items()}


def _summarize(id: str) -> QuestionnaireSummaryOut:
    found = serialize_questions(id)
    return QuestionnaireSummaryOut(
        id=id,
        title=found.title,
        sections=len(found.sections),
        questions=sum(len(section.questions) for section in found.sections),
        read=reverse("api_questions", args=[id]),
    )


def _house_rule_sections() -> tuple[SectionOut, ...]:
    """The house rules, a section for each chapter. They close when their own commands say so, never as a section."""
    chapters = groupby(house_rules(), key=lambda question: question.chapter)
    return tuple(
        SectionOut(
            code=f"HOUSE-{number}",
            title=chapter,
            group="",
            freezes="",
            questions=tuple(map(_serialize_house_rule, questions)),
        )
        for number, (chapter, questions) in enumerate(chapters, 1)
    )


def _serialize_house_rule(question: HouseRuleQuestion) -> QuestionOut:
    is_number, kinds = question.kind == NUMBER, {YES_NO: "yes_no", CHOICE: "choice", NUMBER: "number", TEXT: "text"}
    setting: Any = AnswerPartOut(
        name=SETTING,
        label="Setting",
        kind=kinds[question.kind],  # type: ignore[arg-type]
        printed=question.default,
        choices=_setting_choices(question),
        lowest=question.lowest if is_number else None,
        highest=question.highest if is_number else None,
        step=1 if is_number else None,
        unit="",
        longest=LONGEST_SETTING if question.kind == TEXT else None,
        only_if=None,
    )
    return QuestionOut(
        key=question.id,
        id=question.rule,
        kind="preference",
        authority="",
        question=question.text,
        printed=dict(question.choices).get(str(question.default)) or setting_words(question.default) or "none",
        scope="league",
        acts=" ".join(filter(None, (question.told, question.numbers))),
        procedures=(question.rule,),
        needs=(),
        parts=(setting,),
    )


def _setting_choices(question: HouseRuleQuestion) -> tuple[PartChoiceOut, ...]:
    if question.kind != CHOICE:
        return ()
    values: Mapping[str, Setting] = {str(choice): choice for choice in switch_by_name(question.id).choices}
    return tuple(PartChoiceOut(value=values.get(value, value), label=label) for value, label in question.choices)


def _serialize_question(question: Question) -> QuestionOut:
    return QuestionOut(
        key=question.key,
        id=question.id,
        kind=question.kind,
        authority=question.authority,
        question=question.question,
        printed=question.printed,
        scope=question.scope,
        acts=question.acts,
        procedures=question.procedures,
        needs=tuple(NeedOut(question=need.key, part=need.part, among=need.among) for need in question.needs),
        parts=tuple(map(_serialize_part, question.parts)),
    )


def _serialize_part(part: Part) -> AnswerPartOut:
    is_number = part.kind == "number"
    return AnswerPartOut(
        name=part.name,
        label=part.label,
        kind=part.kind,
        printed=part.default,
        choices=tuple(PartChoiceOut(value=value, label=label) for value, label in part.choices),
        lowest=part.lowest if is_number else None,
        highest=part.highest if is_number else None,
        step=part.step if is_number else None,
        unit=part.unit,
        longest=part.longest if part.kind == "text" else None,
        only_if=None if part.only_if is None else OnlyIfOut(part=part.only_if[0], value=part.only_if[1]),
    )
