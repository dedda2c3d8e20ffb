"""Announcing rounds and matches, and the rolls before line-ups. Rules DM-C-012, DM-C-049, DM-C-087, DM-C-089,
DM-C-090, DM-C-092, DM-C-177.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from typing import Any

from rules.campaign.core.command import Command, Giver, command
from rules.campaign.core.dice_paths import HEART
from rules.campaign.core.duels import DUEL
from rules.campaign.core.facts import Fact, fact
from rules.campaign.core.locks_and_shops import FINISHED_MATCH_STEPS
from rules.campaign.core.names import clean_new_id, clean_text
from rules.campaign.core.state import LineUp, Match, Round, Season
from rules.campaign.core.switches import REPORTED_BY_PEOPLE
from rules.campaign.match_day.breakdowns import roll_devices
from rules.campaign.match_day.duel_checks import most_duel_vehicles, refuse_impossible_duel
from rules.campaign.match_day.fixture_checks import refuse_faulty_fixture
from rules.campaign.match_day.pre_match_dice import pre_match_face
from rules.campaign.people.quirks import heart_fails_up_to
from rules.campaign.season.house_rules import apply_pending
from rules.campaign.season.steps import round_step
from rules.core.dice import Dice
from rules.core.refusals import Malformed, Refusal
from rules.core.terms import DriverId, FranchiseId, MatchId, RoundId, validate_unreserved_id
from rules.match.ruleset import Fixture

LEAST_TEAMS = 2
MANY_TEAMS, VEHICLES_OF_MANY = 4, 2
MOST_HEATS = 20
MOST_VEHICLES = 5
PRESETS = frozenset({"race", "flags", "last_car_standing"})
"""The events whose points have a preset (DM-C-091)."""
AS_REPORTED = "as_reported"
SCORINGS = (*sorted(PRESETS), AS_REPORTED, DUEL)
"""How the points of a match may be made (CW-S-055, DM-C-091)."""


class RoundStillOpen(Refusal):
    """The previous round is not closed (DM-C-177)."""


class SeasonFullyPlayed(Refusal):
    """All planned rounds have been announced."""


class FranchiseTwiceInRound(Refusal):
    """A franchise is in at most one match of a round (DM-C-177)."""


class MatchWaits(Refusal):
    """An earlier match of the round is not over, and this season plays one after the other (DM-C-177)."""


class MatchesUneven(Refusal):
    """The franchises would end the season with unequal numbers of matches (DM-C-177)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchPlan:
    """A match to announce: its franchises and its settings. Without `vehicles_per_team` it has the season's default.

    `scoring` is `race`, `flags`, `last_car_standing`, `as_reported` or `duel`. `ruleset` is the match system that
    resolves the match, or `reported` if people report it, as they do for every duel. Without these two, the season's
    house rules decide. `setting` is everything else that the ruleset needs to know about the match.
    """

    match: MatchId
    event: str
    franchises: list[str]
    surface: str = ""
    heats: int = 1
    vehicles_per_team: int | None = None
    scoring: str = ""
    ruleset: str = ""
    setting: dict[str, Any] = field(default_factory=dict)


@fact
@dataclass(frozen=True, slots=True, kw_only=True)
class RoundAnnounced(Fact):
    """A round was announced (DM-C-177)."""

    says = "Round {number} was announced."
    round: RoundId
    number: int


@fact
@dataclass(frozen=True, slots=True, kw_only=True)
class MatchAnnounced(Fact):
    """A match was announced (DM-C-087)."""

    says = "{match} was announced: {event}[, by {ruleset}], {heats} heats, {vehicles_per_team} cars a team."
    match: MatchId
    round: RoundId
    event: str
    surface: str
    heats: int
    vehicles_per_team: int
    teams: int
    scoring: str = ""
    repair_attempts: int = 6
    ruleset: str = ""


@fact
@dataclass(frozen=True, slots=True, kw_only=True)
class FranchiseEntered(Fact):
    """A franchise is in a match."""

    says = "{franchise} is in {match}."
    match: MatchId
    franchise: FranchiseId


@fact
@dataclass(frozen=True, slots=True, kw_only=True)
class HeartHeld(Fact):
    """A heart roll before a match succeeded (DM-C-049). `rolled_for` is the voided match that it was rolled for, if
    any.
    """

    says = "The heart of {driver} held before {match}[, as rolled for {rolled_for}]; it fails up to {fails_up_to}."
    match: MatchId
    franchise: FranchiseId
    driver: DriverId
    fails_up_to: int
    rolled_for: MatchId = MatchId("")


@fact
@dataclass(frozen=True, slots=True, kw_only=True)
class HeartFailed(Fact):
    """A driver misses the match with their heart: no cloning, no quirk check (DM-C-049).

    `rolled_for` is the voided match that it was rolled for, if any.
    """

    says = (
        "The heart of {driver} failed before {match} on {fails_up_to} or less[, as rolled for {rolled_for}]: "
        "they miss it."
    )
    match: MatchId
    franchise: FranchiseId
    driver: DriverId
    fails_up_to: int
    rolled_for: MatchId = MatchId("")


def vehicles_per_team(*, setting: int, teams: int) -> int:
    """How many cars a team may line up: the season's setting, but at most 2 with more than four teams (DM-C-089)."""
    return min(setting, VEHICLES_OF_MANY) if teams > MANY_TEAMS else setting


def default_scoring(*, event: str, setting: str) -> str:
    """The scoring of a match whose plan names none: its event's preset, else as reported (DM-C-091)."""
    preset = event.strip().lower().replace(" ", "_").replace("-", "_")
    return preset if setting == "event_preset" and preset in PRESETS else AS_REPORTED


def blocking_match(season: Season, match: Match) -> Match | None:
    """The earlier match of the round that must be over first, if matches are not played in parallel (DM-C-177)."""
    if season.setting("season.parallel_matches"):
        return None
    before = (earlier for earlier in season.matches_of(match.round) if earlier.place < match.place)
    return next((earlier for earlier in before if earlier.step not in FINISHED_MATCH_STEPS), None)


def refuse_waiting(season: Season, match: Match) -> None:
    """Raise `MatchWaits` while an earlier match must be over first (DM-C-177)."""
    first = blocking_match(season, match)
    if first is not None:
        raise MatchWaits(f"{match.id} comes after {first.id}, which is not over: settle {first.id} first.")


@command(steps=("M",), by=Giver.COMMISSIONER)
@dataclass(frozen=True, slots=True, kw_only=True)
class AnnounceRound(Command):
    """Announce the next round and its matches (DM-C-177).

    `uneven` confirms that the last round leaves franchises with different numbers of matches.
    """

    round: RoundId
    matches: list[MatchPlan]
    uneven: bool = False

    def perform(self, season: Season, dice: Dice) -> list[Fact]:  # noqa: ARG002 - every command is given dice
        """Raises `RoundStillOpen`, `SeasonFullyPlayed`, `MatchesUneven`, or as `refuse_improper_plans` does."""
        number = self._number(season)
        clean_new_id(self.round, among={**season.rounds, **season.matches}, thing="round")
        if not self.matches:
            raise Malformed(f"Round {self.round} has no match: announce it with at least one.")
        refuse_improper_plans(season, self.round, self.matches)
        if number == season.rounds_planned and not self.uneven:
            self._refuse_uneven(season)
        facts = apply_pending(season, round_step(number))
        season.rounds[self.round] = Round(id=self.round, number=number)
        facts.append(RoundAnnounced(rule="DM-C-177", round=self.round, number=number))
        for plan in self.matches:
            facts.extend(enter_match(season, self.round, plan))
        return facts

    def _number(self, season: Season) -> int:
        rounds = season.all_rounds()
        if rounds and rounds[-1].step != "closed":
            raise RoundStillOpen(f"Round {rounds[-1].id} is not closed: settle its matches first.")
        number = season.rounds_before + len(rounds) + 1
        if number > season.rounds_planned:
            raise SeasonFullyPlayed(f"All {season.rounds_planned} planned rounds were announced: there is no next.")
        return number

    def _refuse_uneven(self, season: Season) -> None:
        played = Counter(
            line_up.franchise for line_up in season.line_ups.values() if season.match(line_up.match).step != "void"
        )
        played.update(franchise for plan in self.matches for franchise in plan.franchises)
        counts = {franchise.id: played[franchise.id] for franchise in season.all_franchises()}
        if len(set(counts.values())) > 1:
            listed = ", ".join(f"{franchise} {count}" for franchise, count in counts.items())
            raise MatchesUneven(
                f"After this last round the franchises have unequal numbers of matches ({listed}): even them out, "
                f"or confirm that they are uneven."
            )


def refuse_improper_plans(
    season: Season, round: RoundId, plans: Sequence[MatchPlan], *, entered: Collection[str] = ()
) -> None:
    """Raise unless the matches may be entered in a round; `entered` are franchises that already have a match in it.

    Raises `FranchiseTwiceInRound`, `FixtureFaulty`, `SettingUnread`, `IdTaken`, `Malformed` or `Unknown`.
    """
    taken: dict[str, object] = {**season.rounds, **season.matches, round: None}
    line_ups: dict[str, object] = dict(season.line_ups)
    for plan in plans:
        validate_unreserved_id(clean_new_id(plan.match, among=taken, thing="match or round"), thing="match")
        taken[plan.match] = None
        for franchise in plan.franchises:
            line_up = f"{plan.match}.{franchise}"
            if line_up in line_ups and plan.franchises.count(franchise) == 1:
                raise Malformed(f"{plan.match} and {franchise} make an id that is taken: name the match otherwise.")
            line_ups[line_up] = None
        _refuse_improper(season, plan)
    named = Counter([*entered, *(franchise for plan in plans for franchise in plan.franchises)])
    for franchise, times in sorted(named.items()):
        if times > 1:
            raise FranchiseTwiceInRound(
                f"{franchise[:80]} is {times} times in round {round}: put it in one match of it at most."
            )


def _refuse_improper(season: Season, plan: MatchPlan) -> None:
    clean_text(plan.event, thing=f"event of {plan.match}")
    clean_text(plan.surface, thing=f"surface of {plan.match}")
    if not plan.event.strip():
        raise Malformed(f"{plan.match} has no event: say what is played.")
    for franchise in plan.franchises:
        season.franchise(franchise)
    if len(plan.franchises) < LEAST_TEAMS:
        raise Malformed(f"{plan.match} has {len(plan.franchises)} teams: a match has {LEAST_TEAMS} or more.")
    if not 1 <= plan.heats <= MOST_HEATS:
        raise Malformed(f"{plan.match} has {plan.heats} heats: give it 1 to {MOST_HEATS}.")
    if plan.vehicles_per_team is not None and not 1 <= plan.vehicles_per_team <= MOST_VEHICLES:
        raise Malformed(f"{plan.match} has {plan.vehicles_per_team} cars a team: give it 1 to {MOST_VEHICLES}.")
    if plan.scoring not in ("", *SCORINGS):
        raise Malformed(f"{plan.match} cannot be scored by {plan.scoring[:80]!r}: use one of {', '.join(SCORINGS)}.")
    if plan.scoring == DUEL:
        refuse_impossible_duel(
            season, plan.match, ruleset=plan.ruleset, heats=plan.heats, vehicles_per_team=plan.vehicles_per_team or 0
        )
    refuse_faulty_fixture(plan.match, _ruleset_of(season, plan), _fixture(season, plan))


def _ruleset_of(season: Season, plan: MatchPlan) -> str:
    """The ruleset that resolves a planned match, or empty if people report it, as they do a duel."""
    if plan.scoring == DUEL:
        return ""
    chosen = plan.ruleset or str(season.setting("match.ruleset"))
    return "" if chosen == REPORTED_BY_PEOPLE else chosen


def _fixture(season: Season, plan: MatchPlan) -> Fixture:
    """The fixture of a planned match; house rules decide what the plan leaves out."""
    teams = len(plan.franchises)
    vehicles = plan.vehicles_per_team or vehicles_per_team(
        setting=season.number_setting("match.vehicles_per_team"), teams=teams
    )
    if plan.scoring == DUEL:
        vehicles = min(vehicles, most_duel_vehicles(season, otherwise=vehicles))
    return Fixture(
        event=plan.event,
        surface=plan.surface,
        heats=plan.heats,
        teams=teams,
        vehicles_per_team=vehicles,
        scoring=plan.scoring or default_scoring(event=plan.event, setting=str(season.setting("match.scoring"))),
        setting=plan.setting,
    )


def enter_match(season: Season, round: RoundId, plan: MatchPlan) -> list[Fact]:
    """Add a checked match to the end of a round, with an unnamed line-up for each franchise."""
    fixture, ruleset = _fixture(season, plan), _ruleset_of(season, plan)
    attempts = season.number_setting("match.repair_attempts")
    season.matches[plan.match] = Match(
        id=plan.match,
        round=round,
        event=plan.event,
        surface=plan.surface,
        heats=plan.heats,
        vehicles_per_team=fixture.vehicles_per_team,
        place=1 + len(season.matches_of(round)),
        scoring=fixture.scoring,
        repair_attempts=attempts,
        ruleset=ruleset,
        setting=plan.setting,
    )
    facts: list[Fact] = [
        MatchAnnounced(
            rule="DM-C-087",
            match=plan.match,
            round=round,
            event=plan.event,
            surface=plan.surface,
            heats=plan.heats,
            vehicles_per_team=fixture.vehicles_per_team,
            teams=fixture.teams,
            scoring=fixture.scoring,
            repair_attempts=attempts,
            ruleset=ruleset,
        )
    ]
    for franchise in sorted(plan.franchises):
        id = f"{plan.match}.{franchise}"
        season.line_ups[id] = LineUp(id=id, match=plan.match, franchise=franchise)
        facts.append(FranchiseEntered(rule="DM-C-177", match=plan.match, franchise=FranchiseId(franchise)))
    return facts


@command(steps=("M2",), by=Giver.SEASON)
@dataclass(frozen=True, slots=True, kw_only=True)
class RollPreMatch(Command):
    """Roll the hearts and devices of every entrant and open the line-ups (DM-C-049, DM-C-087, DM-C-088).

    From edition 4 on, a roll that was made for a voided match is reused (HOUSE-005).
    """

    match: MatchId

    def perform(self, season: Season, dice: Dice) -> list[Fact]:
        """Rolls for each available driver with a Heart condition, then for devices. Raises `MatchWaits`.

        Devices are rolled at the lock instead if a house rule says so.
        """
        refuse_waiting(season, season.match(self.match))
        facts: list[Fact] = []
        for line_up in season.line_ups_of(self.match):
            for driver in season.roster(line_up.franchise):
                count = driver.quirks.get("heart_condition", 0)
                if not count or driver.availability != "available":
                    continue
                limit = heart_fails_up_to(count)
                rolled = pre_match_face(season, self.match, driver.id, HEART, why="heart condition", dice=dice)
                fact_type = HeartHeld if rolled.face > limit else HeartFailed
                if fact_type is HeartFailed:
                    driver.availability = "heart_out"
                facts.append(
                    fact_type(
                        rule="DM-C-049",
                        rolls=rolled.rolls,
                        match=self.match,
                        franchise=FranchiseId(line_up.franchise),
                        driver=DriverId(driver.id),
                        fails_up_to=limit,
                        rolled_for=rolled.rolled_for,
                    )
                )
        if season.setting("prematch.breakdowns_before_lineup"):
            for line_up in season.line_ups_of(self.match):
                facts.extend(roll_devices(season, line_up, dice))
        season.match(self.match).step = "M3"
        return [*facts, MatchStepReached(rule="DM-C-087", match=self.match, step="M3")]


@fact
@dataclass(frozen=True, slots=True, kw_only=True)
class MatchStepReached(Fact):
    """A match went on to its next step (annex a)."""

    says = "{match} reached {step}."
    match: MatchId
    step: str
