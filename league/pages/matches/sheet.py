"""The printed sheet of a match: line-ups as locked, boxes to tick, and the code of the packet.

Rules DM-C-089, DM-C-090, DM-M-140.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from explain import links
from explain.printed_names import ITEM_WORDS, TRAIT_WORDS, as_title, setting_lines
from league.access import Viewer
from league.models import League, Season
from league.packet_statements import issue_packet
from league.pages.base_context import franchise_color, match_base_context, own_franchise_ids
from league.pages.command_forms.context import CommandContext, command_context
from league.pages.matches.labels import fixture_label
from league.pages.matches.questionnaires import hidden_rival_fields, versions_played
from league.pages.reports.page import code_of
from league.queries.seasons import own_balance
from rules.campaign.core.command import STEP_NAMES
from rules.campaign.garage.rival_view import is_hidden_on_car
from rules.campaign.people.quirks import QUIRK_NAMES
from rules.campaign.people.talents import TALENT_BY_TAG
from rules.core.terms import Trait
from rules.match.packet import PackedCar, PackedDriver, PackedItem, PackedTeam

BOXES = 8
"""Boxes to tick for the criticals on a car."""


@dataclass(frozen=True, slots=True)
class SheetDriver:
    """A driver on the sheet: their effective traits in the order of the columns, and their talents, quirks and
    items.
    """

    name: str
    role: str
    traits: tuple[int, ...]
    brings: str


@dataclass(frozen=True, slots=True)
class SheetCar:
    """A car on the sheet with its crew and items; the boxes of its standing criticals are ticked."""

    name: str
    about: str
    items: str
    standing: int
    boxes: tuple[bool, ...]
    crew: tuple[SheetDriver, ...]


@dataclass(frozen=True, slots=True)
class SheetTeam:
    """A team on the sheet; `fresh` names the drivers that it may send in."""

    name: str
    color: str
    about: str
    cars: tuple[SheetCar, ...]
    fresh: str


def sheet_page(*, league: League, season: Season, viewer: Viewer, match: str, site: str) -> dict[str, Any] | None:
    """The context of the sheet, None if there is no such match; it has teams only once the line-ups are locked."""
    desk = command_context(season, viewer)
    match_state = desk.season.matches.get(match)
    if match_state is None:
        return None
    match_id, name = f"{season.pk}/{match}", desk.called.match(match)
    locked = issue_packet(season, desk.season, match) if match_state.step == "M4" else None
    code = "" if locked is None else code_of(locked.claimed_as)
    own = own_franchise_ids(viewer)
    hidden = hidden_rival_fields(
        season,
        viewer,
        scoring=match_state.scoring,
        step=match_state.step,
        own=own,
        teams=[line_up.franchise for line_up in desk.season.line_ups_of(match)],
    )
    return {
        **match_base_context(
            league,
            season,
            viewer,
            match=match,
            name=desk.called.match(match),
            part="Sheet",
            balance=own_balance(viewer),
        ),
        "match": match_state,
        "match_name": name,
        "versions_played": versions_played(season, match_state.answer_versions),
        "match_href": links.match_url(match_id),
        "title": as_title(match_state.event),
        "fixture": fixture_label(desk.season, desk.called, match),
        "step": STEP_NAMES[match_state.step],
        "too_early": match_state.step in ("M2", "M3"),
        "settings": setting_lines(match_state.setting),
        "code": code,
        "report_address": f"{site}{links.report_url(match_id)}?code={code}" if code else "",
        "teams": []
        if locked is None
        else [
            _team(
                desk,
                team,
                heats=match_state.heats,
                hidden=frozenset() if team.franchise in own else hidden,
            )
            for team in locked.packet.teams
        ],
        "traits": [TRAIT_WORDS[trait.value] for trait in Trait],
        "heats": list(range(1, match_state.heats + 1)),
    }


def _team(desk: CommandContext, team: PackedTeam, *, heats: int, hidden: frozenset[str]) -> SheetTeam:
    notes = [f"staff of rating {team.staff_rating}"]
    if team.pit_bonus:
        notes.append(f"pit checks +{team.pit_bonus}")
    if team.kit_uses:
        notes.append(f"medical kits: {team.kit_uses} uses")
    cars = []
    for seat in team.seats:
        crew = [_sheet_driver(desk, seat.driver, "driver")]
        if seat.gunner is not None:
            crew.append(_sheet_driver(desk, seat.gunner, "gunner"))
        cars.append(_car(desk, seat.car, tuple(crew), hidden=hidden))
    fresh = ", ".join(desk.called.driver(driver.id) for driver in team.fresh) if heats > 1 else ""
    return SheetTeam(
        desk.called.franchise(team.franchise), franchise_color(team.franchise), " · ".join(notes), tuple(cars), fresh
    )


def _car(desk: CommandContext, car: PackedCar, crew: tuple[SheetDriver, ...], *, hidden: frozenset[str]) -> SheetCar:
    return SheetCar(
        name=desk.called.car(car.id),
        about=f"{car.dp} DP",
        items=", ".join(_item(item) for item in car.items if not is_hidden_on_car(item.kind, hidden)),
        standing=car.criticals,
        boxes=tuple(index < car.criticals for index in range(max(BOXES, car.criticals))),
        crew=crew,
    )


def _item(item: PackedItem) -> str:
    name = ITEM_WORDS[item.kind]
    notes = [f"{item.ammunition} shots"] if item.ammunition else []
    if item.backwards:
        notes.append("works backwards")
    return f"{name} ({', '.join(notes)})" if notes else name


def _sheet_driver(desk: CommandContext, driver: PackedDriver, role: str) -> SheetDriver:
    talents = [TALENT_BY_TAG[talent].name for talent in driver.talents]
    quirks = [
        f"{QUIRK_NAMES.get(quirk, quirk)}{f' ×{times}' if times > 1 else ''}"
        for quirk, times in driver.quirks.items()
    ]
    worn = [ITEM_WORDS[kind] for kind in driver.worn]
    return SheetDriver(
        desk.called.driver(driver.id),
        role,
        tuple(driver.traits[trait.value] for trait in Trait),
        ", ".join([*talents, *quirks, *worn]),
    )
