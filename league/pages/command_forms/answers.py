"""What a person is shown once their command is performed: a sentence, and the page to go back to."""

from __future__ import annotations

from django.utils.html import format_html
from django.utils.http import url_has_allowed_host_and_scheme

from explain import links
from explain.fact_rendering import render_fact
from explain.name_lookup import complete_names
from journal import BatchResult
from league.pages.command_forms.base import CommandForm
from league.pages.command_forms.page import success_url

MOST_FACTS_SHOWN = 3
"""The most facts in the success message; the entry has all of them."""


def success_message(form: CommandForm, answer: BatchResult) -> str:
    """The success message: the first facts in sentences, and a link to the entry."""
    desk = form.desk
    facts = answer.facts[:MOST_FACTS_SHOWN]
    names = complete_names(desk.called.names, facts)
    message = " ".join(render_fact(fact, names).sentence for fact in facts) or f"{form.title}: done."
    more = len(answer.facts) - len(facts)
    number = answer.entries[0].number
    return format_html(
        '{}{}{} <a href="{}">{}{}</a>',
        "This was done already. " if answer.repeated else "",
        "" if answer.left_out is None else f"{answer.left_out.sentence} ",
        message,
        links.entry_url(desk.row.pk, number),
        f"Entry {number}",
        f", and {more} more" if more > 0 else "",
    )


def return_url(form: CommandForm) -> str:
    """The URL to redirect to after success: the form's `back` if it is a safe path of this site."""
    url = form.cleaned_data.get("back", "")
    if url.startswith("/") and url_has_allowed_host_and_scheme(url, allowed_hosts=None):
        return url
    return success_url(form)
