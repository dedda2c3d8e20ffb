"""Match results for the stage: drawn by the stand-in, then bent to what the script wants to be seen."""

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
    """A match's result while it is bent: points by team, claims by driver and by car."""

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
        """Everybody of a team who was lined up."""
        return [id for car in self.cars_of[franchise] for id in self.crews[car]]

    def ranking(self) -> list[str]:
        """The teams, the best first."""
        return sorted(self.points, key=lambda each: (-self.points[each], each))

    def knock_out(self, driver: str) -> None:
        """A driver goes out of action."""
        self.drivers[driver] = replace(self.drivers[driver], out=True, dead=True)

    def spare(self, driver: str) -> None:
        """A driver gets away with it."""
        self.drivers[driver] = replace(self.drivers[driver], out=False, dead=False)

    def wreck(self, car: str, *, by: str) -> None:
        """A car is destroyed by a driver of another team, and its crew with it."""
        claim = self.cars[car]
        if not claim.destroyed:
            self.cars[car] = replace(claim, destroyed=True, criticals=claim.criticals + 2)
            hit = self.drivers[by]
            self.drivers[by] = replace(hit, criticals=hit.criticals + 2, kills=hit.kills + 1)
        for driver in self.crews[car]:
            self.knock_out(driver)

    def wipe_out(self, franchise: str, *, by: str) -> None:
        """Every car of a team is destroyed and every crew goes out of action; it scores nothing."""
        for car in self.cars_of[franchise]:
            self.wreck(car, by=by)
        self.score_nothing(franchise)

    def score_nothing(self, *franchises: str) -> None:
        """These teams take no point."""
        for franchise in franchises:
            self.points[franchise] = 0
            for driver in self.crew_of(franchise):
                self.drivers[driver] = replace(self.drivers[driver], scores=0)

    def report(self) -> Report:
        """The result as a scoring app sends it."""
        made = Report(
            teams=[
                TeamReport(
                    franchise=id, points=points, rank=1 + sum(other > points for other in self.points.values())
                )
                for id, points in sorted(self.points.items(), key=lambda each: (-each[1], each[0]))
            ],
            drivers=list(self.drivers.values()),
            cars=list(self.cars.values()),
        )
        digest = hashlib.sha256(json_bytes(without_defaults(made))).hexdigest()
        return replace(
            made, source=Source(ruleset=RULESET, version=VERSION, seed=f"rust-belt/{self.match}", log_digest=digest)
        )
