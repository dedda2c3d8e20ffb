"""The form that fits a drawn design to a car; the drawing itself is sent beside its fields. Rule DM-M-010."""

from __future__ import annotations

from typing import Any, ClassVar

from django.http import QueryDict

from explain import links
from league.pages.command_forms.base import CommandForm
from league.pages.command_forms.context import CommandContext
from rules.match.ruleset import Document


class FitDesignForm(CommandForm):
    """A drawn design, given to a car for good (DM-M-010)."""

    tag: ClassVar[str] = "design_car"
    title = "Draw a design"
    verb = "Fit this design"
    final = "A design stands for good: another one for these matches means another car."

    def __init__(
        self, *, desk: CommandContext, car: str, ruleset: str, drawn: Document, given: QueryDict | None = None
    ) -> None:
        """`drawn` is the design as it was read from what was sent, or what the drawing starts from."""
        self.drawn = drawn
        self.about = {"car": car, "ruleset": ruleset}
        super().__init__(desk=desk, given=given)

    def document(self) -> dict[str, Any]:
        """The command, with the design that was drawn."""
        return {"type": self.tag, "franchise": self.desk.franchise, **self.about, "design": self.drawn}

    def get_success_url(self) -> str:
        """The garage."""
        return f"{links.franchise_url(self.desk.row.league_id, self.desk.franchise)}#garage"
