"""The box score of a match that was run here: its report by team, driver and car, with totals.

Rules DM-C-090, DM-C-091, DM-M-140.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, fields
from operator import attrgetter

from rules.campaign.garage.silhouettes import model_of
from rules.match.car_silhouettes import CarModel
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
