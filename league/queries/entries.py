"""The journal as a viewer may see it: a sealed entry shows only its seal until its step is reached."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from django.db.models import (
    BinaryField,
    BooleanField,
    Case,
    Count,
    Exists,
    F,
    Field,
    Max,
    OuterRef,
    Q,
    QuerySet,
    Subquery,
    TextField,
    Value,
    When,
)
from django.db.models.functions import Cast, Coalesce
from django.db.models.lookups import Contains

from league.access import STEWARD, Viewer
from league.models import Entry, Membership, Retold, Season
from rules.campaign.core.command import COMMAND_TYPES

SHARED_COMMANDS = sorted(tag for tag, row in COMMAND_TYPES.items() if row.cls.shared)
"""The commands that several franchises may read under their seal."""

SEALED_ENTRIES = Entry.objects.filter(season_id=OuterRef("season_id"), opened_by=None).exclude(seal="")
"""Sealed entries that nothing has opened. The digest of a state that contains their effects would give them away."""
AMENDED_ENTRIES = Retold.objects.filter(season_id=OuterRef("season_id"), number=OuterRef("number"))
"""What replaces the contents of an entry since it was amended."""
BODY_ANNOTATIONS = ("read_body", "read_retold")
ACTIVE_MEMBERSHIPS = Membership.objects.exclude(role=Membership.Role.FORMER)
"""Memberships whose handle still stands for a role."""
COMMISSIONER_FRANCHISES = Membership.objects.filter(
    role=Membership.Role.OWNER,
    user__memberships__handle=OuterRef("actor"),
    user__memberships__role=Membership.Role.COMMISSIONER,
    league_id=F("user__memberships__league_id"),
).order_by("pk")
"""The franchises of a commissioner who gave an entry: a person who rules and plays is named as both."""
READABLE_ANNOTATIONS: dict[str, tuple[Any, type[Field[Any, Any]]]] = {
    "read_command": (F("command"), TextField),
    "read_actor": (F("actor"), TextField),
    "read_role": (Subquery(ACTIVE_MEMBERSHIPS.filter(handle=OuterRef("actor")).values("role")[:1]), TextField),
    "read_runs": (Subquery(COMMISSIONER_FRANCHISES.values("franchise__name")[:1]), TextField),
    "read_owner": (F("on_behalf_of"), TextField),
    "read_reason": (F("reason"), TextField),
    "read_digest": (
        Case(
            When(Exists(SEALED_ENTRIES.filter(number__lte=OuterRef("number"))), then=Value("")), default=F("digest")
        ),
        TextField,
    ),
    "read_body": (F("body"), BinaryField),
    "read_retold": (Subquery(AMENDED_ENTRIES.values("body")[:1]), BinaryField),
}
"""The contents of an entry, for those who may read it."""
PUBLIC_COLUMNS = ("season_id", "number", "at", "seal", "hash")
"""The columns of an entry that are public from the first moment."""


def readable_by(viewer: Viewer) -> Q:
    """Entries that are public, whose seal was opened, or that the viewer gave or had given for a franchise of theirs.

    An entry that is shared under its seal can be read by the owner of every franchise that it names.
    """
    seen = Q(seal="") | Q(opened_by__isnull=False)
    if viewer.handles:
        seen |= Q(actor__in=sorted(viewer.handles))
    own = [franchise.pk.rsplit("/", 1)[-1] for franchise in viewer.franchises]
    if own:
        seen |= Q(on_behalf_of__in=own)
    for franchise in own:
        seen |= Q(Contains(Cast("subjects", TextField()), f'"{franchise}"'), command__in=SHARED_COMMANDS)
    return seen


def all_entries(season: str, viewer: Viewer) -> QuerySet[Entry]:
    """Every entry, the newest first. Of one the viewer may not read, only number, time, seal and hash are fetched.

    `may_read` says which. Its contents are in `read_command`, `read_actor` with their `read_role` and the franchise
    they `read_runs`, `read_owner`, `read_reason`, `read_digest`, `read_body` and `read_retold`, which are empty where
    it is sealed.
    """
    seen = readable_by(viewer)
    return _annotated(
        Entry.objects.filter(season_id=season),
        may_read=Case(When(seen, then=Value(True)), default=Value(False), output_field=BooleanField()),
        **{
            name: Case(
                When(seen, then=expression),
                default=None if name in BODY_ANNOTATIONS else Value(""),
                output_field=kind(),
            )
            for name, (expression, kind) in READABLE_ANNOTATIONS.items()
        },
    )


def visible_entries(season: str, viewer: Viewer) -> QuerySet[Entry]:
    """The entries the viewer may read, the newest first, as in `all_entries`; sealed ones are left out."""
    return _annotated(
        Entry.objects.filter(readable_by(viewer), season_id=season),
        may_read=Value(True),
        **{name: expression for name, (expression, _) in READABLE_ANNOTATIONS.items()},
    )


def _annotated(entries: QuerySet[Entry], **read: Any) -> QuerySet[Entry]:
    return entries.annotate(**read).only(*PUBLIC_COLUMNS).order_by("-number")


def has_sealed_entries(season: str) -> bool:
    """Whether a season has an entry that is still sealed: then nobody may see the season's digest."""
    return Entry.objects.filter(season_id=season, opened_by=None).exclude(seal="").exists()


def public_digests(rows: Collection[Season]) -> dict[str, str]:
    """The digests of seasons' states by their ids; empty while sealed contents could be guessed from one."""
    sealed = Entry.objects.filter(season__in=[row.pk for row in rows], opened_by=None).exclude(seal="")
    shut = set(sealed.values_list("season_id", flat=True).distinct())
    return {row.pk: "" if row.pk in shut else row.digest for row in rows}


def entries_naming(season: str, viewer: Viewer, subject: str) -> QuerySet[Entry]:
    """The readable entries that name a subject by its short name; a sealed one never matches a name."""
    return (
        visible_entries(season, viewer)
        .alias(named=Cast("subjects", TextField()))
        .filter(named__contains=f'"{subject}"')
    )


def entries_about(season: str, viewer: Viewer, subject: str) -> QuerySet[Entry]:
    """The readable entries that may say something about a subject, the oldest first.

    They are those that name it by its short name, and those whose facts an amend changed, since these may now be
    about others.
    """
    entries = visible_entries(season, viewer).alias(named=Cast("subjects", TextField()))
    return entries.filter(Q(named__contains=f'"{subject}"') | Exists(AMENDED_ENTRIES)).order_by("number")


AFTER_EVERY_ENTRY = 2**31 - 1
"""A number greater than any entry's."""


def entries_of_match(season: str, viewer: Viewer, match: str, *, shopping: Collection[str]) -> QuerySet[Entry]:
    """The readable entries that name a match, and all of the commands in `shopping` while its shops were open.

    The latter may belong to franchises in another match of the round: they name no match.
    """
    naming_it = (
        Entry.objects.filter(season_id=season)
        .alias(named=Cast("subjects", TextField()))
        .filter(named__contains=f'"{match}"')
    )
    opened = Subquery(naming_it.filter(command="open_shopping").values("number")[:1])
    closed = Coalesce(
        Subquery(naming_it.filter(command="settle_match").values("number")[:1]), Value(AFTER_EVERY_ENTRY)
    )
    return (
        visible_entries(season, viewer)
        .alias(named=Cast("subjects", TextField()))
        .filter(
            Q(named__contains=f'"{match}"') | Q(command__in=sorted(shopping), number__gt=opened, number__lt=closed)
        )
    )


def entries_of_commands(season: str, viewer: Viewer, commands: Collection[str]) -> QuerySet[Entry]:
    """The readable entries of those commands."""
    return visible_entries(season, viewer).filter(command__in=sorted(commands))


def acts_on_behalf(season: str, viewer: Viewer) -> QuerySet[Any, Any]:
    """What commissioners did on owners' behalf (HOUSE-007), by `on_behalf_of` and `reason`, the latest first.

    `times` is how many such entries are readable, and `last` the number of the last.
    """
    return (
        Entry.objects.filter(readable_by(viewer), season_id=season, on_behalf_of__gt="")
        .exclude(actor=STEWARD)
        .values("on_behalf_of", "reason")
        .annotate(times=Count("pk"), last=Max("number"))
        .order_by("-last")
    )
