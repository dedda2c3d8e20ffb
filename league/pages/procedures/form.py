"""The form of one procedure: its inputs one by one, the duel it serves, and dice thrown at a table."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django import forms
from django.forms.utils import ErrorDict
from django.http import QueryDict

from explain import links
from league.pages.command_forms.chapters.procedures import PerformProcedureForm
from league.pages.command_forms.context import CommandContext
from league.pages.procedures.inputs import (
    PREFIX,
    InputField,
    Typed,
    add_errors,
    document_from_typed,
    input_fields,
    typed_from_document,
)
from league.queries.referee_table import duel_error
from rules.core.refusals import Refusal
from rules.match.referee.procedures import Procedure

LONGEST_TYPED = 400
"""The most characters of a field that are kept when the form is shown again."""
MOST_TYPED = 2000
"""The most fields of inputs that are read from a form."""


class ProcedureForm(PerformProcedureForm):
    """The form of one procedure, whose inputs are fields with names such as `inputs.shots.0.1`."""

    inputs = forms.CharField(required=False, widget=forms.HiddenInput)
    tag = PerformProcedureForm.tag

    def __init__(
        self,
        *,
        desk: CommandContext,
        asks: Procedure,
        given: QueryDict | None = None,
        asked: dict[str, Any] | None = None,
    ) -> None:
        """`asks` is the procedure, `given` the posted form, `asked` are initial values from the address."""
        self.asks = asks
        self.typed: Typed = typed_from_document(asks.inputs, {}) if given is None else _typed_in(given)
        self.left_over: list[str] = []
        self._refused: tuple[Refusal, ...] = ()
        super().__init__(desk=desk, given=given, asked={**(asked or {}), "procedure": asks.tag})
        self.fields["procedure"].widget = forms.HiddenInput()
        for name in ("turn", "phase"):
            self.fields[name].widget.attrs["inputmode"] = "numeric"

    def get_success_url(self) -> str:
        """The procedure's page with the use."""
        return links.procedure_url(self.desk.row.pk, self.asks.tag, use=self.cleaned_data["use"])

    def clean_duel(self) -> str:
        """The id of the duel. Raises `ValidationError` for the number of none."""
        duel: str = self.cleaned_data["duel"]
        if error := duel_error(self.desk.row.pk, duel):
            raise forms.ValidationError(error)
        return duel

    def read_inputs(self) -> Any:
        """The inputs as plain values."""
        return document_from_typed(self.asks.inputs, self.typed)

    def add_refusal(self, refusal: Refusal) -> None:
        """Show a refusal at the inputs it points at, beside another field, or above the form."""
        together = refusal.together or (refusal,)
        about_inputs = tuple(found for found in together if found.pointer.startswith(f"/{PREFIX}"))
        self._refused += about_inputs
        for found in together:
            if found not in about_inputs:
                super().add_refusal(found)

    @property
    def groups(self) -> list[InputField]:
        """The fields of the inputs, with the errors beside them."""
        fields = input_fields(self.asks.inputs, self.typed)
        self.left_over = add_errors(fields, self._refused)
        return fields

    @property
    def duel_fields(self) -> list[forms.BoundField]:
        """The fields that say what the use serves."""
        return [self[name] for name in ("duel", "turn", "phase")]

    def pause(self) -> None:
        """Show the form again without complaint, since only the number of entries of a list has changed."""
        self._errors = ErrorDict()

    @property
    def refused(self) -> bool:
        """Whether anything in the form has an error."""
        return bool(self.errors or self._refused)


def _typed_in(given: Mapping[str, Any]) -> Typed:
    names = [name for name in given if name.startswith(f"{PREFIX}.")][:MOST_TYPED]
    return {name: str(given[name])[:LONGEST_TYPED] for name in names}
