"""Previews an amend: what is certain, and what depends on dice to come.

No face to come is shown, nor anything that follows from one: an amend that would throw is played many times with
made-up dice. What all plays agree on is certain; for the rest the preview has odds.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace
from typing import Any

from journal.amends.derivation import AmendBaseline, DerivedAmend, derive_with_made_up_dice, faces_with_misreads_fixed
from journal.amends.dice import FacesByPath
from journal.amends.rederivation import Rederivation
from journal.amends.state_differences import Difference
from journal.amends.timeline import Corrections
from journal.entry_body import AFTER_LAST_ENTRY, AmendEffects, Odds, PendingThrow
from rules.campaign.core import state
from rules.core.canonical_json import json_bytes
from rules.core.dice import Roll
from rules.core.refusals import Refusal

MOST_PLAYS, FEWEST_PLAYS = 16, 4
ENTRIES_PER_PREVIEW = 2000
"""The approximate number of entries that all plays of a preview perform: long seasons get fewer plays."""


def derive_preview(
    on: AmendBaseline,
    *,
    corrections: Corrections,
    was: state.Season,
    typed: FacesByPath | None = None,
    to_the_end: bool = True,
) -> DerivedAmend:
    """Preview an amend on its baseline, with no real face that has not fallen except those `typed` in.

    `to_the_end` includes what follows by itself, which previews of earlier releases did not; those also treated
    made-up faces beside typed ones as certain. Raises what `derive_amend` raises.
    """
    fallen = faces_with_misreads_fixed(on)
    arguments: dict[str, Any] = {"corrections": corrections, "was": was, "to_the_end": to_the_end, "typed": typed}
    first = derive_with_made_up_dice(on, fallen, 0, **arguments)
    if (typed is not None and not on.law) or not throws(first.course, besides=typed or ()):
        return first
    plays = [first]
    against: list[str] = []
    for number in range(1, play_count(on)):
        try:
            plays.append(derive_with_made_up_dice(on, fallen, number, **arguments))
        except Refusal as refusal:
            against.append(refusal.sentence)
    return _combine_plays(plays, against, typed=typed or ())


def throws(course: Rederivation, *, besides: Collection[str] = ()) -> bool:
    """Whether a rederivation throws a new face on any path other than those `besides`."""
    return any(set(performed.new) - set(besides) for performed in course.all_performed())


def play_count(on: AmendBaseline) -> int:
    """How many plays with made-up dice an amend gets, by the number of steps it performs again."""
    return max(FEWEST_PLAYS, min(MOST_PLAYS, ENTRIES_PER_PREVIEW // max(1, len(on.steps))))


def _combine_plays(plays: Sequence[DerivedAmend], against: Sequence[str], *, typed: Collection[str]) -> DerivedAmend:
    """Combine many plays into one result: what all agree on, and the odds of the rest.

    Faces that were `typed` in do not count as dice to come.
    """
    first, count = plays[0], len(plays) + len(against)
    all_of_them = [play.amended for play in plays]
    hangs = set(_uncertain_entries(plays, typed))
    numbers = {number for effects in all_of_them for number in effects.retold}
    certain = {
        number: first.amended.retold[number]
        for number in sorted(numbers, key=int)
        if int(number) not in hangs and all(effects.retold.get(number) for effects in all_of_them)
    }
    hangs |= {int(number) for number in numbers - certain.keys()}
    amended = AmendEffects(
        retold=dict(sorted(certain.items())),
        differences=_in_all([effects.differences for effects in all_of_them]),
        warnings=[
            *_in_all([effects.warnings for effects in all_of_them]),
            *_uncertain_warnings(all_of_them, against, count),
        ],
        obstacles=_in_all([effects.obstacles for effects in all_of_them]),
        dice=first.amended.dice,
        under_seal=first.amended.under_seal,
        law=first.amended.law,
        to_come=[throw for throw in _pending_throws(first.course) if throw.path not in typed],
        hangs=sorted(hangs),
        odds=list(_odds(all_of_them)),
        plays=count,
        to_the_end=first.amended.to_the_end,
    )
    return replace(first, amended=amended)


def _uncertain_entries(plays: Sequence[DerivedAmend], typed: Collection[str]) -> Iterator[int]:
    """The entries with a face to come, or whose result differs between plays."""
    for number in plays[0].course.performed:
        results = [play.course.performed.get(number) for play in plays]
        alike = {json_bytes(play.amended.retold.get(str(number))) for play in plays}
        if len(alike) > 1 or any(result is not None and set(result.new) - set(typed) for result in results):
            yield number


def _in_all(lists: Sequence[Sequence[Any]]) -> list[Any]:
    return [item for item in lists[0] if all(item in other for other in lists[1:])]


def _uncertain_warnings(plays: Sequence[AmendEffects], against: Sequence[str], count: int) -> Iterator[str]:
    """Obstacles, refusals and warnings that occur in only some plays, with how many."""
    certain = {*_in_all([play.obstacles for play in plays]), *_in_all([play.warnings for play in plays])}
    found = Counter(against)
    for play in plays:
        found.update({*play.obstacles, *play.warnings} - certain)
    for sentence, times in sorted(found.items(), key=lambda item: (-item[1], item[0])):
        yield f"In {times} of {count} plays with made-up dice: {sentence}"


def _pending_throws(course: Rederivation) -> Iterator[PendingThrow]:
    for number, performed in (*sorted(course.performed.items()), (AFTER_LAST_ENTRY, course.following)):
        for path in dict.fromkeys(performed.new):
            first: Roll = next(roll for roll in performed.rolls if roll.path == path)
            yield PendingThrow(entry=number, path=path, dice=f"{len(first.faces)}d{first.sides}", why=first.why)


def _odds(plays: Sequence[AmendEffects]) -> Iterator[Odds]:
    """The values that differ between plays, each with how often it occurred."""
    certain = _in_all([play.differences for play in plays])
    keys: dict[tuple[str, str, str], Difference] = {}
    for play in plays:
        for difference in play.differences:
            if difference not in certain:
                keys.setdefault((difference.about, difference.subject, difference.what), difference)
    for key, difference in keys.items():
        values: Counter[bytes] = Counter()
        by_json: dict[bytes, Any] = {}
        for play in plays:
            new_value = next((other.now for other in play.differences if _key(other) == key), difference.was)
            values[json_bytes(new_value)] += 1
            by_json[json_bytes(new_value)] = new_value
        likely = sorted(values.items(), key=lambda value: (-value[1], value[0]))
        yield Odds(
            about=difference.about,
            subject=difference.subject,
            what=difference.what,
            was=difference.was,
            nows=[(by_json[text], times) for text, times in likely],
        )


def _key(difference: Difference) -> tuple[str, str, str]:
    return difference.about, difference.subject, difference.what
