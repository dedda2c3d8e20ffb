"""What a person is shown once their command is performed: a sentence, and the page to go back to."""

from __future__ import annotations

from urllib.parse import urlsplit

from django.template.loader import render_to_string
from django.utils.html import format_html
from django.utils.http import url_has_allowed_host_and_scheme

from explain import links
from explain.fact_rendering import render_fact, render_roll
from explain.name_lookup import complete_names
from journal import BatchResult
from journal.entry_body import load_body
from league.pages.command_forms.base import CommandForm
from league.pages.command_forms.page import success_url
from rules.campaign.match_day.settlement import SettlementReckoned

SECTION_TAG = "at-"
"""Before the id of a section in the extra tags of the message that it shows."""
MOST_FACTS_SHOWN = 3
"""The most facts in the success message; the entry has all of them."""
MOST_ROLLS_SHOWN = 6
"""The most rolls whose dice stand in the success message."""


def success_message(form: CommandForm, answer: BatchResult) -> str:
    """The success message: the first facts in sentences, what follows from them, and a link to the entry."""
    desk = form.desk
    facts = answer.facts[:MOST_FACTS_SHOWN]
    names = complete_names(desk.called.names, facts)
    message = " ".join(render_fact(fact, names).sentence for fact in facts) or f"{form.title}: done."
    message = f"{message} {form.consequence()}".strip()
    more = len(answer.facts) - len(facts)
    number = answer.entries[0].number
    rolls = (
        []
        if teams_with_new_card(answer)  # its dice fall on the cards of its teams
        else [render_roll(roll) for entry in answer.entries for roll in load_body(entry.entry.body).new_rolls()]
    )[:MOST_ROLLS_SHOWN]
    return format_html(
        '{}{}{}{} <a href="{}">{}{}</a>',
        "This was already done. " if answer.repeated else "",
        "" if answer.left_out is None else f"{answer.left_out.sentence} ",
        message,
        render_to_string("partials/answer_dice.html", {"rolls": rolls}) if rolls else "",
        links.entry_url(desk.row.pk, number),
        "In the journal",
        f", with {more} more line{'' if more == 1 else 's'}" if more > 0 else "",
    )


def teams_with_new_card(answer: BatchResult) -> set[str]:
    """The franchises, by short id, that have a card to open since a command: their match was settled by it."""
    return {fact.franchise for fact in answer.facts if isinstance(fact, SettlementReckoned)}


def answer_section(url: str) -> str:
    """The extra tag of a success message: the section of the page it leads to, which then shows it; "" for none."""
    section = urlsplit(url).fragment
    return f"{SECTION_TAG}{section}" if section else ""


def return_url(form: CommandForm) -> str:
    """The URL to redirect to after success: the form's `back` if it is a safe path of this site."""
    url = form.cleaned_data.get("back", "")
    if url.startswith("/") and url_has_allowed_host_and_scheme(url, allowed_hosts=None):
        return url
    return success_url(form)
