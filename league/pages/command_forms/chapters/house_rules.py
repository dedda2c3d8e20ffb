"""Forms of house rules: one changed, answers to a questionnaire published, own questions asked and ruled on.

Rules HOUSE-008, HOUSE-012 to HOUSE-014.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import fields as fields_of
from typing import Any

from django import forms

from explain import links
from explain.house_rule_questions import HOUSE_RULES, TEXT, YES_NO, Question, house_rules_of_edition
from explain.printed_names import setting_words, step_words
from explain.season_names import Choices
from league.pages.command_forms.base import match_label, register_form
from league.pages.command_forms.chapters.house_acts import HouseActForm
from league.pages.command_forms.fields import LenientChoiceField, TextLineField
from league.pages.number_fields import WholeNumberField
from league.pages.questionnaire.answers import read_answer, to_form_value
from rules.campaign.commissioner.given_rulings import LONGEST_TEXT as LONGEST_WORDS
from rules.campaign.core.codec import parse_json
from rules.campaign.core.command import SEASON_STEPS, STEPS_BEFORE_CLOSED
from rules.campaign.core.questionnaires import LONGEST_TEXT, OWN, OwnQuestion
from rules.campaign.core.state import Season
from rules.campaign.season.own_questions import LONGEST_QUESTION, LONGEST_TITLE, MOST_CHOICES
from rules.campaign.season.steps import furthest_step, round_step
from rules.core.refusals import Malformed
from rules.core.typed_numbers import NotANumber, read_whole_number
from rules.match.registry import QUESTIONNAIRES, get_questionnaire


def steps_to_come(season: Season) -> list[str]:
    """The steps at which a change can take effect: those the season has not reached, and every round to come."""
    reached = furthest_step(season)
    announced = max((round.number for round in season.all_rounds()), default=season.rounds_before)
    rounds = [round_step(number) for number in range(announced + 1, season.rounds_planned + 1)]
    position = SEASON_STEPS.index(reached)
    later = [step for step in STEPS_BEFORE_CLOSED if SEASON_STEPS.index(step) > position]
    if position > SEASON_STEPS.index("M"):
        return later
    before_rounds = [step for step in later if SEASON_STEPS.index(step) <= SEASON_STEPS.index("M")]
    return [*before_rounds, *rounds, *(step for step in later if step not in before_rounds)]


def when_choices(season: Season) -> Choices:
    """The steps to come as choices."""
    return [(step, f"From {step_words(step)}, on") for step in steps_to_come(season)]


@register_form("change_switch")
class ChangeSwitchForm(HouseActForm):
    """Change one house rule; the questionnaire changes several at once."""

    title = "Change a house rule"
    verb = "Change it"
    template = "league/desk/house_rule.html"
    switch = LenientChoiceField(label="House rule")
    setting = forms.CharField(label="Set to")
    step = LenientChoiceField(label="From when", required=False)

    def lay_out(self) -> None:
        """Offer every switch by chapter, the settings of the chosen one, and every step to come."""
        chapters: dict[str, Choices] = {}
        for question in house_rules_of_edition(self.desk.season.edition).values():
            chapters.setdefault(question.chapter, []).append((question.id, question.text))
        field = self.fields["switch"]
        assert isinstance(field, forms.ChoiceField)  # noqa: S101 - declared above
        field.choices = list(chapters.items())
        self.offer("step", when_choices(self.desk.season), none="Now")
        if (current_question := self.question) is None:
            self.fields["setting"].help_text = "on, off, a number, or one of its choices."
            return
        current = self.desk.season.setting(current_question.id)
        text = f"Is {setting_words(current)}; printed: {setting_words(current_question.default)}."
        if current_question.choices:
            self.fields["setting"] = LenientChoiceField(label="Set to", choices=current_question.choices)
        self.fields["setting"].help_text, self.fields["setting"].required = text, current_question.kind != TEXT
        if "setting" not in self.initial:
            turns = current_question.kind == YES_NO
            self.initial["setting"] = to_form_value(not current if turns else current)
            self.filled_because = (
                "Filled in with the opposite of the present answer."
                if turns
                else "Filled in with the present setting: change it."
            )

    @property
    def question(self) -> Question | None:
        """The question of the chosen switch, None while none is chosen."""
        return HOUSE_RULES.by_id().get(self.current_value("switch"))

    @classmethod
    def initial_from_document(cls, written: Mapping[str, Any]) -> dict[str, Any]:
        """The setting as a form value."""
        return {**super().initial_from_document(written), "setting": to_form_value(written["setting"])}

    def document(self) -> dict[str, Any]:
        """The setting as a value of its switch: true or false for on and off, and numbers for figures."""
        fields = self.cleaned_data
        question = HOUSE_RULES.by_id().get(fields["switch"])
        setting = fields["setting"] if question is None else read_answer(question, fields["setting"])
        document = {"type": self.tag, "switch": fields["switch"], "setting": setting}
        return {**document, "step": fields["step"]} if fields["step"] else document

    def get_success_url(self) -> str:
        """The house rules page."""
        return links.house_rules_url(self.desk.row.pk)


LONGEST_ANSWERS = 100_000
KINDS: Choices = [("text", "A text"), ("choice", "A choice"), ("number", "A whole number"), ("yes_no", "Yes or no")]
FREEZES: Choices = [
    ("", "Never"),
    ("designs", "When the garage opens"),
    ("schedule", "When a match is announced"),
    ("staging", "When line-ups are locked"),
]


@register_form("answer_questions")
class AnswerQuestionsForm(HouseActForm):
    """Publish answers to a questionnaire as JSON; the questionnaire's page asks them one by one."""

    title = "Publish answers"
    verb = "Publish them"
    questionnaire = LenientChoiceField(label="Questionnaire")
    version = WholeNumberField(label="Version", min_value=1, help_text="The number after the last one.")
    answers = forms.CharField(
        label="Answers that change",
        required=False,
        max_length=LONGEST_ANSWERS,
        widget=forms.Textarea(attrs={"rows": 12, "spellcheck": "false"}),
        help_text="As JSON, by question. The questionnaire's page is the easier way.",
    )
    step = LenientChoiceField(label="From when", required=False)

    def lay_out(self) -> None:
        """Offer every questionnaire, and every step to come."""
        books = [(id, get_questionnaire(id).title.capitalize()) for id in QUESTIONNAIRES]
        self.offer("questionnaire", [*books, (OWN, "This league's own questions")])
        self.offer("step", when_choices(self.desk.season), none="Now")

    @classmethod
    def initial_from_document(cls, written: Mapping[str, Any]) -> dict[str, Any]:
        """The answers as JSON."""
        answers = json.dumps(written.get("answers", {}), indent=2)
        return {**super().initial_from_document(written), "answers": answers}

    def document(self) -> dict[str, Any]:
        """The answers parsed from JSON. Raises `Malformed` if they are no JSON."""
        return {**super().document(), "answers": parse_json(self.cleaned_data["answers"] or "{}")}


@register_form("ask_question")
class AskQuestionForm(HouseActForm):
    """Ask a question of the league's own, or reword one that is not answered in a version yet (HOUSE-013)."""

    title = "Ask a question of our own"
    verb = "Ask it"
    question_key = TextLineField(label="Key", help_text="Small letters, digits and underscores, such as arena.music.")
    section = TextLineField(label="Section", max_length=LONGEST_TITLE)
    question = TextLineField(label="Question", max_length=LONGEST_QUESTION)
    kind = LenientChoiceField(label="Answered by", choices=KINDS)
    choices = forms.CharField(
        label="Possible answers",
        required=False,
        max_length=MOST_CHOICES * (LONGEST_TITLE + 2),
        widget=forms.Textarea(attrs={"rows": 4}),
        help_text="One in each line, for a choice.",
    )
    lowest = WholeNumberField(label="Lowest number", required=False)
    highest = WholeNumberField(label="Highest number", required=False)
    unit = TextLineField(label="Unit", required=False, max_length=20)
    default = forms.CharField(
        label="The first answer",
        required=False,
        max_length=LONGEST_TEXT,
        widget=forms.Textarea(attrs={"rows": 2}),
        help_text="A text, one of the possible answers, a number, or yes or no.",
    )
    freezes = LenientChoiceField(label="Closes", required=False, choices=FREEZES)

    @classmethod
    def initial_from_document(cls, written: Mapping[str, Any]) -> dict[str, Any]:
        """The question's fields as form values."""
        asked = written["question"]
        default = asked.get("default", "")
        words = ("no", "yes")[default] if isinstance(default, bool) else str(default)
        choices = "\n".join(asked.get("choices", ()))
        fields = {name: value for name, value in asked.items() if name != "key"}
        return {
            **super().initial_from_document({name: value for name, value in written.items() if name != "question"}),
            **fields,
            "question_key": asked["key"],
            "choices": choices,
            "default": words,
        }

    def document(self) -> dict[str, Any]:
        """The question with its first answer as a value of its kind. Raises `Malformed`."""
        given = self.cleaned_data
        names = ("section", "question", "kind", "unit", "freezes")
        asked = {"key": given["question_key"], **{name: given[name] for name in names if given[name]}}
        choices = [line.strip() for line in given["choices"].splitlines() if line.strip()]
        if choices:
            asked["choices"] = choices
        for name in ("lowest", "highest"):
            if given[name] is not None:
                asked[name] = given[name]
        return {"type": self.tag, "question": {**asked, "default": _first_answer(given["kind"], given["default"])}}

    def get_success_url(self) -> str:
        """The page of the league's own questions."""
        return links.questionnaire_url(self.desk.row.pk, OWN)


@register_form("withdraw_question")
class WithdrawQuestionForm(HouseActForm):
    """Ask a question of the league's own no more (HOUSE-013)."""

    title = "Withdraw a question"
    verb = "Withdraw it"
    question_key = LenientChoiceField(label="Question")

    def lay_out(self) -> None:
        """Offer every question that the league asks."""
        asked = self.desk.season.own_questions
        self.offer("question_key", [(key, asked[key].question) for key in sorted(asked) if not asked[key].withdrawn])

    @classmethod
    def initial_from_document(cls, written: Mapping[str, Any]) -> dict[str, Any]:
        """The key of the question; a form has a key of its own."""
        return {**super().initial_from_document({"type": cls.tag}), "question_key": written["key"]}

    def document(self) -> dict[str, Any]:
        """The command with the key of the chosen question."""
        return {"type": self.tag, "key": self.cleaned_data["question_key"]}

    def get_success_url(self) -> str:
        """The page of the league's own questions."""
        return links.questionnaire_url(self.desk.row.pk, OWN)


def rewording_fields(asked: OwnQuestion) -> dict[str, str]:
    """The fields of the form that asks a question, as the address of the form that rewords it has them."""
    written = {"question": {field.name: getattr(asked, field.name) for field in fields_of(asked)}}
    fields = AskQuestionForm.initial_from_document(written)
    shown = AskQuestionForm.base_fields
    return {name: str(value) for name, value in fields.items() if name in shown and value not in ("", None)}


def _first_answer(kind: str, typed: str) -> str | bool | int:
    """A typed answer as a value of its kind. Raises `Malformed`."""
    text = typed.strip()
    if kind == "yes_no":
        if text.lower() not in ("yes", "no"):
            raise Malformed("This question is answered by yes or no: write one of them as its first answer.")
        return text.lower() == "yes"
    if kind == "number":
        if not text:
            raise Malformed("This question is answered by a number: write one as its first answer.")
        try:
            return read_whole_number(text)
        except NotANumber:
            raise Malformed(f"{text[:40]!r} is not a whole number: write one as the first answer.") from None
    return text


@register_form("give_ruling")
class GiveRulingForm(HouseActForm):
    """Rule on a question that came up during play (HOUSE-014)."""

    title = "Rule on a question"
    verb = "Rule"
    put = forms.CharField(label="The question", max_length=LONGEST_WORDS, widget=forms.Textarea(attrs={"rows": 3}))
    answer = forms.CharField(label="Your ruling", max_length=LONGEST_WORDS, widget=forms.Textarea(attrs={"rows": 3}))
    cited = forms.CharField(
        label="The text it is based on",
        required=False,
        max_length=LONGEST_WORDS,
        widget=forms.Textarea(attrs={"rows": 3}),
    )
    match = LenientChoiceField(label="The match it came up in", required=False)
    questionnaire = LenientChoiceField(label="Questionnaire", required=False)
    question = TextLineField(label="Key of its question", required=False, max_length=80)

    def lay_out(self) -> None:
        """Offer every match and every questionnaire."""
        season = self.desk.season
        self.offer("match", [(id, match_label(season, id)) for id in sorted(season.matches)], none="None")
        books = [(id, get_questionnaire(id).title.capitalize()) for id in QUESTIONNAIRES]
        self.offer("questionnaire", [*books, (OWN, "This league's own questions")], none="None")

    def get_success_url(self) -> str:
        """The page of questions and rulings."""
        return links.put_questions_url(self.desk.row.pk)
