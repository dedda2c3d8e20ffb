"""Match results for the stage: drawn by the stand-in, then adjusted to what the script wants to show."""

from __future__ import annotations

import hashlib
from dataclasses import replace

from rules.campaign.core.state import Match, Season
from rules.campaign.match_day.stand_in import stand_in_report
from rules.core.canonical_json import json_bytes, without_defaults
from rules.core.dice import Dice, KeyRing
from rules.match.report import CarReport, DriverReport, Report, Source, TeamReport

RULESET, VERSION = "dethmatch-tabletop", "1.4.0"
STAND_IN_SECRET = b"the rust belt, as it was staged"


class ScriptedResult:
    """A match's result while it is adjusted: points by team, reports by driver and by car."""

    def __init__(self, season: Season, match: Match) -> None:
        drawn = stand_in_report(season, match, Dice(KeyRing(STAND_IN_SECRET + season.number.to_bytes(1))))
        self.match = match.id
        self.points = {team.franchise: team.points for team in drawn.teams}
        self.drivers: dict[str, DriverReport] = {driver.driver: driver for driver in drawn.drivers}
        self.cars: dict[str, CarReport] = {car.car: car for car in drawn.cars}
        self.crews = {
            seat.car: [id for id in (seat.driver, seat.gunner) if id]
            for line_up in season.line_ups_of(match.id)
            for seat in season.seats_of(line_up.id)
        }
        self.cars_of = {
            line_up.franchise: [seat.car for seat in season.seats_of(line_up.id)]
            for line_up in season.line_ups_of(match.id)
        }

    def crew_of(self, franchise: str) -> list[str]:
        """All drivers and gunners in a team's line-up."""
        return [id for car in self.cars_of[franchise] for id in self.crews[car]]

    def ranking(self) -> list[str]:
        """The teams, best first."""
        return sorted(self.points, key=lambda franchise: (-self.points[franchise], franchise))

    def knock_out(self, driver: str) -> None:
        """Put a driver out of action."""
        self.drivers[driver] = replace(self.drivers[driver], out=True, dead=True)

    def spare(self, driver: str) -> None:
        """Keep a driver in action."""
        self.drivers[driver] = replace(self.drivers[driver], out=False, dead=False)

    def wreck(self, car: str, *, by: str) -> None:
        """A driver of another team destroys a car, and its crew goes out of action."""
        reported = self.cars[car]
        if not reported.destroyed:
            self.cars[car] = replace(reported, destroyed=True, criticals=reported.criticals + 2)
            shooter = self.drivers[by]
            self.drivers[by] = replace(shooter, criticals=shooter.criticals + 2, kills=shooter.kills + 1)
        for driver in self.crews[car]:
            self.knock_out(driver)

    def wipe_out(self, franchise: str, *, by: str) -> None:
        """Destroy every car of a team and put all its crews out of action; the team scores nothing."""
        for car in self.cars_of[franchise]:
            self.wreck(car, by=by)
        self.score_nothing(franchise)

    def score_nothing(self, *franchises: str) -> None:
        """Take all points from these teams."""
        for franchise in franchises:
            self.points[franchise] = 0
            for driver in self.crew_of(franchise):
                self.drivers[driver] = replace(self.drivers[driver], scores=0)

    def report(self) -> Report:
        """The result as a scoring app would send it."""
        report = Report(
            teams=[
                TeamReport(
                    franchise=id, points=points, rank=1 + sum(other > points for other in self.points.values())
                )
                for id, points in sorted(self.points.items(), key=lambda item: (-item[1], item[0]))
            ],
            drivers=list(self.drivers.values()),
            cars=list(self.cars.values()),
        )
        digest = hashlib.sha256(json_bytes(without_defaults(report))).hexdigest()
        return replace(
            report, source=Source(ruleset=RULESET, version=VERSION, seed=f"rust-belt/{self.match}", log_digest=digest)
        )
