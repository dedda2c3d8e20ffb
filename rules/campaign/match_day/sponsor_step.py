"""The sponsor step after a match: every sponsor pays, every Face earns, and pending bonuses and payouts are
collected. Rules DM-C-042, DM-C-072, DM-C-084, DM-C-097, DM-C-157, DM-C-158.
"""

from __future__ import annotations

from dataclasses import dataclass

from rules.campaign.core.dice_paths import FACE_EARNED, INCOME
from rules.campaign.core.facts import BookedFact, Fact, fact
from rules.campaign.core.state import Franchise, LineUp, Season
from rules.campaign.money.account import book_amount
from rules.campaign.people.talents import FACE
from rules.campaign.sponsors.kinds import roll_income
from rules.core.dice import Dice, Roll, Stream
from rules.core.terms import Credits, DriverId, FranchiseId, K, MatchId, SponsorId

FACE_DICE = 2
CUP_ROLL_BONUS = 1
NO_CREDITS = Credits(0)


@fact
@dataclass(frozen=True, slots=True, kw_only=True)
class SponsorPaid(Fact):
    """A sponsor's income after a match, before overhead (DM-C-072); `war` says that a munitions company had one.

    `plus_one` is what the Metal Cup added to its dice (DM-C-158).
    """

    says = "{sponsor_kind} brought {franchise} {income} after {match}."
    match: MatchId
    franchise: FranchiseId
    sponsor: SponsorId
    sponsor_kind: str
    income: Credits
    war: bool
    plus_one: int = 0


@fact
@dataclass(frozen=True, slots=True, kw_only=True)
class FaceEarned(Fact):
    """What a driver with the talent Face earned after a match (DM-C-042).

    `plus_one` is what the Metal Cup added to their dice (DM-C-158).
    """

    says = "{driver} is a Face and brought {franchise} {income} after {match}."
    match: MatchId
    franchise: FranchiseId
    driver: DriverId
    income: Credits
    plus_one: int = 0


@fact
@dataclass(frozen=True, slots=True, kw_only=True)
class FacePaid(BookedFact):
    """Face income that goes straight into the balance, by this season's house rule (DM-C-042)."""

    says = "{franchise} banked {amount} its Faces earned in {match}."
    match: MatchId


@fact
@dataclass(frozen=True, slots=True, kw_only=True)
class CupBonusCollected(Fact):
    """The bonus of the Metal Cup came in with the first income after it (DM-C-157)."""

    says = "{franchise} collected the Cup bonus of {bonus} with {match}."
    match: MatchId
    franchise: FranchiseId
    bonus: Credits


@fact
@dataclass(frozen=True, slots=True, kw_only=True)
class CupBonusPaid(BookedFact):
    """The Cup bonus went straight into the balance, by this season's house rule (DM-C-157)."""

    says = "{franchise} banked the Cup bonus of {amount} after {match}."
    match: MatchId


@fact
@dataclass(frozen=True, slots=True, kw_only=True)
class HoldingPayoutCollected(Fact):
    """What holding companies paid out went into a match's income, by this season's house rule (DM-C-084)."""

    says = "{franchise} collected {payout} from bankrupt holding companies with {match}."
    match: MatchId
    franchise: FranchiseId
    payout: Credits


@dataclass(frozen=True, slots=True, kw_only=True)
class SponsorStepIncome:
    """What the sponsor step brought a franchise, in credits.

    The first four go through overhead; the last two are banked past it, by house rule.
    """

    sponsors: Credits
    faces: Credits = NO_CREDITS
    cup_bonus: Credits = NO_CREDITS
    holding_payout: Credits = NO_CREDITS
    faces_untaxed: Credits = NO_CREDITS
    cup_bonus_untaxed: Credits = NO_CREDITS


def roll_face_income(*, plus: int, stream: Stream) -> tuple[Credits, Roll]:
    """Roll a Face's 2d6k, earned after every match of the team (DM-C-042); `plus` is added to the dice (DM-C-158)."""
    roll = stream.roll(FACE_DICE, "Face")
    return Credits((roll.total + plus) * K), roll


def first_half_end(*, rounds: int, up: bool = True) -> int:
    """The last round of a season's first half, by number; half of an odd number is rounded up or down (DM-C-158)."""
    return (rounds + up) // 2


def cup_roll_bonus(season: Season, line_up: LineUp, *, source: str) -> int:
    """What the Metal Cup adds to an income roll of `sponsors` or `face`: 1 for its holder in the first half, or 0."""
    applies = str(season.setting("cup.plus1_applies_to")).split(",")
    if not season.franchise(line_up.franchise).cup_plus_one or source not in applies:
        return 0
    number = season.rounds[season.match(line_up.match).round].number
    half = first_half_end(rounds=season.rounds_planned, up=season.setting("cup.first_half_round") == "up")
    return CUP_ROLL_BONUS if number <= half else 0


def collect_income(season: Season, line_up: LineUp, *, dice: Dice) -> tuple[SponsorStepIncome, list[Fact]]:
    """Roll every sponsor and Face of a franchise, and collect its pending bonus and payout (DM-C-097)."""
    franchise = season.franchise(line_up.franchise)
    from_sponsors, facts = _roll_sponsor_income(season, line_up, dice)
    from_faces, face_facts = _roll_faces(season, line_up, dice)
    facts.extend(face_facts)
    bonus, payout = _collect_bonus(franchise, line_up, facts), _collect_payout(franchise, line_up, facts)
    tax_faces = season.setting("face.subject_to_overhead")
    tax_bonus = season.setting("cup.bonus_subject_to_overhead")
    earned = SponsorStepIncome(
        sponsors=from_sponsors,
        faces=from_faces if tax_faces else NO_CREDITS,
        cup_bonus=bonus if tax_bonus else NO_CREDITS,
        holding_payout=payout,
        faces_untaxed=NO_CREDITS if tax_faces else from_faces,
        cup_bonus_untaxed=NO_CREDITS if tax_bonus else bonus,
    )
    return earned, facts


def _roll_sponsor_income(season: Season, line_up: LineUp, dice: Dice) -> tuple[Credits, list[Fact]]:
    match, team = MatchId(line_up.match), FranchiseId(line_up.franchise)
    separate = season.setting("sponsors.munitions_war_die") == "separate_die"
    plus = cup_roll_bonus(season, line_up, source="sponsors")
    facts: list[Fact] = []
    total = 0
    for sponsor in season.sponsors_of(team):
        stream = INCOME.open(dice, match=match, sponsor=sponsor.id)
        paid = roll_income(kind=sponsor.kind, separate_war_die=separate, plus=plus, stream=stream)
        total += paid.amount
        facts.append(
            SponsorPaid(
                rule="DM-C-086" if paid.war else "DM-C-072",
                rolls=paid.rolls,
                match=match,
                franchise=team,
                sponsor=SponsorId(sponsor.id),
                sponsor_kind=sponsor.kind,
                income=paid.amount,
                war=paid.war,
                plus_one=plus,
            )
        )
    return Credits(total), facts


def _roll_faces(season: Season, line_up: LineUp, dice: Dice) -> tuple[Credits, list[Fact]]:
    """Roll for every driver who had the talent Face at the lock (DM-C-007, DM-C-042)."""
    match, team = MatchId(line_up.match), FranchiseId(line_up.franchise)
    plus = cup_roll_bonus(season, line_up, source="face")
    facts: list[Fact] = []
    total = 0
    for driver in season.roster(team):
        if FACE not in line_up.locked[driver.id].talents:
            continue
        earned, roll = roll_face_income(plus=plus, stream=FACE_EARNED.open(dice, match=match, driver=driver.id))
        total += earned
        facts.append(
            FaceEarned(
                rule="DM-C-042",
                rolls=(roll,),
                match=match,
                franchise=team,
                driver=DriverId(driver.id),
                income=earned,
                plus_one=plus,
            )
        )
    return Credits(total), facts


def _collect_bonus(franchise: Franchise, line_up: LineUp, facts: list[Fact]) -> Credits:
    bonus, franchise.cup_bonus = Credits(franchise.cup_bonus), 0
    if bonus:
        facts.append(
            CupBonusCollected(
                rule="DM-C-157", match=MatchId(line_up.match), franchise=FranchiseId(franchise.id), bonus=bonus
            )
        )
    return bonus


def _collect_payout(franchise: Franchise, line_up: LineUp, facts: list[Fact]) -> Credits:
    payout, franchise.holding_payout = Credits(franchise.holding_payout), 0
    if payout:
        facts.append(
            HoldingPayoutCollected(
                rule="DM-C-084", match=MatchId(line_up.match), franchise=FranchiseId(franchise.id), payout=payout
            )
        )
    return payout


def bank_past_overhead(season: Season, line_up: LineUp, earned: SponsorStepIncome) -> list[Fact]:
    """Book the income that goes past overhead by house rule. Returns no facts if there is none."""
    franchise, match = season.franchise(line_up.franchise), MatchId(line_up.match)
    facts: list[Fact] = []
    if earned.faces_untaxed:
        moved = book_amount(franchise, amount=earned.faces_untaxed)
        facts.append(FacePaid(rule="DM-C-042", **moved, match=match))
    if earned.cup_bonus_untaxed:
        moved = book_amount(franchise, amount=earned.cup_bonus_untaxed)
        facts.append(CupBonusPaid(rule="DM-C-157", **moved, match=match))
    return facts
