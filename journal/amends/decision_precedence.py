"""Rederives a season under corrections, giving newer decisions precedence over ones that had lapsed before.

What the season did by itself after an earlier amend goes when its cause goes, unless a newer decision depends on it
(ADR 10).
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
    """Perform the steps from a state, which is not changed; newer decisions precede those that had lapsed before.

    Raises `CorrectionRefused` if a correction of this amend is refused, and `NeedsDice` if faces from a real table
    are missing.
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
        for entry in lapsed_once:
            needed[entry] = newer
            if newer not in course_with({**aside, **needed}).refused:
                break
        for entry in list(needed)[:-1]:
            without = {number: newer for number in needed if number != entry}
            if newer not in course_with({**aside, **without}).refused:
                needed = without
        aside.update(needed)


@dataclass(frozen=True, slots=True)
class _Rederivations:
    """The rederivations of one amend, cached by what they exclude.

    They are tried with dice that never run out, so that nobody is asked for faces that the final one does not need.
    """

    start: Season
    steps: Sequence[TimelineEntry]
    amending: RederivationContext
    known: dict[tuple[frozenset[tuple[int, int]], frozenset[int]], Rederivation] = field(default_factory=dict)

    def excluding(self, aside: Mapping[int, int], gone: frozenset[int]) -> Rederivation:
        """The rederivation without these entries; raises as `rederive` does."""
        key = frozenset(aside.items()), gone
        if key not in self.known:
            self.known[key] = self._run_with_trial_dice(Exclusions(aside, gone))
        return self.known[key]

    def final(self, aside: Mapping[int, int], gone: frozenset[int]) -> Rederivation:
        """The same rederivation with the dice of the amend itself."""
        return self._run(Exclusions(aside, gone)) if self.amending.trial else self.excluding(aside, gone)

    def unmade_decisions(self, gone: frozenset[int]) -> set[int]:
        """The decisions people made that have no effect when the entries in `gone` are excluded.

        Entries that are still sealed are left out, since others could infer their content.
        """
        try:
            course = self.excluding({}, gone)
        except Refusal as refusal:
            return {number for number in self.amending.own if refusal.pointer == f"/corrections/{number}"}
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
    """What followed earlier amends by itself and goes with its cause, because no newer decision depends on it.

    A newer decision depends on the entries it needs to stay in effect. Only as many as it needs are kept for it, the
    latest first.
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
    """The follow-ups that are refused without a substitute, found by excluding them until no more are refused."""
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
    """The follow-ups to keep so that a newer decision stays in effect; empty if keeping them does not help."""
    needed: list[int] = []
    for entry in sorted((number for number in gone if number < newer), reverse=True):
        needed.append(entry)
        if newer not in plays.unmade_decisions(gone - set(needed)):
            break
    else:
        return set()
    for entry in needed[:-1]:
        fewer = [number for number in needed if number != entry]
        if newer not in plays.unmade_decisions(gone - set(fewer)):
            needed = fewer
    return set(needed)


def _first_conflict(
    course: Rederivation, steps: Sequence[TimelineEntry], amending: RederivationContext, own_account: AbstractSet[int]
) -> tuple[int, list[int]] | None:
    """The first newer decision that is refused, and the entries that may be the cause, latest first.

    Those entries are in effect now and were not when the decision was given. None if there is no conflict.
    """
    commands = {step.number: step.command for step in steps}
    decided = {step.number for step in steps if step.decided}
    for newer in sorted((course.refused.keys() & decided) - own_account - amending.corrections.keys()):
        subjects = set(command_subjects(commands[newer]))
        back = [
            number
            for number in amending.entries_out_before(newer)
            if number in commands and course.performed[number].pieces
        ]
        found = [number for number in back if subjects & set(command_subjects(commands[number]))]
        if found:
            return newer, sorted(found, reverse=True)
    return None
