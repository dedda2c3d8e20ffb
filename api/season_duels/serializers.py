"""Serializers of duels at a table, from what their pages show."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec
from django.urls import reverse

from api.season_duels.schemas import DuelActionOut, DuelSummaryOut, SeasonDuelOut, SeasonDuelsOut
from league.models import Season
from league.pages.duels.actions import ActionResult
from league.pages.duels.page import duel_lines
from league.pages.duels.state import duel_state
from league.pages.duels.table import DuelTable


def serialize_duels(row: Season) -> SeasonDuelsOut:
    """The duels of a season, the newest first."""
    return SeasonDuelsOut(
        season=row.pk,
        duels=tuple(
            DuelSummaryOut(
                number=line.number,
                title=line.title,
                match=line.match or None,
                answers_version=line.answers_version,
                duelists=line.duelists,
                moment=line.moment,
                ended=line.ended,
                reported=line.reported,
                opened_at=line.opened_at,
                read=reverse("api_season_duel", args=[row.league_id, row.name, line.number]),
            )
            for line in duel_lines(row.pk)
        ),
    )


def serialize_duel(table: DuelTable, *, can_enter: bool) -> SeasonDuelOut:
    """A duel with its score sheet and its log."""
    state = duel_state(table, can_enter=can_enter)
    more = {
        "season": table.row.season_id,
        "match": table.row.match or None,
        "answers_version": table.row.answers_version,
    }
    return msgspec.convert(state | more, SeasonDuelOut)


def serialize_results(results: Iterable[ActionResult]) -> tuple[DuelActionOut, ...]:
    """The results of actions, in their order."""
    return tuple(DuelActionOut(key=result.key, ok=result.ok, sentence=result.sentence) for result in results)
