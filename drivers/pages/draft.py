"""The draft: who is kept out of it, in which order franchises pick, whom they picked, and who was left over."""

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
"""What of the season the rules of the draft are asked about."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Picker:
    """A franchise in the draft order: the picks it began with, whom it picked, and how often it passed."""

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
        """The picks it has left."""
        return self.picks - len(self.picked)


@dataclass(frozen=True, slots=True, kw_only=True)
class DraftTurn:
    """A turn in the draft: a pick with its number, whom, and whose they were; no `driver` where it was passed."""

    round: int
    number: int | None
    team: Segment
    driver: Segment | None
    left: Segment | None
    href: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ProtectedDrivers:
    """A franchise's protected drivers; `by_default` when it named none itself."""

    team: Segment
    drivers: tuple[Segment, ...]
    by_default: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class ContractNaming:
    """A franchise while contracts are named: how many it may protect, and whether it has named them.

    `drivers` is for its owner alone until the draft opens.
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
    """A driver somebody may still pick; `may_pick` says that the viewer may, since they are on turn."""

    id: str
    may_pick: bool
    driver: Segment
    was_with: Segment | None
    level: int
    xp: int


def draft_page(
    *, league: League, season: Season, viewer: Viewer, at: datetime, refused: RefusedClockAction | None = None
) -> dict[str, Any]:
    """The context of the draft's page at that moment; `refused` is what was asked of its clock in vain."""
    names = Names(season.pk)
    own = own_franchise_ids(viewer)
    looked = load_partially(season, *DRAFT_SHELVES) if season.step in (CONTRACTS_STEP, PICKING_STEP) else None
    entries = render_entries(
        entries_of_commands(season.pk, viewer, DRAFT_COMMANDS),
        names,
        also=looked.franchises if looked is not None else (),
        drivers=looked.drivers if looked is not None else (),
    )[::-1]
    turn = draft_turn(looked) if looked is not None and season.step == PICKING_STEP else None
    clock = None
    if looked is not None:
        still = {wait.what for wait in current_waits(looked)} if turn is not None else set()
        clock = deadlines(league=league, season=season, viewer=viewer, at=at, still_waited=still, refused=refused)
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
        "naming": _contract_namings(looked, names, own)
        if looked is not None and season.step == CONTRACTS_STEP
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
        "available": _available(looked, names, picker) if looked is not None and season.step == PICKING_STEP else [],
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
            place=fixed.place,
            team=names.segment(FranchiseId, fixed.franchise),
            colour=franchise_color(fixed.franchise),
            own=fixed.franchise in own,
            on_turn=fixed.franchise == on_turn,
            picks=fixed.picks,
            picked=tuple(
                names.segment(DriverId, fact.driver) for fact in drafted if fact.franchise == fixed.franchise
            ),
            passed=sum(fact.franchise == fixed.franchise for fact in passes),
        )
        for fixed in _facts_with_tag(entries, "draft_place_fixed")
    ]


def _draft_turns(entries: Sequence[RenderedEntry], names: Names) -> list[DraftTurn]:
    taken = []
    for entry in entries:
        for fact in entry.facts:
            stated: Any = fact.stated
            picked = stated.tag == "driver_drafted"
            if not picked and stated.tag != "pick_passed":
                continue
            taken.append(
                DraftTurn(
                    round=stated.round,
                    number=stated.number if picked else None,
                    team=names.segment(FranchiseId, stated.franchise),
                    driver=names.segment(DriverId, stated.driver) if picked else None,
                    left=names.segment(FranchiseId, stated.left) if picked and stated.left else None,
                    href=entry.href,
                )
            )
    return taken


def _protected_drivers(entries: Sequence[RenderedEntry], names: Names) -> list[ProtectedDrivers]:
    kept: dict[str, list[Any]] = {}
    for fact in _facts_with_tag(entries, "driver_protected"):
        kept.setdefault(fact.franchise, []).append(fact)
    return [
        ProtectedDrivers(
            team=names.segment(FranchiseId, franchise),
            drivers=tuple(names.segment(DriverId, fact.driver) for fact in protected),
            by_default=protected[0].by_default,
        )
        for franchise, protected in sorted(kept.items())
    ]


def _draft_queue_url(league: League, own: frozenset[str]) -> str:
    """The standing orders of the first of the viewer's franchises, which hold its queue; "" where they have none."""
    return f"{links.franchise_url(league.pk, min(own))}orders/" if own else ""


def _available(season: state.Season, names: Names, picker: str) -> list[AvailableDriver]:
    """Who may be picked by anybody but their own franchise of before, the best first; `picker` may pick now."""
    free = [driver for driver in season.all_drivers() if not why_not_draftable(season, "", driver)]
    free.sort(key=lambda driver: (-driver.level, -driver.xp, driver.id))
    held = {id: contract.franchise for id, contract in season.contracts.items()}
    return [
        AvailableDriver(
            id=driver.id,
            may_pick=bool(picker) and not why_not_draftable(season, picker, driver),
            driver=names.segment(DriverId, driver.id),
            was_with=names.segment(FranchiseId, held[driver.id]) if driver.id in held else None,
            level=driver.level,
            xp=driver.xp,
        )
        for driver in free
    ]
