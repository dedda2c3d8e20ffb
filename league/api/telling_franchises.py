"""Franchises as the API tells them: money by source, people, backers, points, cars with their sheets, and stores."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from django.db.models import Q

from drivers.pages.sheet import house_of
from franchises.models import FranchiseSeason, Item, LedgerLine, Sponsor
from franchises.pages.explained import SPONSOR_EFFECTS, shot_words
from franchises.queries import (
    Buildable,
    CarHeld,
    buildable,
    fixtures,
    holdings,
    ledger,
    points_book,
    roster,
    seasons_of,
    settlements,
    sponsors,
    stores,
)
from league.access import Viewer
from league.api.addresses import behind
from league.api.shapes.franchises import (
    CarOut,
    ColumnOut,
    DesignFaultOut,
    DesignOut,
    FittedOut,
    FranchiseLineOut,
    FranchiseOut,
    FranchiseYearOut,
    GarageOut,
    HistoryOut,
    IncomeOut,
    LedgerLineOut,
    LedgerOut,
    MeetingOut,
    OpponentOut,
    PointsOut,
    SettlementOut,
    SizeOut,
    SponsorOut,
    StaffOut,
    StoredOut,
    StoresOut,
    TableOut,
)
from league.api.telling import OF_A_LINE, OF_A_MATCH, facts_told
from league.api.telling_drivers import sheet_told
from league.journal.body import as_it_stands
from league.models import LineUp, Season, Settlement, StandingsLine
from league.pages.called import Names
from league.pages.cells import cell_of
from league.pages.names import names_in
from league.pages.routes import local
from league.queries.franchises import ledger_by_kind
from league.queries.standings import letter
from rules.campaign.core import state
from rules.campaign.garage.catalog import item_type, stat_lines
from rules.campaign.money.overhead import size_from_counts
from rules.campaign.money.prices import STAFF_K
from rules.campaign.people.staff import SIZE_BY_STAFF_RATING
from rules.campaign.season_end.staff_retention import keep_fee
from rules.campaign.sponsors.kinds import SPONSOR_KINDS
from rules.core.terms import K
from rules.match.registry import get_ruleset
from rules.match.text_tables import Table

OF_A_FRANCHISE = (
    "balance", "profit", "points", "wins", "criticals", "rank", "staff", "sponsors", "roster", "to_come",
)  # fmt: skip
AT_A_GLANCE = (*OF_A_LINE, "staff", "roster", "sponsors")
LIMITS = ("roster.min", "roster.max", "garage.min", "garage.max", "sponsors.max")


def line_told(row: Any) -> FranchiseLineOut:
    """A franchise of a season at a glance."""
    return FranchiseLineOut(
        id=local(row.pk),
        name=row.identity.name,
        balance=row.balance,
        points=row.points,
        wins=row.wins,
        criticals=row.criticals,
        rank=row.rank or None,
        staff_rating=row.staff_rating,
        folded=row.folded,
        first_season=row.first_season,
        drivers=row.signed,
        cars=row.garaged,
        sponsors=row.backed,
        why=behind(row.season_id, "franchise", local(row.pk), AT_A_GLANCE + _ranked(row)),
    )


def franchise_told(row: Any, season: Season, viewer: Viewer) -> FranchiseOut:
    """A franchise in a season."""
    house, own = house_of(season), row.identity in viewer.franchises
    contracts, held = list(roster(row.pk)), holdings(row.pk)
    return FranchiseOut(
        season=season.pk,
        id=local(row.pk),
        name=row.identity.name,
        balance=row.balance,
        points=row.points,
        wins=row.wins,
        criticals=row.criticals,
        rank=row.rank or None,
        folded=row.folded,
        first_season=row.first_season,
        income=tuple(
            IncomeOut(kind=each["kind"], lines=each["lines"], amount=each["booked"])
            for each in ledger_by_kind(row, viewer)
        ),
        to_come=row.cup_bonus + row.holding_payout,
        size=_size(row, contracts, held.garage),
        staff=StaffOut(
            rating=row.staff_rating,
            price=STAFF_K[row.staff_rating] * K,
            keep_fee=keep_fee(house, rating=row.staff_rating) if row.staff_rating > 1 else 0,
            held=row.staff_held,
            decided=row.staff_decided,
        ),
        roster=tuple(sheet_told(each.sheet, each, house=house, own=own) for each in contracts),
        sponsors=tuple(sponsor_told(each) for each in sponsors(row.pk)),
        waiting_sponsors=tuple(row.waiting_sponsors),
        points_lines=tuple(points_told(each) for each in points_book(row.pk)),
        settlements=tuple(settlement_told(each) for each in settlements(row.pk)),
        party_thrown=row.party_thrown,
        contracts_named=row.contracts_named,
        safe_declared=row.safe_declared,
        picks=row.picks,
        shops_after=local(row.shops_after or ""),
        locked_for=local(row.locked_for or ""),
        limits={each: house.number_setting(each) for each in LIMITS},
        why=behind(season.pk, "franchise", local(row.pk), OF_A_FRANCHISE),
    )


def sponsor_told(row: Sponsor) -> SponsorOut:
    """A sponsor with what it pays."""
    kind = SPONSOR_KINDS[row.kind]
    return SponsorOut(
        id=local(row.pk),
        kind=row.kind,
        name=kind.name,
        dice=kind.dice,
        each=kind.each_k * K,
        effect=SPONSOR_EFFECTS[row.kind],
        rule=kind.rule,
        joined=row.joined,
        safe_in=tuple(row.safe_in),
    )


def points_told(line: StandingsLine) -> PointsOut:
    """Points that were added."""
    return PointsOut(
        match=None if line.match_id is None else local(line.match_id),
        points=line.points,
        won=line.won,
        wins=line.wins,
        criticals=line.criticals,
        season_points=line.season_points,
        season_wins=line.season_wins,
        season_criticals=line.season_criticals,
        entry=line.entry,
    )


def settlement_told(line: Settlement) -> SettlementOut:
    """What a match came to for a franchise."""
    figures = {
        name: getattr(line, name) for name in SettlementOut.__struct_fields__ if name not in ("match", "franchise")
    }
    return SettlementOut(match=local(line.match_id), franchise=local(line.franchise_id), **figures)


def garage_told(row: FranchiseSeason, season: Season) -> GarageOut:
    """The cars of a franchise, each with what it is by every ruleset."""
    house = house_of(season)
    on_car: dict[str, list[Item]] = {}
    for item in stores(row.pk):
        if car := item.car_id or getattr(item.weapon, "car_id", None):
            on_car.setdefault(local(car), []).append(item)
    return GarageOut(
        season=season.pk,
        franchise=local(row.pk),
        cars=tuple(
            _car(each, on_car.get(each.id, ()), season=season.pk, house=house) for each in holdings(row.pk).cars
        ),
    )


def stores_told(row: FranchiseSeason, season: Season) -> StoresOut:
    """Every item of a franchise."""
    items = tuple(_stored(each, season.pk) for each in stores(row.pk))
    return StoresOut(season=season.pk, franchise=local(row.pk), items=items)


def ledger_told(row: Any, viewer: Viewer, *, after: tuple[int, int] | None, limit: int) -> LedgerOut:
    """Lines of the ledger after one, the oldest first."""
    lines: Any = ledger(row, viewer).order_by("entry", "fact")
    if after is not None:
        entry, fact = after
        lines = lines.filter(Q(entry__gt=entry) | Q(entry=entry, fact__gt=fact))
    fetched = list(lines[: limit + 1])
    listed = fetched[:limit]
    stated = [as_it_stands(line.entry_body, line.entry_retold).stated()[line.fact] for line in listed]
    names = names_in(Names(row.season_id, franchises={local(row.pk): row.identity.name}), stated)
    last: LedgerLine | None = listed[-1] if len(fetched) > limit else None
    return LedgerOut(
        season=row.season_id,
        franchise=local(row.pk),
        balance=row.balance,
        lines=tuple(
            LedgerLineOut(
                entry=line.entry,
                line=line.fact,
                at=line.entry_at,
                amount=line.amount,
                balance=line.balance,
                cell=cell_of(fact),
                fact=facts_told([fact], names)[0],
            )
            for line, fact in zip(listed, stated, strict=True)
        ),
        next=None if last is None else f"{last.entry}-{last.fact}",
    )


def history_told(row: Any, season: Season) -> HistoryOut:
    """A franchise's matches of a season, and its seasons."""
    by_match: dict[str, list[LineUp]] = {}
    for each in fixtures(row.pk):
        by_match.setdefault(each.match_id, []).append(each)
    return HistoryOut(
        season=season.pk,
        franchise=local(row.pk),
        matches=tuple(_meeting(teams, own=row.pk) for teams in by_match.values()),
        seasons=tuple(_year(each) for each in seasons_of(row.identity_id)),
    )


def table_told(told: Table) -> TableOut:
    """A table of a ruleset."""
    return TableOut(
        title=told.title,
        columns=tuple(ColumnOut(name=each.name, means=each.means) for each in told.head),
        rows=told.rows,
        note=told.note,
    )


def _size(row: Any, contracts: Iterable[Any], cars: Sequence[CarHeld]) -> SizeOut:
    drivers, overhead = sum(each.phase == "signed" for each in contracts), sum(car.overhead for car in cars)
    return SizeOut(
        size=size_from_counts(drivers=drivers, cars=len(cars), overhead_cars=overhead, staff_rating=row.staff_rating),
        drivers=drivers,
        cars=len(cars),
        overhead_cars=overhead,
        staff=SIZE_BY_STAFF_RATING[row.staff_rating],
        rule="DM-C-099",
    )


def _car(car: CarHeld, items: Sequence[Item], *, season: str, house: state.Season) -> CarOut:
    kinds = [each.kind for each in items if each.car_id]
    return CarOut(
        id=car.id,
        name=car.name,
        phase=car.phase,
        dp=car.dp,
        paid=car.paid,
        overhead=car.overhead,
        gunner_station=car.gunner_station,
        gearing=car.gearing,
        broken=car.broken,
        criticals=car.criticals,
        destroyed=car.destroyed,
        fitted=tuple(
            FittedOut(
                id=local(each.pk),
                kind=each.kind,
                name=item_type(each.kind).name,
                weapon=local(each.weapon_id or ""),
            )
            for each in items
        ),
        designs=tuple(_design(each, car, kinds, house=house) for each in buildable(car, house.switches)),
        why=behind(season, "car", car.id, ("car", "criticals")),
    )


def _design(built: Buildable, car: CarHeld, kinds: Sequence[str], *, house: state.Season) -> DesignOut:
    by = get_ruleset(built.ruleset)
    design: Mapping[str, Any] = (
        car.designs[built.ruleset]
        if built.own
        else by.stock_design(
            dp=car.dp,
            gunner_station=car.gunner_station,
            gearing=car.gearing,
            kinds=kinds,
            switches=house.switches,
        )
    )
    return DesignOut(
        ruleset=built.ruleset,
        title=built.title,
        own=built.own,
        design=dict(design),
        faults=tuple(DesignFaultOut(code=each.code, rule=each.rule, sentence=each.sentence) for each in built.faults),
        sheet=tuple(table_told(each) for each in by.car_sheet(dict(design), dp=car.dp, switches=house.switches)),
    )


def _stored(item: Item, season: str) -> StoredOut:
    row = item_type(item.kind)
    return StoredOut(
        id=local(item.pk),
        kind=item.kind,
        name=row.name,
        group=row.group,
        rule=row.rule,
        effect=row.effect,
        shots=tuple(shot_words(each) for each in stat_lines(item.kind, variant=item.variant)),
        origin=item.origin,
        paid=item.paid,
        car=local(item.car_id or ""),
        driver=local(item.driver_id or ""),
        weapon=local(item.weapon_id or ""),
        bound=local(item.bound_id or ""),
        carcass=item.carcass,
        tread=item.tread,
        gearing=item.gearing,
        variant=item.variant,
        rolled=dict(item.rolled),
        uses=item.uses,
        ammunition=item.ammunition,
        backwards=item.backwards,
        why=behind(season, "item", local(item.pk), ("item",)),
    )


def _meeting(teams: Sequence[Any], *, own: str) -> MeetingOut:
    mine = next(each for each in teams if each.franchise_id == own)
    match = mine.match
    return MeetingOut(
        match=local(match.pk),
        round=match.round.number,
        event=match.event,
        ruleset=match.ruleset,
        step=match.step,
        points=mine.points,
        result="" if mine.points is None or match.step == "void" else letter(mine, teams),
        forfeited=mine.forfeited,
        against=tuple(
            OpponentOut(franchise=local(each.franchise_id), points=each.points)
            for each in teams
            if each.franchise_id != own
        ),
        why=behind(match.season_id, "match", local(match.pk), OF_A_MATCH),
    )


def _year(row: Any) -> FranchiseYearOut:
    return FranchiseYearOut(
        season=row.season_id,
        step=row.season.step,
        balance=row.balance,
        points=row.points,
        wins=row.wins,
        criticals=row.criticals,
        folded=row.folded,
        rank=row.rank or None,
        rank_entry=row.rank_entry,
        cup_bonus=row.cup_won,
        cup_entry=row.cup_entry,
        why=behind(row.season_id, "franchise", local(row.pk), OF_A_LINE + _ranked(row)),
    )


def _ranked(row: Any) -> tuple[str, ...]:
    """The figure of a place in the final table, for a franchise that has one."""
    return ("rank",) if row.rank else ()
