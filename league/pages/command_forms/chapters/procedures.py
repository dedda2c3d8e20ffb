"""The form of a procedure that a referee performs, with its inputs as JSON. Rule HOUSE-015.

The procedure's own page asks its inputs one by one.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from django import forms

from explain import links
from league.pages.command_forms.base import CommandForm, register_form
from league.pages.command_forms.fields import LenientChoiceField, NewIdField, TextLineField
from league.pages.number_fields import WholeNumberField
from rules.campaign.core.codec import parse_json
from rules.campaign.season.procedures import MOST_PHASES, MOST_TURNS
from rules.campaign.steward.proposed_ids import next_use_id
from rules.core.refusals import Unknown
from rules.core.terms import LONGEST_NAME
from rules.match.registry import find_procedure, procedure_books

LONGEST_INPUTS = 100_000


@register_form("perform_procedure")
class PerformProcedureForm(CommandForm):
    """Perform a procedure with its inputs as JSON; the procedure's page asks them one by one."""

    title = "Perform a procedure"
    verb = "Perform it"
    throws = True
    use = NewIdField()
    book = forms.CharField(widget=forms.HiddenInput, required=False)
    procedure = LenientChoiceField(label="Procedure")
    inputs = forms.CharField(
        label="Inputs",
        required=False,
        max_length=LONGEST_INPUTS,
        widget=forms.Textarea(attrs={"rows": 12, "spellcheck": "false"}),
        help_text="As JSON. The procedure's page is the easier way.",
    )
    duel = TextLineField(
        label="Duel", required=False, max_length=LONGEST_NAME, help_text="The number of the duel that it serves."
    )
    turn = WholeNumberField(label="Turn", required=False, min_value=1, max_value=MOST_TURNS)
    phase = WholeNumberField(label="Phase", required=False, min_value=1, max_value=MOST_PHASES)

    def lay_out(self) -> None:
        """Offer every procedure, by its name."""
        procedures = [procedure for book in procedure_books() for procedure in book.procedures().values()]
        self.offer("procedure", [(procedure.tag, procedure.name) for procedure in procedures])

    def fresh_id(self, name: str) -> str:  # noqa: ARG002 - the command creates one thing
        """The id of the next use, such as `p12`."""
        return next_use_id(self.desk.season, besides=self.desk.reserved_ids)

    def get_success_url(self) -> str:
        """The page of the procedure, which shows the use; the list of procedures as long as none is chosen."""
        if not self.is_bound or not self.is_valid():
            return links.procedures_url(self.desk.row.pk)
        return links.procedure_url(self.desk.row.pk, self.cleaned_data["procedure"], use=self.cleaned_data["use"])

    @classmethod
    def initial_from_document(cls, written: Mapping[str, Any]) -> dict[str, Any]:
        """The inputs as JSON."""
        inputs = json.dumps(written.get("inputs", {}), indent=2)
        return {**super().initial_from_document(written), "inputs": inputs}

    def document(self) -> dict[str, Any]:
        """The use with the inputs parsed from JSON, and the book of the procedure. Raises `Malformed`."""
        document = super().document()
        try:
            document["book"] = find_procedure(self.cleaned_data["procedure"])[0].id
        except Unknown as refusal:
            raise refusal.at("procedure") from None
        return {**document, "inputs": self.read_inputs()}

    def read_inputs(self) -> Any:
        """The inputs as plain values. Raises `Malformed` if they are no JSON."""
        return parse_json(self.cleaned_data["inputs"] or "{}")
