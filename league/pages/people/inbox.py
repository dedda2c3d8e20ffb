"""A person's inbox: their notices in all their leagues, each with a link to the page where they can act."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from explain import links
from league.mail import failure_of
from league.models import League, Notice
from league.pages.base_context import Breadcrumb
from league.queries.notices import notices_of_user
from league.times import Zones, current_zones, league_zone
from scheduling.notices import inbox, texts
from scheduling.notices.texts import notice_path

NOTICES_A_PAGE = 30


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
    titles = texts.titles_in_notices(page)
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
    return inbox.mark_read(wanted, members=members, at=at)


def _notice_line(notice: Notice, titles: Mapping[str, str]) -> NoticeLine:
    league: League = notice.member.league
    words = texts.notice_text(notice, titles, zones_of_notice(notice))
    return NoticeLine(
        id=notice.pk,
        subject=words.subject,
        sentence=words.sentence,
        at=notice.at,
        unread=notice.read_at is None,
        league=league.name,
        league_href=links.object_url(league),
        href=notice_path(notice),
    )


def zones_of_notice(notice: Notice) -> Zones:
    """The zone of who reads the page, and that of the league of a notice."""
    return Zones(current_zones().reader, league_zone(notice.member.league))
