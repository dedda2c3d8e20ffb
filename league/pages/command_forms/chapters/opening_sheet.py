"""The form that takes up the opening sheet of a league that has played on paper. Rule DM-C-180."""

from __future__ import annotations

import json
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
    """The sheet as JSON; a table is made into that by `sheet_of_rows` first."""

    title = "Bring in a league that has played on paper"
    verb = "Begin the season from it"
    final = "It is taken up once, before any franchise is founded, and cannot be taken back."
    rewritable = False
    template = "league/desk/sheet.html"
    sheet = forms.CharField(
        label="The sheet, as JSON",
        max_length=LONGEST_SHEET,
        widget=forms.Textarea(attrs={"rows": 12, "spellcheck": "false", "class": "mono"}),
        help_text="Filled in by the table you sent, or pasted here.",
    )
    rows = forms.CharField(required=False, widget=forms.HiddenInput)

    def document(self) -> dict[str, Any]:
        """The sheet alone, or as a command that holds it. Raises `Malformed`."""
        read = parse_json(self.cleaned_data["sheet"])
        if not isinstance(read, dict):
            raise Malformed("The sheet is a JSON object with its franchises: begin it with {.")
        return {"type": self.tag, "sheet": read.get("sheet", read)}

    def clean(self) -> dict[str, Any]:
        """Take the sheet up in a copy, so that everything it breaks is told at once, each fault with its row."""
        cleaned_data = super().clean() or self.cleaned_data
        if "sheet" in cleaned_data and self.desk.season.step == "S0" and not self.desk.season.franchises:
            try:
                command = command_from_document(self.document())
                command.perform(copy_season(self.desk.season), Dice(KeyRing(b"")))  # a sheet throws nothing
            except SheetFaulty as no:
                self.add_error("sheet", errors_in_row_order(no.faults, self.row_numbers()))
            except Refusal as no:
                self.add_error("sheet", sentence_with_names(no.sentence, self.desk.called.names))
        return cleaned_data

    def row_numbers(self) -> dict[str, int]:
        """The row of the table each id comes from; nothing where the sheet was pasted."""
        try:
            rows = json.loads(self.cleaned_data.get("rows") or "{}")
        except ValueError:
            return {}
        return {str(id): row for id, row in rows.items() if isinstance(row, int)} if isinstance(rows, dict) else {}
