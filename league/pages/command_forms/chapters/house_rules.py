"""The form that changes a house rule, now or from a later step on. Rule HOUSE-008."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django import forms

from explain import links
from explain.house_rule_questions import HOUSE_RULES, TEXT, YES_NO, Question
from explain.printed_names import setting_words, step_words
from explain.season_names import Choices
from league.pages.command_forms.base import register_form
from league.pages.command_forms.chapters.house_acts import HouseActForm
from league.pages.command_forms.fields import LenientChoiceField
from league.pages.questionnaire.answers import read_answer, to_form_value
from rules.campaign.core.command import SEASON_STEPS, STEPS_BEFORE_CLOSED
from rules.campaign.core.state import Season
from rules.campaign.season.steps import furthest_step, round_step


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
        for question in HOUSE_RULES.questions():
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
