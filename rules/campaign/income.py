"""The sponsor step after a match: every sponsor pays, every Face earns. Rules DM-C-042, DM-C-072, DM-C-097."""

from __future__ import annotations

from dataclasses import dataclass

from rules.campaign.account import book
from rules.campaign.facts import Booked, Fact, fact
from rules.campaign.sponsors import income
from rules.campaign.state import LineUp, Season
from rules.campaign.talents import FACE
from rules.dice import Dice, Roll, Stream
from rules.terms import Credits, DriverId, FranchiseId, K, MatchId, SponsorId

FACE_DICE = 2


@fact
@dataclass(frozen=True, slots=True, kw_only=True)
class SponsorPaid(Fact):
    """A sponsor's income after a match, before overhead (DM-C-072); `war` when munitions paid for one."""

    says = "{sponsor_kind} brought {franchise} {income} after {match}."
    match: MatchId
    franchise: FranchiseId
    sponsor: SponsorId
    sponsor_kind: str
    income: Credits
    war: bool


@fact
@dataclass(frozen=True, slots=True, kw_only=True)
class FaceEarned(Fact):
    """What a driver with the talent Face earned after a match (DM-C-042)."""

    says = "{driver} is a Face and brought {franchise} {income} after {match}."
    match: MatchId
    franchise: FranchiseId
    driver: DriverId
    income: Credits


@fact
@dataclass(frozen=True, slots=True, kw_only=True)
class FacePaid(Booked):
    """Face income that goes straight to the account, by this season's house rule (DM-C-042)."""

    says = "{franchise} banked {amount} its Faces earned in {match}."
    match: MatchId


@dataclass(frozen=True, slots=True, kw_only=True)
class Earned:
    """What the sponsor step brought a franchise, in credits."""

    sponsors: Credits
    faces: Credits


def face_income(*, stream: Stream) -> tuple[Credits, Roll]:
    """2d6k after every match, whether he took part or not (DM-C-042)."""
    roll = stream.roll(FACE_DICE, "Face")
    return Credits(roll.total * K), roll


def collect(season: Season, line_up: LineUp, *, dice: Dice) -> tuple[Earned, list[Fact]]:
    """Roll every sponsor and every Face of a franchise, by the talents at the lock (DM-C-007, DM-C-097)."""
    match, team = MatchId(line_up.match), FranchiseId(line_up.franchise)
    separate = season.setting("sponsors.munitions_war_die") == "separate_die"
    facts: list[Fact] = []
    from_sponsors = from_faces = 0
    for sponsor in season.sponsors_of(team):
        stream = dice.open(f"{match}/settle/{sponsor.id}/income")
        paid = income(kind=sponsor.kind, separate_war_die=separate, stream=stream)
        from_sponsors += paid.amount
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
            )
        )
    for driver in season.roster(team):
        if FACE not in line_up.locked[driver.id].talents:
            continue
        earned, roll = face_income(stream=dice.open(f"{match}/settle/{driver.id}/face"))
        from_faces += earned
        facts.append(
            FaceEarned(
                rule="DM-C-042",
                rolls=(roll,),
                match=match,
                franchise=team,
                driver=DriverId(driver.id),
                income=earned,
            )
        )
    return Earned(sponsors=Credits(from_sponsors), faces=Credits(from_faces)), facts


def bank_faces(season: Season, line_up: LineUp, *, amount: Credits) -> list[Fact]:
    """Book Face income past the overhead, where the house rule says so; nothing when there is none."""
    if not amount:
        return []
    moved = book(season.franchise(line_up.franchise), amount=amount)
    return [FacePaid(rule="DM-C-042", **moved, match=MatchId(line_up.match))]
