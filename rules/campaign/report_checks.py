"""What a report may not say, each with a sentence naming who and what to do. Rules DM-C-090, DM-C-091, DM-M-038."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from rules.campaign.figures import LARGEST_FIGURE, LARGEST_POINTS
from rules.campaign.item_checks import refuse_false_items, refuse_false_kits
from rules.campaign.naming import proper_text
from rules.campaign.refits import refuse_false_refits
from rules.campaign.state import Match, Season
from rules.refusal import Refusal
from rules.report import CarReport, DriverReport, Report, Substitute

DRIVER_FIGURES = ("criticals", "friendly_criticals", "scores", "kills", "wounds", "kit_uses")  # no mutant: order


class TeamNotInMatch(Refusal):
    """The report names a team that is not in the match."""


class TeamReportedTwice(Refusal):
    """A team stands twice in the report."""


class TeamMissing(Refusal):
    """A team of the match is not in the report."""


class PointsImpossible(Refusal):
    """Points are whole numbers from 0 (DM-C-091)."""


class ForfeitScored(Refusal):
    """A team that forfeited the match scores 0 (HOUSE-009)."""


class RanksContradictPoints(Refusal):
    """A team's rank is not the one its points give it."""


class DriverUnknown(Refusal):
    """The report names a driver this season does not have."""


class DriverNotInLineUp(Refusal):
    """The report names a driver who was neither lined up nor sent in."""


class DriverReportedTwice(Refusal):
    """A driver stands twice in the report."""


class DriverMissing(Refusal):
    """A driver lined up or sent in is not in the report."""


class FigureImpossible(Refusal):
    """A count is negative or beyond anything a match holds."""


class HeatsImpossible(Refusal):
    """A driver's heats are outside the match or repeated."""


class DidNotRun(Refusal):
    """Something is claimed of a driver who ran no heat."""


class DeadNotOut(Refusal):
    """Only somebody out of action can be dead (DM-C-045)."""


class CarNotLinedUp(Refusal):
    """The report names a car that was not lined up."""


class CarReportedTwice(Refusal):
    """A car stands twice in the report."""


class CarMissing(Refusal):
    """A car lined up is not in the report."""


class SubstitutionImpossible(Refusal):
    """A substitute may only follow a driver out of action, fresh and between heats (DM-M-038)."""


class TwoDriversInOneHeat(Refusal):
    """Two drivers had one seat in the same heat."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Entrants:
    """Who and what was lined up, and for which franchise."""

    drivers: dict[str, str]
    gunners: frozenset[str]
    cars: dict[str, str]


def entrants(season: Season, match: Match, report: Report) -> Entrants:
    """Everybody lined up or sent in, with his franchise; a gunner's substitute is a gunner."""
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
    for substitute in in_order(report):
        if substitute.replaces in drivers:
            drivers.setdefault(substitute.driver, drivers[substitute.replaces])
        if substitute.replaces in gunners:
            gunners.add(substitute.driver)
    return Entrants(drivers=drivers, gunners=frozenset(gunners), cars=cars)


def in_order(report: Report) -> list[Substitute]:
    """The substitutes in the order they came."""
    return sorted(report.substitutes, key=lambda each: (each.from_heat, each.driver))


def refuse_false(season: Season, match: Match, report: Report) -> None:
    """Raise the first refusal the report earns; nothing is changed."""
    _refuse_teams(season, match, report)
    _refuse_substitutes(season, match, report)
    entered = entrants(season, match, report)
    _refuse_drivers(season, match, report, entered)
    refuse_false_kits(season, report, entered.drivers)
    _refuse_cars(season, match, report, entered)
    for name in ("ruleset", "version", "seed", "log_digest", "packet"):
        proper_text(getattr(report.source, name), thing=f"source's {name}", longest=200)


def _repeated(ids: Iterable[str]) -> str:
    """The first id, in order, that stands more than once; empty when none does."""
    return next((id for id, times in sorted(Counter(ids).items()) if times > 1), "")


def _refuse_teams(season: Season, match: Match, report: Report) -> None:
    teams = [line_up.franchise for line_up in season.line_ups_of(match.id)]
    for team in report.teams:
        if team.franchise not in teams:
            raise TeamNotInMatch(
                f"{team.franchise[:80]} is not in {match.id}: report {', '.join(teams)} and nobody else."
            )
        if not 0 <= team.points <= LARGEST_POINTS:
            raise PointsImpossible(
                f"{team.franchise} has {team.points} points: points are whole numbers from 0 to {LARGEST_POINTS}."
            )
        if team.points and season.line_up(match.id, team.franchise).forfeited:
            raise ForfeitScored(f"{team.franchise} forfeited {match.id} and has {team.points} points: give it 0.")
    if twice := _repeated(team.franchise for team in report.teams):
        raise TeamReportedTwice(f"The team {twice} is reported more than once: report it once.")
    for missing in sorted(set(teams) - {team.franchise for team in report.teams}):
        raise TeamMissing(
            f"The team {missing} of {match.id} is not in the report: report it, with 0 points if need be."
        )
    for team in report.teams:
        rank = 1 + sum(other.points > team.points for other in report.teams)
        if team.rank != rank:
            raise RanksContradictPoints(
                f"{team.franchise} is reported at rank {team.rank} and its {team.points} points make it rank {rank}: "
                f"mend the one or the other."
            )


def _refuse_substitutes(season: Season, match: Match, report: Report) -> None:
    seated: dict[str, str] = {}
    for line_up in season.line_ups_of(match.id):
        for seat in season.seats_of(line_up.id):
            for id in (seat.driver, seat.gunner):
                if id:
                    seated[id] = line_up.franchise
    if twice := _repeated(each.driver for each in report.substitutes):
        raise SubstitutionImpossible(f"{twice[:80]} is sent in more than once: send him in once.")
    if twice := _repeated(each.replaces for each in report.substitutes):
        raise SubstitutionImpossible(f"{twice[:80]} is replaced more than once: name one substitute for him.")
    claims = {each.driver: each for each in report.drivers}
    for sent in in_order(report):
        franchise = seated.get(sent.replaces)
        if franchise is None:
            raise SubstitutionImpossible(
                f"{sent.driver[:80]} is sent in for {sent.replaces[:80]}, who has no seat by then: "
                f"name the driver whose seat he took."
            )
        _refuse_substitute(season, match, sent, franchise=franchise, seated=seated)
        _refuse_replaced(claims.get(sent.replaces), claims.get(sent.driver), sent)
        seated[sent.driver] = franchise


def _refuse_substitute(
    season: Season, match: Match, sent: Substitute, *, franchise: str, seated: dict[str, str]
) -> None:
    who = sent.driver
    if who not in season.drivers:
        raise DriverUnknown(f"There is no driver {who[:80]!r} in this season: send in somebody who is.")
    if match.heats == 1:
        raise SubstitutionImpossible(
            f"{match.id} has one heat, and {who} can only come in between heats: leave him out."
        )
    if not 2 <= sent.from_heat <= match.heats:
        raise SubstitutionImpossible(
            f"{who} is sent in from heat {sent.from_heat}: he can come in heats 2 to {match.heats}."
        )
    if who in seated:
        raise SubstitutionImpossible(f"{who} has a seat already and is not fresh: send in somebody else.")
    contract = season.contracts.get(who)
    if contract is None or contract.franchise != franchise:
        raise SubstitutionImpossible(f"{who} is not under contract with {franchise}: send in somebody who is.")
    availability = season.driver(who).availability
    if availability != "available":
        raise SubstitutionImpossible(
            f"{who} is {availability.replace('_', ' ')} and cannot be fielded: send in somebody else."
        )


def _refuse_replaced(replaced: DriverReport | None, fresh: DriverReport | None, sent: Substitute) -> None:
    if replaced is not None:
        if not replaced.out:
            raise SubstitutionImpossible(
                f"{sent.replaces} is not out of action and cannot be replaced by {sent.driver}: report him out, or "
                f"leave the substitute out."
            )
        if any(heat >= sent.from_heat for heat in replaced.heats):
            raise TwoDriversInOneHeat(
                f"{sent.replaces} is reported in a heat from {sent.from_heat} on, when {sent.driver} had his seat: "
                f"mend his heats or the substitution."
            )
    if fresh is not None and any(heat < sent.from_heat for heat in fresh.heats):
        raise TwoDriversInOneHeat(
            f"{sent.driver} came in from heat {sent.from_heat} and is reported in one before it: mend his heats or "
            f"the substitution."
        )


def _refuse_drivers(season: Season, match: Match, report: Report, entered: Entrants) -> None:
    for claim in report.drivers:
        if claim.driver not in season.drivers:
            raise DriverUnknown(f"There is no driver {claim.driver[:80]!r} in this season: use the id of one who is.")
        if claim.driver not in entered.drivers:
            raise DriverNotInLineUp(
                f"{claim.driver} was neither lined up for {match.id} nor sent in: take him out of the report."
            )
        _refuse_figures(claim)
        _refuse_heats(match, claim)
        _refuse_idle_claims(claim)
    if twice := _repeated(claim.driver for claim in report.drivers):
        raise DriverReportedTwice(f"The driver {twice} is reported more than once: report him once.")
    for missing in sorted(set(entered.drivers) - {claim.driver for claim in report.drivers}):
        raise DriverMissing(f"{missing} was lined up or sent in and is not reported: report him, even without heats.")


def _refuse_figures(claim: DriverReport) -> None:
    for name in DRIVER_FIGURES:
        figure = getattr(claim, name)
        if not 0 <= figure <= LARGEST_FIGURE:
            raise FigureImpossible(
                f"{claim.driver} is reported with {figure} {name.replace('_', ' ')}: give 0 to {LARGEST_FIGURE}."
            )


def _refuse_heats(match: Match, claim: DriverReport) -> None:
    for heat in claim.heats:
        if not 1 <= heat <= match.heats:
            raise HeatsImpossible(
                f"{claim.driver} is reported in heat {heat} and {match.id} has heats 1 to {match.heats}: mend it."
            )
    if len(set(claim.heats)) != len(claim.heats):
        raise HeatsImpossible(f"{claim.driver} is reported twice in one heat: name each heat once.")


def _refuse_idle_claims(claim: DriverReport) -> None:
    if claim.dead and not claim.out:
        raise DeadNotOut(f"{claim.driver} is reported dead and not out of action: report him out as well.")
    if claim.heats:
        return
    claimed = [name.replace("_", " ") for name in DRIVER_FIGURES if getattr(claim, name)]
    if claim.out:
        claimed.insert(0, "going out of action")
    if claimed:
        raise DidNotRun(
            f"{claim.driver} ran no heat and is given {' and '.join(claimed)}: name his heats or leave it out."
        )


def _refuse_cars(season: Season, match: Match, report: Report, entered: Entrants) -> None:
    for claim in report.cars:
        if claim.car not in entered.cars:
            raise CarNotLinedUp(f"{claim.car[:80]} was not lined up for {match.id}: take it out of the report.")
        _refuse_car(claim)
    refuse_false_refits(season, report.cars, entered.cars)
    for claim in report.cars:
        refuse_false_items(season, claim)
    if twice := _repeated(claim.car for claim in report.cars):
        raise CarReportedTwice(f"The car {twice} is reported more than once: report it once.")
    for missing in sorted(set(entered.cars) - {claim.car for claim in report.cars}):
        raise CarMissing(f"{missing} was lined up and is not reported: report it, without damage if it had none.")


def _refuse_car(claim: CarReport) -> None:
    if not 0 <= claim.criticals <= LARGEST_FIGURE:
        raise FigureImpossible(
            f"{claim.car} is reported with {claim.criticals} criticals: give 0 to {LARGEST_FIGURE}."
        )
