"""The one tag links go through."""

from django import template

from league.pages.routes import address

register = template.Library()


@register.simple_tag
def to(thing: object) -> str:
    """The address of the page about that thing."""
    return address(thing)
