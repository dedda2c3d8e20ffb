"""How many notices wait in the inbox of whoever looks at a page."""

from django import template
from django.template import Context

from league.queries.user_notices import unread_count_of_user

register = template.Library()


@register.simple_tag(takes_context=True)
def unread_count(context: Context) -> int:
    """How many notices the visitor has not read, in all their leagues.

    On a league's pages that comes with their membership; elsewhere it is asked for.
    """
    request = context.get("request")
    if request is None or not getattr(request, "user", None) or not request.user.is_authenticated:
        return 0
    viewer = getattr(request, "viewer", None)
    known = context.get("unread") if viewer is None else viewer.unread
    if known is None and viewer is not None and hasattr(request.user, "unread"):
        known = request.user.unread or 0
    return unread_count_of_user(request.user) if known is None else known
