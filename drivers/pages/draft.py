"""The draft page: protected drivers, the board, order, picks, and drivers who were left over."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from functools import partial
from typing import Any

from django.conf import settings

from drivers.pages.draft_queue import queue_of
from drivers.pages.driver_table import (
    DriverRecord,
    DriverRow,
    DriverSort,
    DriverTeam,
    drafted_fee,
    driver_records,
    driver_table,
    row_of_state,
)
from drivers.pages.pick_effects import PICK_SHELVES, PickEffects, pick_effects
from drivers.queries import driver_runs
from explain import links
from explain.fact_rendering import RenderedEntry
from explain.name_lookup import render_entries
from explain.names import Names, Segment
from journal.state.store import load_partially
from league.access import Viewer
from league.models import League, Season
from league.pages.base_context import Breadcrumb, base_context, franchise_color, own_franchise_ids
from league.pages.list_pages import list_page, phone_lines
from league.pages.season.deadlines import RefusedClockAction, deadlines
from league.queries.entries import entries_of_commands
from league.queries.seasons import own_balance
from rules.campaign.core import state
from rules.campaign.core.command import SEASON_STEPS
from rules.campaign.core.switches import DEFAULT_SETTINGS
from rules.campaign.season_end.draft import draft_turn, why_not_draftable
from rules.campaign.season_end.franchise_contracts import contract_limit, takes_part_in_draft
from rules.campaign.steward.waits import current_waits
from rules.core.page_breaks import page_breaks, page_of
from rules.core.terms import DriverId, FranchiseId


@dataclass(frozen=True, slots=True, kw_only=True)
class Picker:
    """A franchise in the draft order: its number of picks, the drivers it picked, and how often it passed."""

    place: int
    id: str
    team: Segment
    color: str
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
    franchise: str
    color: str
    team: Segment
    driver: Segment | None
    left: Segment | None
    href: str


@dataclass(frozen=True, slots=True)
class BoardCell:
    """A franchise's turn in a round: `state` is `picked`, `passed`, `now`, `next` or, if there is none, `none`.

    `number` is that of the pick; of one to come, its number if nobody passes before; 0 without a pick.
    """

    state: str
    number: int
    driver: Segment | None
    own: bool


@dataclass(frozen=True, slots=True)
class BoardRound:
    """A round of the draft with a cell for each franchise, in the draft order; `now` if it is under way."""

    number: int
    now: bool
    cells: tuple[BoardCell, ...]


def draft_board(order: Sequence[Picker], taken: Sequence[DraftTurn], *, now: int, snake: bool) -> list[BoardRound]:
    """The rounds of the draft, of which the round `now` is under way (DM-C-164).

    Every second round goes the other way if the house plays it so. Picks to come stand where they are made if nobody
    passes before.
    """
    turns = {(it.round, it.franchise): it for it in taken}
    ahead = _picks_ahead(order, turns.keys(), made=sum(it.number is not None for it in taken), now=now, snake=snake)
    last = max((round for round, _ in (*turns, *ahead)), default=0)
    return [
        BoardRound(
            number=round,
            now=round == now,
            cells=tuple(
                _cell(picker, turns.get((round, picker.id)), ahead.get((round, picker.id), 0), now=round == now)
                for picker in order
            ),
        )
        for round in range(1, last + 1)
    ]


def _picks_ahead(
    order: Sequence[Picker], over: Collection[tuple[int, str]], *, made: int, now: int, snake: bool
) -> dict[tuple[int, str], int]:
    """The number of each pick to come, by its round and franchise."""
    left = {picker.id: picker.picks_left for picker in order}
    ahead: dict[tuple[int, str], int] = {}
    round, number = now, made
    while any(left.values()):
        for picker in order[::-1] if snake and round % 2 == 0 else order:
            if left[picker.id] and (round, picker.id) not in over:
                number += 1
                left[picker.id] -= 1
                ahead[round, picker.id] = number
        round += 1
    return ahead


def _cell(picker: Picker, turn: DraftTurn | None, ahead: int, *, now: bool) -> BoardCell:
    if turn is not None:
        return BoardCell("passed" if turn.driver is None else "picked", turn.number or 0, turn.driver, picker.own)
    if ahead:
        return BoardCell("now" if now and picker.on_turn else "next", ahead, None, picker.own)
    return BoardCell("none", 0, None, picker.own)


DRAFT_COMMANDS = ("open_draft", "pick_driver", "pass_pick", "close_draft")
CONTRACTS_STEP, PICKING_STEP = "E5", "E6"
BEST_FIRST = DriverSort("level", down=True)
MOST_LATEST = 5
"""The latest turns beside the list; all of them stand below."""
MOST_AVAILABLE, MOST_QUEUED, MOST_UNDRAFTED = 14, 15, 16
"""The most drivers on a page of each list."""
ORDER_LINES, TURN_LINES, PROTECTED_LINES = 24, 30, 16
"""The most lines of a page of each list, as a phone shows them."""
WANTED, QUEUE_PAGE = "pick", "queue"
"""The query parameters for the driver whose pick is weighed, and for the page of the queue."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ProtectedDrivers:
    """A franchise's protected drivers, if it has any; `by_default` if it did not name them itself."""

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
    color: str
    own: bool
    may_protect: int
    named: bool
    drivers: tuple[Segment, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class AvailableDriver:
    """A driver who may still be picked; `may_pick` means by the viewer, who is on turn.

    `queued` is their place in the viewer's queue, from 1 on, and 0 if they are not in it.
    """

    row: DriverRow
    may_pick: bool
    queued: int
    may_queue: bool
    """Whether they can be put into the viewer's queue."""


def draft_page(
    *,
    league: League,
    season: Season,
    viewer: Viewer,
    at: datetime,
    refused: RefusedClockAction | None = None,
    sort: str = "",
    query: Mapping[str, str] | None = None,
) -> dict[str, Any]:
    """The context of the draft page at that time; `refused` is a refused action on its clock.

    `sort` is the column its drivers are sorted by, "" for the best first. A `query` asks for pages of its lists;
    without one they are whole.
    """
    names = Names(season.pk)
    own = own_franchise_ids(viewer)
    loaded = load_draft(season) if season.step in (CONTRACTS_STEP, PICKING_STEP) else None
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
    queue_franchise = min(own) if own and turn is not None else ""
    queue = queue_of(league.pk, queue_franchise) if queue_franchise else []
    order = _order(entries, names, own, "" if turn is None else turn.franchise)
    taken = _draft_turns(entries, names)
    snake = bool(season.switches.get("draft.snake", DEFAULT_SETTINGS["draft.snake"]))
    available = (
        _available(
            loaded,
            picker="" if turn is None or turn.franchise not in own else turn.franchise,
            queuer="" if season.forked_from else queue_franchise,
            queue=queue,
            row=partial(_row, loaded, names=names, records=driver_records(driver_runs(season.pk)), own=own),
        )
        if loaded is not None and season.step == PICKING_STEP
        else []
    )
    kept_query = {name: query[name] for name in (WANTED, QUEUE_PAGE) if query and query.get(name)}
    table = driver_table(
        [it.row for it in available], sort=DriverSort.from_text(sort, BEST_FIRST), query=kept_query, at="available"
    )
    queued = sorted((it for it in available if it.queued), key=lambda it: it.queued)
    available_by_id = {it.row.id: it for it in available}
    turn_ends = None if clock is None else clock.find(PICKING_STEP)
    return {
        **base_context(
            league=league,
            season=season,
            viewer=viewer,
            here="Draft",
            crumbs=[
                Breadcrumb(league.name, links.league_url(league.pk)),
                Breadcrumb(season.label, links.season_url(season.pk)),
                Breadcrumb("Draft"),
            ],
            balance=own_balance(viewer),
        ),
        "clock": clock,
        "enabled": season.switches.get("draft.enabled", DEFAULT_SETTINGS["draft.enabled"]),
        "snake": snake,
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
        "order": list_page(order, query, "order", lines=_picker_lines, most=ORDER_LINES),
        "board_order": order,
        "board": [] if turn is None else draft_board(order, taken, now=turn.round, snake=snake),
        "taken": list_page(
            taken, query, "turns", lines=_turn_lines, most=TURN_LINES, end_first=season.step == PICKING_STEP
        ),
        "last_turn": taken[-1] if taken else None,
        "latest": taken[::-1][:MOST_LATEST],
        "pick_number": sum(it.number is not None for it in taken) + 1,
        "picks_in_all": sum(it.picks for it in order),
        "queue_franchise": queue_franchise,
        "queue_fixed": bool(season.forked_from),
        "queue": list_page(queued, query, QUEUE_PAGE, lines=lambda _: 1, most=MOST_QUEUED),
        "other_query": [(name, value) for name, value in (query or {}).items() if name != WANTED],
        "queue_first": queued[0].row.name if queued else "",
        "if_picked": _pick_effects(
            loaded,
            turn.franchise if turn.franchise in own else queue_franchise,
            available,
            [kept_query.get(WANTED, ""), *(it.row.id for it in queued)],
            names,
        )
        if loaded is not None and turn is not None and queue_franchise
        else None,
        "kept": list_page(
            _protected_drivers(entries, names), query, "protected", lines=_protected_lines, most=PROTECTED_LINES
        ),
        "left_over": list_page(
            [
                (names.segment(DriverId, fact.driver), entry.href)
                for entry in entries
                if entry.tag == "close_draft"
                for fact in entry.facts
                if fact.stated.tag == "driver_retired"
            ],
            query,
            "undrafted",
            lines=lambda _: 1,
            most=MOST_UNDRAFTED,
        ),
        "available": list_page(
            [replace(available_by_id[row.id], row=row) for row in table.rows],
            query,
            "available",
            lines=lambda _: 1,
            most=MOST_AVAILABLE,
        ),
        "available_headings": table.headings,
        "first_choice": available[0].row.id if available else "",
    }


def _pick_effects(
    season: state.Season,
    franchise: str,
    available: Sequence[AvailableDriver],
    wanted: Sequence[str],
    names: Names,
) -> PickEffects | None:
    """What a pick would mean for the viewer's franchise: of the first it may pick of those wanted, else the best."""
    drivers = (season.driver(it.row.id) for it in available)
    free = {driver.id: driver for driver in drivers if not why_not_draftable(season, franchise, driver)}
    return pick_effects(
        season,
        franchise,
        list(free.values()),
        wanted=next((id for id in wanted if id in free), ""),
        name=lambda driver: names.segment(DriverId, driver).text,
    )


def _picker_lines(picker: Picker) -> int:
    """About how many lines of a phone a franchise takes in the order, in whose narrow column its picks stand."""
    return 3 + len(picker.picked)


def _turn_lines(turn: DraftTurn) -> int:
    names = [piece.text for piece in (turn.team, turn.driver, turn.left) if piece is not None]
    return 1 + phone_lines(" ".join(("Round 1", *names, "picked from")))


def _protected_lines(protected: ProtectedDrivers) -> int:
    return 2 + phone_lines(", ".join(driver.text for driver in protected.drivers))


def load_draft(season: Season) -> state.Season:
    """What the draft's rules read of a season, and what a pick means for a franchise."""
    return load_partially(season, *PICK_SHELVES)


def _facts_with_tag(entries: Sequence[RenderedEntry], tag: str) -> list[Any]:
    return [fact.stated for entry in entries for fact in entry.facts if fact.stated.tag == tag]


def _contract_namings(season: state.Season, names: Names, own: frozenset[str]) -> list[ContractNaming]:
    return [
        ContractNaming(
            short_name=franchise.id,
            team=names.segment(FranchiseId, franchise.id),
            color=franchise_color(franchise.id),
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
            id=place_fact.franchise,
            team=names.segment(FranchiseId, place_fact.franchise),
            color=franchise_color(place_fact.franchise),
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
                    franchise=pick_or_pass.franchise,
                    color=franchise_color(pick_or_pass.franchise),
                    team=names.segment(FranchiseId, pick_or_pass.franchise),
                    driver=names.segment(DriverId, pick_or_pass.driver) if picked else None,
                    left=names.segment(FranchiseId, pick_or_pass.left) if picked and pick_or_pass.left else None,
                    href=entry.href,
                )
            )
    return turns


def _protected_drivers(entries: Sequence[RenderedEntry], names: Names) -> list[ProtectedDrivers]:
    by_franchise: dict[str, list[Any]] = {
        fact.franchise: [] for fact in _facts_with_tag(entries, "draft_place_fixed")
    }
    for fact in _facts_with_tag(entries, "driver_protected"):
        by_franchise.setdefault(fact.franchise, []).append(fact)
    return [
        ProtectedDrivers(
            team=names.segment(FranchiseId, franchise),
            drivers=tuple(names.segment(DriverId, fact.driver) for fact in protected),
            by_default=any(fact.by_default for fact in protected),
        )
        for franchise, protected in sorted(by_franchise.items())
    ]


def _draft_queue_url(league: League, own: frozenset[str]) -> str:
    """The URL of the standing orders with the viewer's draft queue; "" if they own no franchise."""
    return f"{links.franchise_url(league.pk, min(own))}orders/" if own else ""


def free_driver_ids(season: state.Season, franchise: str) -> set[str]:
    """The short ids of the drivers whom that franchise may still pick."""
    return {driver.id for driver in season.all_drivers() if not why_not_draftable(season, franchise, driver)}


def queue_page_of(queue: Sequence[str], driver: str) -> int:
    """The number, from 1, of the page of the queue that has that driver."""
    return page_of(page_breaks([[1] * len(queue)], MOST_QUEUED), 0, queue.index(driver))


def _available(
    season: state.Season, *, picker: str, queuer: str, queue: Sequence[str], row: Callable[[state.Driver], DriverRow]
) -> list[AvailableDriver]:
    """The drivers who may be picked, the best first; `picker` is the franchise on turn if the viewer owns it.

    `queuer` is the franchise whose `queue` it is, "" for none. Their former franchise may still not pick its own.
    """
    free = [driver for driver in season.all_drivers() if not why_not_draftable(season, "", driver)]
    free.sort(key=lambda driver: (-driver.level, -driver.xp, driver.id))
    ids = {driver.id for driver in free}
    places = {id: place for place, id in enumerate((id for id in queue if id in ids), start=1)}
    return [
        AvailableDriver(
            row=row(driver),
            may_pick=bool(picker) and not why_not_draftable(season, picker, driver),
            queued=places.get(driver.id, 0),
            may_queue=bool(queuer) and not why_not_draftable(season, queuer, driver),
        )
        for driver in free
    ]


def _row(
    season: state.Season,
    driver: state.Driver,
    *,
    names: Names,
    records: Mapping[str, DriverRecord],
    own: Collection[str],
) -> DriverRow:
    """The row of a driver who may be picked, with whom they were and what hiring them will take."""
    contract, called = season.contracts.get(driver.id), names.segment(DriverId, driver.id)
    former = None if contract is None else names.segment(FranchiseId, contract.franchise)
    return row_of_state(
        driver,
        house=season,
        name=called.text,
        href=called.href,
        team=None
        if contract is None or former is None
        else DriverTeam(former.text, former.href, franchise_color(contract.franchise), own=contract.franchise in own),
        fee=drafted_fee(season, level=driver.level),
        record=records.get(driver.id),
    )
