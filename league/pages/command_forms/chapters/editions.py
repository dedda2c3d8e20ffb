"""The form that adopts a later edition of the rules. Rule HOUSE-008."""

from __future__ import annotations

from explain import links
from journal.edition_preview import ChangedDecision, changed_decisions
from league.pages.command_forms.base import CommandForm, register_form
from league.pages.command_forms.fields import LenientChoiceField
from rules.campaign.core.editions import EDITION_CHANGES, EDITIONS
from rules.core.refusals import Refusal


@register_form("adopt_edition")
class AdoptEditionForm(CommandForm):
    """Adopt a later edition, and see what it decides differently."""

    title = "Take up a later edition of the rules"
    verb = "Play by it from now on"
    lead = "Each correction of the rules that changes results is a new edition. Earlier decisions stand."
    final = "A season never goes back to an earlier edition."
    template = "league/desk/edition.html"
    edition = LenientChoiceField(label="Edition")

    def lay_out(self) -> None:
        """Offer the editions after the one in force."""
        later = EDITIONS[EDITIONS.index(self.desk.season.edition) + 1 :]
        self.offer("edition", [(edition, f"Edition {edition}") for edition in later])
        self.fields["edition"].help_text = " ".join(
            f"Edition {edition}: {EDITION_CHANGES[edition]}" for edition in later
        )
        if later:
            self.initial.setdefault("edition", later[0])

    @property
    def in_force(self) -> str:
        """The edition by which the season is played."""
        return self.desk.season.edition

    @property
    def differences(self) -> list[ChangedDecision]:
        """What the chosen edition would have decided differently in this season; empty until one is chosen."""
        if not self.is_bound or not self.is_valid():
            return []
        try:
            return list(changed_decisions(self.desk.row, self.cleaned_data["edition"]))
        except Refusal:
            return []

    def get_success_url(self) -> str:
        """The house acts page."""
        return links.house_acts_url(self.desk.row.pk)
