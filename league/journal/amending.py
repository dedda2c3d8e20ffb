"""Amending a season: what was wrongly entered is put right, and everything after it follows again.

Entries are never changed: an amend is an entry of its own, and so is a rehearsed one, since it shows faces. What is
refused after it is kept and tried again by the next amend.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from functools import partial
from typing import Any

from django.db import transaction

from league.access import sandbox_maker
from league.journal import body as bodies
from league.journal import chain, store
from league.journal.amend_asked import proper_corrections, refuse_unless_allowed
from league.journal.amend_dice import Faces, made_up
from league.journal.amendable import refuse_improper_numbers
from league.journal.amendment import Amendment, Ground, ground, read_again, unchanged
from league.journal.awaited_dice import ALONE, Falling, note, refuse_amending
from league.journal.body import Retelling
from league.journal.dice_in_amends import amended_whatever_falls, refuse_left_over
from league.journal.fallen import entered_by_hand
from league.journal.foreseeing import needs_approval
from league.journal.gate import writing
from league.journal.hand_faces import entered, refuse_undeclaring
from league.journal.kept_ids import refuse_chosen_ids, refuse_other_ids
from league.journal.leaves_taken import AMEND as OF_AMEND
from league.journal.leaves_taken import Next, locked_in, next_leaf, with_leaf, with_matches
from league.journal.misread_dice import (
    Misreading,
    marks,
    misread_document,
    misread_in,
    proper_misread,
    refuse_undeclared,
)
from league.journal.pen import Pen, Signature, Told, Typed, fallen_by
from league.journal.previewing import previewed
from league.journal.retelling import forget_records, retell
from league.journal.sealed_in_amends import judged_as_seen
from league.journal.taking_back import refuse_depended_on, refuse_stranger
from league.journal.timeline import AMEND, PREVIEW, Corrections
from league.journal.trust import refuse_broken_journal
from league.journal.visible_state import traced
from league.journal.writable import refuse_improper_text, refuse_improper_words
from league.journal.writer import follow, key_reused, locked, told_again, trusted, write_down
from league.models import Batch, Entry, Season
from league.queries.season_leaves import awaits, has_leaves
from rules.campaign.core import state
from rules.campaign.core.awaited_dice import AwaitDice
from rules.campaign.core.season_json import season_digest
from rules.core.canonical_json import without_defaults
from rules.core.refusals import Refusal


class NothingAmended(Refusal):
    """The corrections say what stands already."""


class RulesChanged(Refusal):
    """The season comes out otherwise when it is performed again without any correction."""


class ByHandAndAwaited(Refusal):
    """An amend throws awaited dice beside those whose faces were entered by hand."""


class AmendObstructed(Refusal):
    """The amend would undo what was played, or throw dice again."""


@dataclass(frozen=True, slots=True)
class Amends:
    """What came of asking for an amend: its entry's number, what it comes to, and what the season did by itself."""

    number: int
    amended: bodies.Amended
    digest: str
    entries: list[Told]
    repeated: bool = False
    misread: tuple[Misreading, ...] = ()
    awaited: bool = False
    """Whether its dice are awaited: the entry holds what was asked, and nothing came of it yet."""

    @property
    def refused(self) -> dict[int, Retelling]:
        """The entries that do not stand by it, by number, those it strikes left out."""
        stands = self.amended.stands().items()
        return {number: each for number, each in stands if each.standing in {"lapsed", "gave_way"}}

    @property
    def thrown(self) -> list[str]:
        """The paths on which a face fell by it, or for what the season did by itself after it."""
        said = [bodies.read(each.entry.body) for each in self.entries]
        return list(dict.fromkeys([*self.amended.thrown, *(roll.path for each in said for roll in each.new_rolls())]))


def preview_amend(
    season_id: str,
    corrections: Corrections,
    *,
    actor: str,
    at: datetime,
    key: str,
    reason: str,
    typed: Typed | None = None,
    misread: Sequence[Misreading] = (),
) -> Amends:
    """What an amend would come to, with odds for what hangs on dice to come. It is journalled; nothing else changes.

    Raises as `amend` does, but that it tells what stands in the way instead of refusing.
    """
    return _asked(
        PREVIEW, season_id, corrections, actor=actor, at=at, key=key, reason=reason, typed=typed, misread=misread
    )


def amend(
    season_id: str,
    corrections: Corrections,
    *,
    actor: str,
    at: datetime,
    key: str,
    reason: str,
    typed: Typed | None = None,
    misread: Sequence[Misreading] = (),
    approved_by: str = "",
    alone: bool = False,
    words: str = "",
) -> Amends:
    """Put commands in the place of those at these numbers, none to strike one, and let everything after it follow.

    The document of a command as it was given takes a correction back. For commissioners, with a reason;
    in a sandbox for its maker, without. What fell stays as it fell, but for dice of a table that were `misread`; what
    had not fallen is thrown by the amend. Where dice fall by it or by what follows, where it undoes such a throw or
    calls off a locked match, or a member amends `alone` what is their own, it is marked as unapproved for good,
    unless another member approved it: `approved_by` is that member's handle. Raises
    `Unknown`, `NotToBeAmended`, `CommitmentStands`, `NothingAmended`, `SeasonClosed`, `RulesChanged`,
    `CorrectionRefused`, `AmendObstructed`, `Malformed`, `NeedsDice`, `TableDiceUndeclared`, `NotMisread`,
    `ApprovedByThemselves`, and what `perform` raises of keys, faces, journals and tables.
    """
    return _asked(
        AMEND,
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
) -> Amends:
    """Take back what its owner did, as long as it threw no dice and nothing but their balance depends on it.

    What stands there now is what counts. For the owner, or a commissioner. Raises `NotYours`, `SomethingDepends`, and
    what `amend` raises.
    """
    reason = reason or "Taken back by its owner before anything depended on it."
    return _asked(AMEND, season_id, {number: []}, actor=actor, at=at, key=key, reason=reason, back=True, words=words)


@traced()
@transaction.atomic
def _asked(
    tag: str,
    season_id: str,
    corrections: Corrections,
    *,
    actor: str,
    at: datetime,
    key: str,
    reason: str,
    typed: Typed | None = None,
    back: bool = False,
    misread: Sequence[Misreading] = (),
    approved_by: str = "",
    alone: bool = False,
    words: str = "",
    falling: Falling | None = None,
) -> Amends:
    refuse_improper_text(key=key, reason=reason)
    refuse_improper_words(words)
    misread = proper_misread(misread)
    given = proper_corrections(corrections, fewest=0 if misread else 1)
    document: dict[str, Any] = {"type": tag, "corrections": {str(number): given[number] for number in sorted(given)}}
    if misread:
        document["misread"] = misread_document(misread)
    signature = Signature(actor, reason=reason)
    with writing():
        row = locked(season_id)
        content = chain.hashed([[document], ""])
        if batch := Batch.objects.filter(season=row, key=key).first():
            if batch.actor != actor or batch.content_hash != content:
                raise key_reused(batch)
            return _told_before(row, batch)
        refuse_unless_allowed(row, actor=actor, reason=reason, back=back, approved_by=approved_by)
        at = refuse_broken_journal(row, at=at)
        if falling is not None:
            note(row, [each for each in row.awaited if each["entry"] != falling.source.entry])
        elif tag == AMEND:
            refuse_amending(row)
        loaded = trusted(row)
        refuse_undeclared(row, loaded.season, misread)
        if typed is not None:
            typed = entered(row, loaded.season, typed, actor=actor, amending=True)
        leaf = None if awaits(row) else next_leaf(row, what=OF_AMEND, words=words)
        own_key = leaf.key if leaf else _key_of_awaiting(row, falling)
        on = ground(row, number=row.length + 1, corrections=given, misread=misread, own_key=own_key)
        read_again(on)
        refuse_improper_numbers(on, given)
        if back:
            refuse_stranger(on, next(iter(given)), actor=actor)
        _refuse_changed_rules(on)
        given_on = _Given(given, loaded.season, None if typed is None else typed.faces, back=back)
        if tag == AMEND:
            worked_out = judged_as_seen(on, work_out=given_on.worked_out, judge=given_on.judge, actor=actor, at=at)
            if not (back or approved_by) and sandbox_maker(row) is None:
                was, faces = loaded.season, given_on.faces
                unapproved = alone or needs_approval(on, worked_out, given, was=was, typed=faces)
                worked_out = replace(worked_out, amended=replace(worked_out.amended, unapproved=unapproved))
        else:
            worked_out = given_on.previewed(on.as_seen())
        batch = Batch(season=row, key=key, actor=actor, content_hash=content, first=row.length + 1)
        pen = Pen(row, batch, at, signature, typed, words=words if has_leaves(row) else "", falling=falling)
        if tag == AMEND and awaits(row) and falling is None and worked_out.amended.thrown:
            return _awaited(pen, document, loaded, approved_by=approved_by, alone=alone)
        came = _written(pen, document, worked_out, loaded, approved_by=approved_by, leaf=leaf)
        return replace(came, misread=tuple(misread))


@dataclass(frozen=True, slots=True)
class _Given:
    """The corrections that are asked for, the season before them, and the faces typed in for them."""

    corrections: Corrections
    was: state.Season
    faces: Faces | None
    back: bool

    def worked_out(self, on: Ground) -> Amendment:
        """The amendment on a ground, unless something stands in its way there."""
        given: dict[str, Any] = {"corrections": self.corrections, "was": self.was, "typed": self.faces}
        return amended_whatever_falls(on, refuse=partial(self._refuse_obstructed, on), **given)

    def previewed(self, on: Ground) -> Amendment:
        """What it would come to on a ground."""
        made = previewed(on, corrections=self.corrections, was=self.was, typed=self.faces)
        self._refuse_ids(on, made)
        return made

    def judge(self, made: Amendment, on: Ground) -> None:
        """Raise `NothingAmended`, or `SomethingDepends` of what is taken back."""
        _refuse_idle(made, on)
        if self.back:
            refuse_depended_on(made, on, next(iter(self.corrections)), was=self.was)

    def _refuse_obstructed(self, on: Ground, made: Amendment) -> None:
        if obstacles := made.amended.obstacles:
            raise AmendObstructed(" ".join(obstacles[:3]))
        self._refuse_ids(on, made)

    def _refuse_ids(self, on: Ground, made: Amendment) -> None:
        stood = {number: on.standing(number) for number in self.corrections}
        refuse_other_ids(self.was, stood, self.corrections, made.course)
        refuse_chosen_ids(on.before, self.corrections, made.course)
        refuse_undeclaring(stood, self.corrections, made.course.undeclared)


def _key_of_awaiting(row: Season, falling: Falling | None) -> bytes | None:
    """The key of an amend whose dice are awaited: once they fall its own, and before that one of made-up dice."""
    if falling is not None:
        return falling.key(row.pk, OF_AMEND)
    return made_up(row.pk, row.length + 1, 0) if awaits(row) else None


def _awaited(pen: Pen, document: dict[str, Any], loaded: store.Loaded, *, approved_by: str, alone: bool) -> Amends:
    """Write down an amend that throws, before anybody could know how its dice fall. Raises `ByHandAndAwaited`."""
    row = pen.row
    if pen.typed is not None:
        raise ByHandAndAwaited(
            "This amend throws dice that are awaited, beside those whose faces you entered: amend the one first, and "
            "the other once its dice have fallen."
        )
    command = AwaitDice(given={**document, ALONE: True} if alone else document, round=pen.round())
    pen.await_dice(command, loaded.season, signed=pen.signature, words=pen.words, approved_by=approved_by)
    write_down(pen, loaded)
    return Amends(row.length, bodies.Amended(), row.digest, pen.told, awaited=True)


def let_amend_fall(
    season_id: str,
    given: dict[str, Any],
    falling: Falling,
    *,
    signature: Signature,
    approved_by: str,
    at: datetime,
    key: str,
) -> Amends:
    """Perform an amend whose dice were awaited. Raises as `amend` does."""
    return _asked(
        AMEND,
        season_id,
        {int(number): commands for number, commands in given["corrections"].items()},
        actor=signature.actor,
        at=at,
        key=key,
        reason=signature.reason,
        misread=misread_in(given),
        approved_by=approved_by,
        alone=bool(given.get(ALONE)),
        falling=falling,
    )


def _written(
    pen: Pen,
    document: dict[str, Any],
    worked_out: Amendment,
    loaded: store.Loaded,
    *,
    approved_by: str,
    leaf: Next | None,
) -> Amends:
    row, tag, typed = pen.row, str(document["type"]), pen.typed
    season = worked_out.course.season if tag == AMEND else loaded.season
    faces = {"faces": dict(typed.faces), "typist": typed.typist, "witness": typed.witness} if typed else {}
    body = bodies.Body(document, [], [], faces, worked_out.amended, approved_by=approved_by, words=pen.words)
    if tag == AMEND and leaf is not None:
        body = with_leaf(body, row, leaf) if worked_out.amended.thrown else body
        body = with_matches(body, row, locked_in(season))
    if pen.falling is not None:
        body = fallen_by(body, pen.falling)
    pen.hold(
        body,
        tag=tag,
        subjects=worked_out.subjects,
        facts=[],
        digest=season_digest(season),
        signed=pen.signature,
    )
    number = row.length
    if tag == AMEND:
        row.by_hand = {**row.by_hand, **dict.fromkeys(entered_by_hand(body), number)}
        signed = {"by": pen.signature.actor, "approved_by": approved_by}
        row.misread = marks(row.misread, document, amend=number, **signed)
        row.set_aside, row.left = (
            without_defaults(worked_out.amended.set_aside),
            without_defaults(worked_out.amended.left),
        )
        pen.keep(season)
        pen.aside = worked_out.course.lying_aside(worked_out.amended.set_aside.keys())
        follow(pen, season)
        forget_records(row, worked_out)
    if typed is not None:
        refuse_left_over(worked_out.course, typed.faces, besides=pen.typed_used)
    write_down(pen, replace(loaded, season=season), amended=tag == AMEND)
    if tag == AMEND:
        retell(row, worked_out, number=number, before=loaded.before)
    return Amends(number, worked_out.amended, row.digest, pen.told[1:])


def _told_before(row: Season, batch: Batch) -> Amends:
    again = told_again(batch)
    entry = Entry.objects.get(season=row, number=batch.first)
    body = bodies.read(entry.body)
    amended, misread = body.amended or bodies.Amended(), tuple(misread_in(body.command))
    return Amends(batch.first, amended, again.digest, again.entries[1:], repeated=True, misread=misread)


def _refuse_changed_rules(on: Ground) -> None:
    """Play it again as it stands and demand the same: a release may have changed the rules under a season."""
    again = unchanged(on)
    sealed = {step.number for step in on.steps if step.shut_at(on.before.last)}
    differs = (again.retold.keys() ^ on.before.retold.keys()) - sealed
    if season_digest(again.season) != on.row.digest or differs:
        raise RulesChanged(
            f"{on.row.pk} comes out otherwise when it is performed again as it stands: the rules of edition "
            f"{on.row.edition} were changed by a release. Audit the season and go back to the release before."
        )


def _refuse_idle(worked_out: Amendment, on: Ground) -> None:
    alike = not worked_out.amended.differences if on.seen else worked_out.digest == on.row.digest
    if not worked_out.changed and alike and not on.misread:
        raise NothingAmended("These corrections say what stands already: there is nothing to amend.")
