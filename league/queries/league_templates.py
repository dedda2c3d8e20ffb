"""Templates of leagues that a person may read, and the one that a league was founded from."""

from __future__ import annotations

from typing import Any

from django.db.models import Q, QuerySet

from league.models import League, LeagueTemplate

NEWEST, MOST_USED = "newest", "most-used"
ORDERS = {NEWEST: ("-published_at", "key"), MOST_USED: ("-uses", "-published_at", "key")}
"""How listed templates are sorted, by the value that asks for it."""


def listed_templates(*, words: str = "", system: str = "", order: str = NEWEST) -> QuerySet[LeagueTemplate]:
    """The templates that everybody may read.

    Every one of the `words` is in the title, in the description, or in its maker's name. `system` is
    a match system or empty for any. Raises `KeyError` for an order that is not in `ORDERS`.
    """
    found = LeagueTemplate.objects.filter(published_at__isnull=False, hidden_at=None)
    for word in words.split():
        named = Q(maker__is_active=True) & (Q(maker__first_name__icontains=word))
        unnamed = Q(maker__is_active=True, maker__first_name="", maker__username__icontains=word)
        found = found.filter(Q(title__icontains=word) | Q(about__icontains=word) | named | unnamed)
    if system:
        found = found.filter(system=system)
    return found.select_related("maker", "credit").order_by(*ORDERS[order])


def own_templates(user: Any) -> QuerySet[LeagueTemplate]:
    """The templates that a person made or copied, the last changed first; none for a stranger."""
    if not user.is_authenticated:
        return LeagueTemplate.objects.none()
    found = LeagueTemplate.objects.filter(maker=user)
    return found.select_related("maker", "credit").order_by("-changed_at", "key")


def readable_template(user: Any, key: str) -> LeagueTemplate | None:
    """The template of that key, if the person made it or everybody may read it."""
    readable = Q(published_at__isnull=False, hidden_at=None)
    if user.is_authenticated:
        readable |= Q(maker=user)
    return LeagueTemplate.objects.filter(readable, key=key).select_related("maker", "credit").first()


def template_of_league(league: League) -> LeagueTemplate | None:
    """The template that a league was founded from, while everybody may read it."""
    if not league.template_key:
        return None
    return LeagueTemplate.objects.filter(key=league.template_key, published_at__isnull=False, hidden_at=None).first()
