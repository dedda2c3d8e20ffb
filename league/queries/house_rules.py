"""The house rules of a season: the entries that set them, and the versions of its answers."""

from __future__ import annotations

from django.db.models import Prefetch, QuerySet

from league.access import Viewer
from league.models import Acknowledgement, AnswerVersion, Entry
from league.queries.entries import entries_of_commands

CHANGE_SWITCH_TAG = "change_switch"
SEASON_ADVANCING_COMMANDS = (
    "open_setup", "next_setup_step", "close_setup", "announce_round", "close_round", "rank_table", "award_cup",
    "retire_drivers", "close_staff_keep", "open_draft", "close_draft", "draw_sponsors", "close_pool",
    "open_from_sheet",
)  # fmt: skip
"""Commands by which a season moves on, so that a planned change takes effect (HOUSE-008)."""


def house_rule_entries(season: str, viewer: Viewer) -> QuerySet[Entry]:
    """The readable entries that may set a house rule, the oldest first."""
    return entries_of_commands(season, viewer, (CHANGE_SWITCH_TAG, *SEASON_ADVANCING_COMMANDS)).order_by("number")


def published_answers(season: str, questionnaire: str) -> QuerySet[AnswerVersion]:
    """The published versions of a season's answers to a questionnaire, the oldest first, with who has read each."""
    noted = Acknowledgement.objects.select_related("member").order_by("pk")
    found = AnswerVersion.objects.filter(season=season, questionnaire=questionnaire).exclude(published_at=None)
    return found.prefetch_related(Prefetch("acknowledgements", queryset=noted)).order_by("number")
