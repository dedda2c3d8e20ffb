"""The base of forms about one match of a franchise."""

from __future__ import annotations

from typing import Any

from django import forms

from explain import links
from explain.printed_names import as_title
from league.pages.command_forms.base import CommandForm
from league.pages.command_forms.context import CommandContext
from league.pages.command_forms.fields import LenientChoiceField
from league.queries.names import title_in_season
from rules.campaign.core import state


class FranchiseMatchForm(CommandForm):
    """A form with a `match` of the franchise; the field is hidden if only one match is possible."""

    match = LenientChoiceField(label="Match")

    def lay_out(self) -> None:
        """Offer the franchise's matches at the command's steps, and choose the only one or the requested one."""
        desk = self.desk
        at_step = [id for id in franchise_matches(desk) if desk.season.match(id).step in self.row.steps]
        self.offer("match", [(id, match_label(desk.season, id)) for id in at_step])
        if len(at_step) == 1:
            self.initial.setdefault("match", at_step[0])
        if field_value(self, "match") or len(at_step) == 1:
            self.fields["match"].widget = forms.HiddenInput()

    @property
    def match_id(self) -> str:
        """The chosen match, "" if none is chosen or the season has no such match."""
        value = field_value(self, "match")
        return value if value in self.desk.season.matches else ""

    @property
    def awaited(self) -> str:
        """The wait for the franchises of the chosen match, while it is at a step of the command."""
        step = self.desk.season.match(self.match_id).step if self.match_id else ""
        return f"{step}/{self.match_id}" if step in self.row.steps else ""

    @property
    def line_up(self) -> state.LineUp | None:
        """The franchise's line-up in that match, None if it has none."""
        return self.desk.season.line_ups.get(f"{self.match_id}.{self.desk.franchise}")

    @property
    def match_name(self) -> str:
        """The match in words, "" if none is chosen."""
        return match_label(self.desk.season, self.match_id) if self.match_id else ""

    def get_success_url(self) -> str:
        """The match's page."""
        return links.match_url(f"{self.desk.row.pk}/{self.match_id}") if self.match_id else ""


def field_value(form: forms.Form, name: str) -> str:
    """The value of a form's field before validation: what was sent, or its initial value."""
    value: Any = form.data.get(name) if form.is_bound else form.initial.get(name)
    return str(value or "")


def franchise_matches(desk: CommandContext) -> list[str]:
    """The matches the franchise is in, in playing order."""
    season = desk.season
    own_matches = {line_up.match for line_up in season.line_ups.values() if line_up.franchise == desk.franchise}
    return [
        match.id for round in season.all_rounds() for match in season.matches_of(round.id) if match.id in own_matches
    ]


def match_label(season: state.Season, match: str) -> str:
    """A match in words, such as "Round 2, match A: Race"."""
    match_state = season.match(match)
    return f"{title_in_season(season, match)}: {as_title(match_state.event)}"
