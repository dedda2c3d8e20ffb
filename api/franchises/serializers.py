"""Serializers of franchises: money by source, roster, staff, sponsors, points, cars with their sheets, and stores."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any

from django.db.models import Q

from api.drivers.serializers import serialize_sheet
from api.franchises.garage_schemas import (
    CarOut,
    ColumnOut,
    DesignFaultOut,
    DesignOut,
    FittedOut,
    GarageOut,
    StoredOut,
    StoresOut,
    TableOut,
)
from api.franchises.schemas import (
    CrestOut,
    FranchiseLineOut,
    FranchiseOut,
    FranchiseYearOut,
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
)
from api.journal.serializers import serialize_facts
from api.links import fact_urls
from api.matches.serializers import MATCH_FIGURES
from api.seasons.serializers import STANDING_FIGURES
from explain.driver_sheet import season_rules_state
from explain.links import crest_svg_url, short_id
from explain.name_lookup import complete_names
from explain.names import Names
from explain.printed_effects import SPONSOR_EFFECTS, shot_words
from explain.table_cells import table_cell_words
from franchises.crests import Crest, crest_among
from franchises.models import FranchiseSeason, Item, LedgerLine, Sponsor
from franchises.pages.rival_cars import car_sights, is_hidden_item
from franchises.queries.franchise import (
    CarInRuleset,
    FranchiseCar,
    car_in_rulesets,
    holdings,
    ledger,
    match_line_ups,
    roster,
    seasons_of,
    settlements,
    sponsors,
    standings_lines,
    stores,
)
from franchises.queries.rivals import hidden_car_fields
from franchises.queries.season_franchises import ledger_by_kind
from journal.entry_body import load_standing_body
from league.access import Viewer
from league.models import LineUp, NameChange, Season, Settlement, StandingsLine
from league.queries.names import former_names_of
from league.queries.results import result_letter
from rules.campaign.core import state
from rules.campaign.garage.rival_view import hides_designs
from rules.campaign.money.overhead import SIZE_BY_STAFF_RATING, size_from_counts
from rules.campaign.money.prices import STAFF_K
from rules.campaign.season_end.staff_retention import keep_fee
from rules.campaign.sponsors.kinds import SPONSOR_KINDS
from rules.core.terms import K
from rules.match.catalog import item_type, stat_lines
from rules.match.duels.terms import CAR_FIELDS
from rules.match.registry import get_ruleset
from rules.match.text_tables import Table

FRANCHISE_FIGURES = (
    "balance", "profit", "points", "wins", "criticals", "rank", "staff", "sponsors", "roster", "to_come",
)  # fmt: skip
FRANCHISE_LINE_FIGURES = (*STANDING_FIGURES, "staff", "roster", "sponsors")
LIMIT_SWITCHES = ("roster.min", "roster.max", "garage.min", "garage.max", "sponsors.max")


def serialize_franchise_line(row: Any, crests: Mapping[str, Crest]) -> FranchiseLineOut:
    """The summary of a franchise in a season."""
    return FranchiseLineOut(
        id=short_id(row.pk),
        name=row.identity.name,
        crest=_serialize_crest(row, crests),
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
        why=fact_urls(row.season_id, "franchise", short_id(row.pk), FRANCHISE_LINE_FIGURES + _rank_figure(row)),
    )


def serialize_franchise(row: Any, season: Season, viewer: Viewer, crests: Mapping[str, Crest]) -> FranchiseOut:
    """A franchise in a season, in full. Protected drivers are shown to their owner before the draft."""
    house, own = season_rules_state(season), row.identity in viewer.franchises
    contracts, franchise_holdings = list(roster(row.pk)), holdings(row.pk)
    return FranchiseOut(
        season=season.pk,
        id=short_id(row.pk),
        name=row.identity.name,
        former_names=former_names_of(
            season.league, NameChange.Kind.FRANCHISE, short_id(row.pk), present=row.identity.name
        ),
        crest=_serialize_crest(row, crests),
        balance=row.balance,
        points=row.points,
        wins=row.wins,
        criticals=row.criticals,
        rank=row.rank or None,
        folded=row.folded,
        first_season=row.first_season,
        income=tuple(
            IncomeOut(kind=entry["kind"], lines=entry["lines"], amount=entry["booked"])
            for entry in ledger_by_kind(row, viewer)
        ),
        to_come=row.cup_bonus + row.holding_payout,
        size=_serialize_size(row, contracts, franchise_holdings.garage),
        staff=StaffOut(
            rating=row.staff_rating,
            price=STAFF_K[row.staff_rating] * K,
            keep_fee=keep_fee(house, rating=row.staff_rating) if row.staff_rating > 1 else 0,
            held=row.staff_held,
            decided=row.staff_decided,
        ),
        roster=tuple(serialize_sheet(contract.sheet, contract, house=house, own=own) for contract in contracts),
        sponsors=tuple(serialize_sponsor(sponsor) for sponsor in sponsors(row.pk)),
        waiting_sponsors=tuple(row.waiting_sponsors),
        points_lines=tuple(serialize_points(line) for line in standings_lines(row.pk)),
        settlements=tuple(serialize_settlement(settlement) for settlement in settlements(row.pk)),
        party_thrown=row.party_thrown,
        contracts_named=row.contracts_named,
        safe_declared=row.safe_declared,
        picks=row.picks,
        shops_after=short_id(row.shops_after or ""),
        locked_for=short_id(row.locked_for or ""),
        limits={switch: house.number_setting(switch) for switch in LIMIT_SWITCHES},
        why=fact_urls(season.pk, "franchise", short_id(row.pk), FRANCHISE_FIGURES),
    )


def _serialize_crest(row: Any, crests: Mapping[str, Crest]) -> CrestOut:
    """The crest of a franchise, from those of its league by short name."""
    league, franchise = row.identity_id.split("/")
    crest = crest_among(crests, franchise)
    return CrestOut(
        shape=crest.shape,
        division=crest.division,
        charge=crest.charge,
        first=crest.first,
        second=crest.second,
        charge_color=crest.charge_color,
        words=crest.words,
        picture=crest_svg_url(league, franchise),
    )


def serialize_sponsor(row: Sponsor) -> SponsorOut:
    """A sponsor with its effect and payment in credits."""
    kind = SPONSOR_KINDS[row.kind]
    return SponsorOut(
        id=short_id(row.pk),
        kind=row.kind,
        name=kind.name,
        dice=kind.dice,
        each=kind.each_k * K,
        effect=SPONSOR_EFFECTS[row.kind],
        rule=kind.rule,
        joined=row.joined,
        safe_in=tuple(row.safe_in),
    )


def serialize_points(line: StandingsLine) -> PointsOut:
    """A line of match points added to the standings."""
    return PointsOut(
        match=None if line.match_id is None else short_id(line.match_id),
        points=line.points,
        won=line.won,
        wins=line.wins,
        criticals=line.criticals,
        season_points=line.season_points,
        season_wins=line.season_wins,
        season_criticals=line.season_criticals,
        entry=line.entry,
    )


def serialize_settlement(line: Settlement) -> SettlementOut:
    """The settlement of a match for a franchise, in credits."""
    figures = {
        name: getattr(line, name) for name in SettlementOut.__struct_fields__ if name not in ("match", "franchise")
    }
    return SettlementOut(match=short_id(line.match_id), franchise=short_id(line.franchise_id), **figures)


def serialize_garage(row: FranchiseSeason, season: Season, viewer: Viewer) -> GarageOut:
    """The cars of a franchise, each with its design and sheet in every ruleset of the season.

    Owners who meet the franchise in a duel do not see everything of them (CW-Q-013).
    """
    house, hidden = season_rules_state(season), hidden_car_fields(row, season, viewer)
    on_car: dict[str, list[Item]] = {}
    for item in stores(row.pk):
        if car := item.car_id or getattr(item.weapon, "car_id", None):
            on_car.setdefault(short_id(car), []).append(item)
    return GarageOut(
        season=season.pk,
        franchise=short_id(row.pk),
        cars=tuple(
            _serialize_car(car, on_car.get(car.id, ()), season=season, house=house, hidden=hidden)
            for car in holdings(row.pk).cars
        ),
    )


def serialize_stores(row: FranchiseSeason, season: Season, viewer: Viewer) -> StoresOut:
    """Every item of a franchise, in the stores or fitted, without what rivals in a duel do not see (CW-Q-013)."""
    hidden = hidden_car_fields(row, season, viewer)
    items = tuple(
        _serialize_stored_item(item, season.pk) for item in stores(row.pk) if not is_hidden_item(item, hidden)
    )
    return StoresOut(season=season.pk, franchise=short_id(row.pk), items=items)


def serialize_ledger(row: Any, viewer: Viewer, *, after: tuple[int, int] | None, limit: int) -> LedgerOut:
    """A page of the ledger, the oldest line first: up to `limit` lines after entry and fact number `after`."""
    lines: Any = ledger(row, viewer).order_by("entry", "fact")
    if after is not None:
        entry, fact = after
        lines = lines.filter(Q(entry__gt=entry) | Q(entry=entry, fact__gt=fact))
    fetched = list(lines[: limit + 1])
    page = fetched[:limit]
    facts = [load_standing_body(line.entry_body, line.entry_retold).parsed_facts()[line.fact] for line in page]
    names = complete_names(Names(row.season_id, franchises={short_id(row.pk): row.identity.name}), facts)
    last: LedgerLine | None = page[-1] if len(fetched) > limit else None
    return LedgerOut(
        season=row.season_id,
        franchise=short_id(row.pk),
        balance=row.balance,
        lines=tuple(
            LedgerLineOut(
                entry=line.entry,
                line=line.fact,
                at=line.entry_at,
                amount=line.amount,
                balance=line.balance,
                cell=table_cell_words(fact),
                fact=serialize_facts([fact], names)[0],
            )
            for line, fact in zip(page, facts, strict=True)
        ),
        next=None if last is None else f"{last.entry}-{last.fact}",
    )


def serialize_history(row: Any, season: Season) -> HistoryOut:
    """The matches of a franchise in a season, and all of its seasons."""
    by_match: dict[str, list[LineUp]] = {}
    for line_up in match_line_ups(row.pk):
        by_match.setdefault(line_up.match_id, []).append(line_up)
    return HistoryOut(
        season=season.pk,
        franchise=short_id(row.pk),
        matches=tuple(_serialize_meeting(teams, own=row.pk) for teams in by_match.values()),
        seasons=tuple(_serialize_year(year) for year in seasons_of(row.identity_id)),
    )


def serialize_ruleset_table(table: Table) -> TableOut:
    """A table as a ruleset makes it, for a car sheet."""
    return TableOut(
        title=table.title,
        columns=tuple(ColumnOut(name=column.name, means=column.means) for column in table.head),
        rows=table.rows,
        note=table.note,
    )


def _serialize_size(row: Any, contracts: Iterable[Any], cars: Sequence[FranchiseCar]) -> SizeOut:
    drivers, overhead = sum(contract.phase == "signed" for contract in contracts), sum(car.overhead for car in cars)
    return SizeOut(
        size=size_from_counts(drivers=drivers, cars=len(cars), overhead_cars=overhead, staff_rating=row.staff_rating),
        drivers=drivers,
        cars=len(cars),
        overhead_cars=overhead,
        staff=SIZE_BY_STAFF_RATING[row.staff_rating],
        rule="DM-C-099",
    )


def _serialize_car(
    car: FranchiseCar, items: Sequence[Item], *, season: Season, house: state.Season, hidden: Collection[str]
) -> CarOut:
    kinds = [item.kind for item in items if item.car_id]
    return CarOut(
        id=car.id,
        name=car.name,
        former_names=former_names_of(season.league, NameChange.Kind.CAR, car.id, present=car.name),
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
                id=short_id(item.pk),
                kind=item.kind,
                name=item_type(item.kind).name,
                weapon=short_id(item.weapon_id or ""),
            )
            for item in items
            if not is_hidden_item(item, hidden)
        ),
        designs=()
        if hides_designs(hidden)
        else tuple(
            _serialize_design(build, car, kinds, house=house) for build in car_in_rulesets(car, house.switches)
        ),
        hidden=tuple(field for field in CAR_FIELDS if field in hidden),
        sights=car_sights(car, items, hidden=hidden, house=house),
        why=fact_urls(season.pk, "car", car.id, ("car", "criticals")),
    )


def _serialize_design(
    build: CarInRuleset, car: FranchiseCar, kinds: Sequence[str], *, house: state.Season
) -> DesignOut:
    ruleset = get_ruleset(build.ruleset)
    design: Mapping[str, Any] = (
        car.designs[build.ruleset]
        if build.own
        else ruleset.stock_design(
            dp=car.dp,
            gunner_station=car.gunner_station,
            gearing=car.gearing,
            kinds=kinds,
            switches=house.switches,
        )
    )
    return DesignOut(
        ruleset=build.ruleset,
        title=build.title,
        own=build.own,
        design=dict(design),
        faults=tuple(
            DesignFaultOut(code=fault.code, rule=fault.rule, sentence=fault.sentence) for fault in build.faults
        ),
        sheet=tuple(
            serialize_ruleset_table(table)
            for table in ruleset.car_sheet(dict(design), dp=car.dp, switches=house.switches)
        ),
    )


def _serialize_stored_item(item: Item, season: str) -> StoredOut:
    row = item_type(item.kind)
    return StoredOut(
        id=short_id(item.pk),
        kind=item.kind,
        name=row.name,
        group=row.group,
        rule=row.rule,
        effect=row.effect,
        shots=tuple(shot_words(line) for line in stat_lines(item.kind, variant=item.variant)),
        origin=item.origin,
        paid=item.paid,
        car=short_id(item.car_id or ""),
        driver=short_id(item.driver_id or ""),
        weapon=short_id(item.weapon_id or ""),
        bound=short_id(item.bound_id or ""),
        carcass=item.carcass,
        tread=item.tread,
        gearing=item.gearing,
        variant=item.variant,
        rolled=dict(item.rolled),
        uses=item.uses,
        ammunition=item.ammunition,
        backwards=item.backwards,
        why=fact_urls(season, "item", short_id(item.pk), ("item",)),
    )


def _serialize_meeting(teams: Sequence[Any], *, own: str) -> MeetingOut:
    own_team = next(team for team in teams if team.franchise_id == own)
    match = own_team.match
    return MeetingOut(
        match=short_id(match.pk),
        round=match.round.number,
        event=match.event,
        ruleset=match.ruleset,
        step=match.step,
        points=own_team.points,
        result="" if own_team.points is None or match.step == "void" else result_letter(own_team, teams),
        forfeited=own_team.forfeited,
        against=tuple(
            OpponentOut(franchise=short_id(team.franchise_id), points=team.points)
            for team in teams
            if team.franchise_id != own
        ),
        why=fact_urls(match.season_id, "match", short_id(match.pk), MATCH_FIGURES),
    )


def _serialize_year(row: Any) -> FranchiseYearOut:
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
        why=fact_urls(row.season_id, "franchise", short_id(row.pk), STANDING_FIGURES + _rank_figure(row)),
    )


def _rank_figure(row: Any) -> tuple[str, ...]:
    """The name of the rank figure if the franchise has a final rank, else nothing."""
    return ("rank",) if row.rank else ()
