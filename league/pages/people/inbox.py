"""The inbox of a person: what they were told in all their leagues, and where each of it acts."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from explain import links
from league.models import League, Notice
from league.pages.base_context import Breadcrumb
from league.queries.user_notices import notices_of_user
from scheduling import notices

NOTICES_A_PAGE = 30
AT_STEP = {
    "E5": links.draft_url,
    "E6": links.draft_url,
    "E7": links.sponsor_pool_url,
    "E8": links.sponsor_pool_url,
}
"""The page on which a step of the season's end is played out; other steps are on the season's own."""


@dataclass(frozen=True, slots=True)
class NoticeLine:
    """A notice as the inbox shows it, with the way to where it acts."""

    id: int
    subject: str
    sentence: str
    at: datetime
    unread: bool
    league: str
    league_href: str
    href: str


def inbox_page(user: Any, *, before: int | None) -> dict[str, Any]:
    """The context of a page of a person's inbox, the newest first; `before` is the notice they are all older than."""
    every = notices_of_user(user)
    found = every
    if before is not None and (last := every.filter(pk=before).first()) is not None:
        found = every.filter(at__lte=last.at).exclude(at=last.at, pk__gte=last.pk)
    fetched = list(found[: NOTICES_A_PAGE + 1])
    letters = fetched[:NOTICES_A_PAGE]
    return {
        "crumbs": [Breadcrumb("Leagues", "/"), Breadcrumb("Inbox")],
        "letters": [_notice_line(notice) for notice in letters],
        "any_unread": any(notice.read_at is None for notice in letters),
        "newest": before is None,
        "older": letters[-1].pk if len(fetched) > NOTICES_A_PAGE else None,
    }


def mark_read(user: Any, *, wanted: list[int], at: datetime) -> int:
    """Mark those notices of a person as read, and say how many were not."""
    members = user.memberships.values_list("pk", flat=True)
    return notices.mark_read(wanted, members=members, at=at)


def _notice_line(notice: Notice) -> NoticeLine:
    words = notices.notice_text(notice)
    league: League = notice.member.league
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


def notice_url(notice: Notice, league: League) -> str:
    """The address of the page on which what a notice is about stands."""
    if notice.about == "job_failed":
        return links.jobs_url(league.pk)
    if notice.about == "announced" and str(number := notice.arguments.get("announcement")).isdecimal():
        return links.announcement_url(league.pk, int(str(number)))
    if notice.season is None:
        return links.object_url(league)
    if notice.about.startswith("ruling_"):
        return links.rulings_url(notice.season.pk)
    if notice.about == "amended" and str(number := notice.arguments.get("entry")).isdecimal():
        return links.amend_url(notice.season.pk, int(str(number)))
    if notice.about == "answers" and str(version := notice.arguments.get("version")).isdecimal():
        return links.questionnaire_url(notice.season.pk, int(str(version)))
    if match := notice.arguments.get("match"):
        at = links.report_url if notice.about in notices.REPORT_NOTICES else links.match_url
        return at(f"{notice.season.pk}/{match}")
    return _step_url(notice, league, notice.season.pk)


def _step_url(notice: Notice, league: League, season: str) -> str:
    """Where what is asked at a step of a season is answered."""
    if franchise := notice.arguments.get("market_of"):
        return links.franchise_tab_url(league.pk, str(franchise), "market")
    step = notice.arguments.get("step", "E6" if notice.about in {"picked", "passed"} else "")
    return AT_STEP.get(str(step), links.season_url)(season)
