"""A simple stand-in for the results of matches that people report. It is not a rule of the book.

In each heat, every armed car shoots twice at enemies drawn by the dice. A shot hits if the gunner, or else the
driver, passes a gunnery check, and each hit is one critical, for which a d6 is thrown. On a 6 the car is destroyed,
and each of its crew must pass a toughness check or go out of action; on a 5 only the driver must.

The cars still running are then placed by 3d6 plus their strength: the driver's driving and initiative, the gunnery of
the shooter, 1 for each 3 DP above 60, 1 for each device, and -1 for each critical standing. Places pay points as
in a race, and destroying a car pays 1 point. Items are lost only by the campaign's rules, and no medical kit is used.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

from rules.campaign.core.state import Match, Season, Seat
from rules.campaign.garage.cars import NORMAL_DP
from rules.campaign.people.traits import effective_trait, roll_trait_check, trait_cap
from rules.core.dice import Dice, Stream
from rules.core.terms import Trait
from rules.match.catalog import item_type
from rules.match.report import CarReport, DriverReport, Report, Source, TeamReport

RULESET, VERSION = "stand-in", "1"
POINTS_BY_PLACE = (10, 7, 5, 3, 2, 1)
"""Points by place among the cars of a heat, as in a race (DM-M-136)."""
SHOTS = 2
RUNNING_DICE = 3
DESTROYED_ON, DRIVER_HIT_ON = 6, 5
DP_A_POINT = 3
DEVICE_GROUPS = frozenset({"device", "armour", "electronics"})


@dataclass(slots=True, kw_only=True)
class _Entrant:
    """A car on the track, its crew, and the dice it throws."""

    seat: Seat
    franchise: str
    stream: Stream
    gunnery: dict[str, int]
    """The gunnery of everybody aboard, by driver."""
    armed: bool
    strength: int
    """Excludes gunnery and criticals, which change during the match."""
    criticals: int
    destroyed: bool = False
    out: set[str] = field(default_factory=set)
    heats: Counter[str] = field(default_factory=Counter)
    """How many heats each of the crew began. These are always the first ones, since nobody comes back."""
    hits: Counter[str] = field(default_factory=Counter)
    kills: Counter[str] = field(default_factory=Counter)
    scores: int = 0
    points: int = 0

    @property
    def running(self) -> bool:
        return not self.destroyed and self.seat.driver not in self.out

    @property
    def crew(self) -> list[str]:
        return [id for id in (self.seat.driver, self.seat.gunner) if id]

    @property
    def shooter(self) -> str:
        """The gunner while they are in action, else the driver."""
        return next(id for id in self.crew[::-1] if id not in self.out)


def stand_in_report(season: Season, match: Match, dice: Dice) -> Report:
    """A drawn result for a locked match, by the strengths of its cars. Its `source.ruleset` is `stand-in`."""
    entrants = [
        _entrant(season, seat, franchise=line_up.franchise, stream=dice.open(f"{match.id}/stand-in/{seat.car}"))
        for line_up in season.line_ups_of(match.id)
        for seat in season.seats_of(line_up.id)
    ]
    for _ in range(match.heats):
        _run_heat(season, entrants)
    return _report(season, match, entrants)


def _entrant(season: Season, seat: Seat, *, franchise: str, stream: Stream) -> _Entrant:
    car = season.car(seat.car)
    groups = [item_type(item.kind).group for item in season.items_on_car(car.id)]
    ability = _trait(season, seat.driver, Trait.DRIVING) + _trait(season, seat.driver, Trait.INITIATIVE)
    return _Entrant(
        seat=seat,
        franchise=franchise,
        stream=stream,
        gunnery={id: _trait(season, id, Trait.GUNNERY) for id in (seat.driver, seat.gunner) if id},
        armed="weapon" in groups,
        strength=ability + (car.dp - NORMAL_DP) // DP_A_POINT + sum(group in DEVICE_GROUPS for group in groups),
        criticals=car.criticals,
    )


def _trait(season: Season, driver: str, trait: Trait) -> int:
    # Losses from quirks and fatigue count too (DM-C-011).
    return effective_trait(season.driver(driver), trait, cap=trait_cap(season)).value


def _run_heat(season: Season, entrants: list[_Entrant]) -> None:
    """Run one heat. All cars shoot before any hit counts, so that the order of the list gives no advantage."""
    started = [entrant for entrant in entrants if entrant.running]
    for entrant in started:
        entrant.heats.update(id for id in entrant.crew if id not in entrant.out)
    struck = [(entrant, entrant.shooter, target) for entrant in started for target in _shoot(entrant, started)]
    for entrant, shooter, target in struck:
        _strike(season, entrant, shooter, target)
    placed = sorted(
        (entrant for entrant in started if entrant.running),
        key=lambda entrant: (-_finish_total(entrant), entrant.seat.car),
    )
    for points, entrant in zip(POINTS_BY_PLACE, placed, strict=False):
        entrant.points += points
        entrant.scores += 1


def _finish_total(entrant: _Entrant) -> int:
    thrown = entrant.stream.roll(RUNNING_DICE, "stand-in: running").total
    return thrown + entrant.strength + entrant.gunnery[entrant.shooter] - entrant.criticals


def _shoot(entrant: _Entrant, started: list[_Entrant]) -> list[_Entrant]:
    """The enemies that an entrant hits in a heat, once for each hit."""
    enemies = [other for other in started if other.franchise != entrant.franchise]
    if not (entrant.armed and enemies):
        return []
    struck = []
    for _ in range(SHOTS):
        if roll_trait_check(
            trait=entrant.gunnery[entrant.shooter], why="stand-in: shot", stream=entrant.stream
        ).passed:
            number = 1
            if len(enemies) > 1:
                number = entrant.stream.roll(1, "stand-in: target", sides=len(enemies)).total
            struck.append(enemies[number - 1])
    return struck


def _strike(season: Season, entrant: _Entrant, shooter: str, target: _Entrant) -> None:
    if target.destroyed:
        return
    entrant.hits[shooter] += 1
    target.criticals += 1
    face = target.stream.d6("stand-in: critical")
    if face == DESTROYED_ON:
        target.destroyed = True
        entrant.kills[shooter] += 1
        entrant.points += 1
    hurt = {DESTROYED_ON: target.crew, DRIVER_HIT_ON: [target.seat.driver]}.get(face, [])
    for id in hurt:
        if id in target.out:
            continue
        toughness = _trait(season, id, Trait.TOUGHNESS)
        if not roll_trait_check(trait=toughness, why="stand-in: injury", stream=target.stream).passed:
            target.out.add(id)


def _report(season: Season, match: Match, entrants: list[_Entrant]) -> Report:
    points = {
        line_up.franchise: sum(entrant.points for entrant in entrants if entrant.franchise == line_up.franchise)
        for line_up in season.line_ups_of(match.id)
    }
    return Report(
        teams=[
            TeamReport(franchise=id, points=scored, rank=1 + sum(other > scored for other in points.values()))
            for id, scored in points.items()
        ],
        drivers=[_driver_report(entrant, id) for entrant in entrants for id in entrant.crew],
        cars=[_car_report(season, entrant) for entrant in entrants],
        source=Source(ruleset=RULESET, version=VERSION),
    )


def _driver_report(entrant: _Entrant, id: str) -> DriverReport:
    """A crew member's line. Hits and kills go to the shooter, scores to the driver."""
    out = id in entrant.out
    return DriverReport(
        driver=id,
        heats=list(range(1, entrant.heats[id] + 1)),
        out=out,
        dead=out,
        criticals=entrant.hits[id],
        kills=entrant.kills[id],
        scores=entrant.scores if id == entrant.seat.driver else 0,
    )


def _car_report(season: Season, entrant: _Entrant) -> CarReport:
    fitted = season.items_on_car(entrant.seat.car)
    fired = [item.id for item in fitted if item_type(item.kind).group == "weapon" and item_type(item.kind).consumed]
    return CarReport(
        car=entrant.seat.car,
        destroyed=entrant.destroyed,
        criticals=0 if entrant.destroyed else entrant.criticals,
        expendables_used=fired,
    )
