"""What is known of an amend before it is made: whether somebody else has to approve it, and whom it changes.

Whoever asks for it is told nothing of this but who has to approve it first: it is worked out with made-up dice.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from league.journal import store
from league.journal.amend_dice import Faces
from league.journal.amendment import Amendment, Ground, ground, made_up_play, read_again
from league.journal.course import Course
from league.journal.differences import Difference
from league.journal.followed import rolls_after
from league.journal.misread_dice import Misreading
from league.journal.previewing import throws
from league.journal.second_word import unlocked
from league.journal.timeline import Corrections
from league.models import Season
from rules.campaign.core import state
from rules.campaign.core.perform import due_commands
from rules.core.dice import NeedsDice
from rules.core.refusals import Refusal


@dataclass(frozen=True, slots=True)
class Foreseen:
    """What is known of an amend before it is made: whether it touches dice, and whom it changes.

    It touches `dice` if it throws, or what follows it by itself does, if it undoes a throw, or corrects a die that
    was misread. `unlocked` are the matches that were locked and would be so no more. `franchises` are those whose
    own, or whose drivers, cars and things, may come out otherwise.
    """

    dice: bool
    unlocked: tuple[str, ...] = ()
    franchises: frozenset[str] = frozenset()


def foreseen(season_id: str, corrections: Corrections, misread: Sequence[Misreading] = ()) -> Foreseen:
    """What is known of an amend beforehand, with made-up dice.

    One that is refused may be refused because of those: then it counts as one that throws. Whoever corrects what is
    no entry is refused later.
    """
    row = Season.objects.get(pk=season_id)
    on = ground(row, number=row.length + 1, corrections=corrections, misread=misread).as_seen()
    if any(on.step(number) is None for number in corrections):
        return Foreseen(dice=False)
    was = store.load(row).season
    try:
        made = made_up_play(on, read_again(on), 0, corrections=corrections, was=was)
    except Refusal:
        return Foreseen(dice=True)
    return _known(on, made, corrections, was)


def needs_approval(
    on: Ground, worked_out: Amendment, corrections: Corrections, *, was: state.Season, typed: Faces | None = None
) -> bool:
    """Whether an amend that is worked out touches dice, or a match that was locked, which nobody does alone."""
    known = _known(on, worked_out, corrections, was)
    if known.dice or known.unlocked or not due_commands(worked_out.course.season):
        return known.dice or bool(known.unlocked)
    try:
        ended = made_up_play(on, read_again(on), 0, corrections=corrections, was=was, typed=typed)
    except (Refusal, NeedsDice):
        return True
    return _known(on, ended, corrections, was).dice


def changed_franchises(made: Amendment, was: state.Season) -> frozenset[str]:
    """The franchises whose own, or whose drivers, cars and things, come out otherwise by an amend."""
    return frozenset(id for each in made.amended.differences for id in _whose(each, was, made.course.season))


def _known(on: Ground, made: Amendment, corrections: Corrections, was: state.Season) -> Foreseen:
    dice = bool(on.misread) or throws(made.course) or _undoes_a_throw(on, made.course, corrections)
    return Foreseen(dice, tuple(unlocked(was, made.course.season)), changed_franchises(made, was))


def _whose(difference: Difference, *seasons: state.Season) -> Iterator[str]:
    """The franchises that something which is different is of, before and after."""
    if difference.about == "franchises":
        yield difference.subject
    shelf = "contracts" if difference.about == "drivers" else difference.about
    for season in seasons:
        thing = getattr(season, shelf, {}).get(difference.subject) if difference.about != "season" else None
        if franchise := getattr(thing, "franchise", ""):
            yield str(franchise)


def _undoes_a_throw(on: Ground, course: Course, corrections: Corrections) -> bool:
    """Whether one of the numbers was corrected by an amend that threw, or what one threw does not stand any more."""
    after = rolls_after(on.row, [number for number, _ in on.before.amends])
    thrown: set[str] = set()
    for number, body in on.before.amends:
        paths = {*(body.amended.thrown if body.amended else ()), *(roll.path for _, roll in after[number])}
        if paths and not corrections.keys().isdisjoint(map(int, body.command["corrections"])):
            return True
        thrown |= paths
    stood = {roll["path"] for step in on.steps for roll in on.rolls(step)} if thrown else set()
    stands = {roll.path for done in course.all_performed() for roll in done.rolls}
    return not (thrown & stood) <= stands
