"""The pages of the demo: what it is, the line-up to choose, and what came of the match."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from explain import links
from explain.printed_names import as_title, ground_words, quantity, ruleset_title
from explain.season_names import SeasonNames
from journal.state import store
from league.demo import LASTS, PLAYED, Demo, proposed_line_up
from league.models import LineUp, Match, Sandbox, Settlement
from league.pages.base_context import Breadcrumb, franchise_color
from rules.campaign.core import state

ORDINALS = {1: "st", 2: "nd", 3: "rd"}


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatChoice:
    """A car of the line-up, and the drivers who can drive it, each as id and words; `chosen` is the usual one."""

    car: str
    name: str
    chosen: str
    drivers: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """A team in the match's result; `rank` is shared by those level on points."""

    rank: int
    name: str
    color: str
    points: int
    own: bool


def demo_introduction(*, refusal: str = "", over: bool = False) -> dict[str, Any]:
    """The context of the page before a demo; `over` says that the visitor's last one has ended."""
    return {**_frame(), "minutes": int(LASTS.total_seconds() // 60), "refusal": refusal, "over": over}


def demo_page(demo: Demo, sandbox: Sandbox, *, refusal: str = "") -> dict[str, Any]:
    """The context of a demo's page: the line-up before the match, the result after it."""
    row = sandbox.season
    match = Match.objects.select_related("round").get(pk=f"{row.pk}/{demo.match}")
    season = store.load(row).season
    names = SeasonNames(row.pk, season)
    context = {
        **_frame(),
        "league_name": row.league.name,
        "ends_at": sandbox.expires_at,
        "name": names.franchise(demo.franchise),
        "color": franchise_color(demo.franchise),
        "balance": season.franchise(demo.franchise).balance,
        "match_title": as_title(match.event),
        "match_about": ", ".join(
            part
            for part in (f"round {match.round.number}", ground_words(match.setting), ruleset_title(match.ruleset))
            if part
        ),
        "others": [
            names.franchise(line_up.franchise)
            for line_up in season.line_ups_of(demo.match)
            if line_up.franchise != demo.franchise
        ],
        "refusal": refusal,
    }
    if match.step in PLAYED:
        return {**context, **_result(demo, match)}
    if season.line_up(demo.match, demo.franchise).named:
        return {**context, "interrupted": True}
    return {**context, "seats": _seats(demo, season, names)}


def _frame() -> dict[str, Any]:
    return {"crumbs": [Breadcrumb("Leagues", "/"), Breadcrumb("Demo")]}


def _seats(demo: Demo, season: state.Season, names: SeasonNames) -> list[SeatChoice]:
    _, line_up = proposed_line_up(season, demo)
    available = [driver for driver in season.roster(demo.franchise) if driver.availability == "available"]
    drivers = tuple((driver.id, _driver_words(driver, names)) for driver in available)
    return [
        SeatChoice(car=seat.car, name=names.car(seat.car), chosen=seat.driver, drivers=drivers)
        for seat in line_up.seats
    ]


def _driver_words(driver: state.Driver, names: SeasonNames) -> str:
    tired = f"{len(driver.fatigue)} fatigue" if driver.fatigue else "rested"
    return f"{names.driver(driver.id)}, D{driver.driving} G{driver.gunnery}, {tired}"


def _result(demo: Demo, match: Match) -> dict[str, Any]:
    rows = LineUp.objects.filter(match=match).select_related("franchise__identity")
    ordered = sorted(rows, key=lambda row: (-(row.points or 0), row.franchise.identity.name))
    own_id = f"{demo.season}/{demo.franchise}"
    points = [row.points or 0 for row in ordered]
    ranking = [
        Place(
            rank=points.index(row.points or 0) + 1,
            name=row.franchise.identity.name,
            color=franchise_color(links.short_id(row.franchise_id)),
            points=row.points or 0,
            own=row.franchise_id == own_id,
        )
        for row in ordered
    ]
    own = next(place for place in ranking if place.own)
    settlement = Settlement.objects.get(match=match, franchise=own_id)
    ending = "th" if 10 < own.rank % 100 < 20 else ORDINALS.get(own.rank % 10, "th")
    return {
        "ranking": ranking,
        "place_words": f"{own.rank}{ending} of {len(ranking)}",
        "points_words": quantity(own.points, "point"),
        "level_with": [place.name for place in ranking if place.rank == own.rank and not place.own],
        "settlement": settlement,
        "bills": settlement.cloning + settlement.replacements + settlement.repairs,
        "besides": settlement.face_income + settlement.cup_bonus + settlement.holding_payout,
        "replay_href": links.replay_url(match.pk),
        "match_href": links.match_url(match.pk),
        "why_href": links.entry_url(demo.season, settlement.entry),
    }
