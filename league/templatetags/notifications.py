"""Template tag for the number of unread notices."""

from django import template
from django.template import Context

from league.queries.notices import unread_count_of_user

register = template.Library()


@register.simple_tag(takes_context=True)
def unread_count(context: Context) -> int:
    """The number of the visitor's unread notices in all their leagues.

    On pages of a league the viewer or user already has it, on some others the context; else it is queried.
    """
    request = context.get("request")
    if request is None or not getattr(request, "user", None) or not request.user.is_authenticated:
        return 0
    viewer = getattr(request, "viewer", None)
    count = context.get("unread") if viewer is None else viewer.unread
    if count is None and viewer is not None and hasattr(request.user, "unread"):
        count = request.user.unread or 0
    return unread_count_of_user(request.user) if count is None else count
