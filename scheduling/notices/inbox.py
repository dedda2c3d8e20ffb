"""Notices to members, each sent once: the rows of their inboxes, and who gets them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import datetime
from typing import Any

from django.db.models import QuerySet

from league.models import Membership, Notice, Season
from scheduling.notices.choices import asks_for_answer, group_of, users_without_site
from scheduling.notices.texts import REPORT_REQUESTS
from sql.cached_sql import cached_sql, pad_ids
from sql.short_transactions import short_transaction


def notify(
    members: Iterable[Membership],
    *,
    about: str,
    key: str,
    at: datetime,
    season: Season | None = None,
    arguments: Mapping[str, Any] | None = None,
) -> int:
    """Notify each of these people once under that key; for how many it was new. Nobody is notified of a fork.

    Those who are among the members twice, as an owner of two franchises is, are notified once.
    """
    if season is not None and season.forked_from:
        return 0
    filled = dict(arguments or {})
    by_user: dict[int, Membership] = {}
    for member in members:
        by_user.setdefault(member.user_id, member)
    known = {
        user
        for user, member, given in Notice.objects.filter(member__user_id__in=by_user, key=key).values_list(
            "member__user_id", "member_id", "arguments"
        )
        if given == filled or by_user[user].pk == member
    }
    new = [
        Notice(member=member, key=key, season=season, about=about, arguments=filled, at=at)
        for user, member in by_user.items()
        if user not in known
    ]
    if new:
        _leave_off_site(new, group=group_of(about), at=at)
        with short_transaction():
            Notice.objects.bulk_create(new, ignore_conflicts=True)  # another may notify them at the same moment
    return len(new)


def _leave_off_site(new: Iterable[Notice], *, group: str, at: datetime) -> None:
    """Keep notices out of the inboxes of those who want none of their group there, or muted the league."""
    if asks_for_answer(group):
        return
    by_league: dict[str, list[Notice]] = {}
    for notice in new:
        by_league.setdefault(notice.member.league_id, []).append(notice)
    for league, notices_there in by_league.items():
        without = users_without_site({notice.member.user_id for notice in notices_there}, group, league)
        for notice in notices_there:
            if notice.member.user_id in without:
                notice.on_site, notice.read_at = False, at


def withdraw_report_requests(season: Season, match: str, *, at: datetime) -> None:
    """Mark what asks teams for the report of a match as read and done: they agree, or a report was accepted."""
    asked = Notice.objects.filter(season=season, about__in=REPORT_REQUESTS, arguments__match=match)
    for notice in asked:
        if not notice.arguments.get("done"):
            notice.arguments = {**notice.arguments, "done": True}
            notice.read_at = notice.read_at or at
            notice.save(update_fields=["arguments", "read_at"])


def franchise_owners(league: str, franchises: Iterable[str]) -> list[Membership]:
    """The owners of these franchises, by their short names; a seat without an owner has none."""
    return _franchise_owners(pad_ids([f"{league}/{franchise}" for franchise in franchises]))


@cached_sql
def _franchise_owners(franchises: tuple[str, ...]) -> QuerySet[Membership]:
    return Membership.objects.filter(role=Membership.Role.OWNER, franchise_id__in=franchises)


def season_owners(season: Season) -> QuerySet[Membership]:
    """The owners of every franchise in a season."""
    present = season.franchises.values("identity_id")
    return Membership.objects.filter(role=Membership.Role.OWNER, franchise_id__in=present)


def league_commissioners(league: str) -> QuerySet[Membership]:
    """The commissioners of a league."""
    return Membership.objects.filter(league_id=league, role=Membership.Role.COMMISSIONER)


def mark_read(notices: Iterable[int], *, members: Iterable[int], at: datetime) -> int:
    """Mark these notices of these members as read, by id; how many were unread. Others' notices are skipped."""
    unread = Notice.objects.filter(pk__in=list(notices), member_id__in=list(members), read_at=None)
    return unread.update(read_at=at)
