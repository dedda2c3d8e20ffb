"""A published league template of nobody in the league under test, for tests of every address and operation."""

from __future__ import annotations

from typing import Any

from django.contrib.auth import get_user_model
from django.utils import timezone

from api.league_templates.examples import DOCUMENT, KEY
from league.league_templates.document import convert_document
from league.league_templates.template_changes import import_template, publish_template
from league.models import LeagueTemplate


def sample_template(*, maker: Any = None, published: bool = True) -> LeagueTemplate:
    """The template of the examples: by Vera or that maker, and published unless that is not wanted."""
    found = LeagueTemplate.objects.filter(key=KEY).first()
    if found is not None and maker in (None, found.maker):
        return found
    LeagueTemplate.objects.filter(key=KEY).delete()
    if maker is None:
        maker = get_user_model().objects.create_user("vera", email="vera@example.org", first_name="Vera")
    at = timezone.now()
    made = import_template(document=convert_document(DOCUMENT), user=maker, leaves_out=False, at=at, key=KEY)
    return publish_template(template=made, user=maker, confirmed=True, at=at) if published else made
