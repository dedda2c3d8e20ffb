"""What a template holds in plain lines, each with what a plainly founded league would have instead."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from explain.house_rule_questions import HOUSE_RULES
from explain.printed_names import quantity, ruleset_title, setting_words
from league.founding import SeasonKind, season_kind
from league.league_templates.contents import CalendarSettings, PlannedRound, TemplateContents
from league.league_templates.season_contents import kind_settings
from league.pages.founding import DEFAULT_FRANCHISES, READERS, dice_levels
from league.queries.season_leaves import LEAVES
from rules.campaign.core.command import STEP_NAMES
from rules.campaign.core.editions import NEWEST_EDITION
from rules.campaign.core.questionnaires import answer_words, season_questionnaire
from rules.campaign.core.switches import REPORTED_BY_PEOPLE, RULESET_SWITCH
from scheduling.calendar import DEFAULT_HOURS

PUBLIC, MEMBERS = READERS
EVERYBODY, MEMBERS_ONLY = (READERS[value][0] for value in (PUBLIC, MEMBERS))


@dataclass(frozen=True, slots=True)
class TemplateLine:
    """A setting in words, and what a plainly founded league has; `usual` is empty where it has no such thing."""

    label: str
    text: str
    usual: str = ""

    @property
    def differs(self) -> bool:
        """Whether a plainly founded league is set otherwise."""
        return self.text != self.usual


@dataclass(frozen=True, slots=True)
class TemplateSection:
    """Lines under a heading."""

    title: str
    lines: tuple[TemplateLine, ...]


def template_sections(contents: TemplateContents) -> list[TemplateSection]:
    """What the contents of a template are; sections without a line are left out."""
    kind = season_kind(contents.kind)
    found = [
        TemplateSection("The season", tuple(_season_lines(contents, kind))),
        TemplateSection("House rules", tuple(_house_rule_lines(contents, kind))),
        TemplateSection("Deadlines", tuple(_calendar_lines(contents.calendar, CalendarSettings(hours=kind.hours)))),
        TemplateSection("Rounds that are planned", tuple(map(_round_line, contents.plan))),
        TemplateSection("Questionnaires", tuple(_answer_lines(contents))),
    ]
    return [section for section in found if section.lines]


def _season_lines(contents: TemplateContents, kind: SeasonKind) -> Iterator[TemplateLine]:
    yield TemplateLine("Like the kind of season", kind.name, kind.name)
    yield TemplateLine("Franchises", str(contents.franchises), str(DEFAULT_FRANCHISES))
    yield TemplateLine("Rounds", str(contents.rounds), str(kind.rounds))
    yield TemplateLine("Matches", _system_words(contents.system), _system_words(kind.ruleset))
    yield TemplateLine("Edition of the rules", contents.edition, NEWEST_EDITION)
    levels = {level: words.rstrip(".") for level, (words, _) in dice_levels(beacon=True).items()}
    yield TemplateLine("Dice", levels[contents.dice], levels[LEAVES])
    yield TemplateLine("Who may read it", EVERYBODY if contents.public else MEMBERS_ONLY, EVERYBODY)


def _system_words(system: str) -> str:
    if system == REPORTED_BY_PEOPLE:
        return "reported by people"
    return f"played by the site, with {ruleset_title(system)}"


def _house_rule_lines(contents: TemplateContents, kind: SeasonKind) -> Iterator[TemplateLine]:
    """The house rules that are not as printed, here or in a plainly founded league of that kind."""
    usual, questions = kind_settings(kind), HOUSE_RULES.by_id()
    for name, question in questions.items():
        if name == RULESET_SWITCH or (name not in contents.house_rules and name not in usual):
            continue
        setting = contents.house_rules.get(name, question.default)
        yield TemplateLine(question.text, setting_words(setting), setting_words(usual.get(name, question.default)))


def _calendar_lines(calendar: CalendarSettings, usual: CalendarSettings) -> Iterator[TemplateLine]:
    for step in DEFAULT_HOURS:
        if step in calendar.hours or step in usual.hours:
            yield TemplateLine(
                f"Time for {STEP_NAMES[step]}",
                quantity(calendar.hours.get(step, DEFAULT_HOURS[step]), "hour"),
                quantity(usual.hours.get(step, DEFAULT_HOURS[step]), "hour"),
            )
    usual_words = dict(_calendar_words(usual))
    for label, text in _calendar_words(calendar):
        yield TemplateLine(label, text, usual_words[label])


def _calendar_words(calendar: CalendarSettings) -> Iterator[tuple[str, str]]:
    yield "When a deadline passes", "the season goes on by itself" if calendar.unattended else "it waits for Go on"
    yield "Results of matches at a table", "drawn" if calendar.results == "stand_in" else "reported by people"
    yield "Reminders", f"{quantity(calendar.reminder_hours, 'hour')} before a deadline"
    agreed = calendar.agreed_hours
    yield (
        "A report that the teams agree on",
        "waits for the commissioner" if agreed is None else f"is accepted after {quantity(agreed, 'hour')}",
    )
    yield "Evidence of a report", setting_words(calendar.least_evidence or "any")
    yield "Appeals", f"within {quantity(calendar.appeal_hours, 'hour')}" if calendar.appeal_hours else "none"
    yield (
        "A match counts as missed",
        f"{quantity(calendar.missed_hours, 'hour')} after its agreed time" if calendar.missed_hours else "never",
    )
    yield "Rounds are revealed", calendar.standing_reveal or "as soon as they are played"
    yield "Match night", calendar.match_night or "none"


def _round_line(round: PlannedRound) -> TemplateLine:
    """The matches of a planned round in words, equal ones counted: "2 × race, 3 teams, anvil"."""
    matches = Counter(
        ", ".join(
            [
                match.event.replace("_", " "),
                quantity(match.teams, "team"),
                *[quantity(match.heats, "heat")] * (match.heats > 1),
                *[ruleset_title(match.ruleset)] * (match.ruleset not in ("", REPORTED_BY_PEOPLE)),
                *(str(value).replace("_", " ") for value in match.setting.values() if isinstance(value, str)),
            ]
        )
        for match in round.matches
    )
    text = "; ".join(f"{count} × {words}" if count > 1 else words for words, count in matches.items())
    return TemplateLine(f"Round {round.number}", text)


def _answer_lines(contents: TemplateContents) -> Iterator[TemplateLine]:
    asked = {question.key: question.to_own() for question in contents.questions}
    for question in contents.questions:
        yield TemplateLine(f"The league asks: {question.question}", _first_words(question.default))
    for id, answers in contents.answers.items():
        questionnaire = season_questionnaire(id, asked)
        known = questionnaire.questions()
        title = f"{questionnaire.title[0].upper()}{questionnaire.title[1:]}"
        own = quantity(len(answers), "answer")
        yield TemplateLine(title, f"published, with {own} of the league’s own" if answers else "published as printed")
        for key, answer in answers.items():
            yield TemplateLine(known[key].question, answer_words(known[key], answer), known[key].printed)


def _first_words(default: str | bool | int) -> str:
    """The answer that stands at first, in words."""
    return f"at first {setting_words(default) if isinstance(default, bool) else default}"
