"""Rolls before a match stand when it is voided: the next match of whoever was rolled reads them. Rule HOUSE-005."""

from __future__ import annotations

from dataclasses import dataclass

from rules.campaign.editions import decides_by
from rules.campaign.pre_match_roll import PreMatchRoll
from rules.campaign.procedures import Procedure
from rules.campaign.state import Match, Season
from rules.dice import Dice, Roll
from rules.terms import MatchId

EDITION = "4"


@dataclass(frozen=True, slots=True, kw_only=True)
class PreMatchFace:
    """A face before a match: with its roll where it was thrown now, or with the voided match it was rolled for."""

    face: int
    rolls: tuple[Roll, ...] = ()
    rolled_for: MatchId = MatchId("")


def face_before(
    season: Season, match: str, subject: str, procedure: Procedure, *, why: str, dice: Dice
) -> PreMatchFace:
    """One die before a match for a driver or an item, thrown unless it fell for a match that was voided since.

    From edition 4 on. A face that is read leaves the match that was voided, so that it counts for one match played,
    and is kept with the match it first fell for. Where a face fell for this match too, before an amend voided the
    other one, it stays.
    """
    ids = {"match": match, "driver": subject, "item": subject}

    def thrown_now() -> PreMatchFace:
        roll = procedure.open(dice, **ids).roll(1, why)
        return PreMatchFace(face=roll.total, rolls=(roll,))

    if not decides_by(season, EDITION):
        return thrown_now()
    path = f"{subject}/{procedure.name}"
    now, voided = season.match(match), _voided_with(season, path)
    if voided is None or dice.has_fallen(procedure.path_of(**ids)):
        thrown = thrown_now()
        now.pre_match[path] = PreMatchRoll(face=thrown.face)
        return thrown
    kept = voided.pre_match.pop(path)
    first = kept.rolled_for or voided.id
    now.pre_match[path] = PreMatchRoll(face=kept.face, rolled_for=first)
    return PreMatchFace(face=kept.face, rolled_for=MatchId(first))


def _voided_with(season: Season, path: str) -> Match | None:
    """The voided match that holds a face of that path, the one that fell first where there are several."""
    holding = [each for each in season.matches.values() if each.step == "void" and path in each.pre_match]
    return min(holding, key=lambda each: _fell(season, each.pre_match[path].rolled_for or each.id), default=None)


def _fell(season: Season, match: str) -> tuple[int, int]:
    """Where the match that a face fell for stands in the season: the number of its round, and its place there."""
    first = season.match(match)
    return season.rounds[first.round].number, first.place
