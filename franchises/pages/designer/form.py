"""The form that fits a drawn design to a car. The design is sent in fields of its own. Rule DM-M-010."""

from __future__ import annotations

from typing import Any, ClassVar

from django.http import QueryDict

from explain import links
from league.pages.command_forms.base import CommandForm
from league.pages.command_forms.context import CommandContext
from rules.match.ruleset import Document


class FitDesignForm(CommandForm):
    """Fits a drawn design to a car, for good (DM-M-010)."""

    tag: ClassVar[str] = "design_car"
    title = "Draw a design"
    verb = "Fit this design"
    final = "A design is final: another design for these matches means another car."

    def __init__(
        self, *, desk: CommandContext, car: str, ruleset: str, drawn: Document, given: QueryDict | None = None
    ) -> None:
        """`drawn` is the submitted design, or the one that the drawing starts from."""
        self.drawn = drawn
        self.about = {"car": car, "ruleset": ruleset}
        super().__init__(desk=desk, given=given)

    def document(self) -> dict[str, Any]:
        """The command document with the drawn design."""
        return {"type": self.tag, "franchise": self.desk.franchise, **self.about, "design": self.drawn}

    def get_success_url(self) -> str:
        """The URL of the garage."""
        return f"{links.franchise_url(self.desk.row.league_id, self.desk.franchise)}#garage"
