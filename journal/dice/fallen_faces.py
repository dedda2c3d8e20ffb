"""The faces that fell in a season, by path: they are permanent, even if the entry that threw them is struck."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from journal.amends.misread_dice import add_hand_entered_faces, misreads_in, with_misreads_fixed
from journal.amends.timeline import AMEND_TAG, PREVIEW_TAG
from journal.entry_body import EntryBody, load_amended_body, load_body
from league.models import Entry, Retold, Season
from rules.campaign.core.codec import fact_from_document
from rules.campaign.core.facts import Fact
from rules.campaign.match_day.pre_match_dice import is_pre_match, reused_roll_path
from rules.core.dice import Face, Roll

PRE_MATCH_COMMANDS = ("roll_pre_match", "lock_line_ups")
"""The commands that roll hearts and devices before a match."""
FallenFaces = Mapping[str, Sequence[Face]]
"""The faces of each path in the order they fell, each with the sides of its die."""


def collect_fallen_faces(entries: Iterable[tuple[int, EntryBody]]) -> dict[str, list[Face]]:
    """The faces that fell in numbered entries: their own rolls and those in the amended bodies of amends.

    If two sources differ on a path, the later one wins, since amends of earlier releases replaced faces; one that is
    only shorter changes nothing. A misread die shows its corrected face. Previews throw nothing.
    """
    found: dict[str, list[Face]] = {}
    for _, body in sorted(entries, key=lambda entry: entry[0]):
        if body.command["type"] == PREVIEW_TAG:
            continue
        found = with_misreads_fixed(found, misreads_in(body.command))
        _add_rolls(found, body.rolls)
        for _, retold in sorted((body.amended.amended_bodies() if body.amended else {}).items()):
            _add_rolls(found, retold.rolls)
    return found


def collect_hand_entered_faces(entries: Iterable[tuple[int, EntryBody]]) -> dict[str, list[Face]]:
    """The faces entered by hand, by path, with misread ones corrected."""
    found: dict[str, list[Face]] = {}
    for _, body in sorted(entries, key=lambda entry: entry[0]):
        if body.command["type"] != PREVIEW_TAG:
            add_hand_entered_faces(found, body, hand_entered_paths(body))
    return found


def faces_of(rolls: Iterable[Roll]) -> dict[str, list[Face]]:
    """The faces of some rolls, by path."""
    found: dict[str, list[Face]] = {}
    for roll in rolls:
        found.setdefault(roll.path, []).extend((roll.sides, face) for face in roll.faces)
    return found


def hand_entered_paths(body: EntryBody) -> list[str]:
    """The paths of the faces that were entered by hand for an entry; for an amend only those it threw."""
    tag, faces = body.command["type"], body.typed.get("faces", {})
    if body.amended is None or tag != AMEND_TAG or not body.amended.dice:
        return [] if tag == PREVIEW_TAG else sorted(faces)
    return [path for path in body.amended.thrown if path in faces]


def set_aside_faces(row: Season) -> dict[str, list[Face]]:
    """The faces of a season that its last amend set aside."""
    return {path: [(sides, face) for sides, face in faces] for path, faces in row.set_aside.items()}


def set_aside_faces_before(row: Season, number: int) -> dict[str, list[Face]]:
    """The faces that the last amend before an entry recorded as set aside."""
    entries = Entry.objects.filter(season=row, command=AMEND_TAG, number__lt=number).order_by("-number")
    body = entries.values_list("body", flat=True).first()
    amended = None if body is None else load_body(body).amended
    return {} if amended is None else dict(amended.set_aside)


def unread_set_aside_paths(row: Season) -> frozenset[str]:
    """The pre-match paths that the last amend set aside and that no entry in effect reads."""
    aside = {path for path in row.set_aside if is_pre_match(path)}
    if not aside:
        return frozenset()
    amended = {retold.number: load_amended_body(retold.body).facts for retold in Retold.objects.filter(season=row)}
    rolled = Entry.objects.filter(season=row, command__in=PRE_MATCH_COMMANDS).exclude(number__in=amended)
    own = (load_body(body).facts for body in rolled.values_list("body", flat=True))
    facts = (fact for documents in (*amended.values(), *own) for fact in documents if fact.get("rolled_for"))
    return frozenset(aside - paths_read_by(map(fact_from_document, facts)))


def paths_read_by(facts: Iterable[Fact]) -> set[str]:
    """The paths of rolls of another match that these facts reuse."""
    return {path for fact in facts if (path := reused_roll_path(fact))}


def merge_fallen_faces(fallen: FallenFaces, newer: FallenFaces) -> dict[str, list[Face]]:
    """Merge fallen faces by path; newer ones replace earlier ones, unless they are only the first of them."""
    together = {path: list(faces) for path, faces in fallen.items()}
    for path, faces in newer.items():
        _set_faces(together, path, list(faces))
    return together


def _add_rolls(found: dict[str, list[Face]], rolls: Iterable[Mapping[str, Any]]) -> None:
    paths: dict[str, list[Face]] = {}
    for roll in rolls:
        paths.setdefault(roll["path"], []).extend((roll["sides"], face) for face in roll["faces"])
    for path, faces in paths.items():
        _set_faces(found, path, faces)


def _set_faces(found: dict[str, list[Face]], path: str, faces: list[Face]) -> None:
    if found.get(path, [])[: len(faces)] != faces:
        found[path] = faces
