"""The page that a notice leads to, from inbox, mail, webhooks and programs alike: where it is read or answered."""

from __future__ import annotations

from collections.abc import Mapping

from django.urls import reverse

from league.models import Notice
from rules.campaign.core.questionnaires import HOUSE_RULES
from scheduling.notices import LIFE_NOTICES, REPORT_NOTICES, SEAT_GIVEN, TIME_NOTICES

LEAGUE_PAGES: Mapping[str, str] = {
    **dict.fromkeys(LIFE_NOTICES, "future"),
    "job_failed": "jobs",
    "seat_asked": "league_seats",
}
"""The pages of a league that kinds of notices lead to, whether a season is named or not."""
STEP_PAGES = {"E5": "draft", "E6": "draft", "E7": "pool", "E8": "pool"}
"""The pages of a season on which steps of its end are answered; the others are answered on the season's own page."""
DRAFT_NOTICES = frozenset(("picked", "passed"))
"""Notices about the draft, of which older ones name no step."""


def notice_path(notice: Notice) -> str:
    """The path of the page that shows what a notice is about, or where it is answered."""
    league = notice.member.league_id
    if notice.about == "seat_declined":
        return reverse("seats")
    if page := LEAGUE_PAGES.get(notice.about):
        return reverse(page, args=[league])
    if number := _number(notice, "announcement"):
        return reverse("announcement", args=[league, number])
    if notice.about == "name_vetoed" and (subject := notice.arguments.get("subject")):
        return reverse("names", args=[league, str(notice.arguments["kind"]), str(subject)])
    if notice.about == SEAT_GIVEN and (subject := notice.arguments.get("subject")):
        return reverse("franchise", args=[league, str(subject)])
    if notice.season_id is None:
        return reverse("league", args=[league])
    return _season_path(notice, notice.season_id.split("/"))


def _season_path(notice: Notice, place: list[str]) -> str:
    """The page of a notice about a season, whose league and name are `place`."""
    if notice.about.startswith("ruling_"):
        return reverse("rulings", args=place)
    if number := _number(notice, "question"):
        return f"{reverse('put-questions', args=place)}#question-{number}"
    if number := _number(notice, "entry"):
        return reverse("amend" if notice.about == "amended" else "entry", args=[*place, number])
    if number := _number(notice, "version"):
        questionnaire = str(notice.arguments.get("questionnaire", HOUSE_RULES))
        return reverse("answers", args=[*place, questionnaire, number])
    if match := notice.arguments.get("match"):
        return _match_path(notice, [*place, str(match)])
    if franchise := notice.arguments.get("market_of"):
        return reverse("franchise-market", args=[place[0], str(franchise)])
    step = notice.arguments.get("step", "E6" if notice.about in DRAFT_NOTICES else "")
    return reverse(STEP_PAGES.get(str(step), "season"), args=place)


def _match_path(notice: Notice, place: list[str]) -> str:
    """The page on which a notice about a match is read or answered."""
    if franchise := notice.arguments.get("card_of"):
        return reverse("reward", args=[*place, str(franchise)])
    if notice.about in TIME_NOTICES:
        return reverse("match_time", args=place)
    return reverse("report" if notice.about in REPORT_NOTICES else "match", args=place)


def _number(notice: Notice, argument: str) -> int:
    """The number of something that a notice names in an argument; 0 if it names none."""
    text = str(notice.arguments.get(argument, ""))
    return int(text) if text.isdecimal() else 0
