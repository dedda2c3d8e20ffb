"""What a referee does at the table: events, rulings, undone entries and closed phases, each refused by itself.

The sender gives every action a key: the same key again does nothing and has the same answer. Rules CW-S-004,
CW-S-010.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db import transaction

from league.access import Viewer
from league.models import Duel, DuelEntry, Match, ReportClaim
from league.pages.duels.table import duel_document, load_table, score_document
from league.queries.names import ROUND_AND_PLACE, title_at, title_in_sentence
from rules.core.canonical_json import json_bytes
from rules.core.refusals import Malformed, Refusal
from rules.match.duels.book import ScoredDuel
from rules.match.duels.log import ACTS, DuelLog, TableAction, read_ruling, take_actions
from rules.match.registry import duel_book

MOST_ACTIONS = 200
"""Actions of one request."""
MOST_ENTRIES = 10_000
"""Entries of one duel, with those undone."""
LONGEST_KEY = 60
NOT_THE_REFEREE = "Only the referee enters what happens in a duel: a commissioner, or the person who opened it."
REPORTED = "This duel was reported and can no longer be changed. A commissioner can open it again."


class DuelReported(Refusal):
    """The duel was reported, or its match is settled."""


@dataclass(frozen=True, slots=True)
class ActionResult:
    """Whether an action was taken, with the sentence why not."""

    key: str
    sentence: str = ""

    @property
    def ok(self) -> bool:
        """Whether it was taken."""
        return not self.sentence

    def document(self) -> dict[str, Any]:
        """The result as it is sent."""
        return {"key": self.key, "ok": True} if self.ok else {"key": self.key, "ok": False, "sentence": self.sentence}


def is_referee(viewer: Viewer, row: Duel) -> bool:
    """Whether a person runs that duel: a commissioner of the league, or the one who opened it."""
    return viewer.is_commissioner or row.opened_by in viewer.handles


def may_enter(viewer: Viewer, row: Duel) -> bool:
    """Whether a person may enter what happens in that duel now."""
    return is_referee(viewer, row) and not why_closed(row)


def referee_actor(viewer: Viewer, row: Duel) -> str:
    """The handle by which a referee enters. Call it only for a referee."""
    commissioner = next((member.handle for member in viewer.memberships if member.role == "commissioner"), "")
    return row.opened_by if row.opened_by in viewer.handles else commissioner


def read_actions(body: object) -> Sequence[object]:
    """The actions of a request's document. Raises `Malformed`."""
    actions = body.get("actions") if isinstance(body, dict) else None
    if not isinstance(actions, list):
        raise Malformed('Send {"actions": [...]}: a list of what was done at the table.')
    if len(actions) > MOST_ACTIONS:
        raise Malformed(
            f"Send at most {MOST_ACTIONS} actions at a time, and these are {len(actions)}: send the rest after."
        )
    return actions


@transaction.atomic
def act_at_table(row: Duel, actions: Sequence[object], *, actor: str, at: datetime) -> list[ActionResult]:
    """Perform actions in their order, each by itself; the results are in the same order.

    Screens that send at the same time wait for each other.
    """
    row = Duel.objects.select_for_update(no_key=True).get(pk=row.pk)
    table = load_table(row)
    known = {entry.key for entry in table.entries}
    sentences: dict[str, str] = {}
    read: list[TableAction] = []
    keys = [_key(action) for action in actions]
    closed_sentence = why_closed(row)
    for key, action in zip(keys, actions, strict=True):
        if not key or key in known or key in sentences:
            continue
        try:
            if closed_sentence:
                raise DuelReported(closed_sentence)
            sentences[key] = ""
            read.append(_read_action(row, key, action))
        except Refusal as refusal:
            sentences[key] = refusal.sentence
    room = MOST_ENTRIES - len(table.entries)
    for action in read[room:]:
        sentences[action.key] = (
            f"A duel has at most {MOST_ENTRIES} entries, with those undone: end it, and open another."
        )
    if read[:room]:
        taken = read[:room]
        log, refused = take_actions(table.log, taken, lambda log: _score(row, log))
        sentences |= {action.key: sentence for action, sentence in zip(taken, refused, strict=True)}
        written = [action for action, sentence in zip(taken, refused, strict=True) if not sentence]
        _write(row, log, written, number=len(table.entries), actor=actor, at=at)
    missing = f"Give each action a key of 1 to {LONGEST_KEY} printable characters, such as a UUID."
    return [ActionResult(key, sentences.get(key, "")) if key else ActionResult("", missing) for key in keys]


def why_closed(row: Duel) -> str:
    """Why nothing of a duel changes any more, empty while it may."""
    return why_settled(row) or ("" if row.reported_at is None else REPORTED)


def why_settled(row: Duel) -> str:
    """Why nothing of a duel can change for as long as its match is as it is, empty if it can."""
    if not row.match:
        return ""
    found = Match.objects.filter(pk=f"{row.season_id}/{row.match}").values_list("step", ROUND_AND_PLACE).first()
    step, where = found or (None, "")
    title = title_in_sentence(title_at(where)) if where else "that match"
    match step:
        case "M4":
            return ""
        case "M2" | "M3":
            return f"The line-ups of {title} are no longer locked: lock them, then open a duel from them."
        case None | "void":
            return f"{title[:1].upper()}{title[1:]} was voided, so nothing more can be entered in its duel."
        case _:
            return (
                f"The result of {title} stands, so its duel can no longer be changed: to correct it, "
                "amend the entry that accepted its report."
            )


@transaction.atomic
def set_reported(row: Duel, *, at: datetime | None) -> None:
    """Note that a duel was reported, or with `at` None that it is open again.

    It stays as it is once another side claims a report of the match too, which may be the one that was reported from
    it. Raises `DuelReported`.
    """
    row = Duel.objects.select_for_update(no_key=True).get(pk=row.pk)
    if at is None and (sentence := why_settled(row) or _why_confirmed(row)):
        raise DuelReported(sentence)
    if (row.reported_at is None) is (at is None):
        return
    row.reported_at, row.version = at, row.version + 1
    row.save(update_fields=["reported_at", "version"])


def _why_confirmed(row: Duel) -> str:
    """Why a duel that was reported may not be opened again: several sides have claimed a report since."""
    if row.reported_at is None:
        return ""
    claims = ReportClaim.objects.filter(season_id=row.season_id, match=row.match, at__gte=row.reported_at)
    if claims.values("side").distinct().count() < 2:
        return ""
    return (
        "Another side has claimed a report of the match as well, so its duel stays as it was reported: "
        "correct the figures in the report itself."
    )


def _key(action: object) -> str:
    """The key of an action, empty if it has none that can be used."""
    key = action.get("key") if isinstance(action, dict) else None
    fits = isinstance(key, str) and 0 < len(key) <= LONGEST_KEY and key.isprintable()
    return key if fits and isinstance(key, str) else ""


def _read_action(row: Duel, key: str, action: Any) -> TableAction:
    """An action as it was sent. Raises a `Refusal`."""
    given: Mapping[str, Any] = action
    act = given.get("act")
    value: Any
    match act:
        case "enter":
            value = duel_book(row.questionnaire).read_event(given.get("event"))
        case "undo" | "redo":
            value = _of(given, "an entry")
        case "close" | "reopen":
            value = given.get("phase")
            if isinstance(value, bool) or not isinstance(value, int) or value < 1:
                raise Malformed("Give the phase as a whole number, counted from 1 at the start of the duel.")
        case "rule":
            value = {"of": _of(given, "a kill"), "ruled": read_ruling(given.get("shares"), given.get("note"))}
        case _:
            raise Malformed(f"There is no act {str(act)[:40]!r}: use one of {', '.join(ACTS)}.")
    return TableAction(key=key, act=str(act), value=value)


def _of(given: Mapping[str, Any], thing: str) -> str:
    of = given.get("of")
    if not isinstance(of, str):
        raise Malformed(f"Name the key of {thing} in `of`.")
    return of


def _score(row: Duel, log: DuelLog) -> ScoredDuel:
    return score_document(row.questionnaire, json_bytes(duel_document(row, log)))


def _write(row: Duel, log: DuelLog, actions: Sequence[TableAction], *, number: int, actor: str, at: datetime) -> None:
    """Write what was taken, after the entry with that number."""
    if not actions:
        return
    DuelEntry.objects.bulk_create(
        DuelEntry(duel=row, number=place, key=action.key, act=action.act, value=action.value, by=actor, at=at)
        for place, action in enumerate(actions, start=number + 1)
    )
    end = _score(row, log).end
    row.closed, row.ended = log.closed, end if end is not None and end <= log.closed else None
    row.version += 1
    row.save(update_fields=["closed", "ended", "version"])
