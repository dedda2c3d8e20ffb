"""What a browser would send of a drawing, and drawings of every book."""

from __future__ import annotations

from typing import Any

from django.http import QueryDict

from franchises.pages.designer.design_fields import DesignField, design_fields
from franchises.pages.designer.submitted_design import WAS
from rules.match.drawing_board import DrawingBoard, HasDrawingBoard
from rules.match.registry import rulesets

BOARDS: dict[str, DrawingBoard] = {each.name: each.board for each in rulesets() if isinstance(each, HasDrawingBoard)}
ALL_PLAYED = {"carcult.turbo": True, "carcult.slicks": True}


def sent_by(fields: tuple[DesignField, ...], sent: QueryDict | None = None) -> QueryDict:
    """What a browser would send of those fields."""
    sent = QueryDict(mutable=True) if sent is None else sent
    for each in fields:
        if each.kind == "rows":
            for number, row in enumerate(each.rows):
                sent.appendlist(each.name, str(number))
                sent_by(row.fields, sent)
        elif each.kind == "group":
            sent_by(each.fields, sent)
        elif each.kind == "ticks":
            sent.setlist(each.name, [key for key, _ in each.choices if key in each.values])
        else:
            sent[each.name] = each.value
            if each.kind == "either":
                sent[f"{WAS}{each.name}"] = each.value
            sent_by(each.fields, sent)
    return sent


def typed(board: DrawingBoard, design: dict[str, Any]) -> dict[str, list[str]]:
    """What a browser sends of a form that shows this design, values by the names of fields."""
    return dict(sent_by(design_fields(board.parts(ALL_PLAYED), design, [], None).fields).lists())
