"""Derives an amend without writing it: the season under its corrections, and everything that changes.

Used when an amend is requested and again when one is checked: the same journal always yields the same result.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from journal.amends.decision_precedence import rederive
from journal.amends.dice import (
    DICE_FROM_OWN_KEY,
    DiceFactory,
    FacesByPath,
    amend_key,
    dice_after_fallen,
    dice_from_path_keys,
    made_up_key,
    trial_dice,
)
from journal.amends.misread_dice import Misreading, refuse_false_misreads, with_misreads_fixed
from journal.amends.rederivation import LastAmend, Rederivation, RederivationContext
from journal.amends.state_differences import differences
from journal.amends.timeline import (
    CURRENT_LAW,
    OUT_STANDINGS,
    Corrections,
    FoldedAmends,
    TimelineEntry,
    effective_corrections,
    entries_sealed_at,
    load_folded_amends,
    timeline_entries,
)
from journal.checkpoints import nearest_checkpoint, state_at_checkpoint
from journal.dice.fallen_faces import (
    FallenFaces,
    collect_fallen_faces,
    collect_hand_entered_faces,
    faces_of,
    merge_fallen_faces,
)
from journal.entry_body import AmendedBody, AmendEffects
from journal.transfer.permanent_ids import ids_freed_by, ids_of
from league.models import Season
from league.queries.season_secrets import secrets_of
from rules.campaign.core import state
from rules.campaign.core.codec import copy_season, season_digest
from rules.campaign.core.command import PUBLIC_READER, command_subjects
from rules.campaign.core.facts import fact_sentence
from rules.campaign.core.visible_state import hide_from_reader
from rules.campaign.match_day.line_ups import SeatedAllTheSame
from rules.core.dice import Face

PLAYED_STEPS = frozenset({"M5.1", "M5.4", "M5.9", "M5.10", "settled"})
"""Steps of a match that has an accepted report."""


@dataclass(frozen=True, slots=True)
class AmendBaseline:
    """What an amend starts from: a state that no amend has changed, and the steps after it."""

    row: Season
    number: int
    """The number of the amend itself."""
    before: FoldedAmends
    start: state.Season
    steps: list[TimelineEntry]
    misread: Sequence[Misreading] = ()
    """The dice that the amend corrects as misread."""
    shut: frozenset[int] = frozenset()
    """The entries that are still sealed: nothing public depends on them. Empty in amends of earlier releases."""
    seen: bool = False
    """Whether the amend is derived from the public view of the season, without what is sealed."""
    own_key: bytes = b""
    """The key of the dice that the amend throws."""
    law: int = CURRENT_LAW
    """The version of the derivation rules (`CURRENT_LAW`) it uses."""

    def as_everybody_sees(self) -> AmendBaseline:
        """The baseline as everybody may see it; unchanged if nothing is sealed."""
        return replace(self, seen=True) if self.shut else self

    def standing_commands(self, number: int) -> list[dict[str, Any]]:
        """The commands in effect at a number before the amend."""
        step, body = self.entry_at(number), self.before.retold.get(number)
        if body is not None:
            return body.commands
        return [] if step is None else [step.body.command]

    def standing_rolls(self, step: TimelineEntry) -> list[dict[str, Any]]:
        """The rolls in effect at a step before the amend."""
        body = self.before.retold.get(step.number)
        return step.body.rolls if body is None else body.rolls

    def entry_at(self, number: int) -> TimelineEntry | None:
        """The ordinary entry of that number, or None if it is before the start."""
        return next((step for step in self.steps if step.number == number), None)


@dataclass(frozen=True, slots=True)
class DerivedAmend:
    """A derived amend: the rederived season, and what the amend's entry records, obstacles included.

    `changed` are the entries whose records must be rewritten, `subjects` the people and things it concerns.
    """

    course: Rederivation
    amended: AmendEffects
    changed: tuple[int, ...]
    subjects: tuple[str, ...]

    @property
    def digest(self) -> str:
        """The digest of the resulting state."""
        return season_digest(self.course.season)


def load_amend_baseline(
    row: Season,
    *,
    number: int,
    corrections: Corrections,
    misread: Sequence[Misreading] = (),
    trusting: bool = True,
    own_key: bytes | None = None,
) -> AmendBaseline:
    """Load the baseline for an amend at that number; unless `trusting`, it begins at the opening.

    Its dice come from `own_key`, by default the key that the season's secret makes for that number.
    """
    before = load_folded_amends(row, before=number)
    thrown_at = _hand_entry_numbers(row, {*before.misread_paths(), *(misreading.path for misreading in misread)})
    first = min([*before.corrections, *corrections, *thrown_at], default=1)
    checkpoint = nearest_checkpoint(row, first - 1) if trusting else 0
    steps = timeline_entries(row, after=checkpoint, before=number)
    key = amend_key(secrets_of(row), number) if own_key is None else own_key
    start = state_at_checkpoint(row, checkpoint)
    return AmendBaseline(row, number, before, start, steps, misread, entries_sealed_at(row, number), own_key=key)


def _hand_entry_numbers(row: Season, paths: Iterable[str]) -> list[int]:
    """The entry at which faces were entered for each path; 1 for a path without any."""
    return [row.by_hand.get(path, 1) for path in paths]


def replay_unchanged(on: AmendBaseline, *, watched: int = 0) -> Rederivation:
    """Rederive the season without new corrections, to detect rules that a release changed (journal: amend).

    All its faces have fallen, so none is made up. The result keeps the season as it is before the `watched` entry.
    """
    shut = entries_sealed_at(on.row, on.before.last) if on.before.under_seal() else frozenset()
    on = replace(on, law=on.before.law())
    last_amend = LastAmend(
        on.before.last, frozenset(at for at, body in on.before.retold.items() if body.standing in OUT_STANDINGS)
    )
    dice = dice_after_fallen(faces_fallen_before(on), onward=b"")
    return _rederive(on, on.before.corrections, own={}, dice=dice, shut=shut, stands=last_amend, watched=watched)


def state_before(row: Season, number: int) -> state.Season:
    """The season just before an entry, with all amends so far applied.

    The number may be that of the next entry to be written.
    """
    on = load_amend_baseline(row, number=row.length + 1, corrections={number: []})
    course = replay_unchanged(on, watched=number)
    return course.season if course.before is None else course.before


def derive_amend(
    on: AmendBaseline,
    *,
    corrections: Corrections,
    was: state.Season,
    typed: FacesByPath | None = None,
    dice: str = DICE_FROM_OWN_KEY,
) -> DerivedAmend:
    """Derive an amend from its baseline and compare it with the season before it.

    `dice` says where faces come from, as in `AmendEffects`; `typed` are faces from a real table. Raises `NotMisread`,
    `CorrectionRefused`, `NeedsDice`, `FaceFallen`, or what decoding one of its commands raises.
    """
    fallen = faces_with_misreads_fixed(on)
    trial: Sequence[DiceFactory] = ()
    if dice == DICE_FROM_OWN_KEY:
        key = on.own_key
        giving, trial = (
            dice_after_fallen(fallen, onward=key, typed=typed),
            trial_dice(fallen, onward=key, typed=typed),
        )
    else:
        giving = dice_from_path_keys(secrets_of(on.row), {**_typed_faces(on), **(typed or {})})
    derived = _derive(
        on, corrections=corrections, was=was, dice=giving, own_dice=dice == DICE_FROM_OWN_KEY, trial=trial
    )
    if dice != DICE_FROM_OWN_KEY:
        return derived
    course = derived.course
    standing = {roll.path for performed in course.performed.values() for roll in performed.rolls}
    rolls = (roll for performed in course.performed.values() for roll in performed.rolls)
    after = merge_fallen_faces(fallen, faces_of(rolls))
    amended = replace(
        derived.amended,
        dice=DICE_FROM_OWN_KEY,
        thrown=sorted({path for performed in course.performed.values() for path in performed.new}),
        set_aside={path: faces for path, faces in sorted(after.items()) if path not in standing},
        left=ids_freed_by(on.before, on.steps, was, course, number=on.number),
    )
    return replace(derived, amended=amended)


def faces_fallen_before(on: AmendBaseline) -> dict[str, list[Face]]:
    """The faces that fell before the amend, by path."""
    return collect_fallen_faces([*((step.number, step.body) for step in on.steps), *on.before.amends])


def faces_with_misreads_fixed(on: AmendBaseline) -> dict[str, list[Face]]:
    """The same, with the dice that the amend corrects as they really fell. Raises `NotMisread`.

    Sealed dice are treated as if they had not fallen, so that nothing about them is revealed.
    """
    fallen = faces_fallen_before(on)
    if not on.misread:
        return fallen
    sealed = {roll["path"] for step in on.steps if step.was_sealed_at(on.number) for roll in step.body.rolls}
    open_faces = {path: faces for path, faces in fallen.items() if path not in sealed}
    entered = collect_hand_entered_faces([*((step.number, step.body) for step in on.steps), *on.before.amends])
    refuse_false_misreads(on.misread, open_faces, entered)
    return with_misreads_fixed(fallen, on.misread)


def derive_with_made_up_dice(
    on: AmendBaseline,
    fallen: FallenFaces,
    play: int,
    *,
    corrections: Corrections,
    was: state.Season,
    typed: FacesByPath | None = None,
    to_the_end: bool = True,
) -> DerivedAmend:
    """Derive an amend with made-up faces where none have fallen; raises as `derive_amend` does.

    `to_the_end` includes what the season then does by itself; previews of earlier releases did not.
    """
    key = made_up_key(on.row.pk, on.number, play)
    giving, trial = dice_after_fallen(fallen, onward=key, typed=typed), trial_dice(fallen, onward=key, typed=typed)
    end = frozenset(fallen) if to_the_end else None
    derived = _derive(on, corrections=corrections, was=was, dice=giving, own_dice=True, end=end, trial=trial)
    return replace(derived, amended=replace(derived.amended, dice=DICE_FROM_OWN_KEY, to_the_end=to_the_end))


def _derive(
    on: AmendBaseline,
    *,
    corrections: Corrections,
    was: state.Season,
    dice: DiceFactory,
    own_dice: bool,
    end: frozenset[str] | None = None,
    trial: Sequence[DiceFactory] = (),
) -> DerivedAmend:
    """Derive an amend with those dice.

    `own_dice` is False for amends of earlier releases, which recorded the standing of sealed entries too. If `end`
    has the paths of all that fell, the season also does what follows by itself.
    """
    shut, corrected = on.shut if own_dice else frozenset(), {**on.before.corrections, **corrections}
    if on.seen:
        on = replace(on, start=copy_season(on.start))
        hide_from_reader(on.start, PUBLIC_READER, now=was)
    options: dict[str, Any] = {"dice": dice, "trial": trial, "shut": shut, "ids": ids_of(was), "end": end}
    course = _rederive(on, corrected, own=corrections, **options)
    retold = {
        str(number): public
        for number, body in sorted(course.retold.items())
        if (public := _as_everybody_reads(on, number, body, left_out=own_dice)) is not None
    }
    before = on.before.retold
    changed = sorted(
        number for number in before.keys() | course.retold.keys() if before.get(number) != course.retold.get(number)
    )
    readable = [number for number in changed if number not in shut]
    warned = [
        fact
        for number in readable
        for _, piece in course.performed[number].pieces
        for fact in piece
        if isinstance(fact, SeatedAllTheSame)
    ]
    amended = AmendEffects(
        retold=retold,
        differences=differences(was, course.season),
        warnings=[*(fact_sentence(fact) for fact in warned), *_left_out_warnings(on, course, readable)],
        obstacles=list(_obstacles(on, course, corrections, was)),
        under_seal=bool(shut),
        law=on.law,
    )
    return DerivedAmend(course, amended, tuple(changed), tuple(_subjects(on, course, corrections, amended)))


def _left_out_warnings(on: AmendBaseline, course: Rederivation, changed: Sequence[int]) -> Iterator[str]:
    """Warn of drivers and cars that were in a played line-up and no longer belong to the franchise."""
    for number in changed:
        step, body = on.entry_at(number), course.retold.get(number)
        if step is None or body is None or (body.standing, body.given) != ("stood_in", "name_line_up"):
            continue
        command = step.body.command
        kept_cars = {seat["car"] for seat in body.commands[0].get("seats", ())} if body.commands else set()
        for seat in command["seats"]:
            if seat["car"] not in kept_cars:
                yield (
                    f"{seat['driver']} in {seat['car']} was entered for {command['franchise']} in {command['match']} "
                    f"and is left out, since they are not its own any more."
                )


def _subjects(
    on: AmendBaseline, course: Rederivation, corrections: Corrections, amended: AmendEffects
) -> dict[str, None]:
    """The ids named by the corrected commands, before and after, and by every difference."""
    numbers = sorted(corrections)
    commands = [step.command for number in numbers if (step := on.entry_at(number))]
    paths = {misreading.path for misreading in on.misread}
    numbers += [
        number
        for number, performed in course.performed.items()
        if any(roll.path in paths for roll in performed.rolls)
    ]
    commands += [command for number in numbers for command, _ in course.performed[number].pieces]
    subjects = dict.fromkeys(id for command in commands for id in command_subjects(command))
    return {
        **subjects,
        **dict.fromkeys(difference.subject for difference in amended.differences if difference.subject),
    }


def _rederive(
    on: AmendBaseline,
    corrections: Corrections,
    *,
    own: Corrections,
    dice: DiceFactory,
    shut: frozenset[int] = frozenset(),
    ids: frozenset[str] = frozenset(),
    end: frozenset[str] | None = None,
    trial: Sequence[DiceFactory] = (),
    stands: LastAmend | None = None,
    watched: int = 0,
) -> Rederivation:
    amending = RederivationContext(
        number=on.number,
        corrections=effective_corrections(corrections, on.steps),
        own=frozenset(own),
        retold=on.before.retold,
        out=on.before.out,
        dice=dice,
        shut=shut,
        seen=on.seen,
        law=on.law,
        said=on.before.corrections_so_far(),
        trial=trial,
        stands=stands,
        watched=watched,
        ids=ids,
        fell=end or frozenset(),
        to_the_end=end is not None,
    )
    return rederive(on.start, on.steps, amending)


def _typed_faces(on: AmendBaseline) -> dict[str, Sequence[int]]:
    """Every face typed in from a real table, by path, including those typed in for amends."""
    faces: dict[str, Sequence[int]] = {}
    for body in (*(step.body for step in on.steps), *(body for _, body in on.before.amends)):
        if body.typed:
            faces.update(body.typed["faces"])
    return faces


def _as_everybody_reads(on: AmendBaseline, number: int, body: AmendedBody, *, left_out: bool) -> AmendedBody | None:
    """An amended body as everybody may read it.

    For a sealed entry it is None if `left_out`; amends of earlier releases recorded its standing, without content.
    """
    step = on.entry_at(number)
    if step is None or not step.was_sealed_at(on.number):
        return body
    return None if left_out else AmendedBody(standing=body.standing, since=body.since)


def _obstacles(on: AmendBaseline, course: Rederivation, corrections: Corrections, was: state.Season) -> Iterator[str]:
    """Why an amend may not be saved: it would undo a played match, or throw dice again that have fallen."""
    yield from _unplayed_match_obstacles(on, course, corrections, was)
    for id in sorted(was.matches.keys() & course.season.matches.keys()):
        words, new_words = was.matches[id].words, course.season.matches[id].words
        if words and new_words and words != new_words:
            yield (
                f"The words of {id} were fixed when its line-ups locked, and its dice were thrown with them: leave "
                f"the words of its line-ups as they were."
            )
    thrown: dict[str, int] = {}
    for number, performed in course.performed.items():
        for path in sorted({roll.path for roll in performed.rolls}):
            if path in thrown:
                yield f"{path} would be thrown twice, at entries {thrown[path]} and {number}: give one another id."
            thrown.setdefault(path, number)


def _unplayed_match_obstacles(
    on: AmendBaseline, course: Rederivation, corrections: Corrections, was: state.Season
) -> Iterator[str]:
    meant = _matches_with_corrected_report(on, {**on.before.corrections, **corrections})
    because = _first_refusal_text(on, course)
    for match in (match for round in was.all_rounds() for match in was.matches_of(round.id)):
        id = match.id
        if match.step not in PLAYED_STEPS or id in meant:
            continue
        new_match = course.season.matches.get(id)
        if new_match is None or new_match.step not in PLAYED_STEPS:
            advice = "correct that in the same amend" + ("" if new_match is None else f", or void {id} in it")
            yield f"{id} was played and would not stand any more{because}: {advice}."


def _matches_with_corrected_report(on: AmendBaseline, corrections: Mapping[int, Any]) -> frozenset[str]:
    """The matches whose report one of these corrections replaces or strikes."""
    touched = (on.entry_at(number) for number in corrections)
    return frozenset(
        step.body.command["match"] for step in touched if step and step.body.command["type"] == "accept_report"
    )


def _first_refusal_text(on: AmendBaseline, course: Rederivation) -> str:
    """The first entry that lapses, and why: most later ones lapse because of it."""
    for step in on.steps:
        number, before = step.number, on.before.retold.get(step.number)
        refused = course.refused.get(number, "")
        if not refused or course.performed[number].pieces or step.was_sealed_at(on.number):
            continue
        if before is None or before.standing not in OUT_STANDINGS:
            return f" (entry {number}, {step.body.command['type']}: {refused.partition(':')[0].rstrip('.')})"
    return ""
