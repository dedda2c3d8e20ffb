"""Command fields with several parts: match plans, line-ups, reports, goods, opening sheets."""

from __future__ import annotations

from dataclasses import replace

from hypothesis import strategies as st
from hypothesis.strategies import DrawFn, SearchStrategy

from rules.campaign.core.state import Goods, Match, Season
from rules.campaign.founding.opening_sheet import (
    CarSheet,
    DriverSheet,
    FranchiseSheet,
    ItemSheet,
    Sheet,
    SponsorSheet,
)
from rules.campaign.match_day.announcing import AS_REPORTED, PRESETS, MatchPlan
from rules.campaign.match_day.line_ups import SeatPlan
from rules.campaign.match_day.stand_in import stand_in_report
from rules.campaign.people.experience import level_at
from rules.campaign.sponsors.kinds import SPONSOR_KINDS
from rules.core.dice import Dice, KeyRing
from rules.core.terms import CarId, DriverId, FranchiseId, ItemId, K, MatchId, SponsorId
from rules.match.report import CarReport, DriverReport, Report
from tests.machine.scene import NOBODY, Scene, among, idle, some

EVENTS = ("race", "flags", "last car standing", "duel")
SCORINGS = ("", "", AS_REPORTED, *sorted(PRESETS))
SEEDS = st.integers(0, 255)


@st.composite
def plan(draw: DrawFn, scene: Scene, *, letter: str = "m", teams: tuple[str, ...] = ()) -> MatchPlan:
    """A match of these teams, or of the franchises without a match, with one to three heats."""
    entered = list(teams) or idle(scene.season) or [NOBODY]
    return MatchPlan(
        match=MatchId(scene.new(letter)),
        event=draw(st.sampled_from(EVENTS)),
        franchises=entered,
        heats=draw(st.integers(1, 3)),
        vehicles_per_team=draw(st.sampled_from((None, None, 1, 2, 3))),
        scoring=draw(st.sampled_from(SCORINGS)),
    )


@st.composite
def plans(draw: DrawFn, scene: Scene) -> list[MatchPlan]:
    """The matches of a round: one for everybody, one for all but one franchise, two of half each, or one of half."""
    everybody = sorted(scene.season.franchises)
    shape = draw(st.sampled_from(("all", "all", "but one", "halves", "half")))
    if shape in {"halves", "half"} and len(everybody) >= 4:
        halves = (tuple(everybody[::2]), tuple(everybody[1::2]))
        entered = zip("mn", halves if shape == "halves" else halves[:1], strict=False)
        return [draw(plan(scene, letter=letter, teams=half)) for letter, half in entered]
    left_out = draw(st.sampled_from(everybody)) if shape == "but one" and everybody else ""
    return [draw(plan(scene, teams=tuple(franchise for franchise in everybody if franchise != left_out)))]


def again(scene: Scene) -> SearchStrategy[MatchPlan | None]:
    """A repetition of the match by the same teams, or None."""
    if scene.match is None:
        return st.none()
    teams = tuple(line_up.franchise for line_up in scene.season.line_ups_of(scene.match.id))
    return st.none() | plan(scene, teams=teams)


@st.composite
def seats(draw: DrawFn, scene: Scene) -> list[SeatPlan]:
    """Sound cars and available drivers of the franchise, gunners where they fit, and sometimes one car too many."""
    season, match = scene.season, scene.match
    cars = [car for car in season.garage(scene.franchise) if not (car.broken or car.destroyed)]
    able = [driver.id for driver in season.roster(scene.franchise) if driver.availability == "available"]
    allowed = match.vehicles_per_team if match else 1
    places = min(len(cars), len(able), allowed + draw(st.sampled_from((0, 0, 1))))
    first = draw(st.integers(0, max(0, len(able) - places)))
    drivers, spare = able[first:], able[:first]
    seat_plans = []
    for car, driver in zip(cars[:places], drivers, strict=False):
        gunner = spare.pop() if car.gunner_station and spare and draw(st.booleans()) else ""
        seat_plans.append(SeatPlan(car=CarId(car.id), driver=DriverId(driver), gunner=DriverId(gunner)))
    return seat_plans


def report(scene: Scene) -> SearchStrategy[Report]:
    """A result of the match drawn: the stand-in's, sometimes with more wrecks and other points."""
    if scene.match is None:
        return st.just(Report(teams=[], drivers=[], cars=[]))
    return result(scene.season, scene.match)


@st.composite
def result(draw: DrawFn, season: Season, match: Match) -> Report:
    """The stand-in's result of a match, unchanged or altered."""
    stand_in = stand_in_report(season, match, Dice(KeyRing(bytes([draw(SEEDS)]))))
    if draw(st.booleans()):
        return stand_in
    forfeited = {line_up.franchise for line_up in season.line_ups_of(match.id) if line_up.forfeited}
    points = {
        team.franchise: 0 if team.franchise in forfeited else draw(st.integers(0, 5)) for team in stand_in.teams
    }
    teams = [
        replace(
            team, points=points[team.franchise], rank=1 + sum(p > points[team.franchise] for p in points.values())
        )
        for team in stand_in.teams
    ]
    hit = draw(some((driver.driver for driver in stand_in.drivers), most=3))
    wrecked = draw(some((car.car for car in stand_in.cars), most=3))
    drivers = [_hurt(driver) if driver.driver in hit else driver for driver in stand_in.drivers]
    cars = [_wrecked(season, car) if car.car in wrecked else car for car in stand_in.cars]
    return replace(stand_in, teams=teams, drivers=drivers, cars=cars)


def _hurt(claim: DriverReport) -> DriverReport:
    return replace(claim, out=True, dead=True, criticals=claim.criticals + 2)


def _wrecked(season: Season, claim: CarReport) -> CarReport:
    """The car as a wreck; if it carries items, as a damaged car that lost the first of them."""
    fitted = [item.id for item in season.items_on_car(claim.car) if item.id not in claim.expendables_used]
    if fitted:
        return replace(claim, destroyed=False, criticals=2, devices_lost=fitted[:1])
    return replace(claim, destroyed=True, criticals=0)


@st.composite
def goods(draw: DrawFn, scene: Scene, *, partner: bool) -> Goods:
    """A driver, car or item that the side has; the partner may also give nothing, and never pays."""
    who = str(scene.drawn.get("partner", "")) if partner else scene.franchise
    season = scene.season
    shelves = {
        "drivers": [driver.id for driver in season.roster(who)],
        "cars": [car.id for car in season.garage(who)],
        "items": [item.id for item in season.stores(who) if not item.bound],
    }
    what = draw(st.sampled_from(("drivers", "items", "nothing", "cars") if partner else ("drivers", "items", "cars")))
    chosen = {what: [draw(among(shelves[what]))]} if what in shelves else {}
    return Goods(**chosen, pays=0 if partner else draw(st.sampled_from((0, 0, 5 * K, 40 * K))))


@st.composite
def sheet(draw: DrawFn, scene: Scene) -> Sheet:
    """An opening sheet: two to four franchises that have hired, bought and played a little."""
    return Sheet(
        franchises=[draw(_franchise_sheet(scene.new(letter))) for letter in "abcd"[: draw(st.integers(2, 4))]],
        rounds_before=draw(st.integers(0, 1)),
    )


@st.composite
def _franchise_sheet(draw: DrawFn, id: str) -> FranchiseSheet:
    played = draw(st.integers(0, 3))
    return FranchiseSheet(
        franchise=FranchiseId(id),
        balance=draw(st.sampled_from((0, 150 * K, 900 * K))),
        staff_rating=draw(st.integers(1, 3)),
        points=played * 4,
        wins=played // 2,
        criticals=played,
        party_thrown=draw(st.booleans()),
        sponsors=[
            SponsorSheet(sponsor=SponsorId(f"{id}.x{number}"), kind=draw(st.sampled_from(sorted(SPONSOR_KINDS))))
            for number in range(1, 4)
        ],
        cars=[CarSheet(car=CarId(f"{id}.c{number}"), criticals=played) for number in range(1, 4)],
        items=[ItemSheet(item=ItemId(f"{id}.gun"), kind="machinegun", car=CarId(f"{id}.c1"))],
        drivers=[_driver_sheet(f"{id}.d{number}", xp=draw(st.integers(0, 6))) for number in range(1, played + 4)],
    )


def _driver_sheet(id: str, *, xp: int) -> DriverSheet:
    """A driver whose advancement rolls all raised driving."""
    level = level_at(xp=xp, capped=False)
    return DriverSheet(driver=DriverId(id), xp=xp, level=level, driving=2 + level)
