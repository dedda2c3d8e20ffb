"""What is known of an amend before it is made: whether somebody else has to approve it, and whom it changes.

Whoever asks for it is told nothing of this but who has to approve it first: it is worked out with made-up dice.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from journal.amends.derivation import (
    AmendBaseline,
    DerivedAmend,
    derive_with_made_up_dice,
    faces_with_misreads_fixed,
    load_amend_baseline,
)
from journal.amends.dice import FacesByPath
from journal.amends.followups import rolls_after_amends
from journal.amends.misread_dice import Misreading
from journal.amends.preview import throws
from journal.amends.rederivation import Rederivation
from journal.amends.state_differences import Difference
from journal.amends.timeline import Corrections
from journal.approvals import unlocked_matches
from journal.state import store
from league.models import Season
from rules.campaign.core import state
from rules.campaign.play.due_commands import due_commands
from rules.core.dice import NeedsDice
from rules.core.refusals import Refusal


@dataclass(frozen=True, slots=True)
class AmendImpact:
    """What is known of an amend before it is made: whether it touches dice, and whom it changes.

    It touches `dice` if it throws, or what follows it by itself does, if it undoes a throw, or corrects a die that
    was misread. `unlocked` are the matches that were locked and would be so no more. `franchises` are those
    whose own, or whose drivers, cars and things, may come out otherwise.
    """

    dice: bool
    unlocked: tuple[str, ...] = ()
    franchises: frozenset[str] = frozenset()


def foresee_impact(season_id: str, corrections: Corrections, misread: Sequence[Misreading] = ()) -> AmendImpact:
    """What is known of an amend beforehand, with made-up dice.

    One that is refused may be refused because of those: then it counts as one that throws. Whoever corrects what is
    no entry is refused later.
    """
    row = Season.objects.get(pk=season_id)
    on = load_amend_baseline(row, number=row.length + 1, corrections=corrections, misread=misread).as_everybody_sees()
    if any(on.entry_at(number) is None for number in corrections):
        return AmendImpact(dice=False)
    was = store.load(row).season
    try:
        made = derive_with_made_up_dice(on, faces_with_misreads_fixed(on), 0, corrections=corrections, was=was)
    except Refusal:
        return AmendImpact(dice=True)
    return _impact_of(on, made, corrections, was)


def needs_approval(
    on: AmendBaseline,
    worked_out: DerivedAmend,
    corrections: Corrections,
    *,
    was: state.Season,
    typed: FacesByPath | None = None,
) -> bool:
    """Whether an amend that is worked out touches dice, or a match that was locked, which nobody does alone."""
    known = _impact_of(on, worked_out, corrections, was)
    if known.dice or known.unlocked or not due_commands(worked_out.course.season):
        return known.dice or bool(known.unlocked)
    try:
        ended = derive_with_made_up_dice(
            on, faces_with_misreads_fixed(on), 0, corrections=corrections, was=was, typed=typed
        )
    except (Refusal, NeedsDice):
        return True
    return _impact_of(on, ended, corrections, was).dice


def changed_franchises(made: DerivedAmend, was: state.Season) -> frozenset[str]:
    """The franchises whose own, or whose drivers, cars and things, come out otherwise by an amend."""
    return frozenset(
        id for difference in made.amended.differences for id in _franchises_of(difference, was, made.course.season)
    )


def _impact_of(on: AmendBaseline, made: DerivedAmend, corrections: Corrections, was: state.Season) -> AmendImpact:
    dice = bool(on.misread) or throws(made.course) or _undoes_throw(on, made.course, corrections)
    return AmendImpact(dice, tuple(unlocked_matches(was, made.course.season)), changed_franchises(made, was))


def _franchises_of(difference: Difference, *seasons: state.Season) -> Iterator[str]:
    """The franchises that something which is different is of, before and after."""
    if difference.about == "franchises":
        yield difference.subject
    shelf = "contracts" if difference.about == "drivers" else difference.about
    for season in seasons:
        thing = getattr(season, shelf, {}).get(difference.subject) if difference.about != "season" else None
        if franchise := getattr(thing, "franchise", ""):
            yield str(franchise)


def _undoes_throw(on: AmendBaseline, course: Rederivation, corrections: Corrections) -> bool:
    """Whether one of the numbers was corrected by an amend that threw, or what one threw does not stand any more."""
    after = rolls_after_amends(on.row, [number for number, _ in on.before.amends])
    thrown: set[str] = set()
    for number, body in on.before.amends:
        paths = {*(body.amended.thrown if body.amended else ()), *(roll.path for _, roll in after[number])}
        if paths and not corrections.keys().isdisjoint(map(int, body.command["corrections"])):
            return True
        thrown |= paths
    stood = {roll["path"] for step in on.steps for roll in on.standing_rolls(step)} if thrown else set()
    stands = {roll.path for done in course.all_performed() for roll in done.rolls}
    return not (thrown & stood) <= stands
