"""The journal as a viewer may see it: sealed entries show only their seal until their step has come."""

from __future__ import annotations

from django.db.models import (
    BinaryField,
    BooleanField,
    Case,
    F,
    OuterRef,
    Q,
    QuerySet,
    Subquery,
    TextField,
    Value,
    When,
)
from django.db.models.functions import Cast

from league.access import Viewer
from league.models import Entry, Membership

SHOWN_OF_ALL = ("season_id", "number", "at", "seal", "hash")
"""The columns of an entry that are public from the first moment."""


def open_to(viewer: Viewer) -> Q:
    """Entries that are public, whose seal was opened, or that the viewer gave or had given for his franchise."""
    seen = Q(seal="") | Q(opened_by__isnull=False)
    if viewer.handles:
        seen |= Q(actor__in=sorted(viewer.handles))
    if viewer.franchise is not None:
        seen |= Q(on_behalf_of=viewer.franchise.pk.rsplit("/", 1)[-1])
    return seen


def chain(season: str, viewer: Viewer) -> QuerySet[Entry]:
    """Every entry, newest first. One the viewer may not read keeps its number, time, seal and hash only.

    `may_read` says which. What it says stands in `read_command`, `read_actor` with its `read_role`, `read_owner`,
    `read_reason`, `read_digest` and `read_body`, which are empty where it is sealed; nothing else of it is fetched.
    """
    seen = open_to(viewer)
    role = Membership.objects.filter(handle=OuterRef("actor")).values("role")[:1]
    return (
        Entry.objects.filter(season_id=season)
        .annotate(
            may_read=Case(When(seen, then=Value(True)), default=Value(False), output_field=BooleanField()),
            read_command=Case(When(seen, then=F("command")), default=Value(""), output_field=TextField()),
            read_actor=Case(When(seen, then=F("actor")), default=Value(""), output_field=TextField()),
            read_role=Case(When(seen, then=Subquery(role)), default=Value(""), output_field=TextField()),
            read_owner=Case(When(seen, then=F("on_behalf_of")), default=Value(""), output_field=TextField()),
            read_reason=Case(When(seen, then=F("reason")), default=Value(""), output_field=TextField()),
            read_digest=Case(When(seen, then=F("digest")), default=Value(""), output_field=TextField()),
            read_body=Case(When(seen, then=F("body")), default=None, output_field=BinaryField()),
        )
        .only(*SHOWN_OF_ALL)
        .order_by("-number")
    )


def visible_entries(season: str, viewer: Viewer) -> QuerySet[Entry]:
    """The entries the viewer may read, newest first, as in `chain`; the sealed ones are left out."""
    return chain(season, viewer).filter(open_to(viewer))


def naming(season: str, viewer: Viewer, subject: str) -> QuerySet[Entry]:
    """The readable entries that name a subject by its short name; a sealed one never answers to a name."""
    return (
        visible_entries(season, viewer)
        .alias(named=Cast("subjects", TextField()))
        .filter(named__contains=f'"{subject}"')
    )
