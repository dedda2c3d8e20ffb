"""What a season's end left behind: the final table, the Cup, the draft's turns; and its rounds and box scores."""

from __future__ import annotations

from django.db.models import QuerySet

from drivers.models import Appearance
from league.models import CupAward, DraftPick, FinalLine, Match, Report, Round, Settlement, StandingsLine


def final_lines(season: str) -> QuerySet[FinalLine]:
    """The final table, the best first; nothing before it is made."""
    return FinalLine.objects.filter(season=season).order_by("rank")


def cup_award_of(season: str) -> CupAward | None:
    """Who won the Metal Cup of a season, None before it is awarded."""
    return CupAward.objects.filter(season=season).first()


def draft_picks_of(season: str) -> QuerySet[DraftPick]:
    """The turns of the draft in the order they were taken, passed ones too."""
    return DraftPick.objects.filter(season=season).order_by("entry", "fact")


def rounds_of(season: str) -> QuerySet[Round]:
    """The rounds of a season in their order."""
    return Round.objects.filter(season=season).order_by("number")


def matches_of(season: str) -> QuerySet[Match]:
    """The matches of a season in the order they are played, with nothing but their round."""
    return Match.objects.filter(season=season).only("pk", "round_id").order_by("round__number", "place", "pk")


def appearances_in(match: str) -> QuerySet[Appearance]:
    """The box score of a match, the most telling line first; it stands once the settlement is closed."""
    return Appearance.objects.filter(match=match).order_by("-scores", "-criticals", "-kills", "driver_id")


def standings_lines_of(match: str) -> QuerySet[StandingsLine]:
    """The points a match made, the most first."""
    return StandingsLine.objects.filter(match=match).order_by("-points", "franchise_id")


def settlements_of(match: str) -> QuerySet[Settlement]:
    """What a match came to for each of its franchises, in the order it was reckoned."""
    return Settlement.objects.filter(match=match).order_by("entry", "fact")


def accepted_report_of(match: str) -> Report | None:
    """The accepted report of a match as it stands, None while there is none."""
    return Report.objects.filter(match=match).first()
