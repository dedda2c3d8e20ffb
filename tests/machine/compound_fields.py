"""The fields of commands that are made of many parts: plans of matches, line-ups, reports, goods, opening sheets."""

from __future__ import annotations

from dataclasses import replace

from hypothesis import strategies as st
from hypothesis.strategies import DrawFn, SearchStrategy

from rules.campaign.core.goods import Goods
from rules.campaign.core.state import Match, Season
from rules.campaign.founding.sheet_schema import CarSheet, DriverSheet, FranchiseSheet, ItemSheet, Sheet, SponsorSheet
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
    """A match of these teams, or of those without a match, with a heat or two."""
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
    """A round: everybody in one match, all but one of them, two matches of halves, or one of the halves alone."""
    everybody = sorted(scene.season.franchises)
    shape = draw(st.sampled_from(("all", "all", "but one", "halves", "half")))
    if shape in {"halves", "half"} and len(everybody) >= 4:
        halves = (tuple(everybody[::2]), tuple(everybody[1::2]))
        entered = zip("mn", halves if shape == "halves" else halves[:1], strict=False)
        return [draw(plan(scene, letter=letter, teams=half)) for letter, half in entered]
    left_out = draw(st.sampled_from(everybody)) if shape == "but one" and everybody else ""
    return [draw(plan(scene, teams=tuple(each for each in everybody if each != left_out)))]


def again(scene: Scene) -> SearchStrategy[MatchPlan | None]:
    """The match run again by the same teams, or not at all."""
    if scene.match is None:
        return st.none()
    teams = tuple(line_up.franchise for line_up in scene.season.line_ups_of(scene.match.id))
    return st.none() | plan(scene, teams=teams)


@st.composite
def seats(draw: DrawFn, scene: Scene) -> list[SeatPlan]:
    """Sound cars and able drivers of the franchise, with a gunner where one fits; now and then a car too many."""
    season, match = scene.season, scene.match
    cars = [each for each in season.garage(scene.franchise) if not (each.broken or each.destroyed)]
    able = [each.id for each in season.roster(scene.franchise) if each.availability == "available"]
    allowed = match.vehicles_per_team if match else 1
    places = min(len(cars), len(able), allowed + draw(st.sampled_from((0, 0, 1))))
    first = draw(st.integers(0, max(0, len(able) - places)))
    drivers, spare = able[first:], able[:first]
    made = []
    for car, driver in zip(cars[:places], drivers, strict=False):
        gunner = spare.pop() if car.gunner_station and spare and draw(st.booleans()) else ""
        made.append(SeatPlan(car=CarId(car.id), driver=DriverId(driver), gunner=DriverId(gunner)))
    return made


def report(scene: Scene) -> SearchStrategy[Report]:
    """A result of the match drawn: the stand-in's, or one with more wrecks and other points."""
    if scene.match is None:
        return st.just(Report(teams=[], drivers=[], cars=[]))
    return result(scene.season, scene.match)


@st.composite
def result(draw: DrawFn, season: Season, match: Match) -> Report:
    """The stand-in's result of a match, as it is or touched up."""
    made = stand_in_report(season, match, Dice(KeyRing(bytes([draw(SEEDS)]))))
    if draw(st.booleans()):
        return made
    forfeited = {line_up.franchise for line_up in season.line_ups_of(match.id) if line_up.forfeited}
    points = {team.franchise: 0 if team.franchise in forfeited else draw(st.integers(0, 5)) for team in made.teams}
    teams = [
        replace(
            team, points=points[team.franchise], rank=1 + sum(p > points[team.franchise] for p in points.values())
        )
        for team in made.teams
    ]
    hit = draw(some((driver.driver for driver in made.drivers), most=3))
    wrecked = draw(some((car.car for car in made.cars), most=3))
    drivers = [_hurt(driver) if driver.driver in hit else driver for driver in made.drivers]
    cars = [_wrecked(season, car) if car.car in wrecked else car for car in made.cars]
    return replace(made, teams=teams, drivers=drivers, cars=cars)


def _hurt(claim: DriverReport) -> DriverReport:
    return replace(claim, out=True, dead=True, criticals=claim.criticals + 2)


def _wrecked(season: Season, claim: CarReport) -> CarReport:
    """A wreck, or where it had something fitted a damaged car that lost the first of it."""
    fitted = [item.id for item in season.items_on_car(claim.car) if item.id not in claim.expendables_used]
    if fitted:
        return replace(claim, destroyed=False, criticals=2, devices_lost=fitted[:1])
    return replace(claim, destroyed=True, criticals=0)


@st.composite
def goods(draw: DrawFn, scene: Scene, *, partner: bool) -> Goods:
    """One driver, car or item that the side has, or nothing for the partner, who is then paid for nothing."""
    who = str(scene.drawn.get("partner", "")) if partner else scene.franchise
    season = scene.season
    shelves = {
        "drivers": [driver.id for driver in season.roster(who)],
        "cars": [car.id for car in season.garage(who)],
        "items": [item.id for item in season.stores(who) if not item.bound],
    }
    what = draw(st.sampled_from(("drivers", "items", "nothing", "cars") if partner else ("drivers", "items", "cars")))
    named = {what: [draw(among(shelves[what]))]} if what in shelves else {}
    return Goods(**named, pays=0 if partner else draw(st.sampled_from((0, 0, 5 * K, 40 * K))))


@st.composite
def sheet(draw: DrawFn, scene: Scene) -> Sheet:
    """A league on paper: two to four franchises that have hired, bought and played a little."""
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
    """Every advancement roll raised their driving."""
    level = level_at(xp=xp, capped=False)
    return DriverSheet(driver=DriverId(id), xp=xp, level=level, driving=2 + level)
