"""Amending a season: what was wrongly entered is put right, and everything after it follows again.

Entries are never changed: an amend is an entry of its own, and so is a rehearsed one, since it shows faces. What is
refused after it is kept and tried again by the next amend.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from django.db import transaction

from league.access import refuse_unless_may_amend, refuse_unless_may_take_back, sandbox_maker
from league.journal import body as bodies
from league.journal import chain, store
from league.journal.amendment import Amendment, Ground, amendment, ground, unchanged
from league.journal.body import Retelling
from league.journal.commitment import refuse_uncommitting
from league.journal.course import Course
from league.journal.fallen import entered_by_hand
from league.journal.foreseeing import undoes_a_throw
from league.journal.gate import writing
from league.journal.hand_faces import entered
from league.journal.kept_ids import refuse_chosen_ids, refuse_other_ids
from league.journal.pen import Pen, Signature, Told, Typed
from league.journal.previewing import previewed
from league.journal.retelling import forget_records, retell
from league.journal.timeline import AMEND, AMENDS, PREVIEW, Corrections, Step
from league.journal.trust import refuse_broken_journal
from league.journal.writer import (
    follow,
    key_reused,
    locked,
    refuse_improper_text,
    refuse_unwritable,
    told_again,
    trusted,
    write_down,
)
from league.models import Batch, Entry, Season
from rules.campaign.codec import command_document, command_from
from rules.campaign.command import Giver, command_type, tag_of
from rules.campaign.line_ups import LockLineUps
from rules.campaign.season_json import season_digest
from rules.canonical import plain
from rules.refusal import Malformed, Refusal, Unknown

MOST_CORRECTIONS = 100


class SeasonClosed(Refusal):
    """A closed season is not amended: what was carried over from it is put right by a house act (journal: amend)."""


class NotToBeAmended(Refusal):
    """The entry is the season's own, an amend, or sealed still."""


class NothingAmended(Refusal):
    """The corrections say what stands already."""


class RulesChanged(Refusal):
    """The season comes out otherwise when it is performed again without any correction."""


class AmendObstructed(Refusal):
    """The amend would undo what was played, or throw dice again."""


class SomethingDepends(Refusal):
    """What is to be taken back has had consequences, and only an amend can undo those."""


@dataclass(frozen=True, slots=True)
class Amends:
    """What came of asking for an amend: its entry's number, what it comes to, and what the season did by itself."""

    number: int
    amended: bodies.Amended
    digest: str
    entries: list[Told]
    repeated: bool = False

    @property
    def refused(self) -> dict[int, Retelling]:
        """The entries that do not stand by it, by number, those it strikes left out."""
        stands = self.amended.stands().items()
        return {number: each for number, each in stands if each.standing in {"lapsed", "gave_way"}}


def preview_amend(
    season_id: str,
    corrections: Corrections,
    *,
    actor: str,
    at: datetime,
    key: str,
    reason: str,
    typed: Typed | None = None,
) -> Amends:
    """What an amend would come to, with odds for what hangs on dice to come. It is journalled; nothing else changes.

    Raises as `amend` does, but that it tells what stands in the way instead of refusing.
    """
    return _asked(PREVIEW, season_id, corrections, actor=actor, at=at, key=key, reason=reason, typed=typed)


def amend(
    season_id: str,
    corrections: Corrections,
    *,
    actor: str,
    at: datetime,
    key: str,
    reason: str,
    typed: Typed | None = None,
    approved: bool = False,
) -> Amends:
    """Put commands in the place of those at these numbers, none to strike one, and let everything after it follow.

    The document of a command as it was given takes a correction back. For commissioners, with a reason;
    in a sandbox for its maker, without. What fell stays as it fell; what had not fallen is thrown by the amend, which
    is marked as unapproved for good unless somebody else has `approved` it. Raises
    `Unknown`, `NotToBeAmended`, `CommitmentStands`, `NothingAmended`, `SeasonClosed`, `RulesChanged`,
    `CorrectionRefused`, `AmendObstructed`, `Malformed`, `NeedsDice`, and what `perform` raises of keys, faces,
    journals and tables.
    """
    return _asked(
        AMEND, season_id, corrections, actor=actor, at=at, key=key, reason=reason, typed=typed, approved=approved
    )


def take_back(season_id: str, number: int, *, actor: str, at: datetime, key: str, reason: str = "") -> Amends:
    """Take back what its owner did, as long as it threw no dice and nothing but his balance depends on it.

    For the owner himself, or a commissioner. Raises `SomethingDepends`, and what `amend` raises.
    """
    reason = reason or "Taken back by its owner before anything depended on it."
    return _asked(AMEND, season_id, {number: []}, actor=actor, at=at, key=key, reason=reason, back=True)


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
    approved: bool = False,
) -> Amends:
    refuse_improper_text(key=key, reason=reason)
    given = _proper(corrections)
    document = {"type": tag, "corrections": {str(number): given[number] for number in sorted(given)}}
    signature = Signature(actor, reason=reason)
    with writing():
        row = locked(season_id)
        content = chain.hashed([[document], ""])
        if batch := Batch.objects.filter(season=row, key=key).first():
            if batch.actor != actor or batch.content_hash != content:
                raise key_reused(batch)
            return _told_before(row, batch)
        if row.step == "closed":
            raise SeasonClosed(
                f"{row.pk} is closed and what came of it was carried over: put a mistake in it right by a house act "
                f"in the season after it."
            )
        if not back:
            refuse_unless_may_amend(row, actor=actor, reason=reason)
        refuse_broken_journal(row)
        loaded = trusted(row)
        if typed is not None:
            typed = entered(row, loaded.season, typed, actor=actor, amending=True)
        on = ground(row, number=row.length + 1, corrections=given)
        _refuse_improper_numbers(on, given)
        if back:
            _refuse_stranger(on, next(iter(given)), actor=actor)
        _refuse_changed_rules(on)
        faces = None if typed is None else typed.faces
        stood = {number: on.standing(number) for number in given}
        if tag == AMEND:
            worked_out = amendment(on, corrections=given, was=loaded.season, typed=faces)
            if not approved and sandbox_maker(row) is None:
                worked_out = _marked(worked_out, on, given)
            _refuse_idle(worked_out, on)
            if back:
                _refuse_depended_on(worked_out, on, next(iter(given)))
            if obstacles := worked_out.amended.obstacles:
                raise AmendObstructed(" ".join(obstacles[:3]))
        else:
            worked_out = previewed(on, corrections=given, was=loaded.season, typed=faces)
        refuse_other_ids(loaded.season, worked_out.course.season, stood, given)
        refuse_chosen_ids(on.before, stood, given, worked_out.course)
        batch = Batch(season=row, key=key, actor=actor, content_hash=content, first=row.length + 1)
        return _written(Pen(row, batch, at, signature, typed), document, worked_out, loaded)


def _written(pen: Pen, document: dict[str, Any], worked_out: Amendment, loaded: store.Loaded) -> Amends:
    row, tag, typed = pen.row, str(document["type"]), pen.typed
    season = worked_out.course.season if tag == AMEND else loaded.season
    faces = {"faces": dict(typed.faces), "typist": typed.typist, "witness": typed.witness} if typed else {}
    body = bodies.Body(document, [], [], faces, worked_out.amended)
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
        row.set_aside, row.left = plain(worked_out.amended.set_aside), plain(worked_out.amended.left)
        pen.keep(season)
        follow(pen, season)
        forget_records(row, worked_out)
    if typed is not None:
        _refuse_faces_left(worked_out.course, typed, besides=pen.typed_used)
    write_down(pen, replace(loaded, season=season), amended=tag == AMEND)
    if tag == AMEND:
        retell(row, worked_out, number=number, before=loaded.before)
    return Amends(number, worked_out.amended, row.digest, pen.told[1:])


def _marked(worked_out: Amendment, on: Ground, given: Corrections) -> Amendment:
    """The same, marked as unapproved where somebody else should have approved it."""
    unapproved = bool(worked_out.amended.thrown) or undoes_a_throw(on, given)
    return replace(worked_out, amended=replace(worked_out.amended, unapproved=unapproved))


def _refuse_faces_left(course: Course, typed: Typed, *, besides: Counter[str]) -> None:
    """Raise `Malformed` when more faces were typed in than the amend and what followed threw."""
    thrown = Counter(roll.path for done in course.performed.values() for roll in done.rolls for _ in roll.faces)
    thrown += besides
    for path, faces in sorted(typed.faces.items()):
        if thrown[path] != len(faces):
            raise Malformed(
                f"{path} was given {len(faces)} faces and threw {thrown[path]}: leave the others out."
            ).at("typed", "faces", path)


def _told_before(row: Season, batch: Batch) -> Amends:
    again = told_again(batch)
    entry = Entry.objects.get(season=row, number=batch.first)
    amended = bodies.read(entry.body).amended or bodies.Amended()
    return Amends(batch.first, amended, again.digest, again.entries[1:], repeated=True)


def _proper(corrections: Corrections) -> dict[int, list[dict[str, Any]]]:
    """The corrections as they will be journalled. Raises `Malformed` or `Unknown`."""
    if not 1 <= len(corrections) <= MOST_CORRECTIONS:
        raise Malformed(f"An amend corrects 1 to {MOST_CORRECTIONS} entries: give it so many.").at("corrections")
    given: dict[int, list[dict[str, Any]]] = {}
    for number, documents in corrections.items():
        given[number] = []
        for place, each in enumerate(documents):
            try:
                given[number].append(_proper_one(each))
            except Refusal as no:
                raise no.below(f"/corrections/{number}/{place}") from None
    return given


def _proper_one(document: Any) -> dict[str, Any]:
    read = command_from(document)
    refuse_unwritable([read])
    row = command_type(tag_of(type(read)))
    if row.by is Giver.SEASON:
        raise NotToBeAmended(f"{row.tag} is the season's own step: it follows by itself, correct its cause.")
    return command_document(read)


def _refuse_improper_numbers(on: Ground, given: Corrections) -> None:
    for number in sorted(given):
        entry = Entry.objects.filter(season=on.row, number=number).first()
        if entry is None:
            raise _no_entry(on.row, number).at("corrections", number)
        if (why_not := _why_not(on, entry)) is not None:
            raise NotToBeAmended(why_not).at("corrections", number)
        refuse_uncommitting(number, bodies.read(entry.body).command, given[number], secret_hash=on.row.secret_hash)


def _no_entry(row: Season, number: int) -> Unknown:
    missing = f"There is no entry {number} in {row.pk}: its journal has {row.length}"
    if not row.forked_from:
        return Unknown(f"{missing}.")
    return Unknown(
        f"{missing}. Entries from before it was made belong to {row.forked_from}: make one as that stood before the "
        f"entry, and give it there as it should have been."
    )


def _why_not(on: Ground, entry: Entry) -> str | None:
    """Why an entry is none that an amend is about; None where it is one."""
    number, step = entry.number, on.step(entry.number)
    if entry.command in AMENDS:
        return (
            f"Entry {number} is an amend itself: correct the entries it was about, or give them back their own words."
        )
    if step is None or step.by_itself:
        return f"Entry {number} ({entry.command}) was the season's own step: correct its cause."
    if step.shut_at(on.number):
        return f"Entry {number} is sealed still: wait until it is open, or let its owner replace it."
    return None


def _refuse_stranger(on: Ground, number: int, *, actor: str) -> None:
    step = on.step(number)
    if step is not None:
        refuse_unless_may_take_back(on.row, step.command, actor=actor)


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
    if not worked_out.changed and worked_out.digest == on.row.digest:
        raise NothingAmended("These corrections say what stands already: there is nothing to amend.")


def _refuse_depended_on(worked_out: Amendment, on: Ground, number: int) -> None:
    taken = on.step(number)
    if taken is None or taken.body.rolls:
        raise SomethingDepends(f"Dice fell for entry {number}: only a commissioner's amend can take it back.")
    franchise = str(getattr(taken.command, "franchise", ""))
    for later in on.steps:
        match = str(getattr(later.command, "match", ""))
        entered = f"{match}.{franchise}" in worked_out.course.season.line_ups
        if later.number > number and isinstance(later.command, LockLineUps) and entered:
            raise SomethingDepends(
                f"{franchise} was locked for {match} after entry {number}: only a commissioner's amend takes it back."
            )
    for each in worked_out.changed:
        step, told = on.step(each), worked_out.course.retold.get(each)
        if each == number or step is None:
            continue
        if told is None or told.standing != "followed" or not _only_balances(step, told):
            raise SomethingDepends(
                f"Entry {each} ({step.body.command['type']}) depends on entry {number}: only a commissioner's amend "
                f"can take it back."
            )


def _only_balances(step: Step, told: Retelling) -> bool:
    """Whether an entry says the same but for the balances after it."""
    was = [{**fact, "balance": 0} for fact in step.body.facts]
    return told.commands == [step.body.command] and was == [{**fact, "balance": 0} for fact in told.facts]
