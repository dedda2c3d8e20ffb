"""An order that a person sends: lists have a maximum length, and errors are reported."""

from __future__ import annotations

from dataclasses import dataclass

import pytest

from rules.match.orders import read_order_document
from rules.match.stepwise_play import OrderIllegal


@dataclass(frozen=True)
class Course:
    """An order of some book, with squares to drive through."""

    squares: tuple[int, ...] = ()


@pytest.mark.rule("CC-017", "FW-107", "RH-020")
def test_a_list_of_a_hundred_is_taken_and_one_more_is_refused() -> None:
    assert read_order_document("move", {"squares": [1] * 100}, {"move": Course}) == Course((1,) * 100)
    with pytest.raises(OrderIllegal, match=r"squares has more than 100 entries"):
        read_order_document("move", {"squares": [1] * 101}, {"move": Course})
