"""The box scores of a match: of its report, if it was run here, in pages of a phone, and of the match's own page.

Rules DM-C-014, DM-C-090, DM-C-091, DM-M-140.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, fields
from operator import attrgetter
from typing import Any

from explain import links
from explain.fact_rendering import RenderedEntry
from league.pages.list_pages import PageLink, page_links
from league.pages.matches.teams import TeamLine
from league.pages.ruleset_tables import RenderedTable
from league.queries.matches import BoxLine, BoxScore, CarKind
from rules.campaign.garage.silhouettes import model_of
from rules.campaign.match_day.line_ups import SeatTaken
from rules.core.page_breaks import page_breaks
from rules.match.drawing.car_silhouettes import CarModel
from rules.match.packet import Packet
from rules.match.report import CarReport, DriverReport, Report


@dataclass(frozen=True, slots=True, kw_only=True)
class Figures:
    """What is counted for one or several drivers; `friendly` are criticals on their own side."""

    criticals: int = 0
    friendly: int = 0
    scores: int = 0
    kills: int = 0
    wounds: int = 0
    kits: int = 0

    @classmethod
    def from_report(cls, driver: DriverReport) -> Figures:
        """The figures of one driver's report."""
        return cls(
            criticals=driver.criticals,
            friendly=driver.friendly_criticals,
            scores=driver.scores,
            kills=driver.kills,
            wounds=driver.wounds,
            kits=driver.kit_uses,
        )

    @classmethod
    def total(cls, rows: Iterable[Figures]) -> Figures:
        """The sum of several figures."""
        summands = list(rows)
        return cls(**{field.name: sum(map(attrgetter(field.name), summands)) for field in fields(cls)})


@dataclass(frozen=True, slots=True)
class CrewLine:
    """A driver's line: the heats they took part in, their figures, and how the match ended for them."""

    driver: str
    heats: str
    figures: Figures
    fate: str
    kind: str


@dataclass(frozen=True, slots=True)
class CarFate:
    """A car's line: its first crew, its standing criticals, and items by id.

    The items are those it lost and used up, those fitted during the match, and those it came with that are back in
    the stores (DM-M-039, DM-M-140).
    """

    car: str
    crew: tuple[str, ...]
    criticals: int
    destroyed: bool
    lost: Sequence[str]
    used: Sequence[str]
    fitted: Sequence[str] = ()
    stowed: Sequence[str] = ()


@dataclass(frozen=True, slots=True)
class ItemFate:
    """A column for items of cars: its heading, what it means, and the function that takes its items `of` a car."""

    name: str
    means: str
    of: Callable[[CarFate], Sequence[str]]


ITEM_FATES = (
    ItemFate("Lost for good", "Destroyed or spoiled", attrgetter("lost")),
    ItemFate("Used up", "Fired or triggered", attrgetter("used")),
    ItemFate("Fitted", "Put on it during the match, from the stores or another car", attrgetter("fitted")),
    ItemFate("Stowed", "Taken off it and back in the stores", attrgetter("stowed")),
)


@dataclass(frozen=True, slots=True)
class TeamScore:
    """A team with its rank and points, its drivers and cars, and the sum of its drivers' figures."""

    team: str
    rank: int
    points: int
    crew: tuple[CrewLine, ...]
    cars: tuple[CarFate, ...]
    figures: Figures


@dataclass(frozen=True, slots=True)
class Score:
    """The teams, best first, with the totals of all."""

    teams: tuple[TeamScore, ...]
    points: int
    figures: Figures


def score_of(report: Report, packet: Packet) -> Score:
    """A report as a box score; drivers are listed under the team that lined them up or could send them in."""
    team_of: dict[str, str] = {}
    crews: dict[str, tuple[str, ...]] = {}
    for team in packet.teams:
        for seat in team.seats:
            crew = crews[seat.car.id] = tuple(member.id for member in (seat.driver, seat.gunner) if member)
            team_of |= dict.fromkeys((seat.car.id, *crew), team.franchise)
        team_of |= {driver.id: team.franchise for driver in team.fresh}
    teams = []
    for team_report in sorted(report.teams, key=lambda team: (team.rank, team.franchise)):
        drivers = sorted(
            (driver for driver in report.drivers if team_of.get(driver.driver) == team_report.franchise),
            key=lambda driver: (-driver.scores, -driver.criticals, -driver.kills, driver.driver),
        )
        lines = tuple(map(_crew, drivers))
        cars = tuple(_car(car, crews) for car in report.cars if team_of.get(car.car) == team_report.franchise)
        figures = Figures.total(line.figures for line in lines)
        teams.append(TeamScore(team_report.franchise, team_report.rank, team_report.points, lines, cars, figures))
    return Score(tuple(teams), sum(team.points for team in teams), Figures.total(team.figures for team in teams))


def models_of_packet(packet: Packet) -> dict[str, CarModel]:
    """What each car of a match looked like when it entered, by its kind and the items on it (DM-C-066)."""
    return {
        seat.car.id: model_of(
            overhead=seat.car.overhead,
            gunner_station=seat.car.gunner_station,
            kinds=[item.kind for item in seat.car.items],
        )
        for team in packet.teams
        for seat in team.seats
    }


def item_fates_in(score: Score) -> list[ItemFate]:
    """The item columns that have an item of any car, in order."""
    return [fate for fate in ITEM_FATES if any(fate.of(car) for team in score.teams for car in team.cars)]


def _crew(driver: DriverReport) -> CrewLine:
    fate, kind = ("out of action", "clone") if driver.out else ("OK", "good") if driver.heats else ("did not run", "")
    return CrewLine(driver.driver, ", ".join(map(str, driver.heats)), Figures.from_report(driver), fate, kind)


def _car(car: CarReport, crews: Mapping[str, tuple[str, ...]]) -> CarFate:
    crew = crews.get(car.car, ())
    return CarFate(
        car.car,
        crew,
        car.criticals,
        car.destroyed,
        car.devices_lost,
        car.expendables_used,
        car.fitted,
        car.stowed,
    )


LINES_A_PAGE = 200
"""The most lines of tables on a page, as a phone shows them; a longer table has a page to itself."""
HEADING, TEAM, DRIVER, CAR, ROW, BROAD_ROW = 3, 2, 3, 4, 3, 5
"""About how many lines of a phone the heading of a table, a team and each kind of row take."""


@dataclass(frozen=True, slots=True)
class BoxPage:
    """The tables on a page: of the report those of drivers and of cars, and those of the ruleset; with all pages."""

    drivers: bool
    cars: bool
    tables: Sequence[RenderedTable]
    links: list[PageLink]


def box_page(score: Score, tables: Sequence[RenderedTable], *, page: int, url: Callable[[int], str]) -> BoxPage:
    """A page of a box score, after the last the last one; `url` gives the address of a page by its number."""
    teams = HEADING + TEAM * len(score.teams)
    drivers = teams + DRIVER * sum(len(team.crew) for team in score.teams)
    cars = teams + CAR * sum(len(team.cars) for team in score.teams)
    pages = page_breaks([[drivers], [cars], *([_table_lines(table)] for table in tables)], LINES_A_PAGE)
    here = min(max(1, page), len(pages))
    shown = {stretch.section for stretch in pages[here - 1]}
    return BoxPage(
        drivers=0 in shown,
        cars=1 in shown,
        tables=[table for section, table in enumerate(tables, 2) if section in shown],
        links=page_links(url, here=here, how_many=len(pages)) if len(pages) > 1 else [],
    )


def _table_lines(table: RenderedTable) -> int:
    return HEADING + (BROAD_ROW if table.is_broad else ROW) * len(table.rows)


DESTROYED = "car_destroyed"
"""The fact after which a car did not come home."""


@dataclass(frozen=True, slots=True)
class BoxCar:
    """A car of the box score: its name, what it looked like when it entered, and whether the match destroyed it."""

    name: str
    model: CarModel
    destroyed: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class BoxScoreLine:
    """A driver's line in the box score, with their team, their first car and how the match ended for them.

    `place` is their rank among all drivers, None for those who did not run; `shared` if others did as well.
    """

    line: BoxLine
    place: int | None
    shared: bool
    team: TeamLine
    href: str
    car: BoxCar | None
    fate: str
    kind: str


@dataclass(frozen=True, slots=True)
class BoxTable:
    """The box score: all drivers, best first, and the teams for which nobody ran."""

    lines: tuple[BoxScoreLine, ...]
    idle: tuple[TeamLine, ...]


def box_table(
    box: BoxScore,
    teams: Sequence[TeamLine],
    *,
    league: str,
    entries: Iterable[RenderedEntry],
    models: Mapping[str, CarModel],
) -> BoxTable:
    """The box score by rank: times scored, then criticals, then kills. Equals share a place, in the order of `teams`.

    `models` are what the log knows of the cars, which are drawn bare without it.
    """
    cars = _cars_by_crew(box, entries, models)
    team_of = {team.short_name: team for team in teams}
    order = {short: number for number, short in enumerate(team_of)}
    lines = sorted(
        (line for line in box.lines if line.franchise in team_of),
        key=lambda line: (*_rank_key(line), order[line.franchise], line.driver),
    )
    keys = [_rank_key(line) for line in lines]
    return BoxTable(
        tuple(
            _box_score_line(
                line,
                place=keys.index(key) + 1 if line.heats else None,
                shared=keys.count(key) > 1,
                team=team_of[line.franchise],
                league=league,
                car=cars.get(line.driver),
            )
            for line, key in zip(lines, keys, strict=True)
        ),
        tuple(team for team in teams if all(line.franchise != team.short_name for line in lines)),
    )


def _rank_key(line: BoxLine) -> tuple[bool, int, int, int]:
    """What drivers are ranked by, smallest first; those who did not run come last."""
    return (not line.heats, -line.scores, -line.criticals, -line.kills)


def _cars_by_crew(
    box: BoxScore, entries: Iterable[RenderedEntry], models: Mapping[str, CarModel]
) -> dict[str, BoxCar]:
    """The car in which each driver and gunner was lined up, by their short id."""
    facts: list[Any] = [fact.stated for entry in entries for fact in entry.facts]
    destroyed = {fact.car for fact in facts if fact.tag == DESTROYED}
    cars: dict[str, BoxCar] = {}
    for fact in facts:
        if isinstance(fact, SeatTaken) and (name := box.cars.get(fact.car)):
            model = models.get(fact.car) or _bare_model(box.car_kinds[fact.car])
            car = BoxCar(name, model, fact.car in destroyed)
            cars |= {person: car for person in (fact.driver, fact.gunner) if person}
    return cars


def _bare_model(kind: CarKind) -> CarModel:
    """A car without what it carried, which nobody recorded if the match was not played here."""
    return model_of(overhead=kind.overhead, gunner_station=kind.gunner_station, kinds=())


def _box_score_line(
    line: BoxLine, *, place: int | None, shared: bool, team: TeamLine, league: str, car: BoxCar | None
) -> BoxScoreLine:
    fate, kind = ("out of action", "clone") if line.out else ("did not run", "") if not line.heats else ("OK", "good")
    return BoxScoreLine(
        line=line,
        place=place,
        shared=shared,
        team=team,
        href=links.driver_url(league, line.driver),
        car=car,
        fate=fate,
        kind=kind,
    )
