"""What a browser sends for the form of a car design, for the designers of all books."""

from __future__ import annotations

from typing import Any

from django.http import QueryDict

from franchises.pages.designer.design_fields import DesignField, design_fields
from franchises.pages.designer.submitted_design import WAS
from rules.match.drawing_board import DrawingBoard, HasDrawingBoard
from rules.match.registry import rulesets

BOARDS: dict[str, DrawingBoard] = {
    ruleset.name: ruleset.board for ruleset in rulesets() if isinstance(ruleset, HasDrawingBoard)
}
ALL_PLAYED = {"carcult.turbo": True, "carcult.slicks": True}


def sent_by(fields: tuple[DesignField, ...], sent: QueryDict | None = None) -> QueryDict:
    """The form data that a browser sends for these fields."""
    sent = QueryDict(mutable=True) if sent is None else sent
    for field in fields:
        if field.kind == "rows":
            for number, row in enumerate(field.rows):
                sent.appendlist(field.name, str(number))
                sent_by(row.fields, sent)
        elif field.kind == "group":
            sent_by(field.fields, sent)
        elif field.kind == "ticks":
            sent.setlist(field.name, [key for key, _ in field.choices if key in field.values])
        else:
            sent[field.name] = field.value
            if field.kind == "either":
                sent[f"{WAS}{field.name}"] = field.value
            sent_by(field.fields, sent)
    return sent


def typed(board: DrawingBoard, design: dict[str, Any]) -> dict[str, list[str]]:
    """The form data of a form that shows this design: lists of values by field name."""
    return dict(sent_by(design_fields(board.parts(ALL_PLAYED), design, [], None).fields).lists())
