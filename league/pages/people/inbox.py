"""A person's inbox: their notices in all their leagues, each with a link to the page where they can act."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from explain import league_links, links
from league.mail_failures import failure_of
from league.models import League, Notice
from league.pages.base_context import Breadcrumb
from league.queries.user_notices import notices_of_user
from league.times import Zones, current_zones, league_zone
from rules.campaign.core.questionnaires import HOUSE_RULES
from scheduling import notices

NOTICES_A_PAGE = 30
AT_STEP = {
    "E5": links.draft_url,
    "E6": links.draft_url,
    "E7": links.sponsor_pool_url,
    "E8": links.sponsor_pool_url,
}
"""The page for each step of the season's end; other steps link to the season's page."""


@dataclass(frozen=True, slots=True)
class NoticeLine:
    """A notice as the inbox shows it, with the link to where the person can act."""

    id: int
    subject: str
    sentence: str
    at: datetime
    unread: bool
    league: str
    league_href: str
    href: str


def inbox_page(user: Any, *, before: int | None) -> dict[str, Any]:
    """The context of one page of the inbox, newest notices first; only notices older than notice `before` are
    listed.
    """
    notices_all = notices_of_user(user)
    older = notices_all
    if before is not None and (last := notices_all.filter(pk=before).first()) is not None:
        older = notices_all.filter(at__lte=last.at).exclude(at=last.at, pk__gte=last.pk)
    fetched = list(older[: NOTICES_A_PAGE + 1])
    page = fetched[:NOTICES_A_PAGE]
    titles = notices.titles_in_notices(page)
    return {
        "crumbs": [Breadcrumb("Leagues", "/"), Breadcrumb("Inbox")],
        "letters": [_notice_line(listed, titles) for listed in page],
        "any_unread": any(listed.read_at is None for listed in page),
        "newest": before is None,
        "failure": failure_of(user) if user.is_authenticated else None,
        "older": page[-1].pk if len(fetched) > NOTICES_A_PAGE else None,
    }


def mark_read(user: Any, *, wanted: list[int], at: datetime) -> int:
    """Mark those notices of a person as read, and return how many were unread."""
    members = user.memberships.values_list("pk", flat=True)
    return notices.mark_read(wanted, members=members, at=at)


def _notice_line(notice: Notice, titles: Mapping[str, str]) -> NoticeLine:
    league: League = notice.member.league
    words = notices.notice_text(notice, titles, zones_of_notice(notice))
    return NoticeLine(
        id=notice.pk,
        subject=words.subject,
        sentence=words.sentence,
        at=notice.at,
        unread=notice.read_at is None,
        league=league.name,
        league_href=links.object_url(league),
        href=notice_url(notice, league),
    )


def zones_of_notice(notice: Notice) -> Zones:
    """The zone of who reads the page, and that of the league of a notice."""
    return Zones(current_zones().reader, league_zone(notice.member.league))


NUMBERED_PAGES: dict[str, tuple[str, Callable[[str, int], str]]] = {
    "question_put": ("question", links.put_questions_url),
    "question_ruled": ("question", links.put_questions_url),
    "amended": ("entry", links.amend_url),
}
"""Notices about something with a number: the argument that has it, and the address of its page."""


def notice_url(notice: Notice, league: League) -> str:
    """The address of the page that shows what a notice is about."""
    if notice.about == "job_failed":
        return links.jobs_url(league.pk)
    if notice.season is None:
        return _league_notice_url(notice, league)
    if notice.about.startswith("ruling_"):
        return links.rulings_url(notice.season.pk)
    if numbered := NUMBERED_PAGES.get(notice.about):
        argument, page_url = numbered
        if str(number := notice.arguments.get(argument)).isdecimal():
            return page_url(notice.season.pk, int(str(number)))
    if notice.about == "answers" and str(version := notice.arguments.get("version")).isdecimal():
        questionnaire = str(notice.arguments.get("questionnaire", HOUSE_RULES))
        return links.questionnaire_url(notice.season.pk, questionnaire, int(str(version)))
    if match := notice.arguments.get("match"):
        return _match_url(notice, f"{notice.season.pk}/{match}")
    return _step_url(notice, league, notice.season.pk)


def _league_notice_url(notice: Notice, league: League) -> str:
    """The page of a notice about no season: an announcement, names, the future, seats, or the league."""
    if notice.about == "announced" and str(number := notice.arguments.get("announcement")).isdecimal():
        return links.announcement_url(league.pk, int(str(number)))
    if notice.about == "name_vetoed" and (subject := notice.arguments.get("subject")):
        return links.names_url(league.pk, str(notice.arguments["kind"]), str(subject))
    if notice.about in notices.LIFE_NOTICES:
        return league_links.future_url(league.pk)
    if notice.about == notices.SEAT_REQUEST:
        return league_links.league_seats_url(league.pk)
    if notice.about == notices.SEAT_GIVEN and (subject := notice.arguments.get("subject")):
        return links.franchise_url(league.pk, str(subject))
    return links.object_url(league)


def _match_url(notice: Notice, match: str) -> str:
    """The page on which a notice about a match is read or answered, by the match's stored id."""
    if franchise := notice.arguments.get("card_of"):
        return links.reward_url(match, str(franchise))
    if notice.about in notices.TIME_NOTICES:
        return links.match_time_url(match)
    return links.report_url(match) if notice.about in notices.REPORT_NOTICES else links.match_url(match)


def _step_url(notice: Notice, league: League, season: str) -> str:
    """The page on which a step's request is answered."""
    if franchise := notice.arguments.get("market_of"):
        return links.franchise_tab_url(league.pk, str(franchise), "market")
    step = notice.arguments.get("step", "E6" if notice.about in {"picked", "passed"} else "")
    return AT_STEP.get(str(step), links.season_url)(season)
