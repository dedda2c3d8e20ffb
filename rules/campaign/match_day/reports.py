"""Reports of matches: checked against the match, and accepted once all of it agrees with the line-ups.

Each error names the driver, car or team, and says what to do. Claims are refused from people because they cannot be
true, although an accepted report may hold them. Rules DM-C-012, DM-C-090, DM-C-091, DM-M-038, DM-M-139, DM-M-140.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from rules.campaign.core.command import Command, Giver, command
from rules.campaign.core.duels import is_duel
from rules.campaign.core.facts import Fact, fact
from rules.campaign.core.figure_limits import LARGEST_FIGURE, LARGEST_POINTS
from rules.campaign.core.names import clean_text
from rules.campaign.core.state import Match, Season
from rules.campaign.match_day.duel_checks import duel_rank_faults
from rules.campaign.match_day.match_items import item_move_errors, reported_item_errors, reported_kit_errors
from rules.core.canonical_json import json_digest
from rules.core.dice import Dice
from rules.core.refusals import Malformed, Refusal, refuse_any
from rules.core.terms import MatchId
from rules.match.report import EVIDENCE, DriverReport, Report, Substitute, normalized_report

DRIVER_FIGURES = ("criticals", "friendly_criticals", "scores", "kills", "wounds", "kit_uses")  # no mutant: order


class TeamNotInMatch(Refusal):
    """The report names a team that is not in the match."""


class TeamReportedTwice(Refusal):
    """The report names a team more than once."""


class TeamMissing(Refusal):
    """A team of the match is missing from the report."""


class PointsImpossible(Refusal):
    """A team's points are too many, or negative in a match that is no duel (CW-S-056, DM-C-091)."""


class ForfeitScored(Refusal):
    """A team that forfeited the match is reported with points (HOUSE-009)."""


class RanksContradictPoints(Refusal):
    """A team's rank does not follow from the points, or in a duel contradicts them (CW-S-035)."""


class RankImpossible(RanksContradictPoints):
    """A team's rank is not between 1 and the number of teams."""


class DriverUnknown(Refusal):
    """The report names a driver who does not exist in this season."""


class DriverNotInLineUp(Refusal):
    """The report names a driver who was neither lined up nor sent in as a substitute."""


class DriverReportedTwice(Refusal):
    """The report names a driver more than once."""


class DriverMissing(Refusal):
    """A driver who was lined up or sent in is missing from the report."""


class FigureImpossible(Refusal):
    """A count is negative, or higher than any match allows."""


class HeatsImpossible(Refusal):
    """A driver is reported in a heat that the match does not have, or that the report is not of."""


class HeatReportedTwice(HeatsImpossible):
    """A driver is reported in the same heat more than once."""


class DidNotRun(Refusal):
    """The report claims something of a driver who did not run in any heat."""


class DeadNotOut(Refusal):
    """A driver is reported as dead but not as out of action (DM-C-045)."""


class CarNotLinedUp(Refusal):
    """The report names a car that was not lined up."""


class CarReportedTwice(Refusal):
    """The report names a car more than once."""


class CarMissing(Refusal):
    """A car that was lined up is missing from the report."""


class SubstitutionImpossible(Refusal):
    """A substitute must be fresh and replace a driver who is out of action, between heats (DM-M-038)."""


class SubstituteHeatImpossible(SubstitutionImpossible):
    """A substitute cannot come in at that heat: it is the first, is not in the match, or is not the one reported."""


class ReplacedHasNoSeat(SubstitutionImpossible):
    """A substitute is sent in for somebody who has no seat at that point."""


class TwoDriversInOneHeat(Refusal):
    """Two drivers are reported in the same seat in the same heat."""


class SourceImproper(Malformed):
    """What the report says about its source cannot be stored."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Entrants:
    """The drivers and cars of a match, each with its franchise by id, and which of the drivers are gunners."""

    drivers: dict[str, str]
    gunners: frozenset[str]
    cars: dict[str, str]


def entrants(season: Season, match: Match, report: Report) -> Entrants:
    """Everybody lined up or sent in, with their franchise; a gunner's substitute is a gunner."""
    drivers: dict[str, str] = {}
    cars: dict[str, str] = {}
    gunners: set[str] = set()
    for line_up in season.line_ups_of(match.id):
        for seat in season.seats_of(line_up.id):
            cars[seat.car] = line_up.franchise
            drivers[seat.driver] = line_up.franchise
            if seat.gunner:
                drivers[seat.gunner] = line_up.franchise
                gunners.add(seat.gunner)
    for substitute in substitutes_in_order(report):
        if substitute.replaces in drivers:
            drivers.setdefault(substitute.driver, drivers[substitute.replaces])
        if substitute.replaces in gunners:
            gunners.add(substitute.driver)
    return Entrants(drivers=drivers, gunners=frozenset(gunners), cars=cars)


def substitutes_in_order(report: Report) -> list[Substitute]:
    """The substitutes in the order in which they came in."""
    return sorted(report.substitutes, key=lambda substitute: (substitute.from_heat, substitute.driver))


def refuse_false_report(season: Season, match: Match, report: Report) -> None:
    """Raise the first error in a command's report, with all the others attached. Changes nothing."""
    refuse_any(refusal.below("/report") for refusal in report_errors(season, match, report))


def report_errors(season: Season, match: Match, report: Report) -> Iterator[Refusal]:
    """Every error in a report, each with a pointer into it."""
    yield from team_errors(season, match, report)
    yield from non_team_errors(season, match, report)


def non_team_errors(season: Season, match: Match, report: Report) -> Iterator[Refusal]:
    """Every error in substitutes, drivers, cars and source."""
    yield from _substitute_errors(season, match, report)
    entered = entrants(season, match, report)
    yield from _driver_errors(season, match, report, entered)
    yield from reported_kit_errors(season, report, entered.drivers)
    yield from _car_errors(season, match, report, entered)
    for name in ("ruleset", "version", "seed", "log_digest", "packet"):
        try:
            clean_text(getattr(report.source, name), thing=f"source's {name}", longest=200)
        except Malformed as malformed:
            yield SourceImproper(malformed.sentence).at("source", name)


def team_errors(season: Season, match: Match, report: Report) -> Iterator[Refusal]:
    """Every error in teams. Ranks are compared with points only if there is no other error.

    In a duel a team may be first with fewer points than another (CW-S-035).
    """
    correct = True
    for error in _each_team_errors(season, match, report):
        correct = False
        yield error
    if not correct:
        return
    if is_duel(match):
        absent = [line_up.franchise for line_up in season.line_ups_of(match.id) if line_up.forfeited]
        for fault in duel_rank_faults(report.teams, forfeited=absent):
            kind = (
                RanksContradictPoints if 1 <= report.teams[fault.place].rank <= len(report.teams) else RankImpossible
            )
            yield kind(fault.sentence).at("teams", fault.place, "rank")
        return
    for place, team in enumerate(report.teams):
        rank = 1 + sum(other.points > team.points for other in report.teams)
        if team.rank != rank:
            kind = RanksContradictPoints if 1 <= team.rank <= len(report.teams) else RankImpossible
            yield kind(
                f"{team.franchise} is reported at rank {team.rank} and its {team.points} points make it rank {rank}: "
                f"mend the one or the other."
            ).at("teams", place, "rank")


def _each_team_errors(season: Season, match: Match, report: Report) -> Iterator[Refusal]:
    teams = [line_up.franchise for line_up in season.line_ups_of(match.id)]
    lowest = -LARGEST_POINTS if is_duel(match) else 0
    for place, team in enumerate(report.teams):
        if team.franchise not in teams:
            yield TeamNotInMatch(
                f"{team.franchise[:80]} is not in {match.id}: report {', '.join(teams)} and nobody else."
            ).at("teams", place, "franchise")
        elif not lowest <= team.points <= LARGEST_POINTS:
            yield PointsImpossible(
                f"{team.franchise} has {team.points} points: points are whole numbers from {lowest} to "
                f"{LARGEST_POINTS}."
            ).at("teams", place, "points")
        elif team.points and season.line_up(match.id, team.franchise).forfeited:
            yield ForfeitScored(f"{team.franchise} forfeited {match.id} and has {team.points} points: give it 0.").at(
                "teams", place, "points"
            )
    named = [team.franchise for team in report.teams]
    for place in _repeats(named):
        yield TeamReportedTwice(f"The team {named[place][:80]} is reported more than once: report it once.").at(
            "teams", place, "franchise"
        )
    for missing in sorted(set(teams) - set(named)):
        yield TeamMissing(
            f"The team {missing} of {match.id} is not in the report: report it, with 0 points if need be."
        ).at("teams")


def _repeats(ids: Sequence[str]) -> list[int]:
    """The places of ids that occur earlier in the list, ordered by id."""
    places = [place for place, id in enumerate(ids) if id in ids[:place]]
    return sorted(places, key=lambda place: ids[place])


def _substitute_errors(season: Season, match: Match, report: Report) -> Iterator[Refusal]:
    seated = {
        id: line_up.franchise
        for line_up in season.line_ups_of(match.id)
        for seat in season.seats_of(line_up.id)
        for id in (seat.driver, seat.gunner)
        if id
    }
    sent_in = [substitute.driver for substitute in report.substitutes]
    replaced = [substitute.replaces for substitute in report.substitutes]
    sent_in_again, replaced_again = _repeats(sent_in), _repeats(replaced)
    for place in sent_in_again:
        yield SubstitutionImpossible(f"{sent_in[place][:80]} is sent in more than once: send him in once.").at(
            "substitutes", place, "driver"
        )
    for place in replaced_again:
        yield SubstitutionImpossible(
            f"{replaced[place][:80]} is replaced more than once: name one substitute for him."
        ).at("substitutes", place, "replaces")
    places = {id: index for index, id in reversed(list(enumerate(driver.driver for driver in report.drivers)))}
    for sent in substitutes_in_order(report):
        index = next(place for place, substitute in enumerate(report.substitutes) if substitute is sent)
        if index in sent_in_again or index in replaced_again:
            continue
        franchise = seated.get(sent.replaces)
        if franchise is None:
            yield ReplacedHasNoSeat(
                f"{sent.driver[:80]} is sent in for {sent.replaces[:80]}, who has no seat by then: "
                f"name the driver whose seat he took."
            ).at("substitutes", index, "replaces")
            continue
        if (error := _substitute_error(season, match, sent, franchise=franchise, seated=seated)) is not None:
            yield error.below(f"/substitutes/{index}")
            continue
        if sent.replaces in places:
            yield from _replaced_driver_errors(
                report.drivers[places[sent.replaces]], sent, at=index, line=places[sent.replaces]
            )
        if sent.driver in places:
            yield from _fresh_driver_errors(report.drivers[places[sent.driver]], sent, line=places[sent.driver])
        seated[sent.driver] = franchise


def _substitute_error(
    season: Season, match: Match, sent: Substitute, *, franchise: str, seated: dict[str, str]
) -> Refusal | None:
    driver = sent.driver
    if driver not in season.drivers:
        return DriverUnknown(f"There is no driver {driver[:80]!r} in this season: send in somebody who is.").at(
            "driver"
        )
    if match.heats == 1:
        return SubstituteHeatImpossible(
            f"{match.id} has one heat, and {driver} can only come in between heats: leave him out."
        ).at("from_heat")
    if not 2 <= sent.from_heat <= match.heats:
        return SubstituteHeatImpossible(
            f"{driver} is sent in from heat {sent.from_heat}: he can come in heats 2 to {match.heats}."
        ).at("from_heat")
    if driver in seated:
        return SubstitutionImpossible(f"{driver} has a seat already and is not fresh: send in somebody else.").at(
            "driver"
        )
    contract = season.contracts.get(driver)
    if contract is None or contract.franchise != franchise:
        return SubstitutionImpossible(
            f"{driver} is not under contract with {franchise}: send in somebody who is."
        ).at("driver")
    availability = season.driver(driver).availability
    if availability != "available":
        return SubstitutionImpossible(
            f"{driver} is {availability.replace('_', ' ')} and cannot be fielded: send in somebody else."
        ).at("driver")
    return None


def _replaced_driver_errors(replaced: DriverReport, sent: Substitute, *, at: int, line: int) -> Iterator[Refusal]:
    if not replaced.out:
        yield SubstitutionImpossible(
            f"{sent.replaces} is not out of action and cannot be replaced by {sent.driver}: report him out, or "
            f"leave the substitute out."
        ).at("substitutes", at, "replaces")
    elif any(heat >= sent.from_heat for heat in replaced.heats):
        yield TwoDriversInOneHeat(
            f"{sent.replaces} is reported in a heat from {sent.from_heat} on, when {sent.driver} had his seat: "
            f"mend his heats or the substitution."
        ).at("drivers", line, "heats")


def _fresh_driver_errors(fresh: DriverReport, sent: Substitute, *, line: int) -> Iterator[Refusal]:
    if any(heat < sent.from_heat for heat in fresh.heats):
        yield TwoDriversInOneHeat(
            f"{sent.driver} came in from heat {sent.from_heat} and is reported in one before it: mend his heats or "
            f"the substitution."
        ).at("drivers", line, "heats")


def _driver_errors(season: Season, match: Match, report: Report, entered: Entrants) -> Iterator[Refusal]:
    for place, claim in enumerate(report.drivers):
        for error in _driver_report_errors(season, match, claim, entered):
            yield error.below(f"/drivers/{place}")
    named = [claim.driver for claim in report.drivers]
    for place in _repeats(named):
        yield DriverReportedTwice(f"The driver {named[place][:80]} is reported more than once: report him once.").at(
            "drivers", place, "driver"
        )
    for missing in sorted(set(entered.drivers) - set(named)):
        yield DriverMissing(
            f"{missing} was lined up or sent in and is not reported: report him, even without heats."
        ).at("drivers")


def _driver_report_errors(season: Season, match: Match, claim: DriverReport, entered: Entrants) -> Iterator[Refusal]:
    if claim.driver not in season.drivers:
        unknown = DriverUnknown(f"There is no driver {claim.driver[:80]!r} in this season: use the id of one who is.")
        yield unknown.at("driver")
        return
    if claim.driver not in entered.drivers:
        yield DriverNotInLineUp(
            f"{claim.driver} was neither lined up for {match.id} nor sent in: take him out of the report."
        ).at("driver")
        return
    for name in DRIVER_FIGURES:
        figure = getattr(claim, name)
        if not 0 <= figure <= LARGEST_FIGURE:
            yield FigureImpossible(
                f"{claim.driver} is reported with {figure} {name.replace('_', ' ')}: give 0 to {LARGEST_FIGURE}."
            ).at(name)
    for index, heat in enumerate(claim.heats):
        if not 1 <= heat <= match.heats:
            yield HeatsImpossible(
                f"{claim.driver} is reported in heat {heat} and {match.id} has heats 1 to {match.heats}: mend it."
            ).at("heats", index)
        elif heat in claim.heats[:index]:
            yield HeatReportedTwice(f"{claim.driver} is reported twice in one heat: name each heat once.").at(
                "heats", index
            )
    yield from _idle_claim_errors(claim)


def _idle_claim_errors(claim: DriverReport) -> Iterator[Refusal]:
    if claim.dead and not claim.out:
        error = DeadNotOut(f"{claim.driver} is reported dead and not out of action: report him out as well.")
        yield error.at("dead")
    if claim.heats:
        return
    claimed = [name.replace("_", " ") for name in DRIVER_FIGURES if getattr(claim, name)]
    if claim.out:
        claimed.insert(0, "going out of action")
    if claimed:
        yield DidNotRun(
            f"{claim.driver} ran no heat and is given {' and '.join(claimed)}: name his heats or leave it out."
        ).at("heats")


def _car_errors(season: Season, match: Match, report: Report, entered: Entrants) -> Iterator[Refusal]:
    for place, claim in enumerate(report.cars):
        if claim.car not in entered.cars:
            yield CarNotLinedUp(f"{claim.car[:80]} was not lined up for {match.id}: take it out of the report.").at(
                "cars", place, "car"
            )
        elif not 0 <= claim.criticals <= LARGEST_FIGURE:
            yield FigureImpossible(
                f"{claim.car} is reported with {claim.criticals} criticals: give 0 to {LARGEST_FIGURE}."
            ).at("cars", place, "criticals")
    yield from item_move_errors(season, report.cars, entered.cars)
    for place, claim in enumerate(report.cars):
        if claim.car in entered.cars:
            for error in reported_item_errors(season, claim):
                yield error.below(f"/cars/{place}")
    named = [claim.car for claim in report.cars]
    for place in _repeats(named):
        yield CarReportedTwice(f"The car {named[place][:80]} is reported more than once: report it once.").at(
            "cars", place, "car"
        )
    for missing in sorted(set(entered.cars) - set(named)):
        yield CarMissing(f"{missing} was lined up and is not reported: report it, without damage if it had none.").at(
            "cars"
        )


class KillsImpossible(Refusal):
    """A driver is reported with more kills than enemy cars could be destroyed in their heats (DM-M-139)."""


def claim_errors(season: Season, match: Match, report: Report) -> Iterator[Refusal]:
    """Kills that are too many to be true, with pointers into the report of a match or of one heat.

    A kill is an enemy car destroyed, and a car is destroyed at most once in a heat. Drivers who are not entrants are
    skipped.
    """
    entered = entrants(season, match, report)
    for place, claim in enumerate(report.drivers):
        own = entered.drivers.get(claim.driver)
        if own is None:
            continue
        enemies, heats = sum(franchise != own for franchise in entered.cars.values()), max(1, len(claim.heats))
        if claim.kills > enemies * heats:
            yield KillsImpossible(
                f"{claim.driver} is reported with {claim.kills} kills: a kill is an enemy car destroyed, so give "
                f"{enemies * heats} at most."
            ).at("drivers", place, "kills")


@fact
@dataclass(frozen=True, slots=True, kw_only=True)
class ReportAccepted(Fact):
    """A match's result is final; `digest` is the SHA-256 of the report's JSON with defaults left out."""

    says = "The report of {match} was accepted."
    match: MatchId
    digest: str


class EvidenceUnknown(Refusal):
    """The result is said to have a grade of evidence that does not exist."""


def figures_digest(report: Report) -> str:
    """SHA-256 of what a report claims, 64 hex digits; its source and the order of its lines make no difference."""
    return json_digest(normalized_report(report))


def report_digest(report: Report) -> str:
    """SHA-256 of the report's deterministic JSON, 64 hex digits."""
    return json_digest(report)


@command(steps=("M4",), by=Giver.COMMISSIONER)
@dataclass(frozen=True, slots=True, kw_only=True)
class AcceptReport(Command):
    """Accept the report of a match: every team, driver and car of its line-ups, once each (DM-C-090).

    `evidence` is the grade of evidence for the report, or empty if none is stated. No rule reads it.
    """

    match: MatchId
    report: Report
    evidence: str = ""

    def perform(self, season: Season, dice: Dice) -> list[Fact]:  # noqa: ARG002 - every command is given dice
        """Raises `EvidenceUnknown`, or the refusals of `refuse_false_report`."""
        match = season.match(self.match)
        if self.evidence and self.evidence not in EVIDENCE:
            raise EvidenceUnknown(f"No report is proven by {self.evidence[:40]!r}: leave it out.")
        refuse_false_report(season, match, self.report)
        match.outcome, match.step = self.report, "M5.1"
        return [ReportAccepted(rule="DM-C-090", match=self.match, digest=report_digest(self.report))]
