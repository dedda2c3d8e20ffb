"""The form that starts a season from the opening sheet of a league played on paper. Rule DM-C-180."""

from __future__ import annotations

from typing import Any

from django import forms

from explain.command_preview import sentence_with_names
from league.pages.command_forms.base import CommandForm, register_form
from league.pages.command_forms.opening_sheet_table import errors_in_row_order
from rules.campaign.core.codec import command_from_document, copy_season, parse_json
from rules.campaign.founding.opening_sheet import SheetFaulty
from rules.core.dice import Dice, KeyRing
from rules.core.refusals import Malformed, Refusal

LONGEST_SHEET = 2_000_000


@register_form("open_from_sheet")
class OpenFromSheetForm(CommandForm):
    """The sheet as JSON; a table is first converted by `sheet_of_rows`."""

    title = "Import a league that has been played on paper"
    verb = "Begin the season from it"
    final = "This can be done once, before any franchise is founded, and cannot be undone."
    rewritable = False
    template = "league/desk/sheet.html"
    sheet = forms.CharField(
        label="The sheet, as JSON",
        max_length=LONGEST_SHEET,
        widget=forms.Textarea(attrs={"rows": 12, "spellcheck": "false", "class": "mono"}),
        help_text="Filled in from the table you sent, or paste it here.",
    )
    rows = forms.CharField(required=False, widget=forms.HiddenInput)

    def document(self) -> dict[str, Any]:
        """The command, whether the JSON is a sheet or has one under "sheet". Raises `Malformed`."""
        document = parse_json(self.cleaned_data["sheet"])
        if not isinstance(document, dict):
            raise Malformed("The sheet is a JSON object with its franchises: begin it with {.")
        if "sheet" not in document:
            return {"type": self.tag, "sheet": document}
        if beside := sorted(document.keys() - {"sheet", "type"}):
            names = ", ".join(repr(name[:40]) for name in beside)
            raise Malformed(f"Beside the sheet the JSON has {names}: put that into the sheet, or leave it out.")
        return {"type": self.tag, "sheet": document["sheet"]}

    def clean(self) -> dict[str, Any]:
        """Perform the command on a copy, so that all errors of the sheet are shown at once, each with its row."""
        cleaned_data = super().clean() or self.cleaned_data
        if "sheet" in cleaned_data and self.desk.season.step == "S0" and not self.desk.season.franchises:
            try:
                command = command_from_document(self.document())
                command.perform(copy_season(self.desk.season), Dice(KeyRing(b"")))  # a sheet throws no dice
            except SheetFaulty as refusal:
                self.add_error("sheet", errors_in_row_order(refusal.faults, self.row_numbers()))
            except Refusal as refusal:
                self.add_error("sheet", sentence_with_names(refusal.sentence, self.desk.called.names))
        return cleaned_data

    def row_numbers(self) -> dict[str, int]:
        """The row of the table from which each id comes; empty if the sheet was pasted."""
        try:
            rows = parse_json(self.cleaned_data.get("rows") or "{}")
        except Malformed:
            return {}
        return {str(id): row for id, row in rows.items() if isinstance(row, int)} if isinstance(rows, dict) else {}
