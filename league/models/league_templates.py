"""League templates: how a league is played, without its people, for others to found leagues from."""

from __future__ import annotations

import secrets

from django.conf import settings
from django.db import models
from django.db.models import Q


def new_template_key() -> str:
    """The name of a template in addresses, 12 hex digits."""
    return secrets.token_hex(6)


class LeagueTemplate(models.Model):
    """A template: `contents` is the document that leagues are founded from, in its newest `version`.

    Only its `maker` sees it until it is published, and nobody else while the operator hides it. `credit` is the maker
    of the template it was copied from. `made_of` is the league it was made of, empty if that was deleted or if the
    template was imported or copied. `reveals` says that members alone could read something in it when it was made.
    `system` is the match system, and `uses` counts the leagues that were founded from it.
    """

    key = models.CharField(max_length=12, primary_key=True, default=new_template_key)
    maker = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="league_templates"
    )
    credit = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+")
    title = models.CharField(max_length=80)
    about = models.TextField(blank=True)
    contents = models.JSONField()
    system = models.CharField(max_length=60)
    version = models.PositiveIntegerField(default=1)
    made_of = models.CharField(max_length=60, blank=True, default="")
    reveals = models.BooleanField(default=False)
    made_at = models.DateTimeField()
    changed_at = models.DateTimeField()
    published_at = models.DateTimeField(null=True)
    hidden_at = models.DateTimeField(null=True)
    uses = models.PositiveIntegerField(default=0)

    class Meta:
        constraints = [
            models.CheckConstraint(condition=Q(version__gte=1), name="template_version_from_one"),
        ]
        indexes = [
            models.Index(
                fields=["published_at"], name="templates_published", condition=Q(published_at__isnull=False)
            ),
        ]

    def __str__(self) -> str:
        return f"{self.title}, version {self.version}"

    @property
    def is_listed(self) -> bool:
        """Whether everybody may read it."""
        return self.published_at is not None and self.hidden_at is None
