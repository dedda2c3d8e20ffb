"""The foreseeable impact of an amend: whether another member must approve it, and whom it affects.

The member who requests it only learns who must approve it: the rest comes from made-up dice.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass

from django.db.models import F

from journal import entry_body as bodies
from journal.amends.derivation import (
    AmendBaseline,
    DerivedAmend,
    derive_with_made_up_dice,
    faces_with_misreads_fixed,
    load_amend_baseline,
)
from journal.amends.dice import FacesByPath
from journal.amends.misread_dice import Misreading
from journal.amends.preview import throws
from journal.amends.rederivation import Rederivation
from journal.amends.state_differences import Difference
from journal.amends.timeline import Corrections
from journal.approvals import unlocked_matches
from journal.state import store
from league.models import Entry, Season
from rules.campaign.core import state
from rules.campaign.play.due_commands import due_commands
from rules.core.dice import NeedsDice, Roll
from rules.core.refusals import Refusal


@dataclass(frozen=True, slots=True)
class AmendImpact:
    """Whether an amend touches dice, and whom it affects.

    It touches `dice` if it or what follows it by itself throws, if it undoes a throw, or if it corrects a misread
    die. `unlocked` are the locked matches that would no longer be locked. `franchises` are those whose own values,
    drivers, cars or things may change.
    """

    dice: bool
    unlocked: tuple[str, ...] = ()
    franchises: frozenset[str] = frozenset()


def foresee_impact(season_id: str, corrections: Corrections, misread: Sequence[Misreading] = ()) -> AmendImpact:
    """Foresee the impact of an amend, with made-up dice.

    A refusal may be due to those dice, so a refused amend counts as one that throws. Corrections of entries that do
    not exist are refused later.
    """
    row = Season.objects.get(pk=season_id)
    on = load_amend_baseline(row, number=row.length + 1, corrections=corrections, misread=misread).as_everybody_sees()
    if any(on.entry_at(number) is None for number in corrections):
        return AmendImpact(dice=False)
    was = store.load(row).season
    try:
        derived = derive_with_made_up_dice(on, faces_with_misreads_fixed(on), 0, corrections=corrections, was=was)
    except Refusal:
        return AmendImpact(dice=True)
    return _impact_of(on, derived, corrections, was)


def needs_approval(
    on: AmendBaseline,
    worked_out: DerivedAmend,
    corrections: Corrections,
    *,
    was: state.Season,
    typed: FacesByPath | None = None,
) -> bool:
    """Whether a derived amend touches dice or a locked match, so that another member must approve it."""
    known = _impact_of(on, worked_out, corrections, was)
    if known.dice or known.unlocked or not due_commands(worked_out.course.season):
        return known.dice or bool(known.unlocked)
    try:
        derived = derive_with_made_up_dice(
            on, faces_with_misreads_fixed(on), 0, corrections=corrections, was=was, typed=typed
        )
    except (Refusal, NeedsDice):
        return True
    return _impact_of(on, derived, corrections, was).dice


def changed_franchises(derived: DerivedAmend, was: state.Season) -> frozenset[str]:
    """The franchises whose own values, drivers, cars or things an amend changes."""
    return frozenset(
        id
        for difference in derived.amended.differences
        for id in _franchises_of(difference, was, derived.course.season)
    )


def _impact_of(on: AmendBaseline, derived: DerivedAmend, corrections: Corrections, was: state.Season) -> AmendImpact:
    dice = bool(on.misread) or throws(derived.course) or _undoes_throw(on, derived.course, corrections)
    return AmendImpact(dice, tuple(unlocked_matches(was, derived.course.season)), changed_franchises(derived, was))


def _franchises_of(difference: Difference, *seasons: state.Season) -> Iterator[str]:
    """The franchises that a difference belongs to, before and after."""
    if difference.about == "franchises":
        yield difference.subject
    shelf = "contracts" if difference.about == "drivers" else difference.about
    for season in seasons:
        thing = getattr(season, shelf, {}).get(difference.subject) if difference.about != "season" else None
        if franchise := getattr(thing, "franchise", ""):
            yield str(franchise)


def _undoes_throw(on: AmendBaseline, course: Rederivation, corrections: Corrections) -> bool:
    """Whether an earlier amend that threw corrected one of these entries, or rolls that it threw are lost."""
    after = rolls_after_amends(on.row, [number for number, _ in on.before.amends])
    thrown: set[str] = set()
    for number, body in on.before.amends:
        paths = {*(body.amended.thrown if body.amended else ()), *(roll.path for _, roll in after[number])}
        if paths and not corrections.keys().isdisjoint(map(int, body.command["corrections"])):
            return True
        thrown |= paths
    standing_before = {roll["path"] for step in on.steps for roll in on.standing_rolls(step)} if thrown else set()
    standing_now = {roll.path for performed in course.all_performed() for roll in performed.rolls}
    return not (thrown & standing_before) <= standing_now


def rolls_after_amends(row: Season, numbers: Collection[int]) -> dict[int, list[tuple[int, Roll]]]:
    """The new rolls of the entries that followed each amend by themselves, with entry numbers, by amend.

    Rolls whose faces had fallen before are left out. Nothing follows a preview.
    """
    rolls: dict[int, list[tuple[int, Roll]]] = {number: [] for number in numbers}
    followed = Entry.objects.filter(season=row, batch__first__in=rolls, number__gt=F("batch__first"))
    for first, number, stored in followed.order_by("number").values_list("batch__first", "number", "body"):
        rolls[first] += [(number, roll) for roll in bodies.load_body(stored).new_rolls()]
    return rolls


def paths_thrown_after(row: Season, number: int) -> list[str]:
    """The paths of the new rolls of the entries that followed an amend by themselves."""
    return list(dict.fromkeys(roll.path for _, roll in rolls_after_amends(row, [number])[number]))
