"""Leagues, who belongs to them, and what was done to them outside any season."""

from __future__ import annotations

import secrets

from django.conf import settings
from django.db import models
from django.db.models import F, Q


def new_handle() -> str:
    """An opaque name for a member, 16 hex digits: the journal contains it and never a person's name."""
    return secrets.token_hex(8)


class League(models.Model):
    """A league: its short name (the first part of every id in it), its title, and who may read it.

    `renamings` counts how often something in it was renamed, so that programs read again what was called otherwise.
    Since `archived_at` it is archived, and at `delete_at` it will be deleted: in both cases it can only be read.
    `gone_at` is when its deletion began; from then on nothing of it is shown. If it was founded from a league
    template, `template_key` and `template_version` say which.
    """

    id = models.CharField(max_length=60, primary_key=True)
    name = models.CharField(max_length=120)
    public = models.BooleanField(default=True, db_default=True)
    founded_at = models.DateTimeField()
    renamings = models.PositiveIntegerField(default=0, db_default=0)
    archived_at = models.DateTimeField(null=True)
    delete_at = models.DateTimeField(null=True)
    gone_at = models.DateTimeField(null=True)
    template_key = models.CharField(max_length=12, blank=True, default="", db_default="")
    template_version = models.PositiveIntegerField(null=True)

    def __str__(self) -> str:
        return self.name

    @property
    def is_read_only(self) -> bool:
        """Whether nothing in the league changes any more, because it is archived or will be deleted."""
        return not (self.archived_at is None and self.delete_at is None and self.gone_at is None)


class Membership(models.Model):
    """A person in a league, in one role; an owner's franchise is named here and in no journal.

    A person who owns several franchises, where the season allows it (DM-C-059), has a membership for each. A person
    who has left is a former member: their membership lets them do and see nothing, but the handle stays theirs, since
    journals contain it.
    """

    class Role(models.TextChoices):
        COMMISSIONER = "commissioner", "Commissioner"
        OWNER = "owner", "Owner"
        SPECTATOR = "spectator", "Spectator"
        FORMER = "former", "Former member"

    league = models.ForeignKey(League, on_delete=models.PROTECT, related_name="memberships")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="memberships")
    role = models.CharField(max_length=12, choices=Role.choices)
    franchise = models.ForeignKey(
        "franchises.Franchise", on_delete=models.PROTECT, null=True, blank=True, related_name="owners"
    )
    handle = models.CharField(max_length=121, unique=True, default=new_handle)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["league", "user", "role"],
                condition=Q(franchise=None) & ~Q(role="former"),
                name="one_membership_a_role",
            ),
            models.UniqueConstraint(fields=["franchise"], condition=Q(role="owner"), name="one_owner_a_franchise"),
            models.CheckConstraint(
                condition=Q(role__in=["commissioner", "owner", "spectator", "former"]),
                name="membership_role_is_known",
            ),
            models.CheckConstraint(
                condition=Q(role="owner") | Q(franchise=None), name="only_owners_have_a_franchise"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.role} {self.handle}"


class Invitation(models.Model):
    """A link by which people join a league in one role, until it expires, is used up, or is revoked.

    Only the SHA-256 of its token is stored. An owner's invitation names the franchise they will run, or none: then
    they choose one that nobody owns.
    """

    league = models.ForeignKey(League, on_delete=models.PROTECT, related_name="invitations")
    digest = models.CharField(max_length=64, unique=True)
    role = models.CharField(max_length=12, choices=Membership.Role.choices)
    franchise = models.ForeignKey("franchises.Franchise", on_delete=models.PROTECT, null=True, related_name="+")
    made_at = models.DateTimeField()
    made_by = models.CharField(max_length=121)
    expires_at = models.DateTimeField()
    uses = models.PositiveIntegerField(default=1)
    used = models.PositiveIntegerField(default=0)
    revoked_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [
            models.CheckConstraint(condition=Q(used__lte=F("uses")), name="invitation_not_overused"),
        ]

    def __str__(self) -> str:
        return f"invitation {self.pk} to {self.league_id}"


class LeagueLog(models.Model):
    """What was done to a league outside its seasons (founded, joined, left): only appended, never changed.

    Handles stand for people; `reason` is that of a commissioner who acted on somebody else.
    """

    league = models.ForeignKey(League, on_delete=models.PROTECT, related_name="log")
    at = models.DateTimeField()
    actor = models.CharField(max_length=121)
    what = models.CharField(max_length=40)
    subject = models.CharField(max_length=250)
    reason = models.CharField(max_length=1000, default="", db_default="")

    def __str__(self) -> str:
        return f"{self.what} {self.subject}"
