"""A gunner's rerolls of a ram's die."""

from __future__ import annotations

import pytest

from rules.carcult.match.orders import ActOrder
from rules.carcult.movement.moves import act
from rules.carcult.play.order_checks import refuse_illegal
from rules.match.stepwise_play import OrderIllegal
from tests.rules.carcult.boards import Board, Car, ahead


@pytest.mark.rule("CC-055", "CC-073", "CC-078")
@pytest.mark.parametrize(
    ("rerolls", "faces", "hits", "gunner"), [(0, [2], 0, "SS"), (1, [2, 3], 0, "S."), (2, [2, 3, 15], 1, "..")]
)
def test_the_gunner_may_reroll_the_die_of_a_ram(rerolls: int, faces: list[int], hits: int, gunner: str) -> None:
    play = Board(
        Car(at=(1000, 2400), cards=("ram", "gutsy_gunner"), tracks={"engine": "SS...", "gutsy_gunner": "SS"}),
        Car(id="b1", at=(1700, 2400), tracks={"engine": "..SS."}),
        faces=faces,
    )
    play.run(act(play, play.car(), ActOrder(legs=ahead(6), ram_rerolls=rerolls)))
    assert play.entries_of("ram")[0].more["hits"] == hits
    assert [entry.more["face"] for entry in play.entries_of("reroll")] == faces[1:]
    assert play.tracks()["gutsy_gunner"] == gunner


@pytest.mark.rule("CC-055")
@pytest.mark.parametrize(("rerolls", "legal"), [(-1, False), (0, True), (1, True), (2, False)])
def test_no_more_rerolls_are_ordered_for_the_ram_than_the_gunner_has(rerolls: int, *, legal: bool) -> None:
    play = Board(Car(cards=("ram", "gutsy_gunner"), tracks={"engine": "SS...", "gutsy_gunner": "S."}))
    order = ActOrder(legs=ahead(6), ram_rerolls=rerolls)
    if legal:
        refuse_illegal(play, play.car(), order)
    else:
        with pytest.raises(OrderIllegal, match="rerolls of the ram of a1"):
            refuse_illegal(play, play.car(), order)
