"""What a viewer does not see of a franchise's cars, because they meet it in a duel. Rule CW-Q-013."""

from __future__ import annotations

from typing import Any

from league.access import Viewer
from league.models import LineUp, Season
from rules.campaign.core.duels import BEFORE_THE_RESULT, DUEL, fields_hidden_from_rivals


def hidden_car_fields(row: Any, season: Season, viewer: Viewer) -> frozenset[str]:
    """The fields of the cars of a franchise in a season that are hidden from a viewer.

    They are hidden from owners of franchises that meet it in a duel whose result does not stand yet. Commissioners,
    who run the duels, see everything.
    """
    own = {franchise.pk for franchise in viewer.franchises}
    if viewer.is_commissioner or not own or row.identity_id in own:
        return frozenset()
    duels = LineUp.objects.filter(franchise_id=row.pk, match__scoring=DUEL, match__step__in=BEFORE_THE_RESULT)
    if not duels.filter(match__line_ups__franchise__identity_id__in=own).exists():
        return frozenset()
    return fields_hidden_from_rivals(season.answers)
