"""The draft page: protected drivers, order, picks, and drivers who were left over."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.conf import settings

from explain import links
from explain.fact_rendering import RenderedEntry
from explain.name_lookup import render_entries
from explain.names import Names, Segment
from journal.state.partial_load import load_partially
from league.access import Viewer
from league.models import League, Season
from league.pages.base_context import Breadcrumb, base_context, franchise_color, own_franchise_ids
from league.pages.season.deadlines import RefusedClockAction, deadlines
from league.queries.entries import entries_of_commands
from league.queries.seasons import own_balance
from rules.campaign.core import state
from rules.campaign.core.command import SEASON_STEPS
from rules.campaign.core.switches import DEFAULT_SETTINGS
from rules.campaign.season_end.draft import draft_turn, why_not_draftable
from rules.campaign.season_end.franchise_contracts import contract_limit, takes_part_in_draft
from rules.core.terms import DriverId, FranchiseId
from scheduling.waits import current_waits

DRAFT_COMMANDS = ("open_draft", "pick_driver", "pass_pick", "close_draft")
CONTRACTS_STEP, PICKING_STEP = "E5", "E6"
DRAFT_SHELVES = ("franchises", "drivers", "contracts")
"""The shelves of the season that the draft's rules read."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Picker:
    """A franchise in the draft order: its number of picks, the drivers it picked, and how often it passed."""

    place: int
    team: Segment
    colour: str
    own: bool
    on_turn: bool
    picks: int
    picked: tuple[Segment, ...]
    passed: int

    @property
    def picks_left(self) -> int:
        """The number of picks it has left."""
        return self.picks - len(self.picked)


@dataclass(frozen=True, slots=True, kw_only=True)
class DraftTurn:
    """A turn in the draft: a pick with its number, the driver, and the franchise they `left`; None if passed."""

    round: int
    number: int | None
    team: Segment
    driver: Segment | None
    left: Segment | None
    href: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ProtectedDrivers:
    """A franchise's protected drivers; `by_default` if it named none itself."""

    team: Segment
    drivers: tuple[Segment, ...]
    by_default: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class ContractNaming:
    """A franchise while drivers are protected: how many it may protect, and whether it has named them.

    `drivers` is empty except for its owner until the draft opens.
    """

    short_name: str
    team: Segment
    colour: str
    own: bool
    may_protect: int
    named: bool
    drivers: tuple[Segment, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class AvailableDriver:
    """A driver who may still be picked; `may_pick` means by the viewer, who is on turn."""

    id: str
    may_pick: bool
    driver: Segment
    was_with: Segment | None
    level: int
    xp: int


def draft_page(
    *, league: League, season: Season, viewer: Viewer, at: datetime, refused: RefusedClockAction | None = None
) -> dict[str, Any]:
    """The context of the draft page at that time; `refused` is a refused action on its clock."""
    names = Names(season.pk)
    own = own_franchise_ids(viewer)
    loaded = load_partially(season, *DRAFT_SHELVES) if season.step in (CONTRACTS_STEP, PICKING_STEP) else None
    entries = render_entries(
        entries_of_commands(season.pk, viewer, DRAFT_COMMANDS),
        names,
        also=loaded.franchises if loaded is not None else (),
        drivers=loaded.drivers if loaded is not None else (),
    )[::-1]
    turn = draft_turn(loaded) if loaded is not None and season.step == PICKING_STEP else None
    clock = None
    if loaded is not None:
        awaited = {wait.what for wait in current_waits(loaded)} if turn is not None else set()
        clock = deadlines(league=league, season=season, viewer=viewer, at=at, still_waited=awaited, refused=refused)
    turn_ends = None if clock is None else clock.find(PICKING_STEP)
    picker = turn.franchise if turn is not None and turn.franchise in own else ""
    return {
        **base_context(
            league=league,
            season=season,
            viewer=viewer,
            here="Draft",
            crumbs=[
                Breadcrumb(league.name, links.league_url(league.pk)),
                Breadcrumb(f"Season {season.number}", links.season_url(season.pk)),
                Breadcrumb("Draft"),
            ],
            balance=own_balance(viewer),
        ),
        "clock": clock,
        "enabled": season.switches.get("draft.enabled", DEFAULT_SETTINGS["draft.enabled"]),
        "snake": season.switches.get("draft.snake", DEFAULT_SETTINGS["draft.snake"]),
        "to_come": SEASON_STEPS.index(season.step) < SEASON_STEPS.index(CONTRACTS_STEP),
        "over": SEASON_STEPS.index(season.step) > SEASON_STEPS.index(PICKING_STEP),
        "naming": _contract_namings(loaded, names, own)
        if loaded is not None and season.step == CONTRACTS_STEP
        else [],
        "turn": None if turn is None else names.segment(FranchiseId, turn.franchise),
        "turn_round": None if turn is None else turn.round,
        "turn_of": "" if turn is None else turn.franchise,
        "turn_own": turn is not None and turn.franchise in own,
        "turn_ends": turn_ends,
        "clock_looks_in": int(settings.TICK_SECONDS)
        if turn is not None and clock is not None and turn_ends is None
        else 0,
        "queue_href": _draft_queue_url(league, own),
        "taking": season.step == PICKING_STEP,
        "order": _order(entries, names, own, "" if turn is None else turn.franchise),
        "taken": _draft_turns(entries, names),
        "kept": _protected_drivers(entries, names),
        "left_over": [
            (names.segment(DriverId, fact.driver), entry.href)
            for entry in entries
            if entry.tag == "close_draft"
            for fact in entry.facts
            if fact.stated.tag == "driver_retired"
        ],
        "available": _available(loaded, names, picker) if loaded is not None and season.step == PICKING_STEP else [],
    }


def _facts_with_tag(entries: Sequence[RenderedEntry], tag: str) -> list[Any]:
    return [fact.stated for entry in entries for fact in entry.facts if fact.stated.tag == tag]


def _contract_namings(season: state.Season, names: Names, own: frozenset[str]) -> list[ContractNaming]:
    return [
        ContractNaming(
            short_name=franchise.id,
            team=names.segment(FranchiseId, franchise.id),
            colour=franchise_color(franchise.id),
            own=franchise.id in own,
            may_protect=contract_limit(season, franchise),
            named=franchise.contracts_named,
            drivers=tuple(
                names.segment(DriverId, driver.id)
                for driver in season.roster(franchise.id)
                if franchise.id in own and season.contracts[driver.id].protected
            ),
        )
        for franchise in season.all_franchises()
        if takes_part_in_draft(season, franchise) and not franchise.folded
    ]


def _order(entries: Sequence[RenderedEntry], names: Names, own: frozenset[str], on_turn: str) -> list[Picker]:
    drafted, passes = _facts_with_tag(entries, "driver_drafted"), _facts_with_tag(entries, "pick_passed")
    return [
        Picker(
            place=place_fact.place,
            team=names.segment(FranchiseId, place_fact.franchise),
            colour=franchise_color(place_fact.franchise),
            own=place_fact.franchise in own,
            on_turn=place_fact.franchise == on_turn,
            picks=place_fact.picks,
            picked=tuple(
                names.segment(DriverId, fact.driver) for fact in drafted if fact.franchise == place_fact.franchise
            ),
            passed=sum(fact.franchise == place_fact.franchise for fact in passes),
        )
        for place_fact in _facts_with_tag(entries, "draft_place_fixed")
    ]


def _draft_turns(entries: Sequence[RenderedEntry], names: Names) -> list[DraftTurn]:
    turns = []
    for entry in entries:
        for fact in entry.facts:
            pick_or_pass: Any = fact.stated
            picked = pick_or_pass.tag == "driver_drafted"
            if not picked and pick_or_pass.tag != "pick_passed":
                continue
            turns.append(
                DraftTurn(
                    round=pick_or_pass.round,
                    number=pick_or_pass.number if picked else None,
                    team=names.segment(FranchiseId, pick_or_pass.franchise),
                    driver=names.segment(DriverId, pick_or_pass.driver) if picked else None,
                    left=names.segment(FranchiseId, pick_or_pass.left) if picked and pick_or_pass.left else None,
                    href=entry.href,
                )
            )
    return turns


def _protected_drivers(entries: Sequence[RenderedEntry], names: Names) -> list[ProtectedDrivers]:
    by_franchise: dict[str, list[Any]] = {}
    for fact in _facts_with_tag(entries, "driver_protected"):
        by_franchise.setdefault(fact.franchise, []).append(fact)
    return [
        ProtectedDrivers(
            team=names.segment(FranchiseId, franchise),
            drivers=tuple(names.segment(DriverId, fact.driver) for fact in protected),
            by_default=protected[0].by_default,
        )
        for franchise, protected in sorted(by_franchise.items())
    ]


def _draft_queue_url(league: League, own: frozenset[str]) -> str:
    """The URL of the standing orders with the viewer's draft queue; "" if they own no franchise."""
    return f"{links.franchise_url(league.pk, min(own))}orders/" if own else ""


def _available(season: state.Season, names: Names, picker: str) -> list[AvailableDriver]:
    """The drivers who may be picked, the best first; `picker` is the franchise on turn if the viewer owns it.

    Their former franchise may still not pick its own.
    """
    free = [driver for driver in season.all_drivers() if not why_not_draftable(season, "", driver)]
    free.sort(key=lambda driver: (-driver.level, -driver.xp, driver.id))
    franchise_by_driver = {id: contract.franchise for id, contract in season.contracts.items()}
    return [
        AvailableDriver(
            id=driver.id,
            may_pick=bool(picker) and not why_not_draftable(season, picker, driver),
            driver=names.segment(DriverId, driver.id),
            was_with=names.segment(FranchiseId, franchise_by_driver[driver.id])
            if driver.id in franchise_by_driver
            else None,
            level=driver.level,
            xp=driver.xp,
        )
        for driver in free
    ]
