"""The result of a match: points, ranks, and what became of cars and competitors. Rules DM-M-135, DM-M-140."""

from __future__ import annotations

from dataclasses import dataclass, field

from rules.dethmatch.editions import PLACES_HANDED_OVER
from rules.dethmatch.events.event import event_of
from rules.dethmatch.events.scoring import match_points
from rules.dethmatch.match.entries import ItemEntry
from rules.dethmatch.match.match import Match
from rules.dethmatch.match.state import KNOCKED_OUT, CarState, CarStatus, CrewState
from rules.dethmatch.pits.loadouts import EXPENDABLES, TIRE_SET_KINDS
from rules.match.catalog import WEAPON_KINDS
from rules.match.packet import Packet
from rules.match.report import CarReport, DriverReport, Report, Substitute, TeamReport


@dataclass(frozen=True, slots=True, kw_only=True)
class TeamResult:
    """A team's points and rank, which teams with equal points share (DM-M-133, DM-M-135).

    `heats` are the points of each heat, before the penalty for being flagged.
    """

    team: str
    points: int
    rank: int
    heats: list[int]
    penalty: int


@dataclass(frozen=True, slots=True, kw_only=True)
class CarResult:
    """What became of a car (DM-M-039, DM-M-140).

    `criticals` are those open. `used` and `lost` are the items used up and destroyed on it. `left` are the rounds
    left in its guns. `fitted` are the items put on it during the match, even if they are gone. `stowed` are items it
    came with that are in the stores again. `place` is that of the last heat, 0 for none, and `finished` the turn in
    which it finished a race, 0 if it did not.
    """

    car: str
    team: str
    destroyed: bool
    criticals: int
    used: list[str] = field(default_factory=list)
    lost: list[str] = field(default_factory=list)
    left: dict[str, int] = field(default_factory=dict)
    fitted: list[str] = field(default_factory=list)
    stowed: list[str] = field(default_factory=list)
    place: int = 0
    finished: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Result:
    """A finished match: teams, cars, competitors lined up or sent in, and who replaced whom from which heat."""

    teams: list[TeamResult]
    cars: list[CarResult]
    crew: list[CrewState]
    substitutes: list[Substitute]


def result_of(play: Match) -> Result:
    """The result of a match, in the order of the setup (DM-M-140)."""
    substitutes = [
        Substitute(driver=entry.crew, replaces=entry.before["driver"], from_heat=entry.more["from_heat"])
        for entry in play.log.entries
        if entry.kind == "substitution"
    ]
    lined_up = {id for car in play.entrants.values() for id in (car.driver, car.gunner)}
    sent_in = {substitute.driver for substitute in substitutes}
    places = event_of(play).places(play)
    return Result(
        teams=_teams(play),
        cars=[_car(play, car, place=places.get(car.id, 0)) for car in play.state.cars.values()],
        crew=[sheet for sheet in play.state.crew.values() if sheet.id in lined_up | sent_in],
        substitutes=substitutes,
    )


def report_of(play: Match, packet: Packet) -> Report:
    """The report of a match to the campaign. Teams of the packet without cars are in it with 0 points (DM-M-140)."""
    result = result_of(play)
    teams = [TeamReport(franchise=team.team, points=team.points, rank=team.rank) for team in result.teams]
    present = {team.franchise for team in teams}
    absent = [team.franchise for team in packet.teams if team.franchise not in present]
    last = 1 + sum(team.points > 0 for team in teams)
    return Report(
        teams=[*teams, *(TeamReport(franchise=franchise, points=0, rank=last) for franchise in absent)],
        drivers=[
            DriverReport(
                driver=sheet.id,
                heats=list(sheet.heats),
                out=sheet.out,
                criticals=sheet.criticals,
                friendly_criticals=sheet.friendly,
                scores=sheet.scores,
                kills=sheet.kills,
                wounds=sheet.wounds,
                kit_uses=sheet.kit_uses,
            )
            for sheet in result.crew
        ],
        cars=[
            CarReport(
                car=car.car,
                destroyed=car.destroyed,
                criticals=car.criticals,
                devices_lost=car.lost,
                expendables_used=car.used,
                ammunition=car.left,
                fitted=car.fitted,
                stowed=car.stowed,
                place=car.place if play.setup.edition >= PLACES_HANDED_OVER else 0,
                finished=car.finished if play.setup.edition >= PLACES_HANDED_OVER else 0,
            )
            for car in result.cars
        ],
        substitutes=result.substitutes,
    )


def winners(result: Result) -> list[str]:
    """The teams with the most points; several teams can win together (DM-M-135)."""
    return [team.team for team in result.teams if team.rank == 1]


def _teams(play: Match) -> list[TeamResult]:
    points = {team: match_points(sheet) for team, sheet in play.state.teams.items()}
    return [
        TeamResult(
            team=team,
            points=points[team],
            rank=1 + sum(other > points[team] for other in points.values()),
            heats=list(sheet.points),
            penalty=sheet.penalty,
        )
        for team, sheet in play.state.teams.items()
    ]


def _car(play: Match, car: CarState, *, place: int) -> CarResult:
    came_with = [item.id for item in play.entrants[car.id].items]
    loadout = car.loadout
    fitted = list(dict.fromkeys(id for id in (*loadout.items, *loadout.used, *loadout.lost) if id not in came_with))
    items = {id: play.items[id] for id in (*came_with, *fitted)}
    gone = {*loadout.lost, *(gun.item for gun in car.guns if gun.destroyed)}
    away = {*loadout.items, *loadout.used, *gone, *_elsewhere(play, car)}
    return CarResult(
        car=car.id,
        team=car.team,
        destroyed=car.status in KNOCKED_OUT,
        criticals=len(car.criticals),
        used=[id for id, item in items.items() if id not in gone and _used_up(car, id, item.kind)],
        lost=[id for id in items if id in gone],
        left={
            gun.item: gun.ammunition
            for gun in car.guns
            if gun.item in items and gun.item not in gone and _has_magazine(items[gun.item])
        },
        fitted=fitted,
        stowed=[id for id in came_with if id not in away],
        place=place,
        finished=car.finish[0] if car.status is CarStatus.FINISHED else 0,
    )


def _elsewhere(play: Match, car: CarState) -> set[str]:
    """The items that are on the team's other cars, or were used up or lost on them."""
    others = [other.loadout for other in play.state.cars.values() if other.team == car.team and other.id != car.id]
    return {id for loadout in others for id in (*loadout.items, *loadout.used, *loadout.lost)}


def _used_up(car: CarState, id: str, kind: str) -> bool:
    """Whether an expendable was fired, triggered or worn out (DM-M-140)."""
    return kind in EXPENDABLES | TIRE_SET_KINDS and id in car.loadout.used


def _has_magazine(item: ItemEntry) -> bool:
    """Whether an item has rounds that are counted: from its stat line, or as rolled (DM-M-015, DM-M-121)."""
    return bool(WEAPON_KINDS[item.variant or item.kind].shots) or "ammunition" in item.rolled
