"""Out of action: the cloning bill, the quirk check, and what a quirk brings. Rules DM-C-005, DM-C-013, DM-C-035,
DM-C-045 to DM-C-049, DM-C-056, DM-C-080, DM-C-085.
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
    """A quirk check: the toughness it was made at, and the quirk it gave, empty when resisted."""

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

    says = "{driver} went out of action in {match} and lived: he is not cloned."
    match: MatchId
    franchise: FranchiseId
    driver: DriverId


@fact
@dataclass(frozen=True, slots=True, kw_only=True)
class FatigueLeftBehind(Fact):
    """A new body is rested, by this season's house rule (DM-C-013)."""

    says = "{driver} left {points} fatigue behind with his old body."
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
    """A toughness check with +1 for Stable and what sponsors add; on a failure the quirk table (DM-C-046)."""
    modified = toughness + stable + sponsored
    checked = roll_trait_check(trait=modified, why="quirk check", natural_six_fails=natural_six_fails, stream=stream)
    if checked.passed:
        return QuirkCheckResult(toughness=modified, quirk="", rolls=(checked.roll,))
    table = stream.roll(2, "quirk table")
    return QuirkCheckResult(toughness=modified, quirk=QUIRK_BY_ROLL[table.total], rolls=(checked.roll, table))


def clone_out_of_action(season: Season, line_up: LineUp, claims: Iterable[DriverReport], *, dice: Dice) -> list[Fact]:
    """Clone whoever of a line-up must be, once each, by the claims on its drivers (DM-C-045).

    By house rule only the dead are, and by another a heart that failed before the match counts too (DM-C-049).
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
    """Bill the cloning of a driver out of action and make their one quirk check, by what they had at the lock."""
    match, team, who = MatchId(line_up.match), FranchiseId(line_up.franchise), DriverId(driver.id)
    listed = CLONING_K * K
    amount = cloning_amount(
        listed=listed,
        insured=effect_count(season, team, "insurance"),
        cloning_services=effect_count(season, team, "cloning_services"),
    )
    locked = line_up.locked[driver.id]
    stable, sponsored = locked.talents.count(STABLE_GENETICS), quirk_check_bonus(season, team)
    toughness = snapshot_toughness(locked, cap=trait_cap(season))
    checked = roll_quirk_check(
        toughness=toughness,
        stable=stable,
        sponsored=sponsored,
        natural_six_fails=bool(season.setting("check.natural_six_fails")),
        stream=QUIRK.open(dice, match=match, driver=driver.id),
    )
    facts: list[Fact] = [
        DriverCloned(rule="DM-C-045", match=match, franchise=team, driver=who),
        add_bill(line_up, bill="cloning", subject=driver.id, listed=listed, amount=amount),
        *_rest_new_body(season, driver, team=team),
    ]
    if not checked.quirk:
        resisted = QuirkResisted(
            rule="DM-C-046",
            rolls=checked.rolls,
            match=match,
            franchise=team,
            driver=who,
            toughness=toughness,
            stable=stable,
            sponsored=sponsored,
        )
        return [*facts, resisted]
    driver.quirks[checked.quirk] = count = driver.quirks.get(checked.quirk, 0) + 1
    gained = QuirkGained(
        rule="DM-C-047",
        rolls=checked.rolls,
        match=match,
        franchise=team,
        driver=who,
        quirk=checked.quirk,
        count=count,
        toughness=toughness,
        stable=stable,
        sponsored=sponsored,
    )
    retires = bool(season.setting("quirks.season_out_becomes_retirement"))
    return [
        *facts,
        gained,
        *_apply_quirk_consequence(driver, team=team, quirk=checked.quirk, season_out_retires=retires),
    ]


def _rest_new_body(season: Season, driver: Driver, *, team: FranchiseId) -> list[Fact]:
    """What they ran up before is gone; this match's fatigue is still to come (DM-C-013, DM-C-101)."""
    if not driver.fatigue or not season.setting("cloning.clears_fatigue"):
        return []
    points, driver.fatigue = len(driver.fatigue), []
    rested = FatigueLeftBehind(rule="DM-C-013", franchise=team, driver=DriverId(driver.id), points=points)
    return [rested, *restore_shield(season, driver, franchise=team)]


def _apply_quirk_consequence(
    driver: Driver, *, team: FranchiseId, quirk: str, season_out_retires: bool
) -> list[Fact]:
    brought = consequence(quirk=quirk, count=driver.quirks[quirk], season_out_retires=season_out_retires)
    who = DriverId(driver.id)
    facts: list[Fact] = []
    now = graver_availability(driver.availability, brought.availability)
    if now != driver.availability:
        facts.append(change_availability(driver, franchise=team, now=now, rule="DM-C-012"))
    if brought.retiring and not driver.retiring:
        driver.retiring = True
        facts.append(RetirementMarked(rule="DM-C-047", franchise=team, driver=who, quirk=quirk))
    return facts


def change_availability(driver: Driver, *, franchise: str, now: str, rule: str) -> Fact:
    """Give a driver another availability and say so."""
    was, driver.availability = driver.availability, now
    return AvailabilityChanged(
        rule=rule, franchise=FranchiseId(franchise), driver=DriverId(driver.id), was=was, now=now
    )
