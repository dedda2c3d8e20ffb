"""The languages that people chose under earlier releases."""

from __future__ import annotations

from django.conf import settings
from django.db import models


class LanguageChoice(models.Model):
    """A person's choice of language. Nothing reads it; servers of the release with two languages still write it."""

    user = models.OneToOneField(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, primary_key=True, related_name="language_choice"
    )
    language = models.CharField(max_length=8)

    def __str__(self) -> str:
        return f"{self.language} for {self.user_id}"
