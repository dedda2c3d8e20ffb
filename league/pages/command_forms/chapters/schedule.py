"""Forms of the schedule: rounds and single matches. Rules DM-C-087, DM-C-177, HOUSE-005."""

from __future__ import annotations

from typing import Any

from django import forms
from django.http import QueryDict
from msgspec import convert

from explain import links
from league.pages.command_forms.base import CommandForm, register_form
from league.pages.command_forms.context import CommandContext
from league.pages.command_forms.fields import LenientChoiceField
from league.pages.matches.labels import fixture_label, matches_at_steps
from league.pages.matches.plan_fields import (
    MAX_MATCHES,
    MOST_TOGETHER,
    FranchiseAssignment,
    MatchFields,
    MatchPlanFields,
    reset_for_ruleset,
)
from league.queries.round_plans import planned_matches
from rules.campaign.core import state
from rules.campaign.core.editions import has_edition
from rules.campaign.match_day.announcing import MatchPlan
from rules.campaign.match_day.pairings import SMALLEST_MATCH
from rules.campaign.match_day.pre_match_dice import REUSED_ROLLS_SINCE as READS_FROM
from rules.campaign.match_day.round_plans import is_uneven, next_round_number, plan_round, proposed_match
from rules.campaign.steward.proposed_ids import next_match_ids, next_round_id, with_next_match_ids
from rules.core.refusals import Refusal
from rules.core.terms import MatchId
from rules.match.registry import rulesets


class MatchPlanForm(CommandForm):
    """A form that plans matches; `games` holds their fields."""

    games: MatchPlanFields
    template = "league/desk/matches.html"

    def __init__(self, *, desk: CommandContext, given: QueryDict | None = None, **opened: Any) -> None:
        adjusted = None if given is None else reset_for_ruleset(given, desk.season)
        super().__init__(desk=desk, given=adjusted, **opened)

    @property
    def planned_matches(self) -> list[MatchFields]:
        """The matches, each with its fields."""
        return self.games.planned_matches(self)

    @property
    def other_fields(self) -> list[forms.BoundField]:
        """The fields that belong to no match."""
        match_fields = {field.name for game in self.planned_matches for field in (*game.first, *game.more)}
        return [field for field in self.own_fields if field.name not in match_fields and ":" not in field.name]

    def get_success_url(self) -> str:
        """The schedule."""
        return links.schedule_url(self.desk.row.pk)

    def renew(self) -> None:
        """Also give the matches the ids that are free now, unless a given command is shown again."""
        super().renew()
        if self.given is None or self.written:
            return
        field_names = [f"{game.number}:match" for game in self.planned_matches]
        ids = next_match_ids(self.desk.season, len(field_names), besides=self.desk.reserved_ids)
        renewed = self.given.copy()
        for field_name, id in zip(field_names, ids, strict=True):
            renewed[field_name] = id
        self.data = self.given = renewed


@register_form("announce_round")
class AnnounceRoundForm(MatchPlanForm):
    """Announce the next round, as it was planned or drawn up now by who has met whom (DM-C-177)."""

    title = "Announce the next round"
    verb = "Announce it"
    final = "Owners are asked for their line-ups at once. To take a match back, void it."
    uneven = forms.BooleanField(
        label="Some franchises have fewer matches than others, and that is intended",
        required=False,
        widget=forms.CheckboxInput,
    )
    round = forms.CharField(widget=forms.HiddenInput, max_length=60)

    def lay_out(self) -> None:
        """Add the matches of the saved plan, or of a new one for the requested size and rulesets."""
        season, number = self.desk.season, next_round_number(self.desk.season)
        self.initial.setdefault("round", next_round_id(season, besides=self.desk.reserved_ids))
        plans = self._plans(season)
        self.games = MatchPlanFields(season, self.desk.called, plans, keep_ids=bool(self.written))
        self.games.add_to(self)
        last = number >= season.rounds_planned
        if last:
            self.initial.setdefault("uneven", is_uneven(season, {number: plans}))
        else:
            del self.fields["uneven"]

    def renew(self) -> None:
        """Also give the round the id that is free now."""
        super().renew()
        if self.given is not None and not self.written:
            self.given["round"] = next_round_id(self.desk.season, besides=self.desk.reserved_ids)

    @property
    def assignments(self) -> list[FranchiseAssignment]:
        """The franchises, each with the field for its match."""
        return self.games.assignments(self)

    @property
    def number(self) -> int:
        """The number of the round."""
        return next_round_number(self.desk.season)

    def document(self) -> dict[str, Any]:
        """The round with every match that has franchises."""
        document = {"type": self.tag, "round": self.cleaned_data["round"]}
        matches = self.games.documents(self.cleaned_data)
        return {**document, "matches": matches, **({"uneven": True} if self.cleaned_data.get("uneven") else {})}

    def _plans(self, season: state.Season) -> list[MatchPlan]:
        if self.is_bound:
            return _submitted_plans(self.data)
        if self.written:
            return [convert(match, MatchPlan) for match in self.written["matches"]]
        size, requested = _number(self.initial.get("size")), _rulesets(self.initial.get("rulesets"))
        if not size and not requested and (planned := planned_matches(self.desk.row.pk, season)):
            self.filled_because = "Filled in as the round was planned."
            return self._by_ids(planned)
        self.filled_because = "Filled in as usual: franchises that have met least are paired."
        try:
            return self._by_ids(plan_round(season, size=size or SMALLEST_MATCH, rulesets=requested))
        except Refusal:
            return self._by_ids(plan_round(season, size=SMALLEST_MATCH))

    def _by_ids(self, plans: list[MatchPlan]) -> list[MatchPlan]:
        return with_next_match_ids(self.desk.season, plans, besides=self.desk.reserved_ids)


@register_form("add_match")
class AddMatchForm(MatchPlanForm):
    """Add a match to the open round (HOUSE-005)."""

    title = "Add a match to the round"
    verb = "Add it"
    lead = "For franchises that have no match in the open round."
    round = LenientChoiceField(label="Round")

    def lay_out(self) -> None:
        """Offer the open round, and propose a match between franchises that have none in it."""
        season = self.desk.season
        rounds = season.open_rounds()
        self.offer("round", [(open_round.id, f"Round {open_round.number}") for open_round in rounds])
        if len(rounds) == 1:
            self.fields["round"].widget = forms.HiddenInput()
            self.initial.setdefault("round", rounds[0].id)
        resting = _resting(season, rounds[0].id) if rounds else []
        number = rounds[0].number if rounds else 1
        plan = convert(self.written["plan"], MatchPlan) if self.written else _another(self.desk, number, resting)
        self.games = MatchPlanFields(season, self.desk.called, [plan], by_franchise=False)
        self.games.add_to(self)

    def document(self) -> dict[str, Any]:
        """The match, and its round."""
        (plan,) = self.games.documents(self.cleaned_data) or [{}]
        return {"type": self.tag, "round": self.cleaned_data["round"], "plan": plan}


@register_form("void_match")
class VoidMatchForm(MatchPlanForm):
    """Void a match and, if wanted, put another in its place (HOUSE-005)."""

    title = "Void a match"
    verb = "Void it"
    lead = "For a match that is not reported yet. If you run it again, that is a new match in the same round."
    final = "Everything locked, drawn and hired for it is undone, and it is never played."
    match = LenientChoiceField(label="Match")
    run_again = forms.BooleanField(
        label="Run it again, as a new match with dice of its own", required=False, widget=forms.CheckboxInput
    )

    def lay_out(self) -> None:
        """Offer the matches that are not reported yet, and propose one like the voided match."""
        season = self.desk.season
        if has_edition(season, READS_FROM):
            self.fields["run_again"].help_text = "Rolls for hearts and devices before it are not repeated."
        unreported = matches_at_steps(season, self.row.steps)
        self.offer(
            "match", [(match.id, fixture_label(self.desk.season, self.desk.called, match.id)) for match in unreported]
        )
        match_id = str((self.data.get("match") if self.is_bound else self.initial.get("match")) or "")
        model = season.matches.get(match_id) or next(iter(unreported), None)
        if model is not None and not self.is_bound:
            self.initial.setdefault("match", model.id)
        plans = [] if model is None else [_like(self.desk, model)]
        if new_plan := (self.written or {}).get("again"):
            plans = [convert(new_plan, MatchPlan)]
            self.initial["run_again"] = True
        self.games = MatchPlanFields(season, self.desk.called, plans, by_franchise=False)
        self.games.add_to(self)
        for name in self.fields:
            if name.endswith(":franchises"):
                self.fields[name].required = False

    def document(self) -> dict[str, Any]:
        """The voided match, and the one in its place."""
        document = {"type": self.tag, "match": self.cleaned_data["match"]}
        new_plans = self.games.documents(self.cleaned_data) if self.cleaned_data.get("run_again") else []
        return {**document, "again": new_plans[0]} if new_plans else document


def _another(desk: CommandContext, number: int, franchises: list[str]) -> MatchPlan:
    (match,) = next_match_ids(desk.season, 1, besides=desk.reserved_ids)
    return proposed_match(desk.season, match=match, franchises=franchises, number=number)


def _like(desk: CommandContext, match: state.Match) -> MatchPlan:
    return MatchPlan(
        match=MatchId(next_match_ids(desk.season, 1, besides=desk.reserved_ids)[0]),
        event=match.event,
        franchises=[line_up.franchise for line_up in desk.season.line_ups_of(match.id)],
        surface=match.surface,
        heats=match.heats,
        vehicles_per_team=match.vehicles_per_team,
        scoring=match.scoring,
        ruleset=match.ruleset,
        setting=match.setting,
    )


def _resting(season: state.Season, round: str) -> list[str]:
    playing = {
        line_up.franchise
        for match in season.matches_of(round)
        if match.step != "void"
        for line_up in season.line_ups_of(match.id)
    }
    return [franchise.id for franchise in season.all_franchises() if franchise.id not in playing]


def _submitted_plans(posted: Any) -> list[MatchPlan]:
    """Plans for as many matches as were sent, so that their fields exist when the form is read."""
    numbers = [number for number in range(1, MAX_MATCHES + 1) if f"{number}:match" in posted]
    return [
        MatchPlan(
            match=MatchId(posted.get(f"{number}:match", "")),
            event=posted.get(f"{number}:event", ""),
            franchises=[],
            ruleset=posted.get(f"{number}:ruleset", ""),
        )
        for number in numbers
    ]


def _number(value: object) -> int:
    text = str(value or "")
    return int(text) if text.isdecimal() and SMALLEST_MATCH <= int(text) <= MOST_TOGETHER else 0


def _rulesets(value: object) -> list[str]:
    names = {ruleset.name for ruleset in rulesets()}
    return [name for name in str(value or "").split(",") if name in names or name == "reported"]
