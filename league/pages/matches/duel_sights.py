"""What owners who meet in a duel see of each other's cars on the pages of the match. Rule CW-Q-013."""

from __future__ import annotations

from collections.abc import Collection

from league.access import Viewer
from league.models import Season
from rules.campaign.core.duels import BEFORE_THE_RESULT, DUEL, fields_hidden_from_rivals


def hidden_rival_fields(
    season: Season, viewer: Viewer, *, scoring: str, step: str, own: Collection[str], teams: Collection[str]
) -> frozenset[str]:
    """The fields of rivals' cars that are hidden from the viewer in a match of these teams, until its result stands.

    `own` are the short ids of the viewer's franchises. Commissioners see everything, and so does everybody who is
    not in the duel.
    """
    if scoring != DUEL or step not in BEFORE_THE_RESULT or viewer.is_commissioner or not set(own) & set(teams):
        return frozenset()
    return fields_hidden_from_rivals(season.answers)
