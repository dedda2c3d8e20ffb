"""The results of a season's end: final table, Cup and draft turns; also a season's rounds and box scores."""

from __future__ import annotations

from django.db.models import QuerySet

from drivers.models import Appearance
from league.models import CupAward, DraftPick, FinalLine, Match, Report, Round, Settlement, StandingsLine


def final_lines(season: str) -> QuerySet[FinalLine]:
    """The final table, the best first; empty before it is made."""
    return FinalLine.objects.filter(season=season).order_by("rank")


def cup_award_of(season: str) -> CupAward | None:
    """Who won the Metal Cup of a season, None before it is awarded."""
    return CupAward.objects.filter(season=season).first()


def draft_picks_of(season: str) -> QuerySet[DraftPick]:
    """The turns of the draft in the order they were taken, including those passed."""
    return DraftPick.objects.filter(season=season).order_by("entry", "fact")


def rounds_of(season: str) -> QuerySet[Round]:
    """The rounds of a season in order."""
    return Round.objects.filter(season=season).order_by("number")


def matches_of(season: str) -> QuerySet[Match]:
    """The matches of a season in the order they are played, each with only its round."""
    return Match.objects.filter(season=season).only("pk", "round_id").order_by("round__number", "place", "pk")


def appearances_in(match: str) -> QuerySet[Appearance]:
    """The box score of a match, the most important line first; it exists once the settlement is closed."""
    return Appearance.objects.filter(match=match).order_by("-scores", "-criticals", "-kills", "driver_id")


def standings_lines_of(match: str) -> QuerySet[StandingsLine]:
    """The points from a match, the most first."""
    return StandingsLine.objects.filter(match=match).order_by("-points", "franchise_id")


def settlements_of(match: str) -> QuerySet[Settlement]:
    """The settlement of a match for each of its franchises, in the order they were settled."""
    return Settlement.objects.filter(match=match).order_by("entry", "fact")


def accepted_report_of(match: str) -> Report | None:
    """The accepted report of a match as it stands, None while there is none."""
    return Report.objects.filter(match=match).first()
