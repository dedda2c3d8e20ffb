"""Amends a season: corrects wrong entries and derives everything after them again.

Entries are never changed: an amend is an entry of its own, and so is a preview of one. Later entries that the rules
refuse after an amend are kept, and the next amend tries them again.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from functools import partial
from typing import Any

from django.db import transaction

from journal import chain
from journal import entry_body as bodies
from journal.amends.amendable_entries import refuse_unamendable_entries
from journal.amends.derivation import (
    AmendBaseline,
    DerivedAmend,
    faces_with_misreads_fixed,
    load_amend_baseline,
    replay_unchanged,
)
from journal.amends.dice import FacesByPath, made_up_key
from journal.amends.dice_dependence import derive_dice_independent_amend, refuse_unused_amend_faces
from journal.amends.impact import needs_approval
from journal.amends.misread_dice import (
    Misreading,
    add_misread_marks,
    misreads_document,
    misreads_in,
    refuse_undeclared_misreads,
    validate_misreads,
)
from journal.amends.preview import derive_preview
from journal.amends.records import forget_records, write_amended_records
from journal.amends.requests import refuse_forbidden_amend, validate_corrections
from journal.amends.take_back_checks import refuse_if_depended_on, refuse_taking_back_others
from journal.amends.timeline import AMEND_TAG, PREVIEW_TAG, Corrections
from journal.amends.visibility import derive_as_everybody_sees
from journal.dice.awaited import ALONE_FIELD, AwaitedThrow, refuse_amend_while_dice_awaited, set_awaited
from journal.dice.fallen_faces import hand_entered_paths
from journal.dice.leaf_allocation import LEAF_FOR_AMEND as OF_AMEND
from journal.dice.leaf_allocation import NextLeaf, locked_matches, next_leaf, with_leaf, with_match_leaves
from journal.dice.table_dice import authorize_typed_faces, refuse_undeclared_faces
from journal.entry_body import AmendedBody
from journal.entry_recorder import Attribution, EntryRecorder, RecordedEntry, TypedFaces, with_dice_source
from journal.gate import open_gate
from journal.input_validation import refuse_improper_key_or_reason, refuse_improper_words
from journal.state import store
from journal.state.integrity import refuse_broken_journal
from journal.state.visible import log_sealed_attempts
from journal.transfer.permanent_ids import refuse_changed_ids, refuse_chosen_ids
from journal.writer import (
    key_reused_refusal,
    load_trusted_season,
    lock_season,
    perform_due,
    save_recorded,
    stored_result,
)
from league.access import sandbox_maker
from league.models import Batch, Entry, Season
from league.queries.season_leaves import awaits, has_leaves
from rules.campaign.core import state
from rules.campaign.core.awaited_dice import AwaitDice
from rules.campaign.core.codec import season_digest
from rules.core.canonical_json import without_defaults
from rules.core.refusals import Refusal


class NothingAmended(Refusal):
    """The corrections are the same as what the entries say now."""


class RulesChanged(Refusal):
    """Performing the season again without any correction gives a different result."""


class ByHandAndAwaited(Refusal):
    """The amend throws both awaited dice and dice whose faces were entered by hand."""


class AmendObstructed(Refusal):
    """The amend would undo a match that was played, or throw dice again that have fallen."""


@dataclass(frozen=True, slots=True)
class AmendResult:
    """The result of an amend: its entry number, its effects, and the entries the season added by itself."""

    number: int
    amended: bodies.AmendEffects
    digest: str
    entries: list[RecordedEntry]
    repeated: bool = False
    misread: tuple[Misreading, ...] = ()
    awaited: bool = False
    """Whether its dice are awaited: the entry holds the request, and nothing has changed yet."""

    @property
    def entries_not_standing(self) -> dict[int, AmendedBody]:
        """The entries that are not in effect after it, by number, except those it strikes."""
        amended_bodies = self.amended.amended_bodies().items()
        return {number: body for number, body in amended_bodies if body.standing in {"lapsed", "gave_way"}}

    @property
    def thrown_paths(self) -> list[str]:
        """The paths on which new faces fell, for the amend or for what the season did by itself after it."""
        own = [bodies.load_body(entry.entry.body) for entry in self.entries]
        return list(dict.fromkeys([*self.amended.thrown, *(roll.path for body in own for roll in body.new_rolls())]))


def preview_amend(
    season_id: str,
    corrections: Corrections,
    *,
    actor: str,
    at: datetime,
    key: str,
    reason: str,
    typed: TypedFaces | None = None,
    misread: Sequence[Misreading] = (),
) -> AmendResult:
    """Preview an amend, with odds for what depends on dice to come. It is journaled; nothing else changes.

    Raises as `amend` does, except that obstacles are reported instead of raised.
    """
    return _perform_amend(
        PREVIEW_TAG, season_id, corrections, actor=actor, at=at, key=key, reason=reason, typed=typed, misread=misread
    )


def amend(
    season_id: str,
    corrections: Corrections,
    *,
    actor: str,
    at: datetime,
    key: str,
    reason: str,
    typed: TypedFaces | None = None,
    misread: Sequence[Misreading] = (),
    approved_by: str = "",
    alone: bool = False,
    words: str = "",
) -> AmendResult:
    """Replace the commands at these numbers (none strikes an entry), and derive everything after them again.

    The original command's document takes a correction back. Commissioners need a reason; the maker of a sandbox does
    not. Faces that fell are kept, except `misread` dice of a table; new ones are thrown by the amend.

    An amend is marked as unapproved for good if it or what follows throws dice, if it undoes such a throw or calls
    off a locked match, or if a member amends `alone` what is their own. The mark is left out if another member
    approved it: `approved_by` is their handle.

    Raises `Unknown`, `NotToBeAmended`, `CommitmentStands`, `NothingAmended`, `SeasonClosed`, `RulesChanged`,
    `CorrectionRefused`, `AmendObstructed`, `Malformed`, `NeedsDice`, `TableDiceUndeclared`, `NotMisread`,
    `ApprovedByThemselves`, and what `perform` raises for keys, faces, journals and tables.
    """
    return _perform_amend(
        AMEND_TAG,
        season_id,
        corrections,
        actor=actor,
        at=at,
        key=key,
        reason=reason,
        typed=typed,
        misread=misread,
        approved_by=approved_by,
        alone=alone,
        words=words,
    )


def take_back(
    season_id: str, number: int, *, actor: str, at: datetime, key: str, reason: str = "", words: str = ""
) -> AmendResult:
    """Take back an owner's command if it threw no dice and only their balance depends on it.

    The commands in effect there now count, too. For the owner or a commissioner. Raises `NotYours`,
    `SomethingDepends`, and what `amend` raises.
    """
    reason = reason or "Taken back by its owner before anything depended on it."
    return _perform_amend(
        AMEND_TAG, season_id, {number: []}, actor=actor, at=at, key=key, reason=reason, back=True, words=words
    )


@log_sealed_attempts()
@transaction.atomic
def _perform_amend(
    tag: str,
    season_id: str,
    corrections: Corrections,
    *,
    actor: str,
    at: datetime,
    key: str,
    reason: str,
    typed: TypedFaces | None = None,
    back: bool = False,
    misread: Sequence[Misreading] = (),
    approved_by: str = "",
    alone: bool = False,
    words: str = "",
    falling: AwaitedThrow | None = None,
) -> AmendResult:
    refuse_improper_key_or_reason(key=key, reason=reason)
    refuse_improper_words(words)
    misread = validate_misreads(misread)
    validated = validate_corrections(corrections, fewest=0 if misread else 1)
    document: dict[str, Any] = {
        "type": tag,
        "corrections": {str(number): validated[number] for number in sorted(validated)},
    }
    if misread:
        document["misread"] = misreads_document(misread)
    signature = Attribution(actor, reason=reason)
    with open_gate():
        row = lock_season(season_id)
        content = chain.hash_document([[document], ""])
        if batch := Batch.objects.filter(season=row, key=key).first():
            if batch.actor != actor or batch.content_hash != content:
                raise key_reused_refusal(batch)
            return _earlier_amend_result(row, batch)
        refuse_forbidden_amend(row, actor=actor, reason=reason, back=back, approved_by=approved_by)
        at = refuse_broken_journal(row, at=at)
        if falling is not None:
            set_awaited(row, [item for item in row.awaited if item["entry"] != falling.source.entry])
        elif tag == AMEND_TAG:
            refuse_amend_while_dice_awaited(row)
        loaded = load_trusted_season(row)
        refuse_undeclared_misreads(row, loaded.season, misread)
        if typed is not None:
            typed = authorize_typed_faces(row, loaded.season, typed, actor=actor, amending=True)
        leaf = None if awaits(row) else next_leaf(row, what=OF_AMEND, words=words)
        own_key = leaf.key if leaf else _awaiting_amend_key(row, falling)
        on = load_amend_baseline(row, number=row.length + 1, corrections=validated, misread=misread, own_key=own_key)
        faces_with_misreads_fixed(on)
        refuse_unamendable_entries(on, validated)
        if back:
            refuse_taking_back_others(on, next(iter(validated)), actor=actor)
        _refuse_changed_rules(on)
        request = _AmendRequest(validated, loaded.season, None if typed is None else typed.faces, back=back)
        if tag == AMEND_TAG:
            worked_out = derive_as_everybody_sees(
                on, work_out=request.derive, judge=request.judge, actor=actor, at=at
            )
            if not (back or approved_by) and sandbox_maker(row) is None:
                was, faces = loaded.season, request.faces
                unapproved = alone or needs_approval(on, worked_out, validated, was=was, typed=faces)
                worked_out = replace(worked_out, amended=replace(worked_out.amended, unapproved=unapproved))
        else:
            worked_out = request.preview(on.as_everybody_sees())
        batch = Batch(season=row, key=key, actor=actor, content_hash=content, first=row.length + 1)
        pen = EntryRecorder(row, batch, at, signature, typed, words=words if has_leaves(row) else "", falling=falling)
        if tag == AMEND_TAG and awaits(row) and falling is None and worked_out.amended.thrown:
            return _record_awaiting_amend(pen, document, loaded, approved_by=approved_by, alone=alone)
        result = _record_amend(pen, document, worked_out, loaded, approved_by=approved_by, leaf=leaf)
        return replace(result, misread=tuple(misread))


@dataclass(frozen=True, slots=True)
class _AmendRequest:
    """The requested corrections, the season before them, and the faces typed in for them."""

    corrections: Corrections
    was: state.Season
    faces: FacesByPath | None
    back: bool

    def derive(self, on: AmendBaseline) -> DerivedAmend:
        """Derive the amend on a baseline, unless there are obstacles."""
        options: dict[str, Any] = {"corrections": self.corrections, "was": self.was, "typed": self.faces}
        return derive_dice_independent_amend(on, refuse=partial(self._refuse_obstructed, on), **options)

    def preview(self, on: AmendBaseline) -> DerivedAmend:
        """Preview the amend on a baseline."""
        derived = derive_preview(on, corrections=self.corrections, was=self.was, typed=self.faces)
        self._refuse_ids(on, derived)
        return derived

    def judge(self, derived: DerivedAmend, on: AmendBaseline) -> None:
        """Raise `NothingAmended`, or `SomethingDepends` if an entry is taken back that others depend on."""
        _refuse_unchanged(derived, on)
        if self.back:
            refuse_if_depended_on(derived, on, next(iter(self.corrections)), was=self.was)

    def _refuse_obstructed(self, on: AmendBaseline, derived: DerivedAmend) -> None:
        if obstacles := derived.amended.obstacles:
            raise AmendObstructed(" ".join(obstacles[:3]))
        self._refuse_ids(on, derived)

    def _refuse_ids(self, on: AmendBaseline, derived: DerivedAmend) -> None:
        standing = {number: on.standing_commands(number) for number in self.corrections}
        refuse_changed_ids(self.was, standing, self.corrections, derived.course)
        refuse_chosen_ids(on.before, self.corrections, derived.course)
        refuse_undeclared_faces(standing, self.corrections, derived.course.undeclared)


def _awaiting_amend_key(row: Season, falling: AwaitedThrow | None) -> bytes | None:
    """The key of an amend whose dice are awaited: its own once they fall, a made-up one before."""
    if falling is not None:
        return falling.key(row.pk, OF_AMEND)
    return made_up_key(row.pk, row.length + 1, 0) if awaits(row) else None


def _record_awaiting_amend(
    pen: EntryRecorder, document: dict[str, Any], loaded: store.LoadedSeason, *, approved_by: str, alone: bool
) -> AmendResult:
    """Record an amend that throws before anybody can know how its dice will fall. Raises `ByHandAndAwaited`."""
    row = pen.row
    if pen.typed is not None:
        raise ByHandAndAwaited(
            "This amend throws dice that are awaited, beside those whose faces you entered: amend the one first, and "
            "the other once its dice have fallen."
        )
    command = AwaitDice(given={**document, ALONE_FIELD: True} if alone else document, round=pen.beacon_round())
    pen.record_awaiting_dice(command, loaded.season, signed=pen.signature, words=pen.words, approved_by=approved_by)
    save_recorded(pen, loaded)
    return AmendResult(row.length, bodies.AmendEffects(), row.digest, pen.told, awaited=True)


def perform_awaited_amend(
    season_id: str,
    document: dict[str, Any],
    falling: AwaitedThrow,
    *,
    signature: Attribution,
    approved_by: str,
    at: datetime,
    key: str,
) -> AmendResult:
    """Perform an amend whose dice were awaited. Raises as `amend` does."""
    return _perform_amend(
        AMEND_TAG,
        season_id,
        {int(number): commands for number, commands in document["corrections"].items()},
        actor=signature.actor,
        at=at,
        key=key,
        reason=signature.reason,
        misread=misreads_in(document),
        approved_by=approved_by,
        alone=bool(document.get(ALONE_FIELD)),
        falling=falling,
    )


def _record_amend(
    pen: EntryRecorder,
    document: dict[str, Any],
    worked_out: DerivedAmend,
    loaded: store.LoadedSeason,
    *,
    approved_by: str,
    leaf: NextLeaf | None,
) -> AmendResult:
    row, tag, typed = pen.row, str(document["type"]), pen.typed
    season = worked_out.course.season if tag == AMEND_TAG else loaded.season
    faces = {"faces": dict(typed.faces), "typist": typed.typist, "witness": typed.witness} if typed else {}
    body = bodies.EntryBody(document, [], [], faces, worked_out.amended, approved_by=approved_by, words=pen.words)
    if tag == AMEND_TAG and leaf is not None:
        body = with_leaf(body, row, leaf) if worked_out.amended.thrown else body
        body = with_match_leaves(body, row, locked_matches(season))
    if pen.falling is not None:
        body = with_dice_source(body, pen.falling)
    pen.record_entry(
        body,
        tag=tag,
        subjects=worked_out.subjects,
        facts=[],
        digest=season_digest(season),
        signed=pen.signature,
    )
    number = row.length
    if tag == AMEND_TAG:
        row.by_hand = {**row.by_hand, **dict.fromkeys(hand_entered_paths(body), number)}
        signed = {"by": pen.signature.actor, "approved_by": approved_by}
        row.misread = add_misread_marks(row.misread, document, amend=number, **signed)
        row.set_aside, row.left = (
            without_defaults(worked_out.amended.set_aside),
            without_defaults(worked_out.amended.left),
        )
        pen.record_checkpoint(season)
        pen.aside = worked_out.course.unread_set_aside_paths(worked_out.amended.set_aside.keys())
        perform_due(pen, season)
        forget_records(row, worked_out)
    if typed is not None:
        refuse_unused_amend_faces(worked_out.course, typed.faces, besides=pen.typed_used)
    save_recorded(pen, replace(loaded, season=season), amended=tag == AMEND_TAG)
    if tag == AMEND_TAG:
        write_amended_records(row, worked_out, number=number, before=loaded.before)
    return AmendResult(number, worked_out.amended, row.digest, pen.told[1:])


def _earlier_amend_result(row: Season, batch: Batch) -> AmendResult:
    stored = stored_result(batch)
    entry = Entry.objects.get(season=row, number=batch.first)
    body = bodies.load_body(entry.body)
    amended, misread = body.amended or bodies.AmendEffects(), tuple(misreads_in(body.command))
    return AmendResult(batch.first, amended, stored.digest, stored.entries[1:], repeated=True, misread=misread)


def _refuse_changed_rules(on: AmendBaseline) -> None:
    """Rederive the season unchanged and require the same result: a release may have changed its rules."""
    rederived = replay_unchanged(on)
    sealed = {step.number for step in on.steps if step.was_sealed_at(on.before.last)}
    differs = (rederived.retold.keys() ^ on.before.retold.keys()) - sealed
    if season_digest(rederived.season) != on.row.digest or differs:
        raise RulesChanged(
            f"{on.row.pk} comes out otherwise when it is performed again as it stands: the rules of edition "
            f"{on.row.edition} were changed by a release. Audit the season and go back to the release before."
        )


def _refuse_unchanged(worked_out: DerivedAmend, on: AmendBaseline) -> None:
    alike = not worked_out.amended.differences if on.seen else worked_out.digest == on.row.digest
    if not worked_out.changed and alike and not on.misread:
        raise NothingAmended("These corrections say what stands already: there is nothing to amend.")
