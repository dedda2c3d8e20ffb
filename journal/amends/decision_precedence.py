"""The course that a season takes under corrections, with newer decisions before those that lapsed once.

What followed an earlier amend by itself goes with its cause, unless a newer decision hangs on it (ADR 10).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field

from journal.amends.rederivation import Exclusions, Rederivation, RederivationContext, RederivationRun
from journal.amends.timeline import TimelineEntry
from rules.campaign.core.codec import copy_season
from rules.campaign.core.command import command_subjects
from rules.campaign.core.state import Season
from rules.core.dice import NeedsDice
from rules.core.refusals import Refusal

NOTHING_GONE: frozenset[int] = frozenset()


def rederive(start: Season, steps: Sequence[TimelineEntry], amending: RederivationContext) -> Rederivation:
    """Play the steps on from a state, which is not changed; newer decisions stand before those that lapsed once.

    Raises `CorrectionRefused` for a correction of this amend, and `NeedsDice` where dice of a real table are short.
    """
    if not steps:
        return Rederivation(copy_season(start))
    aside: dict[int, int] = {}
    own_account: set[int] = set()
    plays = _Rederivations(start, steps, amending)
    gone = _followups_gone(plays)

    def course_with(aside: Mapping[int, int]) -> Rederivation:
        return plays.excluding(aside, gone)

    while True:
        crossed = _first_conflict(course_with(aside), steps, amending, own_account)
        if crossed is None:
            return plays.final(aside, gone)
        newer, lapsed_once = crossed
        if newer in course_with({**aside, **dict.fromkeys(lapsed_once, newer)}).refused:
            own_account.add(newer)
            continue
        needed: dict[int, int] = {}
        for each in lapsed_once:
            needed[each] = newer
            if newer not in course_with({**aside, **needed}).refused:
                break
        for each in list(needed)[:-1]:
            without = {number: newer for number in needed if number != each}
            if newer not in course_with({**aside, **without}).refused:
                needed = without
        aside.update(needed)


@dataclass(frozen=True, slots=True)
class _Rederivations:
    """The courses of one amend, by what gives way in them and what goes with its cause.

    They are tried with dice that are never short, so that nobody is asked for a face of a course that is not taken.
    """

    start: Season
    steps: Sequence[TimelineEntry]
    amending: RederivationContext
    known: dict[tuple[frozenset[tuple[int, int]], frozenset[int]], Rederivation] = field(default_factory=dict)

    def excluding(self, aside: Mapping[int, int], gone: frozenset[int]) -> Rederivation:
        """The course in which those give way, each to a newer decision; raises as `rederive` does."""
        key = frozenset(aside.items()), gone
        if key not in self.known:
            self.known[key] = self._run_with_trial_dice(Exclusions(aside, gone))
        return self.known[key]

    def final(self, aside: Mapping[int, int], gone: frozenset[int]) -> Rederivation:
        """The same with the dice of the amend itself."""
        return self._run(Exclusions(aside, gone)) if self.amending.trial else self.excluding(aside, gone)

    def unmade_decisions(self, gone: frozenset[int]) -> set[int]:
        """The people's own decisions for which nothing stands where those go with their cause.

        What is sealed still counts for none, since others could tell what it says.
        """
        try:
            course = self.excluding({}, gone)
        except Refusal as no:
            return {number for number in self.amending.own if no.pointer == f"/corrections/{number}"}
        decided = (step.number for step in self.steps if step.decided and step.number not in self.amending.shut)
        return {number for number in decided if not course.stands_at(number)}

    def _run_with_trial_dice(self, without: Exclusions) -> Rederivation:
        *short, never_short = range(len(self.amending.trial)) or (None,)
        for trial in short:
            try:
                return self._run(without, trial=trial)
            except NeedsDice:
                continue
        return self._run(without, trial=never_short)

    def _run(self, without: Exclusions, *, trial: int | None = None) -> Rederivation:
        return RederivationRun(copy_season(self.start), self.steps, self.amending, without, trial=trial).run()


def _followups_gone(plays: _Rederivations) -> frozenset[int]:
    """What followed earlier amends by itself and goes with its cause, since no newer decision hangs on it.

    A newer decision hangs on what it would stand with and does not stand without; no more is bound by it than helps,
    the latest first.
    """
    if not plays.amending.law or plays.amending.stands is not None:
        return NOTHING_GONE
    followed = frozenset(step.number for step in plays.steps if step.followed)
    bound: set[int] = set()
    lost: set[int] = set()
    while gone := _followups_without_cause(plays, followed - bound):
        unmade = plays.unmade_decisions(gone) - plays.unmade_decisions(NOTHING_GONE) - lost
        hanging = {number for number in unmade if number > min(gone)}
        if not hanging:
            break
        newer = min(hanging)
        needed = _followups_needed_by(plays, gone, newer)
        bound |= needed
        if not needed:
            lost.add(newer)
    return gone


def _followups_without_cause(plays: _Rederivations, followed: frozenset[int]) -> frozenset[int]:
    """Those of what followed that are refused where nothing stands in for them, nor counts as past without them."""
    gone = NOTHING_GONE
    while followed:
        try:
            refused = plays.excluding({}, gone).refused.keys()
        except Refusal:
            return gone
        if followed & refused <= gone:
            return gone
        gone |= followed & refused
    return gone


def _followups_needed_by(plays: _Rederivations, gone: frozenset[int], newer: int) -> set[int]:
    """What has to be bound for a newer decision to stand; nothing where no binding helps."""
    needed: list[int] = []
    for each in sorted((number for number in gone if number < newer), reverse=True):
        needed.append(each)
        if newer not in plays.unmade_decisions(gone - set(needed)):
            break
    else:
        return set()
    for each in needed[:-1]:
        fewer = [number for number in needed if number != each]
        if newer not in plays.unmade_decisions(gone - set(fewer)):
            needed = fewer
    return set(needed)


def _first_conflict(
    course: Rederivation, steps: Sequence[TimelineEntry], amending: RederivationContext, own_account: AbstractSet[int]
) -> tuple[int, list[int]] | None:
    """The first newer decision that is refused, and those it may be refused for: none stood when it was given.

    The latest of them comes first. None when no newer decision is crossed.
    """
    given = {step.number: step.command for step in steps}
    decided = {step.number for step in steps if step.decided}
    for newer in sorted((course.refused.keys() & decided) - own_account - amending.corrections.keys()):
        named = set(command_subjects(given[newer]))
        back = [
            each for each in amending.entries_out_before(newer) if each in given and course.performed[each].pieces
        ]
        found = [each for each in back if named & set(command_subjects(given[each]))]
        if found:
            return newer, sorted(found, reverse=True)
    return None
