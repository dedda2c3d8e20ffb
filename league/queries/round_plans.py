"""Plans: rounds that are drawn up and not announced yet."""

from __future__ import annotations

from dataclasses import replace

from django.db.models import QuerySet
from msgspec import convert

from league.models import RoundPlan
from rules.campaign.core.command import Command
from rules.campaign.core.state import Season
from rules.campaign.match_day.announcing import AnnounceRound, MatchPlan
from rules.campaign.match_day.round_plans import next_round_number
from rules.campaign.steward.proposed_ids import with_next_match_ids


def plans_of(season: str, *, after: int) -> QuerySet[RoundPlan]:
    """The plans of a season's unannounced rounds, in order; `after` is the number of the last announced round."""
    return RoundPlan.objects.filter(season_id=season, number__gt=after).order_by("number")


def plan_of(season: str, number: int) -> RoundPlan | None:
    """The plan of one round."""
    return RoundPlan.objects.filter(season_id=season, number=number).first()


def planned_matches(season_id: str, season: Season) -> list[MatchPlan]:
    """The planned matches of the next round to be announced, with their proposed ids.

    Empty if nobody drew it up.
    """
    plan = plan_of(season_id, next_round_number(season))
    plans = [] if plan is None else [convert(match, MatchPlan) for match in plan.matches]
    return with_next_match_ids(season, plans)


def with_planned_matches(command: Command | None, season_id: str, season: Season) -> Command | None:
    """A commissioner's next command as they planned it: a round that was drawn up is announced as in its plan."""
    if not isinstance(command, AnnounceRound):
        return command
    planned = [match for match in planned_matches(season_id, season) if match.franchises]
    return replace(command, matches=with_next_match_ids(season, planned)) if planned else command
