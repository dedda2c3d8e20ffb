"""Settling a match: open (steps 1 to 3), decide, close (steps 5 to 9). Rules DM-C-014 to DM-C-020, DM-C-084, DM-C-091
to DM-C-101, DM-C-103, DM-C-158.

Steps 10 and 11 are part of shopping.
"""

from __future__ import annotations

from dataclasses import dataclass

from rules.campaign.core.command import Command, Giver, command
from rules.campaign.core.dice_paths import ADVANCEMENT, FATIGUE, POT
from rules.campaign.core.duels import is_duel, points_for_prize, points_for_season, splits_empty_pot
from rules.campaign.core.facts import Fact, fact
from rules.campaign.core.state import LineUp, Match, Season
from rules.campaign.match_day.announcing import MatchStepReached
from rules.campaign.match_day.match_items import apply_losses
from rules.campaign.match_day.repairs import decide_repairs_automatically, return_car
from rules.campaign.match_day.reports import entrants
from rules.campaign.match_day.sponsor_step import bank_past_overhead, collect_income
from rules.campaign.money import overhead, prize_money
from rules.campaign.money.account import book_amount
from rules.campaign.money.bills import bill_total
from rules.campaign.people import experience, fatigue
from rules.campaign.people.cloning import clone_out_of_action
from rules.campaign.people.staff import match_staff_rating
from rules.core.dice import Dice
from rules.core.refusals import Refusal, Unknown
from rules.core.terms import Credits, DriverId, FranchiseId, MatchId
from rules.match.report import DriverReport, Report


class DecisionMissing(Refusal):
    """A franchise has not decided on its cars yet."""


@fact
@dataclass(frozen=True, slots=True, kw_only=True)
class PointsScored(Fact):
    """A franchise's points of a match, and the totals of the season that rank the table afterward (DM-C-091)."""

    says = "{franchise} scored {points} points in {match}: {season_points} in the season."
    match: MatchId
    franchise: FranchiseId
    points: int
    won: bool
    criticals: int
    season_points: int
    season_wins: int
    season_criticals: int


@fact
@dataclass(frozen=True, slots=True, kw_only=True)
class SettlementReckoned(Fact):
    """The money of a franchise in a match, in credits; bills are positive and lower the net income (DM-C-098)."""

    says = "{franchise} made a net income of {net_income} in {match} and kept {profit} of it."
    match: MatchId
    franchise: FranchiseId
    prize: Credits
    sponsor_income: Credits
    face_income: Credits
    cloning: Credits
    replacements: Credits
    repairs: Credits
    net_income: Credits
    size: int
    profit: Credits
    cup_bonus: Credits = Credits(0)
    holding_payout: Credits = Credits(0)


def accepted_outcome(match: Match) -> Report:
    """The accepted report of a match that is being settled. Raises `Unknown` if it has none."""
    if match.outcome is None:
        raise Unknown(f"{match.id} has no accepted report: accept one first.")
    return match.outcome


@dataclass(frozen=True, slots=True)
class OutcomeReports:
    """The driver reports of an outcome by franchise, in the order of driver ids, and which drivers were gunners."""

    of: dict[str, list[DriverReport]]
    gunners: frozenset[str]


def outcome_reports(season: Season, match: Match) -> OutcomeReports:
    """The accepted report's driver lines for everybody lined up or sent in, grouped by franchise."""
    report = accepted_outcome(match)
    entered = entrants(season, match, report)
    of: dict[str, list[DriverReport]] = {line_up.franchise: [] for line_up in season.line_ups_of(match.id)}
    for claim in sorted(report.drivers, key=lambda line: line.driver):
        of[entered.drivers[claim.driver]].append(claim)
    return OutcomeReports(of, entered.gunners)


@command(steps=("M5.1",), by=Giver.SEASON)
@dataclass(frozen=True, slots=True, kw_only=True)
class OpenSettlement(Command):
    """Count a match's points, clone and check its drivers, take cars and losses (annex a, M5 steps 1 to 3)."""

    match: MatchId

    def perform(self, season: Season, dice: Dice) -> list[Fact]:
        """Completes each step for every team before the next step begins."""
        match = season.match(self.match)
        line_ups, claimed = season.line_ups_of(match.id), outcome_reports(season, match)
        facts = _count_points(season, match, line_ups, claimed)
        for line_up in line_ups:
            facts.extend(clone_out_of_action(season, line_up, claimed.of[line_up.franchise], dice=dice))
        returned = {claim.car: claim for claim in accepted_outcome(match).cars}
        for line_up in line_ups:
            for seat in season.seats_of(line_up.id):
                facts.extend(return_car(line_up, season.car(seat.car), returned[seat.car]))
            facts.extend(apply_losses(season, line_up, drivers=claimed.of[line_up.franchise], cars=returned))
        match.step = "M5.4"
        facts.append(MatchStepReached(rule="DM-C-093", match=self.match, step="M5.4"))
        for line_up in line_ups:
            facts.extend(decide_repairs_automatically(season, line_up))
        return facts


def _count_points(season: Season, match: Match, line_ups: list[LineUp], claimed: OutcomeReports) -> list[Fact]:
    """Step 1: count points and wins. A forfeit never wins (HOUSE-009).

    Where an answer says so, a duel's points below 0 count as 0 in the season (CW-S-056).
    """
    points = {team.franchise: team.points for team in accepted_outcome(match).teams}
    winners = _winners(season, match, line_ups)
    facts: list[Fact] = []
    for line_up in line_ups:
        franchise = season.franchise(line_up.franchise)
        line_up.points = points[franchise.id]
        line_up.won = franchise.id in winners
        criticals = sum(claim.criticals for claim in claimed.of[franchise.id])
        counted = points_for_season(season, match, line_up.points)
        franchise.points += counted
        franchise.wins += line_up.won
        franchise.criticals += criticals
        facts.append(
            PointsScored(
                rule="DM-C-091",
                match=MatchId(match.id),
                franchise=FranchiseId(franchise.id),
                points=counted,
                won=line_up.won,
                criticals=criticals,
                season_points=franchise.points,
                season_wins=franchise.wins,
                season_criticals=franchise.criticals,
            )
        )
    return facts


def _winners(season: Season, match: Match, line_ups: list[LineUp]) -> set[str]:
    """The teams that won a match: those with the most points, if they are several only by house rule (DM-C-014).

    A duel was won by every team in first place, whatever its points (CW-S-057).
    """
    teams = accepted_outcome(match).teams
    present = {line_up.franchise for line_up in line_ups if not line_up.forfeited}
    if is_duel(match):
        return {team.franchise for team in teams if team.rank == 1 and team.franchise in present}
    points = {team.franchise: team.points for team in teams if team.franchise in present}
    best = max(points.values(), default=0)  # no mutant: nobody appeared who could have won
    level = {franchise for franchise, scored in points.items() if scored == best}
    return level if len(level) == 1 or season.setting("xp.tie_counts_as_win") else set()


@command(steps=("M5.4",), by=Giver.SEASON)
@dataclass(frozen=True, slots=True, kw_only=True)
class CloseSettlement(Command):
    """Share the pot, collect income, bank the profit, add fatigue and experience (annex a, M5 steps 5 to 9)."""

    match: MatchId

    def perform(self, season: Season, dice: Dice) -> list[Fact]:
        """Raises `DecisionMissing`, naming the franchises that have not decided."""
        match = season.match(self.match)
        line_ups = season.line_ups_of(match.id)
        missing = [line_up.franchise for line_up in line_ups if not line_up.decided]
        if missing:
            raise DecisionMissing(f"{' and '.join(missing)} did not decide on cars after {match.id}: decide first.")
        facts = _settle_money(season, match, line_ups, dice)
        claimed = outcome_reports(season, match)
        for line_up in line_ups:
            facts.extend(_apply_fatigue(season, line_up, claimed, dice))
        for line_up in line_ups:
            facts.extend(_apply_experience(season, line_up, claimed.of[line_up.franchise], dice))
        match.step = "M5.9"
        return [*facts, MatchStepReached(rule="DM-C-093", match=self.match, step="M5.9")]


def _settle_money(season: Season, match: Match, line_ups: list[LineUp], dice: Dice) -> list[Fact]:
    """Steps 5 to 7: every team's prize, then every team's income, then each team's net income, size and profit."""
    id = MatchId(match.id)
    points = {
        line_up.franchise: points_for_prize(match, line_up.points or 0)
        for line_up in line_ups
        if not line_up.forfeited
    }
    pot = prize_money.roll_pot(teams=len(points), stream=POT.open(dice, match=match.id))
    prizes = prize_money.prize_shares(
        pot=pot.amount,
        points=points,
        percent_up=season.setting("prize.round") == "percent_up",
        zero_points_split=splits_empty_pot(season, match),
    )
    facts: list[Fact] = [prize_money.PotRolled(rule="DM-C-096", rolls=pot.rolls, match=id, pot=pot.amount)]
    facts.extend(
        prize_money.PrizeShared(
            rule="DM-C-096",
            match=id,
            franchise=FranchiseId(franchise),
            prize=prize,
            points=points[franchise],
            all_points=sum(points.values()),
        )
        for franchise, prize in prizes.items()
    )
    earned = {}
    for line_up in line_ups:
        earned[line_up.franchise], income_facts = collect_income(season, line_up, dice=dice)
        facts.extend(income_facts)
    for line_up in line_ups:
        franchise = season.franchise(line_up.franchise)
        income, prize = earned[franchise.id], prizes.get(franchise.id, Credits(0))
        bills = {bill: bill_total(line_up, bill) for bill in ("cloning", "replacement", "repair")}
        net = overhead.net_income(
            prize=prize,
            sponsor_income=income.sponsors,
            face_income=income.faces,
            cup_bonus=income.cup_bonus,
            holding_payout=income.holding_payout,
            cloning=bills["cloning"],
            replacements=bills["replacement"],
            repairs=bills["repair"],
        )
        size = overhead.franchise_size(season, franchise.id, staff_rating=match_staff_rating(franchise, line_up))
        kept = overhead.profit(net_income=net, size=size)
        facts.append(
            SettlementReckoned(
                rule="DM-C-098",
                match=id,
                franchise=FranchiseId(franchise.id),
                prize=prize,
                sponsor_income=income.sponsors,
                face_income=income.faces,
                cup_bonus=income.cup_bonus,
                holding_payout=income.holding_payout,
                cloning=bills["cloning"],
                replacements=bills["replacement"],
                repairs=bills["repair"],
                net_income=net,
                size=size,
                profit=kept.profit,
            )
        )
        facts.append(
            overhead.ProfitKept(
                rule="DM-C-100",
                **book_amount(franchise, amount=kept.profit),
                match=id,
                net_income=net,
                size=size,
                row=kept.row,
                column=kept.column,
            )
        )
        facts.extend(bank_past_overhead(season, line_up, income))
    return facts


def _apply_fatigue(season: Season, line_up: LineUp, claimed: OutcomeReports, dice: Dice) -> list[Fact]:
    """Step 8: drivers who ran tire, drivers who sat the whole match out rest, by their values at the lock.

    Whether gunners who ran tire is a house rule.
    """
    ran = {claim.driver for claim in claimed.of[line_up.franchise] if claim.heats}
    facts: list[Fact] = []
    for driver in season.roster(line_up.franchise):
        locked = line_up.locked[driver.id]
        stream = FATIGUE.open(dice, match=line_up.match, driver=driver.id)
        if driver.id not in ran:
            facts.extend(
                fatigue.rest_driver(season, driver, franchise=line_up.franchise, locked=locked, stream=stream)
            )
        elif driver.id not in claimed.gunners or season.setting("fatigue.gunners"):
            facts.extend(
                fatigue.tire_driver(season, driver, franchise=line_up.franchise, locked=locked, stream=stream)
            )
    return facts


def _apply_experience(season: Season, line_up: LineUp, claimed: list[DriverReport], dice: Dice) -> list[Fact]:
    """Step 9: experience for everybody who took part, and an advancement roll for each level gained."""
    facts: list[Fact] = []
    for claim in claimed:
        if not claim.heats:
            continue
        driver = season.driver(claim.driver)
        gained = experience.earned_xp(
            took_part=True,
            won=line_up.won,
            criticals=claim.criticals,
            scores=claim.scores,
            friendly_criticals=claim.friendly_criticals,
            scoring_per_point=bool(season.setting("xp.scoring_per_point")),
            friendly_count=bool(season.setting("xp.friendly_criticals")),
        )
        driver.xp += gained
        level = experience.level_at(xp=driver.xp, capped=season.setting("xp.beyond_table") == "cap_9")
        level = max(level, driver.level)
        facts.append(
            experience.DriverAppeared(
                rule="DM-C-014",
                match=MatchId(line_up.match),
                franchise=FranchiseId(line_up.franchise),
                driver=DriverId(driver.id),
                heats=len(claim.heats),
                criticals=claim.criticals,
                scores=claim.scores,
                kills=claim.kills,
                out=claim.out,
                xp_gained=gained,
                xp=driver.xp,
                level=level,
            )
        )
        facts.extend(
            experience.level_up(
                driver,
                franchise=line_up.franchise,
                level=level,
                duplicates=str(season.setting("talents.duplicates")),
                choose_trait=bool(season.setting("advancement.choose_trait")),
                stream=ADVANCEMENT.open(dice, match=line_up.match, driver=driver.id),
            )
        )
    return facts
