"""Rolls before a match outlive it when it is voided: the next match of the driver or item reads them. Rule HOUSE-005.

So do rolls whose match an amend removed from the season: they are set aside until a match reads them.
"""

from __future__ import annotations

from dataclasses import dataclass

from rules.campaign.core.dice_paths import BREAKDOWN, HEART, Procedure
from rules.campaign.core.editions import has_edition
from rules.campaign.core.facts import Fact
from rules.campaign.core.state import Match, PreMatchRoll, Season
from rules.core.dice import Dice, Roll
from rules.core.terms import MatchId

REUSED_ROLLS_SINCE = "4"


@dataclass(frozen=True, slots=True, kw_only=True)
class PreMatchFace:
    """A face before a match, with its roll if it was thrown now, or with the earlier match that it was rolled for."""

    face: int
    rolls: tuple[Roll, ...] = ()
    rolled_for: MatchId = MatchId("")


def pre_match_face(
    season: Season, match: str, subject: str, procedure: Procedure, *, why: str, dice: Dice
) -> PreMatchFace:
    """One die before a match for a driver or an item, reused from a voided match if there is one, else thrown.

    Faces are reused from edition 4 on. A reused face moves from the voided match to this one, so that it counts for
    one played match, and keeps the id of the match it first fell for. If a face has already fallen for this match,
    before an amend voided the other, that face counts. If no voided match has a face, the first one that an amend set
    aside is read.
    """
    ids = {"match": match, "driver": subject, "item": subject}

    def thrown_now() -> PreMatchFace:
        roll = procedure.open(dice, **ids).roll(1, why)
        return PreMatchFace(face=roll.total, rolls=(roll,))

    if not has_edition(season, REUSED_ROLLS_SINCE):
        return thrown_now()
    path = f"{subject}/{procedure.name}"
    current, voided = season.match(match), _voided_match_with(season, path)
    already_fallen = dice.has_fallen(procedure.path_of(**ids))
    if voided is not None and not already_fallen:
        reused = voided.pre_match.pop(path)
        current.pre_match[path] = PreMatchRoll(face=reused.face, rolled_for=reused.rolled_for or voided.id)
    elif (set_aside := None if already_fallen else _set_aside_roll(path, dice)) is not None:
        current.pre_match[path] = set_aside
    else:
        thrown = thrown_now()
        current.pre_match[path] = PreMatchRoll(face=thrown.face)
        return thrown
    return PreMatchFace(face=current.pre_match[path].face, rolled_for=MatchId(current.pre_match[path].rolled_for))


def _set_aside_roll(path: str, dice: Dice) -> PreMatchRoll | None:
    """The roll on that path that was set aside first, whatever its match; None if there is none."""
    candidates = [aside for aside in dice.set_aside_paths() if aside.partition("/pre/")[2] == path]
    if not candidates:
        return None
    first = min(candidates, key=lambda aside: (aside.index("/"), aside))
    return PreMatchRoll(face=dice.take_set_aside(first)[0][1], rolled_for=first.partition("/")[0])


def is_pre_match(path: str) -> bool:
    """Whether the dice of a path are rolls before a match."""
    return any(procedure.matches(path) for procedure in (HEART, BREAKDOWN))


def reused_roll_path(fact: Fact) -> str:
    """The path of the roll for another match that a fact reuses; empty if it reuses none."""
    match = getattr(fact, "rolled_for", "")
    driver, item = getattr(fact, "driver", ""), getattr(fact, "item", "")
    if not match:
        return ""
    return HEART.path_of(match=match, driver=driver) if driver else BREAKDOWN.path_of(match=match, item=item)


def _voided_match_with(season: Season, path: str) -> Match | None:
    """The voided match that holds a face for that path; of several, the one whose face fell first."""
    holding = [match for match in season.matches.values() if match.step == "void" and path in match.pre_match]
    return min(
        holding, key=lambda voided: _fall_order(season, voided.pre_match[path].rolled_for or voided.id), default=None
    )


def _fall_order(season: Season, match: str) -> tuple[int, int]:
    """The order of the match that a face fell for: the number of its round, and its place in the round.

    A match that an amend removed from the season comes before all others.
    """
    first = season.matches.get(match)
    if first is None:
        return 0, 0  # no mutant: before the first round
    return season.rounds[first.round].number, first.place
