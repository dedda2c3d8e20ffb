"""The prize pot of a match and the shares of it. Rule DM-C-096."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from rules.campaign.core.facts import Fact, fact
from rules.core.dice import Roll, Stream
from rules.core.terms import Credits, FranchiseId, K, MatchId

PER_PIP_K = 15


@dataclass(frozen=True, slots=True, kw_only=True)
class Pot:
    """The prize pot of a match, in credits, and its dice; no dice when no team appeared."""

    amount: Credits
    rolls: tuple[Roll, ...]


@fact
@dataclass(frozen=True, slots=True, kw_only=True)
class PotRolled(Fact):
    """The prize pot: 1d6 for each team in the match, times 15k."""

    says = "The pot of {match} is {pot}."
    match: MatchId
    pot: Credits


@fact
@dataclass(frozen=True, slots=True, kw_only=True)
class PrizeShared(Fact):
    """A franchise's share of the pot, before overhead."""

    says = "{franchise} is due {prize} of the pot of {match}, for {points} of {all_points} points."
    match: MatchId
    franchise: FranchiseId
    prize: Credits
    points: int
    all_points: int


def roll_pot(*, teams: int, stream: Stream) -> Pot:
    """Roll the pot for the number of teams that appeared (HOUSE-009)."""
    if not teams:
        return Pot(amount=Credits(0), rolls=())
    roll = stream.roll(teams, "prize pot")
    return Pot(amount=Credits(roll.total * PER_PIP_K * K), rolls=(roll,))


def prize_share(
    *, pot: int, points: int, all_points: int, teams: int, percent_up: bool = False, zero_points_split: bool = False
) -> Credits:
    """One team's share of the pot in credits, by its part of all points.

    The money is rounded up to a whole k; with `percent_up` the percentage is rounded up to a whole one instead. When
    no team has points the shares are 0, or equal with `zero_points_split`.
    """
    part, total = points, all_points
    if all_points == 0:
        if not zero_points_split:
            return Credits(0)
        part, total = 1, teams
    if percent_up:
        return Credits(pot * -(-100 * part // total) // 100)
    return Credits(-(-pot * part // (total * K)) * K)


def prize_shares(
    *, pot: int, points: Mapping[str, int], percent_up: bool = False, zero_points_split: bool = False
) -> dict[str, Credits]:
    """Every team's share in credits, by franchise. Because shares are rounded up, their sum may exceed the pot."""
    all_points = sum(points.values())
    return {
        franchise: prize_share(
            pot=pot,
            points=points[franchise],
            all_points=all_points,
            teams=len(points),
            percent_up=percent_up,
            zero_points_split=zero_points_split,
        )
        for franchise in sorted(points)
    }
