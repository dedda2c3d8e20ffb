"""Answers to what a person did, shown in the section that asked, and above the page where no section takes them."""

from __future__ import annotations

from typing import Any

from django import template
from django.contrib.messages import get_messages
from django.contrib.messages.storage.base import Message
from django.template.base import NodeList, Parser, Token
from django.template.loader import render_to_string
from django.utils.safestring import SafeString

from league.pages.command_forms.answers import SECTION_TAG

register = template.Library()


@register.tag
def answers_above(parser: Parser, token: Token) -> AnswersNode:  # noqa: ARG001 - Django's signature
    """Around the content of a page: above it stand the messages that no section of it took by `answers_at`."""
    nodelist = parser.parse(("endanswers_above",))
    parser.delete_first_token()
    return AnswersNode(nodelist)


class AnswersNode(template.Node):
    """The messages that are left once the content is rendered, and then the content."""

    def __init__(self, nodelist: NodeList) -> None:
        self.nodelist = nodelist

    def render(self, context: Any) -> SafeString:
        """Render the content first, so that its sections take their messages."""
        content = self.nodelist.render(context)
        return SafeString(_rendered(_waiting(context), above=True) + content)


@register.simple_tag(takes_context=True)
def answers_at(context: Any, section: str) -> SafeString:
    """The messages that answer what was done in the section with that id."""
    waiting = _waiting(context)
    taken = [message for message in waiting if message.extra_tags == f"{SECTION_TAG}{section}"]
    waiting[:] = [message for message in waiting if message not in taken]
    return _rendered(taken, above=False) if taken else SafeString("")


def _waiting(context: Any) -> list[Message]:
    """The messages of the request that nothing has shown yet; they are read from their storage once."""
    request = context.get("request")
    if request is None:
        return []
    if not hasattr(request, "waiting_answers"):
        request.waiting_answers = list(get_messages(request))
    waiting: list[Message] = request.waiting_answers
    return waiting


def _rendered(messages: list[Message], *, above: bool) -> SafeString:
    return render_to_string("partials/answers.html", {"messages": messages, "above": above})
