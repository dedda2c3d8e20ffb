"""Claims that are refused from people because they cannot be true, although an accepted report may hold them. Rules
DM-C-090, DM-M-139.
"""

from __future__ import annotations

from collections.abc import Iterator

from rules.campaign.core.state import Match, Season
from rules.campaign.match_day.report_checks import entrants
from rules.core.refusals import Refusal
from rules.match.report import Report


class KillsImpossible(Refusal):
    """A driver is reported with more kills than enemy cars could be destroyed in their heats (DM-M-139)."""


def claim_errors(season: Season, match: Match, report: Report) -> Iterator[Refusal]:
    """Kills that are too many to be true, with pointers into the report of a match or of one heat.

    A kill is an enemy car destroyed, and a car is destroyed at most once in a heat. Drivers who are not entrants are
    skipped.
    """
    entered = entrants(season, match, report)
    for place, claim in enumerate(report.drivers):
        own = entered.drivers.get(claim.driver)
        if own is None:
            continue
        enemies, heats = sum(franchise != own for franchise in entered.cars.values()), max(1, len(claim.heats))
        if claim.kills > enemies * heats:
            yield KillsImpossible(
                f"{claim.driver} is reported with {claim.kills} kills: a kill is an enemy car destroyed, so give "
                f"{enemies * heats} at most."
            ).at("drivers", place, "kills")
