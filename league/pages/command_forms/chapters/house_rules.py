"""The form of changing a house rule, now or from a step on. Rule HOUSE-008."""

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
from rules.campaign.season.house_rules import furthest_step, round_step


def steps_to_come(season: Season) -> list[str]:
    """The steps a change may wait for: those the season has not reached, and every round to come."""
    reached = furthest_step(season)
    announced = max((each.number for each in season.all_rounds()), default=season.rounds_before)
    rounds = [round_step(number) for number in range(announced + 1, season.rounds_planned + 1)]
    place = SEASON_STEPS.index(reached)
    later = [step for step in STEPS_BEFORE_CLOSED if SEASON_STEPS.index(step) > place]
    if place > SEASON_STEPS.index("M"):
        return later
    before = [each for each in later if SEASON_STEPS.index(each) <= SEASON_STEPS.index("M")]
    return [*before, *rounds, *(each for each in later if each not in before)]


def when_choices(season: Season) -> Choices:
    """Now, or from each step to come on."""
    return [(step, f"From {step_words(step)}, on") for step in steps_to_come(season)]


@register_form("change_switch")
class ChangeSwitchForm(HouseActForm):
    """One house rule; many at once are answered on the questionnaire."""

    title = "Change a house rule"
    verb = "Change it"
    template = "league/desk/house_rule.html"
    switch = LenientChoiceField(label="House rule")
    setting = forms.CharField(label="Set to")
    step = LenientChoiceField(label="From when", required=False)

    def lay_out(self) -> None:
        """Every switch by chapter; what the chosen one may be; and every step to come."""
        chapters: dict[str, Choices] = {}
        for question in HOUSE_RULES.questions():
            chapters.setdefault(question.chapter, []).append((question.id, question.text))
        field = self.fields["switch"]
        assert isinstance(field, forms.ChoiceField)  # noqa: S101 - it is a Pick
        field.choices = list(chapters.items())
        self.offer("step", when_choices(self.desk.season), none="Now")
        if (chosen := self.question) is None:
            self.fields["setting"].help_text = "on, off, a number, or one of its choices."
            return
        now = self.desk.season.setting(chosen.id)
        text = f"Is {setting_words(now)}; printed: {setting_words(chosen.default)}."
        if chosen.choices:
            self.fields["setting"] = LenientChoiceField(label="Set to", choices=chosen.choices)
        self.fields["setting"].help_text, self.fields["setting"].required = text, chosen.kind != TEXT
        self.initial.setdefault("setting", to_form_value(not now if chosen.kind == YES_NO else now))

    @property
    def question(self) -> Question | None:
        """The switch that was chosen, as a question."""
        return HOUSE_RULES.by_id().get(self.current_value("switch"))

    @classmethod
    def initial_from_document(cls, written: Mapping[str, Any]) -> dict[str, Any]:
        """The setting as it is typed."""
        return {**super().initial_from_document(written), "setting": to_form_value(written["setting"])}

    def document(self) -> dict[str, Any]:
        """The setting as what its switch holds: on and off are true and false, a figure is a number."""
        fields = self.cleaned_data
        question = HOUSE_RULES.by_id().get(fields["switch"])
        setting = fields["setting"] if question is None else read_answer(question, fields["setting"])
        made = {"type": self.tag, "switch": fields["switch"], "setting": setting}
        return {**made, "step": fields["step"]} if fields["step"] else made

    def get_success_url(self) -> str:
        """The house rules."""
        return links.house_rules_url(self.desk.row.pk)
