"""In which language a person wants the site."""

from __future__ import annotations

from django.conf import settings
from django.db import models


class LanguageChoice(models.Model):
    """The language a person chose, for every browser they log in with; it is theirs, not a league's."""

    user = models.OneToOneField(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, primary_key=True, related_name="language_choice"
    )
    language = models.CharField(max_length=8)

    def __str__(self) -> str:
        return f"{self.language} for {self.user_id}"
