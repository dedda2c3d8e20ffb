"""The course that a season takes under corrections, with newer decisions before those that lapsed once.

What followed an earlier amend by itself goes with its cause, unless a newer decision hangs on it (ADR 10).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field

from league.journal.course import Amending, Course, Run
from league.journal.timeline import Step
from rules.campaign.codec import copy_of
from rules.campaign.command import named_by
from rules.campaign.state import Season
from rules.refusal import Refusal


def play(start: Season, steps: Sequence[Step], amending: Amending) -> Course:
    """Play the steps on from a state, which is not changed; newer decisions stand before those that lapsed once.

    Raises `CorrectionRefused` for a correction of this amend, and `NeedsDice` where dice of a real table are short.
    """
    if not steps:
        return Course(copy_of(start))
    aside: dict[int, int] = {}
    own_account: set[int] = set()
    plays = _Plays(start, steps, amending)
    loose = _loose(plays)

    def course_with(aside: Mapping[int, int]) -> Course:
        return plays.course(aside, loose)

    while True:
        course = course_with(aside)
        crossed = _crossed(course, steps, amending, own_account)
        if crossed is None:
            return course
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
class _Plays:
    """The courses of one amend, by what gives way in them and what goes with its cause."""

    start: Season
    steps: Sequence[Step]
    amending: Amending
    known: dict[tuple[frozenset[tuple[int, int]], frozenset[int]], Course] = field(default_factory=dict)

    def course(self, aside: Mapping[int, int], loose: frozenset[int]) -> Course:
        """The course in which those give way, each to a newer decision; raises as `play` does."""
        key = frozenset(aside.items()), loose
        if key not in self.known:
            self.known[key] = Run(copy_of(self.start), self.steps, self.amending, aside, loose).to_the_end()
        return self.known[key]

    def unmade(self, loose: frozenset[int]) -> set[int]:
        """The people's own decisions for which nothing stands where those go with their cause."""
        try:
            course = self.course({}, loose)
        except Refusal as no:
            return {number for number in self.amending.own if no.pointer == f"/corrections/{number}"}
        return {step.number for step in self.steps if step.decided and not course.performed[step.number].pieces}


def _loose(plays: _Plays) -> frozenset[int]:
    """What followed earlier amends by itself and goes with its cause, since no newer decision hangs on it.

    A newer decision hangs on what it would stand with and does not stand without; of that the latest is bound first.
    """
    if not plays.amending.lets_go:
        return frozenset()
    loose = frozenset(step.number for step in plays.steps if step.followed)
    unmade = plays.unmade(loose)
    if not unmade:
        return loose
    anyway = plays.unmade(frozenset())
    while hanging := {number for number in unmade - anyway if loose and number > min(loose)}:
        newer = min(hanging)
        for each in sorted((number for number in loose if number < newer), reverse=True):
            loose -= {each}
            unmade = plays.unmade(loose)
            if newer not in unmade:
                break
    return loose


def _crossed(
    course: Course, steps: Sequence[Step], amending: Amending, own_account: AbstractSet[int]
) -> tuple[int, list[int]] | None:
    """The first newer decision that is refused, and those it may be refused for: none stood when it was given.

    The latest of them comes first. None when no newer decision is crossed.
    """
    given = {step.number: step.command for step in steps}
    decided = {step.number for step in steps if step.decided}
    for newer in sorted((course.refused.keys() & decided) - own_account - amending.corrections.keys()):
        named = set(named_by(given[newer]))
        back = [each for each in amending.out_before(newer) if each in given and course.performed[each].pieces]
        found = [each for each in back if named & set(named_by(given[each]))]
        if found:
            return newer, sorted(found, reverse=True)
    return None
