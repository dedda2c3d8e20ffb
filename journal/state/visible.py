"""What somebody may see of a season's state, and how what they give is judged by it: before anything sealed opens, it
has no influence on what they are answered.

A batch is judged on the state as its giver may see it, with made-up dice, and what that refuses is refused in the
same words whatever is sealed, and however the season's own dice would fall. What only the whole state refuses is
answered without saying what it was; that tells something all the same, as a lock must, so the attempt is written into
the league's log.
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
"""What the league's log calls a command that something sealed from its giver refused."""


def reader_of(row: Season, season: state.Season, viewer: Viewer) -> Reader:
    """Whose sealed choices a viewer may see: those of the franchises they own, in their sandbox everybody's.

    A commissioner also reads the trade offers that are made to seats nobody owns.
    """
    maker = sandbox_maker(row)
    if maker is not None and any(membership.user_id == maker for membership in viewer.memberships):
        everybody = frozenset(season.franchises)
        return Reader(owns=everybody, answers=everybody)
    owns = frozenset(_short_id(franchise.pk) for franchise in viewer.franchises)
    if not viewer.is_commissioner:
        return Reader(owns=owns, answers=owns)
    owned = {_short_id(id) for id in _owned_franchise_ids(row.league_id)}
    return Reader(owns=owns, answers=owns | {id for id in season.franchises if id not in owned})


def load_visible_state(row: Season, viewer: Viewer) -> tuple[state.Season, Reader]:
    """The season as its tables have it, without what is sealed from the viewer; and whose choices they may see."""
    season = store.load(row).season
    reader = reader_of(row, season, viewer)
    hide_from_reader(season, reader)
    return season, reader


def visible_earlier_state(row: Season, before: state.Season, viewer: Viewer) -> tuple[state.Season, Reader]:
    """A season as it was earlier, without what is sealed from the viewer still; and whose choices they may see."""
    reader = reader_of(row, before, viewer)
    if hidden_seals(before, reader):
        hide_from_reader(before, reader, now=store.load(row).season)
    return before, reader


def public_state(row: Season) -> state.Season:
    """The season as its tables have it, without anything that is sealed from anybody."""
    season = store.load(row).season
    hide_from_reader(season, PUBLIC_READER)
    return season


@dataclass(frozen=True, slots=True)
class GiverView:
    """How a batch looks to its giver: `seen` is what they may see of the season, itself where that is `all` of it."""

    row: Season
    seen: state.Season
    reader: Reader
    all: bool
    actor: str
    at: datetime
    typed: TypedFaces | None = None

    def refuse_by_visible_state(self, commands: Sequence[Command]) -> None:
        """Raise what is refused by what the giver may see alone, with the season's own dice."""
        no = None if self.all else _first_refusal(self.row, self.seen, commands, self.reader, self.typed)
        if no is not None:
            raise no

    def masked_refusal(self, no: Refusal, commands: Sequence[Command]) -> Refusal:
        """What the giver is told of a refusal by the whole season: where something sealed refused, not what."""
        if self.all:
            return no
        whole = store.load(self.row).season
        if (refused := _first_refusal(self.row, whole, commands, self.reader, self.typed)) is None:
            return no
        command = commands[refused.place or 0]
        answer = command.sealed_refusal(whole, self.reader)
        answer.place = refused.place
        about = f"{tag_of(type(command))} {getattr(command, 'match', '')}".strip()
        answer.attempt = attempt_log_row(self.row, about, actor=self.actor, at=self.at)
        return answer


def make_giver_view(
    row: Season, season: state.Season, *, actor: str, at: datetime, typed: TypedFaces | None = None
) -> GiverView:
    """How a batch that is about to be performed on `season` looks to its giver."""
    if not hidden_seals(season, PUBLIC_READER):
        return GiverView(row, season, PUBLIC_READER, all=True, actor=actor, at=at)
    reader = reader_of(row, season, viewer_of_actor(row.league_id, actor))
    if not hidden_seals(season, reader):
        return GiverView(row, season, reader, all=True, actor=actor, at=at)
    return GiverView(row, visible_season(season, reader), reader, all=False, actor=actor, at=at, typed=typed)


def attempt_log_row(row: Season, about: str, *, actor: str, at: datetime) -> dict[str, Any]:
    """What the league's log is told of something that was tried in a season and that something sealed refused."""
    subject = f"{about} ({row.name})"[:LONGEST_SUBJECT]
    return {"league_id": row.league_id, "at": at, "actor": actor, "what": SEALED_ATTEMPT, "subject": subject}


@contextmanager
def log_sealed_attempts() -> Iterator[None]:
    """Have an attempt that something sealed refuses meanwhile written into the league's log.

    Stands outside the transaction that the refusal undoes. Whoever undoes one around that leaves the trace again.
    """
    try:
        yield
    except RefusedUnderSeal as no:
        log_if_sealed(no)
        raise


def log_if_sealed(no: Refusal) -> None:
    """Write into the league's log that something sealed refused what was asked; of other refusals nothing."""
    if isinstance(no, RefusedUnderSeal) and no.attempt is not None:
        LeagueLog.objects.create(**no.attempt)


def _first_refusal(
    row: Season, season: state.Season, commands: Sequence[Command], reader: Reader, typed: TypedFaces | None
) -> Refusal | None:
    """What a batch is refused for on a state, which is left as it was then; None where it is not."""
    aside = unread_set_aside_paths(row)

    def dice(*, by_itself: bool) -> Dice:
        faces = usable_faces(typed, season, by_itself=by_itself)
        return dice_for_command(row, season, faces, aside=aside, key=made_up_key(row.pk, row.length + 1, 0))

    try:
        for place, command in enumerate(commands):
            with refusals_at_place(place):
                perform_as_reader(season, command, dice(by_itself=False), reader=reader)
                perform_due_commands(season, lambda: dice(by_itself=True))
    except Refusal as no:
        return no
    return None


def _short_id(id: Any) -> str:
    return str(id).rpartition("/")[2]


@cached_sql
def _owned_franchise_ids(league: str) -> QuerySet[Membership, str]:
    owners = Membership.objects.filter(league_id=league, role=Membership.Role.OWNER, franchise_id__isnull=False)
    return owners.values_list("franchise_id", flat=True)
