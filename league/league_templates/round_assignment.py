"""The rounds of a template planned for a league's franchises: the matches are given, and who meets whom is drawn."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from msgspec.structs import replace

from league.league_templates.content_checks import match_id, match_plan, round_error
from league.league_templates.contents import PlannedMatch, PlannedRound, TemplateContents
from rules.campaign.match_day.announcing import MatchPlan
from rules.campaign.match_day.pairings import Meetings, pair_up


@dataclass(frozen=True, slots=True)
class AssignedRounds:
    """The plans of rounds by their numbers, and a sentence for each round that cannot be planned."""

    plans: dict[int, list[MatchPlan]]
    left_out: tuple[str, ...]


def assign_rounds(contents: TemplateContents, franchises: Sequence[str]) -> AssignedRounds:
    """Plan the rounds of a template for these franchises.

    Matches are as large as in the template, or as that number of franchises allows, and every franchise that can
    plays in every round. If there are more matches than in the template, its matches are repeated in their order.
    Rounds after the last of the season are left out.
    """
    plans: dict[int, list[MatchPlan]] = {}
    left_out: list[str] = []
    meetings = Meetings()
    for round in contents.plan:
        if round.number > contents.rounds:
            left_out.append(f"Round {round.number} is not planned: the season ends with round {contents.rounds}.")
            continue
        size = max(match.teams for match in round.matches)
        groups = pair_up(franchises, before=meetings, number=round.number, size=size)
        assigned = replace(
            round, matches=tuple(_match_for(round, place, teams=len(group)) for place, group in enumerate(groups))
        )
        if (error := round_error(contents, assigned)) is not None:
            left_out.append(f"Round {round.number} is not planned: {error[1].sentence}")
            continue
        for group in groups:
            meetings.add(group)
        plans[round.number] = [
            match_plan(match, id=match_id(assigned, place), franchises=group)
            for place, (match, group) in enumerate(zip(assigned.matches, groups, strict=True))
        ]
    return AssignedRounds(plans, tuple(left_out))


def _match_for(round: PlannedRound, place: int, *, teams: int) -> PlannedMatch:
    """The match of a round at a place; with another number of teams the house rules say how many cars each has."""
    match = round.matches[place % len(round.matches)]
    return match if match.teams == teams else replace(match, teams=teams, vehicles_per_team=None)
