"""Drivers out of action: the cloning bill, the quirk check, and the consequences of a quirk. Rules DM-C-005,
DM-C-013, DM-C-035, DM-C-045 to DM-C-049, DM-C-056, DM-C-080, DM-C-085.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from rules.campaign.core.dice_paths import QUIRK
from rules.campaign.core.facts import Fact, fact
from rules.campaign.core.state import Driver, LineUp, Season
from rules.campaign.money.bills import add_bill
from rules.campaign.money.prices import CLONING_K
from rules.campaign.people.fatigue import restore_shield
from rules.campaign.people.quirks import QUIRK_BY_ROLL, consequence, graver_availability
from rules.campaign.people.talents import STABLE_GENETICS
from rules.campaign.people.traits import roll_trait_check, snapshot_toughness, trait_cap
from rules.campaign.sponsors.kinds import cloning_amount, effect_count, quirk_check_bonus
from rules.core.dice import Dice, Roll, Stream
from rules.core.terms import DriverId, FranchiseId, K, MatchId
from rules.match.report import DriverReport


@dataclass(frozen=True, slots=True, kw_only=True)
class QuirkCheckResult:
    """A quirk check: the modified toughness, and the quirk that was gained, empty when it was resisted."""

    toughness: int
    quirk: str
    rolls: tuple[Roll, ...]


@fact
@dataclass(frozen=True, slots=True, kw_only=True)
class DriverCloned(Fact):
    """A driver went out of action and is cloned (DM-C-045)."""

    says = "{driver} went out of action in {match} and was cloned."
    match: MatchId
    franchise: FranchiseId
    driver: DriverId


@fact
@dataclass(frozen=True, slots=True, kw_only=True)
class DriverLived(Fact):
    """A driver went out of action and lived, and this season's house rule clones only the dead (DM-C-045)."""

    says = "{driver} went out of action in {match} and lived: they are not cloned."
    match: MatchId
    franchise: FranchiseId
    driver: DriverId


@fact
@dataclass(frozen=True, slots=True, kw_only=True)
class FatigueLeftBehind(Fact):
    """A new body is rested, by this season's house rule (DM-C-013)."""

    says = "{driver} left {points} fatigue behind with their old body."
    franchise: FranchiseId
    driver: DriverId
    points: int


@fact
@dataclass(frozen=True, slots=True, kw_only=True)
class QuirkResisted(Fact):
    """A quirk check succeeded: toughness with its bonuses was not exceeded (DM-C-046)."""

    says = "{driver} resisted a quirk: toughness {toughness}, {stable} as Stable, {sponsored} from sponsors."
    match: MatchId
    franchise: FranchiseId
    driver: DriverId
    toughness: int
    stable: int
    sponsored: int


@fact
@dataclass(frozen=True, slots=True, kw_only=True)
class QuirkGained(Fact):
    """A quirk check failed, and the table gave a quirk; `count` says which occurrence it is (DM-C-047)."""

    says = (
        "{driver} gained the quirk {quirk}, {count} in all: toughness {toughness}, {stable} as Stable, "
        "{sponsored} from sponsors."
    )
    match: MatchId
    franchise: FranchiseId
    driver: DriverId
    quirk: str
    count: int
    toughness: int
    stable: int
    sponsored: int


@fact
@dataclass(frozen=True, slots=True, kw_only=True)
class AvailabilityChanged(Fact):
    """Whether a driver may be fielded changed (DM-C-012)."""

    says = "{driver} was {was} and is {now}."
    franchise: FranchiseId
    driver: DriverId
    was: str
    now: str


@fact
@dataclass(frozen=True, slots=True, kw_only=True)
class RetirementMarked(Fact):
    """A quirk's second occurrence makes a driver leave the sport when the season ends (DM-C-047)."""

    says = "{driver} must retire when the season ends, for {quirk}."
    franchise: FranchiseId
    driver: DriverId
    quirk: str


def roll_quirk_check(
    *, toughness: int, stable: int = 0, sponsored: int = 0, natural_six_fails: bool = False, stream: Stream
) -> QuirkCheckResult:
    """Check toughness plus `stable` and `sponsored`; on a failure roll on the quirk table (DM-C-046)."""
    modified = toughness + stable + sponsored
    check = roll_trait_check(trait=modified, why="quirk check", natural_six_fails=natural_six_fails, stream=stream)
    if check.passed:
        return QuirkCheckResult(toughness=modified, quirk="", rolls=(check.roll,))
    table = stream.roll(2, "quirk table")
    return QuirkCheckResult(toughness=modified, quirk=QUIRK_BY_ROLL[table.total], rolls=(check.roll, table))


def clone_out_of_action(season: Season, line_up: LineUp, claims: Iterable[DriverReport], *, dice: Dice) -> list[Fact]:
    """Clone every driver of a line-up who must be cloned, once each, by the reports on its drivers (DM-C-045).

    One house rule clones only the dead. Another also clones drivers whose heart failed before the match (DM-C-049).
    """
    only_the_dead = not season.setting("cloning.ooa_always_cloned")
    facts: list[Fact] = []
    for claim in claims:
        if not claim.out:
            continue
        if only_the_dead and not claim.dead:
            facts.append(
                DriverLived(
                    rule="DM-C-045",
                    match=MatchId(line_up.match),
                    franchise=FranchiseId(line_up.franchise),
                    driver=DriverId(claim.driver),
                )
            )
            continue
        facts.extend(clone(season, line_up, season.driver(claim.driver), dice=dice))
    if season.setting("quirks.heart_out_needs_clone"):
        for driver in season.roster(line_up.franchise):
            if driver.availability == "heart_out":
                facts.extend(clone(season, line_up, driver, dice=dice))
    return facts


def clone(season: Season, line_up: LineUp, driver: Driver, *, dice: Dice) -> list[Fact]:
    """Bill the cloning of a driver and make one quirk check, by their talents, quirks and toughness at the lock."""
    match, team, driver_id = MatchId(line_up.match), FranchiseId(line_up.franchise), DriverId(driver.id)
    listed = CLONING_K * K
    amount = cloning_amount(
        listed=listed,
        insured=effect_count(season, team, "insurance"),
        cloning_services=effect_count(season, team, "cloning_services"),
    )
    locked = line_up.locked[driver.id]
    stable, sponsored = locked.talents.count(STABLE_GENETICS), quirk_check_bonus(season, team)
    toughness = snapshot_toughness(locked, cap=trait_cap(season))
    check = roll_quirk_check(
        toughness=toughness,
        stable=stable,
        sponsored=sponsored,
        natural_six_fails=bool(season.setting("check.natural_six_fails")),
        stream=QUIRK.open(dice, match=match, driver=driver.id),
    )
    facts: list[Fact] = [
        DriverCloned(rule="DM-C-045", match=match, franchise=team, driver=driver_id),
        add_bill(line_up, bill="cloning", subject=driver.id, listed=listed, amount=amount),
        *_rest_new_body(season, driver, team=team),
    ]
    if not check.quirk:
        resisted = QuirkResisted(
            rule="DM-C-046",
            rolls=check.rolls,
            match=match,
            franchise=team,
            driver=driver_id,
            toughness=toughness,
            stable=stable,
            sponsored=sponsored,
        )
        return [*facts, resisted]
    driver.quirks[check.quirk] = count = driver.quirks.get(check.quirk, 0) + 1
    gained = QuirkGained(
        rule="DM-C-047",
        rolls=check.rolls,
        match=match,
        franchise=team,
        driver=driver_id,
        quirk=check.quirk,
        count=count,
        toughness=toughness,
        stable=stable,
        sponsored=sponsored,
    )
    retires = bool(season.setting("quirks.season_out_becomes_retirement"))
    return [
        *facts,
        gained,
        *_apply_quirk_consequence(driver, team=team, quirk=check.quirk, season_out_retires=retires),
    ]


def _rest_new_body(season: Season, driver: Driver, *, team: FranchiseId) -> list[Fact]:
    """Clear the driver's fatigue by house rule. The fatigue of this match follows afterwards (DM-C-013, DM-C-101)."""
    if not driver.fatigue or not season.setting("cloning.clears_fatigue"):
        return []
    points, driver.fatigue = len(driver.fatigue), []
    fact = FatigueLeftBehind(rule="DM-C-013", franchise=team, driver=DriverId(driver.id), points=points)
    return [fact, *restore_shield(season, driver, franchise=team)]


def _apply_quirk_consequence(
    driver: Driver, *, team: FranchiseId, quirk: str, season_out_retires: bool
) -> list[Fact]:
    effect = consequence(quirk=quirk, count=driver.quirks[quirk], season_out_retires=season_out_retires)
    driver_id = DriverId(driver.id)
    facts: list[Fact] = []
    availability = graver_availability(driver.availability, effect.availability)
    if availability != driver.availability:
        facts.append(change_availability(driver, franchise=team, now=availability, rule="DM-C-012"))
    if effect.retiring and not driver.retiring:
        driver.retiring = True
        facts.append(RetirementMarked(rule="DM-C-047", franchise=team, driver=driver_id, quirk=quirk))
    return facts


def change_availability(driver: Driver, *, franchise: str, now: str, rule: str) -> Fact:
    """Set a driver's availability and return the fact."""
    was, driver.availability = driver.availability, now
    return AvailabilityChanged(
        rule=rule, franchise=FranchiseId(franchise), driver=DriverId(driver.id), was=was, now=now
    )
