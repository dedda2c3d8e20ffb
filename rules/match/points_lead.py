"""The lead on points while a match is read: which team has more than every other."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, field
from fractions import Fraction


@dataclass(slots=True)
class PointsLead:
    """The points of each team so far, and the team that took the lead last; empty before the first."""

    totals: defaultdict[str, Fraction] = field(default_factory=lambda: defaultdict(Fraction))
    leader: str = ""

    def credit(self, team: str, points: Fraction | int) -> bool:
        """Add points of a team; whether a team has taken the lead by it.

        A team leads that has points, and more than every other; it keeps the lead while others only draw level.
        """
        self.totals[team] += points
        best = max(self.totals.values())
        ahead = [name for name, total in self.totals.items() if total == best and total > 0]
        if len(ahead) != 1 or ahead[0] == self.leader:
            return False
        self.leader = ahead[0]
        return True
