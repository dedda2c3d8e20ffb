"""Access tokens of programs, keys of feeds, and the answers stored so that a repeated request gets the same one."""

from __future__ import annotations

from django.conf import settings
from django.db import models

from league.models.leagues import League


class AccessToken(models.Model):
    """A token by which a program acts for a person in one league; only its SHA-256 is stored.

    `shown` is how it begins, by which its person recognizes it. `scopes` are `read`, `report`, `commission` and
    `act:<franchise>`: a token never allows more than its person may do at the time.
    """

    league = models.ForeignKey(League, on_delete=models.PROTECT, related_name="tokens")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="tokens")
    name = models.CharField(max_length=60)
    shown = models.CharField(max_length=20)
    digest = models.CharField(max_length=64, unique=True)
    scopes = models.JSONField(default=list)
    made_at = models.DateTimeField()
    expires_at = models.DateTimeField()
    used_at = models.DateTimeField(null=True)
    revoked_at = models.DateTimeField(null=True)

    class Meta:
        indexes = [models.Index(fields=["user", "league"], name="tokens_of_a_person")]

    def __str__(self) -> str:
        return f"{self.name} ({self.shown}…)"


class FeedKey(models.Model):
    """The key with which a person's calendar and feed reader fetch a league's calendar and feed, and nothing else.

    Only its SHA-256 is stored; `shown` is how it begins, by which its person recognizes it. A person has one in a
    league at most. It is deleted when it is revoked, and when they leave.
    """

    league = models.ForeignKey(League, on_delete=models.PROTECT, related_name="feed_keys")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="feed_keys")
    shown = models.CharField(max_length=20)
    digest = models.CharField(max_length=64, unique=True)
    made_at = models.DateTimeField()
    used_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["league", "user"], name="one_feed_key_a_person")]

    def __str__(self) -> str:
        return f"{self.shown}…"


class StoredAnswer(models.Model):
    """The answer to a request, under the key its sender chose: a repeated request gets the same bytes.

    `asked` is the SHA-256 of the request's method, address and body.
    """

    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    key = models.CharField(max_length=120)
    asked = models.CharField(max_length=64)
    status = models.PositiveSmallIntegerField()
    kind = models.CharField(max_length=60)
    body = models.BinaryField()
    at = models.DateTimeField(db_index=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["user", "key"], name="one_answer_a_key")]

    def __str__(self) -> str:
        return f"{self.status} to {self.key}"
