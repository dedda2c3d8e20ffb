"""The fields of matches that are planned: who plays in each, its event, ground, surface, heats, cars and rules."""

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
from rules.campaign.core import state
from rules.campaign.core.switches import REPORTED_BY_PEOPLE
from rules.campaign.match_day.announcing import AS_REPORTED, MOST_HEATS, MOST_VEHICLES, PRESETS, MatchPlan
from rules.campaign.match_day.pairings import Meetings, meetings_in
from rules.campaign.match_day.round_plans import GroundChoices, ground_choices
from rules.core.refusals import Malformed, Refusal
from rules.match.registry import rulesets

SETTING_FIELD = "setting"
PLAYS = "plays"
MAX_MATCHES = 16
"""Matches one form plans."""
MOST_TOGETHER = 8
"""Franchises in a match, at most, that rounds are drawn up with; a plan may be changed to any number."""
RESTS = ""
SHOWN_RULESET_FIELD = "laid_out"
"""The hidden field of a match that says for which ruleset its fields were shown."""


@dataclass(frozen=True, slots=True)
class MatchFields:
    """A match on the form: its number, what it is called, and its fields."""

    number: int
    match: str
    events: tuple[str, ...]
    """What its event may be called by, for whoever types it."""
    first: tuple[forms.BoundField, ...]
    more: tuple[forms.BoundField, ...]


@dataclass(frozen=True, slots=True)
class FranchiseAssignment:
    """A franchise on the form: how many matches it has had, and the field that says in which it plays."""

    name: str
    matches: int
    field: forms.BoundField


@dataclass(slots=True)
class MatchPlanFields:
    """The fields of some matches in a form of any kind: made here, and read back as plans.

    With `by_franchise` each franchise says in which match it plays, so that nobody plays twice; else each match asks
    for its franchises. Without `keep_ids`, those that are played have the first of the ids.
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
        """Add the fields of every match, filled in as they are planned."""
        franchises = [franchise.id for franchise in self.season.all_franchises()]
        if self.by_franchise:
            offered = [(RESTS, "Rests"), *((str(at), f"Match {at}") for at, _ in self._numbered_plans())]
            for id in franchises:
                form.fields[f"{PLAYS}:{id}"] = LenientChoiceField(
                    choices=offered, required=False, label=self.called.franchise(id)
                )
                form.initial[f"{PLAYS}:{id}"] = next(
                    (str(at) for at, plan in self._numbered_plans() if id in plan.franchises), RESTS
                )
        for at, plan in self._numbered_plans():
            for name, each in self._fields(plan).items():
                if name == "event" and self._is_reported(plan):
                    each.widget.attrs["list"] = f"events-{at}"
                form.fields[f"{at}:{name}"] = each
            for name, value in self._initial_values(plan).items():
                form.initial[f"{at}:{name}"] = value

    def planned_matches(self, form: forms.Form) -> list[MatchFields]:
        """The matches as the form's template lays them out."""
        first = ("franchises", "event", "ground", "ruleset")
        more = ("surface", "heats", "vehicles_per_team", "scoring", SETTING_FIELD)
        return [
            MatchFields(
                at,
                form[f"{at}:match"].value() or plan.match,
                tuple(as_title(event) for event in grounds_in(self.season, plan.ruleset).events)
                if self._is_reported(plan)
                else (),
                tuple(form[f"{at}:{name}"] for name in first if f"{at}:{name}" in form.fields),
                tuple(form[f"{at}:{name}"] for name in more),
            )
            for at, plan in self._numbered_plans()
        ]

    def assignments(self, form: forms.Form) -> list[FranchiseAssignment]:
        """The franchises with how many matches each has had so far, those with the fewest first."""
        found = [
            FranchiseAssignment(
                self.called.franchise(franchise.id),
                self.before.matches[franchise.id],
                form[f"{PLAYS}:{franchise.id}"],
            )
            for franchise in self.season.all_franchises()
        ]
        return sorted(found, key=lambda each: (each.matches, each.name.casefold()))

    # ------------------------------------------------------------------------------------------------- what was sent

    def documents(self, cleaned: Mapping[str, Any]) -> list[dict[str, Any]]:
        """The plans as the codec reads them; a match in which nobody plays is left out. Raises `Malformed`."""
        made = [self._document(at, cleaned) for at, _ in self._numbered_plans()]
        played = [each for each in made if each["franchises"]]
        if self.keep_ids:
            return played
        return [
            {**each, **({"match": first["match"]} if "match" in first else {})}
            for each, first in zip(played, made, strict=False)
        ]

    def _document(self, at: int, cleaned: Mapping[str, Any]) -> dict[str, Any]:
        values = {name: cleaned.get(f"{at}:{name}") for name in ("match", "event", "surface", "scoring", "ruleset")}
        numbers = {name: cleaned.get(f"{at}:{name}") for name in ("heats", "vehicles_per_team")}
        return {
            **{name: value for name, value in values.items() if value},
            "event": self._event(at, cleaned),
            **{name: value for name, value in numbers.items() if value is not None},
            "franchises": self._franchises(at, cleaned),
            "setting": self._setting(at, cleaned),
        }

    def _franchises(self, at: int, cleaned: Mapping[str, Any]) -> list[str]:
        if not self.by_franchise:
            return list(cleaned.get(f"{at}:franchises") or ())
        return [
            franchise.id
            for franchise in self.season.all_franchises()
            if cleaned.get(f"{PLAYS}:{franchise.id}") == str(at)
        ]

    def _setting(self, at: int, cleaned: Mapping[str, Any]) -> dict[str, Any]:
        """What the ruleset is asked besides: the ground, and what was written below it."""
        setting = _parse_settings(cleaned.get(f"{at}:{SETTING_FIELD}") or "", match=str(cleaned.get(f"{at}:match")))
        grounds = grounds_in(self.season, cleaned.get(f"{at}:ruleset") or "")
        if ground := cleaned.get(f"{at}:ground"):
            setting |= {grounds.asked_as: ground} if grounds.asked_as else {}
        elif grounds.asked_as and (fitting := grounds.ground_for(self._event(at, cleaned))):
            setting.setdefault(grounds.asked_as, fitting)
        return setting

    def _event(self, at: int, cleaned: Mapping[str, Any]) -> str:
        """The event by its tag, where somebody wrote one of the book's in words."""
        event = cleaned.get(f"{at}:event") or ""
        return tag if (tag := _tag(event)) in GroundChoices().events else event

    # ------------------------------------------------------------------------------------------------------ its parts

    def _numbered_plans(self) -> list[tuple[int, MatchPlan]]:
        return list(enumerate(self.plans, start=1))

    def _is_reported(self, plan: MatchPlan) -> bool:
        return _ruleset_or_default(self.season, plan.ruleset) == REPORTED_BY_PEOPLE

    def _fields(self, plan: MatchPlan) -> dict[str, forms.Field]:
        grounds = grounds_in(self.season, plan.ruleset)
        made: dict[str, forms.Field] = {
            "match": forms.CharField(widget=forms.HiddenInput),
            SHOWN_RULESET_FIELD: forms.CharField(widget=forms.HiddenInput, required=False),
            "event": TextLineField(label="Event", required=False, max_length=80),
            "surface": TextLineField(label="Surface", required=False, max_length=80),
            "heats": forms.IntegerField(label="Heats", required=False, min_value=1, max_value=MOST_HEATS),
            "vehicles_per_team": forms.IntegerField(
                label="Cars a team", required=False, min_value=1, max_value=MOST_VEHICLES
            ),
            "ruleset": LenientChoiceField(label="Played by", required=False, choices=_rulesets(self.season)),
            "scoring": LenientChoiceField(label="Points made as in", required=False, choices=_scorings()),
            SETTING_FIELD: forms.CharField(
                label="Other settings", required=False, help_text="As JSON, such as a race's laps.", max_length=20_000
            ),
        }
        if self._is_reported(plan):
            made["event"].help_text = "A race, flags or last car standing has its points made as the book says."
        elif len(grounds.events) > 1:
            made["event"] = LenientChoiceField(
                label="Event", required=False, choices=_choices_with_current(grounds.events, plan.event)
            )
        if not self._is_reported(plan):
            label = as_title(grounds.asked_as or "ground")
            ground = str(plan.setting.get(grounds.asked_as, ""))
            made["ground"] = LenientChoiceField(label=label, required=False, choices=_ground_choices(grounds, ground))
        if not self.by_franchise:
            offered = self.called.franchise_choices(franchise.id for franchise in self.season.all_franchises())
            made["franchises"] = LenientMultipleChoiceField(label="Franchises", choices=offered)
        return made

    def _initial_values(self, plan: MatchPlan) -> dict[str, Any]:
        asked_as = grounds_in(self.season, plan.ruleset).asked_as
        ground = plan.setting.get(asked_as, "") if asked_as else ""
        besides = {name: value for name, value in plan.setting.items() if name != asked_as or isinstance(value, dict)}
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
            SETTING_FIELD: json.dumps(besides) if besides else "",
            "franchises": [str(franchise) for franchise in plan.franchises],
        }


def reset_for_ruleset(given: QueryDict, season: state.Season) -> QueryDict:
    """What was sent, with an event and a ground of their own for matches that are to be played by another ruleset.

    What was chosen for the ruleset before means nothing to the new one.
    """
    made = given.copy()
    for at in range(1, MAX_MATCHES + 1):
        before, ruleset = (
            given.get(f"{at}:{SHOWN_RULESET_FIELD}"),
            _ruleset_or_default(season, given.get(f"{at}:ruleset", "")),
        )
        if not before or before == ruleset:
            continue
        grounds, event = grounds_in(season, ruleset), _tag(given.get(f"{at}:event", ""))
        event = event if event in grounds.events else grounds.nearest_event(event)
        made[f"{at}:event"] = as_title(event) if ruleset == REPORTED_BY_PEOPLE else event
        made[f"{at}:ground"] = grounds.ground_for(event)
        made[f"{at}:{SHOWN_RULESET_FIELD}"] = ruleset
        made[f"{at}:surface"] = made[f"{at}:scoring"] = made[f"{at}:{SETTING_FIELD}"] = ""
    return made


def grounds_in(season: state.Season, ruleset: str) -> GroundChoices:
    """The events and grounds of a ruleset, `""` being the season's own; of reports where it is not installed."""
    try:
        return ground_choices(_ruleset_or_default(season, ruleset))
    except Refusal:
        return GroundChoices()


def _ruleset_or_default(season: state.Season, ruleset: str) -> str:
    """The ruleset that was chosen, or the house rule's (DM-C-090)."""
    return ruleset or str(season.setting("match.ruleset"))


def _tag(event: str) -> str:
    return event.strip().casefold().replace(" ", "_")


def ruleset_choices() -> Choices:
    """The rulesets a match may be played by, people's reports first."""
    return [
        (REPORTED_BY_PEOPLE, "Reported by people"),
        *((ruleset.name, f"{ruleset.title}, played here") for ruleset in rulesets()),
    ]


def _rulesets(season: state.Season) -> Choices:
    """The rulesets a match may be played by, the house rule's first (DM-C-090)."""
    house = str(season.setting("match.ruleset"))
    called = "reported by people" if house == REPORTED_BY_PEOPLE else ruleset_title(house)
    return [("", f"The house rule: {called}"), *ruleset_choices()]


def _scorings() -> Choices:
    presets = [(preset, as_title(preset)) for preset in sorted(PRESETS)]
    return [("", "The house rule"), *presets, (AS_REPORTED, "As reported")]


def _choices_with_current(names: Sequence[str], now: str) -> Choices:
    """What there is to choose from, with what is planned among it."""
    return [(name, as_title(name)) for name in dict.fromkeys([*names, *([now] if now else [])])]


def _ground_choices(grounds: GroundChoices, now: str) -> Choices:
    """The grounds by their names, each with the events it is for where there are several; first to leave it open."""
    several = len(grounds.by_event) > 1
    offered = [("", "The first that fits")]
    for name in dict.fromkeys([*grounds.names, *([now] if now else [])]):
        events = [as_title(event).lower() for event, names in grounds.by_event.items() if several and name in names]
        offered.append((name, f"{ground_name(name)} ({', '.join(events)})" if events else ground_name(name)))
    return offered


def _parse_settings(text: str, *, match: str) -> dict[str, Any]:
    if not text.strip():
        return {}
    try:
        made = json.loads(text)
    except ValueError:
        made = None
    if not isinstance(made, dict):
        raise Malformed(f'The other settings of {match} are no JSON object: write such as {{"laps": 3}}, or nothing.')
    return made
