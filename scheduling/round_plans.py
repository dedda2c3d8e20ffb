"""Plans of rounds: what a commissioner draws up before it is announced, for people and for the clock."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime

from django.db import transaction

from league.models import Membership, RoundPlan, Season
from rules.campaign.core.state import Season as State
from rules.campaign.match_day.announcing import MatchPlan
from rules.campaign.match_day.round_plans import rounds_left
from rules.core.canonical_json import without_defaults
from rules.core.refusals import Malformed, Refusal, Unknown


class RoundAnnouncedAlready(Refusal):
    """The round is announced already, or the season has no such round."""


@transaction.atomic
def save_round_plans(
    row: Season, plans: Mapping[int, Sequence[MatchPlan]], *, member: Membership, at: datetime
) -> None:
    """Keep the matches planned for rounds, by number, in place of what was planned for them before."""
    for number, matches in plans.items():
        RoundPlan.objects.update_or_create(
            season=row,
            number=number,
            defaults={
                "matches": [without_defaults(match) for match in matches],
                "updated_at": at,
                "updated_by": member.handle,
            },
        )


def discard_round_plans(row: Season) -> None:
    """Throw away every plan of a season."""
    RoundPlan.objects.filter(season=row).delete()


def refuse_unplannable(season: State, number: int, matches: Sequence[MatchPlan]) -> None:
    """Raise a refusal unless that round can be planned and these are matches of the season's franchises.

    Whether a ruleset can play them is checked when the round is announced.
    """
    if number not in rounds_left(season):
        raise RoundAnnouncedAlready(
            f"Round {number} cannot be planned: it is announced already, or the season has no such round."
        )
    taken: set[str] = set()
    for place, match in enumerate(matches):
        for franchise in match.franchises:
            if franchise not in season.franchises:
                raise Unknown(f"There is no franchise {franchise[:80]!r}: name those of the season.").at(
                    "matches", place, "franchises"
                )
            if franchise in taken:
                raise Malformed(f"{franchise} plays in two matches of the round: leave it out of one.").at(
                    "matches", place, "franchises"
                )
            taken.add(franchise)
