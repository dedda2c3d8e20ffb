"""Serializers of entries, facts, rolls and receipts."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from typing import Any

from api.journal.schemas import (
    ByHandOut,
    EntryOut,
    FactOut,
    MisreadDieOut,
    MisreadOut,
    ReceiptOut,
    RollOut,
    SubjectOut,
)
from explain.fact_rendering import render_fact
from explain.figure_facts import subjects_of_fact
from explain.name_lookup import complete_names
from explain.names import Names
from journal.amends.misread_dice import Misreading
from journal.entry_body import EntryBody, load_amended_body, load_body
from journal.entry_recorder import RecordedEntry
from journal.receipts import sign_receipt
from league.dice_marks import MisreadMark, is_entered_by_hand, misread_marks_on
from league.models import Entry
from rules.campaign.core.codec import fact_document, fact_from_document
from rules.campaign.core.facts import Fact
from rules.core.dice import Roll


def serialize_entries(rows: Iterable[Any], names: Names) -> tuple[EntryOut, ...]:
    """Entries as rows of a query that marks what the viewer may read, with the facts that stand since any amend."""
    read_rows = [(row, *_body_and_facts(row)) for row in rows]
    names = complete_names(names, [fact for _, _, facts in read_rows for fact in facts])
    return tuple(
        EntryOut(
            number=row.number,
            at=row.at,
            hash=row.hash,
            seal=row.seal,
            readable=row.may_read,
            actor=row.read_actor,
            on_behalf_of=row.read_owner,
            reason=row.read_reason,
            command=None if body is None else body.command,
            facts=serialize_facts(facts, names),
            by_hand=None if body is None else _serialize_by_hand(body),
            unapproved=body is not None and body.lacks_approval(),
            approved_by="" if body is None else body.approved_by,
        )
        for row, body, facts in read_rows
    )


def serialize_new_entries(entries: Iterable[RecordedEntry], names: Names) -> tuple[EntryOut, ...]:
    """Entries that were just recorded and are not sealed, for the person who gave the commands."""
    records = list(entries)
    names = complete_names(names, [fact for record in records for fact in record.facts])
    return tuple(
        EntryOut(
            number=record.number,
            at=record.entry.at,
            hash=record.entry.hash,
            seal="",
            readable=True,
            actor=record.entry.actor,
            on_behalf_of=record.entry.on_behalf_of,
            reason=record.entry.reason,
            command=record.command,
            facts=serialize_facts(record.facts, names),
            by_hand=_serialize_by_hand(body),
            unapproved=body.lacks_approval(),
            approved_by=body.approved_by,
        )
        for record, body in ((record, load_body(record.entry.body)) for record in records)
    )


def serialize_facts(facts: Iterable[Fact], names: Names) -> tuple[FactOut, ...]:
    """Facts with their sentences, rules, rolls and subjects."""
    return tuple(_serialize_fact(fact, names) for fact in facts)


def _serialize_fact(stated: Fact, names: Names) -> FactOut:
    document = fact_document(stated)
    return FactOut(
        kind=document.pop("kind"),
        sentence=render_fact(stated, names).sentence,
        rule=str(document.pop("rule")),
        rolls=tuple(serialize_roll(roll) for roll in stated.rolls),
        fields={name: value for name, value in document.items() if name != "rolls"},
        subjects=tuple(SubjectOut(kind=subject.kind, id=subject.id) for subject in subjects_of_fact(stated)),
    )


def serialize_roll(roll: Roll) -> RollOut:
    """A roll, with the dice in it that were marked as misread."""
    return RollOut(
        path=roll.path,
        sides=roll.sides,
        faces=roll.faces,
        why=roll.why,
        by_hand=is_entered_by_hand(roll.path),
        misread=tuple(map(serialize_misread_mark, misread_marks_on(roll.path))),
    )


def serialize_misread_die(die: Misreading) -> MisreadDieOut:
    """A misread die that an amend names."""
    return MisreadDieOut(path=die.path, die=die.die, was=die.was, now=die.now)


def serialize_misread_mark(mark: MisreadMark) -> MisreadOut:
    """The mark of a misread die on a roll, with the amend that made it."""
    return MisreadOut(
        die=mark.die,
        was=mark.was,
        now=mark.now,
        amend=mark.amend,
        by=mark.by,
        approved_by=mark.approved_by,
        reason=mark.reason,
    )


def _serialize_by_hand(body: EntryBody) -> ByHandOut | None:
    """Who entered the faces of an entry by hand, with the witness and the paths; None if nobody did."""
    if not body.typed:
        return None
    typed = body.typed
    return ByHandOut(by=typed["typist"], witness=typed["witness"], paths=tuple(sorted(typed["faces"])))


def _body_and_facts(row: Any) -> tuple[EntryBody | None, list[Fact]]:
    """The body of an entry and the facts that stand for it now; None and no facts if it is sealed from the viewer."""
    if not row.may_read:
        return None, []
    body = load_body(row.read_body)
    documents = body.facts if row.read_retold is None else load_amended_body(row.read_retold).facts
    return body, [fact_from_document(document) for document in documents]


def serialize_receipt(entry: Entry, *, at: datetime) -> ReceiptOut | None:
    """The site's signature that the journal has that entry; None in a fork, such as a sandbox."""
    if entry.season.forked_from:
        return None
    signed = sign_receipt(entry.season, number=entry.number, head=entry.hash, at=at)
    return ReceiptOut(
        statement=signed.statement, key=signed.key, algorithm=signed.algorithm, signature=signed.signature
    )
