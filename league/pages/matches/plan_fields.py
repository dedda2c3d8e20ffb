"""Form fields of planned matches: who plays in each, its event, ground, surface, heats, cars and rules."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from django import forms
from django.http import QueryDict

from explain.printed_names import as_title, ground_name, ruleset_title
from explain.season_names import Choices, SeasonNames
from league.pages.command_forms.fields import LenientChoiceField, LenientMultipleChoiceField, TextLineField
from league.pages.number_fields import WholeNumberField
from league.queries.names import match_letter
from rules.campaign.core import state
from rules.campaign.core.codec import parse_json
from rules.campaign.core.duels import DUEL
from rules.campaign.core.switches import REPORTED_BY_PEOPLE
from rules.campaign.match_day.announcing import AS_REPORTED, MOST_HEATS, MOST_VEHICLES, PRESETS, MatchPlan
from rules.campaign.match_day.pairings import Meetings, meetings_in
from rules.campaign.match_day.round_plans import GroundChoices, ground_choices
from rules.core.refusals import Malformed, Refusal
from rules.core.text_folding import fold_text
from rules.match.registry import rulesets

SETTING_FIELD = "setting"
PLAYS = "plays"
MAX_MATCHES = 16
"""The most matches that one form plans."""
MOST_TOGETHER = 8
"""The most franchises in a match when rounds are drawn up; a plan may be edited to any number."""
RESTS = ""
SHOWN_RULESET_FIELD = "laid_out"
"""The hidden field of a match with the ruleset its fields were made for."""


@dataclass(frozen=True, slots=True)
class MatchFields:
    """A match on the form: its number, its letter in the round, and its fields."""

    number: int
    letter: str
    events: tuple[str, ...]
    """Suggestions for its event, if that is typed."""
    first: tuple[forms.BoundField, ...]
    more: tuple[forms.BoundField, ...]


@dataclass(frozen=True, slots=True)
class FranchiseAssignment:
    """A franchise on the form: how many matches it has had, and the field that says in which one it plays."""

    name: str
    matches: int
    field: forms.BoundField


@dataclass(slots=True)
class MatchPlanFields:
    """The fields of some matches in any form: added to the form, and read back as plans.

    With `by_franchise` each franchise chooses its match, so that it cannot play twice; otherwise each match chooses
    its franchises. Without `keep_ids`, the matches that are played get the first of the ids.
    """

    season: state.Season
    called: SeasonNames
    plans: Sequence[MatchPlan]
    by_franchise: bool = True
    keep_ids: bool = False
    before: Meetings = field(init=False)

    def __post_init__(self) -> None:
        self.before = meetings_in(self.season)

    # ------------------------------------------------------------------------------------------------ in the form

    def add_to(self, form: forms.Form) -> None:
        """Add the fields of every match, with the plan as initial values."""
        franchises = [franchise.id for franchise in self.season.all_franchises()]
        if self.by_franchise:
            choices = [
                (RESTS, "Rests"),
                *((str(number), f"Match {match_letter(number)}") for number, _ in self._numbered_plans()),
            ]
            for id in franchises:
                form.fields[f"{PLAYS}:{id}"] = LenientChoiceField(
                    choices=choices, required=False, label=self.called.franchise(id)
                )
                form.initial[f"{PLAYS}:{id}"] = next(
                    (str(number) for number, plan in self._numbered_plans() if id in plan.franchises), RESTS
                )
        for number, plan in self._numbered_plans():
            for name, form_field in self._fields(plan).items():
                if name == "event" and self._is_reported(plan):
                    form_field.widget.attrs["list"] = f"events-{number}"
                form.fields[f"{number}:{name}"] = form_field
            for name, value in self._initial_values(plan).items():
                form.initial[f"{number}:{name}"] = value

    def planned_matches(self, form: forms.Form) -> list[MatchFields]:
        """The matches as the form's template lays them out."""
        first = ("franchises", "event", "ground", "ruleset")
        more = ("surface", "heats", "vehicles_per_team", "scoring", SETTING_FIELD)
        return [
            MatchFields(
                number,
                match_letter(number),
                tuple(as_title(event) for event in grounds_in(self.season, plan.ruleset).events)
                if self._is_reported(plan)
                else (),
                tuple(form[f"{number}:{name}"] for name in first if f"{number}:{name}" in form.fields),
                tuple(form[f"{number}:{name}"] for name in more),
            )
            for number, plan in self._numbered_plans()
        ]

    def assignments(self, form: forms.Form) -> list[FranchiseAssignment]:
        """The franchises with the number of their matches so far, the fewest first."""
        assignments = [
            FranchiseAssignment(
                self.called.franchise(franchise.id),
                self.before.matches[franchise.id],
                form[f"{PLAYS}:{franchise.id}"],
            )
            for franchise in self.season.all_franchises()
        ]
        return sorted(assignments, key=lambda assignment: (assignment.matches, fold_text(assignment.name)))

    # ------------------------------------------------------------------------------------------------- what was sent

    def documents(self, cleaned: Mapping[str, Any]) -> list[dict[str, Any]]:
        """The plans as documents for the codec, without matches in which nobody plays. Raises `Malformed`."""
        documents = [self._document(number, cleaned) for number, _ in self._numbered_plans()]
        played = [document for document in documents if document["franchises"]]
        if self.keep_ids:
            return played
        return [
            {**document, **({"match": first["match"]} if "match" in first else {})}
            for document, first in zip(played, documents, strict=False)
        ]

    def _document(self, number: int, cleaned: Mapping[str, Any]) -> dict[str, Any]:
        """The plan of a match as a document; with the league's usual number of cars (DM-C-089) a duel names none."""
        values = {
            name: cleaned.get(f"{number}:{name}") for name in ("match", "event", "surface", "scoring", "ruleset")
        }
        numbers = {name: cleaned.get(f"{number}:{name}") for name in ("heats", "vehicles_per_team")}
        usual = self.season.setting("match.vehicles_per_team")
        if values["scoring"] == DUEL and numbers["vehicles_per_team"] == usual:
            numbers["vehicles_per_team"] = None  # proposed before the match was a duel: the referee's answers decide
        return {
            **{name: value for name, value in values.items() if value},
            "event": self._event(number, cleaned),
            **{name: value for name, value in numbers.items() if value is not None},
            "franchises": self._franchises(number, cleaned),
            "setting": self._setting(number, cleaned),
        }

    def _franchises(self, number: int, cleaned: Mapping[str, Any]) -> list[str]:
        if not self.by_franchise:
            return list(cleaned.get(f"{number}:franchises") or ())
        return [
            franchise.id
            for franchise in self.season.all_franchises()
            if cleaned.get(f"{PLAYS}:{franchise.id}") == str(number)
        ]

    def _setting(self, number: int, cleaned: Mapping[str, Any]) -> dict[str, Any]:
        """The ruleset's setting: the chosen ground, and the JSON of the other settings; none for a duel, which no
        ruleset plays.
        """
        setting = _parse_settings(
            cleaned.get(f"{number}:{SETTING_FIELD}") or "", match=str(cleaned.get(f"{number}:match"))
        )
        if cleaned.get(f"{number}:scoring") == DUEL:
            return setting
        grounds = grounds_in(self.season, cleaned.get(f"{number}:ruleset") or "")
        if ground := cleaned.get(f"{number}:ground"):
            setting |= {grounds.asked_as: ground} if grounds.asked_as else {}
        elif grounds.asked_as and (default_ground := grounds.ground_for(self._event(number, cleaned))):
            setting.setdefault(grounds.asked_as, default_ground)
        return setting

    def _event(self, number: int, cleaned: Mapping[str, Any]) -> str:
        """The event's tag, if the text names one of the rulebook's events in words."""
        event = cleaned.get(f"{number}:event") or ""
        return tag if (tag := _tag(event)) in GroundChoices().events else event

    # ------------------------------------------------------------------------------------------------------ its parts

    def _numbered_plans(self) -> list[tuple[int, MatchPlan]]:
        return list(enumerate(self.plans, start=1))

    def _is_reported(self, plan: MatchPlan) -> bool:
        return _ruleset_or_default(self.season, plan.ruleset) == REPORTED_BY_PEOPLE

    def _fields(self, plan: MatchPlan) -> dict[str, forms.Field]:
        grounds = grounds_in(self.season, plan.ruleset)
        form_fields: dict[str, forms.Field] = {
            "match": forms.CharField(widget=forms.HiddenInput),
            SHOWN_RULESET_FIELD: forms.CharField(widget=forms.HiddenInput, required=False),
            "event": TextLineField(label="Event", required=False, max_length=80),
            "surface": TextLineField(label="Surface", required=False, max_length=80),
            "heats": WholeNumberField(label="Heats", required=False, min_value=1, max_value=MOST_HEATS),
            "vehicles_per_team": WholeNumberField(
                label="Cars a team", required=False, min_value=1, max_value=MOST_VEHICLES
            ),
            "ruleset": LenientChoiceField(label="Played by", required=False, choices=_rulesets(self.season)),
            "scoring": LenientChoiceField(label="Scored as", required=False, choices=_scorings()),
            SETTING_FIELD: forms.CharField(
                label="Other settings", required=False, help_text="As JSON, such as a race's laps.", max_length=20_000
            ),
        }
        if self._is_reported(plan):
            form_fields[
                "event"
            ].help_text = (
                "A race, flags or last car standing is scored as the book says. A duel is chosen with the points."
            )
        elif len(grounds.events) > 1:
            form_fields["event"] = LenientChoiceField(
                label="Event", required=False, choices=_choices_with_current(grounds.events, plan.event)
            )
        if not self._is_reported(plan):
            label = as_title(grounds.asked_as or "ground")
            ground = str(plan.setting.get(grounds.asked_as, ""))
            form_fields["ground"] = LenientChoiceField(
                label=label, required=False, choices=_ground_choices(grounds, ground)
            )
        if not self.by_franchise:
            choices = self.called.franchise_choices(franchise.id for franchise in self.season.all_franchises())
            form_fields["franchises"] = LenientMultipleChoiceField(label="Franchises", choices=choices)
        return form_fields

    def _initial_values(self, plan: MatchPlan) -> dict[str, Any]:
        asked_as = grounds_in(self.season, plan.ruleset).asked_as
        ground = plan.setting.get(asked_as, "") if asked_as else ""
        other_settings = {
            name: value for name, value in plan.setting.items() if name != asked_as or isinstance(value, dict)
        }
        return {
            "match": plan.match,
            SHOWN_RULESET_FIELD: _ruleset_or_default(self.season, plan.ruleset),
            "event": as_title(plan.event)
            if self._is_reported(plan) and plan.event in GroundChoices().events
            else plan.event,
            "ground": ground if isinstance(ground, str) else "",
            "surface": plan.surface,
            "heats": plan.heats,
            "vehicles_per_team": plan.vehicles_per_team,
            "ruleset": plan.ruleset,
            "scoring": plan.scoring,
            SETTING_FIELD: json.dumps(other_settings) if other_settings else "",
            "franchises": [str(franchise) for franchise in plan.franchises],
        }


def reset_for_ruleset(posted: QueryDict, season: state.Season) -> QueryDict:
    """The posted form, with a fitting event and ground for matches whose ruleset was changed.

    Other choices for those matches are cleared, since they mean nothing to the new ruleset.
    """
    changed = posted.copy()
    for number in range(1, MAX_MATCHES + 1):
        previous, ruleset = (
            posted.get(f"{number}:{SHOWN_RULESET_FIELD}"),
            _ruleset_or_default(season, posted.get(f"{number}:ruleset", "")),
        )
        if not previous or previous == ruleset:
            continue
        grounds, event = grounds_in(season, ruleset), _tag(posted.get(f"{number}:event", ""))
        event = event if event in grounds.events else grounds.nearest_event(event)
        changed[f"{number}:event"] = as_title(event) if ruleset == REPORTED_BY_PEOPLE else event
        changed[f"{number}:ground"] = grounds.ground_for(event)
        changed[f"{number}:{SHOWN_RULESET_FIELD}"] = ruleset
        changed[f"{number}:surface"] = changed[f"{number}:{SETTING_FIELD}"] = ""
        if ruleset != REPORTED_BY_PEOPLE or posted.get(f"{number}:scoring") != DUEL:  # people report duels
            changed[f"{number}:scoring"] = ""
    return changed


def grounds_in(season: state.Season, ruleset: str) -> GroundChoices:
    """The events and grounds of a ruleset, "" being the season's own; those of reports if it is not installed."""
    try:
        return ground_choices(_ruleset_or_default(season, ruleset))
    except Refusal:
        return GroundChoices()


def _ruleset_or_default(season: state.Season, ruleset: str) -> str:
    """The ruleset that was chosen, or that of the house rule (DM-C-090)."""
    return ruleset or str(season.setting("match.ruleset"))


def _tag(event: str) -> str:
    return event.strip().casefold().replace(" ", "_")


def ruleset_choices() -> Choices:
    """The rulesets by which a match can be played, reports by people first."""
    return [
        (REPORTED_BY_PEOPLE, "Reported by people"),
        *((ruleset.name, f"{ruleset.title}, played here") for ruleset in rulesets()),
    ]


def _rulesets(season: state.Season) -> Choices:
    """The rulesets by which a match can be played, the house rule's first (DM-C-090)."""
    house = str(season.setting("match.ruleset"))
    title = "reported by people" if house == REPORTED_BY_PEOPLE else ruleset_title(house)
    return [("", f"The house rule: {title}"), *ruleset_choices()]


def _scorings() -> Choices:
    presets = [(preset, as_title(preset)) for preset in sorted(PRESETS)]
    return [("", "The house rule"), *presets, (AS_REPORTED, "As reported"), (DUEL, "A duel")]


def _choices_with_current(names: Sequence[str], current: str) -> Choices:
    """The choices, including the current value."""
    return [(name, as_title(name)) for name in dict.fromkeys([*names, *([current] if current else [])])]


def _ground_choices(grounds: GroundChoices, current: str) -> Choices:
    """The grounds by name, each with its events if there are several lists; the first choice leaves it open."""
    several = len(grounds.by_event) > 1
    choices = [("", "The first that fits")]
    for name in dict.fromkeys([*grounds.names, *([current] if current else [])]):
        events = [as_title(event).lower() for event, names in grounds.by_event.items() if several and name in names]
        choices.append((name, f"{ground_name(name)} ({', '.join(events)})" if events else ground_name(name)))
    return choices


def _parse_settings(text: str, *, match: str) -> dict[str, Any]:
    if not text.strip():
        return {}
    try:
        settings = parse_json(text)
    except Malformed as refusal:
        raise Malformed(f"The other settings of {match}: {refusal.sentence}") from None
    if not isinstance(settings, dict):
        raise Malformed(
            f'The other settings of {match} are not a JSON object: write one such as {{"laps": 3}}, or nothing.'
        )
    return settings
