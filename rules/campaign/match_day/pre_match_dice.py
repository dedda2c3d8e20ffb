"""Rolls before a match stand when it is voided: the next match of whoever was rolled reads them. Rule HOUSE-005.

So do those that an amend took out of the season with their match: they lie aside until a match reads them.
"""

from __future__ import annotations

from dataclasses import dataclass

from rules.campaign.core.dice_paths import BREAKDOWN, HEART, Procedure
from rules.campaign.core.editions import has_edition
from rules.campaign.core.facts import Fact
from rules.campaign.core.pre_match_roll import PreMatchRoll
from rules.campaign.core.state import Match, Season
from rules.core.dice import Dice, Roll
from rules.core.terms import MatchId

REUSED_ROLLS_SINCE = "4"


@dataclass(frozen=True, slots=True, kw_only=True)
class PreMatchFace:
    """A face before a match: with its roll where it was thrown now, or with the voided match it was rolled for."""

    face: int
    rolls: tuple[Roll, ...] = ()
    rolled_for: MatchId = MatchId("")


def pre_match_face(
    season: Season, match: str, subject: str, procedure: Procedure, *, why: str, dice: Dice
) -> PreMatchFace:
    """One die before a match for a driver or an item, thrown unless it fell for a match that was voided since.

    From edition 4 on. A face that is read leaves the match that was voided, so that it counts for one match played,
    and is kept with the match it first fell for. Where a face fell for this match too, before an amend voided the
    other one, it stays. Where no match has one, the first is read that fell and that an amend set aside.
    """
    ids = {"match": match, "driver": subject, "item": subject}

    def thrown_now() -> PreMatchFace:
        roll = procedure.open(dice, **ids).roll(1, why)
        return PreMatchFace(face=roll.total, rolls=(roll,))

    if not has_edition(season, REUSED_ROLLS_SINCE):
        return thrown_now()
    path = f"{subject}/{procedure.name}"
    now, voided = season.match(match), _voided_match_with(season, path)
    fell_for_it = dice.has_fallen(procedure.path_of(**ids))
    if voided is not None and not fell_for_it:
        kept = voided.pre_match.pop(path)
        now.pre_match[path] = PreMatchRoll(face=kept.face, rolled_for=kept.rolled_for or voided.id)
    elif (left := None if fell_for_it else _set_aside_roll(path, dice)) is not None:
        now.pre_match[path] = left
    else:
        thrown = thrown_now()
        now.pre_match[path] = PreMatchRoll(face=thrown.face)
        return thrown
    return PreMatchFace(face=now.pre_match[path].face, rolled_for=MatchId(now.pre_match[path].rolled_for))


def _set_aside_roll(path: str, dice: Dice) -> PreMatchRoll | None:
    """The roll of that path which fell first, for whichever match, and lies aside; None where there is none."""
    fell = [aside for aside in dice.set_aside_paths() if aside.partition("/pre/")[2] == path]
    if not fell:
        return None
    first = min(fell, key=lambda each: (each.index("/"), each))
    return PreMatchRoll(face=dice.take_set_aside(first)[0][1], rolled_for=first.partition("/")[0])


def is_pre_match(path: str) -> bool:
    """Whether dice that are thrown on a path are rolls before a match."""
    return any(procedure.matches(path) for procedure in (HEART, BREAKDOWN))


def reused_roll_path(fact: Fact) -> str:
    """The path of the roll for another match that a fact reads; empty where it reads none."""
    match = getattr(fact, "rolled_for", "")
    driver, item = getattr(fact, "driver", ""), getattr(fact, "item", "")
    if not match:
        return ""
    return HEART.path_of(match=match, driver=driver) if driver else BREAKDOWN.path_of(match=match, item=item)


def _voided_match_with(season: Season, path: str) -> Match | None:
    """The voided match that holds a face of that path, the one that fell first where there are several."""
    holding = [match for match in season.matches.values() if match.step == "void" and path in match.pre_match]
    return min(
        holding, key=lambda each: _fall_order(season, each.pre_match[path].rolled_for or each.id), default=None
    )


def _fall_order(season: Season, match: str) -> tuple[int, int]:
    """Where the match that a face fell for stands in the season: the number of its round, and its place there.

    One that an amend took out of the season comes before all others.
    """
    first = season.matches.get(match)
    if first is None:
        return 0, 0  # no mutant: before the first round
    return season.rounds[first.round].number, first.place
