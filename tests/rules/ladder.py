"""A second ruleset, as unlike the book's as possible: cars climb a ladder by tossing coins, and there is no map.

A design is `{"rungs": R, "grip": G}`; each costs one DP per point, on top of a frame of 50. In each heat every car
tosses a coin each turn. Heads lifts it by its rungs. Three tails in a row throw it off unless its grip is 3 or more;
then its driver is out of action and the car has a critical. The first car at the top scores most. `setting` has the
ladder's `height`.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from rules.core.canonical_json import json_bytes
from rules.core.dice import Dice
from rules.core.refusals import Malformed
from rules.core.switches import Setting, Switch
from rules.match.packet import PackedSeat, Packet, packet_digest
from rules.match.replay.frames import Film
from rules.match.report import CarReport, DriverReport, Report, TeamReport
from rules.match.ruleset import Document, ErrorDetail, Fixture, LogContradicted, OtherEdition, Page, Resolution
from rules.match.text_tables import Column, Table, make_table

POINTS = (10, 7, 5, 3, 2, 1)
FRAME = 50
HEIGHT, MOST_HEIGHT = 6, 40
SAFE_GRIP = 3
TAILS_TO_FALL = 3
MOST_TURNS = 60


@dataclass(slots=True)
class Climber:
    """A car on the ladder, with its results over all heats."""

    franchise: str
    seat: PackedSeat
    rung: int = 0
    tails: int = 0
    heats: list[int] = field(default_factory=list)
    fell: bool = False
    points: int = 0
    scores: int = 0


@dataclass(frozen=True)
class Ladder:
    """The ruleset. Any `edition` other than 1 reads the coin the other way round."""

    name: str = "ladder"
    title: str = "The Ladder"
    phase_called: str = "phase"
    edition: int = 1
    editions: tuple[int, ...] = (1, 2)
    most_teams: int = 4
    switches: tuple[Switch, ...] = (
        Switch("ladder.slippery", False, "LAD-001", "Two tails running throw a car off."),
        Switch("ladder.anthem", "none", "LAD-002", "What is sung at the foot of it.", form="[a-z ]*"),
    )
    rulebook: tuple[Page, ...] = (Page(title="Climbing", text="Toss a coin. Heads, and you climb."),)

    def edition_in(self, has_edition: Callable[[str], bool]) -> int:  # noqa: ARG002 - every season has the same
        """Its own edition, whatever the season's."""
        return self.edition

    def design_errors(
        self,
        document: Document,
        *,
        dp: int,
        gunner_station: bool,  # noqa: ARG002 - nobody shoots here
        gearing: int,
        switches: Mapping[str, Setting],  # noqa: ARG002 - none changes a design
    ) -> list[ErrorDetail]:
        """Only two number fields, within the points. A gearing has no effect, which is only a warning."""
        faults = [
            ErrorDetail(code="unknown_part", rule="LAD-003", sentence=f"A ladder car has no {name}: take it out.")
            for name in sorted(set(document) - {"rungs", "grip"})
        ]
        figures = {name: document.get(name) for name in ("rungs", "grip")}
        bad = [name for name, value in figures.items() if type(value) is not int or value < 1]
        faults += [
            ErrorDetail(code="no_number", rule="LAD-004", sentence=f"Its {name} is a number from 1: give one.")
            for name in bad
        ]
        if not bad and FRAME + sum(figures.values()) > dp:  # type: ignore[arg-type]  # both are numbers
            faults.append(
                ErrorDetail(
                    code="over_budget", rule="LAD-005", sentence=f"It weighs more than its {dp} DP: take some off."
                )
            )
        if gearing:
            faults.append(ErrorDetail(code="geared", rule="LAD-006", sentence="Gears lift nobody.", warning=True))
        return faults

    def load_errors(
        self,
        document: Document,  # noqa: ARG002 - a ladder car carries anything, without effect
        *,
        kinds: Sequence[str],  # noqa: ARG002 - the same
    ) -> list[ErrorDetail]:
        """A ladder car may carry anything."""
        return []

    def stock_design(
        self,
        *,
        dp: int,  # noqa: ARG002 - it costs the least possible
        gunner_station: bool,  # noqa: ARG002 - nobody shoots here
        gearing: int,  # noqa: ARG002 - gears have no effect
        kinds: Sequence[str],
        switches: Mapping[str, Setting],  # noqa: ARG002 - no house rule changes the price of grip
    ) -> Document:
        """A car that carries something gets more grip."""
        return {"rungs": 1, "grip": 4} if kinds else {"rungs": 2, "grip": 2}

    def car_sheet(
        self,
        document: Document,
        *,
        dp: int,
        switches: Mapping[str, Setting],  # noqa: ARG002 - none changes a design
    ) -> list[Table]:
        """A table of rungs and grip, or no table if either is not a whole number."""
        figures = [(name, document.get(name)) for name in ("rungs", "grip")]
        rows = [(name, value) for name, value in figures if type(value) is int]
        if rows != figures:
            return []
        spent = f"{FRAME + sum(value for _, value in rows)} of {dp} DP spent."
        return [make_table("A ladder car", (Column("part"), Column("DP", "design points")), rows, note=spent)]

    def fixture_errors(self, fixture: Fixture) -> list[ErrorDetail]:
        """The setting has only a `height` within bounds, and no more teams than fit."""
        faults = [
            ErrorDetail(code="unknown_setting", rule="LAD-007", sentence=f"A ladder has no {name}: take it out.")
            for name in sorted(set(fixture.setting) - {"height"})
        ]
        height = fixture.setting.get("height", HEIGHT)
        if type(height) is not int or not 1 <= height <= MOST_HEIGHT:
            faults.append(
                ErrorDetail(
                    code="height",
                    rule="LAD-008",
                    sentence=f"A ladder is 1 to {MOST_HEIGHT} rungs high: say how high.",
                )
            )
        if fixture.teams > self.most_teams:
            faults.append(
                ErrorDetail(code="crowded", rule="LAD-009", sentence=f"{self.most_teams} teams fit: leave some out.")
            )
        return faults

    def propose_fixture(self, *, number: int, teams: int, vehicles_per_team: int) -> Fixture:
        """The ladder gets a rung higher each round."""
        return Fixture(
            event="ladder",
            surface="oak",
            heats=2,
            teams=teams,
            vehicles_per_team=min(2, vehicles_per_team),
            scoring="as_reported",
            setting={"height": HEIGHT + number},
        )

    def packet_warnings(self, packet: Packet) -> list[ErrorDetail]:
        """Each item a car carries is reported as useless."""
        return [
            ErrorDetail(
                code="in_vain",
                rule="LAD-010",
                sentence=f"{seat.car.id} carries {item.kind} in vain.",
                warning=True,
            )
            for team in packet.teams
            for seat in team.seats
            for item in seat.car.items
        ]

    def resolve(self, packet: Packet, dice: Dice) -> Resolution:
        """Play every heat, turn by turn, and keep faces and story lines in the log."""
        climbers = [Climber(team.franchise, seat) for team in packet.teams for seat in team.seats]
        told: list[str] = []
        began = len(dice.log)
        for heat in range(1, packet.heats + 1):
            self._climb(packet, climbers, heat=heat, dice=dice, told=told)
        report = _report(packet, climbers)
        faces: dict[str, list[int]] = {}
        for roll in dice.log[began:]:
            faces.setdefault(roll.path, []).extend(roll.faces)
        log = {"edition": self.edition, "packet": packet_digest(packet), "faces": faces, "told": told}
        return Resolution(report=report, log=json_bytes(log))

    def replay(self, packet: Packet, log: bytes, dice: Dice | None) -> Resolution:
        """Play the match again, from the log's faces if no dice are given."""
        recorded = self._read(log)
        again = self.resolve(packet, dice or Dice(loaded=recorded["faces"]))
        if again.log != log:
            raise LogContradicted(f"{packet.match} comes out otherwise than its log says: keep the log it came with.")
        return again

    def story(self, log: bytes) -> list[str]:
        """The lines that were logged during the match."""
        return list(self._read(log)["told"])

    def box_score(self, log: bytes) -> list[Table]:
        """How often each car is mentioned in the story."""
        mentions = Counter(line.split()[2] for line in self._read(log)["told"])
        return [
            make_table("Climbs", (Column("car"), Column("told", "times it is told of")), sorted(mentions.items()))
        ]

    def film(self, log: bytes) -> Film:
        """An empty film: a ladder has no ground."""
        self._read(log)
        return Film()

    def _read(self, log: bytes) -> dict[str, Any]:
        try:
            recorded: dict[str, Any] = json.loads(log)
        except ValueError:
            raise Malformed("This is no log of a ladder: give one.") from None
        if recorded["edition"] != self.edition:
            raise OtherEdition(
                f"The log is of edition {recorded['edition']} of {self.title}: this is {self.edition}."
            )
        return recorded

    def _climb(self, packet: Packet, climbers: list[Climber], *, heat: int, dice: Dice, told: list[str]) -> None:
        height = packet.setting.get("height", HEIGHT)
        on = [climber for climber in climbers if not climber.fell]
        streams = {
            climber.seat.car.id: dice.open(f"{packet.match}/heat{heat}/{climber.seat.car.id}") for climber in on
        }
        for climber in on:
            climber.rung = climber.tails = 0
            climber.heats.append(heat)
        places = list(POINTS)
        for _ in range(MOST_TURNS):
            for racer in [climber for climber in on if not climber.fell and climber.rung < height]:
                heads = (streams[racer.seat.car.id].d2("a coin") == 1) is (self.edition == 1)
                racer.tails = 0 if heads else racer.tails + 1
                racer.rung += int(racer.seat.car.design["rungs"]) if heads else 0
                if racer.rung >= height:
                    racer.points += places.pop(0) if places else 0
                    racer.scores += 1
                    told.append(f"Heat {heat}: {racer.seat.car.id} is at the top.")
                slippery = packet.switches.get("ladder.slippery", False)
                off = racer.tails >= TAILS_TO_FALL - bool(slippery) and racer.seat.car.design["grip"] < SAFE_GRIP
                if off:
                    racer.fell = True
                    told.append(f"Heat {heat}: {racer.seat.car.id} falls off, and {racer.seat.driver.id} with it.")


def _report(packet: Packet, climbers: list[Climber]) -> Report:
    points_by_team = {
        team.franchise: sum(climber.points for climber in climbers if climber.franchise == team.franchise)
        for team in packet.teams
    }
    drivers = []
    for climber in climbers:
        drivers.append(
            DriverReport(
                driver=climber.seat.driver.id,
                heats=climber.heats,
                out=climber.fell,
                dead=climber.fell,
                scores=climber.scores,
            )
        )
        if climber.seat.gunner is not None:
            drivers.append(DriverReport(driver=climber.seat.gunner.id, heats=climber.heats))
    return Report(
        teams=[
            TeamReport(franchise=id, points=points, rank=1 + sum(other > points for other in points_by_team.values()))
            for id, points in points_by_team.items()
        ],
        drivers=drivers,
        cars=[
            CarReport(car=climber.seat.car.id, criticals=climber.seat.car.criticals + climber.fell)
            for climber in climbers
        ],
    )


LADDER = Ladder()
