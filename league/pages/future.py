"""The page of a league's future: archived, deleted, hidden, or handed over, and what can be downloaded before."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from explain import links
from league.access import Viewer
from league.accounts import display_name
from league.models import DeletionRequest, HandoverOffer, League, Membership
from league.pages.base_context import Breadcrumb
from league.pages.people.people import UNKNOWN_ACTOR_WORDS, league_page_context, member_names
from league.queries.members import everybody
from league.queries.seasons import seasons
from league.role_changes import LONGEST_REASON
from rules.core.refusals import Refusal
from rules.core.text_folding import fold_text
from scheduling.handovers import open_handovers
from scheduling.league_life import FEWEST_DAYS, GRACE_DAYS, MOST_DAYS, is_for_others_to_confirm, refuse_whole_export


@dataclass(frozen=True, slots=True)
class OfferLine:
    """An open offer to hand the league over, in words."""

    id: int
    giver: str
    taker: str
    steps_down: bool
    note: str
    until: datetime
    to_viewer: bool


@dataclass(frozen=True, slots=True)
class SeasonFile:
    """A season and the address of what everybody may download of it."""

    name: str
    href: str


def future_page(
    *, league: League, viewer: Viewer, at: datetime, sent: dict[str, str] | None = None, refusal: str = ""
) -> dict[str, Any] | None:
    """The context of the page; None if the viewer is not a member. `sent` is a form that was refused, with why."""
    if not viewer.is_member:
        return None
    everyone = list(everybody(league.pk))
    names = member_names(everyone)
    own_users = {membership.user_id for membership in viewer.memberships}
    request = DeletionRequest.objects.filter(league=league).first()
    may_confirm = request is not None and request.confirmed_at is None and _may_confirm(request, viewer)
    sent = sent or {}
    may_end = viewer.is_commissioner and not league.is_read_only
    may_delete = viewer.is_commissioner and request is None
    takers = _possible_takers(everyone, own_users) if may_end else []
    shown = {"offer": bool(takers), "archive": may_end, "delete": may_delete}
    act = sent.get("act", "")
    offers = [_offer_line(offer, own_users) for offer in open_handovers(league, at=at)]
    return {
        **league_page_context(league, viewer, Breadcrumb("Future")),
        "viewer": viewer,
        "commissioner": viewer.is_commissioner,
        "request_for_deletion": request,
        "asked_by": names.get(request.asked_by, UNKNOWN_ACTOR_WORDS) if request else "",
        "may_confirm": may_confirm,
        "is_alone": may_confirm and request is not None and request.asked_by in viewer.handles,
        "would_end_at": at + timedelta(days=request.days) if may_confirm and request is not None else None,
        "offers": offers,
        "may_end": may_end,
        "may_delete": may_delete,
        "takers": takers,
        "files": [SeasonFile(season.label, links.export_url(season.pk)) for season in seasons(league.pk)],
        "whole_href": _whole_export_href(league, viewer),
        "archive_reason": sent.get("reason", "") if act == "archive" else "",
        "delete_reason": sent.get("reason", "") if act == "delete" else "",
        "delete_days": sent.get("days", "") if act == "delete" else GRACE_DAYS,
        "longest_reason": LONGEST_REASON,
        "fewest_days": FEWEST_DAYS,
        "most_days": MOST_DAYS,
        "sent": sent,
        "refusal": refusal,
        "refused_in": act if refusal and shown.get(act) else "",
    }


def _offer_line(offer: HandoverOffer, own_users: set[int]) -> OfferLine:
    return OfferLine(
        id=offer.pk,
        giver=display_name(offer.giver.user),
        taker=display_name(offer.taker.user),
        steps_down=offer.steps_down,
        note=offer.note,
        until=offer.expires_at,
        to_viewer=offer.taker.user_id in own_users,
    )


def _may_confirm(request: DeletionRequest, viewer: Viewer) -> bool:
    """Whether the viewer may confirm a deletion; who asked for it only where no other commissioner is left."""
    return viewer.is_commissioner and not is_for_others_to_confirm(request, viewer.memberships[0].user_id)


def _possible_takers(everyone: list[Any], own_users: set[int]) -> list[tuple[int, str]]:
    """The members who do not run the league, each once, by name."""
    running = {row.user_id for row in everyone if row.role == Membership.Role.COMMISSIONER} | own_users
    found: dict[int, tuple[int, str]] = {}
    for row in everyone:
        if row.role != Membership.Role.FORMER and row.user_id not in running and row.user.is_active:
            found.setdefault(row.user_id, (row.pk, display_name(row.user)))
    return sorted(found.values(), key=lambda choice: fold_text(choice[1]))


def _whole_export_href(league: League, viewer: Viewer) -> str:
    """The address of the file of the whole league, empty for people who may not download it now."""
    if not viewer.is_commissioner:
        return ""
    try:
        refuse_whole_export(league)
    except Refusal:
        return ""
    return links.league_export_url(league.pk)
