"""What a member may see of a season's state, and how their commands are judged by it.

Sealed content must not influence answers. A batch is judged on the state visible to its giver, with made-up dice: a
refusal by that state is the same whatever is sealed, and however the season's own dice would fall. If only the whole
state refuses, the answer does not say why. It still reveals that something sealed is in the way, as a lock must, so
the attempt is written to the league's log.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import QuerySet

from journal.amends.dice import made_up_key
from journal.dice.fallen_faces import unread_set_aside_paths
from journal.entry_recorder import TypedFaces, dice_for_command, usable_faces
from journal.state import store
from league.access import Viewer, sandbox_maker, viewer_of_actor
from league.models import LeagueLog, Membership, Season
from rules.campaign.core import state
from rules.campaign.core.command import PUBLIC_READER, Command, Reader, RefusedUnderSeal, tag_of
from rules.campaign.core.visible_state import hidden_seals, hide_from_reader, visible_season
from rules.campaign.play.due_commands import perform_due_commands
from rules.campaign.play.perform import perform_as_reader
from rules.core.dice import Dice
from rules.core.refusals import Refusal, refusals_at_place
from sql.cached_sql import cached_sql

LONGEST_SUBJECT = 250
SEALED_ATTEMPT = "tried in vain"
"""The league log's name for a command that was refused because of something sealed from its giver."""


def reader_of(row: Season, season: state.Season, viewer: Viewer) -> Reader:
    """Whose sealed choices a viewer may see: those of their own franchises; in their own sandbox, everybody's.

    A commissioner also sees trade offers to seats without an owner.
    """
    maker = sandbox_maker(row)
    if maker is not None and any(membership.user_id == maker for membership in viewer.memberships):
        all_franchises = frozenset(season.franchises)
        return Reader(owns=all_franchises, answers=all_franchises)
    owns = frozenset(_short_id(franchise.pk) for franchise in viewer.franchises)
    if not viewer.is_commissioner:
        return Reader(owns=owns, answers=owns)
    owned = {_short_id(id) for id in _owned_franchise_ids(row.league_id)}
    return Reader(owns=owns, answers=owns | {id for id in season.franchises if id not in owned})


def load_visible_state(row: Season, viewer: Viewer) -> tuple[state.Season, Reader]:
    """The season without what is sealed from the viewer, and the reader with the choices they may see."""
    season = store.load(row).season
    reader = reader_of(row, season, viewer)
    hide_from_reader(season, reader)
    return season, reader


def visible_earlier_state(row: Season, before: state.Season, viewer: Viewer) -> tuple[state.Season, Reader]:
    """An earlier state of the season without what is still sealed from the viewer, and the reader."""
    reader = reader_of(row, before, viewer)
    if hidden_seals(before, reader):
        hide_from_reader(before, reader, now=store.load(row).season)
    return before, reader


def public_state(row: Season) -> state.Season:
    """The season without anything that is sealed."""
    season = store.load(row).season
    hide_from_reader(season, PUBLIC_READER)
    return season


@dataclass(frozen=True, slots=True)
class GiverView:
    """What the giver of a batch may see: `seen` is the visible season, the whole one if `all` of it is visible."""

    row: Season
    seen: state.Season
    reader: Reader
    all: bool
    actor: str
    at: datetime
    typed: TypedFaces | None = None

    def refuse_by_visible_state(self, commands: Sequence[Command]) -> None:
        """Raise the first refusal by the visible state alone."""
        refusal = None if self.all else _first_refusal(self.row, self.seen, commands, self.reader, self.typed)
        if refusal is not None:
            raise refusal

    def masked_refusal(self, refusal: Refusal, commands: Sequence[Command]) -> Refusal:
        """The refusal to show the giver: if something sealed caused it, it does not say what."""
        if self.all:
            return refusal
        season = store.load(self.row).season
        if (refused := _first_refusal(self.row, season, commands, self.reader, self.typed)) is None:
            return refusal
        command = commands[refused.place or 0]
        answer = command.sealed_refusal(season, self.reader)
        answer.place = refused.place
        about = f"{tag_of(type(command))} {getattr(command, 'match', '')}".strip()
        answer.attempt = attempt_log_row(self.row, about, actor=self.actor, at=self.at)
        return answer


def make_giver_view(
    row: Season, season: state.Season, *, actor: str, at: datetime, typed: TypedFaces | None = None
) -> GiverView:
    """What the giver of a batch may see of the `season` it will be performed on."""
    if not hidden_seals(season, PUBLIC_READER):
        return GiverView(row, season, PUBLIC_READER, all=True, actor=actor, at=at)
    reader = reader_of(row, season, viewer_of_actor(row.league_id, actor))
    if not hidden_seals(season, reader):
        return GiverView(row, season, reader, all=True, actor=actor, at=at)
    return GiverView(row, visible_season(season, reader), reader, all=False, actor=actor, at=at, typed=typed)


def attempt_log_row(row: Season, about: str, *, actor: str, at: datetime) -> dict[str, Any]:
    """The row for the league's log of an attempt that something sealed refused."""
    subject = f"{about} ({row.name})"[:LONGEST_SUBJECT]
    return {"league_id": row.league_id, "at": at, "actor": actor, "what": SEALED_ATTEMPT, "subject": subject}


@contextmanager
def log_sealed_attempts() -> Iterator[None]:
    """Write an attempt that something sealed refuses within the block to the league's log.

    Use it outside the transaction that the refusal rolls back. If an outer transaction is rolled back too, its owner
    must log the attempt again.
    """
    try:
        yield
    except RefusedUnderSeal as refusal:
        log_if_sealed(refusal)
        raise


def log_if_sealed(refusal: Refusal) -> None:
    """Write a refusal by something sealed to the league's log; other refusals are not logged."""
    if isinstance(refusal, RefusedUnderSeal) and refusal.attempt is not None:
        LeagueLog.objects.create(**refusal.attempt)


def _first_refusal(
    row: Season, season: state.Season, commands: Sequence[Command], reader: Reader, typed: TypedFaces | None
) -> Refusal | None:
    """The refusal of a batch on a state, which is changed up to there; None if it is not refused."""
    aside = unread_set_aside_paths(row)

    def dice(*, by_itself: bool) -> Dice:
        faces = usable_faces(typed, season, by_itself=by_itself)
        return dice_for_command(row, season, faces, aside=aside, key=made_up_key(row.pk, row.length + 1, 0))

    try:
        for place, command in enumerate(commands):
            with refusals_at_place(place):
                perform_as_reader(season, command, dice(by_itself=False), reader=reader)
                perform_due_commands(season, lambda: dice(by_itself=True))
    except Refusal as refusal:
        return refusal
    return None


def _short_id(id: Any) -> str:
    return str(id).rpartition("/")[2]


@cached_sql
def _owned_franchise_ids(league: str) -> QuerySet[Membership, str]:
    owners = Membership.objects.filter(league_id=league, role=Membership.Role.OWNER, franchise_id__isnull=False)
    return owners.values_list("franchise_id", flat=True)
