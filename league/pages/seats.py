"""The page on which leagues with free seats and people who look for one find each other, and a league's own part."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from explain import links
from league.access import Viewer
from league.accounts import display_name
from league.invitations import free_franchises
from league.models import League, SeatAd, SeatRequest
from league.pages.base_context import Breadcrumb
from league.pages.list_pages import list_page
from league.pages.number_fields import whole_number
from league.pages.people.people import league_page_context
from league.queries.seats import (
    OfferedSeats,
    offered_seats,
    open_requests,
    requests_of_user,
    standing_ads,
    standing_seekers,
)
from league.times import time_zones
from rules.campaign.core.switches import REPORTED_BY_PEOPLE
from rules.match.registry import rulesets
from scheduling.calendar import calendar_of
from scheduling.seats import LONGEST_NOTE

LINES_A_PAGE = 120
LINES_OF_AN_AD = 8
REQUESTS_SHOWN = 10


@dataclass(frozen=True, slots=True)
class SeatQuery:
    """What a visitor looks for: a match system, a zone's area and a pace, each empty for any."""

    system: str = ""
    area: str = ""
    pace: str = ""

    @classmethod
    def from_query(cls, given: Mapping[str, str]) -> SeatQuery:
        """Read a query string; what makes no sense is left out."""
        systems, paces = dict(system_choices()), SeatAd.Pace.values
        system, area, pace = (given.get(name, "") for name in ("system", "area", "pace"))
        return cls(
            system if system in systems else "", area if area in areas() else "", pace if pace in paces else ""
        )

    def matches(self, ad: SeatAd, offered: OfferedSeats) -> bool:
        """Whether an advertisement is what is looked for."""
        return (
            self.system in ("", offered.system)
            and self.area in ("", ad.time_zone.partition("/")[0])
            and self.pace in ("", SeatAd.Pace.ANY, ad.pace)
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class AdLine:
    """An advertisement; of a league for members only it has no link, and of its seats only how many they are."""

    id: str
    league: str
    href: str
    seats: tuple[str, ...]
    free: int
    system: str
    zone: str
    pace: str
    experience: str
    note: str
    until: datetime
    asked: bool


@dataclass(frozen=True, slots=True)
class SeekerLine:
    """A person who looks for a seat."""

    name: str
    zone: str
    note: str
    until: datetime


@dataclass(frozen=True, slots=True)
class RequestLine:
    """A request of the viewer, and what became of it."""

    id: int
    league: str
    state: str
    answer: str
    at: datetime
    open: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class RequestToAnswer:
    """A request for a seat of the league, with what its commissioner typed and why that was refused, else empty."""

    id: int
    name: str
    note: str
    at: datetime
    seat: str
    answer: str
    refusal: str


def system_choices() -> list[tuple[str, str]]:
    """The match systems that leagues play by, with their titles."""
    return [*((ruleset.name, ruleset.title) for ruleset in rulesets()), (REPORTED_BY_PEOPLE, "At our own table")]


def areas() -> list[str]:
    """The first parts of the names of time zones, such as Europe."""
    return sorted({zone.partition("/")[0] for zone in time_zones()})


def seats_page(
    user: Any, query: Mapping[str, str], *, at: datetime, sent: Any = None, refusal: str = ""
) -> dict[str, Any]:
    """The context of the page; people are listed only for those who are logged in."""
    wanted = SeatQuery.from_query(query)
    ads = list(standing_ads(at=at))
    offered = offered_seats(ads)
    own = list(requests_of_user(user.pk)[:REQUESTS_SHOWN]) if user.is_authenticated else []
    asked = {request.league_id for request in own if request.state == SeatRequest.State.OPEN}
    shown = [
        _ad_line(ad, offered[ad.league_id], asked=ad.league_id in asked)
        for ad in ads
        if offered[ad.league_id].seats and wanted.matches(ad, offered[ad.league_id])
    ]
    seekers = list(standing_seekers(at=at)) if user.is_authenticated else []
    own_post = next((row for row in seekers if row.user_id == user.pk), None)
    listed = list_page(shown, query, "page", lines=lambda _ad: LINES_OF_AN_AD, most=LINES_A_PAGE, at="ads")
    typed = sent or {}
    forms = {"look": True, "ask": typed.get("league") in {ad.id for ad in listed if not ad.asked}}
    act = typed.get("act", "")
    lines = [
        SeekerLine(display_name(row.user), row.time_zone.replace("_", " "), row.note, row.expires_at)
        for row in seekers
    ]
    return {
        "crumbs": [Breadcrumb("Leagues", "/"), Breadcrumb("Seats")],
        "ads": listed,
        "seekers": list_page(lines, query, "people", lines=lambda _line: 4, most=LINES_A_PAGE),
        "own_post": own_post,
        "requests": [_request_line(request) for request in own],
        "query": wanted,
        "systems": system_choices(),
        "areas": areas(),
        "paces": SeatAd.Pace.choices[1:],
        "zones": time_zones(),
        "sent": typed,
        "refusal": refusal,
        "refused_in": act if refusal and forms.get(act) else "",
        "look_note": typed.get("note", "") if act == "look" else getattr(own_post, "note", ""),
        "look_zone": typed.get("time_zone", "") if act == "look" else getattr(own_post, "time_zone", ""),
        "longest_note": LONGEST_NOTE,
    }


def league_seats_page(
    *, league: League, viewer: Viewer, at: datetime, sent: Any = None, refusal: str = ""
) -> dict[str, Any] | None:
    """The context of a league's part, for its commissioners; None for others."""
    if not viewer.is_commissioner:
        return None
    ad = SeatAd.objects.filter(league=league).first()
    free = [(links.short_id(row.pk), row.name) for row in free_franchises(league)]
    answered = whole_number(sent.get("request", "")) if sent and sent.get("act") in ("give", "decline") else None
    waiting = [
        RequestToAnswer(
            id=row.pk,
            name=display_name(row.user),
            note=row.note,
            at=row.asked_at,
            seat=sent.get("seat", "") if answered == row.pk else "",
            answer=sent.get("answer", "") if answered == row.pk else "",
            refusal=refusal if answered == row.pk else "",
        )
        for row in open_requests(league.pk)
    ]
    advertised = sent if sent and sent.get("act") == "advertise" else None
    chosen = advertised.getlist("franchise") if advertised else ad.franchises if ad else [id for id, _ in free]
    values = {
        "note": ad.note if ad else "",
        "time_zone": ad.time_zone if ad else calendar_of(league.pk).time_zone,
        "pace": ad.pace if ad else "any",
        "experience": ad.experience if ad else "any",
    }
    return {
        **league_page_context(league, viewer, Breadcrumb("Seats")),
        "ad": ad,
        "stands": ad is not None and ad.expires_at > at and not league.is_read_only,
        "free": [(id, name, id in chosen) for id, name in free],
        "requests": waiting,
        "values": {name: advertised.get(name, value) if advertised else value for name, value in values.items()},
        "paces": SeatAd.Pace.choices,
        "experiences": SeatAd.Experience.choices,
        "zones": time_zones(),
        "refusal": refusal,
        "advertised": advertised is not None,
        "refused_above": bool(refusal) and not (advertised and free) and not any(it.refusal for it in waiting),
        "longest_note": LONGEST_NOTE,
    }


def _ad_line(ad: SeatAd, offered: OfferedSeats, *, asked: bool) -> AdLine:
    public = ad.league.public
    return AdLine(
        id=ad.league_id,
        league=ad.league.name,
        href=links.league_url(ad.league_id) if public else "",
        seats=tuple(name for _, name in offered.seats) if public else (),
        free=len(offered.seats),
        system=dict(system_choices()).get(offered.system, ""),
        zone=ad.time_zone.replace("_", " "),
        pace=SeatAd.Pace(ad.pace).label,
        experience=SeatAd.Experience(ad.experience).label,
        note=ad.note,
        until=ad.expires_at,
        asked=asked,
    )


def _request_line(request: SeatRequest) -> RequestLine:
    state = SeatRequest.State(request.state)
    return RequestLine(
        request.pk,
        request.league.name,
        "Waits for an answer" if state is SeatRequest.State.OPEN else state.label,
        request.answer,
        request.asked_at,
        state is SeatRequest.State.OPEN,
    )
